// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks the global registers of a discovery table.
 */
#include <linux/device.h>
#include <linux/math.h>
#include <linux/minmax.h>

#include "compat.h"
#include "find/placement_global.h"
#include "find/topology.h"
#include "processors/processor.h"

/* Table 1-1: bit 0 freezes all. No source documents that other bits than 63 can read as 1. */
#define CONTROL_RESERVED	GENMASK_ULL(62, 1)

static u64 first_status(const struct pmon_table_global *global)
{
	return global->control + global->status_offset;
}

static unsigned int status_words(const struct pmon_table_global *global)
{
	return DIV_ROUND_UP(global->status_bits, 64);
}

/* Can the control be nothing but a PMON register? */
static bool may_write_control(const struct pmon_discovery *discovery,
			      const struct pmon_table_global *global)
{
	if (global->access != PMON_ACCESS_MSR)
		return false;
	if (discovery->global.control)
		return global->control == discovery->global.control;
	return global->control >= discovery->msrs.first && global->control <= discovery->msrs.last;
}

/* The same of the status. The control is in the range, or the sum could wrap. */
static bool status_in_range(const struct pmon_discovery *discovery,
			    const struct pmon_table_global *global)
{
	return first_status(global) + status_words(global) - 1 <= discovery->msrs.last &&
	       global->status_offset && global->status_bits &&
	       status_words(global) <= discovery->global.words;
}

/*
 * A status register must have no bits above the number in the table. The control may be write-only,
 * so a fault is accepted.
 */
static bool answers(const struct pmon_table_global *global, int cpu)
{
	u64 first = first_status(global), value;
	unsigned int i, bits;

	if (cpu < 0)
		return false;
	for (i = 0; i < status_words(global); i++) {
		bits = min_t(unsigned int, global->status_bits - 64 * i, 64);
		if (pmon_msr_read_on(cpu, first + i, &value) ||
		    value & ~GENMASK_ULL(bits - 1, 0))
			return false;
	}
	return pmon_msr_read_on(cpu, global->control, &value) || !(value & CONTROL_RESERVED);
}

static const char *what_else(const struct pmon_die_desc *table)
{
	return table->global_usable ? "" : ", and counters may stay frozen";
}

void pmon_place_global(const struct pmon_placement *placement, struct pmon_die_desc *table)
{
	const struct pmon_discovery *discovery = placement->discovery;
	const struct pmon_global_place *place = &discovery->global;
	const struct pmon_table_global *global = &table->global;
	int cpu = pmon_topology_cpu(table->die);

	table->global_usable = may_write_control(discovery, global);
	if (table->global_usable && status_in_range(discovery, global) &&
	    (place->control ? first_status(global) == place->status : answers(global, cpu))) {
		table->status_bits = global->status_bits;
		/* The guide's list of registers is shorter than a table can require (1.9.1). */
		if (table->status_bits > 64 * place->used_words && !answers(global, cpu))
			table->status_bits = 64 * place->used_words;
		return;
	}
	dev_warn(placement->dev,
		 "die %d: global control %s 0x%llx, status 0x%llx with %u bits are not those of the processor: no sampling%s\n",
		 table->die, pmon_access_name(global->access), global->control,
		 first_status(global), global->status_bits, what_else(table));
}

const struct pmon_die_desc *pmon_place_global_of(const struct pmon_machine *machine, int die)
{
	const struct pmon_die_desc *table, *own = NULL;

	list_for_each_entry(table, &machine->dies, list) {
		if (table->die == die && pmon_die_usable(table) && table->global_usable &&
		    (!own || (!own->status_bits && table->status_bits)))
			own = table;
	}
	return own;
}

bool pmon_place_global_shared(const struct pmon_placement *placement,
			      const struct pmon_die_desc *table)
{
	const struct pmon_die_desc *own = pmon_place_global_of(placement->machine, table->die);

	return own && own->status_bits && table->status_bits &&
	       own->global.control == table->global.control &&
	       first_status(&own->global) == first_status(&table->global);
}

static bool meet(const struct pmon_span *spans, u64 first, u64 last)
{
	unsigned int i;

	for (i = 0; i < PMON_UNIT_SPANS; i++) {
		if (spans[i].first <= last && spans[i].last >= first)
			return true;
	}
	return false;
}

/* Nothing proves a control without a status: it must not even be near a unit. */
static bool hits(const struct pmon_die_desc *table, const struct pmon_span *spans)
{
	const struct pmon_table_global *global = &table->global;
	u64 first = first_status(global), last = first + status_words(global) - 1;

	if (!table->status_bits)
		return spans[PMON_SPAN_UNIT_CONTROL].first / PMON_MSR_UNIT_SIZE ==
		       global->control / PMON_MSR_UNIT_SIZE;
	return meet(spans, global->control, global->control) || meet(spans, first, last);
}

bool pmon_place_global_hit(const struct pmon_placement *placement, const struct pmon_span *spans)
{
	const struct pmon_global_place *place = &placement->discovery->global;
	const struct pmon_die_desc *table;

	if (place->control)
		return meet(spans, place->control, place->status + place->words - 1);
	for_each_table(table, placement) {
		if (table->status_bits && hits(table, spans))
			return true;
	}
	return false;
}

static bool is_placed_unit(const struct pmon_placement *placement,
			   const struct pmon_die_desc *table)
{
	struct pmon_span spans[PMON_UNIT_SPANS];
	const struct pmon_unit_desc *desc;

	for_each_unit(desc, placement) {
		if (!desc->claims || desc->unit.access != PMON_ACCESS_MSR)
			continue;
		pmon_table_spans(&desc->unit, spans);
		if (hits(table, spans))
			return true;
	}
	return false;
}

/* First the status, then the control. */
static void give_up(const struct pmon_placement *placement, struct pmon_die_desc *table)
{
	bool shared = pmon_place_global_shared(placement, table);
	struct pmon_unit_desc *desc;

	if (!table->status_bits)
		table->global_usable = false;
	table->status_bits = 0;
	dev_warn(placement->dev,
		 "die %d: global control msr 0x%llx or its status are registers of a unit: no sampling%s\n",
		 table->die, table->global.control, what_else(table));
	for_each_unit(desc, placement) {
		if (shared)
			desc->unit.status_position = PMON_NO_STATUS;
	}
}

void pmon_place_global_settle(const struct pmon_placement *placement)
{
	struct pmon_die_desc *table;

	if (placement->discovery->global.control)
		return;
	for_each_table(table, placement) {
		while (table->global_usable && is_placed_unit(placement, table))
			give_up(placement, table);
	}
}
