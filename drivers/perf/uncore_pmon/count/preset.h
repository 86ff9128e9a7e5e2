/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters that are preset to overflow after a period.
 */
#ifndef _UNCORE_PMON_PRESET_H
#define _UNCORE_PMON_PRESET_H

#include "count/unit.h"

/**
 * pmon_preset_reload() - forget how much of a period is over
 * @event: a sampling event, stopped
 *
 * Context: &pmon_die.lock held.
 */
void pmon_preset_reload(struct pmon_perf_event *event);

/**
 * pmon_preset_changed() - has perf changed the period since it was begun?
 * @event: a sampling event
 *
 * perf says so by a call only if the event is on its counters at that time.
 *
 * Context: &pmon_die.lock held.
 */
bool pmon_preset_changed(const struct pmon_perf_event *event);

/**
 * pmon_preset_start() - make a stopped counter overflow after what is left of a period
 * @slot: slot of a sampling event; its counter is that of &pmon_slot.counter
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 * Return: the value written to the counter.
 */
u64 pmon_preset_start(struct pmon_slot *slot);

/**
 * pmon_preset_write() - make a counter that stands still overflow after what is left of a period
 * @slot: slot of a sampling event
 * @index: the counter
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
void pmon_preset_write(struct pmon_slot *slot, unsigned int index);

/**
 * pmon_preset_pause() - let an event count without a sample for as long as can be
 * @slot: slot of a sampling event
 * @width: number of bits of its counter
 */
void pmon_preset_pause(struct pmon_slot *slot, unsigned int width);

/**
 * pmon_preset_resume() - an event that was paused samples again
 * @slot: slot of a sampling event, its count up to date; a new period is for the caller to begin
 *
 * The periods that have ended meanwhile got no sample.
 *
 * Context: &pmon_die.lock held.
 */
void pmon_preset_resume(struct pmon_slot *slot);

#endif
