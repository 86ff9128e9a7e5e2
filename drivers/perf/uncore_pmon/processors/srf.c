// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sierra Forest.
 *
 * Units and sources: gnr.h.
 */
#include <linux/pci.h>

#include "processors/gnr.h"

static const struct pmon_discovery discovery = {
	GNR_DISCOVERY(gnr_boxes, GNR_MEMORY(0x24c000)),
	.errata = gnr_errata, .num_errata = GNR_NUM_ERRATA,
};

static const struct pmon_model models[] = {
	{ 6, 0xaf },
	{ }
};

const struct pmon_processor pmon_srf = {
	.name = "Sierra Forest",
	.models = models,
	.events = &pmon_srf_events,
	.ubox = GNR_UBOX_MAP,
	.discovery = &discovery,
};
