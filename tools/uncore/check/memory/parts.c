// SPDX-License-Identifier: GPL-2.0-only
/* Each memory channel, and each slice of the cache, has its part of memory traffic. */
#include "check/common/nodes.h"
#include "metrics/nodes.h"

/* Without @node the unit of any node of the die will do. */
static bool is_judged(const struct check *check, const struct counter *counter, const struct source *source, unsigned int die,
		      const struct node *node)
{
	const char *box = counter->event.box;

	return source->die == die && !check_off(check, box, die, source->unit) &&
	       (!node || node_of_unit(box, die, source->unit) == node->number);
}

/* Each unit that is not off has its part of what all of these have counted, or is named; returns whether any has counted. */
static bool judge_parts(struct check *check, const struct counter *counter, unsigned int die, const struct node *node)
{
	const char *box = counter->event.box;
	double sum = 0, usual;
	size_t num = 0, i;

	for (i = 0; i < counter->num_sources; i++) {
		if (!is_judged(check, counter, &counter->sources[i], die, node))
			continue;
		sum += (double)counter->sources[i].now.count;
		num++;
	}
	if (!sum)
		return false;
	usual = sum / (double)num;
	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];
		double part = (double)source->now.count / usual;

		if (!is_judged(check, counter, source, die, node))
			continue;
		check_number(check, part, "%s %d die %u", box, source->unit, die);
		if (part < 0.5 || part > 1.5)
			check_problem(check, "%s %d of die %u counts %.2f of its share", box, source->unit, die,
				      part);
	}
	return true;
}

/* A die whose units are not known to belong to one node or another. */
static bool is_undivided(const struct counter *counter, unsigned int die)
{
	size_t i;

	for (i = 0; i < counter->num_sources; i++)
		if (counter->sources[i].die == die && node_of_unit(counter->event.box, die, counter->sources[i].unit) < 0)
			return true;
	return false;
}

static bool go_through(struct check *check, struct counters *counters, const struct node *node, enum traffic_kind kind)
{
	struct traffic traffic;
	double seconds;
	bool good;

	if (!node_run(check, node) || traffic_open(&traffic, node->number, check->buffer))
		return false;
	good = check_traffic(check, counters, &traffic, kind, &seconds);
	traffic_close(&traffic);
	return good;
}

/* What each unit counts while memory of its node is gone through, or that of all nodes of its die if its node is unknown. */
static void parts_of(struct check *check, const char *name, enum traffic_kind kind)
{
	const struct command_event *event = command_event(check->machine.processor, "check.parts", name);
	bool done[CHECK_DIES] = { false };
	size_t i, other, blind = 0, tried = 0;
	struct nodes nodes;

	if (!nodes_all_ready(check, &nodes) || !event || !check_rates(check))
		return;
	for (i = 0; i < nodes.num; i++) {
		const struct node *node = &nodes.all[i];
		struct counters counters = { .num = 0 };
		bool good;
		int index;

		if (done[node->die])
			continue;
		index = check_open(check, &counters, true, "%s", event->event);
		good = index >= 0 && go_through(check, &counters, node, kind);
		done[node->die] = good && is_undivided(&counters.all[index], node->die);
		for (other = i + 1; other < nodes.num && good && done[node->die]; other++)
			if (nodes.all[other].die == node->die)
				good = go_through(check, &counters, &nodes.all[other], kind);
		tried++;
		if (good && !judge_parts(check, &counters.all[index], node->die, done[node->die] ? NULL : node)) {
			blind++;
			check_problem(check, "no %s of die %u counts anything", counters.all[index].event.box, node->die);
		}
		counters_close(&counters);
		if (index < 0 || (!good && !check_failed(check)))
			return;
	}
	if (blind && blind == tried) {
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
