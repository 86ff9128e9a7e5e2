// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the PCI bus of each IIO stack.
 *
 * Each package numbers its root buses: its "CPU buses". A table of the processor assigns the CPU
 * buses to IIO units. Their PCI bus numbers are in one of three places:
 *
 * 1. a function of the package, with a bit for each CPU bus that exists: from Intel's PCM;
 * 2. a function on each root bus, with the number of its CPU bus: from the in-tree driver;
 * 3. an MSR of the package: from the in-tree driver.
 *
 * No guide documents them.
 */
#include <linux/bitfield.h>
#include <linux/bits.h>
#include <linux/device.h>
#include <linux/kernel.h>
#include <linux/pci.h>
#include <linux/string.h>

#include "compat.h"
#include "find/machine.h"
#include "find/stacks.h"
#include "find/topology.h"
#include "processors/processor.h"

#define BUSES_VALID		0x1a0
#define BUSES_FIRST		0x190	/* CPU buses 0 to 15, a byte each */
#define BUSES_SECOND		0x1c0	/* CPU buses 16 to 31 */

/* The stack of a function's own bus. */
#define OWN_STACK		GENMASK(6, 4)

/* A byte for each stack. Bus 0 can only be that of the first one. */
#define MSR_VALID		BIT_ULL(63)
#define MSR_BUSES		6

/* EMR, SPR: bits 7:6 of a capability register are the size of the die. */
#define DIE_SIZE_DEVFN		PCI_DEVFN(30, 3)
#define DIE_SIZE_REGISTER	0x94
#define DIE_SIZE		GENMASK(7, 6)

#define CPU_BUSES		32

struct buses {
	u32 valid;
	unsigned int domain;
	u8 number[CPU_BUSES];
};

static bool read_msr(int die, u32 msr, struct buses *buses)
{
	unsigned int bus;
	u64 value;

	if (pmon_msr_read_on(pmon_topology_cpu(die), msr, &value) || value == ~0ULL ||
	    !(value & MSR_VALID))
		return false;
	for (bus = 0; bus < MSR_BUSES; bus++) {
		buses->number[bus] = value >> 8 * bus;
		if (!bus || buses->number[bus])
			buses->valid |= BIT(bus);
	}
	return true;
}

static bool read_own(struct pci_dev *pci, unsigned int reg, struct buses *buses)
{
	unsigned int stack;
	u32 value;

	if (pci_read_config_dword(pci, reg, &value) || value == ~0U)
		return false;
	stack = FIELD_GET(OWN_STACK, value);
	buses->valid = BIT(stack);
	buses->number[stack] = pci->bus->number;
	return true;
}

static bool read_buses(const struct pmon_stacks *stacks, struct pci_dev *pci, int die,
		       struct buses *buses)
{
	unsigned int bus, reg, byte;
	u32 value;

	memset(buses, 0, sizeof(*buses));
	buses->domain = pci_domain_nr(pci->bus);
	if (stacks->msr)
		return read_msr(die, stacks->msr, buses);
	if (stacks->own)
		return read_own(pci, stacks->own, buses);
	if (pci_read_config_dword(pci, BUSES_VALID, &buses->valid) || buses->valid == ~0U)
		return false;
	for (bus = 0; bus < CPU_BUSES; bus += sizeof(value)) {
		reg = bus < 16 ? BUSES_FIRST + bus : BUSES_SECOND + bus - 16;
		if (pci_read_config_dword(pci, reg, &value))
			return false;
		for (byte = 0; byte < sizeof(value); byte++)
			buses->number[bus + byte] = value >> 8 * byte;
	}
	return buses->valid;
}

/*
 * Add the buses of one more function, unless they contradict those of the others. Each function has
 * its own bus, or all buses of the package.
 */
static bool add_buses(const struct pmon_stacks *stacks, struct buses *buses,
		      const struct buses *others)
{
	bool same = !memcmp(buses, others, sizeof(*buses));
	bool apart = buses->domain == others->domain && !(buses->valid & others->valid);
	unsigned int bus;

	if (buses->valid && !(stacks->own ? apart : same))
		return false;
	buses->domain = others->domain;
	buses->valid |= others->valid;
	for (bus = 0; bus < CPU_BUSES; bus++)
		buses->number[bus] |= others->number[bus];
	return true;
}

/* A package can have several such functions. Those without valid buses are not used. */
static const char *find_buses(const struct pmon_topology *topology,
			      const struct pmon_stacks *stacks, int die, struct buses *buses)
{
	const char *problem = "no function has them";
	struct pci_dev *pci = NULL;
	struct buses others;

	memset(buses, 0, sizeof(*buses));
	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, stacks->device, pci))) {
		if (pmon_topology_die(topology, pci->bus) != die)
			continue;
		if (!read_buses(stacks, pci, die, &others)) {
			problem = "the registers with them do not answer";
		} else if (!add_buses(stacks, buses, &others)) {
			pci_dev_put(pci);
			buses->valid = 0;
			return "two functions have different ones";
		}
	}
	return buses->valid ? NULL : problem;
}

static unsigned int die_size(const struct pmon_topology *topology, unsigned int device, int die)
{
	struct pci_dev *pci = NULL;
	unsigned int size = 0;
	u32 value;

	while (device && (pci = pci_get_device(PCI_VENDOR_ID_INTEL, device, pci))) {
		if (pci->devfn == DIE_SIZE_DEVFN && pmon_topology_die(topology, pci->bus) == die &&
		    !pci_read_config_dword(pci, DIE_SIZE_REGISTER, &value) && value != ~0U)
			size = FIELD_GET(DIE_SIZE, value);
	}
	return size;
}

static const struct pmon_stack_map *find_stack_map(const struct pmon_stacks *stacks,
						   unsigned int size)
{
	const struct pmon_stack_map *map;

	for (map = stacks->maps; map->stacks; map++) {
		if (map->size == size && (!map->model || map->model == boot_cpu_data.x86_model))
			return map;
	}
	return NULL;
}

/* Is it a bus of the die, and no other stack's? */
static bool is_consistent(const struct pmon_topology *topology, const struct buses *buses,
			  unsigned int cpu_bus, int die)
{
	const struct pci_bus *bus = pci_find_bus(buses->domain, buses->number[cpu_bus]);
	unsigned int other, same = 0;

	for (other = 0; other < CPU_BUSES; other++)
		same += buses->valid & BIT(other) &&
			buses->number[other] == buses->number[cpu_bus];
	return same == 1 && bus && pmon_topology_die(topology, bus) == die;
}

static void find_bus(const struct pmon_topology *topology, const struct pmon_stack_map *map,
		     const struct buses *buses, struct pmon_unit_desc *desc)
{
	const struct pmon_stack *stack;

	for (stack = map->stacks; stack->kind; stack++) {
		/* PCM has the places of the units. Their ids in the table may differ. */
		if (stack->unit != desc->number || !(buses->valid & BIT(stack->cpu_bus)) ||
		    !is_consistent(topology, buses, stack->cpu_bus, desc->die))
			continue;
		desc->stack = stack->kind;
		snprintf(desc->where, sizeof(desc->where), "%04x:%02x", buses->domain,
			 buses->number[stack->cpu_bus]);
	}
}

static void find_of_die(struct device *dev, struct pmon_machine *machine,
			const struct pmon_topology *topology, int die)
{
	const struct pmon_stacks *stacks = machine->processor->stacks;
	const struct pmon_stack_map *map =
		find_stack_map(stacks, die_size(topology, stacks->size_device, die));
	struct pmon_unit_desc *desc;
	struct buses buses;
	const char *problem = find_buses(topology, stacks, die, &buses);

	if (problem || !map) {
		dev_info(dev, "die %d: the PCI buses of its IIO units are unknown: %s\n", die,
			 problem ?: "no source is sure of a die of this size");
		return;
	}
	list_for_each_entry(desc, &machine->units, list) {
		if (desc->die == die && desc->type == stacks->type && desc->verdict == PMON_OK &&
		    !*desc->where)
			find_bus(topology, map, &buses, desc);
	}
}

void pmon_find_stacks(struct device *dev, struct pmon_machine *machine,
		      const struct pmon_topology *topology)
{
	const struct pmon_die_desc *die;

	list_for_each_entry(die, &machine->dies, list) {
		if (machine->processor->stacks && die->die >= 0 &&
		    die == pmon_die_first(machine, die->die))
			find_of_die(dev, machine, topology, die->die);
	}
}
