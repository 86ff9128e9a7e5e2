/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Freeze on overflow: takes samples while all counters of the package are stopped.
 *
 * A counter of a sampling event is preset so that it overflows after a period, with frz_ovf set.
 * Its overflow sets bits in the unit status and the global status, and freezes all counters of the
 * package, in hardware (guide, 1.4.0.2). There is no interrupt. A timer of the die polls the global
 * status. If the package is frozen, the timer emits the samples, presets the counters, clears the
 * status bits and unfreezes the package (1.10.5, 1.10.6).
 *
 * All of this runs on the die's owner CPU with IRQs off, like perf's calls for events of the die.
 * So no event is added or removed while samples are taken. Samples are taken without
 * &pmon_die.lock, because perf calls the driver meanwhile. During a handover, freezes are ended
 * without samples; the samples are taken afterwards.
 */
#ifndef _UNCORE_PMON_OVERFLOW_H
#define _UNCORE_PMON_OVERFLOW_H

#include <linux/types.h>

#include "count/regspace.h"

/* Polls after the last sampling event was stopped: its freeze may have been pending. */
#define PMON_LINGER_POLLS	2

struct pmon_die;
struct pmon_left_freeze;
struct pmon_perf_event;
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

/* The phases of a freeze, as freeze.h draws them. */
enum pmon_freeze_phase {
	PMON_FREE,
	PMON_UNVERIFIED,
	PMON_FOUND,
	PMON_ENDING,
};

/* The cause of a freeze. */
enum pmon_freeze_cause {
	/*
	 * An event that samples, if one has overflowed; else an event that was stopped, an event
	 * whose overflow has set another bit, or other software.
	 */
	PMON_BY_UNKNOWN,
	/* Other software: no event samples. */
	PMON_BY_OTHER,
	/* A status bit that is stuck, or a counter that the driver could not stop or preset. */
	PMON_BY_DRIVER,
};

/* The steps of a round over overflowed units, each a pass over units. */
enum pmon_step {
	/*
	 * Clear the status of each unit whose bit is set, and find its overflows. Their samples
	 * follow at once, unless a sample contains values.
	 */
	PMON_STEP_FIND,
	/* Read the values of all samples on all units, each once. */
	PMON_STEP_READ,
	/* Take the samples of the units whose bit was set. */
	PMON_STEP_TAKE,
};

/* A status that is being cleared. */
struct pmon_clearing {
	u64 status[PMON_GLOBAL_STATUS_WORDS];	/* the global bits of this round */
	enum pmon_step step;			/* of this round */
	unsigned int next;			/* the unit at which the step continues */
	unsigned int attempt;			/* number of the round */
	unsigned int overflows;			/* counters that have overflowed, if @sample */
	bool sample;				/* take the samples of overflowed counters */
	bool values;				/* samples contain values: the other steps follow */
	const struct pmon_unit *late;		/* instead of a status, a unit that has overflowed
						 * without a freeze, or NULL
						 */
};

/* Freeze on overflow, state of one die. Times are of ktime_get_ns(). */
struct pmon_overflow {
	struct pmon_global global;	/* the global registers */
	enum pmon_freeze_phase phase;
	enum pmon_freeze_cause cause;	/* of the freeze that is being ended */
	unsigned int polls;		/* remaining ones, if no event samples meanwhile */
	bool handling;			/* a freeze is being ended, on this CPU now */
	struct pmon_clearing clearing;	/* with PMON_ENDING, how far */
	u64 found_at;			/* with PMON_ENDING, when the freeze was found */
	u64 samples_before;		/* with PMON_ENDING, samples emitted until then */
	unsigned int expected;		/* remaining polls after pmon_die_expect_freeze() */
	unsigned int busy;		/* polls in a row that found the package frozen */
	unsigned int search_at;		/* next unit of the search for overflows without a freeze */
	unsigned int search_left;	/* units to check at once: overflows are pending */
	bool delayed;			/* the driver itself delayed these overflows */
	unsigned int unexplained;	/* freezes that no unit's status explains; a search may */
	unsigned int pause;		/* polls after a storm in which no counter is preset */
	u64 round;			/* number of the current round over overflowed units */
	u64 clear_at;			/* last poll, or check after a pass, without a freeze */
};

/* State of a die's watch, see poll.c. */
struct pmon_watch {
	bool ending;		/* a freeze that the last check found is being ended, in slices */
	u64 passed;		/* &pmon_pass.begun of the pass before the last check */
	u64 unverified_since;	/* when the driver ended a freeze, ktime_get_mono_fast_ns() */
	unsigned int attempts;	/* checks since then that found no counter that moves */
};

/* The slice of PMON_WALK_FREEZE. */
u64 pmon_overflow_slice(struct pmon_die *die);

/*
 * May this CPU take samples now? It is the owner of a die with usable global registers that does
 * not sleep, and no handover delays samples. IRQs are off.
 */
bool pmon_overflow_may_sample(const struct pmon_die *die);

/*
 * Can an event, which is set up, sample? All of its units must send overflow messages. Fixed and
 * free-running counters cannot sample: a fixed counter has no bit in the unit status, and a
 * free-running one cannot be preset.
 *
 * Return: 0, with &pmon_perf_event.sampling set, or -EOPNOTSUPP.
 */
int pmon_overflow_check(struct pmon_perf_event *event);

/*
 * Start to poll for freezes if an event samples on units of which counters were started.
 *
 * Context: the owner CPU, &pmon_die.lock held.
 */
void pmon_overflow_arm(struct pmon_die *die, struct pmon_unit *const *units,
		       unsigned int num_units);

/*
 * If the package is frozen, take the samples and unfreeze it. Also called before a sampling event
 * is stopped, or its sample could be lost.
 *
 * Context: any; does nothing unless on the owner CPU. IRQs off, &pmon_die.lock not held.
 */
void pmon_overflow_poll(struct pmon_die *die);

/* Take the samples that are due, and stop polling. Process context. */
void pmon_overflow_cancel(struct pmon_die *die);

/*
 * Resume sampling, and take the samples that the handover delayed.
 *
 * Context: the new owner CPU, IRQs off, &pmon_die.lock not held.
 */
void pmon_overflow_end_handover(struct pmon_die *die);

/* Stop polling, and unfreeze the package. No event samples. Process context. */
void pmon_overflow_stop(struct pmon_die *die);

/*
 * Take the samples that are due, and disable freezes. Counters of sampling events keep counting,
 * maybe during the sleep, when no timer ends a freeze. The die is marked suspended; its units are
 * not suspended yet.
 *
 * Context: process context.
 */
void pmon_overflow_suspend(struct pmon_die *die, int owner);

/*
 * Poll for freezes for a while, unless a poll follows anyway. Even if no event samples now: during
 * a handover, an event may start to sample on the old owner, where no timer polls. After a resume,
 * one may have sampled and stopped already. Also recovers a timer that was lost.
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held.
 */
void pmon_overflow_start_polling(struct pmon_die *die);

/* --- global.c: the die's own registers (guide, Table 1-1), on a CPU of the die --------- */

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
