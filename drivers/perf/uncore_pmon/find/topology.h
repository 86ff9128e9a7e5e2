/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the die of a PCI bus.
 */
#ifndef _UNCORE_PMON_TOPOLOGY_H
#define _UNCORE_PMON_TOPOLOGY_H

#include <linux/list.h>
#include <linux/types.h>

struct pci_bus;
struct pci_dev;
struct pmon_ubox_map;

/* Results of pmon_topology_die() that are no die. */
#define PMON_DIE_UNKNOWN	(-1)	/* unknown */
#define PMON_DIE_OFFLINE	(-2)	/* a package without an online CPU (yet) */

/**
 * struct pmon_topology - UBoxes of the machine and the dies they belong to
 * @uboxes: &struct pmon_ubox
 * @num_uboxes: number of UBoxes, one for each package or die
 * @map: the processor's UBox
 */
struct pmon_topology {
	struct list_head uboxes;
	unsigned int num_uboxes;
	const struct pmon_ubox_map *map;
};

/**
 * pmon_topology_init() - find all UBoxes and read their node maps
 * @topology: receives the UBoxes
 * @map: the processor's UBox
 *
 * Context: process context, may sleep.
 *
 * Return: 0 or -ENOMEM; a machine without any UBox is no error.
 */
int pmon_topology_init(struct pmon_topology *topology,
		       const struct pmon_ubox_map *map);

/**
 * pmon_topology_release() - free what pmon_topology_init() allocated
 * @topology: the topology
 */
void pmon_topology_release(struct pmon_topology *topology);

/**
 * pmon_topology_die() - die of a PCI bus
 * @topology: the topology
 * @bus: any bus
 *
 * The buses of a package are consecutive, and one of the last has the UBox, or on some processors
 * the first; see &struct pmon_ubox_map. Uses the node map of the UBox. Without a UBox, or with more
 * packages than its map has, uses the NUMA node of the bus. If the processor's map is unconfirmed,
 * the NUMA node takes precedence.
 *
 * Return: logical die, PMON_DIE_UNKNOWN or PMON_DIE_OFFLINE.
 */
int pmon_topology_die(const struct pmon_topology *topology,
		      const struct pci_bus *bus);

/**
 * pmon_topology_uncore_bus() - bus of the UBox that serves a PCI bus
 * @topology: the topology
 * @bus: any bus
 *
 * Return: domain << 8 | bus number; of @bus itself if there is no UBox, or if the map of the
 * processor's UBox is unconfirmed.
 */
unsigned int pmon_topology_uncore_bus(const struct pmon_topology *topology,
				      const struct pci_bus *bus);

/**
 * pmon_topology_bus_key() - number that orders all buses of a machine
 * @bus: any bus
 *
 * Return: domain << 8 | bus number.
 */
unsigned int pmon_topology_bus_key(const struct pci_bus *bus);

/**
 * pmon_pci_address() - address of a register in PCI configuration space
 * @pci: the function
 * @reg: the register's offset
 *
 * Return: an address as in &pmon_table_unit.control, with the kernel's domain and bus number.
 */
u64 pmon_pci_address(const struct pci_dev *pci, unsigned int reg);

/**
 * pmon_topology_cpu() - a CPU of a die
 * @die: logical die
 *
 * Return: an online CPU, or -1 if there is none.
 */
int pmon_topology_cpu(int die);

/**
 * pmon_topology_next_die() - dies with an online CPU in ascending order
 * @die: the last one, -1 at first
 *
 * Return: the next higher logical die, or -1 if there is none.
 */
int pmon_topology_next_die(int die);

#endif
