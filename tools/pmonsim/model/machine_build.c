// SPDX-License-Identifier: GPL-2.0-only
/* What a machine kind builds a package with: units, registers and where they stand. */
#include <stdlib.h>
#include <string.h>

#include "model/machine_internal.h"

/**
 * package_add_unit() - add a PMON block
 * @package: the package; its kind has reserved room for all its units
 * @type: the box type
 * @id: unit id
 */
struct unit *package_add_unit(struct package *package, const struct box_type *type,
			      unsigned int id)
{
	struct unit *unit = &package->units[package->unit_count++];

	unit->package = package;
	unit->type = type;
	unit->id = id;
	unit->sends_overflow = true;
	unit->receives_freeze = true;
	type->protocol->reset(unit);
	return unit;
}

/**
 * package_add_reg() - add a register
 * @package: the package
 * @unit: its unit, NULL for a register of the global block
 * @role: what it does
 * @index: which of its role
 * @size: bytes
 */
struct reg *package_add_reg(struct package *package, struct unit *unit, enum register_role role,
			    unsigned int index, unsigned int size)
{
	struct reg *reg;

	if (package->reg_count == package->reg_limit)
		return NULL;
	reg = &package->regs[package->reg_count++];
	*reg = (struct reg){
		.role = role, .index = index, .size = size, .unit = unit, .package = package,
	};
	return reg;
}

/* Is `TYPE:ID` in a list? */
static bool listed(const char *item, const char *type, unsigned int id)
{
	char name[32];
	int length;

	if (!item)
		return false;
	length = snprintf(name, sizeof(name), "%s:%u", type, id);
	for (; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
		if (!strncmp(item, name, (size_t)length) &&
		    (item[length] == ',' || !item[length]))
			return true;
	}
	return false;
}

/* Does the package lack the unit? */
bool package_unit_absent(const struct package *package, const char *type, unsigned int id)
{
	return listed(package->config.absent, type, id);
}

/* Is the unit there without what it is for: a channel without memory, a CXL port without a device? Its clock is off. */
bool package_unit_empty(const struct package *package, const char *type, unsigned int id)
{
	return listed(package->config.empty, type, id);
}

/* Is there no PCI function for the unit, though the discovery table lists it? */
bool package_unit_hidden(const struct package *package, const char *type, unsigned int id)
{
	return listed(package->config.hidden, type, id);
}

/* Does the last discovery table list the unit, too? */
bool package_unit_listed_twice(const struct package *package, const char *type, unsigned int id)
{
	return listed(package->config.listed_twice, type, id);
}

static bool type_has_unit(const struct package *package, const struct box_type *type, uint64_t id)
{
	unsigned int i;

	for (i = 0; i < package->config.units[box_type_index(package->machine, type)]; i++) {
		if (box_type_id(type, i) == id)
			return true;
	}
	return false;
}

/* Does the option `absent` list units that there would be? */
bool package_check_absent(const struct package *package, char *error, size_t error_size)
{
	const char *item = package->config.absent;

	for (; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
		char name[32], number[16];
		const struct box_type *type;
		uint64_t id;

		if (sscanf(item, "%31[a-z0-9]:%15[0-9]", name, number) == 2 &&
		    (type = machine_find_type(package->machine, name)) &&
		    parse_unsigned(number, &id) &&
		    type_has_unit(package, type, id))
			continue;
		snprintf(error, error_size, "absent: '%s' does not begin with a unit", item);
		return false;
	}
	return true;
}

bool package_map_msr(struct package *package, struct reg *reg, uint32_t msr)
{
	const struct machine_kind *kind = package->machine->kind;

	if (!reg || msr < kind->msr_first || msr > kind->msr_last ||
	    package->msr[msr - kind->msr_first])
		return false;
	package->msr[msr - kind->msr_first] = reg;
	return true;
}

/* Put a register of a unit @offset bytes (MSR: registers) after the unit control. */
static bool unit_map(struct unit *unit, enum register_role role, unsigned int index,
		     unsigned int size, int offset)
{
	struct package *package = unit->package;
	uint64_t address = unit->address + (uint64_t)(int64_t)offset;
	struct reg *reg;

	if (unit->absent)
		reg = package_add_reg(package, NULL, ROLE_ABSENT, 0, size);
	else
		reg = package_add_reg(package, unit, role, index, size);
	if (!reg)
		return false;
	switch (unit->type->space) {
	case SPACE_MSR:
		return package_map_msr(package, reg, (uint32_t)address);
	case SPACE_PCI:
		return region_map(&unit->function->registers, address, reg, unit, size);
	case SPACE_MMIO:
		return region_map(&unit->function->bar[unit->bar], address, reg, unit, size);
	}
	return false;
}

/* The dwords between a unit's MMIO registers belong to it too. */
static bool unit_claim_gaps(struct unit *unit)
{
	const struct box_type *type = unit->type;
	int last = type->status, end, offset;

	end = type->control + (int)type->counters * type->control_stride;
	if (end > last)
		last = end;
	end = type->counter + (int)type->counters * type->counter_stride;
	if (end > last)
		last = end;
	for (offset = 0; offset < last; offset += 4) {
		if (!region_map(&unit->function->bar[unit->bar],
				unit->address + (unsigned int)offset, NULL, unit, 4))
			return false;
	}
	return true;
}

static int counter_offset(const struct box_type *type, unsigned int counter)
{
	if (type->counter_offset)
		return type->counter_offset[counter];
	return type->counter + (int)counter * type->counter_stride;
}

static bool unit_map_extra(struct unit *unit, unsigned int index)
{
	const struct extra_register *extra = &unit->type->extra[index];
	int step = unit->type->extra_step ? unit->type->extra_step[index] : 0;
	struct reg *reg;

	if (!extra->companion)
		return unit_map(unit, ROLE_EXTRA, index, extra->size,
				extra->offset + (int)unit->id * step);
	if (!unit->companion)
		return true;
	reg = package_add_reg(unit->package, unit, ROLE_EXTRA, index, extra->size);
	return reg && region_map(&unit->companion->registers, (unsigned int)extra->offset, reg,
				 unit, extra->size);
}

/**
 * unit_map_registers() - put all the registers that a box type lists into the address map
 * @unit: the unit, its address, and its function, companion and BAR if any, filled in
 *
 * Of a unit that is absent only the places are taken.
 */
bool unit_map_registers(struct unit *unit)
{
	const struct box_type *type = unit->type;
	unsigned int status_size = type->space == SPACE_MSR ? 8 : 4;
	unsigned int i;
	size_t j;
	bool ok;

	ok = type->space != SPACE_MMIO || unit_claim_gaps(unit);
	if (!type->no_unit_control)
		ok = ok && unit_map(unit, ROLE_UNIT_CONTROL, 0,
				    type->unit_control_size ? type->unit_control_size : 8, 0);
	if (type->status)
		ok = ok && unit_map(unit, ROLE_UNIT_STATUS, 0, status_size, type->status);
	for (i = 0; i < type->counters && ok; i++)
		ok = unit_map(unit, ROLE_CONTROL, i, type->control_size,
			      type->control + (int)i * type->control_stride) &&
		     unit_map(unit, ROLE_COUNTER, i, 8, counter_offset(type, i));
	if (ok && type->fixed_control)
		ok = unit_map(unit, ROLE_FIXED_CONTROL, 0, type->space == SPACE_MSR ? 8 : 4,
			      type->fixed_control) &&
		     unit_map(unit, ROLE_FIXED_COUNTER, 0, 8,
			      unit->fixed_counter ? unit->fixed_counter : type->fixed_counter);
	for (j = 0; j < type->extra_count && ok; j++)
		ok = unit_map_extra(unit, (unsigned int)j);
	return ok;
}

/* A counter that is part of the unit but cannot be stopped. */
struct reg *unit_add_free_running(struct unit *unit, unsigned int index, const char *name,
				  unsigned int width, bool clock)
{
	unit->free_running[index] = (struct free_running){
		.name = name, .width = width, .clock = clock,
	};
	return package_add_reg(unit->package, unit, ROLE_FREE_RUNNING, index, 8);
}

/* Kernels look for further functions of a device only if function 0 says that there are some. */
static void tell_functions(struct function *f)
{
	struct function *zero = package_find_function(f->package, f->bus, f->device, 0);

	if (zero && f->function)
		function_set_config(zero, 0x0e, 1, 0x80);
}

/**
 * package_add_function() - add a PCI function to a package
 * @package: the package
 * @bus: PCI bus number
 * @device: PCI device number
 * @number: PCI function number; function 0 of the device is there already
 * @device_id: of Intel
 */
struct function *package_add_function(struct package *package, unsigned int bus, unsigned int device,
				      unsigned int number, uint16_t device_id)
{
	struct machine *m = package->machine;
	struct function **functions, *f;

	functions = realloc(m->functions, (m->function_count + 1) * sizeof(*functions));
	if (!functions)
		return NULL;
	m->functions = functions;
	f = calloc(1, sizeof(*f));
	if (!f)
		return NULL;
	f->machine = m;
	f->package = package;
	f->bus = bus;
	f->device = device;
	f->function = number;
	f->table_bar = -1;
	f->registers.size = sizeof(f->config);
	function_set_config(f, 0x00, 2, 0x8086);
	function_set_config(f, 0x02, 2, device_id);
	function_set_class(f, CLASS_SYSTEM, 0);
	function_set_config(f, 0x2c, 2, 0x8086);
	function_add_capabilities(f, m->kind->pcie_capability);
	m->functions[m->function_count++] = f;
	tell_functions(f);
	return f;
}

/**
 * package_add_neighbours() - add PCI functions that have no PMON registers
 * @package: the package
 * @bus: PCI bus number
 * @list, @count: the functions; those that are there already stay as they are
 */
bool package_add_neighbours(struct package *package, unsigned int bus, const struct neighbour *list,
			    size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		const struct neighbour *n = &list[i];
		struct function *f;

		/* Bus 0 is QEMU's, and so is its device 0. */
		if ((!bus && !n->device) || package_find_function(package, bus, n->device, n->function))
			continue;
		f = package_add_function(package, bus, n->device, n->function, n->device_id);
		if (!f)
			return false;
		function_set_class(f, n->class, n->revision);
		if (n->conventional)
			function_remove_capabilities(f);
	}
	return true;
}

struct function *package_find_function(const struct package *package, unsigned int bus,
				       unsigned int device, unsigned int number)
{
	const struct machine *m = package->machine;
	size_t i;

	for (i = 0; i < m->function_count; i++) {
		struct function *f = m->functions[i];

		if (f->package == package && f->bus == bus && f->device == device &&
		    f->function == number)
			return f;
	}
	return NULL;
}

/**
 * function_set_node_ids() - let the UBox tell the packages apart
 * @ubox: the function with the two registers
 * @node_id: the register with the node's own number
 * @node_map: the register that says which node number each package has, three bits each
 */
void function_set_node_ids(struct function *ubox, unsigned int node_id, unsigned int node_map)
{
	const struct machine *m = ubox->machine;
	uint32_t map = 0;
	unsigned int i;

	for (i = 0; i < m->package_count; i++)
		map |= (m->package[i].config.node_id & 7) << (3 * i);
	function_set_config(ubox, node_id, 4, ubox->package->config.node_id);
	function_set_config(ubox, node_map, 4, map);
}

void package_release(struct package *package)
{
	discovery_release(package);
	free(package->units);
	free(package->regs);
	free(package->msr);
}
