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
 *	windows SLOT				for each window its count, unit, missed, and what the others
 *						read in it, as SLOT:error:count
 *
 * CONTEXT is process, any (uncore_counter_read_any()), softirq, hardirq or nmi.
 */
#include <linux/debugfs.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/module.h>
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

struct slot {
	struct uncore_counter *counter;
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
static DEFINE_IRQ_WORK(irq_work, in_irq_work);

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
		say(" %u:%llu", job.unit_counts[i].unit, job.unit_counts[i].count);
	say("\n");
	return 0;
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

/* --- commands ------------------------------------------------------------------------- */

static void open_slot(struct slot *slot, const char *pmu, const char *event, int die,
		      u64 period)
{
	struct uncore_counter *counter;

	slot->num_windows = 0;
	counter = uncore_counter_open(pmu, event, die, period,
				      period ? take_window : NULL, slot);
	if (!IS_ERR(counter))
		slot->counter = counter;
	say("%ld\n", IS_ERR(counter) ? PTR_ERR(counter) : 0);
}

static void close_slot(struct slot *slot)
{
	struct uncore_counter *counter = slot->counter;

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

static int obey(const char *text)
{
	char command[16], pmu[64], event[128], context[16];
	unsigned int number, cpu;
	struct slot *slot;
	u64 period;
	int die;

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
	if (!slot->counter)
		return -ENOENT;
	if (sscanf(text, "read %u %u %15s", &number, &cpu, context) == 3)
		return read_slot(slot, cpu, context, false);
	if (sscanf(text, "units %u %u %15s", &number, &cpu, context) == 3)
		return read_slot(slot, cpu, context, true);
	if (!strcmp(command, "close"))
		close_slot(slot);
	else if (!strcmp(command, "times"))
		show_times(slot);
	else if (!strcmp(command, "windows"))
		show_windows(slot);
	else
		return -EINVAL;
	return 0;
}

static ssize_t command_write(struct file *file, const char __user *from, size_t size,
			     loff_t *position)
{
	char text[256];
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
