// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory bandwidth of each socket, readable by all users.
 *
 * /sys/kernel/uncore_bandwidth/die<N>/read_bytes and write_bytes: bytes that the memory controllers of the die have
 * read and written in the last second. ENODATA: unknown.
 *
 * A sample for the use of uncore_pmon by another module. Documentation/kernel-api.rst also explains what users can
 * learn from these files.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kobject.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/sysfs.h>
#include <linux/topology.h>
#include <linux/uncore_pmon.h>
#include <linux/workqueue.h>

/* Of Emerald Rapids, Sandy Bridge-EP and Ivy Bridge-EP; a column access transfers a cache line. */
#define PMU		"uncoreall_imc"
#define LINE_BYTES	64
#define INTERVAL	HZ

static unsigned int mode = 0444;
module_param(mode, uint, 0444);
MODULE_PARM_DESC(mode, "permissions of the files, octal with a leading 0 (default 0444)");

enum direction { READ_LINES, WRITE_LINES, DIRECTIONS };

static const char *const events[DIRECTIONS] = { "cas_count.rd", "cas_count.wr" };
static const char *const files[DIRECTIONS] = { "read_bytes", "write_bytes" };

/**
 * struct flow - one direction of a die
 * @file: shows @bytes
 * @counter: counts cache lines
 * @last: its count at the end of the last interval
 * @bytes: bytes in the last interval
 * @known: @bytes is valid
 */
struct flow {
	struct kobj_attribute file;
	struct uncore_counter *counter;
	struct uncore_count last;
	u64 bytes;
	bool known;
};

/**
 * struct die - a die and its files
 * @folder: their folder
 * @list: entry in @dies
 * @number: logical die
 * @flows: the values of the files
 */
struct die {
	struct kobject *folder;
	struct list_head list;
	int number;
	struct flow flows[DIRECTIONS];
};

static LIST_HEAD(dies);
static struct kobject *directory;

static int open_flow(struct die *die, enum direction direction)
{
	struct flow *flow = &die->flows[direction];

	flow->counter = uncore_counter_open(PMU, events[direction], die->number, 0,
					    NULL, NULL);
	flow->last = (struct uncore_count){};
	return PTR_ERR_OR_ZERO(flow->counter);
}

/* Counters end when all CPUs of the die go offline. Afterwards, new ones can be opened. */
static void open_again(struct die *die, enum direction direction)
{
	uncore_counter_close(die->flows[direction].counter);
	open_flow(die, direction);
}

/* If other events had their turns, scale the count to the whole interval. */
static void end_interval(struct die *die, enum direction direction)
{
	struct flow *flow = &die->flows[direction];
	struct uncore_count now = {};
	int error = -ENODEV;
	u64 enabled, running;

	if (!IS_ERR(flow->counter))
		error = uncore_counter_read_any(flow->counter, &now);
	if (error == -ENODEV) {
		WRITE_ONCE(flow->known, false);
		open_again(die, direction);
		return;
	}
	enabled = now.enabled - flow->last.enabled;
	running = now.running - flow->last.running;
	/* A counter without a hardware counter now is valid if it had one in the interval. */
	if ((error && error != -EAGAIN) || !running) {
		WRITE_ONCE(flow->known, false);
	} else {
		WRITE_ONCE(flow->bytes,
			   mul_u64_u64_div_u64((now.count - flow->last.count) * LINE_BYTES,
					       enabled, running));
		WRITE_ONCE(flow->known, true);
	}
	flow->last = now;
}

static void tick(struct work_struct *work);
static DECLARE_DELAYED_WORK(ticker, tick);

static void tick(struct work_struct *work)
{
	struct die *die;
	unsigned int i;

	list_for_each_entry(die, &dies, list) {
		for (i = 0; i < DIRECTIONS; i++)
			end_interval(die, i);
	}
	schedule_delayed_work(&ticker, INTERVAL);
}

static ssize_t show(struct kobject *kobj, struct kobj_attribute *file, char *page)
{
	const struct flow *flow = container_of(file, struct flow, file);

	if (!READ_ONCE(flow->known))
		return -ENODATA;
	return sysfs_emit(page, "%llu\n", READ_ONCE(flow->bytes));
}

static int create_file(struct die *die, enum direction direction)
{
	struct kobj_attribute *file = &die->flows[direction].file;

	sysfs_attr_init(&file->attr);
	file->attr.name = files[direction];
	file->attr.mode = mode & 0444;
	file->show = show;
	return sysfs_create_file(die->folder, &file->attr);
}

/* On return, no file is being read. The kernel may free the folder later, even after this module was unloaded. */
static void remove_folder(struct kobject *folder)
{
	kobject_del(folder);
	kobject_put(folder);
}

static void free_die(struct die *die)
{
	unsigned int i;

	remove_folder(die->folder);
	for (i = 0; i < DIRECTIONS; i++)
		uncore_counter_close(die->flows[i].counter);
	kfree(die);
}

static int add_die(int number)
{
	struct die *die = kzalloc(sizeof(*die), GFP_KERNEL);
	char name[16];
	unsigned int i;
	int error = 0;

	if (!die)
		return -ENOMEM;
	die->number = number;
	for (i = 0; i < DIRECTIONS && !error; i++)
		error = open_flow(die, i);
	snprintf(name, sizeof(name), "die%d", number);
	if (!error) {
		die->folder = kobject_create_and_add(name, directory);
		error = die->folder ? 0 : -ENOMEM;
	}
	for (i = 0; i < DIRECTIONS && !error; i++)
		error = create_file(die, i);
	if (error) {
		free_die(die);
		return error;
	}
	list_add_tail(&die->list, &dies);
	return 0;
}

static void remove_dies(void)
{
	struct die *die, *next;

	list_for_each_entry_safe(die, next, &dies, list) {
		list_del(&die->list);
		free_die(die);
	}
	remove_folder(directory);
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

static int __init bandwidth_init(void)
{
	int error;

	directory = kobject_create_and_add("uncore_bandwidth", kernel_kobj);
	if (!directory)
		return -ENOMEM;
	error = add_dies();
	if (error) {
		pr_err("uncore_bandwidth: the memory controllers cannot be counted: %pe\n",
		       ERR_PTR(error));
		remove_dies();
		return error;
	}
	tick(NULL);
	return 0;
}
module_init(bandwidth_init);

static void __exit bandwidth_exit(void)
{
	cancel_delayed_work_sync(&ticker);
	remove_dies();
}
module_exit(bandwidth_exit);

MODULE_DESCRIPTION("Memory bandwidth of each socket");
MODULE_LICENSE("GPL");
