// SPDX-License-Identifier: GPL-2.0-only
/*
 * Callbacks of perf PMUs: translates perf's calls into operations on dies, units and slots.
 */
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/smp.h>

#include "count/die.h"
#include "count/engine.h"
#include "count/ledger.h"
#include "count/trace.h"
#include "freeze/poll.h"
#include "perf/perf.h"

static void commit(struct pmon_pmu_die *pmu_die)
{
	unsigned int i;

	for (i = 0; i < pmu_die->num_units; i++)
		pmon_unit_commit(pmu_die->units[i]);
	pmon_poll_arm(pmu_die->die, pmu_die->units, pmu_die->num_units);
}

static void pmon_pmu_disable(struct pmu *pmu)
{
	struct pmon_pmu_die *pmu_die = pmon_pmu_die_of(to_pmon_pmu(pmu), smp_processor_id());
	unsigned long flags;

	if (!pmu_die)
		return;
	flags = pmon_die_lock(pmu_die->die);
	if (!pmu_die->disabled++)
		pmu_die->brackets++;
	pmon_die_unlock(pmu_die->die, flags);
}

static void pmon_pmu_enable(struct pmu *pmu)
{
	struct pmon_pmu_die *pmu_die = pmon_pmu_die_of(to_pmon_pmu(pmu), smp_processor_id());
	unsigned long flags;

	if (!pmu_die)
		return;
	flags = pmon_die_lock(pmu_die->die);
	if (!--pmu_die->disabled)
		commit(pmu_die);
	pmon_die_unlock(pmu_die->die, flags);
}

/*
 * perf's transaction on this CPU. IRQs are off from its begin to its end, so a CPU has at most one,
 * and it needs no lock. BPF programs and perf events on tracepoints and in NMIs can read other
 * events within it.
 *
 * @flags: PERF_PMU_TXN_ADD or PERF_PMU_TXN_READ, 0 for none
 * @number: unique among the transactions of all CPUs
 */
struct transaction {
	unsigned int flags;
	u64 number;
};

static DEFINE_PER_CPU(struct transaction, transaction);

/* Programs nothing while a group is added, so that its events start together. */
static void pmon_pmu_start_txn(struct pmu *pmu, unsigned int flags)
{
	struct transaction *txn = this_cpu_ptr(&transaction);

	/* The lower 16 bits hold the CPU: x86 kernels support no more CPUs. */
	txn->number = (txn->number + BIT(16)) | smp_processor_id();
	txn->flags = flags;
	if (flags & PERF_PMU_TXN_ADD)
		pmon_pmu_disable(pmu);
}

static void pmon_pmu_cancel_txn(struct pmu *pmu)
{
	unsigned int flags = this_cpu_read(transaction.flags);

	this_cpu_write(transaction.flags, 0);
	if (flags & PERF_PMU_TXN_ADD)
		pmon_pmu_enable(pmu);
}

static int pmon_pmu_commit_txn(struct pmu *pmu)
{
	/* pmu->add has rejected events that do not fit, so this cannot fail. */
	pmon_pmu_cancel_txn(pmu);
	return 0;
}

/*
 * Trace the count of each unit. Called whenever perf's count may have changed: the last values of
 * the units always add up to it.
 */
static void trace_units(const struct pmon_perf_event *event)
{
	const struct perf_event *perf = event->perf;

	if (!trace_unit_count_enabled())
		return;
	for_each_slot(slot, event) {
		/* The commit reads and traces slots whose counter still runs. */
		if (slot->programmed.counter < 0 || pmon_slot_runs(slot))
			trace_unit_count(slot, perf->id, perf->attr.config);
	}
}

static void start_locked(struct perf_event *event)
{
	struct pmon_perf_event *own = to_pmon_event(event);

	if (pmon_preset_changed(own))
		pmon_preset_reload(own);
	pmon_event_start(own);
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

/* perf may call without pmu_disable and pmu_enable around the call. */
static void commit_now(struct perf_event *event)
{
	struct pmon_pmu_die *pmu_die = to_pmon_event(event)->pmu_die;

	if (!pmu_die->disabled)
		commit(pmu_die);
}

/* Is perf moving the PMU's events from this CPU, the old owner, to the new owner? */
static bool is_left(const struct pmon_perf_event *event)
{
	return smp_processor_id() == event->die->source && event->pmu_die->moving;
}

/* May events of the PMU count on this CPU? On the old owner they may until they are moved. */
static bool may_count_here(const struct pmon_perf_event *event)
{
	int cpu = smp_processor_id();

	return cpu == event->die->owner ||
	       (cpu == event->die->source && !event->pmu_die->moving);
}

static int add_locked(struct perf_event *event)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	int error;

	WRITE_ONCE(own->astray, false);
	if (own->state == PMON_EVENT_PARKED) {
		/* Moved from the old owner; the counters never stopped. */
		pmon_event_adopt(own);
		event->hw.state = 0;
		if (pmon_preset_changed(own))
			stop_locked(event);
		return 0;
	}
	/*
	 * The owner has changed since event_init() set the CPU. Only the owner can take samples,
	 * and this CPU may be going offline with all of its events.
	 */
	if (!may_count_here(own)) {
		WRITE_ONCE(own->astray, true);
		if (own->die->source < 0)
			pmon_defer(own->die->deferred);
		return -EAGAIN;
	}
	error = pmon_event_add(own);
	if (!error)
		event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	return error;
}

static int pmon_pmu_add(struct perf_event *event, int flags)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	unsigned long irq;
	int error;

	irq = pmon_die_lock(own->die);
	pmon_times_want(own);
	error = add_locked(event);
	if (!error) {
		if (flags & PERF_EF_START)
			start_locked(event);
		else
			stop_locked(event);
		commit_now(event);
	}
	pmon_die_unlock(own->die, irq);
	return error;
}

/*
 * A sample that is due must not be lost when its event is removed. Nor must a value be lost that a
 * sample of the current freeze contains.
 */
static void poll_sampling(struct pmon_perf_event *event)
{
	if ((event->sampling || READ_ONCE(event->die->overflow.phase) == PMON_ENDING) &&
	    !(event->perf->hw.state & PERF_HES_STOPPED))
		pmon_overflow_poll(event->die);
}

static void pmon_pmu_del(struct perf_event *event, int flags)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	unsigned long irq;

	poll_sampling(own);
	irq = pmon_die_lock(own->die);
	if (is_left(own) && own->state == PMON_EVENT_RUNNING) {
		/* Parked: its counters keep counting. */
		pmon_event_update(own);
		pmon_event_set_state(own, PMON_EVENT_PARKED);
	} else {
		stop_locked(event);
		pmon_event_remove(own);
		commit_now(event);
	}
	pmon_die_unlock(own->die, irq);
}

static void pmon_pmu_start(struct perf_event *event, int flags)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	unsigned long irq;

	irq = pmon_die_lock(own->die);
	if (own->sampling && flags & PERF_EF_RELOAD)
		pmon_preset_reload(own);
	start_locked(event);
	commit_now(event);
	pmon_die_unlock(own->die, irq);
}

static void pmon_pmu_stop(struct perf_event *event, int flags)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	unsigned long irq;

	poll_sampling(own);
	irq = pmon_die_lock(own->die);
	stop_locked(event);
	commit_now(event);
	pmon_die_unlock(own->die, irq);
}

static void read_group(struct pmon_perf_event *leader)
{
	struct pmon_pmu_die *pmu_die = leader->pmu_die;
	unsigned int i;

	for (i = 0; i < pmu_die->num_units; i++)
		pmon_unit_snapshot(pmu_die->units[i], leader);
}

/*
 * perf reads a group one event after the other in a transaction. With a snapshot, the first of
 * these reads updates all events of the group. So a unit is frozen only while its counters are
 * read, and never between two calls. Each group records the transaction in which it was read, as
 * reads of other groups can interrupt.
 */
static struct pmon_perf_event *snapshot_leader(const struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	if (!(this_cpu_read(transaction.flags) & PERF_PMU_TXN_READ) ||
	    leader->pmu != event->pmu || !to_pmon_event(leader)->snapshot)
		return NULL;
	return to_pmon_event(leader);
}

static void read_locked(struct perf_event *event)
{
	struct pmon_perf_event *leader = snapshot_leader(event);

	if (!leader) {
		pmon_event_update(to_pmon_event(event));
	} else if (leader->transaction != this_cpu_read(transaction.number)) {
		leader->transaction = this_cpu_read(transaction.number);
		read_group(leader);
	}
}

/*
 * BPF programs and perf events on tracepoints read in any context: in an NMI, and within the
 * driver's own critical sections. If the lock is not available, the last count is used. The same
 * holds in an NMI if register accesses take a lock of the PCI core: the NMI may have interrupted
 * its holder.
 */
static void pmon_pmu_read(struct perf_event *event)
{
	struct pmon_perf_event *own = to_pmon_event(event);
	unsigned long irq;

	if (own->no_nmi && in_nmi())
		return;
	if (!pmon_die_try_lock(own->die, &irq))
		return;
	read_locked(event);
	pmon_die_unlock(own->die, irq);
	/* Not under the lock, so that BPF programs on the tracepoint can read counts. */
	trace_units(own);
}

void pmon_pmu_init(struct pmon_pmu *pmu)
{
	pmu->pmu = (struct pmu) {
		.module = THIS_MODULE,
		.attr_groups = pmu->groups,
		.capabilities = PERF_PMU_CAP_NO_EXCLUDE,
		/* Units belong to dies and cannot count for a task. */
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
