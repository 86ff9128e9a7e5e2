// SPDX-License-Identifier: GPL-2.0-only
/*
 * The timer that reads counters before they wrap.
 */
#include <linux/moduleparam.h>

#include "compat.h"
#include "count/controls.h"
#include "count/die.h"
#include "count/poll.h"
#include "count/program.h"
#include "count/update.h"
#include "count/watch.h"

static unsigned int poll_period_ms;
module_param(poll_period_ms, uint, 0644);
MODULE_PARM_DESC(poll_period_ms,
		 "milliseconds between reads of running counters; 0: computed from their width (default)");

static u64 die_period(const struct pmon_die *die)
{
	unsigned int override = READ_ONCE(poll_period_ms);
	u64 period = 0, own;
	unsigned int i;

	for (i = 0; i < die->num_units; i++) {
		own = pmon_unit_period(die->units[i]);
		if (own && (!period || own < period))
			period = own;
	}
	if (period && override)
		return (u64)override * NSEC_PER_MSEC;
	return period;
}

static void poll_die(struct pmon_die *die)
{
	unsigned int i;

	for (i = 0; i < die->num_units; i++)
		pmon_unit_poll(die->units[i]);
}

static enum hrtimer_restart die_timer(struct hrtimer *timer)
{
	struct pmon_die *die = container_of(timer, struct pmon_die, timer);
	enum hrtimer_restart restart = HRTIMER_NORESTART;
	unsigned long flags;
	bool here;

	flags = pmon_die_lock(die);
	/* The timers of a CPU that goes offline move to any other, which reads its own package. */
	here = pmon_die_is_here(die);
	if (here)
		poll_die(die);
	/* Another CPU may have started it anew while this one waited. */
	if (!die->asleep && !hrtimer_is_queued(timer)) {
		die->period = here ? die_period(die) : 0;
		if (die->period) {
			hrtimer_forward_now(timer, ns_to_ktime(die->period));
			restart = HRTIMER_RESTART;
		}
	}
	pmon_die_unlock(die, flags);
	/* A package in which nothing counts is left alone, also by this last look. */
	if (restart == HRTIMER_RESTART) {
		pmon_controls_look(die);
		pmon_watch(die);
	}
	return restart;
}

void pmon_poll_arm(struct pmon_die *die)
{
	u64 period = die_period(die);

	lockdep_assert_held(&die->lock);
	/* perf takes events off a CPU that goes offline after the die has a new owner, or none. */
	if (die->asleep || !pmon_die_is_here(die))
		return;
	pmon_overflow_arm(die);
	/* It ends by itself when it finds nothing to read. */
	if (!period || (die->period && die->period <= period))
		return;
	if (!die->period)
		pmon_watch_begin(die);
	die->period = period;
	hrtimer_start(&die->timer, ns_to_ktime(period),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

void pmon_poll_rearm(struct pmon_die *die)
{
	unsigned long flags;

	flags = pmon_die_lock(die);
	poll_die(die);
	die->period = 0;
	pmon_poll_arm(die);
	pmon_die_unlock(die, flags);
}

void pmon_poll_cancel(struct pmon_die *die)
{
	pmon_overflow_cancel(die);
	hrtimer_cancel(&die->timer);
	die->period = 0;
}

void pmon_poll_stop(struct pmon_die *die)
{
	pmon_overflow_stop(die);
	pmon_poll_cancel(die);
}

void pmon_poll_create(struct pmon_die *die)
{
	hrtimer_setup(&die->timer, die_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
	pmon_overflow_create(die);
}
