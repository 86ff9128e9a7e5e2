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
#include "find/placing.h"
#include "find/static_machine.h"
#include "find/topology.h"

/**
 * struct search - state while the units of a type are found
 * @placement: the die
 * @places: the type
 * @num: number of its units (PMON_FUSED)
 */
struct search {
	const struct pmon_placement *placement;
	const struct pmon_places *places;
	unsigned int num;
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
	const struct search *search = data;

	switch (search->places->presence) {
	case PMON_ANSWERS:
		return answers(desc);
	case PMON_FUSED:
		return desc->unit.id < search->num;
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

static int find_functions(struct search *search, unsigned int id)
{
	const struct pmon_placement *placement = search->placement;
	const struct pmon_places *places = search->places;
	const struct pmon_function *function = &places->functions[id];
	struct pci_dev *pci = NULL;

	if (!function->device || !pmon_static_neighbour(placement, places, &id))
		return 0;
	while ((pci = pmon_place_function(placement, function->device, function->devfn ?: -1,
					  pci))) {
		const struct pmon_unit_desc *other;
		struct pmon_unit_desc *desc;
		bool taken = false;

		list_for_each_entry(other, &placement->machine->units, list)
			taken |= other->pci == pci && other->verdict == PMON_OK;
		desc = pmon_static_add_unit(placement, places, id);
		if (!desc) {
			pci_dev_put(pci);
			return -ENOMEM;
		}
		desc->unit.control = pmon_pci_address(pci, places->control);
		desc->pci = pci_dev_get(pci);
		desc->companion = find_companion(pci, function->companion);
		if (desc->verdict != PMON_OK)
			continue;
		if (taken)
			desc->verdict = PMON_BAD_OVERLAP;
		else if (places->control >= pci->cfg_size)
			desc->verdict = PMON_BAD_DEVICE;
		else if (!exists(desc, search))
			desc->verdict = PMON_ABSENT;
	}
	return 0;
}

/* Processors have some reserved bits in such registers: if all are set, it is not one. */
static unsigned int fused_number(const struct search *search)
{
	const struct pmon_placement *placement = search->placement;
	const struct pmon_fuse *fuse = search->places->fuse;
	struct pci_dev *pci = pmon_place_function(placement, fuse->device, fuse->devfn ?: -1, NULL);
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
	dev_warn(placement->dev, "die %d: no unit of %s: the register with their number does not answer\n",
		 placement->die->die, search->places->type->name);
	return 0;
}

static int find_channels(struct search *search)
{
	const u64 *base = search->placement->die->mmio_base;
	unsigned int mc, units = max(search->places->beside, 1);
	int error = 0;

	for (mc = 0; mc < PMON_MEMORY_CONTROLLERS && !error; mc++) {
		if (base[mc])
			error = pmon_static_add_runs(search->placement, search->places, base[mc],
						     mc * units, exists, search);
	}
	return error;
}

int pmon_find_places(const struct pmon_placement *placement, const struct pmon_places *places)
{
	struct search search = { .placement = placement, .places = places };
	unsigned int id;
	int error = 0;

	if (places->presence == PMON_FUSED)
		search.num = fused_number(&search);
	switch (places->access) {
	case PMON_ACCESS_MSR:
		return pmon_static_add_runs(placement, places, 0, 0, exists, &search);
	case PMON_ACCESS_MMIO:
		return find_channels(&search);
	case PMON_ACCESS_PCI:
		break;
	}
	for (id = 0; id < PMON_MAX_FUNCTIONS && !error; id++)
		error = find_functions(&search, id);
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

static int find_die(struct pmon_placement *placement, int number)
{
	const struct pmon_processor *processor = placement->machine->processor;
	struct pmon_die_desc *die = kzalloc(sizeof(*die), GFP_KERNEL);
	unsigned int i;
	int error = 0;

	if (!die)
		return -ENOMEM;
	die->die = number;
	list_add_tail(&die->list, &placement->machine->dies);
	placement->die = die;
	pmon_place_memory(placement);
	for (i = 0; i < processor->num_places && !error; i++)
		error = pmon_find_places(placement, &processor->places[i]);
	if (error)
		return error;
	die->placed = true;
	/* Once is enough. */
	placement->report_unknown = false;
	dev_info(placement->dev, "die %d: %u units of %s\n", number,
		 pmon_static_count(placement->machine, number), processor->name);
	return 0;
}

int pmon_static_find(struct device *dev, struct pmon_machine *machine)
{
	struct pmon_topology topology;
	struct pmon_placement placement = {
		.dev = dev, .machine = machine, .topology = &topology, .report_unknown = true,
	};
	const struct pmon_die_desc *desc;
	unsigned int all = 0;
	int die, error;

	error = pmon_topology_init(&topology, &machine->processor->ubox, machine->max_dies);
	if (error)
		return error;
	for (die = pmon_topology_next_die(-1); die >= 0 && !error;
	     die = pmon_topology_next_die(die)) {
		if (!has_die(machine, die))
			error = find_die(&placement, die);
	}
	pmon_topology_release(&topology);
	if (error)
		return error;
	list_for_each_entry(desc, &machine->dies, list)
		all += pmon_static_count(machine, desc->die);
	return all ? 0 : -ENODEV;
}
