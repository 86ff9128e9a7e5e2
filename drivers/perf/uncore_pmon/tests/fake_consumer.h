/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A user of the kernel API (linux/uncore_pmon.h) for tests. Two functions replace perf, and the
 * test acts as its scheduler.
 */
#ifndef _UNCORE_PMON_FAKE_CONSUMER_H
#define _UNCORE_PMON_FAKE_CONSUMER_H

#include "fake_pmu.h"

struct uncore_counter;

/**
 * struct perf_made - state of the replacement of perf
 * @test: the test that runs
 * @event: the event that was created last
 * @num: number of existing events
 * @asked: number of attempts to create an event
 * @allowed: did the last caller have the permission to monitor a whole CPU?
 * @owners_to_go: number of attempts that fail because the owner goes offline
 * @before_handed_out: called after an event was created, before it is returned
 * @before_release: called before an event is released
 */
struct perf_made {
	struct kunit *test;
	struct perf_event *event;
	unsigned int num;
	unsigned int asked;
	bool allowed;
	unsigned int owners_to_go;
	void (*before_handed_out)(struct kunit *test, struct perf_event *event);
	void (*before_release)(struct kunit *test);
};

extern struct perf_made perf_made;

/* Create the PMU "uncoreall_fake" for consumers. */
struct pmon_pmu *fake_show_pmu(struct kunit *test, enum pmon_event_level level,
			       unsigned int units);

/* Open a counter of this PMU, which counts. */
struct uncore_counter *fake_open_counter(struct kunit *test);

/* init and exit of suites. */
int fake_consumer_init(struct kunit *test);
void fake_consumer_exit(struct kunit *test);

#endif
