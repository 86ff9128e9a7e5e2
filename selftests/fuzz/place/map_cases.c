// SPDX-License-Identifier: GPL-2.0-only
/*
 * What links and stacks are connected to, on machines of up to four packages. What is expected is written down here, not
 * taken from the driver's tables: the link map that Intel has published for four sockets, and PCM's numbers of stacks.
 */
#include "../fuzz.h"
#include "cases.h"
#include "gnr_machine.h"
#include "machine.h"
#include "processors/emr.h"
#include "processors/gnr.h"
#include "rules.h"

#define SOCKETS		4
#define LINKS		3
#define STACKS		15
#define SPR		0x8f
#define EMR		0xcf
#define GNR		0xad
#define SRF		0xaf

#define UBOX_BUS(package)	(0x40 * (package) + 0x3e)
#define STACK_BUS(package, cpu_bus) (0x40 * (package) + 1 + (cpu_bus))
#define BUSES_BUS(package)	STACK_BUS(package, 8)

/* Of link @l of socket @s: the other socket and its link. */
static const struct { u8 die, port; } published[SOCKETS][LINKS] = {
	{ { 1, 1 }, { 2, 1 }, { 3, 2 } },
	{ { 3, 0 }, { 0, 0 }, { 2, 2 } },
	{ { 3, 1 }, { 0, 1 }, { 1, 2 } },
	{ { 1, 0 }, { 2, 0 }, { 0, 2 } },
};

static unsigned int sockets, segment;
static struct pmon_machine machine;
static struct pci_dev *ubox[SOCKETS], *size[SOCKETS], *buses[SOCKETS], *links[SOCKETS][LINKS];

/* Node ids that are not the numbers of packages. */
static unsigned int node_of(unsigned int package)
{
	return (package + 3) % SOCKETS;
}

static struct pci_bus *bus_of(unsigned int package, unsigned int number)
{
	return place_add_bus_in(segment, package, number);
}

static struct pci_dev *add(unsigned int package, unsigned int bus, unsigned int devfn, u16 device)
{
	return place_add_function_on(bus_of(package, bus), devfn, device, 0x088000);
}

/* CPU bus @n of a package has the number STACK_BUS(package, n). */
static void set_buses(struct pci_dev *pci, unsigned int package, u32 valid)
{
	unsigned int n;

	for (n = 0; n < 32; n++) {
		unsigned int reg = (n < 16 ? 0x190 + n : 0x1c0 + n - 16) / 4;

		pci->config[reg] |= (u32)(u8)STACK_BUS(package, n) << n % 4 * 8;
		if (valid >> n & 1)
			add(package, STACK_BUS(package, n), PCI_DEVFN(0, 0), 0x09a2);
	}
	pci->config[0x1a0 / 4] = valid;
}

static void begin_package(unsigned int package, u8 model, unsigned int chop)
{
	bool gnr = model == GNR || model == SRF;
	unsigned int i, map = 0;
	struct pci_dev *pci;

	for (i = 0; i < sockets; i++)
		map |= node_of(i) << 3 * i;
	kernel_cpus[package] = (struct kernel_cpu){ true, package, package, 0 };
	ubox[package] = add(package, UBOX_BUS(package), PCI_DEVFN(0, 0), 0x3250);
	ubox[package]->config[0xc0 / 4] = node_of(package);
	ubox[package]->config[0xd4 / 4] = map;
	size[package] = add(package, UBOX_BUS(package) + 1, PCI_DEVFN(30, 3), 0x325b);
	size[package]->config[0x94 / 4] = chop << 6 | 0xf << 23;
	buses[package] = add(package, BUSES_BUS(package), PCI_DEVFN(3, 0), 0x09a6);
	set_buses(buses[package], package, gnr ? 0x3411113f : 0xf3f);
	pci = add(package, BUSES_BUS(package), PCI_DEVFN(3, 1), 0x09a7);
	gnr_begin_table(place_make_discovery(pci), gnr ? GNR_GLOBAL : 0x2ff0);
	pci->bars[0].start = PLACE_TABLE + package * PLACE_TABLE_SIZE;
	for (i = 0; i < STACKS && (gnr || i < 12); i++)
		gnr_add_msr((gnr ? 0x2900 : 0x3000) + 0x10 * i, 1, i);
	for (i = 0; i < LINKS && !gnr; i++) {
		links[package][i] = add(package, UBOX_BUS(package), PCI_DEVFN(1 + i, 1), 0x3241);
		links[package][i]->config[0x120 / 4] = 0xa0000010;
		links[package][i]->config[0x94 / 4] = 0xfff0e0ff | node_of(published[package][i].die) << 16 |
						      published[package][i].port << 8;
		gnr_add_entry(PMON_ACCESS_PCI, (u64)segment << 28 | UBOX_BUS(package) << 20 | PCI_DEVFN(1 + i, 1) << 12 | 0x318,
			      EMR_UPI, i, 0x38, 8, 0x74);
	}
}

static void begin(unsigned int number, u8 model, unsigned int chop)
{
	unsigned int package;

	place_clear_all();
	sockets = number;
	place_max_dies = number;
	gnr_set_global(GNR_GLOBAL);
	for (package = 0; package < number; package++)
		begin_package(package, model, chop);
}

static void run(u8 model)
{
	require("a machine with links and stacks", "an error", place_run_as(&machine, model), 0);
}

static void end(void)
{
	pmon_machine_release(&machine);
	require("a machine with links and stacks", "left", place_left(), 0);
}

static const struct pmon_unit_desc *unit_of(unsigned int die, u16 type, unsigned int id)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &machine.units, list)
		if (desc->die == (int)die && desc->unit.type == type && desc->unit.id == id && desc->verdict == PMON_OK)
			return desc;
	fprintf(stderr, "die %u: no unit %u of type %u\n", die, id, type);
	exit(1);
}

/* A unit counts, whatever it is connected to. */
static void expect(const char *what, unsigned int die, u16 type, unsigned int id, const char *where)
{
	const struct pmon_unit_desc *desc = unit_of(die, type, id);

	required++;
	if (!strcmp(desc->where, where))
		return;
	fprintf(stderr, "%s: die %u, unit %u of type %u: \"%s\", not \"%s\"\n", what, die, id, type, desc->where, where);
	exit(1);
}

static void expect_link(const char *what, unsigned int die, unsigned int link, bool known)
{
	char where[32] = "";

	if (known)
		snprintf(where, sizeof(where), "upi_%u,die_%u", published[die][link].port, published[die][link].die);
	expect(what, die, EMR_UPI, link, where);
}

static void expect_links(const char *what, u8 model)
{
	unsigned int die, link;

	run(model);
	for (die = 0; die < sockets; die++)
		for (link = 0; link < LINKS; link++)
			expect_link(what, die, link, true);
	end();
}

/* --- links ---------------------------------------------------------------------------------- */

/* One link's registers as they must not be; all others are known. */
static void expect_one_unknown(const char *what)
{
	unsigned int die, link;

	run(EMR);
	for (die = 0; die < sockets; die++)
		for (link = 0; link < LINKS; link++)
			expect_link(what, die, link, die != 2 || link != 1);
	end();
	begin(SOCKETS, EMR, 3);
}

static void set_peer(unsigned int node, unsigned int port)
{
	links[2][1]->config[0x94 / 4] = node << 16 | port << 8;
}

static void check_links(void)
{
	begin(SOCKETS, EMR, 3);
	expect_links("the published map, Emerald Rapids", EMR);
	begin(SOCKETS, SPR, 3);
	expect_links("the published map, Sapphire Rapids", SPR);
	segment = 1;
	begin(SOCKETS, SPR, 1);
	expect_links("the published map in segment 1", SPR);
	segment = 0;

	begin(SOCKETS, EMR, 3);
	links[2][1]->config[0x120 / 4] = 0xffffffef;
	expect_one_unknown("a link that is not trained");
	links[2][1]->config[0x120 / 4] = 0;
	links[2][1]->config[0x94 / 4] = 0;
	expect_one_unknown("a link without the registers");
	links[2][1]->config[0x120 / 4] = ~0U;
	expect_one_unknown("a status of all ones");
	links[2][1]->config[0x94 / 4] = ~0U;
	expect_one_unknown("a peer of all ones");
	set_peer(node_of(2), 0);
	expect_one_unknown("a link to itself");
	set_peer(5, 0);
	expect_one_unknown("a node id that no package has");
	set_peer(8 + node_of(0), 0);
	expect_one_unknown("a node id of four bits");
}

/* Two packages cannot be told apart by their ids, and a package can have no CPU. */
static void check_link_dies(void)
{
	unsigned int die, link;

	begin(SOCKETS, EMR, 3);
	ubox[3]->config[0xc0 / 4] = node_of(1);
	for (die = 0; die < SOCKETS; die++)
		ubox[die]->bus->node = NUMA_NO_NODE;
	run(EMR);
	for (die = 0; die < SOCKETS; die++)
		for (link = 0; link < LINKS; link++) {
			u8 far = published[die][link].die;

			expect_link("two packages with one node id", die, link, far != 1 && far != 3);
		}
	end();

	begin(SOCKETS, EMR, 3);
	kernel_cpus[3].online = false;
	run(EMR);
	for (die = 0; die < 3; die++)
		for (link = 0; link < LINKS; link++)
			expect_link("a package without a CPU", die, link, published[die][link].die != 3);
	kernel_cpus[3].online = true;
	require("the package comes online", "an error", pmon_discover(NULL, &machine), 0);
	for (die = 0; die < SOCKETS; die++)
		for (link = 0; link < LINKS; link++)
			expect_link("the package comes online", die, link, true);
	end();
}

/* --- stacks --------------------------------------------------------------------------------- */

#define NONE		0xff

/* CPU bus of each unit. */
static const u8 emr[STACKS] = { 8, 1, 2, 3, 9, 10, 5, 0, 4, 11, NONE, NONE, NONE, NONE, NONE };
static const u8 spr[STACKS] = { 8, 0, 1, 9, 2, 10, 3, 4, 11, 5, NONE, NONE, NONE, NONE, NONE };
static const u8 spr_small[STACKS] = { NONE, 1, 2, 8, NONE, 5, NONE, NONE, NONE, NONE, 3, NONE, NONE, NONE, NONE };
static const u8 gnr[STACKS] = { 0, 8, 1, 2, 3, 4, 12, 5, 28, NONE, NONE, NONE, NONE, NONE, NONE };
static const u8 none[STACKS] = { NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE };

static const char *kind_of(u8 model, unsigned int cpu_bus, bool small)
{
	if (cpu_bus >= 8 && cpu_bus < 28)
		return "accelerators";
	return model != GNR && model != SRF && cpu_bus == (small ? 3 : 0) ? "dmi" : "pcie";
}

/* @but: a CPU bus of die 1 that is unknown, or two */
static void expect_stacks(const char *what, u8 model, const u8 *table, int but, int but_too)
{
	unsigned int die, id, num = model == GNR || model == SRF ? STACKS : 12;

	run(model);
	for (die = 0; die < sockets; die++) {
		for (id = 0; id < num; id++) {
			char where[16] = "";
			bool known = table[id] != NONE && (die != 1 || (but != table[id] && but_too != table[id]));

			if (known)
				snprintf(where, sizeof(where), "%04x:%02x", segment, (u8)STACK_BUS(die, table[id]));
			expect(what, die, 1, id, where);
			if (known)
				require(what, "the kind", strcmp(unit_of(die, 1, id)->stack,
								 kind_of(model, table[id], table == spr_small)), 0);
		}
	}
	end();
}

static void check_tables(void)
{
	for (segment = 0; segment < 2; segment++) {
		begin(SOCKETS, EMR, 3);
		expect_stacks("Emerald Rapids", EMR, emr, -1, -1);
		begin(SOCKETS, SPR, 3);
		expect_stacks("Sapphire Rapids", SPR, spr, -1, -1);
		begin(2, SPR, 1);
		expect_stacks("a small Sapphire Rapids", SPR, spr_small, -1, -1);
		begin(2, GNR, 0);
		expect_stacks("Granite Rapids", GNR, gnr, -1, -1);
		begin(1, SRF, 0);
		expect_stacks("Sierra Forest", SRF, gnr, -1, -1);
	}
	segment = 0;
	begin(2, EMR, 1);
	expect_stacks("a small Emerald Rapids", EMR, none, -1, -1);
	begin(2, SPR, 2);
	expect_stacks("a die of a size without a name", SPR, none, -1, -1);
	begin(2, SPR, 3);
	size[0]->device = size[1]->device = 0x1234;
	expect_stacks("a die of unknown size", SPR, none, -1, -1);
	begin(2, SPR, 3);
	size[0]->config[0x94 / 4] = size[1]->config[0x94 / 4] = ~0U;
	expect_stacks("a size of all ones", SPR, none, -1, -1);
}

/* Nothing of die 1 is known, and all of die 0. */
static void expect_one_die(const char *what)
{
	unsigned int id;

	run(EMR);
	for (id = 0; id < 10; id++) {
		char where[16];

		snprintf(where, sizeof(where), "0000:%02x", STACK_BUS(0, emr[id]));
		expect(what, 0, 1, id, where);
		expect(what, 1, 1, id, "");
	}
	end();
	begin(2, EMR, 3);
}

static void check_registers(void)
{
	struct pci_dev *second;

	begin(2, EMR, 3);
	buses[1]->cfg_size = PCI_CFG_SPACE_SIZE;
	expect_stacks("no PCI Express capability", EMR, emr, -1, -1);
	begin(2, EMR, 3);
	buses[1]->device = 0x1234;
	expect_one_die("no function with buses");
	buses[1]->config[0x1a0 / 4] = 0;
	expect_one_die("no valid bus");
	buses[1]->config[0x1a0 / 4] = ~0U;
	expect_one_die("valid buses of all ones");
	buses[1]->no_extended = true;
	expect_one_die("no extended configuration space");
	second = add(1, STACK_BUS(1, 9), PCI_DEVFN(3, 0), 0x09a6);
	set_buses(second, 1, 0xf3e);
	expect_one_die("two functions that differ");

	second = add(1, STACK_BUS(1, 9), PCI_DEVFN(3, 0), 0x09a6);
	expect_stacks("two functions, one without buses", EMR, emr, -1, -1);
	begin(2, EMR, 3);
	second = add(1, STACK_BUS(1, 9), PCI_DEVFN(3, 0), 0x09a6);
	set_buses(second, 1, 0xf3f);
	expect_stacks("two functions that agree", EMR, emr, -1, -1);
}

static void check_contradictions(void)
{
	begin(2, EMR, 3);
	/* Its number is the one of a valid bus. */
	buses[1]->config[0x1a0 / 4] &= ~(1U << 3);
	buses[1]->config[0x190 / 4] = (buses[1]->config[0x190 / 4] & 0xffffffU) | (u32)STACK_BUS(1, 2) << 24;
	expect_stacks("a bus that is not valid", EMR, emr, 3, -1);
	begin(2, EMR, 3);
	buses[1]->config[0x190 / 4] = (buses[1]->config[0x190 / 4] & ~0xff00U) | STACK_BUS(1, 2) << 8;
	expect_stacks("two stacks with one bus", EMR, emr, 1, 2);
	begin(2, EMR, 3);
	buses[1]->config[0x190 / 4] = (buses[1]->config[0x190 / 4] & ~0xff00U) | STACK_BUS(0, 1) << 8;
	expect_stacks("a bus of the other package", EMR, emr, 1, -1);
	begin(2, EMR, 3);
	buses[1]->config[0x190 / 4] = (buses[1]->config[0x190 / 4] & ~0xff00U) | 0x77 << 8;
	expect_stacks("a bus that there is not", EMR, emr, 1, -1);
}

/* The place of a unit's registers counts, as in PCM: the table can have other ids. */
static void check_places(void)
{
	unsigned int id;

	begin(1, EMR, 3);
	for (id = 0; id < 12; id++)
		gnr_table[3 * (id + 1) + 2] ^= (u64)1 << 16;
	run(EMR);
	for (id = 0; id < 10; id++) {
		char where[16];

		snprintf(where, sizeof(where), "0000:%02x", STACK_BUS(0, emr[id]));
		expect("other ids", 0, 1, id ^ 1, where);
	}
	end();
}

/* --- processors without tables, and Grand Ridge ---------------------------------------------- */

#define SKX		0x55
#define ICX		0x6a
#define SNR		0x86
#define GRR		0xb6
#define OLD_STACKS	6
#define OLD_BUS(package, stack)	(0x80 * (package) + 0x10 * (stack))
#define BUSES_MSR	0x300

/* The unit of each stack, by the number in its function. */
static const u8 icx_numbers[OLD_STACKS] = { 5, 0, 1, 2, 3, 4 };
struct own_stack { u8 unit; const char *kind; };
static const struct own_stack snr_stacks[] = {
	{ 1, "dmi" }, { 4, "pcie" }, { 3, "accelerators" }, { 2, "accelerators" }, { 0, "accelerators" },
};
static const struct own_stack grr_stacks[] = { { 2, "dmi" }, { 1, "accelerators" }, { 0, "accelerators" } };

static struct pci_dev *stack_of_one;	/* stack 2 of package 1 */

/* Two packages; bus 0 is the root bus of the first stack of package 0. */
static void begin_old(u8 model)
{
	unsigned int package, stack;
	u64 numbers = 1ULL << 63;

	place_clear_all();
	sockets = place_max_dies = 2;
	for (package = 0; package < 2; package++) {
		unsigned int bus = OLD_BUS(package, model == SKX ? 0 : 7);

		kernel_cpus[package] = (struct kernel_cpu){ true, package, package, 0 };
		ubox[package] = add(package, bus, model == SKX ? PCI_DEVFN(8, 0) : 0, model == SKX ? 0x2014 : 0x3450);
		ubox[package]->config[0xc0 / 4] = package;
		ubox[package]->config[0xd4 / 4] = 1 << 3;
		for (stack = 0; stack < OLD_STACKS; stack++) {
			struct pci_dev *pci = add(package, OLD_BUS(package, stack), PCI_DEVFN(0, 0), model == SKX ? 0x2020 : 0x09a2);

			pci->config[0x3f4 / 4] = 0xffffff80 | stack << 4 | package;
			if (package == 1 && stack == 2)
				stack_of_one = pci;
		}
	}
	for (stack = 0; stack < OLD_STACKS; stack++)
		numbers |= (u64)OLD_BUS(0, stack) << 8 * stack;
	place_set_msr(BUSES_MSR, numbers);
}

static const struct pmon_unit_desc *old_unit(unsigned int die, unsigned int id)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &machine.units, list)
		if (desc->die == (int)die && !strcmp(desc->type->name, "iio") && desc->unit.id == id && desc->verdict == PMON_OK)
			return desc;
	fprintf(stderr, "die %u: no IIO unit %u\n", die, id);
	exit(1);
}

/* @known: a bit for each stack of @die whose bus is known */
static void expect_old(const char *what, u8 model, unsigned int die, unsigned int known)
{
	unsigned int stack, unit;

	for (stack = 0; stack < OLD_STACKS; stack++) {
		char where[16] = "";

		if (known >> stack & 1)
			snprintf(where, sizeof(where), "%04x:%02x", segment, OLD_BUS(die, stack));
		unit = model == SKX ? stack : icx_numbers[stack];
		required++;
		if (!strcmp(old_unit(die, unit)->where, where))
			continue;
		fprintf(stderr, "%s: die %u, unit %u: \"%s\", not \"%s\"\n", what, die, unit, old_unit(die, unit)->where, where);
		exit(1);
	}
}

static void check_old(const char *what, u8 model, unsigned int first, unsigned int second)
{
	run(model);
	expect_old(what, model, 0, first);
	expect_old(what, model, 1, second);
	end();
}

/* The MSR is the same on all CPUs here, so that package 1 has the buses of package 0. */
static void check_skx(void)
{
	segment = 1;
	begin_old(SKX);
	check_old("Skylake-SP in segment 1", SKX, 0x3f, 0);
	segment = 0;
	begin_old(SKX);
	check_old("Skylake-SP", SKX, 0x3f, 0);
	begin_old(SKX);
	place_set_msr(BUSES_MSR, 1ULL << 63 | 0x30201000);
	check_old("stacks without a bus", SKX, 0xf, 0);
	begin_old(SKX);
	place_set_msr(BUSES_MSR, 1ULL << 63 | 0x10201000);
	check_old("two stacks with one bus", SKX, 5, 0);
	begin_old(SKX);
	place_set_msr(BUSES_MSR, 1ULL << 63 | 0xb0221000);
	check_old("a bus of the other package, and one that there is not", SKX, 3, 8);
	begin_old(SKX);
	place_set_msr(BUSES_MSR, 0x30201000);
	check_old("buses that are not valid", SKX, 0, 0);
	begin_old(SKX);
	place_set_msr(BUSES_MSR, ~0ULL);
	check_old("an MSR of all ones", SKX, 0, 0);
	begin_old(SKX);
	place_kill_msr(BUSES_MSR);
	check_old("no MSR", SKX, 0, 0);
}

static void check_icx(void)
{
	struct pci_dev *second;

	segment = 1;
	begin_old(ICX);
	check_old("Ice Lake-SP in segment 1", ICX, 0x3f, 0x3f);
	segment = 0;
	begin_old(ICX);
	run(ICX);
	require("a kind", "dmi", strcmp(old_unit(1, 5)->stack, "dmi"), 0);
	require("a kind", "pcie", strcmp(old_unit(0, 4)->stack, "pcie"), 0);
	expect_old("Ice Lake-SP", ICX, 1, 0x3f);
	end();
	begin_old(ICX);
	stack_of_one->device = 0x1234;
	check_old("a stack without its function", ICX, 0x3f, 0x3b);
	begin_old(ICX);
	stack_of_one->config[0x3f4 / 4] = ~0U;
	check_old("a number of all ones", ICX, 0x3f, 0x3b);
	begin_old(ICX);
	stack_of_one->config[0x3f4 / 4] = 0x61;
	check_old("a number that no stack has", ICX, 0x3f, 0x3b);
	begin_old(ICX);
	stack_of_one->config[0x3f4 / 4] = 0x11;
	check_old("two stacks with one number", ICX, 0x3f, 0);
	begin_old(ICX);
	second = add(1, OLD_BUS(1, 3), PCI_DEVFN(1, 0), 0x09a2);
	second->config[0x3f4 / 4] = 0x71;
	check_old("two numbers on one bus", ICX, 0x3f, 0x37);
}

/* One package. @without: a stack whose function has another device id */
static void begin_own(u8 model, const struct own_stack *stacks, unsigned int num, unsigned int without)
{
	unsigned int stack;

	place_clear_all();
	sockets = place_max_dies = 1;
	kernel_cpus[0] = (struct kernel_cpu){ true, 0, 0, 0 };
	ubox[0] = add(0, OLD_BUS(0, 7), PCI_DEVFN(0, 0), model == SNR ? 0x3460 : 0x3250);
	ubox[0]->config[0xd4 / 4] = 0;
	for (stack = 0; stack < num; stack++)
		add(0, OLD_BUS(0, stack), PCI_DEVFN(0, 0), stack == without ? 0x1234 : 0x09a2)->config[0x3f4 / 4] = stack << 4;
	if (model == SNR)
		return;
	gnr_set_global(GNR_GLOBAL);
	gnr_begin_table(place_make_discovery(add(0, OLD_BUS(0, 0), PCI_DEVFN(3, 1), 0x09a7)), GNR_GLOBAL);
	for (stack = 0; stack < num; stack++)
		gnr_add_msr(0x2900 + 0x10 * stack, 1, stack);
}

static void check_own(const char *what, u8 model, const struct own_stack *stacks, unsigned int num)
{
	unsigned int stack, without;

	for (without = 0; without <= num; without++) {
		begin_own(model, stacks, num, without);
		run(model);
		for (stack = 0; stack < num; stack++) {
			const struct pmon_unit_desc *desc = old_unit(0, stacks[stack].unit);
			char where[16];

			snprintf(where, sizeof(where), "0000:%02x", OLD_BUS(0, stack));
			require(what, "its bus", strcmp(desc->where, stack == without ? "" : where), 0);
			if (stack != without)
				require(what, "its kind", strcmp(desc->stack, stacks[stack].kind), 0);
		}
		end();
	}
}

void map_cases(void)
{
	check_links();
	check_link_dies();
	check_tables();
	check_registers();
	check_contradictions();
	check_places();
	check_skx();
	check_icx();
	check_own("a stack of Snow Ridge", SNR, snr_stacks, ARRAY_SIZE(snr_stacks));
	check_own("a stack of Grand Ridge", GRR, grr_stacks, ARRAY_SIZE(grr_stacks));
}
