// SPDX-License-Identifier: GPL-2.0-only
/*
 * Paths through the driver, with an action at each register access. See model_access.h.
 */
#include "freeze/poll.h"
#include "freeze/suspend.h"
#include "model_access.h"

#define STORM		16	/* polls in a row that find the package frozen */
#define LATE		64	/* polls after which all counters were checked */

/* --- an event starts and stops ---------------------------------------------------------- */

static void open_one(struct access_run *run)
{
	access_open(run, 0, ANY + 2, 0);
}

static void open_on_all(struct access_run *run)
{
	access_open(run, ALL, ANY + 2, 0);
}

static void open_sampling(struct access_run *run)
{
	access_open(run, 0, ANY + 2, PERIOD);
}

/* The plain event has counter 0. */
static void open_for_counter0(struct access_run *run)
{
	access_open(run, 0, COUNTER0, 0);
}

/* Then the sampling event has counter 1. */
static void open_for_counter1(struct access_run *run)
{
	access_open(run, 0, COUNTER01, 0);
}

static void close_one(struct access_run *run)
{
	struct model_event *event = access_event(run, MINE);

	if (event)
		model_close(&run->model, event);
}

/* A sample that is due is taken before its event stops. */
static void stop_when_due(struct access_run *run)
{
	struct model_event *event = access_event(run, MINE);
	const struct model_unit *unit = &run->model.units[0];

	access_happen(run, 0, event->kind, model_hw_to_overflow(unit, event->kind));
	event->off = true;
	model_perf_disable(&run->model, event);
	if (!event->samples && !unit->gone)
		model_fail(&run->model, "the sample that was due is lost");
}

static void stop_and_start(struct access_run *run)
{
	struct model_event *event = access_event(run, MINE);

	if (!event)
		return;
	model_perf_toggle(&run->model, event);
	model_perf_toggle(&run->model, event);
}

static void change_period(struct access_run *run)
{
	struct model_event *event = access_event(run, MINE);

	if (event)
		model_perf_period(&run->model, event, PERIOD / 2);
}

/* --- groups ----------------------------------------------------------------------------- */

static void open_group(struct access_run *run, unsigned int pmu, bool off, bool snapshot)
{
	struct model *model = &run->model;
	struct model_event *leader = model_new_event(model, pmu, &model->kinds[ANY + 2], NULL);
	struct model_event *sibling;

	if (!leader)
		return;
	leader->off = off;
	leader->perf.attr.read_format = PERF_FORMAT_GROUP;
	leader->perf.attr.config1 |= snapshot ? PMON_SNAPSHOT : 0;
	if (!model_open(model, leader))
		return;
	sibling = model_new_event(model, pmu, &model->kinds[ANY + 3], leader);
	if (sibling)
		model_open(model, sibling);
}

static void group_off(struct access_run *run)
{
	open_group(run, 0, true, false);
}

static void group_on(struct access_run *run)
{
	open_group(run, 0, false, false);
}

static void group_on_all(struct access_run *run)
{
	open_group(run, ALL, false, false);
}

static void group_with_snapshot(struct access_run *run)
{
	open_group(run, ALL, false, true);
}

/* The events of a group start together, so their counts are equal. */
static void start_group(struct access_run *run)
{
	struct model_event *leader = access_event(run, MINE);
	const struct model_event *sibling = access_event(run, MINE + 1);

	leader->off = false;
	model_perf_enable(&run->model, leader);
	run->walking = false;
	model_perf_read(&run->model, leader, leader->cpu);
	if (!run->model.units[0].gone && model_count(leader) != model_count(sibling))
		model_fail(&run->model, "the group has not started together: %llu, %llu",
			   model_count(leader), model_count(sibling));
}

static void stop_group(struct access_run *run)
{
	struct model_event *leader = access_event(run, MINE);

	leader->off = true;
	model_perf_disable(&run->model, leader);
}

/* --- turns ------------------------------------------------------------------------------ */

/* Two counters are free. */
static void four_events(struct access_run *run)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		access_open(run, 0, ANY + 2 + i, 0);
}

static void four_that_sample(struct access_run *run)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		access_open(run, 0, ANY + 2 + i, PERIOD);
}

static void two_that_sample(struct access_run *run)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		access_open(run, 0, ANY + 2 + i, i < 2 ? PERIOD : 0);
}

static void two_groups(struct access_run *run)
{
	open_group(run, 0, false, false);
	open_group(run, 0, false, false);
}

static void two_fixed(struct access_run *run)
{
	access_open(run, 0, FIXED, 0);
	access_open(run, 0, FIXED, 0);
}

static void turn(struct access_run *run)
{
	struct model_event *event = access_event(run, MINE);

	if (event)
		model_perf_rotate(&run->model, event);
}

/* The sum of two events that take turns on a counter is not above the events of the counter. */
static void check_fixed(struct access_run *run)
{
	const struct model_event *others = access_event(run, 2);
	u64 sum = 0;
	unsigned int i;

	for (i = MINE; i < MINE + 2; i++)
		sum += access_event(run, i) ? model_count(access_event(run, i)) : 0;
	if (sum + run->sure[2][1] + run->maybe[2][1] > run->total[FIXED])
		model_fail(&run->model, "fixed events have %llu and %llu, of %llu", sum,
			   model_count(others), run->total[FIXED]);
}

static void turn_fixed(struct access_run *run)
{
	turn(run);
	access_happen(run, 0, &run->model.kinds[FIXED], 50);
	turn(run);
	check_fixed(run);
}

/* --- reads and the timer that reads ----------------------------------------------------- */

static void read_one(struct access_run *run)
{
	struct model_event *event = access_event(run, 0);

	model_perf_read(&run->model, event, event->cpu);
}

static void read_group(struct access_run *run)
{
	struct model_event *leader = access_event(run, MINE);

	model_perf_read(&run->model, leader, leader->cpu);
}

static void poll_counters(struct access_run *run)
{
	model_poll(&run->model);
}

/* --- freezes ---------------------------------------------------------------------------- */

static void freeze(struct access_run *run)
{
	access_overflow(run, 0);
}

/* The freeze reaches another unit slightly later. */
static void freeze_two(struct access_run *run)
{
	access_overflow(run, 0);
	run->model.frozen = false;
	access_overflow(run, 2);
}

/* A status bit shows an overflow, but the package was unfrozen. */
static void status_without_freeze(struct access_run *run)
{
	access_overflow(run, 0);
	run->model.frozen = false;
	access_event(run, 1)->loose = true;
}

static void poll_once(struct access_run *run)
{
	model_poll_freezes(&run->model);
}

static void nearly_check_counters(struct access_run *run)
{
	unsigned int i;

	for (i = 0; i < LATE - 1; i++)
		poll_once(run);
}

/* The message was lost: there is no freeze and no status. */
static void lose_message(struct access_run *run)
{
	nearly_check_counters(run);
	freeze(run);
	run->model.frozen = false;
	run->model.global_status = 0;
	run->model.units[0].status = 0;
	run->silent = true;
	access_event(run, 1)->loose = true;
}

/* The search of the counters finds the overflow of a lost message. */
static void poll_for_lost(struct access_run *run)
{
	const u64 *count = run->model.die->ledger.count;
	unsigned int i;

	poll_once(run);
	run->walking = false;
	for (i = 0; i < LATE; i++)
		poll_once(run);
	/* It may also be found by a freeze of another unit. */
	if (!count[PMON_LATE] && !count[PMON_FREEZES] && !run->model.units[0].gone)
		model_fail(&run->model, "an overflow whose message was lost is not counted");
}

static void begin_storm(struct access_run *run)
{
	unsigned int i;

	for (i = 0; i < STORM - 1; i++) {
		freeze(run);
		poll_once(run);
	}
	freeze(run);
}

/* In the pause after a storm, the unit does not freeze the package. */
static void storm(struct access_run *run)
{
	poll_once(run);
	run->walking = false;
	if (run->model.die->ledger.count[PMON_STORMS] && access_overflow(run, 0))
		model_fail(&run->model, "an event samples in a pause");
}

static void nearly_end_pause(struct access_run *run)
{
	unsigned int i;

	begin_storm(run);
	for (i = 0; i < STORM - 1; i++)
		poll_once(run);
}

/* Until the end of the pause, so that events sample again. */
static void end_pause(struct access_run *run)
{
	unsigned int i;

	/* A freeze that starts now ends with the driver's own, and is not accounted. */
	run->unaccounted = true;
	poll_once(run);
	run->walking = false;
	for (i = 0; i < STORM; i++)
		poll_once(run);
}

/* --- the owner changes ------------------------------------------------------------------ */

static void some_more(struct access_run *run)
{
	group_on(run);
	access_open(run, 2, ANY + 4, PERIOD);
	access_open(run, 2, FIXED, 0);
}

static void interlude(struct model *model)
{
	struct access_run *run = container_of(model, struct access_run, model);

	if (model->frozen && !model_walk_is_set(model, PMON_WALK_FREEZE))
		model_fail(model, "frozen between two CPUs, and no poll follows");
	access_happen(run, 0, &model->kinds[ANY], 3);
	access_happen(run, 1, &model->kinds[ANY + 1], 3);
	access_happen(run, 2, &model->kinds[FIXED], 3);
}

static void hand_over(struct access_run *run)
{
	run->model.interlude = interlude;
	model_handover(&run->model);
}

static void poll_in_interlude(struct model *model)
{
	interlude(model);
	if (!model_poll(model))
		model_fail(model, "no counter is read while the owner changes");
	model_poll_freezes(model);
	if (model->frozen)
		model_fail(model, "frozen after a poll while the owner changes");
}

static void hand_over_with_polls(struct access_run *run)
{
	run->model.interlude = poll_in_interlude;
	model_handover(&run->model);
	model_handover(&run->model);
}

/* --- the die sleeps, or is given up ----------------------------------------------------- */

/* The overflow does not freeze the package, so polls do not find it. */
static void happen_suspended(struct model *model)
{
	struct access_run *run = container_of(model, struct access_run, model);
	unsigned int unit;

	access_happen(run, 1, &model->kinds[ANY + 1], PERIOD);
	if (model->frozen)
		model_fail(model, "frozen while the die sleeps");
	for (unit = 0; unit < MODEL_UNITS; unit++)
		access_happen(run, unit, &model->kinds[ANY], 20);
}

static void sleep_and_lose(struct access_run *run, u32 lost,
			   void (*meanwhile)(struct model *model))
{
	run->slept = true;
	model_sleep(&run->model, lost, false, meanwhile);
}

static void keep_registers(struct access_run *run)
{
	sleep_and_lose(run, 0, happen_suspended);
}

static void lose_registers(struct access_run *run)
{
	sleep_and_lose(run, BIT(0) | BIT(2), happen_suspended);
}

static void turn_suspended(struct model *model)
{
	struct access_run *run = container_of(model, struct access_run, model);

	access_happen(run, 0, &model->kinds[FIXED], 20);
	turn(run);
	access_happen(run, 0, &model->kinds[FIXED], 20);
}

static void turn_and_keep(struct access_run *run)
{
	sleep_and_lose(run, 0, turn_suspended);
	turn_fixed(run);
}

static void turn_and_lose(struct access_run *run)
{
	sleep_and_lose(run, BIT(0), turn_suspended);
	turn_fixed(run);
}

static void shut_down(struct access_run *run)
{
	pmon_die_shutdown(run->model.die);
	run->model.suspended = true;
}

static void unload(struct access_run *run)
{
	model_close_all(&run->model);
	pmon_poll_stop(run->model.die);
	shut_down(run);
}

static const struct access_path paths[] = {
	{ "an event starts", NULL, open_one },
	{ "an event starts on all units", NULL, open_on_all },
	{ "an event starts that samples", NULL, open_sampling },
	{ "an event starts, another one moves", NULL, open_for_counter0 },
	{ "an event starts, one that samples moves", open_for_counter0, open_for_counter1 },
	{ "a group starts", group_off, start_group },
	{ "an event stops", open_one, close_one },
	{ "an event stops on all units", open_on_all, close_one },
	{ "an event stops that samples", open_sampling, close_one },
	{ "an event stops when a sample is due", open_sampling, stop_when_due },
	{ "a group stops", group_on, stop_group },
	{ "a stop and a start", open_sampling, stop_and_start },
	{ "another period", open_sampling, change_period },
	{ "a turn", four_events, turn },
	{ "a turn of events that sample", four_that_sample, turn },
	{ "a turn of some that sample", two_that_sample, turn },
	{ "a turn of groups", two_groups, turn },
	{ "turns of fixed counters", two_fixed, turn_fixed },
	{ "a read", NULL, read_one },
	{ "a read of a group", group_on_all, read_group },
	{ "a snapshot", group_with_snapshot, read_group },
	{ "the timer that reads counters", group_on, poll_counters },
	{ "a poll", NULL, poll_once },
	{ "a poll of a freeze", freeze, poll_once },
	{ "a poll of two overflows", freeze_two, poll_once },
	{ "a poll of a status without a freeze", status_without_freeze, poll_once },
	{ "a check of all counters", nearly_check_counters, poll_once },
	{ "a poll after a message was lost", lose_message, poll_for_lost },
	{ "a storm", begin_storm, storm },
	{ "the end of a pause", nearly_end_pause, end_pause },
	{ "a handover", some_more, hand_over, .keeps = true },
	{ "two handovers, with polls", some_more, hand_over_with_polls, .keeps = true },
	{ "sleep and wake", some_more, keep_registers },
	{ "sleep, and registers are lost", some_more, lose_registers },
	{ "turns of fixed counters across a sleep", two_fixed, turn_and_keep },
	{ "such turns, and registers are lost", two_fixed, turn_and_lose },
	{ "unload", some_more, unload, .ends = true },
	{ "shutdown", some_more, shut_down, .ends = true },
	{}
};

const struct access_path *model_paths(void)
{
	return paths;
}
