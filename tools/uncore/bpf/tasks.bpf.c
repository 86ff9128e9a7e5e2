// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shares what a die has counted since the last context switch on it among the tasks that ran there.
 *
 * Between two switches the same tasks run, all for the same time, so each of them gets the same part. Nobody walks over
 * CPUs for that: the die keeps a position, which moves on by count / busy CPUs at each switch, and a CPU remembers the
 * position at which its task came. What the position has moved by when the task leaves is its share. A remainder of the
 * division is kept for the next time, so nothing is lost.
 *
 * The kernel's structures are declared here as far as they are needed; libbpf finds out where the members are in the
 * kernel that runs.
 */
#include "tasks_shared.h"

#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#define TASK_DEAD	0x80

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

/* The counters are read by the program itself now and then; here only times are kept. */
const volatile _Bool timed;

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

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, TASKS_ENTRIES);
	__type(key, struct tasks_key);
	__type(value, struct tasks_entry);
} entries SEC(".maps");

static __always_inline long read_count(__u32 die, __u32 event, __u64 *count)
{
	struct bpf_perf_event_value value;
	long error;

	error = bpf_perf_event_read_value(&counters, die * TASKS_EVENTS + event, &value, sizeof(value));
	*count = value.counter;
	return error;
}

/* Returns the set of events that could be read. */
static __always_inline __u32 read_counts(__u32 die, __u64 counts[TASKS_EVENTS])
{
	__u32 event, good = 0;

	if (timed) {
		counts[0] = bpf_ktime_get_ns();
		return 1;
	}
	for (event = 0; event < TASKS_EVENTS; event++)
		if (event < num_events && !read_count(die, event, &counts[event]))
			good |= 1u << event;
	return good;
}

/* Under the lock. A count that is older than that of another CPU, which was faster, has nothing new. */
static __always_inline void advance(struct tasks_die *die, const __u64 counts[TASKS_EVENTS], __u32 good)
{
	__u32 event;

	for (event = 0; event < TASKS_EVENTS; event++) {
		__u64 amount, step;

		if (!(good & 1u << event) || counts[event] <= die->last[event])
			continue;
		amount = counts[event] - die->last[event];
		die->last[event] = counts[event];
		if (timed) {
			die->position[event] = counts[event];
		} else if (!die->busy) {
			die->idle[event] += amount;
		} else {
			amount = (amount << TASKS_SHIFT) + die->rest[event];
			step = amount / die->busy;
			die->position[event] += step;
			die->rest[event] = amount - step * die->busy;
		}
	}
}

static __always_inline void add(struct tasks_entry *entry, const struct tasks_cpu *share)
{
	__u32 event;

	for (event = 0; event < TASKS_EVENTS; event++)
		if (share->since[event])
			__sync_fetch_and_add(&entry->shares[event], share->since[event]);
}

/* @share->since is the share itself here. */
static __always_inline void credit(const struct tasks_cpu *share, _Bool gone)
{
	struct tasks_entry *entry = bpf_map_lookup_elem(&entries, &share->key), first = {};

	if (!entry) {
		bpf_map_update_elem(&entries, &share->key, &first, BPF_NOEXIST);
		entry = bpf_map_lookup_elem(&entries, &share->key);
	}
	if (!entry) {
		struct tasks_key others = { .die = share->key.die, .others = 1 };

		/* The program has made it. */
		entry = bpf_map_lookup_elem(&entries, &others);
		if (entry)
			add(entry, share);
		return;
	}
	add(entry, share);
	__builtin_memcpy(entry->command, share->command, TASKS_NAME);
	entry->gone = gone;
}

static __always_inline void identify(struct task_struct *task, __u32 die, struct tasks_cpu *who)
{
	__u32 pid = (__u32)task->pid, tgid = (__u32)task->tgid;

	who->state = pid ? TASKS_RUNS : TASKS_IDLE;
	if (!pid)
		return;
	who->key.die = die;
	bpf_probe_read_kernel(who->command, TASKS_NAME, task->comm);
	if (by == TASKS_BY_TASK)
		who->key.id = (__u64)tgid << 32 | pid;
	else if (by == TASKS_BY_COMMAND)
		bpf_probe_read_kernel_str(who->key.command, TASKS_NAME, task->comm);
	else
		who->key.id = task->cgroups->dfl_cgrp->kn->id;
}

/* From now on this CPU runs @next. */
static __always_inline int account(struct task_struct *next, _Bool gone, _Bool switched)
{
	struct tasks_cpu who = {}, old, *me;
	__u32 cpu = bpf_get_smp_processor_id(), event, good;
	struct tasks_place *place = bpf_map_lookup_elem(&places, &cpu);
	__u64 counts[TASKS_EVENTS] = {};
	struct tasks_die *die;

	if (!place || place->die == TASKS_NO_DIE)
		return 0;
	die = bpf_map_lookup_elem(&dies, &place->die);
	if (!die)
		return 0;
	me = &die->cpus[place->slot & (TASKS_CPUS - 1)];
	identify(next, place->die, &who);
	good = read_counts(place->die, counts);

	bpf_spin_lock(&die->lock);
	advance(die, counts, good);
	old = *me;
	for (event = 0; event < TASKS_EVENTS; event++) {
		who.since[event] = die->position[event];
		old.since[event] = die->position[event] - old.since[event];
	}
	*me = who;
	die->busy += (who.state == TASKS_RUNS) - (old.state == TASKS_RUNS);
	die->switches += switched;
	die->reads += !timed;
	die->failed += !timed && good != (1u << num_events) - 1;
	bpf_spin_unlock(&die->lock);

	if (old.state == TASKS_RUNS)
		credit(&old, gone);
	return 0;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(at_switch, _Bool preempt, struct task_struct *prev, struct task_struct *next, unsigned int prev_state)
{
	(void)ctx;
	(void)preempt;
	(void)prev;
	return account(next, by == TASKS_BY_TASK && (prev_state & TASK_DEAD), 1);
}

/* Another name. Up to here it ran as the old one. */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(at_exec, struct task_struct *task)
{
	(void)ctx;
	return account(task, 0, 0);
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

char _license[] SEC("license") = "GPL";
