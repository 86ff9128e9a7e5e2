// SPDX-License-Identifier: GPL-2.0-only
/*
 * Creates and destroys events. Rejects events that the hardware cannot count.
 */
#include <linux/bitfield.h>
#include <linux/cpumask.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/topology.h>

#include "compat.h"
#include "core.h"
#include "count/die.h"
#include "count/engine.h"
#include "count/perf_gaps.h"
#include "count/trace.h"
#include "freeze/poll.h"
#include "perf/perf.h"

struct pmon_pmu_die *pmon_pmu_die_of(struct pmon_pmu *pmu, unsigned int cpu)
{
	int die = topology_logical_die_id(cpu);

	if (die < 0 || die >= pmu->core->num_dies || !pmu->dies[die].num_units)
		return NULL;
	return &pmu->dies[die];
}

static void link_event(struct pmon_core *core, struct pmon_perf_event *event)
{
	lockdep_assert_held(&core->events_lock);
	list_add_tail_rcu(&event->list, &core->events);
	hash_add_rcu(core->events_by_id, &event->by_id, event->id);
}

static void unlink_event(struct pmon_core *core, struct pmon_perf_event *event)
{
	lockdep_assert_held(&core->events_lock);
	list_del_rcu(&event->list);
	hash_del_rcu(&event->by_id);
}

static void index_add(struct pmon_core *core, struct pmon_perf_event *event)
{
	event->id = event->perf->id;
	spin_lock(&core->events_lock);
	link_event(core, event);
	spin_unlock(&core->events_lock);
}

/* The event must not be freed before the end of an RCU grace period. */
static void index_remove(struct pmon_core *core, struct pmon_perf_event *event)
{
	lockdep_assert_held(&core->lock);
	spin_lock(&core->events_lock);
	unlink_event(core, event);
	spin_unlock(&core->events_lock);
}

struct pmon_perf_event *pmon_index_find(struct pmon_core *core, u64 id)
{
	struct pmon_perf_event *event;

	RCU_LOCKDEP_WARN(!rcu_read_lock_held(), "uncore_pmon: an event is looked up unprotected");
	hash_for_each_possible_rcu(core->events_by_id, event, by_id, id) {
		if (event->id == id)
			return event;
	}
	return NULL;
}

/*
 * perf has removed the event from its CPU. A handover that parked the event holds the core's lock
 * until it has dropped it.
 */
static void pmon_event_destroy(struct perf_event *event)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	struct pmon_core *core = to_pmon_pmu(event->pmu)->core;
	unsigned long irq;

	mutex_lock(&core->lock);
	index_remove(core, own);

	irq = pmon_die_lock(own->die);
	pmon_contend_end(own);
	pmon_event_forget(own);
	pmon_die_unlock(own->die, irq);
	mutex_unlock(&core->lock);
	kfree_rcu(own, rcu);
}

static int group_fits_unit(const struct pmon_perf_event *event, const struct pmon_unit *unit,
			   struct pmon_request *requests)
{
	s8 assignment[PMON_MAX_REQUESTS], choice[PMON_MAX_REQUESTS];
	unsigned int num = 0;

	/* A leader is in no context yet. */
	if (event->perf->group_leader != event->perf)
		num = pmon_group_requests(unit, event, true, requests, 0);
	if (num == PMON_MAX_REQUESTS)
		return -EINVAL;
	requests[num++] = pmon_unit_request(unit, event);
	return pmon_schedule(requests, num, assignment, choice);
}

static int refuse_group(const struct perf_event *event, const struct pmon_unit *unit, int error,
			struct pmon_refusal *why)
{
	if (event->group_leader == event)
		return pmon_refuse(why, -EINVAL, "unit %u has no counter for this event", unit->id);
	if (error == -EBUSY)
		return pmon_refuse(why, -EINVAL,
				   "events of the group need different values of a register of unit %u, or mix mesh stop and box events",
				   unit->id);
	return pmon_refuse(why, -EINVAL,
			   "the events of the group need more counters than unit %u has for them",
			   unit->id);
}

/*
 * perf schedules a group as a whole. A group that does not fit an empty unit would stay at zero
 * without a notice.
 */
static int group_fits(struct perf_event *event, struct pmon_refusal *why)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	struct pmon_request *requests;
	unsigned int i;
	int error = 0;

	requests = kcalloc(PMON_MAX_REQUESTS, sizeof(*requests), GFP_KERNEL);
	if (!requests)
		return pmon_refuse(why, -ENOMEM, "out of memory");
	for (i = 0; i < own->num_slots && !error; i++) {
		const struct pmon_unit *unit = own->slots[i].unit;

		error = group_fits_unit(own, unit, requests);
		if (error)
			error = refuse_group(event, unit, error, why);
	}
	kfree(requests);
	return error;
}

/* Do the events with slots on a unit fit it? */
static int events_fit_unit(struct pmon_perf_event *const *events, unsigned int num,
			   const struct pmon_unit *unit, struct pmon_request *requests)
{
	s8 assignment[PMON_MAX_REQUESTS], choice[PMON_MAX_REQUESTS];
	unsigned int used = 0, i;

	for (i = 0; i < num; i++) {
		if (pmon_event_slot(events[i], unit))
			requests[used++] = pmon_unit_request(unit, events[i]);
	}
	return pmon_schedule(requests, used, assignment, choice);
}

/* Does the last event fit, beside the others? */
static int last_event_fits(struct pmon_perf_event *const *events, unsigned int num,
			   struct pmon_request *requests)
{
	const struct pmon_perf_event *last = events[num - 1];
	int error;

	for_each_slot(slot, last) {
		const struct pmon_unit *unit = slot->unit;

		if (events_fit_unit(&events[num - 1], 1, unit, requests))
			return -EINVAL;
		error = events_fit_unit(events, num, unit, requests);
		if (error)
			return error == -EBUSY ? -EBUSY : -EAGAIN;
	}
	return 0;
}

int pmon_events_fit(struct pmon_perf_event *const *events, unsigned int num)
{
	struct pmon_request *requests;
	unsigned int i;
	int error = 0;

	requests = kcalloc(PMON_MAX_REQUESTS, sizeof(*requests), GFP_KERNEL);
	if (!requests)
		return -ENOMEM;
	for (i = 0; i < num && !error; i++)
		error = last_event_fits(events, i + 1, requests);
	kfree(requests);
	return error;
}

/*
 * Units that an event of a type PMU is restricted to, a bit for each id. Without any bit, the event
 * counts on all units. Units with higher ids cannot be chosen.
 *
 * @node: only units of this node, see &pmon_unit_desc.node; 0: of all
 */
struct unit_mask {
	u64 words[PMON_UNIT_MASK_WORDS];
	unsigned int node;
};

static bool is_restricted(const struct unit_mask *mask)
{
	return mask->words[0] || mask->words[1];
}

/* Is the unit chosen? If so, removes it from @missing. */
static bool choose_unit(const struct unit_mask *mask, struct unit_mask *missing, unsigned int id)
{
	unsigned int word = id / 64;

	if (!is_restricted(mask))
		return true;
	if (word >= PMON_UNIT_MASK_WORDS || !(mask->words[word] & BIT_ULL(id % 64)))
		return false;
	missing->words[word] &= ~BIT_ULL(id % 64);
	return true;
}

/* The sum would lack the requested units that do not exist. */
static int refuse_missing(const struct unit_mask *missing, struct pmon_refusal *why)
{
	unsigned int word = missing->words[0] ? 0 : 1;

	return pmon_refuse(why, -EINVAL, "%s has bits of units that the die does not have: 0x%llx",
			   word ? pmon_high_unit_mask_field.name : "unit_mask",
			   missing->words[word]);
}

static struct pmon_perf_event *
alloc_event(struct pmon_pmu_die *pmu_die, const struct unit_mask *mask, struct pmon_refusal *why)
{
	struct unit_mask missing = *mask;
	struct pmon_perf_event *own;
	unsigned int i;

	own = kzalloc(struct_size(own, slots, pmu_die->num_units), GFP_KERNEL);
	if (!own)
		return ERR_PTR(pmon_refuse(why, -ENOMEM, "out of memory"));
	own->die = pmu_die->die;
	own->pmu_die = pmu_die;
	for (i = 0; i < pmu_die->num_units; i++) {
		struct pmon_unit *unit = pmu_die->units[i];
		struct pmon_slot *slot = &own->slots[own->num_slots];

		if (!choose_unit(mask, &missing, unit->id) ||
		    (mask->node && unit->desc->node != mask->node))
			continue;
		slot->event = own;
		slot->unit = unit;
		slot->assigned.counter = -1;
		slot->programmed.counter = -1;
		own->num_slots++;
	}
	if (is_restricted(&missing)) {
		kfree(own);
		return ERR_PTR(refuse_missing(&missing, why));
	}
	if (mask->node && !own->num_slots) {
		kfree(own);
		return ERR_PTR(pmon_refuse(why, -EINVAL,
			"no unit of the die is known to be in this node, see the files node"));
	}
	return own;
}

static void get_unit_mask(const struct pmon_pmu *pmu, const u64 words[PMON_CONFIG_WORDS],
			  struct unit_mask *mask)
{
	const struct pmon_field *field = pmon_unit_mask_field(pmu->type);

	memset(mask, 0, sizeof(*mask));
	if (pmu->level != PMON_EVENT_TYPE)
		return;
	mask->words[0] = (words[field->word] & field->mask) >> __ffs64(field->mask);
	if (pmu->high_unit_mask)
		mask->words[1] = words[pmon_high_unit_mask_field.word];
	/* No unit has the value of both formats together. */
	if (pmu->has_nodes)
		mask->node = FIELD_GET(PMON_NODE | PMON_NODE_0, words[1]);
}

/* The sum would be wrong if one of the units lacked a filter. */
static bool units_have(const struct pmon_perf_event *event)
{
	for_each_slot(slot, event) {
		if (!pmon_unit_has(slot->unit, event))
			return false;
	}
	return true;
}

static bool units_lock(const struct pmon_perf_event *event)
{
	unsigned int i;

	for_each_slot(slot, event) {
		for (i = 0; i < slot->unit->num_counters; i++) {
			if (pmon_regspace_locks(&slot->unit->space, slot->unit->counters[i].offset))
				return true;
		}
	}
	return false;
}

/* Requirements of all events. */
static int check_event(struct perf_event *event, struct pmon_refusal *why)
{
	/* perf keeps a frequency by changing the period. Windows would differ in length. */
	if (is_sampling_event(event) && event->attr.freq)
		return pmon_refuse(why, -EOPNOTSUPP,
				   "sampling by frequency: windows need a fixed period");
	/* As perf's software PMUs do, and CPU PMUs for a precision that they do not have. */
	if (event->attr.precise_ip || event->attr.sample_type & PERF_SAMPLE_BRANCH_STACK)
		return pmon_refuse(why, -EOPNOTSUPP,
				   "units are outside the CPUs: they have no precise IP and no branch stack");
	if (event->attach_state & PERF_ATTACH_TASK || event->cpu < 0)
		return pmon_refuse(why, -EINVAL,
				   "units count for a die, not for a task: open the event on a CPU");
	if (pmon_newer_config(event))
		return pmon_refuse(why, -EINVAL, "no format has bits of config4");
	if (!cpu_online(event->cpu))
		return pmon_refuse(why, -ENODEV, "CPU %d is offline", event->cpu);
	return 0;
}

/* The leader's flag decides how perf reads a group. On a sibling alone the flag has no effect. */
static bool in_snapshot(const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader;

	return leader->pmu == event->pmu &&
	       ((const struct pmon_perf_event *)leader->pmu_private)->snapshot;
}

static void retry_here(void *data)
{
	struct pmon_unit *unit = data;
	unsigned long flags;

	flags = pmon_die_lock(unit->die);
	pmon_unit_retry(unit);
	pmon_die_unlock(unit->die, flags);
}

/* Does any unit answer? Units that did not when they were last accessed may do so again. */
static bool any_answers(const struct pmon_perf_event *event)
{
	bool any = false;

	for_each_slot(slot, event) {
		struct pmon_unit *unit = slot->unit;

		if (READ_ONCE(unit->gone))
			smp_call_function_single(READ_ONCE(unit->die->owner), retry_here, unit, 1);
		any |= !READ_ONCE(unit->gone);
	}
	return any;
}

/* Requirements of the event's configuration. */
static int check_config(const struct pmon_pmu *pmu, const u64 words[PMON_CONFIG_WORDS],
			struct pmon_perf_event *own, struct pmon_refusal *why)
{
	int error;

	/* Otherwise it counts on the units that answer; see gone_show(). */
	if (!any_answers(own))
		return pmon_refuse(why, -ENODEV,
				   "unit %u of die %d no longer answers, and the event has no other unit",
				   own->slots[0].unit->id, own->die->die);
	error = pmon_event_setup(pmu, words, own, why);
	if (error)
		return error;
	if (!units_have(own))
		return pmon_refuse(why, -EOPNOTSUPP,
				   "the event filters by a register in a PCI function that does not exist");
	return 0;
}

struct pmon_perf_event *pmon_event_plan(const struct pmon_pmu *pmu, struct pmon_pmu_die *pmu_die,
					const u64 words[PMON_CONFIG_WORDS],
					struct pmon_refusal *why)
{
	struct pmon_perf_event *own;
	struct unit_mask mask;
	int error;

	get_unit_mask(pmu, words, &mask);
	own = alloc_event(pmu_die, &mask, why);
	if (IS_ERR(own))
		return own;
	error = check_config(pmu, words, own, why);
	if (!error)
		return own;
	kfree(own);
	return ERR_PTR(error);
}

/*
 * Is the event on another PMU or die than its group, or the group's software leader on another CPU
 * than the owner? perf rejects it afterwards, without a reason.
 */
static bool is_elsewhere(const struct perf_event *event, struct perf_event *leader, int owner)
{
	if (leader->pmu == event->pmu)
		return to_pmon_event(leader)->die != to_pmon_event(event)->die;
	return !is_software_event(leader) || leader->cpu != owner;
}

/* Requirements of sampling, and of the event's group. */
static int check_use(struct perf_event *event, int owner, struct pmon_refusal *why)
{
	struct pmon_perf_event *own = to_pmon_event(event);

	/*
	 * Otherwise perf rejects it afterwards, without a reason. It does so with exclude_guest,
	 * which older perf tools set until the kernel has rejected it.
	 */
	if (event->attr.exclude_user || event->attr.exclude_kernel || event->attr.exclude_hv ||
	    event->attr.exclude_idle || event->attr.exclude_host)
		return pmon_refuse(why, -EINVAL,
				   "units count all modes, hosts and guests together: exclude nothing");
	if (is_elsewhere(event, event->group_leader, owner))
		return pmon_refuse(why, -EINVAL,
				   "a group is of one PMU and die; if a software event leads it, on the CPU in cpumask");
	if (is_sampling_event(event) && own->die->overflow.global.untried)
		return pmon_refuse(why, -EOPNOTSUPP,
				   "freeze on overflow is untested on this processor; the module parameter sample_untried=1 allows sampling");
	if (is_sampling_event(event) && pmon_overflow_check(own))
		return pmon_refuse(why, -EOPNOTSUPP, own->extra >= 0 ?
				   "fixed and free-running counters cannot freeze on overflow" :
				   "a unit that sends no overflow message cannot freeze on overflow");
	if (pmon_leader_has_ended(event))
		return pmon_refuse(why, -ENODEV, "the group has ended, as its CPU went offline");
	if (own->snapshot && !in_snapshot(event))
		return pmon_refuse(why, -EINVAL,
				   "snapshot is set on a group member but not on its leader");
	own->snapshot = in_snapshot(event);
	return group_fits(event, why);
}

static int init_event(struct perf_event *event, struct pmon_refusal *why)
{
	struct pmon_pmu *pmu = to_pmon_pmu(event->pmu);
	const u64 words[PMON_CONFIG_WORDS] = {
		event->attr.config, event->attr.config1, event->attr.config2,
		pmon_config3(&event->attr),
	};
	const struct perf_event *leader = event->group_leader;
	struct pmon_pmu_die *pmu_die;
	struct pmon_perf_event *own;
	int owner, error;

	error = check_event(event, why);
	if (error)
		return error;

	/* The PMU may have no unit on the die of this CPU. */
	pmu_die = pmon_pmu_die_of(pmu, event->cpu);
	if (!pmu_die)
		return pmon_refuse(why, -EINVAL, "the die of CPU %d has no such unit", event->cpu);
	/* While a new die has no owner, its units are still being added to the PMU. */
	owner = smp_load_acquire(&pmu_die->die->owner);
	/*
	 * A handover moves one PMU after the other. On the new owner, perf gives a counter to a new
	 * event before those that are still to be moved, and ends a pinned one that finds none. So
	 * wait for the end. A sibling follows its leader, whose context is locked here.
	 */
	if (READ_ONCE(pmu_die->die->source) >= 0 && leader == event) {
		mutex_lock(&pmu->core->lock);
		owner = pmu_die->die->owner;
		mutex_unlock(&pmu->core->lock);
	}
	if (owner < 0)
		return pmon_refuse(why, -ENODEV, "the die of CPU %d has no owner CPU", event->cpu);

	own = pmon_event_plan(pmu, pmu_die, words, why);
	if (IS_ERR(own))
		return PTR_ERR(own);
	own->perf = event;
	event->pmu_private = own;
	error = check_use(event, owner, why);
	if (error) {
		event->pmu_private = NULL;
		kfree(own);
		return error;
	}

	own->no_nmi = units_lock(own);
	/*
	 * A sibling must be on the CPU of its leader. This CPU is not the owner while the leader
	 * waits to be moved there. perf holds the mutex of the leader's context.
	 */
	event->cpu = leader != event && leader->pmu == event->pmu ? leader->cpu : owner;
	event->hw.config = own->control;
	event->hw.idx = -1;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	pmon_set_read_scope(event);
	index_add(pmu->core, own);
	pmon_reject_orphan(event);
	event->destroy = pmon_event_destroy;
	return 0;
}

int pmon_event_init(struct perf_event *event)
{
	struct pmon_refusal why = {};
	int error;

	/* perf offers an event of a dynamic type to all PMUs. */
	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	error = init_event(event, &why);
	if (error)
		trace_refused(event, error, why.reason);
	return error;
}
