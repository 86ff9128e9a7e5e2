/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events on many units at once, as checks compare them: each unit of each die has a probe with events of its own, and may have a
 * reference, which is another probe whose events count the same clock.
 *
 * Two descriptors cannot be read in one instant. What a probe has counted between two marks is therefore compared with limits: the
 * reference is read before and after the probe, at both marks. The probe has counted no less than the reference did from after
 * the first mark to before the second, and no more than from before the first to after the second. That holds however slow
 * the reads are and however the clock changes, so a busy machine or frequency scaling widens the limits and moves nobody out.
 */
#ifndef UNCORE_CHECK_PROBE_H
#define UNCORE_CHECK_PROBE_H

#include "check/common/check.h"

/** Events of a probe, at the most. */
#define PROBE_EVENTS	8
#define MARKS		2

/**
 * struct probe - events on a unit of a die
 * @box: box type
 * @pmu: its PMU
 * @die: the die
 * @cpu: where its events are opened
 * @num: how many events it has
 * @fd: their descriptors
 * @grouped: they are a group, and are read with the first
 * @error: of the last call that failed, -errno; it is not read any more
 * @reference: index of the probe it is compared with, its own index for none
 * @own: its events are compared with one another: it is its own reference
 * @now: counts as they were last read
 * @running: nanoseconds for which each had counted then, by the kernel's clock
 * @when: seconds at each mark
 * @ran: @running at each mark
 * @at: counts at each mark
 * @before: what the reference had counted just before, at each mark
 * @after: just after
 */
struct probe {
	const char *box;
	const struct pmu *pmu;
	unsigned int die;
	int cpu;
	size_t num;
	int fd[PROBE_EVENTS];
	bool grouped;
	int error;
	size_t reference;
	bool own;
	uint64_t now[PROBE_EVENTS];
	uint64_t running[PROBE_EVENTS];
	double when[MARKS];
	uint64_t ran[MARKS][PROBE_EVENTS];
	uint64_t at[MARKS][PROBE_EVENTS];
	uint64_t before[MARKS][PROBE_EVENTS];
	uint64_t after[MARKS][PROBE_EVENTS];
};

/**
 * struct probes - events on many units
 * @all: the probes, by box type, then die
 * @num: how many
 */
struct probes {
	struct probe *all;
	size_t num;
};

/** probe_name() - "cha 2 of die 1", in a static buffer */
const char *probe_name(const struct probe *probe);

/** probe_counters() - general counters of the unit, as the program's tables have it; 1 for UBoxes, whose clock is fixed */
size_t probe_counters(const struct check *check, const struct probe *probe);

/**
 * probes_add() - a probe without events for each unit of a type
 * @check: the check
 * @probes: they are added here
 * @box: box type; NULL: all that have a clock
 *
 * Units that may be off, and are (check_off()), get none.
 */
void probes_add(struct check *check, struct probes *probes, const char *box);

/**
 * probe_event() - an event as it is written, for probes of a type
 * @check: the check
 * @box: the type
 * @terms: what stands between the slashes
 * @event: receives it
 *
 * Return: false if the type has no such event or format.
 */
bool probe_event(const struct check *check, const char *box, const char *terms, struct event *event);

/** probe_parse() - the same of the whole event, BOX/TERMS/ */
bool probe_parse(const struct check *check, const char *text, struct event *event);

/**
 * probe_open() - give a probe one more event
 * @probe: the probe
 * @event: the event
 * @snapshot: with the format snapshot, where there is one
 *
 * Return: 0 or -errno, which is noted in the probe.
 */
int probe_open(struct probe *probe, const struct event *event, bool snapshot);

/** probes_enable() - let all probes count that have not failed */
void probes_enable(struct probes *probes);

/**
 * probes_add_clocks() - a probe for each unit of a type, with its clock on all counters, which count from now on
 * @check: the check
 * @probes: they are added here
 * @box: box type
 * @snapshot: to be read in one instant
 *
 * The events of a unit are a group, so it is the driver's choice which counter each of them gets.
 *
 * Return: false if the type has no such clock, or cannot be read in one instant.
 */
bool probes_add_clocks(struct check *check, struct probes *probes, const char *box, bool snapshot);

/** probe_read() - read the counts of a probe into @now; returns 0 or -errno */
int probe_read(struct probe *probe);

/** probes_read() - read all probes */
void probes_read(struct probes *probes);

/** probes_mark() - read all probes, with their references around each; reads that something interrupts are repeated */
void probes_mark(struct probes *probes, unsigned int mark);

/** probes_measure() - two marks, @ms times the effort apart */
void probes_measure(struct check *check, struct probes *probes, unsigned int ms);

/** probes_median() - the median of some values, which it sorts; 0 of none */
double probes_median(double *values, size_t num);

/** probes_refer() - make the unit with the median clock, between the marks, the reference of its type and die */
void probes_refer(struct probes *probes);

/** probe_delta() - what an event has counted between the marks */
uint64_t probe_delta(const struct probe *probe, size_t event);

/** probe_hz() - counts of an event in a second of the time that it counted, between the marks */
double probe_hz(const struct probe *probe, size_t event);

/**
 * probe_ratio() - what an event counted in terms of an event of the reference
 * @probe: the probe
 * @event: its event
 * @of: the reference's event
 *
 * Return: 1 if it is within the limits; otherwise by what factor it is outside of them.
 */
double probe_ratio(const struct probe *probe, size_t event, size_t of);

/** probes_errors() - a problem for each probe whose events cannot be opened or read; false if there is one */
bool probes_errors(struct check *check, const struct probes *probes);

/** probes_close() - close and forget all */
void probes_close(struct probes *probes);

#endif
