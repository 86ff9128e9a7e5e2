// SPDX-License-Identifier: GPL-2.0-only
/*
 * Takes a CPU offline and online while a platform device's resources are released. What the device
 * has allocated after this module was loaded is free by then, what it had before is not:
 * insmod toggle_at_release.ko device=NAME cpu=N
 */
#include <linux/cpu.h>
#include <linux/device.h>
#include <linux/module.h>
#include <linux/platform_device.h>

static char *device;
module_param(device, charp, 0);
MODULE_PARM_DESC(device, "name of the platform device");

static unsigned int cpu;
module_param(cpu, uint, 0);
MODULE_PARM_DESC(cpu, "CPU that goes offline and comes back");

static void toggle(void *data)
{
	int error = remove_cpu(cpu);

	if (!error)
		error = add_cpu(cpu);
	pr_info("toggle_at_release: CPU %u: %d\n", cpu, error);
}

static int __init toggle_init(void)
{
	struct device *dev;
	int error;

	dev = bus_find_device_by_name(&platform_bus_type, NULL, device);
	if (!dev)
		return -ENODEV;
	error = devm_add_action(dev, toggle, NULL);
	put_device(dev);
	return error;
}
module_init(toggle_init);

/* Unload it after the release only: the device calls toggle(). */
static void __exit toggle_exit(void)
{
}
module_exit(toggle_exit);

MODULE_DESCRIPTION("Takes a CPU offline and online while a device is released");
MODULE_LICENSE("GPL");
