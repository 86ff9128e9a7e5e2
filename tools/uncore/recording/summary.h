/* SPDX-License-Identifier: GPL-2.0-only */
/* What the series of a recording have: summaries and changes. */
#ifndef UNCORE_SUMMARY_H
#define UNCORE_SUMMARY_H

#include "recording/recording.h"
#include "recording/statistics.h"

/**
 * struct series_report - what a series has
 * @values: its values; those of intervals that were cut short are not among them
 * @intervals: the intervals that they are of
 * @summary: their summary
 * @changes: changes of their level; @at is an index of @values
 * @num_changes: how many
 */
struct series_report {
	double *values;
	size_t *intervals;
	struct summary summary;
	struct change changes[MOST_CHANGES];
	size_t num_changes;
};

/** series_values() - the values of a series that are for statistics, and their summary, without changes */
void series_values(struct series_report *report, const struct recording *recording, size_t series);

/** series_report() - the same with the changes */
void series_report(struct series_report *report, const struct recording *recording, size_t series);

/** series_free() - release it */
void series_free(struct series_report *report);

/** change_begin() - the end of the interval before a change: its second since the beginning */
double change_begin(const struct series_report *report, const struct recording *recording, const struct change *change);

#endif
