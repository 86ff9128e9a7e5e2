/* SPDX-License-Identifier: GPL-2.0-only */
/* Formulas of metrics: + - * / and parentheses, numbers, `a` to `p` for counts, `time`, `units`, `peak`. */
#ifndef UNCORE_FORMULA_H
#define UNCORE_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

#define MAX_VARIABLES	16

/**
 * struct variables - what a formula is computed of
 * @counts: of the events, `a` first
 * @num_counts: how many there are
 * @time: seconds in which they were counted
 * @units: how many units they were counted on
 * @peak: bytes per second that the memory of these units can move, 0 if unknown
 */
struct variables {
	double counts[MAX_VARIABLES];
	size_t num_counts;
	double time;
	double units;
	double peak;
};

/** enum formula_result - what came of a formula */
enum formula_result {
	FORMULA_OK,
	FORMULA_NO_VALUE,	/* a division by zero: there was nothing to make a ratio of */
	FORMULA_INFINITE,	/* greater than any number: neither text nor JSON has it */
	FORMULA_BAD,		/* not a formula, or of an event that is not there */
};

/** formula_uses() - does a formula use a variable? */
bool formula_uses(const char *text, const char *variable);

/**
 * formula_compute() - compute a formula
 * @text: the formula
 * @variables: its variables
 * @value: receives the result
 */
enum formula_result formula_compute(const char *text, const struct variables *variables,
				    double *value);

#endif
