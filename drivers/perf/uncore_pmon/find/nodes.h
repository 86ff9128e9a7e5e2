/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the NUMA node of each unit on machines with sub-NUMA clustering.
 */
#ifndef _UNCORE_PMON_NODES_H
#define _UNCORE_PMON_NODES_H

#include <linux/types.h>

struct pmon_box_type;
struct pmon_machine;

/**
 * pmon_has_nodes() - do units of a type belong to a NUMA node?
 * @type: the box type
 *
 * Return: true for CHAs, memory controllers and their mesh stops; other units serve the whole die.
 */
bool pmon_has_nodes(const struct pmon_box_type *type);

/**
 * pmon_find_nodes() - find the NUMA nodes of all units
 * @machine: the machine; &pmon_unit_desc.node and &pmon_unit_desc.numa_node receive the result
 *
 * A unit stays without a node if the nodes of its die are unknown, or if no source is sure which
 * units of the die belong to which node. Accesses no register.
 *
 * Context: process context; CPU hotplug excluded.
 */
void pmon_find_nodes(struct pmon_machine *machine);

#endif
