/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * CPUs, locks, RCU.
 */
#ifndef KERNEL_CPU_H
#define KERNEL_CPU_H

#define KERNEL_CPUS			32
#define CPUS_OF_DIE			2	/* after kernel_switch_on() */

/* @present: it may come online. If it never was, it has no die yet, but a node. */
struct kernel_cpu {
	bool online;
	int die, package, node;
	bool present;
};

extern struct kernel_cpu kernel_cpus[KERNEL_CPUS];
extern unsigned int nr_node_ids;

/* So many dies, each of them a package and a node, with two CPUs that are online. */
void kernel_switch_on(unsigned int dies);

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

#define nr_cpu_ids			KERNEL_CPUS
#define cpu_online(cpu)			((cpu) >= 0 && (cpu) < KERNEL_CPUS && kernel_cpus[cpu].online)
#define for_each_possible_cpu(cpu)	for ((cpu) = 0; (cpu) < KERNEL_CPUS; (cpu)++)
#define for_each_online_cpu(cpu) \
	for_each_possible_cpu(cpu) \
		if (kernel_cpus[cpu].online)
#define for_each_present_cpu(cpu) \
	for_each_possible_cpu(cpu) \
		if (kernel_cpus[cpu].online || kernel_cpus[cpu].present)
#define topology_logical_die_id(cpu)	(kernel_cpus[cpu].die)
#define topology_physical_package_id(cpu) (kernel_cpus[cpu].package)
#define topology_max_die_per_package()	1
#define cpu_to_node(cpu)		(kernel_cpus[cpu].node)
/* The mask of CPUs of a package is as good as its number. */
#define topology_core_cpumask(cpu)	(kernel_cpus[cpu].package)
unsigned int cpumask_first(int package);
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
#define alloc_percpu(type)		calloc(KERNEL_CPUS, sizeof(type))
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

/* --- RCU -------------------------------------------------------------------------------- */

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

#endif
