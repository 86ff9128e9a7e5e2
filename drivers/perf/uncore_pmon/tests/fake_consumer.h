/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who uses the kernel API (linux/uncore_pmon.h) in tests. perf is made of two functions here, and
 * its scheduler is the test.
 */
#ifndef _UNCORE_PMON_FAKE_CONSUMER_H
#define _UNCORE_PMON_FAKE_CONSUMER_H

#include "fake_pmu.h"

struct uncore_counter;

/**
 * struct perf_made - what perf was asked for, and what it is to do
 * @test: the test that runs
 * @event: the event that it made last
 * @num: how many events are left
 * @asked: how often it was asked for one
 * @allowed: may whoever asked last see what a whole CPU does?
 * @owners_to_go: so many times it makes nothing, as the owner goes offline meanwhile
 * @before_handed_out: called when it has made an event, before it hands it out
 * @before_release: called before it releases one
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

/* A PMU that consumers can find: "uncoreall_fake". */
struct pmon_pmu *fake_show_pmu(struct kunit *test, enum pmon_event_level level,
			       unsigned int units);

/* A counter of it that counts. */
struct uncore_counter *fake_open_counter(struct kunit *test);

/* For suites. */
int fake_consumer_init(struct kunit *test);
void fake_consumer_exit(struct kunit *test);

#endif
