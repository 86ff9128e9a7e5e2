// SPDX-License-Identifier: GPL-2.0-only
/*
 * Keeps a CPU busy with IRQs off, again and again, as firmware, a slow console or a hypervisor does:
 * insmod hold_cpu.ko cpu=N ms=N every_ms=N
 */
#include <linux/delay.h>
#include <linux/irqflags.h>
#include <linux/kthread.h>
#include <linux/module.h>

static unsigned int cpu;
module_param(cpu, uint, 0);
MODULE_PARM_DESC(cpu, "the CPU");

static unsigned int ms = 350;
module_param(ms, uint, 0);
MODULE_PARM_DESC(ms, "milliseconds with IRQs off");

static unsigned int every_ms = 2000;
module_param(every_ms, uint, 0);
MODULE_PARM_DESC(every_ms, "milliseconds from one start to the next");

static struct task_struct *task;

static int hold(void *data)
{
	while (!kthread_should_stop()) {
		local_irq_disable();
		mdelay(ms);
		local_irq_enable();
		msleep_interruptible(every_ms - min(ms, every_ms));
	}
	return 0;
}

static int __init hold_init(void)
{
	task = kthread_create_on_cpu(hold, NULL, cpu, "hold/%u");
	if (IS_ERR(task))
		return PTR_ERR(task);
	wake_up_process(task);
	return 0;
}
module_init(hold_init);

static void __exit hold_exit(void)
{
	kthread_stop(task);
}
module_exit(hold_exit);

MODULE_DESCRIPTION("Keeps a CPU busy with IRQs off");
MODULE_LICENSE("GPL");
