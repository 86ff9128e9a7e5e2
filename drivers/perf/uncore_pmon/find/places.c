// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds units that no discovery table lists, at the places in the processor's description.
 *
 * A description lists all units that such a processor can have. Missing units are kept for debugfs
 * only. MSRs are probed on a CPU of each die. The UBox's map assigns PCI functions and memory
 * controllers to dies.
 */
#include <linux/bitops.h>
#include <linux/device.h>
#include <linux/minmax.h>
#include <linux/pci.h>
#include <linux/smp.h>

#include "count/regspace.h"
#include "find/placement_io.h"
#include "find/places.h"
#include "find/topology.h"
#include "processors/processor.h"

/* Fits into counters of 32 bits, and is an unlikely value of other registers. */
#define PROBE_VALUE	0x5a3c96e1

/**
 * struct search - state while the units of a type are found
 * @placement: the die
 * @places: the type
 * @box: its description, if tables list its units
 * @num: number of its units (PMON_FUSED)
 * @num_known: @num is known
 */
struct search {
	const struct pmon_placement *placement;
	const struct pmon_places *places;
	const struct pmon_known_box *box;
	unsigned int num;
	bool num_known;
};

struct probe {
	struct pmon_regspace space;
	const struct pmon_registers *registers;
	bool answers;
};

bool pmon_places_answers(const struct pmon_regspace *space, const struct pmon_registers *registers)
{
	u64 value;

	/* An earlier user may have left it running. */
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

	probe->answers = pmon_places_answers(&probe->space, probe->registers);
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

static bool channel_answers(const struct pmon_unit_desc *desc)
{
	unsigned int asked = 0;
	bool answers;

	do {
		answers = pmon_place_probe_channel(&desc->unit) == PMON_OK;
	} while (!answers && pmon_place_again(&asked));
	return answers;
}

static bool exists(const struct search *search, const struct pmon_unit_desc *desc)
{
	if (search->num_known)
		return desc->unit.id < search->num;
	if (search->places->presence == PMON_LISTED || search->box)
		return true;
	switch (desc->unit.access) {
	case PMON_ACCESS_MSR:
		return msr_answers(desc);
	case PMON_ACCESS_PCI:
		return pmon_place_answers(desc->pci, search->places->control);
	default:
		return channel_answers(desc);
	}
}

/* The first unit with an id, and the first one in a function, are used. */
static enum pmon_verdict check_place(const struct search *search, const struct pmon_unit_desc *desc)
{
	const struct pmon_unit_desc *other;
	bool taken = false;

	list_for_each_entry(other, &search->placement->machine->units, list) {
		/* Entries of a table are good until they are checked. */
		if (other == desc || other->verdict != PMON_OK ||
		    (other->index >= 0 && !other->claims))
			continue;
		if (other->die == desc->die && other->type == desc->type &&
		    other->unit.id == desc->unit.id)
			return PMON_BAD_DUPLICATE;
		taken |= desc->pci && other->pci == desc->pci;
	}
	if (taken)
		return PMON_BAD_OVERLAP;
	return exists(search, desc) ? PMON_OK : PMON_ABSENT;
}

/* The unit is complete but for its companion. */
static struct pmon_unit_desc *add_unit(const struct search *search, unsigned int id, u64 control,
				       unsigned int place, struct pci_dev *pci)
{
	const struct pmon_places *places = search->places;
	const struct pmon_registers *registers = places->type->registers;
	const struct pmon_known_box *box = search->box;
	struct pmon_unit_desc *desc =
		pmon_place_new_unit(search->placement, search->placement->die, -1);

	if (!desc)
		return NULL;
	desc->type = places->type;
	desc->number = id;
	desc->place = place;
	desc->documented = !box;
	desc->box = box;
	desc->pci = pci_dev_get(pci);
	/* Tables do not list the counters beside their units. */
	desc->unit.type = (places->with ?: places->type)->number;
	desc->unit.id = id;
	desc->unit.access = places->access;
	desc->unit.control = control;
	if (registers) {
		desc->unit.num_counters = registers->num;
		desc->unit.width = registers->width;
	} else if (box) {
		desc->unit.num_counters = box->max_counters;
		desc->unit.width = PMON_TABLE_WIDTH;
		desc->unit.control_offset = box->control_offset;
		desc->unit.counter_offset = box->counter_offset;
		desc->unit.status_offset = box->status_offset;
		desc->unit.stride = pmon_table_stride(places->access, desc->unit.type, 0);
	}
	desc->unit.status_position = PMON_NO_STATUS;
	desc->verdict = check_place(search, desc);
	desc->claims = box && desc->verdict == PMON_OK;
	return desc;
}

struct pmon_unit_desc *pmon_places_add(const struct pmon_placement *placement,
				       const struct pmon_known_box *box, unsigned int id,
				       u64 control)
{
	const struct search search = { .placement = placement, .places = &box->at, .box = box };

	return add_unit(&search, id, control, 0, NULL);
}

/*
 * Does the neighbour of unit @id exist, a good unit of &pmon_places.with? If there is one unit
 * beside each neighbour, @id receives the neighbour's id. If the machine hides all neighbours, they
 * prove nothing.
 */
static bool has_neighbour(const struct search *search, unsigned int *id)
{
	const struct pmon_places *places = search->places;
	unsigned int of_unit = max_t(int, places->beside, 1);
	unsigned int of_many = max_t(int, -places->beside, 1);
	const struct pmon_unit_desc *desc;
	bool any = false;

	if (!places->with)
		return true;
	for_each_unit(desc, search->placement) {
		if (desc->type != places->with || desc->verdict != PMON_OK)
			continue;
		any = true;
		if (desc->number / of_many != *id / of_unit)
			continue;
		if (!places->beside)
			*id = desc->unit.id;
		return true;
	}
	return !any && (places->presence == PMON_ANSWERS ||
			(places->linked && search->placement->machine->max_dies > 1));
}

/* Add the units of all runs; they are relative to @base, and the first one has the number @id. */
static int add_runs(const struct search *search, u64 base, unsigned int id)
{
	const struct pmon_run *run = search->places->runs;
	unsigned int i, position;

	for (i = 0; i < PMON_MAX_RUNS; i++, run++) {
		for (position = 0; position < run->num; position++, id++) {
			u64 control = base + run->first + (s64)run->stride * position;
			unsigned int own_id = id;

			if (has_neighbour(search, &own_id) &&
			    !add_unit(search, own_id, control, position, NULL))
				return -ENOMEM;
		}
	}
	return 0;
}

/*
 * Another function of the same bus with more registers of a unit. They are beyond the first 256
 * bytes, which the machine may not reach.
 */
static struct pci_dev *find_companion(const struct search *search, const struct pci_dev *unit,
				      u16 device)
{
	const struct pmon_resource *resource = search->places->type->resources;
	struct pci_dev *pci = NULL;

	if (!device)
		return NULL;
	while (!resource->companion)
		resource++;
	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, device, pci))) {
		if (pci->bus == unit->bus && pmon_place_answers(pci, resource->offset))
			return pci;
	}
	return NULL;
}

static int find_functions(const struct search *search, unsigned int id)
{
	const struct pmon_function *function = &search->places->functions[id];
	struct pmon_unit_desc *desc;
	struct pci_dev *pci = NULL;

	if (!function->device || !has_neighbour(search, &id))
		return 0;
	while ((pci = pmon_place_function(search->placement, function->device,
					  function->devfn ?: -1, pci))) {
		/* Not added if absent: the table's entry has that verdict. */
		if (search->box && !pmon_place_answers(pci, search->places->control))
			continue;
		desc = add_unit(search, id, pmon_pci_address(pci, search->places->control), 0, pci);
		if (!desc) {
			pci_dev_put(pci);
			return -ENOMEM;
		}
		desc->companion = find_companion(search, pci, function->companion);
	}
	return 0;
}

/*
 * A register that reads as all ones does not exist, as real ones have reserved bits. The driver
 * then probes for the units, unless the number is a code: no source has probed SBoxes.
 */
static void read_fuse(struct search *search)
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
	search->num_known = read || fuse->by_value;
	search->num = read ? num : 0;
	if (!read)
		dev_warn(placement->dev, "die %d: the register with the number of %s units does not answer\n",
			 placement->die->die, search->places->type->name);
}

int pmon_find_places(const struct pmon_placement *placement, const struct pmon_places *places,
		     const struct pmon_known_box *box)
{
	struct search search = { .placement = placement, .places = places, .box = box };
	unsigned int i, units = max(places->beside, 1);
	u32 start = placement->machine->processor->memory.start;
	const u64 *base = placement->die->mmio_base;
	int error = 0;

	if (places->presence == PMON_FUSED)
		read_fuse(&search);
	if (places->access == PMON_ACCESS_MSR)
		return add_runs(&search, 0, 0);
	if (places->access == PMON_ACCESS_PCI) {
		for (i = 0; i < PMON_MAX_FUNCTIONS && !error; i++)
			error = find_functions(&search, i);
		return error;
	}
	for (i = 0; i < PMON_MEMORY_CONTROLLERS && !error; i++)
		error = base[i] ? add_runs(&search, base[i] + start, i * units) : 0;
	return error;
}
