// SPDX-License-Identifier: GPL-2.0-only
/*
 * read_in_window - counts of one instant, each N events
 *
 * An event with a period ends a window on its die at every PERIOD-th event: the hardware freezes all counters of the
 * package, and a BPF program attached to the event reads other events before the freeze ends. Prints a line for each
 * window. The event requires no ring buffer.
 */
#include <bpf/libbpf.h>
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read_in_window.h"
#include "read_in_window.skel.h"
#include "uncore.h"

#define POLL_MS	20

static struct dies dies;
static struct read_in_window *bpf;

static void usage(void)
{
	fputs("usage: read_in_window PMU CONFIG PERIOD [PMU CONFIG]... -- COMMAND [ARGUMENT...]\n"
	      "for example: read_in_window uncore_cha_0 0x135 100000 uncoreall_cha 0x136 -- sleep 1\n", stderr);
	exit(2);
}

static void load(unsigned int num_others)
{
	unsigned int cpu;

	bpf = read_in_window__open();
	if (!bpf)
		err(1, "cannot open the BPF program");
	bpf->rodata->num_others = num_others;
	bpf_map__set_max_entries(bpf->maps.others, dies.number * MAX_OTHERS);
	bpf_map__set_max_entries(bpf->maps.die_of, dies.num_cpus);
	if (read_in_window__load(bpf))
		err(1, "cannot load the BPF program");
	for (cpu = 0; cpu < dies.num_cpus; cpu++)
		if (bpf_map__update_elem(bpf->maps.die_of, &cpu, sizeof(cpu), &dies.die_of[cpu],
					 sizeof(dies.die_of[cpu]), 0))
			err(1, "cannot describe CPU %u", cpu);
}

static void count(unsigned int die, unsigned int other, const char *pmu, const char *config)
{
	unsigned int index = die * MAX_OTHERS + other;
	int fd = open_event(pmu, config, 0, dies.owner[die]);

	if (bpf_map__update_elem(bpf->maps.others, &index, sizeof(index), &fd, sizeof(fd), 0))
		err(1, "cannot put %s %s into the map", pmu, config);
}

static int print(void *unused, void *data, size_t size)
{
	const struct window *window = data;
	unsigned int i;

	(void)unused;
	(void)size;
	printf("window %14.6f die %u CPU %u own %" PRIu64, (double)window->time / 1e9, window->die, window->cpu,
	       (uint64_t)window->own);
	for (i = 0; i < bpf->rodata->num_others; i++)
		printf(" %" PRIu64, (uint64_t)window->others[i]);
	if (window->error)
		printf(" error %s", strerror((int)-window->error));
	putchar('\n');
	return 0;
}

int main(int argc, char **argv)
{
	struct ring_buffer *ring;
	unsigned int die, other;
	int words, status, pid;
	char *end;
	__u64 period;

	for (words = 1; words < argc && strcmp(argv[words], "--"); words++)
		;
	if (words < 4 || words % 2 || words > 4 + 2 * MAX_OTHERS || words + 1 >= argc)
		usage();
	period = strtoull(argv[3], &end, 10);
	if (*end || !period)
		usage();
	find_dies(argv[1], &dies);
	load((unsigned int)(words - 4) / 2);
	for (die = 0; die < dies.number; die++) {
		for (other = 0; other < bpf->rodata->num_others; other++)
			count(die, other, argv[4 + 2 * other], argv[5 + 2 * other]);
		if (!bpf_program__attach_perf_event(bpf->progs.at_window,
						    open_event(argv[1], argv[2], period, dies.owner[die])))
			err(1, "cannot attach to %s %s", argv[1], argv[2]);
	}
	ring = ring_buffer__new(bpf_map__fd(bpf->maps.windows), print, NULL, NULL);
	if (!ring)
		err(1, "cannot read the ring buffer");
	pid = start_command(argv + words + 1);
	while (command_runs(pid, &status))
		ring_buffer__poll(ring, POLL_MS);
	ring_buffer__consume(ring);
	if (bpf->bss->lost)
		printf("%" PRIu64 " windows were lost\n", (uint64_t)bpf->bss->lost);
	ring_buffer__free(ring);
	read_in_window__destroy(bpf);
	return status;
}
