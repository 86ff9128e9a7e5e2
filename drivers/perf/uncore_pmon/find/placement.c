// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compares a discovery table with the machine.
 *
 * The driver writes to the addresses in a table. If the description of the processor has places for
 * a type, its units must be there. Other units must at least be where no other registers can be.
 */
#include <linux/bitfield.h>
#include <linux/device.h>
#include <linux/pci.h>

#include "compat.h"
#include "count/regspace.h"
#include "find/errata.h"
#include "find/placement.h"
#include "find/placement_global.h"
#include "find/placement_io.h"
#include "find/places.h"
#include "find/topology.h"
#include "processors/processor.h"

/* Limits the messages about a table that is wrong throughout. */
#define MESSAGES_PER_DIE	16

/*
 * The last two of each unit's sixteen registers are never standard registers: a filter (CHA, PCU),
 * a free-running clock (IRP), or control and counter of UCLK (UBox).
 */
#define MSR_UNIT_EXTRA		0xe

/* Are all registers in the range, and none of them a non-standard register? */
static bool msr_spans_in(const struct pmon_span *spans, struct pmon_span range)
{
	unsigned int i;
	u64 msr;

	for (i = 0; i < PMON_UNIT_SPANS; i++) {
		if (spans[i].first < range.first || spans[i].last > range.last)
			return false;
		for (msr = spans[i].first; msr <= spans[i].last; msr++) {
			if (msr % PMON_MSR_UNIT_SIZE >= MSR_UNIT_EXTRA)
				return false;
		}
	}
	return true;
}

/* From the first run of a type to the end of its last one; without any, the range is empty. */
static struct pmon_span msr_range(const struct pmon_known_box *box)
{
	const struct pmon_run *run = box->at.runs;
	struct pmon_span range = { .first = run->first };

	for (; run < box->at.runs + PMON_MAX_RUNS && run->num; run++)
		range.last = run->first + run->num * PMON_MSR_UNIT_SIZE - 1;
	return range;
}

/* Is a unit at the documented place of the unit with its type and id? */
static bool at_documented_place(const struct pmon_placement *placement,
				const struct pmon_unit_desc *desc)
{
	const struct pmon_known_box *box = desc->box;
	const struct pmon_function *functions = box->at.functions;
	u16 id = box->at.type->max_id ? desc->unit.id : 0;
	u64 control = desc->unit.control;

	if (desc->unit.access != box->at.access || box->any_space)
		return false;
	/* Undocumented units must not be in the place of another unit. */
	if (desc->unit.access == PMON_ACCESS_PCI)
		return !functions->devfn ||
		       (id < PMON_MAX_FUNCTIONS &&
			functions[id].devfn == FIELD_GET(PMON_PCI_DEVFN, control));
	return (box->described || desc->unit.access == PMON_ACCESS_MMIO) &&
	       pmon_place_number(placement, &box->at, control) == id;
}

static int num_listed(const struct pmon_placement *placement, u16 type)
{
	const struct pmon_unit_desc *desc;
	int num = 0;

	for_each_unit(desc, placement)
		num += desc->index >= 0 && desc->unit.type == type;
	return num;
}

/* Position of a unit among the places of its type, or -1 if it is at none of them. */
static int unit_position(const struct pmon_placement *placement, const struct pmon_unit_desc *desc)
{
	struct pmon_span range = msr_range(desc->box);
	u64 control = desc->unit.control;

	if (desc->unit.access != PMON_ACCESS_MSR)
		return pmon_place_number(placement, &desc->box->at, control);
	if (control < range.first || control > range.last || control % PMON_MSR_UNIT_SIZE)
		return -1;
	return (control - range.first) / PMON_MSR_UNIT_SIZE;
}

/* Do the addresses of a type's entries decrease as their ids increase? */
static bool is_reversed(const struct pmon_placement *placement, const struct pmon_box_type *type)
{
	const struct pmon_unit_desc *a, *b;

	for_each_unit(a, placement) {
		if (a->type != type)
			continue;
		for_each_unit(b, placement) {
			bool first = a->unit.id < b->unit.id;
			bool lower = a->unit.control < b->unit.control;

			if (b->type == type && b != a && first == lower)
				return false;
		}
	}
	return true;
}

/* Would the good units of the type, with this one, have their ids in the order of addresses? */
static bool in_order(const struct pmon_placement *placement, const struct pmon_unit_desc *desc,
		     int position)
{
	const struct pmon_unit_desc *other;

	for_each_unit(other, placement) {
		bool first = other->unit.id < desc->unit.id;

		if (other->claims && other->type == desc->type &&
		    first != (unit_position(placement, other) < position))
			return false;
	}
	return true;
}

/*
 * The ids in a table need not match the guide, and both can have gaps: processors lack some units,
 * maybe others on each die. But a table with n units lists the first n places of the guide, or some
 * places in the guide's order, or all its units in the reverse order. A unit with any other address
 * does not exist.
 */
static enum pmon_verdict place_known(const struct pmon_placement *placement,
				     const struct pmon_unit_desc *desc)
{
	int position = unit_position(placement, desc);
	int number = pmon_place_number(placement, &desc->box->at, desc->unit.control);

	if (position < 0)
		return PMON_BAD_RANGE;
	if ((number >= 0 && number < num_listed(placement, desc->unit.type)) ||
	    at_documented_place(placement, desc) || in_order(placement, desc, position) ||
	    is_reversed(placement, desc->type))
		return PMON_OK;
	return PMON_BAD_RANGE;
}

static enum pmon_verdict range_of_msrs(const struct pmon_placement *placement,
				       const struct pmon_unit_desc *desc)
{
	const struct pmon_known_box *box = desc->box;
	struct pmon_span spans[PMON_UNIT_SPANS];
	u64 control = desc->unit.control;

	pmon_table_spans(&desc->unit, spans);
	if (!box || !box->at.runs->num) {
		if (!msr_spans_in(spans, placement->discovery->msrs))
			return PMON_BAD_RANGE;
		return pmon_place_global_hit(placement, spans) ? PMON_BAD_OVERLAP : PMON_OK;
	}
	if (!box->described)
		return msr_spans_in(spans, msr_range(box)) ? PMON_OK : PMON_BAD_RANGE;
	if (box->table_offsets &&
	    !msr_spans_in(spans, (struct pmon_span){ control, control + PMON_MSR_UNIT_SIZE - 1 }))
		return PMON_BAD_OFFSET;
	return place_known(placement, desc);
}

/* If the status, or else a counter, faults or reads as all ones, there is no unit. */
static enum pmon_verdict place_msr(const struct pmon_placement *placement,
				   const struct pmon_unit_desc *desc)
{
	enum pmon_verdict verdict = range_of_msrs(placement, desc);
	u64 value;

	if (verdict != PMON_OK || (desc->box && !desc->box->probed))
		return verdict;
	if (pmon_msr_read_on(pmon_topology_cpu(placement->die->die), desc->unit.control +
			     (desc->unit.status_offset ?: desc->unit.counter_offset), &value) ||
	    value == PMON_ALL_ONES)
		return PMON_BAD_RESET;
	return PMON_OK;
}

static enum pmon_verdict check_known(const struct pmon_unit_desc *desc)
{
	const struct pmon_table_unit *unit = &desc->unit;
	const struct pmon_known_box *box = desc->box;

	if (box && unit->access != box->at.access && !box->any_space)
		return PMON_BAD_SPACE;
	if (box && box->described && !box->table_offsets &&
	    (unit->control_offset != box->control_offset ||
	     unit->counter_offset != box->counter_offset ||
	     (unit->status_offset && unit->status_offset != box->status_offset)))
		return PMON_BAD_OFFSET;
	/* Some tables have odd ids for the only unit of a type. */
	return desc->type->max_id && unit->id > desc->type->max_id ? PMON_BAD_ID : PMON_OK;
}

/* All dies share the addresses outside of MSR space. */
static enum pmon_verdict check_claims(const struct pmon_placement *placement,
				      struct pmon_unit_desc *desc)
{
	const struct pmon_unit_desc *other;

	list_for_each_entry(other, &placement->machine->units, list) {
		bool here = other->die == desc->die;

		if (!other->claims)
			continue;
		/* Types with one number have units of their own. */
		if (here && other->unit.type == desc->unit.type && other->type == desc->type) {
			if (other->unit.id == desc->unit.id)
				return PMON_BAD_DUPLICATE;
			if (desc->box && !desc->type->max_id)
				return PMON_BAD_ID;
		}
		if ((here || desc->unit.access != PMON_ACCESS_MSR) &&
		    pmon_table_units_overlap(&other->unit, &desc->unit))
			return PMON_BAD_OVERLAP;
	}
	return PMON_OK;
}

/* Is the unit a documented channel of a memory controller? */
static bool is_channel(const struct pmon_placement *placement, const struct pmon_unit_desc *desc)
{
	return desc->box && desc->unit.access == PMON_ACCESS_MMIO &&
	       unit_position(placement, desc) >= 0;
}

static enum pmon_verdict check_space(const struct pmon_placement *placement,
				     struct pmon_unit_desc *desc)
{
	switch (desc->unit.access) {
	case PMON_ACCESS_MSR:
		return place_msr(placement, desc);
	case PMON_ACCESS_MMIO:
		if (is_channel(placement, desc))
			return place_known(placement, desc) ?:
			       pmon_place_probe_channel(&desc->unit);
		return pmon_place_mmio(placement, desc);
	case PMON_ACCESS_PCI:
		return pmon_place_pci(placement, desc);
	}
	return PMON_BAD_ACCESS;
}

static enum pmon_verdict check_unit(const struct pmon_placement *placement,
				    struct pmon_unit_desc *desc)
{
	/* Only the last one accesses registers, or keeps a reference. */
	return check_known(desc) ?: check_claims(placement, desc) ?: check_space(placement, desc);
}

static bool is_silent(enum pmon_verdict verdict)
{
	return verdict == PMON_ABSENT || verdict == PMON_BAD_RESET;
}

/*
 * Counting does not need the status: if only the status is wrong, the unit cannot sample. A unit
 * that does not answer keeps it until the last time that it is asked.
 */
static enum pmon_verdict place_unit(struct pmon_placement *placement, struct pmon_unit_desc *desc,
				    bool last)
{
	enum pmon_verdict verdict = check_unit(placement, desc);
	const struct pmon_table_unit listed = desc->unit;

	if (verdict == PMON_OK || !listed.status_offset || (is_silent(verdict) && !last))
		return verdict;
	desc->unit.status_offset = 0;
	desc->unit.status_position = PMON_NO_STATUS;
	if (check_unit(placement, desc) == PMON_OK)
		return PMON_OK;
	desc->unit = listed;
	return verdict;
}

/*
 * The order in which units claim their registers. A wrong entry must not claim registers of a
 * documented unit, and an entry that could be anywhere must not claim those of a known place, even
 * if the table lacks that unit.
 */
enum place_rank {
	RANK_DOCUMENTED,	/* of a known type, at the unit's documented place */
	RANK_KNOWN,		/* of a known type */
	RANK_ANYWHERE,		/* of an unknown type, or of a type without documented places */
};

static enum place_rank unit_rank(const struct pmon_placement *placement,
				 const struct pmon_unit_desc *desc)
{
	if (!desc->box || desc->box->any_space)
		return RANK_ANYWHERE;
	return at_documented_place(placement, desc) ? RANK_DOCUMENTED : RANK_KNOWN;
}

/* The unit takes its number and registers. */
static void claim(const struct pmon_placement *placement, struct pmon_unit_desc *desc,
		  enum place_rank rank)
{
	const struct pmon_known_box *box = desc->box;

	desc->claims = true;
	if (!box)
		return;
	desc->documented = is_channel(placement, desc);
	desc->number = max(unit_position(placement, desc), 0);
	if (!desc->type->max_id)
		desc->unit.id = 0;
	/* Not for several runs: a unit between them shifts the ids of all that follow. */
	if (rank == RANK_KNOWN && box->described && !box->table_offsets && !box->at.runs[1].num)
		dev_info(placement->dev,
			 "die %d: %s unit %u has the documented address of another unit, %s 0x%llx\n",
			 desc->die, desc->type->name, desc->unit.id,
			 pmon_access_name(desc->unit.access), desc->unit.control);
}

/* Returns true if a unit does not answer. */
static bool ask_units(struct pmon_placement *placement, enum place_rank rank, bool last)
{
	struct pmon_unit_desc *desc;
	bool silent = false;

	for_each_unit(desc, placement) {
		if (desc->index < 0 || desc->claims || unit_rank(placement, desc) != rank ||
		    (desc->verdict != PMON_OK && !is_silent(desc->verdict)))
			continue;
		desc->verdict = place_unit(placement, desc, last);
		if (desc->verdict == PMON_OK)
			claim(placement, desc, rank);
		silent |= is_silent(desc->verdict);
	}
	return silent;
}

/* All units are asked before the next sleep: a wrong table may list thousands that are silent. */
static void place_units(struct pmon_placement *placement, enum place_rank rank)
{
	unsigned int asked = 0;
	bool last = false;

	while (ask_units(placement, rank, last) && !last)
		last = !pmon_place_again(&asked);
}

/* A unit without a usable status can count, but not sample. */
static void settle_status(struct pmon_placement *placement, struct pmon_unit_desc *desc)
{
	if (desc->verdict == PMON_BAD_STATUS ||
	    !pmon_place_global_shared(placement, desc->table))
		desc->unit.status_position = PMON_NO_STATUS;
	if (desc->verdict == PMON_BAD_STATUS)
		desc->verdict = PMON_OK;
}

/* Types with one number differ in the PCI function. */
static const struct pmon_known_box *find_box(const struct pmon_discovery *discovery,
					     const struct pmon_table_unit *unit)
{
	unsigned int function = PCI_FUNC(FIELD_GET(PMON_PCI_DEVFN, unit->control)), i;

	for (i = 0; i < discovery->num_boxes; i++) {
		const struct pmon_known_box *box = &discovery->boxes[i];

		if (box->at.type->number == unit->type &&
		    (!box->pci_functions || box->pci_functions & BIT(function)))
			return box;
	}
	return NULL;
}

static int list_units(struct pmon_placement *placement, const struct pmon_die_desc *die)
{
	unsigned int index, outside = 0;
	struct pmon_table_unit unit;
	struct pmon_unit_desc *desc;
	enum pmon_verdict verdict;

	for (index = 0; index < die->global.max_entries; index++) {
		verdict = pmon_table_parse_unit(die->words, die->num_words,
						&die->global, index,
						placement->discovery->dword_types, &unit);
		if (verdict == PMON_BAD_TRUNCATED)
			outside++;
		if (verdict == PMON_BAD_TRUNCATED || verdict == PMON_HOLE)
			continue;

		desc = pmon_place_new_unit(placement, die, index);
		if (!desc)
			return -ENOMEM;
		desc->unit = unit;
		desc->verdict = verdict;
		desc->box = find_box(placement->discovery, &unit);
		desc->type = desc->box ? desc->box->at.type : placement->discovery->unnamed;
		if (desc->box)
			desc->unit.num_counters = min(unit.num_counters, desc->box->max_counters);
		if (desc->box && desc->box->at.access == PMON_ACCESS_PCI &&
		    unit.access == PMON_ACCESS_PCI)
			pmon_place_correct_bus(placement, &desc->unit, desc->box);
		settle_status(placement, desc);
	}
	if (outside)
		dev_warn(placement->dev,
			 "die %d: the discovery table claims %u entries, the last %u are outside its BAR\n",
			 die->die, die->global.max_entries, outside);
	return 0;
}

static void report(const struct pmon_placement *placement)
{
	unsigned int bad = 0, without = 0, num[PMON_VERDICTS] = {};
	const struct pmon_unit_desc *desc;
	const struct pmon_die_desc *table;

	for_each_unit(desc, placement) {
		if (desc->index < 0)
			continue;
		num[desc->verdict]++;
		without += desc->verdict == PMON_OK &&
			   desc->unit.status_position == PMON_NO_STATUS &&
			   pmon_place_global_shared(placement, desc->table);
		if (desc->verdict == PMON_OK || desc->verdict == PMON_REPLACED ||
		    desc->verdict == PMON_ABSENT || desc->verdict == PMON_BAD_DUPLICATE ||
		    ++bad > MESSAGES_PER_DIE)
			continue;
		dev_warn(placement->dev,
			 "die %d: entry %d (%s type %u unit %u, %s 0x%llx) not used: %s\n",
			 desc->die, desc->index, desc->type->name ?: "unnamed",
			 desc->unit.type, desc->unit.id,
			 pmon_access_name(desc->unit.access),
			 desc->unit.control, pmon_verdict_name(desc->verdict));
	}
	if (bad > MESSAGES_PER_DIE)
		dev_warn(placement->dev,
			 "die %d: %u more entries not used, see debugfs\n",
			 placement->die->die, bad - MESSAGES_PER_DIE);
	if (num[PMON_BAD_DUPLICATE])
		dev_warn(placement->dev,
			 "die %d: %u entries not used: earlier ones have their type and number, see debugfs\n",
			 placement->die->die, num[PMON_BAD_DUPLICATE]);
	if (num[PMON_ABSENT])
		dev_info(placement->dev,
			 "die %d: this processor lacks %u units of the discovery table, see debugfs\n",
			 placement->die->die, num[PMON_ABSENT]);
	if (without)
		dev_warn(placement->dev, "die %d: %u units have no usable status and cannot sample\n",
			 placement->die->die, without);
	for_each_table(table, placement)
		dev_info(placement->dev, "die %d: %u units, discovery table of %s\n", table->die,
			 pmon_place_good_units(placement, table), pci_name(table->pci));
}

static int place_tables(struct pmon_placement *placement)
{
	struct pmon_die_desc *table;
	int ret = 0;

	/* settle_status() of each unit depends on the global registers that the die uses. */
	for_each_table(table, placement)
		pmon_place_global(placement, table);
	for_each_table(table, placement)
		ret = ret ?: list_units(placement, table);
	ret = ret ?: pmon_correct_listed(placement);
	if (ret)
		return ret;
	place_units(placement, RANK_DOCUMENTED);
	place_units(placement, RANK_KNOWN);
	ret = pmon_correct_checked(placement);
	if (ret)
		return ret;
	place_units(placement, RANK_ANYWHERE);
	pmon_place_global_settle(placement);
	report(placement);
	return 0;
}

int pmon_place_die(struct pmon_placement *placement)
{
	const struct pmon_processor *processor = placement->machine->processor;
	int ret = placement->discovery ? place_tables(placement) : 0;
	unsigned int i;

	for (i = 0; i < processor->num_places && !ret; i++)
		ret = pmon_find_places(placement, &processor->places[i], NULL);
	if (!ret && !placement->discovery)
		dev_info(placement->dev, "die %d: %u units of %s\n", placement->die->die,
			 pmon_place_good_units(placement, placement->die), processor->name);
	return ret;
}
