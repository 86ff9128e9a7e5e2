/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Something happens at the n-th access to a register of a path through the driver, for every n.
 *
 * model_access.c	runs each path with each action at each n, on a new machine each time, and
 *			has the rules that are checked afterwards.
 * model_action.c	actions: an overflow, a unit that goes away, a nested read ...
 * model_paths.c	paths: an event starts, the owner changes, the die sleeps ...
 *
 * The machine is the model of model.h, with plain units. Accesses of all units and of the global
 * registers are counted, from 1; the action takes place right before the access. The first n that
 * the path does not reach ends the series: that run is the one in which nothing happens.
 *
 * One thread is in the place of all CPUs, so some of what can happen to the kernel at an access has
 * no action of its own:
 *
 *  - A read from another CPU. While this CPU has the die's lock, the other one waits for it;
 *    without the lock the read does what a nested read does on this CPU, which is an action.
 *  - An NMI. It reads as a nested read does, except that it does not wait for a lock; a read that
 *    waits on the CPU that has the lock ends the program (cpu_relax() of kernel.h).
 *  - A CPU that goes offline. All accesses are made with IRQs off, and a CPU goes offline in a
 *    thread; it does so before or after a path, which is the handover.
 *  - A timer of the new owner during a handover. It waits for the lock as well, and so fires
 *    between perf's calls: in the interlude of the path "two handovers, with looks".
 */
#ifndef _UNCORE_PMON_MODEL_ACCESS_H
#define _UNCORE_PMON_MODEL_ACCESS_H

#include "model.h"

#define ALL		MODEL_UNITS	/* number of the PMU of all units */

/* Kinds of event of a plain unit: for fixed and free-running counters, for few and for any. */
#define FIXED		0
#define FREE_RUNNING	1
#define COUNTER0	4
#define COUNTER01	6
#define ANY		9

#define PERIOD		1000

#define MINE		4	/* number of the first event that a path opens itself */

struct access_run;

/**
 * struct access_path - a way through the driver
 * @name: what it is
 * @prepare: opens what the path needs, beside the events that all paths have; or NULL
 * @walk: the path
 * @keeps: an event that counts before it and after it has counted all the time
 * @ends: the die is not used any more
 */
struct access_path {
	const char *name;
	void (*prepare)(struct access_run *run);
	void (*walk)(struct access_run *run);
	bool keeps;
	bool ends;
};

/**
 * struct access_action - what happens at an access
 * @name: what it is
 * @function: does it
 * @units: it concerns one unit, each in its turn; others are done once
 */
struct access_action {
	const char *name;
	void (*function)(struct access_run *run, unsigned int unit);
	bool units;
};

/**
 * struct access_run - one path with one action at one access
 * @model: the machine
 * @path: the path
 * @action: the action
 * @unit: the unit that it concerns
 * @pci: units are reached through PCI
 * @at: number of the access
 * @accesses: how many the path has made
 * @walking: the path is under way
 * @inside: the action is under way
 * @global: it is at an access to a global register
 * @sure: what happened on each unit while the event was to count, by number of the event
 * @maybe: what happened there at the access, or while the die slept
 * @spread: not only at the access
 * @slept: the die was asleep
 * @silent: the message of an overflow was lost
 * @unaccounted: a freeze need not be accounted
 * @lost: units that have lost their registers (bit mask)
 * @answered: what it had counted on a unit that went away
 * @samples: what each had sampled when the path was over
 * @exact: perf has not touched it
 * @total: what has happened on each unit, for a path that needs it
 */
struct access_run {
	struct model model;
	const struct access_path *path;
	const struct access_action *action;
	unsigned int unit;
	bool pci;
	unsigned int at;
	unsigned int accesses;
	bool walking;
	bool inside;
	bool global;
	bool spread;
	bool slept;
	bool silent;
	bool unaccounted;
	u32 lost;
	u64 sure[MODEL_EVENTS][MODEL_UNITS];
	u64 maybe[MODEL_EVENTS][MODEL_UNITS];
	u64 answered[MODEL_EVENTS][MODEL_UNITS];
	u64 samples[MODEL_EVENTS];
	bool exact[MODEL_EVENTS];
	u64 total[MODEL_KINDS];
};

/**
 * struct access_result - what came of a path
 * @runs: how many were made
 * @failed: one of them has broken a rule
 * @where: the present or the last run: path, action and number
 * @message: which rule
 */
struct access_result {
	unsigned int runs;
	bool failed;
	char where[120];
	char message[200];
};

/* model_access.c */

/* The paths; the list ends with one without a name. */
const struct access_path *model_paths(void);

/* Runs a path with all actions. Returns 0 or -ENOMEM. */
int model_run_path(const struct access_path *path, struct access_result *result);

/* For paths: an event of a PMU and kind, one that is in the model or NULL, and what happens. */
struct model_event *access_open(struct access_run *run, unsigned int pmu, unsigned int kind,
				u64 period);
struct model_event *access_event(struct access_run *run, unsigned int number);
void access_happen(struct access_run *run, unsigned int unit, const struct model_kind *kind,
		   u64 events);

/* A period of the first event that samples on a unit is over. Returns false if there is none. */
bool access_overflow(struct access_run *run, unsigned int unit);

/* model_action.c; the list ends with one without a name. */
extern const struct access_action model_actions[];

#endif
