// SPDX-License-Identifier: GPL-2.0-only
/*
 * The beginning and the end of an event: what is refused, and what is set up.
 */
#include <linux/cpumask.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "compat.h"
#include "core.h"
#include "count/request.h"

struct pmon_pmu_die *pmon_pmu_die_of(struct pmon_pmu *pmu, unsigned int cpu)
{
	int die = topology_logical_die_id(cpu);

	if (die < 0 || die >= pmu->core->num_dies || !pmu->dies[die].num_units)
		return NULL;
	return &pmu->dies[die];
}

/*
 * perf does not want it any more, on any CPU. If it was parked by a handover, that is still going
 * on: the counters that go on for it end with that.
 */
static void pmon_event_destroy(struct perf_event *event)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	struct pmon_core *core = to_pmon_pmu(event->pmu)->core;
	unsigned long irq;

	mutex_lock(&core->lock);
	spin_lock(&core->events_lock);
	list_del_rcu(&own->list);
	spin_unlock(&core->events_lock);

	irq = pmon_die_lock(own->die);
	pmon_contend_end(own);
	pmon_event_forget(own);
	pmon_die_unlock(own->die, irq);
	mutex_unlock(&core->lock);
	kfree(own);
}

/* An event of the group that counts on the unit, as one more request. */
static int group_request(struct perf_event *event, struct perf_event *member,
			 const struct pmon_unit *unit,
			 struct pmon_request *requests, unsigned int *num)
{
	if (member->pmu != event->pmu || !to_pmon_event(member) ||
	    !pmon_event_slot(to_pmon_event(member), unit))
		return 0;
	if (*num == PMON_MAX_REQUESTS)
		return -EINVAL;
	requests[(*num)++] = pmon_unit_request(unit, to_pmon_event(member));
	return 0;
}

static int group_fits_unit(struct perf_event *event,
			   const struct pmon_unit *unit,
			   struct pmon_request *requests)
{
	struct perf_event *leader = event->group_leader, *sibling;
	s8 assignment[PMON_MAX_REQUESTS], choice[PMON_MAX_REQUESTS];
	unsigned int num = 0;
	int error;

	error = group_request(event, event, unit, requests, &num);
	if (leader == event)
		return error ?: pmon_schedule(requests, num, assignment,
					      choice);

	error = error ?: group_request(event, leader, unit, requests, &num);
	for_each_sibling_event(sibling, leader)
		error = error ?: group_request(event, sibling, unit, requests,
					       &num);
	return error ?: pmon_schedule(requests, num, assignment,
					      choice);
}

/*
 * perf puts a group on the counters together or not at all. One that does not
 * even fit an empty unit would stay at zero for ever without a word.
 */
static int group_fits(struct perf_event *event)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	struct pmon_request *requests;
	unsigned int i;
	int error = 0;

	requests = kcalloc(PMON_MAX_REQUESTS, sizeof(*requests), GFP_KERNEL);
	if (!requests)
		return -ENOMEM;
	for (i = 0; i < own->num_slots && !error; i++)
		error = group_fits_unit(event, own->slots[i].unit, requests);
	kfree(requests);
	return error == -EAGAIN || error == -EBUSY ? -EINVAL : error;
}

static struct pmon_perf_event *alloc_event(struct perf_event *event,
					   struct pmon_pmu_die *pmu_die,
					   u64 unit_mask)
{
	struct pmon_perf_event *own;
	unsigned int i;

	own = kzalloc(struct_size(own, slots, pmu_die->num_units), GFP_KERNEL);
	if (!own)
		return ERR_PTR(-ENOMEM);
	own->perf = event;
	own->die = pmu_die->die;
	own->pmu_die = pmu_die;
	for (i = 0; i < pmu_die->num_units; i++) {
		struct pmon_unit *unit = pmu_die->units[i];
		struct pmon_slot *slot = &own->slots[own->num_slots];

		if (unit_mask && (unit->id >= 64 ||
				  !(unit_mask & BIT_ULL(unit->id))))
			continue;
		slot->event = own;
		slot->unit = unit;
		slot->counter = -1;
		slot->programmed = -1;
		own->num_slots++;
	}
	/* A unit that was asked for and does not exist would be missing in the sum. */
	if (unit_mask && own->num_slots != hweight64(unit_mask)) {
		kfree(own);
		return ERR_PTR(-EINVAL);
	}
	return own;
}

/* Units that an event of a type PMU is restricted to, 0 if to none. */
static u64 unit_mask(const struct pmon_pmu *pmu,
		     const u64 words[PMON_CONFIG_WORDS])
{
	const struct pmon_field *field = pmon_unit_mask_field(pmu->type);

	if (pmu->level != PMON_EVENT_TYPE)
		return 0;
	return (words[field->word] & field->mask) >> __ffs64(field->mask);
}

/* A filter that one of the units does not have would make the sum wrong. */
static bool units_have(const struct pmon_perf_event *event)
{
	unsigned int i;

	for (i = 0; i < event->num_slots; i++) {
		if (!pmon_unit_has(event->slots[i].unit, event))
			return false;
	}
	return true;
}

static bool units_answer(const struct pmon_perf_event *event)
{
	unsigned int i;

	for (i = 0; i < event->num_slots; i++) {
		if (event->slots[i].unit->gone)
			return false;
	}
	return true;
}

static bool unit_locks(const struct pmon_unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->num_counters; i++) {
		if (pmon_regspace_locks(&unit->space, unit->counters[i].offset))
			return true;
	}
	return false;
}

static bool units_lock(const struct pmon_perf_event *event)
{
	unsigned int i;

	for (i = 0; i < event->num_slots; i++) {
		if (unit_locks(event->slots[i].unit))
			return true;
	}
	return false;
}

/* What an event needs whatever it counts. */
static int check_event(struct pmon_pmu *pmu, struct perf_event *event)
{
	/* A frequency is held by changing the period, with windows of unequal length. */
	if (is_sampling_event(event) && event->attr.freq)
		return -EOPNOTSUPP;
	if (event->attach_state & PERF_ATTACH_TASK || event->cpu < 0)
		return -EINVAL;
	/* No format has bits behind config2. */
	if (pmon_newer_config(event))
		return -EINVAL;
	if (!cpu_online(event->cpu))
		return -ENODEV;
	return 0;
}

/* The leader is what says how a group is read; on a sibling alone the flag would do nothing. */
static bool snapshot_misplaced(const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader;
	const struct pmon_perf_event *own = event->pmu_private;

	if (!own->snapshot || leader == event)
		return false;
	return leader->pmu != event->pmu ||
	       !((const struct pmon_perf_event *)leader->pmu_private)->snapshot;
}

int pmon_event_init(struct perf_event *event)
{
	struct pmon_pmu *pmu = to_pmon_pmu(event->pmu);
	const u64 words[PMON_CONFIG_WORDS] = {
		event->attr.config, event->attr.config1, event->attr.config2,
	};
	struct pmon_pmu_die *pmu_die;
	struct pmon_perf_event *own;
	int owner, error;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	error = check_event(pmu, event);
	if (error)
		return error;

	/* A CPU of a die on which the PMU has no unit cannot stand for any. */
	pmu_die = pmon_pmu_die_of(pmu, event->cpu);
	if (!pmu_die)
		return -EINVAL;
	owner = READ_ONCE(pmu_die->die->owner);
	if (owner < 0)
		return -ENODEV;

	own = alloc_event(event, pmu_die, unit_mask(pmu, words));
	if (IS_ERR(own))
		return PTR_ERR(own);
	event->pmu_private = own;
	/* What the missing unit would count is missing in a sum. */
	error = units_answer(own) ? 0 : -ENODEV;
	if (!error)
		error = pmon_event_setup(pmu, words, own);
	if (!error && !units_have(own))
		error = -EOPNOTSUPP;
	if (!error && is_sampling_event(event))
		error = pmon_overflow_check(own);
	if (!error && snapshot_misplaced(event))
		error = -EINVAL;
	if (!error)
		error = group_fits(event);
	if (error) {
		event->pmu_private = NULL;
		kfree(own);
		return error;
	}

	own->no_nmi = units_lock(own);
	event->cpu = owner;
	event->hw.config = own->control;
	event->hw.idx = -1;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	pmon_set_read_scope(event);
	spin_lock(&pmu->core->events_lock);
	list_add_tail_rcu(&own->list, &pmu->core->events);
	spin_unlock(&pmu->core->events_lock);
	event->destroy = pmon_event_destroy;
	return 0;
}
