/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Units and the events that count on them.
 *
 * A unit is one PMON block of one die. An event has one slot for each unit it
 * counts on; its count is the sum over its slots.
 *
 * Changes are made in two steps. pmon_event_add(), _start(), _stop() and
 * _remove() only say what should be; pmon_unit_commit() then brings each
 * unit that differs into that state with as few register writes as
 * possible. perf brackets its calls with pmu_disable and pmu_enable, which is
 * where the commit takes place.
 */
#ifndef _UNCORE_PMON_UNIT_H
#define _UNCORE_PMON_UNIT_H

#include <linux/bitmap.h>
#include <linux/list.h>
#include <linux/types.h>

#include "count/period.h"
#include "count/regspace.h"
#include "count/times.h"
#include "find/machine.h"
#include "processors/box.h"

struct perf_event;
struct pmon_die;
struct pmon_perf_event;
struct pmon_pmu_die;
struct pmon_unit;

/**
 * enum pmon_event_state - what perf wants of an event, and what it holds
 * @PMON_EVENT_OFF: perf does not want it; it holds no counter
 * @PMON_EVENT_STOPPED: it has counters, which do not count for it
 * @PMON_EVENT_RUNNING: it has counters, which count for it after the next commit
 * @PMON_EVENT_PARKED: perf has taken it off the old owner CPU but not yet put it on the new one;
 *	its counters go on
 *
 * state.c has the picture, with who makes which change.
 */
enum pmon_event_state {
	PMON_EVENT_OFF,
	PMON_EVENT_STOPPED,
	PMON_EVENT_RUNNING,
	PMON_EVENT_PARKED,
};

/* &pmon_unit.mark of a unit that has none. */
#define PMON_NO_MARK		(-1)

/* &pmon_slot.with of a slot that has to be programmed anew, though nothing else changes. */
#define PMON_PROGRAM_ANEW	(-2)

/**
 * struct pmon_slot - one event on one unit
 * @event: the event
 * @unit: the unit
 * @counter: counter it is assigned to, -1 if none
 * @alternative: alternative it is assigned, -1 if it has none
 * @programmed: counter the hardware runs it on now, -1 if none
 * @with: alternative it was programmed with last, -1 if it has none
 * @pending: counter by a schedule that is not yet taken
 * @pending_alternative: alternative by it
 * @previous: reading of the counter up to which events were added to the count
 * @read_at: when that was, ktime_get_mono_fast_ns(), or before
 * @step: events that the last reading has added, if nothing but that reading says so; else 0
 * @unread: stopped since the last commit, and its counter not read since
 * @read_in: &pmon_unit.commits when a counter was last read for a slot that was stopped
 * @gathered: what the poll timer has read and @count does not have yet; see pmon_unit_poll()
 * @count: what the event has counted on this unit
 * @unclaimed: what its counter has counted while the event was parked
 * @watched_in: &pmon_watch.number of the look that has seen it last
 * @watched: what of @count and @gathered the die's watch has seen
 * @period: events until its next sample; sampling events only
 * @paused: does not sample for a while, because of a storm
 * @paused_at: what @count was when that began
 */
struct pmon_slot {
	struct pmon_perf_event *event;
	struct pmon_unit *unit;
	s8 counter;
	s8 alternative;
	s8 programmed;
	s8 with;
	s8 pending;
	s8 pending_alternative;
	bool unread;
	u64 previous;
	u64 read_at;
	u64 step;
	u64 read_in;
	u64 gathered;
	u64 count;
	u64 unclaimed;
	u64 watched;
	u64 watched_in;
	struct pmon_period period;
	bool paused;
	u64 paused_at;
};

/**
 * struct pmon_perf_event - what the driver keeps for one perf event
 * @perf: the perf event
 * @list: entry in &struct pmon_core.events
 * @by_id: entry in &struct pmon_core.events_by_id
 * @id: number of the perf event
 * @rcu: for the end: it may have been found by its number
 * @die: die it counts on
 * @pmu_die: its PMU's units there
 * @control: counter control value without the layout's own bits
 * @general: general counters that can count it
 * @extra: number of the fixed or free-running counter it is, or -1
 * @claims: shared registers it depends on
 * @alternatives: ways to count it that differ in control and claims, instead of @control
 * @num_alternatives: how many, 0 if there is one way only
 * @state: what perf wants of it
 * @snapshot: reads of the group it leads are of one instant in each unit
 * @clock: it counts each cycle of a clock
 * @sampling: its counters freeze the package when they overflow
 * @no_nmi: its registers must not be read in an NMI
 * @disabled: the user has disabled it, and must find it so after a handover
 * @astray: perf tried it on another CPU than the owner, and was refused
 * @ended: its CPU has gone offline, and perf has removed it
 * @times: for how long it had its counters
 * @sampled: the slot whose sample is being made, for who is told of it
 * @missed: periods that ended without a sample
 * @round: &pmon_overflow.round in which all of its counters were read last
 * @transaction: of perf's, in which the group that it leads was last read; see perf/pmu.c
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
	bool disabled;
	bool astray;
	bool ended;
	struct pmon_times times;
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
 * @width: number of bits
 * @enable: control bits with which it counts
 * @clear: control bit that clears it, 0 if it has to be read before it is started
 * @missing: this processor does not have it
 * @period: it has to be read at least this often, in nanoseconds
 * @rate: the most events a second, 0 if that is not known
 * @limit: from this number of events on, a reading is doubted however long ago the last one was;
 *	   see reading.h
 */
struct pmon_counter {
	s16 control;
	s16 offset;
	u8 width;
	bool missing;
	u64 enable;
	u64 clear;
	u64 period;
	u64 rate;
	u64 limit;
};

/**
 * struct pmon_unit - one PMON block of one die
 * @type: its box type
 * @die: the die
 * @number: its unit type number
 * @id: its number within the type
 * @status_offset: of the unit status register
 * @status_position: its bit in the global status, or PMON_NO_STATUS
 * @space: its registers
 * @companion: those in its companion PCI function; no operations if there is none
 * @num_general: number of general counters, the first ones of @counters
 * @num_counters: number of all counters
 * @counters: the counters
 * @pmus: PMUs that count on it, by level; constant after set-up
 * @slots: events added to it
 * @num_slots: how many
 * @live: counters that are programmed (bit mask)
 * @holder: slot that each of them was programmed for, NULL if that needs it no more
 * @lossy: counters whose control does not keep all that is written to it (bit mask)
 * @control_high: upper half of each general control register as last written
 * @control_low: lower half of each general control register when it last was not 0
 * @resource: value of each shared register as last written
 * @resource_known: shared registers that were written (bit mask)
 * @dirty: differs from what it should be
 * @commits: how often it was brought into that state, from 1
 * @gone: its registers read as all ones, or cannot be written
 * @reported: and that was said
 * @asleep: its registers must not be touched; see suspend.c
 * @mark: counter with a value by which it is seen whether registers were lost, while the die is
 *	  asleep; or PMON_NO_MARK
 *
 * Locking: all but the constant part under &pmon_die.lock.
 */
struct pmon_unit {
	const struct pmon_box_type *type;
	struct pmon_die *die;
	u16 number;
	u16 id;
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
	u32 control_high[PMON_TABLE_MAX_COUNTERS];
	u32 control_low[PMON_TABLE_MAX_COUNTERS];
	u64 resource[PMON_MAX_RESOURCES];
	DECLARE_BITMAP(resource_known, PMON_MAX_RESOURCES);
	bool dirty;
	u64 commits;
	bool gone;
	bool reported;
	bool asleep;
	s8 mark;
};

/**
 * pmon_unit_create() - make a unit from its descriptor
 * @die: the die
 * @type: its box type
 * @desc: the descriptor, with a good verdict
 *
 * Does not touch the unit's registers. Memory and mappings belong to the
 * die's device.
 *
 * Context: process context, may sleep.
 * Return: the unit or an ERR_PTR(): -ENOMEM, -EBUSY, -EINVAL.
 */
struct pmon_unit *pmon_unit_create(struct pmon_die *die,
				   const struct pmon_box_type *type,
				   const struct pmon_unit_desc *desc);

/**
 * pmon_unit_reset() - bring a unit into a known state
 * @unit: the unit
 *
 * Controls and counters cleared, not frozen: two writes where the unit control can do that, the
 * second one to end the reset. The guide's session order (1.10.4) resets after programming, which
 * would undo it; so this is done once, before anything is programmed.
 *
 * Context: a CPU of the unit's die; &pmon_die.lock held.
 * Return: true if the unit control exists, or the unit needs none.
 */
bool pmon_unit_reset(struct pmon_unit *unit);

/**
 * pmon_event_add() - find counters for an event
 * @event: the event, off; stopped on return
 *
 * All of its units or none.
 *
 * Context: &pmon_die.lock held.
 * Return: 0, -EAGAIN if counters are short, -EBUSY if shared registers conflict.
 */
int pmon_event_add(struct pmon_perf_event *event);

/**
 * pmon_event_remove() - take an event off its counters
 * @event: the event, stopped; off on return
 *
 * Context: &pmon_die.lock held.
 */
void pmon_event_remove(struct pmon_perf_event *event);

/**
 * pmon_event_forget() - an event is about to be freed
 * @event: the event, off
 *
 * Touches no register: a counter that still counts for it is stopped by the next commit.
 *
 * Context: any CPU; &pmon_die.lock held.
 */
void pmon_event_forget(struct pmon_perf_event *event);

/**
 * pmon_event_drop() - take the counters away from a parked event
 * @event: the event, off on return
 *
 * What happened since perf took it off does not count: it was disabled, or others have their turn.
 *
 * Context: &pmon_die.lock held.
 */
void pmon_event_drop(struct pmon_perf_event *event);

/**
 * pmon_event_start() - let an event count from the next commit on
 * @event: the event, stopped or running already
 *
 * Context: &pmon_die.lock held.
 */
void pmon_event_start(struct pmon_perf_event *event);

#endif
