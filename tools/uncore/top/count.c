// SPDX-License-Identifier: GPL-2.0-only
/*
 * The events of `uncore top`. See top.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/trace.h"
#include "count/unit_counts.h"
#include "top/top.h"

/* In processors/PROCESSOR/events.tsv. */
static const char *const names[NUM_SERIES] = {
	[MEMORY_READ] = "memory_read", [MEMORY_WRITE] = "memory_write", [LINK_OUT] = "link_out", [LINK_IN] = "link_in",
	[PCIE_READ] = "pcie_read", [PCIE_WRITE] = "pcie_write",
	[MEMORY_PEAK] = "memory_peak", [LINK_PEAK] = "link_peak", [UNCORE_CLOCK] = "uncore_clock",
	[POWER_LIMITED] = "power_limited", [POWER_CLOCK] = "power_clock", [HEAT] = "heat",
};

/* The same for all processors. */
static const struct {
	const char *event;
	double factor;
} fixed[NUM_SERIES] = {
	[HBM_READ] = { "hbm/cas_count.rd/", 64e-9 }, [HBM_WRITE] = { "hbm/cas_count.wr/", 64e-9 },
	[CORE_INSTRUCTIONS] = { "core/instructions/", 1 }, [CORE_CYCLES] = { "core/cycles/", 1 },
	[CORE_MISSES] = { "core/cache-misses/", 1 }, [CORE_APERF] = { "msr/aperf/", 1 },
	[CORE_MPERF] = { "msr/mperf/", 1 }, [CORE_TSC] = { "msr/tsc/", 1 },
	[POWER_PACKAGE] = { "power/energy-pkg/", 1 }, [POWER_DRAM] = { "power/energy-ram/", 1 },
	[TEMPERATURE] = { "gauge/temperature/", 1e-3 },
};

static int open_series(struct top *top, enum series index)
{
	struct top_series *series = &top->series[index];
	char error[512];
	int status;

	series->open = false;
	if (!*series->event) {
		snprintf(series->missing, sizeof(series->missing), "no such event of this processor is known");
		return 0;
	}
	series->counter = top->counters.num;
	status = counters_open_sum(&top->counters, top->machine, series->event, !top->tracing, error,
				   sizeof(error));
	series->open = !status;
	if (status)
		snprintf(series->missing, sizeof(series->missing), "%.150s", error);
	if (status == STATUS_NO_PERMISSION)
		fail(STATUS_NO_PERMISSION, "%s", error);
	return status == STATUS_NO_PERMISSION ? status : 0;
}

int top_open(struct top *top)
{
	static const char *const traced[] = { "unit_count", NULL };
	char error[256];
	int i, status;

	top->tracing = top->machine->own_driver && !trace_start(traced, error, sizeof(error));
	for (i = 0; i < NUM_SERIES; i++) {
		const struct command_event *usual = names[i] ?
			command_event(top->machine->processor, "top", names[i]) : NULL;

		if (fixed[i].event)
			snprintf(top->series[i].event, sizeof(top->series[i].event), "%s", fixed[i].event);
		else if (usual && !*top->series[i].event)
			snprintf(top->series[i].event, sizeof(top->series[i].event), "%s", usual->event);
		top->series[i].factor = fixed[i].event ? fixed[i].factor : usual && i != HEAT ? usual->factor : 1;
		status = open_series(top, (enum series)i);
		if (status)
			return status;
	}
	return 0;
}

void top_close(struct top *top)
{
	top_tasks_stop(top);
	top_devices_stop(top);
	counters_close(&top->counters);
	trace_stop();
}

int top_set_heat(struct top *top, const char *text, char *error, size_t size)
{
	struct counters tried = { .num = 0 };
	int i, status;

	/* What cannot be counted leaves the old event. */
	status = counters_open_sum(&tried, top->machine, text, !top->tracing, error, size);
	if (!status && !tried.all[0].event.pmus) {
		snprintf(error, size, "%s is not an uncore event", text);
		status = -1;
	}
	counters_close(&tried);
	if (status)
		return -1;
	snprintf(top->series[HEAT].event, sizeof(top->series[HEAT].event), "%s", text);
	counters_close(&top->counters);
	if (top->tracing)
		unit_counts_forget();
	for (i = 0; i < NUM_SERIES; i++)
		if (open_series(top, (enum series)i))
			return -1;
	return top_start(top) ? -1 : 0;
}

/* What units had counted before is not of the next interval. */
static void mark(void)
{
	size_t number, i;
	struct unit_count *values = unit_counts(&number);

	for (i = 0; i < number; i++)
		values[i].before = values[i].count;
}

int top_start(struct top *top)
{
	int status = counters_enable(&top->counters);

	if (!status && top->devices.on)
		top_choose_stacks(top);
	return status;
}

void top_read(struct top *top)
{
	if (top->tracing)
		mark();
	counters_read_rest(&top->counters);
	if (top->tracing)
		unit_counts_take();
	if (top->tasks.on)
		top_tasks_read(top);
	counters_try_again(&top->counters);
	if (top->devices.on) {
		counters_read_rest(&top->devices.counters);
		counters_try_again(&top->devices.counters);
	}
}

unsigned int top_sockets(const struct top *top)
{
	unsigned int sockets = 0;
	size_t i, p;

	for (i = 0; i < top->machine->num_pmus; i++)
		for (p = 0; p < top->machine->pmus[i].num_places; p++)
			if (top->machine->pmus[i].places[p].socket >= sockets)
				sockets = top->machine->pmus[i].places[p].socket + 1;
	return sockets;
}

/* What a unit has counted of an event that counts on all of them, and of those that are added to it. */
static double traced_unit(const struct counter *counter, size_t source, unsigned int unit)
{
	double sum = 0;
	size_t i;

	for (i = 0; i <= counter->added; i++) {
		const struct source *one = &counter[i].sources[source];
		const struct unit_count *value = unit_count_of(one->id, unit);

		if (value)
			sum += (double)(value->count - value->before);
	}
	return sum;
}

/* Units of a die, of an event that counts on all of them. */
static size_t traced_units(const struct top *top, const struct counter *counter, size_t source,
			   double per_count, struct unit_rate *rates, size_t room)
{
	unsigned int die = counter->sources[source].die;
	size_t number, i, p, num = 0;
	const struct pmu *units = machine_box(top->machine, counter->event.box, true, &number);

	for (i = 0; i < number && num < room; i++) {
		for (p = 0; p < units[i].num_places && units[i].places[p].die != die; p++)
			;
		if (p < units[i].num_places) {
			rates[num].die = die;
			rates[num].unit = units[i].unit;
			rates[num].gone = counter->sources[source].gone ||
				gone_has(&top->counters.gone, counter->event.box, die, units[i].unit);
			rates[num++].rate = traced_unit(counter, source, (unsigned int)units[i].unit) * per_count;
		}
	}
	return num;
}

size_t top_units(const struct top *top, enum series index, unsigned int socket,
		 struct unit_rate *rates, size_t room, double *share)
{
	const struct top_series *series = &top->series[index];
	const struct counter *counter;
	size_t num = 0, i;

	*share = 1;
	if (!series->open)
		return 0;
	counter = &top->counters.all[series->counter];
	for (i = 0; i < counter->num_sources && num < room; i++) {
		const struct source *source = &counter->sources[i];
		struct reading part = reading_since(source);
		double per_count = part.running ? series->factor * 1e9 / (double)part.running : 0;

		if (source->socket != socket)
			continue;
		if (!source->gone && reading_share(&part) < *share)
			*share = reading_share(&part);
		if (source->unit == ALL_UNITS) {
			num += traced_units(top, counter, i, per_count, rates + num, room - num);
		} else {
			rates[num].die = source->die;
			rates[num].unit = source->unit;
			rates[num].gone = !source_answers(source);
			rates[num++].rate = (double)part.count * per_count;
		}
	}
	return num;
}

bool top_counts(const struct top *top, enum series index, int unit)
{
	const struct counter *counter = &top->counters.all[top->series[index].counter];
	size_t i;

	for (i = 0; i <= counter->added; i++)
		if (event_selects(&counter[i].event, unit))
			return true;
	return false;
}

double top_mean(const struct top *top, enum series index, unsigned int socket)
{
	const struct top_series *series = &top->series[index];
	size_t i, num = 0;
	double share;

	for (i = 0; series->open && i < top->counters.all[series->counter].num_sources; i++) {
		const struct source *source = &top->counters.all[series->counter].sources[i];

		num += source->socket == socket && !source->gone;
	}
	return num ? top_total(top, index, socket, &share) / (double)num : 0;
}

double top_gauge(const struct top *top, enum series index, unsigned int socket)
{
	const struct top_series *series = &top->series[index];
	double most = -1;
	size_t i;

	for (i = 0; series->open && i < top->counters.all[series->counter].num_sources; i++) {
		const struct source *source = &top->counters.all[series->counter].sources[i];
		double value = (double)source->now.count * series->factor;

		if (source->socket == socket && !source->gone && value > most)
			most = value;
	}
	return most;
}

bool top_gone(const struct top *top, enum series index, unsigned int socket)
{
	const struct counter *counter;
	bool gone = false;
	size_t i;

	if (!top->series[index].open)
		return false;
	counter = &top->counters.all[top->series[index].counter];
	for (i = 0; i < counter->num_sources; i++) {
		if (counter->sources[i].socket != socket)
			continue;
		if (!counter->sources[i].gone)
			return false;
		gone = true;
	}
	return gone;
}

double top_total(const struct top *top, enum series index, unsigned int socket, double *share)
{
	const struct top_series *series = &top->series[index];
	const struct counter *counter;
	bool any = false;
	double total = 0;
	size_t i;

	*share = 1;
	if (!series->open)
		return 0;
	counter = &top->counters.all[series->counter];
	for (i = 0; i < counter->num_sources; i++) {
		struct reading part = reading_since(&counter->sources[i]);

		/* The sum goes on without units that are gone. */
		if (counter->sources[i].socket != socket || counter->sources[i].gone)
			continue;
		any = true;
		if (reading_share(&part) < *share)
			*share = reading_share(&part);
		if (part.running)
			total += (double)part.count * series->factor * counter->event.scale * 1e9 / (double)part.running;
	}
	/* A package that is offline is not one that does nothing. */
	if (!any)
		*share = 0;
	return total;
}
