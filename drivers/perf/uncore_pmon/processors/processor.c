// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processors the driver knows: the one place to add another.
 *
 * There is no device table for modules to be loaded by. The in-tree driver has one,
 * and two drivers of the same registers must not both come up by themselves.
 */
#include <linux/kernel.h>

#include "find/static_machine.h"
#include "processors/event_table.h"
#include "processors/processor.h"

static const struct pmon_processor processors[] = {
	{ 6, 45, "Sandy Bridge-EP", &pmon_snbep_events, &pmon_snbep },
	{ 6, 46, "Nehalem-EX", &pmon_nhmex_events, &pmon_nhmex },
	{ 6, 47, "Westmere-EX", &pmon_wsmex_events, &pmon_wsmex },
	{ 6, 62, "Ivy Bridge-EP", &pmon_ivbep_events, &pmon_ivbep },
	{ 6, 143, "Sapphire Rapids", &pmon_emr_events, NULL },
	{ 6, 207, "Emerald Rapids", &pmon_emr_events, NULL },
};

const struct pmon_processor *pmon_processor_find(unsigned int family,
						 unsigned int model)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(processors); i++) {
		if (processors[i].family == family &&
		    processors[i].model == model)
			return &processors[i];
	}
	return NULL;
}
