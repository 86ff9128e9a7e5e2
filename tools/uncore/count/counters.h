/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events that are open on all dies: one descriptor for each die where a PMU counts on all units, one
 * for each unit where there is none.
 */
#ifndef UNCORE_COUNTERS_H
#define UNCORE_COUNTERS_H

#include "count/event.h"
#include "count/gone.h"

/**
 * struct reading - a count and the time it was made in
 * @count: as counted, not scaled; of a gauge: its value, whatever it was before
 * @enabled: nanoseconds that the event was enabled
 * @running: nanoseconds that it had a counter
 * @requested: when the kernel was asked for it, in seconds of CLOCK_MONOTONIC
 * @answered: when it had answered
 */
struct reading {
	uint64_t count;
	uint64_t enabled;
	uint64_t running;
	double requested;
	double answered;
};

/**
 * struct source - an event on a die, or on a unit of it
 * @fd: its descriptor
 * @id: its id, which its tracepoints tell
 * @die: the die
 * @socket: the package
 * @cpu: the CPU that it is open on
 * @unit: number of the unit, ALL_UNITS for the sum of all
 * @path: of a gauge: the file that has its value; otherwise NULL
 * @gone: it could not be opened, or cannot be read any more: its unit, or all CPUs of its die, are gone
 * @back: it is gone, and counters_try_again() has opened it again. The next read brings its first count.
 * @absent: units of it that did not answer when it was read. The count lacks theirs.
 * @now: as it was last read
 * @before: as it was read the time before
 */
struct source {
	int fd;
	uint64_t id;
	unsigned int die;
	unsigned int socket;
	int cpu;
	int unit;
	char *path;
	bool gone;
	bool back;
	unsigned int absent;
	struct reading now;
	struct reading before;
};

/**
 * struct counter - an event that is open
 * @event: the event
 * @leader: index of the leader of its group in struct counters, its own if it is one
 * @sources: where it counts; those of a group's members correspond
 * @num_sources: how many
 * @snapshot: its group is read at one instant where the PMU can do that
 * @added: so many members of its group, from the first on, are added to its counts
 */
struct counter {
	struct event event;
	size_t leader;
	size_t added;
	bool snapshot;
	struct source *sources;
	size_t num_sources;
};

/**
 * struct counters - all that is open
 * @all: the counters; members stand behind their leader
 * @num: how many
 * @reads: reads of descriptors since the beginning
 * @tried_at: when counters_try_again() last tried
 * @keep_gone: counters_open() also accepts an event none of whose units answers, for counters_try_again()
 * @reported: a message has said that a source is gone
 * @gone: units of all box types here that did not answer at the last read
 */
struct counters {
	struct counter *all;
	size_t num;
	uint64_t reads;
	uint64_t tried_at;
	bool keep_gone;
	bool reported;
	struct gone_units gone;
};

/**
 * counters_open() - open events that belong together
 * @counters: they are added here, stopped
 * @machine: where
 * @events: the events
 * @num: how many
 * @snapshot: if there is more than one and they are of one PMU: read them at one instant where the
 *            PMU can do that
 * @error: receives the reason of a failure
 * @size: of @error
 *
 * Several events become a group if the kernel takes them as one, and are opened one by one if not. A source whose unit does
 * not answer is gone from the beginning; that all are is a failure without @keep_gone.
 *
 * Return: 0; or a status, with @error filled in and @counters as it was before.
 */
int counters_open(struct counters *counters, const struct machine *machine,
		  const struct event *events, size_t num, bool snapshot, char *error, size_t size);

/**
 * counters_open_sum() - open an event, or several whose counts are added up
 * @counters: they are added here, stopped; the counts of the first are the sum of all
 * @machine: where
 * @text: the events, with "+" between them, all of one box type: imc/cas_count_sch0.rd/+imc/cas_count_sch1.rd/
 * @each: as for event_parse()
 * @error: receives the reason of a failure
 * @size: of @error
 *
 * Several events are a group, so that all of them count at the same times. The group must fit into a unit.
 *
 * Return: 0; or a status, with @error filled in and @counters as it was before.
 */
int counters_open_sum(struct counters *counters, const struct machine *machine, const char *text, bool each,
		      char *error, size_t size);

/**
 * counters_fit() - try whether events of one PMU can be a group
 * @events: the events
 * @num: how many
 *
 * They are opened on the first place of the PMU whose unit answers, and closed.
 */
bool counters_fit(const struct event *events, size_t num);

/** counters_enable() - let all count; returns a status, after a message if it is not 0 */
int counters_enable(struct counters *counters);

/** counters_disable() - stop all. A source that cannot be stopped is gone, which the next read reports. */
void counters_disable(struct counters *counters);

/**
 * counters_read() - read all; what was read before moves to @before
 *
 * Return: 0; or a status, after a message, if a source is gone.
 */
int counters_read(struct counters *counters);

/**
 * counters_read_rest() - the same, but a source that is gone is marked and does not fail
 *
 * Its readings stay as they were. A message says which source is gone first.
 */
void counters_read_rest(struct counters *counters);

/**
 * counters_try_again() - open what could not be opened or has ended, if its units answer now
 * @counters: what counts
 *
 * Does so at most once a second, and only for events of the uncore. To be called behind counters_read_rest(), so that the
 * next interval is as long as that of the other counters.
 */
void counters_try_again(struct counters *counters);

/**
 * event_selects() - is an event of a type PMU counted on a unit?
 *
 * unit_mask has a bit for each of 64 units, unit_mask2 for each of 64 further ones; without any bit all units are counted.
 */
bool event_selects(const struct event *event, int unit);

/** source_units() - units of its die that a source counts, whether they answer or not; 1 for all but the sum of a type PMU */
unsigned int source_units(const struct machine *machine, const struct counter *counter, const struct source *source);

/** counter_lacks() - should a source count a certain unit that does not answer? */
bool counter_lacks(const struct counter *counter, const struct source *source, const struct gone_unit *unit);

/**
 * counters_add_dies() - sources for dies that machine_add_dies() has added
 * @counters: what is open
 *
 * The new sources come last, and do not count until counters_replace(). Events of the cores get no new sources.
 */
void counters_add_dies(struct counters *counters);

/** counters_cpu() - a CPU of a source's die that is online, or -1. It may be another than before. */
int counters_cpu(const struct counter *counter, const struct source *source);

/**
 * counters_open_again() - open the events of a group again on one source
 * @counters: what is open
 * @leader: index of the leader
 * @unit: number of the unit, ALL_UNITS for the sum of all
 * @cpu: a CPU of the die
 * @fds: receives a descriptor for each member
 * @ids: receives their ids
 *
 * Nothing in @counters changes, so that another process can do this.
 *
 * Return: the number of members, or -errno.
 */
int counters_open_again(const struct counters *counters, size_t leader, int unit, int cpu, int fds[MAX_GROUP],
			uint64_t ids[MAX_GROUP]);

/**
 * counters_replace() - count on a source that was gone, from 0 on
 * @counters: what is open
 * @leader: index of the leader
 * @source: index of the source
 * @cpu: as for counters_open_again()
 * @fds: descriptors that it returned
 * @ids: their ids
 */
void counters_replace(struct counters *counters, size_t leader, size_t source, int cpu, const int fds[MAX_GROUP],
		      const uint64_t ids[MAX_GROUP]);

/** counters_descriptors() - descriptors that are open */
size_t counters_descriptors(const struct counters *counters);

/** counters_close() - close and forget all */
void counters_close(struct counters *counters);

/** open_error() - the text and status of a failed perf_event_open() */
int open_error(const char *event, unsigned int die, int error, char *text, size_t size);

/** source_answers() - does anything of it answer? The sum of several units does without some of them. */
bool source_answers(const struct source *source);

/** reading_since() - what was counted between two readings, without the moments at which they were made */
struct reading reading_since(const struct source *source);

/** reading_scaled() - the count as it would be had it counted all the time; false if it never did */
bool reading_scaled(const struct reading *reading, double *count);

/** reading_share() - part of the time in which it counted, 0 to 1 */
double reading_share(const struct reading *reading);

#endif
