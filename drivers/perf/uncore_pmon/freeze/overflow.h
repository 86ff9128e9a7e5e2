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

/**
 * struct pmon_global - the global registers of a die
 * @space: the registers, from the global control
 * @usable: the registers can be used: the die's counters can be frozen together
 * @left: the registers only serve to end a freeze that others have left; NULL: they do not
 * @untried: freeze on overflow is neither documented nor tested on this processor, and the module
 *	     parameter sample_untried is not set: the driver does not access the status
 * @status_offset: of the first global status register, in MSRs from the global control
 * @status_bits: number of status bits in use; 0: no event can sample
 * @stuck: status bits that cannot be cleared; they are ignored until they read as 0
 * @next: registers of another table of the die, which are only unfrozen, or NULL
 */
struct pmon_global {
	struct pmon_regspace space;
	bool usable;
	const struct pmon_left_freeze *left;
	bool untried;
	unsigned int status_offset;
	unsigned int status_bits;
	u64 stuck[PMON_GLOBAL_STATUS_WORDS];
	struct pmon_global *next;
};

/**
 * enum pmon_freeze_phase - the phases of a freeze, as freeze.h draws them
 * @PMON_FREE: no freeze is known
 * @PMON_UNVERIFIED: the driver has unfrozen the package. See pmon_freeze_is_unverified()
 * @PMON_FOUND: the driver has frozen the package, and a counter has overflowed just before. The
 *		next poll ends the freeze
 * @PMON_ENDING: the package stands still, and its units are being cleared
 *
 * The order matters: from PMON_FOUND on, a freeze has to be ended.
 */
enum pmon_freeze_phase {
	PMON_FREE,
	PMON_UNVERIFIED,
	PMON_FOUND,
	PMON_ENDING,
};

/**
 * enum pmon_freeze_cause - the cause of a freeze
 * @PMON_BY_UNKNOWN: an event that samples, if one has overflowed; else an event that was stopped,
 *		     an event whose overflow has set another bit, or other software
 * @PMON_BY_OTHER: other software: no event samples
 * @PMON_BY_DRIVER: a status bit that is stuck, or a counter that the driver could not stop or
 *		    preset
 */
enum pmon_freeze_cause {
	PMON_BY_UNKNOWN,
	PMON_BY_OTHER,
	PMON_BY_DRIVER,
};

/**
 * enum pmon_step - the steps of a round over overflowed units, each a pass over units
 * @PMON_STEP_FIND: clear the status of each unit whose bit is set, and find its overflows. Their
 *		    samples follow at once, unless a sample contains values
 * @PMON_STEP_READ: read the values of all samples on all units, each once
 * @PMON_STEP_TAKE: take the samples of the units whose bit was set
 */
enum pmon_step {
	PMON_STEP_FIND,
	PMON_STEP_READ,
	PMON_STEP_TAKE,
};

/**
 * struct pmon_clearing - a status that is being cleared
 * @status: the global bits of this round
 * @step: the step of this round
 * @next: index of the unit at which the step continues
 * @attempt: number of the round, from 0
 * @overflows: counters that have overflowed, if @sample
 * @sample: take the samples of overflowed counters
 * @values: samples of this round contain values: the other steps follow the first one
 * @late: instead of a status, a unit that has overflowed without a freeze, or NULL
 */
struct pmon_clearing {
	u64 status[PMON_GLOBAL_STATUS_WORDS];
	enum pmon_step step;
	unsigned int next;
	unsigned int attempt;
	unsigned int overflows;
	bool sample;
	bool values;
	const struct pmon_unit *late;
};

/**
 * struct pmon_overflow - freeze on overflow, state of one die. Times are of ktime_get_ns()
 * @global: the global registers
 * @phase: see freeze.h
 * @cause: of the freeze that is being ended
 * @polls: remaining polls (PMON_WALK_FREEZE), if no event samples meanwhile
 * @handling: a freeze is being ended, on this CPU now
 * @clearing: with PMON_ENDING, how far
 * @found_at: with PMON_ENDING, when the freeze was found
 * @samples_before: with PMON_ENDING, samples emitted until then
 * @expected: remaining polls in which an event that was stopped may have caused a freeze; see
 *	      pmon_die_expect_freeze()
 * @busy: polls in a row that found the package frozen
 * @search_at: the next unit whose counters are checked for overflows without a freeze
 * @search_left: units to check as soon as slices allow, because overflows are pending
 * @delayed: the driver itself delayed these overflows
 * @unexplained: freezes without a cause in the status of any unit; the search of the counters may
 *		 find it
 * @pause: polls after a storm in which counters that have overflowed are not preset
 * @round: number of the current round over overflowed units, with the package frozen
 * @clear_at: the last poll or check without a freeze, or the end of the last freeze
 */
struct pmon_overflow {
	struct pmon_global global;
	enum pmon_freeze_phase phase;
	enum pmon_freeze_cause cause;
	unsigned int polls;
	bool handling;
	struct pmon_clearing clearing;
	u64 found_at;
	u64 samples_before;
	unsigned int expected;
	unsigned int busy;
	unsigned int search_at;
	unsigned int search_left;
	bool delayed;
	unsigned int unexplained;
	unsigned int pause;
	u64 round;
	u64 clear_at;
};

/**
 * struct pmon_watch - state of a die's watch, see poll.c
 * @ending: a freeze that the last check found is being ended, in slices
 * @passed: &pmon_pass.begun of the pass before the last check of all counters
 * @unverified_since: when the driver ended a freeze, ktime_get_mono_fast_ns()
 * @attempts: checks since then, or since pmon_watch_repeat(), that found no counter that moves
 */
struct pmon_watch {
	bool ending;
	u64 passed;
	u64 unverified_since;
	unsigned int attempts;
};

/**
 * pmon_overflow_slice() - the slice of PMON_WALK_FREEZE
 * @die: the die
 *
 * Context: hard IRQ, &pmon_die.lock not held.
 * Return: nanoseconds until the next slice, 0 if none follows.
 */
u64 pmon_overflow_slice(struct pmon_die *die);

/**
 * pmon_overflow_may_sample() - may this CPU take samples now?
 * @die: the die
 *
 * Context: IRQs off.
 * Return: true on the owner CPU of a die with usable global registers that does not sleep, unless a
 * handover delays samples.
 */
bool pmon_overflow_may_sample(const struct pmon_die *die);

/**
 * pmon_overflow_check() - can an event sample?
 * @event: the event, set up; &pmon_perf_event.perf has a sample period
 *
 * All of its units must send overflow messages. Fixed and free-running counters cannot sample: a
 * fixed counter has no bit in the unit status, and a free-running one cannot be preset.
 *
 * Return: 0, with &pmon_perf_event.sampling set, or -EOPNOTSUPP.
 */
int pmon_overflow_check(struct pmon_perf_event *event);

/**
 * pmon_overflow_arm() - start to poll for freezes if an event samples
 * @die: the die
 * @units: units of the die on which counters were started
 * @num_units: how many
 *
 * Context: the owner CPU, &pmon_die.lock held.
 */
void pmon_overflow_arm(struct pmon_die *die, struct pmon_unit *const *units,
		       unsigned int num_units);

/**
 * pmon_overflow_poll() - if the package is frozen, take the samples and unfreeze it
 * @die: the die
 *
 * Also called before a sampling event is stopped, or its sample could be lost.
 *
 * Context: any; does nothing unless on the owner CPU. IRQs off, &pmon_die.lock not held.
 */
void pmon_overflow_poll(struct pmon_die *die);

/**
 * pmon_overflow_cancel() - take the samples that are due, and stop polling
 * @die: the die
 *
 * Context: process context, &pmon_die.lock not held. Takes samples on the owner CPU only.
 */
void pmon_overflow_cancel(struct pmon_die *die);

/**
 * pmon_overflow_end_handover() - resume sampling, and take the samples that the handover delayed
 * @die: the die
 *
 * Context: the new owner CPU, IRQs off, &pmon_die.lock not held.
 */
void pmon_overflow_end_handover(struct pmon_die *die);

/**
 * pmon_overflow_stop() - stop polling, and unfreeze the package
 * @die: the die
 *
 * On the owner CPU, takes samples that are due first. The unfreeze itself takes none.
 *
 * Context: process context, IRQs on, &pmon_die.lock not held.
 */
void pmon_overflow_stop(struct pmon_die *die);

/**
 * pmon_overflow_suspend() - take the samples that are due, and disable freezes
 * @die: the die, marked suspended; its units are not suspended yet
 * @owner: its owner CPU
 *
 * Counters of sampling events keep counting, maybe during the sleep, when no timer ends a freeze.
 *
 * Context: process context, IRQs on.
 */
void pmon_overflow_suspend(struct pmon_die *die, int owner);

/**
 * pmon_overflow_start_polling() - poll for freezes for a while, unless a poll follows anyway
 * @die: the die
 *
 * Even if no event samples now: during a handover, an event may start to sample on the old owner,
 * where no timer polls. After a resume, one may have sampled and stopped already. Also recovers a
 * timer that was lost.
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held.
 */
void pmon_overflow_start_polling(struct pmon_die *die);

/* --- global.c: the die's own registers (guide, Table 1-1), accessed on a CPU of the die - */

/**
 * pmon_global_init() - map the global registers of a die
 * @die: the die
 * @table: the registers
 * @status_bits: bits of the status that are used; 0: no unit of the die can sample
 * @untried: freeze on overflow is neither documented nor tested on this processor
 *
 * Context: process context, on any CPU; so are pmon_global_add() and pmon_global_init_left().
 * Return: 0 or an error of pmon_regspace_init().
 */
int pmon_global_init(struct pmon_die *die, const struct pmon_table_global *table,
		     unsigned int status_bits, bool untried);

/**
 * pmon_global_add() - map the registers of another table, if they differ
 * @die: the die, after pmon_global_init()
 * @table: usable registers of any table of the die
 *
 * Firmware may have left them frozen.
 *
 * Return: 0, -ENOMEM or an error of pmon_regspace_init().
 */
int pmon_global_add(struct pmon_die *die, const struct pmon_table_global *table);

/**
 * pmon_global_init_left() - prepare for a freeze that others have left
 * @die: the die
 * @left: how to end it, or NULL
 *
 * Return: 0 or an error of pmon_regspace_init().
 */
int pmon_global_init_left(struct pmon_die *die, const struct pmon_left_freeze *left);

/**
 * pmon_global_end_left() - end a freeze that others have left, if there can be one
 * @global: the die's global registers
 *
 * Whether the package is frozen cannot be read on all processors.
 */
void pmon_global_end_left(const struct pmon_global *global);

/**
 * pmon_global_freeze() - freeze or unfreeze all counters of the die
 * @global: the die's global registers
 * @freeze: true to freeze, false to unfreeze, also &pmon_global.next
 *
 * The control is write-only (Table 1-1): software cannot read whether the die is frozen.
 */
void pmon_global_freeze(const struct pmon_global *global, bool freeze);

/**
 * pmon_global_read_status() - read the overflow status of all units
 * @global: the die's global registers
 * @status: receives up to PMON_GLOBAL_STATUS_WORDS words, without bits that are stuck
 *
 * Return: true if a bit is set.
 */
bool pmon_global_read_status(struct pmon_global *global, u64 *status);

/**
 * pmon_global_clear_status() - clear bits of the status, after those of the units (1.10.6)
 * @global: the die's global registers
 * @status: the bits
 *
 * Also clears stuck bits: if a freeze is slow, counters can set them again in each attempt.
 */
void pmon_global_clear_status(const struct pmon_global *global, const u64 *status);

/**
 * pmon_global_give_up() - ignore bits of the status until they read as 0
 * @global: the die's global registers
 * @status: bits that could not be cleared
 */
void pmon_global_give_up(struct pmon_global *global, const u64 *status);

/**
 * pmon_global_flags() - is the status bit of a unit set?
 * @status: the status
 * @unit: the unit
 *
 * Return: true if it is; false also if the unit has no bit in use.
 */
bool pmon_global_flags(const u64 *status, const struct pmon_unit *unit);

#endif
