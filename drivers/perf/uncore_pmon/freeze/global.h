/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Global registers of a die: the freeze of all counters, and the overflow status of units (guide,
 * Table 1-1).
 *
 * They are accessed on a CPU of the die.
 */
#ifndef _UNCORE_PMON_GLOBAL_H
#define _UNCORE_PMON_GLOBAL_H

#include <linux/types.h>

#include "count/regspace.h"

struct pmon_die;
struct pmon_left_freeze;
struct pmon_table_global;
struct pmon_unit;

/*
 * Maximum number of global status registers. Emerald Rapids has two (Table 1-8). Eight cover the
 * largest known number of units of Granite Rapids, including CHAs.
 */
#define PMON_GLOBAL_STATUS_WORDS	8

/* The global registers of a die. */
struct pmon_global {
	struct pmon_regspace space;	/* from the global control */
	bool usable;			/* the die's counters can be frozen together */
	const struct pmon_left_freeze *left;	/* only to end a freeze that others left; or NULL */
	/*
	 * Freeze on overflow is neither documented nor tested on this processor, and the module
	 * parameter sample_untried is not set: the driver does not access the status.
	 */
	bool untried;
	unsigned int status_offset;	/* of the first global status register */
	unsigned int status_bits;	/* in use */
	u64 stuck[PMON_GLOBAL_STATUS_WORDS];	/* bits that cannot be cleared */
	struct pmon_global *next;	/* of another table of the die, only unfrozen; or NULL */
};

/*
 * Map the global registers of a die. @status_bits: bits of the status that are used; 0: no unit of
 * the die can sample. @untried: see &pmon_global.untried.
 *
 * Return: 0 or an error of pmon_regspace_init().
 */
int pmon_global_init(struct pmon_die *die, const struct pmon_table_global *table,
		     unsigned int status_bits, bool untried);

/*
 * Map the registers of another table of the die, if they differ, after pmon_global_init(): firmware
 * may have left them frozen.
 *
 * Return: 0, -ENOMEM or an error of pmon_regspace_init().
 */
int pmon_global_add(struct pmon_die *die, const struct pmon_table_global *table);

/*
 * Prepare for a freeze that others have left. @left: how to end it, or NULL.
 *
 * Return: 0 or an error of pmon_regspace_init().
 */
int pmon_global_init_left(struct pmon_die *die, const struct pmon_left_freeze *left);

/*
 * End a freeze that others have left, if there can be one. Whether the package is frozen cannot be
 * read on all processors.
 */
void pmon_global_end_left(const struct pmon_global *global);

/*
 * Freeze or unfreeze all counters of the die. The control is write-only: software cannot read
 * whether the die is frozen.
 */
void pmon_global_freeze(const struct pmon_global *global, bool freeze);

/*
 * Read the overflow status of all units, up to PMON_GLOBAL_STATUS_WORDS words, without bits that
 * are stuck. Returns true if a bit is set.
 */
bool pmon_global_read_status(struct pmon_global *global, u64 *status);

/*
 * Clear bits of the status. Also stuck bits: if a freeze is slow, counters can set them again in
 * each attempt.
 */
void pmon_global_clear_status(const struct pmon_global *global, const u64 *status);

/* Ignore bits of the status, which could not be cleared, from now on. */
void pmon_global_give_up(struct pmon_global *global, const u64 *status);

/* Is the status bit of a unit set? */
bool pmon_global_flags(const u64 *status, const struct pmon_unit *unit);

#endif
