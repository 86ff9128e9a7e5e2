/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Time, tracepoints, perf.
 */
#ifndef KERNEL_PERF_H
#define KERNEL_PERF_H

/* --- time ------------------------------------------------------------------------------- */

enum hrtimer_restart { HRTIMER_NORESTART, HRTIMER_RESTART };
enum hrtimer_mode { HRTIMER_MODE_REL_PINNED_HARD, HRTIMER_MODE_ABS_PINNED_HARD };

#define CLOCK_MONOTONIC			0

/* @expires: in how many nanoseconds; time stands still. */
struct hrtimer {
	enum hrtimer_restart (*function)(struct hrtimer *timer);
	bool queued;
	ktime_t expires;
};

#define PMON_HAVE_HRTIMER_SETUP
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *),
				 int clock, enum hrtimer_mode mode)
{
	timer->function = function;
}

void hrtimer_start_range_ns(struct hrtimer *timer, ktime_t time, u64 slack,
			    const enum hrtimer_mode mode);
u64 ktime_get_ns(void);
u64 ktime_get_mono_fast_ns(void);
u64 ktime_get_boottime_ns(void);

#define hrtimer_start(timer, time, mode) hrtimer_start_range_ns(timer, time, 0, mode)
#define hrtimer_start_expires(timer, mode) \
	hrtimer_start_range_ns(timer, (timer)->expires, 0, mode)
#define hrtimer_cancel(timer)		((timer)->queued = false)
#define hrtimer_try_to_cancel(timer)	hrtimer_cancel(timer)
#define hrtimer_active(timer)		((timer)->queued)
#define hrtimer_is_queued(timer)	((timer)->queued)
#define hrtimer_forward_now(timer, by)	((timer)->expires = (by))

#define ns_to_ktime(ns)			((ktime_t)(ns))
#define ms_to_ktime(ms)			((ktime_t)(ms) * (ktime_t)NSEC_PER_MSEC)

/* --- tracepoints ------------------------------------------------------------------------ */

#define TP_PROTO(...)			__VA_ARGS__
#define TP_ARGS(...)
#define TRACE_EVENT(name, proto, ...)						\
	static inline void trace_##name(proto) { }				\
	static inline bool trace_##name##_enabled(void) { return false; }

struct trace_entry {
	u16 type;
	u8 flags;
	u8 preempt_count;
	int pid;
};

/* --- perf ------------------------------------------------------------------------------- */

struct perf_event;
struct perf_sample_data;

enum perf_event_state {
	PERF_EVENT_STATE_ERROR = -2,
	PERF_EVENT_STATE_OFF,
	PERF_EVENT_STATE_INACTIVE,
	PERF_EVENT_STATE_ACTIVE,
};

struct pt_regs {
	int nothing;
};

struct perf_event_attr {
	u32 type;
	u64 config, config1, config2;
	u64 sample_period, sample_type, read_format;
	bool freq, pinned, disabled;
	bool exclude_user, exclude_kernel, exclude_hv, exclude_idle, exclude_host;
	unsigned int precise_ip;
};

struct hw_perf_event {
	u64 config;
	int idx, state;
	u64 sample_period, last_period;
	local64_t period_left;
};

struct perf_event_context {
	struct mutex mutex;
};

struct perf_event_pmu_context {
	int rotate_necessary;
};

struct perf_cpu_pmu_context {
	raw_spinlock_t hrtimer_lock;
	int hrtimer_active;
	struct hrtimer hrtimer;
	ktime_t hrtimer_interval;
};

#define PMON_HAVE_PMU_CONTEXT

struct pmu {
	struct module *module;
	const struct attribute_group **attr_groups;
	int type, capabilities, task_ctx_nr, hrtimer_interval_ms;
	struct perf_cpu_pmu_context *cpu_pmu_context;
	void (*pmu_enable)(struct pmu *pmu);
	void (*pmu_disable)(struct pmu *pmu);
	int (*event_init)(struct perf_event *event);
	int (*add)(struct perf_event *event, int flags);
	void (*del)(struct perf_event *event, int flags);
	void (*start)(struct perf_event *event, int flags);
	void (*stop)(struct perf_event *event, int flags);
	void (*read)(struct perf_event *event);
	void (*start_txn)(struct pmu *pmu, unsigned int flags);
	int (*commit_txn)(struct pmu *pmu);
	void (*cancel_txn)(struct pmu *pmu);
	int (*check_period)(struct perf_event *event, u64 period);
};

struct perf_event {
	struct perf_event_attr attr;
	struct hw_perf_event hw;
	struct pmu *pmu;
	void *pmu_private;
	int cpu, oncpu, state, attach_state, event_caps;
	u64 id;
	local64_t count;
	struct perf_event *group_leader;
	struct list_head sibling_list;
	int nr_siblings;
	struct hlist_node hlist_entry;
	struct perf_event_context *ctx;
	struct perf_event_pmu_context *pmu_ctx;
	void (*destroy)(struct perf_event *event);
	void (*overflow_handler)(struct perf_event *event, struct perf_sample_data *data,
				 struct pt_regs *regs);
};

#define PERF_HES_STOPPED		1
#define PERF_HES_UPTODATE		2
#define PERF_EF_START			1
#define PERF_EF_RELOAD			2
#define PERF_EF_UPDATE			4
#define PERF_PMU_TXN_ADD		1
#define PERF_PMU_TXN_READ		2
#define PERF_ATTACH_CONTEXT		1
#define PERF_ATTACH_GROUP		2
#define PERF_ATTACH_TASK		4
#define PERF_PMU_CAP_NO_EXCLUDE		0x40
#define PERF_EV_CAP_SOFTWARE		1
#define PERF_EV_CAP_READ_ACTIVE_PKG	2
#define PERF_EV_CAP_SIBLING		4
#define PERF_SAMPLE_READ		0x10
#define PERF_SAMPLE_PERIOD		0x100
#define PERF_SAMPLE_BRANCH_STACK	0x800
#define PERF_FORMAT_GROUP		8
#define perf_invalid_context		(-1)

#define is_sampling_event(event)	((event)->attr.sample_period != 0)
#define is_software_event(event)	((event)->event_caps & PERF_EV_CAP_SOFTWARE)
#define for_each_sibling_event(sibling, event)				\
	if ((event)->group_leader == (event))				\
		list_for_each_entry(sibling, &(event)->sibling_list, sibling_list)

#define get_irq_regs()			((struct pt_regs *)NULL)
#define perf_fetch_caller_regs(regs)	((void)(regs))
#define perf_swevent_get_recursion_context() 0

void perf_pmu_migrate_context(struct pmu *pmu, int from, int to);
void perf_event_enable(struct perf_event *event);
void perf_tp_event(u16 type, u64 count, void *record, int size, struct pt_regs *regs,
		   struct hlist_head *head, int recursion, void *task);

#endif
