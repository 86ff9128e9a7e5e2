/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Assigns events to the counters of one unit.
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_SCHEDULE_H
#define _UNCORE_PMON_SCHEDULE_H

#include "choose/pure.h"

/* Counters of one unit, of all kinds: general, fixed and free-running. */
#define PMON_MAX_COUNTERS	32

/* Events that can request counters of one unit at the same time. */
#define PMON_MAX_REQUESTS	64

/* Shared resources that one event can require in addition to its counter. */
#define PMON_MAX_CLAIMS		6

/* Ways to count one event, and shared resources that each of them requires. */
#define PMON_MAX_ALTERNATIVES		4
#define PMON_MAX_ALTERNATIVE_CLAIMS	3

/*
 * Events with alternatives on one unit at the same time. Each uses a counter alone, and no unit
 * with such events has more general counters.
 */
#define PMON_MAX_CHOOSERS	8

/**
 * struct pmon_claim - part of a shared register that an event depends on
 * @resource: number of the register within the unit
 * @mask: bits that must have a certain value; 0: unused claim
 * @value: that value, no bit outside @mask
 *
 * Two events can run together if they agree in every bit that both claim.
 */
struct pmon_claim {
	u8 resource;
	u64 mask;
	u64 value;
};

/**
 * struct pmon_alternative - one of several ways to count an event
 * @control: value of the counter control
 * @claims: shared resources that only this way requires
 */
struct pmon_alternative {
	u64 control;
	struct pmon_claim claims[PMON_MAX_ALTERNATIVE_CLAIMS];
};

/**
 * struct pmon_request - the requirements of one event on a unit
 * @counters: set of counters that can count the event
 * @shared: counters of @counters that any number of events can share (free-running)
 * @current_counter: counter that the event uses now, or -1
 * @current_alternative: alternative that the event uses now, or -1
 * @num_alternatives: entries of @alternatives, at most PMON_MAX_ALTERNATIVES; 0: no choice
 * @pad: zero, so that memcmp() can compare two requests
 * @claims: shared resources, PMON_MAX_CLAIMS of them, or NULL for none
 * @alternatives: alternatives, one of which must be chosen
 */
struct pmon_request {
	u32 counters;
	u32 shared;
	s8 current_counter;
	s8 current_alternative;
	u8 num_alternatives;
	u8 pad[5];
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
 * Return: true if they claim a bit of a shared register with two values.
 */
bool pmon_claims_clash(const struct pmon_claim *a, unsigned int num_a,
		       const struct pmon_claim *b, unsigned int num_b);

/**
 * pmon_claims_agree() - can two events be on one unit at the same time?
 * @a: one event's request
 * @b: the other's
 *
 * Ignores alternatives.
 *
 * Return: true unless they claim a bit of a shared register with two values.
 */
bool pmon_claims_agree(const struct pmon_request *a,
		       const struct pmon_request *b);

/**
 * pmon_match() - find a counter for each of a set of events
 * @requests: the events; their claims are ignored
 * @num: how many, at most PMON_MAX_REQUESTS
 * @restarted: bit mask of events that are stopped and started in any case
 * @assignment: receives the counter of each event; unchanged on error
 *
 * Complete: finds an assignment whenever one exists. Stable: moves a running event (current_counter
 * >= 0) only if another event cannot be placed otherwise, and as few of them as possible, because a
 * move costs register writes. @restarted events move at no cost.
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
 * Complete: finds counters and alternatives whenever there are any with which all claims agree.
 * Stable: as few running events as possible change their counter, their alternative, or both, which
 * stops them.
 *
 * Without alternatives, compares the claims and calls pmon_match() once. With alternatives, if
 * running events must change, calls pmon_match() for each set of events that may change.
 * PMON_MAX_CHOOSERS limits their number; in practice there are a few.
 *
 * Return: 0, -EBUSY if shared resources conflict, -EAGAIN if there are not enough counters, -EINVAL
 * if @num or an event's number of alternatives is too large, or if more than PMON_MAX_CHOOSERS
 * events have alternatives.
 */
int pmon_schedule(const struct pmon_request *requests, unsigned int num,
		  s8 *assignment, s8 *choice);

#endif
