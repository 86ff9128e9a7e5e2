/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Assignment of events to the counters of one unit.
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_SCHEDULE_H
#define _UNCORE_PMON_SCHEDULE_H

#include "choose/pure.h"

/* Counters of one unit, of all kinds: general, fixed and free-running. */
#define PMON_MAX_COUNTERS	32

/* Events that can ask for counters of one unit at the same time. */
#define PMON_MAX_REQUESTS	64

/* Shared resources that one event can need besides its counter. */
#define PMON_MAX_CLAIMS		6

/* Ways to count one event, and shared resources that each of them needs. */
#define PMON_MAX_ALTERNATIVES		4
#define PMON_MAX_ALTERNATIVE_CLAIMS	3

/*
 * Events with alternatives on one unit at the same time. Each takes a counter
 * for itself, and no unit that has such events has more general counters.
 */
#define PMON_MAX_CHOOSERS	8

/**
 * struct pmon_claim - part of a shared register that an event depends on
 * @resource: number of the register within the unit
 * @mask: bits the event needs to have a certain value; 0: claim not used
 * @value: that value, no bit outside @mask
 *
 * Two events go together if they agree in every bit that both claim.
 */
struct pmon_claim {
	u8 resource;
	u64 mask;
	u64 value;
};

/**
 * struct pmon_alternative - one of several ways to count the same thing
 * @control: counter control value that does it
 * @claims: shared resources it needs beside those that all of them need
 */
struct pmon_alternative {
	u64 control;
	struct pmon_claim claims[PMON_MAX_ALTERNATIVE_CLAIMS];
};

/**
 * struct pmon_request - what one event asks of a unit
 * @counters: set of counters that can count the event
 * @shared: those of @counters that any number of events may read at once
 *	    (free-running)
 * @current_counter: counter the event runs on now, or -1
 * @current_alternative: what it runs with now, or -1
 * @num_alternatives: entries of @alternatives, at most PMON_MAX_ALTERNATIVES;
 *		      0: nothing to choose
 * @claims: shared resources, PMON_MAX_CLAIMS of them, or NULL for none
 * @alternatives: of which one must be chosen
 */
struct pmon_request {
	u32 counters;
	u32 shared;
	s8 current_counter;
	s8 current_alternative;
	u8 num_alternatives;
	const struct pmon_claim *claims;
	const struct pmon_alternative *alternatives;
};

/**
 * pmon_claims_clash() - do two lists of claims contradict each other?
 * @a: one list
 * @num_a: its length
 * @b: the other, may be the same
 * @num_b: its length
 *
 * Return: true if a bit of a shared register is claimed with two values.
 */
bool pmon_claims_clash(const struct pmon_claim *a, unsigned int num_a,
		       const struct pmon_claim *b, unsigned int num_b);

/**
 * pmon_claims_agree() - can two events be on one unit at the same time?
 * @a: one event's request
 * @b: the other's
 *
 * Alternatives are not looked at.
 *
 * Return: true if no bit of a shared register is claimed with two values.
 */
bool pmon_claims_agree(const struct pmon_request *a,
		       const struct pmon_request *b);

/**
 * pmon_match() - find a counter for each of a set of events
 * @requests: the events; their claims are not looked at
 * @num: how many, at most PMON_MAX_REQUESTS
 * @restarted: bit mask of events that will be stopped and started anyhow
 * @assignment: receives the counter of each event; unchanged on error
 *
 * Complete: finds an assignment whenever one exists. Stable: an event that
 * runs (current_counter >= 0) is moved only if another event cannot be placed
 * otherwise, and as few of them as possible, because moving costs register
 * writes. Those that are @restarted move for nothing.
 *
 * Time grows with events * counters * edges: some hundred steps for units with
 * four counters. No recursion, about 300 bytes of stack.
 *
 * Return: the number of running events that move, @restarted ones not counted;
 * -EAGAIN if there are not enough counters.
 */
int pmon_match(const struct pmon_request *requests, unsigned int num,
	       u64 restarted, s8 *assignment);

/**
 * pmon_schedule() - find a counter and an alternative for each of a set of events
 * @requests: the events
 * @num: how many, at most PMON_MAX_REQUESTS
 * @assignment: receives the counter of each event; unchanged on error
 * @choice: receives the alternative of each event, -1 for one without; unchanged
 *	    on error
 *
 * Complete: finds counters and alternatives whenever there are any with which
 * all claims agree. Stable: as few running events as possible are stopped to
 * go on with another counter, another alternative, or both.
 *
 * Without alternatives the cost is that of comparing the claims and of one
 * pmon_match(). With them, and if running events have to change, a match for
 * each set of events that might: what is tried is bounded by the counters of
 * the units there are (see PMON_MAX_CHOOSERS), in practice a few.
 *
 * Return: 0, -EBUSY if shared resources conflict, -EAGAIN if there are
 * not enough counters, -EINVAL if @num is too large or more than
 * PMON_MAX_CHOOSERS events that have counters have alternatives.
 */
int pmon_schedule(const struct pmon_request *requests, unsigned int num,
		  s8 *assignment, s8 *choice);

#endif
