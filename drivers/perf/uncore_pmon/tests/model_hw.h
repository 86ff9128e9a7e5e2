/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers of the units of the random test. See model.h.
 */
#ifndef _UNCORE_PMON_MODEL_HW_H
#define _UNCORE_PMON_MODEL_HW_H

#include "model.h"

/* Registers; those of PCI are dwords apart. */
#define UNIT_CONTROL		0
#define FIXED_CONTROL		0x90
#define EXTRA_COUNTER		0x98	/* fixed, and two free-running */
#define FILTERS			0xb0	/* see model_type.c */

#define UNIT_FREEZE		BIT(0)
#define UNIT_RESET		(BIT(8) | BIT(9))
#define UNIT_ENABLE		BIT(1)
#define GLOBAL_STATUS		2	/* offset of the global status */

/* Control bits. */
#define ENABLE			BIT_ULL(22)
#define CLEAR			BIT_ULL(17)
#define FREEZE_ON_OVERFLOW	BIT_ULL(20)
#define FIXED_CLEAR		BIT_ULL(19)
#define WITH_A			BIT_ULL(16)	/* uses filter A */
#define WITH_B			BIT_ULL(18)
#define SELECT			GENMASK_ULL(7, 0)
#define EVENT			(GENMASK_ULL(16, 0) | WITH_B | GENMASK_ULL(63, 32))

#define FIRST_BAND		0x0b
#define BANDS			4
#define TWINS			2	/* in the place of bands */
#define TWIN_CONFIG		GENMASK_ULL(47, 40)	/* of config, not of the control */
#define GATE			BIT(3)
#define FIRST_MESH		7	/* codes of events of the mesh stop: two */

/* Numbers of filters. */
enum model_filter {
	BAND_VALUES,
	FILTER_A,
	FILTER_B,
	GATE_OF_B,
	TWIN_MATCH,
	TWIN_SWITCH,	/* gate of the former; those of the second twin follow */
	SECOND_TWIN,
};

#define TWIN_STEP		(SECOND_TWIN - TWIN_MATCH)

/* Is a filter in a PCI function that exists? */
static inline bool model_has_filter(const struct model_unit *unit, unsigned int filter)
{
	return !unit->model->type.resources[filter].companion || unit->unit->companion.ops;
}

static inline unsigned int control_at(const struct model *model, unsigned int i)
{
	return model->halves ? 0x48 + 8 * i : 2 + i;
}

static inline unsigned int counter_at(const struct model *model, unsigned int i)
{
	return model->halves ? 8 + 8 * i : 0x10 + i;
}

static inline unsigned int status_at(const struct model *model)
{
	return model->halves ? 0x88 : 1;
}

/* model_hw.c */
extern const struct pmon_regspace_ops model_msr_ops;
extern const struct pmon_regspace_ops model_pci_ops;
extern const struct pmon_regspace_ops model_global_ops;

#endif
