// SPDX-License-Identifier: GPL-2.0-only
/*
 * Packages of processors with discovery tables: the units, the tables that list them, the global
 * blocks, and the free-running counters of IIO stacks.
 */
#include <string.h>

#include "processors/discovered.h"

/* The device of a stack that has the function of the table behind one of telemetry. */
#define STACK_DEVICE		3
#define TELEMETRY_ID		0x09a6
#define TELEMETRY_SIZE		(1u << 20)

#define EXTENDED_CAPABILITY	0x100
#define AER_CAPABILITY		(0x0001 | 2u << 16)
#define AER_SIZE		0x48
#define EMPTY_CAPABILITY	(1u << 16)
#define DVSEC_CAPABILITY	0x23
#define ACCELERATOR_DVSEC	0x200

#define SPARSE_STEP		6	/* from one unit's position to that of the next */

/* Positions go on over all units that one global block serves. */
struct positions {
	unsigned int next[MACHINE_MAX_TABLES];
};

bool iio_add_free_running(struct unit *unit, const struct iio_free_running_msrs *msrs)
{
	static const char *const in[IIO_PORTS] = {
		"bw_in0", "bw_in1", "bw_in2", "bw_in3", "bw_in4", "bw_in5", "bw_in6", "bw_in7",
	};
	static const char *const out[IIO_PORTS] = {
		"bw_out0", "bw_out1", "bw_out2", "bw_out3",
		"bw_out4", "bw_out5", "bw_out6", "bw_out7",
	};
	unsigned int width = unit->package->config.iio_bw_width, p;
	struct package *package = unit->package;
	bool ok;

	ok = package_map_msr(package, unit_add_free_running(unit, 0, "ioclk", 48, true),
			     msrs->clock);
	for (p = 0; p < IIO_PORTS && ok; p++)
		ok = package_map_msr(package,
				     unit_add_free_running(unit, 1 + p, in[p], width, false),
				     msrs->in + p * msrs->distance) &&
		     package_map_msr(package, unit_add_free_running(unit, 1 + IIO_PORTS + p, out[p],
								    width, false),
				     msrs->out + p * msrs->distance);
	return ok;
}

static void place_status(struct unit *unit, size_t index, struct positions *positions)
{
	const struct discovered_processor *processor = unit->package->machine->kind->discovered;
	struct package *package = unit->package;
	const struct unit *peer = NULL;

	unit->block = package->block_count > 1 ? unit->table : 0;
	if (processor->peer && package->config.positions == POSITIONS_SHARED)
		peer = processor->peer(unit, index);
	if (peer && peer->block == unit->block) {
		unit->status_position = peer->status_position;
		return;
	}
	unit->status_position = positions->next[unit->block];
	positions->next[unit->block] += package->config.positions == POSITIONS_SPARSE ? SPARSE_STEP : 1;
}

static bool add_units(struct package *package, size_t index, struct positions *positions)
{
	const struct machine_kind *kind = package->machine->kind;
	const struct box_type *type = &kind->types[index];
	unsigned int count = package->config.units[index], i;

	for (i = 0; i < count; i++) {
		unsigned int id = box_type_id(type, i);
		struct unit *unit;

		if (package_unit_absent(package, type->name, id))
			continue;
		unit = package_add_unit(package, type, id);
		unit->empty = package_unit_empty(package, type->name, id);
		/* Each table has its share of each type. */
		unit->table = i * package->config.tables / count;
		place_status(unit, index, positions);
		if (!kind->discovered->place(unit, index) || !unit_map_registers(unit) ||
		    !kind->discovered->free_running(unit, index))
			return false;
	}
	return true;
}

static bool add_global_block(struct package *package, unsigned int block)
{
	const struct machine_kind *kind = package->machine->kind;
	uint32_t control = kind->global_control - block * kind->global_distance;
	struct reg *reg = package_add_reg(package, NULL, ROLE_GLOBAL_CONTROL, block, 8);
	unsigned int words = package->global[block].status_bits / 64, i;

	if (words < kind->global_status_words)
		words = kind->global_status_words;
	if (!package_map_msr(package, reg, control))
		return false;
	/*
	 * As many as the units need, however many bits the table claims: 1.9.1 has the number in the table, table 1-8 has
	 * two. Drivers may look for the others.
	 */
	for (i = 0; i < GLOBAL_STATUS_WORDS; i++) {
		reg = package_add_reg(package, NULL, i < words ? ROLE_GLOBAL_STATUS : ROLE_ABSENT,
				      block * GLOBAL_STATUS_WORDS + i, 8);
		if (!package_map_msr(package, reg, control + kind->global_status_offset + i))
			return false;
	}
	return true;
}

static bool add_cha_count(struct package *package)
{
	const struct discovered_processor *processor = package->machine->kind->discovered;
	struct reg *reg;
	size_t i;

	if (!processor->cha_count)
		return true;
	reg = package_add_reg(package, NULL, ROLE_CONSTANT, 0, 8);
	if (!package_map_msr(package, reg, processor->cha_count))
		return false;
	reg->constant = package->config.cha_msr;
	if (!processor->counts_chas || package->config.cha_msr)
		return true;
	for (i = 0; i < package->unit_count; i++)
		reg->constant += !strcmp(package->units[i].type->name, "cha");
	return true;
}

/* The function beside those of the tables: Advanced Error Reporting is its only extended capability. */
static bool add_telemetry(struct package *package)
{
	struct function *f = package_add_function(package, package->config.stack_bus, STACK_DEVICE, 0,
						  TELEMETRY_ID);

	if (!f)
		return false;
	function_set_class(f, CLASS_SYSTEM, package->machine->kind->discovered->revision);
	function_set_bar(f, 0, TELEMETRY_SIZE, false, false);
	function_set_config(f, EXTENDED_CAPABILITY, 4, AER_CAPABILITY);
	memset(f->harmless + EXTENDED_CAPABILITY, true, AER_SIZE);
	return true;
}

/* An accelerator, whose DVSEC is Intel's, too. */
static void tell_accelerator(struct package *package)
{
	struct function *f = package_find_function(package, package->config.stack_bus, 1, 0);

	function_set_config(f, ACCELERATOR_DVSEC, 4, DVSEC_CAPABILITY | 1u << 16);
	function_set_config(f, ACCELERATOR_DVSEC + 4, 4, 0x8086 | 24u << 20);
	function_set_config(f, ACCELERATOR_DVSEC + 8, 4, 5);
	/* A list of extended capabilities begins at its first place, be it empty. */
	function_set_config(f, EXTENDED_CAPABILITY, 4, EMPTY_CAPABILITY | ACCELERATOR_DVSEC << 20);
}

static bool add_discovery_functions(struct package *package)
{
	const struct discovered_processor *processor = package->machine->kind->discovered;
	const struct package_config *config = &package->config;
	bool in_stack = config->discovery == DISCOVERY_STACK;
	struct function *f;
	unsigned int i;

	if (!package_add_neighbours(package, config->stack_bus, processor->stack,
				    processor->stack_count) ||
	    (in_stack && !add_telemetry(package)))
		return false;
	tell_accelerator(package);
	for (i = 0; i < config->tables; i++) {
		f = package_add_function(package, in_stack ? config->stack_bus : config->bus,
					 in_stack ? STACK_DEVICE : processor->discovery_device,
					 in_stack ? i + 1 : i, (uint16_t)config->discovery_device_id);
		if (!f)
			return false;
		function_set_class(f, CLASS_SYSTEM, processor->revision);
		package->tables[i].function = f;
	}
	return true;
}

static bool check_blocks(struct package *package, char *error, size_t error_size)
{
	const struct machine_kind *kind = package->machine->kind;

	package->block_count = 1;
	if (package->config.globals == GLOBALS_SHARED)
		return true;
	package->block_count = package->config.tables;
	if (package->block_count == 1 || kind->global_distance)
		return true;
	snprintf(error, error_size, "globals: machine %s has one global block", kind->name);
	return false;
}

bool discovered_build(struct package *package, char *error, size_t error_size)
{
	const struct machine_kind *kind = package->machine->kind;
	struct positions positions = { { 0 } };
	unsigned int block;
	size_t index;

	if (!package_check_absent(package, error, error_size) ||
	    !check_blocks(package, error, error_size))
		return false;
	snprintf(error, error_size, "out of memory or of addresses");
	if (!add_discovery_functions(package) || !kind->discovered->add_functions(package))
		return false;
	for (index = 0; index < kind->type_count; index++) {
		if (!add_units(package, index, &positions))
			return false;
	}
	for (block = 0; block < package->block_count; block++) {
		package->global[block].status_bits = (positions.next[block] + 63) / 64 * 64;
		if (package->global[block].status_bits > 64 * GLOBAL_STATUS_WORDS) {
			snprintf(error, error_size, "positions=sparse: too many units");
			return false;
		}
		if (!add_global_block(package, block))
			return false;
	}
	if (!add_cha_count(package) || !discovery_build(package, error, error_size) ||
	    !connections_build(package, error, error_size))
		return false;
	if (package->config.frozen)
		package_set_freeze(package, true);
	kind->addresses_changed(package);
	return true;
}
