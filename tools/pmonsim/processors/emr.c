// SPDX-License-Identifier: GPL-2.0-only
/*
 * A package of the 5th generation Xeon Scalable processor (Emerald Rapids): which units it has,
 * where their registers are (guide 1.8), and the PCI functions of its uncore bus.
 */
#include <stdlib.h>
#include <string.h>

#include "processors/discovered.h"
#include "processors/emr.h"

/* Table 1-8 */
#define MSR_GLOBAL_CONTROL	0x2ff0
#define MSR_GLOBAL_STATUS	0x2ff2
/* Not in the guide: the number of CHAs, which the Linux driver prefers to the table's if set. */
#define MSR_CHA_COUNT		0x2ffe

/*
 * The guide has no addresses for the UBox's own PMON block, but puts UCLK's fixed control and
 * counter at 0x2fde and 0x2fdf. That is where the extra registers of a block at 0x2fd0 would be,
 * next to the PCU's block at 0x2fc0, so that is where it is here.
 */
#define MSR_UBOX		0x2fd0

/* Table 1-9 */
#define MSR_CHA(id)		(0x2000 + 0x10 * (id))
#define MSR_IIO(id)		(0x3000 + 0x10 * (id))
#define MSR_M2PCIE(id)		(0x3200 + 0x10 * (id))
#define MSR_IRP(id)		(0x3400 + 0x10 * (id))
#define MSR_PCU			0x2fc0
static const uint16_t mdf_msr[] = {
	0x2800, 0x2810, 0x2820, 0x2830, 0x28a0, 0x28b0, 0x28c0,
	0x28d0, 0x2940, 0x2950, 0x2960, 0x2970, 0x29e0, 0x29f0,
};

/* 2.4.2.1 and tables 1-10, 1-11 */
#define MSR_IIO_CLOCK(id)	(0x340e + 0x10 * (id))
#define MSR_IIO_BW_IN(id)	(0x3800 + 0x10 * (id))
#define MSR_IIO_BW_OUT(id)	(0x3808 + 0x10 * (id))

/* Table 1-12: the iMC in MMIO space. */
#define MEM_BAR_SIZE		(8u << 20)	/* MMIO_BASE has address bits 51:23 */
#define MEM_CHANNEL(c)		(0x22800 + 0x8000 * (c))
#define MEM_DCLK		0x22b0
#define MEM_RPQ_ACTIVE		0x2318
#define MEM_WPQ_ACTIVE		0x2320
#define MMIO_BASE_REGISTER	0xd0
#define MMIO_BASE_MASK		0x1fffffff
#define MEM_REGISTER(mc)	(0xd8 + 4 * (mc))
#define MEM_REGISTER_MASK	0x7ff

/* CXL: addresses come from discovery only, so any will do. */
#define CXL_BAR			2
#define CXL_BAR_SIZE		0x40000
#define CXL_STRIDE		0x4000
#define CXL_PER_KIND		6

/*
 * HBM, on a Xeon Max: 16 controllers of two channels, in a window that begins behind the other
 * controllers. A register leads to the window. The places in it are those that Intel's PCM and the
 * EDAC driver know; no guide has them. A device has the M2M of DDR as function 0 and those of four
 * HBM controllers behind it.
 */
#define HBM_WINDOW		((uint64_t)MEM_STRIDE * MEM_CONTROLLERS)
#define HBM_REGISTER		0xd4
#define HBM_CHANNEL(id)		(HBM_WINDOW + 0x141c00 + 0x9000 * ((id) / 2) + 0x4000 * ((id) % 2))
#define HBM_PER_DEVICE		4

/* Devices, one a memory controller on the UBox's bus, and of eight functions on the bus after it. */
#define FIRST_CONTROLLER	26
#define POWER_DEVICE		30

#define UBOX_NODE_ID		0xc0
#define UBOX_NODE_MAP		0xd4
#define CAPID2			0x94
#define DIE_SIZE_LARGE		(3u << 6)	/* not in the guide, but in PCM */
#define CAPID6			0x9c
#define CAPID7			0xa0

static const unsigned int emr_default_units[EMR_TYPES] = {
	[EMR_CHA] = 60, [EMR_IIO] = 12, [EMR_IRP] = 12, [EMR_M2PCIE] = 12, [EMR_PCU] = 1,
	[EMR_UBOX] = 1, [EMR_IMC] = 8, [EMR_M2M] = 4, [EMR_UPI] = 4, [EMR_M3UPI] = 4,
	[EMR_MDF] = 14, [EMR_CXLCM] = 2, [EMR_CXLDP] = 2,
};

/* A Xeon Max is a Sapphire Rapids, which has MDF units where the guide lists none. */
static const unsigned int spr_default_units[EMR_TYPES] = {
	[EMR_CHA] = 56, [EMR_IIO] = 12, [EMR_IRP] = 12, [EMR_M2PCIE] = 12, [EMR_PCU] = 1,
	[EMR_UBOX] = 1, [EMR_IMC] = 8, [EMR_M2M] = 4, [EMR_UPI] = 4, [EMR_M3UPI] = 4,
	[EMR_MDF] = 24, [EMR_CXLCM] = 2, [EMR_CXLDP] = 2, [EMR_HBM] = 32, [EMR_M2HBM] = 16,
};

static const unsigned int spr_max_units[EMR_TYPES] = {
	[EMR_CHA] = 64, [EMR_IIO] = 12, [EMR_IRP] = 12, [EMR_M2PCIE] = 12, [EMR_PCU] = 1,
	[EMR_UBOX] = 1, [EMR_IMC] = 8, [EMR_M2M] = 4, [EMR_UPI] = 4, [EMR_M3UPI] = 4,
	[EMR_MDF] = 32, [EMR_CXLCM] = CXL_PER_KIND, [EMR_CXLDP] = CXL_PER_KIND,
	[EMR_HBM] = 32, [EMR_M2HBM] = 16,
};

static const unsigned int emr_max_units[EMR_TYPES] = {
	[EMR_CHA] = 64, [EMR_IIO] = 12, [EMR_IRP] = 12, [EMR_M2PCIE] = 12, [EMR_PCU] = 1,
	[EMR_UBOX] = 1, [EMR_IMC] = 8, [EMR_M2M] = 4, [EMR_UPI] = 4, [EMR_M3UPI] = 4,
	[EMR_MDF] = 14, [EMR_CXLCM] = CXL_PER_KIND, [EMR_CXLDP] = CXL_PER_KIND,
};

/* MSRs that answer; those among them without a register are "no such register". */
static const struct msr_range emr_ranges[] = {
	{ 0x2000, 0x23ff },	/* CHA */
	{ 0x2800, 0x29ff },	/* MDF */
	{ 0x2fc0, 0x2fcf },	/* PCU */
	{ 0x2fd0, 0x2fdf },	/* UBox */
	{ 0x2ff0, 0x2ff9 },	/* global: control, status */
	{ 0x3000, 0x30ff },	/* IIO */
	{ 0x3200, 0x32ff },	/* M2PCIe */
	{ 0x3400, 0x34ff },	/* IRP, IIO clocks */
	{ 0x3800, 0x38ff },	/* IIO bandwidth */
};

/* Functions of the UBox's bus that every captured package has, and of the bus after it. */
static const struct neighbour ubox_bus[] = {
	{ 0, 0, 0x3250, CLASS_SYSTEM, 0, false },
	{ 0, 1, 0x3251, CLASS_SYSTEM, 0, false },
	{ 0, 2, 0x3252, CLASS_SYSTEM, 0, false },
	{ 0, 3, 0x0998, CLASS_HOST_BRIDGE, 0, false },
	{ 0, 5, 0x3255, CLASS_SYSTEM, 0, false },
};

static const struct neighbour next_bus[] = {
	{ 29, 0, 0x344f, CLASS_SYSTEM, 0, false },
	{ 29, 1, 0x3457, CLASS_SYSTEM, 0, false },
	{ POWER_DEVICE, 0, 0x3258, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 1, 0x3259, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 2, 0x325a, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 3, 0x325b, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 4, 0x325c, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 5, 0x325d, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 6, 0x325e, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 7, 0x325f, CLASS_SYSTEM, 0, true },
};

/* The stack with the discovery function, which comes on top. */
static const struct neighbour stack[] = {
	{ 0, 0, 0x09a2, CLASS_SYSTEM, 0, false },
	{ 0, 1, 0x09a4, CLASS_SYSTEM, 0, false },
	{ 0, 2, 0x09a3, CLASS_SYSTEM, 0, false },
	{ 0, 4, 0x0b23, CLASS_EVENT_COLLECTOR, 0, false },
	{ 1, 0, 0x0b25, CLASS_SYSTEM, 0, false },
};

static uint32_t msr_address(const struct package *package, size_t type, unsigned int id)
{
	switch (type) {
	case EMR_CHA:
		return MSR_CHA(id);
	case EMR_IIO:
		return MSR_IIO(id);
	case EMR_IRP:
		return MSR_IRP(id);
	case EMR_M2PCIE:
		return MSR_M2PCIE(id);
	case EMR_PCU:
		return MSR_PCU;
	case EMR_UBOX:
		return MSR_UBOX;
	case EMR_MDF:
		return package->machine->kind == &machine_kind_spr ? 0x2800 + 0x10 * id : mdf_msr[id];
	default:
		return 0;
	}
}

/* A slot without function 0 is not scanned. */
static struct function *add_behind(struct package *package, unsigned int device, unsigned int number,
				   uint16_t zero_id, uint16_t id)
{
	unsigned int bus = package->config.bus;

	if (!package_find_function(package, bus, device, 0) &&
	    !package_add_function(package, bus, device, 0, zero_id))
		return NULL;
	return package_add_function(package, bus, device, number, id);
}

/* The function with a link's registers is the second of three. */
static struct function *add_link(struct package *package, unsigned int device, uint16_t first_id)
{
	struct function *f = add_behind(package, device, 1, first_id, first_id + 1);

	return f && package_add_function(package, package->config.bus, device, 2, first_id + 2) ? f : NULL;
}

/* Without links, a table may list them all the same. */
static void hide_link(struct package *package, unsigned int device)
{
	unsigned int i;

	for (i = 0; i < 3; i++) {
		struct function *f = package_find_function(package, package->config.bus, device, i);

		if (f)
			f->missing = f->hidden = true;
	}
}

/* PCI boxes: the function that holds a unit's registers, and where they begin (table 1-12). */
static struct function *pci_function(struct package *package, size_t type,
				     unsigned int id, uint64_t *address)
{
	struct function *f;

	switch (type) {
	case EMR_M2M:
		*address = 0x438;
		f = package_add_function(package, package->config.bus, 12 + id, 0, 0x324a);
		break;
	case EMR_M2HBM:
		*address = 0x438;
		f = add_behind(package, 12 + id / HBM_PER_DEVICE, 1 + id % HBM_PER_DEVICE, 0x344a, 0x324a);
		break;
	case EMR_M3UPI:
		*address = 0xa0;
		return add_link(package, 5 + id, 0x3245);
	default:
		*address = 0x318;
		return add_link(package, 1 + id, 0x3240);
	}
	if (f)
		function_set_class(f, CLASS_PERFORMANCE, 0);
	return f;
}

static bool place_unit(struct unit *unit, size_t type)
{
	struct package *package = unit->package;

	if (type == EMR_CXLCM && unit->id == 1) {
		/* 2.12.1, note: it sends no overflow message and gets no freeze. */
		unit->sends_overflow = false;
		unit->receives_freeze = false;
	}
	switch (unit->type->space) {
	case SPACE_MSR:
		unit->address = msr_address(package, type, unit->id);
		break;
	case SPACE_PCI:
		unit->function = pci_function(package, type, unit->id, &unit->address);
		if (!unit->function)
			return false;
		if (package_unit_hidden(package, unit->type->name, unit->id))
			hide_link(package, unit->function->device);
		break;
	case SPACE_MMIO:
		unit->function = package->memory;
		if (type == EMR_IMC) {
			unit->bar = MEM_BAR;
			unit->address = (uint64_t)MEM_STRIDE * (unit->id / 2) +
					MEM_CHANNEL(unit->id % 2);
			unit->gone = package_unit_hidden(package, "imc", unit->id);
			break;
		}
		if (type == EMR_HBM) {
			unit->bar = MEM_BAR;
			unit->address = HBM_CHANNEL(unit->id);
			break;
		}
		unit->bar = CXL_BAR;
		unit->address = (uint64_t)CXL_STRIDE *
				(unit->id + (type == EMR_CXLDP ? CXL_PER_KIND : 0));
		break;
	}
	return true;
}

/* One set per controller; it goes to the controller's first channel that there is. */
static bool add_imc_free_running(struct unit *unit)
{
	uint64_t base = (uint64_t)MEM_STRIDE * (unit->id / 2);
	struct region *region = &unit->function->bar[MEM_BAR];

	if (unit->id % 2 && package_find_unit(unit->package, unit->type, unit->id - 1))
		return true;
	return region_map(region, base + MEM_DCLK,
			  unit_add_free_running(unit, 0, "dclk", 48, true), unit, 8) &&
	       region_map(region, base + MEM_RPQ_ACTIVE,
			  unit_add_free_running(unit, 1, "rpq", 48, false), unit, 8) &&
	       region_map(region, base + MEM_WPQ_ACTIVE,
			  unit_add_free_running(unit, 2, "wpq", 48, false), unit, 8);
}

static bool add_free_running(struct unit *unit, size_t type)
{
	const struct iio_free_running_msrs msrs = {
		.clock = MSR_IIO_CLOCK(unit->id), .in = MSR_IIO_BW_IN(unit->id),
		.out = MSR_IIO_BW_OUT(unit->id), .distance = 1,
	};

	if (type == EMR_IIO)
		return iio_add_free_running(unit, &msrs);
	return type != EMR_IMC || add_imc_free_running(unit);
}

/*
 * Global Status Position. "Certain boxes may have more than one PMON block (for example, IMC has a
 * PMON block in each channel)": by default the channels of a controller share a position, and so
 * do IIO and IRP of a stack, which keeps the biggest package within the two status registers
 * that the guide lists.
 */
static const struct unit *position_peer(struct unit *unit, size_t type)
{
	if (type == EMR_IRP)
		return package_find_unit(unit->package, &emr_types[EMR_IIO], unit->id);
	if ((type == EMR_IMC || type == EMR_HBM) && unit->id % 2)
		return package_find_unit(unit->package, unit->type, unit->id - 1);
	return NULL;
}

/* A bit for each unit of a type that is there. */
static uint64_t unit_bits(const struct package *package, enum emr_type type, const char *name)
{
	uint64_t bits = 0;
	unsigned int i;

	for (i = 0; i < package->config.units[type]; i++) {
		if (!package_unit_absent(package, name, i))
			bits |= BIT_ULL(i);
	}
	return bits;
}

/* 1.7.1, 1.7.2: a bit per CHA and per UPI link. */
static void set_capabilities(struct function *f)
{
	uint64_t chas = unit_bits(f->package, EMR_CHA, "cha"), links = unit_bits(f->package, EMR_UPI, "upi");

	function_set_config(f, CAPID2, 4, (uint32_t)links << 23 | DIE_SIZE_LARGE);
	function_set_config(f, CAPID6, 4, (uint32_t)chas);
	function_set_config(f, CAPID7, 4, (uint32_t)(chas >> 32));
}

/* Has the memory controller a channel? */
static bool controller_exists(const struct package *package, unsigned int controller)
{
	unsigned int id;

	for (id = 2 * controller; id < 2 * controller + 2; id++) {
		if (id < package->config.units[EMR_IMC] && !package_unit_absent(package, "imc", id) &&
		    !package_unit_hidden(package, "imc", id))
			return true;
	}
	return false;
}

/*
 * One function a memory controller; those that a part does not have are gone, unlike their M2M. The
 * registers of such a controller have an address, and read all ones: an EDAC developer saw it on a Xeon
 * W3-2435, which has controllers 0 and 2 (a message to a mailing list, July 2023).
 */
static bool add_controllers(struct package *package)
{
	struct function *memory = package->memory;
	unsigned int mc;

	for (mc = 0; mc < MEM_CONTROLLERS; mc++) {
		struct neighbour n = { FIRST_CONTROLLER + mc, 0, 0x2880, CLASS_PERFORMANCE, 0, false };

		if (!controller_exists(package, mc))
			memory->dead[memory->dead_count++] = (struct dead_range){
				MEM_BAR, (uint64_t)MEM_STRIDE * mc, MEM_STRIDE
			};
		else if (!package_add_neighbours(package, package->config.bus, &n, 1))
			return false;
	}
	return true;
}

/* Two functions for each slice of the last-level cache, on the bus after the UBox's. */
static bool add_slices(struct package *package)
{
	const struct package_config *config = &package->config;
	unsigned int i;

	for (i = 0; config->slices && i < 2 * config->units[EMR_CHA]; i++) {
		unsigned int slice = i / 2, device = (i % 2 ? 10 : 0) + slice / 8;
		struct neighbour n = { device, slice % 8, 0x324c + i % 2, CLASS_SYSTEM, 0, false };

		if (!package_add_neighbours(package, config->bus + 1, &n, 1))
			return false;
	}
	return true;
}

static bool add_functions(struct package *package)
{
	const struct machine_kind *kind = package->machine->kind;
	unsigned int bus = package->config.bus, i;
	struct function *ubox, *memory;

	if (!package_add_neighbours(package, bus, ubox_bus, ARRAY_SIZE(ubox_bus)) ||
	    !package_add_neighbours(package, bus + 1, next_bus, ARRAY_SIZE(next_bus)) ||
	    !add_slices(package))
		return false;
	/* Their revision is the processor's stepping. */
	for (i = 0; i < 8; i++)
		function_set_class(package_find_function(package, bus + 1, POWER_DEVICE, i), CLASS_SYSTEM,
				   kind == &machine_kind_spr ? 8 : 2);
	ubox = package_find_function(package, bus, 0, 0);
	memory = package_find_function(package, bus, 0, 2);
	/* 1.10.2 */
	if (package->config.node_map)
		function_set_node_ids(ubox, UBOX_NODE_ID, UBOX_NODE_MAP);
	set_capabilities(package_find_function(package, bus + 1, POWER_DEVICE, 3));
	package_find_function(package, bus, 0, 1)->memory_registers = true;
	function_set_bar(memory, MEM_BAR, MEM_BAR_SIZE, true, false);
	function_set_bar(memory, CXL_BAR, CXL_BAR_SIZE, true, false);
	package->memory = memory;
	if (!add_controllers(package))
		return false;
	return !package->config.edac || emr_add_edac(package);
}

/* 1.10.3: the MEM BAR registers say where the guest has put the iMC. */
static void emr_addresses_changed(struct package *package)
{
	struct machine *m = package->machine;
	uint64_t base;
	unsigned int mc;
	size_t i;

	if (!package->memory)
		return;
	base = function_bar_address(package->memory, MEM_BAR);
	for (i = 0; i < m->function_count; i++) {
		struct function *f = m->functions[i];

		if (f->package != package || !f->memory_registers)
			continue;
		function_set_config(f, MMIO_BASE_REGISTER, 4, (base >> 23) & MMIO_BASE_MASK);
		function_set_config(f, HBM_REGISTER, 4, ((base + HBM_WINDOW) >> 12) & MEM_REGISTER_MASK);
		for (mc = 0; mc < MEM_CONTROLLERS; mc++)
			function_set_config(f, MEM_REGISTER(mc), 4,
					    (((base + mc * MEM_STRIDE) >> 12) &
					     MEM_REGISTER_MASK) |
					    emr_edac_limit(package, mc));
	}
	discovery_rebuild(package);
}

static const struct discovered_processor emr_processor = {
	.discovery_device = 16,
	.dvsecs = 5, .vsecs = { 0x41 },
	.table_size = 0x2000, .other_size = 0x40000,
	.stack = stack, .stack_count = ARRAY_SIZE(stack),
	.cha_count = MSR_CHA_COUNT,
	.add_functions = add_functions,
	.place = place_unit,
	.peer = position_peer,
	.free_running = add_free_running,
};

#define EMR_KIND							\
	.types = emr_types,						\
	.type_count = EMR_TYPES,					\
	.msr_first = 0x2000,						\
	.msr_last = 0x38ff,						\
	.ranges = emr_ranges,						\
	.range_count = ARRAY_SIZE(emr_ranges),				\
	.has_table = true,						\
	.global_control = MSR_GLOBAL_CONTROL,				\
	.global_status_offset = MSR_GLOBAL_STATUS - MSR_GLOBAL_CONTROL,	\
	.global_status_words = 2,	/* table 1-8 */			\
	.write_global = emr_write_global,				\
	.peek_global = emr_peek_global,					\
	.global_may_freeze = true,					\
	.many_packages = true,						\
	.pcie_capability = 0x40,					\
	.ubox_buses = { 0x7e, 0xfe, 0xfe, 0x3e },			\
	.stack_buses = { 0x75, 0xf2, 0xf2, 0x2a },			\
	.one_package_without = 1u << EMR_UPI,				\
	.channels = 2,							\
	.memory_effects = emr_memory_effects,				\
	.has_edac = true,						\
	.discovered = &emr_processor,					\
	.build = discovered_build,					\
	.addresses_changed = emr_addresses_changed

const struct machine_kind machine_kind_emr = {
	.cpu = "SapphireRapids" NO_FAST_STRINGS,
	.name = "emr", EMR_KIND,
	.default_units = emr_default_units, .max_units = emr_max_units,
};

const struct machine_kind machine_kind_spr = {
	.cpu = "SapphireRapids" NO_FAST_STRINGS,
	.name = "spr", EMR_KIND,
	.default_units = spr_default_units, .max_units = spr_max_units,
};
