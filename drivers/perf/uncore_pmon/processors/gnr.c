// SPDX-License-Identifier: GPL-2.0-only
/*
 * Granite Rapids and Granite Rapids-D.
 *
 * Units and sources: gnr.h.
 */
#include <linux/pci.h>

#include "processors/gnr.h"

static const struct pmon_discovery gnr_discovery = {
	GNR_DISCOVERY(gnr_boxes, GNR_MEMORY(0x24c000)),
	.errata = gnr_errata, .num_errata = GNR_NUM_ERRATA,
};

/* It has no UPI, and other addresses of the memory channels. */
static const struct pmon_discovery gnrd_discovery = {
	GNR_DISCOVERY(gnr_boxes, GNR_MEMORY(0x206000)),
};

static const struct pmon_model gnr_models[] = {
	{ 6, 0xad },
	{ }
};

static const struct pmon_model gnrd_models[] = {
	{ 6, 0xae },
	{ }
};

const struct pmon_processor pmon_gnr = {
	.name = "Granite Rapids",
	.models = gnr_models,
	.events = &pmon_gnr_events,
	.ubox = GNR_UBOX_MAP,
	.discovery = &gnr_discovery,
};

const struct pmon_processor pmon_gnrd = {
	.name = "Granite Rapids-D",
	.models = gnrd_models,
	.events = &pmon_gnr_events,
	.ubox = GNR_UBOX_MAP,
	.discovery = &gnrd_discovery,
};
