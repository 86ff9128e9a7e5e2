// SPDX-License-Identifier: GPL-2.0-only
/*
 * Grand Ridge.
 *
 * Units and sources: gnr.h.
 */
#include <linux/pci.h>

#include "processors/gnr.h"

/* Its UBox has another address, from PCM. It has no UPI. */
static const struct pmon_known_box boxes[] = {
	GNR_BOXES(&grr_ubox, 0x3f50),
};

static const struct pmon_discovery discovery = {
	GNR_DISCOVERY(boxes, GNR_MEMORY(0x24c000)),
};

static const struct pmon_model models[] = {
	{ 6, 0xb6 },
	{ }
};

const struct pmon_processor pmon_grr = {
	.name = "Grand Ridge",
	.models = models,
	.events = &pmon_grr_events,
	.ubox = GNR_UBOX_MAP,
	.discovery = &discovery,
};
