// SPDX-License-Identifier: GPL-2.0-only
/*
 * faults PAGES PAGES FILE: two tasks, faults-0 on CPU 0 and faults-1 on CPU 1, touch so many new pages in each round, until FILE
 * is there. Each waits for the other at the end of a round, so their page faults always have this ratio. FILE.runs tells when
 * both are at it. Prints how many faults both caused.
 */
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* The first one decides about the end, so both do the same number of rounds. */
static void run(struct shared *shared, int me, size_t num, const char *file)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, num * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char name[16], runs[256];
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(me, &cpus);
	snprintf(name, sizeof(name), "faults-%d", me);
	if (pages == MAP_FAILED || sched_setaffinity(0, sizeof(cpus), &cpus) || prctl(PR_SET_NAME, name))
		_exit(1);
	madvise(pages, num * size, MADV_NOHUGEPAGE);
	snprintf(runs, sizeof(runs), "%s.runs", file);
	while (!shared->stop) {
		touch_pages(pages, num, size);
		if (!me && !access(file, F_OK))
			shared->stop = 1;
		if (++shared->done[me] == 100 && !me)
			close(creat(runs, 0666));
		while (shared->done[!me] < shared->done[me] && !shared->stop)
			sched_yield();
	}
	_exit(0);
}

int main(int argc, char **argv)
{
	struct shared *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	size_t num[2];
	int i, status, bad = 0;

	if (argc != 4 || shared == MAP_FAILED) {
		fprintf(stderr, "usage: faults PAGES PAGES FILE\n");
		return 2;
	}
	for (i = 0; i < 2; i++) {
		num[i] = (size_t)atoi(argv[i + 1]);
		if (!fork())
			run(shared, i, num[i], argv[3]);
	}
	for (i = 0; i < 2; i++)
		bad |= wait(&status) < 0 || status;
	printf("%lu\n", shared->done[0] * num[0] + shared->done[1] * num[1]);
	return bad;
}
