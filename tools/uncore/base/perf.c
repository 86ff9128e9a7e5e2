// SPDX-License-Identifier: GPL-2.0-only
/*
 * The system calls of perf. See perf.h.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/perf.h"

/* Where config3 is, which the headers that this is compiled with need not have. */
#define CONFIG3		(128 / sizeof(uint64_t))
#define WITH_CONFIG3	136

int perf_open(const struct perf_event_attr *attr, const uint64_t config[CONFIG_WORDS], int cpu,
	      int leader, uint64_t *id)
{
	union {
		struct perf_event_attr attr;
		uint64_t words[WITH_CONFIG3 / sizeof(uint64_t)];
	} copy;
	long fd;

	memset(&copy, 0, sizeof(copy));
	copy.attr = *attr;
	copy.attr.config = config[0];
	copy.attr.config1 = config[1];
	copy.attr.config2 = config[2];
	copy.words[CONFIG3] = config[3];
	copy.attr.size = config[3] ? WITH_CONFIG3 : PERF_ATTR_SIZE_VER7;
	fd = syscall(SYS_perf_event_open, &copy, -1, cpu, leader, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (ioctl((int)fd, PERF_EVENT_IOC_ID, id)) {
		int error = -errno;

		close((int)fd);
		return error;
	}
	return (int)fd;
}

int perf_read(int fd, struct group_reading *reading)
{
	ssize_t size = read(fd, reading, sizeof(*reading));

	if (size < 0)
		return -errno;
	/* An event in an error state reads as an end of file. */
	return size < (ssize_t)(offsetof(struct group_reading, values) + sizeof(reading->values[0])) ?
		-EIO : 0;
}

int perf_control(int fd, unsigned long request)
{
	return ioctl(fd, request, 0) ? -errno : 0;
}

int perf_paranoid(void)
{
	FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
	int level = -1;

	if (file) {
		if (fscanf(file, "%d", &level) != 1)
			level = -1;
		fclose(file);
	}
	return level;
}
