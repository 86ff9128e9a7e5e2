/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A fuzzer of the interface that the driver has with perf: random, mostly valid calls while everything around them changes.
 *
 *	main.c		options, threads, the end
 *	calls.c		the calls: perf_event_open, ioctl, read, mmap, fork, ...
 *	disturb.c	what happens meanwhile: CPUs, parameters, files that are read, the simulator's events and faults
 *	reference.c	events whose counts must be exact in spite of all that
 *	machine.c	the PMUs, and valid configurations of them
 *	random.c	numbers
 */
#ifndef PMONFUZZ_H
#define PMONFUZZ_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <linux/perf_event.h>

#define DIES		2
#define MAX_PMUS	512

/* --- random.c --- */

/** struct numbers - a sequence of random numbers; each thread has its own, which the seed and its number tell */
struct numbers {
	uint64_t state;
};

/** numbers_begin() - the sequence of a thread */
void numbers_begin(struct numbers *numbers, uint64_t seed, unsigned int thread);

/** any() - 64 random bits */
uint64_t any(struct numbers *numbers);

/** below() - from 0 to @limit - 1 */
unsigned int below(struct numbers *numbers, unsigned int limit);

/** one_in() - true one time in @times */
bool one_in(struct numbers *numbers, unsigned int times);

/** some_size() - small numbers mostly, now and then a large one */
uint64_t some_size(struct numbers *numbers);

/* --- machine.c --- */

/** struct fuzz_pmu - a PMU as sysfs shows it: bits of the three configuration words, and its named events */
struct fuzz_pmu {
	char name[64];
	uint32_t type;
	uint64_t mask[3];
	uint64_t (*events)[3];
	size_t num_events;
};

/** machine_scan() - look what PMUs there are; false if there is none */
bool machine_scan(void);

/** machine_forget() - before they go */
void machine_forget(void);

/** machine_attr() - a configuration of a random PMU, mostly a valid one; returns the PMU */
const struct fuzz_pmu *machine_attr(struct numbers *numbers, struct perf_event_attr *attr);

/** machine_cpu() - a CPU to open an event on, mostly one of those that count */
int machine_cpu(struct numbers *numbers);

/** machine_recent() - where an event was asked for not long ago, as the simulator calls it, and its code */
bool machine_recent(struct numbers *numbers, char unit[32], unsigned int *event);

/* --- calls.c --- */

/** struct call_stats - what has been done so far, by all threads */
struct call_stats {
	atomic_ullong calls, opened, refused, forks, transitions, injections, samples, freezes;
};
extern struct call_stats stats;

/** calls_make() - make so many calls; everything that they leave is closed at the end */
void calls_make(struct numbers *numbers, unsigned long calls);

/* --- disturb.c --- */

/** disturb_cpus(), disturb_settings(), disturb_units() - one disturbance of the kind */
void disturb_cpus(struct numbers *numbers);
void disturb_settings(struct numbers *numbers);
void disturb_units(struct numbers *numbers);

/** disturb_end() - all CPUs are online again, and settings as they were */
void disturb_end(void);

/* --- reference.c --- */

/** reference_open() - begin to count on each register space of each die; false after a message */
bool reference_open(void);

/** reference_step() - something happens for one of them, and it is read; false after a message if the count is wrong */
bool reference_step(struct numbers *numbers);

/** reference_close() - all of them must have counted exactly; false after a message */
bool reference_close(void);

/** simulate() - a command for the simulator, and the number behind @key in its reply; any thread may */
bool simulate(uint64_t *value, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
