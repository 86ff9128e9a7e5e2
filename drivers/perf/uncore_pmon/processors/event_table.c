// SPDX-License-Identifier: GPL-2.0-only
/*
 * Access to the compiled event tables.
 *
 * Pure logic, see pure.h.
 */
#include "processors/event_table.h"

const struct pmon_event_table *
pmon_event_table_find(const struct pmon_event_set *set, const char *box)
{
	unsigned int i;

	for (i = 0; i < set->num_tables; i++)
		if (!strcmp(set->tables[i].box, box))
			return &set->tables[i];
	return NULL;
}

static const struct pmon_event_constraint *
find_constraint(const struct pmon_event_table *table, u64 config)
{
	unsigned int i;

	for (i = 0; i < table->num_constraints; i++) {
		const struct pmon_event_constraint *constraint;

		constraint = &table->constraints[i];
		if ((config & constraint->mask) == constraint->match)
			return constraint;
	}
	return NULL;
}

u32 pmon_event_table_counters(const struct pmon_event_table *table, u64 config)
{
	const struct pmon_event_constraint *constraint;

	constraint = find_constraint(table, config);
	return constraint ? constraint->counters : table->counters;
}

u32 pmon_event_table_flags(const struct pmon_event_table *table, u64 config)
{
	const struct pmon_event_constraint *constraint;

	constraint = find_constraint(table, config);
	return constraint ? constraint->flags : 0;
}

bool pmon_event_table_is_clock(const struct pmon_event_table *table, u64 config)
{
	unsigned int i;

	for (i = 0; i < table->num_clocks; i++) {
		if (table->clocks[i] == config)
			return true;
	}
	return false;
}

unsigned int pmon_event_table_size(const struct pmon_event_table *table,
				   enum pmon_event_level level)
{
	unsigned int size = table->lists[level].num_aliases;

	if (table->mesh && table->mesh_level == level)
		size += table->mesh->num_aliases;
	return size;
}

static const struct pmon_event_extra *
find_extra(const struct pmon_event_pool *pool, unsigned int alias)
{
	unsigned int low = 0, high = pool->num_extras;

	while (low < high) {
		unsigned int middle = (low + high) / 2;

		if (pool->extras[middle].alias < alias)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < pool->num_extras && pool->extras[low].alias == alias)
		return &pool->extras[low];
	return NULL;
}

static void get_alias(const struct pmon_event_pool *pool, unsigned int number,
		      struct pmon_event *event)
{
	const struct pmon_event_alias *alias = &pool->aliases[number];
	const struct pmon_event_extra *extra = find_extra(pool, number);

	event->event = pool->strings + alias->event;
	event->subevent = pool->strings + alias->subevent;
	event->config = (u64)alias->config_high << 32 | alias->config_low;
	event->config1 = extra ? extra->config1 : 0;
	event->config2 = extra ? extra->config2 : 0;
	event->scale = extra && extra->scale ? pool->strings + extra->scale : NULL;
	event->unit = extra && extra->unit ? pool->strings + extra->unit : NULL;
}

bool pmon_event_table_get(const struct pmon_event_table *table,
			  enum pmon_event_level level, unsigned int index,
			  struct pmon_event *event)
{
	const struct pmon_event_list *own = &table->lists[level];

	if (index >= pmon_event_table_size(table, level))
		return false;
	if (index < own->num_aliases) {
		get_alias(table->pool, own->aliases[index], event);
	} else {
		get_alias(table->pool, table->mesh->aliases[index - own->num_aliases], event);
		event->config |= table->mesh_config;
	}
	return true;
}

int pmon_event_name(const struct pmon_event *event, char *buffer, size_t size)
{
	int length;

	length = snprintf(buffer, size, "%s%s%s", event->event,
			  *event->subevent ? "." : "", event->subevent);
	if (length < 0 || (size_t)length >= size)
		return -ENOSPC;
	return length;
}

/*
 * Value of a field, whose bits need not be adjacent. perf fills them from the
 * lowest.
 */
static u64 field_value(u64 mask, u64 word)
{
	unsigned int bit, out = 0;
	u64 value = 0;

	for (bit = 0; bit < 64; bit++)
		if (mask >> bit & 1)
			value |= (word >> bit & 1) << out++;
	return value;
}

static bool has_ranges(u64 mask)
{
	return (mask + (mask & -mask)) & mask;
}

/*
 * The bits that the field has in a text. Tools such as PCP do not fill a field of several ranges.
 * So it leaves a range to the field that has only this one: umask leaves the upper one to
 * umask_ext.
 */
static u64 own_bits(const struct pmon_event_table *table, const struct pmon_field *field)
{
	const struct pmon_field *other;
	u64 mask = field->mask;

	if (!has_ranges(mask))
		return mask;
	for (other = table->fields; other->name; other++) {
		if (other->word == field->word && other->mask != field->mask &&
		    !(other->mask & ~field->mask))
			mask &= ~other->mask;
	}
	return mask;
}

int pmon_event_text(const struct pmon_event_table *table,
		    const struct pmon_event *event, char *buffer, size_t size)
{
	u64 left[] = { event->config, event->config1, event->config2 };
	const struct pmon_field *field;
	size_t used = 0;
	int length;

	if (!size)
		return -ENOSPC;
	buffer[0] = 0;
	for (field = table->fields; field->name; field++) {
		u64 mask = own_bits(table, field);
		u64 value = field_value(field->mask, left[field->word] & mask);

		left[field->word] &= ~mask;
		/* perf rejects an empty text, and code 0 can be an event. */
		if (!value && field != table->fields)
			continue;
		length = snprintf(buffer + used, size - used, "%s%s=0x%llx",
				  used ? "," : "", field->name,
				  (unsigned long long)value);
		if (length < 0 || (size_t)length >= size - used)
			return -ENOSPC;
		used += length;
	}
	/* Tools treat an empty text as an error. */
	if (!used) {
		length = snprintf(buffer, size, "%s=0x0", table->fields->name);
		if (length < 0 || (size_t)length >= size)
			return -ENOSPC;
		used = length;
	}
	return used;
}
