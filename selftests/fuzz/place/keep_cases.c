// SPDX-License-Identifier: GPL-2.0-only
/*
 * Copies of descriptions: complete, equal, and without a pointer to what is freed.
 */
#include <string.h>

#include "../fuzz.h"
#include "cases.h"
#include "kernel.h"
#include "processors/event_table.h"
#include "processors/processor.h"

static void check_pointers(void)
{
	const uintptr_t *words = place_piece.start;
	size_t i;

	for (i = 0; i < place_piece.size / sizeof(*words); i++)
		REQUIRE(words[i] < (uintptr_t)__start_descriptions ||
			words[i] >= (uintptr_t)__stop_descriptions);
}

static void same_text(const char *a, const char *b)
{
	REQUIRE(!a == !b && (!a || !strcmp(a, b)));
}

static unsigned int same_aliases(const struct pmon_event_table *a, const struct pmon_event_table *b,
				 enum pmon_event_level level)
{
	unsigned int i, num = pmon_event_table_size(a, level);
	struct pmon_event one, other;

	REQUIRE(pmon_event_table_size(b, level) == num);
	for (i = 0; i < num; i++) {
		REQUIRE(pmon_event_table_get(a, level, i, &one));
		REQUIRE(pmon_event_table_get(b, level, i, &other));
		same_text(one.event, other.event);
		same_text(one.subevent, other.subevent);
		same_text(one.scale, other.scale);
		same_text(one.unit, other.unit);
		REQUIRE(one.config == other.config && one.config1 == other.config1 &&
			one.config2 == other.config2);
		REQUIRE(pmon_event_table_is_clock(a, one.config) ==
			pmon_event_table_is_clock(b, one.config));
	}
	return num;
}

static unsigned int same_events(const struct pmon_event_set *a, const struct pmon_event_set *b)
{
	unsigned int i, code, num = 0;

	REQUIRE(a->num_tables && a->num_tables == b->num_tables);
	for (i = 0; i < a->num_tables; i++) {
		const struct pmon_event_table *one = &a->tables[i], *other = &b->tables[i];
		const struct pmon_field *field;

		same_text(one->box, other->box);
		for (field = one->fields; field->name; field++)
			REQUIRE(!memcmp(field, &other->fields[field - one->fields],
					sizeof(*field)));
		REQUIRE(!other->fields[field - one->fields].name);
		for (code = 0; code < 0x100; code++) {
			REQUIRE(pmon_event_table_counters(one, code) ==
				pmon_event_table_counters(other, code));
			REQUIRE(pmon_event_table_flags(one, code) ==
				pmon_event_table_flags(other, code));
		}
		num += same_aliases(one, other, PMON_EVENT_UNIT);
		num += same_aliases(one, other, PMON_EVENT_TYPE);
	}
	return num;
}

static void same_type(const struct pmon_box_type *a, const struct pmon_box_type *b)
{
	unsigned int i;

	REQUIRE(a != b);
	same_text(a->name, b->name);
	REQUIRE(a->number == b->number && a->control == b->control);
	REQUIRE(!memcmp(a->layout, b->layout, sizeof(*a->layout)));
	REQUIRE(!a->extras == !b->extras && a->num_extras == b->num_extras);
	for (i = 0; i < a->num_extras; i++)
		REQUIRE(a->extras[i].config == b->extras[i].config);
	REQUIRE(!a->resources == !b->resources);
	for (i = 0; a->resources && a->resources[i].mask; i++)
		REQUIRE(a->resources[i].mask == b->resources[i].mask);
	REQUIRE(!a->resources || !b->resources[i].mask);
	REQUIRE(!a->rules == !b->rules);
	for (i = 0; a->rules && (a->rules[i].bits || a->rules[i].set); i++)
		REQUIRE(!memcmp(&a->rules[i], &b->rules[i], sizeof(a->rules[i])));
	REQUIRE(!a->rules || !(b->rules[i].bits || b->rules[i].set));
	REQUIRE(!a->choices == !b->choices);
	for (i = 0; a->choices && a->choices[i].num; i++)
		REQUIRE(!memcmp(&a->choices[i], &b->choices[i], sizeof(a->choices[i])));
	REQUIRE(!a->choices || !b->choices[i].num);
}

static void same_discovery(const struct pmon_discovery *a, const struct pmon_discovery *b)
{
	unsigned int i;

	REQUIRE(a->num_boxes == b->num_boxes && a->num_errata == b->num_errata);
	for (i = 0; i < a->num_boxes; i++)
		same_type(a->boxes[i].type, b->boxes[i].type);
	for (i = 0; i < a->num_free_running; i++)
		same_type(a->free_running[i].type, b->free_running[i].type);
	for (i = 0; i < a->num_errata; i++)
		REQUIRE(a->errata[i].correct == b->errata[i].correct);
	same_type(a->unnamed, b->unnamed);
}

/* Copies of a type that two boxes have are one, as the type is. */
static unsigned int same_processor(const struct pmon_processor *from)
{
	const struct pmon_processor *kept = pmon_processor_keep(from);
	unsigned int i, num;

	REQUIRE(kept && kept != from);
	check_pointers();
	same_text(from->name, kept->name);
	REQUIRE(from->num_boxes == kept->num_boxes && !from->discovery == !kept->discovery);
	for (i = 0; i < from->num_boxes; i++) {
		same_type(from->boxes[i].type, kept->boxes[i].type);
		REQUIRE(!memcmp(from->boxes[i].units, kept->boxes[i].units,
				sizeof(from->boxes[i].units)));
	}
	if (from->discovery)
		same_discovery(from->discovery, kept->discovery);
	num = same_events(from->events, kept->events);
	printf("%s: %zu bytes\n", from->name, place_piece.size);
	vfree(kept);
	return num;
}

unsigned int keep_cases(void)
{
	static const struct pmon_processor *const all[] = {
		&pmon_emr, &pmon_snbep, &pmon_ivbep, &pmon_nhmex, &pmon_wsmex,
		&pmon_gnr, &pmon_gnrd, &pmon_srf, &pmon_cwf, &pmon_grr,
	};
	unsigned int i, num = 0;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		num += same_processor(all[i]);
	return num;
}
