// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loading and reading the BPF program. See kernel.h.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/permission.h"
#include "base/status.h"
#include "base/sysfs.h"
#include "machine/topology.h"
#include "sharing/kernel.h"

#include "tasks.skel.h"

static struct tasks *bpf;
static unsigned int num_dies, counted_dies, num_cpus, num_events, num_slots;
static bool weighted;
static uint64_t *others_weight_seen;
static struct tasks_place *places;
static struct tasks_die *dies;
static struct tasks_key *keys;
static struct tasks_entry *values;
static struct tasks_sum *sums;

/* What @others of the dies had at the last look. */
static uint64_t (*others_seen)[2][TASKS_EVENTS];

/* How often to look whether a snapshot is complete, and how long to wait between. */
#define SNAPSHOT_TRIES		20000
#define SNAPSHOT_WAIT_NS	500000

/* How often to look whether the die still has a CPU. */
#define ONLINE_TRIES		200

/* libbpf says more than people want to know, but what the kernel has against a program may help. */
static int print_warning(enum libbpf_print_level level, const char *format, va_list arguments)
{
	return level == LIBBPF_WARN && getenv("UNCORE_DEBUG") ? vfprintf(stderr, format, arguments) : 0;
}

static int failed(const char *what)
{
	int error = errno;
	char remedy[512];

	if (error != EPERM && error != EACCES)
		return (int)fail(STATUS_FAILED, "%s: %s", what, strerror(error));
	return (int)fail(STATUS_NO_PERMISSION, "%s: %s; %s", what, strerror(error),
			 permission_capabilities(remedy, sizeof(remedy)));
}

bool tasks_built(void)
{
	return true;
}

/* The dies' CPUs, as the kernel has them. CPUs that are offline now are on no die. */
static int find_places(const struct counters *counters)
{
	const struct pmu *pmu = counters->all[0].event.pmus;
	unsigned int cpu, slots[MAX_DIES] = { 0 };

	num_slots = 0;
	for (cpu = 0; cpu < num_cpus; cpu++) {
		const struct place *place = place_of_cpu(pmu->places, pmu->num_places, (int)cpu);

		places[cpu].die = TASKS_NO_DIE;
		if (!place)
			continue;
		places[cpu] = (struct tasks_place){ .die = place->die, .slot = slots[place->die]++ };
		if (slots[place->die] > num_slots)
			num_slots = slots[place->die];
	}
	return num_slots <= TASKS_CPUS ? 0 :
		(int)fail(STATUS_FAILED, "a die has more than %d CPUs", TASKS_CPUS);
}

/* With a timer, counters can be read on the CPU that has the event, and perhaps nowhere else. */
static int put_places(const struct counters *counters, bool timed)
{
	const struct pmu *pmu = counters->all[0].event.pmus;
	unsigned int cpu;
	size_t i;

	for (cpu = 0; cpu < num_cpus; cpu++) {
		places[cpu].can_snapshot = !timed;
		for (i = 0; i < pmu->num_places; i++)
			if ((unsigned int)pmu->places[i].cpu == cpu)
				places[cpu].can_snapshot = 1;
		if (bpf_map__update_elem(bpf->maps.places, &cpu, sizeof(cpu), &places[cpu], sizeof(places[cpu]), 0))
			return failed("cannot describe the CPUs to the BPF program");
	}
	return 0;
}

/* Is there one event on each die? Not with a driver that has no PMU of the whole type. */
static bool one_on_each_die(const struct counter *counter)
{
	size_t i, j;

	for (i = 0; i < counter->num_sources; i++)
		for (j = 0; j < i; j++)
			if (counter->sources[i].die == counter->sources[j].die)
				return false;
	return counter->num_sources == counted_dies;
}

/*
 * Returns false if the BPF program cannot read all that the events count. It then gets none of them: the count
 * of one unit must not be taken for that of its die.
 */
static bool put_counters(const struct counters *counters)
{
	size_t i, j;

	for (i = 0; i < counters->num; i++)
		if (!one_on_each_die(&counters->all[i]))
			return false;
	for (i = 0; i < counters->num; i++) {
		const struct counter *counter = &counters->all[i];

		for (j = 0; j < counter->num_sources; j++) {
			const struct source *source = &counter->sources[j];
			unsigned int index = source->die * TASKS_EVENTS + (unsigned int)i;

			if (bpf_map__update_elem(bpf->maps.counters, &index, sizeof(index), &source->fd,
						 sizeof(source->fd), 0))
				return false;
		}
	}
	return true;
}

/* The CPU on which a program may not read, or -1. */
static int find_unreadable_cpu(void)
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

/* The weight of each CPU. One that has none runs no task that gets a share. */
static int put_weights(const struct counter *counter)
{
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		unsigned int cpu = (unsigned int)counter->sources[i].cpu;

		if (bpf_map__update_elem(bpf->maps.weights, &cpu, sizeof(cpu), &counter->sources[i].fd,
					 sizeof(counter->sources[i].fd), 0))
			return failed("the BPF program cannot read the event of --weight");
	}
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
	bpf->rodata->weighted = weighted;
	bpf_map__set_max_entries(bpf->maps.weights, num_cpus);
	bpf_map__set_max_entries(bpf->maps.running, num_cpus);
	bpf->rodata->num_slots = num_slots;
	bpf_map__set_max_entries(bpf->maps.counters, num_dies * TASKS_EVENTS);
	bpf_map__set_max_entries(bpf->maps.places, num_cpus);
	bpf_map__set_max_entries(bpf->maps.dies, num_dies);
	if (tasks__load(bpf))
		return failed("the kernel rejects the BPF program");
	return 0;
}

int tasks_load(const struct machine *machine, const struct counters *counters, const struct counters *weights,
	       enum tasks_by by, bool *timed, char *reason, size_t size)
{
	int status, cpu = -1;
	bool all;

	libbpf_set_strict_mode(LIBBPF_STRICT_ALL);
	libbpf_set_print(print_warning);
	weighted = weights;
	num_dies = machine->num_dies;
	counted_dies = machine->counted_dies;
	num_events = (unsigned int)counters->num;
	num_cpus = (unsigned int)libbpf_num_possible_cpus();
	places = allocated(calloc(num_cpus, sizeof(*places)));
	dies = allocated(calloc(num_dies, sizeof(*dies)));
	keys = allocated(calloc(TASKS_ENTRIES, sizeof(*keys)));
	values = allocated(calloc(TASKS_ENTRIES, sizeof(*values)));
	sums = allocated(calloc(TASKS_ENTRIES + (size_t)num_cpus + num_dies, sizeof(*sums)));
	others_seen = allocated(calloc(num_dies, sizeof(*others_seen)));
	others_weight_seen = allocated(calloc(num_dies, sizeof(*others_weight_seen)));

	status = find_places(counters);
	if (!status)
		status = load(by, *timed);
	if (!status)
		status = put_places(counters, *timed);
	if (!status && weighted)
		status = put_weights(&weights->all[0]);
	if (status || weighted)
		return status;
	all = put_counters(counters);
	if (*timed)
		return 0;
	if (!all) {
		snprintf(reason, size, "no event counts on all units of a die");
	} else {
		cpu = find_unreadable_cpu();
		if (cpu < 0)
			return 0;
		snprintf(reason, size, "on this kernel BPF programs cannot read the counters on CPU %d", cpu);
	}
	*timed = true;
	tasks__destroy(bpf);
	bpf = NULL;
	status = load(by, true);
	if (!status)
		status = put_places(counters, true);
	/* Where it cannot be done the program itself reads the counters. */
	if (!status)
		put_counters(counters);
	return status;
}

/* When we come to a CPU and go there is a context switch on it. False if we may not, or it is offline. */
static bool visit(unsigned int cpu)
{
	size_t size = CPU_ALLOC_SIZE(num_cpus);
	cpu_set_t *set = allocated(CPU_ALLOC(num_cpus));
	bool good;

	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	good = !sched_setaffinity(0, size, set);
	if (good)
		wait_ns(1);
	CPU_FREE(set);
	return good;
}

/* Visits all CPUs, and returns to where we may be. */
static void visit_all(void)
{
	size_t size = CPU_ALLOC_SIZE(num_cpus);
	cpu_set_t *before = allocated(CPU_ALLOC(num_cpus));
	unsigned int cpu;

	if (!sched_getaffinity(0, size, before)) {
		for (cpu = 0; cpu < num_cpus; cpu++)
			if (places[cpu].die != TASKS_NO_DIE)
				visit(cpu);
		sched_setaffinity(0, size, before);
	}
	CPU_FREE(before);
}

int tasks_attach(void)
{
	bpf_program__set_autoattach(bpf->progs.may_read, false);
	bpf_program__set_autoattach(bpf->progs.visit, false);
	if (tasks__attach(bpf))
		return failed("cannot attach the BPF program to context switches");
	/* What a CPU runs is known when it has gone from one task to the next. */
	visit_all();
	return 0;
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
	free(others_seen);
	free(others_weight_seen);
}

static bool read_die(unsigned int die)
{
	return !bpf_map__lookup_elem(bpf->maps.dies, &die, sizeof(die), &dies[die], sizeof(dies[die]), BPF_F_LOCK);
}

/* Goes to a CPU of the die that can make a snapshot. If there is none any more all of them are allowed to. */
static void visit_die(unsigned int die)
{
	unsigned int cpu;

	for (cpu = 0; cpu < num_cpus; cpu++)
		if (places[cpu].die == die && places[cpu].can_snapshot && visit(cpu))
			return;
	for (cpu = 0; cpu < num_cpus; cpu++) {
		if (places[cpu].die != die)
			continue;
		places[cpu].can_snapshot = 1;
		bpf_map__update_elem(bpf->maps.places, &cpu, sizeof(cpu), &places[cpu], sizeof(places[cpu]), 0);
	}
}

/* All CPUs of the die went offline: nothing runs there, and no context switch will end an epoch. */
static bool went_offline(unsigned int die)
{
	struct cpu_list list;
	int cpu;

	if (!cpu_list_read(&list, sysfs_path("devices/system/cpu/online")))
		return false;
	while (cpu_list_next(&list, &cpu))
		if ((unsigned int)cpu < num_cpus && places[cpu].die == die)
			return false;
	return true;
}

/* Waits until all that belongs to the epoch before is in its entries. */
static int take_snapshot(unsigned int die)
{
	unsigned int tries, slot;

	bpf->bss->requested[die]++;
	for (tries = 0; tries < SNAPSHOT_TRIES; tries++) {
		unsigned int parity = (unsigned int)(bpf->bss->requested[die] - 1) & 1;

		/* Now and then, as it takes some system calls. */
		if (tries % ONLINE_TRIES == 1 && went_offline(die)) {
			for (slot = 0; slot < num_slots; slot++)
				dies[die].parts[slot].state = TASKS_IDLE;
			return 0;
		}
		visit_die(die);
		if (!read_die(die))
			return failed("cannot read the state of a die");
		if (dies[die].epoch == bpf->bss->requested[die] && dies[die].left[parity] == dies[die].credited[parity])
			return 0;
		wait_ns(SNAPSHOT_WAIT_NS);
	}
	return (int)fail(STATUS_FAILED, "no context switch on die %u", die);
}

/*
 * Sums of tasks that leave their CPU from now on are of the next round. What is running gets its part up to now, by an
 * interrupt on its CPU.
 */
static int end_round(void)
{
	unsigned int cpu;

	for (cpu = 0; cpu < num_cpus; cpu++) {
		LIBBPF_OPTS(bpf_test_run_opts, options, .flags = BPF_F_TEST_RUN_ON_CPU, .cpu = (int)cpu);

		/* One that is offline now has run nothing since it was switched off. */
		if (places[cpu].die != TASKS_NO_DIE && bpf_prog_test_run_opts(bpf_program__fd(bpf->progs.visit), &options) &&
		    errno != ENXIO)
			return failed("cannot run the BPF program on each CPU");
	}
	bpf->bss->round_number++;
	return 0;
}

/* Switches and shares without room of each die. */
static void read_weights(void)
{
	uint64_t others[MAX_DIES] = { 0 };
	unsigned int cpu, die;

	for (die = 0; die < num_dies; die++)
		dies[die].snapshot.switches = 0;
	for (cpu = 0; cpu < num_cpus; cpu++) {
		struct tasks_weight weight;

		if (places[cpu].die == TASKS_NO_DIE ||
		    bpf_map__lookup_elem(bpf->maps.running, &cpu, sizeof(cpu), &weight, sizeof(weight), 0))
			continue;
		dies[places[cpu].die].snapshot.switches += weight.switches;
		others[places[cpu].die] += weight.others;
	}
	for (die = 0; die < num_dies; die++) {
		dies[die].others[0][0] = dies[die].others[1][0] = others[die] - others_weight_seen[die];
		others_weight_seen[die] = others[die];
	}
}

/* Not of a package that is offline, whose numbers nothing else has. */
static bool has_cpu(unsigned int die)
{
	unsigned int cpu;

	for (cpu = 0; cpu < num_cpus; cpu++)
		if (places[cpu].die == die)
			return true;
	return false;
}

static int snapshot_dies(void)
{
	size_t size = CPU_ALLOC_SIZE(num_cpus);
	cpu_set_t *before = allocated(CPU_ALLOC(num_cpus));
	int status = sched_getaffinity(0, size, before) ? failed("cannot get the CPUs of this program") : 0;
	unsigned int die;

	for (die = 0; die < num_dies && !status; die++)
		if (has_cpu(die))
			status = take_snapshot(die);
	sched_setaffinity(0, size, before);
	CPU_FREE(before);
	return status;
}

int tasks_snapshot(void)
{
	return weighted ? end_round() : snapshot_dies();
}

static void add_others(unsigned int die, unsigned int parity, size_t *num)
{
	struct tasks_sum sum = { .key = { .die = die, .others = 1 } };
	unsigned int event;

	if (weighted)
		memset(others_seen[die], 0, sizeof(others_seen[die]));
	for (event = 0; event < TASKS_EVENTS; event++) {
		sum.entry.shares[event] = dies[die].others[parity][event] - others_seen[die][parity][event];
		others_seen[die][parity][event] = dies[die].others[parity][event];
	}
	sums[(*num)++] = sum;
}

struct tasks_sum *tasks_sums(size_t *num)
{
	uint64_t ended = (weighted ? bpf->bss->round_number : bpf->bss->requested[0]) - 1;
	unsigned int parity = (unsigned int)ended & 1, die, slot;
	__u32 number = TASKS_ENTRIES, batch, i;

	/* ENOENT: there are no more. */
	if (bpf_map_lookup_and_delete_batch(bpf_map__fd(parity ? bpf->maps.odd : bpf->maps.even), NULL, &batch, keys,
					    values, &number, NULL) && errno != ENOENT) {
		failed("cannot read the sums");
		return NULL;
	}
	for (i = 0; i < number; i++)
		sums[i] = (struct tasks_sum){ keys[i], values[i] };
	*num = number;
	if (weighted)
		read_weights();
	for (die = 0; die < num_dies; die++) {
		add_others(die, parity, num);
		for (slot = 0; slot < num_slots; slot++)
			if (dies[die].parts[slot].state == TASKS_RUNS)
				sums[(*num)++] = (struct tasks_sum){
					dies[die].parts[slot].key, dies[die].parts[slot].entry,
				};
	}
	return sums;
}

const struct tasks_die *tasks_die(unsigned int die)
{
	return &dies[die];
}
