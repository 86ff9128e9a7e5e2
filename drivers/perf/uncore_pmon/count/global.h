/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Global registers of a die: freeze of all counters, and which unit has overflowed (guide,
 * Table 1-1).
 */
#ifndef _UNCORE_PMON_GLOBAL_H
#define _UNCORE_PMON_GLOBAL_H

#include <linux/types.h>

#include "count/regspace.h"

struct pmon_die;
struct pmon_die_desc;
struct pmon_unit;

/*
 * Most registers of a global status. Emerald Rapids has two (Table 1-8); eight are enough for the
 * most units that Granite Rapids is known to have, CHAs and all.
 */
#define PMON_GLOBAL_STATUS_WORDS	8

/**
 * struct pmon_global - the global registers of a die
 * @space: the registers, from the global control
 * @usable: the registers can be used
 * @untried: freeze on overflow is neither documented nor tested on this processor, and the module's
 *	     user has not allowed it: the driver does not access the status
 * @status_offset: of the first global status register
 * @status_bits: how many of their bits are in use
 * @stuck: status bits that cannot be cleared
 * @next: those of another table of the die, which are only set going, or NULL
 */
struct pmon_global {
	struct pmon_regspace space;
	bool usable;
	bool untried;
	unsigned int status_offset;
	unsigned int status_bits;
	u64 stuck[PMON_GLOBAL_STATUS_WORDS];
	struct pmon_global *next;
};

/**
 * pmon_global_init() - reach the global registers of a die, if they can be used
 * @die: the die
 * @desc: what discovery found; of several tables the first
 *
 * Return: 0 or an error of pmon_regspace_init().
 */
int pmon_global_init(struct pmon_die *die, const struct pmon_die_desc *desc);

/**
 * pmon_global_add() - reach those of another table, if they are others and can be used
 * @die: the die, after pmon_global_init()
 * @desc: another table of the die
 *
 * Firmware can have left them frozen.
 *
 * Return: 0, -ENOMEM or an error of pmon_regspace_init().
 */
int pmon_global_add(struct pmon_die *die, const struct pmon_die_desc *desc);

/**
 * pmon_global_usable() - can a die's counters be frozen together?
 * @global: its global registers
 */
static inline bool pmon_global_usable(const struct pmon_global *global)
{
	return global->usable;
}

/**
 * pmon_global_freeze() - stop all counters of the die, or let them go on
 * @global: the die's global registers
 * @freeze: stop them
 *
 * The control is write-only: it cannot be read whether the die is frozen.
 *
 * Context: a CPU of the die.
 */
void pmon_global_freeze(const struct pmon_global *global, bool freeze);

/**
 * pmon_global_read_status() - read which units have a counter that has overflowed
 * @global: the die's global registers
 * @status: receives PMON_GLOBAL_STATUS_WORDS words at the most; without the bits that are stuck
 *
 * Context: a CPU of the die.
 * Return: true if there is any.
 */
bool pmon_global_read_status(struct pmon_global *global, u64 *status);

/**
 * pmon_global_clear_status() - clear bits of the status
 * @global: the die's global registers
 * @status: the bits
 *
 * Context: a CPU of the die.
 */
void pmon_global_clear_status(const struct pmon_global *global,
			      const u64 *status);

/**
 * pmon_global_give_up() - ignore bits of the status from now on
 * @global: the die's global registers
 * @status: bits that could not be cleared
 */
void pmon_global_give_up(struct pmon_global *global, const u64 *status);

/**
 * pmon_global_flags() - does a status have the bit of a unit?
 * @status: the status
 * @unit: the unit
 */
bool pmon_global_flags(const u64 *status, const struct pmon_unit *unit);

#endif
