// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs at the end of each window, on the die's owner CPU, while all counters of the package are frozen: all values read
 * here are of one instant. The freeze lasts longer by the time of the program, so it should be short.
 */
#include <linux/bpf.h>
#include <linux/bpf_perf_event.h>
#include <bpf/bpf_helpers.h>

#include "read_in_window.h"

const volatile __u32 num_others;

/* Windows for which the buffer was full. */
__u64 lost;

struct {
	__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	__uint(max_entries, 1);	/* MAX_OTHERS for each die: set at load */
	__type(key, __u32);
	__type(value, __u32);
} others SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* one for each CPU */
	__type(key, __u32);
	__type(value, __u32);
} die_of SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 20);
} windows SEC(".maps");

SEC("perf_event")
int at_window(struct bpf_perf_event_data *context)
{
	__u32 cpu = bpf_get_smp_processor_id(), i;
	__u32 *die = bpf_map_lookup_elem(&die_of, &cpu);
	struct bpf_perf_event_value value;
	struct window *window;

	if (!die)
		return 0;
	window = bpf_ringbuf_reserve(&windows, sizeof(*window), 0);
	if (!window) {
		__sync_fetch_and_add(&lost, 1);
		return 0;
	}
	window->time = bpf_ktime_get_ns();
	window->die = *die;
	window->cpu = cpu;
	window->error = bpf_perf_prog_read_value(context, &value, sizeof(value));
	window->own = value.counter;
	for (i = 0; i < MAX_OTHERS; i++) {
		long error;

		if (i >= num_others)
			break;
		error = bpf_perf_event_read_value(&others, *die * MAX_OTHERS + i, &value, sizeof(value));
		if (error && !window->error)
			window->error = error;
		window->others[i] = value.counter;
	}
	bpf_ringbuf_submit(window, 0);
	return 0;
}

char _license[] SEC("license") = "GPL";
