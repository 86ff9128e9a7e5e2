// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of overflows: windows end where they should, counters wrap right, a freeze reaches all units and ends.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "perf.h"
#include "ring.h"
#include "uncore.h"

/* Windows of so much time, as far as the clock tells, and how many of them. */
#define WINDOW_SECONDS	0.003
#define WINDOWS		4
/* What a unit has for them, in milliseconds. The poll that looks for freezes may be slow. */
#define PATIENCE	400
#define LOOK_MS		2

/* A unit whose clock ends windows. */
struct sampler {
	int fd;
	struct ring ring;
	uint64_t period, samples, last;
};

static void wait_ms(unsigned int ms)
{
	struct timespec time = { .tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000 };

	nanosleep(&time, NULL);
}

static void take_sample(const struct ring_sample *sample, void *context)
{
	struct sampler *sampler = context;

	sampler->samples++;
	if (sample->group.number)
		sampler->last = sample->group.values[0].count;
}

static int sampler_open(struct sampler *sampler, const struct event *event, const struct pmu *pmu,
			const struct place *place, uint64_t period)
{
	struct perf_event_attr attr = {
		.type = pmu->type, .size = sizeof(attr), .config = event->config[0],
		.config1 = event->config[1], .config2 = event->config[2], .read_format = GROUP_FORMAT,
		.disabled = 1, .sample_period = period, .sample_type = RING_SAMPLE_TYPE,
	};
	uint64_t id;
	int error;

	*sampler = (struct sampler){ .period = period };
	sampler->fd = perf_open(&attr, place->cpu, -1, &id);
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

static size_t units_tried, windows_seen, units_refused;

/* Between two windows a counter that was preset is near its end: a wrong width shows as a leap. */
static void watch(struct check *check, struct sampler *sampler, const char *name, unsigned int die, double hz)
{
	struct group_reading reading;
	unsigned int waited;
	uint64_t count = 0;

	for (waited = 0; waited < PATIENCE && sampler->samples < WINDOWS; waited += LOOK_MS) {
		wait_ms(LOOK_MS);
		if (perf_read(sampler->fd, &reading))
			break;
		count = reading.values[0].count;
		ring_take(&sampler->ring, take_sample, sampler);
		if ((double)count > 100 * hz) {
			check_problem(check, "%s of die %u: its counter is not as wide as the table says, %.3g ticks after %u ms",
				      name, die, (double)count, waited);
			return;
		}
	}
	perf_control(sampler->fd, PERF_EVENT_IOC_DISABLE);
	ring_take(&sampler->ring, take_sample, sampler);
	if (perf_read(sampler->fd, &reading))
		return;
	count = reading.values[0].count;
	windows_seen += sampler->samples;
	if (!sampler->samples && count >= 2 * sampler->period)
		check_problem(check, "%s of die %u: no window ends, although %.1f of them were counted: overflows are lost",
			      name, die, (double)count / (double)sampler->period);
	else if (!sampler->samples)
		check_problem(check, "%s of die %u: no window ends, and %.2f of one was counted", name, die,
			      (double)count / (double)sampler->period);
	else if (sampler->last > 2 * sampler->samples * sampler->period)
		check_problem(check, "%s of die %u: windows end only after %.1f times what they should have: overflows are lost",
			      name, die, (double)sampler->last / (double)(sampler->samples * sampler->period));
	else if (sampler->last < sampler->samples * sampler->period ||
		 sampler->last > sampler->samples * sampler->period + sampler->period / 10)
		check_problem(check, "%s of die %u: %llu windows of %llu, but %llu counted at the end of the last", name,
			      die, (unsigned long long)sampler->samples, (unsigned long long)sampler->period,
			      (unsigned long long)sampler->last);
}

static void windows_of(struct check *check, const char *box)
{
	size_t num, i, p;
	struct pmu *pmus = machine_box(&check->machine, box, true, &num);
	char text[NAME_SIZE + 16], error[512];
	struct sampler sampler;
	struct event event;

	if (!strcmp(box, "ubox") || !pmus)
		return;
	for (i = 0; i < num; i++) {
		snprintf(text, sizeof(text), "%s/clockticks/", pmus[i].name);
		if (event_parse(&check->machine, text, true, &event, error, sizeof(error)))
			continue;
		for (p = 0; p < pmus[i].num_places; p++) {
			unsigned int die = pmus[i].places[p].die;
			double hz = check_hz(check, box, die, pmus[i].unit);

			if (!hz)
				continue;
			if (sampler_open(&sampler, &event, &pmus[i], &pmus[i].places[p],
					 (uint64_t)(hz * WINDOW_SECONDS))) {
				units_refused++;
				continue;
			}
			units_tried++;
			if (!perf_control(sampler.fd, PERF_EVENT_IOC_ENABLE))
				watch(check, &sampler, pmus[i].name, die, hz);
			sampler_close(&sampler);
		}
	}
}

void check_windows(struct check *check)
{
	units_tried = windows_seen = units_refused = 0;
	if (!check_rates(check))
		return;
	check_boxes(check, windows_of);
	check_number(check, (double)windows_seen, "windows");
	if (units_tried)
		check_pass(check, "%zu units ended %zu windows; %zu end none by design", units_tried, windows_seen,
			   units_refused);
	else
		check_cannot(check, "no unit ends windows: that is a matter of uncore_pmon");
}

static struct counters clocks;

static void open_clock(struct check *check, const char *box)
{
	/* Nothing says that the UBox's clock stops, and CXL CM 1 is known not to (guide 2.12.1). */
	if (strcmp(box, "ubox"))
		check_open(check, &clocks, true, "%s/clockticks/", box);
}

/* Those that cannot be opened are left out, which is for the check of clocks to say. */
static void open_clocks(struct check *check)
{
	check_boxes(check, open_clock);
	*check->reason = '\0';
}

/* Part of the time in which each unit's clock was counted; those that count more than the others were not stopped. */
static void compare_shares(struct check *check, unsigned int die, bool frozen)
{
	double shares[1024], sorted[1024], usual;
	size_t num = 0, i, j;

	for (i = 0; i < clocks.num; i++) {
		for (j = 0; j < clocks.all[i].num_sources && num < 1024; j++) {
			const struct source *source = &clocks.all[i].sources[j];
			double hz = check_hz(check, clocks.all[i].event.box, source->die, source->unit);

			if (source->die == die && hz)
				sorted[num] = shares[num] = check_rate(source) / hz, num++;
		}
	}
	usual = check_median(sorted, num);
	check_number(check, usual, "%s die %u", frozen ? "share of time not frozen" : "share after it", die);
	if (frozen && usual > 0.97)
		check_problem(check, "die %u: windows end, but nothing stops", die);
	if (!frozen && usual < 0.9)
		check_problem(check, "die %u: after all windows its units still count only %.2f of the time", die, usual);
	for (i = 0, num = 0; i < clocks.num; i++) {
		const char *box = clocks.all[i].event.box;

		for (j = 0; j < clocks.all[i].num_sources && num < 1024; j++) {
			const struct source *source = &clocks.all[i].sources[j];

			if (source->die != die || !check_hz(check, box, source->die, source->unit))
				continue;
			if (frozen && usual <= 0.97 && shares[num] > usual + (1 - usual) / 2 &&
			    !(!strcmp(box, "cxlcm") && source->unit == 1))
				check_problem(check, "%s %d of die %u goes on in %.0f %% of the time in which its package is frozen",
					      box, source->unit, die, 100 * (shares[num] - usual) / (1 - usual));
			num++;
		}
	}
}

/* Windows of one unit, while the clocks of all are counted. */
static void freeze_die(struct check *check, const struct pmu *pmu, const struct event *event,
		       const struct place *place)
{
	struct sampler sampler;
	double hz = check_hz(check, pmu->box, place->die, pmu->unit);

	if (!hz || sampler_open(&sampler, event, pmu, place, (uint64_t)(hz * WINDOW_SECONDS))) {
		check_cannot(check, "%s of die %u ends no windows", pmu->name, place->die);
		return;
	}
	open_clocks(check);
	if (clocks.num && !counters_enable(&clocks) && !perf_control(sampler.fd, PERF_EVENT_IOC_ENABLE)) {
		wait_ms(PATIENCE);
		if (!counters_disable(&clocks) && !counters_read(&clocks)) {
			ring_take(&sampler.ring, take_sample, &sampler);
			if (sampler.samples)
				compare_shares(check, place->die, true);
			else
				check_problem(check, "%s of die %u ends no window", pmu->name, place->die);
		}
	}
	sampler_close(&sampler);
	counters_close(&clocks);
}

void check_freeze(struct check *check)
{
	struct event event;
	char text[NAME_SIZE + 16], error[512];
	size_t num, i;
	struct pmu *pmus = machine_box(&check->machine, "cha", true, &num);
	unsigned int die;

	if (!check_rates(check))
		return;
	if (!pmus || !check->machine.own_driver) {
		check_cannot(check, "no unit ends windows: that is a matter of uncore_pmon");
		return;
	}
	snprintf(text, sizeof(text), "%s/clockticks/", pmus->name);
	if (event_parse(&check->machine, text, true, &event, error, sizeof(error))) {
		check_cannot(check, "%.200s", error);
		return;
	}
	for (i = 0; i < pmus->num_places; i++)
		freeze_die(check, pmus, &event, &pmus->places[i]);
	if (*check->reason)
		return;
	open_clocks(check);
	if (clocks.num && check_wait(check, &clocks, 50))
		for (die = 0; die < check->machine.num_dies; die++)
			compare_shares(check, die, false);
	counters_close(&clocks);
	check_pass(check, "all units stop with their package, and go on");
}
