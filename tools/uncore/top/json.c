// SPDX-License-Identifier: GPL-2.0-only
/*
 * `uncore top` as JSON: an object in a line for each interval. See top.h.
 */
#include <stdio.h>

#include "base/json.h"
#include "base/text.h"
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

static struct json_object *new_value(unsigned int package, const char *metric, const char *unit, double value,
				     double share, const char *missing)
{
	struct json_object *object = json_object_new_object();

	json_set_number(object, "package", package);
	json_set_text(object, "metric", metric);
	/* A number without a count would be 0. */
	json_object_object_add(object, "value", missing ? NULL : json_object_new_double(value));
	json_set_text(object, "unit_of_measure", unit);
	json_set_real(object, "enabled_share", share);
	json_set_text(object, "missing", missing);
	return object;
}

static const char *why_no_value(double share, bool gone)
{
	if (gone)
		return "gone";
	return share > 0 ? NULL : "never had a counter";
}

static void add_series(const struct top *top, unsigned int package, enum series index, struct json_object *values)
{
	struct unit_rate rates[MAX_UNITS];
	const struct top_series *series = &top->series[index];
	const char *box = top->counters.all[series->counter].event.box;
	double share, total = top_total(top, index, package, &share);
	bool gone = top_gone(top, index, package);
	struct json_object *sum = new_value(package, series_kinds[index].metric, series_kinds[index].unit,
					    total * series_kinds[index].factor, share, why_no_value(share, gone));
	char lacking[LIST_SIZE] = "", name[LIST_SIZE];
	size_t num, i;

	json_set_text(sum, "box", box);
	json_set_text(sum, "event", series->event);
	json_object_array_add(values, sum);
	num = top_units(top, index, package, rates, MAX_UNITS, &share);
	for (i = 0; i < num; i++) {
		struct json_object *value;

		if (!top_counts(top, index, rates[i].unit))
			continue;
		snprintf(name, sizeof(name), "%s %d of die %u", box, rates[i].unit, rates[i].die);
		if (rates[i].gone)
			list_add(lacking, name);
		value = new_value(package, series_kinds[index].metric, series_kinds[index].unit,
				  rates[i].rate * series_kinds[index].factor, rates[i].gone ? 0 : share,
				  why_no_value(share, rates[i].gone));
		json_set_number(value, "die", rates[i].die);
		json_set_text(value, "box", box);
		json_object_object_add(value, "unit", json_object_new_int(rates[i].unit));
		json_set_text(value, "event", series->event);
		json_object_array_add(values, value);
	}
	if (*lacking && !gone)
		json_set_text(sum, "without", lacking);
}

static void add_nodes(const struct top *top, unsigned int package, enum series index, struct json_object *values)
{
	struct unit_rate nodes[TOP_NODES];
	double share;
	size_t num = top_node_rates(top, index, package, nodes, &share), i;

	for (i = 0; i < num; i++) {
		struct json_object *value = new_value(package, series_kinds[index].metric, series_kinds[index].unit,
						      nodes[i].rate * series_kinds[index].factor, nodes[i].gone ? 0 : share,
						      why_no_value(share, nodes[i].gone));

		json_set_index(value, "node", nodes[i].unit);
		json_set_text(value, "box", top->counters.all[top->series[index].counter].event.box);
		json_set_text(value, "event", top->series[index].event);
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
								cores[i].share, why_no_value(cores[i].share, cores[i].gone)));
}

void top_json(const struct top *top, const struct moment *moment)
{
	struct json_object *object = json_begin_interval(moment), *values = json_object_new_array();
	unsigned int package;
	int i;

	for (package = 0; package < top_sockets(top); package++) {
		if (top->socket >= 0 && package != (unsigned int)top->socket)
			continue;
		add_cores(top, package, values);
		for (i = 0; i < NUM_SERIES; i++)
			if (series_kinds[i].metric && top->series[i].open)
				add_series(top, package, (enum series)i, values);
		for (i = MEMORY_READ; i <= MEMORY_WRITE && top->nodes; i++)
			if (top->series[i].open)
				add_nodes(top, package, (enum series)i, values);
	}
	json_object_object_add(object, "values", values);
	print_json_line(object, stdout);
}
