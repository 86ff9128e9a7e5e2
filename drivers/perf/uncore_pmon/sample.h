/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples: counters that are preset to overflow after a period, and what perf is told when they have.
 */
#ifndef _UNCORE_PMON_SAMPLE_H
#define _UNCORE_PMON_SAMPLE_H

#include <linux/types.h>

struct pmon_die;
struct pmon_perf_event;
struct pmon_slot;
struct pmon_unit;

/**
 * pmon_sample_reload() - forget how much of a period is over
 * @event: a sampling event, stopped
 *
 * Context: &pmon_die.lock held.
 */
void pmon_sample_reload(struct pmon_perf_event *event);

/**
 * pmon_sample_period_changed() - has perf changed the period since it was begun?
 * @event: a sampling event
 *
 * perf says so by a call only if the event is on its counters at that time.
 *
 * Context: &pmon_die.lock held.
 */
bool pmon_sample_period_changed(const struct pmon_perf_event *event);

/**
 * pmon_sample_preset() - make a stopped counter overflow after what is left of a period
 * @slot: slot of a sampling event; its counter is that of &pmon_slot.counter
 *
 * Context: a CPU of the die, &pmon_die.lock held.
 * Return: the value written to the counter.
 */
u64 pmon_sample_preset(struct pmon_slot *slot);

/**
 * pmon_unit_samples() - does an event sample on a unit now?
 * @unit: the unit
 */
bool pmon_unit_samples(const struct pmon_unit *unit);

/**
 * pmon_sample_unit() - make the samples that are due on a unit, and preset their counters again
 * @unit: the unit; its counters stand still
 *
 * A counter tells by itself whether it has overflowed, more reliably than the status, which can
 * be stuck. The unit status is cleared.
 *
 * Context: the owner CPU, IRQs off, &pmon_die.lock not held: perf calls the driver back.
 * Return: number of counters that have overflowed.
 */
unsigned int pmon_sample_unit(struct pmon_unit *unit);

/**
 * pmon_unit_clear_status() - clear the unit status
 * @unit: the unit
 *
 * Context: a CPU of the die.
 */
void pmon_unit_clear_status(struct pmon_unit *unit);

/**
 * pmon_sample_resume() - let events that were paused because of a storm sample again
 * @unit: the unit; its counters stand still
 *
 * Context: the owner CPU, &pmon_die.lock held.
 */
void pmon_sample_resume(struct pmon_unit *unit);

#endif
