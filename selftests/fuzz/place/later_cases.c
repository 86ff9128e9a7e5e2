// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processors without tables, packages that come later, and a lack of memory.
 */
#include "../fuzz.h"
#include "cases.h"
#include "machine.h"
#include "processors/emr.h"
#include "processors/event_table.h"
#include "processors/processor.h"
#include "rules.h"

/* --- processors without tables --------------------------------------------------------------- */

static void check_processors(void)
{
	static const struct {
		u8 family, model, first, last;
		const struct pmon_processor *processor;
	} known[] = {
#define PMON_MODEL(name, family, model, first, last, description, ...) \
		{ family, model, first, last, &pmon_##description },
#include "processors/list.h"
	};
	static const struct {
		const struct pmon_processor *processor;
		const struct pmon_event_set *events;
	} described[] = {
#define PMON_DESCRIPTION(name, file, events)	{ &pmon_##name, &pmon_##events##_events },
#include "processors/list.h"
	};
	unsigned int i, stepping;

	REQUIRE(pmon_processor_find(6, 0xcf, 2) == &pmon_emr && pmon_processor_find(6, 0xb6, 0) == &pmon_grr);
	for (i = 0; i < ARRAY_SIZE(known); i++) {
		REQUIRE(known[i].first <= known[i].last);
		for (stepping = 0; stepping < 16; stepping++)
			REQUIRE((pmon_processor_find(known[i].family, known[i].model, stepping) == known[i].processor) ==
				(stepping >= known[i].first && stepping <= known[i].last));
		REQUIRE(!pmon_processor_find(known[i].family + 9, known[i].model, known[i].first));
		REQUIRE(!pmon_processor_find(known[i].family, known[i].model + 0x100, known[i].first));
		required++;
	}
	for (i = 0; i < ARRAY_SIZE(described); i++)
		REQUIRE(*described[i].processor->name && described[i].processor->events == described[i].events);
}

static const struct pmon_registers registers = { .num = 2, .width = 48, .counter = { 8, 9 }, .control = { 2, 3 } };
static const struct pmon_resource resources[] = {
	{ .mask = 0xff, .offset = 0x40 }, { .mask = 0xff, .offset = 0x228, .companion = true }, { }
};
static const struct pmon_box_type types[] = {
	{ .name = "msrs", .registers = &registers },
	{ .name = "functions", .registers = &registers, .resources = resources },
};
static const struct pmon_places places[] = {
	{ .type = &types[0], .access = PMON_ACCESS_MSR, .presence = PMON_ANSWERS, .runs = { { 0xd00, 0x20, 2 } } },
	{ .type = &types[1], .access = PMON_ACCESS_PCI, .control = 0xf4,
	  .functions = { { 0x1234, .companion = 0x1235 }, { EMR_PCI_MEMORY } } },
};
static const struct pmon_processor processor = {
	.name = "a processor", .ubox = { .device = EMR_PCI_UBOX, .node_id = EMR_UBOX_NODE_ID, .map = EMR_UBOX_NODE_MAP },
	.places = places, .num_places = ARRAY_SIZE(places),
};

static int find_static(struct pmon_machine *machine)
{
	int error;

	INIT_LIST_HEAD(&machine->dies);
	INIT_LIST_HEAD(&machine->units);
	machine->processor = &processor;
	machine->max_dies = place_max_dies;
	error = pmon_discover(NULL, machine);
	if (error)
		pmon_machine_release(machine);
	return error;
}

/* The good units of a die. */
static unsigned int good_units(const struct pmon_machine *machine, int die)
{
	const struct pmon_unit_desc *desc;
	unsigned int num = 0;

	list_for_each_entry(desc, &machine->units, list)
		num += desc->die == die && desc->verdict == PMON_OK;
	return num;
}

static void expect_companions(const char *what, unsigned int expected)
{
	const struct pmon_unit_desc *desc;
	struct pmon_machine machine;
	unsigned int num = 0;

	require(what, "an error", find_static(&machine), 0);
	list_for_each_entry(desc, &machine.units, list)
		num += !!desc->companion;
	pmon_machine_release(&machine);
	require(what, "companions", num, expected);
}

static void check_static(void)
{
	const struct pmon_unit_desc *desc;
	struct pmon_machine machine;

	place_begin();
	find_swap_maps();
	require("a description", "an error", find_static(&machine), 0);
	require("a description", "units of die 0", good_units(&machine, 0), 4);
	require("a description", "units of die 1", good_units(&machine, 1), 4);
	list_for_each_entry(desc, &machine.units, list) {
		if (!desc->pci)
			continue;
		require("a function", "die", desc->die, !desc->pci->bus->package);
		require("a function", "companion", desc->companion && desc->companion->bus == desc->pci->bus,
			!desc->unit.id);
	}
	pmon_machine_release(&machine);

	/* The registers of a companion are beyond the first 256 bytes, and it may have no others there. */
	place_function(0, PLACE_DRIVEN_DEVFN)->config[PCI_CFG_SPACE_SIZE / 4] = ~0U;
	expect_companions("a companion without a register at 0x100", 2);
	place_function(0, PLACE_DRIVEN_DEVFN)->cfg_size = PCI_CFG_SPACE_SIZE;
	expect_companions("a companion without a PCI Express capability", 2);
	place_function(0, PLACE_DRIVEN_DEVFN)->no_extended = true;
	expect_companions("a companion without extended configuration space", 1);
	require("a description", "left", place_left(), 0);
}

/* Without UBoxes and nodes only the order of the buses is left, if each package has the function. */
static void check_static_order(void)
{
	const struct pmon_unit_desc *desc;
	struct pmon_machine machine;
	unsigned int i;

	place_begin();
	find_no_nodes();
	for (i = 0; i < PLACE_DIES; i++)
		place_function(i, PCI_DEVFN(0, 0))->device = 0x1230;
	place_function(0, PCI_DEVFN(0, 1))->device = 0x1230;
	/* The kernel found the buses in another order. */
	place_bus(0)->number = 0xff;
	require("a description without UBoxes", "an error", find_static(&machine), 0);
	require("a description without UBoxes", "units of die 0", good_units(&machine, 0), 3);
	require("a description without UBoxes", "units of die 1", good_units(&machine, 1), 3);
	list_for_each_entry(desc, &machine.units, list)
		if (desc->pci)
			require("a function", "die", desc->die, !desc->pci->bus->package);
	pmon_machine_release(&machine);
	require("a description without UBoxes", "left", place_left(), 0);
}

/* --- a package that comes later ------------------------------------------------------------- */

/* What is found at once is found as well if one package, or the other, comes online after the first look. */
static void check_later(const char *what, int (*begin)(struct pmon_machine *machine),
			int (*again)(struct pmon_machine *machine), bool in_order)
{
	unsigned int late, cpu, whole[PLACE_DIES], die;
	struct pmon_machine machine;

	place_begin();
	require(what, "an error", begin(&machine), 0);
	for (die = 0; die < PLACE_DIES; die++)
		whole[die] = good_units(&machine, die);
	pmon_machine_release(&machine);
	for (late = in_order; late < PLACE_DIES; late++) {
		place_begin();
		if (in_order) {
			find_spoil_maps();
			find_no_nodes();
		}
		for (cpu = 0; cpu < PLACE_CPUS; cpu++)
			kernel_cpus[cpu].online = cpu / 2 != late;
		require(what, "an error", begin(&machine), 0);
		require(what, "units of the one that is there", good_units(&machine, !late), whole[!late]);
		require(what, "units of the other", good_units(&machine, late), 0);
		require(what, "an error", again(&machine), 0);
		require(what, "units after a look in vain", good_units(&machine, late), 0);
		kernel_cpus[2 * late + 1].online = true;
		require(what, "an error", again(&machine), 0);
		require(what, "units of the one that has come", good_units(&machine, late), whole[late]);
		require(what, "units of the one that was there", good_units(&machine, !late), whole[!late]);
		kernel_cpus[2 * late].online = true;
		require(what, "an error", again(&machine), 0);
		require(what, "units with all CPUs", good_units(&machine, late), whole[late]);
		pmon_machine_release(&machine);
		require(what, "left", place_left(), 0);
	}
}

static int discover_again(struct pmon_machine *machine)
{
	int error = pmon_discover(NULL, machine);

	if (!error)
		place_check(machine);
	return error;
}

static int find_static_again(struct pmon_machine *machine)
{
	return pmon_discover(NULL, machine);
}

/* A package without a table is reported once, when it has a CPU, and the other one's units are found. */
static void check_without_table(void)
{
	struct pmon_machine machine;
	int whole;

	place_begin();
	require("all packages", "an error", place_run(&machine), 0);
	require("all packages", "warnings", kernel_warnings, 0);
	whole = good_units(&machine, 0);
	pmon_machine_release(&machine);

	place_discovery(1)->vendor = 0xffff;
	kernel_cpus[2].online = kernel_cpus[3].online = false;
	require("a package without a table", "an error", place_run(&machine), 0);
	require("a package without a table", "warnings before its first CPU", kernel_warnings, 0);
	kernel_cpus[2].online = true;
	require("a package without a table", "an error", pmon_discover(NULL, &machine), 0);
	require("a package without a table", "warnings", kernel_warnings, 1);
	kernel_cpus[3].online = true;
	require("a package without a table", "an error", pmon_discover(NULL, &machine), 0);
	require("a package without a table", "warnings after another look", kernel_warnings, 1);
	require("a package without a table", "units of the other", good_units(&machine, 0), whole);
	require("a package without a table", "units", good_units(&machine, 1), 0);
	pmon_machine_release(&machine);
	require("a package without a table", "left", place_left(), 0);
}

/* A package that cannot be added stays away, and the other one as it is. */
static void check_later_starved(void)
{
	struct pmon_machine machine;
	unsigned int number, whole;
	int error = -ENOMEM;

	place_begin();
	require("all packages", "an error", place_run(&machine), 0);
	whole = good_units(&machine, 1);
	pmon_machine_release(&machine);
	for (number = 1; error; number++) {
		place_begin();
		kernel_cpus[2].online = kernel_cpus[3].online = false;
		require("a package that comes", "an error", place_run(&machine), 0);
		kernel_cpus[2].online = true;
		place_fail(number);
		error = pmon_discover(NULL, &machine);
		if (error || !kernel_failed())
			require("a package that comes", "error", error, kernel_failed() ? -ENOMEM : 0);
		if (error) {
			pmon_machine_give_up(&machine);
			place_fail(0);
			require("a package that was given up", "an error",
				pmon_discover(NULL, &machine), 0);
			/* It was not even known whose table it is, or it is left out for good. */
			if (pmon_die_usable(find_die_of(&machine, 1)))
				require("a package that was not given up", "units", good_units(&machine, 1), whole);
		}
		if (place_failed_to_map())
			error = -ENOMEM;
		pmon_machine_release(&machine);
		require("a package that comes", "left", place_left(), 0);
	}
	require("a package that comes", "allocations", number > 20, 1);
}

/* --- a lack of memory ------------------------------------------------------------------------ */

/* Each allocation and each mapping fails in turn. */
static void starve(const char *what, int (*run)(struct pmon_machine *machine), unsigned int least)
{
	struct pmon_machine machine;
	unsigned int number;
	int error;

	for (number = 1;; number++) {
		place_begin();
		place_fail(number);
		error = run(&machine);
		if (!error && !kernel_failed())
			break;
		/* What cannot be mapped may be a unit, which is left out. */
		if (error || !place_failed_to_map())
			require(what, "error", error, -ENOMEM);
		else
			pmon_machine_release(&machine);
		require(what, "left", place_left(), 0);
	}
	pmon_machine_release(&machine);
	require(what, "allocations", number > least, 1);
}

void later_cases(void)
{
	check_processors();
	check_static();
	check_static_order();
	check_later("discovery", place_run, discover_again, false);
	check_later("discovery in the order of buses", place_run, discover_again, true);
	check_later("a description", find_static, find_static_again, false);
	check_without_table();
	check_later_starved();
	starve("discovery without memory", place_run, 100);
	starve("a description without memory", find_static, 10);
}
