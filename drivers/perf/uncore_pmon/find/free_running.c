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
#include "processors/box.h"
#include "processors/emr.h"

/*
 * Table 1-10: clock of stack 0. The clocks are as far apart as the unit controls of the
 * stacks (Table 1-9).
 */
#define IIO_CONTROL_MSR		0x3000
#define IIO_CLOCK_MSR		0x340e

/* Table 1-12: DCLK, the first of the controller's free-running counters. */
#define IMC_CLOCK_OFFSET	0x22b0

static int add_unit(struct pmon_machine *machine, int die,
		    const struct pmon_box_type *type, u16 beside, u16 id,
		    enum pmon_access access, u64 address)
{
	struct pmon_unit_desc *desc;

	desc = kzalloc(sizeof(*desc), GFP_KERNEL);
	if (!desc)
		return -ENOMEM;
	desc->type = type;
	desc->unit.type = beside;
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

/* Where a stack is tells which one it is; its number need not. */
static int add_stack(struct pmon_machine *machine,
		     const struct pmon_unit_desc *stack)
{
	return add_unit(machine, stack->die, &pmon_emr_iio_free_running,
			EMR_IIO, stack->unit.id, PMON_ACCESS_MSR,
			IIO_CLOCK_MSR + stack->unit.control - IIO_CONTROL_MSR);
}

int pmon_emr_add_free_running(struct pmon_machine *machine,
			      const struct pmon_die_desc *die)
{
	bool controllers[PMON_MEMORY_CONTROLLERS] = {};
	struct pmon_unit_desc *desc;
	int channel, error = 0;
	unsigned int i;

	list_for_each_entry(desc, &machine->units, list) {
		/* The units that this adds have a type already. */
		if (desc->die != die->die || desc->verdict != PMON_OK ||
		    desc->type || error)
			continue;
		channel = pmon_place_channel(die, desc->unit.control);
		if (desc->unit.type == EMR_IIO)
			error = add_stack(machine, desc);
		else if (desc->unit.type == EMR_IMC && channel >= 0)
			controllers[channel / PMON_CHANNELS] = true;
	}
	for (i = 0; i < ARRAY_SIZE(controllers) && !error; i++) {
		if (controllers[i])
			error = add_unit(machine, die->die,
					 &pmon_emr_imc_free_running, EMR_IMC, i,
					 PMON_ACCESS_MMIO,
					 die->mmio_base[i] + IMC_CLOCK_OFFSET);
	}
	return error;
}
