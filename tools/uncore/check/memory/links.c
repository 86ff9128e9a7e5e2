// SPDX-License-Identifier: GPL-2.0-only
/* A link and its mesh stop see the same, and the other end of the link receives it. */
#include "check/common/nodes.h"
#include "machine/connections.h"

#define LINK_LINES	16
#define LINK_TIMES	20000

/* The unit that counts most of those of a die, or of all others; false if none counts half of all. */
static bool busiest(const struct counter *counter, unsigned int die, bool others, struct link_end *unit)
{
	uint64_t sum = 0, most = 0;
	size_t i;

	*unit = (struct link_end){ .unit = ALL_UNITS };
	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];

		if ((source->die == die) == others)
			continue;
		sum += source->now.count;
		if (source->now.count > most) {
			most = source->now.count;
			*unit = (struct link_end){ source->die, source->unit };
		}
	}
	return most > sum / 2;
}

static int open_event(struct check *check, struct counters *counters, const char *name)
{
	const struct command_event *event = command_event(check->machine.processor, "check.links", name);

	return event ? check_open(check, counters, true, "%s", event->event) : -1;
}

/* What a link sends arrives at the end that the driver shows. A message by way of a third package arrives twice. */
static void compare_end(struct check *check, const struct counter *received, const struct link_end *link)
{
	struct link_end shown, seen;

	if (!link_end(LINK_BOX, link->die, link->unit, &shown) || !busiest(received, link->die, true, &seen) ||
	    (seen.die == shown.die && seen.unit == shown.unit))
		return;
	check_problem(check, "die %u: link %d leads to link %d of die %u, and what it sends arrives at link %d of die %u",
		      link->die, link->unit, shown.unit, shown.die, seen.unit, seen.die);
}

/* Stores to one line take one link: the one that its mesh stop sees them on, too. */
static void try_line(struct check *check, const struct traffic *traffic, size_t line, unsigned int die,
		     unsigned int *seen)
{
	struct counters counters = { .num = 0 };
	int link = open_event(check, &counters, "link"), stop = open_event(check, &counters, "mesh_stop");
	int received = open_event(check, &counters, "received");

	if (link >= 0 && stop >= 0 && !counters_enable(&counters)) {
		traffic_store_line(traffic, line, LINK_TIMES);
		counters_disable(&counters);
		if (!counters_read(&counters)) {
			struct link_end at, expected;
			bool sent = busiest(&counters.all[link], die, false, &at);
			bool passed = busiest(&counters.all[stop], die, false, &expected);

			if (sent && passed) {
				*seen |= 1u << (at.unit & 31);
				if (at.unit != expected.unit)
					check_problem(check, "die %u: link %d counts the traffic of M3UPI %d",
						      die, at.unit, expected.unit);
				else if (received >= 0)
					compare_end(check, &counters.all[received], &at);
			} else if (sent || passed) {
				check_problem(check, "%s %d of die %u counts stores to one line, and no %s counts as many",
					      sent ? "upi" : "m3upi", sent ? at.unit : expected.unit, die,
					      sent ? "M3UPI" : "link");
			}
		}
	}
	counters_close(&counters);
}

/* Both ends of a link name each other. */
static void compare_names(struct check *check)
{
	size_t num, i, p;
	const struct pmu *pmus = machine_box(&check->machine, LINK_BOX, true, &num);

	for (i = 0; pmus && i < num; i++)
		for (p = 0; p < pmus[i].num_places; p++) {
			unsigned int die = pmus[i].places[p].die;
			struct link_end end;

			if (link_end(LINK_BOX, die, pmus[i].unit, &end) && !link_is_mutual(die, pmus[i].unit, &end))
				check_problem(check, "upi %d of die %u leads to upi %d of die %u, which does not lead back",
					      pmus[i].unit, die, end.unit, end.die);
		}
}

static void run(struct check *check)
{
	unsigned int seen = 0, dies = 0;
	struct nodes nodes;
	size_t i, line, num;

	compare_names(check);
	if (check_failed(check) || !nodes_ready(check, &nodes))
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
	.what = "a link, its mesh stop and its other end count the same",
	.run = run,
};
