/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the far end of each UPI link.
 */
#ifndef _UNCORE_PMON_LINKS_H
#define _UNCORE_PMON_LINKS_H

struct device;
struct pmon_machine;
struct pmon_topology;

/**
 * pmon_find_links() - find the unit and the die at the other end of each link
 * @dev: device for messages
 * @machine: the machine; &pmon_unit_desc.where of its UPI units receives the result
 * @topology: the UBoxes
 *
 * The result of a link stays empty if the link is not trained, if its registers do not answer, or
 * if they contradict the node ids of the UBoxes.
 *
 * Context: process context. Only reads configuration space.
 */
void pmon_find_links(struct device *dev, struct pmon_machine *machine,
		     const struct pmon_topology *topology);

#endif
