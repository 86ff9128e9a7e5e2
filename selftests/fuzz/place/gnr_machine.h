/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A machine with two Granite Rapids, and tables for it.
 */
#ifndef PLACE_GNR_MACHINE_H
#define PLACE_GNR_MACHINE_H

#include "machine.h"

#define GNR_CPU_MODEL	0xad

#define GNR_GLOBAL	0x3fe0		/* and two words of status from two later on */
#define GNR_MEMORY_BASE	0xc8000000ULL	/* what the channels are counted from */
#define GNR_CHANNEL(n)	(GNR_MEMORY_BASE + 0x24e800 + 0x4000 * (n))
#define GNR_STACK_BUS	0x00		/* with the discovery function of package 0 */
#define GNR_SECOND_BUS	0x7f		/* with the links of package 0 */
#define GNR_PORTS_BUS	0x60		/* of package 0; that of package 1 is 0x80 higher */

/* The table that entries are added to. */
extern u64 *gnr_table;

/** gnr_begin() - both packages, each with a table without entries; that of package 0 is gnr_table */
void gnr_begin(void);

/** gnr_begin_table() - make a table without entries, gnr_table from now on */
void gnr_begin_table(u64 *words, u64 global);

/** gnr_set_global() - let the status of global registers answer */
void gnr_set_global(u64 global);

/** gnr_add_entry() - one more entry, with four counters; returns its number */
unsigned int gnr_add_entry(enum pmon_access access, u64 control, u16 type, u16 id,
			   u8 control_offset, u8 counter_offset, u8 status_offset);

/** gnr_add_msr() - the same for a unit in MSR space */
unsigned int gnr_add_msr(u64 control, u16 type, u16 id);

/** gnr_add_function_unit() - the same for a unit in PCI configuration space */
unsigned int gnr_add_function_unit(unsigned int bus, unsigned int devfn, unsigned int reg, u16 type, u16 id);

#endif
