// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf PMUs: perf's calls, put in terms of dies, units and slots.
 */
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "compat.h"
#include "core.h"
#include "trace.h"

static struct pmon_pmu *to_pmon_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct pmon_pmu, pmu);
}

static struct pmon_perf_event *to_pmon_event(struct perf_event *event)
{
	return event->pmu_private;
}

/* The PMU's units on the die of a CPU, or NULL if it has none there. */
static struct pmon_pmu_die *pmu_die_of(struct pmon_pmu *pmu, unsigned int cpu)
{
	int die = topology_logical_die_id(cpu);

	if (die < 0 || die >= pmu->core->num_dies || !pmu->dies[die].num_units)
		return NULL;
	return &pmu->dies[die];
}

static void commit(struct pmon_pmu_die *pmu_die)
{
	unsigned int i;

	for (i = 0; i < pmu_die->num_units; i++)
		pmon_unit_commit(pmu_die->units[i]);
	pmon_die_arm(pmu_die->die);
}

static void pmon_pmu_disable(struct pmu *pmu)
{
	struct pmon_pmu_die *pmu_die =
		pmu_die_of(to_pmon_pmu(pmu), smp_processor_id());
	unsigned long flags;

	if (!pmu_die)
		return;
	raw_spin_lock_irqsave(&pmu_die->die->lock, flags);
	pmu_die->disabled++;
	raw_spin_unlock_irqrestore(&pmu_die->die->lock, flags);
}

static void pmon_pmu_enable(struct pmu *pmu)
{
	struct pmon_pmu_die *pmu_die =
		pmu_die_of(to_pmon_pmu(pmu), smp_processor_id());
	unsigned long flags;

	if (!pmu_die)
		return;
	raw_spin_lock_irqsave(&pmu_die->die->lock, flags);
	if (!--pmu_die->disabled)
		commit(pmu_die);
	raw_spin_unlock_irqrestore(&pmu_die->die->lock, flags);
}

/*
 * A transaction of perf's on this CPU. It begins and ends with IRQs off, so there is never
 * more than one, and it needs no lock.
 *
 * @flags: PERF_PMU_TXN_ADD or PERF_PMU_TXN_READ, 0 for none
 * @group: leader of a group all of whose counters were read in it
 */
struct transaction {
	unsigned int flags;
	struct perf_event *group;
};

static DEFINE_PER_CPU(struct transaction, transaction);

/* While a group is added nothing is programmed, so that its events start together. */
static void pmon_pmu_start_txn(struct pmu *pmu, unsigned int flags)
{
	this_cpu_write(transaction.flags, flags);
	this_cpu_write(transaction.group, NULL);
	if (flags & PERF_PMU_TXN_ADD)
		pmon_pmu_disable(pmu);
}

static void pmon_pmu_cancel_txn(struct pmu *pmu)
{
	unsigned int flags = this_cpu_read(transaction.flags);

	this_cpu_write(transaction.flags, 0);
	this_cpu_write(transaction.group, NULL);
	if (flags & PERF_PMU_TXN_ADD)
		pmon_pmu_enable(pmu);
}

static int pmon_pmu_commit_txn(struct pmu *pmu)
{
	/* pmu->add has refused what does not fit; nothing is left to be checked. */
	pmon_pmu_cancel_txn(pmu);
	return 0;
}

/*
 * A value for each unit, for whoever traces that. Whenever perf can have changed its idea of the
 * count, so that the units' last values always add up to it.
 */
static void trace_units(const struct pmon_perf_event *event)
{
	const struct perf_event *perf = event->perf;
	unsigned int i;

	if (!trace_unit_count_enabled())
		return;
	for (i = 0; i < event->num_slots; i++)
		trace_unit_count(&event->slots[i], perf->id, perf->attr.config);
}

static void start_locked(struct perf_event *event)
{
	pmon_event_start(to_pmon_event(event));
	event->hw.state = 0;
}

static void stop_locked(struct perf_event *event)
{
	if (event->hw.state & PERF_HES_STOPPED)
		return;
	pmon_event_stop(to_pmon_event(event));
	trace_units(to_pmon_event(event));
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

/* perf brackets its calls with pmu_disable and pmu_enable, but need not. */
static void commit_now(struct perf_event *event)
{
	struct pmon_pmu_die *pmu_die = to_pmon_event(event)->pmu_die;

	if (!pmu_die->disabled)
		commit(pmu_die);
}

static int pmon_pmu_add(struct perf_event *event, int flags)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	unsigned long irq;
	int error = 0;

	raw_spin_lock_irqsave(&own->die->lock, irq);
	if (own->parked) {
		/* Back from the old owner; the counters never stopped. */
		own->parked = false;
		event->hw.state = 0;
	} else {
		error = pmon_event_add(own);
		if (error)
			goto unlock;
		event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	}
	if (flags & PERF_EF_START)
		start_locked(event);
	else
		stop_locked(event);
	commit_now(event);
unlock:
	raw_spin_unlock_irqrestore(&own->die->lock, irq);
	return error;
}

/* A sample that is due must not get lost because its event goes. */
static void poll_sampling(struct pmon_perf_event *event)
{
	if (event->sampling && !(event->perf->hw.state & PERF_HES_STOPPED))
		pmon_overflow_poll(event->die);
}

static void pmon_pmu_del(struct perf_event *event, int flags)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	unsigned long irq;

	poll_sampling(own);
	raw_spin_lock_irqsave(&own->die->lock, irq);
	if (own->die->handover && !(event->hw.state & PERF_HES_STOPPED)) {
		own->parked = true;
		pmon_event_update(own);
	} else {
		stop_locked(event);
		pmon_event_remove(own);
		commit_now(event);
	}
	raw_spin_unlock_irqrestore(&own->die->lock, irq);
}

static void pmon_pmu_start(struct perf_event *event, int flags)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	unsigned long irq;

	raw_spin_lock_irqsave(&own->die->lock, irq);
	if (own->sampling && flags & PERF_EF_RELOAD)
		pmon_overflow_reload(own);
	start_locked(event);
	commit_now(event);
	raw_spin_unlock_irqrestore(&own->die->lock, irq);
}

static void pmon_pmu_stop(struct perf_event *event, int flags)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	unsigned long irq;

	poll_sampling(own);
	raw_spin_lock_irqsave(&own->die->lock, irq);
	stop_locked(event);
	commit_now(event);
	raw_spin_unlock_irqrestore(&own->die->lock, irq);
}

static void read_group(struct pmon_perf_event *leader)
{
	struct pmon_pmu_die *pmu_die = leader->pmu_die;
	unsigned int i;

	for (i = 0; i < pmu_die->num_units; i++)
		pmon_unit_snapshot(pmu_die->units[i], leader);
}

/*
 * perf reads a group one event after the other, the leader first, in a transaction.
 * With a snapshot the leader's turn is that of all, so that a unit is
 * frozen only while it is read itself and is never left frozen between two calls.
 */
static void pmon_pmu_read(struct perf_event *event)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	struct transaction *txn;
	unsigned long irq;

	/* A BPF program in an NMI may have interrupted whoever holds the lock: the last count, then. */
	if (!in_nmi())
		raw_spin_lock_irqsave(&own->die->lock, irq);
	else if (!raw_spin_trylock_irqsave(&own->die->lock, irq))
		return;
	txn = this_cpu_ptr(&transaction);
	if (txn->flags & PERF_PMU_TXN_READ && own->snapshot &&
	    event->group_leader == event) {
		read_group(own);
		txn->group = event;
	} else if (!txn->group || txn->group != event->group_leader) {
		pmon_event_update(own);
	}
	trace_units(own);
	raw_spin_unlock_irqrestore(&own->die->lock, irq);
}

static void pmon_event_destroy(struct perf_event *event)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	unsigned long irq;

	raw_spin_lock_irqsave(&own->die->lock, irq);
	pmon_contend_end(own);
	pmon_event_forget(own);
	raw_spin_unlock_irqrestore(&own->die->lock, irq);
	atomic_dec(&to_pmon_pmu(event->pmu)->open_events);
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

/* What an event needs whatever it counts. */
static int check_event(struct pmon_pmu *pmu, struct perf_event *event)
{
	/* A frequency is held by changing the period, with windows of unequal length. */
	if (is_sampling_event(event) && event->attr.freq)
		return -EOPNOTSUPP;
	if (event->attach_state & PERF_ATTACH_TASK || event->cpu < 0)
		return -EINVAL;
	/* No format has bits in config3. */
	if (pmon_config3(event))
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

static int pmon_event_init(struct perf_event *event)
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
	pmu_die = pmu_die_of(pmu, event->cpu);
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

	event->cpu = owner;
	event->hw.config = own->control;
	event->hw.idx = -1;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	pmon_set_read_scope(event);
	atomic_inc(&pmu->open_events);
	event->destroy = pmon_event_destroy;
	return 0;
}

void pmon_pmu_init(struct pmon_pmu *pmu)
{
	pmu->pmu = (struct pmu) {
		.module = THIS_MODULE,
		.attr_groups = pmu->groups,
		.capabilities = PERF_PMU_CAP_NO_EXCLUDE,
		/* Units belong to dies; no task has counts of its own. */
		.task_ctx_nr = perf_invalid_context,
		.pmu_enable = pmon_pmu_enable,
		.pmu_disable = pmon_pmu_disable,
		.event_init = pmon_event_init,
		.add = pmon_pmu_add,
		.del = pmon_pmu_del,
		.start = pmon_pmu_start,
		.stop = pmon_pmu_stop,
		.read = pmon_pmu_read,
		.start_txn = pmon_pmu_start_txn,
		.commit_txn = pmon_pmu_commit_txn,
		.cancel_txn = pmon_pmu_cancel_txn,
	};
}
