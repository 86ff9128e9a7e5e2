/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parses events given as text, in perf's syntax: "tor_inserts.ia_miss_drd,unit_mask=0x3".
 */
#ifndef _UNCORE_PMON_TERMS_H
#define _UNCORE_PMON_TERMS_H

#include "choose/config.h"
#include "processors/event_table.h"

/**
 * pmon_terms_parse() - parse an event's text into its configuration
 * @fields: formats of the PMU
 * @table: its events, or NULL
 * @level: level of the PMU: selects the names, as in its events folder in sysfs
 * @text: the text between the slashes of perf -e: names, formats with a value (default 1), config=,
 *	  config1=, config2= and config3=, separated by commas
 * @words: receives config, config1, config2, config3
 *
 * As in perf, bits of several terms are combined. Values are decimal, or hexadecimal after 0x.
 *
 * Context: process context, may sleep.
 * Return: 0; -ENOENT for an unknown name or format; -EINVAL if a value is invalid or does not fit
 * into its format, or if @text is empty; -ENOMEM.
 */
int pmon_terms_parse(const struct pmon_field *fields,
		     const struct pmon_event_table *table,
		     enum pmon_event_level level, const char *text,
		     u64 words[PMON_CONFIG_WORDS]);

#endif
