// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads a counter and its units with the driver's kfuncs, which take the id of a perf event. See read_units.c.
 *
 * They work on every CPU and on all kernels. They return an error if the count was not read now.
 */
#include <linux/errno.h>
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "read_units.h"

extern int bpf_uncore_counter_read(__u64 id, struct uncore_count *count) __ksym;
extern int bpf_uncore_counter_read_units(__u64 id, struct uncore_unit_count *counts, __u32 counts__sz,
					 __u32 *num) __ksym;

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* one for each CPU: set at load */
	__type(key, __u32);
	__type(value, struct cpu_counts);
} cpus SEC(".maps");

struct units units;

/* Runs at a tracepoint that user space chooses. */
SEC("tp_btf")
int at_tracepoint(void *context)
{
	__u32 index = bpf_get_smp_processor_id();
	struct cpu_counts *cpu = bpf_map_lookup_elem(&cpus, &index);
	int error;

	(void)context;
	if (!cpu || !cpu->id)
		return 0;
	error = bpf_uncore_counter_read(cpu->id, &cpu->last);
	switch (error) {
	case 0:
		cpu->fresh++;
		break;
	case -EXDEV:
		cpu->elsewhere++;
		break;
	case -EBUSY:
		cpu->busy++;
		break;
	case -EAGAIN:
		cpu->waiting++;
		break;
	default:
		cpu->failed++;
		cpu->error = error;
	}
	return 0;
}

/* Runs on the CPU from which user space starts it. */
SEC("syscall")
int now(void *context)
{
	int error;

	(void)context;
	error = bpf_uncore_counter_read(units.id, &units.total);
	/* A unit may have counted in between. The error is that of the second read. */
	units.error = bpf_uncore_counter_read_units(units.id, units.counts, sizeof(units.counts), &units.number);
	if (!units.error)
		units.error = error;
	return 0;
}

char _license[] SEC("license") = "GPL";
