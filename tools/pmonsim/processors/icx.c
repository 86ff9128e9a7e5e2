// SPDX-License-Identifier: GPL-2.0-only
/*
 * A package of the 3rd generation Xeon Scalable processor (Ice Lake-SP), of a Xeon D-1700 or -2700
 * (Ice Lake-D) or of an Atom P5900 (Snow Ridge): where the units are, and the PCI functions of its
 * uncore buses.
 *
 * MSRs, ids and places of functions are the Linux driver's and those of Intel's PCM. Functions
 * without registers are those of public listings (selftests/fuzz/place/real); of Snow Ridge there is
 * none.
 */
#include "processors/icx.h"
#include "processors/snbep.h"

/* Not the driver's: PCM and likwid. */
#define MSR_GLOBAL_CONTROL	0x700
#define GLOBAL_FRZ_ALL		BIT_ULL(63)
#define GLOBAL_WK_ON_PMI	BIT_ULL(62)
#define GLOBAL_UNFRZ_ALL	BIT_ULL(61)
#define GLOBAL_PMI_CORE_SEL	GENMASK_ULL(39, 0)
#define MSR_CHA_COUNT		0x702

#define MSR_UBOX		0x705	/* has no unit control: its first control */
#define MSR_PCU			0x710

/* The I/O stacks: three blocks of registers, then three others. */
#define STACKS			6
#define MSR_STACK(id)		((id) < 3 ? 0xa40 + 0x20 * (id) : 0xad0 + 0x20 * ((id) - 3))
#define MSR_M2PCIE(id)		(MSR_STACK(id) + 0x00)
#define MSR_IRP(id)		(MSR_STACK(id) + 0x0a)
#define MSR_IIO(id)		(MSR_STACK(id) + 0x10)
#define MSR_IIO_CLOCK(id)	(MSR_IIO(id) + 0x05)
#define MSR_IIO_BW_IN(id)	((id) < 3 ? 0xaa0 + 0x10 * (id) : 0xb30 + 0x10 * ((id) - 3))
#define IIO_PORTS		8

/* Snow Ridge. */
#define SNR_CHAS		6
#define SNR_STACKS		5
#define SNR_CHANNELS		2

/* The iMC in MMIO space: a BAR here. The distance of the controllers is not known. */
#define MEM_BAR			0
#define MEM_BAR_SIZE		(8u << 20)	/* the base register has address bits 51:23 */
#define MEM_CONTROLLERS		4
#define MEM_STRIDE		0x80000
#define MEM_CHANNEL(c)		(0x22800 + 0x4000 * (c))
#define MEM_DDR_READ		0x2290
#define MEM_DDR_WRITE		0x2298
#define MEM_DDRT_READ		0x22a0
#define MEM_DDRT_WRITE		0x22a8
#define MEM_DCLK		0x22b0
#define BASE_REGISTER		0xd0
#define BASE_MASK		0x1fffffff
#define MEM_REGISTER(mc)	(0xd8 + 4 * (mc))
#define MEM_REGISTER_MASK	0x7ff

#define FIRST_UPI		2
#define FIRST_M3UPI		5
#define FIRST_M2M		12
#define FIRST_CONTROLLER	26
#define POWER_DEVICE		30

#define UBOX_NODE_ID		0xc0
#define UBOX_NODE_MAP		0xd4
#define CAPID6			0x9c
#define CAPID7			0xa0

static const unsigned int icx_default_units[ICX_TYPES] = {
	[ICX_CHA] = 40, [ICX_IIO] = STACKS, [ICX_IRP] = STACKS, [ICX_M2PCIE] = STACKS,
	[ICX_PCU] = 1, [ICX_UBOX] = 1, [ICX_IMC] = 8, [ICX_M2M] = 4, [ICX_UPI] = 3, [ICX_M3UPI] = 3,
};

/* Two channels of four controllers. */
static const unsigned int icx_max_units[ICX_TYPES] = {
	[ICX_CHA] = 40, [ICX_IIO] = STACKS, [ICX_IRP] = STACKS, [ICX_M2PCIE] = STACKS,
	[ICX_PCU] = 1, [ICX_UBOX] = 1, [ICX_IMC] = 8, [ICX_M2M] = 4, [ICX_UPI] = 3, [ICX_M3UPI] = 3,
};

/* A Xeon D-2700 has two controllers, a D-1700 one; three channels are PCM's. */
static const unsigned int icxd_default_units[ICX_TYPES] = {
	[ICX_CHA] = 6, [ICX_IIO] = STACKS, [ICX_IRP] = STACKS, [ICX_M2PCIE] = STACKS,
	[ICX_PCU] = 1, [ICX_UBOX] = 1, [ICX_IMC] = 6, [ICX_M2M] = 2,
};

static const unsigned int icxd_max_units[ICX_TYPES] = {
	[ICX_CHA] = 40, [ICX_IIO] = STACKS, [ICX_IRP] = STACKS, [ICX_M2PCIE] = STACKS,
	[ICX_PCU] = 1, [ICX_UBOX] = 1, [ICX_IMC] = 6, [ICX_M2M] = 2,
};

static const unsigned int snr_units[SNR_TYPES] = {
	[ICX_CHA] = SNR_CHAS, [ICX_IIO] = SNR_STACKS, [ICX_IRP] = SNR_STACKS, [ICX_M2PCIE] = SNR_STACKS,
	[ICX_PCU] = 1, [ICX_UBOX] = 1, [ICX_IMC] = SNR_CHANNELS, [ICX_M2M] = 1,
};

/* What is in them and no register is "no such register": so are absent CHAs of Ice Lake-SP. */
static const struct msr_range icx_ranges[] = {
	{ 0x700, 0x70f },	/* global, UBox */
	{ 0x710, 0x71f },	/* PCU */
	{ 0xa40, 0xb57 },	/* stacks */
	{ 0xb60, 0xbb3 },	/* CHA 34 to 39 */
	{ 0xe00, 0xfef },	/* CHA 0 to 33 */
};

static const struct msr_range snr_ranges[] = {
	{ 0x1c00, 0x1c5b },	/* CHA */
	{ 0x1e00, 0x1eec },	/* stacks, with clocks */
	{ 0x1ef0, 0x1efc },	/* PCU */
	{ 0x1f00, 0x1f47 },	/* bandwidth of stacks */
	{ 0x1f91, 0x1f99 },	/* UBox */
};

static const struct neighbour snr_bus[] = {
	{ 0, 0, 0x3460, CLASS_SYSTEM, 0, false },
	{ 0, 1, 0x3451, CLASS_SYSTEM, 0, false },
	{ 0, 2, 0x3452, CLASS_SYSTEM, 0, false },
};

static const struct neighbour ubox_bus[] = {
	{ 0, 0, 0x3450, CLASS_SYSTEM, 0, false },
	{ 0, 1, 0x3451, CLASS_SYSTEM, 0, false },
	{ 0, 2, 0x3452, CLASS_SYSTEM, 0, false },
	{ 0, 3, 0x0998, CLASS_HOST_BRIDGE, 0, false },
	{ 0, 5, 0x3455, CLASS_SYSTEM, 0, false },
	{ 11, 0, 0x3448, CLASS_SYSTEM, 0, false },
	{ 11, 1, 0x3448, CLASS_SYSTEM, 0, false },
	{ 11, 2, 0x344b, CLASS_SYSTEM, 0, false },
};

static const struct neighbour next_bus[] = {
	{ 29, 0, 0x344f, CLASS_SYSTEM, 0, false },
	{ 29, 1, 0x3457, CLASS_SYSTEM, 0, false },
	{ POWER_DEVICE, 0, 0x3458, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 1, 0x3459, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 2, 0x345a, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 3, 0x345b, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 4, 0x345c, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 5, 0x345d, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 6, 0x345e, CLASS_SYSTEM, 0, true },
	{ POWER_DEVICE, 7, 0x345f, CLASS_SYSTEM, 0, true },
};

static const struct neighbour last_upi = { 4, 3, 0x3443, CLASS_SYSTEM, 0, false };

static uint64_t cha_address(unsigned int id)
{
	if (id < 18)
		return 0xe00 + 0xe * id;
	return id < 34 ? 0xf0a + 0xe * (id - 18) : 0xb60 + 0xe * (id - 34);
}

static uint64_t icx_address(enum icx_type type, unsigned int id)
{
	switch (type) {
	case ICX_CHA:
		return cha_address(id);
	case ICX_IIO:
		return MSR_IIO(id);
	case ICX_IRP:
		return MSR_IRP(id);
	case ICX_M2PCIE:
		return MSR_M2PCIE(id);
	case ICX_PCU:
		return MSR_PCU;
	default:
		return MSR_UBOX;
	}
}

static uint64_t icx_clock(unsigned int stack)
{
	return MSR_IIO_CLOCK(stack);
}

static uint64_t icx_bandwidth(unsigned int stack)
{
	return MSR_IIO_BW_IN(stack);
}

static uint64_t snr_address(enum icx_type type, unsigned int id)
{
	switch (type) {
	case ICX_CHA:
		return 0x1c00 + 0x10 * id;
	case ICX_IIO:
		return 0x1e00 + 0x10 * id;
	case ICX_IRP:
		return 0x1ea0 + 0x10 * id;
	case ICX_M2PCIE:
		return 0x1e50 + 0x10 * id;
	case ICX_PCU:
		return 0x1ef0;
	default:
		return 0x1f91;
	}
}

static uint64_t snr_clock(unsigned int stack)
{
	return 0x1eac + 0x10 * stack;
}

static uint64_t snr_bandwidth(unsigned int stack)
{
	return 0x1f00 + 0x10 * stack;
}

/*
 * What Ice Lake-SP and Snow Ridge have at different places. @memory_counters: free-running counters of
 * a memory controller; @cha_faults: an absent CHA has no MSRs, not even some that read 0
 */
static const struct icx_places {
	uint64_t (*address)(enum icx_type type, unsigned int id);
	uint64_t (*clock)(unsigned int stack);
	uint64_t (*bandwidth)(unsigned int stack);
	unsigned int memory_counters;
	bool cha_faults;
} icx_places = { icx_address, icx_clock, icx_bandwidth, 5, true },
  snr_places = { snr_address, snr_clock, snr_bandwidth, 3, false };

/* The function with a link's registers is the second of three. */
static struct function *add_link(struct package *package, unsigned int device, uint16_t first_id)
{
	struct function *f = NULL;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		struct function *one = package_add_function(package, package->config.bus, device, i,
							    first_id + i);

		if (!one)
			return NULL;
		f = i == 1 ? one : f;
	}
	return f;
}

static struct function *add_m2m(struct package *package, unsigned int id)
{
	struct neighbour n = { FIRST_CONTROLLER + id, 0, 0x2880, CLASS_PERFORMANCE, 0, false };
	struct function *f;

	f = package_add_function(package, package->config.bus, FIRST_M2M + id, 0, 0x344a);
	if (!f || !package_add_neighbours(package, package->config.bus, &n, 1))
		return NULL;
	function_set_class(f, CLASS_PERFORMANCE, 0);
	return f;
}

static bool place_unit(struct unit *unit, const struct icx_places *places, enum icx_type type)
{
	struct package *package = unit->package;

	switch (type) {
	case ICX_IMC:
		unit->function = package->memory;
		unit->bar = MEM_BAR;
		unit->address = (uint64_t)MEM_STRIDE * (unit->id / ICX_CHANNELS) +
				MEM_CHANNEL(unit->id % ICX_CHANNELS);
		return true;
	case ICX_M2M:
		unit->address = 0x438;
		unit->function = add_m2m(package, unit->id);
		break;
	case ICX_UPI:
		unit->address = 0x318;
		unit->function = add_link(package, FIRST_UPI + unit->id, 0x3440);
		break;
	case ICX_M3UPI:
		unit->address = 0xa0;
		unit->function = add_link(package, FIRST_M3UPI + unit->id, 0x3445);
		break;
	default:
		unit->address = places->address(type, unit->id);
		return true;
	}
	return unit->function;
}

static bool add_iio_free_running(struct unit *unit, const struct icx_places *places)
{
	static const char *const in[IIO_PORTS] = {
		"bw_in0", "bw_in1", "bw_in2", "bw_in3", "bw_in4", "bw_in5", "bw_in6", "bw_in7",
	};
	struct package *package = unit->package;
	unsigned int p;
	bool ok;

	ok = package_map_msr(package, unit_add_free_running(unit, 0, "ioclk", 48, true),
			     places->clock(unit->id));
	for (p = 0; p < IIO_PORTS && ok; p++)
		ok = package_map_msr(package, unit_add_free_running(unit, 1 + p, in[p], 48, false),
				     places->bandwidth(unit->id) + p);
	return ok;
}

/* One set per controller; it goes to the controller's first channel that there is. */
static bool add_imc_free_running(struct unit *unit, const struct icx_places *places)
{
	static const struct {
		const char *name;
		unsigned int offset;
	} counters[] = {
		{ "dclk", MEM_DCLK }, { "read", MEM_DDR_READ }, { "write", MEM_DDR_WRITE },
		{ "ddrt_read", MEM_DDRT_READ }, { "ddrt_write", MEM_DDRT_WRITE },
	};
	uint64_t base = (uint64_t)MEM_STRIDE * (unit->id / ICX_CHANNELS);
	unsigned int id, i;

	for (id = unit->id - unit->id % ICX_CHANNELS; id < unit->id; id++) {
		if (package_find_unit(unit->package, unit->type, id))
			return true;
	}
	for (i = 0; i < places->memory_counters; i++) {
		struct reg *reg = unit_add_free_running(unit, i, counters[i].name, 48, !i);

		if (!region_map(&unit->function->bar[MEM_BAR], base + counters[i].offset, reg, unit, 8))
			return false;
	}
	return true;
}

/* MSRs of an absent unit read 0 and keep nothing. CHAs are dense: a register of Ice Lake-SP has their number. */
static bool add_unit(struct package *package, const struct icx_places *places, enum icx_type type,
		     unsigned int index)
{
	const struct box_type *box = &package->machine->kind->types[type];
	unsigned int id = box_type_id(box, index);
	struct unit absent = { .type = box, .package = package, .id = id, .absent = true };

	if (index >= package->config.units[type] || package_unit_absent(package, box->name, id)) {
		if (box->space != SPACE_MSR || (type == ICX_CHA && places->cha_faults))
			return true;
		return place_unit(&absent, places, type) && unit_map_registers(&absent);
	}
	struct unit *unit = package_add_unit(package, box, id);

	if (!place_unit(unit, places, type) || !unit_map_registers(unit))
		return false;
	if (type == ICX_IIO)
		return add_iio_free_running(unit, places);
	return type != ICX_IMC || add_imc_free_running(unit, places);
}

/* Two functions for each slice of the die, on the bus after the UBox's. */
static bool add_slices(struct package *package)
{
	unsigned int i;

	for (i = 0; package->config.slices && i < 2 * package->config.units[ICX_CHA]; i++) {
		unsigned int slice = i / 2, device = (i % 2 ? 10 : 0) + slice / 8;
		struct neighbour n = { device, slice % 8, 0x344c + i % 2, CLASS_SYSTEM, 0, false };

		if (!package_add_neighbours(package, package->config.bus + 1, &n, 1))
			return false;
	}
	return true;
}

/* A bit for each slice that is not fused off: here one of five is. CHAs are numbered without gaps. */
static void set_capabilities(struct function *f)
{
	uint64_t slices = 0;
	unsigned int i;

	for (i = 0; i < f->package->config.units[ICX_CHA]; i++)
		slices |= BIT_ULL(i + i / 4);
	function_set_config(f, CAPID6, 4, (uint32_t)slices);
	function_set_config(f, CAPID7, 4, (uint32_t)(slices >> 32));
}

/* The functions of the UBox, and what they say. */
static void set_functions(struct package *package)
{
	unsigned int bus = package->config.bus;
	struct function *memory;

	if (package->config.node_map)
		function_set_node_ids(package_find_function(package, bus, 0, 0), UBOX_NODE_ID,
				      UBOX_NODE_MAP);
	package_find_function(package, bus, 0, 1)->memory_registers = true;
	/* What is no register reads all ones: absent channels and controllers. */
	memory = package_find_function(package, bus, 0, 2);
	function_set_bar(memory, MEM_BAR, MEM_BAR_SIZE, true, false);
	memory->dead[memory->dead_count++] = (struct dead_range){ MEM_BAR, 0, MEM_BAR_SIZE };
	package->memory = memory;
}

static bool add_functions(struct package *package)
{
	unsigned int bus = package->config.bus;

	if (!package_add_neighbours(package, bus, ubox_bus, ARRAY_SIZE(ubox_bus)) ||
	    !package_add_neighbours(package, bus + 1, next_bus, ARRAY_SIZE(next_bus)) ||
	    !add_slices(package))
		return false;
	set_functions(package);
	set_capabilities(package_find_function(package, bus + 1, POWER_DEVICE, 3));
	return true;
}

static bool controller_exists(struct package *package, unsigned int controller)
{
	const struct box_type *type = &package->machine->kind->types[ICX_IMC];
	unsigned int c;

	for (c = 0; c < ICX_CHANNELS; c++) {
		if (package_find_unit(package, type, ICX_CHANNELS * controller + c))
			return true;
	}
	return false;
}

/* The registers say where the guest has put the BAR. Nobody knows what those of fused controllers hold. */
static void icx_addresses_changed(struct package *package)
{
	struct function *f = package_find_function(package, package->config.bus, 0, 1);
	uint64_t base;
	unsigned int mc;

	if (!package->memory || !f)
		return;
	base = function_bar_address(package->memory, MEM_BAR);
	function_set_config(f, BASE_REGISTER, 4, (base >> 23) & BASE_MASK);
	for (mc = 0; mc < MEM_CONTROLLERS; mc++) {
		uint64_t page = (base + (uint64_t)mc * MEM_STRIDE) >> 12 & MEM_REGISTER_MASK;

		/* Bits 23:13 are the last page. */
		page |= (page + MEM_STRIDE / 0x1000 - 1) << 13;
		function_set_config(f, MEM_REGISTER(mc), 4,
				    controller_exists(package, mc) ? page : UINT32_MAX);
	}
}

static bool add_units(struct package *package, const struct icx_places *places)
{
	const struct machine_kind *kind = package->machine->kind;
	unsigned int type, i;

	for (type = 0; type < kind->type_count; type++) {
		for (i = 0; i < kind->max_units[type]; i++) {
			if (!add_unit(package, places, type, i))
				return false;
		}
	}
	icx_addresses_changed(package);
	return true;
}

static bool icx_build(struct package *package, char *error, size_t error_size)
{
	struct reg *reg;

	if (!package_check_absent(package, error, error_size))
		return false;
	snprintf(error, error_size, "out of memory or of addresses");
	if (!add_functions(package) || !add_units(package, &icx_places))
		return false;
	if (package_find_function(package, package->config.bus, last_upi.device, 0) &&
	    !package_add_neighbours(package, package->config.bus, &last_upi, 1))
		return false;
	reg = package_add_reg(package, NULL, ROLE_CONSTANT, 0, 8);
	if (!reg || !package_map_msr(package, reg, MSR_CHA_COUNT))
		return false;
	reg->constant = package->config.units[ICX_CHA];
	if (package->machine->kind == &machine_kind_icx && !connections_build(package, error, error_size))
		return false;
	return package_map_msr(package, package_add_reg(package, NULL, ROLE_GLOBAL_CONTROL, 0, 8),
			       MSR_GLOBAL_CONTROL);
}

/* No source has a global control. */
static bool snr_build(struct package *package, char *error, size_t error_size)
{
	if (!package_check_absent(package, error, error_size))
		return false;
	snprintf(error, error_size, "out of memory or of addresses");
	if (!package_add_neighbours(package, package->config.bus, snr_bus, ARRAY_SIZE(snr_bus)))
		return false;
	set_functions(package);
	return add_units(package, &snr_places) && connections_build(package, error, error_size);
}

/* Freeze and unfreeze are commands; 0 does nothing. */
static void icx_write_global(struct package *package, unsigned int block, uint64_t value)
{
	uint64_t reserved = value & ~(GLOBAL_FRZ_ALL | GLOBAL_WK_ON_PMI | GLOBAL_UNFRZ_ALL |
				      GLOBAL_PMI_CORE_SEL);

	(void)block;
	if (reserved)
		violation(package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)reserved);
	if (value & (GLOBAL_FRZ_ALL | GLOBAL_UNFRZ_ALL))
		package_set_freeze(package, value & GLOBAL_FRZ_ALL);
}

static uint64_t icx_peek_global(const struct package *package, unsigned int block)
{
	(void)block;
	return package->frozen ? GLOBAL_FRZ_ALL : 0;
}

#define KIND								\
	.cpu = "Icelake-Server" NO_FAST_STRINGS,			\
	.type_count = ICX_TYPES,					\
	.msr_first = 0x700,						\
	.msr_last = 0xfef,						\
	.ranges = icx_ranges,						\
	.range_count = ARRAY_SIZE(icx_ranges),				\
	.event_zero = true,						\
	.write_global = icx_write_global,				\
	.peek_global = icx_peek_global,					\
	.global_readable = true, .has_global_freeze = true,		\
	.pcie_capability = 0x40,					\
	.channels = ICX_CHANNELS,					\
	.ubox_buses = { 0x7e, 0xfe, 0xfe },				\
	.build = icx_build,						\
	.addresses_changed = icx_addresses_changed

const struct machine_kind machine_kind_icx = {
	.name = "icx", KIND, .types = icx_types,
	.default_units = icx_default_units, .max_units = icx_max_units,
};

const struct machine_kind machine_kind_icxd = {
	.name = "icxd", KIND, .types = icxd_types,
	.default_units = icxd_default_units, .max_units = icxd_max_units,
};

const struct machine_kind machine_kind_snr = {
	.name = "snr",
	.cpu = "Snowridge" NO_FAST_STRINGS,
	.types = snr_types, .type_count = SNR_TYPES,
	.default_units = snr_units, .max_units = snr_units,
	.msr_first = 0x1c00, .msr_last = 0x1f99,
	.ranges = snr_ranges, .range_count = ARRAY_SIZE(snr_ranges),
	.event_zero = true,
	.pcie_capability = 0x40,
	.channels = ICX_CHANNELS,
	.ubox_buses = { 0x7e, 0xfe, 0xfe },
	.build = snr_build,
	.addresses_changed = icx_addresses_changed,
};
