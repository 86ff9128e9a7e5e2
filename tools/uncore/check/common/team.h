/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events on many units at once, as checks compare them: each unit of each die has a seat with events of its own, and may have a
 * reference, which is another seat whose events count the same clock.
 *
 * Two descriptors cannot be read in one instant. What a seat has counted between two marks is therefore compared with limits: the
 * reference is read before and after the seat, at both marks. The seat has counted no less than the reference did from after
 * the first mark to before the second, and no more than from before the first to after the second. That holds however slow
 * the reads are and however the clock changes, so a busy machine or frequency scaling widens the limits and moves nobody out.
 */
#ifndef UNCORE_CHECK_TEAM_H
#define UNCORE_CHECK_TEAM_H

#include "check/common/check.h"

/** Events of a seat, at the most. */
#define SEAT_EVENTS	8
#define MARKS		2

/**
 * struct seat - events on a unit of a die
 * @box: box type
 * @pmu: its PMU
 * @die: the die
 * @cpu: where its events are opened
 * @num: how many events it has
 * @fd: their descriptors
 * @grouped: they are a group, and are read with the first
 * @error: of the last call that failed, -errno; it is not read any more
 * @reference: index of the seat it is compared with, its own index for none
 * @own: its events are compared with one another: it is its own reference
 * @now: counts as they were last read
 * @running: nanoseconds for which each had counted then, by the kernel's clock
 * @when: seconds at each mark
 * @ran: @running at each mark
 * @at: counts at each mark
 * @before: what the reference had counted just before, at each mark
 * @after: just after
 */
struct seat {
	const char *box;
	const struct pmu *pmu;
	unsigned int die;
	int cpu;
	size_t num;
	int fd[SEAT_EVENTS];
	bool grouped;
	int error;
	size_t reference;
	bool own;
	uint64_t now[SEAT_EVENTS];
	uint64_t running[SEAT_EVENTS];
	double when[MARKS];
	uint64_t ran[MARKS][SEAT_EVENTS];
	uint64_t at[MARKS][SEAT_EVENTS];
	uint64_t before[MARKS][SEAT_EVENTS];
	uint64_t after[MARKS][SEAT_EVENTS];
};

/**
 * struct team - seats
 * @seats: the seats, by box type, then die
 * @num: how many
 */
struct team {
	struct seat *seats;
	size_t num;
};

/** seat_name() - "cha 2 of die 1", in a static buffer */
const char *seat_name(const struct seat *seat);

/** seat_counters() - general counters of the unit, as the program's tables have it; 1 for UBoxes, whose clock is fixed */
size_t seat_counters(const struct check *check, const struct seat *seat);

/**
 * team_gather() - a seat without events for each unit of a type
 * @check: the check
 * @team: they are added here
 * @box: box type; NULL: all that have a clock
 *
 * Units that may be off, and are (check_off()), get none.
 */
void team_gather(struct check *check, struct team *team, const char *box);

/**
 * team_event() - an event as it is written, for seats of a type
 * @check: the check
 * @box: the type
 * @terms: what stands between the slashes
 * @event: receives it
 *
 * Return: false if the type has no such event or format.
 */
bool team_event(const struct check *check, const char *box, const char *terms, struct event *event);

/**
 * seat_open() - give a seat one more event
 * @seat: the seat
 * @event: the event
 * @snapshot: with the format snapshot, where there is one
 *
 * Return: 0 or -errno, which is noted in the seat.
 */
int seat_open(struct seat *seat, const struct event *event, bool snapshot);

/** team_enable() - let all seats count that have not failed */
void team_enable(struct team *team);

/** seat_read() - read the counts of a seat into @now; returns 0 or -errno */
int seat_read(struct seat *seat);

/** team_read() - read all seats */
void team_read(struct team *team);

/** team_mark() - read all seats, with their references around each */
void team_mark(struct team *team, unsigned int mark);

/** team_measure() - two marks, @ms times the effort apart */
void team_measure(struct check *check, struct team *team, unsigned int ms);

/** seat_delta() - what an event has counted between the marks */
uint64_t seat_delta(const struct seat *seat, size_t event);

/** seat_hz() - counts of an event in a second of the time that it counted, between the marks */
double seat_hz(const struct seat *seat, size_t event);

/**
 * seat_ratio() - what an event counted in terms of an event of the reference
 * @seat: the seat
 * @event: its event
 * @of: the reference's event
 *
 * Return: 1 if it is within the limits; otherwise by what factor it is outside of them.
 */
double seat_ratio(const struct seat *seat, size_t event, size_t of);

/** team_errors() - a problem for each seat whose events cannot be opened or read; false if there is one */
bool team_errors(struct check *check, const struct team *team);

/** team_close() - close and forget all */
void team_close(struct team *team);

#endif
