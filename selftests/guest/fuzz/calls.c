// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random calls: mostly such that are allowed, so that they get far.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz.h"

#define SLOTS		24
#define MAX_PAGES	9

struct call_stats stats;

/** struct slot - an event of a thread */
struct slot {
	int fd;
	void *buffer;
	size_t size;
	bool writable;
};

/** struct caller - a thread that makes calls, or a child that goes on with copies of its files */
struct caller {
	struct numbers *numbers;
	struct slot slots[SLOTS];
	bool child;
};

static struct slot *some_slot(struct caller *caller)
{
	struct slot *slot = &caller->slots[below(caller->numbers, SLOTS)];
	unsigned int tries;

	for (tries = 0; slot->fd < 0 && tries < 4; tries++)
		slot = &caller->slots[below(caller->numbers, SLOTS)];
	return slot;
}

static void close_slot(struct slot *slot)
{
	if (slot->fd < 0)
		return;
	/* A mapping holds the event when its file is closed, so either can come first. */
	if (slot->buffer && slot->fd % 2)
		munmap(slot->buffer, slot->size);
	close(slot->fd);
	if (slot->buffer && slot->fd % 2 == 0)
		munmap(slot->buffer, slot->size);
	*slot = (struct slot){ .fd = -1 };
}

static void set_sampling(struct numbers *numbers, struct perf_event_attr *attr)
{
	attr->sample_period = 1 + some_size(numbers);
	attr->sample_type = any(numbers) & (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_READ |
					    PERF_SAMPLE_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW |
					    PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_IDENTIFIER);
	attr->wakeup_events = below(numbers, 3);
	if (one_in(numbers, 30))
		attr->freq = 1;
}

static void set_flags(struct numbers *numbers, struct perf_event_attr *attr)
{
	attr->disabled = one_in(numbers, 3);
	attr->pinned = one_in(numbers, 8);
	attr->exclusive = one_in(numbers, 20);
	attr->inherit = one_in(numbers, 10);
	attr->exclude_user = one_in(numbers, 40);
	attr->exclude_guest = one_in(numbers, 10);
	attr->enable_on_exec = one_in(numbers, 20);
	attr->read_format = any(numbers) & (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
					    PERF_FORMAT_ID | PERF_FORMAT_GROUP);
}

static void call_open(struct caller *caller)
{
	struct numbers *numbers = caller->numbers;
	struct slot *slot = &caller->slots[below(numbers, SLOTS)];
	struct perf_event_attr attr = { .size = sizeof(attr) };
	unsigned long flags = PERF_FLAG_FD_CLOEXEC;
	int leader = -1, cpu = machine_cpu(numbers);
	pid_t pid = one_in(numbers, 30) ? (one_in(numbers, 2) ? 0 : getpid()) : -1;

	machine_attr(numbers, &attr);
	set_flags(numbers, &attr);
	if (one_in(numbers, 3))
		set_sampling(numbers, &attr);
	if (one_in(numbers, 3))
		leader = some_slot(caller)->fd;
	if (one_in(numbers, 12))
		flags |= PERF_FLAG_FD_NO_GROUP;
	if (one_in(numbers, 20))
		flags |= PERF_FLAG_FD_OUTPUT;
	if (one_in(numbers, 5))
		flags &= ~PERF_FLAG_FD_CLOEXEC;
	if (one_in(numbers, 60)) {
		flags |= PERF_FLAG_PID_CGROUP;
		pid = open("/sys/fs/cgroup", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	}
	if (one_in(numbers, 100))
		attr.size = (__u32)below(numbers, 4096);
	close_slot(slot);
	slot->fd = (int)syscall(SYS_perf_event_open, &attr, pid, cpu, leader, flags);
	if (flags & PERF_FLAG_PID_CGROUP && pid >= 0)
		close(pid);
	atomic_fetch_add(slot->fd < 0 ? &stats.refused : &stats.opened, 1);
}

/* A program that does nothing, as often as there is a sample. */
static int program(void)
{
	static const struct bpf_insn code[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_PERF_EVENT, .insns = (uintptr_t)code, .insn_cnt = 2,
		.license = (uintptr_t)"GPL",
	};

	return (int)syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

static void call_ioctl(struct caller *caller)
{
	static const unsigned long plain[] = {
		PERF_EVENT_IOC_ENABLE, PERF_EVENT_IOC_DISABLE, PERF_EVENT_IOC_RESET, PERF_EVENT_IOC_ENABLE,
	};
	struct numbers *numbers = caller->numbers;
	int fd = some_slot(caller)->fd, bpf;
	uint64_t value = some_size(numbers);

	switch (below(numbers, 16)) {
	case 0 ... 7:
		ioctl(fd, plain[below(numbers, 4)], one_in(numbers, 3) ? PERF_IOC_FLAG_GROUP : 0);
		break;
	case 8:
		ioctl(fd, PERF_EVENT_IOC_REFRESH, below(numbers, 4));
		break;
	case 9: case 10:
		ioctl(fd, PERF_EVENT_IOC_PERIOD, &value);
		break;
	case 11: case 12:
		ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, one_in(numbers, 4) ? -1 : some_slot(caller)->fd);
		break;
	case 13:
		ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, below(numbers, 2));
		break;
	case 14:
		ioctl(fd, PERF_EVENT_IOC_ID, &value);
		ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "common_pid != 0");
		break;
	case 15:
		bpf = program();
		ioctl(fd, PERF_EVENT_IOC_SET_BPF, bpf);
		if (bpf >= 0)
			close(bpf);
		break;
	}
}

static void call_read(struct caller *caller)
{
	const struct slot *slot = some_slot(caller);
	struct pollfd poll_this = { .fd = slot->fd, .events = POLLIN };
	uint64_t words[64];

	if (one_in(caller->numbers, 20))
		poll(&poll_this, 1, 0);
	if (read(slot->fd, words, one_in(caller->numbers, 20) ? below(caller->numbers, sizeof(words)) : sizeof(words)) < 0 &&
	    errno == EFAULT)
		_exit(3);
}

/* Nobody reads what the samples say. */
static void call_map(struct caller *caller)
{
	struct slot *slot = some_slot(caller);
	struct perf_event_mmap_page *page = slot->buffer;
	size_t size = (size_t)sysconf(_SC_PAGESIZE) * (1 + (1u << below(caller->numbers, 3)));

	/* A child does not get the buffers. */
	if (slot->fd < 0 || caller->child)
		return;
	if (!page) {
		slot->writable = !one_in(caller->numbers, 4);
		page = mmap(NULL, size, slot->writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, slot->fd, 0);
		if (page != MAP_FAILED) {
			slot->buffer = page;
			slot->size = size;
		}
		return;
	}
	/* Room for more of them. */
	if (slot->writable)
		page->data_tail = page->data_head;
	if (one_in(caller->numbers, 3)) {
		munmap(slot->buffer, slot->size);
		slot->buffer = NULL;
	}
}

static void call_signal(struct caller *caller)
{
	int fd = some_slot(caller)->fd;

	fcntl(fd, F_SETOWN, getpid());
	fcntl(fd, F_SETSIG, SIGUSR1);
	fcntl(fd, F_SETFL, one_in(caller->numbers, 2) ? O_ASYNC | O_NONBLOCK : 0);
}

/* Reads come from everywhere. */
static void call_move(struct caller *caller)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(below(caller->numbers, 4), &cpus);
	if (one_in(caller->numbers, 4))
		memset(&cpus, 0xff, sizeof(cpus));
	sched_setaffinity(0, sizeof(cpus), &cpus);
}

static void call_anything(struct caller *caller);

/*
 * The child has the same files. It makes some calls with them and ends, by itself, by a signal, or as another program, which
 * has those that are not closed then.
 */
static void call_fork(struct caller *caller)
{
	unsigned int calls = below(caller->numbers, 8), end = below(caller->numbers, 3);
	pid_t child;

	if (caller->child)
		return;
	child = fork();
	if (child < 0)
		return;
	if (!child) {
		caller->child = true;
		while (calls--)
			call_anything(caller);
		if (end == 1)
			execl("/bin/busybox", "true", (char *)NULL);
		if (end == 2)
			pause();
		_exit(0);
	}
	atomic_fetch_add(&stats.forks, 1);
	while (calls--)
		call_anything(caller);
	if (end == 2)
		kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

static void call_anything(struct caller *caller)
{
	switch (below(caller->numbers, 64)) {
	case 0 ... 19:	call_open(caller); break;
	case 20 ... 33:	call_ioctl(caller); break;
	case 34 ... 47:	call_read(caller); break;
	case 48 ... 53:	call_map(caller); break;
	case 54 ... 60:	close_slot(some_slot(caller)); break;
	case 61:	call_signal(caller); break;
	case 62:	call_move(caller); break;
	case 63:	if (one_in(caller->numbers, 2))
				call_fork(caller);
			break;
	}
	atomic_fetch_add(&stats.calls, 1);
}

void calls_make(struct numbers *numbers, unsigned long calls)
{
	struct caller caller = { .numbers = numbers };
	unsigned int i;

	for (i = 0; i < SLOTS; i++)
		caller.slots[i].fd = -1;
	while (calls--)
		call_anything(&caller);
	for (i = 0; i < SLOTS; i++)
		close_slot(&caller.slots[i]);
}
