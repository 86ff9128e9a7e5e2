// SPDX-License-Identifier: GPL-2.0-only
/*
 * A package of the Granite Rapids family: the places of its registers, and its PCI functions.
 *
 *	MSR 0x2000	CHAs, at most 144
 *	    0x2900	IIO stacks, whose clock is in the block of the stack
 *	    0x2a00	IRPs
 *	    0x2b00	MDFs 0 to 47
 *	    0x2e00	free running: what goes out of an IIO stack, from 0x3600 on what comes in
 *	    0x3e00	PCUs, then B2HOTs 0 to 15
 *	    0x3fc0	global control and status; with a block for each table, the others are below
 *	    0x3ff0	UBox, on Grand Ridge at 0x3f50
 *	    0x4000	MDFs and B2HOTs that have no room below
 *
 * Places of MDF, PCU, B2HOT and the global block are in no source, as they are in the table only.
 */
#include "processors/discovered.h"
#include "processors/gnr.h"

#define IIO_OWN_CLOCK(id)	(0x290e + 0x10 * (id))
#define IIO_BW_IN(id)		(0x360e + 0x80 * (id))
#define IIO_BW_OUT(id)		(0x2e0e + 0x80 * (id))

/* Blocks of 16 MSRs each, from a unit on. */
static const struct {
	size_t type;
	unsigned int first;
	uint32_t msr;
} msr_runs[] = {
	{ GNR_CHA, 0, 0x2000 },
	{ GNR_IIO, 0, 0x2900 },
	{ GNR_IRP, 0, 0x2a00 },
	{ GNR_MDF, 0, 0x2b00 },
	{ GNR_MDF, 48, 0x4000 },
	{ GNR_PCU, 0, 0x3e00 },
	{ GNR_B2HOT, 0, 0x3e50 },
	{ GNR_B2HOT, 16, 0x4200 },
};

#define MSR_CHA_COUNT		0x3fed

/*
 * Memory: registers of one function lead to the memory controllers. The controllers are in a BAR of
 * another function, so that the guest places them.
 */
#define MEM_BAR			0
#define MEM_BAR_SIZE		(8u << 20)	/* the base has address bits 51:23 */
#define MEM_BASE		0x100000	/* of the memory controllers, in the BAR */
#define MEM_STRIDE		0x4000
#define MEM_PMON		0x2800
#define MMIO_BASE_REGISTER	0xd0
#define MMIO_BASE_MASK		0x1fffffff
#define MEM_REGISTER		0xd4
#define MEM_REGISTER_MASK	0x7ff
#define BUS_NUMBERS		0xd0

/* CXL: addresses come from the table only. */
#define CXL_BAR			2
#define CXL_BAR_SIZE		0x100000
#define CXL_STRIDE		0x4000
#define CXL_PER_KIND		16

#define UBOX_NODE_ID		0xc0
#define UBOX_NODE_MAP		0xd4

/* Devices of the UBox's bus, and of the bus after it. */
#define FIRST_POWER		5		/* function 0; the others are B2CMIs */
#define B2CMI_PER_DEVICE	7
#define FIRST_SLICE		14
#define MAX_SLICES		128		/* as many as there are functions left on either bus */
#define FIRST_LINK		16
#define FIRST_B2UPI		24
/*
 * Root ports. A listing shows 0x0db3 at 8.0 and 0x0db9 at 9.0 of a stack. Here that is the x16 port of id 3 and the x8
 * port of id 0. Other ports of the first ids have the places in front of these. The rest is on one bus, too.
 */
#define X16_PORT(id)		((id) < 4 ? 2 + 2 * (id) : 2 + (id))
#define X16_PORT_ID(id)		(0x0db0 + (id) % 4)
#define X8_PORT(id)		((id) < 4 ? 9 - 2 * (id) : 16 + (id))
#define X8_PORT_ID(id)		(0x0db9 - (id) % 4)

/* Functions of the UBox's bus that the captured package has: one at 5.0 and later for each die. */
static const struct neighbour ubox_bus[] = {
	{ 0, 0, 0x3250, CLASS_SYSTEM, 0, false },
	{ 0, 1, 0x3251, CLASS_SYSTEM, 0, false },
	{ 0, 2, 0x3252, CLASS_SYSTEM, 0, false },
	{ 2, 0, 0x0998, CLASS_HOST_BRIDGE, 0, false },
	{ FIRST_POWER, 0, 0x3258, CLASS_SYSTEM, 1, false },
	{ FIRST_POWER + 1, 0, 0x3258, CLASS_SYSTEM, 1, false },
	{ FIRST_POWER + 2, 0, 0x3258, CLASS_SYSTEM, 1, false },
	{ FIRST_POWER + 3, 0, 0x3258, CLASS_SYSTEM, 1, false },
	{ FIRST_POWER + 4, 0, 0x3258, CLASS_SYSTEM, 1, false },
	{ 13, 0, 0x344f, CLASS_SYSTEM, 0, false },
	{ 13, 1, 0x3457, CLASS_SYSTEM, 0, false },
};

static const struct neighbour stack[] = {
	{ 0, 0, 0x09a2, CLASS_SYSTEM, 0, false },
	{ 0, 1, 0x09a4, CLASS_SYSTEM, 0, false },
	{ 0, 2, 0x09a3, CLASS_SYSTEM, 0, false },
	{ 0, 4, 0x0b23, CLASS_EVENT_COLLECTOR, 0, false },
	{ 1, 0, 0x0b25, CLASS_SYSTEM, 0, false },
	{ 2, 0, 0x0cfe, CLASS_SYSTEM, 0, false },
};

static bool place_msr(struct unit *unit, size_t index)
{
	const struct gnr_processor *processor = unit->package->machine->kind->family;
	size_t i;

	if (index == GNR_UBOX) {
		unit->address = processor->ubox;
		unit->fixed_counter = processor->uclk_counter;
		return true;
	}
	for (i = ARRAY_SIZE(msr_runs); i--;) {
		if (msr_runs[i].type != index || unit->id < msr_runs[i].first)
			continue;
		unit->address = msr_runs[i].msr + 0x10 * (unit->id - msr_runs[i].first);
		return true;
	}
	return false;
}

static void place_mmio(struct unit *unit, size_t index)
{
	unsigned int kind = index == GNR_CXLCM ? 0 : index == GNR_CXLDP ? 1 : 2;

	unit->function = unit->package->memory;
	if (index == GNR_IMC) {
		unit->bar = MEM_BAR;
		unit->address = MEM_BASE + unit->package->machine->kind->family->imc + MEM_PMON +
				(uint64_t)MEM_STRIDE * unit->id;
		return;
	}
	unit->bar = CXL_BAR;
	unit->address = (uint64_t)CXL_STRIDE * (unit->id + kind * CXL_PER_KIND);
}

/* Ports are on the I/O stack's bus. The buses below them follow it in the order of the ports. */
static struct function *add_root_port(struct package *package, size_t index, unsigned int id)
{
	bool x16 = index == GNR_PCIEX16;
	unsigned int device = x16 ? X16_PORT(id) : X8_PORT(id);
	unsigned int bus = package->config.iio_bus;
	struct function *port;

	port = package_add_function(package, bus, device, 0,
				    (uint16_t)(x16 ? X16_PORT_ID(id) : X8_PORT_ID(id)));
	if (port)
		function_become_root_port(port, bus + ++package->root_ports);
	return port;
}

/* A link's registers are in the second of four functions. */
static struct function *add_link(struct package *package, unsigned int id)
{
	unsigned int bus = package->config.bus + 1, device = FIRST_LINK + id;
	const struct neighbour functions[] = {
		{ device, 0, 0x3245, CLASS_SYSTEM, 0, false },
		{ device, 1, 0x3241, CLASS_SYSTEM, 0, false },
		{ device, 2, 0x3242, CLASS_SYSTEM, 0, false },
		{ device, 3, 0x3240, CLASS_SYSTEM, 0, false },
	};

	if (!package_add_neighbours(package, bus, functions, ARRAY_SIZE(functions)))
		return NULL;
	return package_find_function(package, bus, device, 1);
}

/* Function 0 of such a device is there anyway. */
static struct function *add_b2cmi(struct package *package, unsigned int id)
{
	unsigned int device = FIRST_POWER + id / B2CMI_PER_DEVICE, bus = package->config.bus;
	struct function *f;

	f = package_add_function(package, bus, device, 1 + id % B2CMI_PER_DEVICE, 0x324a);
	if (f)
		function_set_class(f, CLASS_PERFORMANCE, 0);
	return f;
}

static bool place_pci(struct unit *unit, size_t index)
{
	struct package *package = unit->package;
	struct function *f;

	switch (index) {
	case GNR_UPI:
		unit->address = 0x318;
		f = add_link(package, unit->id);
		break;
	case GNR_B2CMI:
		unit->address = 0x438;
		f = add_b2cmi(package, unit->id);
		break;
	case GNR_B2UPI:
		unit->address = 0x408;
		f = package_add_function(package, package->config.bus + 1, FIRST_B2UPI + unit->id, 0, 0x3245);
		break;
	default:
		unit->address = 0x620;
		f = add_root_port(package, index, unit->id);
		break;
	}
	unit->function = f;
	if (f && package_unit_hidden(package, unit->type->name, unit->id))
		f->missing = f->hidden = true;
	return f;
}

static bool place_unit(struct unit *unit, size_t index)
{
	switch (unit->type->space) {
	case SPACE_MSR:
		return place_msr(unit, index);
	case SPACE_PCI:
		return place_pci(unit, index);
	case SPACE_MMIO:
		place_mmio(unit, index);
		return true;
	}
	return false;
}

/* As on Emerald Rapids: IIO and IRP of a stack share a position. */
static const struct unit *position_peer(struct unit *unit, size_t index)
{
	if (index != GNR_IRP)
		return NULL;
	return package_find_unit(unit->package, &gnr_types[GNR_IIO], unit->id);
}

static bool add_free_running(struct unit *unit, size_t index)
{
	const struct iio_free_running_msrs msrs = {
		.clock = IIO_OWN_CLOCK(unit->id), .in = IIO_BW_IN(unit->id),
		.out = IIO_BW_OUT(unit->id), .distance = 0x10,
	};

	return index != GNR_IIO || iio_add_free_running(unit, &msrs);
}

/* Two functions for each slice of the last-level cache: on the UBox's bus, and on the bus after it. */
static bool add_slices(struct package *package)
{
	const struct package_config *config = &package->config;
	unsigned int i;

	for (i = 0; config->slices && i < 2 * config->units[GNR_CHA]; i++) {
		unsigned int slice = i / 2, device = (i % 2 ? 0 : FIRST_SLICE) + slice / 8;
		struct neighbour n = { device, slice % 8, 0x324c + i % 2, CLASS_SYSTEM, 0, false };

		if (slice < MAX_SLICES && !package_add_neighbours(package, config->bus + i % 2, &n, 1))
			return false;
	}
	return true;
}

static bool add_functions(struct package *package)
{
	const struct package_config *config = &package->config;
	struct function *ubox, *memory;

	if (!package_add_neighbours(package, config->bus, ubox_bus, ARRAY_SIZE(ubox_bus)) ||
	    !add_slices(package))
		return false;
	ubox = package_find_function(package, config->bus, 0, 0);
	memory = package_find_function(package, config->bus, 0, 2);
	if (config->node_map)
		function_set_node_ids(ubox, UBOX_NODE_ID, UBOX_NODE_MAP);
	package_find_function(package, config->bus, 0, 1)->memory_registers = true;
	function_set_config(memory, BUS_NUMBERS, 4,
			    config->bus | config->iio_bus << 8 | config->segment << 16);
	function_set_bar(memory, MEM_BAR, MEM_BAR_SIZE, true, false);
	function_set_bar(memory, CXL_BAR, CXL_BAR_SIZE, true, false);
	package->memory = memory;
	return true;
}

void gnr_addresses_changed(struct package *package)
{
	struct machine *m = package->machine;
	uint64_t base;
	size_t i;

	if (!package->memory)
		return;
	base = function_bar_address(package->memory, MEM_BAR);
	for (i = 0; i < m->function_count; i++) {
		struct function *f = m->functions[i];

		if (f->package != package || !f->memory_registers)
			continue;
		function_set_config(f, MMIO_BASE_REGISTER, 4, (base >> 23) & MMIO_BASE_MASK);
		function_set_config(f, MEM_REGISTER, 4, (MEM_BASE >> 12) & MEM_REGISTER_MASK);
	}
	discovery_rebuild(package);
}

#define GNR_DISCOVERED							\
	.discovery_device = 3,						\
	.dvsecs = 4, .vsecs = { 0x41, 0x42, 0x47, 0x44 },		\
	.table_size = 0x4000, .other_size = 0x200000, .revision = 3,	\
	.stack = stack, .stack_count = ARRAY_SIZE(stack),		\
	.add_functions = add_functions,					\
	.place = place_unit,						\
	.peer = position_peer,						\
	.free_running = add_free_running

const struct discovered_processor gnr_discovered = {
	GNR_DISCOVERED, .cha_count = MSR_CHA_COUNT, .counts_chas = true,
};

/* Without the MSR that says how many CHAs there are. */
const struct discovered_processor gnr_discovered_uncounted = { GNR_DISCOVERED };
