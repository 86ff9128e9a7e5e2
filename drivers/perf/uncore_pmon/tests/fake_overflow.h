/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Global registers made of memory for tests of freeze on overflow, and events that sample.
 */
#ifndef _UNCORE_PMON_FAKE_OVERFLOW_H
#define _UNCORE_PMON_FAKE_OVERFLOW_H

#include "count/count.h"
#include "fake_unit.h"

#define FAKE_STATUS		2	/* offset of the first global status register */
#define FAKE_STATUS_BITS	128U
#define FAKE_PERIOD		1000	/* of events that sample */
#define FAKE_PATIENCE		10000	/* milliseconds to wait for a required event */

/**
 * struct fake_global - the global registers, and what happened to them
 * @status: the status registers
 * @stuck: status bits that cannot be cleared
 * @outside: number of reads of other registers
 * @frozen: the package
 * @stops: the die whose units a freeze stops, or NULL
 * @writes: number of writes to the global control
 * @freezes: number of writes that freeze the package
 * @lose: number of next writes to the global control that are lost
 * @one_event: an event happens on each counter of unit 0 at each of these writes
 * @late: unit that the freeze reaches late: it overflows at the first clearing of the status
 * @at_freeze: unit that overflows right before the next write that freezes the package
 * @nested: die that each sample polls, like perf's stop of an event within its sample
 * @unfrozen: samples after which the package was not frozen
 * @samples: number of samples
 * @last_sample: event of the last sample
 */
struct fake_global {
	u64 status[2];
	u64 stuck;
	unsigned int outside;
	bool frozen;
	struct fake_die *stops;
	unsigned int writes;
	unsigned int freezes;
	unsigned int lose;
	bool one_event;
	struct fake_unit *late;
	struct fake_unit *at_freeze;
	struct pmon_die *nested;
	unsigned int unfrozen;
	unsigned int samples;
	struct perf_event *last_sample;
};

extern struct fake_global fake_global;
extern const struct pmon_regspace_ops fake_global_ops;

/** fake_globals() - these registers are those of the die, all of them cleared */
void fake_globals(struct pmon_die *die);

/** fake_set_frozen() - freeze the package, or end that */
void fake_set_frozen(bool frozen);

/**
 * fake_overflow_init() - a die with fake units and these registers
 * @test: the test, which runs on CPU 0, the owner
 *
 * Return: 0 or an error.
 */
int fake_overflow_init(struct kunit *test);

/** fake_number() - the unit of a number */
struct fake_unit *fake_number(struct kunit *test, unsigned int i);

/** fake_overflow() - counter 0 of the unit counts @events and overflows */
void fake_overflow(struct fake_unit *fake, u64 events);

/** fake_sampling_event() - an event that runs on the unit and samples each FAKE_PERIOD events */
struct pmon_perf_event *fake_sampling_event(struct kunit *test, unsigned int unit,
					    u64 control);

/** fake_armed_poll() - fake_overflow_poll() with polling armed */
void fake_armed_poll(struct kunit *test);

/** fake_overflow_poll() - poll for overflows, like a call of perf */
void fake_overflow_poll(struct kunit *test);

#endif
