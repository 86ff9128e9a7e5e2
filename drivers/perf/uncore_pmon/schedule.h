/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Assignment of events to the counters of one unit.
 *
 * Pure logic, see pure.h.
 */
#ifndef _UNCORE_PMON_SCHEDULE_H
#define _UNCORE_PMON_SCHEDULE_H

#include "pure.h"

/* Counters of one unit, of all kinds: general, fixed and free-running. */
#define PMON_MAX_COUNTERS	32

/* Events that can ask for counters of one unit at the same time. */
#define PMON_MAX_REQUESTS	64

/* Shared resources that one event can need besides its counter. */
#define PMON_MAX_CLAIMS		4

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
 * struct pmon_request - what one event asks of a unit
 * @counters: set of counters that can count the event
 * @shared: those of @counters that any number of events may read at once
 *	    (free-running)
 * @current_counter: counter the event runs on now, or -1
 * @claims: shared resources
 */
struct pmon_request {
	u32 counters;
	u32 shared;
	s8 current_counter;
	struct pmon_claim claims[PMON_MAX_CLAIMS];
};

/**
 * pmon_claims_agree() - can two events be on one unit at the same time?
 * @a: one event's request
 * @b: the other's
 *
 * Return: true if no bit of a shared register is claimed with two values.
 */
bool pmon_claims_agree(const struct pmon_request *a,
		       const struct pmon_request *b);

/**
 * pmon_schedule() - find a counter for each of a set of events
 * @requests: the events
 * @num: how many, at most PMON_MAX_REQUESTS
 * @assignment: receives the counter of each event; unchanged on error
 *
 * Complete: finds an assignment whenever one exists. Stable: an event that
 * runs (current_counter >= 0) is moved only if another event cannot be placed
 * otherwise, and as few of them as possible, because moving costs register
 * writes.
 *
 * Time grows with events * counters * edges: some hundred steps for units with
 * four counters. No recursion, about 300 bytes of stack.
 *
 * Return: 0, -EBUSY if shared resources conflict, -EAGAIN if there are
 * not enough counters, -EINVAL if @num is too large.
 */
int pmon_schedule(const struct pmon_request *requests, unsigned int num,
		  s8 *assignment);

#endif
