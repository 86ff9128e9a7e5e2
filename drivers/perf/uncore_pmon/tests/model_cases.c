// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fixed sequences of the random test, for faults that random ones have found. Those for fair shares
 * of the time are in model_turns.c. See model.h.
 */
#include <linux/slab.h>

#include "freeze/freeze.h"
#include "freeze/poll.h"
#include "model_cases.h"
#include "model_truth.h"

#define COUNTER0	4	/* kind of event of a plain unit, for counter 0 only */

#define STORM		16	/* polls in a row that find the package frozen */

struct model_event *model_open_event(struct model *model, unsigned int pmu,
				     unsigned int kind, u64 period)
{
	struct model_event *event = model_new_event(model, pmu, &model->kinds[kind], NULL);

	if (!event) {
		model_fail(model, "no memory");
		return NULL;
	}
	if (period)
		model_sample(event, period);
	if (!model_open(model, event)) {
		model_fail(model, "an event is refused");
		return NULL;
	}
	return event;
}

static void hand_over(struct model *model, void (*interlude)(struct model *model))
{
	model->interlude = interlude;
	model_handover(model);
	model_finish_step(model);
}

static void nothing(struct model *model)
{
}

/* Is the first event, of this PMU, being moved? Returns true only once. */
static bool is_moving(struct model *model, unsigned int pmu)
{
	if (model->blocked != &model->pmus[pmu] || model->events[0]->cpu >= 0)
		return false;
	model->interlude = nothing;
	model->disturbed = true;
	return true;
}

static bool on_the_way(struct model *model)
{
	return is_moving(model, 0);
}

/* Open an event that is off, to be switched on later. */
static struct model_event *open_off(struct model *model, unsigned int pmu, unsigned int kind,
				    u64 period)
{
	struct model_event *event = model_open_event(model, pmu, kind, period);

	if (!event)
		return NULL;
	event->off = true;
	model_perf_disable(model, event);
	return event;
}

static void switch_on(struct model *model, struct model_event *event)
{
	event->off = false;
	model_perf_enable(model, event);
}

/* An event that is disabled while others are moved does not get the missed counts later. */
static void switch_off_and_on(struct model *model)
{
	struct model_event *other = model->events[1];

	if (!on_the_way(model))
		return;
	other->off = true;
	model_perf_disable(model, other);
	model_happen(model, 1, other->kind, 100);
	other->off = false;
	model_perf_enable(model, other);
	model_happen(model, 1, other->kind, 10);
}

static void off_meanwhile(struct model *model)
{
	if (!model_open_event(model, 0, MODEL_ANY, 0) || !model_open_event(model, 1, MODEL_ANY, 0))
		return;
	hand_over(model, switch_off_and_on);
	model_perf_read(model, model->events[1], model->cpu);
}

/* A group is off with its leader, a software event. perf moves the leader, too. */
static void software_leader_off(struct model *model)
{
	struct model_event *leader = model_open_event(model, 0, MODEL_ANY, 0), *member;
	struct pmu software = {}, *own;

	if (!leader)
		return;
	member = model_new_event(model, 0, &model->kinds[MODEL_ANY + 1], leader);
	if (!member || !model_open(model, member))
		return;
	model_finish_step(model);
	leader->off = true;
	model_perf_disable(model, leader);
	model_finish_step(model);
	own = leader->perf.pmu;
	leader->perf.pmu = &software;
	hand_over(model, nothing);
	if (leader->perf.state != PERF_EVENT_STATE_OFF)
		model_fail(model, "a software event that is off has state %d after a handover",
			   leader->perf.state);
	leader->perf.pmu = own;
}

/* An event that has been moved starts to sample, freezes the package, and is closed. */
static void freeze_and_go(struct model *model)
{
	struct model_event *event = model->events[1];

	if (!is_moving(model, 1))
		return;
	switch_on(model, event);
	model_happen(model, 0, event->kind, 1000);
	model_close(model, event);
}

static void frozen_meanwhile(struct model *model)
{
	if (model_open_event(model, 1, MODEL_ANY, 0) && open_off(model, 0, MODEL_ANY, 1000))
		hand_over(model, freeze_and_go);
}

/* The same on the old owner, before PMU 1 is moved. */
static void freeze_and_stop(struct model *model)
{
	struct model_event *event = model->events[1];

	if (!on_the_way(model))
		return;
	switch_on(model, event);
	model_happen(model, 1, event->kind, 1000);
	model_check(model);
	model_poll_freezes(model);
	if (model->frozen)
		model_fail(model, "the package stays frozen while its owner changes");
	event->off = true;
	model_perf_disable(model, event);
}

static void frozen_by_the_old_owner(struct model *model)
{
	if (model_open_event(model, 0, MODEL_ANY, 0) && open_off(model, 1, MODEL_ANY, 1000))
		hand_over(model, freeze_and_stop);
}

/* A sampling event must change its counter while it is being moved. */
static void take_counter0(struct model *model)
{
	if (!on_the_way(model))
		return;
	model_happen(model, 0, model->events[0]->kind, 100);
	switch_on(model, model->events[1]);
}

static void moved_meanwhile(struct model *model)
{
	if (model_open_event(model, 0, MODEL_ANY, 1000) && open_off(model, MODEL_ALL, COUNTER0, 0))
		hand_over(model, take_counter0);
}

static void read_meanwhile(struct model *model)
{
	if (!model_poll(model))
		model_fail(model, "no counter is read while the owner changes");
}

/* No poll for freezes starts the timer on the new owner. */
static void without_globals(struct model *model)
{
	model->die->overflow.global.usable = false;
	if (model_open_event(model, 0, MODEL_ANY, 0))
		hand_over(model, read_meanwhile);
}

/* A sampling event is removed and added during a suspend, and samples again. */
static void off_and_on(struct model *model)
{
	model_perf_disable(model, model->events[0]);
	model_perf_enable(model, model->events[0]);
}

static void suspended_meanwhile(struct model *model)
{
	if (!model_open_event(model, 0, MODEL_ANY, 1000))
		return;
	model_sleep(model, 0, false, off_and_on);
	model_finish_step(model);
}

/* perf opens a pinned event on the old owner, and puts it into the error state. */
static void pinned_late(struct model *model)
{
	struct model_event *event = model_new_event(model, 0, &model->kinds[MODEL_ANY], NULL);

	if (!event)
		return;
	event->perf.attr.pinned = true;
	if (!model_open_late(model, event))
		return;
	model_finish_step(model);
	if (event->perf.state != PERF_EVENT_STATE_ACTIVE)
		model_fail(model, "a pinned event does not count on the new owner");
}

/* perf calls event_init() for a sibling while its leader is on the old owner. */
static void open_sibling(struct model *model)
{
	if (!on_the_way(model))
		return;
	model_open(model,
		   model_new_event(model, 1, &model->kinds[MODEL_ANY + 1], model->events[1]));
}

static void sibling_meanwhile(struct model *model)
{
	if (model_open_event(model, 0, MODEL_ANY, 0) && model_open_event(model, 1, MODEL_ANY, 0))
		hand_over(model, open_sibling);
}

/* The last CPU of a die goes offline: perf removes the events one by one. */
static void last_cpu(struct model *model)
{
	struct pmon_die *die = model->die;

	if (!model_open_event(model, 0, MODEL_ANY, 0) ||
	    !model_open_event(model, 1, MODEL_ANY, 1000))
		return;
	pmon_poll_cancel(die);
	die->owner = -1;
	model_close(model, model->events[0]);
	if (hrtimer_active(&die->walks.timer))
		model_fail(model, "a die without an owner has a timer");
	die->owner = model->cpu;
}

/* A timer moves from a CPU of the die to a CPU of another package. */
static void timer_elsewhere(struct model *model)
{
	struct pmon_die *die = model->die;
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 1000);
	s64 before;

	if (!event)
		return;
	before = local64_read(&event->perf.count);
	model_happen(model, 0, event->kind, 1000);
	die->owner = model_other_cpu(model->cpu);
	model_fire(model, PMON_WALK_READ);
	model_fire(model, PMON_WALK_FREEZE);
	if (local64_read(&event->perf.count) != before)
		model_fail(model, "a CPU of another package has read the counters");
	if (hrtimer_active(&die->walks.timer))
		model_fail(model, "a timer is armed on a CPU of another package");
	die->owner = model->cpu;
}

/* A unit whose counter has frozen the package disappears before the next poll. */
static void frozen_by_gone(struct model *model)
{
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 1000);

	if (!event || !model_open_event(model, 1, MODEL_ANY, 1000))
		return;
	model_happen(model, 0, event->kind, 1000);
	model->units[0].gone = true;
	model->disturbed = true;
	event->low = 0;
	model_poll_freezes(model);
	if (model->frozen)
		model_fail(model, "the package stays frozen");
	model_finish_step(model);
}

/* The message of an overflow is lost, while another unit overflows repeatedly. */
static void late_for_long(struct model *model)
{
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 1000);
	struct model_event *other = model_open_event(model, 2, MODEL_ANY, 1000);
	unsigned int i;

	if (!event || !other)
		return;
	model_happen(model, 0, event->kind, 1000);
	model->frozen = false;
	model->global_status = 0;
	model->units[0].status = 0;
	event->loose = true;
	for (i = 0; i < 100; i++) {
		if (i % 10 == 0)
			model_happen(model, 2, other->kind, 1000);
		model_poll_freezes(model);
	}
	if (event->samples != 1)
		model_fail(model, "%llu samples after 100 polls", event->samples);
	model_finish_step(model);
}

/*
 * An event with a new period may overflow with its old one, which is no foreign freeze. This ends
 * with its next overflow: a freeze after that is foreign, however soon it comes.
 */
static void foreign_after_own(struct model *model)
{
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 1000);
	u64 *count = model->die->ledger.count;

	if (!event)
		return;
	model_perf_period(model, event, 500);
	model_finish_step(model);
	model_happen(model, 0, event->kind, 500);
	model_poll_freezes(model);
	if (event->samples != 1 || count[PMON_FOREIGN])
		model_fail(model, "%llu samples, %llu freezes of others", event->samples,
			   count[PMON_FOREIGN]);
	model->global_status = BIT_ULL(model->units[2].unit->status_position);
	model->frozen = true;
	model_poll_freezes(model);
	if (!count[PMON_FOREIGN])
		model_fail(model, "somebody else's freeze is taken for one of the driver");
	count[PMON_FOREIGN] = 0;
	model_finish_step(model);
}

/* The write that ends a freeze is lost. Stopped counters show it, whatever event uses them. */
static void end_is_lost(struct model *model)
{
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 1000);
	struct model_event *plain = model_open_event(model, 2, MODEL_ANY, 0);
	unsigned int i;

	if (!event || !plain)
		return;
	model->lose_ends = 1;
	model_happen(model, 0, event->kind, 1000);
	model_poll_freezes(model);
	if (event->samples != 1 || !model->frozen)
		model_fail(model, "%llu samples, frozen %d", event->samples, model->frozen);
	for (i = 0; i < 3 && model->frozen; i++)
		model_poll(model);
	if (model->frozen)
		model_fail(model, "frozen although all counters were read three times");
	model_happen(model, 2, plain->kind, 1000);
	model_finish_step(model);

	/* The last event is closed while the package is frozen. */
	model->lose_ends = 1;
	model_happen(model, 0, event->kind, 1000);
	model_poll_freezes(model);
	model_close(model, plain);
	model_close(model, event);
	if (!model_open_event(model, 2, MODEL_ANY, 0))
		return;
	for (i = 0; i < 3 && model->frozen; i++)
		model_poll(model);
	if (model->frozen)
		model_fail(model, "frozen for all that comes later");
	model_finish_step(model);
}

static void freeze_and_release(struct model *model, u64 foreign)
{
	u64 *count = model->die->ledger.count;

	model->global_status = BIT_ULL(model->units[0].unit->status_position);
	model->frozen = true;
	pmon_freeze_release(model->die, model->cpu, true);
	if (model->frozen || count[PMON_FOREIGN] != foreign)
		model_fail(model, "frozen %d, %llu freezes of others, not %llu", model->frozen,
			   count[PMON_FOREIGN], foreign);
}

/* A package comes back. Its own events may have frozen it when its last CPU went offline. */
static void frozen_while_offline(struct model *model)
{
	unsigned long flags = pmon_die_lock(model->die);

	pmon_die_expect_freeze(model->die);
	pmon_die_unlock(model->die, flags);
	freeze_and_release(model, 0);
	freeze_and_release(model, 1);
}

/*
 * Another user has frozen the package, and the die's timer begins to end this. Returns false if one
 * slice has ended it: the driver of KUnit has long slices.
 */
static bool freeze_by_other(struct model *model)
{
	struct pmon_die *die = model->die;
	unsigned int i;

	model->global_status = BIT_ULL(model->units[0].unit->status_position) |
			       BIT_ULL(model->units[2].unit->status_position);
	model->frozen = true;
	for (i = 0; i < 20 && model->frozen && die->overflow.phase != PMON_ENDING; i++) {
		model->now += NSEC_PER_MSEC;
		model_fire(model, PMON_WALK_READ);
	}
	if (model->frozen && die->overflow.phase != PMON_ENDING)
		model_fail(model, "the timer does not find the freeze");
	return die->overflow.phase == PMON_ENDING;
}

/* An event starts to sample between two slices. The freeze lasts since the check before. */
static void samples_meanwhile(struct model *model)
{
	u64 *count = model->die->ledger.count;

	if (!model_open_event(model, 0, MODEL_ANY, 0))
		return;
	if (freeze_by_other(model)) {
		model->now += NSEC_PER_MSEC;
		if (!model_open_event(model, 1, MODEL_ANY, 1000))
			return;
		model->now += NSEC_PER_MSEC;
		model_poll_freezes(model);
	}
	if (model->frozen || count[PMON_FREEZES] != 1 || count[PMON_LAST_WAITED] > NSEC_PER_SEC)
		model_fail(model, "frozen %d, %llu freezes, the last one for up to %llu ns",
			   model->frozen, count[PMON_FREEZES], count[PMON_LAST_WAITED]);
	count[PMON_FOREIGN] = 0;
	model_finish_step(model);
}

/* The timer that polls for freezes is lost. The die's timer finds the freeze, and restarts it. */
static void timer_lost(struct model *model)
{
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 1000);

	if (!event)
		return;
	model->die->walks.due[PMON_WALK_FREEZE] = 0;
	model_happen(model, 0, event->kind, 1000);
	model_poll(model);
	model_poll_freezes(model);
	if (model->frozen || event->samples != 1)
		model_fail(model, "frozen %d, %llu samples", model->frozen, event->samples);
	model_finish_step(model);
}

/* While freezes follow each other, the die's timer need not check that each of them has ended. */
static void many_freezes(struct model *model)
{
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 1000);
	unsigned int i;

	if (!event || !model_open_event(model, 2, MODEL_ANY, 0))
		return;
	for (i = 0; i < 10; i++) {
		model->now += 20 * NSEC_PER_MSEC;
		model_happen(model, 0, event->kind, 1000);
		model_poll_freezes(model);
		model_poll(model);
		if (model->walks[PMON_WALK_READ].delay < NSEC_PER_SEC)
			model_fail(model, "counters are read after %llu ns, although freezes end",
				   model->walks[PMON_WALK_READ].delay);
	}
	model->now += 100 * NSEC_PER_MSEC;
	model_poll_freezes(model);
	if (model->walks[PMON_WALK_READ].delay > NSEC_PER_SEC)
		model_fail(model, "the end of the last freeze is checked after %llu ns",
			   model->walks[PMON_WALK_READ].delay);
	model_finish_step(model);
}

/* Overflows on all units at once: the freeze reaches each unit slightly later. */
static void overflow_all(struct model *model)
{
	unsigned int unit;

	for (unit = 0; unit < MODEL_UNITS; unit++) {
		const struct model_event *event = model->events[unit];

		model->frozen = false;
		model_happen(model, unit, event->kind,
			     model_hw_to_overflow(&model->units[unit], event->kind));
	}
}

/* Events on all units overflow at each poll. After the pause, all sample again. */
static void pause_of_all(struct model *model)
{
	u64 before[MODEL_UNITS];
	unsigned int unit, i;

	for (unit = 0; unit < MODEL_UNITS; unit++) {
		if (!model_open_event(model, unit, MODEL_ANY, 1000))
			return;
	}
	for (i = 0; i < STORM; i++) {
		overflow_all(model);
		model_poll_freezes(model);
	}
	for (i = 0; i < 2 * STORM; i++)
		model_poll_freezes(model);
	for (unit = 0; unit < MODEL_UNITS; unit++)
		before[unit] = model->events[unit]->samples;
	overflow_all(model);
	model_poll_freezes(model);
	for (unit = 0; unit < MODEL_UNITS; unit++) {
		if (model->events[unit]->samples != before[unit] + 1)
			model_fail(model, "unit %u: %llu samples after the pause", unit,
				   model->events[unit]->samples - before[unit]);
	}
}

static void overflow_on_the_way(struct model *model)
{
	struct model_event *event = model->events[0];

	if (!on_the_way(model))
		return;
	model_happen(model, 0, event->kind, 1000);
	model_poll_freezes(model);
}

/* A sample that a handover has delayed is taken before its event stops. */
static void stopped_behind_handover(struct model *model)
{
	struct model_event *event = model_open_event(model, 0, MODEL_ANY, 1000);

	if (!event)
		return;
	model->interlude = overflow_on_the_way;
	model_handover(model);
	event->off = true;
	model_perf_disable(model, event);
	if (event->samples != 1)
		model_fail(model, "%llu samples, not the one that waited", event->samples);
	model_finish_step(model);
}

/* One event before its overflow, a counter of 64 bits reads like a unit that is gone. */
static void wide_that_samples(struct model *model)
{
	struct model_event *event = model_new_event(model, 0, &model->kinds[MODEL_ANY], NULL);
	struct pmon_unit *unit = model->units[0].unit;
	unsigned int i;
	int error;

	if (!event)
		return;
	for (i = 0; i < unit->num_general; i++)
		unit->counters[i].width = 64;
	model_sample(event, 1);
	error = model_perf_check(model, event);
	if (error != -EOPNOTSUPP)
		model_fail(model, "open returns %d", error);
	if (!error)
		model_perf_free(model, event);
	kfree(event);
}

static const struct model_case cases[] = {
	{ "turns", model_turns },
	{ "turns of groups", model_turns_of_groups },
	{ "turns of a group of a unit", model_turns_of_unit_group },
	{ "turns of a group of a type", model_turns_of_type_group },
	{ "turns of groups of different sizes", model_turns_of_sizes },
	{ "turns of a group with disabled members", model_turns_of_disabled },
	{ "off while the owner changes", off_meanwhile },
	{ "a software leader is off while the owner changes", software_leader_off },
	{ "frozen while the owner changes", frozen_meanwhile },
	{ "frozen by the old owner", frozen_by_the_old_owner },
	{ "on another counter while the owner changes", moved_meanwhile },
	{ "reads while the owner of a die without global registers changes", without_globals },
	{ "off and on while the die sleeps", suspended_meanwhile },
	{ "pinned, and opened on the old owner", pinned_late },
	{ "pinned, and enabled while there is no owner", model_pinned_without_owner },
	{ "a sibling while the owner changes", sibling_meanwhile },
	{ "the last CPU goes offline", last_cpu },
	{ "a timer on a CPU of another package", timer_elsewhere },
	{ "frozen by a unit that goes away", frozen_by_gone },
	{ "late while others overflow", late_for_long },
	{ "a pause of all units", pause_of_all },
	{ "stopped right behind a handover", stopped_behind_handover },
	{ "frozen by somebody else after an overflow", foreign_after_own },
	{ "the end of a freeze is lost", end_is_lost },
	{ "an event samples while a freeze ends", samples_meanwhile },
	{ "the timer for freezes is lost", timer_lost },
	{ "freezes follow each other", many_freezes },
	{ "frozen while the package was offline", frozen_while_offline },
	{ "a snapshot of a unit that is gone", model_snapshot_of_gone },
	{ "stopped while a unit is gone", model_stopped_while_gone },
	{ "a unit returns while the package is frozen", model_return_while_frozen },
	{ "gone while the package was offline", model_gone_while_offline, .pci = true },
	{ "the value of a leader that perf removes", model_value_of_leader },
	{ "a fixed counter of a unit that is gone", model_fixed_of_gone, .pci = true },
	{ "a counter that cannot be preset", model_preset_faults },
	{ "stopped while counters do not answer", model_stopped_with_fault },
	{ "a snapshot that stops", model_snapshot_stopped },
	{ "a snapshot while the package is frozen", model_snapshot_of_frozen },
	{ "64 bits, and samples", wide_that_samples },
	{ "late after a storm", model_late_after_storm },
	{ "a new period while one is over", model_period_pending },
	{}
};

const struct model_case *model_cases(void)
{
	return cases;
}

int model_run_case(struct model *model, const struct model_case *which)
{
	int error;

	model->options.plain = true;
	model->options.pci = which->pci;
	error = model_begin(model, 1);
	if (error)
		return error;
	which->function(model);
	model_end(model);
	return 0;
}
