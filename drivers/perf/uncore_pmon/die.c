// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dies: the timer that reads counters before they wrap, and the change of owner.
 */
#include <linux/device.h>
#include <linux/moduleparam.h>
#include <linux/smp.h>
#include <linux/topology.h>

#include "compat.h"
#include "core.h"

static unsigned int poll_period_ms;
module_param(poll_period_ms, uint, 0644);
MODULE_PARM_DESC(poll_period_ms,
		 "read running counters this often; 0: as their width demands (default)");

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

static void die_update(struct pmon_die *die)
{
	unsigned int i;

	for (i = 0; i < die->num_units; i++)
		pmon_unit_update(die->units[i]);
}

static enum hrtimer_restart die_timer(struct hrtimer *timer)
{
	struct pmon_die *die = container_of(timer, struct pmon_die, timer);
	enum hrtimer_restart restart = HRTIMER_NORESTART;
	unsigned long flags;

	raw_spin_lock_irqsave(&die->lock, flags);
	die_update(die);
	/* Another CPU may have started it anew while this one waited. */
	if (!hrtimer_is_queued(timer)) {
		die->period = die_period(die);
		if (die->period) {
			hrtimer_forward_now(timer, ns_to_ktime(die->period));
			restart = HRTIMER_RESTART;
		}
	}
	raw_spin_unlock_irqrestore(&die->lock, flags);
	return restart;
}

void pmon_die_arm(struct pmon_die *die)
{
	u64 period = die_period(die);

	lockdep_assert_held(&die->lock);
	pmon_overflow_arm(die);
	/* It ends by itself when it finds nothing to read. */
	if (!period || (die->period && die->period <= period))
		return;
	die->period = period;
	hrtimer_start(&die->timer, ns_to_ktime(period),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

void pmon_die_stop(struct pmon_die *die)
{
	pmon_overflow_stop(die);
	hrtimer_cancel(&die->timer);
	die->period = 0;
}

struct pmon_die *pmon_die_create(struct pmon_core *core, int number,
				 unsigned int max_units)
{
	struct pmon_die *die;

	die = devm_kzalloc(core->dev, sizeof(*die), GFP_KERNEL);
	if (!die)
		return NULL;
	die->units = devm_kcalloc(core->dev, max_units, sizeof(*die->units),
				  GFP_KERNEL);
	if (!die->units)
		return NULL;

	raw_spin_lock_init(&die->lock);
	die->dev = core->dev;
	die->die = number;
	die->owner = -1;
	hrtimer_setup(&die->timer, die_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
	pmon_overflow_create(die);
	return die;
}

/* Take the counters away from events that perf did not start again. */
static void drop_parked(struct pmon_die *die)
{
	unsigned int i, j;

	for (i = 0; i < die->num_units; i++) {
		struct pmon_unit *unit = die->units[i];

		for (j = unit->num_slots; j-- > 0;) {
			struct pmon_perf_event *event = unit->slots[j]->event;

			if (!event->parked)
				continue;
			event->parked = false;
			pmon_event_stop(event);
			pmon_event_remove(event);
			/* That took other slots of the unit's list, too. */
			j = unit->num_slots;
		}
	}
	for (i = 0; i < die->num_units; i++)
		pmon_unit_commit(die->units[i]);
}

/* On the new owner: the old one's timer may have been due. */
static void restart_timer(void *data)
{
	struct pmon_die *die = data;
	unsigned long flags;

	raw_spin_lock_irqsave(&die->lock, flags);
	die_update(die);
	die->period = 0;
	pmon_die_arm(die);
	raw_spin_unlock_irqrestore(&die->lock, flags);
}

void pmon_die_handover(struct pmon_core *core, struct pmon_die *die, int target)
{
	int source = die->owner;
	struct pmon_pmu *pmu;
	unsigned long flags;

	raw_spin_lock_irqsave(&die->lock, flags);
	die->handover = true;
	WRITE_ONCE(die->owner, target);
	raw_spin_unlock_irqrestore(&die->lock, flags);
	/* The new owner looks first of all whether there is a freeze. */
	pmon_overflow_cancel(die);

	/* A grace period each on 6.1, so only where there is something to move. */
	list_for_each_entry(pmu, &core->pmus, list) {
		if (pmu->registered && atomic_read(&pmu->open_events))
			perf_pmu_migrate_context(&pmu->pmu, source, target);
	}

	raw_spin_lock_irqsave(&die->lock, flags);
	die->handover = false;
	drop_parked(die);
	raw_spin_unlock_irqrestore(&die->lock, flags);

	hrtimer_cancel(&die->timer);
	smp_call_function_single(target, restart_timer, die, 1);
}
