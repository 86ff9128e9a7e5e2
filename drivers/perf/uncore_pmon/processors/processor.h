/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processors the driver knows.
 */
#ifndef _UNCORE_PMON_PROCESSOR_H
#define _UNCORE_PMON_PROCESSOR_H

#include <linux/types.h>

struct pmon_event_set;
struct pmon_static_machine;

/**
 * struct pmon_processor - one processor, and where the driver's knowledge of it is
 * @family: as the CPU tells
 * @model: as the CPU tells
 * @name: for messages
 * @events: its events
 * @machine: its units, NULL if it has discovery tables
 */
struct pmon_processor {
	u8 family;
	u8 model;
	const char *name;
	const struct pmon_event_set *events;
	const struct pmon_static_machine *machine;
};

/**
 * pmon_processor_find() - what is known of a processor
 * @family: as the CPU tells
 * @model: as the CPU tells
 *
 * Return: the processor, or NULL if its uncore is not known.
 */
const struct pmon_processor *pmon_processor_find(unsigned int family,
						 unsigned int model);

#endif
