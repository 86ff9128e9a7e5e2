// SPDX-License-Identifier: GPL-2.0-only
/* Summaries of series. See summary.h. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "recording/summary.h"

void series_values(struct series_report *report, const struct recording *recording, size_t series)
{
	double *weights = allocated(malloc((recording->num + 1) * sizeof(*weights)));
	size_t num = 0, i;

	report->values = allocated(malloc((recording->num + 1) * sizeof(*report->values)));
	report->intervals = allocated(malloc((recording->num + 1) * sizeof(*report->intervals)));
	report->num_changes = 0;
	for (i = 0; i < recording->num; i++) {
		double value = recording_value(recording, i, series);

		if (isnan(value) || !recording_counts(recording, i))
			continue;
		weights[num] = recording->moments[i].interval;
		report->intervals[num] = i;
		report->values[num++] = value;
	}
	summarize(report->values, weights, num, &report->summary);
	free(weights);
}

void series_report(struct series_report *report, const struct recording *recording, size_t series)
{
	series_values(report, recording, series);
	report->num_changes = find_changes(report->values, report->summary.num, report->changes);
}

void series_free(struct series_report *report)
{
	free(report->values);
	free(report->intervals);
}

double change_begin(const struct series_report *report, const struct recording *recording, const struct change *change)
{
	const struct moment *moment = &recording->moments[report->intervals[change->at]];

	return fmax(0, moment->seconds - moment->interval);
}
