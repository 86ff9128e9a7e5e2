/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * As much of the kernel as the driver's event handling calls, for a program: one thread, which is
 * on one CPU at a time and says so itself. Every kernel header that the driver includes is this.
 *
 * What the kernel checks with lockdep is asserted: a lock taken twice, or not held where it has to
 * be, ends the program.
 */
#ifndef MODEL_KERNEL_H
#define MODEL_KERNEL_H

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* Dies have two CPUs each, one after the other. */
#ifndef MODEL_DIES
#define MODEL_DIES	1
#endif
#define CPUS_OF_DIE	2
#define CPUS		(MODEL_DIES * CPUS_OF_DIE)

/* --- types, numbers, bits -------------------------------------------------------------- */

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef long long s64;
typedef s64 ktime_t;

#define __init
#define __initdata
#define __section(name)
#define __iomem
#define __force
#define __percpu
#define __printf(format, first)	__attribute__((__format__(printf, format, first)))
#define __maybe_unused		__attribute__((__unused__))
#define fallthrough		__attribute__((__fallthrough__))
#define READ_ONCE(x)		(x)
#define WRITE_ONCE(x, value)	((x) = (value))
#define smp_load_acquire(p)	READ_ONCE(*(p))
#define smp_mb()		((void)0)
#define IS_ENABLED(option)		1
#define WARN_ONCE(condition, ...)	({ assert(!(condition)); false; })
#define WARN_ON_ONCE(condition)		WARN_ONCE(condition)
#define BUILD_BUG_ON(condition)	_Static_assert(!(condition), #condition)

#define S16_MIN			INT16_MIN
#define U32_MAX			UINT32_MAX
#define U64_MAX			(~0ULL)
#define NSEC_PER_USEC		1000ULL
#define NSEC_PER_MSEC		1000000ULL
#define NSEC_PER_SEC		1000000000ULL

#define BIT(n)			(1UL << (n))
#define BIT_ULL(n)		(1ULL << (n))
#define GENMASK_ULL(high, low)	((~0ULL << (low)) & (~0ULL >> (63 - (high))))
#define FIELD_GET(mask, reg)	(((reg) & (mask)) >> __builtin_ctzll(mask))
#define FIELD_PREP(mask, val)	(((u64)(val) << __builtin_ctzll(mask)) & (mask))
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define ALIGN(x, a)		(((x) + (a) - 1) & ~((typeof(x))(a) - 1))
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define div64_u64(a, b)		((a) / (b))
#define upper_32_bits(x)	((u32)((u64)(x) >> 32))
#define lower_32_bits(x)	((u32)(x))
#define hweight32(x)		((unsigned int)__builtin_popcount(x))
#define hweight64(x)		((unsigned int)__builtin_popcountll(x))
#define __ffs(x)		((unsigned long)__builtin_ctzl(x))
#define __ffs64(x)		((unsigned long)__builtin_ctzll(x))

#define vscnprintf		vsnprintf

#define min(a, b) ({ __auto_type __a = (a); __auto_type __b = (b); __a < __b ? __a : __b; })
#define max(a, b) ({ __auto_type __a = (a); __auto_type __b = (b); __a > __b ? __a : __b; })
#define swap(a, b)	do { __typeof__(a) swapped = (a); (a) = (b); (b) = swapped; } while (0)
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define max_t(type, a, b)	max((type)(a), (type)(b))
#define clamp_t(type, value, low, high) min_t(type, max_t(type, value, low), high)

#define container_of(pointer, type, member) \
	((type *)((char *)(pointer) - offsetof(type, member)))
#define struct_size(pointer, member, num) \
	(sizeof(*(pointer)) + sizeof((pointer)->member[0]) * (num))

#define LONGS(bits)			(((bits) + 63) / 64)
#define DECLARE_BITMAP(name, bits)	unsigned long name[LONGS(bits)]
#define bitmap_zero(map, bits)		memset(map, 0, LONGS(bits) * sizeof(long))
#define bitmap_copy(to, from, bits)	memcpy(to, from, LONGS(bits) * sizeof(long))

static inline void __set_bit(unsigned int bit, unsigned long *map)
{
	map[bit / 64] |= 1UL << bit % 64;
}

static inline bool test_bit(unsigned int bit, const unsigned long *map)
{
	return map[bit / 64] >> bit % 64 & 1;
}

static inline void set_bit(unsigned int bit, unsigned long *map)
{
	__set_bit(bit, map);
}

static inline bool test_and_clear_bit(unsigned int bit, unsigned long *map)
{
	bool was = test_bit(bit, map);

	map[bit / 64] &= ~(1UL << bit % 64);
	return was;
}

static inline bool bitmap_empty(const unsigned long *map, unsigned int bits)
{
	unsigned int i;

	for (i = 0; i < LONGS(bits); i++)
		if (map[i])
			return false;
	return true;
}

#define for_each_set_bit(bit, map, bits)		\
	for ((bit) = 0; (bit) < (bits); (bit)++)	\
		if (test_bit(bit, map))

/* Only as something that no register holds by chance. */
#define get_random_u64()		0x5ac3a53c965a3cc5ULL

/* --- lists ------------------------------------------------------------------------------- */

struct list_head {
	struct list_head *next, *prev;
};

struct hlist_node {
	struct hlist_node *next, **pprev;
};

struct hlist_head {
	struct hlist_node *first;
};

#define LIST_HEAD(name)	struct list_head name = { &name, &name }

static inline void INIT_LIST_HEAD(struct list_head *list)
{
	list->next = list;
	list->prev = list;
}

static inline bool list_empty(const struct list_head *list)
{
	return list->next == list;
}

static inline void list_add(struct list_head *entry, struct list_head *after)
{
	entry->next = after->next;
	entry->prev = after;
	after->next->prev = entry;
	after->next = entry;
}

static inline void list_add_tail(struct list_head *entry, struct list_head *list)
{
	list_add(entry, list->prev);
}

static inline void list_del_init(struct list_head *entry)
{
	entry->next->prev = entry->prev;
	entry->prev->next = entry->next;
	INIT_LIST_HEAD(entry);
}

static inline void list_move_tail(struct list_head *entry, struct list_head *list)
{
	list_del_init(entry);
	list_add_tail(entry, list);
}

#define list_entry(pointer, type, member) container_of(pointer, type, member)
#define list_first_entry(list, type, member) list_entry((list)->next, type, member)
#define list_first_entry_or_null(list, type, member) \
	(list_empty(list) ? NULL : list_first_entry(list, type, member))
#define list_for_each_entry(pos, list, member)				\
	for ((pos) = list_entry((list)->next, typeof(*(pos)), member);	\
	     &(pos)->member != (list);					\
	     (pos) = list_entry((pos)->member.next, typeof(*(pos)), member))
#define list_for_each_entry_safe(pos, following, list, member)		\
	for ((pos) = list_entry((list)->next, typeof(*(pos)), member),	\
	     (following) = list_entry((pos)->member.next, typeof(*(pos)), member); \
	     &(pos)->member != (list);					\
	     (pos) = (following),					\
	     (following) = list_entry((following)->member.next, typeof(*(pos)), member))

struct rcu_head {
	struct rcu_head *next;
};

/*
 * Read side sections. What is given to kfree_rcu() within one is freed at its end.
 *
 * @meanwhile, if set, is what another CPU does once where this one lets others in: behind a
 * critical section, and behind the end of a read side section.
 */
extern unsigned int rcu_readers;
extern void (*meanwhile)(void);

void let_others_in(void);
void rcu_read_lock(void);
void rcu_read_unlock(void);
void free_later(void *pointer);

#define rcu_read_lock_held()		(rcu_readers)
#define RCU_LOCKDEP_WARN(condition, text) assert(!(condition))

#define list_add_tail_rcu		list_add_tail
#define list_del_rcu			list_del_init
#define list_for_each_entry_rcu(pos, list, member, condition) \
	list_for_each_entry(pos, list, member)

static inline void hlist_add_head(struct hlist_node *node, struct hlist_head *list)
{
	node->next = list->first;
	node->pprev = &list->first;
	if (node->next)
		node->next->pprev = &node->next;
	list->first = node;
}

static inline void hlist_del_init(struct hlist_node *node)
{
	if (!node->pprev)
		return;
	*node->pprev = node->next;
	if (node->next)
		node->next->pprev = node->pprev;
	node->next = NULL;
	node->pprev = NULL;
}

#define DECLARE_HASHTABLE(name, bits)	struct hlist_head name[1 << (bits)]
#define hash_init(table)		memset(table, 0, sizeof(table))
#define hash_bucket(table, key)		(&(table)[(key) % ARRAY_SIZE(table)])
#define hash_add_rcu(table, node, key)	hlist_add_head(node, hash_bucket(table, key))
#define hash_del_rcu			hlist_del_init
#define hash_for_each_possible_rcu(table, pos, member, key)			\
	for (struct hlist_node *__n = hash_bucket(table, key)->first;		\
	     __n && ((pos) = container_of(__n, typeof(*(pos)), member), true);	\
	     __n = __n->next)

/* --- CPUs and locks ---------------------------------------------------------------------- */

extern int this_cpu;
extern unsigned int irqs_off;	/* how many times over */
extern unsigned long unlocks;	/* how many critical sections have ended */
extern unsigned long irqs_on;	/* how often IRQs were on again */
extern unsigned long cross_calls;

#define smp_processor_id()		this_cpu
#define cpu_possible_mask		NULL

static inline unsigned int cpumask_any_but(const void *mask, unsigned int cpu)
{
	(void)mask;
	return !cpu;
}

#define cpu_online(cpu)			((cpu) >= 0 && (cpu) < CPUS)
#define topology_logical_die_id(cpu)	((int)(cpu) / CPUS_OF_DIE)
#define topology_max_die_per_package()	1
#define for_each_possible_cpu(cpu)	for ((cpu) = 0; (cpu) < CPUS; (cpu)++)
#define in_nmi()			false
#define preempt_disable_notrace()	((void)0)
#define preempt_enable_notrace()	let_others_in()
#define cpu_relax()			abort()	/* for whom? */

/* No CPU is interrupted by another, so what each has for itself need not be there twice. */
#define DEFINE_PER_CPU(type, name)	type name
#define DECLARE_PER_CPU(type, name)	extern type name
#define this_cpu_inc(variable)		((variable)++)
#define this_cpu_dec(variable)		((variable)--)
#define this_cpu_ptr(pointer)		(pointer)
#define this_cpu_read(variable)		(variable)
#define this_cpu_write(variable, value)	((variable) = (value))
#define per_cpu_ptr(pointer, cpu)	(&(pointer)[cpu])
#define alloc_percpu(type)		calloc(CPUS, sizeof(type))
#define free_percpu(pointer)		free(pointer)

#define current				NULL
#define cpumask_of(cpu)			(cpu)
#define set_cpus_allowed_ptr(task, cpu)	(this_cpu = (cpu))

int smp_call_function_single(int cpu, void (*function)(void *data), void *data, int wait);

typedef struct {
	bool locked;
} raw_spinlock_t;

typedef raw_spinlock_t spinlock_t;

struct mutex {
	bool locked;
};

static inline void lock(bool *locked)
{
	assert(!*locked);
	*locked = true;
}

static inline void unlock(bool *locked)
{
	assert(*locked);
	*locked = false;
	unlocks++;
}

#define local_irq_save(flags)		((flags) = irqs_off++)
#define local_irq_restore(flags)	((irqs_off = (flags)) ? irqs_on : ++irqs_on)
#define lockdep_assert_irqs_disabled()	assert(irqs_off)
#define lockdep_assert_held(l)		assert((l)->locked)
#define lockdep_is_held(l)		((l)->locked)
#define raw_spin_lock_init(l)		((l)->locked = false)
#define raw_spin_lock(l)		lock(&(l)->locked)
#define raw_spin_trylock(l)		(!(l)->locked && (lock(&(l)->locked), true))
#define raw_spin_is_locked(l)		((l)->locked)
#define raw_spin_unlock(l)		unlock(&(l)->locked)
#define raw_spin_lock_irqsave(l, flags)	(local_irq_save(flags), raw_spin_lock(l))
#define raw_spin_unlock_irqrestore(l, flags) \
	(raw_spin_unlock(l), local_irq_restore(flags))
#define spin_lock_init(l)		((l)->locked = false)
#define spin_lock(l)			lock(&(l)->locked)
#define spin_unlock(l)			unlock(&(l)->locked)
#define mutex_init(l)			((l)->locked = false)
#define mutex_lock(l)			lock(&(l)->locked)
#define mutex_unlock(l)			unlock(&(l)->locked)

static inline int cmpxchg(int *to, int from, int value)
{
	int before = *to;

	if (before == from)
		*to = value;
	return before;
}

typedef struct {
	s64 value;
} local64_t;

#define local64_read(l)			((l)->value)
#define local64_set(l, to)		((l)->value = (to))
#define local64_add(by, l)		((l)->value += (by))
#define local64_sub(by, l)		((l)->value -= (by))

/* --- memory and devices ------------------------------------------------------------------ */

#define GFP_KERNEL			0
#define kzalloc(size, flags)		calloc(1, size)
#define kcalloc(num, size, flags)	calloc(num, size)
#define kfree(pointer)			free((void *)(pointer))
#define kfree_rcu(pointer, member)	free_later(pointer)

#define IS_ERR(pointer)			((unsigned long)(pointer) >= (unsigned long)-4095)
#define IS_ERR_OR_NULL(pointer)		(!(pointer) || IS_ERR(pointer))
#define ERR_PTR(error)			((void *)(long)(error))
#define PTR_ERR(pointer)		((long)(pointer))

struct attribute_group;
struct device;
struct module;
struct pci_dev;

struct device *root_device_register(const char *name);
void root_device_unregister(struct device *device);
void *devm_kcalloc(struct device *device, size_t num, size_t size, int flags);
#define devm_kzalloc(device, size, flags) devm_kcalloc(device, 1, size, flags)

/* What is said of a unit that is gone, or of somebody else's freeze, is of no interest. */
#define dev_err(device, ...)		((void)(device))
#define dev_notice(device, ...)		((void)(device))
#define dev_warn_ratelimited(device, ...) ((void)(device), printf(__VA_ARGS__), abort())
#define dev_warn dev_warn_ratelimited

#define THIS_MODULE			NULL
#define module_param(name, type, mode)	BUILD_BUG_ON(false)
#define MODULE_PARM_DESC(name, text)	BUILD_BUG_ON(false)

#define rdmsrl_safe(msr, value)		(*(value) = (msr), -EIO)
#define wrmsrl_safe(msr, value)		((void)(msr), (void)(value), -EIO)

/* Work for later is done by the model. */
struct irq_work {
	int nothing;
};

struct work_struct {
	void (*func)(struct work_struct *work);
};

typedef void (*work_func_t)(struct work_struct *work);

bool irq_work_queue(struct irq_work *work);
#define IRQ_WORK_INIT_HARD(function)	((void)(function), (struct irq_work){})
#define irq_work_sync(work)		((void)(work))
#define INIT_WORK(work, function)	((work)->func = (function))
#define schedule_work(work)		((void)(work))
#define cancel_work_sync(work)		((void)(work))
#define cpus_read_lock()		((void)0)
#define cpus_read_unlock()		((void)0)

/* --- time -------------------------------------------------------------------------------- */

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
#define hrtimer_active(timer)		((timer)->queued)
#define hrtimer_is_queued(timer)	((timer)->queued)
#define hrtimer_set_expires(timer, at)	((timer)->expires = (at))
#define hrtimer_forward_now(timer, by)	((timer)->expires = (by))
#define hrtimer_expires_remaining(timer) ((timer)->expires)

#define ktime_get()			0
#define ns_to_ktime(ns)			((ktime_t)(ns))
#define ms_to_ktime(ms)			((ktime_t)(ms) * (ktime_t)NSEC_PER_MSEC)
#define ktime_to_ns(time)		(time)

/* --- tracepoints ------------------------------------------------------------------------- */

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

/* --- perf -------------------------------------------------------------------------------- */

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
#define PERF_EV_CAP_READ_ACTIVE_PKG	2
#define PERF_EV_CAP_SIBLING		4
#define PERF_SAMPLE_READ		0x10
#define PERF_SAMPLE_PERIOD		0x100
#define PERF_SAMPLE_BRANCH_STACK	0x800
#define PERF_FORMAT_GROUP		8
#define perf_invalid_context		(-1)

#define is_sampling_event(event)	((event)->attr.sample_period != 0)
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
