// SPDX-License-Identifier: GPL-2.0-only
/*
 * Machines as public listings of real ones have them: real/INDEX.tsv has one a line, real/NAME.txt its PCI functions, and the
 * source of each. Each is tried with and without NUMA nodes, and with and without node maps.
 */
#include "../fuzz.h"
#include "cases.h"
#include "find/topology.h"
#include "gnr_machine.h"
#include "listing.h"
#include "processors/emr.h"
#include "processors/gnr.h"
#include "processors/processor.h"

#define CLASS_NONE	0xffff	/* and programming interface ff: a function without a purpose */
#define FUSES		0x2083	/* of Skylake-SP and its successors */

static unsigned int cases;

/* @model: 0: the driver does not support it; @stepping: where it matters */
static const struct family {
	const char *name;
	u8 model;
	struct pmon_ubox_map ubox;
	u8 stepping;
} families[] = {
	{ "snbep", 0x2d, { .device = 0x3ce0, .node_id = 0x40, .map = 0x54 } },
	{ "ivbep", 0x3e, { .device = 0x0e1e, .node_id = 0x40, .map = 0x54 } },
	{ "hsx", 0x3f, { .device = 0x2f1e, .node_id = 0x40, .map = 0x54 } },
	{ "bdx", 0x4f, { .device = 0x6f1e, .node_id = 0x40, .map = 0x54 } },
	{ "bdxde", 0x56, { .device = 0x6f1e, .node_id = 0x40, .map = 0x54 } },
	{ "skx", 0x55, { .device = 0x2014, .node_id = 0xc0, .map = 0xd4, .lowest = true }, 4 },
	{ "clx", 0x55, { .device = 0x2014, .node_id = 0xc0, .map = 0xd4, .lowest = true }, 7 },
	{ "cpx", 0x55, { .device = 0x2014, .node_id = 0xc0, .map = 0xd4, .lowest = true }, 11 },
	{ "skxw", 0x55, { .device = 0x2014, .node_id = 0xc0, .map = 0xd4, .lowest = true }, 4 },
	{ "clxw", 0x55, { .device = 0x2014, .node_id = 0xc0, .map = 0xd4, .lowest = true }, 7 },
	{ "skxd", 0x55, { .device = 0x2014, .node_id = 0xc0, .map = 0xd4, .lowest = true }, 4 },
	{ "icx", 0x6a, { .device = 0x3450, .node_id = 0xc0, .map = 0xd4, .second_bus = true } },
	{ "icxd", 0x6c, { .device = 0x3450, .node_id = 0xc0, .map = 0xd4, .second_bus = true } },
	{ "spr", 0x8f, { .device = 0x3250, .node_id = 0xc0, .map = 0xd4 } },
	{ "emr", 0xcf, { .device = 0x3250, .node_id = 0xc0, .map = 0xd4 } },
	{ "gnr", 0xad, { .device = 0x3250, .node_id = 0xc0, .map = 0xd4 } },
};

#define AT(device, name, id, slot, func) { 0x55, device, 0, name, id, .devfn = PCI_DEVFN(slot, func) }

/* Channels of the second memory controller go with the second HA, R3QPI units with a link, if a link is shown at all. */
#define HASWELL(model, id)									\
	{ model, id + 0x30, 0, "ha", 0 }, { model, id + 0x38, 0, "ha", 1 },			\
	{ model, id + 0xb0, 0, "imc", 0, .with = id + 0x30 }, { model, id + 0xb1, 0, "imc", 1, .with = id + 0x30 },	\
	{ model, id + 0xb4, 0, "imc", 2, .with = id + 0x30 }, { model, id + 0xb5, 0, "imc", 3, .with = id + 0x30 },	\
	{ model, id + 0xd0, 0, "imc", 4, .with = id + 0x38 }, { model, id + 0xd1, 0, "imc", 5, .with = id + 0x38 },	\
	{ model, id + 0xd4, 0, "imc", 6, .with = id + 0x38 }, { model, id + 0xd5, 0, "imc", 7, .with = id + 0x38 },	\
	{ model, id + 0x39, 0, "irp", 0 }, { model, id + 0x34, 0, "r2pcie", 0 }
#define HASWELL_LINKS(model, id)								\
	{ model, id + 0x32, 0, "qpi", 0 }, { model, id + 0x33, 0, "qpi", 1 }, { model, id + 0x3a, 0, "qpi", 2 },	\
	{ model, id + 0x36, 0, "r3qpi", 0, .with = id + 0x32, .links = id + 0x32 },				\
	{ model, id + 0x37, 0, "r3qpi", 1, .with = id + 0x33, .links = id + 0x32 },				\
	{ model, id + 0x3e, 0, "r3qpi", 2, .with = id + 0x3a, .links = id + 0x32 }

/*
 * Units in PCI space, of processors that the driver supports. @first: of unit 0, others have a device each; 0: counted.
 * @devfn: the only place; 0: any. @with: the unit is there only if its package has a function with this id. @links: the first
 * of three ids; a machine of several packages that shows none of these has links all the same
 */
static const struct unit {
	u8 model;
	u16 device, last_device;
	const char *name;
	u8 id;
	u16 type, reg;
	u8 first, control, counter, status;
	u8 devfn;
	u16 with, links;
} units[] = {
	{ 0x2d, 0x3c46, 0, "ha", 0 }, { 0x2d, 0x3cb0, 0, "imc", 0 }, { 0x2d, 0x3cb1, 0, "imc", 1 },
	{ 0x2d, 0x3cb4, 0, "imc", 2 }, { 0x2d, 0x3cb5, 0, "imc", 3 }, { 0x2d, 0x3c41, 0, "qpi", 0 },
	{ 0x2d, 0x3c42, 0, "qpi", 1 }, { 0x2d, 0x3c43, 0, "r2pcie", 0 }, { 0x2d, 0x3c44, 0, "r3qpi", 0 },
	{ 0x2d, 0x3c45, 0, "r3qpi", 1 },
	{ 0x3e, 0x0e30, 0, "ha", 0 }, { 0x3e, 0x0e38, 0, "ha", 1 }, { 0x3e, 0x0eb4, 0, "imc", 0 },
	{ 0x3e, 0x0eb5, 0, "imc", 1 }, { 0x3e, 0x0eb0, 0, "imc", 2 }, { 0x3e, 0x0eb1, 0, "imc", 3 },
	{ 0x3e, 0x0ef4, 0, "imc", 4 }, { 0x3e, 0x0ef5, 0, "imc", 5 }, { 0x3e, 0x0ef0, 0, "imc", 6 },
	{ 0x3e, 0x0ef1, 0, "imc", 7 }, { 0x3e, 0x0e39, 0, "irp", 0 }, { 0x3e, 0x0e32, 0, "qpi", 0 },
	{ 0x3e, 0x0e33, 0, "qpi", 1 }, { 0x3e, 0x0e3a, 0, "qpi", 2 }, { 0x3e, 0x0e34, 0, "r2pcie", 0 },
	{ 0x3e, 0x0e36, 0, "r3qpi", 0 }, { 0x3e, 0x0e37, 0, "r3qpi", 1 }, { 0x3e, 0x0e3e, 0, "r3qpi", 2 },
	AT(0x2042, "imc", 0, 0x0a, 2), AT(0x2046, "imc", 1, 0x0a, 6), AT(0x204a, "imc", 2, 0x0b, 2),
	AT(0x2042, "imc", 3, 0x0c, 2), AT(0x2046, "imc", 4, 0x0c, 6), AT(0x204a, "imc", 5, 0x0d, 2),
	AT(0x2066, "m2m", 0, 0x08, 0), AT(0x2066, "m2m", 1, 0x09, 0), AT(0x2058, "upi", 0, 0x0e, 0),
	AT(0x2058, "upi", 1, 0x0f, 0), AT(0x2058, "upi", 2, 0x10, 0), AT(0x204d, "m3upi", 0, 0x12, 1),
	AT(0x204e, "m3upi", 1, 0x12, 2), AT(0x204d, "m3upi", 2, 0x12, 5), AT(0x2088, "m2pcie", 0, 0x15, 1),
	AT(0x2088, "m2pcie", 1, 0x16, 1), AT(0x2088, "m2pcie", 2, 0x17, 1), AT(0x2088, "m2pcie", 3, 0x16, 5),
	{ 0x6a, 0x344a, 0, "m2m", .first = PCI_DEVFN(12, 0) },
	{ 0x6a, 0x3441, 0, "upi", .first = PCI_DEVFN(2, 1) },
	{ 0x6a, 0x3446, 0, "m3upi", .first = PCI_DEVFN(5, 1) },
	HASWELL(0x3f, 0x2f00), HASWELL_LINKS(0x3f, 0x2f00),
	HASWELL(0x4f, 0x6f00), HASWELL_LINKS(0x4f, 0x6f00), HASWELL(0x56, 0x6f00),
	{ 0xcf, 0x324a, 0, "m2m", 0, EMR_M2M, 0x438, PCI_DEVFN(12, 0), 0x30, 8, 0x70 },
	{ 0xcf, 0x3241, 0, "upi", 0, EMR_UPI, 0x318, PCI_DEVFN(1, 1), 0x38, 8, 0x74 },
	{ 0xcf, 0x3246, 0, "m3upi", 0, EMR_M3UPI, 0xa0, PCI_DEVFN(5, 1), 0x38, 8, 0x58 },
	{ 0xad, 0x3241, 0, "upi", 0, GNR_UPI, 0x318, PCI_DEVFN(16, 1), 0x38, 8, 0x74 },
	{ 0xad, 0x324a, 0, "b2cmi", 0, GNR_B2CMI, 0x438, 0, 0x38, 8, 0x74 },
	{ 0xad, 0x3245, 0, "b2upi", 0, GNR_B2UPI, 0x408, PCI_DEVFN(24, 0), 0x38, 8, 0x74 },
	{ 0xad, 0x0db0, 0x0db3, "pciex16", 0, GNR_PCIEX16, 0x620, 0, 0x38, 8, 0x74 },
	{ 0xad, 0x0db6, 0x0db9, "pciex8", 0, GNR_PCIEX8, 0x620, 0, 0x38, 8, 0x74 },
};

static void require(const char *what, bool nodes, bool maps, int got, int expected)
{
	cases++;
	if (got == expected)
		return;
	fprintf(stderr, "%s, %s, %s: %s: %d, not %d\n", listing.name, nodes ? "nodes" : "no nodes",
		maps ? "maps" : "no maps", what, got, expected);
	exit(1);
}

static const struct family *family_of(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(families); i++)
		if (!strcmp(families[i].name, name))
			return &families[i];
	fprintf(stderr, "no family %s\n", name);
	exit(1);
}

/* --- building ------------------------------------------------------------------------------- */

static struct pci_dev *built[FUNCTIONS];
static int ids[FUNCTIONS];	/* of the unit in the function, or UNKNOWN */

static bool counts(const struct function *f)
{
	return f->package != UNKNOWN && listing.has_ubox[f->package];
}

static bool package_has(int package, u16 device)
{
	unsigned int i;

	for (i = 0; i < listing.num; i++)
		if (listing.functions[i].package == package && listing.functions[i].device == device)
			return true;
	return false;
}

static bool hides_links(const struct function *f, u16 first)
{
	return first && listing.sockets > 1 && !package_has(f->package, first) && !package_has(f->package, first + 1) &&
	       !package_has(f->package, first + 8);
}

static const struct unit *unit_in(const struct family *family, const struct function *f)
{
	u8 model = family->model == 0x8f ? 0xcf : family->model == 0x6c ? 0x6a : family->model;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(units); i++) {
		const struct unit *unit = &units[i];
		u16 last = unit->last_device ? unit->last_device : unit->device;

		if (unit->model != model || f->device < unit->device || f->device > last ||
		    (unit->devfn && f->devfn != unit->devfn) || f->class == CLASS_NONE)
			continue;
		/* Other functions than those of units can have the id. */
		if (unit->with && !package_has(f->package, unit->with) && !hides_links(f, unit->links))
			return NULL;
		if (!unit->first || (f->devfn >= unit->first && !((f->devfn - unit->first) % 8)))
			return unit;
	}
	return NULL;
}

/*
 * Ice Lake: registers behind the functions of a listing. A package has as many CHAs as CAPID6 and CAPID7 have bits; the
 * two are on the bus after the UBox's. A memory controller has an address if it has an M2M.
 */
#define CAPID_BITS(package)	(0x1ffU << (package))
#define MEMORY_AT(package)	(0xc8000000ULL + 0x1000000ULL * (package))

static bool is_ice_lake(const struct family *family)
{
	return family->model == 0x6a || family->model == 0x6c;
}

static unsigned int controllers_of(int package)
{
	unsigned int i, num = 0;

	for (i = 0; i < listing.num; i++)
		num += listing.functions[i].package == package && listing.functions[i].device == 0x344a;
	return num;
}

static void add_registers(struct pci_dev *pci, const struct function *f)
{
	unsigned int mc;

	if (f->device == 0x345b) {
		pci->config[0x9c / 4] = CAPID_BITS(f->package);
		pci->config[0xa0 / 4] = 1 + 2 * f->package;
	}
	if (f->device != 0x3451)
		return;
	pci->config[0xd0 / 4] = MEMORY_AT(f->package) >> 23;
	for (mc = 0; mc < 4; mc++)
		pci->config[0xd8 / 4 + mc] = mc < controllers_of(f->package) ? mc * 0x80 : ~0U;
}

/* Of Ice Lake-D, the third channel is a place, too. */
static void check_registers(const struct family *family, const struct pmon_machine *found, bool nodes, bool maps)
{
	unsigned int chas[PACKAGES] = { 0 }, channels[PACKAGES] = { 0 }, free[PACKAGES] = { 0 };
	const struct pmon_unit_desc *desc;
	unsigned int package;

	list_for_each_entry(desc, &found->units, list) {
		if (desc->verdict != PMON_OK || desc->die < 0)
			continue;
		chas[desc->die] += !strcmp(desc->type->name, "cha");
		channels[desc->die] += !strcmp(desc->type->name, "imc");
		free[desc->die] += !strcmp(desc->type->name, "imc_free_running");
		if (desc->unit.access == PMON_ACCESS_MMIO)
			require("memory of a package", nodes, maps,
				(desc->unit.control - MEMORY_AT(0)) / (MEMORY_AT(1) - MEMORY_AT(0)), desc->die);
	}
	for (package = 0; package < listing.sockets; package++) {
		unsigned int mcs = controllers_of(package);

		require("CHAs", nodes, maps, chas[package], 10 + !!package);
		require("channels", nodes, maps, channels[package], (family->model == 0x6c ? 3 : 2) * mcs);
		require("memory controllers", nodes, maps, free[package], mcs);
	}
}

#define CAPID4	0x94

/* The function that has the number of SBos in its bits 7:6: 0 on a small die. */
static bool has_sbos(const struct family *family, const struct function *f)
{
	return (family->model == 0x3f && f->device == 0x2fc0) || (family->model == 0x4f && f->device == 0x6fc0);
}

static bool large_die(int package)
{
	return !(package & 1);
}

static void build(const struct family *family, bool nodes, bool maps)
{
	unsigned int i, package, id[PACKAGES][ARRAY_SIZE(units)] = { 0 };
	u32 map = 0;

	place_clear_all();
	place_max_dies = listing.sockets;
	for (i = 0; i < listing.sockets * listing.nodes_of_package; i++)
		kernel_cpus[i] = (struct kernel_cpu){
			true, i / listing.nodes_of_package, i / listing.nodes_of_package, i,
		};
	for (package = 0; package < listing.sockets; package++)
		map |= package << 3 * package;
	for (i = 0; i < listing.num; i++) {
		const struct function *f = &listing.functions[i];
		struct pci_bus *bus = place_add_bus_in(f->domain, f->package, f->bus);
		const struct unit *unit = unit_in(family, f);

		if (nodes && f->node != NUMA_NO_NODE)
			bus->node = f->node;
		built[i] = place_add_function_on(bus, f->devfn, f->device, f->class == CLASS_NONE ? ~0U >> 8 : f->class << 8);
		ids[i] = UNKNOWN;
		if (unit && counts(f) && !unit->type)
			ids[i] = unit->first ? (f->devfn - unit->first) / 8 : unit->id;
		else if (unit && counts(f))
			ids[i] = unit->first ? (f->devfn - unit->first) / 8 : (int)id[f->package][unit - units]++;
		if (f->device == FUSES)
			built[i]->config[0x9c / 4] = 0x3ff;
		if (is_ice_lake(family) && f->package != UNKNOWN)
			add_registers(built[i], f);
		if (f->device == 0x3251)
			built[i]->dev.driver = "isst_if_pci";
		if (f->class == 0x0604)
			built[i]->dev.driver = "pcieport";
		if (f->device == family->ubox.device && f->package != UNKNOWN) {
			built[i]->config[family->ubox.node_id / 4] = f->package;
			built[i]->config[family->ubox.map / 4] = maps ? map : ~0U;
		}
		if (has_sbos(family, f))
			built[i]->config[CAPID4 / 4] = large_die(f->package) << 6;
	}
}

static void add_unit(const struct unit *unit, unsigned int domain, unsigned int bus, unsigned int devfn, unsigned int id)
{
	gnr_add_entry(PMON_ACCESS_PCI, (u64)domain << 28 | bus << 20 | devfn << 12 | unit->reg, unit->type, id, unit->control,
		      unit->counter, unit->status);
}

/* A table for each discovery function, with the units of its package; and four links, even if there are none. */
static void add_tables(const struct family *family)
{
	unsigned int i, j, num = listing.num;

	for (i = 0; i < num; i++) {
		const struct function *at = &listing.functions[i];

		if (at->device != 0x09a7 || at->package == UNKNOWN)
			continue;
		gnr_begin_table(place_make_discovery(built[i]), GNR_GLOBAL);
		for (j = 0; j < num; j++) {
			const struct function *f = &listing.functions[j];

			if (ids[j] != UNKNOWN && f->package == at->package)
				add_unit(unit_in(family, f), f->domain, f->bus, f->devfn, ids[j]);
		}
		for (j = 0; j < num && family->model != 0xad; j++) {
			const struct function *ubox = &listing.functions[j];
			unsigned int k, slot;

			if (ubox->device != family->ubox.device || ubox->package != at->package)
				continue;
			for (k = 0; k < ARRAY_SIZE(units); k++)
				for (slot = 0; slot < 4 && units[k].model == 0xcf; slot++)
					if (!listing_find(ubox->domain, ubox->bus, units[k].first + 8 * slot))
						add_unit(&units[k], ubox->domain, ubox->bus, units[k].first + 8 * slot, slot);
		}
	}
}

/* --- checking ------------------------------------------------------------------------------- */

/* Without maps, and with a package whose UBox was not read, not even the order is known. */
static bool may_be_unknown(bool maps)
{
	return !maps && listing.num_uboxes != listing.sockets;
}

static void check_rule(const struct family *family, bool nodes, bool maps)
{
	const struct pmon_processor *processor = pmon_processor_find(6, family->model, family->stepping);
	struct pmon_topology topology;
	unsigned int i;

	REQUIRE(!pmon_topology_init(&topology, family->model ? &processor->ubox : &family->ubox, listing.sockets));
	for (i = 0; i < listing.num; i++) {
		const struct function *f = &listing.functions[i];
		int die = pmon_topology_die(&topology, built[i]->bus);
		char what[64];

		if (!counts(f) || (die == PMON_DIE_UNKNOWN && may_be_unknown(maps)))
			continue;
		snprintf(what, sizeof(what), "package of %04x:%02x:%02x.%x", f->domain, f->bus, f->devfn >> 3, f->devfn & 7);
		require(what, nodes, maps, die, f->package);
	}
	pmon_topology_release(&topology);
}

static int index_of(const struct pci_dev *pci)
{
	unsigned int i;

	for (i = 0; i < listing.num; i++)
		if (built[i] == pci)
			return i;
	REQUIRE(!"a function");
	return 0;
}

/* Packages whose fuses were not read, or of which it is unknown whose they are, so that no CHA can be found. */
static int without_fuses(const struct family *family, bool nodes, bool maps)
{
	bool has[PACKAGES] = { false };
	int num = listing.sockets;
	unsigned int i;

	if (family->model != 0x55)
		return 0;
	if (!nodes && may_be_unknown(maps))
		return num;
	for (i = 0; i < listing.num; i++) {
		const struct function *f = &listing.functions[i];

		if (f->device != FUSES || !counts(f) || has[f->package])
			continue;
		has[f->package] = true;
		num--;
	}
	return num;
}

static void check_sbos(const struct family *family, const struct pmon_machine *found, bool nodes, bool maps)
{
	unsigned int i, num[PACKAGES] = { 0 };
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &found->units, list)
		if (desc->die >= 0)
			num[desc->die] += desc->verdict == PMON_OK && !strcmp(desc->type->name, "sbox");
	for (i = 0; i < listing.num; i++) {
		const struct function *f = &listing.functions[i];

		if (has_sbos(family, f) && f->package != UNKNOWN)
			require("SBos", nodes, maps, num[f->package],
				large_die(f->package) ? 4 : family->model == 0x3f ? 2 : 0);
	}
}

/* Every unit is found, in its package and under its number, and nothing else is. */
static void check_found(const struct family *family, const struct pmon_machine *found, bool nodes, bool maps)
{
	const struct pmon_unit_desc *desc;
	unsigned int i, num = 0, expected = 0;
	bool tables = family->model == 0xad || family->model == 0xcf || family->model == 0x8f;
	bool has_table[PACKAGES] = { false };

	for (i = 0; i < listing.num; i++)
		if (listing.functions[i].device == 0x09a7 && listing.functions[i].package != UNKNOWN)
			has_table[listing.functions[i].package] = true;
	for (i = 0; i < listing.num; i++)
		expected += ids[i] != UNKNOWN && (!tables || has_table[listing.functions[i].package]);
	list_for_each_entry(desc, &found->units, list) {
		const struct function *f;

		if (desc->verdict != PMON_OK || !desc->pci)
			continue;
		i = index_of(desc->pci);
		f = &listing.functions[i];
		/* By its node, of a package whose UBox was not read. */
		if (!counts(f))
			continue;
		num++;
		require("die of a unit", nodes, maps, desc->die, f->package);
		require("number of a unit", nodes, maps, desc->unit.id, ids[i]);
		REQUIRE(unit_in(family, f));
		require("type of a unit", nodes, maps, tables ? desc->unit.type : !strcmp(desc->type->name, unit_in(family, f)->name),
			tables ? unit_in(family, f)->type : 1);
	}
	if (num || !may_be_unknown(maps))
		require("units", nodes, maps, num, expected);
	require("warnings", nodes, maps, tables ? 0 : kernel_warnings, without_fuses(family, nodes, maps));
}

static void check_finder(const struct family *family, bool nodes, bool maps)
{
	const struct pmon_processor *processor = pmon_processor_find(6, family->model, family->stepping);
	struct pmon_machine found;
	int error;

	if (processor->discovery) {
		add_tables(family);
		error = place_run_as(&found, family->model);
	} else {
		INIT_LIST_HEAD(&found.dies);
		INIT_LIST_HEAD(&found.units);
		found.processor = processor;
		found.max_dies = listing.sockets;
		error = pmon_discover(NULL, &found);
	}
	if (error) {
		require("an error", nodes, maps, may_be_unknown(maps), true);
		return;
	}
	check_found(family, &found, nodes, maps);
	if (is_ice_lake(family))
		check_registers(family, &found, nodes, maps);
	if (!processor->discovery)
		check_sbos(family, &found, nodes, maps);
	pmon_machine_release(&found);
	require("left", nodes, maps, place_left(), 0);
}

/* Firmware can hide HAs. The channels of memory are then all used that answer. */
static void check_without_agents(const struct family *family)
{
	struct pmon_machine found = {
		.processor = pmon_processor_find(6, family->model, family->stepping), .max_dies = listing.sockets,
	};
	const struct pmon_unit_desc *desc;
	unsigned int i, num = 0, expected = 0;

	build(family, true, true);
	for (i = 0; i < listing.num; i++) {
		u16 device = listing.functions[i].device & 0xff;

		if (device == 0x30 || device == 0x38)
			built[i]->vendor = 0xffff;
		expected += (device >= 0xb0 && device < 0xb8 && !(device & 2)) ||
			    (device >= 0xd0 && device < 0xd8 && !(device & 2)) ? counts(&listing.functions[i]) : 0;
	}
	INIT_LIST_HEAD(&found.dies);
	INIT_LIST_HEAD(&found.units);
	require("an error without HAs", true, true, pmon_discover(NULL, &found), 0);
	list_for_each_entry(desc, &found.units, list)
		num += desc->verdict == PMON_OK && !strcmp(desc->type->name, "imc");
	require("channels without HAs", true, true, num, expected);
	pmon_machine_release(&found);
	require("left", true, true, place_left(), 0);
}

static bool is_haswell(const struct family *family)
{
	return family->model == 0x3f || family->model == 0x4f || family->model == 0x56;
}

static bool has_discovery(void)
{
	unsigned int i;

	for (i = 0; i < listing.num; i++)
		if (listing.functions[i].device == 0x09a7 && listing.functions[i].package != UNKNOWN)
			return true;
	return false;
}

static void check_machine(const struct family *family)
{
	unsigned int way;

	for (way = 0; way < 4; way++) {
		bool nodes = way & 1, maps = way & 2;

		build(family, nodes, maps);
		check_rule(family, nodes, maps);
		if (family->model && (family->model < 0x80 || has_discovery()))
			check_finder(family, nodes, maps);
	}
	if (is_haswell(family))
		check_without_agents(family);
}

unsigned int real_cases(void)
{
	char line[8192], *fields[10], *rest;
	unsigned int i, machines = 0, checked = 0;
	FILE *in = fopen(PLACE_REAL "/INDEX.tsv", "r");

	REQUIRE(in);
	REQUIRE(fgets(line, sizeof(line), in));
	while (fgets(line, sizeof(line), in)) {
		const struct family *family;
		bool own;

		rest = line;
		line[strcspn(line, "\n")] = 0;
		for (i = 0; i < ARRAY_SIZE(fields); i++)
			fields[i] = rest ? strsep(&rest, "\t") : "";
		machines++;
		snprintf(listing.name, sizeof(listing.name), "%s (line %u)", fields[0], machines + 1);
		family = family_of(fields[1]);
		listing.sockets = atoi(fields[3]);
		listing.nodes_of_package = strncmp(fields[5], "SNC", 3) ? 1 : atoi(fields[5] + 3);
		listing.part = strstr(fields[8], "part");
		listing_read(fields[0]);
		own = !strncmp(fields[7], "bsdhw", 5) && strcmp(fields[8], "the file");
		listing_change_functions(fields[9]);
		listing_change_nodes(fields[6], own);
		if (!listing_find_packages(family->ubox.device))
			continue;
		checked++;
		check_machine(family);
	}
	fclose(in);
	printf("%u of %u real machines\n", checked, machines);
	REQUIRE(checked >= 400);
	return cases;
}
