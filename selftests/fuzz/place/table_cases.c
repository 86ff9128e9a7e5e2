// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which tables and which global registers of a die are used, and fields of a table that counting does not need.
 */
#include "../fuzz.h"
#include "cases.h"
#include "find/placement_global.h"
#include "gnr_machine.h"
#include "processors/emr.h"
#include "processors/gnr.h"
#include "rules.h"

static int num_good(const struct pmon_machine *machine, int die)
{
	const struct pmon_unit_desc *desc;
	int num = 0;

	list_for_each_entry(desc, &machine->units, list)
		num += desc->die == die && desc->verdict == PMON_OK;
	return num;
}

/* --- tables of cards ------------------------------------------------------------------------ */

/* As a header, these three words are plausible. */
static void fill_card(u64 *words)
{
	words[0] = 1 << 16 | 3 << 8;
	words[1] = 0x1234;
	words[2] = 128 << 8 | 2;
}

static void check_card(const char *what, u16 device, bool behind_bridge, bool is_read)
{
	const struct pmon_unit_desc *desc;
	struct pmon_machine machine;
	int whole;

	place_begin();
	require(what, "an error without it", place_run(&machine), 0);
	whole = num_good(&machine, 0);
	pmon_machine_release(&machine);

	fill_card(place_begin_with_card(device, behind_bridge));
	require(what, "an error", place_run(&machine), 0);
	place_check(&machine);
	require(what, "units of its package", num_good(&machine, 0), whole);
	require(what, "its memory is read", place_card_was_read(), is_read);
	list_for_each_entry(desc, &machine.units, list)
		if (!desc->die && desc->index >= 0 && desc->verdict == PMON_OK)
			require(what, "units without a status",
				desc->unit.status_position == PMON_NO_STATUS, 0);
	pmon_machine_release(&machine);
	require(what, "left", place_left(), 0);
}

/* Its own table has no known package, but the order of the buses has one. */
static void check_card_beside_unknown(void)
{
	struct pmon_machine machine;
	int whole;

	place_begin();
	place_function(1, PCI_DEVFN(0, 0))->device = 0x1230;
	place_bus(1)->node = NUMA_NO_NODE;
	require("a table without a package", "an error", place_run(&machine), 0);
	whole = num_good(&machine, 1);
	require("a table without a package", "units", whole > 40, 1);
	pmon_machine_release(&machine);
	fill_card(place_make_discovery(place_add_function_on(place_add_bus(1, 5), 0, 0x1234, 0x088000)));
	require("a card beside it", "an error", place_run(&machine), 0);
	require("a card beside it", "units", num_good(&machine, 1), whole);
	pmon_machine_release(&machine);
}

static void check_cards(void)
{
	int whole[PLACE_DIES];
	struct pmon_machine machine;
	unsigned int i;

	check_card("a card with a capability", 0x1234, true, false);
	check_card("an endpoint with a capability", 0x1234, false, false);
	check_card("a card with the id of the discovery function", EMR_PCI_DISCOVERY, true, false);
	check_card("another table of the package", EMR_PCI_DISCOVERY, false, true);
	check_card_beside_unknown();

	/* Intel 817509: any function can have the capability. */
	place_begin();
	for (i = 0; i < PLACE_DIES; i++) {
		place_discovery(i)->device = 0x4321;
		require("a table of another function", "an error", place_run(&machine), 0);
		require("a table of another function", "units of package 0", num_good(&machine, 0) > 80, 1);
		require("a table of another function", "units of package 1", num_good(&machine, 1) > 40, 1);
		pmon_machine_release(&machine);
	}
	require("tables of other functions", "an error", place_run(&machine), 0);
	require("tables of other functions", "units", num_good(&machine, 0) > 80, 1);
	pmon_machine_release(&machine);
	for (i = 0; i < PLACE_DIES; i++) {
		place_discovery(i)->device = EMR_PCI_DISCOVERY;
		place_bus(i)->behind_bridge = true;
	}
	require("tables behind bridges", "an error", place_run(&machine), 0);
	for (i = 0; i < PLACE_DIES; i++)
		whole[i] = num_good(&machine, i);
	require("tables behind bridges", "units", whole[0] > 80 && whole[1] > 40, 1);
	pmon_machine_release(&machine);

	/* A virtual machine has root buses and others. */
	place_bus(0)->behind_bridge = false;
	require("a table behind a bridge", "an error", place_run(&machine), 0);
	for (i = 0; i < PLACE_DIES; i++)
		require("a table behind a bridge", "units", num_good(&machine, i), whole[i]);
	pmon_machine_release(&machine);
}

/* --- global registers ----------------------------------------------------------------------- */

#define SECOND_GLOBAL	(GNR_GLOBAL + 0x10)

static const struct pmon_unit_desc *unit_of(const struct pmon_machine *machine, const struct pmon_die_desc *table,
					    unsigned int index)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &machine->units, list)
		if (desc->table == table && desc->index == (int)index)
			return desc;
	REQUIRE(!"a unit");
	return NULL;
}

/* Two tables with global registers of their own; the first one's are not usable. */
static void check_second_global(void)
{
	const struct pmon_die_desc *first, *second;
	struct pmon_machine machine;
	u64 *words;

	gnr_begin();
	words = gnr_table;
	gnr_add_msr(0x2000, GNR_CHA, 0);
	words[1] = 0x1a0;
	gnr_begin_table(place_add_discovery(place_bus(0), PCI_DEVFN(0, 4)), SECOND_GLOBAL);
	gnr_set_global(SECOND_GLOBAL);
	gnr_add_msr(0x2010, GNR_CHA, 1);
	require("the second global control", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	first = pmon_die_first(&machine, 0);
	second = pmon_place_global_of(&machine, 0);
	require("the second global control", "is used", second && second->global.control == SECOND_GLOBAL, 1);
	require("the second global control", "bit of its unit", unit_of(&machine, second, 0)->unit.status_position, 0);
	require("the first global control", "bit of its unit", unit_of(&machine, first, 0)->unit.status_position,
		PMON_NO_STATUS);
	pmon_machine_release(&machine);
	/* One that can only end a freeze comes after one with a status. */
	words[1] = GNR_GLOBAL;
	words[2] = 2;
	require("both global controls", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	second = pmon_place_global_of(&machine, 0);
	require("both global controls", "second is used", second && second->global.control == SECOND_GLOBAL, 1);
	require("both global controls", "first can end a freeze", pmon_die_first(&machine, 0)->global_usable, 1);
	pmon_machine_release(&machine);
	words[1] = 0x1a0;
	/* A CHA is where its registers are. */
	gnr_table[1] = 0x2010;
	gnr_set_global(0x2010);
	require("no global control", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	require("no global control", "is used", pmon_place_global_of(&machine, 0) != NULL, 0);
	pmon_machine_release(&machine);
	require("global registers", "left", place_left(), 0);
}

/* Two tables with the same 20 units: one message, whatever their number. */
static void check_listed_twice(void)
{
	struct pmon_machine machine;
	unsigned int table, id;

	gnr_begin();
	for (table = 0; table < 2; table++) {
		if (table)
			gnr_begin_table(place_add_discovery(place_bus(0), PCI_DEVFN(0, 4)), GNR_GLOBAL);
		for (id = 0; id < 20; id++)
			gnr_add_msr(0x2000 + 0x10 * id, GNR_CHA, id);
	}
	require("units listed twice", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	require("units listed twice", "units", num_good(&machine, 0), 20);
	require("units listed twice", "warnings", kernel_warnings, 1);
	pmon_machine_release(&machine);
	require("units listed twice", "left", place_left(), 0);
}

/* --- the status of a unit ------------------------------------------------------------------- */

/* That the unit of an entry of package 0's table counts, and can sample if it has @any status. */
static void expect_status(const char *what, u8 model, unsigned int index, bool any)
{
	const struct pmon_unit_desc *desc;
	struct pmon_machine machine;

	require(what, "an error", place_run_as(&machine, model), 0);
	desc = unit_of(&machine, pmon_die_first(&machine, 0), index);
	require(what, "verdict", desc->verdict, PMON_OK);
	require(what, "offset", !!desc->unit.status_offset, any);
	require(what, "bit", desc->unit.status_position != PMON_NO_STATUS, any);
	pmon_machine_release(&machine);
	require(what, "left", place_left(), 0);
}

static void expect_without(const char *what, u8 model, unsigned int index)
{
	expect_status(what, model, index, false);
}

static u64 *entry_of(u64 type, u64 id)
{
	u64 *words = place_words(0);
	unsigned int at;

	for (at = 3; at < VALID_TABLE_WORDS; at += 3)
		if (words[at] && (words[at + 2] & 0xffffffff) == (id << 16 | type))
			return &words[at];
	REQUIRE(!"an entry");
	return NULL;
}

static void set_status(u64 *entry, u8 offset)
{
	*entry = (*entry & ~(0xffULL << 32)) | (u64)offset << 32;
}

/* Offsets that are not the guide's, none, or in other registers, or behind the function's end. */
static void check_emr_status(void)
{
	static const struct {
		u8 type, offset;
	} units[] = {
		{ EMR_CHA, 0 }, { EMR_CHA, 3 }, { EMR_CHA, 6 }, { EMR_CHA, 0x0e }, { EMR_CHA, 0x11 }, { EMR_CHA, 0xff },
		{ EMR_IIO, 0 }, { EMR_MDF, 0x0c }, { EMR_M2M, 0 }, { EMR_M2M, 0x6c }, { EMR_M2M, 0x71 },
		{ EMR_IMC, 0 }, { EMR_IMC, 0x60 }, { EMR_CXLCM, 0 }, { EMR_CXLCM, 0x41 },
	};
	unsigned int i, id;
	char what[64];
	u64 *entry;

	for (i = 0; i < ARRAY_SIZE(units); i++) {
		for (id = 0; id < 2; id++) {
			place_begin();
			entry = entry_of(units[i].type, id);
			set_status(entry, units[i].offset);
			snprintf(what, sizeof(what), "unit %u of type %u with the status at %#x", id, units[i].type,
				 units[i].offset);
			expect_without(what, 0xcf, (entry - place_words(0)) / 3 - 1);
		}
	}
}

static void wake_status(void)
{
	place_function(0, PCI_DEVFN(24, 0))->config[0x488 / 4] = 0;
}

static void check_gnr_status(void)
{
	unsigned int index;

	gnr_begin();
	index = gnr_add_entry(PMON_ACCESS_MSR, 0x2000, GNR_CHA, 0, 2, 8, 0);
	expect_without("a CHA without a status", GNR_CPU_MODEL, index);
	gnr_begin();
	index = gnr_add_entry(PMON_ACCESS_MSR, 0x2000, GNR_CHA, 0, 2, 8, 0x0f);
	expect_without("a CHA with the status behind its filter", GNR_CPU_MODEL, index);
	gnr_begin();
	index = gnr_add_entry(PMON_ACCESS_MSR, 0x5ff0, GNR_MDF, 0, 2, 8, 0x10);
	expect_without("an MDF with the status behind the range", GNR_CPU_MODEL, index);
	gnr_begin();
	index = gnr_add_function_unit(0x7e, PCI_DEVFN(24, 0), 0x408, GNR_B2UPI, 0);
	set_status(&gnr_table[3 * (index + 1)], 0);
	expect_without("a B2UPI without a status", GNR_CPU_MODEL, index);
	set_status(&gnr_table[3 * (index + 1)], 0x80);
	place_function(0, PCI_DEVFN(24, 0))->config[0x488 / 4] = ~0U;
	expect_without("a B2UPI with a status that reads as all ones", GNR_CPU_MODEL, index);
	place_wake(3, wake_status);
	expect_status("a B2UPI with a status that answers late", GNR_CPU_MODEL, index, true);
	gnr_begin();
	index = gnr_add_function_unit(GNR_PORTS_BUS, PCI_DEVFN(1, 0), 0x620, GNR_PCIEX16, 3);
	set_status(&gnr_table[3 * (index + 1)], 0x39);
	expect_without("a port with the status in a control", GNR_CPU_MODEL, index);
	gnr_begin();
	index = gnr_add_entry(PMON_ACCESS_MMIO, PLACE_FREE, GNR_CXLCM, 0, 0x40, 8, 0x78);
	place_set_register(PLACE_FREE + 0x78, 1 << 20);
	expect_without("a CXL port with another register as its status", GNR_CPU_MODEL, index);
}

/* --- memory of functions with a driver ------------------------------------------------------ */

/* That a CXL unit at an address of package 0 gets a verdict; the machine is as the caller has made it. */
static void expect_memory(const char *what, u64 control, enum pmon_verdict verdict)
{
	u64 *entry = entry_of(EMR_CXLCM, 0);
	struct pmon_machine machine;

	entry[1] = control;
	require(what, "an error", place_run(&machine), 0);
	require(what, "verdict", unit_of(&machine, pmon_die_first(&machine, 0),
					 (entry - place_words(0)) / 3 - 1)->verdict, verdict);
	place_check(&machine);
	pmon_machine_release(&machine);
	require(what, "left", place_left(), 0);
}

static void check_drivers(void)
{
	struct pci_dev *pci;

	place_begin();
	pci = place_function(0, PCI_DEVFN(30, 0));
	pci->dev.driver = "pcieport";
	expect_memory("a CXL unit in a root port", PLACE_BRIDGE + 0x8000, PMON_OK);
	pci->bars[0].start = PLACE_CLAIMED - 0x8000;
	expect_memory("a CXL unit in a root port, claimed", PLACE_CLAIMED, PMON_BAD_RANGE);
	pci->class = 0x088000;
	expect_memory("a CXL unit in a system device with a driver", PLACE_CLAIMED - 0x2000, PMON_BAD_RANGE);
	place_begin();
	pci = place_discovery(0);
	pci->dev.driver = "intel_vsec";
	pci->config[PCI_COMMAND / 4] = PCI_COMMAND_MEMORY;
	pci->bars[1] = (struct kernel_bar){ PLACE_FREE, 0x10000 };
	expect_memory("a CXL unit in another BAR of discovery", PLACE_FREE + 0x100, PMON_OK);
	expect_memory("a CXL unit in the table", PLACE_TABLE + 0x100, PMON_BAD_RANGE);
	pci->device = 0x4321;
	expect_memory("a CXL unit in another BAR of another function with a table", PLACE_FREE + 0x100, PMON_OK);
}

static void expect_table(const char *what, bool usable)
{
	int locked = place_discovery(0)->dev.locked;
	struct pmon_machine machine;

	require(what, "an error", place_run(&machine), 0);
	require(what, "die 0", pmon_die_first(&machine, 0) != NULL, usable);
	require(what, "die 1", pmon_die_first(&machine, 1) != NULL, 1);
	pmon_machine_release(&machine);
	require(what, "left", place_left(), locked);
}

/* Only a driver switches its own function's memory on and off. */
static void check_decoding(void)
{
	struct pci_dev *pci;

	place_begin();
	pci = place_discovery(0);
	pci->dev.driver = "intel_vsec";
	expect_table("a driver has not switched memory on", false);
	pci->config[PCI_COMMAND / 4] = PCI_COMMAND_MEMORY;
	expect_table("a driver has switched memory on", true);
	place_begin();
	pci = place_discovery(0);
	pci->dev.locked = true;
	expect_table("a driver is about to be bound", false);
	pci->dev.locked = false;
	expect_table("no driver", true);
}

/* --- functions of which the kernel knows 256 bytes -------------------------------------------- */

static void set_links(bool no_capability, bool no_extended)
{
	unsigned int i;

	for (i = 0; i < 4; i++) {
		struct pci_dev *functions[] = {
			place_function(0, PCI_DEVFN(1 + i, 1)), place_function(0, PCI_DEVFN(12 + i, 0)),
		};
		unsigned int j;

		for (j = 0; j < ARRAY_SIZE(functions); j++) {
			functions[j]->cfg_size = no_capability ? PCI_CFG_SPACE_SIZE : PCI_CFG_SPACE_EXP_SIZE;
			functions[j]->no_extended = no_extended;
		}
	}
}

/* UPI and M2M have their registers beyond the first 256 bytes, with a PCI Express capability or without. */
static void check_capability(void)
{
	struct pmon_machine machine;
	int whole;

	place_begin();
	require("all capabilities", "an error", place_run(&machine), 0);
	whole = num_good(&machine, 0);
	pmon_machine_release(&machine);
	set_links(true, false);
	require("no PCI Express capability", "an error", place_run(&machine), 0);
	require("no PCI Express capability", "units", num_good(&machine, 0), whole);
	pmon_machine_release(&machine);
	set_links(true, true);
	require("no extended configuration space", "an error", place_run(&machine), 0);
	require("no extended configuration space", "units", num_good(&machine, 0), whole - 8);
	pmon_machine_release(&machine);
	require("no PCI Express capability", "left", place_left(), 0);
}

void table_cases(void)
{
	check_capability();
	check_decoding();
	check_drivers();
	check_emr_status();
	check_gnr_status();
	check_cards();
	check_second_global();
	check_listed_twice();
}
