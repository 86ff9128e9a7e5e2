// SPDX-License-Identifier: GPL-2.0-only
/*
 * read_units - reads an uncore counter in a BPF program with the driver's kfuncs
 *
 * Counts the event on each die, or uses one that another program has opened. Whenever a tracepoint fires, by default at
 * each context switch, a BPF program reads it. Prints for each CPU the number of current counts, and of errors by
 * reason. At the end, prints the count of each unit as read on each CPU.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "read_units.h"
#include "read_units.skel.h"
#include "uncore.h"

static struct dies dies;
static struct read_units *bpf;
static unsigned int num_cpus;

static void usage(void)
{
	fputs("usage: read_units [-t TRACEPOINT] [-d DIE] PMU CONFIG COMMAND [ARGUMENT...]\n"
	      "       read_units [-t TRACEPOINT] -i ID COMMAND [ARGUMENT...]\n"
	      "for example: read_units uncoreall_cha 0x135 sleep 1\n", stderr);
	exit(2);
}

/* The kfuncs are in the BTF of the module. */
static void load(const char *tracepoint)
{
	bpf = read_units__open();
	if (!bpf)
		err(1, "cannot open the BPF program");
	if (access("/sys/kernel/btf/uncore_pmon", F_OK))
		errx(1, "uncore_pmon is not loaded, or it has no BTF: on Linux 6.1 it needs `make btf`");
	if (bpf_program__set_attach_target(bpf->progs.at_tracepoint, 0, tracepoint))
		err(1, "there is no tracepoint %s", tracepoint);
	bpf_map__set_max_entries(bpf->maps.cpus, num_cpus);
	if (read_units__load(bpf))
		err(1, "cannot load the BPF program");
}

static __u64 open_on(const char *pmu, const char *config, unsigned int die)
{
	__u64 id;

	if (ioctl(open_event(pmu, config, 0, dies.owner[die]), PERF_EVENT_IOC_ID, &id))
		err(1, "cannot get the number of an event");
	return id;
}

/* Each CPU reads the event of its die, or all CPUs read the event of one die. */
static void count(const char *pmu, const char *config, unsigned int only, __u64 ids[])
{
	unsigned int cpu, die;
	__u64 of_die[MAX_DIES];

	find_dies(pmu, &dies);
	if (only != NO_DIE && only >= dies.number)
		errx(1, "%s has no die %u", pmu, only);
	for (die = 0; die < dies.number; die++)
		of_die[die] = open_on(pmu, config, die);
	for (cpu = 0; cpu < num_cpus; cpu++) {
		die = only == NO_DIE ? dies.die_of[cpu] : only;
		ids[cpu] = die == NO_DIE ? 0 : of_die[die];
	}
}

static void tell_programs(const __u64 ids[])
{
	unsigned int cpu;

	for (cpu = 0; cpu < num_cpus; cpu++) {
		struct cpu_counts counts = { .id = ids[cpu] };

		if (bpf_map__update_elem(bpf->maps.cpus, &cpu, sizeof(cpu), &counts, sizeof(counts), 0))
			err(1, "cannot describe CPU %u", cpu);
	}
}

/* Print an event as a program on a CPU reads it now. */
static void print_now(unsigned int cpu, __u64 id)
{
	LIBBPF_OPTS(bpf_test_run_opts, options);
	const struct units *units = &bpf->bss->units;
	cpu_set_t here;
	unsigned int i;

	CPU_ZERO(&here);
	CPU_SET(cpu, &here);
	/* The CPU is offline. */
	if (sched_setaffinity(0, sizeof(here), &here))
		return;
	bpf->bss->units.id = id;
	if (bpf_prog_test_run_opts(bpf_program__fd(bpf->progs.now), &options))
		err(1, "cannot run a BPF program on CPU %u", cpu);
	printf("CPU %u: %" PRIu64 " =", cpu, (uint64_t)units->total.count);
	for (i = 0; i < units->number && i < MAX_UNITS; i++)
		printf(" %u:%" PRIu64 "%s", units->counts[i].unit, (uint64_t)units->counts[i].count,
		       units->counts[i].gone ? " (gone)" : "");
	if (units->error)
		printf(" (%s)", strerror(-units->error));
	putchar('\n');
}

static void print_reads(unsigned int cpu)
{
	struct cpu_counts counts;

	if (bpf_map__lookup_elem(bpf->maps.cpus, &cpu, sizeof(cpu), &counts, sizeof(counts), 0))
		err(1, "cannot read the counts of CPU %u", cpu);
	printf("%5u %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %20" PRIu64 "%s%s\n", cpu,
	       (uint64_t)counts.fresh, (uint64_t)counts.elsewhere, (uint64_t)counts.busy, (uint64_t)counts.waiting,
	       (uint64_t)counts.failed, (uint64_t)counts.last.count, counts.error ? " " : "",
	       counts.error ? strerror((int)-counts.error) : "");
}

static void print(const __u64 ids[])
{
	unsigned int cpu;

	printf("  CPU      fresh  elsewhere       busy    waiting     failed                count\n");
	for (cpu = 0; cpu < num_cpus; cpu++)
		if (ids[cpu])
			print_reads(cpu);
	printf("\nnow, and of each unit\n");
	for (cpu = 0; cpu < num_cpus; cpu++)
		if (ids[cpu])
			print_now(cpu, ids[cpu]);
}

static unsigned long long number(const char *text)
{
	unsigned long long value;
	char *end;

	value = strtoull(text, &end, 0);
	if (*end || end == text)
		usage();
	return value;
}

int main(int argc, char **argv)
{
	const char *tracepoint = "sched_switch";
	unsigned int only = NO_DIE, cpu;
	int option, status, pid;
	__u64 id = 0, *ids;

	while ((option = getopt(argc, argv, "+t:d:i:")) != -1) {
		switch (option) {
		case 't':
			tracepoint = optarg;
			break;
		case 'd':
			only = (unsigned int)number(optarg);
			break;
		case 'i':
			id = number(optarg);
			break;
		default:
			usage();
		}
	}
	argv += optind;
	if (argc - optind < (id ? 1 : 3))
		usage();
	num_cpus = (unsigned int)sysconf(_SC_NPROCESSORS_CONF);
	ids = calloc(num_cpus, sizeof(*ids));
	if (!ids)
		err(1, "memory");
	load(tracepoint);
	if (id) {
		for (cpu = 0; cpu < num_cpus; cpu++)
			ids[cpu] = id;
	} else {
		count(argv[0], argv[1], only, ids);
		argv += 2;
	}
	tell_programs(ids);
	if (!bpf_program__attach(bpf->progs.at_tracepoint))
		err(1, "cannot attach to the tracepoint %s", tracepoint);
	pid = start_command(argv);
	while (command_runs(pid, &status))
		usleep(10000);
	print(ids);
	read_units__destroy(bpf);
	free(ids);
	return status;
}
