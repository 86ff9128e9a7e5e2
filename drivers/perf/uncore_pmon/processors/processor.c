// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the description of a processor.
 *
 * The module has no device table, so it is not loaded automatically. The in-tree driver has one,
 * and two drivers of the same registers must not both be loaded automatically.
 */
#include <linux/init.h>
#include <linux/kernel.h>

#include "processors/processor.h"

struct model {
	u8 family;
	u8 model;
	u8 first;	/* stepping */
	u8 last;
	const struct pmon_processor *processor;
};

#define PMON_MODEL(name, family, model, first, last, description, ...)	\
	{ family, model, first, last, &pmon_##description },

static const struct model models[] = {
#include "processors/list.h"
};

const struct pmon_processor *__init pmon_processor_find(unsigned int family, unsigned int model,
							unsigned int stepping)
{
	const struct model *one;

	for (one = models; one < models + ARRAY_SIZE(models); one++) {
		if (one->family == family && one->model == model && one->first <= stepping &&
		    one->last >= stepping)
			return one->processor;
	}
	return NULL;
}
