// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the far end of each UPI link: the unit there and its die.
 *
 * From the in-tree driver; the guide does not document these registers. They are in the function
 * that also has the link's counters, so the far end and the counts are of the same link.
 */
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/device.h>
#include <linux/kernel.h>
#include <linux/pci.h>

#include "find/links.h"
#include "find/machine.h"
#include "find/topology.h"
#include "processors/processor.h"

#define LINK_STATUS		0x120
#define LINK_STATUS_VALID	BIT(4)		/* the link is trained */
#define LINK_PEER		0x94
#define LINK_PEER_NODE		GENMASK(19, 16)	/* node id of the other socket's UBox */
#define LINK_PEER_PORT		GENMASK(12, 8)

static void find_far_end(struct device *dev, const struct pmon_topology *topology,
			 struct pmon_unit_desc *desc)
{
	u32 status, peer;
	int die;

	if (pci_read_config_dword(desc->pci, LINK_STATUS, &status) ||
	    pci_read_config_dword(desc->pci, LINK_PEER, &peer))
		return;
	/* A link that is not connected, or not trained, has no other end. */
	if (status != ~0U && !(status & LINK_STATUS_VALID))
		return;
	die = status == ~0U || peer == ~0U ?
		      PMON_DIE_UNKNOWN :
		      pmon_topology_node_die(topology, FIELD_GET(LINK_PEER_NODE, peer));
	if (die >= 0 && die != desc->die)
		snprintf(desc->where, sizeof(desc->where), "upi_%u,die_%d",
			 (unsigned int)FIELD_GET(LINK_PEER_PORT, peer), die);
	else if (die != PMON_DIE_OFFLINE)
		dev_info(dev, "die %d: UPI link %u: the other end is unknown (status 0x%x, peer 0x%x)\n",
			 desc->die, desc->unit.id, status, peer);
}

void pmon_find_links(struct device *dev, struct pmon_machine *machine,
		     const struct pmon_topology *topology)
{
	const struct pmon_box_type *links = machine->processor->links;
	struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &machine->units, list) {
		if (links && desc->type == links && desc->verdict == PMON_OK && desc->pci &&
		    !*desc->where)
			find_far_end(dev, topology, desc);
	}
}
