// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shares counters between the PMU of a unit and the PMU of its type.
 *
 * perf multiplexes the events of one PMU: a timer of the PMU rotates them if one does not fit. perf
 * does not support two PMUs with common counters. If all events of one PMU fit, perf never rotates
 * them, and events of the other PMU would never get a counter.
 *
 * If an event does not fit because of the other PMU:
 *  - It is recorded as waiting. The two PMUs have turns of equal length. In the turn of the event's
 *    PMU, the other PMU must leave room for the event's group: perf adds all of a group or nothing.
 *  - The driver makes perf rotate the other PMU's events, as if one of them had not fitted. From
 *    then on, one of them does not fit, and perf keeps rotating.
 *
 * perf accounts for the enabled and running times as usual.
 */
#include <linux/ktime.h>

#include "count/die.h"
#include "count/engine.h"
#include "count/perf_gaps.h"

/*
 * Length of a turn, and the time after which a waiting event that perf has not tried again is taken
 * for disabled. Both are in rotations of the slower PMU: perf tries a waiting event once in each
 * rotation of its PMU, and would miss shorter turns.
 */
#define TURN_ROTATIONS		8
#define WAITING_ROTATIONS	16

static u64 rotation_ns(const struct pmon_perf_event *a, const struct pmon_perf_event *b)
{
	int ms = max(READ_ONCE(a->perf->pmu->hrtimer_interval_ms),
		     READ_ONCE(b->perf->pmu->hrtimer_interval_ms));

	return (u64)max(ms, 1) * NSEC_PER_MSEC;
}

static enum pmon_event_level preferred_level(u64 now, u64 turn)
{
	return div64_u64(now, turn) & 1 ? PMON_EVENT_TYPE : PMON_EVENT_UNIT;
}

static enum pmon_event_level other_level(enum pmon_event_level level)
{
	return level == PMON_EVENT_UNIT ? PMON_EVENT_TYPE : PMON_EVENT_UNIT;
}

/*
 * perf does not rotate a pinned group, and a pinned group that it cannot add gets no second
 * attempt. Only the leader has the attribute.
 */
static bool is_pinned(const struct pmon_perf_event *event)
{
	return event->perf->group_leader->attr.pinned;
}

/*
 * Has perf tried the waiting event of late? An event that perf has removed from its context may be
 * about to be freed, as may the leader of its group.
 */
static bool is_fresh(const struct pmon_pmu_die *pmu_die, u64 now, u64 rotation)
{
	return pmu_die->waiting && pmon_event_is_attached(pmu_die->waiting->perf) &&
	       now - pmu_die->waiting_since <= WAITING_ROTATIONS * rotation;
}

const struct pmon_perf_event *pmon_rival(const struct pmon_unit *unit,
					 const struct pmon_perf_event *event)
{
	enum pmon_event_level level = other_level(event->pmu_die->level);
	const struct pmon_pmu_die *other = unit->pmus[level];
	u64 now, rotation;

	lockdep_assert_held(&unit->die->lock);
	if (!other || !other->waiting || is_pinned(event))
		return NULL;
	now = ktime_get_mono_fast_ns();
	rotation = rotation_ns(other->waiting, event);
	if (!is_fresh(other, now, rotation) ||
	    preferred_level(now, TURN_ROTATIONS * rotation) != level)
		return NULL;
	return other->waiting;
}

static bool can_yield(const struct pmon_perf_event *event, const struct pmon_pmu_die *pmu_die)
{
	return event->pmu_die != pmu_die &&
	       event->state != PMON_EVENT_PARKED &&
	       !is_pinned(event);
}

/* An event of the other PMU with a counter of the unit that perf can rotate, or NULL. */
static struct pmon_perf_event *holder(const struct pmon_unit *unit,
				      const struct pmon_pmu_die *pmu_die)
{
	for_each_slot_on(slot, unit) {
		if (can_yield(slot->event, pmu_die))
			return slot->event;
	}
	return NULL;
}

/*
 * Would the event's group fit without events that give way? If not, it waits for events of its own
 * PMU, and the other PMU need not leave room.
 */
static bool fits_without(const struct pmon_unit *unit, const struct pmon_perf_event *event)
{
	struct pmon_request *requests = unit->die->requests;
	s8 assignment[PMON_MAX_REQUESTS], choice[PMON_MAX_REQUESTS];
	unsigned int num = 0;

	for_each_slot_on(slot, unit) {
		if (!can_yield(slot->event, event->pmu_die))
			requests[num++] = pmon_unit_request(unit, slot->event);
	}
	if (num == PMON_MAX_REQUESTS)
		return false;
	num = pmon_group_requests(unit, event, false, requests, num);
	return !pmon_schedule(requests, num, assignment, choice);
}

void pmon_contend(struct pmon_perf_event *event, const struct pmon_unit *unit)
{
	struct pmon_pmu_die *pmu_die = event->pmu_die;
	struct pmon_perf_event *other = holder(unit, pmu_die);
	u64 now = ktime_get_mono_fast_ns();

	lockdep_assert_held(&unit->die->lock);
	if (!other || !fits_without(unit, event))
		return;
	/* If each group took the place of the one before it, none would find its room. */
	if (!is_fresh(pmu_die, now, rotation_ns(event, other)) ||
	    pmu_die->waiting->perf->group_leader == event->perf->group_leader) {
		pmu_die->waiting = event;
		pmu_die->waiting_since = now;
	}
	pmon_force_rotation(other->perf);
}

/* Is a member of an event's group still to be added? */
static bool lacks_counter(const struct pmon_perf_event *event, const struct perf_event *member)
{
	const struct pmon_perf_event *own = member->pmu_private;

	return member->pmu == event->perf->pmu && member->state > PERF_EVENT_STATE_OFF &&
	       own->state == PMON_EVENT_OFF;
}

void pmon_contend_added(struct pmon_perf_event *event)
{
	const struct pmon_perf_event *waiting = event->pmu_die->waiting;
	struct perf_event *leader = event->perf->group_leader, *sibling;

	lockdep_assert_held(&event->die->lock);
	/* The leader of an event that perf has removed may be freed, see is_fresh(). */
	if (!waiting || !pmon_event_is_attached(waiting->perf) ||
	    waiting->perf->group_leader != leader || lacks_counter(event, leader))
		return;
	for_each_sibling_event(sibling, leader) {
		if (lacks_counter(event, sibling))
			return;
	}
	event->pmu_die->waiting = NULL;
}

void pmon_contend_end(struct pmon_perf_event *event)
{
	lockdep_assert_held(&event->die->lock);
	if (event->pmu_die->waiting == event)
		event->pmu_die->waiting = NULL;
}
