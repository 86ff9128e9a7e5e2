// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processors without discovery tables: finds the units of a description on the machine.
 *
 * Tries MSRs on a CPU of each die. Looks up PCI functions, whose die follows from the UBox's map.
 */
#include <linux/device.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "find/machine.h"
#include "find/static_machine.h"
#include "find/topology.h"

struct probe {
	struct pmon_regspace space;
	const struct pmon_registers *registers;
	bool answers;
};

static void probe_here(void *data)
{
	struct probe *probe = data;

	probe->answers = pmon_static_answers(&probe->space, probe->registers);
}

static bool answers(const struct pmon_unit_desc *desc)
{
	struct probe probe = { .registers = desc->type->registers };
	int cpu = pmon_topology_cpu(desc->die);

	if (cpu < 0 || pmon_regspace_init(NULL, &probe.space, desc, 0))
		return false;
	smp_call_function_single(cpu, probe_here, &probe, 1);
	return probe.answers;
}

/* Another function of the same bus with more registers of a unit. */
static struct pci_dev *find_companion(const struct pci_dev *unit, u16 device)
{
	struct pci_dev *pci = NULL;

	if (!device)
		return NULL;
	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, device, pci))) {
		/* The registers are beyond the first 256 bytes. */
		if (pci->bus == unit->bus &&
		    pci->cfg_size >= PCI_CFG_SPACE_EXP_SIZE)
			return pci;
	}
	return NULL;
}

/* The last resort: if each package has the function, buses and packages are in the same order. */
static int die_in_order(const struct pmon_machine *machine, const struct pci_dev *unit)
{
	unsigned int num = 0, position = 0, bus = pmon_topology_bus_key(unit->bus);
	struct pci_dev *pci = NULL;

	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, unit->device, pci))) {
		num++;
		position += pmon_topology_bus_key(pci->bus) < bus;
	}
	return num == machine->max_dies ? pmon_topology_position_die(position) : PMON_DIE_UNKNOWN;
}

static struct pmon_die_desc *find_die(struct pmon_machine *machine, int die)
{
	struct pmon_die_desc *desc;

	list_for_each_entry(desc, &machine->dies, list) {
		if (desc->die == die)
			return desc;
	}
	return NULL;
}

static int find_functions(struct device *dev, struct pmon_machine *machine,
			  const struct pmon_processor *from,
			  const struct pmon_static_box *box, unsigned int id,
			  const struct pmon_topology *topology)
{
	struct pci_dev *pci = NULL;

	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, box->units[id], pci))) {
		int die = pmon_topology_die(topology, pci->bus);
		const struct pmon_die_desc *of;
		struct pmon_unit_desc *desc;

		if (die == PMON_DIE_UNKNOWN)
			die = die_in_order(machine, pci);
		if (die < 0) {
			dev_info(dev, "%s: %s unit %u: %s\n", pci_name(pci), box->type->name, id,
				 pmon_topology_problem(die));
			continue;
		}
		of = find_die(machine, die);
		if (!of || !pmon_die_usable(of) || of->placed)
			continue;
		desc = pmon_static_add_unit(machine, from, box, die, id);
		if (!desc) {
			pci_dev_put(pci);
			return -ENOMEM;
		}
		desc->unit.control = pmon_pci_address(pci, box->control);
		desc->pci = pci_dev_get(pci);
		desc->companion = find_companion(pci, box->companions[id]);
	}
	return 0;
}

static int find_pci_units(struct device *dev, struct pmon_machine *machine,
			  const struct pmon_processor *from)
{
	struct pmon_topology topology;
	unsigned int i, id;
	int error;

	error = pmon_topology_init(&topology, &from->ubox, machine->max_dies);
	if (error)
		return error;
	for (i = 0; i < from->num_boxes; i++) {
		const struct pmon_static_box *box = &from->boxes[i];

		for (id = 0; id < box->num && !error; id++) {
			if (box->access == PMON_ACCESS_PCI)
				error = find_functions(dev, machine, from, box,
						       id, &topology);
		}
	}
	pmon_topology_release(&topology);
	return error;
}

static int add_die(struct pmon_machine *machine, int die)
{
	struct pmon_die_desc *desc = kzalloc(sizeof(*desc), GFP_KERNEL);

	if (!desc)
		return -ENOMEM;
	desc->die = die;
	list_add_tail(&desc->list, &machine->dies);
	return 0;
}

static int find_units(struct device *dev, struct pmon_machine *machine,
		      const struct pmon_processor *from)
{
	int die, error = 0;

	for (die = pmon_topology_next_die(-1); die >= 0 && !error;
	     die = pmon_topology_next_die(die)) {
		if (find_die(machine, die))
			continue;
		error = add_die(machine, die);
		if (!error)
			error = pmon_static_add_msrs(machine, from, die, answers);
	}
	if (!error && from->ubox.device)
		error = find_pci_units(dev, machine, from);
	return error;
}

int pmon_static_find(struct device *dev, struct pmon_machine *machine)
{
	struct pmon_die_desc *die;
	unsigned int num, all = 0;
	int error;

	error = find_units(dev, machine, machine->processor);
	if (error)
		return error;
	list_for_each_entry(die, &machine->dies, list) {
		num = pmon_static_count(machine, die->die);
		if (!die->placed)
			dev_info(dev, "die %d: %u units of %s\n", die->die, num,
				 machine->processor->name);
		die->placed = true;
		all += num;
	}
	return all ? 0 : -ENODEV;
}
