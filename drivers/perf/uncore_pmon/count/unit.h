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

/* --- unit.c ------------------------------------------------------------------------- */

/**
 * pmon_unit_create() - create a unit from its descriptor
 * @die: the die, whose device owns memory and mappings
 * @type: its box type
 * @desc: the descriptor, with the verdict PMON_OK
 *
 * Does not access the unit's registers.
 *
 * Context: process context, may sleep; &pmon_die.lock not held.
 * Return: the unit or an ERR_PTR(): -ENOMEM, -EINVAL if it has too many counters, or an error of
 * pmon_regspace_init().
 */
struct pmon_unit *pmon_unit_create(struct pmon_die *die, const struct pmon_box_type *type,
				   const struct pmon_unit_desc *desc);

/**
 * pmon_unit_reset() - clear controls and counters, and unfreeze the unit
 * @unit: the unit
 *
 * Two writes if the unit control can do so, the second one to end the reset. The guide's session
 * order (1.10.4) resets after programming, which would undo it. So the driver resets once, before
 * it programs anything.
 *
 * Context: a CPU of the unit's die.
 * Return: false if the unit does not answer.
 */
bool pmon_unit_reset(struct pmon_unit *unit);

/**
 * pmon_unit_renew() - reset a unit, and program it from nothing in the next commit
 * @unit: the unit. Sets &pmon_unit.gone if it does not answer
 *
 * Context: a CPU of the unit's die.
 */
void pmon_unit_renew(struct pmon_unit *unit);

/**
 * pmon_event_add() - find counters for an event, on all of its units or on none
 * @event: the event, off; stopped on return, unless there is an error
 *
 * Context: the owner CPU, within perf.
 * Return: 0 or an error of pmon_schedule(): -EAGAIN if there are not enough counters, -EBUSY if
 * shared registers conflict, -EINVAL if too many events have alternatives.
 */
int pmon_event_add(struct pmon_perf_event *event);

/**
 * pmon_event_start() - start an event with the next commit
 * @event: the event, stopped or running already
 */
void pmon_event_start(struct pmon_perf_event *event);

/**
 * pmon_event_remove() - release the counters of an event
 * @event: the event, stopped; off on return
 */
void pmon_event_remove(struct pmon_perf_event *event);

/**
 * pmon_event_drop() - release the counters of a parked event
 * @event: the event; off on return
 *
 * Discards counts since perf removed the event: it was disabled, or rotated out.
 */
void pmon_event_drop(struct pmon_perf_event *event);

/**
 * pmon_event_forget() - detach counters from an event before it is freed
 * @event: the event, off
 *
 * Accesses no register. The next commit stops counters that still run for the event.
 *
 * Context: any CPU.
 */
void pmon_event_forget(struct pmon_perf_event *event);

/**
 * pmon_free_counters() - number of general counters that no event uses
 * @units: units of a PMU on a die, at least one
 *
 * Context: process context; &pmon_die.lock not held.
 * Return: the number of the unit with the fewest.
 */
unsigned int pmon_free_counters(const struct pmon_pmu_die *units);

/* --- state.c ------------------------------------------------------------------------ */

/**
 * pmon_event_set_state() - change the state of an event
 * @event: the event
 * @state: its new state. Warns about an invalid transition
 */
void pmon_event_set_state(struct pmon_perf_event *event, enum pmon_event_state state);

/* Should an event's counters count? */
static inline bool pmon_event_counts(const struct pmon_perf_event *event)
{
	return event->state == PMON_EVENT_RUNNING || event->state == PMON_EVENT_PARKED;
}

/**
 * pmon_times_want() - start the enabled time, if it has not started
 * @event: the event
 */
void pmon_times_want(struct pmon_perf_event *event);

/**
 * pmon_times_on() - start the running time
 * @event: the event. If perf removes and adds it within one bracket, it keeps its counters, and its
 *	   time runs on
 */
void pmon_times_on(struct pmon_perf_event *event);

/**
 * pmon_times_off() - stop the running time
 * @event: the event
 */
void pmon_times_off(struct pmon_perf_event *event);

/**
 * pmon_times_get() - return the enabled and running times
 * @event: the event, which was never disabled
 * @enabled: receives nanoseconds since perf first tried to add the event
 * @running: receives nanoseconds of these with counters
 *
 * Context: any, also NMI; &pmon_die.lock need not be held.
 */
void pmon_times_get(const struct pmon_perf_event *event, u64 *enabled, u64 *running);

/* --- reading.c: reads counters, on a CPU of the die, and updates the counts ---------- */

/**
 * pmon_unit_give_up() - stop using a unit that does not answer, and report it later
 * @unit: the unit
 */
void pmon_unit_give_up(struct pmon_unit *unit);

/**
 * pmon_unit_is_gone() - does a reading of a counter show that the unit does not answer?
 * @unit: the unit; given up if so
 * @value: the reading
 *
 * Return: true if so.
 */
bool pmon_unit_is_gone(struct pmon_unit *unit, u64 value);

/**
 * pmon_unit_out_of_reach() - must the registers of a unit not be accessed?
 * @unit: the unit
 *
 * Return: true if the unit does not answer, or is suspended.
 */
bool pmon_unit_out_of_reach(const struct pmon_unit *unit);

/**
 * pmon_counter_read() - read a counter, again if the first reading is all ones
 * @unit: the unit
 * @index: the counter
 *
 * Return: its value, PMON_ALL_ONES if the unit does not answer.
 */
u64 pmon_counter_read(struct pmon_unit *unit, unsigned int index);

/**
 * pmon_slot_update() - read a slot's counter, and update its count
 * @slot: the slot
 */
void pmon_slot_update(struct pmon_slot *slot);

/**
 * pmon_event_update() - read all counters of an event, and update its count
 * @event: the event
 *
 * Reads a register of each of its units, unless it was read for samples that are being taken.
 */
void pmon_event_update(struct pmon_perf_event *event);

/**
 * pmon_event_refresh() - read all counters of an event for somebody else than perf
 * @event: the event
 *
 * Updates the counts of its slots, but not perf's count of an event in a group, which perf may be
 * collecting: only perf's own reads do.
 */
void pmon_event_refresh(struct pmon_perf_event *event);

/**
 * pmon_unit_poll() - read all running counters of a unit before one wraps
 * @unit: the unit
 *
 * Updates the same counts as pmon_event_refresh().
 */
void pmon_unit_poll(struct pmon_unit *unit);

/**
 * pmon_unit_update() - read all running counters of a unit, and update the counts
 * @unit: the unit
 */
void pmon_unit_update(struct pmon_unit *unit);

/**
 * pmon_event_adopt() - resume a parked event on the new owner CPU
 * @event: the event; running on return, with the events of the meantime
 */
void pmon_event_adopt(struct pmon_perf_event *event);

/* --- program.c: programs registers, on a CPU of the die, and presets counters --------- */

/**
 * pmon_event_stop() - stop an event
 * @event: the event, running or stopped already
 *
 * The next commit, or pmon_event_update(), updates its count.
 */
void pmon_event_stop(struct pmon_perf_event *event);

/**
 * pmon_counter_disarm() - disable freeze on overflow of a running counter
 * @unit: the unit
 * @index: the counter
 */
void pmon_counter_disarm(struct pmon_unit *unit, unsigned int index);

/**
 * pmon_counter_rewrite() - restore the control of a running counter
 * @unit: the unit
 * @index: the counter, which keeps its value
 */
void pmon_counter_rewrite(struct pmon_unit *unit, unsigned int index);

/**
 * pmon_unit_commit() - program the state that calls before the commit have set
 * @unit: the unit
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

/**
 * pmon_unit_update_lingering() - read counters that still run for stopped sampling events
 * @unit: the unit
 *
 * perf accepts no sample of an event that it has removed from its CPU. An overflow of its counter
 * sets &pmon_overflow.expected.
 */
void pmon_unit_update_lingering(struct pmon_unit *unit);

/**
 * pmon_unit_stop_lingering() - stop counters of sampling events that perf has stopped
 * @unit: the unit
 *
 * Does not wait for the next commit. On return, only counters of running events can freeze the
 * package.
 */
void pmon_unit_stop_lingering(struct pmon_unit *unit);

/**
 * pmon_unit_stop_again() - stop counters that run although the driver has stopped them
 * @unit: the unit
 * @counters: the counters (bit mask). Stops only counters whose control still has the driver's last
 *	      value: the write that stopped them was lost. Other counters belong to other software
 *
 * Return: true if it stopped a counter.
 */
bool pmon_unit_stop_again(struct pmon_unit *unit, u32 counters);

/**
 * pmon_unit_snapshot() - read a group's counters of a unit at one instant
 * @unit: the unit
 * @leader: the leader of the group, an event of a PMU with the unit
 *
 * Freezes the unit meanwhile if the group has more than one counter there, which costs two writes.
 */
void pmon_unit_snapshot(struct pmon_unit *unit, const struct pmon_perf_event *leader);

/**
 * pmon_unit_period() - longest time between two reads of a unit's running counters
 * @unit: the unit
 *
 * Context: any CPU.
 * Return: nanoseconds, 0 if no counter runs. PMON_RETRY_NS if the unit has events and does not
 * answer.
 */
u64 pmon_unit_period(const struct pmon_unit *unit);

/**
 * pmon_preset_reload() - start a new period with the length that perf has set
 * @event: a sampling event, off or stopped
 *
 * Context: any CPU. While perf opens the event, &pmon_die.lock need not be held.
 */
void pmon_preset_reload(struct pmon_perf_event *event);

/**
 * pmon_preset_changed() - has perf changed the period since it was begun?
 * @event: the event
 *
 * perf notifies the driver of a change only if the event has its counters at that time.
 *
 * Return: true if so, false if the event does not sample.
 */
bool pmon_preset_changed(const struct pmon_perf_event *event);

/**
 * pmon_preset_write() - preset a stopped or frozen counter to the rest of its period
 * @slot: slot of a sampling event, programmed
 */
void pmon_preset_write(struct pmon_slot *slot);

/**
 * pmon_preset_is_set() - does a slot's counter overflow at the end of its period?
 * @slot: slot of a sampling event, programmed, and just read
 *
 * Return: false if the counter was not preset after its last overflow, in a storm.
 */
bool pmon_preset_is_set(const struct pmon_slot *slot);

/* --- request.c: what events require of a unit. No lock needed ----------------------- */

/**
 * pmon_unit_request() - the request of an event on a unit
 * @unit: the unit
 * @event: the event, into which the request points
 *
 * Return: the request, with current counter and alternative of -1. Without a counter if no counter
 * of the unit can count the event: units of one type may have different numbers of counters.
 */
struct pmon_request pmon_unit_request(const struct pmon_unit *unit,
				      const struct pmon_perf_event *event);

/**
 * pmon_group_requests() - the requests of an event's group on a unit
 * @unit: the unit
 * @event: a member of the group. perf adds a new sibling to it only after event_init()
 * @all: also those of members that have a counter of the unit now, or are disabled
 * @requests: PMON_MAX_REQUESTS entries; receives the requests. What does not fit is left out
 * @num: entries that are used already
 *
 * Context: the group cannot change: the CPU of its context, IRQs off, or its mutex is held.
 * Return: number of used entries.
 */
unsigned int pmon_group_requests(const struct pmon_unit *unit,
				 const struct pmon_perf_event *event, bool all,
				 struct pmon_request *requests, unsigned int num);

/**
 * pmon_unit_has() - does a unit have all registers that an event requires?
 * @unit: the unit
 * @event: the event
 *
 * Return: false if the event requires a register of a missing companion function.
 */
bool pmon_unit_has(const struct pmon_unit *unit, const struct pmon_perf_event *event);

/**
 * pmon_event_answers() - do all units of an event answer?
 * @event: the event
 *
 * Return: false if one of them is &pmon_unit.gone.
 */
bool pmon_event_answers(const struct pmon_perf_event *event);

/**
 * pmon_event_slot() - the slot of an event on a unit
 * @event: the event
 * @unit: the unit
 *
 * Return: the slot, or NULL if the event does not count on the unit.
 */
const struct pmon_slot *pmon_event_slot(const struct pmon_perf_event *event,
					const struct pmon_unit *unit);

/* --- contend.c: turns of the PMU of a unit and the PMU of its type ------------------ */

/**
 * pmon_rival() - the waiting event for whose group another event must leave room
 * @unit: the unit
 * @event: the event that is to be added to the unit
 *
 * Return: a waiting event of the other PMU, if it is that PMU's turn, or NULL. NULL for a pinned
 * @event, which never leaves room.
 */
const struct pmon_perf_event *pmon_rival(const struct pmon_unit *unit,
					 const struct pmon_perf_event *event);

/**
 * pmon_contend() - request a turn for an event that does not fit
 * @event: the event
 * @unit: a unit that has no counter for it
 *
 * Context: the owner CPU, within perf.
 */
void pmon_contend(struct pmon_perf_event *event, const struct pmon_unit *unit);

/**
 * pmon_contend_added() - an event has counters on all of its units
 * @event: the event
 *
 * Its group waits no more if this was the last one. perf adds the members one by one, and removes
 * them again if another one does not fit.
 *
 * Context: the CPU of the event's context, IRQs off.
 */
void pmon_contend_added(struct pmon_perf_event *event);

/**
 * pmon_contend_end() - an event is about to be freed, and does not wait any more
 * @event: the event
 */
void pmon_contend_end(struct pmon_perf_event *event);

#endif
