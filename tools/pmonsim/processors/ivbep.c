// SPDX-License-Identifier: GPL-2.0-only
/*
 * A package of the Xeon E5 v2 and E7 v2 (Ivy Bridge-EP): where the units are.
 *
 * Device ids are the Linux driver's. It finds everything by them, and so should others: most of the
 * places are those of public listings (selftests/fuzz/place/real) and of Intel's PCM, some (QPI's
 * third link) are a guess. No listing shows a QPI port or the IRP, and most show one home agent and one R3QPI.
 */
#include "processors/snbep.h"

#define MSR_GLOBAL_CONTROL	0xc00
#define GLOBAL_UNFRZ_ALL	BIT_ULL(29)
#define GLOBAL_FRZ_ALL		BIT_ULL(31)

static const unsigned int ivbep_default_units[IVBEP_TYPES] = {
	[SNBEP_CBOX] = 8, [SNBEP_HA] = 1, [SNBEP_IMC] = 4, [SNBEP_PCU] = 1,
	[SNBEP_R2PCIE] = 1, [SNBEP_R3QPI] = 1, [SNBEP_UBOX] = 1,
};

static const unsigned int ivbep_max_units[IVBEP_TYPES] = {
	[SNBEP_CBOX] = 15, [SNBEP_HA] = 2, [SNBEP_IMC] = 8, [SNBEP_PCU] = 1, [SNBEP_QPI] = 3,
	[SNBEP_R2PCIE] = 1, [SNBEP_R3QPI] = 3, [SNBEP_UBOX] = 1, [IVBEP_IRP] = 1,
};

static const struct snbep_place ivbep_places[] = {
	{ IVBEP_IRP, 0, 5, 6, 0x0e39, 0, 0, true, 0 },
	{ SNBEP_QPI, 0, 8, 2, 0x0e32, 6, 0x0e86, false, 0 },
	{ SNBEP_QPI, 1, 9, 2, 0x0e33, 6, 0x0e96, false, 0 },
	/* No match registers for this one. */
	{ SNBEP_QPI, 2, 24, 2, 0x0e3a, 0, 0, false, 0 },
	{ SNBEP_HA, 0, 14, 1, 0x0e30, 0, 0, false, CLASS_PERFORMANCE },
	{ SNBEP_HA, 1, 28, 1, 0x0e38, 0, 0, false, CLASS_PERFORMANCE },
	{ SNBEP_IMC, 0, 16, 4, 0x0eb4, 0, 0, false, 0 },
	{ SNBEP_IMC, 1, 16, 5, 0x0eb5, 0, 0, false, 0 },
	{ SNBEP_IMC, 2, 16, 0, 0x0eb0, 0, 0, false, 0 },
	{ SNBEP_IMC, 3, 16, 1, 0x0eb1, 0, 0, false, 0 },
	{ SNBEP_IMC, 4, 30, 4, 0x0ef4, 0, 0, false, 0 },
	{ SNBEP_IMC, 5, 30, 5, 0x0ef5, 0, 0, false, 0 },
	{ SNBEP_IMC, 6, 30, 0, 0x0ef0, 0, 0, false, 0 },
	{ SNBEP_IMC, 7, 30, 1, 0x0ef1, 0, 0, false, 0 },
	{ SNBEP_R2PCIE, 0, 19, 1, 0x0e34, 0, 0, false, CLASS_PERFORMANCE },
	{ SNBEP_R3QPI, 0, 19, 5, 0x0e36, 0, 0, false, CLASS_PERFORMANCE },
	{ SNBEP_R3QPI, 1, 19, 6, 0x0e37, 0, 0, false, CLASS_PERFORMANCE },
	{ SNBEP_R3QPI, 2, 18, 5, 0x0e3e, 0, 0, false, CLASS_PERFORMANCE },
};

static const struct neighbour ivbep_zeros[] = {
	{ 8, 0, 0x0e80, CLASS_SYSTEM, 4, false },
	{ 9, 0, 0x0e90, CLASS_SYSTEM, 4, false },
	{ 14, 0, 0x0ea0, CLASS_SYSTEM, 4, false },
	{ 19, 0, 0x0e1d, CLASS_SYSTEM, 4, false },
	{ 24, 0, 0x0e40, CLASS_SYSTEM, 4, false },
	{ 28, 0, 0x0e60, CLASS_SYSTEM, 4, false },
};

/* Those of the second home agent and memory controller are left out. */
static const struct neighbour ivbep_others[] = {
	{ 8, 0, 0x0e80, CLASS_SYSTEM, 4, false },
	{ 9, 0, 0x0e90, CLASS_SYSTEM, 4, false },
	{ 10, 0, 0x0ec0, CLASS_SYSTEM, 4, false },
	{ 10, 1, 0x0ec1, CLASS_SYSTEM, 4, false },
	{ 10, 2, 0x0ec2, CLASS_SYSTEM, 4, false },
	{ 10, 3, 0x0ec3, CLASS_SYSTEM, 4, false },
	{ 11, 3, 0x0e1f, CLASS_SYSTEM, 4, false },
	{ 15, 0, 0x0ea8, CLASS_SYSTEM, 4, false },
	{ 15, 1, 0x0e71, CLASS_SYSTEM, 4, false },
	{ 15, 2, 0x0eaa, CLASS_SYSTEM, 4, false },
	{ 15, 3, 0x0eab, CLASS_SYSTEM, 4, false },
	{ 15, 4, 0x0eac, CLASS_SYSTEM, 4, false },
	{ 15, 5, 0x0ead, CLASS_SYSTEM, 4, false },
	{ 16, 2, 0x0eb2, CLASS_SYSTEM, 4, false },
	{ 16, 3, 0x0eb3, CLASS_SYSTEM, 4, false },
	{ 16, 7, 0x0eb7, CLASS_SYSTEM, 4, false },
	{ 19, 4, 0x0e81, CLASS_SYSTEM, 4, false },
	{ 22, 0, 0x0ec8, CLASS_SYSTEM, 4, false },
	{ 22, 1, 0x0ec9, CLASS_SYSTEM, 4, false },
	{ 22, 2, 0x0eca, CLASS_SYSTEM, 4, false },
};

static const struct neighbour ivbep_stack[] = {
	{ 5, 0, 0x0e28, CLASS_SYSTEM, 4, false },
	{ 5, 2, 0x0e2a, CLASS_SYSTEM, 4, false },
};

static const struct snbep_layout ivbep_layout = {
	SNBEP_MSR_PLACES,
	.places = ivbep_places, .place_count = ARRAY_SIZE(ivbep_places),
	.zeros = ivbep_zeros, .zero_count = ARRAY_SIZE(ivbep_zeros),
	.others = ivbep_others, .other_count = ARRAY_SIZE(ivbep_others),
	.stack = ivbep_stack, .stack_count = ARRAY_SIZE(ivbep_stack),
	.slice_id = 0x0ee0, .slice_step = 1, .revision = 4, .ubox_device_id = 0x0e1e,
};

static const struct msr_range ivbep_ranges[] = {
	{ 0xc08, 0xc09 },	/* UBox, fixed */
	{ 0xc10, 0xc17 },	/* UBox */
	{ 0xc24, 0xc39 },	/* PCU */
	{ 0xd04, 0xee3 },	/* CBo */
};

/* One bit freezes, another one releases; what else the register has is not known. */
static void ivbep_write_global(struct package *package, unsigned int block, uint64_t value)
{
	uint64_t reserved = value & ~(GLOBAL_FRZ_ALL | GLOBAL_UNFRZ_ALL);

	(void)block;
	if (reserved)
		violation(package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)reserved);
	if (value & (GLOBAL_FRZ_ALL | GLOBAL_UNFRZ_ALL))
		package_set_freeze(package, value & GLOBAL_FRZ_ALL);
}

static uint64_t ivbep_peek_global(const struct package *package, unsigned int block)
{
	(void)block;
	return package->frozen ? GLOBAL_FRZ_ALL : 0;
}

static bool ivbep_build(struct package *package, char *error, size_t error_size)
{
	if (!snbep_build_package(package, &ivbep_layout, error, error_size) ||
	    !package_map_msr(package,
			     package_add_reg(package, NULL, ROLE_GLOBAL_CONTROL, 0, 8),
			     MSR_GLOBAL_CONTROL))
		return false;
	if (package->config.frozen)
		package_set_freeze(package, true);
	return true;
}

const struct machine_kind machine_kind_ivbep = {
	.cpu = "IvyBridge,erms=off",
	.name = "ivbep",
	.types = ivbep_types,
	.type_count = IVBEP_TYPES,
	.default_units = ivbep_default_units,
	.max_units = ivbep_max_units,
	.msr_first = 0x3fc,
	.msr_last = 0xee3,
	.ranges = ivbep_ranges,
	.range_count = ARRAY_SIZE(ivbep_ranges),
	.event_zero = true,
	.write_global = ivbep_write_global,
	.peek_global = ivbep_peek_global,
	.has_global_freeze = true,
	.many_packages = true,
	.ubox_buses = { 0x3f, 0x7f, 0xff, 0x3f },
	.stack_buses = { 0x00, 0x40, 0x00, 0x00 },
	.has_companions = true,
	.pcie_capability = 0x60,
	.build = ivbep_build,
};
