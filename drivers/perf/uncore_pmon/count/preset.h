/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Presets counters so that they overflow after a period.
 */
#ifndef _UNCORE_PMON_PRESET_H
#define _UNCORE_PMON_PRESET_H

#include "count/unit.h"

/**
 * pmon_preset_reload() - start a new period
 * @event: a sampling event, stopped
 *
 * Context: &pmon_die.lock held.
 */
void pmon_preset_reload(struct pmon_perf_event *event);

/**
 * pmon_preset_changed() - has perf changed the period since it was begun?
 * @event: a sampling event
 *
 * perf notifies the driver of a change only if the event has its counters at that time.
 *
 * Context: &pmon_die.lock held.
 */
bool pmon_preset_changed(const struct pmon_perf_event *event);

/**
 * pmon_preset_start() - preset a stopped counter to the rest of a period, and clear its overflow
 * bit
 * @slot: slot of a sampling event, programmed
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
void pmon_preset_start(struct pmon_slot *slot);

/**
 * pmon_preset_write() - preset a stopped or frozen counter to the rest of a period
 * @slot: slot of a sampling event, programmed
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 */
void pmon_preset_write(struct pmon_slot *slot);

/**
 * pmon_preset_is_set() - does a counter overflow at the end of its period?
 * @slot: slot of a sampling event, programmed and updated
 *
 * The counter does not if it was not preset after its last overflow, in a storm.
 *
 * Context: &pmon_die.lock held.
 */
bool pmon_preset_is_set(const struct pmon_slot *slot);

#endif
