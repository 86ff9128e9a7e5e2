// SPDX-License-Identifier: GPL-2.0-only
/* A link and its mesh stop see the same. */
#include "check/common/nodes.h"

#define LINK_LINES	16
#define LINK_TIMES	20000

/* The unit of a die that counts most, -1 if none counts half of all. */
static int busiest(const struct counter *counter, unsigned int die)
{
	uint64_t sum = 0, most = 0;
	int unit = -1;
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];

		if (source->die != die)
			continue;
		sum += source->now.count;
		if (source->now.count > most) {
			most = source->now.count;
			unit = source->unit;
		}
	}
	return most > sum / 2 ? unit : -1;
}

static int open_event(struct check *check, struct counters *counters, const char *name)
{
	const struct command_event *event = command_event(check->machine.processor, "check.links", name);

	return event ? check_open(check, counters, true, "%s", event->event) : -1;
}

/* Stores to one line take one link: the one that its mesh stop sees them on, too. */
static void try_line(struct check *check, const struct traffic *traffic, size_t line, unsigned int die,
		     unsigned int *seen)
{
	struct counters counters = { .num = 0 };
	int link = open_event(check, &counters, "link"), stop = open_event(check, &counters, "mesh_stop");

	if (link >= 0 && stop >= 0 && !counters_enable(&counters)) {
		traffic_store_line(traffic, line, LINK_TIMES);
		counters_disable(&counters);
		if (!counters_read(&counters)) {
			int at = busiest(&counters.all[link], die), expected = busiest(&counters.all[stop], die);

			if (at >= 0 && expected >= 0) {
				*seen |= 1u << (at & 31);
				if (at != expected)
					check_problem(check, "die %u: link %d counts the traffic of M3UPI %d",
						      die, at, expected);
			} else if (at >= 0 || expected >= 0) {
				check_problem(check, "%s %d of die %u counts stores to one line, and no %s counts as many",
					      at >= 0 ? "upi" : "m3upi", at >= 0 ? at : expected, die,
					      at >= 0 ? "M3UPI" : "link");
			}
		}
	}
	counters_close(&counters);
}

static void run(struct check *check)
{
	unsigned int seen = 0, dies = 0;
	struct nodes nodes;
	size_t i, line, num;

	if (!nodes_ready(check, &nodes))
		return;
	if (nodes.num < 2 || !machine_box(&check->machine, "upi", true, &num) ||
	    !machine_box(&check->machine, "m3upi", true, &num)) {
		check_cannot(check, "no second socket, or no links");
		return;
	}
	for (i = 0; i < nodes.num; i++) {
		struct traffic traffic;

		if (!node_run(check, &nodes.all[i]) ||
		    traffic_open(&traffic, nodes.all[(i + 1) % nodes.num].number, 1 << 20))
			return;
		for (line = 0; line < LINK_LINES && !check_failed(check); line++)
			try_line(check, &traffic, 37 * line, nodes.all[i].die, &seen);
		traffic_close(&traffic);
		dies++;
	}
	if (*check->reason)
		return;
	if (seen)
		check_pass(check, "%d links of %u dies, each with its M3UPI", __builtin_popcount(seen), dies);
	else
		check_cannot(check, "no memory line uses one link alone");
}

const struct check_kind check_links = {
	.name = "links",
	.what = "a link and its mesh stop count the same",
	.run = run,
};
