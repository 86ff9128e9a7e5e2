/* SPDX-License-Identifier: GPL-2.0-only */
/* The ports of IIO units, and the PCI devices below them. */
#ifndef UNCORE_PORTS_H
#define UNCORE_PORTS_H

#include "machine/connections.h"

/**
 * struct device - a PCI device
 * @address: "0000:16:00.0"
 * @name: of libpci's database, or its ids
 * @speed: of its link, empty if it has none
 * @width: lanes of its link, 0 if it has none
 * @node: NUMA node, -1: none
 */
struct device {
	char address[32];
	char name[128];
	char speed[32];
	unsigned int width;
	int node;
};

/**
 * struct port - ports of an IIO unit that are counted together
 * @die: the die
 * @socket: its package
 * @cpu: CPU to count on
 * @pmu: PMU of the unit
 * @stack: its stack
 * @mask: the ports, a bit for each; 0: which ones is unknown, and nothing is counted
 * @devices: what is below them; none: the bus of the unit is unknown
 * @num_devices: how many
 */
struct port {
	unsigned int die;
	unsigned int socket;
	int cpu;
	struct pmu *pmu;
	struct stack stack;
	uint32_t mask;
	struct device *devices;
	size_t num_devices;
};

/**
 * struct ports - all of them
 * @all: by die, unit and port
 * @num: how many
 */
struct ports {
	struct port *all;
	size_t num;
};

/**
 * ports_find() - find the devices and their ports
 * @machine: the machine
 * @database: file with the names of devices, NULL: that of libpci
 * @ports: receives them
 *
 * Ports without a device are left out. A unit whose bus is unknown has one entry for all of its ports.
 */
void ports_find(const struct machine *machine, const char *database, struct ports *ports);

/** ports_missing() - a message why ports_find() found none; returns a status */
int ports_missing(const struct machine *machine);

/** ports_release() - undo ports_find() */
void ports_release(struct ports *ports);

#endif
