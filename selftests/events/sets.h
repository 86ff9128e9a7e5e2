/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tables of all processors, by name, and what perf makes of the text of an
 * event.
 */
#ifndef _EVENTS_SETS_H
#define _EVENTS_SETS_H

#include "processors/event_table.h"

/**
 * set_find() - tables of a processor
 * @name: of the processor
 *
 * Return: the tables, NULL if there are none of that name.
 */
const struct pmon_event_set *set_find(const char *name);

/**
 * set_get() - tables, one after the other
 * @index: from 0 up
 *
 * Return: the tables, NULL behind the last.
 */
const struct pmon_event_set *set_get(unsigned int index);

/**
 * terms_apply() - fill in the terms of an event as perf does
 * @table: of the box type
 * @terms: "event=0x35,umask=0x1"; modified
 * @words: config, config1, config2; bits are added
 *
 * Return: true if each term has a format with room for its value.
 */
bool terms_apply(const struct pmon_event_table *table, char *terms,
		 u64 words[PMON_CONFIG_WORDS]);

#endif
