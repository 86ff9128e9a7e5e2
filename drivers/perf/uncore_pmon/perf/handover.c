// SPDX-License-Identifier: GPL-2.0-only
/*
 * Moves a die's events from one owner CPU to another without a gap in the counts.
 * And upkeep, which a context with IRQs off defers to process context: it prints reports, moves
 * events to the owner, and makes the timer ask units that are gone.
 *
 * perf takes each event off the old CPU and puts it on the new one. In between the event is parked:
 * its counters keep counting. A parked event that perf does not put back loses its counters at the
 * end.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/rculist.h>
#include <linux/smp.h>

#include "core.h"
#include "count/die.h"
#include "count/engine.h"
#include "count/ledger.h"
#include "count/perf_gaps.h"
#include "freeze/freeze.h"
#include "freeze/poll.h"
#include "freeze/suspend.h"
#include "perf/perf.h"

/* Calls in a row that do not reduce the events on the old owner; each waits for a grace period. */
#define CALLS_IN_VAIN	64

/* pmon_event_destroy() takes the lock, too: no event is freed meanwhile. */
#define for_each_event(event, core)					\
	list_for_each_entry_rcu(event, &(core)->events, list,		\
				lockdep_is_held(&(core)->lock))

static bool is_on(const struct pmon_perf_event *event, const struct pmu *pmu, int cpu)
{
	return event->perf->pmu == pmu && pmon_event_is_attached(event->perf) &&
	       READ_ONCE(event->perf->cpu) == cpu;
}

static unsigned int events_on(struct pmon_core *core, const struct pmu *pmu, int cpu)
{
	struct pmon_perf_event *event;
	unsigned int num = 0;

	for_each_event(event, core)
		num += is_on(event, pmu, cpu);
	return num;
}

static void hide_disabled(struct pmon_core *core, const struct pmu *pmu, int cpu)
{
	struct pmon_perf_event *event;

	for_each_event(event, core) {
		if (is_on(event, pmu, cpu))
			event->hidden |= pmon_hide_disabled(event->perf);
	}
}

static void show_disabled(struct pmon_core *core)
{
	struct pmon_perf_event *event;

	for_each_event(event, core) {
		if (event->hidden)
			pmon_show_disabled(event->perf, event->hidden);
		event->hidden = 0;
	}
}

/*
 * 6.12 before 6.12.115 walks the tree of a CPU's events while it removes them, and stops after the
 * first pinned and the first flexible group. The other events would stay on an offline CPU without
 * a notice, so repeat the call until all are moved. Meanwhile each task that looked up the old
 * owner may add one more event, so a few calls leave more than they found.
 */
static void migrate(struct pmon_core *core, struct pmu *pmu, int source, int target)
{
	unsigned int left = events_on(core, pmu, source), least = left;
	unsigned int in_vain = 0;

	do {
		hide_disabled(core, pmu, source);
		perf_pmu_migrate_context(pmu, source, target);
		left = events_on(core, pmu, source);
		in_vain = left < least ? 0 : in_vain + 1;
		least = min(left, least);
	} while (left && in_vain < CALLS_IN_VAIN);
	show_disabled(core);
}

/* Remove the events that perf did not start again from their counters. True if there were any. */
static bool drop_parked(struct pmon_die *die)
{
	bool dropped = false;
	unsigned int i, j;

	for (i = 0; i < die->num_units; i++) {
		struct pmon_unit *unit = die->units[i];

		for (j = unit->num_slots; j-- > 0;) {
			struct pmon_perf_event *event = unit->slots[j]->event;

			if (event->state != PMON_EVENT_PARKED)
				continue;
			pmon_event_drop(event);
			dropped = true;
			/* The list is shorter by all slots of the event. */
			j = unit->num_slots;
		}
	}
	return dropped;
}

/*
 * While @moving, an event that perf removes from the old owner is being moved to the new one.
 * Otherwise it has stopped: it was disabled, or rotated out.
 */
static void set_moving(struct pmon_pmu *pmu, struct pmon_die *die, bool moving)
{
	unsigned long flags;

	flags = pmon_die_lock(die);
	pmu->dies[die->die].moving = moving;
	pmon_die_unlock(die, flags);
}

static void begin_on_target(void *die)
{
	/* Only ends freezes until end_on_target(), or plain counting would stop meanwhile. */
	pmon_overflow_start_polling(die);
	pmon_poll_rearm(die);
}

struct arrival {
	struct pmon_die *die;
	bool dropped;
};

static void arrive(void *data)
{
	struct arrival *arrival = data;
	struct pmon_die *die = arrival->die;
	unsigned long flags;

	flags = pmon_die_lock(die);
	die->source = -1;
	arrival->dropped = drop_parked(die);
	/* Their counters count until the units are programmed. */
	if (arrival->dropped)
		pmon_die_expect_freeze(die);
	pmon_die_unlock(die, flags);
}

static void end_on_target(void *die)
{
	pmon_overflow_end_handover(die);
	pmon_poll_rearm(die);
}

void pmon_die_handover(struct pmon_core *core, struct pmon_die *die, int target)
{
	struct arrival arrival = { .die = die };
	int source = die->owner;
	struct pmon_pmu *pmu;
	unsigned long flags;

	lockdep_assert_held(&core->lock);
	pmon_overflow_cancel(die);
	flags = pmon_die_lock(die);
	die->source = source;
	/* Whoever sees the new owner sees that events are still being moved. */
	smp_store_release(&die->owner, target);
	pmon_die_unlock(die, flags);
	/* An event may have started the timer on the old owner until here. */
	pmon_overflow_cancel(die);
	smp_call_function_single(target, begin_on_target, die, 1);

	/* Each migration waits for a grace period, so skip PMUs without events. */
	list_for_each_entry(pmu, &core->pmus, list) {
		set_moving(pmu, die, true);
		if (pmu->registered && events_on(core, &pmu->pmu, source))
			migrate(core, &pmu->pmu, source, target);
	}

	smp_call_function_single(target, arrive, &arrival, 1);
	if (arrival.dropped)
		pmon_die_visit_units(die, target, pmon_unit_commit);
	smp_call_function_single(target, end_on_target, die, 1);
	list_for_each_entry(pmu, &core->pmus, list)
		set_moving(pmu, die, false);
}

void pmon_die_disown(struct pmon_die *die)
{
	unsigned long flags;

	/* Samples that are due require an owner. */
	pmon_overflow_stop(die);
	flags = pmon_die_lock(die);
	WRITE_ONCE(die->owner, PMON_NO_OWNER);
	/* An event can freeze the package until perf has removed it. The next owner ends this. */
	if (pmon_units_sample(die->units, die->num_units))
		pmon_die_expect_freeze(die);
	pmon_die_unlock(die, flags);
	/* Calls of perf may have started timers until here. */
	pmon_poll_cancel(die);
}

/* Has perf put events on the die's counters? */
static bool in_use(const struct pmon_die *die)
{
	unsigned int i;

	for (i = 0; i < die->num_units; i++) {
		if (die->units[i]->num_slots)
			return true;
	}
	return false;
}

/* The die's last CPU failed to go offline: the counters never stopped, and events use them. */
static void resume_polling(struct pmon_die *die)
{
	unsigned long flags;

	local_irq_save(flags);
	pmon_poll_rearm(die);
	pmon_overflow_end_handover(die);
	local_irq_restore(flags);
}

void pmon_die_acquire(struct pmon_die *die, int cpu)
{
	bool used = in_use(die);

	/*
	 * The die may have lost the contents of its registers while it was off. During a resume,
	 * some registers are not accessible yet: pmon_die_resume() checks the units later.
	 */
	if (!used && !die->suspended)
		pmon_die_reset(die, cpu);
	WRITE_ONCE(die->owner, cpu);
	if (used)
		resume_polling(die);
}

/*
 * perf opened the event on the old owner while the owner changed. It does not count there:
 * pmon_pmu_add() rejects it. perf puts a rejected pinned event into the error state.
 */
static void move_stray(struct pmon_core *core, struct pmon_perf_event *event)
{
	struct pmon_pmu *pmu = to_pmon_pmu(event->perf->pmu);
	int cpu = READ_ONCE(event->perf->cpu), owner = event->die->owner;

	if (cpu != owner && pmu->registered)
		migrate(core, &pmu->pmu, cpu, owner);
	if (!READ_ONCE(event->astray))
		return;
	WRITE_ONCE(event->astray, false);
	if (READ_ONCE(event->perf->state) == PERF_EVENT_STATE_ERROR)
		perf_event_enable(event->perf);
}

void pmon_move_strays(struct pmon_core *core)
{
	struct pmon_perf_event *event;

	lockdep_assert_held(&core->lock);
	for_each_event(event, core) {
		if (event->die->owner >= 0 && pmon_event_is_attached(event->perf))
			move_stray(core, event);
	}
}

bool pmon_leader_has_ended(const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader;

	return leader != event && leader->pmu == event->pmu &&
	       READ_ONCE(to_pmon_event(leader)->ended);
}

void pmon_reject_orphan(struct perf_event *event)
{
	/* Pairs with the barrier in pmon_end_detached(). */
	smp_mb();
	if (pmon_leader_has_ended(event))
		pmon_reject_opening(event);
}

static void reject_orphans(struct pmon_core *core)
{
	struct pmon_perf_event *event;

	for_each_event(event, core) {
		if (!READ_ONCE(event->perf->ctx))
			pmon_reject_orphan(event->perf);
	}
}

/*
 * An event without a context is being opened. perf itself rejects it while the CPU is offline
 * (-ENODEV), but the CPU may be online again before perf checks it.
 */
void pmon_end_detached(struct pmon_core *core, int cpu)
{
	struct pmon_perf_event *event;
	unsigned int num = 0;

	lockdep_assert_held(&core->lock);
	for_each_event(event, core) {
		if (READ_ONCE(event->perf->cpu) != cpu || !pmon_event_is_detached(event->perf))
			continue;
		WRITE_ONCE(event->ended, true);
		num += pmon_end_event(event->perf);
	}
	/*
	 * pmon_reject_orphan() of a new member sees the mark from here on, or the member is in the
	 * list.
	 */
	smp_mb();
	reject_orphans(core);
	if (num)
		dev_notice(core->dev,
			   "CPU %d went offline: %u events have ended and must be opened again\n",
			   cpu, num);
}

static void ask_soon(struct pmon_unit *unit)
{
	if (unit->gone && unit->num_slots)
		pmon_die_read_within(unit->die, PMON_RETRY_NS);
}

/* If a reader has found a unit gone, the timer is due in up to a minute. Make it ask sooner. */
static void ask_gone(struct pmon_die *die)
{
	if (die->owner >= 0)
		pmon_die_visit_units(die, die->owner, ask_soon);
}

static void deferred_work(struct work_struct *work)
{
	struct pmon_core *core = container_of(work, struct pmon_core, deferred.work);

	pmon_core_visit_dies(core, pmon_ledger_report);

	cpus_read_lock();
	mutex_lock(&core->lock);
	pmon_move_strays(core);
	pmon_core_visit_dies(core, ask_gone);
	mutex_unlock(&core->lock);
	cpus_read_unlock();
}

void pmon_upkeep_init(struct pmon_core *core, struct device *dev)
{
	core->dev = dev;
	INIT_LIST_HEAD(&core->machine.dies);
	INIT_LIST_HEAD(&core->machine.units);
	INIT_LIST_HEAD(&core->pmus);
	INIT_LIST_HEAD(&core->events);
	hash_init(core->events_by_id);
	spin_lock_init(&core->events_lock);
	mutex_init(&core->lock);
	pmon_deferred_init(&core->deferred, deferred_work);
}
