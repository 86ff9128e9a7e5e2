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

/* Results of pmon_topology_uncore_bus() that are no bus. */
#define PMON_BUS_UNKNOWN	(-1)	/* no UBox is known */
#define PMON_BUS_OTHER		(-2)	/* not an uncore bus */

/**
 * struct pmon_topology - UBoxes of the machine and the dies they belong to
 * @uboxes: &struct pmon_ubox
 * @num_uboxes: number of UBoxes, one for each package or die
 * @max_dies: maximum number of logical dies
 * @has_nodes: the NUMA nodes of buses tell packages apart, as far as they are known
 * @map: the processor's UBox
 */
struct pmon_topology {
	struct list_head uboxes;
	unsigned int num_uboxes;
	unsigned int max_dies;
	bool has_nodes;
	const struct pmon_ubox_map *map;
};

/**
 * pmon_topology_init() - find all UBoxes and read their node maps
 * @topology: receives the UBoxes
 * @map: the processor's UBox
 * @max_dies: see &pmon_machine.max_dies
 *
 * Context: process context, may sleep.
 *
 * Return: 0 or -ENOMEM; a machine without any UBox is no error.
 */
int pmon_topology_init(struct pmon_topology *topology, const struct pmon_ubox_map *map,
		       unsigned int max_dies);

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
 * the first; see &struct pmon_ubox_map. The die of a UBox follows from
 *
 * 1. its node map;
 * 2. the NUMA nodes of the package's buses;
 * 3. the order of the UBoxes, if each package has one.
 *
 * A map, or the nodes, are ignored if they have two UBoxes on one die. The NUMA node of @bus takes
 * precedence if the processor's map is unconfirmed, or if a package lacks its UBox and @bus has
 * none. Without a UBox only this node is left.
 *
 * Return: logical die, PMON_DIE_UNKNOWN or PMON_DIE_OFFLINE.
 */
int pmon_topology_die(const struct pmon_topology *topology, const struct pci_bus *bus);

/**
 * pmon_topology_node_die() - die of a node id
 * @topology: the topology
 * @node_id: as in the node id register of a UBox
 *
 * Return: the die of the UBox with this id, PMON_DIE_OFFLINE, or PMON_DIE_UNKNOWN if no UBox or
 * several UBoxes have it.
 */
int pmon_topology_node_die(const struct pmon_topology *topology, unsigned int node_id);

/**
 * pmon_topology_problem() - why pmon_topology_die() returned no die, for messages
 * @die: PMON_DIE_UNKNOWN or PMON_DIE_OFFLINE
 *
 * Return: the text.
 */
const char *pmon_topology_problem(int die);

/**
 * pmon_topology_position_die() - die of a position in the node map
 * @position: the physical id of a package; if packages have several dies with a UBox each, the
 *	      number of a die
 *
 * Return: logical die or PMON_DIE_OFFLINE.
 */
int pmon_topology_position_die(unsigned int position);

/**
 * pmon_topology_uncore_bus() - which uncore bus of its package is a PCI bus?
 * @topology: the topology
 * @bus: any bus
 *
 * Return: 0 for the bus of the UBox, 1 for the bus after it if it belongs to the same package,
 * PMON_BUS_OTHER or PMON_BUS_UNKNOWN.
 */
int pmon_topology_uncore_bus(const struct pmon_topology *topology, const struct pci_bus *bus);

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

#define for_each_online_die(die)					\
	for ((die) = pmon_topology_next_die(-1); (die) >= 0; (die) = pmon_topology_next_die(die))

#endif
