/* SPDX-License-Identifier: GPL-2.0-only */
/* Which dies and units belong to a NUMA node. */
#ifndef UNCORE_METRICS_NODES_H
#define UNCORE_METRICS_NODES_H

#include "count/event.h"
#include "machine/machine.h"

/**
 * nodes_read() - look for the nodes that have CPUs, and for those of the units of a die with several; also again
 * @machine: the machine
 *
 * Return: a status, after a message if it is not 0.
 */
int nodes_read(const struct machine *machine);

/** nodes_divide_dies() - has a die several nodes? Then each unit has to be counted by itself */
bool nodes_divide_dies(void);

/** node_of_unit() - the node of a unit: that of its die, or what the driver says; -1: unknown */
int node_of_unit(const char *box, unsigned int die, int unit);

/**
 * nodes_are_known() - have all units of an event a node?
 * @event: an event that is counted on each unit by itself
 * @error: receives the reason if not
 * @size: of @error
 *
 * Return: true if they have.
 */
bool nodes_are_known(const struct event *event, char *error, size_t size);

#endif
