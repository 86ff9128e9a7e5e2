// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dies: creation, their timer, and calls for each unit.
 */
#include <linux/device.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/smp.h>

#include "compat.h"
#include "count/die.h"

/* Least time between two expiries in nanoseconds: the CPU must leave the interrupt in between. */
#define GAP	5000

/* Units of a slice if each takes up to eight accesses. */
#define SLICE_UNITS	DIV_ROUND_UP(PMON_SLICE, 8)

DEFINE_PER_CPU(unsigned int, pmon_locked);

struct pmon_die *pmon_die_create(struct device *dev, struct pmon_deferred *deferred,
				 int number, unsigned int max_units)
{
	struct pmon_die *die;

	die = devm_kzalloc(dev, sizeof(*die), GFP_KERNEL);
	if (!die)
		return NULL;
	die->units = devm_kcalloc(dev, max_units, sizeof(*die->units), GFP_KERNEL);
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

/* Start the timer on this CPU, or stop it if no walk is due at any time. */
static void start_timer(struct pmon_die *die)
{
	u64 due = U64_MAX;
	unsigned int i;

	lockdep_assert_held(&die->lock);
	for (i = 0; i < PMON_WALKS; i++)
		due = die->walks.due[i] ? min(due, die->walks.due[i]) : due;
	if (due != U64_MAX)
		hrtimer_start(&die->walks.timer, ns_to_ktime(max_t(s64, due - ktime_get_ns(), GAP)),
			      HRTIMER_MODE_REL_PINNED_HARD);
	else
		hrtimer_try_to_cancel(&die->walks.timer);
}

void pmon_walk_set(struct pmon_die *die, enum pmon_walk walk, u64 delay)
{
	die->walks.due[walk] = delay ? ktime_get_ns() + delay : 0;
	start_timer(die);
}

void pmon_walk_run(struct pmon_die *die, enum pmon_walk walk)
{
	unsigned long flags;
	u64 delay;

	flags = pmon_die_lock(die);
	/* If queued, another CPU has started it while this one waited for the lock. */
	if (!hrtimer_is_queued(&die->walks.timer))
		die->walks.due[walk] = 0;
	pmon_die_unlock(die, flags);
	delay = die->walks.slices[walk](die);
	flags = pmon_die_lock(die);
	if (delay)
		die->walks.due[walk] = ktime_get_ns() + delay;
	/* Timers of an offline CPU move to any CPU, maybe in another package. */
	if (die->owner == smp_processor_id())
		start_timer(die);
	pmon_die_unlock(die, flags);
}

static enum hrtimer_restart die_timer(struct hrtimer *timer)
{
	struct pmon_die *die = container_of(timer, struct pmon_die, walks.timer);
	u64 now = ktime_get_ns(), due;
	unsigned int i;

	for (i = 0; i < PMON_WALKS; i++) {
		due = READ_ONCE(die->walks.due[i]);
		if (!due || due > now)
			continue;
		pmon_walk_run(die, i);
		break;
	}
	return HRTIMER_NORESTART;
}

void pmon_walk_end(struct pmon_die *die, enum pmon_walk walk)
{
	hrtimer_cancel(&die->walks.timer);
	WRITE_ONCE(die->walks.due[walk], 0);
}

void pmon_walks_create(struct pmon_die *die, const pmon_walk_slice *slices)
{
	die->walks.slices = slices;
	hrtimer_setup(&die->walks.timer, die_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
}

void pmon_die_read_within(struct pmon_die *die, u64 period)
{
	if (!die->pass.under_way && die->period > period) {
		die->period = period;
		pmon_walk_set(die, PMON_WALK_READ, period);
	}
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
	unsigned int end = min(slice->first + SLICE_UNITS, die->num_units);
	unsigned long flags;
	unsigned int i;

	flags = pmon_die_lock(die);
	for (i = slice->first; i < end; i++)
		slice->call(die->units[i]);
	pmon_die_unlock(die, flags);
}

void pmon_die_visit_units(struct pmon_die *die, int cpu, void (*call)(struct pmon_unit *unit))
{
	struct slice slice = { .die = die, .call = call };

	for (; slice.first < die->num_units; slice.first += SLICE_UNITS) {
		if (smp_call_function_single(cpu, call_slice, &slice, 1))
			return;
	}
}
