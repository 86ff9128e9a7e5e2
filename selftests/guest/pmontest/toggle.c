// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events that are switched on and off while something happens to the CPUs. An event that was switched
 * on has to count, or its reads have to find the end of the file.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmu.h"
#include "script.h"

#define MAX_TASKS	16

struct task {
	const struct perf_event_attr *attr;
	pthread_t thread;
	int cpu;
	unsigned int enabled, ended, lost;
	int error;
};

static atomic_bool over;

/* Returns false if reads find the end of the file, and still do after a while; else sets the event's time on a counter. */
static bool running(int fd, uint64_t *time)
{
	uint64_t words[3] = {};

	if (read(fd, words, sizeof(words)) <= 0) {
		usleep(200000);
		if (read(fd, words, sizeof(words)) <= 0)
			return false;
	}
	*time = words[2];
	return true;
}

/* Returns false if the event has ended. */
static bool switch_on(struct task *task, int fd)
{
	uint64_t before, now, until = milliseconds() + PATIENCE / 4;

	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	task->enabled++;
	if (!running(fd, &before))
		return false;
	do {
		if (!running(fd, &now))
			return false;
		if (now > before)
			return true;
	} while (milliseconds() < until);
	task->lost++;
	return true;
}

static void *toggle(void *data)
{
	struct task *task = data;

	while (!atomic_load(&over)) {
		int fd = (int)syscall(SYS_perf_event_open, task->attr, -1, task->cpu, -1, PERF_FLAG_FD_CLOEXEC);

		/* Its CPU is offline. */
		if (fd < 0 && errno == ENODEV) {
			task->cpu = cpu_of_last_package((unsigned int)task->cpu + 1);
			continue;
		}
		if (fd < 0) {
			task->error = errno;
			break;
		}
		while (!atomic_load(&over) && switch_on(task, fd))
			ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
		task->ended += !atomic_load(&over);
		close(fd);
	}
	return NULL;
}

/* toggle TASKS SPEC COMMAND...: tasks switch an event each on and off, on the CPUs of the last package, until the shell command has ended */
static void do_toggle(char *words[])
{
	static struct task tasks[MAX_TASKS];
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.disabled = 1,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
	};
	unsigned int num = (unsigned int)evaluate(words[1]), enabled = 0, ended = 0, lost = 0;
	char error[256];

	if (num > MAX_TASKS || pmu_event(words[2], &attr, error, sizeof(error))) {
		report(false, "toggle %s %s: %s", words[1], words[2], num > MAX_TASKS ? "too many" : error);
		return;
	}
	atomic_store(&over, false);
	for (unsigned int i = 0; i < num; i++) {
		tasks[i] = (struct task){ .attr = &attr, .cpu = cpu_of_last_package(i) };
		pthread_create(&tasks[i].thread, NULL, toggle, &tasks[i]);
	}
	if (system(rest(words, 3, "")))
		report(false, "%s failed", rest(words, 3, ""));
	atomic_store(&over, true);
	for (unsigned int i = 0; i < num; i++) {
		pthread_join(tasks[i].thread, NULL);
		enabled += tasks[i].enabled;
		ended += tasks[i].ended;
		lost += tasks[i].lost;
		if (tasks[i].error)
			report(false, "%s: %s", words[2], strerrorname_np(tasks[i].error));
	}
	report(!lost && enabled, "%s: switched on %u times, %u ended, %u did not count after that", words[2], enabled, ended,
	       lost);
	set_variable("enabled", enabled);
	set_variable("ended", ended);
}

const struct command toggle_commands[] = {
	{ "toggle", 3, do_toggle, "TASKS PMU/terms/ COMMAND",
	  "Tasks enable and disable an event each on CPUs 2 and 3 until the shell\n\t"
	  "command ends. Each counts when it is enabled, or its reads end. Sets\n\t"
	  "@enabled and @ended." },
	{}
};
