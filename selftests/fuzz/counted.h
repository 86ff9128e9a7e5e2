/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The driver's own code on units that only count how often they are accessed: a type PMU with any number of dies and units, and
 * what perf calls for it. For programs that measure what the driver costs.
 */
#ifndef COUNTED_H
#define COUNTED_H

#include "core.h"
#include "count/die.h"
#include "perf/perf.h"

#define MAX_DIES	8
#define MAX_UNITS	144
#define EVENTS		4	/* counters of a unit */
#define REGISTERS	64

/* Registers of a unit, and of the globals, which are unit MAX_UNITS. */
#define STATUS		1
#define CONTROL		8
#define COUNTER		16
#define GLOBAL_STATUS	2

/**
 * struct event - a perf event
 * @perf: the event
 * @context: its context
 */
struct event {
	struct perf_event perf;
	struct perf_event_context context;
};

/**
 * struct stretch - accesses without a break
 * @number: of the present one; it ends when that changes
 * @length: accesses of the present one
 * @longest: of the longest one
 */
struct stretch {
	unsigned long number, length, longest;
};

/* With the lock of the die held, and with IRQs off. */
extern struct stretch locked, irqs;

extern unsigned long accesses;
extern bool sample_values;	/* samples of events that are opened have the values of their group */
extern u64 registers[MAX_DIES][MAX_UNITS + 1][REGISTERS];
extern struct pmon_core core;
extern struct pmon_die *dies[MAX_DIES];
extern struct pmon_pmu *pmu;

/* Dies with units, all anew. */
void set_up(unsigned int num_dies, unsigned int num_units);

/* Be the CPU that owns a die. */
void be_on(const struct pmon_die *die);

/* Opens an event on the owner CPU of a die, which perf has then to add. */
void open_event(struct event *event, const struct pmon_die *die, struct event *leader, u64 config, u64 config1, u64 period);

/* What perf does, with IRQs off, on the CPU that it is done on: events are added and taken off one after the other. */
void add_events(struct event *events, unsigned int num);
void del_events(struct event *events, unsigned int num);

/* A walk is due. */
void expire(struct pmon_die *die, enum pmon_walk walk);

/* A whole pass of the timer that reads counters. */
void timer_pass(struct pmon_die *die);

#endif
