/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every alias of a PMU: what its text says, and whether it counts what it names.
 */
#ifndef PMONTEST_ALIASES_H
#define PMONTEST_ALIASES_H

#include <stdio.h>

/**
 * aliases_list() - print the configuration of each alias of a PMU
 * @pmu: the PMU's name
 * @out: receives lines `PMU/ALIAS/ CONFIG CONFIG1`, sorted by name
 *
 * The text of an alias is taken apart with the PMU's format files, independently of any perf.
 *
 * Return: number of aliases, or -1 after a message on @out.
 */
int aliases_list(const char *pmu, FILE *out);

/**
 * aliases_count() - let each alias count on the simulator
 * @pmu: the PMU's name
 * @die: the die on which to count
 * @units: how many units of that type the die has
 * @good: receives the number of aliases that counted exactly what they should
 * @bad: called with a line about each that did not
 *
 * As many neighbouring aliases as have room on the counters are opened together. Each of them is
 * injected, another number on each unit, and so are the aliases before and behind them, and the
 * same event on another die.
 *
 * Return: number of aliases, or -1 if the PMU has none or cannot be read.
 */
int aliases_count(const char *pmu, unsigned int die, unsigned int units, unsigned int *good,
		  void (*bad)(const char *line));

/**
 * events_list() - print the configuration of events
 * @in: lines `NAME PMU/terms/`
 * @out: receives lines `NAME CONFIG CONFIG1`, or `NAME - REASON` if the PMU has no such terms
 *
 * Return: number of events.
 */
int events_list(FILE *in, FILE *out);

#endif /* PMONTEST_ALIASES_H */
