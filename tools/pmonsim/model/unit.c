// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registers of a PMON block and of the global block: what a read returns and a write does.
 *
 * Guide 1.3.2 (global registers), 1.4 (unit control, status, control, counter), 1.4.0.2 (overflow),
 * 2.3.2.1 (fixed counter).
 */
#include <string.h>

#include "model/machine_internal.h"

/* Table 1-5 */
#define CONTROL_EVENT		GENMASK_ULL(7, 0)
#define CONTROL_RST		BIT_ULL(17)

static void control_write(struct reg *reg, uint64_t value, uint64_t mask)
{
	struct unit *unit = reg->unit;
	struct machine *m = reg->package->machine;
	struct counter *counter = &unit->counter[reg->index];
	uint64_t reserved = value & mask & ~unit->type->control_mask;
	const char *error;

	if (reserved)
		violation(m, "reserved bits 0x%llx set", (unsigned long long)reserved);
	if (unit->fault.no_upper)
		mask &= UINT32_MAX;
	counter->since_control = 0;
	counter->control = ((counter->control & ~mask) | (value & mask)) &
			   unit->type->control_mask;
	if (counter->control & CONTROL_RST && !unit->fault.no_clear) {
		counter->value = 0;
		counter->rest = 0;
		counter->half = false;
	}
	counter->control &= ~CONTROL_RST;
	if (unit->resetting & UNIT_CONTROL_RST_CTRL)
		counter->control = 0;
	counter->stopped = false;
	/* A 64-bit control is written in two halves; the event's half completes it. */
	if (mask & CONTROL_EVENT) {
		counter->stopped = unit->fault.needs_freeze && !unit->frozen;
		error = unit_program_error(unit, reg->index);
		if (error)
			violation(m, "%s", error);
	}
}

static void fixed_control_write(struct unit *unit, uint64_t value, uint64_t mask)
{
	uint64_t control = (unit->fixed.control & ~mask) | (value & mask);
	uint64_t exists = unit->type->fixed_control_mask;

	if (exists && (value & mask & ~exists)) {
		violation(unit->package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)(value & mask & ~exists));
		control &= exists;
	}
	if (unit->type->protocol->fixed_enabled) {
		unit->fixed.control = control;
		return;
	}
	if (control & FIXED_CONTROL_RST)
		unit->fixed.value = 0;
	unit->fixed.control = control & (FIXED_CONTROL_EN | FIXED_CONTROL_OV_EN);
	if (unit->resetting & UNIT_CONTROL_RST_CTRL)
		unit->fixed.control = 0;
}

static void counter_write(struct reg *reg, unsigned int number, uint64_t value, uint64_t mask)
{
	struct counter *counter = unit_counter(reg->unit, number);
	uint64_t exists = width_mask(unit_counter_width(reg->unit, number));
	uint64_t reserved = value & mask & ~exists;

	if (reserved && !reg->unit->type->counter_high_ignored)
		violation(reg->package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)reserved);
	if (!reg->unit->fault.no_preset)
		counter->value = ((counter->value & ~mask) | (value & mask)) & exists;
	if (reg->unit->resetting & UNIT_CONTROL_RST_CTRS)
		counter->value = 0;
}

static void status_write(struct reg *reg, uint64_t value, uint64_t mask)
{
	uint64_t bits = value & mask;
	uint64_t reserved = bits & ~(BIT_ULL(reg->unit->type->counters) - 1);

	if (reserved)
		violation(reg->package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)reserved);
	reg->unit->status &= ~(uint32_t)bits;
}

static void extra_write(struct reg *reg, uint64_t value, uint64_t mask)
{
	struct unit *unit = reg->unit;
	uint64_t exists = unit->type->extra[reg->index].mask;
	uint64_t *extra = &unit->extra[reg->index];

	if (unit->type->accept_extra)
		value = unit->type->accept_extra(unit, reg->index, value);
	if (value & mask & ~exists)
		violation(reg->package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)(value & mask & ~exists));
	*extra = ((*extra & ~mask) | (value & mask)) & exists;
}

/* The bits of status word @word that belong to a unit. */
static uint64_t global_status_valid(const struct global_block *global, unsigned int word)
{
	unsigned int first = word * 64;

	if (global->status_bits <= first)
		return 0;
	return width_mask(global->status_bits - first);
}

/*
 * 1.10.6 b: the global bit and the status of each unit that it belongs to are cleared. A unit whose
 * own bit stays set freezes nothing any more. One that still counts may have overflowed since.
 */
static void check_unit_status(const struct package *package, unsigned int block, unsigned int word,
			      uint64_t bits)
{
	const struct global_block *global = &package->global[block];
	size_t i;

	for (i = 0; i < package->unit_count; i++) {
		const struct unit *unit = &package->units[i];

		if (unit->absent || unit->gone || !unit->sends_overflow || !unit->status ||
		    !unit_is_frozen(unit) || unit->block != block ||
		    unit->status_position / 64 != word ||
		    !(bits & global->status[word] & BIT_ULL(unit->status_position % 64)))
			continue;
		violation(package->machine,
			  "global status of %s %u cleared while its own is 0x%x",
			  unit->type->name, unit->id, unit->status);
	}
}

static void global_status_write(struct reg *reg, uint64_t bits)
{
	struct package *package = reg->package;
	unsigned int word = reg->index % GLOBAL_STATUS_WORDS;
	struct global_block *global = &package->global[reg->index / GLOBAL_STATUS_WORDS];
	uint64_t reserved = bits & ~global_status_valid(global, word);

	if (reserved)
		violation(package->machine, "reserved bits 0x%llx set",
			  (unsigned long long)reserved);
	check_unit_status(package, reg->index / GLOBAL_STATUS_WORDS, word, bits);
	global->status[word] &= ~bits;
}

/**
 * reg_write() - the guest writes a register
 * @reg: the register
 * @value: in the register's own bit positions
 * @mask: the bits that the access covers
 */
void reg_write(struct reg *reg, uint64_t value, uint64_t mask)
{
	struct unit *unit;

	reg = fault_register(reg);
	unit = reg->unit;
	if (fault_loses_write(reg))
		return;
	switch (reg->role) {
	case ROLE_UNIT_CONTROL:
		unit->type->protocol->write_unit_control(unit, value & mask, mask);
		break;
	case ROLE_UNIT_STATUS:
		status_write(reg, value, mask);
		break;
	case ROLE_CONTROL:
		control_write(reg, value, mask);
		break;
	case ROLE_COUNTER:
		counter_write(reg, reg->index, value, mask);
		break;
	case ROLE_FIXED_CONTROL:
		fixed_control_write(unit, value, mask);
		break;
	case ROLE_FIXED_COUNTER:
		counter_write(reg, UNIT_FIXED, value, mask);
		break;
	case ROLE_EXTRA:
		extra_write(reg, value, mask);
		break;
	case ROLE_FREE_RUNNING:
		violation(reg->package->machine, "free-running counters cannot be written");
		break;
	case ROLE_GLOBAL_CONTROL:
		reg->package->machine->kind->write_global(reg->package, reg->index, value & mask);
		break;
	case ROLE_GLOBAL_STATUS:
		global_status_write(reg, value & mask);
		break;
	case ROLE_CONSTANT:
		violation(reg->package->machine, "read-only register");
		break;
	case ROLE_ABSENT:
		break;
	}
	if (unit) {
		unit_refresh_clock(unit);
		unit_check_mix(unit);
	}
}

/* The register's contents, also where a read by the guest does not return them. */
uint64_t reg_peek(struct reg *reg)
{
	struct unit *unit = reg->unit;

	switch (reg->role) {
	case ROLE_UNIT_CONTROL:
		return unit->type->protocol->peek_unit_control(unit);
	case ROLE_GLOBAL_CONTROL:
		return reg->package->machine->kind->peek_global(reg->package, reg->index);
	case ROLE_UNIT_STATUS:
		return unit->status;
	case ROLE_CONTROL:
		return unit->counter[reg->index].control;
	case ROLE_COUNTER:
		return unit->counter[reg->index].value;
	case ROLE_FIXED_CONTROL:
		return unit->fixed.control;
	case ROLE_FIXED_COUNTER:
		return unit->fixed.value;
	case ROLE_EXTRA:
		return unit->extra[reg->index];
	case ROLE_FREE_RUNNING:
		free_running_sync(unit);
		return unit->free_running[reg->index].value;
	case ROLE_GLOBAL_STATUS:
		return reg->package->global[reg->index / GLOBAL_STATUS_WORDS]
			.status[reg->index % GLOBAL_STATUS_WORDS];
	case ROLE_CONSTANT:
		return reg->constant;
	case ROLE_ABSENT:
		return 0;
	}
	return 0;
}

/* What the guest reads. */
uint64_t reg_read(struct reg *reg)
{
	reg = fault_register(reg);
	if (reg->unit && (reg->unit->gone || reg->unit->fault.gone))
		return ~0ull;
	if (reg->role == ROLE_GLOBAL_CONTROL && !reg->package->machine->kind->global_readable)
		return 0;	/* write-only */
	if (reg->role == ROLE_UNIT_CONTROL)
		return reg->unit->type->protocol->read_unit_control(reg->unit);
	return fault_read(reg, reg_peek(reg));
}

/* A half of a 64-bit counter was read: the moment for an armed carry. */
void reg_after_dword_read(struct reg *reg)
{
	struct unit *unit = reg->unit;
	unsigned int index;
	struct counter *counter;
	uint64_t by;

	if (reg->role != ROLE_COUNTER && reg->role != ROLE_FIXED_COUNTER)
		return;
	index = reg->role == ROLE_COUNTER ? reg->index : UNIT_FIXED;
	counter = unit_counter(unit, index);
	/* A frozen or idle counter cannot carry under the reader's hands: wait until it can. */
	if (!counter->carry_armed || unit_is_frozen(unit) || !unit_counter_enabled(unit, index))
		return;
	by = counter->carry_by ? counter->carry_by :
	     BIT_ULL(32) - (counter->value & GENMASK_ULL(31, 0));
	counter->carry_armed = false;
	unit_add(unit, index, by);
	package_settle(unit->package, machine_now(unit->package->machine));
}

const char *reg_name(const struct reg *reg, char *buffer, size_t size)
{
	static const char *const roles[] = {
		[ROLE_UNIT_CONTROL] = "unit_control", [ROLE_UNIT_STATUS] = "unit_status",
		[ROLE_CONTROL] = "control", [ROLE_COUNTER] = "counter",
		[ROLE_FIXED_CONTROL] = "fixed_control", [ROLE_FIXED_COUNTER] = "fixed_counter",
		[ROLE_GLOBAL_CONTROL] = "global_control",
		[ROLE_GLOBAL_STATUS] = "global_status", [ROLE_CONSTANT] = "constant",
		[ROLE_ABSENT] = "absent",
	};
	unsigned int block = reg->index / GLOBAL_STATUS_WORDS;

	switch (reg->role) {
	case ROLE_GLOBAL_CONTROL:
		snprintf(buffer, size, reg->index ? "%s_of_%u" : "%s", roles[reg->role],
			 reg->index);
		break;
	case ROLE_GLOBAL_STATUS:
		snprintf(buffer, size, block ? "%s%u_of_%u" : "%s%u", roles[reg->role],
			 reg->index % GLOBAL_STATUS_WORDS, block);
		break;
	case ROLE_CONTROL:
	case ROLE_COUNTER:
		snprintf(buffer, size, "%s%u", roles[reg->role], reg->index);
		break;
	case ROLE_EXTRA:
		snprintf(buffer, size, "%s", reg->unit->type->extra[reg->index].name);
		break;
	case ROLE_FREE_RUNNING:
		snprintf(buffer, size, "%s", reg->unit->free_running[reg->index].name);
		break;
	default:
		snprintf(buffer, size, "%s", roles[reg->role]);
		break;
	}
	return buffer;
}
