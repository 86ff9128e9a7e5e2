// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dies: creation, and calls for each unit.
 */
#include <linux/device.h>
#include <linux/minmax.h>
#include <linux/smp.h>

#include "count/die.h"
#include "count/slice.h"

DEFINE_PER_CPU(unsigned int, pmon_locked);

struct pmon_die *pmon_die_create(struct device *dev, struct pmon_deferred *deferred,
				 int number, unsigned int max_units)
{
	struct pmon_die *die;

	die = devm_kzalloc(dev, sizeof(*die), GFP_KERNEL);
	if (!die)
		return NULL;
	die->units = devm_kcalloc(dev, max_units, sizeof(*die->units),
				  GFP_KERNEL);
	if (!die->units)
		return NULL;

	raw_spin_lock_init(&die->lock);
	die->deferred = deferred;
	die->dev = dev;
	die->die = number;
	die->owner = PMON_NO_OWNER;
	die->source = -1;
	return die;
}

void pmon_die_expect_freeze(struct pmon_die *die)
{
	lockdep_assert_held(&die->lock);
	/* In this poll and the next ones: the freeze may still be pending. */
	WRITE_ONCE(die->overflow.expected, PMON_LINGER_POLLS + 1);
}

void pmon_die_read_within(struct pmon_die *die, u64 period)
{
	unsigned long flags;

	flags = pmon_die_lock(die);
	if (!die->pass.under_way && die->period > period) {
		die->period = period;
		pmon_walk_set(die, PMON_WALK_READ, period);
	}
	pmon_die_unlock(die, flags);
}

struct slice {
	struct pmon_die *die;
	unsigned int first;
	void (*call)(struct pmon_unit *unit);
};

static void call_slice(void *data)
{
	const struct slice *slice = data;
	struct pmon_die *die = slice->die;
	unsigned int end = min(slice->first + PMON_SLICE_UNITS, die->num_units);
	unsigned long flags;
	unsigned int i;

	flags = pmon_die_lock(die);
	for (i = slice->first; i < end; i++)
		slice->call(die->units[i]);
	pmon_die_unlock(die, flags);
}

void pmon_die_visit_units(struct pmon_die *die, int cpu,
			  void (*call)(struct pmon_unit *unit))
{
	struct slice slice = { .die = die, .call = call };

	for (; slice.first < die->num_units; slice.first += PMON_SLICE_UNITS) {
		if (smp_call_function_single(cpu, call_slice, &slice, 1))
			return;
	}
}
