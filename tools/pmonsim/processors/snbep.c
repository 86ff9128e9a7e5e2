// SPDX-License-Identifier: GPL-2.0-only
/*
 * A package of the Xeon E5-2600 (Sandy Bridge-EP), and what Ivy Bridge-EP has in common with it:
 * where the units are, and the PCI functions of the uncore bus (E5-2600 guide, tables 1-1, 1-2 and
 * those of the boxes).
 */
#include "processors/snbep.h"

#define MSR_CBOX(id)		(0xd04 + 0x20 * (id))
#define MSR_PCU			0xc24
#define MSR_UBOX		0xc10	/* has no unit control: its first control */
/* 2.6.3.3: outside of the PMON infrastructure. */
#define MSR_CORE_C3		0x3fc
#define MSR_CORE_C6		0x3fd

#define UBOX_NODE_ID		0x40
#define UBOX_NODE_MAP		0x54

#define QPI_RATE_STATUS		0xd4
#define QPI_RATE_8_0		5

static bool place_msr_unit(struct unit *unit, enum snbep_type type)
{
	switch (type) {
	case SNBEP_CBOX:
		unit->address = MSR_CBOX(unit->id);
		break;
	case SNBEP_PCU:
		unit->address = MSR_PCU;
		break;
	default:
		unit->address = MSR_UBOX;
		break;
	}
	return unit_map_registers(unit);
}

/*
 * A unit that the package does not have still has its MSRs, so to say: they read 0 and keep
 * nothing, and a driver that looks whether they do is right to do so.
 */
static bool add_msr_unit(struct package *package, enum snbep_type type, unsigned int id)
{
	const struct box_type *box = &package->machine->kind->types[type];
	struct unit absent = { .type = box, .package = package, .id = id, .absent = true };
	struct unit *unit = &absent;

	if (id < package->config.units[type] && !package_unit_absent(package, box->name, id))
		unit = package_add_unit(package, box, id);
	if (!place_msr_unit(unit, type))
		return false;
	if (type != SNBEP_PCU || unit->absent)
		return true;
	return package_map_msr(package, unit_add_free_running(unit, 0, "c3", 64, false),
			       MSR_CORE_C3) &&
	       package_map_msr(package, unit_add_free_running(unit, 1, "c6", 64, false),
			       MSR_CORE_C6);
}

static struct function *add_function(struct package *package, const struct snbep_place *place,
				     unsigned int number, uint16_t device_id)
{
	bool iio = place->iio && package->config.iio_bus;

	return package_add_function(package, iio ? package->config.iio_bus : package->config.bus,
				    place->device, number, device_id);
}

static bool add_pci_unit(struct package *package, const struct snbep_place *place)
{
	const struct box_type *box = &package->machine->kind->types[place->type];
	struct unit *unit;

	if (place->id >= package->config.units[place->type] ||
	    package_unit_absent(package, box->name, place->id))
		return true;
	unit = package_add_unit(package, box, place->id);
	unit->address = SNBEP_PCI_UNIT_CONTROL;
	unit->function = add_function(package, place, place->function, place->device_id);
	if (!unit->function)
		return false;
	if (place->companion && package->config.qpi_filter) {
		unit->companion = add_function(package, place, place->companion,
					       place->companion_id);
		if (!unit->companion)
			return false;
	}
	return unit_map_registers(unit);
}

static uint16_t zero_device_id(const struct snbep_layout *layout, unsigned int device)
{
	size_t i;

	for (i = 0; i < layout->zero_count; i++) {
		if (layout->zeros[i].device == device)
			return layout->zeros[i].device_id;
	}
	return 0x3cff;	/* the place of a unit that is not there */
}

/* A slot without function 0 is not scanned, and without the bit only function 0 is. */
static bool add_zeros(struct package *package, const struct snbep_layout *layout)
{
	struct function *zero;
	size_t i;

	for (i = 0; i < layout->place_count; i++) {
		unsigned int device = layout->places[i].device;
		bool iio = layout->places[i].iio && package->config.iio_bus;
		unsigned int bus = iio ? package->config.iio_bus : package->config.bus;

		if (!package_find_function(package, bus, device, layout->places[i].function))
			continue;
		zero = package_find_function(package, bus, device, 0);
		if (!zero)
			zero = add_function(package, &layout->places[i], 0,
					    zero_device_id(layout, device));
		if (!zero)
			return false;
		function_set_config(zero, 0x0e, 1, 0x80);
		if (layout->places[i].type == SNBEP_QPI)
			function_set_config(zero, QPI_RATE_STATUS, 4, QPI_RATE_8_0);
	}
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
	static const enum snbep_type msr_types[] = { SNBEP_CBOX, SNBEP_PCU, SNBEP_UBOX };
	const struct machine_kind *kind = package->machine->kind;
	struct function *ubox;
	unsigned int id;
	size_t i;

	if (!package_check_absent(package, error, error_size))
		return false;
	snprintf(error, error_size, "out of memory or of addresses");
	for (i = 0; i < ARRAY_SIZE(msr_types); i++) {
		for (id = 0; id < kind->max_units[msr_types[i]]; id++) {
			if (!add_msr_unit(package, msr_types[i], id))
				return false;
		}
	}
	for (i = 0; i < layout->place_count; i++) {
		if (!add_pci_unit(package, &layout->places[i]))
			return false;
	}
	ubox = package_add_function(package, package->config.bus, layout->ubox_device, 0, layout->ubox_device_id);
	if (!ubox || !add_zeros(package, layout))
		return false;
	function_set_node_ids(ubox, UBOX_NODE_ID, UBOX_NODE_MAP);
	return true;
}

static const unsigned int snbep_units[SNBEP_TYPES] = {
	[SNBEP_CBOX] = 8, [SNBEP_HA] = 1, [SNBEP_IMC] = 4, [SNBEP_PCU] = 1, [SNBEP_QPI] = 2,
	[SNBEP_R2PCIE] = 1, [SNBEP_R3QPI] = 2, [SNBEP_UBOX] = 1,
};

static const struct snbep_place snbep_places[] = {
	{ SNBEP_QPI, 0, 8, 2, 0x3c41, 6, 0x3c86, false },
	{ SNBEP_QPI, 1, 9, 2, 0x3c42, 6, 0x3c96, false },
	{ SNBEP_HA, 0, 14, 1, 0x3c46, 0, 0, false },
	{ SNBEP_IMC, 0, 16, 0, 0x3cb0, 0, 0, false },
	{ SNBEP_IMC, 1, 16, 1, 0x3cb1, 0, 0, false },
	{ SNBEP_IMC, 2, 16, 4, 0x3cb4, 0, 0, false },
	{ SNBEP_IMC, 3, 16, 5, 0x3cb5, 0, 0, false },
	{ SNBEP_R2PCIE, 0, 19, 1, 0x3c43, 0, 0, false },
	{ SNBEP_R3QPI, 0, 19, 5, 0x3c44, 0, 0, false },
	{ SNBEP_R3QPI, 1, 19, 6, 0x3c45, 0, 0, false },
};

static const struct snbep_zero snbep_zeros[] = {
	{ 8, 0x3c80 }, { 9, 0x3c90 }, { 14, 0x3ca0 }, { 19, 0x3ce4 },
};

static const struct snbep_layout snbep_layout = {
	.places = snbep_places, .place_count = ARRAY_SIZE(snbep_places),
	.zeros = snbep_zeros, .zero_count = ARRAY_SIZE(snbep_zeros),
	.ubox_device = 11, .ubox_device_id = 0x3ce0,
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
	.name = "snbep",
	.types = snbep_types,
	.type_count = SNBEP_TYPES,
	.default_units = snbep_units,
	.max_units = snbep_units,
	.msr_first = MSR_CORE_C3,
	.msr_last = 0xe03,
	.ranges = snbep_ranges,
	.range_count = ARRAY_SIZE(snbep_ranges),
	.event_zero = true,
	.has_companions = true,
	.pcie_capability = 0x60,	/* clear of the HA's, the UBox's and PMON registers */
	.build = snbep_build,
};
