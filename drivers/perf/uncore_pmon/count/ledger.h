/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The ledger of a die: numbers of what the driver did and found, for debugfs. An entry with a text
 * is an anomaly. Its first occurrence is reported to the kernel log, from process context, because
 * it is found with IRQs off and locks held. Such deferred work also moves events.
 */
#ifndef _UNCORE_PMON_LEDGER_H
#define _UNCORE_PMON_LEDGER_H

#include <linux/irq_work.h>
#include <linux/types.h>
#include <linux/workqueue.h>

struct pmon_die;
struct pmon_unit;

/**
 * enum pmon_page - files in debugfs
 * @PMON_PAGE_READINGS: counters that were read twice
 * @PMON_PAGE_CONTROLS: checks of the controls of running counters
 * @PMON_PAGE_SAMPLING: freezes and samples
 */
enum pmon_page {
	PMON_PAGE_READINGS,
	PMON_PAGE_CONTROLS,
	PMON_PAGE_SAMPLING,
};

/**
 * enum pmon_entry - entries of a ledger
 * @PMON_READ_AGAIN: counters that were read a second time
 * @PMON_READ_WRONG: of these, values that the second read proved wrong
 * @PMON_UNIT_GONE: times that a unit stopped answering
 * @PMON_CONTROL_CHECKED: checks of controls
 * @PMON_CONTROL_CHANGED: controls that other software has changed
 * @PMON_CONTROL_LOSSY: controls that rewriting does not restore
 * @PMON_SAMPLES: samples
 * @PMON_FREEZES: times that the driver found the package frozen
 * @PMON_FOREIGN: freezes by other users
 * @PMON_LATE: overflows that froze nothing
 * @PMON_ASTRAY: overflows that set a wrong status bit
 * @PMON_EARLY: overflows of sampling counters before the end of their period
 * @PMON_STAYED: freezes that continued although the driver had ended them
 * @PMON_ENDLESS: freezes that continued although the driver had ended them several times
 * @PMON_STUCK: bits of the global status that could not be cleared
 * @PMON_MISSED: periods that ended before the sample of the previous period
 * @PMON_STORMS: pauses of sampling because events overflowed before each poll
 * @PMON_WAITED: nanoseconds from the last poll without a freeze to the poll that found it, sum
 * @PMON_HANDLED: nanoseconds from there to the end of the freeze, sum
 * @PMON_LAST_WAITED: as PMON_WAITED, of the last freeze
 * @PMON_LAST_HANDLED: as PMON_HANDLED, of the last freeze
 * @PMON_ENTRIES: number of entries
 *
 * Documentation/ABI/testing/debugfs-uncore_pmon-* describe each entry.
 */
enum pmon_entry {
	PMON_READ_AGAIN,
	PMON_READ_WRONG,
	PMON_UNIT_GONE,
	PMON_CONTROL_CHECKED,
	PMON_CONTROL_CHANGED,
	PMON_CONTROL_LOSSY,
	PMON_SAMPLES,
	PMON_FREEZES,
	PMON_FOREIGN,
	PMON_LATE,
	PMON_ASTRAY,
	PMON_EARLY,
	PMON_STAYED,
	PMON_ENDLESS,
	PMON_STUCK,
	PMON_MISSED,
	PMON_STORMS,
	PMON_WAITED,
	PMON_HANDLED,
	PMON_LAST_WAITED,
	PMON_LAST_HANDLED,
	PMON_ENTRIES
};

/**
 * struct pmon_entry_kind - an entry of all ledgers
 * @page: the file that shows it
 * @name: its name there
 * @text: message of the first occurrence, or NULL: with the numbers of the die and of the counter
 *	  or status bit, and then name and id of the unit
 * @warn: the message is a warning, not a notice
 */
struct pmon_entry_kind {
	enum pmon_page page;
	const char *name;
	const char *text;
	bool warn;
};

extern const struct pmon_entry_kind pmon_entries[PMON_ENTRIES];

/**
 * struct pmon_ledger - numbers of a die
 * @count: the numbers, by &enum pmon_entry. Each is written under &pmon_die.lock, or by the owner
 *	   CPU only
 * @first: unit and counter of the first occurrence of each entry with a text
 * @reports: entries whose first occurrence has to be reported (bit mask)
 */
struct pmon_ledger {
	u64 count[PMON_ENTRIES];
	struct {
		const struct pmon_unit *unit;
		unsigned int number;
	} first[PMON_ENTRIES];
	unsigned long reports;
};

/**
 * pmon_note() - count an occurrence, and report it later if it is the first anomaly of its kind
 * @die: the die
 * @entry: its kind
 * @unit: the unit, NULL if it is about the die
 * @number: the counter, or the status bit
 *
 * Context: &pmon_die.lock held, or the owner CPU with IRQs off.
 */
void pmon_note(struct pmon_die *die, enum pmon_entry entry, const struct pmon_unit *unit,
	       unsigned int number);

/**
 * pmon_ledger_report() - print pending reports to the kernel log
 * @die: the die
 *
 * Also units that do not answer any more, or again, the first time that each does so.
 *
 * Context: process context.
 */
void pmon_ledger_report(struct pmon_die *die);

/**
 * struct pmon_deferred - work that is found with IRQs off, under a lock, or in an NMI
 * @irq_work: queues @work: the caller may hold locks of perf or the scheduler that a work queue
 *	      takes, too
 * @work: the work; runs in process context
 */
struct pmon_deferred {
	struct irq_work irq_work;
	struct work_struct work;
};

/**
 * pmon_deferred_init() - initialise deferred work
 * @deferred: the work
 * @function: called in process context
 */
void pmon_deferred_init(struct pmon_deferred *deferred, work_func_t function);

/**
 * pmon_defer() - queue deferred work
 * @deferred: the work
 *
 * Context: any, also NMI and with &pmon_die.lock held.
 */
void pmon_defer(struct pmon_deferred *deferred);

/**
 * pmon_deferred_end() - wait for running work, and cancel pending work
 * @deferred: the work; pmon_defer() must not be called any more
 *
 * Context: process context, may sleep.
 */
void pmon_deferred_end(struct pmon_deferred *deferred);

#endif
