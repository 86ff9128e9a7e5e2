// SPDX-License-Identifier: GPL-2.0-only
/*
 * A package of the Xeon E5-2600 (Sandy Bridge-EP), and what Ivy Bridge-EP has in common with it:
 * where the units are, and the PCI functions of the uncore bus (E5-2600 guide, tables 1-1, 1-2 and
 * those of the boxes). Buses, and the units that there are by default, are those of most machines in
 * public listings (selftests/fuzz/place/real). None of these shows a QPI port.
 */
#include <string.h>

#include "processors/snbep.h"

/* 2.6.3.3: outside of the PMON infrastructure. */
#define MSR_CORE_C3		0x3fc
#define MSR_CORE_C6		0x3fd

#define UBOX_NODE_ID		0x40
#define UBOX_NODE_MAP		0x54

#define QPI_RATE_STATUS		0xd4
#define QPI_RATE_8_0		5

#define FIRST_SLICE		12
#define NO_SUCH_UNIT_ID		0x3cff	/* function 0 in the place of a unit that is not there */

/* Registers of the I/O stack that drivers/pci/quirks.c writes. */
#define IIO_CIPINTRC		0x14c
#define IIO_VTUNCERRMSK		0x1ac

static bool place_msr_unit(struct unit *unit, const struct snbep_layout *layout,
			   enum snbep_type type)
{
	switch (type) {
	case SNBEP_CBOX:
		unit->address = layout->cbox + layout->cbox_stride * unit->id;
		break;
	case SNBEP_PCU:
		unit->address = layout->pcu;
		break;
	case HSX_SBOX:
		/* The registers of one that is not there fault. */
		if (unit->absent)
			return true;
		unit->address = layout->sbox + layout->sbox_stride * unit->id;
		break;
	default:
		unit->address = layout->ubox;
		break;
	}
	return unit_map_registers(unit);
}

/*
 * A unit that the package does not have still has its MSRs, so to say: they read 0 and keep
 * nothing, and a driver that looks whether they do is right to do so.
 */
static bool add_msr_unit(struct package *package, const struct snbep_layout *layout,
			 enum snbep_type type, unsigned int id)
{
	const struct box_type *box = &package->machine->kind->types[type];
	struct unit absent = { .type = box, .package = package, .id = id, .absent = true };
	struct unit *unit = &absent;

	if (id < package->config.units[type] && !package_unit_absent(package, box->name, id))
		unit = package_add_unit(package, box, id);
	if (!place_msr_unit(unit, layout, type))
		return false;
	if (type != SNBEP_PCU || unit->absent || !layout->residencies)
		return true;
	return package_map_msr(package, unit_add_free_running(unit, 0, "c3", 64, false),
			       MSR_CORE_C3) &&
	       package_map_msr(package, unit_add_free_running(unit, 1, "c6", 64, false),
			       MSR_CORE_C6);
}

static struct function *add_function(struct package *package, const struct snbep_layout *layout,
				     const struct snbep_place *place, unsigned int number,
				     uint16_t device_id)
{
	unsigned int bus = place->iio ? package->config.stack_bus : package->config.bus;
	struct function *f;

	f = package_add_function(package, bus, place->device, number, device_id);
	if (f)
		function_set_class(f, place->class ? place->class : CLASS_SYSTEM, layout->revision);
	return f;
}

static bool add_pci_unit(struct package *package, const struct snbep_layout *layout,
			 const struct snbep_place *place)
{
	const struct box_type *box = &package->machine->kind->types[place->type];
	struct unit *unit;

	if (place->id >= package->config.units[place->type] ||
	    package_unit_absent(package, box->name, place->id))
		return true;
	unit = package_add_unit(package, box, place->id);
	unit->address = SNBEP_PCI_UNIT_CONTROL;
	unit->function = add_function(package, layout, place, place->function, place->device_id);
	if (!unit->function)
		return false;
	if (place->companion && package->config.qpi_filter) {
		unit->companion = add_function(package, layout, place, place->companion,
					       place->companion_id);
		if (!unit->companion)
			return false;
	}
	return unit_map_registers(unit);
}

/* One function for each slice. */
static bool add_slices(struct package *package, const struct snbep_layout *layout)
{
	uint16_t id = layout->slice_id;
	unsigned int i;

	for (i = 0; i < package->config.units[SNBEP_CBOX]; i++, id += layout->slice_step) {
		struct neighbour n = {
			FIRST_SLICE + i % 2, i / 2, id, CLASS_SYSTEM, layout->revision, false
		};

		if (layout->slice_rows) {
			n.device = FIRST_SLICE + i / 8;
			n.function = i % 8;
		}

		if (!package_add_neighbours(package, package->config.bus, &n, 1))
			return false;
	}
	return package_add_neighbours(package, package->config.bus, layout->others,
				      layout->other_count);
}

static struct function *add_zero(struct package *package, const struct snbep_layout *layout,
				 unsigned int device)
{
	struct neighbour n = { device, 0, NO_SUCH_UNIT_ID, CLASS_SYSTEM, layout->revision, false };
	size_t i;

	for (i = 0; i < layout->zero_count; i++) {
		if (layout->zeros[i].device == device)
			n = layout->zeros[i];
	}
	if (!package_add_neighbours(package, package->config.bus, &n, 1))
		return NULL;
	return package_find_function(package, package->config.bus, device, 0);
}

/* A slot without function 0 is not scanned, and without the bit only function 0 is. */
static bool add_zeros(struct package *package, const struct snbep_layout *layout)
{
	struct machine *m = package->machine;
	struct function *f, *zero;
	size_t i;

	for (i = 0; i < m->function_count; i++) {
		f = m->functions[i];
		if (f->package != package || !f->function)
			continue;
		zero = package_find_function(package, f->bus, f->device, 0);
		if (!zero)
			zero = add_zero(package, layout, f->device);
		if (!zero)
			return false;
		function_set_config(zero, 0x0e, 1, 0x80);
	}
	for (i = 0; i < layout->place_count; i++) {
		const struct snbep_place *place = &layout->places[i];

		zero = package_find_function(package, package->config.bus, place->device, 0);
		if (zero && place->type == SNBEP_QPI)
			function_set_config(zero, QPI_RATE_STATUS, 4, QPI_RATE_8_0);
	}
	return true;
}

/* Kernels work around two bugs of the first function, by writes. */
static bool add_stack(struct package *package, const struct snbep_layout *layout)
{
	unsigned int bus = package->config.stack_bus;
	struct function *f;

	if (!package_add_neighbours(package, bus, layout->stack, layout->stack_count))
		return false;
	f = package_find_function(package, bus, layout->stack[0].device, layout->stack[0].function);
	memset(f->harmless + IIO_CIPINTRC, true, 4);
	memset(f->harmless + IIO_VTUNCERRMSK, true, 4);
	return true;
}

/**
 * snbep_build_package() - add the units and PCI functions of a package
 * @package: the package
 * @layout: where they are
 * @error: receives the reason of a failure
 * @error_size: bytes of @error
 */
bool snbep_build_package(struct package *package, const struct snbep_layout *layout, char *error,
			 size_t error_size)
{
	static const enum snbep_type msr_types[] = {
		SNBEP_CBOX, SNBEP_PCU, SNBEP_UBOX, HSX_SBOX
	};
	const struct machine_kind *kind = package->machine->kind;
	struct function *ubox;
	unsigned int id;
	size_t i;

	if (!package_check_absent(package, error, error_size))
		return false;
	snprintf(error, error_size, "out of memory or of addresses");
	for (i = 0; i < ARRAY_SIZE(msr_types) - !layout->sbox; i++) {
		for (id = 0; id < kind->max_units[msr_types[i]]; id++) {
			if (!add_msr_unit(package, layout, msr_types[i], id))
				return false;
		}
	}
	if (!add_stack(package, layout))
		return false;
	for (i = 0; i < layout->place_count; i++) {
		if (!add_pci_unit(package, layout, &layout->places[i]))
			return false;
	}
	ubox = package_add_function(package, package->config.bus, layout->ubox_device,
				    layout->ubox_function, layout->ubox_device_id);
	if (!ubox || (package->config.slices && !add_slices(package, layout)) ||
	    !add_zeros(package, layout))
		return false;
	function_set_class(ubox, CLASS_SYSTEM, layout->revision);
	function_set_node_ids(ubox, UBOX_NODE_ID, UBOX_NODE_MAP);
	return true;
}

static const unsigned int snbep_default_units[SNBEP_TYPES] = {
	[SNBEP_CBOX] = 8, [SNBEP_HA] = 1, [SNBEP_IMC] = 4, [SNBEP_PCU] = 1,
	[SNBEP_R2PCIE] = 1, [SNBEP_R3QPI] = 2, [SNBEP_UBOX] = 1,
};

static const unsigned int snbep_max_units[SNBEP_TYPES] = {
	[SNBEP_CBOX] = 8, [SNBEP_HA] = 1, [SNBEP_IMC] = 4, [SNBEP_PCU] = 1, [SNBEP_QPI] = 2,
	[SNBEP_R2PCIE] = 1, [SNBEP_R3QPI] = 2, [SNBEP_UBOX] = 1,
};

static const struct snbep_place snbep_places[] = {
	{ SNBEP_QPI, 0, 8, 2, 0x3c41, 6, 0x3c86, false, 0 },
	{ SNBEP_QPI, 1, 9, 2, 0x3c42, 6, 0x3c96, false, 0 },
	{ SNBEP_HA, 0, 14, 1, 0x3c46, 0, 0, false, CLASS_PERFORMANCE },
	{ SNBEP_IMC, 0, 16, 0, 0x3cb0, 0, 0, false, 0 },
	{ SNBEP_IMC, 1, 16, 1, 0x3cb1, 0, 0, false, 0 },
	{ SNBEP_IMC, 2, 16, 4, 0x3cb4, 0, 0, false, 0 },
	{ SNBEP_IMC, 3, 16, 5, 0x3cb5, 0, 0, false, 0 },
	{ SNBEP_R2PCIE, 0, 19, 1, 0x3c43, 0, 0, false, CLASS_PERFORMANCE },
	{ SNBEP_R3QPI, 0, 19, 5, 0x3c44, 0, 0, false, CLASS_PERFORMANCE },
	{ SNBEP_R3QPI, 1, 19, 6, 0x3c45, 0, 0, false, 0 },
};

static const struct neighbour snbep_zeros[] = {
	{ 8, 0, 0x3c80, CLASS_SYSTEM, 7, false },
	{ 9, 0, 0x3c90, CLASS_SYSTEM, 7, false },
	{ 14, 0, 0x3ca0, CLASS_SYSTEM, 7, false },
	{ 19, 0, 0x3ce4, CLASS_SYSTEM, 7, false },
};

static const struct neighbour snbep_others[] = {
	{ 8, 0, 0x3c80, CLASS_SYSTEM, 7, false },
	{ 9, 0, 0x3c90, CLASS_SYSTEM, 7, false },
	{ 10, 0, 0x3cc0, CLASS_SYSTEM, 7, false },
	{ 10, 1, 0x3cc1, CLASS_SYSTEM, 7, false },
	{ 10, 2, 0x3cc2, CLASS_SYSTEM, 7, false },
	{ 10, 3, 0x3cd0, CLASS_SYSTEM, 7, false },
	{ 11, 3, 0x3ce3, CLASS_SYSTEM, 7, false },
	{ 12, 6, 0x3cf4, CLASS_SYSTEM, 7, false },
	{ 12, 7, 0x3cf6, CLASS_SYSTEM, 7, false },
	{ 13, 6, 0x3cf5, CLASS_SYSTEM, 7, false },
	{ 15, 0, 0x3ca8, CLASS_SYSTEM, 7, false },
	{ 15, 1, 0x3c71, CLASS_SYSTEM, 7, false },
	{ 15, 2, 0x3caa, CLASS_SYSTEM, 7, false },
	{ 15, 3, 0x3cab, CLASS_SYSTEM, 7, false },
	{ 15, 4, 0x3cac, CLASS_SYSTEM, 7, false },
	{ 15, 5, 0x3cad, CLASS_SYSTEM, 7, false },
	{ 15, 6, 0x3cae, CLASS_SYSTEM, 7, false },
	{ 16, 2, 0x3cb2, CLASS_SYSTEM, 7, false },
	{ 16, 3, 0x3cb3, CLASS_SYSTEM, 7, false },
	{ 16, 6, 0x3cb6, CLASS_SYSTEM, 7, false },
	{ 16, 7, 0x3cb7, CLASS_SYSTEM, 7, false },
	{ 17, 0, 0x3cb8, CLASS_SYSTEM, 7, false },
	{ 19, 4, 0x3ce6, CLASS_PERFORMANCE, 7, false },
};

static const struct neighbour snbep_stack[] = {
	{ 5, 0, 0x3c28, CLASS_SYSTEM, 7, false },
	{ 5, 2, 0x3c2a, CLASS_SYSTEM, 7, false },
};

static const struct snbep_layout snbep_layout = {
	SNBEP_MSR_PLACES,
	.places = snbep_places, .place_count = ARRAY_SIZE(snbep_places),
	.zeros = snbep_zeros, .zero_count = ARRAY_SIZE(snbep_zeros),
	.others = snbep_others, .other_count = ARRAY_SIZE(snbep_others),
	.stack = snbep_stack, .stack_count = ARRAY_SIZE(snbep_stack),
	.slice_id = 0x3ce8, .revision = 7, .ubox_device_id = 0x3ce0,
};

/* What is in them and no register is "no such register". */
static const struct msr_range snbep_ranges[] = {
	{ 0xc08, 0xc09 },	/* UBox, fixed */
	{ 0xc10, 0xc17 },	/* UBox */
	{ 0xc24, 0xc39 },	/* PCU */
	{ 0xd04, 0xe03 },	/* CBo */
};

static bool snbep_build(struct package *package, char *error, size_t error_size)
{
	return snbep_build_package(package, &snbep_layout, error, error_size);
}

const struct machine_kind machine_kind_snbep = {
	.cpu = "SandyBridge",
	.name = "snbep",
	.types = snbep_types,
	.type_count = SNBEP_TYPES,
	.default_units = snbep_default_units,
	.max_units = snbep_max_units,
	.msr_first = MSR_CORE_C3,
	.msr_last = 0xe03,
	.ranges = snbep_ranges,
	.range_count = ARRAY_SIZE(snbep_ranges),
	.event_zero = true,
	.many_packages = true,
	.ubox_buses = { 0x3f, 0x7f, 0xff, 0x3f },
	.stack_buses = { 0x00, 0x40, 0x00, 0x00 },
	.has_companions = true,
	.pcie_capability = 0x60,	/* clear of the HA's, the UBox's and PMON registers */
	.build = snbep_build,
};
