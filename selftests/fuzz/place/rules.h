/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What holds of every machine whose tables were compared with it, by other means than the driver's.
 */
#ifndef PLACE_RULES_H
#define PLACE_RULES_H

#include "machine.h"

/**
 * struct place_unit_extent - the registers of a unit that was found good, from the lowest to the highest
 * @desc: the unit
 * @first: address of the lowest
 * @last: that of the last byte or register
 */
struct place_unit_extent {
	const struct pmon_unit_desc *desc;
	u64 first, last;
};

/**
 * struct place_rules - what holds of each unit of a processor; each ends the program if it does not
 * @msr: of a unit in MSR space
 * @config: of one in PCI configuration space
 * @memory: of one in memory
 * @global: whether the registers from the first to the last may be written as global control and status
 */
struct place_rules {
	void (*msr)(const struct place_unit_extent *extent);
	void (*config)(const struct place_unit_extent *extent);
	void (*memory)(const struct place_unit_extent *extent);
	bool (*global)(unsigned __int128 first, unsigned __int128 last);
};

/** place_check_anywhere() - rules for all memory but that of the memory controllers */
void place_check_anywhere(const struct place_unit_extent *extent);

/**
 * place_check_by() - check the units that were found good
 * @machine: after place_run()
 * @rules: of its processor
 *
 * None has registers that can be anything else than those of a unit, or another unit's. Ends the program if a rule is
 * broken.
 */
void place_check_by(const struct pmon_machine *machine, const struct place_rules *rules);

/** place_check() - the same for Emerald Rapids */
void place_check(const struct pmon_machine *machine);

/**
 * place_check_found() - check that a unit of a good table is there
 * @machine: after place_run()
 * @die: its package
 * @entry: what the good table has about it
 */
void place_check_found(const struct pmon_machine *machine, unsigned int die, const u64 *entry);

/** require() - count a case in @required, and end the program if @got is not @expected */
void require(const char *what, const char *which, int got, int expected);
extern unsigned int required;

#endif
