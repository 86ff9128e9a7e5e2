// SPDX-License-Identifier: GPL-2.0-only
/* The closest name. See suggest.h. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"

#define LONGEST	100

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * Letters to insert, remove or replace, and neighbours to exchange, to get from one name to the other. Row by row:
 * @now[j] is the distance between the letters of @from up to the row and the first j letters of @to.
 */
static size_t distance(const char *from, const char *to)
{
	size_t rows[3][LONGEST + 1], width = strlen(to), i, j;

	for (j = 0; j <= width; j++)
		rows[0][j] = j;
	for (i = 1; from[i - 1]; i++) {
		size_t *now = rows[i % 3], *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];

		now[0] = i;
		for (j = 1; j <= width; j++) {
			int a = tolower((unsigned char)from[i - 1]), b = tolower((unsigned char)to[j - 1]);

			now[j] = least(least(now[j - 1], before[j]) + 1, before[j - 1] + (a != b));
			if (i > 1 && j > 1 && a == tolower((unsigned char)to[j - 2]) &&
			    b == tolower((unsigned char)from[i - 2]))
				now[j] = least(now[j], earlier[j - 2] + 1);
		}
	}
	return rows[strlen(from) % 3][width];
}

void suggestion_begin(struct suggestion *suggestion, const char *wrong)
{
	memset(suggestion, 0, sizeof(*suggestion));
	suggestion->wrong = wrong;
	/* A third of the letters may be wrong, at least one. */
	suggestion->distance = strlen(wrong) / 3 + 2;
}

void suggestion_try(struct suggestion *suggestion, const char *name)
{
	size_t changes;

	if (strlen(name) > LONGEST || strlen(suggestion->wrong) > LONGEST)
		return;
	changes = distance(suggestion->wrong, name);
	if (changes >= suggestion->distance)
		return;
	suggestion->distance = changes;
	snprintf(suggestion->best, sizeof(suggestion->best), "%s", name);
}

const char *suggestion_text(const struct suggestion *suggestion, char *text, size_t size)
{
	*text = '\0';
	if (*suggestion->best)
		snprintf(text, size, "; did you mean %s?", suggestion->best);
	return text;
}
