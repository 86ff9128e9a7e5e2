/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What holds of every machine whose tables were compared with it, by other means than the driver's.
 */
#ifndef PLACE_RULES_H
#define PLACE_RULES_H

#include "kernel.h"
#include "machine.h"

/**
 * place_check() - check the units that were found good
 * @machine: after place_run()
 *
 * None has registers that can be anything else than those of a unit, or another unit's. Ends the program if a rule is
 * broken.
 */
void place_check(const struct pmon_machine *machine);

/**
 * place_check_found() - check that a unit of a good table is there
 * @machine: after place_run()
 * @die: its package
 * @entry: what the good table has about it
 */
void place_check_found(const struct pmon_machine *machine, unsigned int die, const u64 *entry);

#endif
