// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does the kernel's own driver count the same? Only when asked for: this driver is unloaded for it and loaded again, and
 * measured before and after; so what is counted meanwhile is lost to others.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/memory.h"
#include "check/common/nodes.h"
#include "check/driver/modules.h"

#define CLOCK_TOLERANCE	0.02
#define TRAFFIC_TOLERANCE	0.05
#define LINE		64

/* With traffic from the first die on memory of the last. */
static const struct {
	const char *event;
	enum traffic_kind kind;
	/* Links are those of the driver's choice: intel_uncore since 6.11 programs link 0 for all of them. */
	bool judged;
} measured_events[] = {
	{ "imc/event=0x5,umask=0xcf/", TRAFFIC_READ, true },
	{ "m2m/event=0x24,umask=0x4,umask_ext=0x3/", TRAFFIC_READ, true },
	{ "cha/event=0x35,umask=0xc817fe01/", TRAFFIC_READ, true },
	{ "cha/event=0x34,umask=0x1bd01ff/", TRAFFIC_READ, true },
	{ "imc/event=0x5,umask=0xf0/", TRAFFIC_STREAM, true },
	{ "upi/event=0x2,umask=0xf/", TRAFFIC_STREAM, false },
};

/* A count of a unit, by any driver. */
struct value {
	char event[96];
	unsigned int die;
	int unit;
	double count;
	double tolerance;	/* 0: only for the report */
};

struct values {
	struct value *all;
	size_t num;
};

static struct values *filled;

static void add(const char *event, const struct source *source, double count, double tolerance)
{
	struct value value = { .die = source->die, .unit = source->unit, .count = count, .tolerance = tolerance };

	snprintf(value.event, sizeof(value.event), "%s", event);
	filled->all = grow(filled->all, filled->num, sizeof(value));
	filled->all[filled->num++] = value;
}

/* The node of the last die that has one, -1 for any. */
static int last_node(const struct check *check)
{
	struct nodes nodes;

	nodes_find(check, &nodes);
	return nodes.num ? nodes.all[nodes.num - 1].number : -1;
}

static bool measure_traffic(struct check *check, const char *event, enum traffic_kind kind, bool judged)
{
	const struct pmu *pmu = check->machine.pmus;
	struct counters counters = { .num = 0 };
	int index = check_open(check, &counters, true, "%s", event);
	bool good = false;
	double seconds;
	struct traffic traffic;
	size_t i;

	/* What one of them cannot count is not compared. */
	*check->reason = '\0';
	if (index >= 0 && !traffic_pin(pmu->places[0].cpu) &&
	    !traffic_open(&traffic, last_node(check), check->buffer)) {
		good = check_traffic(check, &counters, &traffic, kind, &seconds);
		for (i = 0; good && i < counters.all[index].num_sources; i++) {
			const struct source *source = &counters.all[index].sources[i];

			add(event, source, (double)source->now.count, judged ? TRAFFIC_TOLERANCE : 0);
		}
		traffic_close(&traffic);
	}
	counters_close(&counters);
	return good;
}

/* All that is compared, with the driver that is loaded now. */
static bool measure(struct check *check, struct values *values)
{
	size_t i;

	filled = values;
	machine_release(&check->machine);
	free(check->rates);
	check->rates = NULL;
	check->num_rates = 0;
	if (machine_find(&check->machine) || !check_rates(check))
		return false;
	for (i = 0; i < check->num_rates; i++) {
		const struct rate *rate = &check->rates[i];
		struct source source = { .die = rate->die, .unit = rate->unit };
		char name[96];

		snprintf(name, sizeof(name), "%s/clockticks/", rate->box);
		add(name, &source, rate->hz, CLOCK_TOLERANCE);
	}
	for (i = 0; i < sizeof(measured_events) / sizeof(*measured_events); i++)
		measure_traffic(check, measured_events[i].event, measured_events[i].kind, measured_events[i].judged);
	return true;
}

static const struct value *find(const struct values *values, const struct value *like)
{
	size_t i;

	for (i = 0; i < values->num; i++)
		if (values->all[i].die == like->die && values->all[i].unit == like->unit &&
		    !strcmp(values->all[i].event, like->event))
			return &values->all[i];
	return NULL;
}

/* Further tolerance of a part of the traffic: other programs move data, too. */
static double extra_tolerance(const struct check *check, const struct value *value)
{
	return value->tolerance == TRAFFIC_TOLERANCE ? 0.02 * (double)check->buffer / LINE : 0;
}

static size_t compare(struct check *check, const struct values *before, const struct values *theirs,
		      const struct values *after)
{
	size_t i, compared = 0;

	for (i = 0; i < theirs->num; i++) {
		const struct value *value = &theirs->all[i], *one = find(before, value), *two = find(after, value);
		double ours, most;

		if (!one || !two)
			continue;
		ours = (one->count + two->count) / 2;
		check_number(check, ours ? value->count / ours : 0, "%s %d die %u", value->event, value->unit, value->die);
		if (!value->tolerance)
			continue;
		compared++;
		most = ours * value->tolerance + extra_tolerance(check, value);
		if (value->count < ours - most || value->count > ours + most)
			check_problem(check, "%s, unit %d of die %u: intel_uncore counts %.3f of what uncore_pmon does (%.4g and %.4g)",
				      value->event, value->unit, value->die, ours ? value->count / ours : 0, one->count,
				      two->count);
	}
	return compared;
}

static void put_back(void *data)
{
	if (!modules_back(data))
		_Exit(1);
}

static void run(struct check *check)
{
	struct values before = { .num = 0 }, theirs = { .num = 0 }, after = { .num = 0 };
	struct modules modules;
	char reason[200];
	struct cleanup cleanup;
	size_t compared;

	if (!check->machine.own_driver) {
		check_cannot(check, "uncore_pmon is not loaded");
		return;
	}
	if (!modules_find(&modules, check->module, reason, sizeof(reason))) {
		check_cannot(check, "%s", reason);
		return;
	}
	if (!measure(check, &before))
		return;
	if (!cleanup_begin(&cleanup, put_back, &modules, modules.file)) {
		check_cannot(check, "cannot start the process that loads uncore_pmon again: %s", strerror(errno));
		return;
	}
	if (!modules_in_tree(&modules))
		check_cannot(check, "intel_uncore cannot be loaded in place of uncore_pmon: %s", strerror(errno));
	else
		measure(check, &theirs);
	if (!cleanup_end(&cleanup))
		check_problem(check, "uncore_pmon cannot be loaded again");
	else if (measure(check, &after) && !*check->reason) {
		compared = compare(check, &before, &theirs, &after);
		check_number(check, (double)compared, "compared");
		if (compared)
			check_pass(check, "%zu of %zu counts of intel_uncore agree with those before and after", compared, theirs.num);
		else
			check_cannot(check, "no event that both drivers can count");
	}
	free(before.all);
	free(theirs.all);
	free(after.all);
}

const struct check_kind check_in_tree = {
	.name = "in-tree",
	.what = "intel_uncore counts the same (only with --in-tree)",
	.on_request = true,
	.run = run,
};
