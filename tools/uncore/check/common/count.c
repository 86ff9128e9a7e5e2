// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counting for checks: see check.h.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "check/common/check.h"

int check_open(struct check *check, struct counters *counters, bool each, const char *format, ...)
{
	size_t first = counters->num;
	char text[256], error[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (counters_open_sum(counters, &check->machine, text, each, error, sizeof(error))) {
		/* A unit that does not answer is no matter of what can be done here. */
		if (strstr(error, strerror(ENODEV)) || strstr(error, strerror(EIO)))
			check_problem(check, "%.240s", error);
		else
			check_cannot(check, "%.240s", error);
		return -1;
	}
	return (int)first;
}

/* Read while they count: a count and its time, and those of a snapshot, belong together then. */
static bool finish(struct check *check, struct counters *counters)
{
	int status = counters_read(counters);

	counters_disable(counters);
	if (!status)
		return true;
	check_problem(check, "counters cannot be read");
	return false;
}

bool check_wait(struct check *check, struct counters *counters, unsigned int ms)
{
	if (counters_enable(counters)) {
		check_problem(check, "counters cannot be started");
		return false;
	}
	wait_ms(ms * check->effort);
	return finish(check, counters);
}

bool check_traffic(struct check *check, struct counters *counters, const struct traffic *traffic,
		   enum traffic_kind kind, double *seconds)
{
	double begin;

	if (counters_enable(counters)) {
		check_problem(check, "counters cannot be started");
		return false;
	}
	begin = seconds_now();
	traffic_run(traffic, kind);
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

bool check_differs(double value, double expected, double tolerance)
{
	return value < expected * (1 - tolerance) || value > expected * (1 + tolerance);
}

void check_boxes(struct check *check, void (*each)(struct check *check, const char *box))
{
	const struct machine *machine = &check->machine;
	char last[NAME_SIZE] = "";
	size_t i;

	for (i = 0; i < machine->num_pmus; i++) {
		const char *box = machine->pmus[i].box;
		const struct box_type *type = box_type(machine->processor, box);

		if (!strcmp(box, last) || !type || !named_event(type, "clockticks"))
			continue;
		snprintf(last, sizeof(last), "%s", box);
		each(check, box);
	}
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
