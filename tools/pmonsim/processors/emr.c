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
 * HBM, on a Xeon Max: 16 controllers of two channels. The places are those that Intel's PCM and the EDAC driver know; no
 * guide has them. A device has the M2M of DDR as function 0 and those of four HBM controllers behind it.
 */
#define HBM_CHANNEL(id)		(0x141c00 + 0x9000 * ((id) / 2) + 0x4000 * ((id) % 2))
#define HBM_PER_DEVICE		4

#define UBOX_NODE_ID		0xc0
#define UBOX_NODE_MAP		0xd4
#define CAPID2			0x94
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
	{ 0x2ff0, 0x2ffd },	/* global; table 1-8 has nothing from 0x2ff4 on */
	{ 0x3000, 0x30ff },	/* IIO */
	{ 0x3200, 0x32ff },	/* M2PCIe */
	{ 0x3400, 0x34ff },	/* IRP, IIO clocks */
	{ 0x3800, 0x38ff },	/* IIO bandwidth */
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

/* A slot without function 0 is not scanned, nor one whose function 0 does not tell of the others. */
static struct function *add_m2hbm(struct package *package, unsigned int device, unsigned int number)
{
	struct function *zero = package_find_function(package, device, 0);

	if (!zero)
		zero = package_add_function(package, device, 0, 0x344a);
	if (!zero)
		return NULL;
	function_set_config(zero, 0x0e, 1, 0x80);	/* multi-function */
	return package_add_function(package, device, number, 0x324a);
}

/* PCI boxes: the function that holds a unit's registers, and where they begin (table 1-12). */
static struct function *pci_function(struct package *package, size_t type,
				     unsigned int id, uint64_t *address)
{
	struct function *zero;

	switch (type) {
	case EMR_M2M:
		*address = 0x438;
		return package_add_function(package, 12 + id, 0, 0x324a);
	case EMR_M2HBM:
		*address = 0x438;
		return add_m2hbm(package, 12 + id / HBM_PER_DEVICE, 1 + id % HBM_PER_DEVICE);
	case EMR_M3UPI:
		/* A slot without function 0 is not scanned. */
		zero = package_add_function(package, 5 + id, 0, 0x3245);
		*address = 0xa0;
		break;
	default:
		zero = package_add_function(package, 1 + id, 0, 0x3240);
		*address = 0x318;
		break;
	}
	if (!zero)
		return NULL;
	function_set_config(zero, 0x0e, 1, 0x80);	/* multi-function */
	return package_add_function(package, type == EMR_M3UPI ? 5 + id : 1 + id, 1,
				    type == EMR_M3UPI ? 0x3246 : 0x3241);
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
		break;
	case SPACE_MMIO:
		unit->function = package->memory;
		if (type == EMR_IMC) {
			unit->bar = MEM_BAR;
			unit->address = (uint64_t)MEM_STRIDE * (unit->id / 2) +
					MEM_CHANNEL(unit->id % 2);
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

	function_set_config(f, CAPID2, 4, (uint32_t)links << 23);
	function_set_config(f, CAPID6, 4, (uint32_t)chas);
	function_set_config(f, CAPID7, 4, (uint32_t)(chas >> 32));
}

static bool add_functions(struct package *package)
{
	struct function *ubox = package_add_function(package, 0, 0, 0x3250);
	struct function *base = package_add_function(package, 0, 1, 0x3251);
	struct function *memory = package_add_function(package, 0, 2, 0x3252);
	struct function *power = package_add_function(package, 30, 0, 0x3258);
	struct function *capabilities = package_add_function(package, 30, 3, 0x325b);

	if (!ubox || !base || !memory || !power || !capabilities)
		return false;
	function_set_config(ubox, 0x0e, 1, 0x80);
	function_set_config(power, 0x0e, 1, 0x80);
	/* 1.10.2 */
	if (package->config.node_map)
		function_set_node_ids(ubox, UBOX_NODE_ID, UBOX_NODE_MAP);
	set_capabilities(capabilities);
	base->memory_registers = true;
	function_set_bar(memory, MEM_BAR, MEM_BAR_SIZE, true, false);
	function_set_bar(memory, CXL_BAR, CXL_BAR_SIZE, true, false);
	package->memory = memory;
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
	.pcie_capability = 0x40,					\
	.memory_effects = emr_memory_effects,				\
	.has_edac = true,						\
	.discovered = &emr_processor,					\
	.build = discovered_build,					\
	.addresses_changed = emr_addresses_changed

const struct machine_kind machine_kind_emr = {
	.name = "emr", EMR_KIND,
	.default_units = emr_default_units, .max_units = emr_max_units,
};

const struct machine_kind machine_kind_spr = {
	.name = "spr", EMR_KIND,
	.default_units = spr_default_units, .max_units = spr_max_units,
};
