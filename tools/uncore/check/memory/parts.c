// SPDX-License-Identifier: GPL-2.0-only
/* Each memory channel, and each slice of the cache, has its part of memory traffic. */
#include "check/common/nodes.h"

/* Each unit of a die that is not off has its part of what all have counted, or is named; returns whether any has counted. */
static bool judge_parts(struct check *check, const struct counter *counter, unsigned int die)
{
	const char *box = counter->event.box;
	double sum = 0, usual;
	size_t num = 0, i;

	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];

		if (source->die != die || check_off(check, box, die, source->unit))
			continue;
		sum += (double)source->now.count;
		num++;
	}
	if (!sum)
		return false;
	usual = sum / (double)num;
	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];
		double part = (double)source->now.count / usual;

		if (source->die != die || check_off(check, box, die, source->unit))
			continue;
		check_number(check, part, "%s %d die %u", box, source->unit, die);
		if (part < 0.5 || part > 1.5)
			check_problem(check, "%s %d of die %u counts %.2f of its share", box, source->unit, die,
				      part);
	}
	return true;
}

/* What each unit counts while memory of its die is gone through. */
static void parts_of(struct check *check, const char *name, enum traffic_kind kind)
{
	const struct command_event *event = command_event(check->machine.processor, "check.parts", name);
	struct nodes nodes;
	size_t node, blind = 0;

	if (!nodes_ready(check, &nodes) || !event || !check_rates(check))
		return;
	for (node = 0; node < nodes.num; node++) {
		struct counters counters = { .num = 0 };
		int index = check_open(check, &counters, true, "%s", event->event);
		struct traffic traffic;
		double seconds;

		if (index < 0 || !node_run(check, &nodes.all[node]) ||
		    traffic_open(&traffic, nodes.all[node].number, check->buffer)) {
			counters_close(&counters);
			return;
		}
		if (check_traffic(check, &counters, &traffic, kind, &seconds) &&
		    !judge_parts(check, &counters.all[index], nodes.all[node].die)) {
			blind++;
			check_problem(check, "no %s of die %u counts anything", counters.all[index].event.box, nodes.all[node].die);
		}
		traffic_close(&traffic);
		counters_close(&counters);
	}
	if (blind && blind == nodes.num) {
		check_forget_all(check);
		check_problem(check, "no unit of any die counts the moved bytes");
	}
	if (!*check->reason)
		check_pass(check, "all units, with a half to one and a half of the mean");
}

static void run_channels(struct check *check)
{
	parts_of(check, "channels", TRAFFIC_STREAM);
}

const struct check_kind check_channels = {
	.name = "channels",
	.what = "each memory channel counts its share of the traffic",
	.run = run_channels,
};

static void run_slices(struct check *check)
{
	parts_of(check, "slices", TRAFFIC_READ);
}

const struct check_kind check_slices = {
	.name = "slices",
	.what = "each slice of the cache counts its share of the traffic",
	.run = run_slices,
};
