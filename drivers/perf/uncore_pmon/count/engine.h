/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the engine does with units and their events, see unit.h, by source file.
 *
 * Changes take two steps. pmon_event_add(), _start(), _stop() and _remove() only record the new
 * state. pmon_unit_commit() then programs each changed unit with as few register writes as
 * possible. perf brackets its calls with pmu_disable and pmu_enable; pmu_enable commits.
 *
 * The caller of a function holds &pmon_die.lock, unless the function says otherwise.
 */
#ifndef _UNCORE_PMON_ENGINE_H
#define _UNCORE_PMON_ENGINE_H

#include "count/unit.h"

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
