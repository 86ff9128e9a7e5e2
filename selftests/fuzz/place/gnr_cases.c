// SPDX-License-Identifier: GPL-2.0-only
/*
 * What Granite Rapids has and Emerald Rapids has not: several tables of a package, root ports, units whose place no
 * document has, and global registers that the table alone knows.
 */
#include "../fuzz.h"
#include "cases.h"
#include "gnr_machine.h"
#include "processors/gnr.h"
#include "rules.h"

static const struct pmon_unit_desc *unit_of(const struct pmon_machine *machine, int die, unsigned int index)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &machine->units, list)
		if (desc->die == die && desc->index == (int)index)
			return desc;
	return NULL;
}

static void expect(const char *what, unsigned int index, enum pmon_verdict verdict)
{
	struct pmon_machine machine;

	require(what, "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	require(what, "verdict", unit_of(&machine, 0, index)->verdict, verdict);
	pmon_machine_release(&machine);
	require(what, "left", place_left(), 0);
}

static void check_msrs(void)
{
	static const struct {
		const char *what;
		u64 control;
		u16 type, id;
		enum pmon_verdict verdict;
	} units[] = {
		{ "the last CHA", 0x28f0, GNR_CHA, 143, PMON_OK },
		{ "a CHA behind the last", 0x2900, GNR_CHA, 144, PMON_BAD_RANGE },
		{ "a CHA elsewhere", 0x4000, GNR_CHA, 0, PMON_BAD_RANGE },
		{ "a CHA between two", 0x2008, GNR_CHA, 0, PMON_BAD_RANGE },
		{ "a stack", 0x29f0, GNR_IIO, 15, PMON_OK },
		{ "an IRP", 0x2a00, GNR_IRP, 0, PMON_OK },
		{ "the UBox", 0x3ff0, GNR_UBOX, 0, PMON_OK },
		{ "Grand Ridge's UBox", 0x3f50, GNR_UBOX, 0, PMON_BAD_RANGE },
		{ "an MDF among free-running counters", 0x3000, GNR_MDF, 79, PMON_OK },
		{ "an MDF above 0x4000", 0x4000, GNR_MDF, 0, PMON_OK },
		{ "an MDF at the end", 0x5ff0, GNR_MDF, 0, PMON_OK },
		{ "an MDF behind the end", 0x6000, GNR_MDF, 0, PMON_BAD_RANGE },
		{ "an MDF over a free-running counter", 0x3004, GNR_MDF, 0, PMON_BAD_RANGE },
		{ "a fourth PCU", 0x3f80, GNR_PCU, 3, PMON_OK },
		{ "a unit without a name", 0x4100, 19, 200, PMON_OK },
		{ "an architectural MSR", 0x1a0, 19, 0, PMON_BAD_RANGE },
		{ "an MDF at the global control", GNR_GLOBAL, GNR_MDF, 0, PMON_BAD_OVERLAP },
		{ "a unit without a name at the global status", GNR_GLOBAL + 2, 19, 0, PMON_BAD_OVERLAP },
		{ "B2HOT in MSR space", 0x4200, GNR_B2HOT, 19, PMON_OK },
		{ "another PCU", 0x4200, GNR_PCU, 0, PMON_OK },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(units); i++) {
		gnr_begin();
		expect(units[i].what, gnr_add_msr(units[i].control, units[i].type, units[i].id), units[i].verdict);
	}
	/* Who has a place of its own comes first. */
	gnr_begin();
	i = gnr_add_msr(0x2010, GNR_PCU, 0);
	gnr_add_msr(0x2010, GNR_CHA, 1);
	expect("a PCU at a CHA's place", i, PMON_BAD_OVERLAP);
	gnr_begin();
	place_kill_msr(0x2011);
	expect("a CHA that does not answer", gnr_add_msr(0x2010, GNR_CHA, 1), PMON_BAD_RESET);
	gnr_begin();
	place_set_msr(0x4001, ~0ULL);
	place_set_msr(0x4008, ~0ULL);
	expect("an MDF that reads as all ones", gnr_add_msr(0x4000, GNR_MDF, 1), PMON_BAD_RESET);
	/* The table has the offsets, and a unit has sixteen registers. */
	gnr_begin();
	expect("a CHA with other offsets",
	       gnr_add_entry(PMON_ACCESS_MSR, 0x2000, GNR_CHA, 0, 4, 9, 2), PMON_OK);
	gnr_begin();
	expect("a CHA with registers of the next one",
	       gnr_add_entry(PMON_ACCESS_MSR, 0x2000, GNR_CHA, 0, 2, 0x18, 1), PMON_BAD_OFFSET);
	gnr_begin();
	expect("a CHA with its filter among the counters",
	       gnr_add_entry(PMON_ACCESS_MSR, 0x2000, GNR_CHA, 0, 2, 0xb, 1), PMON_BAD_OFFSET);
}

static void check_functions(void)
{
	static const struct {
		const char *what;
		unsigned int bus, devfn, reg;
		u16 type, id;
		enum pmon_verdict verdict;
	} units[] = {
		{ "a link", GNR_SECOND_BUS, PCI_DEVFN(17, 1), 0x318, GNR_UPI, 1, PMON_OK },
		{ "a link with a wrong bus", 0x10, PCI_DEVFN(17, 1), 0x318, GNR_UPI, 1, PMON_OK },
		{ "a link at another register", GNR_SECOND_BUS, PCI_DEVFN(17, 1), 0x320, GNR_UPI, 1, PMON_BAD_RANGE },
		{ "the first B2CMI", 0x7e, PCI_DEVFN(5, 1), 0x438, GNR_B2CMI, 0, PMON_OK },
		{ "a B2CMI of another id", 0x7e, PCI_DEVFN(5, 2), 0x438, GNR_B2CMI, 1, PMON_OK },
		{ "a B2CMI with a wrong bus", 0x10, PCI_DEVFN(5, 2), 0x438, GNR_B2CMI, 1, PMON_OK },
		{ "a B2CMI at another register", 0x7e, PCI_DEVFN(5, 2), 0x440, GNR_B2CMI, 1, PMON_BAD_RANGE },
		{ "a B2CMI of nobody", 0x7e, PCI_DEVFN(5, 3), 0x438, GNR_B2CMI, 1, PMON_ABSENT },
		{ "a B2CMI in a link's function", GNR_SECOND_BUS, PCI_DEVFN(16, 1), 0x438, GNR_B2CMI, 1, PMON_BAD_DEVICE },
		{ "a B2CMI in the UBox", 0x7e, PCI_DEVFN(0, 0), 0x438, GNR_B2CMI, 1, PMON_BAD_DEVICE },
		{ "a B2CMI in a root port", GNR_PORTS_BUS, PCI_DEVFN(1, 0), 0x438, GNR_B2CMI, 1, PMON_BAD_DEVICE },
		{ "a B2CMI of the other package", 0xfe, PCI_DEVFN(5, 1), 0x438, GNR_B2CMI, 1, PMON_OK },
		{ "a B2UPI", GNR_SECOND_BUS, PCI_DEVFN(24, 0), 0x408, GNR_B2UPI, 0, PMON_OK },
		{ "a x16 port", GNR_PORTS_BUS, PCI_DEVFN(1, 0), 0x620, GNR_PCIEX16, 8, PMON_OK },
		{ "a x8 port", GNR_PORTS_BUS, PCI_DEVFN(2, 0), 0x620, GNR_PCIEX8, 0, PMON_OK },
		{ "a x16 port that is a x8 port", GNR_PORTS_BUS, PCI_DEVFN(2, 0), 0x620, GNR_PCIEX16, 0,
		  PMON_BAD_DEVICE },
		{ "a port of another kind", GNR_PORTS_BUS, PCI_DEVFN(3, 0), 0x620, GNR_PCIEX16, 0, PMON_BAD_DEVICE },
		{ "a port of the other package", GNR_PORTS_BUS + 0x80, PCI_DEVFN(1, 0), 0x620, GNR_PCIEX16, 0,
		  PMON_BAD_DEVICE },
		{ "a port with a wrong bus", 0x10, PCI_DEVFN(1, 0), 0x620, GNR_PCIEX16, 0, PMON_ABSENT },
		{ "a port at another register", GNR_PORTS_BUS, PCI_DEVFN(1, 0), 0x630, GNR_PCIEX16, 0,
		  PMON_BAD_RANGE },
		{ "B2HOT in a function", 0x7e, PCI_DEVFN(5, 2), 0x438, GNR_B2HOT, 0, PMON_OK },
		{ "B2HOT in a function of a stack", GNR_STACK_BUS, PCI_DEVFN(2, 0), 0x438, GNR_B2HOT, 0,
		  PMON_BAD_DEVICE },
		{ "B2HOT in a root port", GNR_PORTS_BUS, PCI_DEVFN(3, 0), 0x438, GNR_B2HOT, 0, PMON_BAD_DEVICE },
	};
	struct pci_dev *pci;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(units); i++) {
		gnr_begin();
		expect(units[i].what,
		       gnr_add_function_unit(units[i].bus, units[i].devfn, units[i].reg, units[i].type, units[i].id),
		       units[i].verdict);
	}
	for (i = 0; i < 2; i++) {
		unsigned int index;

		gnr_begin();
		index = gnr_add_function_unit(0x7e, PCI_DEVFN(5, 2), 0x438, i ? GNR_B2HOT : GNR_B2CMI, 1);
		pci = place_function(0, PCI_DEVFN(5, 2));
		pci->cfg_size = PCI_CFG_SPACE_SIZE;
		expect("a function without a PCI Express capability", index, PMON_OK);
		pci->no_extended = true;
		expect("a function without extended configuration space", index, i ? PMON_BAD_RESET : PMON_ABSENT);
	}
	/* Looked at before anything is written. */
	gnr_begin();
	i = gnr_add_function_unit(0x7e, PCI_DEVFN(5, 2), 0x438, GNR_B2CMI, 1);
	pci = place_function(0, PCI_DEVFN(5, 2));
	pci->config[0x438 / 4] = ~0U;
	expect("a B2CMI that does not answer", i, PMON_ABSENT);
	pci->config[0x438 / 4] = 1 << 20;
	expect("a B2CMI that is something else", i, PMON_BAD_RANGE);
	pci->config[0x438 / 4] = 0;
	pci->dev.driver = "a driver";
	expect("a B2CMI with a driver", i, PMON_BAD_DEVICE);
	gnr_begin();
	i = gnr_add_function_unit(GNR_PORTS_BUS, PCI_DEVFN(1, 0), 0x620, GNR_PCIEX16, 8);
	pci = place_function(0, PCI_DEVFN(1, 0));
	pci->dev.sleeps = true;
	expect("a port without power", i, PMON_OK);
	pci->config[0x620 / 4] = ~0U;
	expect("a port without power that does not answer", i, PMON_ABSENT);
}

static void check_memory(void)
{
	unsigned int i;

	gnr_begin();
	expect("a channel", gnr_add_entry(PMON_ACCESS_MMIO, GNR_CHANNEL(27), GNR_IMC, 11, 0x40, 8, 0x5c), PMON_OK);
	gnr_begin();
	expect("a channel behind the last",
	       gnr_add_entry(PMON_ACCESS_MMIO, GNR_CHANNEL(28), GNR_IMC, 0, 0x40, 8, 0x5c), PMON_OK);
	gnr_begin();
	expect("a channel between two",
	       gnr_add_entry(PMON_ACCESS_MMIO, GNR_CHANNEL(1) + 0x800, GNR_IMC, 0, 0x40, 8, 0x5c), PMON_BAD_RANGE);
	gnr_begin();
	expect("a CXL port in a channel's registers",
	       gnr_add_entry(PMON_ACCESS_MMIO, GNR_CHANNEL(2), GNR_CXLCM, 0, 0x40, 8, 0x78), PMON_BAD_RANGE);
	gnr_begin();
	expect("a CXL port below the channels",
	       gnr_add_entry(PMON_ACCESS_MMIO, GNR_MEMORY_BASE + 0x10000, GNR_CXLCM, 0, 0x40, 8, 0x78), PMON_OK);
	gnr_begin();
	expect("a CXL port in a function", gnr_add_function_unit(0x7e, PCI_DEVFN(5, 2), 0x438, GNR_CXLCM, 0), PMON_OK);
	expect("a CXL port in a root port", gnr_add_function_unit(GNR_PORTS_BUS, PCI_DEVFN(3, 0), 0x438, GNR_CXLDP, 0),
	       PMON_BAD_DEVICE);
	/* In another order than their places, some of them gone. */
	gnr_begin();
	i = gnr_add_entry(PMON_ACCESS_MMIO, GNR_CHANNEL(20), GNR_IMC, 0, 0x40, 8, 0x5c);
	gnr_add_entry(PMON_ACCESS_MMIO, GNR_CHANNEL(24), GNR_IMC, 1, 0x40, 8, 0x5c);
	expect("a channel with a number of its own", i, PMON_OK);
}

/* --- tables --------------------------------------------------------------------------------- */

static unsigned int num_of(const struct pmon_machine *machine, int die, enum pmon_verdict verdict)
{
	const struct pmon_unit_desc *desc;
	unsigned int num = 0;

	list_for_each_entry(desc, &machine->units, list)
		num += desc->die == die && desc->verdict == verdict;
	return num;
}

static void spoil_maps(u32 map)
{
	unsigned int package;

	for (package = 0; package < PLACE_DIES; package++)
		place_function(package, PCI_DEVFN(0, 0))->config[GNR_UBOX_NODE_MAP / 4] = map;
}

static void add_second_tables(bool numa)
{
	unsigned int package;
	u64 *words;

	for (package = 0; package < PLACE_DIES; package++) {
		struct pci_bus *bus = place_add_bus(package, 0x7f + 0x80 * package);

		words = place_add_discovery(bus, PCI_DEVFN(0, 3));
		gnr_begin_table(words, GNR_GLOBAL);
	}
	if (numa)
		return;
	place_no_nodes();
	spoil_maps(~0U);
}

static void check_tables(bool numa)
{
	const struct pmon_die_desc *desc;
	struct pmon_machine machine;
	unsigned int dies[2] = { 0 };
	u64 *first;

	gnr_begin();
	first = gnr_table;
	add_second_tables(numa);
	gnr_add_msr(0x2000, GNR_CHA, 0);
	gnr_add_msr(0x2000, GNR_CHA, 1);
	gnr_table = first;
	gnr_add_msr(0x2000, GNR_CHA, 0);
	require("four tables", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	list_for_each_entry(desc, &machine.dies, list)
		dies[desc->die]++;
	require("four tables", "those of die 0", dies[0], 2);
	require("four tables", "those of die 1", dies[1], 2);
	require("four tables", "units of die 0", num_of(&machine, 0, PMON_OK), 1);
	/* The last table is package 1's second one: both of its CHAs are in one place. */
	require("four tables", "units of die 1", num_of(&machine, 1, PMON_OK), 1);
	require("four tables", "twice in one place", num_of(&machine, 1, PMON_BAD_OVERLAP), 1);
	pmon_machine_release(&machine);
	require("four tables", "left", place_left(), 0);
}

/* What the second table of a die says twice. */
static void check_merged(void)
{
	struct pmon_machine machine;
	u64 *first;

	gnr_begin();
	first = gnr_table;
	gnr_add_msr(0x2000, GNR_CHA, 0);
	gnr_begin_table(place_add_discovery(place_bus(0), PCI_DEVFN(0, 4)), GNR_GLOBAL);
	gnr_add_msr(0x2010, GNR_CHA, 1);
	gnr_add_msr(0x2020, GNR_CHA, 0);
	gnr_add_msr(0x4000, GNR_MDF, 0);
	gnr_table = first;
	require("two tables", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	require("two tables", "units", num_of(&machine, 0, PMON_OK), 3);
	require("two tables", "the same twice", num_of(&machine, 0, PMON_BAD_DUPLICATE), 1);
	pmon_machine_release(&machine);
	/* A map that puts all in one package, and no nodes. */
	gnr_begin();
	add_second_tables(false);
	place_function(0, PCI_DEVFN(0, 0))->config[GNR_UBOX_NODE_MAP / 4] = 0;
	place_function(1, PCI_DEVFN(0, 0))->config[GNR_UBOX_NODE_MAP / 4] = 0;
	place_function(1, PCI_DEVFN(0, 0))->config[GNR_UBOX_NODE_ID / 4] = 0;
	require("a useless map", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	require("a useless map", "dies", pmon_die_first(&machine, 1) != NULL, 1);
	pmon_machine_release(&machine);
	require("tables", "left", place_left(), 0);
}

/* --- packages of buses ---------------------------------------------------------------------- */

/* A unit on each bus that a package has, as a real Granite Rapids has them, and none of the other package. */
static const struct {
	unsigned int bus, devfn, reg;
	u16 type;
} spread[] = {
	{ 0x7e, PCI_DEVFN(5, 1), 0x438, GNR_B2CMI }, { 0x7e, PCI_DEVFN(5, 2), 0x438, GNR_B2HOT },
	{ GNR_SECOND_BUS, PCI_DEVFN(16, 1), 0x318, GNR_UPI }, { GNR_SECOND_BUS, PCI_DEVFN(17, 1), 0x318, GNR_UPI },
	{ GNR_SECOND_BUS, PCI_DEVFN(24, 0), 0x408, GNR_B2UPI },
	{ GNR_PORTS_BUS, PCI_DEVFN(1, 0), 0x620, GNR_PCIEX16 },
	{ 0x7e, PLACE_SYSTEM_DEVFN, 0x40, 77 },
};

/* @moved: added to the bus numbers of the table */
static void begin_spread(unsigned int moved)
{
	unsigned int package, i;

	gnr_begin();
	for (package = 0; package < PLACE_DIES; package++) {
		gnr_begin_table(place_words(package), GNR_GLOBAL);
		for (i = 0; i < ARRAY_SIZE(spread); i++) {
			if (moved && spread[i].type != GNR_UPI && spread[i].type != GNR_B2UPI &&
			    spread[i].type != GNR_B2CMI)
				continue;
			gnr_add_function_unit(spread[i].bus + 0x80 * package + moved, spread[i].devfn, spread[i].reg,
					      spread[i].type, i);
		}
	}
}

/* The first buses are those of die 1. */
static bool swapped;

/* What is found is right, whether or not anything is. Returns the number of units. */
static int spread_found(const char *what, u8 model)
{
	const struct pmon_unit_desc *desc;
	struct pmon_machine machine;
	int num = 0;

	if (place_run_as(&machine, model))
		return 0;
	list_for_each_entry(desc, &machine.units, list) {
		if (desc->verdict != PMON_OK)
			continue;
		num++;
		require(what, "package of a unit", desc->pci->bus->package, desc->die ^ swapped);
		require(what, "bus of a unit", desc->pci->bus->number,
			spread[desc->unit.id].bus + 0x80 * (desc->die ^ swapped));
		require(what, "place of a unit", desc->pci->devfn, spread[desc->unit.id].devfn);
	}
	pmon_machine_release(&machine);
	require(what, "left", place_left(), 0);
	return num;
}

#define expect_spread(what, num)	require(what, "units", spread_found(what, GNR_CPU_MODEL), num)

static void hide_uboxes(void)
{
	unsigned int package;

	for (package = 0; package < PLACE_DIES; package++)
		place_function(package, PCI_DEVFN(0, 0))->device = 0x1230;
}

static void no_uncore_nodes(void)
{
	unsigned int package;

	for (package = 0; package < PLACE_DIES; package++) {
		place_bus(package)->node = NUMA_NO_NODE;
		place_add_bus(package, GNR_SECOND_BUS + 0x80 * package)->node = NUMA_NO_NODE;
	}
}

/* Unknown is not wrong. */
static void check_packages(void)
{
	const int all = 2 * ARRAY_SIZE(spread);
	unsigned int package;

	begin_spread(0);
	expect_spread("maps and nodes", all);
	place_no_nodes();
	expect_spread("maps only", all);
	spoil_maps(~0U);
	expect_spread("neither maps nor nodes", all);
	begin_spread(0);
	spoil_maps(~0U);
	expect_spread("nodes only", all);
	no_uncore_nodes();
	expect_spread("nodes of the other buses only", all);
	/* One board hides the node of one bus. */
	begin_spread(0);
	place_bus(0)->node = NUMA_NO_NODE;
	expect_spread("no node of a UBox", all);
	spoil_maps(~0U);
	expect_spread("no node of a UBox, no maps", all);
	begin_spread(0);
	hide_uboxes();
	no_uncore_nodes();
	expect_spread("no UBox, the tables have nodes", all);
	place_no_nodes();
	expect_spread("no UBox, no nodes", all);

	/* The bus numbers of a table are those of the firmware. Without an id, the bus after the UBox's has its own. */
	begin_spread(0x100);
	expect_spread("another segment", 8);
	place_no_nodes();
	expect_spread("another segment without nodes", 8);
	begin_spread(0x20);
	expect_spread("other bus numbers", 8);

	/* Nodes of a package's other buses count more than the order. */
	begin_spread(0x20);
	spoil_maps(~0U);
	no_uncore_nodes();
	swapped = true;
	for (package = 0; package < PLACE_CPUS; package++)
		kernel_cpus[package].node ^= 1;
	expect_spread("nodes of the other buses, packages the other way round", 8);
	swapped = false;

	/* A node without a CPU is one of several of a package. */
	begin_spread(0);
	place_add_bus(0, GNR_STACK_BUS)->node = 5;
	expect_spread("a table's node without a CPU", all);
	place_bus(0)->node = 5;
	place_add_bus(0, GNR_SECOND_BUS)->node = 5;
	expect_spread("nodes without a CPU", all);
	spoil_maps(~0U);
	expect_spread("nodes without a CPU, no maps", all);

	/* All nodes are the same, or all maps: they are wrong. */
	begin_spread(0);
	place_bus(1)->node = 0;
	place_add_bus(1, GNR_SECOND_BUS + 0x80)->node = 0;
	place_add_bus(1, GNR_STACK_BUS + 0x80)->node = 0;
	place_add_bus(1, GNR_PORTS_BUS + 0x80)->node = 0;
	expect_spread("one node", all);
	spoil_maps(~0U);
	expect_spread("one node, no maps", all);
	begin_spread(0);
	place_no_nodes();
	for (package = 0; package < PLACE_DIES; package++)
		place_function(package, PCI_DEVFN(0, 0))->config[GNR_UBOX_NODE_ID / 4] = 0;
	expect_spread("maps with one node id", all);
}

/* There is one package, and whatever nodes and maps say, all is its own. */
static void check_one_package(void)
{
	unsigned int i;

	gnr_begin();
	place_remove_package(1);
	kernel_cpus[2].online = kernel_cpus[3].online = false;
	place_max_dies = 1;
	gnr_begin_table(place_words(0), GNR_GLOBAL);
	/* With a wrong bus number, links are looked up. */
	for (i = 0; i < ARRAY_SIZE(spread); i++)
		gnr_add_function_unit(spread[i].type == GNR_UPI ? 0x10 : spread[i].bus, spread[i].devfn, spread[i].reg,
				      spread[i].type, i);
	place_no_nodes();
	place_function(0, PCI_DEVFN(0, 0))->config[GNR_UBOX_NODE_MAP / 4] = ~0U;
	require("one package", "units", spread_found("one package", GNR_CPU_MODEL), ARRAY_SIZE(spread));
	place_function(0, PCI_DEVFN(0, 0))->device = 0x1230;
	require("one package without a UBox", "units", spread_found("one package", 0xb6), ARRAY_SIZE(spread));
	place_bus(0)->node = 5;
	require("one package, a node without a CPU", "units", spread_found("one package", 0xb6), ARRAY_SIZE(spread));
}

/* The order of buses says nothing if a package is missing. */
static void check_order(void)
{
	struct pmon_machine machine;

	begin_spread(0);
	place_remove_package(0);
	place_no_nodes();
	spoil_maps(~0U);
	require("the table of a package is missing", "an error", place_run_as(&machine, GNR_CPU_MODEL), -ENODEV);
	/* Three packages, the second is offline. The kernel may count it or not. */
	begin_spread(0);
	place_no_nodes();
	spoil_maps(~0U);
	place_max_dies = 3;
	kernel_cpus[2].package = kernel_cpus[3].package = 2;
	require("one of three packages", "an error", place_run_as(&machine, GNR_CPU_MODEL), -ENODEV);
	require("order", "left", place_left(), 0);
}

/* The die of a table becomes known after the die is in use: its units stay as they are. */
static void check_late_table(void)
{
	struct pmon_machine machine;
	struct pci_bus *bus;

	begin_spread(0);
	hide_uboxes();
	bus = place_add_bus(0, 0x50);
	bus->node = 5;
	gnr_begin_table(place_add_discovery(bus, PCI_DEVFN(3, 1)), GNR_GLOBAL);
	gnr_add_msr(0x2000, GNR_CHA, 0);
	require("a late table", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	require("a late table", "units", num_of(&machine, 0, PMON_OK), ARRAY_SIZE(spread));
	kernel_cpus[1].node = 5;
	require("a late table", "an error", pmon_discover(NULL, &machine), 0);
	require("a late table", "units afterwards", num_of(&machine, 0, PMON_OK), ARRAY_SIZE(spread));
	require("a late table", "duplicates", num_of(&machine, 0, PMON_BAD_DUPLICATE), 0);
	pmon_machine_release(&machine);
	require("a late table", "left", place_left(), 0);
}

/* --- global registers ----------------------------------------------------------------------- */

/* What of the global registers can be used: nothing, the control to end a freeze, or both. */
enum { NOTHING, UNFREEZE, ALL };

static void expect_global(const char *what, int usable, u16 position)
{
	struct pmon_machine machine;
	const struct pmon_die_desc *die;

	require(what, "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	die = pmon_die_first(&machine, 0);
	require(what, "is usable", die->global_usable, usable != NOTHING);
	require(what, "is untried", machine.processor->discovery->sampling_untried, true);
	require(what, "bits", die->status_bits, usable == ALL ? 128 : 0);
	require(what, "bit of a unit", unit_of(&machine, 0, 0)->unit.status_position, position);
	pmon_machine_release(&machine);
}

static void check_global(void)
{
	gnr_begin();
	gnr_add_msr(0x2000, GNR_CHA, 0);
	expect_global("the table's", ALL, 0);
	place_set_msr(GNR_GLOBAL + 3, 1ULL << 63);
	expect_global("a status with its last bit", ALL, 0);
	gnr_table[2] = 127ULL << 8 | 2;
	expect_global("a status with a bit too many", UNFREEZE, PMON_NO_STATUS);
	gnr_table[2] = 128ULL << 8 | 2;
	place_kill_msr(GNR_GLOBAL + 3);
	expect_global("a status that does not answer", UNFREEZE, PMON_NO_STATUS);
	place_kill_msr(0);
	gnr_table[2] = 128ULL << 8;
	expect_global("a status that is the control", UNFREEZE, PMON_NO_STATUS);
	gnr_table[2] = 2;
	expect_global("a status without bits", UNFREEZE, PMON_NO_STATUS);
	gnr_table[2] = 513ULL << 8 | 2;
	expect_global("a status of nine words", UNFREEZE, PMON_NO_STATUS);
	gnr_table[2] = 128ULL << 8 | 2;
	gnr_table[0] |= 1ULL << 62;
	expect_global("one in memory", NOTHING, PMON_NO_STATUS);
	gnr_table[0] &= ~(3ULL << 62);
	gnr_table[1] = 0x1a0;
	gnr_set_global(0x1a0);
	expect_global("an architectural MSR", NOTHING, PMON_NO_STATUS);
	gnr_table[1] = 0x2000;
	gnr_set_global(0x2000);
	expect_global("a CHA's", NOTHING, PMON_NO_STATUS);
	gnr_table[1] = 0x200e;
	gnr_set_global(0x200e);
	gnr_table[2] = 2;
	expect_global("a CHA's filter", NOTHING, PMON_NO_STATUS);
	gnr_table[2] = 128ULL << 8 | 2;
	gnr_table[1] = GNR_GLOBAL;
	place_set_msr(GNR_GLOBAL, 0x100);
	gnr_set_global(GNR_GLOBAL);
	expect_global("a control with other bits", UNFREEZE, PMON_NO_STATUS);
	place_set_msr(GNR_GLOBAL, 1);
	expect_global("a control that can be read", ALL, 0);
}

/* Control plus offset of the status is a small number, and the control no MSR at all. */
static void check_global_wrap(void)
{
	static const u8 from_end[] = { 1, 2, 0x70, 0x80, 0xfe };
	unsigned int i, status;
	char what[64];

	gnr_begin();
	gnr_add_msr(0x2000, GNR_CHA, 0);
	for (i = 0; i < ARRAY_SIZE(from_end); i++) {
		for (status = 1; status < 0x100; status++) {
			gnr_table[1] = ~0ULL - from_end[i];
			gnr_table[2] = 128ULL << 8 | status;
			snprintf(what, sizeof(what), "a control of %#llx and a status %#x on", gnr_table[1], status);
			expect_global(what, NOTHING, PMON_NO_STATUS);
		}
	}
	gnr_table[1] = GNR_MSR_LAST - 2;
	gnr_table[2] = 128ULL << 8 | 1;
	expect_global("the last registers", ALL, 0);
	gnr_table[2]++;
	expect_global("a status whose end is behind the last register", UNFREEZE, PMON_NO_STATUS);
}

/* --- the rest ------------------------------------------------------------------------------- */

/* Links are looked for only if the table has none right. */
static void check_links(void)
{
	struct pmon_machine machine;

	gnr_begin();
	gnr_add_function_unit(0x7e, PCI_DEVFN(20, 1), 0x318, GNR_UPI, 0);
	require("a broken link", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	require("a broken link", "links that are found", num_of(&machine, 0, PMON_OK), 2);
	pmon_machine_release(&machine);
	place_function(0, PCI_DEVFN(17, 1))->config[0x318 / 4] = ~0U;
	require("a dead link", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	require("a dead link", "links that are found", num_of(&machine, 0, PMON_OK), 1);
	pmon_machine_release(&machine);
	gnr_add_function_unit(GNR_SECOND_BUS, PCI_DEVFN(16, 1), 0x318, GNR_UPI, 1);
	require("one good link", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	require("one good link", "links", num_of(&machine, 0, PMON_OK), 1);
	pmon_machine_release(&machine);
	gnr_begin();
	require("no link", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	require("no link", "links", num_of(&machine, 0, PMON_OK), 0);
	pmon_machine_release(&machine);
	require("links", "left", place_left(), 0);
}

static void check_free_running(void)
{
	const struct pmon_unit_desc *desc;
	struct pmon_machine machine;
	unsigned int found = 0;

	gnr_begin();
	gnr_add_msr(0x2900, GNR_IIO, 0);
	gnr_add_msr(0x2950, GNR_IIO, 3);
	require("stacks", "an error", place_run_as(&machine, GNR_CPU_MODEL), 0);
	list_for_each_entry(desc, &machine.units, list) {
		if (desc->index >= 0)
			continue;
		found++;
		require("a stack's counters", "clock", desc->unit.control == 0x290e + 0x10 * desc->place, 1);
		require("a stack's counters", "number", desc->unit.id, desc->place ? 3 : 0);
		require("a stack's counters", "place", desc->place, desc->unit.id ? 5 : 0);
		/* 0x360e + 0x80 * 5 + 0x10 * 7 */
		require("a stack's counters", "the last port's",
			desc->unit.control + desc->type->extras[8].counter +
			desc->type->extras[8].stride * desc->place == 0x360e + 0x80 * desc->place + 0x70, 1);
	}
	require("stacks", "units", found, 2);
	pmon_machine_release(&machine);
}

void gnr_cases(void)
{
	check_msrs();
	check_functions();
	check_memory();
	check_tables(true);
	check_tables(false);
	check_merged();
	check_packages();
	check_one_package();
	check_order();
	check_late_table();
	check_global();
	check_global_wrap();
	check_links();
	check_free_running();
}
