/* SPDX-License-Identifier: GPL-2.0-only */
/* "Did you mean": the name that is closest to one that does not exist. */
#ifndef UNCORE_SUGGEST_H
#define UNCORE_SUGGEST_H

#include <stddef.h>

/**
 * struct suggestion - the closest name so far
 * @wrong: what was written
 * @best: the closest name
 * @distance: changes of a letter between the two
 */
struct suggestion {
	const char *wrong;
	char best[128];
	size_t distance;
};

/** suggestion_begin() - begin to look for a name that is close to @wrong */
void suggestion_begin(struct suggestion *suggestion, const char *wrong);

/** suggestion_try() - a name that exists; names that are not close are forgotten */
void suggestion_try(struct suggestion *suggestion, const char *name);

/**
 * suggestion_text() - the end of a message
 * @suggestion: what was found
 * @text: receives "; did you mean NAME?", or nothing if no name is close
 * @size: of @text
 *
 * Return: @text.
 */
const char *suggestion_text(const struct suggestion *suggestion, char *text, size_t size);

#endif
