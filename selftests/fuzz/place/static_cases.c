// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processors without tables: which of the places of a description are units of the machine.
 *
 * Each case changes one thing of a machine on which all units are found, and requires the ids of a type that are left.
 */
#include "../fuzz.h"
#include "cases.h"
#include "machine.h"
#include "processors/emr.h"
#include "processors/processor.h"
#include "rules.h"

#define FUSE_DEVFN	PCI_DEVFN(30, 3)
#define FUSE		0x2083
#define LINK		0x2058
#define PORT		0x2f36
#define AGENT		0x2f30
#define MEMORY		0x2fb0	/* and the seven after it */
#define CONTROLLER	0xc9000000ULL

static const struct pmon_registers registers = { .num = 2, .width = 48, .counter = { 8, 9 }, .control = { 2, 3 } };
#define TYPE(type)	static const struct pmon_box_type type = { .name = #type, .registers = &registers }
TYPE(probed);
TYPE(counted);
TYPE(chopped);
TYPE(agent);
TYPE(channel);
TYPE(linked);
TYPE(mapped);
TYPE(port);
static const struct pmon_box_type free_running = { .name = "free_running" }, ddr = { .name = "ddr" };

static const struct pmon_fuse count = {
	.device = FUSE, .devfn = FUSE_DEVFN, .words = { { 0x9c, 0xffffffff }, { 0xa0, 0xff } },
};

static const struct pmon_fuse chop = {
	.device = FUSE, .words = { { 0x94, 0xc0 } }, .by_value = true, .value = 0x40, .num = 2,
};

static const struct pmon_places places[] = {
	{ .type = &probed, .access = PMON_ACCESS_MSR, .presence = PMON_ANSWERS,
	  .runs = { { 0xd00, 0x20, 2 }, { 0xc80, -0x40, 3 } } },
	{ .type = &counted, .access = PMON_ACCESS_MSR, .presence = PMON_FUSED, .fuse = &count,
	  .runs = { { 0xe00, 0xe, 18 }, { 0xf0a, 0xe, 16 }, { 0xb60, 0xe, 6 } } },
	{ .type = &chopped, .access = PMON_ACCESS_MSR, .presence = PMON_FUSED, .fuse = &chop, .runs = { { 0x720, 0xa, 4 } } },
	{ .type = &free_running, .access = PMON_ACCESS_MSR, .with = &probed, .runs = { { 0xa45, 0x20, 5 } } },
	{ .type = &agent, .access = PMON_ACCESS_PCI, .control = 0xf4,
	  .functions = { { AGENT, PCI_DEVFN(18, 1) }, { AGENT, PCI_DEVFN(18, 5) } } },
	{ .type = &channel, .access = PMON_ACCESS_PCI, .control = 0xf4, .with = &agent, .beside = 4,
	  .functions = { { MEMORY }, { MEMORY + 1 }, { 0 }, { MEMORY + 3 }, { MEMORY + 4 }, { MEMORY + 5 } } },
	{ .type = &linked, .access = PMON_ACCESS_PCI, .control = 0x378, .presence = PMON_ANSWERS,
	  .functions = { { LINK, PCI_DEVFN(14, 0) }, { LINK, PCI_DEVFN(15, 0) }, { LINK } } },
	{ .type = &port, .access = PMON_ACCESS_PCI, .control = 0xf4, .with = &linked, .linked = true,
	  .functions = { { PORT }, { PORT + 1 } } },
	/* Two channels, of which each controller has numbers for three. */
	{ .type = &mapped, .access = PMON_ACCESS_MMIO, .presence = PMON_ANSWERS, .with = &agent, .beside = 3,
	  .runs = { { 0x22800, 0x4000, 2 } } },
	{ .type = &ddr, .access = PMON_ACCESS_MMIO, .with = &agent, .runs = { { 0x2290, 0, 1 } } },
};

static const struct pmon_processor processor = {
	.name = "a processor", .ubox = { .device = EMR_PCI_UBOX, .node_id = EMR_UBOX_NODE_ID, .map = EMR_UBOX_NODE_MAP },
	.memory = { .device = 0x3451, .devfn = PCI_DEVFN(0, 1), .base = 0xd0, .offset = 0xd8, .controllers = 3, .size = 0x2f000 },
	.places = places, .num_places = ARRAY_SIZE(places),
};

static struct pci_dev *add(unsigned int die, unsigned int devfn, u16 device)
{
	return place_add_function(die, devfn, device, 0x088000);
}

/* The third controller has no address. */
static void add_memory(unsigned int die)
{
	struct pci_dev *pci = add(die, PCI_DEVFN(0, 1), 0x3451);

	pci->config[0xd0 / 4] = (CONTROLLER + die * PLACE_DISTANCE) >> 23;
	pci->config[0xd8 / 4] = ((CONTROLLER + die * PLACE_DISTANCE) & 0x7fffff) >> 12;
	pci->config[0xdc / 4] = pci->config[0xd8 / 4] + 0x80;
	pci->config[0xe0 / 4] = ~0U;
}

static void begin(void)
{
	unsigned int die, i;

	place_clear();
	for (die = 0; die < PLACE_DIES; die++) {
		struct pci_dev *pci = add(die, PCI_DEVFN(8, 0), EMR_PCI_UBOX);

		pci->config[EMR_UBOX_NODE_ID / 4] = die;
		pci->config[EMR_UBOX_NODE_MAP / 4] = 1 << 3;
		pci = add(die, FUSE_DEVFN, FUSE);
		pci->config[0x94 / 4] = 0x80;
		pci->config[0x9c / 4] = 0xffffffff;
		pci->config[0xa0 / 4] = 0xff00 | 0x7f;
		add(die, PCI_DEVFN(18, 1), AGENT);
		add(die, PCI_DEVFN(18, 5), AGENT);
		for (i = 0; i < 8; i++)
			add(die, PCI_DEVFN(20, i), MEMORY + i);
		add(die, PCI_DEVFN(14, 0), LINK);
		add(die, PCI_DEVFN(15, 0), LINK);
		add(die, PCI_DEVFN(11, 0), PORT);
		add(die, PCI_DEVFN(11, 4), PORT + 1);
		add_memory(die);
	}
}

/* The ids of a type that are good units of a die, a bit each. */
static u64 ids_of(const struct pmon_machine *machine, const struct pmon_box_type *type, int die)
{
	const struct pmon_unit_desc *desc;
	u64 ids = 0;

	list_for_each_entry(desc, &machine->units, list) {
		if (desc->die != die || desc->type != type || desc->verdict != PMON_OK)
			continue;
		REQUIRE(!(ids & 1ULL << desc->unit.id));
		ids |= 1ULL << desc->unit.id;
		if (desc->pci)
			require("a function", "die", desc->pci->bus->package, die);
	}
	return ids;
}

static const struct {
	const struct pmon_box_type *type;
	u64 all;
} whole[] = {
	{ &probed, 0x1f }, { &counted, GENMASK_ULL(38, 0) }, { &chopped, 0xf }, { &free_running, 0x1f }, { &agent, 3 },
	{ &channel, 0x3b }, { &linked, 3 }, { &port, 3 }, { &mapped, 0x1b }, { &ddr, 3 },
};

/* @type: of which only @ids of die 0 are left; NULL: all types have all, as always those of die 1, if it is online */
static void check(const char *what, const struct pmon_box_type *type, u64 ids)
{
	struct pmon_machine machine = { .processor = &processor, .max_dies = place_max_dies };
	unsigned int i;

	INIT_LIST_HEAD(&machine.dies);
	INIT_LIST_HEAD(&machine.units);
	require(what, "an error", pmon_discover(NULL, &machine), 0);
	for (i = 0; i < ARRAY_SIZE(whole); i++) {
		require(what, "ids of die 1", ids_of(&machine, whole[i].type, 1) == (kernel_cpus[2].online ? whole[i].all : 0), 1);
		if (type == whole[i].type)
			require(what, "ids", ids_of(&machine, type, 0) == ids, 1);
		else if (!type || (type == &linked && whole[i].type != &port))
			require(what, "ids of another type", ids_of(&machine, whole[i].type, 0) == whole[i].all, 1);
	}
	pmon_machine_release(&machine);
	require(what, "left", place_left(), 0);
}

static void check_functions(void)
{
	struct pci_dev *pci;

	begin();
	check("all units", NULL, 0);
	/* Two dies with five units that are probed, and three writes of each. */
	require("all units", "writes to counters", place_msr_probes(), 2 * 5 * 3);

	begin();
	add(0, PCI_DEVFN(3, 0), LINK);
	check("a place that fits any function, and one function more", &linked, 7);
	begin();
	place_function(0, PCI_DEVFN(14, 0))->devfn = PCI_DEVFN(14, 4);
	check("a function at another place", &linked, 6);
	begin();
	place_function(0, PCI_DEVFN(15, 0))->class = 0xffffff;
	check("a function without a class", &linked, 1);
	begin();
	place_function(0, PCI_DEVFN(14, 0))->config[0x378 / 4] = ~0U;
	check("a function that does not answer", &linked, 2);
	begin();
	place_function(0, PCI_DEVFN(14, 0))->cfg_size = PCI_CFG_SPACE_SIZE;
	place_function(0, PCI_DEVFN(15, 0))->cfg_size = PCI_CFG_SPACE_SIZE;
	check("functions without a PCI Express capability", NULL, 0);
	begin();
	place_function(0, PCI_DEVFN(14, 0))->no_extended = true;
	place_function(0, PCI_DEVFN(15, 0))->no_extended = true;
	check("functions without extended configuration space", &linked, 0);
	begin();
	pci = place_function(0, PCI_DEVFN(20, 3));
	pci->vendor = 0xffff;
	check("a function that is missing", &channel, 0x33);
	begin();
	place_function(0, PCI_DEVFN(18, 5))->vendor = 0xffff;
	check("channels of an agent that is missing", &channel, 0xb);
	begin();
	place_function(0, PCI_DEVFN(15, 0))->vendor = 0xffff;
	check("a port of a link that is missing", &port, 1);
	begin();
	place_function(0, PCI_DEVFN(14, 0))->vendor = 0xffff;
	place_function(0, PCI_DEVFN(15, 0))->vendor = 0xffff;
	check("ports, and all links are hidden", &port, 3);
}

static void check_fuses(void)
{
	struct pci_dev *pci;

	begin();
	pci = place_function(0, FUSE_DEVFN);
	pci->config[0x9c / 4] = 0x80000001;
	pci->config[0xa0 / 4] = 0xff10;
	check("three bits", &counted, 7);
	begin();
	place_function(0, FUSE_DEVFN)->config[0x94 / 4] = 0x140;
	check("the code of fewer units", &chopped, 3);
	begin();
	place_function(0, FUSE_DEVFN)->config[0x94 / 4] = ~0U;
	check("a code that does not answer", &chopped, 0);
	require("a code that does not answer", "warnings", kernel_warnings, 1);
	begin();
	place_function(0, FUSE_DEVFN)->config[0x9c / 4] = ~0U;
	place_function(0, FUSE_DEVFN)->config[0xa0 / 4] = ~0U;
	place_kill_msr(0xb60);
	check("a number that does not answer", &counted, GENMASK_ULL(39, 0) & ~BIT_ULL(34));
	require("a number that does not answer", "warnings", kernel_warnings, 1);
	/* Two dies, of which five units each are probed, and one with all forty, of which one has no counter. */
	require("a number that does not answer", "writes to counters", place_msr_probes(), 2 * 5 * 3 + 40 * 3 - 1);
}

/* Sources disagree about the place of the last one. */
static void check_m2pcie(void)
{
	struct pmon_machine machine = { .processor = &pmon_clx, .max_dies = place_max_dies };
	const struct pmon_unit_desc *desc;
	unsigned int num = 0;

	begin();
	add(0, PCI_DEVFN(0x15, 5), 0x2088);
	add(1, PCI_DEVFN(0x16, 5), 0x2088);
	INIT_LIST_HEAD(&machine.dies);
	INIT_LIST_HEAD(&machine.units);
	require("M2PCIe", "an error", pmon_discover(NULL, &machine), 0);
	list_for_each_entry(desc, &machine.units, list) {
		if (strcmp(desc->type->name, "m2pcie") || desc->verdict != PMON_OK)
			continue;
		require("M2PCIe", "number", desc->unit.id, 3);
		num++;
	}
	require("M2PCIe", "units", num, 2);
	pmon_machine_release(&machine);
}

static void wake_channel(void)
{
	place_set_register(CONTROLLER + 0x80000 + 0x22800 + 0x4000, 0);
}

static void wake_link(void)
{
	place_function(0, PCI_DEVFN(14, 0))->config[0x378 / 4] = 0;
}

/* Units of real machines read as all ones for a moment. */
static void check_late(void)
{
	begin();
	place_set_register(CONTROLLER + 0x80000 + 0x22800 + 0x4000, ~0U);
	place_wake(3, wake_channel);
	check("a channel that answers late", &mapped, 0x1b);
	begin();
	place_function(0, PCI_DEVFN(14, 0))->config[0x378 / 4] = ~0U;
	place_wake(3, wake_link);
	check("a link that answers late", &linked, 3);
}

static void check_others(void)
{
	begin();
	place_kill_msr(0xc48);
	kernel_cpus[2].online = kernel_cpus[3].online = false;
	check("free-running counters of a unit that does not answer", &free_running, 0x17);
	begin();
	place_set_register(CONTROLLER + 0x80000 + 0x22800 + 0x4000, ~0U);
	check("a channel that does not answer", &mapped, 0xb);
	begin();
	place_function(0, PCI_DEVFN(18, 5))->vendor = 0xffff;
	check("a controller without its agent", &ddr, 1);
	begin();
	place_function(0, PCI_DEVFN(18, 5))->vendor = 0xffff;
	check("channels of such a controller", &mapped, 3);
	begin();
	place_function(0, PCI_DEVFN(18, 1))->vendor = 0xffff;
	place_function(0, PCI_DEVFN(18, 5))->vendor = 0xffff;
	place_set_register(CONTROLLER + 0x80000 + 0x22800, ~0U);
	check("channels that answer, and all agents are hidden", &mapped, 0x13);
	begin();
	place_function(0, PCI_DEVFN(0, 1))->vendor = 0xffff;
	check("no memory controllers", &mapped, 0);
	begin();
	place_function(0, PCI_DEVFN(0, 1))->devfn = PCI_DEVFN(0, 4);
	check("their addresses in another function", &mapped, 0);
	/* The order of the buses is left, since each package has one function in each place. */
	begin();
	place_no_nodes();
	place_function(0, PCI_DEVFN(8, 0))->vendor = 0xffff;
	place_function(1, PCI_DEVFN(8, 0))->vendor = 0xffff;
	check("no UBox and no node", NULL, 0);
}

void static_cases(void)
{
	check_functions();
	check_fuses();
	check_m2pcie();
	check_late();
	check_others();
}
