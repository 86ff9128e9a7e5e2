/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Units and the events that count on them.
 *
 * A unit is one PMON block of one die. An event has one slot for each of its units. Its count is
 * the sum over its slots.
 *
 * Changes take two steps. pmon_event_add(), _start(), _stop() and _remove() only record the new
 * state. pmon_unit_commit() then programs each changed unit with as few register writes as
 * possible. perf brackets its calls with pmu_disable and pmu_enable; pmu_enable commits.
 *
 * The caller of a function holds &pmon_die.lock, unless the function says otherwise.
 */
#ifndef _UNCORE_PMON_UNIT_H
#define _UNCORE_PMON_UNIT_H

#include <linux/bitmap.h>
#include <linux/list.h>
#include <linux/types.h>

#include "choose/schedule.h"
#include "count/count.h"
#include "count/regspace.h"
#include "processors/box.h"

struct perf_event;
struct pmon_die;
struct pmon_perf_event;
struct pmon_unit;

/* State of an event. state.c has a diagram of the transitions. */
enum pmon_event_state {
	PMON_EVENT_OFF,		/* not added, or removed: it has no counters */
	PMON_EVENT_STOPPED,	/* it has counters, which do not count */
	PMON_EVENT_RUNNING,	/* it has counters, which count after the next commit */
	PMON_EVENT_PARKED,	/* perf has removed it from the old owner CPU, but not yet added it
				 * on the new one; its counters keep counting
				 */
};

/* Where and how an event counts on a unit. */
struct pmon_place {
	s8 counter;		/* -1: none */
	s8 alternative;		/* of the event, -1 if it has none */
};

static inline bool pmon_same_place(struct pmon_place a, struct pmon_place b)
{
	return a.counter == b.counter && a.alternative == b.alternative;
}

/* An alternative of &pmon_slot.programmed that makes the next commit program the slot again. */
#define PMON_PROGRAM_ANEW	(-2)

/* One event on one unit. Times are of ktime_get_mono_fast_ns(). */
struct pmon_slot {
	struct pmon_perf_event *event;
	struct pmon_unit *unit;
	struct pmon_place assigned;	/* its place, without a counter while the event is off */
	struct pmon_place programmed;	/* whose counter runs for it, until a commit ends this */
	struct pmon_place pending;	/* in a schedule that is not applied yet */
	u64 stopped_in;		/* &pmon_unit.commits when perf stopped it */
	u64 previous;		/* last reading of the counter */
	u64 read_at;		/* a time before that reading */
	u64 moved_since;	/* the latest such time since which it has counted, or its start */
	/*
	 * Events that are not yet in perf's count; see pmon_event_refresh(). While the event is
	 * parked, they are not in @count either.
	 */
	u64 gathered;
	u64 count;			/* of the event on this unit */
	struct pmon_period period;	/* events until its next sample; sampling events only */
};

/*
 * Enabled and running times of an event, by ktime_get_mono_fast_ns(). perf has them too, but
 * returns them only in process context.
 */
struct pmon_times {
	u64 begun;		/* when perf first tried to add it; 0: not yet */
	/*
	 * Twice the nanoseconds without counters since then. While the event has no counters: the
	 * time at which it lost them is subtracted before doubling, and 1 is added. One word, so
	 * that an NMI reads a consistent value.
	 */
	u64 absent;
	u64 since;		/* when the event last lost its counters */
	unsigned int bracket;	/* &pmon_pmu_die.brackets at that time */
};

/* The driver's data of a perf event. */
struct pmon_perf_event {
	struct perf_event *perf;
	struct list_head list;		/* entry in &struct pmon_core.events */
	struct hlist_node by_id;	/* entry in &struct pmon_core.events_by_id */
	u64 id;				/* perf's id of the event */
	struct rcu_head rcu;		/* frees it: pmon_index_find() may have found it */
	struct pmon_die *die;		/* of its units */
	struct pmon_pmu_die *pmu_die;	/* units of its PMU on the die */
	u64 control;			/* counter control value without bits of the layout */
	u32 general;			/* general counters that can count it (bit mask) */
	int extra;			/* number of its fixed or free-running counter, or -1 */
	struct pmon_claim claims[PMON_MAX_CLAIMS];	/* shared registers it depends on */
	/* Ways to count it that differ in control and claims, instead of @control, or none. */
	struct pmon_alternative alternatives[PMON_MAX_ALTERNATIVES];
	u8 num_alternatives;
	enum pmon_event_state state;
	bool snapshot;			/* values of its group are of one instant in each unit */
	bool clock;			/* it counts each cycle of a clock */
	bool sampling;			/* its counters freeze the package when they overflow */
	bool no_nmi;			/* its registers must not be read in an NMI */
	u8 hidden;			/* by a handover, see pmon_hide_disabled() */
	bool astray;			/* rejected: perf added it on another CPU than the owner */
	bool ended;			/* its CPU went offline, and perf has removed it */
	struct pmon_times times;	/* its enabled and running times */
	u64 period;			/* of the present one; perf may have set the next one */
	const struct pmon_slot *sampled;	/* of the current sample, for overflow handlers */
	u64 missed;			/* periods that ended without a sample */
	u64 round;			/* &pmon_overflow.round in which its counters are read */
	u64 transaction;		/* that last read its group, if it leads; see pmu.c */
	unsigned int num_slots;
	struct pmon_slot slots[];	/* one for each unit */
};

/* One counter of a unit. */
struct pmon_counter {
	s16 control;		/* offset of its control register, or PMON_NO_REGISTER */
	s16 offset;		/* of the counter register */
	u8 width;		/* in bits */
	bool missing;		/* a fixed or free-running counter that has never answered */
	bool seen;		/* it has answered at a reset: not missing if its unit is gone */
	u64 enable;		/* control bits that enable it */
	u64 clear;		/* control bit that clears it, 0: must be read before its start */
	u64 period;		/* longest time between two reads, in nanoseconds */
	u64 rate;		/* maximum events per second, 0 if unknown */
};

/* The units of a PMU on one die, and its event that waits for counters. */
struct pmon_pmu_die {
	struct pmon_die *die;			/* NULL if the PMU has no unit there */
	struct pmon_unit **units;		/* on which an event of the PMU counts */
	unsigned int num_units;
	/*
	 * Nesting of brackets that perf has open: pmu_disable to pmu_enable, or a transaction that
	 * adds a group. Commits wait for the end of the outermost.
	 */
	unsigned int disabled;
	unsigned int brackets;			/* number of outermost brackets so far */
	bool moving;				/* a handover: parks what perf removes */
	enum pmon_event_level level;		/* of the PMU */
	struct pmon_perf_event *waiting;	/* the other PMU uses its counters, or NULL */
	u64 waiting_since;			/* its last attempt, ktime_get_mono_fast_ns() */
};

/* One PMON block of one die. &pmon_die.lock protects all members that change. */
struct pmon_unit {
	const struct pmon_box_type *type;
	struct pmon_die *die;
	u16 id;				/* within the type */
	const struct pmon_unit_desc *desc;
	u8 status_offset;		/* of the unit status register */
	u16 status_position;		/* its bit in the global status, or PMON_NO_STATUS */
	struct pmon_regspace space;	/* its registers */
	struct pmon_regspace companion;	/* those in its companion PCI function; no ops: none */
	unsigned int num_general;	/* number of general counters, which come first */
	unsigned int num_counters;
	struct pmon_counter *counters;
	struct pmon_pmu_die *pmus[PMON_EVENT_LEVELS];	/* with the unit; constant after set-up */

	struct pmon_slot *slots[PMON_MAX_REQUESTS];	/* events added to it */
	unsigned int num_slots;
	u32 live;			/* counters that run (bit mask) */
	u32 lossy;			/* those whose control lacks documented bits */
	/* Slot for which each of them runs, NULL if its event was closed. */
	struct pmon_slot *holder[PMON_MAX_COUNTERS];
	/*
	 * Each control register as last written to start its counter, without the bit that clears
	 * the counter; 0 since a reset. Stopping a counter clears the lower half of the register.
	 */
	u64 control[PMON_MAX_COUNTERS];
	u64 resource[PMON_MAX_RESOURCES];	/* each shared register as last written */
	DECLARE_BITMAP(resource_known, PMON_MAX_RESOURCES);	/* those that were written */
	bool dirty;			/* the next commit must program it */
	u64 commits;			/* number of commits, starts at 1 */
	bool gone;			/* it does not answer; see pmon_unit_retry() */
	u64 retried_at;			/* last check of that, ktime_get_mono_fast_ns() */
	u8 reported;			/* reports so far: that it is gone, and answers again */
	bool suspended;			/* its registers must not be accessed; see suspend.c */
};

/* The slots of an event, as @slot, which the loop declares */
#define for_each_slot(slot, event)							\
	for (typeof(&(event)->slots[0]) slot = (event)->slots;				\
	     slot < (event)->slots + (event)->num_slots; slot++)

/* The slots on a unit; none may be added or removed meanwhile */
#define for_each_slot_on(slot, unit)							\
	for (struct pmon_slot *const *at_ = (unit)->slots, *slot;			\
	     at_ < (unit)->slots + (unit)->num_slots && (slot = *at_, true); at_++)

/*
 * Was a slot stopped since the last commit? Also if it was started again: the commit reads its
 * counter, or keeps it running.
 */
static inline bool pmon_slot_is_stopped(const struct pmon_slot *slot)
{
	return slot->stopped_in == slot->unit->commits;
}

/* Does a counter run for a slot that perf has not stopped? */
static inline bool pmon_slot_runs(const struct pmon_slot *slot)
{
	return slot->programmed.counter >= 0 && !pmon_slot_is_stopped(slot);
}

/* Do the counters stop in a freeze of the package? Not if the UBox sends the unit no signal. */
static inline bool pmon_unit_is_frozen_with_others(const struct pmon_unit *unit)
{
	return unit->id >= 64 || !(unit->type->no_freeze_ids & BIT_ULL(unit->id));
}

/* --- unit.c ------------------------------------------------------------------------- */

/*
 * Create a unit from its descriptor, which has the verdict PMON_OK. Does not access the unit's
 * registers. The die's device owns memory and mappings. Takes no lock, and may sleep.
 *
 * Return: the unit or an ERR_PTR(): -ENOMEM, -EBUSY, -ENXIO, -EINVAL.
 */
struct pmon_unit *pmon_unit_create(struct pmon_die *die, const struct pmon_box_type *type,
				   const struct pmon_unit_desc *desc);

/*
 * Clear controls and counters, and unfreeze the unit: two writes if the unit control can do so, the
 * second one to end the reset. The guide's session order (1.10.4) resets after programming, which
 * would undo it. So the driver resets once, before it programs anything.
 *
 * Context: a CPU of the unit's die.
 * Return: false if the unit does not answer.
 */
bool pmon_unit_reset(struct pmon_unit *unit);

/*
 * Reset a unit, and program it from nothing in the next commit. Sets &pmon_unit.gone if it does not
 * answer. On a CPU of the unit's die.
 */
void pmon_unit_renew(struct pmon_unit *unit);

/*
 * Find counters for an event that is off, on all of its units, or on none. It is stopped then.
 *
 * Return: 0, -EAGAIN if there are not enough counters, -EBUSY if shared registers conflict.
 */
int pmon_event_add(struct pmon_perf_event *event);

/* Start an event, stopped or running already, with the next commit. */
void pmon_event_start(struct pmon_perf_event *event);

/* Release the counters of an event that is stopped. It is off then. */
void pmon_event_remove(struct pmon_perf_event *event);

/*
 * Release the counters of a parked event. Discards counts since perf removed the event: it was
 * disabled, or rotated out.
 */
void pmon_event_drop(struct pmon_perf_event *event);

/*
 * Detach counters from an event that is off before it is freed. Accesses no register, on any CPU:
 * the next commit stops counters that still run for the event.
 */
void pmon_event_forget(struct pmon_perf_event *event);

/*
 * Number of general counters that no event uses, of the unit of a PMU with the fewest. Takes the
 * lock, in process context.
 */
unsigned int pmon_free_counters(const struct pmon_pmu_die *units);

/* --- state.c ------------------------------------------------------------------------ */

/* Change the state of an event. Warns about an invalid transition. */
void pmon_event_set_state(struct pmon_perf_event *event, enum pmon_event_state state);

/* Should an event's counters count? */
static inline bool pmon_event_counts(const struct pmon_perf_event *event)
{
	return event->state == PMON_EVENT_RUNNING || event->state == PMON_EVENT_PARKED;
}

/* Start the enabled time, if it has not started. */
void pmon_times_want(struct pmon_perf_event *event);

/*
 * Start and stop the running time. An event that perf removes and adds within one bracket keeps its
 * counters: its time runs on.
 */
void pmon_times_on(struct pmon_perf_event *event);
void pmon_times_off(struct pmon_perf_event *event);

/*
 * Nanoseconds since perf first tried to add an event that was never disabled, and nanoseconds of
 * these with counters. In any context, without the lock.
 */
void pmon_times_get(const struct pmon_perf_event *event, u64 *enabled, u64 *running);

/* --- reading.c: reads counters, on a CPU of the die, and updates the counts ---------- */

/* Stop using a unit that does not answer, and report it later. */
void pmon_unit_give_up(struct pmon_unit *unit);

/* Does a reading of a counter show that the unit does not answer? It is given up if so. */
bool pmon_unit_is_gone(struct pmon_unit *unit, u64 value);

/* Must the registers of a unit not be accessed? It does not answer, or is suspended. */
bool pmon_unit_out_of_reach(const struct pmon_unit *unit);

/* The value of a counter, PMON_ALL_ONES if the unit does not answer. */
u64 pmon_counter_read(struct pmon_unit *unit, unsigned int index);

/* Read a slot's counter, and update its count. */
void pmon_slot_update(struct pmon_slot *slot);

/*
 * Read all counters of an event, and update its count: a register of each of its units, unless it
 * was read for samples that are being taken.
 */
void pmon_event_update(struct pmon_perf_event *event);

/*
 * Read all counters of an event for somebody else than perf. Updates the counts of its slots, but
 * not perf's count of an event in a group, which perf may be collecting: only perf's own reads do.
 */
void pmon_event_refresh(struct pmon_perf_event *event);

/* Read all running counters of a unit before one wraps, as pmon_event_refresh(). */
void pmon_unit_poll(struct pmon_unit *unit);

/* Read all running counters of a unit, and update the counts. */
void pmon_unit_update(struct pmon_unit *unit);

/* Resume a parked event on the new owner CPU, with the events of the meantime. It runs then. */
void pmon_event_adopt(struct pmon_perf_event *event);

/* --- program.c: programs registers, on a CPU of the die, and presets counters --------- */

/* Stop an event, if it runs. The next commit, or pmon_event_update(), updates its count. */
void pmon_event_stop(struct pmon_perf_event *event);

/* Disable freeze on overflow of a running counter. */
void pmon_counter_disarm(struct pmon_unit *unit, unsigned int index);

/* Restore the control of a running counter, which keeps its value. */
void pmon_counter_rewrite(struct pmon_unit *unit, unsigned int index);

/*
 * Program the state that calls before the commit have set.
 *
 * An event that perf removed and added between two commits never stopped counting, and its
 * registers are not written. perf does this with all events of a CPU whenever one is opened or
 * closed. Stopping them would lose counts and cost register writes.
 *
 * Reads counters of stopped events for the last time: see end_holder().
 *
 * Freezes the unit meanwhile if counters of one group start, or if an event changes its counter or
 * alternative. So the events of a group start together, and a moved event counts each hardware
 * event exactly once.
 */
void pmon_unit_commit(struct pmon_unit *unit);

/*
 * Read counters that still run for stopped sampling events. perf accepts no sample of an event that
 * it has removed from its CPU. An overflow of its counter sets &pmon_overflow.expected.
 */
void pmon_unit_update_lingering(struct pmon_unit *unit);

/*
 * Stop counters of sampling events that perf has stopped, without the next commit. From here on,
 * only counters of running events can freeze the package.
 */
void pmon_unit_stop_lingering(struct pmon_unit *unit);

/*
 * Stop counters that run although the driver has stopped them. Stops only counters of the mask
 * whose control still has the driver's last value: the write that stopped them was lost. Other
 * counters belong to other software. Returns true if it stopped a counter.
 */
bool pmon_unit_stop_again(struct pmon_unit *unit, u32 counters);

/*
 * Read a group's counters of a unit at one instant. Freezes the unit meanwhile if the group has
 * more than one counter there, which costs two writes. @leader: an event of a PMU with the unit.
 */
void pmon_unit_snapshot(struct pmon_unit *unit, const struct pmon_perf_event *leader);

/* Longest time between two reads of a unit's running counters, in nanoseconds. 0: none runs. */
u64 pmon_unit_period(const struct pmon_unit *unit);

/* Start a new period of an event that is stopped. */
void pmon_preset_reload(struct pmon_perf_event *event);

/*
 * Has perf changed the period since it was begun? perf notifies the driver only if the event has
 * its counters at that time.
 */
bool pmon_preset_changed(const struct pmon_perf_event *event);

/* Preset a slot's stopped or frozen counter to the rest of its period. */
void pmon_preset_write(struct pmon_slot *slot);

/*
 * Does a slot's counter, just read, overflow at the end of its period? Not if it was not preset
 * after its last overflow, in a storm.
 */
bool pmon_preset_is_set(const struct pmon_slot *slot);

/* --- request.c: what events require of a unit. No lock needed ----------------------- */

/*
 * The request of an event, into which it points. Without a counter if no counter of the unit can
 * count the event: units of one type may have different numbers of counters. Its current counter
 * and alternative are -1.
 */
struct pmon_request pmon_unit_request(const struct pmon_unit *unit,
				      const struct pmon_perf_event *event);

/*
 * Add the requests of an event's group to @num of PMON_MAX_REQUESTS entries. What does not fit is
 * left out. perf adds a new sibling to the group only after event_init(). With @all, also those of
 * members that have a counter of the unit now, or are disabled.
 *
 * Context: the group cannot change: the CPU of its context, IRQs off, or its mutex is held.
 * Return: number of used entries.
 */
unsigned int pmon_group_requests(const struct pmon_unit *unit,
				 const struct pmon_perf_event *event, bool all,
				 struct pmon_request *requests, unsigned int num);

/* False if the event requires a register of a companion function that the unit does not have. */
bool pmon_unit_has(const struct pmon_unit *unit, const struct pmon_perf_event *event);

/* False if a unit of the event is &pmon_unit.gone. */
bool pmon_event_answers(const struct pmon_perf_event *event);

/* The slot of an event on a unit, or NULL. */
const struct pmon_slot *pmon_event_slot(const struct pmon_perf_event *event,
					const struct pmon_unit *unit);

/* --- contend.c: turns of the PMU of a unit and the PMU of its type ------------------ */

/*
 * The waiting event of the other PMU for whose group @event must leave room, if it is that PMU's
 * turn, or NULL. NULL for a pinned event, which never leaves room.
 */
const struct pmon_perf_event *pmon_rival(const struct pmon_unit *unit,
					 const struct pmon_perf_event *event);

/*
 * Request a turn for an event for which the unit has no counter.
 *
 * Context: the owner CPU, within perf.
 */
void pmon_contend(struct pmon_perf_event *event, const struct pmon_unit *unit);

/*
 * An event has counters on all of its units. Its group waits no more if this was the last one. perf
 * adds the members one by one, and removes them again if another one does not fit.
 *
 * Context: the CPU of the event's context, IRQs off.
 */
void pmon_contend_added(struct pmon_perf_event *event);

/* An event is about to be freed. */
void pmon_contend_end(struct pmon_perf_event *event);

#endif
