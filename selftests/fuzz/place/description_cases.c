// SPDX-License-Identifier: GPL-2.0-only
/*
 * All descriptions of processors: they do not contradict themselves.
 *
 * No register belongs to two units, or is two registers of one unit; none is outside of its space. Rules name shared
 * registers that their box type has, and bits that these have.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../fuzz.h"
#include "cases.h"
#include "processors/processor.h"

#define CONFIGURATION_SPACE	0x1000

/* Registers of a unit: MSRs, or bytes of its space. */
struct span {
	s64 first, last;
	const struct pmon_box_type *type;
	unsigned int unit;
	const char *what;
};

static struct span spans[65536];
static size_t num_spans;
static const char *processor_name;

static void contradicts(const struct pmon_box_type *type, const char *what, s64 where)
{
	fprintf(stderr, "%s: %s: %s, %#llx\n", processor_name, type->name, what, (unsigned long long)where);
	abort();
}

static int by_first(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	return x->first < y->first ? -1 : x->first > y->first;
}

static void no_span_twice(void)
{
	size_t i;

	qsort(spans, num_spans, sizeof(*spans), by_first);
	for (i = 1; i < num_spans; i++) {
		if (spans[i].first > spans[i - 1].last)
			continue;
		fprintf(stderr, "%s: %s of unit %u of %s is %s of unit %u of %s, too\n", processor_name, spans[i].what,
			spans[i].unit, spans[i].type->name, spans[i - 1].what, spans[i - 1].unit, spans[i - 1].type->name);
		contradicts(spans[i].type, "two registers at one place", spans[i].first);
	}
	num_spans = 0;
}

static bool has_upper_half(const struct pmon_box_type *type)
{
	return type->control >> 32;
}

/* What all units of a type have, at the same distance from the unit control. */
struct unit {
	const struct pmon_box_type *type;
	enum pmon_access access;
	unsigned int number;
	s64 control;
};

static void add(const struct unit *unit, s64 offset, unsigned int bytes, const char *what)
{
	assert(num_spans < sizeof(spans) / sizeof(*spans));
	if (unit->control + offset < 0)
		contradicts(unit->type, what, offset);
	if (unit->access == PMON_ACCESS_PCI && unit->control + offset + bytes > CONFIGURATION_SPACE)
		contradicts(unit->type, what, offset);
	if (unit->access == PMON_ACCESS_MSR)
		bytes = 1;
	spans[num_spans++] = (struct span){ unit->control + offset, unit->control + offset + bytes - 1, unit->type,
					    unit->number, what };
}

static void add_general(const struct unit *unit)
{
	const struct pmon_registers *registers = unit->type->registers;
	unsigned int i;

	for (i = 0; registers && i < registers->num; i++) {
		add(unit, registers->control[i], has_upper_half(unit->type) ? 8 : 4, "a control");
		add(unit, registers->counter[i], 8, "a counter");
	}
}

/* Those of one unit only, and those whose place depends on that of the unit, are for the cases with machines. */
static void add_extras(const struct unit *unit)
{
	const struct pmon_extra *extra;
	unsigned int i;

	for (i = 0; i < unit->type->num_extras && !unit->type->extras_at; i++) {
		extra = &unit->type->extras[i];
		if (extra->control != PMON_NO_REGISTER)
			add(unit, extra->control, 4, "the control of a fixed counter");
		if (!extra->stride)
			add(unit, extra->counter, 8, "a fixed or free-running counter");
	}
}

static unsigned int num_resources(const struct pmon_box_type *type)
{
	unsigned int num = 0;

	while (type->resources && num < PMON_MAX_RESOURCES && type->resources[num].mask)
		num++;
	return num;
}

static void add_unit(const struct unit *unit)
{
	const struct pmon_resource *resource = unit->type->resources;
	unsigned int i, num = num_resources(unit->type);

	if (unit->type->layout && unit->type->layout->has_control)
		add(unit, 0, 4, "the unit control");
	add_general(unit);
	add_extras(unit);
	for (i = 0; i < num; i++, resource++)
		if (!resource->companion && !resource->stride)
			add(unit, resource->offset, resource->mask >> 32 ? 8 : 4, "a shared register");
}

static void add_runs(const struct pmon_places *places)
{
	struct unit unit = { .type = places->type, .access = places->access };
	unsigned int i, n;

	for (i = 0; i < PMON_MAX_RUNS && places->runs[i].num; i++)
		for (n = 0; n < places->runs[i].num; n++, unit.number++) {
			unit.control = (s64)places->runs[i].first + (s64)places->runs[i].stride * n;
			add_unit(&unit);
		}
}

/* find_companion() requires it. */
static bool has_companion_register(const struct pmon_box_type *type)
{
	unsigned int i, num = num_resources(type);

	for (i = 0; i < num; i++)
		if (type->resources[i].companion)
			return true;
	return false;
}

/* Each function has a space of its own. */
static void check_functions(const struct pmon_places *places)
{
	struct unit unit = { .type = places->type, .access = places->access, .control = places->control };
	unsigned int i, k;

	add_unit(&unit);
	no_span_twice();
	for (i = 0; i < PMON_MAX_FUNCTIONS; i++)
		if (places->functions[i].companion && !has_companion_register(places->type))
			contradicts(places->type, "a companion without registers", places->functions[i].companion);
	for (i = 0; i < PMON_MAX_FUNCTIONS; i++)
		for (k = 0; k < i; k++)
			if (places->functions[i].device && places->functions[i].devfn &&
			    places->functions[i].device == places->functions[k].device &&
			    places->functions[i].devfn == places->functions[k].devfn)
				contradicts(places->type, "two units in one function", places->functions[i].devfn);
}

static u64 shifted(u64 bits, s8 shift)
{
	return shift < 0 ? bits >> -shift : bits << shift;
}

static void check_rules(const struct pmon_box_type *type)
{
	const struct pmon_filter_rule *rule;
	unsigned int num = num_resources(type);

	for (rule = type->rules; rule && (rule->bits || rule->set); rule++) {
		if (rule->match & ~rule->mask)
			contradicts(type, "a rule that no event can match", (s64)rule->match);
		if (rule->word > 2)
			contradicts(type, "a rule of a word that there is not", rule->word);
		if (rule->resource == PMON_CLASS_RESOURCE)
			continue;
		if (rule->resource >= num)
			contradicts(type, "a rule of a register that it lacks", rule->resource);
		if ((shifted(rule->bits, rule->shift) | rule->set) & ~type->resources[rule->resource].mask)
			contradicts(type, "a rule of bits that its register lacks", rule->resource);
	}
}

static void check_type(const struct pmon_box_type *type)
{
	unsigned int i, num = num_resources(type);

	for (i = 0; i < num; i++)
		if (type->resources[i].gated && (type->resources[i].gate >= num || type->resources[i].gate == i))
			contradicts(type, "a gate that it lacks", type->resources[i].gate);
	for (i = 0; i < type->num_extras; i++)
		if (type->extras[i].width < 1 || type->extras[i].width > 64)
			contradicts(type, "the width of a counter", type->extras[i].width);
	check_rules(type);
}

static void check_access(const struct pmon_processor *processor, enum pmon_access access)
{
	unsigned int i;

	for (i = 0; i < processor->num_places; i++)
		if (processor->places[i].access == access)
			add_runs(&processor->places[i]);
	no_span_twice();
}

static void check_description(const char *name, const struct pmon_processor *processor)
{
	unsigned int i;

	processor_name = name;
	for (i = 0; i < processor->num_places; i++) {
		check_type(processor->places[i].type);
		if (processor->places[i].access == PMON_ACCESS_PCI)
			check_functions(&processor->places[i]);
	}
	for (i = 0; processor->discovery && i < processor->discovery->num_boxes; i++)
		check_type(processor->discovery->boxes[i].at.type);
	check_access(processor, PMON_ACCESS_MSR);
	/* The runs of each memory controller. */
	check_access(processor, PMON_ACCESS_MMIO);
}

unsigned int description_cases(void)
{
	unsigned int num = 0;

#define PMON_DESCRIPTION(name, ...)	check_description(#name, &pmon_##name), num++;
#include "processors/list.h"
	return num;
}
