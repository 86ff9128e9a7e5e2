// SPDX-License-Identifier: GPL-2.0-only
/*
 * Copies the description of the machine's processor, because the kernel frees the init sections.
 *
 * All copies are in one block of memory. Two rounds take the same steps: the first one only
 * computes the size. Shared objects are copied once, so that pointers to them still compare equal.
 */
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "processors/event_table.h"
#include "processors/processor.h"

/* Emerald Rapids has about 150. Any more objects are not shared. */
#define MAX_SHARED	256

/**
 * struct keeper - state of the copy
 * @room: the memory, NULL in the first round
 * @used: bytes used
 * @num_shared: entries of @shared
 * @shared: the objects copied: address, size, and address of the copy
 */
struct keeper {
	char *room;
	size_t used;
	unsigned int num_shared;
	struct {
		const void *from;
		size_t size;
		void *to;
	} shared[MAX_SHARED];
};

/* The copy; NULL in the first round, or if there is nothing to copy. */
static void *__init keep(struct keeper *keeper, const void *from, size_t size)
{
	void *to = NULL;
	unsigned int i;

	if (!from || !size)
		return NULL;
	for (i = 0; i < keeper->num_shared; i++) {
		if (keeper->shared[i].from == from && keeper->shared[i].size == size)
			return keeper->shared[i].to;
	}
	if (keeper->room)
		to = memcpy(keeper->room + keeper->used, from, size);
	keeper->used += ALIGN(size, sizeof(u64));
	if (keeper->num_shared < MAX_SHARED) {
		keeper->shared[keeper->num_shared].from = from;
		keeper->shared[keeper->num_shared].size = size;
		keeper->shared[keeper->num_shared].to = to;
		keeper->num_shared++;
	}
	return to;
}

/* Copy a list, including the entry that ends it. */
#define keep_list(keeper, from, ends)					\
({									\
	const typeof(*(from)) *__from = (from), *__entry = __from;	\
									\
	while (__entry && !ends(__entry))				\
		__entry++;						\
	keep(keeper, __from, __from ? (__entry - __from + 1) * sizeof(*__from) : 0); \
})

#define field_ends(field)	(!(field)->name)
#define resource_ends(resource)	(!(resource)->mask)
#define rule_ends(rule)		(!(rule)->bits && !(rule)->set)
#define choice_ends(choice)	(!(choice)->num)
#define model_ends(model)	(!(model)->family)

static const struct pmon_box_type *__init keep_type(struct keeper *keeper,
						    const struct pmon_box_type *from)
{
	struct pmon_box_type type = *from, *to;

	type.fields = keep_list(keeper, from->fields, field_ends);
	type.layout = keep(keeper, from->layout, sizeof(*from->layout));
	type.registers = keep(keeper, from->registers, sizeof(*from->registers));
	type.resources = keep_list(keeper, from->resources, resource_ends);
	type.rules = keep_list(keeper, from->rules, rule_ends);
	type.choices = keep_list(keeper, from->choices, choice_ends);
	type.extras = keep(keeper, from->extras, from->num_extras * sizeof(*from->extras));
	type.unit_mask = keep(keeper, from->unit_mask, sizeof(*from->unit_mask));
	to = keep(keeper, from, sizeof(*from));
	if (to)
		*to = type;
	return to;
}

static void __init keep_aliases(struct keeper *keeper, struct pmon_event_list *list)
{
	list->aliases = keep(keeper, list->aliases, list->num_aliases * sizeof(*list->aliases));
	list->extras = keep(keeper, list->extras, list->num_extras * sizeof(*list->extras));
}

static const struct pmon_event_list *__init keep_mesh(struct keeper *keeper,
						      const struct pmon_event_list *from)
{
	struct pmon_event_list list, *to;

	if (!from)
		return NULL;
	list = *from;
	keep_aliases(keeper, &list);
	to = keep(keeper, from, sizeof(*from));
	if (to)
		*to = list;
	return to;
}

static void __init keep_table(struct keeper *keeper, struct pmon_event_table *table,
			      size_t strings_size)
{
	unsigned int level;

	table->strings = keep(keeper, table->strings, strings_size);
	table->fields = keep_list(keeper, table->fields, field_ends);
	for (level = 0; level < PMON_EVENT_LEVELS; level++)
		keep_aliases(keeper, &table->lists[level]);
	table->mesh = keep_mesh(keeper, table->mesh);
	table->constraints = keep(keeper, table->constraints,
				  table->num_constraints * sizeof(*table->constraints));
	table->clocks = keep(keeper, table->clocks, table->num_clocks * sizeof(*table->clocks));
}

static const struct pmon_event_set *__init keep_events(struct keeper *keeper,
						       const struct pmon_event_set *from)
{
	struct pmon_event_table *tables;
	struct pmon_event_set *to;
	unsigned int i;

	tables = keep(keeper, from->tables, from->num_tables * sizeof(*from->tables));
	for (i = 0; i < from->num_tables; i++) {
		struct pmon_event_table table = from->tables[i];

		keep_table(keeper, &table, from->strings_size);
		if (tables)
			tables[i] = table;
	}
	to = keep(keeper, from, sizeof(*from));
	if (to)
		to->tables = tables;
	return to;
}

static const struct pmon_static_box *__init keep_boxes(struct keeper *keeper,
						       const struct pmon_static_box *from,
						       unsigned int num)
{
	struct pmon_static_box *to = keep(keeper, from, num * sizeof(*from));
	unsigned int i;

	for (i = 0; i < num; i++) {
		const struct pmon_box_type *type = keep_type(keeper, from[i].type);

		if (to)
			to[i].type = type;
	}
	return to;
}

static const struct pmon_known_box *__init keep_known(struct keeper *keeper,
						      const struct pmon_known_box *from,
						      unsigned int num)
{
	struct pmon_known_box *to = keep(keeper, from, num * sizeof(*from));
	unsigned int i;

	for (i = 0; i < num; i++) {
		const struct pmon_box_type *type = keep_type(keeper, from[i].type);

		if (to)
			to[i].type = type;
	}
	return to;
}

static const struct pmon_free_running *__init
keep_free_running(struct keeper *keeper, const struct pmon_free_running *from, unsigned int num)
{
	struct pmon_free_running *to = keep(keeper, from, num * sizeof(*from));
	unsigned int i;

	for (i = 0; i < num; i++) {
		const struct pmon_box_type *type = keep_type(keeper, from[i].type);

		if (to)
			to[i].type = type;
	}
	return to;
}

static const struct pmon_discovery *__init keep_discovery(struct keeper *keeper,
							  const struct pmon_discovery *from)
{
	struct pmon_discovery discovery, *to;

	if (!from)
		return NULL;
	discovery = *from;
	discovery.boxes = keep_known(keeper, from->boxes, from->num_boxes);
	discovery.unnamed = keep_type(keeper, from->unnamed);
	discovery.free_running = keep_free_running(keeper, from->free_running,
						   from->num_free_running);
	discovery.errata = keep(keeper, from->errata, from->num_errata * sizeof(*from->errata));
	to = keep(keeper, from, sizeof(*from));
	if (to)
		*to = discovery;
	return to;
}

/* The processor must come first: its address is that of the whole block. */
static const struct pmon_processor *__init keep_processor(struct keeper *keeper,
							  const struct pmon_processor *from)
{
	struct pmon_processor *to = keep(keeper, from, sizeof(*from));
	struct pmon_processor processor = *from;

	processor.models = keep_list(keeper, from->models, model_ends);
	processor.events = keep_events(keeper, from->events);
	processor.discovery = keep_discovery(keeper, from->discovery);
	processor.boxes = keep_boxes(keeper, from->boxes, from->num_boxes);
	if (to)
		*to = processor;
	return to;
}

const struct pmon_processor *__init pmon_processor_keep(const struct pmon_processor *from)
{
	static struct keeper keeper __initdata;

	memset(&keeper, 0, sizeof(keeper));
	keep_processor(&keeper, from);
	keeper.room = vmalloc(keeper.used);
	if (!keeper.room)
		return NULL;
	keeper.used = 0;
	keeper.num_shared = 0;
	return keep_processor(&keeper, from);
}
