// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables of Granite Rapids that anything was done to, compared with a machine. An input is a list of changes of the tables of
 * package 0, of which there are two.
 */
#include "../fuzz.h"
#include "../table_rules.h"
#include "gnr_machine.h"
#include "processors/gnr.h"
#include "rules.h"

#define MAX_CHANGES	64
#define ENTRIES		24
#define TABLE_WORDS	(PMON_TABLE_ENTRY_QWORDS * (1 + ENTRIES))

/* One of each kind, and room for more. */
static void fill(u64 *words, unsigned int second)
{
	gnr_begin_table(words, GNR_GLOBAL + 0x10 * second);
	gnr_set_global(GNR_GLOBAL + 0x10 * second);
	gnr_add_msr(0x2000 + 0x10 * second, GNR_CHA, second);
	gnr_add_msr(0x2900 + 0x10 * second, GNR_IIO, second);
	gnr_add_msr(0x2a00 + 0x10 * second, GNR_IRP, second);
	gnr_add_msr(0x4000 + 0x10 * second, GNR_MDF, second);
	gnr_add_msr(0x3f80 + 0x10 * second, GNR_PCU, second);
	gnr_add_msr(0x4200 + 0x10 * second, GNR_B2HOT, second);
	gnr_add_function_unit(GNR_SECOND_BUS, PCI_DEVFN(16 + second, 1), 0x318, GNR_UPI, second);
	gnr_add_function_unit(0x7e, PCI_DEVFN(5, 1 + second), 0x438, GNR_B2CMI, second);
	gnr_add_entry(PMON_ACCESS_MMIO, GNR_CHANNEL(4 * second), GNR_IMC, second, 0x40, 8, 0x5c);
	gnr_add_entry(PMON_ACCESS_MMIO, PLACE_BRIDGE + 0x100 * second, GNR_CXLCM, second, 0x40, 8, 0x78);
	if (second)
		return;
	gnr_add_msr(0x3ff0, GNR_UBOX, 0);
	gnr_add_function_unit(GNR_SECOND_BUS, PCI_DEVFN(24, 0), 0x408, GNR_B2UPI, 0);
	gnr_add_function_unit(GNR_PORTS_BUS, PCI_DEVFN(1, 0), 0x620, GNR_PCIEX16, 3);
	gnr_add_function_unit(GNR_PORTS_BUS, PCI_DEVFN(2, 0), 0x620, GNR_PCIEX8, 0);
}

/* Where something lies that a unit could have, or touch. */
static const struct {
	enum pmon_access access;
	u64 address;
} places[] = {
	{ PMON_ACCESS_MSR, 0x1ff8 }, { PMON_ACCESS_MSR, 0x28f0 }, { PMON_ACCESS_MSR, 0x2e00 }, { PMON_ACCESS_MSR, 0x3ff0 },
	{ PMON_ACCESS_MSR, GNR_GLOBAL }, { PMON_ACCESS_MSR, GNR_GLOBAL + 0x10 }, { PMON_ACCESS_MSR, 0x5fe8 },
	{ PMON_ACCESS_MMIO, GNR_MEMORY_BASE + 0x24bf80 }, { PMON_ACCESS_MMIO, GNR_CHANNEL(1) },
	{ PMON_ACCESS_MMIO, GNR_CHANNEL(27) }, { PMON_ACCESS_MMIO, GNR_CHANNEL(28) - 0x80 },
	{ PMON_ACCESS_MMIO, PLACE_TABLE }, { PMON_ACCESS_MMIO, PLACE_BRIDGE }, { PMON_ACCESS_MMIO, PLACE_STORAGE },
	{ PMON_ACCESS_MMIO, PLACE_CLAIMED }, { PMON_ACCESS_MMIO, PLACE_FREE },
	{ PMON_ACCESS_PCI, 0x7e00000 | PLACE_SYSTEM_DEVFN << 12 | 0x80 },
	{ PMON_ACCESS_PCI, 0x7e00000 | PLACE_DRIVEN_DEVFN << 12 | 0x438 },
	{ PMON_ACCESS_PCI, 0x7e00000 | PLACE_STORAGE_DEVFN << 12 | 0x438 },
	{ PMON_ACCESS_PCI, 0x7e00000 | PCI_DEVFN(0, 1) << 12 | 0x438 },
	{ PMON_ACCESS_PCI, 0x6000000 | PCI_DEVFN(3, 0) << 12 | 0x620 },
	{ PMON_ACCESS_PCI, 0xe000000 | PCI_DEVFN(1, 0) << 12 | 0x620 },
	{ PMON_ACCESS_PCI, 0x6000000 | PCI_DEVFN(1, 0) << 12 | 0x620 },
};

static void place_somewhere(struct input *input, u64 *entry)
{
	unsigned int place = take(input, 1) % ARRAY_SIZE(places), type = take(input, 1), size, counters;

	size = places[place].access == PMON_ACCESS_MSR ? 1 : 8;
	counters = 1 + take(input, 1) % 5;
	entry[0] = counters | (u64)2 * size << 8 | 48 << 16 | (u64)(2 + counters) * size << 24 | (u64)size << 32 |
		   (u64)places[place].access << 62;
	entry[1] = places[place].address + take(input, 1) * size;
	entry[2] = type % 32 | (type >> 5) << 16;
}

static void change(struct input *input, u64 *words, const u64 *good)
{
	unsigned int kind = take(input, 1), at = take(input, 2) % TABLE_WORDS, from;

	switch (kind % 7) {
	case 0:	/* a bit */
		words[at] ^= 1ULL << take(input, 1) % 64;
		break;
	case 1:	/* a byte */
		from = take(input, 1) % 8 * 8;
		words[at] = (words[at] & ~(0xffULL << from)) | take(input, 1) << from;
		break;
	case 2:	/* a word */
		words[at] = take(input, 8);
		break;
	case 3:	/* one more, or one less */
		words[at] += kind & 0x80 ? 1 : -1;
		break;
	case 4:	/* another address, or another type or number */
		from = take(input, 1) % ENTRIES;
		words[at] = good[3 * from + at % 3];
		break;
	case 5:
		if (at >= 3)
			place_somewhere(input, &words[at - at % 3]);
		break;
	case 6:	/* global registers near the end of all numbers, or of the range */
		words[1] = (kind & 0x80 ? GNR_MSR_LAST : ~0ULL) - take(input, 1);
		words[2] = (words[2] & ~0xffULL) | take(input, 1);
		break;
	}
}

/* --- rules ---------------------------------------------------------------------------------- */

static const struct pmon_machine *found;

static void check_msr(const struct place_unit_extent *extent, u64 msr)
{
	const struct pmon_die_desc *table;

	REQUIRE(msr >= 0x2000 && msr < 0x6000 && (msr & 0xf) < 0xe);
	list_for_each_entry(table, &found->dies, list) {
		u64 control = table->global.control, status = control + table->global.status_offset;

		if (table->die != extent->desc->die || !table->global_usable)
			continue;
		REQUIRE(msr != control);
		REQUIRE(!table->status_bits || msr < status ||
			msr >= status + (table->global.status_bits + 63) / 64);
	}
}

static bool is_at(u64 control, u64 first, unsigned int num)
{
	return control >= first && control < first + 0x10 * num && control % 0x10 == 0;
}

static void check_msrs(const struct place_unit_extent *extent)
{
	const struct pmon_table_unit *unit = &extent->desc->unit;
	unsigned int i;

	check_msr(extent, unit->control);
	check_msr(extent, unit->control + unit->status_offset);
	for (i = 0; i < unit->num_counters; i++) {
		check_msr(extent, unit->control + unit->control_offset + i);
		check_msr(extent, unit->control + unit->counter_offset + i);
	}
	switch (unit->type) {
	case GNR_CHA:
		REQUIRE(is_at(unit->control, 0x2000, 144));
		break;
	case GNR_IIO:
		REQUIRE(is_at(unit->control, 0x2900, 16));
		break;
	case GNR_IRP:
		REQUIRE(is_at(unit->control, 0x2a00, 16));
		break;
	case GNR_UBOX:
		REQUIRE(extent->first >= 0x3ff0 && extent->last <= 0x3fff);
		break;
	}
}

static void check_config(const struct place_unit_extent *extent)
{
	const struct pmon_unit_desc *desc = extent->desc;
	const struct pci_dev *pci = desc->pci;
	unsigned int first = extent->first & 0xfff;

	REQUIRE(pci && pci->references > 0 && pci->bus->package == desc->die);
	REQUIRE(extent->first >> 12 == ((u64)pci->bus->number << 8 | pci->devfn));
	REQUIRE(first >= 0x40 && first + (extent->last - extent->first) < 0x1000);
	switch (pci->device) {
	case GNR_PCI_UPI:
		REQUIRE(desc->unit.type == GNR_UPI && first == 0x318);
		break;
	case 0x0db0:
		REQUIRE(desc->unit.type == GNR_PCIEX16 && first == 0x620);
		break;
	case 0x0db9:
		REQUIRE(desc->unit.type == GNR_PCIEX8 && first == 0x620);
		break;
	default:
		REQUIRE(!pci->dev.driver && pci->class >> 16 != PCI_BASE_CLASS_STORAGE);
		REQUIRE(pci->device != GNR_PCI_UBOX && pci->device != GNR_PCI_MEMORY &&
			pci->device != GNR_PCI_DISCOVERY);
		REQUIRE(desc->unit.type != GNR_B2CMI || first == 0x438);
		REQUIRE(desc->unit.type != GNR_B2UPI || first == 0x408);
	}
}

static void check_memory(const struct place_unit_extent *extent)
{
	const struct pmon_table_unit *unit = &extent->desc->unit;
	u64 more = extent->desc->die * PLACE_DISTANCE;
	unsigned int i;

	place_check_anywhere(extent);
	for (i = 0; i < 28; i++)
		if (unit->type == GNR_IMC && unit->control == GNR_CHANNEL(i) + more)
			return;
	for (more = 0; more <= PLACE_DISTANCE; more += PLACE_DISTANCE)
		REQUIRE(extent->last < GNR_CHANNEL(0) - 0x2800 + more || extent->first >= GNR_CHANNEL(28) - 0x2800 + more);
}

static bool is_global(unsigned __int128 first, unsigned __int128 last)
{
	return first >= GNR_MSR_FIRST && last <= GNR_MSR_LAST;
}

static void check(const struct pmon_machine *machine)
{
	static const struct place_rules rules = { check_msrs, check_config, check_memory, is_global };

	found = machine;
	place_check_by(machine, &rules);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	u64 good[2][TABLE_WORDS], *words[2];
	struct pmon_machine machine;
	unsigned int i, changes;

	table_dword_types = 1ULL << GNR_IMC;
	gnr_begin();
	words[0] = gnr_table;
	words[1] = place_add_discovery(place_bus(0), PCI_DEVFN(0, 4));
	for (i = 0; i < 2; i++) {
		fill(words[i], i);
		memcpy(good[i], words[i], sizeof(good[i]));
	}
	for (changes = 0; input.left && changes < MAX_CHANGES; changes++) {
		i = take(&input, 1) & 1;
		change(&input, words[i], good[i]);
	}
	if (!place_run_as(&machine, GNR_CPU_MODEL)) {
		check(&machine);
		pmon_machine_release(&machine);
	}
	REQUIRE(!place_left());
	return 0;
}
