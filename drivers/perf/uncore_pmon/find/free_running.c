// SPDX-License-Identifier: GPL-2.0-only
/*
 * Emerald and Sapphire Rapids free-running counters.
 *
 * The discovery table leaves them out (guide, 1.9). They are where a stack or a
 * memory controller is, so they follow from the units that were found.
 */
#include <linux/slab.h>

#include "find/free_running.h"
#include "find/machine.h"
#include "find/placement_io.h"
#include "processors/emr.h"

/*
 * Table 1-10: clock of stack 0. The clocks are as far apart as the unit controls of the
 * stacks (Table 1-9).
 */
#define IIO_CONTROL_MSR		0x3000
#define IIO_CLOCK_MSR		0x340e

/* Table 1-12: DCLK, the first of the controller's free-running counters. */
#define IMC_CLOCK_OFFSET	0x22b0

static int add_unit(struct pmon_machine *machine, int die, u16 type, u16 id,
		    enum pmon_access access, u64 address)
{
	struct pmon_unit_desc *desc;

	desc = kzalloc(sizeof(*desc), GFP_KERNEL);
	if (!desc)
		return -ENOMEM;
	desc->unit.type = type;
	desc->unit.id = id;
	desc->unit.access = access;
	desc->unit.control = address;
	desc->unit.status_position = PMON_NO_STATUS;
	desc->die = die;
	desc->index = -1;
	desc->documented = true;
	list_add_tail(&desc->list, &machine->units);
	return 0;
}

static bool has_memory_controller(const struct pmon_machine *machine,
				  const struct pmon_die_desc *die,
				  int controller)
{
	const struct pmon_unit_desc *desc;
	int channel;

	list_for_each_entry(desc, &machine->units, list) {
		if (desc->die != die->die || desc->verdict != PMON_OK ||
		    desc->unit.type != EMR_IMC)
			continue;
		channel = pmon_place_channel(die, desc->unit.control);
		if (channel >= 0 && channel / PMON_CHANNELS == controller)
			return true;
	}
	return false;
}

static int add_stacks(struct pmon_machine *machine)
{
	struct pmon_unit_desc *desc, *last;
	int error = 0;

	if (list_empty(&machine->units))
		return 0;
	/* What is added goes behind the last one, and is not looked at. */
	last = list_last_entry(&machine->units, struct pmon_unit_desc, list);
	list_for_each_entry(desc, &machine->units, list) {
		/* Where it is tells which stack it belongs to; its number need not. */
		if (desc->verdict == PMON_OK && desc->unit.type == EMR_IIO)
			error = add_unit(machine, desc->die,
					 EMR_IIO_FREE_RUNNING, desc->unit.id,
					 PMON_ACCESS_MSR, IIO_CLOCK_MSR +
					 desc->unit.control - IIO_CONTROL_MSR);
		if (error || desc == last)
			break;
	}
	return error;
}

int pmon_emr_add_free_running(struct pmon_machine *machine)
{
	struct pmon_die_desc *die;
	unsigned int i;
	int error;

	error = add_stacks(machine);
	list_for_each_entry(die, &machine->dies, list) {
		for (i = 0; i < ARRAY_SIZE(die->mmio_base) && !error; i++) {
			if (!pmon_die_usable(die) || !die->mmio_base[i] ||
			    !has_memory_controller(machine, die, i))
				continue;
			error = add_unit(machine, die->die,
					 EMR_IMC_FREE_RUNNING, i,
					 PMON_ACCESS_MMIO,
					 die->mmio_base[i] + IMC_CLOCK_OFFSET);
		}
	}
	return error;
}
