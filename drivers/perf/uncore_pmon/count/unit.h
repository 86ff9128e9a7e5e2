/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Units and the events that count on them.
 *
 * A unit is one PMON block of one die. An event has one slot for each of its units. Its count is
 * the sum over its slots.
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

/**
 * enum pmon_event_state - state of an event; state.c has a diagram of the transitions
 * @PMON_EVENT_OFF: not added, or removed: it has no counters
 * @PMON_EVENT_STOPPED: it has counters, which do not count
 * @PMON_EVENT_RUNNING: it has counters, which count after the next commit
 * @PMON_EVENT_PARKED: perf has removed it from the old owner CPU, but not yet added it on the new
 *		       one; its counters keep counting
 */
enum pmon_event_state {
	PMON_EVENT_OFF,
	PMON_EVENT_STOPPED,
	PMON_EVENT_RUNNING,
	PMON_EVENT_PARKED,
};

/**
 * struct pmon_place - where and how an event counts on a unit
 * @counter: the counter, -1: none
 * @alternative: the alternative of the event, -1 if it has none
 */
struct pmon_place {
	s8 counter;
	s8 alternative;
};

static inline bool pmon_same_place(struct pmon_place a, struct pmon_place b)
{
	return a.counter == b.counter && a.alternative == b.alternative;
}

/* An alternative of &pmon_slot.programmed that makes the next commit program the slot again. */
#define PMON_PROGRAM_ANEW	(-2)

/**
 * struct pmon_slot - one event on one unit. Times are of ktime_get_mono_fast_ns()
 * @event: the event
 * @unit: the unit
 * @assigned: its place, without a counter while the event is off
 * @programmed: the place whose counter runs for it, until a commit ends this
 * @pending: its place in a schedule that is not applied yet
 * @stopped_in: &pmon_unit.commits when perf stopped it; see pmon_slot_is_stopped()
 * @previous: last reading of the counter
 * @read_at: a time before that reading
 * @moved_since: the latest such time since which the counter has counted, or its start
 * @gathered: events that are not yet in perf's count; see pmon_event_refresh(). While the event is
 *	      parked, they are not in @count either
 * @count: count of the event on this unit
 * @period: events until its next sample; sampling events only
 */
struct pmon_slot {
	struct pmon_perf_event *event;
	struct pmon_unit *unit;
	struct pmon_place assigned;
	struct pmon_place programmed;
	struct pmon_place pending;
	u64 stopped_in;
	u64 previous;
	u64 read_at;
	u64 moved_since;
	u64 gathered;
	u64 count;
	struct pmon_period period;
};

/**
 * struct pmon_times - enabled and running times of an event, by ktime_get_mono_fast_ns()
 * @begun: when perf first tried to add the event; 0: not yet
 * @absent: twice the nanoseconds without counters since then. While the event has no counters: the
 *	    time at which it lost them is subtracted before doubling, and 1 is added. One word, so
 *	    that an NMI reads a consistent value
 * @since: when the event last lost its counters
 * @bracket: &pmon_pmu_die.brackets at that time
 *
 * perf has these times too, but returns them only in process context.
 */
struct pmon_times {
	u64 begun;
	u64 absent;
	u64 since;
	unsigned int bracket;
};

/**
 * struct pmon_perf_event - the driver's data of a perf event
 * @perf: the perf event
 * @list: entry in &struct pmon_core.events
 * @by_id: entry in &struct pmon_core.events_by_id
 * @id: perf's id of the event
 * @rcu: frees it after a grace period: pmon_index_find() may have found it
 * @die: die of its units
 * @pmu_die: units of its PMU on the die
 * @control: counter control value without bits of the layout
 * @general: general counters that can count it (bit mask)
 * @extra: number of its fixed or free-running counter, or -1
 * @claims: shared registers it depends on
 * @alternatives: ways to count it that differ in control and claims, instead of @control
 * @num_alternatives: number of alternatives, 0 if there is only one way
 * @state: its state
 * @snapshot: values of its group are of one instant in each unit
 * @clock: it counts each cycle of a clock
 * @sampling: its counters freeze the package when they overflow
 * @no_nmi: its registers must not be read in an NMI
 * @hidden: what the user has disabled and a handover must preserve; see pmon_hide_disabled()
 * @astray: rejected: perf added it on another CPU than the owner
 * @ended: its CPU went offline, and perf has removed it
 * @times: its enabled and running times
 * @period: events in its present periods; perf may have set the length of the next ones
 * @sampled: the slot of the current sample, for overflow handlers
 * @missed: periods that ended without a sample
 * @round: &pmon_overflow.round in which its counters are read for samples
 * @transaction: perf's transaction that last read its group, if it leads; see pmu.c
 * @num_slots: number of units
 * @slots: one for each unit
 */
struct pmon_perf_event {
	struct perf_event *perf;
	struct list_head list;
	struct hlist_node by_id;
	u64 id;
	struct rcu_head rcu;
	struct pmon_die *die;
	struct pmon_pmu_die *pmu_die;
	u64 control;
	u32 general;
	int extra;
	struct pmon_claim claims[PMON_MAX_CLAIMS];
	struct pmon_alternative alternatives[PMON_MAX_ALTERNATIVES];
	u8 num_alternatives;
	enum pmon_event_state state;
	bool snapshot;
	bool clock;
	bool sampling;
	bool no_nmi;
	u8 hidden;
	bool astray;
	bool ended;
	struct pmon_times times;
	u64 period;
	const struct pmon_slot *sampled;
	u64 missed;
	u64 round;
	u64 transaction;
	unsigned int num_slots;
	struct pmon_slot slots[];
};

/**
 * struct pmon_counter - one counter of a unit
 * @control: offset of its control register, or PMON_NO_REGISTER
 * @offset: offset of the counter register
 * @width: in bits
 * @missing: a fixed or free-running counter that has never answered
 * @seen: it has answered at a reset: it is not missing if its unit is gone
 * @enable: control bits that enable it
 * @clear: control bit that clears it, 0: it must be read before its start
 * @period: longest time between two reads, in nanoseconds
 * @rate: maximum events per second, 0 if unknown
 */
struct pmon_counter {
	s16 control;
	s16 offset;
	u8 width;
	bool missing;
	bool seen;
	u64 enable;
	u64 clear;
	u64 period;
	u64 rate;
};

/**
 * struct pmon_pmu_die - the units of a PMU on one die, and its event that waits for counters
 * @die: the die, NULL if the PMU has no unit there
 * @units: the units on which an event of the PMU counts
 * @num_units: their number
 * @disabled: nesting of brackets that perf has open: pmu_disable to pmu_enable, or a transaction
 *	      that adds a group. Commits wait for the end of the outermost
 * @brackets: number of outermost brackets so far
 * @moving: a handover moves the PMU's events: events that perf removes are parked
 * @level: level of the PMU
 * @waiting: an event whose counters the other PMU uses, or NULL; see contend.c
 * @waiting_since: time of its last attempt, ktime_get_mono_fast_ns()
 */
struct pmon_pmu_die {
	struct pmon_die *die;
	struct pmon_unit **units;
	unsigned int num_units;
	unsigned int disabled;
	unsigned int brackets;
	bool moving;
	enum pmon_event_level level;
	struct pmon_perf_event *waiting;
	u64 waiting_since;
};

/**
 * struct pmon_unit - one PMON block of one die
 * @type: its box type
 * @die: the die
 * @id: its id within the type
 * @desc: its descriptor
 * @status_offset: of the unit status register
 * @status_position: its bit in the global status, or PMON_NO_STATUS
 * @space: its registers
 * @companion: registers in its companion PCI function; without operations if there is none
 * @num_general: number of general counters, which come first in @counters
 * @num_counters: number of all counters
 * @counters: the counters
 * @pmus: PMUs with the unit, by level; constant after set-up
 * @slots: events added to it
 * @num_slots: their number
 * @live: counters that run (bit mask)
 * @lossy: counters whose control lacks documented bits (bit mask)
 * @holder: slot for which each counter runs, NULL if its event was closed
 * @control: each control register as last written to start its counter, without the bit that clears
 *	     the counter; 0 since a reset. Stopping a counter clears the lower half of the register
 * @resource: each shared register as last written
 * @resource_known: shared registers that were written (bit mask)
 * @dirty: the next commit must program it
 * @commits: number of commits, starts at 1
 * @gone: its registers read as all ones, or cannot be written; see pmon_unit_retry()
 * @retried_at: time of the last check whether it answers again, ktime_get_mono_fast_ns()
 * @reported: number of reports so far: that it is gone, and that it answers again
 * @suspended: its registers must not be accessed; see suspend.c
 *
 * &pmon_die.lock protects all members that change.
 */
struct pmon_unit {
	const struct pmon_box_type *type;
	struct pmon_die *die;
	u16 id;
	const struct pmon_unit_desc *desc;
	u8 status_offset;
	u16 status_position;
	struct pmon_regspace space;
	struct pmon_regspace companion;
	unsigned int num_general;
	unsigned int num_counters;
	struct pmon_counter *counters;
	struct pmon_pmu_die *pmus[PMON_EVENT_LEVELS];

	struct pmon_slot *slots[PMON_MAX_REQUESTS];
	unsigned int num_slots;
	u32 live;
	u32 lossy;
	struct pmon_slot *holder[PMON_MAX_COUNTERS];
	u64 control[PMON_MAX_COUNTERS];
	u64 resource[PMON_MAX_RESOURCES];
	DECLARE_BITMAP(resource_known, PMON_MAX_RESOURCES);
	bool dirty;
	u64 commits;
	bool gone;
	u64 retried_at;
	u8 reported;
	bool suspended;
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

#endif
