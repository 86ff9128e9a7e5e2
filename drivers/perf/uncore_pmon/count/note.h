/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is noted of freezes: numbers for debugfs, and reports for the kernel log.
 */
#ifndef _UNCORE_PMON_NOTE_H
#define _UNCORE_PMON_NOTE_H

#include <linux/types.h>

#include "count/overflow.h"

struct pmon_die;

/**
 * pmon_note_report() - have something reported soon
 * @die: the die
 * @report: what
 *
 * Context: any.
 */
void pmon_note_report(struct pmon_die *die, enum pmon_overflow_report report);

/**
 * pmon_note_foreign() - other users have frozen the package; the first time is reported
 * @die: the die
 * @freezes: how often
 *
 * Context: the owner CPU, IRQs off.
 */
void pmon_note_foreign(struct pmon_die *die, unsigned int freezes);

/**
 * pmon_note_end() - a freeze has ended
 * @die: the die; not frozen for certain at &pmon_overflow.clear_at
 * @found_at: when it was found frozen
 * @samples: how many samples were made
 *
 * Context: the owner CPU, IRQs off.
 */
void pmon_note_end(struct pmon_die *die, u64 found_at, u64 samples);

/**
 * pmon_note_stayed() - a freeze has gone on although the driver had ended it
 * @die: the die
 * @report: what to report: PMON_REPORT_STAYED or PMON_REPORT_STANDS
 *
 * Context: the owner CPU, IRQs off.
 */
void pmon_note_stayed(struct pmon_die *die, enum pmon_overflow_report report);

/**
 * pmon_overflow_report() - say in the kernel log what has to be said
 * @die: the die
 *
 * Context: process context.
 */
void pmon_overflow_report(struct pmon_die *die);

#endif
