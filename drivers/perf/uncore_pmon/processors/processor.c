// SPDX-License-Identifier: GPL-2.0-only
/*
 * The list of supported processors.
 *
 * The module has no device table, so it is not loaded automatically. The in-tree driver has one,
 * and two drivers of the same registers must not both be loaded automatically.
 */
#include <linux/init.h>
#include <linux/kernel.h>

#include "processors/processor.h"

static const struct pmon_processor *const processors[] = {
	&pmon_snbep, &pmon_nhmex, &pmon_wsmex, &pmon_ivbep, &pmon_emr,
	&pmon_gnr, &pmon_gnrd, &pmon_srf, &pmon_cwf, &pmon_grr,
};

static bool __init has_model(const struct pmon_processor *processor,
			     unsigned int family, unsigned int model, unsigned int stepping)
{
	const struct pmon_model *one;

	for (one = processor->models; one->family; one++) {
		if (one->family == family && one->model == model &&
		    (!one->steppings || one->steppings >> stepping & 1))
			return true;
	}
	return false;
}

const struct pmon_processor *__init pmon_processor_find(unsigned int family, unsigned int model,
							unsigned int stepping)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(processors); i++) {
		if (has_model(processors[i], family, model, stepping))
			return processors[i];
	}
	return NULL;
}
