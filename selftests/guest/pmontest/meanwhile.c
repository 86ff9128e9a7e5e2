// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events that are opened while something happens to the CPUs. Each of them has to count afterwards, or
 * its reads have to find the end of the file.
 *
 * The tasks that open events have the lowest priority and one CPU together with a task that spins in
 * bursts. So each of them is often stopped for long, at any point of perf_event_open(), while a CPU
 * goes offline and even comes back.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmu.h"
#include "script.h"

#define MAX_TASKS	8
#define MAX_KEPT	96
#define BUSY_CPU	0
#define BURST_MS	200

/*
 * @fd: -1 if there is none
 * @number: of all events that the task has opened
 * @enabled, @running: its times, of which the second is that on a counter, when it was looked at first
 * @judged: it counts, or has ended
 */
struct kept {
	int fd;
	unsigned int number;
	uint64_t enabled, running;
	bool off;
	bool looked;
	bool judged;
};

struct task {
	const struct perf_event_attr *attr;
	pthread_t thread;
	unsigned int number;
	unsigned int num_kept;
	struct kept kept[MAX_KEPT];
	unsigned int opened, refused, ended;
	int error;
};

static atomic_bool over;

static void stay_on_busy_cpu(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(BUSY_CPU, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static void *spin(void *unused)
{
	unsigned int seed = 1;

	stay_on_busy_cpu();
	while (!atomic_load(&over)) {
		uint64_t until = milliseconds() + (unsigned int)rand_r(&seed) % BURST_MS;

		while (milliseconds() < until && !atomic_load(&over))
			;
		usleep(5000);
	}
	return unused;
}

enum kind { PINNED, FLEXIBLE, LATE, LEADER, SIBLING };

/* A unit counts 64 events at a time. If all of these were pinned the others would never have a turn. */
static enum kind kind_of(unsigned int number)
{
	static const enum kind kinds[] = { FLEXIBLE, LATE, LEADER, SIBLING };

	return number % 16 ? kinds[number % 4] : PINNED;
}

static void open_one(struct task *task, unsigned int i)
{
	struct kept *kept = &task->kept[i % task->num_kept];
	struct perf_event_attr attr = *task->attr;
	enum kind kind = kind_of(i);
	int leader = kind == SIBLING ? task->kept[(i - 1) % task->num_kept].fd : -1;
	int fd;

	if (kept->fd >= 0)
		close(kept->fd);
	attr.pinned = kind == PINNED;
	attr.disabled = kind == LATE;
	fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu_of_last_package(i / 2), leader,
			  PERF_FLAG_FD_CLOEXEC);
	*kept = (struct kept){ .fd = fd, .number = i, .off = attr.disabled };
	if (fd >= 0)
		task->opened++;
	/* perf itself rejects a sibling whose leader it has just moved, or dropped. */
	else if (errno == ENODEV || (leader >= 0 && errno == EINVAL))
		task->refused++;
	else
		task->error = errno;
}

static void *open_all(void *data)
{
	struct sched_param none = {};
	struct task *task = data;

	stay_on_busy_cpu();
	sched_setscheduler(0, SCHED_IDLE, &none);
	for (unsigned int i = task->number; !atomic_load(&over); i++)
		open_one(task, i);
	return NULL;
}

/* Returns false if nothing can be said yet. */
static bool judge(struct task *task, struct kept *kept)
{
	uint64_t words[3] = {};
	ssize_t size = read(kept->fd, words, sizeof(words));

	if (!size) {
		task->ended++;
		return true;
	}
	if (kept->looked && words[2] > kept->running)
		return true;
	if (!kept->looked)
		kept->enabled = words[1];
	kept->looked = true;
	kept->running = words[2];
	return false;
}

/* Returns how many events cannot be judged yet. */
static unsigned int judge_all(struct task *task)
{
	unsigned int left = 0;

	for (unsigned int i = 0; i < MAX_KEPT; i++) {
		struct kept *kept = &task->kept[i];

		if (kept->fd < 0 || kept->judged)
			continue;
		if (kept->off)
			ioctl(kept->fd, PERF_EVENT_IOC_ENABLE, 0);
		kept->off = false;
		kept->judged = judge(task, kept);
		left += !kept->judged;
	}
	return left;
}

/* What there is to say of the events that neither count nor end. */
static void describe_lost(const struct task *task)
{
	static const char *const kinds[] = {
		[PINNED] = "pinned", [FLEXIBLE] = "flexible", [LATE] = "enabled late",
		[LEADER] = "leader", [SIBLING] = "sibling",
	};

	for (unsigned int i = 0; i < MAX_KEPT; i++) {
		const struct kept *kept = &task->kept[i];
		uint64_t words[3] = {};

		if (kept->fd < 0 || kept->judged)
			continue;
		if (read(kept->fd, words, sizeof(words)) < 0)
			printf("# cannot be read: %s\n", strerrorname_np(errno));
		printf("# lost: event %u of task %u, %s, opened on CPU %d: enabled for %llu ns and %llu since, running %llu\n",
		       kept->number, task->number, kinds[kind_of(kept->number)], cpu_of_last_package(kept->number / 2),
		       (unsigned long long)kept->enabled,
		       (unsigned long long)(words[1] - kept->enabled), (unsigned long long)words[2]);
	}
}

static void close_all(struct task *task)
{
	for (unsigned int i = 0; i < MAX_KEPT; i++) {
		if (task->kept[i].fd >= 0)
			close(task->kept[i].fd);
	}
}

static void start(struct task *task, const struct perf_event_attr *attr, unsigned int number,
		  unsigned int num_kept)
{
	*task = (struct task){ .attr = attr, .number = number, .num_kept = num_kept };
	for (unsigned int i = 0; i < MAX_KEPT; i++)
		task->kept[i].fd = -1;
	pthread_create(&task->thread, NULL, open_all, task);
}

/*
 * meanwhile TASKS KEPT SPEC COMMAND...: tasks open the event on the CPUs of the last package until the
 * command has ended, and keep so many of them open each
 */
static void do_meanwhile(char *words[])
{
	static struct task tasks[MAX_TASKS];
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
	};
	unsigned int num = (unsigned int)evaluate(words[1]), kept = (unsigned int)evaluate(words[2]);
	unsigned int left, opened = 0, refused = 0, ended = 0;
	uint64_t until;
	char error[256];
	pthread_t spinner;

	if (num > MAX_TASKS || !kept || kept > MAX_KEPT) {
		report(false, "meanwhile: up to %u tasks with up to %u events", MAX_TASKS, MAX_KEPT);
		return;
	}
	if (pmu_event(words[3], &attr, error, sizeof(error))) {
		report(false, "meanwhile %s: %s", words[3], error);
		return;
	}
	atomic_store(&over, false);
	pthread_create(&spinner, NULL, spin, NULL);
	for (unsigned int i = 0; i < num; i++)
		start(&tasks[i], &attr, i, kept);
	if (system(rest(words, 4, "")))
		report(false, "%s failed", rest(words, 4, ""));
	atomic_store(&over, true);
	pthread_join(spinner, NULL);
	for (unsigned int i = 0; i < num; i++)
		pthread_join(tasks[i].thread, NULL);

	until = milliseconds() + PATIENCE / 4;
	do {
		left = 0;
		for (unsigned int i = 0; i < num; i++)
			left += judge_all(&tasks[i]);
	} while (left && milliseconds() < until);
	for (unsigned int i = 0; i < num; i++) {
		opened += tasks[i].opened;
		refused += tasks[i].refused;
		ended += tasks[i].ended;
		if (tasks[i].error)
			report(false, "%s: %s", words[3], strerrorname_np(tasks[i].error));
		describe_lost(&tasks[i]);
		close_all(&tasks[i]);
	}
	report(!left && opened, "%s: %u opened meanwhile, %u refused, %u ended, %u neither count nor end", words[3],
	       opened, refused, ended, left);
	set_variable("opened", opened);
	set_variable("ended", ended);
}

const struct command meanwhile_commands[] = {
	{ "meanwhile", 4, do_meanwhile, "TASKS KEPT PMU/terms/ COMMAND",
	  "Tasks open the event on CPUs 2 and 3 until the shell command ends, and\n\t"
	  "each keeps the last KEPT of them. Then each of these events counts, or\n\t"
	  "its reads end. Sets @opened and @ended." },
	{}
};
