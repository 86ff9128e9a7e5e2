// SPDX-License-Identifier: GPL-2.0-only
/*
 * Units that are broken on purpose, so that it can be seen whether somebody notices.
 */
#include <string.h>

#include "model/machine_internal.h"

#define CONTROL_EVENT	0xff
#define CONTROL_EDGE	BIT_ULL(18)
#define CONTROL_INVERT	BIT_ULL(23)
#define CONTROL_THRESH	GENMASK_ULL(35, 24)

/* What a counter adds when it should add @amount. */
wide_count fault_amount(struct unit *unit, unsigned int counter, wide_count amount)
{
	const struct unit_fault *fault = &unit->fault;
	struct counter *c = unit_counter(unit, counter);

	if (fault->dead & BIT_ULL(counter))
		return 0;
	if (fault->tires && c->since_control >= fault->tires)
		return 0;
	c->since_control += (uint64_t)amount;
	if (fault->doubled)
		amount *= 2;
	if (fault->percent) {
		amount = amount * fault->percent + c->rest;
		c->rest = (unsigned int)(amount % 100);
		amount /= 100;
	}
	if (fault->halved && counter != UNIT_FIXED &&
	    (c->control & CONTROL_EVENT) == fault->halved) {
		amount += c->half;
		c->half = amount & 1;
		amount /= 2;
	}
	return amount;
}

/* How wide a counter is, where its type says @width. */
unsigned int fault_width(const struct unit *unit, unsigned int counter, unsigned int width)
{
	const struct unit_fault *fault = &unit->fault;

	return fault->narrow & BIT_ULL(counter) && fault->bits < width ? fault->bits : width;
}

/* The control as the unit takes it, without the fields that do nothing. */
uint64_t fault_control(const struct unit *unit, uint64_t control)
{
	const struct unit_fault *fault = &unit->fault;
	uint64_t wide = GENMASK_ULL(31 + unit->type->threshold_extra, 24) & CONTROL_THRESH;

	if (fault->no_threshold)
		control &= ~(wide | CONTROL_EDGE | CONTROL_INVERT);
	if (fault->no_invert)
		control &= ~CONTROL_INVERT;
	if (fault->no_edge)
		control &= ~CONTROL_EDGE;
	return control;
}

static uint64_t bad_read(struct reg *reg, uint64_t value)
{
	struct unit_fault *fault = &reg->unit->fault;

	switch (fault->bad_kind) {
	case BAD_ZERO:
		return 0;
	case BAD_ONES:
		return ~0ull;
	case BAD_BIT:
		return value ^ BIT_ULL(fault->bad_bit);
	case BAD_LEAP:
		reg->unit->counter[reg->index].value += BIT_ULL(fault->bad_bit);
		reg->unit->counter[reg->index].value &= width_mask(unit_counter_width(reg->unit, reg->index));
		return reg->unit->counter[reg->index].value;
	}
	return value;
}

static void begin_later(struct unit *unit)
{
	unit->fault = unit->later;
	unit->package->machine->later_faults -= !!unit->later_at;
	unit->later_at = 0;
	unit->later_reads = 0;
	unit_refresh_clock(unit);
}

/* What a read of a register returns that has @value. */
uint64_t fault_read(struct reg *reg, uint64_t value)
{
	struct unit *unit = reg->unit;
	struct unit_fault *fault;

	if (!unit || reg->role != ROLE_COUNTER)
		return value;
	fault = &unit->fault;
	if (unit->later_reads && !--unit->later_reads)
		begin_later(unit);
	if (fault->bad_each && !(++fault->reads % fault->bad_each))
		value = bad_read(reg, value);
	if (fault->leap_ns && machine_now(unit->package->machine) >= fault->leap_at) {
		fault->leap_at = machine_now(unit->package->machine) + fault->leap_ns;
		value = bad_read(reg, value);
	}
	if (fault->stuck & BIT_ULL(reg->index))
		value = (value | fault->stuck_high) & ~fault->stuck_low;
	return value;
}

/* Does a write get lost? */
bool fault_loses_write(struct reg *reg)
{
	struct unit_fault *fault;

	if (!reg->unit || reg->role != ROLE_CONTROL)
		return false;
	fault = &reg->unit->fault;
	return fault->lose_each && !(++fault->writes % fault->lose_each);
}

/* The register that an access to @reg leads to: that of another unit, if two share them. */
struct reg *fault_register(struct reg *reg)
{
	struct unit *twin = reg->unit ? reg->unit->fault.twin : NULL;
	size_t i;

	for (i = 0; twin && i < twin->package->reg_count; i++) {
		struct reg *other = &twin->package->regs[i];

		if (other->unit == twin && other->role == reg->role && other->index == reg->index)
			return other;
	}
	return reg;
}

/* A freeze has reached the unit, that of its package or its own. */
void fault_freeze_reached(struct unit *unit, bool of_package)
{
	struct unit_fault *fault = &unit->fault;

	if (of_package ? fault->stays_frozen : fault->stays_unit_frozen)
		fault->frozen = true;
}

/* Faults that begin by now. */
void faults_begin(struct machine *m, uint64_t now)
{
	unsigned int i;
	size_t j;

	for (i = 0; i < m->package_count; i++) {
		for (j = 0; j < m->package[i].unit_count; j++) {
			struct unit *unit = &m->package[i].units[j];

			if (unit->later_at && unit->later_at <= now)
				begin_later(unit);
		}
	}
}

void faults_clear(struct machine *m)
{
	unsigned int i;
	size_t j;

	for (i = 0; i < m->package_count; i++) {
		struct package *package = &m->package[i];

		package->freeze_late = package->freeze_at = 0;
		if (package->stays_frozen)
			package_set_freeze(package, false);
		package->stays_frozen = package->freezes_other = false;
		package->lose_each = package->control_writes = 0;
		for (j = 0; j < package->unit_count; j++) {
			struct unit *unit = &package->units[j];

			memset(&unit->fault, 0, sizeof(unit->fault));
			unit->later_at = 0;
			unit->later_reads = 0;
			unit_refresh_clock(unit);
		}
	}
	m->later_faults = 0;
}
