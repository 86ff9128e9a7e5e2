// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads a counter of the die whenever a tracepoint fires, on any CPU. See read_at.c.
 *
 * From Linux 6.12 on, bpf_perf_event_read_value() works on each CPU of the die. On 6.1 it works only on the event's
 * CPU, and returns -EINVAL elsewhere. The event's CPU changes when it goes offline. So each CPU tries to read, and the
 * one that succeeds publishes the value for the others.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "read_at.h"

struct {
	__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	__uint(max_entries, 1);	/* one for each die: set at load */
	__type(key, __u32);
	__type(value, __u32);
} counters SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* one for each die */
	__type(key, __u32);
	__type(value, struct published);
} dies SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* one for each CPU */
	__type(key, __u32);
	__type(value, struct cpu_counts);
} cpus SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_COMMANDS);
	__type(key, char[COMMAND_SIZE]);
	__type(value, struct command_counts);
} commands SEC(".maps");

static struct cpu_counts *this_cpu(void)
{
	__u32 cpu = bpf_get_smp_processor_id();

	return bpf_map_lookup_elem(&cpus, &cpu);
}

/* Returns 0 or an error of bpf_perf_event_read_value(). */
static long read_and_publish(__u32 die, __u64 now, __u64 *count)
{
	struct bpf_perf_event_value value;
	struct published *published;
	long error;

	error = bpf_perf_event_read_value(&counters, die, &value, sizeof(value));
	if (error)
		return error;
	*count = value.counter;
	published = bpf_map_lookup_elem(&dies, &die);
	if (published) {
		published->count = value.counter;
		published->time = now;
	}
	return 0;
}

/* Add to the counts of the current task, which at a context switch is the task that is switched out. */
static void credit(__u64 count, __u64 ns)
{
	static const struct command_counts none;
	struct command_counts *entry;
	char name[COMMAND_SIZE];

	bpf_get_current_comm(name, sizeof(name));
	entry = bpf_map_lookup_elem(&commands, name);
	if (!entry) {
		bpf_map_update_elem(&commands, name, &none, BPF_NOEXIST);
		entry = bpf_map_lookup_elem(&commands, name);
	}
	if (!entry)
		return;
	__sync_fetch_and_add(&entry->count, count);
	__sync_fetch_and_add(&entry->ns, ns);
}

SEC("tp")
int at_tracepoint(void *context)
{
	struct cpu_counts *cpu = this_cpu();
	__u64 now = bpf_ktime_get_ns(), count;
	struct published *published;

	(void)context;
	if (!cpu || cpu->die == ~0u)
		return 0;
	if (!read_and_publish(cpu->die, now, &count)) {
		cpu->reads++;
	} else {
		published = bpf_map_lookup_elem(&dies, &cpu->die);
		if (!published || !published->time) {
			cpu->failed++;
			return 0;
		}
		count = published->count;
		cpu->published++;
	}
	/* Another CPU may have published an older value in between. */
	if (cpu->seen && count < cpu->count)
		count = cpu->count;
	if (cpu->seen)
		credit(count - cpu->count, now - cpu->time);
	cpu->count = count;
	cpu->time = now;
	cpu->seen = 1;
	return 0;
}

/* Also publishes while the CPU that can read is idle. Required on kernels where the other CPUs cannot read. */
SEC("perf_event")
int at_tick(void *context)
{
	struct cpu_counts *cpu = this_cpu();
	__u64 count;

	(void)context;
	if (cpu && cpu->die != ~0u)
		read_and_publish(cpu->die, bpf_ktime_get_ns(), &count);
	return 0;
}

/* User space runs this on a CPU: can the CPU read the counter? */
SEC("raw_tp")
int may_read(void *context)
{
	struct cpu_counts *cpu = this_cpu();
	__u64 count;

	(void)context;
	return cpu ? (int)read_and_publish(cpu->die, bpf_ktime_get_ns(), &count) : -1;
}

char _license[] SEC("license") = "GPL";
