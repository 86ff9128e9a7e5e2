// SPDX-License-Identifier: GPL-2.0-only
/*
 * Translates a perf configuration into the registers and counters that it requires of a unit.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/stdarg.h>
#include <linux/string.h>

#include "perf/perf.h"

/* Class of an event, for box types where mesh stop and box events exclude each other. */
enum event_class {
	CLASS_BOX = 1,
	CLASS_MESH = 2,
};

int pmon_refuse(struct pmon_refusal *refusal, int error, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vscnprintf(refusal->reason, sizeof(refusal->reason), format, arguments);
	va_end(arguments);
	return error;
}

const struct pmon_field *pmon_unit_mask_field(const struct pmon_box_type *type)
{
	static const struct pmon_field unit_mask = {
		"unit_mask", 2, GENMASK_ULL(63, 0),
	};

	return type->unit_mask ?: &unit_mask;
}

const struct pmon_field pmon_high_unit_mask_field = {
	"unit_mask2", 3, GENMASK_ULL(63, 0),
};

const struct pmon_field pmon_node_fields[PMON_NODE_FIELDS] = {
	{ "node", 1, PMON_NODE },
	{ "node0", 1, PMON_NODE_0 },
};

static int find_extra(const struct pmon_box_type *type, u64 config)
{
	unsigned int i;

	for (i = 0; i < type->num_extras; i++) {
		if (type->extras[i].config == config)
			return i;
	}
	return -1;
}

/* The event codes of fixed and free-running counters are no codes of the other counters. */
static bool is_select_of_extra(const struct pmon_box_type *type, u64 config)
{
	unsigned int i;

	for (i = 0; i < type->num_extras; i++) {
		if (!((type->extras[i].config ^ config) & PMON_EVENT_SELECT))
			return true;
	}
	return false;
}

/* Bits of the driver's own formats. They filter nothing. */
static void own_bits(const struct pmon_pmu *pmu, u64 own[PMON_CONFIG_WORDS])
{
	u64 boxes[PMON_CONFIG_WORDS];
	unsigned int word;

	pmon_fields_cover(pmu->fields, own);
	pmon_fields_cover(pmu->events ? pmu->events->fields : pmu->type->fields, boxes);
	for (word = 0; word < PMON_CONFIG_WORDS; word++)
		own[word] &= ~boxes[word];
}

/* Report the first word with bits outside of all formats. */
static int refuse_foreign(const struct pmon_pmu *pmu, const u64 words[PMON_CONFIG_WORDS],
			  struct pmon_refusal *why)
{
	u64 cover[PMON_CONFIG_WORDS];
	unsigned int word = 0;

	pmon_fields_cover(pmu->fields, cover);
	while (word < PMON_CONFIG_WORDS - 1 && !(words[word] & ~cover[word]))
		word++;
	return pmon_refuse(why, -EINVAL, "no format has the bits 0x%llx of %s",
			   words[word] & ~cover[word], pmon_word_name(word));
}

static const char *field_name(const struct pmon_field *fields, unsigned int word, u64 bits)
{
	for (; fields->name; fields++) {
		if (fields->word == word && fields->mask & bits)
			return fields->name;
	}
	return pmon_word_name(word);
}

/* The format of one bit of config without which a value has no effect, or NULL. */
static const char *switch_name(const struct pmon_pmu *pmu, u64 config, unsigned int word, u64 bits)
{
	const struct pmon_filter_rule *rule = pmu->type->rules;
	const struct pmon_field *field;

	for (; rule && (rule->bits || rule->set); rule++) {
		u64 off = (config ^ rule->match) & rule->mask;

		if (rule->word != word || !(rule->bits & bits) ||
		    hweight64(off) != 1 || config & off)
			continue;
		for (field = pmu->fields; field->name; field++) {
			if (!field->word && field->mask == off)
				return field->name;
		}
	}
	return NULL;
}

/* Reject a value without effect: the event would seem to be filtered. */
static int refuse_unused(const struct pmon_pmu *pmu, const struct pmon_filter_rule *rules,
			 const u64 words[PMON_CONFIG_WORDS],
			 const u64 own[PMON_CONFIG_WORDS],
			 struct pmon_refusal *why)
{
	unsigned int word;

	for (word = 1; word < PMON_CONFIG_WORDS; word++) {
		u64 bits = pmon_filter_unused(rules, words, own, word);
		const char *missing = switch_name(pmu, words[0], word, bits);
		const char *name = field_name(pmu->fields, word, bits);

		if (missing)
			return pmon_refuse(why, -EINVAL, "%s has no effect without %s",
					   name, missing);
		if (bits)
			return pmon_refuse(why, -EINVAL,
					   "the event does not use %s, bits 0x%llx of %s",
					   name, bits, pmon_word_name(word));
	}
	return pmon_refuse(why, -EINVAL, "the event requires too many registers");
}

/*
 * Find the ways to count an event. Reject bits of config that none of them uses;
 * pmon_filter_claims() does this for the other words.
 */
static int find_alternatives(const struct pmon_box_type *type, const u64 words[PMON_CONFIG_WORDS],
			     u64 used[PMON_CONFIG_WORDS],
			     struct pmon_perf_event *event,
			     struct pmon_refusal *why)
{
	unsigned int i;

	if (!type->choices)
		return 0;
	event->num_alternatives = pmon_choice_alternatives(type->choices, words,
							   event->alternatives,
							   used);
	for (i = 0; i < event->num_alternatives; i++)
		event->alternatives[i].control &= type->control;
	if (words[0] & ~type->control & ~used[0])
		return pmon_refuse(why, -EINVAL, "the event does not use the bits 0x%llx of config",
				   words[0] & ~type->control & ~used[0]);
	if (type->only_choices && !event->num_alternatives)
		return pmon_refuse(why, -EINVAL, "the unit has no event with this code");
	return 0;
}

/*
 * Reject an event for which one of the masks selects nothing. Inverted it counts all cycles.
 */
static int refuse_empty_masks(const struct pmon_pmu *pmu, const u64 words[PMON_CONFIG_WORDS],
			      struct pmon_refusal *why)
{
	const struct pmon_field *field;
	const char *empty = NULL;

	for (field = pmu->fields; field->name; field++) {
		bool zero = !(words[field->word] & field->mask);

		if (!strcmp(field->name, "inv") && !zero)
			return 0;
		if (zero && (!strcmp(field->name, "ch_mask") || !strcmp(field->name, "fc_mask")))
			empty = field->name;
	}
	return empty ? pmon_refuse(why, -EINVAL, "%s is 0: the event counts nothing", empty) : 0;
}

int pmon_event_setup(const struct pmon_pmu *pmu, const u64 words[PMON_CONFIG_WORDS],
		     struct pmon_perf_event *event, struct pmon_refusal *why)
{
	const struct pmon_box_type *type = pmu->type;
	u64 own[PMON_CONFIG_WORDS], config;
	int claims, error;
	u32 flags;

	if (pmon_config_foreign(pmu->fields, words))
		return refuse_foreign(pmu, words, why);

	own_bits(pmu, own);
	config = words[0] & ~own[0];
	event->extra = find_extra(type, config);
	event->snapshot = pmu->snapshot && words[1] & PMON_SNAPSHOT;
	if (event->extra >= 0) {
		event->clock = type->extras[event->extra].clock;
		claims = pmon_filter_claims(NULL, words, own, event->claims);
		return claims < 0 ? refuse_unused(pmu, NULL, words, own, why) : 0;
	}
	if (is_select_of_extra(type, config))
		return pmon_refuse(why, -EINVAL,
				   "the event has no counter with the bits 0x%llx of config",
				   config & ~PMON_EVENT_SELECT);
	event->clock = pmu->events &&
		       pmon_event_table_is_clock(pmu->events, config);

	/*
	 * Without an enable bit event select 0 never counts (Emerald Rapids guide, 1.6). Some boxes
	 * have an event "nothing" with a control of 0. With any other bit, select 0 is a mistake.
	 */
	if (!type->layout->enable && config && !FIELD_GET(PMON_EVENT_SELECT, config))
		return pmon_refuse(why, -EINVAL, "event select 0 never counts");

	flags = pmu->events ? pmon_event_table_flags(pmu->events, config) : 0;
	error = flags & PMON_EVENT_CHANNEL ? refuse_empty_masks(pmu, words, why) : 0;
	if (error)
		return error;

	event->control = config & type->control;
	event->general = pmu->events ?
		pmon_event_table_counters(pmu->events, config) : ~0U;
	error = find_alternatives(type, words, own, event, why);
	if (error)
		return error;
	claims = pmon_filter_claims(type->rules, words, own, event->claims);
	if (claims < 0)
		return refuse_unused(pmu, type->rules, words, own, why);

	if (type->mesh_exclusive) {
		struct pmon_claim *claim = &event->claims[claims];

		claim->resource = PMON_CLASS_RESOURCE;
		claim->mask = CLASS_BOX | CLASS_MESH;
		claim->value = flags & PMON_EVENT_CMS ? CLASS_MESH : CLASS_BOX;
	}
	return 0;
}
