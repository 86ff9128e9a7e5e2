// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loads a module, or opens an event, while one of the allocations that this makes fails.
 *
 *	starve N load MODULE			the N-th of those that are looked at fails, 0: none
 *	starve N open TYPE CONFIG CPU PERIOD	PERIOD 0: it does not sample
 *	starve N group TYPE CONFIG CPU PERIOD	the second event of a group
 *
 * Prints `hit` if there were so many, else `past`, and what came of it: `done` or an errno's name. Which allocations are
 * looked at is set in debugfs (Documentation/fault-injection in the kernel's source). The event is closed again, the
 * module stays.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fail_nth = -1, marker = -1;

static void need(int good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "starve: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* In a trace of allocations, if there is one, these are between two marks. */
static void mark(void)
{
	if (write(marker, "starve\n", 7) < 0)
		errno = 0;
}

/* From here on, this task's. */
static void begin(const char *number)
{
	size_t length = strlen(number);

	marker = open("/sys/kernel/tracing/trace_marker", O_WRONLY);
	fail_nth = open("/proc/self/fail-nth", O_RDWR);
	need(fail_nth >= 0, "/proc/self/fail-nth");
	mark();
	need(pwrite(fail_nth, number, length, 0) == (ssize_t)length, number);
}

/* The kernel counts down to 0; what is left is how many more there would have to be. */
static int hit(void)
{
	char left[16] = "";

	need(pread(fail_nth, left, sizeof(left) - 1, 0) > 0, "/proc/self/fail-nth");
	need(pwrite(fail_nth, "0", 1, 0) == 1, "/proc/self/fail-nth");
	mark();
	return !atoi(left);
}

static void report(const char *number, long result, int error)
{
	int was_hit = hit();

	printf("%s %s\n", atoi(number) && was_hit ? "hit" : "past", result < 0 ? strerrorname_np(error) : "done");
}

static void load_module(const char *number, const char *file)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	long result;

	need(fd >= 0, file);
	begin(number);
	result = syscall(SYS_finit_module, fd, "", 0);
	report(number, result, errno);
}

static int open_event(char *const words[], int leader)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = (__u32)strtoul(words[0], NULL, 0),
		.config = strtoull(words[1], NULL, 0),
		.sample_period = strtoull(words[3], NULL, 0),
	};

	return (int)syscall(SYS_perf_event_open, &attr, -1, atoi(words[2]), leader, PERF_FLAG_FD_CLOEXEC);
}

static void open_events(const char *number, char *const words[], int group)
{
	int leader = -1, fd;

	if (group) {
		leader = open_event(words, -1);
		need(leader >= 0, "the leader");
	}
	begin(number);
	fd = open_event(words, leader);
	report(number, fd, errno);
}

int main(int argc, char *argv[])
{
	if (argc == 4 && !strcmp(argv[2], "load")) {
		load_module(argv[1], argv[3]);
	} else if (argc == 7 && (!strcmp(argv[2], "open") || !strcmp(argv[2], "group"))) {
		open_events(argv[1], &argv[3], argv[2][0] == 'g');
	} else {
		fprintf(stderr, "usage: starve N load MODULE | N open|group TYPE CONFIG CPU PERIOD\n");
		return 2;
	}
	return 0;
}
