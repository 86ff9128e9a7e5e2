// SPDX-License-Identifier: GPL-2.0-only
/*
 * `uncore top` as JSON: an object in a line for each interval. See top.h.
 */
#include <stdio.h>
#include <time.h>

#include "base/json.h"
#include "top/top.h"

/* Series that have a value for each unit, and for the package. Those without a name are parts of others. */
static const struct {
	const char *metric;
	const char *unit;
	double factor;
} series_kinds[NUM_SERIES] = {
	[MEMORY_READ] = { "memory_read", "B/s", 1e9 }, [MEMORY_WRITE] = { "memory_write", "B/s", 1e9 },
	[HBM_READ] = { "hbm_read", "B/s", 1e9 }, [HBM_WRITE] = { "hbm_write", "B/s", 1e9 },
	[LINK_OUT] = { "link_out", "B/s", 1e9 }, [LINK_IN] = { "link_in", "B/s", 1e9 },
	[PCIE_READ] = { "pcie_read", "B/s", 1e9 }, [PCIE_WRITE] = { "pcie_write", "B/s", 1e9 },
	[HEAT] = { "heat", "1/s", 1 },
};

/* The same as RFC 3339 has it, with nanoseconds. */
static void set_time(struct json_object *object)
{
	char text[64], seconds[32];
	struct timespec now;
	struct tm utc;

	clock_gettime(CLOCK_REALTIME, &now);
	strftime(seconds, sizeof(seconds), "%Y-%m-%dT%H:%M:%S", gmtime_r(&now.tv_sec, &utc));
	snprintf(text, sizeof(text), "%s.%09ldZ", seconds, now.tv_nsec);
	json_set_text(object, "time", text);
}

static struct json_object *new_value(unsigned int package, const char *metric, const char *unit, double value, bool valid,
				     double share)
{
	struct json_object *object = json_object_new_object();

	json_set_number(object, "package", package);
	json_set_text(object, "metric", metric);
	/* A number without a count would be 0. */
	json_object_object_add(object, "value", valid ? json_object_new_double(value) : NULL);
	json_set_text(object, "unit_of_measure", unit);
	json_object_object_add(object, "enabled_share", json_object_new_double(share));
	return object;
}

static void add_series(const struct top *top, unsigned int package, enum series index, struct json_object *values)
{
	struct unit_rate rates[MAX_UNITS];
	const struct top_series *series = &top->series[index];
	const char *box = top->counters.all[series->counter].event.box;
	double share, total = top_total(top, index, package, &share);
	struct json_object *value = new_value(package, series_kinds[index].metric, series_kinds[index].unit,
					      total * series_kinds[index].factor, share > 0, share);
	size_t num, i;

	json_set_text(value, "box", box);
	json_set_text(value, "event", series->event);
	json_object_array_add(values, value);
	num = top_units(top, index, package, rates, MAX_UNITS, &share);
	for (i = 0; i < num; i++) {
		value = new_value(package, series_kinds[index].metric, series_kinds[index].unit,
				  rates[i].rate * series_kinds[index].factor, share > 0 && !rates[i].gone, rates[i].gone ? 0 : share);
		json_set_number(value, "die", rates[i].die);
		json_set_text(value, "box", box);
		json_object_object_add(value, "unit", json_object_new_int(rates[i].unit));
		json_set_text(value, "event", series->event);
		json_object_array_add(values, value);
	}
}

static void add_cores(const struct top *top, unsigned int package, struct json_object *values)
{
	struct core_value cores[NUM_CORE_VALUES];
	int i;

	top_cores(top, package, cores);
	for (i = 0; i < NUM_CORE_VALUES; i++)
		if (cores[i].open)
			json_object_array_add(values, new_value(package, cores[i].metric, cores[i].unit, cores[i].value,
								cores[i].share > 0, cores[i].share));
}

void top_json(const struct top *top)
{
	struct json_object *object = json_object_new_object(), *values = json_object_new_array();
	unsigned int package;
	int i;

	set_time(object);
	json_object_object_add(object, "interval", json_object_new_double(top->seconds));
	for (package = 0; package < top_sockets(top); package++) {
		if (top->socket >= 0 && package != (unsigned int)top->socket)
			continue;
		add_cores(top, package, values);
		for (i = 0; i < NUM_SERIES; i++)
			if (series_kinds[i].metric && top->series[i].open)
				add_series(top, package, (enum series)i, values);
	}
	json_object_object_add(object, "values", values);
	print_json_line(object, stdout);
}
