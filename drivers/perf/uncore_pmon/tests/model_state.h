/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Checks the invariants of a unit's state.
 */
#ifndef _UNCORE_PMON_MODEL_STATE_H
#define _UNCORE_PMON_MODEL_STATE_H

#include "count/unit.h"

/*
 * What is wrong with the slots of a unit after its last commit; NULL: nothing, or something changed
 * since. Nothing may change meanwhile.
 */
const char *model_state_error(const struct pmon_unit *unit);

#endif
