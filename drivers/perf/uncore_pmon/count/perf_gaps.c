// SPDX-License-Identifier: GPL-2.0-only
/*
 * What perf's core lacks for modules. See perf_gaps.h.
 */
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/smp.h>
#include <linux/trace_events.h>
#include <asm/irq_regs.h>

#include "compat.h"
#include "count/perf_gaps.h"

void pmon_set_read_scope(struct perf_event *event)
{
	if (pmon_dies_of_package() == 1 && !is_sampling_event(event))
		event->event_caps |= PERF_EV_CAP_READ_ACTIVE_PKG;
}

/*
 * Call perf_tp_event() with a list that contains this event. It uses the number of events as the
 * sample's period and, if the sample has a period, adds it to the count. So subtract it first. perf
 * adds without a lock and not atomically, so there must be no other writer: only the owner CPU
 * reads a sampling event (pmon_set_read_scope()), and IRQs are off. An NMI that reads the count in
 * between finds one period too little.
 *
 * PERF_SAMPLE_READ has perf call pmon_pmu_read() for other events of the group.
 */
void pmon_emit_sample(struct perf_event *event, u64 period)
{
	/* This size needs no padding in PERF_SAMPLE_RAW. Starts with a struct trace_entry. */
	u32 record[3] = {};
	struct hlist_head list = {};
	struct pt_regs *regs = get_irq_regs();
	struct pt_regs here = {};
	int recursion = perf_swevent_get_recursion_context();

	BUILD_BUG_ON(sizeof(record) < sizeof(struct trace_entry));
	if (recursion < 0)
		return;
	if (!regs) {
		perf_fetch_caller_regs(&here);
		regs = &here;
	}
	if (event->attr.sample_type & PERF_SAMPLE_PERIOD)
		local64_sub(period, &event->count);
	else
		period = 0;
	/* perf counts up to 0, and may leave the next period in it. */
	local64_set(&event->hw.period_left, 0);

	hlist_add_head(&event->hlist_entry, &list);
	perf_tp_event(0, period, record, sizeof(record), regs, &list, recursion, NULL);
	hlist_del_init(&event->hlist_entry);

	/* For pmon_preset_changed(), 0 means that the period was changed. */
	local64_set(&event->hw.period_left, 1);
}

bool pmon_event_is_attached(const struct perf_event *event)
{
	return READ_ONCE(event->attach_state) & PERF_ATTACH_CONTEXT;
}

bool pmon_event_is_detached(const struct perf_event *event)
{
	struct perf_event_context *context = READ_ONCE(event->ctx);
	bool detached;

	if (!context || pmon_event_is_attached(event))
		return false;
	/* perf opens an event under the mutex: sets the context, and attaches it. */
	mutex_lock(&context->mutex);
	detached = !pmon_event_is_attached(event);
	mutex_unlock(&context->mutex);
	return detached;
}

static bool swap_state(struct perf_event *event, enum perf_event_state from,
		       enum perf_event_state to)
{
	return cmpxchg(&event->state, from, to) == from;
}

/*
 * perf enables an event in two steps under the context's mutex, the second on the event's CPU. An
 * event that is hidden between the two would stay off, so this takes the mutex. It also keeps the
 * event in its group, and the leader from being freed.
 */
static u8 swap_states(struct perf_event *event, u8 which, enum perf_event_state from,
		      enum perf_event_state to)
{
	struct perf_event *leader;
	u8 swapped = 0;

	mutex_lock(&event->ctx->mutex);
	leader = event->group_leader;
	if (which & PMON_HIDDEN && swap_state(event, from, to))
		swapped |= PMON_HIDDEN;
	if (which & PMON_HIDDEN_LEADER && event->attach_state & PERF_ATTACH_GROUP &&
	    leader->pmu != event->pmu && swap_state(leader, from, to))
		swapped |= PMON_HIDDEN_LEADER;
	mutex_unlock(&event->ctx->mutex);
	return swapped;
}

u8 pmon_hide_disabled(struct perf_event *event)
{
	return swap_states(event, PMON_HIDDEN | PMON_HIDDEN_LEADER, PERF_EVENT_STATE_OFF,
			   PERF_EVENT_STATE_ERROR);
}

void pmon_show_disabled(struct perf_event *event, u8 hidden)
{
	swap_states(event, hidden, PERF_EVENT_STATE_ERROR, PERF_EVENT_STATE_OFF);
}

/*
 * PERF_EV_CAP_SIBLING keeps the event in error: one with this flag cannot leave that state without
 * its group.
 */
bool pmon_end_event(struct perf_event *event)
{
	enum perf_event_state state = READ_ONCE(event->state);

	event->event_caps |= PERF_EV_CAP_SIBLING;
	return state > PERF_EVENT_STATE_ERROR &&
	       cmpxchg(&event->state, state, PERF_EVENT_STATE_ERROR) == state;
}

void pmon_reject_opening(struct perf_event *event)
{
	WRITE_ONCE(event->cpu, cpumask_any_but(cpu_possible_mask, event->group_leader->cpu));
}

void pmon_force_rotation(struct perf_event *event)
{
	typeof(pmon_cpu_context(event->pmu, 0)) context =
		pmon_cpu_context(event->pmu, smp_processor_id());
	unsigned long flags;

	WRITE_ONCE(pmon_rotate_necessary(event), 1);

	raw_spin_lock_irqsave(&context->hrtimer_lock, flags);
	if (!context->hrtimer_active) {
		context->hrtimer_active = 1;
		hrtimer_forward_now(&context->hrtimer, context->hrtimer_interval);
		hrtimer_start_expires(&context->hrtimer, HRTIMER_MODE_ABS_PINNED_HARD);
	}
	raw_spin_unlock_irqrestore(&context->hrtimer_lock, flags);
}

void pmon_end_rotation_on(struct pmu *pmu, unsigned int cpu)
{
	typeof(pmon_cpu_context(pmu, 0)) context = pmon_cpu_context(pmu, cpu);
	unsigned long flags;

	hrtimer_cancel(&context->hrtimer);
	raw_spin_lock_irqsave(&context->hrtimer_lock, flags);
	context->hrtimer_active = 0;
	raw_spin_unlock_irqrestore(&context->hrtimer_lock, flags);
}

void pmon_end_rotation(struct pmu *pmu)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		pmon_end_rotation_on(pmu, cpu);
}
