// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counting for checks: see check.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "uncore.h"

/* How long clocks are looked at. */
#define RATE_MS 200

int check_open(struct check *check, struct counters *counters, bool each, const char *format, ...)
{
	char text[256], error[512];
	struct event event;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (event_parse(&check->machine, text, each, &event, error, sizeof(error)) ||
	    counters_open(counters, &check->machine, &event, 1, false, error, sizeof(error))) {
		check_cannot(check, "%.240s", error);
		return -1;
	}
	return (int)counters->num - 1;
}

/* Read while they count: a count and its time, and those of a snapshot, belong together then. */
static bool finish(struct check *check, struct counters *counters)
{
	if (!counters_read(counters) && !counters_disable(counters))
		return true;
	check_problem(check, "counters cannot be read");
	return false;
}

bool check_wait(struct check *check, struct counters *counters, unsigned int ms)
{
	struct timespec time;

	ms *= check->effort;
	time = (struct timespec){ .tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000 };
	if (counters_enable(counters)) {
		check_problem(check, "counters cannot be started");
		return false;
	}
	nanosleep(&time, NULL);
	return finish(check, counters);
}

bool check_load(struct check *check, struct counters *counters, const struct load *load,
		enum load_kind kind, double *seconds)
{
	double begin;

	if (counters_enable(counters)) {
		check_problem(check, "counters cannot be started");
		return false;
	}
	begin = seconds_now();
	load_run(load, kind);
	*seconds = seconds_now() - begin;
	return finish(check, counters);
}

double check_sum(const struct counter *counter, unsigned int die)
{
	double sum = 0, part;
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];

		if (source->die == die && reading_scaled(&source->now, &part))
			sum += part;
	}
	return sum;
}

double check_rate(const struct source *source)
{
	return source->now.running ? (double)source->now.count * 1e9 / (double)source->now.running : 0;
}

static int order(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return a < b ? -1 : a > b;
}

double check_median(double *values, size_t num)
{
	if (!num)
		return 0;
	qsort(values, num, sizeof(*values), order);
	return num % 2 ? values[num / 2] : (values[num / 2 - 1] + values[num / 2]) / 2;
}

void check_boxes(struct check *check, void (*each)(struct check *check, const char *box))
{
	const struct machine *machine = &check->machine;
	char last[NAME_SIZE] = "";
	size_t i;

	for (i = 0; i < machine->num_pmus; i++) {
		const char *box = machine->pmus[i].box;
		const struct known_box *known = known_box(machine->processor, box);

		if (!strcmp(box, last) || !known || !known_event(known, "clockticks"))
			continue;
		snprintf(last, sizeof(last), "%s", box);
		each(check, box);
	}
}

static struct counters rate_counters;

static void open_clock(struct check *check, const char *box)
{
	check_open(check, &rate_counters, true, "%s/clockticks/", box);
}

bool check_rates(struct check *check)
{
	size_t i, j;

	if (check->num_rates)
		return true;
	check_boxes(check, open_clock);
	/* Those that cannot be opened are missing, which is for the check of clocks to say. */
	*check->reason = '\0';
	if (rate_counters.num)
		check_wait(check, &rate_counters, RATE_MS);
	for (i = 0; i < rate_counters.num; i++) {
		const struct counter *counter = &rate_counters.all[i];

		for (j = 0; j < counter->num_sources; j++) {
			struct rate rate = {
				.die = counter->sources[j].die, .unit = counter->sources[j].unit,
				.hz = check_rate(&counter->sources[j]),
			};

			snprintf(rate.box, sizeof(rate.box), "%s", counter->event.box);
			check->rates = grow(check->rates, check->num_rates, sizeof(rate));
			check->rates[check->num_rates++] = rate;
		}
	}
	counters_close(&rate_counters);
	if (!check->num_rates)
		check_cannot(check, "no unit has a clock that can be counted");
	return check->num_rates;
}

double check_hz(const struct check *check, const char *box, unsigned int die, int unit)
{
	size_t i;

	for (i = 0; i < check->num_rates; i++) {
		const struct rate *rate = &check->rates[i];

		if (rate->die == die && rate->unit == unit && !strcmp(rate->box, box))
			return rate->hz;
	}
	return 0;
}

int check_place(const struct check *check, unsigned int die)
{
	const struct pmu *pmu = check->machine.pmus;
	size_t i;

	for (i = 0; i < pmu->num_places; i++)
		if (pmu->places[i].die == die)
			return pmu->places[i].cpu;
	return -1;
}
