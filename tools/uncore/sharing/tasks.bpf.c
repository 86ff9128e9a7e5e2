// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shares what a die has counted since the last context switch on it among the tasks that ran there.
 *
 * Between two switches the same tasks run, all for the same time, so each of them gets the same part. Nobody walks over
 * CPUs for that: the die keeps a position, which moves on by count / busy CPUs at each switch, and a CPU remembers the
 * position at which its task came. What the position has moved by when the task leaves is its share. A remainder of the
 * division is kept for the next time, so nothing is lost.
 *
 * Shares and counts of an interval must be of one instant. So the program asks for a snapshot, and the next context
 * switch makes it under the die's lock: it keeps the counts and what the running tasks have got, and begins a new epoch.
 * Shares go into one of two maps, by the parity of the epoch in which the task has left its CPU. The program reads and
 * empties that of the epoch before when all of its tasks are in it.
 *
 * If shares are weighted by an event that each CPU counts itself, all this is not needed. The program counts how much of it
 * happened while each task ran, and user space divides what a die has counted. To end an interval it begins a new round,
 * whose sums go into the other map, and visits each CPU by an interrupt: what runs there gets its part up to now. Sums
 * that come late are of the round after the next, and are not lost.
 *
 * The kernel's structures are declared here as far as they are needed; libbpf finds out where the members are in the
 * kernel that runs.
 */
#include "sharing/shared.h"

#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

/* Members as the kernel names them. */
struct kernfs_node {
	__u64 id;
} __attribute__((preserve_access_index));

struct cgroup {
	struct kernfs_node *kn;
} __attribute__((preserve_access_index));

struct css_set {
	struct cgroup *dfl_cgrp;
} __attribute__((preserve_access_index));

struct task_struct {
	int pid;
	int tgid;
	char comm[TASKS_NAME];
	struct css_set *cgroups;
} __attribute__((preserve_access_index));

const volatile enum tasks_by by;
const volatile __u32 num_events;

/* The counters are read by the program itself now and then. What is shared here is time: nanoseconds instead of counts. */
const volatile _Bool timed;

/* Shares are weighted by an event of the CPUs. */
const volatile _Bool weighted;

/* Of weighted shares: user space counts it up. */
volatile __u64 round_number;

/* CPUs of the largest die. */
const volatile __u32 num_slots;

/* By die: the program requests a snapshot while this is not the epoch. */
volatile __u64 requested[TASKS_DIES];

struct {
	__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	__uint(max_entries, 1);	/* TASKS_EVENTS for each die */
	__type(key, __u32);
	__type(value, __u32);
} counters SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* one for each CPU */
	__type(key, __u32);
	__type(value, struct tasks_place);
} places SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* one for each die */
	__type(key, __u32);
	__type(value, struct tasks_die);
} dies SEC(".maps");

/* The event of each CPU that is the weight, and what the CPU runs. Programs that use a map with a lock cannot visit CPUs. */
struct {
	__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	__uint(max_entries, 1);	/* one for each CPU */
	__type(key, __u32);
	__type(value, __u32);
} weights SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* one for each CPU */
	__type(key, __u32);
	__type(value, struct tasks_weight);
} running SEC(".maps");

struct entries {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, TASKS_ENTRIES);
	__type(key, struct tasks_key);
	__type(value, struct tasks_entry);
} even SEC(".maps"), odd SEC(".maps");

static __always_inline long read_count(__u32 die, __u32 event, __u64 *count)
{
	struct bpf_perf_event_value value;
	long error;

	error = bpf_perf_event_read_value(&counters, die * TASKS_EVENTS + event, &value, sizeof(value));
	*count = value.counter;
	return error;
}

/* Under the lock. A count that is older than that of another CPU, which was faster, has nothing new. */
static __always_inline void advance(struct tasks_die *die, const __u64 counts[TASKS_EVENTS], __u32 good)
{
	__u32 event;

	for (event = 0; event < TASKS_EVENTS; event++) {
		__u64 amount, step;

		if (!(good & 1u << event) || counts[event] <= die->now.last[event])
			continue;
		amount = counts[event] - die->now.last[event];
		/* Time does not begin with the events. */
		if (timed && !die->now.last[event])
			amount = 0;
		die->now.last[event] = counts[event];
		if (!die->busy) {
			die->now.idle[event] += amount;
		} else {
			amount = (amount << TASKS_SHIFT) + die->rest[event];
			step = amount / die->busy;
			die->position[event] += step;
			die->rest[event] = amount - step * die->busy;
		}
	}
}

/* Under the lock: what has happened up to now is of the old epoch. */
static __always_inline void take_snapshot(struct tasks_die *die, const __u64 counts[TASKS_EVENTS], __u32 good)
{
	__u32 slot, event;

	die->snapshot = die->now;
	die->good = 0;
	if (timed && good == (1u << num_events) - 1) {
		for (event = 0; event < TASKS_EVENTS; event++)
			die->snapshot.last[event] = counts[event];
		die->good = 1;
	}
#pragma clang loop unroll(disable)
	for (slot = 0; slot < TASKS_CPUS && slot < num_slots; slot++) {
		struct tasks_cpu *cpu = &die->cpus[slot];
		struct tasks_part *part = &die->parts[slot];

		part->state = cpu->state;
		if (cpu->state != TASKS_RUNS)
			continue;
		part->key = cpu->key;
		__builtin_memcpy(part->entry.command, cpu->command, TASKS_NAME);
		for (event = 0; event < TASKS_EVENTS; event++) {
			part->entry.shares[event] = die->position[event] - cpu->since[event];
			cpu->since[event] = die->position[event];
		}
	}
	die->epoch++;
}

static __always_inline void add(__u64 sums[TASKS_EVENTS], const struct tasks_cpu *share)
{
	__u32 event;

	for (event = 0; event < TASKS_EVENTS; event++)
		if (share->since[event])
			__sync_fetch_and_add(&sums[event], share->since[event]);
}

/* The sum for a key, a new one if there is none yet. NULL: there is no room. */
static __always_inline struct tasks_entry *find_entry(const struct tasks_key *key, __u32 parity)
{
	struct tasks_entry first = {}, *entry;

	if (parity) {
		entry = bpf_map_lookup_elem(&odd, key);
		if (!entry) {
			bpf_map_update_elem(&odd, key, &first, BPF_NOEXIST);
			entry = bpf_map_lookup_elem(&odd, key);
		}
	} else {
		entry = bpf_map_lookup_elem(&even, key);
		if (!entry) {
			bpf_map_update_elem(&even, key, &first, BPF_NOEXIST);
			entry = bpf_map_lookup_elem(&even, key);
		}
	}
	return entry;
}

/* @share->since is the share itself here. */
static __always_inline void credit(struct tasks_die *die, const struct tasks_cpu *share, __u32 parity)
{
	struct tasks_entry *entry = find_entry(&share->key, parity);

	if (entry) {
		add(entry->shares, share);
		__builtin_memcpy(entry->command, share->command, TASKS_NAME);
	} else {
		add(die->others[parity], share);
	}
	__sync_fetch_and_add(&die->credited[parity], 1);
}

/* Returns TASKS_RUNS, or TASKS_IDLE for a task that is none. */
static __always_inline __u64 identify(struct task_struct *task, __u32 die, struct tasks_key *key, char *command)
{
	__u32 pid = (__u32)task->pid, tgid = (__u32)task->tgid;

	if (!pid)
		return TASKS_IDLE;
	key->die = die;
	bpf_probe_read_kernel(command, TASKS_NAME, task->comm);
	if (by == TASKS_BY_TASK)
		key->id = (__u64)tgid << 32 | pid;
	else if (by == TASKS_BY_COMMAND)
		bpf_probe_read_kernel_str(key->command, TASKS_NAME, task->comm);
	else
		key->id = task->cgroups->dfl_cgrp->kn->id;
	return TASKS_RUNS;
}

/* Gives what has happened on this CPU since the last time to what runs there. */
static __always_inline void credit_weight(struct tasks_weight *me)
{
	struct bpf_perf_event_value value;
	struct tasks_entry *entry;
	__u64 since;

	if (bpf_perf_event_read_value(&weights, BPF_F_CURRENT_CPU, &value, sizeof(value)))
		return;
	since = __sync_lock_test_and_set(&me->since, value.counter);
	if (since > value.counter) {
		/* A visit has interrupted this between the read and here. */
		__sync_lock_test_and_set(&me->since, since);
		return;
	}
	if (me->state != TASKS_RUNS || since == value.counter)
		return;
	entry = find_entry(&me->key, round_number & 1);
	if (!entry) {
		__sync_fetch_and_add(&me->others, value.counter - since);
		return;
	}
	__sync_fetch_and_add(&entry->shares[0], value.counter - since);
	__builtin_memcpy(entry->command, me->command, TASKS_NAME);
}

/* From now on this CPU runs @next. */
static __always_inline int account_weight(struct task_struct *next, _Bool switched)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct tasks_place *place = bpf_map_lookup_elem(&places, &cpu);
	struct tasks_weight *me = bpf_map_lookup_elem(&running, &cpu);
	struct tasks_key key = {};
	char command[TASKS_NAME] = {};
	__u64 state;

	if (!place || place->die == TASKS_NO_DIE || !me)
		return 0;
	credit_weight(me);
	state = identify(next, place->die, &key, command);
	/* A visit that comes now must not find half of a key. */
	*(volatile __u64 *)&me->state = TASKS_UNKNOWN;
	me->key = key;
	__builtin_memcpy(me->command, command, TASKS_NAME);
	me->switches += switched;
	*(volatile __u64 *)&me->state = state;
	return 0;
}

/* Returns the set of events that could be read. */
static __always_inline __u32 read_counts(__u32 die, __u64 counts[TASKS_EVENTS])
{
	__u32 event, good = 0;

	for (event = 0; event < TASKS_EVENTS; event++)
		if (event < num_events && !read_count(die, event, &counts[event]))
			good |= 1u << event;
	return good;
}

/* From now on this CPU runs @next. */
static __always_inline int account(struct task_struct *next, _Bool switched)
{
	struct tasks_cpu who = {}, old, *me;
	__u32 cpu = bpf_get_smp_processor_id(), event, good, parity, good_counts = 0;
	struct tasks_place *place = bpf_map_lookup_elem(&places, &cpu);
	__u64 counts[TASKS_EVENTS] = {}, times[TASKS_EVENTS] = {};
	struct tasks_die *die;
	_Bool snapshot_due;

	if (!place || place->die == TASKS_NO_DIE)
		return 0;
	die = bpf_map_lookup_elem(&dies, &place->die);
	if (!die)
		return 0;
	me = &die->cpus[place->slot & (TASKS_CPUS - 1)];
	who.state = identify(next, place->die, &who.key, who.command);
	snapshot_due = place->can_snapshot && requested[place->die & (TASKS_DIES - 1)] != die->epoch;
	if (timed) {
		if (snapshot_due)
			good_counts = read_counts(place->die, counts);
		times[0] = bpf_ktime_get_ns();
		good = 1;
	} else {
		good = read_counts(place->die, times);
	}

	bpf_spin_lock(&die->lock);
	advance(die, times, good);
	die->now.switches += switched;
	die->now.reads += !timed;
	die->now.failed += !timed && good != (1u << num_events) - 1;
	/* Another CPU may have been faster. */
	if (snapshot_due && requested[place->die & (TASKS_DIES - 1)] != die->epoch)
		take_snapshot(die, counts, good_counts);
	parity = die->epoch & 1;
	old = *me;
	for (event = 0; event < TASKS_EVENTS; event++) {
		who.since[event] = die->position[event];
		old.since[event] = die->position[event] - old.since[event];
	}
	*me = who;
	die->busy += (who.state == TASKS_RUNS) - (old.state == TASKS_RUNS);
	die->left[parity] += old.state == TASKS_RUNS;
	bpf_spin_unlock(&die->lock);

	if (old.state == TASKS_RUNS)
		credit(die, &old, parity);
	return 0;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(at_switch, _Bool preempt, struct task_struct *prev, struct task_struct *next)
{
	(void)ctx;
	(void)preempt;
	(void)prev;
	return weighted ? account_weight(next, 1) : account(next, 1);
}

/* Another name. Up to here it ran as the old one. */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(at_exec, struct task_struct *task)
{
	(void)ctx;
	return weighted ? account_weight(task, 0) : account(task, 0);
}

/* The program runs it on each CPU: may counters be read there? */
SEC("raw_tp")
int may_read(void *context)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct tasks_place *place = bpf_map_lookup_elem(&places, &cpu);
	__u64 count;

	(void)context;
	return place ? (int)read_count(place->die, 0, &count) : -1;
}

/* The program runs it on each CPU to end a round. */
SEC("raw_tp")
int visit(void *context)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct tasks_weight *me = bpf_map_lookup_elem(&running, &cpu);

	(void)context;
	if (me)
		credit_weight(me);
	return 0;
}

char _license[] SEC("license") = "GPL";
