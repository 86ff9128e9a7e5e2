// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processors without discovery tables: finds the units of a description on the machine.
 *
 * Tries MSRs on a CPU of each die. Looks up PCI functions and memory controllers, whose die follows
 * from the UBox's map.
 */
#include <linux/bitops.h>
#include <linux/device.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "find/machine.h"
#include "find/placement_io.h"
#include "find/static_machine.h"
#include "find/topology.h"

/* Class of a function without a purpose. */
#define CLASS_NONE	0xffffff

/**
 * struct finder - state while the units of a die are found
 * @dev: for messages
 * @machine: the machine
 * @topology: the dies of the PCI buses
 * @die: the die
 * @places: the type
 * @num: number of its units (PMON_FUSED)
 * @silent: functions of unknown dies were reported before
 */
struct finder {
	struct device *dev;
	struct pmon_machine *machine;
	const struct pmon_topology *topology;
	struct pmon_die_desc *die;
	const struct pmon_places *places;
	unsigned int num;
	bool silent;
};

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

static bool msr_answers(const struct pmon_unit_desc *desc)
{
	struct probe probe = { .registers = desc->type->registers };
	int cpu = pmon_topology_cpu(desc->die);

	if (cpu < 0 || pmon_regspace_init(NULL, &probe.space, desc, 0))
		return false;
	smp_call_function_single(cpu, probe_here, &probe, 1);
	return probe.answers;
}

static bool answers(const struct pmon_unit_desc *desc)
{
	switch (desc->unit.access) {
	case PMON_ACCESS_MSR:
		return msr_answers(desc);
	case PMON_ACCESS_PCI:
		return pmon_place_answers(desc->pci, desc->unit.control & 0xfff);
	default:
		return pmon_place_probe_channel(&desc->unit) == PMON_OK;
	}
}

static bool exists(const struct pmon_unit_desc *desc, void *data)
{
	const struct finder *finder = data;

	switch (finder->places->presence) {
	case PMON_ANSWERS:
		return answers(desc);
	case PMON_FUSED:
		return desc->unit.id < finder->num;
	default:
		return true;
	}
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
		if (pci->devfn != unit->devfn)
			continue;
		num++;
		position += pmon_topology_bus_key(pci->bus) < bus;
	}
	return num == machine->max_dies ? pmon_topology_position_die(position) : PMON_DIE_UNKNOWN;
}

static int die_of(const struct finder *finder, const struct pci_dev *pci)
{
	int die = pmon_topology_die(finder->topology, pci->bus);

	return die == PMON_DIE_UNKNOWN ? die_in_order(finder->machine, pci) : die;
}

/* The next function of the die. Functions without a purpose do not count. */
static struct pci_dev *next_function(const struct finder *finder, u16 device, u8 devfn,
				     struct pci_dev *pci)
{
	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, device, pci))) {
		int die;

		if ((devfn && pci->devfn != devfn) || pci->class == CLASS_NONE)
			continue;
		die = die_of(finder, pci);
		if (die < 0 && !finder->silent)
			dev_info(finder->dev, "%s: function of %s: %s\n", pci_name(pci),
				 finder->places->type->name, pmon_topology_problem(die));
		if (die == finder->die->die)
			return pci;
	}
	return NULL;
}

static int find_functions(struct finder *finder, unsigned int id)
{
	const struct pmon_function *function = &finder->places->functions[id];
	struct pci_dev *pci = NULL;

	while ((pci = next_function(finder, function->device, function->devfn, pci))) {
		const struct pmon_unit_desc *other;
		struct pmon_unit_desc *desc;
		bool taken = false;

		list_for_each_entry(other, &finder->machine->units, list)
			taken |= other->pci == pci && other->verdict == PMON_OK;
		desc = pmon_static_add_unit(finder->machine, finder->places, finder->die->die, id);
		if (!desc) {
			pci_dev_put(pci);
			return -ENOMEM;
		}
		desc->unit.control = pmon_pci_address(pci, finder->places->control);
		desc->pci = pci_dev_get(pci);
		desc->companion = find_companion(pci, function->companion);
		if (desc->verdict != PMON_OK)
			continue;
		if (taken)
			desc->verdict = PMON_BAD_OVERLAP;
		else if (finder->places->control >= pci->cfg_size)
			desc->verdict = PMON_BAD_DEVICE;
		else if (!exists(desc, finder))
			desc->verdict = PMON_ABSENT;
	}
	return 0;
}

/* Processors have some reserved bits in such registers: if all are set, it is not one. */
static unsigned int fused_number(const struct finder *finder)
{
	const struct pmon_fuse *fuse = finder->places->fuse;
	struct pci_dev *pci = next_function(finder, fuse->device, fuse->devfn, NULL);
	unsigned int i, num = 0;
	bool read = false;

	for (i = 0; i < PMON_FUSE_WORDS && pci && fuse->words[i].mask; i++) {
		u32 value = ~0U;

		pci_read_config_dword(pci, fuse->words[i].offset, &value);
		read |= value != ~0U;
		value &= fuse->words[i].mask;
		if (fuse->by_value)
			num = value == fuse->value ? fuse->num : UINT_MAX;
		else
			num += hweight32(value);
	}
	pci_dev_put(pci);
	if (read)
		return num;
	dev_warn(finder->dev, "die %d: no unit of %s: the register with their number does not answer\n",
		 finder->die->die, finder->places->type->name);
	return 0;
}

static int find_channels(struct finder *finder)
{
	const struct pmon_places *places = finder->places;
	unsigned int mc, i, units = 0;
	int error = 0;

	for (i = 0; i < PMON_MAX_RUNS; i++)
		units += places->runs[i].num;
	for (mc = 0; mc < PMON_MEMORY_CONTROLLERS && !error; mc++) {
		if (finder->die->mmio_base[mc])
			error = pmon_static_add_runs(finder->machine, places, finder->die->die,
						     finder->die->mmio_base[mc], mc * units, exists,
						     finder);
	}
	return error;
}

static int find_places(struct finder *finder)
{
	const struct pmon_places *places = finder->places;
	unsigned int id;
	int error = 0;

	if (places->presence == PMON_FUSED)
		finder->num = fused_number(finder);
	switch (places->access) {
	case PMON_ACCESS_MSR:
		return pmon_static_add_runs(finder->machine, places, finder->die->die, 0, 0, exists,
					    finder);
	case PMON_ACCESS_MMIO:
		return find_channels(finder);
	case PMON_ACCESS_PCI:
		break;
	}
	for (id = 0; id < PMON_MAX_FUNCTIONS && !error; id++) {
		if (places->functions[id].device)
			error = find_functions(finder, id);
	}
	return error;
}

static bool has_die(const struct pmon_machine *machine, int die)
{
	const struct pmon_die_desc *desc;

	list_for_each_entry(desc, &machine->dies, list) {
		if (desc->die == die)
			return true;
	}
	return false;
}

static int find_die(struct finder *finder, int die)
{
	const struct pmon_processor *processor = finder->machine->processor;
	unsigned int i, num;
	int error = 0;

	finder->die = kzalloc(sizeof(*finder->die), GFP_KERNEL);
	if (!finder->die)
		return -ENOMEM;
	finder->die->die = die;
	list_add_tail(&finder->die->list, &finder->machine->dies);
	pmon_place_memory(finder->machine, finder->die, finder->topology);
	for (i = 0; i < processor->num_places && !error; i++) {
		finder->places = &processor->places[i];
		error = find_places(finder);
	}
	if (error)
		return error;
	finder->die->placed = true;
	finder->silent = true;
	num = pmon_static_count(finder->machine, die);
	dev_info(finder->dev, "die %d: %u units of %s\n", die, num, processor->name);
	return 0;
}

int pmon_static_find(struct device *dev, struct pmon_machine *machine)
{
	struct pmon_topology topology;
	struct finder finder = { .dev = dev, .machine = machine, .topology = &topology };
	const struct pmon_die_desc *desc;
	unsigned int all = 0;
	int die, error;

	error = pmon_topology_init(&topology, &machine->processor->ubox, machine->max_dies);
	if (error)
		return error;
	for (die = pmon_topology_next_die(-1); die >= 0 && !error;
	     die = pmon_topology_next_die(die)) {
		if (!has_die(machine, die))
			error = find_die(&finder, die);
	}
	pmon_topology_release(&topology);
	if (error)
		return error;
	list_for_each_entry(desc, &machine->dies, list)
		all += pmon_static_count(machine, desc->die);
	return all ? 0 : -ENODEV;
}
