// SPDX-License-Identifier: GPL-2.0-only
/*
 * Statistics and reports of freezes. See note.h.
 */
#include <linux/bitops.h>
#include <linux/device.h>
#include <linux/ktime.h>

#include "count/defer.h"
#include "count/die.h"
#include "count/trace.h"
#include "freeze/note.h"

/* Defers the report: the package may be frozen now, and IRQs are off. */
void pmon_note_report(struct pmon_die *die, enum pmon_overflow_report report)
{
	set_bit(report, &die->overflow.reports);
	pmon_defer(die->deferred);
}

void pmon_note_foreign(struct pmon_die *die, unsigned int freezes)
{
	u64 before = die->overflow.stats.foreign;

	die->overflow.stats.foreign += freezes;
	if (freezes && !before)
		pmon_note_report(die, PMON_REPORT_FOREIGN);
}

void pmon_note_end(struct pmon_die *die, u64 found_at, u64 samples)
{
	struct pmon_overflow *overflow = &die->overflow;
	struct pmon_overflow_stats *stats = &overflow->stats;
	u64 now = ktime_get_ns();

	stats->freezes++;
	stats->last_waited = found_at - overflow->clear_at;
	stats->last_handled = now - found_at;
	stats->waited += stats->last_waited;
	stats->handled += stats->last_handled;
	overflow->clear_at = now;
	trace_freeze(die->die, samples, stats->last_waited, stats->last_handled);
}

void pmon_note_stayed(struct pmon_die *die, enum pmon_overflow_report report)
{
	struct pmon_overflow *overflow = &die->overflow;
	struct pmon_overflow_stats *stats = &overflow->stats;

	if (!(*(report == PMON_REPORT_STAYED ? &stats->stayed : &stats->endless))++)
		pmon_note_report(die, report);
	if (report != PMON_REPORT_STAYED)
		return;
	overflow->clear_at = die->watch.unverified_since;
	pmon_note_end(die, ktime_get_ns(), 0);
}

void pmon_overflow_report(struct pmon_die *die)
{
	struct pmon_overflow *overflow = &die->overflow;
	unsigned int i;

	if (test_and_clear_bit(PMON_REPORT_FOREIGN, &overflow->reports))
		dev_notice(die->dev,
			   "die %d: frozen by another user, through the global control or an overflow without a sampling event; unfrozen, not reported again\n",
			   die->die);
	if (test_and_clear_bit(PMON_REPORT_STAYED, &overflow->reports))
		dev_notice(die->dev,
			   "die %d: stayed frozen after a freeze was ended, a write of the global control was lost; unfrozen again, not reported again\n",
			   die->die);
	if (test_and_clear_bit(PMON_REPORT_STAYS_FROZEN, &overflow->reports))
		dev_warn(die->dev,
			 "die %d: no counter moves since a freeze was ended, and ending it again has no effect; not reported again\n",
			 die->die);
	if (!test_and_clear_bit(PMON_REPORT_STUCK, &overflow->reports))
		return;
	for (i = 0; i < PMON_GLOBAL_STATUS_WORDS; i++) {
		if (overflow->global.stuck[i])
			dev_warn_ratelimited(die->dev,
					     "die %d: global status %u: bits 0x%llx cannot be cleared, ignored from now on\n",
					     die->die, i,
					     overflow->global.stuck[i]);
	}
}
