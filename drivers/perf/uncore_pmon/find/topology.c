// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the die of a PCI bus.
 *
 * A discovery table does not identify its die, but its PCI bus does: each package has a UBox with a
 * map of node ids to packages (Intel 817509, section 1.10.2). NUMA nodes are not sufficient: they
 * are missing with numa=off, and one node can cover several packages.
 */
#include <linux/bitfield.h>
#include <linux/cpumask.h>
#include <linux/limits.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "find/table.h"
#include "find/topology.h"
#include "processors/processor.h"

/*
 * UBox configuration registers; the guides lack their offsets, which are those of the in-tree
 * driver. The map has a node id of three bits for each of eight packages.
 */
#define UBOX_NODE_ID_MASK	GENMASK(2, 0)
#define UBOX_NODE_MAP_BITS	3
#define UBOX_NODE_MAP_NODES	8

/* Sources of a UBox's die: its map, the NUMA nodes of its package's buses; and the result. */
enum { BY_MAP, BY_NODE, RESULT, SOURCES };

struct pmon_ubox {
	struct list_head list;
	unsigned int bus;
	int node_id;
	int die[SOURCES];
};

unsigned int pmon_topology_bus_key(const struct pci_bus *bus)
{
	return (unsigned int)pci_domain_nr((struct pci_bus *)bus) << 8 |
	       bus->number;
}

u64 pmon_pci_address(const struct pci_dev *pci, unsigned int reg)
{
	return FIELD_PREP(PMON_PCI_DOMAIN, (u64)pci_domain_nr(pci->bus)) |
	       FIELD_PREP(PMON_PCI_BUS, (u64)pci->bus->number) |
	       FIELD_PREP(PMON_PCI_DEVFN, (u64)pci->devfn) |
	       FIELD_PREP(PMON_PCI_REGISTER, (u64)reg);
}

int pmon_topology_cpu(int die)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		if ((int)topology_logical_die_id(cpu) == die)
			return cpu;
	}
	return -1;
}

int pmon_topology_next_die(int die)
{
	int next = INT_MAX;
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		int other = topology_logical_die_id(cpu);

		if (other > die && other < next)
			next = other;
	}
	return next == INT_MAX ? -1 : next;
}

/* Kernels differ in how they report the number of dies of a package. */
static bool packages_have_many_dies(void)
{
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		unsigned int first = cpumask_first(topology_core_cpumask(cpu));

		if (first < nr_cpu_ids &&
		    topology_logical_die_id(first) != topology_logical_die_id(cpu))
			return true;
	}
	return false;
}

/* Logical numbers depend on the order in which the kernel found the packages. */
int pmon_topology_position_die(unsigned int position)
{
	unsigned int cpu;

	if (packages_have_many_dies())
		return pmon_topology_cpu(position) < 0 ? PMON_DIE_OFFLINE :
							 (int)position;

	for_each_online_cpu(cpu) {
		if ((unsigned int)topology_physical_package_id(cpu) == position)
			return topology_logical_die_id(cpu);
	}
	return PMON_DIE_OFFLINE;
}

static int ubox_node_id(struct pci_dev *ubox, const struct pmon_ubox_map *where)
{
	u32 node;

	if (pci_read_config_dword(ubox, where->node_id, &node) || node == ~0U)
		return -1;
	return FIELD_GET(UBOX_NODE_ID_MASK, node);
}

/* Fields of missing packages read as 0, like the field of node 0: use the first match. */
static int ubox_die(struct pci_dev *ubox, const struct pmon_ubox_map *where, int node)
{
	unsigned int position;
	u32 map;

	if (node < 0 || pci_read_config_dword(ubox, where->map, &map) || map == ~0U)
		return PMON_DIE_UNKNOWN;

	for (position = 0; position < UBOX_NODE_MAP_NODES; position++) {
		if ((map >> (UBOX_NODE_MAP_BITS * position) &
		     UBOX_NODE_ID_MASK) == (unsigned int)node)
			return pmon_topology_position_die(position);
	}
	return PMON_DIE_UNKNOWN;
}

/* The die of a node without an online CPU is unknown, not offline: it can have other nodes. */
static int numa_die(const struct pci_bus *bus)
{
	int node = pcibus_to_node((struct pci_bus *)bus);
	int die = PMON_DIE_UNKNOWN;
	unsigned int cpu;

	if (node == NUMA_NO_NODE)
		return PMON_DIE_UNKNOWN;

	for_each_online_cpu(cpu) {
		if (cpu_to_node(cpu) != node)
			continue;
		if (die == PMON_DIE_UNKNOWN)
			die = topology_logical_die_id(cpu);
		else if (die != (int)topology_logical_die_id(cpu))
			return PMON_DIE_UNKNOWN;
	}
	return die;
}

/* The UBoxes are in the order of their buses. */
static int add_ubox(struct pmon_topology *topology, struct pci_dev *pci)
{
	struct pmon_ubox *next, *ubox = kzalloc(sizeof(*ubox), GFP_KERNEL);

	if (!ubox)
		return -ENOMEM;

	ubox->bus = pmon_topology_bus_key(pci->bus);
	ubox->node_id = ubox_node_id(pci, topology->map);
	ubox->die[BY_MAP] = ubox_die(pci, topology->map, ubox->node_id);
	ubox->die[BY_NODE] = numa_die(pci->bus);
	list_for_each_entry(next, &topology->uboxes, list) {
		if (next->bus > ubox->bus)
			break;
	}
	list_add_tail(&ubox->list, &next->list);
	topology->num_uboxes++;
	return 0;
}

/*
 * The UBox of a bus's package: on the bus, on the bus before if the processor has a second bus, or
 * on the nearest higher or lower bus of the same domain. This fits public listings of more than 400
 * machines of 16 processors.
 */
static struct pmon_ubox *find_ubox(const struct pmon_topology *topology, const struct pci_bus *bus)
{
	unsigned int key = pmon_topology_bus_key(bus);
	struct pmon_ubox *ubox, *nearest = NULL;
	bool lowest = topology->map->lowest;

	list_for_each_entry(ubox, &topology->uboxes, list) {
		if (ubox->bus == key)
			return ubox;
		if (ubox->bus >> 8 != key >> 8 ||
		    (lowest ? ubox->bus > key : ubox->bus + topology->map->second_bus < key))
			continue;
		if (!nearest || lowest)
			nearest = ubox;
	}
	return nearest;
}

/* Firmware can hide the node of the UBox's bus, but not those of the package's other buses. */
static void find_nodes(struct pmon_topology *topology)
{
	struct pci_dev *pci = NULL;
	struct pmon_ubox *ubox;

	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, PCI_ANY_ID, pci))) {
		ubox = find_ubox(topology, pci->bus);
		if (ubox && ubox->die[BY_NODE] == PMON_DIE_UNKNOWN)
			ubox->die[BY_NODE] = numa_die(pci->bus);
	}
}

/* The first UBox that a source has on a die, or NULL. */
static const struct pmon_ubox *ubox_of(const struct pmon_topology *topology, int source, int die)
{
	const struct pmon_ubox *ubox;

	list_for_each_entry(ubox, &topology->uboxes, list) {
		if (ubox->die[source] == die)
			return ubox;
	}
	return NULL;
}

/* Is a source unusable: does it put two UBoxes on one die, or none on any? */
static bool is_wrong(const struct pmon_topology *topology, int source)
{
	const struct pmon_ubox *ubox;
	bool known = false;

	list_for_each_entry(ubox, &topology->uboxes, list) {
		if (ubox->die[source] < 0)
			continue;
		known = true;
		if (topology->num_uboxes <= topology->max_dies &&
		    ubox_of(topology, source, ubox->die[source]) != ubox)
			return true;
	}
	return !known;
}

/* Do the UBoxes have the order of the packages, as far as their dies are known? */
static bool is_in_order(const struct pmon_topology *topology)
{
	const struct pmon_ubox *ubox;
	unsigned int position = 0;

	list_for_each_entry(ubox, &topology->uboxes, list) {
		if (ubox->die[RESULT] != PMON_DIE_UNKNOWN &&
		    ubox->die[RESULT] != pmon_topology_position_die(position))
			return false;
		position++;
	}
	return position == topology->max_dies;
}

/*
 * A map has room for eight packages. With more packages, ids repeat. The number of NUMA nodes does
 * not matter: a package can have several, and memory without CPUs has nodes, too.
 */
static void settle(struct pmon_topology *topology)
{
	bool map = topology->num_uboxes <= UBOX_NODE_MAP_NODES && !is_wrong(topology, BY_MAP);
	int first, second;
	struct pmon_ubox *ubox;
	unsigned int position = 0;

	topology->has_nodes = !is_wrong(topology, BY_NODE) || !topology->num_uboxes;
	list_for_each_entry(ubox, &topology->uboxes, list) {
		first = map ? ubox->die[BY_MAP] : PMON_DIE_UNKNOWN;
		second = topology->has_nodes ? ubox->die[BY_NODE] : PMON_DIE_UNKNOWN;
		/* The kernel's package numbers can have gaps that the map lacks. */
		if (first == PMON_DIE_OFFLINE && second >= 0 &&
		    !ubox_of(topology, BY_MAP, second))
			first = PMON_DIE_UNKNOWN;
		if (topology->map->unproven)
			swap(first, second);
		ubox->die[RESULT] = first == PMON_DIE_UNKNOWN ? second : first;
	}
	if (!is_in_order(topology))
		return;
	list_for_each_entry(ubox, &topology->uboxes, list)
		ubox->die[RESULT] = pmon_topology_position_die(position++);
}

int pmon_topology_init(struct pmon_topology *topology, const struct pmon_ubox_map *map,
		       unsigned int max_dies)
{
	struct pci_dev *pci = NULL;
	int ret;

	INIT_LIST_HEAD(&topology->uboxes);
	topology->num_uboxes = 0;
	topology->map = map;
	topology->max_dies = max_dies;
	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, map->device, pci))) {
		ret = add_ubox(topology, pci);
		if (ret) {
			pci_dev_put(pci);
			pmon_topology_release(topology);
			return ret;
		}
	}
	find_nodes(topology);
	settle(topology);
	return 0;
}

void pmon_topology_release(struct pmon_topology *topology)
{
	struct pmon_ubox *ubox, *next;

	list_for_each_entry_safe(ubox, next, &topology->uboxes, list) {
		list_del(&ubox->list);
		kfree(ubox);
	}
}

int pmon_topology_die(const struct pmon_topology *topology, const struct pci_bus *bus)
{
	const struct pmon_ubox *ubox = find_ubox(topology, bus);
	int node = topology->has_nodes ? numa_die(bus) : PMON_DIE_UNKNOWN;
	bool doubtful = topology->map->unproven ||
			(topology->num_uboxes < topology->max_dies &&
			 pmon_topology_uncore_bus(topology, bus) == PMON_BUS_OTHER);

	if (topology->max_dies == 1 && topology->num_uboxes <= 1)
		return pmon_topology_next_die(-1);
	/* The nearest UBox can be that of another package whose own one is hidden. */
	if (!ubox || (doubtful && node != PMON_DIE_UNKNOWN))
		return node;
	return ubox->die[RESULT] == PMON_DIE_UNKNOWN ? node : ubox->die[RESULT];
}

int pmon_topology_node_die(const struct pmon_topology *topology, unsigned int node_id)
{
	const struct pmon_ubox *ubox, *found = NULL;

	list_for_each_entry(ubox, &topology->uboxes, list) {
		if (ubox->node_id != (int)node_id)
			continue;
		if (found)
			return PMON_DIE_UNKNOWN;
		found = ubox;
	}
	return found ? found->die[RESULT] : PMON_DIE_UNKNOWN;
}

const char *pmon_topology_problem(int die)
{
	return die == PMON_DIE_OFFLINE ?
		       "its package has no online CPU: not used until one is online" :
		       "its package is unknown: not used";
}

int pmon_topology_uncore_bus(const struct pmon_topology *topology, const struct pci_bus *bus)
{
	const struct pmon_ubox *ubox = find_ubox(topology, bus);
	unsigned int key = pmon_topology_bus_key(bus);

	if (!ubox)
		return PMON_BUS_UNKNOWN;
	return key - ubox->bus <= topology->map->second_bus ? key - ubox->bus : PMON_BUS_OTHER;
}
