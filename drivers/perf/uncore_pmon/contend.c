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
#include "core.h"

/* For how long one of the two PMUs has the right of way. */
#define TURN_NS		(32 * NSEC_PER_MSEC)

/*
 * perf tries an event that waits at each rotation, every 4 ms unless
 * told otherwise. One that was not tried for this long waits no more: it was disabled.
 */
#define WAITING_NS	(64 * NSEC_PER_MSEC)

static enum pmon_event_level favoured_level(u64 now)
{
	return div_u64(now, TURN_NS) & 1 ? PMON_EVENT_TYPE : PMON_EVENT_UNIT;
}

static enum pmon_event_level other_level(enum pmon_event_level level)
{
	return level == PMON_EVENT_UNIT ? PMON_EVENT_TYPE : PMON_EVENT_UNIT;
}

const struct pmon_perf_event *pmon_rival(const struct pmon_unit *unit,
					 const struct pmon_perf_event *event)
{
	enum pmon_event_level level = other_level(event->pmu_die->level);
	const struct pmon_pmu_die *other = unit->pmus[level];
	u64 now;

	if (!other || !other->waiting)
		return NULL;
	now = ktime_get_mono_fast_ns();
	if (now - other->waiting_since > WAITING_NS ||
	    favoured_level(now) != level)
		return NULL;
	return pmon_event_slot(other->waiting, unit) ? other->waiting : NULL;
}

/* Some event of another PMU that holds a counter of the unit. */
static struct pmon_perf_event *holder(const struct pmon_unit *unit,
				      const struct pmon_pmu_die *pmu_die)
{
	unsigned int i;

	for (i = 0; i < unit->num_slots; i++) {
		struct pmon_perf_event *event = unit->slots[i]->event;

		if (event->pmu_die != pmu_die && !event->parked)
			return event;
	}
	return NULL;
}

void pmon_contend(struct pmon_perf_event *event, const struct pmon_unit *unit)
{
	struct pmon_pmu_die *pmu_die = event->pmu_die;
	struct pmon_perf_event *other = holder(unit, pmu_die);

	if (!other)
		return;
	pmu_die->waiting = event;
	pmu_die->waiting_since = ktime_get_mono_fast_ns();
	pmon_force_rotation(other->perf);
}

void pmon_contend_end(struct pmon_perf_event *event)
{
	if (event->pmu_die->waiting == event)
		event->pmu_die->waiting = NULL;
}
