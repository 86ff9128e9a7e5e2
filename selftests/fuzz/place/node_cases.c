// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which unit belongs to which NUMA node. What is expected is written down here, as perf's table has it.
 */
#include "../fuzz.h"
#include "cases.h"
#include "find/machine.h"
#include "find/nodes.h"
#include "find/topology.h"
#include "machine.h"
#include "processors/box.h"
#include "processors/processor.h"
#include "rules.h"

#define EMR		0xcf
#define SPR		0x8f
#define GNR		0xad
#define SRF		0xaf
#define SKX		0x55
#define MAX_UNITS	128

static struct pmon_unit_desc units[2 * MAX_UNITS];
static unsigned int num_units;
static struct pmon_machine machine;
static struct pmon_box_type type;

/* A CPU of each node, and one more of the first. Node n of die d has the number d * nodes + n. */
static void begin_cpus(unsigned int dies, unsigned int nodes)
{
	unsigned int cpu, all = dies * nodes;

	place_clear_all();
	for (cpu = 0; cpu < all; cpu++)
		kernel_cpus[cpu] = (struct kernel_cpu){ true, (int)(cpu / nodes), (int)(cpu / nodes), (int)cpu };
	kernel_cpus[cpu] = (struct kernel_cpu){ true, 0, 0, 0 };
}

static void add_units(int die, unsigned int first, unsigned int number)
{
	unsigned int i;

	for (i = first; i < first + number; i++) {
		struct pmon_unit_desc *desc = &units[num_units++];

		*desc = (struct pmon_unit_desc){ .type = &type, .die = die };
		desc->unit.id = (u16)i;
		list_add_tail(&desc->list, &machine.units);
	}
}

static void begin_units(u8 model, const char *name)
{
	machine = (struct pmon_machine){ .processor = pmon_processor_find(6, model, 0) };
	INIT_LIST_HEAD(&machine.units);
	num_units = 0;
	type.name = name;
}

/* Units of a type on two dies, and the node of each by its id, one digit each, repeated; "" is unknown. */
static void expect_nodes(const char *what, u8 model, const char *name, unsigned int nodes, unsigned int number,
			 const char *expected)
{
	unsigned int i;

	begin_cpus(2, nodes);
	begin_units(model, name);
	add_units(0, 0, number);
	add_units(1, 0, number);
	pmon_find_nodes(&machine);
	for (i = 0; i < num_units; i++) {
		int node = *expected ? expected[units[i].unit.id % strlen(expected)] - '0' : -1;

		require(what, "the node", units[i].node ? units[i].node % 16 : -1, node);
		if (node >= 0)
			require(what, "its number", units[i].numa_node, units[i].die * (int)nodes + node);
	}
}

static void check_tables(void)
{
	static const u8 models[] = { EMR, SPR };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(models); i++) {
		expect_nodes("channels, two nodes", models[i], "imc", 2, 8, "0011");
		expect_nodes("M2Ms, two nodes", models[i], "m2m", 2, 4, "01");
		expect_nodes("CHAs, two nodes", models[i], "cha", 2, 8, "00001111");
		expect_nodes("CHAs, an odd number", models[i], "cha", 2, 7, "");
		expect_nodes("channels, four nodes", models[i], "imc", 4, 8, "");
		expect_nodes("CHAs, four nodes", models[i], "cha", 4, 8, "");
		expect_nodes("channels, one node", models[i], "imc", 1, 8, "0");
		expect_nodes("CHAs, one node, an odd number", models[i], "cha", 1, 7, "0");
		expect_nodes("links", models[i], "upi", 1, 4, "");
	}
	expect_nodes("Granite Rapids: channels, two nodes", GNR, "imc", 2, 8, "1100");
	expect_nodes("Granite Rapids: channels, three nodes", GNR, "imc", 3, 12, "110022");
	expect_nodes("Granite Rapids: channels, one missing", GNR, "imc", 3, 11, "");
	expect_nodes("Granite Rapids: 12 channels, two nodes", GNR, "imc", 2, 12, "");
	expect_nodes("Granite Rapids: mesh stops, two nodes", GNR, "b2cmi", 2, 8, "1100");
	expect_nodes("Granite Rapids: mesh stops, three nodes", GNR, "b2cmi", 3, 12, "110022");
	expect_nodes("Granite Rapids: CHAs, three nodes", GNR, "cha", 3, 9, "000111222");
	expect_nodes("Granite Rapids: CHAs that are not a multiple", GNR, "cha", 3, 10, "");
	expect_nodes("Sierra Forest: channels, two nodes", SRF, "imc", 2, 8, "");
	expect_nodes("Skylake-SP: channels, two nodes", SKX, "imc", 2, 6, "");
	expect_nodes("Skylake-SP: channels, one node", SKX, "imc", 1, 6, "0");
}

/* The CHAs of a die of two nodes, as they must not be, or as the CPUs must not be. */
static void expect_unknown(const char *what, bool unknown)
{
	unsigned int i;

	pmon_find_nodes(&machine);
	for (i = 0; i < num_units; i++)
		require(what, "the node is unknown", !units[i].node, unknown);
}

static void begin_chas(void)
{
	begin_cpus(2, 2);
	begin_units(EMR, "cha");
	add_units(0, 0, 8);
	add_units(1, 0, 8);
}

static void check_doubt(void)
{
	begin_chas();
	expect_unknown("all as it should be", false);
	begin_chas();
	kernel_cpus[3].node = 0;
	expect_unknown("a node on two dies", true);
	begin_chas();
	kernel_cpus[1] = (struct kernel_cpu){ false, .node = 1, .present = true };
	expect_unknown("a node without an online CPU", true);
	kernel_cpus[1] = (struct kernel_cpu){ true, .node = 1 };
	expect_unknown("its CPU is online", false);
	begin_chas();
	kernel_cpus[5] = (struct kernel_cpu){ false, .node = 1, .present = true };
	expect_unknown("a CPU that is offline", false);

	begin_chas();
	units[3].unit.id = units[11].unit.id = 8;
	expect_unknown("a gap in the numbers", true);
	begin_chas();
	units[3].verdict = units[11].verdict = PMON_BAD_RESET;
	pmon_find_nodes(&machine);
	require("a unit that is not used", "a node", units[4].node, 0);
	begin_cpus(2, 2);
	begin_units(EMR, "imc");
	add_units(0, 0, 2);
	add_units(1, 4, 4);
	pmon_find_nodes(&machine);
	require("missing channels", "channel 1", units[1].node, 16);
	require("missing channels", "channel 6", units[4].node, 1);
	begin_chas();
	units[0].die = PMON_DIE_UNKNOWN;
	pmon_find_nodes(&machine);
	require("a unit of no die", "a node", units[0].node, 0);
}

void node_cases(void)
{
	check_tables();
	check_doubt();
}
