/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of the processors without a discovery table, as perf spells them and as the simulator does.
 */
#ifndef PMONTEST_TERMS_H
#define PMONTEST_TERMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * terms_of_older() - is the machine one of the processors without a discovery table?
 *
 * The runner says so in the environment.
 */
bool terms_of_older(void);

/**
 * terms_simulated() - what has to happen for an event to be counted
 * @terms: the event as perf has it between the slashes, names of formats only
 * @way: which of the codes it may be counted with, see terms_ways()
 * @out: receives attributes of the simulator's `inject`
 * @size: bytes of @out
 *
 * Where a filter lets several things through, one of them is taken.
 *
 * Return: false if a term is not known, or there are too many.
 */
bool terms_simulated(const char *terms, unsigned int way, char *out, size_t size);

/**
 * terms_ways() - by how many codes a driver may count an event
 * @terms: the event as perf has it between the slashes
 *
 * A counter sees one of them; all of them have to happen for one to be counted.
 */
unsigned int terms_ways(const char *terms);

/**
 * terms_count() - does what is injected for one event count for another one?
 * @happened: the one that was injected
 * @counted: the other
 */
bool terms_count(const char *happened, const char *counted);

/**
 * terms_units() - mask of the units that an event is counted on
 * @terms: the event as perf has it between the slashes
 */
uint64_t terms_units(const char *terms);

/**
 * terms_missing() - filters that an event of a list leaves to its user
 * @type: unit type
 * @terms: the event as perf has it between the slashes
 *
 * Return: terms to append, beginning with a comma, or an empty string.
 */
const char *terms_missing(const char *type, const char *terms);

#endif /* PMONTEST_TERMS_H */
