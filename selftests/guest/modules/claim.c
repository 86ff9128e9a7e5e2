// SPDX-License-Identifier: GPL-2.0-only
/*
 * Claims memory space as the driver of another device would: insmod claim.ko start=N size=N
 */
#include <linux/ioport.h>
#include <linux/module.h>

static unsigned long long start;
module_param(start, ullong, 0);
MODULE_PARM_DESC(start, "first address");

static unsigned long long size;
module_param(size, ullong, 0);
MODULE_PARM_DESC(size, "number of bytes");

static int __init claim_init(void)
{
	return request_mem_region(start, size, "claim") ? 0 : -EBUSY;
}
module_init(claim_init);

static void __exit claim_exit(void)
{
	release_mem_region(start, size);
}
module_exit(claim_exit);

MODULE_DESCRIPTION("Claims memory space");
MODULE_LICENSE("GPL");
