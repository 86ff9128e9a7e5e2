/* SPDX-License-Identifier: GPL-2.0-only */
/* Which dies belong to a NUMA node. */
#ifndef UNCORE_METRICS_NODES_H
#define UNCORE_METRICS_NODES_H

#include "machine/machine.h"

/**
 * nodes_read() - look for the nodes that have CPUs
 * @machine: the machine
 *
 * Return: a status, after a message if it is not 0: the counters of a die cannot be divided among several nodes.
 */
int nodes_read(const struct machine *machine);

/** node_of_die() - the node that a die belongs to, -1 for none */
int node_of_die(unsigned int die);

/** node_has_die() - does a die belong to a node? */
bool node_has_die(int node, unsigned int die);

#endif
