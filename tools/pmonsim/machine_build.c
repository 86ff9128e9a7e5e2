// SPDX-License-Identifier: GPL-2.0-only
/* What a machine kind builds a package with: units, registers and where they stand. */
#include <stdlib.h>
#include <string.h>

#include "machine_internal.h"

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
		     unsigned int size, unsigned int offset)
{
	struct package *package = unit->package;
	struct reg *reg = package_add_reg(package, unit, role, index, size);
	uint64_t address = unit->address + offset;

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
	uint64_t last = type->status, end, offset;

	end = type->control + (uint64_t)type->counters * type->control_stride;
	if (end > last)
		last = end;
	end = type->counter + (uint64_t)type->counters * type->counter_stride;
	if (end > last)
		last = end;
	for (offset = 0; offset < last; offset += 4) {
		if (!region_map(&unit->function->bar[unit->bar], unit->address + offset, NULL,
				unit, 4))
			return false;
	}
	return true;
}

/**
 * unit_map_registers() - put all the registers that a box type lists into the address map
 * @unit: the unit, its address, and its function and BAR if any, filled in
 */
bool unit_map_registers(struct unit *unit)
{
	const struct box_type *type = unit->type;
	unsigned int status_size = type->space == SPACE_MSR ? 8 : 4;
	unsigned int i;
	size_t j;
	bool ok;

	ok = type->space != SPACE_MMIO || unit_claim_gaps(unit);
	ok = ok && unit_map(unit, ROLE_UNIT_CONTROL, 0, 8, 0);
	ok = ok && unit_map(unit, ROLE_UNIT_STATUS, 0, status_size, type->status);
	for (i = 0; i < type->counters && ok; i++)
		ok = unit_map(unit, ROLE_CONTROL, i, type->control_size,
			      type->control + i * type->control_stride) &&
		     unit_map(unit, ROLE_COUNTER, i, 8,
			      type->counter + i * type->counter_stride);
	if (ok && type->fixed_control)
		ok = unit_map(unit, ROLE_FIXED_CONTROL, 0, type->space == SPACE_MSR ? 8 : 4,
			      type->fixed_control) &&
		     unit_map(unit, ROLE_FIXED_COUNTER, 0, 8, type->fixed_counter);
	for (j = 0; j < type->extra_count && ok; j++)
		ok = unit_map(unit, ROLE_EXTRA, (unsigned int)j, type->extra[j].size,
			      type->extra[j].offset);
	return ok;
}

/**
 * package_add_function() - add a PCI function to the package's uncore bus
 * @package: the package
 * @device: PCI device number
 * @number: PCI function number
 * @device_id: of Intel
 */
struct function *package_add_function(struct package *package, unsigned int device,
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
	f->device = device;
	f->function = number;
	f->table_bar = -1;
	f->registers.size = sizeof(f->config);
	function_set_config(f, 0x00, 2, 0x8086);
	function_set_config(f, 0x02, 2, device_id);
	function_set_config(f, 0x08, 4, 0x08800000);	/* system peripheral, revision 0 */
	function_set_config(f, 0x2c, 2, 0x8086);
	function_add_capabilities(f);
	m->functions[m->function_count++] = f;
	return f;
}

void package_release(struct package *package)
{
	discovery_release(package);
	free(package->units);
	free(package->regs);
	free(package->msr);
}
