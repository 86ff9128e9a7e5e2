// SPDX-License-Identifier: GPL-2.0-only
/*
 * A package of the Xeon E5 v3 and E7 v3 (Haswell-EP), E5 v4 and E7 v4 (Broadwell-EP), and Xeon D-1500
 * (Broadwell-DE): where the units are.
 *
 * Addresses and device ids are the Linux driver's, places those of public listings
 * (selftests/fuzz/place/real). No listing shows the third QPI port, channels 2 and 3 of the second
 * memory controller, and hardly any one the IRP and the companions of QPI ports.
 */
#include "processors/snbep.h"

#define MSR_GLOBAL_CONTROL	0x700
#define GLOBAL_CORES		GENMASK_ULL(17, 0)
#define GLOBAL_UNFRZ_ALL	BIT_ULL(29)
#define GLOBAL_WAKE		BIT_ULL(30)
#define GLOBAL_FRZ_ALL		BIT_ULL(31)

/* The function with CAPID4: bits 7:6 are 0 on a small die. */
#define PCU_DEVICE		0x1e
#define PCU_FUNCTION		3
#define PCU_CAPID4		0x94
#define CAPID4_CHOP		6

static const unsigned int hsx_default_units[HSX_TYPES] = {
	[SNBEP_CBOX] = 8, [SNBEP_HA] = 1, [SNBEP_IMC] = 4, [SNBEP_PCU] = 1, [SNBEP_QPI] = 2,
	[SNBEP_R2PCIE] = 1, [SNBEP_R3QPI] = 2, [SNBEP_UBOX] = 1, [HSX_SBOX] = 2,
};

static const unsigned int bdx_default_units[HSX_TYPES] = {
	[SNBEP_CBOX] = 8, [SNBEP_HA] = 1, [SNBEP_IMC] = 4, [SNBEP_PCU] = 1, [SNBEP_QPI] = 2,
	[SNBEP_R2PCIE] = 1, [SNBEP_R3QPI] = 2, [SNBEP_UBOX] = 1,
};

static const unsigned int bdxde_default_units[HSX_TYPES] = {
	[SNBEP_CBOX] = 8, [SNBEP_HA] = 1, [SNBEP_IMC] = 4, [SNBEP_PCU] = 1,
	[SNBEP_R2PCIE] = 1, [SNBEP_R3QPI] = 2, [SNBEP_UBOX] = 1,
};

#define MAX_UNITS(cbox)							\
	{								\
		[SNBEP_CBOX] = cbox, [SNBEP_HA] = 2, [SNBEP_IMC] = 8, [SNBEP_PCU] = 1,	\
		[SNBEP_QPI] = 3, [SNBEP_R2PCIE] = 1, [SNBEP_R3QPI] = 3, [SNBEP_UBOX] = 1,	\
		[IVBEP_IRP] = 1, [HSX_SBOX] = 4,			\
	}
static const unsigned int hsx_max_units[HSX_TYPES] = MAX_UNITS(18);
static const unsigned int bdx_max_units[HSX_TYPES] = MAX_UNITS(24);

/* @b: upper half of all device ids; @companion2: that of the third QPI port, if it has one. */
#define PLACES(b, companion2)						\
	{								\
		{ IVBEP_IRP, 0, 0x05, 6, (b) + 0x39, 0, 0, true, CLASS_PERFORMANCE },	\
		{ SNBEP_QPI, 0, 0x08, 2, (b) + 0x32, 6, (b) + 0x86, false, CLASS_PERFORMANCE },	\
		{ SNBEP_QPI, 1, 0x09, 2, (b) + 0x33, 6, (b) + 0x96, false, CLASS_PERFORMANCE },	\
		{ SNBEP_QPI, 2, 0x0a, 2, (b) + 0x3a, (companion2) ? 6 : 0, companion2, false,	\
		  CLASS_PERFORMANCE },					\
		{ SNBEP_HA, 0, 0x12, 1, (b) + 0x30, 0, 0, false, CLASS_PERFORMANCE },	\
		{ SNBEP_HA, 1, 0x12, 5, (b) + 0x38, 0, 0, false, CLASS_PERFORMANCE },	\
		{ SNBEP_IMC, 0, 0x14, 0, (b) + 0xb0, 0, 0, false, 0 },	\
		{ SNBEP_IMC, 1, 0x14, 1, (b) + 0xb1, 0, 0, false, 0 },	\
		{ SNBEP_IMC, 2, 0x15, 0, (b) + 0xb4, 0, 0, false, 0 },	\
		{ SNBEP_IMC, 3, 0x15, 1, (b) + 0xb5, 0, 0, false, 0 },	\
		{ SNBEP_IMC, 4, 0x17, 0, (b) + 0xd0, 0, 0, false, 0 },	\
		{ SNBEP_IMC, 5, 0x17, 1, (b) + 0xd1, 0, 0, false, 0 },	\
		{ SNBEP_IMC, 6, 0x18, 0, (b) + 0xd4, 0, 0, false, 0 },	\
		{ SNBEP_IMC, 7, 0x18, 1, (b) + 0xd5, 0, 0, false, 0 },	\
		{ SNBEP_R2PCIE, 0, 0x10, 1, (b) + 0x34, 0, 0, false, CLASS_PERFORMANCE },	\
		{ SNBEP_R3QPI, 0, 0x0b, 1, (b) + 0x36, 0, 0, false, CLASS_PERFORMANCE },	\
		{ SNBEP_R3QPI, 1, 0x0b, 2, (b) + 0x37, 0, 0, false, CLASS_PERFORMANCE },	\
		{ SNBEP_R3QPI, 2, 0x0b, 5, (b) + 0x3e, 0, 0, false, CLASS_PERFORMANCE },	\
	}
static const struct snbep_place hsx_places[] = PLACES(0x2f00, 0);
static const struct snbep_place bdx_places[] = PLACES(0x6f00, 0x6f46);

#define OTHER(b, device, function, id) { device, function, (b) + (id), CLASS_SYSTEM, 0, false }

#define ZEROS(b)							\
	{								\
		OTHER(b, 0x08, 0, 0x80), OTHER(b, 0x09, 0, 0x90), OTHER(b, 0x0a, 0, 0x40),	\
		OTHER(b, 0x0b, 0, 0x81), OTHER(b, 0x10, 0, 0x1d), OTHER(b, 0x12, 0, 0xa0),	\
	}
static const struct neighbour hsx_zeros[] = ZEROS(0x2f00);
static const struct neighbour bdx_zeros[] = ZEROS(0x6f00);

/* Functions of all dies; PCU_DEVICE has no capability in the place of CAPID4. */
#define OTHERS(b)							\
	OTHER(b, 0x0b, 0, 0x81),					\
	OTHER(b, 0x0f, 0, 0xf8), OTHER(b, 0x0f, 4, 0xfc), OTHER(b, 0x0f, 5, 0xfd),	\
	OTHER(b, 0x0f, 6, 0xfe),					\
	OTHER(b, 0x10, 0, 0x1d),					\
	{ 0x10, 6, (b) + 0x7d, CLASS_PERFORMANCE, 0, false },		\
	OTHER(b, 0x10, 7, 0x1f),					\
	OTHER(b, 0x12, 0, 0xa0),					\
	OTHER(b, 0x13, 0, 0xa8), OTHER(b, 0x13, 1, 0x71), OTHER(b, 0x13, 2, 0xaa),	\
	OTHER(b, 0x13, 3, 0xab), OTHER(b, 0x13, 6, 0xae), OTHER(b, 0x13, 7, 0xaf),	\
	OTHER(b, 0x14, 2, 0xb2), OTHER(b, 0x14, 3, 0xb3), OTHER(b, 0x14, 4, 0xbc),	\
	OTHER(b, 0x14, 5, 0xbd), OTHER(b, 0x14, 6, 0xbe), OTHER(b, 0x14, 7, 0xbf),	\
	OTHER(b, PCU_DEVICE, 0, 0x98), OTHER(b, PCU_DEVICE, 1, 0x99),	\
	OTHER(b, PCU_DEVICE, 2, 0x9a),					\
	{ PCU_DEVICE, PCU_FUNCTION, (b) + 0xc0, CLASS_SYSTEM, 0, true },	\
	OTHER(b, PCU_DEVICE, 4, 0x9c),					\
	OTHER(b, 0x1f, 0, 0x88), OTHER(b, 0x1f, 2, 0x8a)
static const struct neighbour hsx_others[] = { OTHERS(0x2f00) };
static const struct neighbour bdx_others[] = { OTHERS(0x6f00), OTHER(0x6f00, 0x0b, 3, 0x76) };

/*
 * What goes with one or two home agents: a die with one shows the first channel of the second
 * controller all the same, without memory. Broadwell-DE does not.
 */
#define ONE_HA(b)							\
	OTHER(b, 0x13, 4, 0xac), OTHER(b, 0x13, 5, 0xad),		\
	OTHER(b, 0x15, 2, 0xb6), OTHER(b, 0x15, 3, 0xb7)
#define ONE_HA_EP(b)							\
	OTHER(b, 0x0f, 1, 0xf9),					\
	OTHER(b, 0x16, 0, 0x68), OTHER(b, 0x16, 6, 0x6e), OTHER(b, 0x16, 7, 0x6f),	\
	OTHER(b, 0x17, 0, 0xd0), OTHER(b, 0x17, 4, 0xb8), OTHER(b, 0x17, 5, 0xb9),	\
	OTHER(b, 0x17, 6, 0xba), OTHER(b, 0x17, 7, 0xbb)
#define TWO_HAS(b)							\
	OTHER(b, 0x0f, 1, 0xf9), OTHER(b, 0x0f, 2, 0xfa), OTHER(b, 0x0f, 3, 0xfb),	\
	OTHER(b, 0x12, 4, 0x60),					\
	OTHER(b, 0x16, 0, 0x68), OTHER(b, 0x16, 1, 0x79), OTHER(b, 0x16, 2, 0x6a),	\
	OTHER(b, 0x16, 3, 0x6b), OTHER(b, 0x16, 6, 0x6e), OTHER(b, 0x16, 7, 0x6f),	\
	OTHER(b, 0x17, 2, 0xd2), OTHER(b, 0x17, 3, 0xd3), OTHER(b, 0x17, 4, 0xb8),	\
	OTHER(b, 0x17, 5, 0xb9), OTHER(b, 0x17, 6, 0xba), OTHER(b, 0x17, 7, 0xbb)
#define LINKS(b) OTHER(b, 0x08, 3, 0x83), OTHER(b, 0x09, 3, 0x93)

struct die_functions {
	const struct neighbour *one_ha, *two_has, *links;
	size_t one_count, two_count;
};

#define LINK_COUNT 2

static const struct neighbour hsx_one_ha[] = { ONE_HA(0x2f00), ONE_HA_EP(0x2f00) };
static const struct neighbour bdx_one_ha[] = { ONE_HA(0x6f00), ONE_HA_EP(0x6f00) };
static const struct neighbour bdxde_one_ha[] = { ONE_HA(0x6f00) };
static const struct neighbour hsx_two_has[] = { TWO_HAS(0x2f00) };
static const struct neighbour bdx_two_has[] = { TWO_HAS(0x6f00) };
static const struct neighbour hsx_links[LINK_COUNT] = { LINKS(0x2f00) };
static const struct neighbour bdx_links[LINK_COUNT] = { LINKS(0x6f00) };

#define FUNCTIONS(one, two, of_links)					\
	{								\
		.one_ha = one, .one_count = ARRAY_SIZE(one),		\
		.two_has = two, .two_count = ARRAY_SIZE(two), .links = of_links,	\
	}
static const struct die_functions hsx_functions = FUNCTIONS(hsx_one_ha, hsx_two_has, hsx_links);
static const struct die_functions bdx_functions = FUNCTIONS(bdx_one_ha, bdx_two_has, bdx_links);
static const struct die_functions bdxde_functions =
	FUNCTIONS(bdxde_one_ha, bdx_two_has, bdx_links);

#define STACK(b)							\
	{								\
		OTHER(b, 0x05, 0, 0x28), OTHER(b, 0x05, 1, 0x29), OTHER(b, 0x05, 2, 0x2a),	\
		{ 0x05, 4, (b) + 0x2c, 0x0800, 0, false },		\
	}
static const struct neighbour hsx_stack[] = STACK(0x2f00);
static const struct neighbour bdx_stack[] = STACK(0x6f00);

static const struct msr_range hsx_ranges[] = {
	{ 0x703, 0x70a },	/* UBox */
	{ 0x710, 0x71a },	/* PCU */
	{ 0x720, 0x747 },	/* SBox */
	{ 0xe00, 0xf7b },	/* CBo */
};

/* Freeze and unfreeze are commands; the other bits keep what was written. */
static void hsx_write_global(struct package *package, unsigned int block, uint64_t value)
{
	uint64_t kept = GLOBAL_CORES | GLOBAL_WAKE;
	uint64_t reserved = value & ~(kept | GLOBAL_FRZ_ALL | GLOBAL_UNFRZ_ALL);

	(void)block;
	if (reserved)
		violation(package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)reserved);
	package->global_control = value & kept;
	if (value & (GLOBAL_FRZ_ALL | GLOBAL_UNFRZ_ALL))
		package_set_freeze(package, value & GLOBAL_FRZ_ALL);
}

static uint64_t hsx_peek_global(const struct package *package, unsigned int block)
{
	(void)block;
	return package->global_control | (package->frozen ? GLOBAL_FRZ_ALL : 0);
}

static bool add_die_functions(struct package *package, const struct die_functions *functions)
{
	const struct package_config *config = &package->config;
	bool two = config->units[SNBEP_HA] > 1;

	if (!config->slices)
		return true;
	if (!package_add_neighbours(package, config->bus,
				    two ? functions->two_has : functions->one_ha,
				    two ? functions->two_count : functions->one_count))
		return false;
	return !config->units[SNBEP_QPI] ||
	       package_add_neighbours(package, config->bus, functions->links, LINK_COUNT);
}

/* The fuses of the SBoxes; @small is the number of them that the small die has. */
static bool add_fuses(struct package *package, const struct snbep_layout *layout, unsigned int small)
{
	unsigned int bus = package->config.bus;
	struct function *pcu;

	if (!package_add_neighbours(package, bus, layout->others, layout->other_count))
		return false;
	pcu = package_find_function(package, bus, PCU_DEVICE, PCU_FUNCTION);
	function_set_config(pcu, PCU_CAPID4, 4,
			    (package->config.units[HSX_SBOX] > small) << CAPID4_CHOP);
	return true;
}

static bool build(struct package *package, const struct snbep_layout *layout,
		  const struct die_functions *functions, unsigned int small, char *error,
		  size_t error_size)
{
	struct reg *global;

	if (!add_fuses(package, layout, small) ||
	    !snbep_build_package(package, layout, error, error_size) ||
	    !add_die_functions(package, functions))
		return false;
	global = package_add_reg(package, NULL, ROLE_GLOBAL_CONTROL, 0, 8);
	if (!package_map_msr(package, global, MSR_GLOBAL_CONTROL))
		return false;
	if (package->config.frozen)
		package_set_freeze(package, true);
	return true;
}

#define LAYOUT(kind, b, stepping)					\
	{								\
		.cbox = 0xe00, .cbox_stride = 0x10, .pcu = 0x710, .ubox = 0x705,	\
		.sbox = 0x720, .sbox_stride = 0xa,			\
		.places = kind##_places, .place_count = ARRAY_SIZE(kind##_places),	\
		.zeros = kind##_zeros, .zero_count = ARRAY_SIZE(kind##_zeros),	\
		.others = kind##_others, .other_count = ARRAY_SIZE(kind##_others),	\
		.stack = kind##_stack, .stack_count = ARRAY_SIZE(kind##_stack),	\
		.slice_id = (b) + 0xe0, .slice_step = 1, .slice_rows = true,	\
		.revision = stepping,					\
		.ubox_device = 0x10, .ubox_function = 5, .ubox_device_id = (b) + 0x1e,	\
	}
static const struct snbep_layout hsx_layout = LAYOUT(hsx, 0x2f00, 2);
static const struct snbep_layout bdx_layout = LAYOUT(bdx, 0x6f00, 1);
static const struct snbep_layout bdxde_layout = LAYOUT(bdx, 0x6f00, 3);

static bool hsx_build(struct package *package, char *error, size_t error_size)
{
	return build(package, &hsx_layout, &hsx_functions, 2, error, error_size);
}

static bool bdx_build(struct package *package, char *error, size_t error_size)
{
	return build(package, &bdx_layout, &bdx_functions, 0, error, error_size);
}

static bool bdxde_build(struct package *package, char *error, size_t error_size)
{
	return build(package, &bdxde_layout, &bdxde_functions, 0, error, error_size);
}

#define KIND								\
	.type_count = HSX_TYPES,					\
	.msr_first = 0x700, .msr_last = 0xf7b,				\
	.ranges = hsx_ranges, .range_count = ARRAY_SIZE(hsx_ranges),	\
	.event_zero = true,						\
	.write_global = hsx_write_global, .peek_global = hsx_peek_global,	\
	.global_readable = true, .has_global_freeze = true,		\
	.ubox_buses = { 0x7f, 0xff, 0xff, 0x3f },			\
	.stack_buses = { 0x00, 0x80, 0x00, 0x00 },			\
	.one_package_without = (uint32_t)BIT_ULL(SNBEP_QPI),		\
	.has_companions = true, .pcie_capability = 0x60

const struct machine_kind machine_kind_hsx = {
	KIND,
	.name = "hsx", .cpu = "Haswell-noTSX,stepping=2,erms=off",
	.types = hsx_types, .many_packages = true,
	.default_units = hsx_default_units, .max_units = hsx_max_units, .build = hsx_build,
};

const struct machine_kind machine_kind_bdx = {
	KIND,
	.name = "bdx", .cpu = "Broadwell-noTSX,stepping=1,erms=off",
	.types = bdx_types, .many_packages = true,
	.default_units = bdx_default_units, .max_units = bdx_max_units, .build = bdx_build,
};

const struct machine_kind machine_kind_bdxde = {
	KIND,
	.name = "bdxde", .cpu = "Broadwell-noTSX,stepping=3,erms=off",
	.types = bdx_types,
	.default_units = bdxde_default_units, .max_units = bdx_max_units, .build = bdxde_build,
};
