/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Runs an action at the n-th register access of a path through the driver, for every n.
 *
 * model_access.c	runs each path with each action at each n, on a new machine each time, and
 *			has the rules that are checked afterwards.
 * model_action.c	actions: an overflow, a unit that disappears, a nested read ...
 * model_paths.c	paths: an event starts, a handover, a suspend ...
 *
 * The machine is the model of model.h, with plain units. Accesses to all units and to the global
 * registers are numbered from 1. The action runs right before the access. The first n that the path
 * does not reach ends the series: this run is the one without an action.
 *
 * One thread acts as all CPUs, so some concurrent operations have no action of their own:
 *
 *  - A read from another CPU. It waits while this CPU has the die's lock. Without the lock, it is
 *    the same as a nested read on this CPU, which is an action.
 *  - An NMI. It is the same as a nested read, except that it does not wait for a lock. A read that
 *    waits on the CPU with the lock ends the program (cpu_relax() of kernel.h).
 *  - A CPU that goes offline. All accesses are with IRQs off, and a CPU goes offline in a thread:
 *    before or after a path, which is the handover.
 *  - A timer of the new owner during a handover. It also waits for the lock, so it expires between
 *    perf's calls: in the interlude of the path "two handovers, with polls".
 */
#ifndef _UNCORE_PMON_MODEL_ACCESS_H
#define _UNCORE_PMON_MODEL_ACCESS_H

#include "model.h"

#define ALL		MODEL_UNITS	/* number of the PMU of all units */

/* Kinds of event of a plain unit: for fixed and free-running counters, for some and for all. */
#define FIXED		0
#define FREE_RUNNING	1
#define COUNTER0	4
#define COUNTER01	6
#define ANY		9

#define PERIOD		1000

#define MINE		4	/* number of the first event that a path opens */

struct access_run;

/**
 * struct access_path - a path through the driver
 * @name: its name
 * @prepare: opens more events than those of all paths, or NULL
 * @walk: the path
 * @keeps: events that count before and after the path count all the time
 * @ends: the die is not used afterwards
 */
struct access_path {
	const char *name;
	void (*prepare)(struct access_run *run);
	void (*walk)(struct access_run *run);
	bool keeps;
	bool ends;
};

/**
 * struct access_action - an action at an access
 * @name: its name
 * @function: the action
 * @units: repeat the action for each unit
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
 * @unit: the unit of the action
 * @pci: units are in PCI configuration space
 * @at: number of the access
 * @accesses: number of accesses of the path
 * @walking: the path is running
 * @inside: the action is running
 * @global: the access is to a global register
 * @sure: hardware events on each unit while the event should count, by number of the event
 * @maybe: hardware events at the access, or while the event lingers
 * @spread: @maybe is not only from the access
 * @slept: the die was suspended
 * @silent: the message of an overflow was lost
 * @unaccounted: a freeze need not be accounted
 * @answered: the event's count on a unit when it disappeared
 * @samples: samples of each event at the end of the path
 * @exact: perf did not change the event
 * @total: hardware events on each unit, for some paths
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
	u64 sure[MODEL_EVENTS][MODEL_UNITS];
	u64 maybe[MODEL_EVENTS][MODEL_UNITS];
	u64 answered[MODEL_EVENTS][MODEL_UNITS];
	u64 samples[MODEL_EVENTS];
	bool exact[MODEL_EVENTS];
	u64 total[MODEL_KINDS];
};

/**
 * struct access_result - result of a path
 * @runs: number of runs
 * @failed: a rule was broken
 * @where: the current or last run: path, action and number
 * @message: the rule
 */
struct access_result {
	unsigned int runs;
	bool failed;
	char where[120];
	char message[200];
};

/* model_access.c */

/* The paths; one without a name ends the list. */
const struct access_path *model_paths(void);

/* Runs a path with all actions. Returns 0 or -ENOMEM. */
int model_run_path(const struct access_path *path, struct access_result *result);

/* For paths: open an event of a PMU and kind, find an event, generate hardware events. */
struct model_event *access_open(struct access_run *run, unsigned int pmu, unsigned int kind,
				u64 period);
struct model_event *access_event(struct access_run *run, unsigned int number);
void access_happen(struct access_run *run, unsigned int unit, const struct model_kind *kind,
		   u64 events);

/* End a period of the first sampling event of a unit. Returns false if there is none. */
bool access_overflow(struct access_run *run, unsigned int unit);

/* model_action.c; one without a name ends the list. */
extern const struct access_action model_actions[];

#endif
