// SPDX-License-Identifier: GPL-2.0-only
/*
 * Global registers of a die.
 */
#include <linux/bits.h>
#include <linux/device.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/moduleparam.h>

#include "count/die.h"
#include "count/unit.h"
#include "processors/processor.h"

/* Table 1-1; write-only. */
#define GLOBAL_CONTROL		0
#define GLOBAL_FREEZE		BIT(0)

static bool sample_untried;
module_param(sample_untried, bool, 0444);
MODULE_PARM_DESC(sample_untried,
		 "allow sampling on processors on which freeze on overflow is untested (default: no)");

static unsigned int status_words(const struct pmon_global *global)
{
	return DIV_ROUND_UP(global->status_bits, 64);
}

void pmon_global_freeze(const struct pmon_global *global, bool freeze)
{
	global->space.ops->write32(&global->space, GLOBAL_CONTROL, freeze ? GLOBAL_FREEZE : 0);
	if (freeze)
		return;
	for (global = global->next; global; global = global->next)
		global->space.ops->write32(&global->space, GLOBAL_CONTROL, 0);
}

bool pmon_global_read_status(struct pmon_global *global, u64 *status)
{
	const struct pmon_regspace *space = &global->space;
	unsigned int i;
	u64 any = 0;

	for (i = 0; i < status_words(global); i++) {
		u64 word = space->ops->read64(space, global->status_offset + i);
		unsigned int bits = min(global->status_bits - 64 * i, 64U);

		if (word == PMON_ALL_ONES)
			word = 0;
		word &= GENMASK_ULL(bits - 1, 0);
		global->stuck[i] &= word;
		status[i] = word & ~global->stuck[i];
		any |= status[i];
	}
	return any;
}

void pmon_global_clear_status(const struct pmon_global *global, const u64 *status)
{
	const struct pmon_regspace *space = &global->space;
	unsigned int i;

	for (i = 0; i < status_words(global); i++) {
		u64 bits = status[i] | global->stuck[i];

		if (bits)
			space->ops->write64(space, global->status_offset + i, bits);
	}
}

void pmon_global_give_up(struct pmon_global *global, const u64 *status)
{
	unsigned int i;

	for (i = 0; i < status_words(global); i++)
		global->stuck[i] |= status[i];
}

bool pmon_global_flags(const u64 *status, const struct pmon_unit *unit)
{
	unsigned int position = unit->status_position;

	return position < unit->die->overflow.global.status_bits &&
	       (status[position / 64] & BIT_ULL(position % 64));
}

static int reach(struct pmon_die *die, struct pmon_global *global,
		 const struct pmon_table_global *table)
{
	const struct pmon_unit_desc unit = {
		.unit = {
			.access = table->access,
			.control = table->control,
		},
	};
	int error;

	error = pmon_regspace_init(die->dev, &global->space, &unit, 0);
	global->usable = !error;
	return error;
}

int pmon_global_init(struct pmon_die *die, const struct pmon_table_global *table,
		     unsigned int status_bits, bool untried)
{
	struct pmon_global *global = &die->overflow.global;

	global->untried = untried && !sample_untried;
	global->status_offset = table->status_offset;
	if (!global->untried)
		global->status_bits = min(status_bits, 64U * PMON_GLOBAL_STATUS_WORDS);
	return reach(die, global, table);
}

int pmon_global_init_left(struct pmon_die *die, const struct pmon_left_freeze *left)
{
	const struct pmon_unit_desc place = {
		.unit = { .access = PMON_ACCESS_MSR, .control = left ? left->msr : 0 },
	};

	if (!left)
		return 0;
	die->overflow.global.left = left;
	return pmon_regspace_init(die->dev, &die->overflow.global.space, &place, 0);
}

void pmon_global_end_left(const struct pmon_global *global)
{
	const struct pmon_regspace *space = &global->space;
	u64 value;

	if (!global->left)
		return;
	value = space->ops->read64(space, GLOBAL_CONTROL);
	if (value != PMON_ALL_ONES)
		space->ops->write64(space, GLOBAL_CONTROL,
				    (value & ~global->left->freeze) | global->left->unfreeze);
}

int pmon_global_add(struct pmon_die *die, const struct pmon_table_global *table)
{
	struct pmon_global *first = &die->overflow.global, *other;
	int error;

	for (other = first; other; other = other->next) {
		if (other->space.msr == table->control)
			return 0;
	}
	other = devm_kzalloc(die->dev, sizeof(*other), GFP_KERNEL);
	if (!other)
		return -ENOMEM;
	error = reach(die, other, table);
	if (error)
		return error;
	other->next = first->next;
	first->next = other;
	return 0;
}
