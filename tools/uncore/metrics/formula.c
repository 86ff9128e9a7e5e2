// SPDX-License-Identifier: GPL-2.0-only
/*
 * Computing of formulas, by descent. See formula.h.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "metrics/formula.h"

/* Parentheses within parentheses. */
#define MAX_DEPTH	32

struct computation {
	const char *at;
	const struct variables *variables;
	unsigned int depth;
	bool bad;
	bool no_value;
};

static double sum(struct computation *computation);

static void skip_blanks(struct computation *computation)
{
	while (isspace((unsigned char)*computation->at))
		computation->at++;
}

static bool take(struct computation *computation, char expected)
{
	skip_blanks(computation);
	if (*computation->at != expected)
		return false;
	computation->at++;
	return true;
}

static double variable(struct computation *computation)
{
	const struct variables *variables = computation->variables;
	const char *name = computation->at;
	size_t length = 0;

	while (isalpha((unsigned char)name[length]))
		length++;
	computation->at += length;
	if (length == 4 && !strncmp(name, "time", 4))
		return variables->time;
	if (length == 5 && !strncmp(name, "units", 5))
		return variables->units;
	if (length == 4 && !strncmp(name, "peak", 4))
		return variables->peak;
	if (length == 1 && *name >= 'a' && (size_t)(*name - 'a') < variables->num_counts)
		return variables->counts[*name - 'a'];
	computation->bad = true;
	return 0;
}

/* Decimal, as in perf's formulas. strtod() would read 0x10, too. */
static double number(struct computation *computation)
{
	char *end;
	double value = strtod(computation->at, &end);

	if (*computation->at == '0' && toupper((unsigned char)computation->at[1]) == 'X')
		computation->bad = true;
	computation->at = end;
	return value;
}

static double operand(struct computation *computation)
{
	double value;

	skip_blanks(computation);
	if (isalpha((unsigned char)*computation->at))
		return variable(computation);
	if (isdigit((unsigned char)*computation->at))
		return number(computation);
	if (computation->depth == MAX_DEPTH || !take(computation, '(')) {
		computation->bad = true;
		return 0;
	}
	computation->depth++;
	value = sum(computation);
	computation->depth--;
	if (!take(computation, ')'))
		computation->bad = true;
	return value;
}

static double product(struct computation *computation)
{
	double value = operand(computation);

	while (!computation->bad) {
		if (take(computation, '*')) {
			value *= operand(computation);
		} else if (take(computation, '/')) {
			double divisor = operand(computation);

			if (divisor == 0)
				computation->no_value = true;
			else
				value /= divisor;
		} else {
			break;
		}
	}
	return value;
}

static double sum(struct computation *computation)
{
	double value = product(computation);

	while (!computation->bad) {
		if (take(computation, '+'))
			value += product(computation);
		else if (take(computation, '-'))
			value -= product(computation);
		else
			break;
	}
	return value;
}

enum formula_result formula_compute(const char *text, const struct variables *variables,
				    double *value)
{
	struct computation computation = { .at = text, .variables = variables };

	*value = sum(&computation);
	skip_blanks(&computation);
	if (computation.bad || *computation.at)
		return FORMULA_BAD;
	if (computation.no_value)
		return FORMULA_NO_VALUE;
	return isfinite(*value) ? FORMULA_OK : FORMULA_INFINITE;
}

bool formula_uses(const char *text, const char *variable)
{
	size_t length;

	for (; *text; text += length ? length : 1) {
		for (length = 0; isalpha((unsigned char)text[length]); length++)
			;
		if (length == strlen(variable) && !strncmp(text, variable, length))
			return true;
	}
	return false;
}
