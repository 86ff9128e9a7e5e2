// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each counter of each unit ends windows, wraps where it should, and stops the moment it does.
 *
 * The counter that is tested is the only free one: clocks are on all others. Packages are tested side by side.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/perf.h"
#include "base/ring.h"
#include "base/sysfs.h"
#include "check/common/driver_numbers.h"
#include "check/common/probe.h"

/*
 * Windows of so much time, as far as the clock tells, in terms of the time between two of the driver's looks: no multiple of it, or
 * a counter would be looked at the moment it ends, and a freeze that comes late would make no difference.
 */
#define WINDOW_LOOKS	2.37
#define WINDOWS		2
/* What a counter has for them, in milliseconds. */
#define PATIENCE	400
#define LOOK_MS		1
/* How much later than the overflow a counter may stop, in seconds. */
#define LATEST		50e-6

/* A counter whose clock ends windows. */
struct sampler {
	int fd;
	struct ring ring;
	uint64_t period, samples, last, count;
	bool done;
};

static size_t counters_tried, windows_seen, units_refused;
static bool ended[CHECK_DIES], tried[CHECK_DIES];

static double window_seconds(void)
{
	char text[32];
	double us = 1000;

	if (read_file(sysfs_path("module/uncore_pmon/parameters/sample_poll_us"), text, sizeof(text)))
		us = strtod(text, NULL);
	return WINDOW_LOOKS * us / 1e6;
}

static void take_sample(const struct ring_sample *sample, void *context)
{
	struct sampler *sampler = context;

	sampler->samples++;
	if (sample->group.number)
		sampler->last = sample->group.values[0].count;
}

static int sampler_open(struct sampler *sampler, const struct event *event, const struct probe *probe, uint64_t period)
{
	struct perf_event_attr attr = {
		.type = probe->pmu->type, .read_format = GROUP_FORMAT,
		.disabled = 1, .sample_period = period, .sample_type = RING_SAMPLE_TYPE,
	};
	uint64_t id;
	int error;

	*sampler = (struct sampler){ .period = period };
	sampler->fd = perf_open(&attr, event->config, probe->cpu, -1, &id);
	if (sampler->fd < 0)
		return sampler->fd;
	error = ring_open(&sampler->ring, sampler->fd);
	if (error)
		close(sampler->fd);
	return error;
}

static void sampler_close(struct sampler *sampler)
{
	ring_close(&sampler->ring);
	close(sampler->fd);
}

/* Returns whether it has ended its windows, or will not. */
static bool look(struct sampler *sampler)
{
	struct group_reading reading;

	if (perf_read(sampler->fd, &reading))
		return true;
	sampler->count = reading.values[0].count;
	ring_take(&sampler->ring, take_sample, sampler);
	return sampler->samples >= WINDOWS || sampler->count > 1000 * sampler->period;
}

static void judge(struct check *check, const struct probe *probe, size_t counter, const struct sampler *sampler, double hz)
{
	double period = (double)sampler->period, latest = LATEST * hz;
	double over = (double)sampler->last - (double)sampler->samples * period;
	char name[NAME_SIZE + 96];

	snprintf(name, sizeof(name), "%s: counter %zu", probe_name(probe), counter);
	windows_seen += sampler->samples;
	ended[probe->die % CHECK_DIES] |= sampler->samples;
	if (sampler->count > 1000 * sampler->period)
		check_problem(check, "%s jumps by %.3g ticks: a bit is wrong, or the counter has another width than in "
			      "the table", name, (double)sampler->count);
	else if (!sampler->samples && sampler->count >= 2 * sampler->period)
		check_problem(check, "%s ends no window, although it has counted %.1f: overflows are lost", name,
			      (double)sampler->count / period);
	else if (!sampler->samples)
		check_problem(check, "%s ends no window, and has counted %.2f of one", name, (double)sampler->count / period);
	else if (over < 0)
		check_problem(check, "%s ends %llu windows of %llu ticks with only %llu counted", name,
			      (unsigned long long)sampler->samples, (unsigned long long)sampler->period,
			      (unsigned long long)sampler->last);
	else if (over > period)
		check_problem(check, "%s ends windows only after %.1f times their ticks: overflows are lost, or it cannot be preset", name,
			      (double)sampler->last / ((double)sampler->samples * period));
	else if (over > latest)
		check_problem(check, "%s continues for %.0f microseconds after its overflow: the freeze is late", name,
			      over / hz * 1e6);
}

/* The clock is only to tell how long a window is. */
static double clock_of(const struct check *check, const struct probe *probe)
{
	double hz = check_hz(check, probe->box, probe->die, probe->pmu->unit);

	return hz ? hz : 1e9;
}

/* Returns whether it counts. Otherwise its descriptor is -1. */
static bool begin(struct check *check, const struct event *event, struct probe *probe, size_t counter, struct sampler *sampler)
{
	int error = probe->error;

	if (!error)
		error = sampler_open(sampler, event, probe, (uint64_t)(clock_of(check, probe) * window_seconds()));
	if (!error) {
		error = perf_control(sampler->fd, PERF_EVENT_IOC_ENABLE);
		if (error)
			sampler_close(sampler);
	}
	if (!error) {
		counters_tried++;
		tried[probe->die % CHECK_DIES] = true;
		return true;
	}
	sampler->fd = -1;
	if (error == -EOPNOTSUPP)
		units_refused += !counter;
	else
		probe->error = error;
	return false;
}

/* One counter of a unit, on all dies that have it. */
static void try_counter(struct check *check, const struct event *event, struct probe *const on_dies[], size_t num, size_t counter)
{
	struct sampler samplers[CHECK_DIES];
	size_t i, open = 0;
	unsigned int waited;

	for (i = 0; i < num; i++)
		open += begin(check, event, on_dies[i], counter, &samplers[i]);
	for (waited = 0; waited < PATIENCE * check->effort && open; waited += LOOK_MS) {
		wait_ms(LOOK_MS);
		for (i = 0; i < num; i++) {
			if (samplers[i].fd < 0 || samplers[i].done || !look(&samplers[i]))
				continue;
			samplers[i].done = true;
			perf_control(samplers[i].fd, PERF_EVENT_IOC_DISABLE);
			open--;
		}
	}
	for (i = 0; i < num; i++) {
		if (samplers[i].fd < 0)
			continue;
		if (!samplers[i].done) {
			perf_control(samplers[i].fd, PERF_EVENT_IOC_DISABLE);
			look(&samplers[i]);
		}
		judge(check, on_dies[i], counter, &samplers[i], clock_of(check, on_dies[i]));
		sampler_close(&samplers[i]);
	}
}

/* Free a counter of its clock. */
static void stop_clock(struct probe *probe, size_t counter)
{
	if (probe->error)
		return;
	close(probe->fd[counter]);
	probe->fd[counter] = -1;
}

static void start_event(struct probe *probe, size_t counter, const struct event *event)
{
	size_t num = probe->num;

	probe->num = counter;
	if (!probe_open(probe, event, false))
		probe->error = perf_control(probe->fd[counter], PERF_EVENT_IOC_ENABLE);
	probe->num = num > probe->num ? num : probe->num;
}

/* Clocks are on all counters; each goes for the time in which its counter is tested. */
static void try_unit(struct check *check, const struct event *event, struct probe *on_dies[], size_t num)
{
	size_t counters = probe_counters(check, on_dies[0]), refused, counter, i;

	if (counters > PROBE_EVENTS)
		counters = PROBE_EVENTS;
	for (i = 0; i < num; i++)
		for (counter = 0; counter < counters; counter++)
			start_event(on_dies[i], counter, event);
	for (counter = 0; counter < counters; counter++) {
		for (i = 0; i < num; i++)
			stop_clock(on_dies[i], counter);
		refused = units_refused;
		try_counter(check, event, on_dies, num, counter);
		if (units_refused - refused == num)
			break;
		for (i = 0; i < num; i++)
			start_event(on_dies[i], counter, event);
	}
}

static void windows_of(struct check *check, const char *box)
{
	struct probes probes = { .num = 0 };
	struct probe *on_dies[CHECK_DIES];
	struct event event;
	size_t i, j, num;

	if (!strcmp(box, "ubox") || !probe_event(check, box, "clockticks", &event))
		return;
	probes_add(check, &probes, box);
	for (i = 0; i < probes.num; i++) {
		/* The first die that has the unit is its turn. */
		for (j = 0, num = 0; j < probes.num && num < CHECK_DIES; j++)
			if (probes.all[j].pmu == probes.all[i].pmu)
				on_dies[num++] = &probes.all[j];
		if (on_dies[0] == &probes.all[i])
			try_unit(check, &event, on_dies, num);
	}
	probes_errors(check, &probes);
	probes_close(&probes);
}

/* The driver copes with some faults, and counts them. */
static const struct {
	const char *what, *problem;
} noticed[] = {
	{ "late", "overflows froze nothing, and were found later" },
	{ "foreign", "freezes were nobody's" },
	{ "astray", "overflows had their status bit in another place" },
	{ "early", "overflows came before the counter had gone round: it was not preset" },
	{ "stayed", "freezes went on although the driver had ended them" },
	{ "endless", "freezes went on although the driver had ended them several times" },
};

#define NOTICED (sizeof(noticed) / sizeof(*noticed))

static void run(struct check *check)
{
	unsigned long long before[CHECK_DIES][NOTICED], after;
	bool can_sample = false;
	unsigned int die;
	size_t i;

	counters_tried = windows_seen = units_refused = 0;
	memset(tried, 0, sizeof(tried));
	memset(ended, 0, sizeof(ended));
	memset(before, 0, sizeof(before));
	if (!check_rates(check))
		return;
	if (!check->machine.own_driver) {
		check_cannot(check, "no unit ends windows: this requires uncore_pmon");
		return;
	}
	for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++)
		for (i = 0; i < NOTICED; i++)
			can_sample |= driver_number("sampling", die, noticed[i].what, &before[die][i]);
	check_boxes(check, windows_of);
	for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++) {
		for (i = 0; i < NOTICED; i++)
			if (driver_number("sampling", die, noticed[i].what, &after) && after != before[die][i])
				check_problem(check, "die %u: %llu %s", die, after - before[die][i], noticed[i].problem);
		if (tried[die] && !ended[die]) {
			check_forget_problems(check, die);
			check_problem(check, "no unit of die %u ends windows", die);
		}
	}
	/* Nobody says that any die can, and none does. */
	if (!counters_tried && !can_sample)
		check_forget_all(check);
	check_number(check, (double)windows_seen, "windows");
	if (counters_tried)
		check_pass(check, "%zu counters ended %zu windows; %zu units end none by design", counters_tried, windows_seen,
			   units_refused);
	else
		check_cannot(check, "no die can end windows: the firmware's table gives it no usable global status, "
			     "or the processor needs the module's parameter sample_untried=1");
}

const struct check_kind check_windows = {
	.name = "windows",
	.what = "each unit ends windows, and its counters wrap right",
	.run = run,
};
