// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables in unusual places, packages in unusual orders, and what a table is not believed.
 */
#include "../fuzz.h"
#include "../valid_table.h"
#include "cases.h"
#include "find/topology.h"
#include "machine.h"
#include "processors/emr.h"
#include "rules.h"

/* --- dies ----------------------------------------------------------------------------------- */

const struct pmon_die_desc *find_die_of(const struct pmon_machine *machine, unsigned int package)
{
	const struct pmon_die_desc *desc;

	list_for_each_entry(desc, &machine->dies, list)
		if (desc->pci == place_discovery(package))
			return desc;
	return NULL;
}

/* That the tables of the packages are those of two dies; -1: of a package without a CPU. */
static void expect_dies(const char *what, int first, int second)
{
	struct pmon_machine machine;

	require(what, "an error", place_run(&machine), 0);
	require(what, "die of the first bus", find_die_of(&machine, 0)->die, first);
	require(what, "die of the second bus", find_die_of(&machine, 1)->die, second);
	pmon_machine_release(&machine);
	require(what, "left", place_left(), 0);
}

static void set_cpus(const int dies[PLACE_CPUS], const int packages[PLACE_CPUS])
{
	unsigned int cpu;

	place_begin();
	for (cpu = 0; cpu < PLACE_CPUS; cpu++) {
		kernel_cpus[cpu].online = dies[cpu] >= 0;
		kernel_cpus[cpu].die = dies[cpu];
		kernel_cpus[cpu].package = packages[cpu];
	}
}

#define set_cpus(dies, packages) \
	(set_cpus)((const int[PLACE_CPUS]) dies, (const int[PLACE_CPUS]) packages)
#define FOUR(a, b, c, d)	{ a, b, c, d }

void find_spoil_maps(void)
{
	unsigned int i;

	for (i = 0; i < PLACE_DIES; i++)
		place_function(i, PCI_DEVFN(0, 0))->config[EMR_UBOX_NODE_MAP / 4] = ~0U;
}

void find_swap_maps(void)
{
	unsigned int i;

	for (i = 0; i < PLACE_DIES; i++)
		place_function(i, PCI_DEVFN(0, 0))->config[EMR_UBOX_NODE_MAP / 4] = 1;
}

void find_no_nodes(void)
{
	unsigned int i;

	for (i = 0; i < PLACE_DIES; i++)
		place_bus(i)->node = NUMA_NO_NODE;
}

static void check_maps(void)
{
	place_begin();
	expect_dies("a machine as most are", 0, 1);
	find_swap_maps();
	expect_dies("node ids the other way round", 1, 0);
	find_no_nodes();
	expect_dies("the same without NUMA", 1, 0);

	/* The kernel gives the first number to the package that it has seen first. */
	set_cpus(FOUR(0, 0, 1, 1), FOUR(1, 1, 0, 0));
	expect_dies("package 1 was seen first", 1, 0);
	set_cpus(FOUR(0, 0, -1, -1), FOUR(0, 0, 1, 1));
	expect_dies("package 1 is offline", 0, PMON_DIE_OFFLINE);
	set_cpus(FOUR(-1, -1, 1, 1), FOUR(0, 0, 1, 1));
	expect_dies("package 0 is offline", PMON_DIE_OFFLINE, 1);

	/* Numbers of packages with a gap, which the map lacks: the nodes tell. */
	set_cpus(FOUR(0, 0, 1, 1), FOUR(0, 0, 2, 2));
	expect_dies("packages 0 and 2", 0, 1);
	place_bus(1)->node = 0;
	expect_dies("packages 0 and 2, one node", 0, PMON_DIE_OFFLINE);
	set_cpus(FOUR(0, 0, 1, 1), FOUR(0, 0, 2, 2));
	find_no_nodes();
	expect_dies("packages 0 and 2, no nodes", 0, PMON_DIE_OFFLINE);

	/* Two dies in one package: the map has both. */
	set_cpus(FOUR(0, 0, 1, 1), FOUR(0, 0, 0, 0));
	expect_dies("a package with two dies", 0, 1);
	find_swap_maps();
	expect_dies("the same with node ids the other way round", 1, 0);
	set_cpus(FOUR(0, 1, 0, 1), FOUR(0, 0, 0, 0));
	expect_dies("CPUs of two dies by turns", 0, 1);
}

/* Of packages that have nothing else. */
static void add_uboxes(unsigned int num)
{
	static unsigned int devfn;

	while (num--)
		place_add_function(0, PCI_DEVFN(21, 0) + devfn++, EMR_PCI_UBOX, 0x088000);
}

static void check_nodes(void)
{
	place_begin();
	find_spoil_maps();
	expect_dies("unreadable maps", 0, 1);
	place_bus(0)->node = 1;
	place_bus(1)->node = 0;
	expect_dies("unreadable maps, nodes the other way round", 1, 0);
	kernel_cpus[2].online = false;
	kernel_cpus[3].online = false;
	expect_dies("a node without a CPU", -1, 0);

	place_begin();
	find_spoil_maps();
	find_no_nodes();
	expect_dies("nothing but the order of buses", 0, 1);
	set_cpus(FOUR(3, 3, 5, 5), FOUR(0, 0, 1, 1));
	find_spoil_maps();
	find_no_nodes();
	expect_dies("the order of buses, dies 3 and 5", 3, 5);

	/* A map has room for eight packages, and how many nodes these have does not matter. */
	place_begin();
	find_swap_maps();
	nr_node_ids = 9;
	expect_dies("nine nodes", 1, 0);
	place_bus(0)->node = 8;
	expect_dies("nine nodes, that of the first bus has no CPU", 1, 0);
	place_begin();
	find_swap_maps();
	add_uboxes(6);
	expect_dies("eight packages", 1, 0);
	add_uboxes(1);
	expect_dies("nine packages", 0, 1);
	place_bus(0)->node = 8;
	place_max_dies = 9;
	expect_dies("nine packages, the first one is offline", PMON_DIE_UNKNOWN, 1);

	/* One node covers all packages: it tells nothing. */
	set_cpus(FOUR(0, 0, 1, 1), FOUR(0, 0, 1, 1));
	kernel_cpus[2].node = 0;
	kernel_cpus[3].node = 0;
	find_spoil_maps();
	place_bus(1)->node = 0;
	expect_dies("one node for two dies", 0, 1);

	/* CPUs of no package that the maps know. */
	set_cpus(FOUR(0, 0, 1, 1), FOUR(4, 4, 5, 5));
	find_swap_maps();
	expect_dies("maps of other packages", 0, 1);
}

/* Good units of each package's die, all of them on the package's buses and in its memory. */
static void count_units(const char *what, const struct pmon_machine *machine, unsigned int units[PLACE_DIES])
{
	const struct pmon_unit_desc *desc;

	memset(units, 0, PLACE_DIES * sizeof(*units));
	list_for_each_entry(desc, &machine->units, list) {
		if (desc->verdict != PMON_OK)
			continue;
		require(what, "package of a function", desc->pci ? desc->pci->bus->package : desc->die, desc->die);
		units[desc->die]++;
	}
}

/* Firmware, or a virtual machine, hides the UBoxes of some packages. Without nodes, the order of the buses is left. */
static void check_uboxes(void)
{
	static const struct {
		const char *what;
		bool hidden[PLACE_DIES];
		int nodes[PLACE_DIES];
	} cases[] = {
		{ "no UBoxes", { true, true }, { 0, 1 } },
		{ "no UBoxes and no nodes", { true, true }, { NUMA_NO_NODE, NUMA_NO_NODE } },
		{ "no UBox in package 0", { true, false }, { 0, 1 } },
		{ "no UBox in package 0, and a wrong node of the other one", { true, false }, { 0, 0 } },
		{ "no UBox in package 1", { false, true }, { 0, 1 } },
		{ "no UBox in package 1, and no nodes", { false, true }, { NUMA_NO_NODE, NUMA_NO_NODE } },
	};
	unsigned int i, die, all[PLACE_DIES], units[PLACE_DIES];
	struct pmon_machine machine;

	place_begin();
	require("all UBoxes", "an error", place_run(&machine), 0);
	count_units("all UBoxes", &machine, all);
	pmon_machine_release(&machine);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		place_begin();
		for (die = 0; die < PLACE_DIES; die++) {
			place_bus(die)->node = cases[i].nodes[die];
			if (cases[i].hidden[die])
				place_function(die, PCI_DEVFN(0, 0))->device = 0x1230;
		}
		require(cases[i].what, "an error", place_run(&machine), 0);
		count_units(cases[i].what, &machine, units);
		for (die = 0; die < PLACE_DIES; die++)
			require(cases[i].what, "units", units[die], all[die]);
		pmon_machine_release(&machine);
	}
	/* The first bus would be that of the die that the second one has by its node. */
	place_begin();
	for (die = 0; die < PLACE_DIES; die++)
		place_function(die, PCI_DEVFN(0, 0))->device = 0x1230;
	place_bus(0)->node = NUMA_NO_NODE;
	place_bus(1)->node = 0;
	place_bus(1)->package = 0;
	place_bus(0)->package = 1;
	require("an order that a node contradicts", "an error", place_run(&machine), 0);
	count_units("an order that a node contradicts", &machine, units);
	require("an order that a node contradicts", "units", units[0], all[1]);
	pmon_machine_release(&machine);
	require("UBoxes", "left", place_left(), 0);
}

/* A simple virtual machine: no UBoxes, no nodes, and all tables on one bus, in functions with the order of the packages. */
static void check_one_bus(void)
{
	const struct pmon_die_desc *desc;
	struct pmon_machine machine;
	struct pci_dev *second;
	unsigned int i, seen = 0;

	set_cpus(FOUR(3, 3, 5, 5), FOUR(0, 0, 1, 1));
	find_no_nodes();
	for (i = 0; i < PLACE_DIES; i++)
		place_function(i, PCI_DEVFN(0, 0))->vendor = 0xffff;
	second = place_discovery(1);
	second->bus = place_bus(0);
	second->devfn = PCI_DEVFN(31, 3);
	require("one bus", "an error", place_run(&machine), 0);
	list_for_each_entry(desc, &machine.dies, list) {
		require("one bus", "die", desc->die, desc->pci == second ? 5 : 3);
		require("one bus", "verdict", desc->verdict, PMON_OK);
		seen++;
	}
	require("one bus", "dies", seen, 2);
	pmon_machine_release(&machine);
	require("one bus", "left", place_left(), 0);
}

/* --- where the table is --------------------------------------------------------------------- */

#define CAPABILITY	(PLACE_CAPABILITY / 4)

static void expect_verdict(const char *what, enum pmon_verdict verdict)
{
	struct pmon_machine machine;

	require(what, "an error", place_run(&machine), 0);
	require(what, "verdict", find_die_of(&machine, 0)->verdict, verdict);
	require(what, "the other package", find_die_of(&machine, 1)->verdict, PMON_OK);
	place_check(&machine);
	pmon_machine_release(&machine);
	require(what, "left", place_left(), 0);
}

static void check_offsets(void)
{
	static const struct {
		u32 pointer;
		enum pmon_verdict verdict;
	} places[] = {
		{ 0, PMON_OK },
		{ 8, PMON_OK },
		{ 0x8000, PMON_OK },
		/* An entry fits. */
		{ PLACE_TABLE_SIZE - 24, PMON_OK },
		{ PLACE_TABLE_SIZE - 16, PMON_BAD_TRUNCATED },
		{ PLACE_TABLE_SIZE - 8, PMON_BAD_TRUNCATED },
		{ PLACE_TABLE_SIZE, PMON_BAD_TRUNCATED },
		{ PLACE_TABLE_SIZE + 8, PMON_BAD_TRUNCATED },
		{ 0xfffffff8, PMON_BAD_TRUNCATED },
		/* BARs that are not there, and that no function has. */
		{ 1, PMON_BAD_ADDRESS },
		{ 5, PMON_BAD_ADDRESS },
		{ 6, PMON_BAD_ADDRESS },
		{ 7, PMON_BAD_ADDRESS },
	};
	unsigned int i;
	char what[64];

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		place_begin();
		place_discovery(0)->config[CAPABILITY + 3] = places[i].pointer;
		snprintf(what, sizeof(what), "a capability that says %#x", places[i].pointer);
		expect_verdict(what, places[i].verdict);
	}
}

static void expect_tables(const char *what, int expected)
{
	const struct pmon_die_desc *desc;
	struct pmon_machine machine;
	int tables = 0;

	require(what, "an error", place_run(&machine), 0);
	list_for_each_entry(desc, &machine.dies, list)
		tables++;
	require(what, "tables", tables, expected);
	pmon_machine_release(&machine);
}

static void check_bars(void)
{
	struct pci_dev *pci;

	place_begin();
	place_discovery(0)->bars[0].flags = IORESOURCE_UNSET;
	expect_verdict("a BAR that is not set", PMON_BAD_ADDRESS);
	expect_tables("a BAR that is not set", 2);
	place_begin();
	place_discovery(0)->bars[0].start = 0;
	expect_verdict("a BAR at 0", PMON_BAD_ADDRESS);
	place_begin();
	place_discovery(0)->bars[0].start = PLACE_RAM_END - PLACE_TABLE_SIZE;
	expect_verdict("a BAR in RAM", PMON_BAD_ADDRESS);
	place_discovery(0)->bars[0].start = (1ULL << 46) - PLACE_TABLE_SIZE;
	expect_verdict("a BAR at the end of what there is", PMON_OK);
	place_discovery(0)->bars[0].start = (1ULL << 46) - PLACE_TABLE_SIZE + 0x1000;
	expect_verdict("a BAR beyond that", PMON_BAD_ADDRESS);

	/* The first entry is about the table itself. */
	place_begin();
	memset(place_words(0), 0, 3 * sizeof(u64));
	expect_verdict("a table without its first entry", PMON_HOLE);
	memset(place_words(0), 0xff, 3 * sizeof(u64));
	expect_verdict("a table that does not answer", PMON_BAD_ALL_ONES);

	/* The same table twice. */
	place_begin();
	pci = place_function(0, PLACE_SYSTEM_DEVFN);
	pci->device = EMR_PCI_DISCOVERY;
	memcpy(pci->config, place_discovery(0)->config, sizeof(pci->config));
	pci->bars[0] = place_discovery(0)->bars[0];
	expect_tables("the same table twice", 2);
}

static void check_capabilities(void)
{
	struct pmon_machine machine;
	unsigned int i;
	u32 *config;

	place_begin();
	for (i = 0; i < PLACE_DIES; i++)
		place_discovery(i)->config[CAPABILITY + 2] = 2;
	require("capabilities for something else", "an error", place_run(&machine), -ENODEV);
	for (i = 0; i < PLACE_DIES; i++) {
		place_discovery(i)->config[CAPABILITY + 2] = 1;
		place_discovery(i)->config[CAPABILITY + 1] = 0x10de;
	}
	require("somebody else's capabilities", "an error", place_run(&machine), -ENODEV);
	for (i = 0; i < PLACE_DIES; i++)
		place_discovery(i)->config[CAPABILITY + 1] = 0;
	expect_dies("nobody's capabilities", 0, 1);

	/* One in front that is something else, and a chain without an end. */
	place_begin();
	config = place_discovery(0)->config;
	memcpy(&config[CAPABILITY + 16], &config[CAPABILITY], 16);
	config[CAPABILITY] |= (PLACE_CAPABILITY + 64) << 20;
	config[CAPABILITY + 2] = 2;
	expect_verdict("the second capability", PMON_OK);
	config[CAPABILITY + 16] |= PLACE_CAPABILITY << 20;
	expect_verdict("a chain without an end", PMON_OK);
}

/* The table ends with a unit, and not a word later. */
static void check_last_entry(void)
{
	struct pmon_machine machine;
	unsigned int entry, last = 0;
	u64 *words;

	place_begin();
	words = place_words(0);
	for (entry = 1; entry < VALID_TABLE_WORDS / 3; entry++)
		if (words[3 * entry])
			last = entry;
	words[0] = (words[0] & ~(0x3ffULL << 16)) | last << 16;
	require("a table that ends with a unit", "an error", place_run(&machine), 0);
	place_check_found(&machine, 0, &words[3 * last]);
	pmon_machine_release(&machine);

	place_begin();
	words[0] = (words[0] & ~(0x3ffULL << 16)) | (last - 1) << 16;
	place_discovery(0)->config[CAPABILITY + 3] = PLACE_TABLE_SIZE - 24 * last;
	require("a table that ends before its last unit", "an error", place_run(&machine), 0);
	place_check_found(&machine, 0, &words[3 * (last - 1)]);
	pmon_machine_release(&machine);
}

/* --- what a table is not believed, and what is put in its place ----------------------------- */

static const struct pmon_unit_desc *unit_at(const struct pmon_machine *machine, int die, u16 type, u64 control)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &machine->units, list)
		if (desc->die == die && desc->unit.type == type && desc->unit.control == control &&
		    desc->verdict != PMON_REPLACED)
			return desc;
	return NULL;
}

static const u64 *entry_of(u64 type, u64 id)
{
	const u64 *words = place_words(0);
	unsigned int at;

	for (at = 3; at < VALID_TABLE_WORDS; at += 3)
		if (words[at] && (words[at + 2] & 0xffffffff) == (id << 16 | type))
			return &words[at];
	REQUIRE(!"an entry");
	return NULL;
}

/* Bits of the global status come from the table, also for links that are found without it, whatever it calls them. */
static void check_status(void)
{
	/* More bits than the registers of table 1-8 have: used if the registers after these can have them. */
	static const struct {
		u64 bits, third;
		u32 dead, used;
	} claims[] = {
		{ 128, ~0ULL, 0, 128 }, { 160, 0, 0, 160 }, { 160, 1ULL << 31, 0, 160 }, { 160, 1ULL << 32, 0, 128 },
		{ 160, 0, 0x2ff0, 128 },
	};
	const u64 *link, *cha;
	struct pmon_machine machine;
	unsigned int renumbered, at;

	for (renumbered = 0; renumbered < 2; renumbered++) {
		place_begin();
		link = entry_of(EMR_UPI, 2);
		((u64 *)link)[2] += renumbered ? 9 << 16 : 0;
		((u64 *)link)[0] -= renumbered ? 4 << 16 : 0;
		cha = entry_of(EMR_CHA, 1);
		require("a status", "an error", place_run(&machine), 0);
		require("a link", "bit", unit_at(&machine, 0, EMR_UPI, link[1])->unit.status_position, link[2] >> 32);
		require("a link", "width", unit_at(&machine, 0, EMR_UPI, link[1])->unit.width, renumbered ? 44 : 48);
		require("a CHA", "bit", unit_at(&machine, 0, EMR_CHA, cha[1])->unit.status_position, cha[2] >> 32);
		pmon_machine_release(&machine);
	}
	for (at = 0; at < ARRAY_SIZE(claims); at++) {
		place_begin();
		place_words(0)[2] = (place_words(0)[2] & 0xff) | claims[at].bits << 8;
		place_set_msr(0x2ff4, claims[at].third);
		place_kill_msr(claims[at].dead);
		require("more bits", "an error", place_run(&machine), 0);
		require("more bits", "bits", find_die_of(&machine, 0)->status_bits, claims[at].used);
		pmon_machine_release(&machine);
	}
	/* Registers that are not those of the guide are not written to, and nothing samples; even if the status is right. */
	place_begin();
	place_words(0)[1] = 0x2ff1;
	place_words(0)[2] -= 1;
	require("another global control", "an error", place_run(&machine), 0);
	require("another global control", "is usable", find_die_of(&machine, 0)->global_usable, 0);
	require("another global control", "of the other package", find_die_of(&machine, 1)->global_usable, 1);
	require("a CHA", "bit", unit_at(&machine, 0, EMR_CHA, cha[1])->unit.status_position, PMON_NO_STATUS);
	pmon_machine_release(&machine);
	/* The guide's control with another status can end a freeze. */
	place_words(0)[1] = 0x2ff0;
	require("another global status", "an error", place_run(&machine), 0);
	require("another global status", "control is usable", find_die_of(&machine, 0)->global_usable, 1);
	require("another global status", "bits", find_die_of(&machine, 0)->status_bits, 0);
	require("a CHA", "bit", unit_at(&machine, 0, EMR_CHA, cha[1])->unit.status_position, PMON_NO_STATUS);
	pmon_machine_release(&machine);
}

/* The processor knows better how many there are; package 1 has two of them in its table, and all the rest is added. */
static void check_cha_count(void)
{
	struct pmon_machine machine;
	int more;

	for (more = -2; more <= 2; more++) {
		const struct pmon_unit_desc *desc;
		unsigned int chas[PLACE_DIES] = { 0 };

		place_begin();
		place_set_cha_count(PLACE_CHAS + more);
		require("a number of CHAs", "an error", place_run(&machine), 0);
		list_for_each_entry(desc, &machine.units, list)
			chas[desc->die] += desc->unit.type == EMR_CHA && desc->verdict == PMON_OK;
		place_check(&machine);
		require("CHAs", "of package 0", chas[0], PLACE_CHAS + more);
		require("CHAs", "of package 1", chas[1], PLACE_CHAS + more);
		/* Those with the highest numbers are not there. */
		require("the first CHA", "verdict", unit_at(&machine, 0, EMR_CHA, 0x2000)->verdict, PMON_OK);
		pmon_machine_release(&machine);
	}
}

/*
 * The kernel has other bus numbers than the firmware, which wrote the table, or more PCI segments than a table can tell
 * apart. Entry by entry the same units are there, and they can sample.
 */
static void check_buses(void)
{
	static const struct {
		u32 domain;
		u8 first, second;
	} places[] = {
		{ 0, 0x10, 0x20 }, { 0, 0xfe, 0x7e }, { 7, 0x7e, 0xfe }, { 8, 0x7e, 0xfe }, { 0x10003, 0x10, 0x20 },
	};
	unsigned int i, id, die, type;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		struct pmon_machine machine;

		place_begin();
		place_bus(0)->number = places[i].first;
		place_bus(1)->number = places[i].second;
		place_bus(0)->domain = places[i].domain;
		place_bus(1)->domain = places[i].domain;
		require("other buses", "an error", place_run(&machine), 0);
		place_check(&machine);
		for (die = 0; die < PLACE_DIES; die++) {
			for (type = EMR_M2M; type <= EMR_M3UPI; type++) {
				for (id = 0; id < 4; id++) {
					u64 control = (entry_of(type, id)[1] & (PMON_PCI_DEVFN | PMON_PCI_REGISTER)) |
						      (u64)place_bus(die)->number << 20 | (u64)places[i].domain << 28;
					const struct pmon_unit_desc *desc = unit_at(&machine, die, type, control);

					require("other buses", "a unit", desc && desc->verdict == PMON_OK, 1);
					require("other buses", "its number", desc->unit.id, id);
					require("other buses", "its bit", desc->unit.status_position,
						entry_of(type, id)[2] >> 32);
				}
			}
		}
		pmon_machine_release(&machine);
		require("other buses", "left", place_left(), 0);
	}
}

/*
 * One-socket parts have no function of a UPI link, but those of M3UPI, which read as all ones; firmware lists them all the
 * same. They are no units, and the table is not wrong.
 */
static void check_no_links(void)
{
	const struct pmon_unit_desc *desc;
	struct pmon_machine machine;
	unsigned int absent = 0, i;

	place_begin();
	for (i = 0; i < 4; i++) {
		place_function(0, PCI_DEVFN(1 + i, 1))->devfn = PCI_DEVFN(31, i);
		place_function(0, PCI_DEVFN(5 + i, 1))->config[0xa0 / 4] = ~0U;
	}
	require("no links", "an error", place_run(&machine), 0);
	list_for_each_entry(desc, &machine.units, list) {
		if (desc->die || (desc->unit.type != EMR_UPI && desc->unit.type != EMR_M3UPI))
			continue;
		require("no links", "verdict", desc->verdict, PMON_ABSENT);
		absent++;
	}
	require("no links", "entries", absent, 8);
	require("no links", "warnings", kernel_warnings, 0);
	pmon_machine_release(&machine);
	require("no links", "left", place_left(), 0);
}

/* The units of a die that are used. */
static unsigned int num_of_type(const struct pmon_machine *machine, unsigned int die, unsigned int type)
{
	const struct pmon_unit_desc *desc;
	unsigned int num = 0;

	list_for_each_entry(desc, &machine->units, list)
		num += desc->die == (int)die && desc->verdict == PMON_OK && desc->index >= 0 && desc->unit.type == type;
	return num;
}

static const struct pmon_unit_desc *unit_in(const struct pmon_machine *machine, const struct pci_dev *pci)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &machine->units, list) {
		if (desc->pci == pci && desc->verdict == PMON_OK)
			return desc;
	}
	return NULL;
}

/*
 * The guide does not say how an entry writes the address of a unit in PCI configuration space, and has two places for the
 * access type. If no entry of a type is understood, its units are those of table 1-12.
 */
static void check_forms(void)
{
	static const struct {
		u64 window, kept;
		unsigned int access;
	} forms[] = {
		{ 0, PMON_PCI_REGISTER, 62 },
		{ 0, PMON_PCI_DEVFN | PMON_PCI_REGISTER, 62 },
		{ 0xe0000000ULL, GENMASK_ULL(27, 0), 62 },
		{ 0, ~0ULL, 61 },
	};
	static const unsigned int first[] = { PCI_DEVFN(12, 0), PCI_DEVFN(1, 1), PCI_DEVFN(5, 1) };
	unsigned int i, die, at, type, id;

	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		struct pmon_machine machine;

		place_begin();
		for (die = 0; die < PLACE_DIES; die++) {
			for (at = 3; at < VALID_TABLE_WORDS; at += 3) {
				u64 *entry = &place_words(die)[at], access = entry[0] >> 62;

				entry[0] = (entry[0] & GENMASK_ULL(60, 0)) | access << forms[i].access;
				if (access == PMON_ACCESS_PCI)
					entry[1] = forms[i].window | (entry[1] & forms[i].kept);
			}
		}
		require("other forms", "an error", place_run(&machine), 0);
		place_check(&machine);
		for (die = 0; die < PLACE_DIES; die++) {
			require("other forms", "channels", num_of_type(&machine, die, EMR_IMC), 8);
			for (type = EMR_M2M; type <= EMR_M3UPI; type++) {
				for (id = 0; id < 4; id++) {
					const struct pmon_unit_desc *desc =
						unit_in(&machine, place_function(die, first[type - EMR_M2M] + PCI_DEVFN(id, 0)));

					require("other forms", "a unit", desc && desc->die == (int)die, 1);
					require("other forms", "its type", desc->unit.type, type);
					require("other forms", "its number", desc->unit.id, id);
				}
			}
		}
		pmon_machine_release(&machine);
		require("other forms", "left", place_left(), 0);
	}
}

/* Both packages claim what is nobody's. */
static void check_both(void)
{
	const unsigned int at = VALID_TABLE_WORDS - 3;
	struct pmon_machine machine;
	unsigned int i;

	place_begin();
	for (i = 0; i < PLACE_DIES; i++) {
		u64 *entry = &place_words(i)[at];

		memcpy(entry, entry_of(EMR_CXLCM, 0), 3 * sizeof(u64));
		entry[1] = PLACE_FREE;
		entry[2] = 77;
	}
	require("memory of two packages", "an error", place_run(&machine), 0);
	require("of the first", "verdict", unit_at(&machine, 0, 77, PLACE_FREE)->verdict, PMON_OK);
	require("of the second", "verdict", unit_at(&machine, 1, 77, PLACE_FREE)->verdict, PMON_BAD_OVERLAP);
	pmon_machine_release(&machine);
}

void find_cases(void)
{
	check_maps();
	check_nodes();
	check_uboxes();
	check_one_bus();
	check_offsets();
	check_bars();
	check_capabilities();
	check_last_entry();
	check_status();
	check_cha_count();
	check_buses();
	check_no_links();
	check_forms();
	check_both();
}
