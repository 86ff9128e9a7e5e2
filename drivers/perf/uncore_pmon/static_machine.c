// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processors without discovery tables: from a static description to the machine as found.
 *
 * What a description lists is the most that a processor of the kind can have. MSRs are
 * tried, PCI functions are looked up; what is not there is noted for debugfs only.
 */
#include <linux/bitfield.h>
#include <linux/device.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "machine.h"
#include "static_machine.h"

/* Fits counters of 32 bits and more, and is nothing a register reads as by itself. */
#define PROBE_VALUE	0x5a3c96e1

struct probe {
	struct pmon_regspace space;
	const struct pmon_registers *registers;
	bool answers;
};

bool pmon_static_answers(const struct pmon_regspace *space,
			 const struct pmon_registers *registers)
{
	u64 value;

	/* Whoever used it last may have left it running. */
	space->ops->write64(space, registers->control[0], 0);
	space->ops->write64(space, registers->counter[0], PROBE_VALUE);
	value = space->ops->read64(space, registers->counter[0]);
	if (value != PROBE_VALUE)
		return false;
	space->ops->write64(space, registers->counter[0], 0);
	return true;
}

static void probe_here(void *data)
{
	struct probe *probe = data;

	probe->answers = pmon_static_answers(&probe->space, probe->registers);
}

static struct pmon_unit_desc *add_unit(struct pmon_machine *machine,
				       const struct pmon_static_machine *from,
				       const struct pmon_static_box *box,
				       int die, unsigned int id)
{
	const struct pmon_registers *registers = box->type->registers;
	struct pmon_unit_desc *desc;

	desc = kzalloc(sizeof(*desc), GFP_KERNEL);
	if (!desc)
		return NULL;
	desc->type = box->type;
	desc->die = die;
	desc->index = -1;
	desc->unit.type = box - from->boxes;
	desc->unit.id = id;
	desc->unit.access = box->access;
	desc->unit.num_counters = registers->num;
	desc->unit.width = registers->width;
	desc->unit.status_position = PMON_NO_STATUS;
	list_add_tail(&desc->list, &machine->units);
	return desc;
}

static int find_msr_units(struct device *dev, struct pmon_machine *machine,
			  const struct pmon_static_machine *from,
			  const struct pmon_static_box *box, int die)
{
	struct probe probe = { .registers = box->type->registers };
	struct pmon_unit_desc *desc;
	unsigned int id;
	int cpu, error;

	for (id = 0; id < box->num; id++) {
		desc = add_unit(machine, from, box, die, id);
		if (!desc)
			return -ENOMEM;
		desc->unit.control = box->units[id];
		error = pmon_regspace_init(dev, &probe.space, desc, 0);
		if (error)
			return error;
		probe.answers = false;
		cpu = pmon_topology_cpu(die);
		if (cpu >= 0)
			smp_call_function_single(cpu, probe_here, &probe, 1);
		desc->verdict = probe.answers ? PMON_OK : PMON_ABSENT;
	}
	return 0;
}

static u64 pci_address(const struct pci_dev *pci, unsigned int reg)
{
	return FIELD_PREP(PMON_PCI_DOMAIN, pci_domain_nr(pci->bus) &
					   FIELD_MAX(PMON_PCI_DOMAIN)) |
	       FIELD_PREP(PMON_PCI_BUS, pci->bus->number) |
	       FIELD_PREP(PMON_PCI_DEVFN, pci->devfn) |
	       FIELD_PREP(PMON_PCI_REGISTER, reg);
}

/* The function that has more registers of a unit: another one of the same bus. */
static struct pci_dev *find_companion(const struct pci_dev *unit, u16 device)
{
	struct pci_dev *pci = NULL;

	if (!device)
		return NULL;
	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, device, pci))) {
		/* Its registers are beyond the first 256 bytes. */
		if (pci->bus == unit->bus &&
		    pci->cfg_size >= PCI_CFG_SPACE_EXP_SIZE)
			return pci;
	}
	return NULL;
}

static bool already_found(const struct pmon_machine *machine,
			  const struct pmon_unit_desc *unit)
{
	const struct pmon_unit_desc *desc;

	list_for_each_entry(desc, &machine->units, list) {
		if (desc != unit && desc->die == unit->die &&
		    desc->unit.type == unit->unit.type &&
		    desc->unit.id == unit->unit.id && desc->verdict == PMON_OK)
			return true;
	}
	return false;
}

/* Without anything that names the package: the first function is the first die's. */
static int die_in_order(unsigned int position)
{
	int die = pmon_topology_next_die(-1);

	while (position-- && die >= 0)
		die = pmon_topology_next_die(die);
	return die;
}

static int find_functions(struct device *dev, struct pmon_machine *machine,
			  const struct pmon_static_machine *from,
			  const struct pmon_static_box *box, unsigned int id,
			  const struct pmon_topology *topology)
{
	struct pci_dev *pci = NULL;
	unsigned int position = 0;

	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, box->units[id], pci))) {
		int die = pmon_topology_die(topology, pci->bus);
		struct pmon_unit_desc *desc;

		if (die == PMON_DIE_UNKNOWN)
			die = die_in_order(position);
		position++;
		if (die < 0) {
			dev_info(dev, "%s: %s unit %u of a package without an online CPU: skipped\n",
				 pci_name(pci), box->type->name, id);
			continue;
		}
		desc = add_unit(machine, from, box, die, id);
		if (!desc) {
			pci_dev_put(pci);
			return -ENOMEM;
		}
		desc->unit.control = pci_address(pci, box->control);
		desc->pci = pci_dev_get(pci);
		desc->companion = find_companion(pci, box->companions[id]);
		if (already_found(machine, desc))
			desc->verdict = PMON_BAD_DUPLICATE;
	}
	return 0;
}

static int find_pci_units(struct device *dev, struct pmon_machine *machine,
			  const struct pmon_static_machine *from)
{
	struct pmon_topology topology;
	unsigned int i, id;
	int error;

	error = pmon_topology_init(&topology, &from->ubox);
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
		      const struct pmon_static_machine *from)
{
	int die, error = 0;
	unsigned int i;

	for (die = pmon_topology_next_die(-1); die >= 0 && !error;
	     die = pmon_topology_next_die(die)) {
		error = add_die(machine, die);
		for (i = 0; i < from->num_boxes && !error; i++) {
			if (from->boxes[i].access == PMON_ACCESS_MSR)
				error = find_msr_units(dev, machine, from,
						       &from->boxes[i], die);
		}
	}
	if (!error && from->ubox.device)
		error = find_pci_units(dev, machine, from);
	return error;
}

static unsigned int count_units(const struct pmon_machine *machine, int die)
{
	const struct pmon_unit_desc *desc;
	unsigned int num = 0;

	list_for_each_entry(desc, &machine->units, list)
		num += desc->die == die && desc->verdict == PMON_OK;
	return num;
}

int pmon_static_find(struct device *dev,
		     const struct pmon_static_machine *description,
		     struct pmon_machine *machine)
{
	const struct pmon_die_desc *die;
	unsigned int num, all = 0;
	int error;

	error = find_units(dev, machine, description);
	if (!error) {
		list_for_each_entry(die, &machine->dies, list) {
			num = count_units(machine, die->die);
			dev_info(dev, "die %d: %u units\n", die->die, num);
			all += num;
		}
		if (!all)
			error = -ENODEV;
	}
	if (error)
		pmon_machine_release(machine);
	return error;
}
