// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory traffic whose bytes are known must be seen at its home, and on the way there.
 *
 * What other programs do meanwhile is measured before and taken off. What the caches keep cannot be measured; so reads
 * may be fewer by the size of the cache, but by no more than a quarter.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/common/nodes.h"

#define TOLERANCE	0.05
#define LINE		64.0
#define BACKGROUND_MS	100

/* What is counted. The first ones that cannot be opened are left out. */
enum seen { READ, WRITTEN, MESH_READ, MESH_WRITTEN, LOCAL, LOCAL_PREF, REMOTE, REMOTE_PREF, OWN_LOCAL, OWN_REMOTE,
	    STREAM_LOCAL, STREAM_REMOTE, SENT, UNDEFINED, SEEN };

/* In processors/PROCESSOR/events.tsv. */
static const char *const names[SEEN] = {
	[READ] = "read", [WRITTEN] = "written", [MESH_READ] = "mesh_read", [MESH_WRITTEN] = "mesh_written",
	[LOCAL] = "local", [LOCAL_PREF] = "local_prefetched", [REMOTE] = "remote", [REMOTE_PREF] = "remote_prefetched",
	[OWN_LOCAL] = "owned_local", [OWN_REMOTE] = "owned_remote", [STREAM_LOCAL] = "streamed_local",
	[STREAM_REMOTE] = "streamed_remote", [SENT] = "sent", [UNDEFINED] = "undefined",
};

/* Lines counted on each die, without the background. */
struct sight {
	bool there[SEEN];
	double lines[SEEN][CHECK_DIES];
	double background[TRAFFIC_KINDS][SEEN][CHECK_DIES];
};

static struct sight sight;
static double all_lines;
/* Anything at all was counted. */
static bool seen_any;

/* A line of what traffic must look like. */
static void expect(struct check *check, enum seen what, unsigned int die, double low, double high,
		   const char *where, const char *name)
{
	double lines = sight.lines[what][die], slack = TOLERANCE * all_lines;

	if (!sight.there[what])
		return;
	seen_any |= lines >= slack;
	check_number(check, lines * LINE / 1048576, "%s: %s, MiB", where, name);
	if (lines >= low - slack && lines <= high + slack)
		return;
	check_problem(check, "%s: %s of die %u count %.2f of the bytes instead of %.2f%s", where, name, die,
		      lines / all_lines, high / all_lines,
		      low < high ? " or less, by what the cache holds" : "");
}

/* Of the CHA's events only those that the traffic is about: a CHA has four counters, and none is to wait for its turn. */
static bool of_interest(enum seen what, enum traffic_kind kind)
{
	switch (what) {
	case LOCAL:
	case LOCAL_PREF:
	case REMOTE:
	case REMOTE_PREF:
		return kind == TRAFFIC_READ;
	case OWN_LOCAL:
	case OWN_REMOTE:
		return kind == TRAFFIC_WRITE || kind == TRAFFIC_COPY;
	case STREAM_LOCAL:
	case STREAM_REMOTE:
		return kind == TRAFFIC_STREAM;
	default:
		return true;
	}
}

static void open_events(struct check *check, struct counters *counters, enum traffic_kind kind, int index[SEEN])
{
	unsigned int i;

	for (i = 0; i < SEEN; i++) {
		const struct command_event *event = command_event(check->machine.processor, "check.memory", names[i]);

		index[i] = -1;
		if (event && of_interest((enum seen)i, kind))
			index[i] = check_open(check, counters, false, "%s", event->event);
		sight.there[i] = index[i] >= 0;
	}
	*check->reason = '\0';
}

static void take(const struct check *check, const struct counters *counters, const int index[SEEN],
		 double lines[SEEN][CHECK_DIES])
{
	unsigned int i, die;

	for (i = 0; i < SEEN; i++) {
		const struct command_event *event = command_event(check->machine.processor, "check.memory", names[i]);

		for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++)
			lines[i][die] = index[i] < 0 ? 0 : check_sum(&counters->all[index[i]], die) * event->factor;
	}
}

static bool measure_background(struct check *check)
{
	unsigned int kind;
	bool good = true;

	for (kind = 0; kind < TRAFFIC_KINDS && good; kind++) {
		struct counters counters = { .num = 0 };
		int index[SEEN];

		open_events(check, &counters, (enum traffic_kind)kind, index);
		good = check_wait(check, &counters, BACKGROUND_MS);
		take(check, &counters, index, sight.background[kind]);
		counters_close(&counters);
	}
	return good;
}

static bool measure_traffic(struct check *check, const struct traffic *traffic, enum traffic_kind kind)
{
	struct counters counters = { .num = 0 };
	unsigned int i, die;
	int index[SEEN];
	double seconds;
	bool good;

	open_events(check, &counters, kind, index);
	good = check_traffic(check, &counters, traffic, kind, &seconds);
	take(check, &counters, index, sight.lines);
	for (i = 0; good && i < SEEN; i++)
		for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++)
			sight.lines[i][die] -= sight.background[kind][i][die] * seconds * 1000 /
					       (BACKGROUND_MS * check->effort);
	counters_close(&counters);
	return good;
}

/* The requests of the CPU's die, by where their home is. */
static void expect_requests(struct check *check, enum traffic_kind kind, unsigned int asks, bool local,
			    const char *where)
{
	static const struct {
		enum seen local, remote;
	} requests[TRAFFIC_KINDS] = {
		{ LOCAL, REMOTE }, { OWN_LOCAL, OWN_REMOTE }, { OWN_LOCAL, OWN_REMOTE },
		{ STREAM_LOCAL, STREAM_REMOTE },
	};
	enum seen right = local ? requests[kind].local : requests[kind].remote;
	enum seen wrong = local ? requests[kind].remote : requests[kind].local;
	double share = kind == TRAFFIC_COPY ? 0.5 : 1;

	/* Which of them the prefetcher asks for is its own business. */
	if (sight.there[LOCAL_PREF])
		sight.lines[LOCAL][asks] += sight.lines[LOCAL_PREF][asks];
	if (sight.there[REMOTE_PREF])
		sight.lines[REMOTE][asks] += sight.lines[REMOTE_PREF][asks];
	expect(check, right, asks, share * all_lines * 0.75, share * all_lines, where,
	       local ? "misses of CHAs to local memory" : "misses of CHAs to remote memory");
	expect(check, wrong, asks, 0, 0, where,
	       local ? "misses of CHAs to remote memory" : "misses of CHAs to local memory");
}

/* What is between the mesh and the channels. */
static const char *mesh_units(const struct check *check, bool writes)
{
	if (box_type(check->machine.processor, "b2cmi"))
		return writes ? "writes of B2CMIs" : "reads of B2CMIs";
	return writes ? "writes of M2Ms" : "reads of M2Ms";
}

static void judge(struct check *check, const struct traffic *traffic, enum traffic_kind kind, unsigned int asks,
		  unsigned int home)
{
	double reads, writes, kept = (double)check->cache / LINE;
	unsigned int die;
	char where[96];

	traffic_expect(traffic, kind, &reads, &writes);
	if (kept > all_lines / 4)
		kept = all_lines / 4;
	snprintf(where, sizeof(where), "%s by die %u, memory of die %u", traffic_name(kind), asks, home);
	expect(check, READ, home, reads ? reads - kept : 0, reads, where, "reads of channels");
	expect(check, WRITTEN, home, writes && kind != TRAFFIC_STREAM ? writes - kept : writes, writes, where,
	       "writes of channels");
	expect(check, MESH_READ, home, reads ? reads - kept : 0, reads, where, mesh_units(check, false));
	expect(check, MESH_WRITTEN, home, writes && kind != TRAFFIC_STREAM ? writes - kept : writes, writes, where,
	       mesh_units(check, true));
	for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++) {
		if (die == home)
			continue;
		expect(check, READ, die, 0, 0, where, "reads of channels");
		/* What the cache had before goes home, wherever that is. */
		if (kind == TRAFFIC_STREAM)
			expect(check, WRITTEN, die, 0, kept, where, "writes of channels");
	}
	expect_requests(check, kind, asks, asks == home, where);
	if (asks != home)
		expect(check, SENT, kind == TRAFFIC_STREAM ? asks : home, (reads ? reads : writes) - kept,
		       reads ? reads : writes, where, "data sent by links");
	else if (kind == TRAFFIC_READ)
		expect(check, SENT, home, 0, kept, where, "data sent by links");
	/* A link that loses the upper half of its control ignores the opcode, and counts all requests. */
	if (asks != home)
		expect(check, UNDEFINED, asks, 0, 0, where, "requests of an undefined opcode sent by links");
}

static bool try_traffic(struct check *check, const struct node *asks, const struct node *home)
{
	struct traffic traffic;
	unsigned int kind;
	int error = traffic_open(&traffic, home->number, check->buffer);

	if (error) {
		check_cannot(check, "no %zu MiB of memory of node %d: %s", check->buffer >> 20, home->number,
			     strerror(-error));
		return false;
	}
	all_lines = (double)check->buffer / LINE;
	for (kind = 0; kind < TRAFFIC_KINDS; kind++) {
		/* From elsewhere, what is different from here is how it gets there. */
		if (asks->die != home->die && kind == TRAFFIC_COPY)
			continue;
		if (measure_traffic(check, &traffic, (enum traffic_kind)kind))
			judge(check, &traffic, (enum traffic_kind)kind, asks->die, home->die);
	}
	traffic_close(&traffic);
	return true;
}

static void run(struct check *check)
{
	size_t asks, home, tried = 0;
	struct nodes nodes;

	seen_any = false;
	if (!nodes_ready(check, &nodes) || !check_rates(check) || !measure_background(check))
		return;
	for (asks = 0; asks < nodes.num; asks++) {
		for (home = 0; home < nodes.num; home++) {
			if (node_run(check, &nodes.all[asks]) &&
			    try_traffic(check, &nodes.all[asks], &nodes.all[home]))
				tried++;
		}
	}
	if (tried && !seen_any) {
		check_forget_all(check);
		check_problem(check, "no unit of any die counts the moved bytes");
	}
	if (tried)
		check_pass(check, "%zu pairs of CPU and node, %zu MiB each, read, written, streamed: within %.0f %%",
			   tried, check->buffer >> 20, 100 * TOLERANCE);
}

const struct check_kind check_memory = {
	.name = "memory",
	.what = "channels, mesh and links of the right die count the moved bytes",
	.run = run,
};
