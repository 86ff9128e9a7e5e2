// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters that the PMU of a unit and that of its type both want.
 *
 * perf multiplexes the events of one PMU: those that do not fit wait, and a
 * timer of the PMU changes the order. It knows nothing of two PMUs with counters in
 * common: events that came first would stay for good, since all of their own
 * PMU's fit, and those of the other PMU would never get a counter.
 *
 * So an event that does not fit because of the other PMU
 *  - is remembered as waiting, and the other PMU leaves room for it,
 *    for half of the time; for the other half it is the other way round;
 *  - makes perf rotate the other PMU's events, as if one of them had not
 *    fitted. From then on one of them does not, and perf goes on by itself.
 *
 * All counting of enabled and running time remains perf's.
 */
#include <linux/ktime.h>

#include "compat.h"
#include "count/contend.h"
#include "count/die.h"
#include "count/pmu_die.h"
#include "count/request.h"
#include "count/unit.h"

/*
 * How long one of the two PMUs has the right of way, and after how long an event that was
 * not tried again waits no more, because it was disabled. perf tries an event that waits at
 * each rotation of its PMU, so both are so many rotations of the slower PMU: turns that
 * are shorter than the time from one rotation to the next could go by unseen.
 */
#define TURN_ROTATIONS		8
#define WAITING_ROTATIONS	16

static u64 rotation_ns(const struct pmon_perf_event *a,
		       const struct pmon_perf_event *b)
{
	int ms = max(READ_ONCE(a->perf->pmu->hrtimer_interval_ms),
		     READ_ONCE(b->perf->pmu->hrtimer_interval_ms));

	return (u64)max(ms, 1) * NSEC_PER_MSEC;
}

static enum pmon_event_level favoured_level(u64 now, u64 turn)
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
	if (now - other->waiting_since > WAITING_ROTATIONS * rotation ||
	    favoured_level(now, TURN_ROTATIONS * rotation) != level)
		return NULL;
	return pmon_event_slot(other->waiting, unit) ? other->waiting : NULL;
}

static bool gives_way(const struct pmon_perf_event *event,
		      const struct pmon_pmu_die *pmu_die)
{
	return event->pmu_die != pmu_die &&
	       event->state != PMON_EVENT_PARKED &&
	       !is_pinned(event);
}

/* An event of the other PMU that holds a counter of the unit and that perf can rotate, or NULL. */
static struct pmon_perf_event *holder(const struct pmon_unit *unit,
				      const struct pmon_pmu_die *pmu_die)
{
	unsigned int i;

	for (i = 0; i < unit->num_slots; i++) {
		struct pmon_perf_event *event = unit->slots[i]->event;

		if (gives_way(event, pmu_die))
			return event;
	}
	return NULL;
}

/*
 * Would the event fit without events that give way? If not, it waits for its own PMU, and the
 * other PMU need not leave room.
 */
static bool fits_without(const struct pmon_unit *unit,
			 const struct pmon_perf_event *event)
{
	struct pmon_request *requests = unit->die->requests;
	s8 assignment[PMON_MAX_REQUESTS], choice[PMON_MAX_REQUESTS];
	unsigned int num = 0, i;

	for (i = 0; i < unit->num_slots; i++) {
		if (!gives_way(unit->slots[i]->event, event->pmu_die))
			requests[num++] = pmon_unit_request(unit,
							    unit->slots[i]->event);
	}
	if (num == PMON_MAX_REQUESTS)
		return false;
	requests[num++] = pmon_unit_request(unit, event);
	return !pmon_schedule(requests, num, assignment, choice);
}

void pmon_contend(struct pmon_perf_event *event, const struct pmon_unit *unit)
{
	struct pmon_pmu_die *pmu_die = event->pmu_die;
	struct pmon_perf_event *other = holder(unit, pmu_die);

	lockdep_assert_held(&unit->die->lock);
	if (!other || !fits_without(unit, event))
		return;
	pmu_die->waiting = event;
	pmu_die->waiting_since = ktime_get_mono_fast_ns();
	pmon_force_rotation(other->perf);
}

void pmon_contend_end(struct pmon_perf_event *event)
{
	lockdep_assert_held(&event->die->lock);
	if (event->pmu_die->waiting == event)
		event->pmu_die->waiting = NULL;
}
