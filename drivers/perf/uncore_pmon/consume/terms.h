/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events as text, the way perf takes them: "tor_inserts.ia_miss_drd,unit_mask=0x3".
 */
#ifndef _UNCORE_PMON_TERMS_H
#define _UNCORE_PMON_TERMS_H

#include "choose/config.h"
#include "processors/event_table.h"

/**
 * pmon_terms_parse() - from an event's text to its configuration
 * @fields: formats of the PMU
 * @table: its events, or NULL
 * @level: level of the PMU: names are those that its events folder in sysfs has
 * @text: what stands between the slashes of perf -e: names, formats with a value (1 if they have
 *	  none), config=, config1=, config2= and config3=, with commas between them
 * @words: receives config, config1, config2, config3
 *
 * As in perf, bits of several terms add up; a value may be decimal, octal or hexadecimal.
 *
 * Context: process context, may sleep.
 * Return: 0, -ENOENT if there is no such name or format, -EINVAL if a value is none or does not fit
 * into its format, or if @text is empty; -ENOMEM.
 */
int pmon_terms_parse(const struct pmon_field *fields,
		     const struct pmon_event_table *table,
		     enum pmon_event_level level, const char *text,
		     u64 words[PMON_CONFIG_WORDS]);

#endif
