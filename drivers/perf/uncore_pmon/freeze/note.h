/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records freezes: statistics for debugfs, and reports for the kernel log.
 */
#ifndef _UNCORE_PMON_NOTE_H
#define _UNCORE_PMON_NOTE_H

#include <linux/types.h>

#include "freeze/overflow.h"

struct pmon_die;

/**
 * pmon_note_report() - queue a report
 * @die: the die
 * @report: the report
 *
 * Context: any.
 */
void pmon_note_report(struct pmon_die *die, enum pmon_overflow_report report);

/**
 * pmon_note_foreign() - count freezes by other users; reports the first one
 * @die: the die
 * @freezes: number of freezes
 *
 * Context: the owner CPU, IRQs off.
 */
void pmon_note_foreign(struct pmon_die *die, unsigned int freezes);

/**
 * pmon_note_end() - record the end of a freeze
 * @die: the die; certainly not frozen at &pmon_overflow.clear_at
 * @found_at: time at which the freeze was found, ktime_get_ns()
 * @samples: number of samples taken
 *
 * Context: the owner CPU, IRQs off.
 */
void pmon_note_end(struct pmon_die *die, u64 found_at, u64 samples);

/**
 * pmon_note_stayed() - record a freeze that continued after the driver had ended it
 * @die: the die
 * @report: PMON_REPORT_STAYED or PMON_REPORT_STAYS_FROZEN
 *
 * Context: the owner CPU, IRQs off.
 */
void pmon_note_stayed(struct pmon_die *die, enum pmon_overflow_report report);

/**
 * pmon_overflow_report() - print pending reports to the kernel log
 * @die: the die
 *
 * Context: process context.
 */
void pmon_overflow_report(struct pmon_die *die);

#endif
