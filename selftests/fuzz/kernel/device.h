/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory of the kernel, devices, messages, work for later.
 */
#ifndef KERNEL_DEVICE_H
#define KERNEL_DEVICE_H

/* NULL if it is this one's turn to fail. Mappings count, too. */
void *kernel_allocate(size_t num, size_t size);

/* The allocation that fails, counted from 1; 0: none. And did one fail? */
void kernel_fail(unsigned int number);
bool kernel_failed(void);

#define GFP_KERNEL			0
#define kzalloc(size, flags)		kernel_allocate(1, size)
#define kcalloc(num, size, flags)	kernel_allocate(num, size)
#define kvcalloc(num, size, flags)	kernel_allocate(num, size)
#define kvfree				free
#define kfree(pointer)			free((void *)(pointer))
#define kfree_rcu(pointer, member)	free_later(pointer)

#define IS_ERR(pointer)			((unsigned long)(pointer) >= (unsigned long)-4095)
#define IS_ERR_OR_NULL(pointer)		(!(pointer) || IS_ERR(pointer))
#define ERR_PTR(error)			((void *)(long)(error))
#define PTR_ERR(pointer)		((long)(pointer))

struct attribute_group;
struct module;
struct pci_dev;

/*
 * @managed: what its driver has allocated for it; @driver: of others, @locked by the driver; @sleeps: it has no power unless the
 * driver holds it @awake
 */
struct device {
	struct kernel_managed *managed;
	const void *driver;
	bool locked;
	bool sleeps;
	int awake;
};

#define pm_runtime_get_sync(device)	((device)->awake++)
#define pm_runtime_put(device)		((device)->awake--)

static inline bool device_trylock(struct device *dev)
{
	bool locked = !dev->locked;

	dev->locked = true;
	return locked;
}

static inline void device_unlock(struct device *dev)
{
	dev->locked = false;
}

struct device *root_device_register(const char *name);
void root_device_unregister(struct device *device);
void *devm_kcalloc(struct device *device, size_t num, size_t size, int flags);
#define devm_kzalloc(device, size, flags) devm_kcalloc(device, 1, size, flags)

/* Messages are formatted, so that a sanitizer sees what they read. Warnings end programs that expect none. */
extern unsigned int kernel_warnings;
extern bool kernel_may_warn;
void __printf(1, 2) kernel_warn(const char *format, ...);

#define say(device, ...)		((void)(device), (void)snprintf(NULL, 0, __VA_ARGS__))
#define dev_err				say
#define dev_notice			say
#define dev_info			say
#define dev_warn(device, ...)		((void)(device), kernel_warn(__VA_ARGS__))

#define THIS_MODULE			NULL
#define module_param(name, type, mode)	type *const parameter_##name = &(name)
#define MODULE_PARM_DESC(name, text)	BUILD_BUG_ON(false)

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

#endif
