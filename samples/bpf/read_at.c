// SPDX-License-Identifier: GPL-2.0-only
/*
 * read_at - reads an uncore counter in a BPF program at tracepoints
 *
 * Counts the event on each die. Whenever a tracepoint fires, by default at each context switch, a BPF program reads the
 * counter of the CPU's die. Prints the last value on each CPU, and for each program name the counts of the die while
 * programs of that name ran: at context switches, an upper bound of the events that they caused.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "read_at.h"
#include "read_at.skel.h"
#include "uncore.h"

#define MAX_POINTS	32
#define TICKS_PER_SECOND	1000

static struct dies dies;
static struct read_at *bpf;

static void usage(void)
{
	fputs("usage: read_at [-t SYSTEM:TRACEPOINT]... PMU CONFIG COMMAND [ARGUMENT...]\n"
	      "for example: read_at uncoreall_cha 0x135 sleep 1\n", stderr);
	exit(2);
}

static void load(void)
{
	unsigned int cpu;

	bpf = read_at__open();
	if (!bpf)
		err(1, "cannot open the BPF program");
	bpf_map__set_max_entries(bpf->maps.counters, dies.number);
	bpf_map__set_max_entries(bpf->maps.dies, dies.number);
	bpf_map__set_max_entries(bpf->maps.cpus, dies.num_cpus);
	if (read_at__load(bpf))
		err(1, "cannot load the BPF program");
	for (cpu = 0; cpu < dies.num_cpus; cpu++) {
		struct cpu_counts counts = { .die = dies.die_of[cpu] };

		if (bpf_map__update_elem(bpf->maps.cpus, &cpu, sizeof(cpu), &counts, sizeof(counts), 0))
			err(1, "cannot describe CPU %u", cpu);
	}
}

static void count(const char *pmu, const char *config)
{
	unsigned int die;

	for (die = 0; die < dies.number; die++) {
		int fd = open_event(pmu, config, 0, dies.owner[die]);

		if (bpf_map__update_elem(bpf->maps.counters, &die, sizeof(die), &fd, sizeof(fd), 0))
			err(1, "cannot put the event of CPU %u into the map", dies.owner[die]);
	}
}

/* Can each CPU read the counter of its die? */
static bool all_can_read(void)
{
	unsigned int cpu;

	for (cpu = 0; cpu < dies.num_cpus; cpu++) {
		LIBBPF_OPTS(bpf_test_run_opts, options, .flags = BPF_F_TEST_RUN_ON_CPU, .cpu = cpu);

		if (dies.die_of[cpu] == NO_DIE)
			continue;
		if (bpf_prog_test_run_opts(bpf_program__fd(bpf->progs.may_read), &options))
			err(1, "cannot run a BPF program on CPU %u", cpu);
		if (options.retval)
			return false;
	}
	return true;
}

/* A clock on each CPU, as each can become the one that can read. */
static void tick(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = 1000000000 / TICKS_PER_SECOND,
	};
	unsigned int cpu;
	long fd;

	for (cpu = 0; cpu < dies.num_cpus; cpu++) {
		if (dies.die_of[cpu] == NO_DIE)
			continue;
		fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
		if (fd < 0 || !bpf_program__attach_perf_event(bpf->progs.at_tick, (int)fd))
			err(1, "cannot start a clock on CPU %u", cpu);
	}
}

static void attach(char *point)
{
	char *name = strchr(point, ':');

	if (!name)
		usage();
	*name++ = '\0';
	if (!bpf_program__attach_tracepoint(bpf->progs.at_tracepoint, point, name))
		err(1, "cannot attach to the tracepoint %s:%s", point, name);
}

static void print(void)
{
	char name[COMMAND_SIZE + 1] = "", *previous = NULL;
	struct command_counts command;
	struct cpu_counts counts;
	unsigned int cpu;

	printf("  CPU  die      reads  published  failed                count\n");
	for (cpu = 0; cpu < dies.num_cpus; cpu++)
		if (dies.die_of[cpu] != NO_DIE &&
		    !bpf_map__lookup_elem(bpf->maps.cpus, &cpu, sizeof(cpu), &counts, sizeof(counts), 0))
			printf("%5u %4u %10" PRIu64 " %10" PRIu64 " %7" PRIu64 " %20" PRIu64 "\n", cpu, counts.die,
			       (uint64_t)counts.reads, (uint64_t)counts.published, (uint64_t)counts.failed,
			       (uint64_t)counts.count);
	printf("\nwhile it ran          ms                count\n");
	while (!bpf_map__get_next_key(bpf->maps.commands, previous, name, COMMAND_SIZE)) {
		previous = name;
		if (!bpf_map__lookup_elem(bpf->maps.commands, name, COMMAND_SIZE, &command, sizeof(command), 0))
			printf("%-15s %8" PRIu64 " %20" PRIu64 "\n", name, (uint64_t)command.ns / 1000000,
			       (uint64_t)command.count);
	}
}

int main(int argc, char **argv)
{
	static char default_point[] = "sched:sched_switch";
	char *points[MAX_POINTS] = { default_point };
	int num_points = 0, option, status, pid, i;

	while ((option = getopt(argc, argv, "+t:")) != -1) {
		if (option != 't' || num_points == MAX_POINTS)
			usage();
		points[num_points++] = optarg;
	}
	if (argc - optind < 3)
		usage();
	find_dies(argv[optind], &dies);
	load();
	count(argv[optind], argv[optind + 1]);
	if (!all_can_read()) {
		printf("this kernel reads on one CPU of a die only: it publishes the value %d times a second\n",
		       TICKS_PER_SECOND);
		tick();
	}
	for (i = 0; i < (num_points ? num_points : 1); i++)
		attach(points[i]);
	pid = start_command(argv + optind + 2);
	while (command_runs(pid, &status))
		usleep(10000);
	print();
	read_at__destroy(bpf);
	return status;
}
