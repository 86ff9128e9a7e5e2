// SPDX-License-Identifier: GPL-2.0-only
/*
 * From windows of dies, as they are recorded, to windows of units. See windows.h.
 *
 * On a die with a type PMU each unit has a period of its own, and each sample has the sums of all units:
 *
 *	cha 0	|-----------N-----------|-----------N-----------|
 *	cha 1	      |-----N-----|------N------|
 *	record	|-----|-----------|-----|-------|---------------|
 *
 * Between two samples of a die there is no fixed number of events. Between two samples of one unit there is: its period.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "windows/windows.h"

/* What a die has counted up to a window, or a unit of it up to its last one. */
struct sum {
	unsigned int die;
	int unit;
	char box[24];
	uint64_t length;
	uint64_t values[WINDOW_EVENTS];
	double share;
};

static struct sum *find(struct sum *sums, size_t num, const struct window *window)
{
	size_t i;

	for (i = 0; i < num; i++)
		if (sums[i].die == window->die && sums[i].unit == window->unit &&
		    !strcmp(sums[i].box, window->box))
			return &sums[i];
	return NULL;
}

static void add(struct sum *die, const struct window *window)
{
	size_t j;

	die->length += window->length;
	if (window->share < die->share)
		die->share = window->share;
	for (j = 0; j < WINDOW_EVENTS; j++)
		die->values[j] += window->values[j];
}

/* The window of a unit: from where its window before ended to where the die has come. */
static void subtract(struct window *window, const struct sum *die, const struct sum *unit)
{
	size_t j;

	window->length = die->length - unit->length;
	for (j = 0; j < WINDOW_EVENTS; j++)
		window->values[j] = die->values[j] - unit->values[j];
	if (unit->share < window->share)
		window->share = unit->share;
}

void windows_by_unit(struct windows *windows)
{
	struct sum *dies = allocated(calloc(WINDOW_DIES, sizeof(*dies))), *units = NULL;
	size_t num = 0, i, j;

	for (i = 0; i < windows->num; i++)
		windows->unknown += windows->all[i].unit == UNKNOWN_UNIT;
	/* A window whose unit is not known can be the one before of any unit. */
	windows->by_unit = windows->num > 0 && !windows->unknown;
	for (i = 0; i < WINDOW_DIES; i++)
		dies[i].share = 1;
	for (i = 0; i < windows->num && windows->by_unit; i++) {
		struct window *window = &windows->all[i];
		struct sum *die = &dies[window->die], *unit;
		double share = window->share;

		add(die, window);
		/* All other units have a window that this time is part of. */
		for (j = 0; j < num; j++)
			if (units[j].die == window->die && share < units[j].share)
				units[j].share = share;
		unit = find(units, num, window);
		window->first = !unit;
		if (!unit) {
			units = grow(units, num, sizeof(*units));
			unit = &units[num++];
			*unit = (struct sum){ .die = window->die,
					      .unit = window->unit,
					      .share = die->share };
			memcpy(unit->box, window->box, sizeof(unit->box));
		}
		subtract(window, die, unit);
		memcpy(unit->values, die->values, sizeof(unit->values));
		unit->length = die->length;
		unit->share = 1;
	}
	free(units);
	free(dies);
}

bool windows_equal(const struct windows *windows)
{
	size_t i;

	for (i = 0; i < windows->num; i++)
		if (windows->all[i].values[0] != windows->period)
			return false;
	return windows->num > 0;
}
