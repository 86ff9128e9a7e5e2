// SPDX-License-Identifier: GPL-2.0-only
/*
 * A package of the Xeon 7500 (Nehalem-EX) or of the Xeon E7 (Westmere-EX): where the units are.
 * All of it is MSRs; there are no PCI functions.
 */
#include "processors/nhmex.h"

#define MSR_FIXED_COUNTER	0x394
#define MSR_FIXED_CONTROL	0x395
#define MSR_GLOBAL_CONTROL	0xc00
#define MSR_LAST		0xfdf

#define CBOXES			10

static uint32_t unit_address(enum nhmex_type type, unsigned int id)
{
	/* The slices are not one behind the other. */
	static const uint16_t cbox_offset[CBOXES] = {
		0x000, 0x080, 0x040, 0x0c0, 0x020, 0x0a0, 0x060, 0x0e0, 0x240, 0x2c0,
	};

	switch (type) {
	case NHMEX_WBOX:
		return 0xc80;
	case NHMEX_BBOX:
		return 0xc20 + 0x40 * id;
	case NHMEX_CBOX:
		return 0xd00u + cbox_offset[id];
	case NHMEX_MBOX:
		return 0xca0 + 0x40 * id;
	case NHMEX_RBOX:
		return 0xe00 + 0x20 * id;
	case NHMEX_SBOX:
		return 0xc40 + 0x80 * id;
	default:
		return MSR_GLOBAL_CONTROL;
	}
}

/* The MSRs of a unit that the package does not have read 0 and keep nothing: a driver may look. */
static bool add_unit(struct package *package, enum nhmex_type type, unsigned int id)
{
	const struct box_type *box = &nhmex_types[type];
	struct unit absent = { .type = box, .package = package, .id = id, .absent = true };
	struct unit *unit = &absent;

	if (id < package->config.units[type] && !package_unit_absent(package, box->name, id))
		unit = package_add_unit(package, box, id);
	/* PMI on overflow, and the freeze that it brings, are not modelled. */
	unit->sends_overflow = false;
	unit->address = unit_address(type, id);
	return unit_map_registers(unit);
}

static bool nhmex_build(struct package *package, char *error, size_t error_size)
{
	const struct machine_kind *kind = package->machine->kind;
	unsigned int type, id;

	if (!package_check_absent(package, error, error_size))
		return false;
	snprintf(error, error_size, "out of memory or of addresses");
	for (type = 0; type < NHMEX_TYPES; type++) {
		for (id = 0; id < kind->max_units[type]; id++) {
			if (!add_unit(package, (enum nhmex_type)type, id))
				return false;
		}
	}
	if (!package_map_msr(package, package_add_reg(package, NULL, ROLE_GLOBAL_CONTROL, 0, 8),
			     MSR_GLOBAL_CONTROL))
		return false;
	nhmex_reset_global(package);
	return true;
}

static const unsigned int nhmex_units[NHMEX_TYPES] = {
	[NHMEX_UBOX] = 1, [NHMEX_WBOX] = 1, [NHMEX_BBOX] = 2, [NHMEX_CBOX] = 8, [NHMEX_MBOX] = 2,
	[NHMEX_RBOX] = 2, [NHMEX_SBOX] = 2,
};

/* Also the most of a Nehalem-EX: nobody is stopped from looking for two slices more. */
static const unsigned int wsmex_units[NHMEX_TYPES] = {
	[NHMEX_UBOX] = 1, [NHMEX_WBOX] = 1, [NHMEX_BBOX] = 2, [NHMEX_CBOX] = CBOXES,
	[NHMEX_MBOX] = 2, [NHMEX_RBOX] = 2, [NHMEX_SBOX] = 2,
};

/* What is in them and no register is "no such register". */
static const struct msr_range nhmex_ranges[] = {
	{ MSR_FIXED_COUNTER, MSR_FIXED_CONTROL },
	{ 0xc00, 0xcff },	/* U, B, S, W, M */
	{ 0xd00, 0xdff },	/* C 0 to 7 */
	{ 0xe00, 0xe9f },	/* R; match and mask of all */
	{ 0xf40, 0xf5f },	/* C 8 */
	{ 0xfc0, MSR_LAST },	/* C 9 */
};

#define NHMEX_KIND							\
	.types = nhmex_types, .type_count = NHMEX_TYPES, .max_units = wsmex_units,	\
	.msr_first = MSR_FIXED_COUNTER, .msr_last = MSR_LAST,		\
	.ranges = nhmex_ranges, .range_count = ARRAY_SIZE(nhmex_ranges),	\
	.event_zero = true, .global_readable = true, .many_packages = true, \
	.write_global = nhmex_write_global, .peek_global = nhmex_peek_global,	\
	.reset_global = nhmex_reset_global, .build = nhmex_build

const struct machine_kind machine_kind_nhmex = {
	.cpu = "Nehalem",
	.name = "nhmex", NHMEX_KIND, .default_units = nhmex_units,
};

const struct machine_kind machine_kind_wsmex = {
	.cpu = "Westmere",
	.name = "wsmex", NHMEX_KIND, .default_units = wsmex_units,
};
