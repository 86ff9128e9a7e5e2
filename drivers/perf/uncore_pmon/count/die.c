// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dies.
 */
#include <linux/device.h>

#include "count/die.h"

DEFINE_PER_CPU(unsigned int, pmon_locked);

struct pmon_die *pmon_die_create(struct device *dev, struct pmon_deferred *deferred,
				 int number, unsigned int max_units)
{
	struct pmon_die *die;

	die = devm_kzalloc(dev, sizeof(*die), GFP_KERNEL);
	if (!die)
		return NULL;
	die->units = devm_kcalloc(dev, max_units, sizeof(*die->units),
				  GFP_KERNEL);
	if (!die->units)
		return NULL;

	raw_spin_lock_init(&die->lock);
	die->deferred = deferred;
	die->dev = dev;
	die->die = number;
	die->owner = PMON_NO_OWNER;
	die->source = -1;
	return die;
}
