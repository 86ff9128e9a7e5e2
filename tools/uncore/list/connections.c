// SPDX-License-Identifier: GPL-2.0-only
/* Links and stacks in the map of the machine. See list.h. */
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "list/list.h"
#include "machine/connections.h"

/* Calls @visit for each unit of a box type on each die, by die. */
static void each_unit(const struct machine *machine, const char *box,
		      void (*visit)(unsigned int die, int unit, void *context), void *context)
{
	unsigned int die;
	size_t num, i, p;
	const struct pmu *pmus = machine_box(machine, box, true, &num);

	for (die = 0; die < machine->num_dies; die++)
		for (i = 0; pmus && i < num; i++)
			for (p = 0; p < pmus[i].num_places; p++)
				if (pmus[i].places[p].die == die)
					visit(die, pmus[i].unit, context);
}

/* Of all links, those between two dies, in the order of @from; or, with @to of NO_DIE, those with unknown ends. */
#define NO_DIE		(~0u)

struct pair {
	unsigned int from, to;
	const char *comma;
};

static void print_pair(unsigned int die, int unit, void *context)
{
	struct pair *pair = context;
	struct link_end end;

	if (die != pair->from || !link_end(LINK_BOX, die, unit, &end) || end.die != pair->to)
		return;
	if (!*pair->comma)
		printf("  die %u -- die %u  upi ", die, end.die);
	printf("%s%d-%d%s", pair->comma, unit, end.unit, link_is_mutual(die, unit, &end) ? "" : " (one end only)");
	pair->comma = ", ";
}

/* The other direction of a link that has one end only. */
static void print_back(unsigned int die, int unit, void *context)
{
	struct pair *pair = context;
	struct link_end end;

	if (die != pair->to || !link_end(LINK_BOX, die, unit, &end) || end.die != pair->from ||
	    link_is_mutual(die, unit, &end))
		return;
	if (!*pair->comma)
		printf("  die %u -- die %u  upi ", pair->from, pair->to);
	printf("%s%d-%d (one end only, from die %u)", pair->comma, end.unit, unit, die);
	pair->comma = ", ";
}

static void print_unknown(unsigned int die, int unit, void *context)
{
	struct pair *pair = context;
	struct link_end end;

	if (link_end(LINK_BOX, die, unit, &end))
		return;
	printf("%sdie %u upi %d", *pair->comma ? pair->comma : "  not connected, or unknown: ", die, unit);
	pair->comma = ", ";
}

static void end_line(struct pair *pair)
{
	if (*pair->comma)
		putchar('\n');
	pair->comma = "";
}

static void print_stack(unsigned int die, int unit, void *context)
{
	struct stack stack = stack_of(die, unit);
	unsigned int *known = context;

	if (!*stack.bus)
		return;
	if (!(*known)++)
		puts("\nI/O stacks, by PCI root bus:");
	printf("  %-8s die %u iio %-2d %s\n", stack.bus, die, unit, stack.kind);
}

static void count_end(unsigned int die, int unit, void *context)
{
	struct link_end end;

	*(unsigned int *)context += link_end(LINK_BOX, die, unit, &end);
}

void print_connections(const struct machine *machine)
{
	struct pair pair = { .comma = "" };
	unsigned int known = 0;

	each_unit(machine, LINK_BOX, count_end, &known);
	if (known)
		puts("\nLinks between dies:");
	for (pair.from = 0; known && pair.from < machine->num_dies; pair.from++) {
		for (pair.to = pair.from + 1; pair.to < machine->num_dies; pair.to++) {
			each_unit(machine, LINK_BOX, print_pair, &pair);
			each_unit(machine, LINK_BOX, print_back, &pair);
			end_line(&pair);
		}
	}
	if (known)
		each_unit(machine, LINK_BOX, print_unknown, &pair);
	end_line(&pair);
	known = 0;
	each_unit(machine, "iio", print_stack, &known);
}

static void add_link(unsigned int die, int unit, void *context)
{
	struct json_object *entry = json_object_new_object();
	struct link_end end;
	bool known = link_end(LINK_BOX, die, unit, &end);

	json_set_number(entry, "die", die);
	json_set_index(entry, "unit", unit);
	json_object_object_add(entry, "to_die", known ? json_object_new_int((int)end.die) : NULL);
	json_object_object_add(entry, "to_unit", known ? json_object_new_int(end.unit) : NULL);
	json_object_object_add(entry, "both_ends",
			       known ? json_object_new_boolean(link_is_mutual(die, unit, &end)) : NULL);
	json_object_array_add(context, entry);
}

static void add_stack(unsigned int die, int unit, void *context)
{
	struct json_object *entry = json_object_new_object();
	struct stack stack = stack_of(die, unit);

	json_set_number(entry, "die", die);
	json_set_index(entry, "unit", unit);
	json_set_text(entry, "bus", *stack.bus ? stack.bus : NULL);
	json_set_text(entry, "kind", *stack.kind ? stack.kind : NULL);
	json_object_array_add(context, entry);
}

void json_connections(const struct machine *machine, struct json_object *map)
{
	struct json_object *links = json_object_new_array(), *stacks = json_object_new_array();

	each_unit(machine, LINK_BOX, add_link, links);
	each_unit(machine, "iio", add_stack, stacks);
	json_object_object_add(map, "links", links);
	json_object_object_add(map, "stacks", stacks);
}
