// SPDX-License-Identifier: GPL-2.0-only
/*
 * Uses the counters of uncore_pmon as tests ask for it: a command is written to the debugfs file
 * uncore_consumer/command, and what came of it is read from uncore_consumer/result.
 *
 *	open SLOT PMU EVENT DIE PERIOD		error
 *	close SLOT				0
 *	read SLOT CPU CONTEXT			error, count
 *	units SLOT CPU CONTEXT			error, number, unit:count ...
 *	times SLOT				error, "always", "partly" or "never" with a counter
 *	reader SLOT CPU				0; a thread there calls uncore_counter_read_any() from now on
 *	halt SLOT				ends it: number of reads, the last error, how often the count was less
 *						than before
 *	probe SLOT TRACEPOINT			error; from now on the counter is read whenever that fires
 *	unprobe SLOT				ends it: reads that were fresh, -EBUSY, -EXDEV, anything else
 *	churn SLOT ROUNDS			a thread on each CPU opens and closes counters like that of the slot:
 *						number of threads, first error
 *	windows SLOT				for each window its count, unit, missed, and what the others
 *						read in it, as SLOT:error:count
 *	available PMU DIE			error, or the number of free counters
 *	fit DIE PMU EVENT [PMU EVENT...]	error
 *
 * CONTEXT is process, any (uncore_counter_read_any()), softirq, hardirq or nmi.
 */
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>
#include <linux/uncore_pmon.h>
#include <linux/workqueue.h>
#include <asm/apic.h>
#include <asm/nmi.h>

#define SLOTS		8
#define WINDOWS		16
#define UNITS		64
#define RESULT_SIZE	4096

struct other {
	bool open;
	int error;
	u64 count;
};

struct seen {
	struct uncore_window window;
	struct other others[SLOTS];
};

struct reader {
	struct task_struct *task;
	unsigned long reads;
	unsigned long backwards;
	int error;
};

struct probe {
	struct tracepoint *point;
	atomic_t fresh;
	atomic_t busy;
	atomic_t elsewhere;
	atomic_t other;
};

struct slot {
	struct uncore_counter *counter;
	char pmu[64];
	char event[128];
	int die;
	struct reader reader;
	struct probe probe;
	unsigned int num_windows;
	struct seen windows[WINDOWS];
};

static struct slot slots[SLOTS];
static char result[RESULT_SIZE];
static size_t used;
static DEFINE_MUTEX(lock);
static struct dentry *directory;

static __printf(1, 2) void say(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	used += vscnprintf(result + used, sizeof(result) - used, format, arguments);
	va_end(arguments);
}

/* --- reads in all kinds of contexts --------------------------------------------------- */

static struct {
	struct uncore_counter *counter;
	bool any;
	bool units;
	int error;
	struct uncore_count count;
	struct uncore_unit_count unit_counts[UNITS];
	unsigned int num;
} job;

static void do_job(void)
{
	if (job.units)
		job.error = uncore_counter_read_units(job.counter, job.unit_counts,
						      &job.num);
	else if (job.any)
		job.error = uncore_counter_read_any(job.counter, &job.count);
	else
		job.error = uncore_counter_read(job.counter, &job.count);
}

static void in_tasklet(struct tasklet_struct *tasklet)
{
	WARN_ON_ONCE(!in_serving_softirq());
	do_job();
}
static DECLARE_TASKLET(tasklet, in_tasklet);

static void in_irq_work(struct irq_work *work)
{
	WARN_ON_ONCE(!in_hardirq());
	do_job();
}
/* Others run in a thread with PREEMPT_RT. */
static struct irq_work irq_work = IRQ_WORK_INIT_HARD(in_irq_work);

static atomic_t armed = ATOMIC_INIT(-1);

static int in_nmi_handler(unsigned int type, struct pt_regs *regs)
{
	if (atomic_cmpxchg(&armed, raw_smp_processor_id(), -1) != raw_smp_processor_id())
		return NMI_DONE;
	WARN_ON_ONCE(!in_nmi());
	do_job();
	return NMI_HANDLED;
}

static long run_here(void *data)
{
	const char *context = data;
	int cpu = smp_processor_id();

	if (!strcmp(context, "softirq")) {
		tasklet_schedule(&tasklet);
		tasklet_unlock_wait(&tasklet);
		while (test_bit(TASKLET_STATE_SCHED, &tasklet.state))
			cond_resched();
		tasklet_unlock_wait(&tasklet);
	} else if (!strcmp(context, "hardirq")) {
		irq_work_queue(&irq_work);
		irq_work_sync(&irq_work);
	} else if (!strcmp(context, "nmi")) {
		atomic_set(&armed, cpu);
		apic->send_IPI(cpu, NMI_VECTOR);
		while (atomic_read(&armed) >= 0)
			cpu_relax();
	} else {
		job.any = !strcmp(context, "any");
		do_job();
	}
	return 0;
}

static int read_slot(struct slot *slot, unsigned int cpu, char *context, bool units)
{
	unsigned int i;

	memset(&job, 0, sizeof(job));
	job.counter = slot->counter;
	job.units = units;
	job.num = UNITS;
	if (!cpu_online(cpu) || work_on_cpu(cpu, run_here, context))
		return -EINVAL;
	if (!units) {
		say("%d %llu\n", job.error, job.count.count);
		return 0;
	}
	say("%d %u", job.error, job.num);
	for (i = 0; i < job.num && i < UNITS; i++)
		say(" %u:%llu%s", job.unit_counts[i].unit, job.unit_counts[i].count,
		    job.unit_counts[i].gone ? ":gone" : "");
	say("\n");
	return 0;
}

/* --- reads at tracepoints --------------------------------------------------------------- */

/* Whatever a tracepoint has to tell comes behind the first argument, and is left alone. */
static void at_tracepoint(void *data)
{
	struct slot *slot = data;
	struct uncore_count count;

	switch (uncore_counter_read(slot->counter, &count)) {
	case 0:
		atomic_inc(&slot->probe.fresh);
		break;
	case -EBUSY:
		atomic_inc(&slot->probe.busy);
		break;
	case -EXDEV:
		atomic_inc(&slot->probe.elsewhere);
		break;
	default:
		atomic_inc(&slot->probe.other);
	}
}

struct search {
	struct notifier_block notifier;
	const char *name;
	struct tracepoint *found;
};

static void look_at_point(struct tracepoint *point, void *data)
{
	struct search *search = data;

	if (!strcmp(point->name, search->name))
		search->found = point;
}

/* Called for each module that is there. */
static int look_at_module(struct notifier_block *notifier, unsigned long state, void *data)
{
	struct module *module = ((struct tp_module *)data)->mod;
	unsigned int i;

	for (i = 0; state == MODULE_STATE_COMING && i < module->num_tracepoints; i++)
		look_at_point(tracepoint_ptr_deref(&module->tracepoints_ptrs[i]),
			      container_of(notifier, struct search, notifier));
	return NOTIFY_OK;
}

static struct tracepoint *find_point(const char *name)
{
	struct search search = {
		.notifier.notifier_call = look_at_module,
		.name = name,
	};

	for_each_kernel_tracepoint(look_at_point, &search);
	if (!search.found && !register_tracepoint_module_notifier(&search.notifier))
		unregister_tracepoint_module_notifier(&search.notifier);
	return search.found;
}

static void start_probe(struct slot *slot, const char *name)
{
	struct tracepoint *point = find_point(name);
	int error = -ENOENT;

	slot->probe = (struct probe){};
	if (point)
		error = tracepoint_probe_register(point, at_tracepoint, slot);
	if (!error)
		slot->probe.point = point;
	say("%d\n", error);
}

static void stop_probe(struct slot *slot)
{
	struct probe *probe = &slot->probe;

	if (!probe->point)
		return;
	tracepoint_probe_unregister(probe->point, at_tracepoint, slot);
	tracepoint_synchronize_unregister();
	probe->point = NULL;
	say("%d %d %d %d\n", atomic_read(&probe->fresh), atomic_read(&probe->busy),
	    atomic_read(&probe->elsewhere), atomic_read(&probe->other));
}

/* --- windows -------------------------------------------------------------------------- */

static void take_window(struct uncore_counter *counter,
			const struct uncore_window *window, void *context)
{
	struct slot *slot = context;
	struct seen *seen = &slot->windows[slot->num_windows % WINDOWS];
	unsigned int i;

	WARN_ON_ONCE(!irqs_disabled());
	seen->window = *window;
	for (i = 0; i < SLOTS; i++) {
		struct other *other = &seen->others[i];
		struct uncore_count count = {};

		other->open = slots[i].counter && &slots[i] != slot;
		if (other->open)
			other->error = uncore_counter_read(slots[i].counter, &count);
		other->count = count.count;
	}
	slot->num_windows++;
}

static void show_windows(const struct slot *slot)
{
	unsigned int i, j;

	for (i = 0; i < slot->num_windows && i < WINDOWS; i++) {
		const struct seen *seen = &slot->windows[i];

		say("%llu %u %llu", seen->window.count, seen->window.unit,
		    seen->window.missed);
		for (j = 0; j < SLOTS; j++) {
			if (seen->others[j].open)
				say(" %u:%d:%llu", j, seen->others[j].error,
				    seen->others[j].count);
		}
		say("\n");
	}
	if (slot->num_windows > WINDOWS)
		say("%u more\n", slot->num_windows - WINDOWS);
}

/* --- threads -------------------------------------------------------------------------- */

static int read_on_and_on(void *data)
{
	struct slot *slot = data;
	struct reader *reader = &slot->reader;
	struct uncore_count count, last = {};
	int error;

	while (!kthread_should_stop()) {
		error = uncore_counter_read_any(slot->counter, &count);
		if (error)
			reader->error = error;
		reader->backwards += count.count < last.count;
		reader->reads++;
		last = count;
		cond_resched();
	}
	return 0;
}

static int start_reader(struct slot *slot, unsigned int cpu)
{
	struct task_struct *task;

	if (slot->reader.task || !cpu_online(cpu))
		return -EINVAL;
	slot->reader = (struct reader){};
	task = kthread_create(read_on_and_on, slot, "consumer_reader");
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, cpu);
	slot->reader.task = task;
	wake_up_process(task);
	say("0\n");
	return 0;
}

static void stop_reader(struct slot *slot)
{
	struct reader *reader = &slot->reader;

	if (!reader->task)
		return;
	kthread_stop(reader->task);
	reader->task = NULL;
	say("%lu %d %lu\n", reader->reads, reader->error, reader->backwards);
}

struct churner {
	struct task_struct *task;
	const struct slot *slot;
	unsigned int rounds;
	int error;
	struct completion done;
};

/* Two at a time, so that the one that is closed is not always the last. */
static int churn_here(void *data)
{
	struct churner *churner = data;
	const struct slot *slot = churner->slot;
	struct uncore_counter *counters[2] = {};
	struct uncore_count count;
	unsigned int i;
	int error = 0;

	for (i = 0; i < churner->rounds && !error; i++) {
		uncore_counter_close(counters[i % 2]);
		counters[i % 2] = uncore_counter_open(slot->pmu, slot->event, slot->die, 0,
						      NULL, NULL);
		if (IS_ERR(counters[i % 2]))
			error = PTR_ERR(counters[i % 2]);
		else
			error = uncore_counter_read_any(counters[i % 2], &count);
		/* Without a hardware counter: too many are open. */
		if (error == -EAGAIN)
			error = 0;
		cond_resched();
	}
	uncore_counter_close(counters[0]);
	uncore_counter_close(counters[1]);
	churner->error = error;
	complete(&churner->done);
	return 0;
}

static void churn(const struct slot *slot, unsigned int rounds)
{
	struct churner *churners;
	unsigned int cpu, num = 0;
	int error = 0;

	churners = kcalloc(nr_cpu_ids, sizeof(*churners), GFP_KERNEL);
	if (!churners)
		return;
	for_each_online_cpu(cpu) {
		struct churner *churner = &churners[num];

		churner->slot = slot;
		churner->rounds = rounds;
		init_completion(&churner->done);
		churner->task = kthread_create(churn_here, churner, "consumer_churn");
		if (IS_ERR(churner->task))
			break;
		get_task_struct(churner->task);
		kthread_bind(churner->task, cpu);
		num++;
	}
	for (cpu = 0; cpu < num; cpu++)
		wake_up_process(churners[cpu].task);
	for (cpu = 0; cpu < num; cpu++) {
		/* One that is stopped before it runs would not run at all. */
		wait_for_completion(&churners[cpu].done);
		kthread_stop(churners[cpu].task);
		put_task_struct(churners[cpu].task);
		error = error ?: churners[cpu].error;
	}
	kfree(churners);
	say("%u %d\n", num, error);
}

/* --- commands ------------------------------------------------------------------------- */

static void open_slot(struct slot *slot, const char *pmu, const char *event, int die,
		      u64 period)
{
	struct uncore_counter *counter;

	slot->num_windows = 0;
	strscpy(slot->pmu, pmu, sizeof(slot->pmu));
	strscpy(slot->event, event, sizeof(slot->event));
	slot->die = die;
	counter = uncore_counter_open(pmu, event, die, period,
				      period ? take_window : NULL, slot);
	if (!IS_ERR(counter))
		slot->counter = counter;
	say("%ld\n", IS_ERR(counter) ? PTR_ERR(counter) : 0);
}

static void close_slot(struct slot *slot)
{
	struct uncore_counter *counter = slot->counter;

	stop_reader(slot);
	stop_probe(slot);
	/* Windows of the others read it. */
	slot->counter = NULL;
	synchronize_rcu();
	uncore_counter_close(counter);
}

static void show_times(const struct slot *slot)
{
	struct uncore_count count;
	int error = uncore_counter_read_any(slot->counter, &count);

	say("%d %s\n", error, !count.running ? "never" :
	    count.running == count.enabled ? "always" : "partly");
}

/* Events as words: PMU EVENT PMU EVENT ... */
static int fit(char *words, int die)
{
	struct uncore_event events[SLOTS] = {};
	unsigned int num = 0;
	char *word;

	while ((word = strsep(&words, " \n"))) {
		if (!*word)
			continue;
		if (num == SLOTS)
			return -EINVAL;
		if (!events[num].pmu)
			events[num].pmu = word;
		else
			events[num++].event = word;
	}
	say("%d\n", uncore_counters_fit(events, num, die));
	return 0;
}

static int obey(char *text)
{
	char command[16], pmu[64], event[128], context[16];
	unsigned int number, cpu, rounds;
	struct slot *slot;
	u64 period;
	int die, parsed;

	if (sscanf(text, "available %63s %d", pmu, &die) == 2) {
		say("%d\n", uncore_counters_available(pmu, die));
		return 0;
	}
	if (sscanf(text, "fit %d %n", &die, &parsed) == 1)
		return fit(text + parsed, die);
	if (sscanf(text, "%15s %u", command, &number) != 2 || number >= SLOTS)
		return -EINVAL;
	slot = &slots[number];
	if (sscanf(text, "open %u %63s %127s %d %llu", &number, pmu, event, &die,
		   &period) == 5) {
		if (slot->counter)
			return -EBUSY;
		open_slot(slot, pmu, event, die, period);
		return 0;
	}
	/* Also when it is closed. */
	if (!strcmp(command, "windows")) {
		show_windows(slot);
		return 0;
	}
	if (!slot->counter)
		return -ENOENT;
	if (sscanf(text, "probe %u %127s", &number, event) == 2 && !slot->probe.point) {
		start_probe(slot, event);
		return 0;
	}
	if (sscanf(text, "reader %u %u", &number, &cpu) == 2)
		return start_reader(slot, cpu);
	if (sscanf(text, "churn %u %u", &number, &rounds) == 2) {
		churn(slot, rounds);
		return 0;
	}
	if (sscanf(text, "read %u %u %15s", &number, &cpu, context) == 3)
		return read_slot(slot, cpu, context, false);
	if (sscanf(text, "units %u %u %15s", &number, &cpu, context) == 3)
		return read_slot(slot, cpu, context, true);
	if (!strcmp(command, "close"))
		close_slot(slot);
	else if (!strcmp(command, "times"))
		show_times(slot);
	else if (!strcmp(command, "halt"))
		stop_reader(slot);
	else if (!strcmp(command, "unprobe"))
		stop_probe(slot);
	else
		return -EINVAL;
	return 0;
}

static ssize_t command_write(struct file *file, const char __user *from, size_t size,
			     loff_t *position)
{
	char text[512];
	int error;

	if (size >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, from, size))
		return -EFAULT;
	text[size] = 0;
	mutex_lock(&lock);
	used = 0;
	result[0] = 0;
	error = obey(text);
	mutex_unlock(&lock);
	return error ?: size;
}

static ssize_t result_read(struct file *file, char __user *to, size_t size,
			   loff_t *position)
{
	ssize_t length;

	mutex_lock(&lock);
	length = simple_read_from_buffer(to, size, position, result, used);
	mutex_unlock(&lock);
	return length;
}

static const struct file_operations command_fops = {
	.owner = THIS_MODULE,
	.write = command_write,
};

static const struct file_operations result_fops = {
	.owner = THIS_MODULE,
	.read = result_read,
};

static int __init consumer_init(void)
{
	int error;

	error = register_nmi_handler(NMI_LOCAL, in_nmi_handler, 0, "uncore_consumer");
	if (error)
		return error;
	directory = debugfs_create_dir("uncore_consumer", NULL);
	debugfs_create_file("command", 0200, directory, NULL, &command_fops);
	debugfs_create_file("result", 0400, directory, NULL, &result_fops);
	return 0;
}
module_init(consumer_init);

static void __exit consumer_exit(void)
{
	unsigned int i;

	debugfs_remove_recursive(directory);
	for (i = 0; i < SLOTS; i++) {
		if (slots[i].counter)
			close_slot(&slots[i]);
	}
	tasklet_kill(&tasklet);
	irq_work_sync(&irq_work);
	unregister_nmi_handler(NMI_LOCAL, "uncore_consumer");
}
module_exit(consumer_exit);

MODULE_DESCRIPTION("Counters of uncore_pmon, as tests ask for them");
MODULE_LICENSE("GPL");
