// SPDX-License-Identifier: GPL-2.0-only
/*
 * faults PAGES PAGES TIMES COMMAND: two tasks, faults-0 on CPU 0 and faults-1 on CPU 1, touch so many new pages in each round. Each
 * waits for the other at the end of a round, so their page faults always have this ratio. A third task on CPU 3 runs COMMAND once
 * TIMES times, each time after at least ROUNDS more rounds: what COMMAND counts always has faults beside it, also if the machine
 * holds one of the tasks up. So many rounds also come after the last time. Prints how many faults both caused.
 */
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS	50

struct shared {
	atomic_ulong done[2];
	atomic_int stop;
};

static void touch_pages(char *pages, size_t num, size_t size)
{
	size_t i;

	for (i = 0; i < num; i++)
		pages[i * size] = 1;
	madvise(pages, num * size, MADV_DONTNEED);
}

static int pin(int cpu, const char *name)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	return sched_setaffinity(0, sizeof(cpus), &cpus) || prctl(PR_SET_NAME, name);
}

static void run(struct shared *shared, int me, size_t num)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, num * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED || pin(me, me ? "faults-1" : "faults-0"))
		_exit(1);
	madvise(pages, num * size, MADV_NOHUGEPAGE);
	while (!shared->stop) {
		touch_pages(pages, num, size);
		shared->done[me]++;
		while (shared->done[!me] < shared->done[me] && !shared->stop)
			usleep(100);
		/* A simulated machine has fewer processors than CPUs: leave some time to the others. */
		usleep(1000);
	}
	_exit(0);
}

/* Not before both are at it. */
static void run_commands(struct shared *shared, unsigned long times, const char *command)
{
	unsigned long next = ROUNDS;

	if (pin(3, "faults-command"))
		_exit(1);
	for (;;) {
		while (shared->done[1] < next)
			usleep(2000);
		if (!times--)
			break;
		if (system(command))
			_exit(1);
		next = shared->done[1] + ROUNDS;
	}
	shared->stop = 1;
	_exit(0);
}

int main(int argc, char **argv)
{
	struct shared *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	size_t num[2];
	int i, status, bad = 0;

	if (argc != 5 || shared == MAP_FAILED) {
		fprintf(stderr, "usage: faults PAGES PAGES TIMES COMMAND\n");
		return 2;
	}
	for (i = 0; i < 2; i++) {
		num[i] = (size_t)atoi(argv[i + 1]);
		if (!fork())
			run(shared, i, num[i]);
	}
	if (!fork())
		run_commands(shared, strtoul(argv[3], NULL, 10), argv[4]);
	for (i = 0; i < 3; i++)
		bad |= wait(&status) < 0 || status;
	printf("%lu\n", shared->done[0] * num[0] + shared->done[1] * num[1]);
	return bad;
}
