// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads and writes of each socket's memory, one line for each window.
 *
 * A window ends each time that one memory channel has read a number of cache lines, the parameter
 * "period". /sys/kernel/debug/uncore_windows/die<N> shows the last windows of a die, the oldest
 * first: the channel, and how many lines all channels of the die have read and written since the
 * window before. So it shows bursts that an average over a second hides.
 *
 * A sample for windows of uncore_pmon in another module (Documentation/kernel-api.rst).
 *
 * - end_window() runs with IRQs off while all counters of the package are frozen. It reads one
 *   counter and writes one record. Nothing is printed or allocated there.
 * - Its lock is a raw spinlock: a spinlock_t sleeps on PREEMPT_RT. Readers hold it to copy one
 *   record.
 * - The counter with the period is opened last and closed first, because end_window() uses the
 *   other one.
 */
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/topology.h>
#include <linux/uncore_pmon.h>
#include <linux/workqueue.h>

/* Of Emerald Rapids. */
#define PMU		"uncoreall_imc"
#define READS		"cas_count.rd"
#define WRITES		"cas_count.wr"

/* Windows of a die that are kept. */
#define RECORDS		64
/* How often a die is checked for counters that have ended. */
#define INTERVAL	HZ

static unsigned int period = 1000000;
module_param(period, uint, 0444);
MODULE_PARM_DESC(period, "cache lines that one channel reads in a window (default 1000000)");

/**
 * struct record - a window
 * @unit: number of the channel that has read the lines
 * @missed: windows since the one before that were not recorded
 * @reads: lines that all channels have read since the window before
 * @writes: lines that they have written
 * @known: @writes is valid; otherwise other events had the counters
 */
struct record {
	unsigned int unit;
	u64 missed;
	u64 reads;
	u64 writes;
	bool known;
};

/**
 * struct die - a die and its windows
 * @list: entry in @dies
 * @number: logical die
 * @reads: counter with the period
 * @writes: counter that end_window() reads
 * @last_reads: count at the end of the last window
 * @last_writes: the same
 * @lock: protects @num and @records
 * @num: number of windows
 * @records: the last of them
 */
struct die {
	struct list_head list;
	int number;
	struct uncore_counter *reads;
	struct uncore_counter *writes;
	u64 last_reads;
	u64 last_writes;
	raw_spinlock_t lock;
	u64 num;
	struct record records[RECORDS];
};

static LIST_HEAD(dies);
static struct dentry *directory;

/* Runs on the die's owner CPU only, so a die has one call at a time. */
static void end_window(struct uncore_counter *counter, const struct uncore_window *window,
		       void *context)
{
	struct die *die = context;
	struct uncore_count writes;
	bool known = !uncore_counter_read(die->writes, &writes);
	unsigned long flags;

	raw_spin_lock_irqsave(&die->lock, flags);
	die->records[die->num++ % RECORDS] = (struct record){
		.unit = window->unit,
		.missed = window->missed,
		.reads = window->count - die->last_reads,
		.writes = writes.count - die->last_writes,
		.known = known,
	};
	raw_spin_unlock_irqrestore(&die->lock, flags);
	die->last_reads = window->count;
	die->last_writes = writes.count;
}

static void close_die(struct die *die)
{
	uncore_counter_close(die->reads);
	uncore_counter_close(die->writes);
	die->reads = NULL;
	die->writes = NULL;
}

static int open_die(struct die *die)
{
	struct uncore_counter *counter;

	die->last_reads = 0;
	die->last_writes = 0;
	counter = uncore_counter_open(PMU, WRITES, die->number, 0, NULL, NULL);
	if (IS_ERR(counter))
		return PTR_ERR(counter);
	die->writes = counter;
	counter = uncore_counter_open(PMU, READS, die->number, period, end_window, die);
	if (IS_ERR(counter)) {
		close_die(die);
		return PTR_ERR(counter);
	}
	die->reads = counter;
	return 0;
}

/* Counters end when all CPUs of the die go offline. Open new ones when a CPU is back. */
static void check_die(struct die *die)
{
	struct uncore_count count;

	if (die->reads && uncore_counter_read(die->reads, &count) == -ENODEV)
		close_die(die);
	if (!die->reads)
		open_die(die);
}

static void check_dies(struct work_struct *work);
static DECLARE_DELAYED_WORK(checker, check_dies);

static void check_dies(struct work_struct *work)
{
	struct die *die;

	list_for_each_entry(die, &dies, list)
		check_die(die);
	schedule_delayed_work(&checker, INTERVAL);
}

/* Copy the record @n, or the oldest that is left. Returns false if there is none yet. */
static bool get_record(struct die *die, u64 *n, struct record *record)
{
	unsigned long flags;
	bool found;

	raw_spin_lock_irqsave(&die->lock, flags);
	if (die->num > RECORDS)
		*n = max(*n, die->num - RECORDS);
	found = *n < die->num;
	if (found)
		*record = die->records[*n % RECORDS];
	raw_spin_unlock_irqrestore(&die->lock, flags);
	return found;
}

static int windows_show(struct seq_file *file, void *unused)
{
	struct record record;
	u64 n;

	seq_puts(file, "window channel missed reads writes\n");
	for (n = 0; get_record(file->private, &n, &record); n++) {
		seq_printf(file, "%llu %u %llu %llu ", n + 1, record.unit, record.missed,
			   record.reads);
		if (record.known)
			seq_printf(file, "%llu\n", record.writes);
		else
			seq_puts(file, "unknown\n");
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(windows);

static int add_die(int number)
{
	struct die *die = kzalloc(sizeof(*die), GFP_KERNEL);
	char name[16];
	int error;

	if (!die)
		return -ENOMEM;
	raw_spin_lock_init(&die->lock);
	die->number = number;
	error = open_die(die);
	if (error) {
		kfree(die);
		return error;
	}
	list_add_tail(&die->list, &dies);
	snprintf(name, sizeof(name), "die%d", number);
	debugfs_create_file(name, 0400, directory, die, &windows_fops);
	return 0;
}

/* Add each die with an online CPU. */
static int add_dies(void)
{
	int error = 0, die;
	unsigned int cpu, before;

	for_each_online_cpu(cpu) {
		die = topology_logical_die_id(cpu);
		for_each_online_cpu(before) {
			if (topology_logical_die_id(before) == die)
				break;
		}
		if (before == cpu)
			error = error ?: add_die(die);
	}
	return error;
}

static void remove_dies(void)
{
	struct die *die, *next;

	/* On return, no file is being read. */
	debugfs_remove(directory);
	list_for_each_entry_safe(die, next, &dies, list) {
		close_die(die);
		kfree(die);
	}
}

static int __init windows_init(void)
{
	int error;

	directory = debugfs_create_dir("uncore_windows", NULL);
	error = add_dies();
	if (error) {
		pr_err("uncore_windows: the memory controllers have no windows: %pe\n",
		       ERR_PTR(error));
		remove_dies();
		return error;
	}
	schedule_delayed_work(&checker, INTERVAL);
	return 0;
}
module_init(windows_init);

static void __exit windows_exit(void)
{
	cancel_delayed_work_sync(&checker);
	remove_dies();
}
module_exit(windows_exit);

MODULE_DESCRIPTION("Reads and writes of each socket's memory in windows");
MODULE_LICENSE("GPL");
