// SPDX-License-Identifier: GPL-2.0-only
/*
 * What earlier updates have left: largest values, and so the scales of the bars, and a history of each package.
 * See top.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "top/top.h"

/* A value from less than this share of the time is no good guess of a largest value. */
#define LEAST_SHARE 0.1

const struct section_kind section_kinds[NUM_SECTIONS] = {
	[SECTION_MEMORY] = { "Memory", "read", "write", "channel", MEMORY_READ, MEMORY_WRITE,
			     MEMORY_PEAK, 1 },
	[SECTION_HBM] = { "HBM", "read", "write", "unit of HBM", HBM_READ, HBM_WRITE, NUM_SERIES, 1 },
	[SECTION_HEAT] = { "Heat map", "", NULL, "unit", HEAT, HEAT, NUM_SERIES, 1e6 },
	[SECTION_LINKS] = { "Links", "out", "in", "link", LINK_OUT, LINK_IN, LINK_PEAK, 1 },
	[SECTION_PCIE] = { "PCIe", "read", "write", "stack", PCIE_READ, PCIE_WRITE, NUM_SERIES, 1 },
};

static double *unit_most(const struct top *top, enum section section, unsigned int socket)
{
	return &top->past.units[((size_t)socket * NUM_SECTIONS + section) * MAX_UNITS];
}

static double *total_most(const struct top *top, enum section section, unsigned int socket)
{
	return &top->past.totals[(size_t)socket * NUM_SECTIONS + section];
}

bool section_shown(const struct top *top, enum section section)
{
	size_t num;

	/* A Xeon Max has it. */
	return section != SECTION_HBM || machine_box(top->machine, "hbm", false, &num);
}

bool section_open(const struct top *top, enum section section, const char **missing)
{
	const struct section_kind *kind = &section_kinds[section];
	enum series bad = top->series[kind->first].open ? kind->second : kind->first;

	if (top->series[bad].open)
		return true;
	if (missing)
		*missing = top->series[bad].missing;
	return false;
}

size_t section_units(const struct top *top, enum section section, unsigned int socket,
		     struct unit_rates rates[MAX_UNITS], double *share)
{
	const struct section_kind *kind = &section_kinds[section];
	struct unit_rate first[MAX_UNITS], second[MAX_UNITS];
	double second_share = 1;
	size_t num, others = 0, i;

	*share = 1;
	if (!section_open(top, section, NULL))
		return 0;
	num = top_units(top, kind->first, socket, first, MAX_UNITS, share);
	if (kind->second != kind->first)
		others = top_units(top, kind->second, socket, second, MAX_UNITS, &second_share);
	if (second_share < *share)
		*share = second_share;
	for (i = 0; i < num; i++)
		rates[i] = (struct unit_rates){
			first[i].unit,
			first[i].rate,
			i < others ? second[i].rate : 0,
			top->past.units ? unit_most(top, section, socket)[i] : 0,
			first[i].gone || (i < others && second[i].gone),
		};
	return num;
}

double section_most(const struct top *top, enum section section, unsigned int socket)
{
	return top->past.totals ? *total_most(top, section, socket) : 0;
}

struct scale top_scale(const struct top *top, enum section section)
{
	const struct top_past *past = &top->past;
	struct scale scale = { section_kinds[section].least, "" };

	if (past->seen[section] > scale.value)
		scale = (struct scale){ past->seen[section], " seen" };
	/* A unit that does more than it can: then it is not known what it can. */
	if (past->peak[section] > 0 && past->seen[section] <= past->peak[section] * 1.05)
		scale = (struct scale){ past->peak[section], " peak" };
	return scale;
}

static void at_least(double *value, double to)
{
	if (to > *value)
		*value = to;
}

/* What a unit can reach follows from its clock. */
static void note_limit(struct top *top, enum section section, unsigned int socket)
{
	struct unit_rate rates[MAX_UNITS];
	double share;
	size_t num, i;

	if (section_kinds[section].limit == NUM_SERIES)
		return;
	num = top_units(top, section_kinds[section].limit, socket, rates, MAX_UNITS, &share);
	for (i = 0; i < num && share >= LEAST_SHARE; i++)
		at_least(&top->past.peak[section], rates[i].rate);
}

/* Returns the sum of the package. */
static double note_section(struct top *top, enum section section, unsigned int socket)
{
	struct unit_rates rates[MAX_UNITS];
	double share, total = 0;
	size_t num = section_units(top, section, socket, rates, &share), i;

	for (i = 0; i < num; i++) {
		total += rates[i].first + rates[i].second;
		if (share < LEAST_SHARE)
			continue;
		at_least(&unit_most(top, section, socket)[i], rates[i].first + rates[i].second);
		at_least(&top->past.seen[section], rates[i].first + rates[i].second);
	}
	if (share >= LEAST_SHARE)
		at_least(total_most(top, section, socket), total);
	note_limit(top, section, socket);
	return total;
}

enum section history_section(const struct top *top)
{
	return section_open(top, SECTION_MEMORY, NULL) ? SECTION_MEMORY : SECTION_HEAT;
}

static void allocate(struct top *top)
{
	size_t sockets = top_sockets(top) ? top_sockets(top) : 1;

	if (top->past.units)
		return;
	top->past.units = allocated(calloc(sockets * NUM_SECTIONS * MAX_UNITS, sizeof(double)));
	top->past.totals = allocated(calloc(sockets * NUM_SECTIONS, sizeof(double)));
	top->past.history = allocated(calloc(sockets * TOP_HISTORY, sizeof(double)));
}

void top_note(struct top *top)
{
	unsigned int socket;
	int section;

	allocate(top);
	for (socket = 0; socket < top_sockets(top); socket++) {
		for (section = 0; section < NUM_SECTIONS; section++) {
			double total = note_section(top, (enum section)section, socket);

			if (section == (int)history_section(top))
				top->past.history[socket * TOP_HISTORY +
						  top->past.updates % TOP_HISTORY] = total;
		}
	}
	top->past.updates++;
}

double history_value(const struct top *top, unsigned int socket, size_t ago)
{
	const struct top_past *past = &top->past;

	if (ago >= past->updates || ago >= TOP_HISTORY)
		return -1;
	return past->history[socket * TOP_HISTORY + (past->updates - 1 - ago) % TOP_HISTORY];
}

void top_forget_section(struct top *top, enum section section)
{
	unsigned int socket;

	top->past.seen[section] = top->past.peak[section] = 0;
	if (top->past.units)
		for (socket = 0; socket < top_sockets(top); socket++) {
			memset(unit_most(top, section, socket), 0, MAX_UNITS * sizeof(double));
			*total_most(top, section, socket) = 0;
		}
	if (section == history_section(top))
		top->past.updates = 0;
}

void top_forget(struct top *top)
{
	free(top->past.units);
	free(top->past.totals);
	free(top->past.history);
	memset(&top->past, 0, sizeof(top->past));
}
