/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perf_event_open(2) and what goes with it. The tests put another file in the place of perf.c.
 */
#ifndef UNCORE_PERF_H
#define UNCORE_PERF_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Words of an event's configuration: config, config1, config2, and config3 where the kernel has it. */
#define CONFIG_WORDS	4

/** Events in a group, at the most. */
#define MAX_GROUP	16

/**
 * struct group_reading - what a read of a group leader returns
 * @number: events in the group
 * @enabled: nanoseconds for which the group was enabled
 * @running: nanoseconds for which it counted
 * @values: counts and ids, the leader's first
 */
struct group_reading {
	uint64_t number;
	uint64_t enabled;
	uint64_t running;
	struct {
		uint64_t count;
		uint64_t id;
	} values[MAX_GROUP];
};

/** What read_format has to be for struct group_reading. */
#define GROUP_FORMAT	(PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_TOTAL_TIME_ENABLED | \
			 PERF_FORMAT_TOTAL_TIME_RUNNING)

/**
 * perf_open() - open an event on a CPU
 * @attr: the event, without its configuration
 * @config: that. A kernel without config3 refuses one with E2BIG
 * @cpu: the CPU
 * @leader: descriptor of the group's leader, or -1
 * @id: receives the event's id
 *
 * Return: a descriptor, or -errno.
 */
int perf_open(const struct perf_event_attr *attr, const uint64_t config[CONFIG_WORDS], int cpu,
	      int leader, uint64_t *id);

/** perf_read() - read a group; returns 0 or -errno */
int perf_read(int fd, struct group_reading *reading);

/** perf_control() - an ioctl, such as PERF_EVENT_IOC_ENABLE, of one event; returns 0 or -errno */
int perf_control(int fd, unsigned long request);

/** perf_paranoid() - kernel.perf_event_paranoid, or -1 if it cannot be read */
int perf_paranoid(void);

#endif
