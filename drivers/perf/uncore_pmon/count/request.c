// SPDX-License-Identifier: GPL-2.0-only
/*
 * The requirements of an event on a unit.
 */
#include <linux/perf_event.h>

#include "count/engine.h"

struct pmon_request pmon_unit_request(const struct pmon_unit *unit,
				      const struct pmon_perf_event *event)
{
	struct pmon_request request = {
		.current_counter = -1,
		.current_alternative = -1,
	};

	if (event->extra >= 0) {
		unsigned int index = unit->num_general + event->extra;

		if (index >= unit->num_counters || unit->counters[index].missing)
			return request;
		request.counters = BIT(index);
		if (unit->counters[index].control == PMON_NO_REGISTER)
			request.shared = request.counters;
	} else {
		request.counters = event->general &
				   (BIT(unit->num_general) - 1);
	}
	request.claims = event->claims;
	request.alternatives = event->alternatives;
	request.num_alternatives = event->num_alternatives;
	return request;
}

/* Software events can be in the group, too. */
static unsigned int member_request(const struct pmon_unit *unit,
				   const struct pmon_perf_event *event,
				   const struct perf_event *member, bool all,
				   struct pmon_request *requests, unsigned int num)
{
	const struct pmon_slot *slot;

	if (member->pmu != event->perf->pmu || num == PMON_MAX_REQUESTS)
		return num;
	slot = pmon_event_slot(member->pmu_private, unit);
	if (slot && (all || (member->state > PERF_EVENT_STATE_OFF && slot->assigned.counter < 0)))
		requests[num++] = pmon_unit_request(unit, member->pmu_private);
	return num;
}

unsigned int pmon_group_requests(const struct pmon_unit *unit,
				 const struct pmon_perf_event *event, bool all,
				 struct pmon_request *requests, unsigned int num)
{
	struct perf_event *leader = event->perf->group_leader, *sibling;

	num = member_request(unit, event, leader, all, requests, num);
	for_each_sibling_event(sibling, leader)
		num = member_request(unit, event, sibling, all, requests, num);
	return num;
}

bool pmon_unit_has(const struct pmon_unit *unit, const struct pmon_perf_event *event)
{
	const struct pmon_resource *resources = unit->type->resources;
	unsigned int i;

	for (i = 0; i < PMON_MAX_CLAIMS && event->claims[i].mask; i++) {
		const struct pmon_claim *claim = &event->claims[i];

		/* A filter value of 0 requires no register. */
		if (claim->resource != PMON_CLASS_RESOURCE && claim->value &&
		    resources[claim->resource].companion && !unit->companion.ops)
			return false;
	}
	return true;
}

bool pmon_event_answers(const struct pmon_perf_event *event)
{
	for_each_slot(slot, event) {
		if (slot->unit->gone)
			return false;
	}
	return true;
}

const struct pmon_slot *pmon_event_slot(const struct pmon_perf_event *event,
					const struct pmon_unit *unit)
{
	for_each_slot(slot, event) {
		if (slot->unit == unit)
			return slot;
	}
	return NULL;
}
