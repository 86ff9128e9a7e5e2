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

/* Files in debugfs. */
enum pmon_page {
	PMON_PAGE_READINGS,	/* counters that were read twice */
	PMON_PAGE_CONTROLS,	/* checks of the controls of running counters */
	PMON_PAGE_SAMPLING,	/* freezes and samples */
};

/* Documentation/ABI/testing/debugfs-uncore_pmon-* describe each entry. */
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

/*
 * Count an occurrence, and report it later if it is the first anomaly of its kind. @unit is NULL if
 * it is about the die; @number is the counter, or the status bit.
 *
 * Context: &pmon_die.lock held, or the owner CPU with IRQs off.
 */
void pmon_note(struct pmon_die *die, enum pmon_entry entry, const struct pmon_unit *unit,
	       unsigned int number);

/*
 * Print pending reports to the kernel log. Also units that do not answer any more, or again, the
 * first time that each does so. Process context.
 */
void pmon_ledger_report(struct pmon_die *die);

/* Work for process context: it was found with IRQs off, under a lock, or in an NMI. */
struct pmon_deferred {
	/* Queues @work, as a work queue takes locks of perf and the scheduler. */
	struct irq_work irq_work;
	struct work_struct work;
};

/* @function is called in process context. */
void pmon_deferred_init(struct pmon_deferred *deferred, work_func_t function);

/* Queue the work. In any context, also NMI and with &pmon_die.lock held. */
void pmon_defer(struct pmon_deferred *deferred);

/*
 * Wait for running work, and cancel pending work. May sleep. pmon_defer() must not be called any
 * more.
 */
void pmon_deferred_end(struct pmon_deferred *deferred);

#endif
