// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loading and reading the BPF program. See tasks_kernel.h.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tasks_kernel.h"
#include "uncore.h"

#include "tasks.skel.h"

static struct tasks *bpf;
static unsigned int num_dies, num_cpus, num_events;
static struct tasks_place *places;
static struct tasks_die *dies;
static struct tasks_key *keys;
static struct tasks_entry *values;
static struct tasks_sum *sums;

/* libbpf says more than people want to know, but what the kernel has against a program may help. */
static int print_warning(enum libbpf_print_level level, const char *format, va_list arguments)
{
	return level == LIBBPF_WARN && getenv("UNCORE_DEBUG") ? vfprintf(stderr, format, arguments) : 0;
}

static int failed(const char *what)
{
	int error = errno;

	return (int)fail(error == EPERM || error == EACCES ? STATUS_NO_PERMISSION : STATUS_FAILED, "%s: %s%s", what,
			 strerror(error), error == EPERM ? " (this needs CAP_BPF and CAP_PERFMON)" : "");
}

static long topology(unsigned int cpu, const char *file)
{
	char text[32];

	return read_file(sysfs_path("devices/system/cpu/cpu%u/topology/%s", cpu, file), text, sizeof(text)) ?
		atol(text) : -1;
}

/* The dies' CPUs, as the kernel has them. CPUs that are offline now are on no die. */
static int find_places(const struct counters *counters)
{
	const struct pmu *pmu = counters->all[0].event.pmus;
	unsigned int cpu, slots[MAX_DIES] = { 0 };
	size_t i;

	for (cpu = 0; cpu < num_cpus; cpu++) {
		long package = topology(cpu, "physical_package_id"), die = topology(cpu, "die_id");

		places[cpu].die = TASKS_NO_DIE;
		for (i = 0; package >= 0 && i < pmu->num_places; i++) {
			const struct place *place = &pmu->places[i];

			if (package != (long)place->socket || die != topology((unsigned int)place->cpu, "die_id"))
				continue;
			places[cpu] = (struct tasks_place){ place->die, slots[place->die]++ };
			break;
		}
		if (places[cpu].die != TASKS_NO_DIE && places[cpu].slot >= TASKS_CPUS)
			return (int)fail(STATUS_FAILED, "a die has more than %d CPUs", TASKS_CPUS);
		if (bpf_map__update_elem(bpf->maps.places, &cpu, sizeof(cpu), &places[cpu], sizeof(places[cpu]), 0))
			return failed("cannot describe the CPUs to the BPF program");
	}
	return 0;
}

/* False if there is not one event on each die, as with a driver that has no PMU of the whole type. */
static bool put_counters(const struct counters *counters)
{
	size_t i, j, k;

	for (i = 0; i < counters->num; i++) {
		const struct counter *counter = &counters->all[i];

		for (j = 0; j < counter->num_sources; j++) {
			const struct source *source = &counter->sources[j];
			unsigned int index = source->die * TASKS_EVENTS + (unsigned int)i;

			for (k = 0; k < j; k++)
				if (counter->sources[k].die == source->die)
					return false;
			if (bpf_map__update_elem(bpf->maps.counters, &index, sizeof(index), &source->fd,
						 sizeof(source->fd), 0))
				return false;
		}
		if (counter->num_sources != num_dies)
			return false;
	}
	return true;
}

/* The CPU on which a program may not read, or -1. */
static int who_may_not(void)
{
	unsigned int cpu;

	for (cpu = 0; cpu < num_cpus; cpu++) {
		LIBBPF_OPTS(bpf_test_run_opts, options, .flags = BPF_F_TEST_RUN_ON_CPU, .cpu = (int)cpu);

		if (places[cpu].die == TASKS_NO_DIE)
			continue;
		if (bpf_prog_test_run_opts(bpf_program__fd(bpf->progs.may_read), &options) || options.retval)
			return (int)cpu;
	}
	return -1;
}

/* One for each die. */
static int make_others(void)
{
	static const struct tasks_entry none;
	struct tasks_key others = { .others = 1 };

	for (others.die = 0; others.die < num_dies; others.die++)
		if (bpf_map__update_elem(bpf->maps.entries, &others, sizeof(others), &none, sizeof(none), 0))
			return failed("cannot fill a BPF map");
	return 0;
}

static int load(enum tasks_by by, bool timed)
{
	bpf = tasks__open();
	if (!bpf)
		return failed("cannot open the BPF program");
	bpf->rodata->by = by;
	bpf->rodata->num_events = num_events;
	bpf->rodata->timed = timed;
	bpf_map__set_max_entries(bpf->maps.counters, num_dies * TASKS_EVENTS);
	bpf_map__set_max_entries(bpf->maps.places, num_cpus);
	bpf_map__set_max_entries(bpf->maps.dies, num_dies);
	if (tasks__load(bpf))
		return failed("the kernel does not take the BPF program");
	return make_others();
}

int tasks_load(const struct machine *machine, const struct counters *counters, enum tasks_by by, bool *timed,
	       char *reason, size_t size)
{
	int status, cpu = -1;

	libbpf_set_strict_mode(LIBBPF_STRICT_ALL);
	libbpf_set_print(print_warning);
	num_dies = machine->num_dies;
	num_events = (unsigned int)counters->num;
	num_cpus = (unsigned int)libbpf_num_possible_cpus();
	places = need(calloc(num_cpus, sizeof(*places)));
	dies = need(calloc(num_dies, sizeof(*dies)));
	keys = need(calloc(TASKS_ENTRIES, sizeof(*keys)));
	values = need(calloc(TASKS_ENTRIES, sizeof(*values)));
	sums = need(calloc(TASKS_ENTRIES + (size_t)num_cpus, sizeof(*sums)));

	status = load(by, *timed);
	if (!status)
		status = find_places(counters);
	if (status || *timed)
		return status;
	if (!put_counters(counters)) {
		snprintf(reason, size, "there is no event that counts on all of a die");
	} else {
		cpu = who_may_not();
		if (cpu < 0)
			return 0;
		snprintf(reason, size, "this kernel lets no program read on CPU %d", cpu);
	}
	*timed = true;
	tasks__destroy(bpf);
	bpf = NULL;
	status = load(by, true);
	return status ? status : find_places(counters);
}

/* When we come to a CPU and go there is a context switch on it. False if we may not, or it is offline. */
static bool visit(unsigned int cpu)
{
	static const struct timespec moment = { .tv_nsec = 1 };
	size_t size = CPU_ALLOC_SIZE(num_cpus);
	cpu_set_t *set = need(CPU_ALLOC(num_cpus));
	bool good;

	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	good = !sched_setaffinity(0, size, set);
	if (good)
		nanosleep(&moment, NULL);
	CPU_FREE(set);
	return good;
}

/* Visits a CPU of each die, or all of them, and returns to where we may be. */
static void visit_dies(bool all)
{
	size_t size = CPU_ALLOC_SIZE(num_cpus);
	cpu_set_t *before = need(CPU_ALLOC(num_cpus));
	bool *visited = need(calloc(num_dies, sizeof(*visited)));
	unsigned int cpu;

	if (!sched_getaffinity(0, size, before)) {
		for (cpu = 0; cpu < num_cpus; cpu++) {
			unsigned int die = places[cpu].die;

			if (die != TASKS_NO_DIE && (all || !visited[die]) && visit(cpu))
				visited[die] = true;
		}
		sched_setaffinity(0, size, before);
	}
	free(visited);
	CPU_FREE(before);
}

int tasks_attach(void)
{
	bpf_program__set_autoattach(bpf->progs.may_read, false);
	if (tasks__attach(bpf))
		return failed("cannot attach the BPF program to context switches");
	/* What a CPU runs is known when it has gone from one task to the next. */
	visit_dies(true);
	return 0;
}

void tasks_detach(void)
{
	tasks__detach(bpf);
	/* Programs run where the kernel does not wait, so this waits for all of them. */
	syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
}

void tasks_unload(void)
{
	if (bpf)
		tasks__destroy(bpf);
	bpf = NULL;
	free(places);
	free(dies);
	free(keys);
	free(values);
	free(sums);
}

void tasks_flush(void)
{
	visit_dies(false);
}

/* Adds what a CPU's task has got since it came. */
static void add_running(const struct tasks_die *die, const struct tasks_cpu *cpu, size_t *num)
{
	struct tasks_sum *sum = sums;
	unsigned int event;

	while (sum < sums + *num && memcmp(&sum->key, &cpu->key, sizeof(sum->key)))
		sum++;
	if (sum == sums + *num) {
		*sum = (struct tasks_sum){ .key = cpu->key };
		++*num;
	}
	memcpy(sum->entry.command, cpu->command, sizeof(sum->entry.command));
	sum->entry.gone = 0;
	for (event = 0; event < TASKS_EVENTS; event++)
		sum->entry.shares[event] += die->position[event] - cpu->since[event];
}

struct tasks_sum *tasks_sums(size_t *num)
{
	__u32 number = TASKS_ENTRIES, batch, i, slot;
	struct timespec now;

	/* ENOENT: there are no more. */
	if (bpf_map_lookup_batch(bpf_map__fd(bpf->maps.entries), NULL, &batch, keys, values, &number, NULL) &&
	    errno != ENOENT) {
		failed("cannot read the sums");
		return NULL;
	}
	for (i = 0; i < number; i++)
		sums[i] = (struct tasks_sum){ keys[i], values[i] };
	*num = number;
	for (i = 0; i < num_dies; i++) {
		if (bpf_map__lookup_elem(bpf->maps.dies, &i, sizeof(i), &dies[i], sizeof(dies[i]), BPF_F_LOCK)) {
			failed("cannot read the state of a die");
			return NULL;
		}
		if (bpf->rodata->timed) {
			clock_gettime(CLOCK_MONOTONIC, &now);
			dies[i].position[0] = (__u64)now.tv_sec * 1000000000 + (__u64)now.tv_nsec;
		}
		for (slot = 0; slot < TASKS_CPUS; slot++)
			if (dies[i].cpus[slot].state == TASKS_RUNS)
				add_running(&dies[i], &dies[i].cpus[slot], num);
	}
	return sums;
}

void tasks_forget(struct tasks_sum *sum)
{
	struct tasks_entry entry;

	if (!bpf_map__lookup_and_delete_elem(bpf->maps.entries, &sum->key, sizeof(sum->key), &entry, sizeof(entry), 0))
		sum->entry = entry;
}

const struct tasks_die *tasks_die(unsigned int die)
{
	return &dies[die];
}
