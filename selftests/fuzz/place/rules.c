// SPDX-License-Identifier: GPL-2.0-only
/*
 * What holds of every machine whose tables were compared with it.
 */
#include "../fuzz.h"
#include "../table_rules.h"
#include "machine.h"
#include "processors/box.h"
#include "processors/emr.h"
#include "processors/processor.h"
#include "rules.h"

#define MAX_GOOD	4096

static bool within(const struct place_range *range, u64 first, u64 last)
{
	return first >= range->first && last <= range->last;
}

static bool meets(u64 first, u64 last, u64 start, u64 size)
{
	return first < start + size && last >= start;
}

/* Table 1-9, with room for more units of each type. */
static const struct place_range msr_ranges[] = {
	{ 0x2000, 0x23ff }, { 0x2800, 0x29ff }, { 0x2fc0, 0x2fef },
	{ 0x3000, 0x30ff }, { 0x3200, 0x32ff }, { 0x3400, 0x34ff },
};

/* Those of types without a place: up to the bandwidth counters, without the global registers. */
static const struct place_range other_msr_ranges[] = { { 0x2000, 0x2fef }, { 0x3000, 0x37ff } };

static bool in_ranges(const struct place_range *ranges, unsigned int num, u64 msr)
{
	unsigned int i;

	for (i = 0; i < num; i++)
		if (within(&ranges[i], msr, msr))
			return true;
	return false;
}

static void check_msr(const struct pmon_unit_desc *desc, u64 msr)
{
	if (desc->box && !desc->box->any_space)
		REQUIRE(in_ranges(msr_ranges, ARRAY_SIZE(msr_ranges), msr));
	else
		REQUIRE(in_ranges(other_msr_ranges, ARRAY_SIZE(other_msr_ranges), msr));
	/* A filter, a clock or a fixed counter. */
	REQUIRE((msr & 0xf) < 0xe);
}

static void check_msrs(const struct place_unit_extent *extent)
{
	const struct pmon_table_unit *unit = &extent->desc->unit;
	unsigned int i;

	check_msr(extent->desc, unit->control);
	check_msr(extent->desc, unit->control + unit->status_offset);
	for (i = 0; i < unit->num_counters; i++) {
		check_msr(extent->desc, unit->control + unit->control_offset + i);
		check_msr(extent->desc, unit->control + unit->counter_offset + i);
	}
}

static void check_config(const struct place_unit_extent *extent)
{
	const struct pmon_unit_desc *desc = extent->desc;
	const struct pci_dev *pci = desc->pci;
	unsigned int first = extent->first & 0xfff;
	unsigned int last = first + (extent->last - extent->first);

	REQUIRE(pci && pci->references > 0 && !pci->dev.driver);
	REQUIRE(pci->bus->package == desc->die);
	REQUIRE(extent->first >> 12 == ((u64)pci->bus->domain << 16 | (u64)pci->bus->number << 8 | pci->devfn));
	REQUIRE(first >= 0x40 && last < 0x1000);
	switch (pci->device) {
	case EMR_PCI_M2M:
		REQUIRE(desc->unit.type == EMR_M2M && first == 0x438);
		break;
	case EMR_PCI_UPI:
		REQUIRE(desc->unit.type == EMR_UPI && first == 0x318);
		break;
	case EMR_PCI_M3UPI:
		REQUIRE(desc->unit.type == EMR_M3UPI && first == 0xa0);
		break;
	default:
		REQUIRE(pci->devfn == PLACE_SYSTEM_DEVFN);
		REQUIRE(last < PLACE_CAPABILITY || first >= PLACE_CAPABILITY + 0x40);
	}
}

static bool is_channel(const struct pmon_unit_desc *desc)
{
	unsigned int i;

	for (i = 0; i < 8; i++)
		if (desc->unit.control == PLACE_CHANNELS + desc->die * PLACE_DISTANCE +
						  i / 2 * PLACE_CONTROLLER_SIZE + 0x22800 + i % 2 * 0x8000)
			return desc->unit.type == EMR_IMC;
	return false;
}

void place_check_anywhere(const struct place_unit_extent *extent)
{
	u64 first = extent->first, last = extent->last;
	unsigned int die;

	REQUIRE(last < 1ULL << 46);
	REQUIRE(first >= PLACE_RAM_END && !meets(first, last, 1ULL << 32, 2ULL << 30));
	REQUIRE(!meets(first, last, 0xfec00000, 0x1400000));
	REQUIRE(!meets(first, last, PLACE_MEMORY, 3 * PLACE_MEMORY_SIZE));
	for (die = 0; die < PLACE_DIES; die++) {
		u64 more = die * PLACE_DISTANCE;

		REQUIRE(!meets(first, last, PLACE_TABLE + more, PLACE_TABLE_SIZE));
		REQUIRE(!meets(first, last, PLACE_STORAGE + more, 0x10000));
		REQUIRE(!meets(first, last, PLACE_CLAIMED + more, PAGE_SIZE));
		if (die != (unsigned int)extent->desc->die)
			REQUIRE(!meets(first, last, PLACE_BRIDGE + more, PLACE_BRIDGE_SIZE));
	}
}

static void check_memory(const struct place_unit_extent *extent)
{
	unsigned int die, mc;

	place_check_anywhere(extent);
	for (die = 0; die < PLACE_DIES; die++)
		for (mc = 0; mc < 4 && !is_channel(extent->desc); mc++)
			REQUIRE(!meets(extent->first, extent->last,
				       PLACE_CHANNELS + die * PLACE_DISTANCE + mc * PLACE_CONTROLLER_SIZE, 0x2b000));
}

static int by_space(const void *left, const void *right)
{
	const struct place_unit_extent *a = left, *b = right;
	int a_space = a->desc->unit.access, b_space = b->desc->unit.access;

	if (a_space != b_space)
		return a_space - b_space;
	/* Each package has MSRs of its own. */
	if (a_space == PMON_ACCESS_MSR && a->desc->die != b->desc->die)
		return a->desc->die - b->desc->die;
	return (a->first > b->first) - (a->first < b->first);
}

static void check_apart(const struct place_unit_extent *extents, unsigned int num)
{
	unsigned int i, j;

	for (i = 0; i < num; i++)
		for (j = i + 1; j < num; j++) {
			const struct place_unit_extent *a = &extents[i], *b = &extents[j];

			if (a->desc->unit.access != b->desc->unit.access ||
			    (a->desc->unit.access == PMON_ACCESS_MSR && a->desc->die != b->desc->die) ||
			    b->first > a->first + 1024)
				break;
			if (b->first <= a->last)
				/* Two units may be one in the other's gaps. */
				REQUIRE(!table_units_share(&a->desc->unit, &b->desc->unit));
		}
}

/* perf knows a unit by its type, its number and its package. */
static void check_numbers(const struct place_unit_extent *extents, unsigned int num)
{
	static u8 known[PLACE_DIES][256][256];
	unsigned int i;

	memset(known, 0, sizeof(known));
	for (i = 0; i < num; i++) {
		const struct pmon_unit_desc *desc = extents[i].desc;
		/* The M2Ms of HBM have another name, and the number of the others. */
		u16 type = desc->type->name && !strcmp(desc->type->name, "m2hbm") ? 255 : desc->unit.type;

		REQUIRE(desc->unit.id < 256);
		if (type < 256)
			REQUIRE(!known[desc->die][type][desc->unit.id]++);
	}
}

/* Sums of numbers from a table can be larger than 64 bits. */
static void check_globals(const struct pmon_machine *machine, const struct place_rules *rules)
{
	const struct pmon_die_desc *table;

	list_for_each_entry(table, &machine->dies, list) {
		unsigned __int128 control = table->global.control;
		unsigned __int128 status = control + table->global.status_offset;
		unsigned int words = (table->global.status_bits + 63) / 64;

		REQUIRE(table->global_usable || !table->status_bits);
		if (!pmon_die_usable(table) || !table->global_usable)
			continue;
		REQUIRE(table->global.access == PMON_ACCESS_MSR && rules->global(control, control));
		if (!table->status_bits)
			continue;
		REQUIRE(words && rules->global(status, status + words - 1) && status > control);
	}
}

void place_check_by(const struct pmon_machine *machine, const struct place_rules *rules)
{
	static struct place_unit_extent extents[MAX_GOOD];
	const struct pmon_unit_desc *desc;
	unsigned int num = 0;

	check_globals(machine, rules);
	list_for_each_entry(desc, &machine->units, list) {
		struct place_unit_extent *extent = &extents[num];

		REQUIRE(desc->verdict < PMON_VERDICTS);
		/* Free-running counters are for free_cases.c. */
		if (desc->verdict != PMON_OK || !desc->unit.num_counters)
			continue;
		REQUIRE(num++ < MAX_GOOD);
		*extent = (struct place_unit_extent){ desc, desc->unit.control, table_unit_last(&desc->unit) };
		switch (desc->unit.access) {
		case PMON_ACCESS_MSR:
			rules->msr(extent);
			break;
		case PMON_ACCESS_PCI:
			rules->config(extent);
			break;
		case PMON_ACCESS_MMIO:
			rules->memory(extent);
			break;
		}
	}
	qsort(extents, num, sizeof(*extents), by_space);
	check_apart(extents, num);
	check_numbers(extents, num);
}

/* Table 1-8, and the registers up to the number of CHAs. */
static bool is_global(unsigned __int128 first, unsigned __int128 last)
{
	return first == last ? first == 0x2ff0 || first == 0x2ff2 : first == 0x2ff2 && last < EMR_MSR_CHA_COUNT;
}

void place_check(const struct pmon_machine *machine)
{
	static const struct place_rules rules = { check_msrs, check_config, check_memory, is_global };

	place_check_by(machine, &rules);
}

void place_check_found(const struct pmon_machine *machine, unsigned int die, const u64 *entry)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &machine->units, list) {
		if (desc->die == (int)die && desc->verdict == PMON_OK &&
		    desc->unit.type == (entry[2] & 0xffff) && desc->unit.control == entry[1])
			return;
	}
	list_for_each_entry(desc, &machine->units, list)
		if (desc->die == (int)die && desc->unit.control == entry[1])
			fprintf(stderr, "package %u: entry %d: %s\n", die, desc->index,
				pmon_verdict_name(desc->verdict));
	fprintf(stderr, "package %u: unit %llu of type %llu is not found\n", die, (entry[2] >> 16) & 0xffff,
		entry[2] & 0xffff);
	abort();
}

unsigned int required;

void require(const char *what, const char *which, int got, int expected)
{
	required++;
	if (got == expected)
		return;
	fprintf(stderr, "%s: %s: %d, not %d\n", what, which, got, expected);
	exit(1);
}
