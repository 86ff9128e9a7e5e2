// SPDX-License-Identifier: GPL-2.0-only
/*
 * The report of a recording as one HTML page: a table, and a chart for each metric with a line for each package. See html.h.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "page/chart.h"
#include "page/page.h"
#include "recording/summary.h"
#include "report/html.h"

/* Changes that a metric's text names; the chart marks all of them. */
#define SHOWN_CHANGES	8

static void write_about(const struct recording *recording, FILE *out)
{
	char time[TIME_SIZE] = "";

	fputs("<dl>\n", out);
	page_entry("machine", recording->machine, out);
	page_entry("host", recording->host, out);
	page_entry("began", recording->begin ? time_text(recording->begin, time) : "", out);
	page_entry("command", recording->command, out);
	fprintf(out, "<dt>intervals</dt><dd>%zu", recording->num);
	if (recording->interval > 0)
		fprintf(out, " of %g s", recording->interval);
	fprintf(out, " in %.3f s", recording->num ? recording->moments[recording->num - 1].seconds : 0);
	if (recording->lost)
		fprintf(out, ", %" PRIu64 " more were lost", recording->lost);
	if (!recording->ended)
		fputs("; the recording is incomplete: the recorder ended early", out);
	fputs("</dd></dl>\n", out);
}

static void write_number(const struct series *series, double value, FILE *out)
{
	if (isnan(value))
		fputs("<td>-</td>", out);
	else
		fprintf(out, "<td>%.*f</td>", (int)series->definition.digits, value);
}

static void write_remarks(const struct recording *recording, const struct series *series, const struct summary *summary, FILE *out)
{
	if (series->share < 0.9995)
		fprintf(out, "counted %.1f %% of the time ", series->share * 100);
	if (series->missing) {
		fprintf(out, "no value in %zu intervals: ", recording->num - summary->num);
		html_text(series->missing, out);
		fputc(' ', out);
	}
	if (series->without) {
		fputs("at times without ", out);
		html_text(series->without, out);
	}
}

static void write_row(const struct recording *recording, size_t index, const struct series_report *report, FILE *out)
{
	const struct series *series = &recording->series[index];
	const struct summary *summary = &report->summary;
	char place[PLACE_SIZE], name[DEVICE_NAME_SIZE];

	fputs("<tr><td>", out);
	html_text(series->definition.name, out);
	fprintf(out, "</td><td>%s", recording_place(series, place));
	if (*recording_device(series, name)) {
		fputc(' ', out);
		html_text(name, out);
	}
	fputs("</td>", out);
	write_number(series, summary->minimum, out);
	write_number(series, summary->mean, out);
	write_number(series, summary->median, out);
	write_number(series, summary->percentile_95, out);
	write_number(series, summary->percentile_99, out);
	write_number(series, summary->maximum, out);
	fputs("<td>", out);
	html_text(series->definition.unit, out);
	fputs("</td><td>", out);
	write_remarks(recording, series, summary, out);
	fputs("</td></tr>\n", out);
}

static void write_table(const struct recording *recording, const struct series_report *reports, FILE *out)
{
	size_t i;

	fputs("<h2>Summary</h2>\n<div class=\"scroll\"><table class=\"names\"><tr><th>metric</th><th>of</th><th>minimum</th><th>mean</th>"
	      "<th>median</th><th>95 %</th><th>99 %</th><th>maximum</th><th>unit</th><th></th></tr>\n", out);
	for (i = 0; i < recording->num_series; i++)
		write_row(recording, i, &reports[i], out);
	fputs("</table></div>\n", out);
	if (!recording->num_left_out)
		return;
	fputs("<p class=\"dim\">Not recorded:</p><ul class=\"dim\">\n", out);
	for (i = 0; i < recording->num_left_out; i++) {
		fputs("<li>", out);
		html_text(recording->left_out[i].metric, out);
		fputs(": ", out);
		html_text(recording->left_out[i].missing, out);
		fputs("</li>\n", out);
	}
	fputs("</ul>\n", out);
}

static void write_changes(const struct recording *recording, const struct series *series, const struct series_report *report,
			  FILE *out)
{
	char place[PLACE_SIZE];
	size_t i;

	for (i = 0; i < report->num_changes && i < SHOWN_CHANGES; i++) {
		const struct change *change = &report->changes[i];

		fprintf(out, "<li>%s, from second %.3f on: %.*f after %.*f ", recording_place(series, place),
			change_begin(report, recording, change), (int)series->definition.digits, change->after,
			(int)series->definition.digits, change->before);
		html_text(series->definition.unit, out);
		fputs("</li>\n", out);
	}
	if (report->num_changes > SHOWN_CHANGES)
		fprintf(out, "<li>%s: and %zu more changes</li>\n", place, report->num_changes - SHOWN_CHANGES);
}

static bool same_metric(const struct series *left, const struct series *right)
{
	return !strcmp(left->definition.name, right->definition.name) && !strcmp(left->definition.unit, right->definition.unit);
}

/* Reports in the order of their means, the greatest first. */
static int order_means(const void *left, const void *right)
{
	double a = (*(const struct series_report *const *)left)->summary.mean;
	double b = (*(const struct series_report *const *)right)->summary.mean;

	/* NAN, which has no order, is the last. */
	return isnan(a) - isnan(b) ? isnan(a) - isnan(b) : (a < b) - (a > b);
}

/* More lines could not be told apart: there are so many colours. */
#define MOST_LINES	8

/*
 * The series of a metric that have a line: those with the greatest means, each in its place. Returns how many.
 */
static size_t choose_lines(const struct series_report *reports, size_t first, size_t last, size_t lines[MOST_LINES])
{
	const struct series_report **order = allocated(malloc((last - first) * sizeof(*order)));
	size_t num = last - first < MOST_LINES ? last - first : MOST_LINES, i, j, at = 0;

	for (i = first; i < last; i++)
		order[i - first] = &reports[i];
	qsort(order, last - first, sizeof(*order), order_means);
	for (i = first; i < last; i++)
		for (j = 0; j < num; j++)
			if (order[j] == &reports[i])
				lines[at++] = i;
	free(order);
	return num;
}

/* The lines of a metric, one for each of its series from @first to @last. Points are in the order of time. */
static void write_chart(const struct recording *recording, const struct series_report *reports, size_t first, size_t last, FILE *out)
{
	size_t lines[MOST_LINES], num_lines = choose_lines(reports, first, last, lines), num = 0, num_marks = 0, i, j;
	struct point *points = allocated(malloc((recording->num * num_lines + 1) * sizeof(*points)));
	double marks[MOST_LINES * MOST_CHANGES];
	char places[MOST_LINES][PLACE_SIZE];
	const char *names[MOST_LINES];
	struct chart chart = {
		.title = recording->series[first].definition.name, .x = "seconds since the beginning",
		.y = recording->series[first].definition.unit, .plain = true, .marks = marks,
	};

	for (i = 0; i < recording->num; i++) {
		for (j = 0; j < num_lines; j++) {
			double value = recording_value(recording, i, lines[j]);

			/* An axis begins at 0; what is less is drawn on it. */
			if (!isnan(value) && recording_counts(recording, i))
				points[num++] = (struct point){ recording->moments[i].seconds, fmax(0, value), (unsigned int)j };
		}
	}
	for (j = 0; j < num_lines; j++) {
		names[j] = recording_place(&recording->series[lines[j]], places[j]);
		for (i = 0; i < reports[lines[j]].num_changes; i++)
			marks[num_marks++] = change_begin(&reports[lines[j]], recording, &reports[lines[j]].changes[i]);
	}
	chart.num_marks = num_marks;
	if (num) {
		chart_lines(&chart, points, num, names, num_lines, NULL, NULL, out);
		if (num_lines < last - first)
			fprintf(out, "<p class=\"dim\">The %zu of %zu with the greatest means.</p>\n", num_lines, last - first);
		fputs(num_marks ? "<ul>\n" : "", out);
		for (j = 0; j < num_lines; j++)
			write_changes(recording, &recording->series[lines[j]], &reports[lines[j]], out);
		fputs(num_marks ? "</ul>\n" : "", out);
	}
	free(points);
}

void report_html(const struct recording *recording, FILE *out)
{
	struct series_report *reports = allocated(calloc(recording->num_series, sizeof(*reports)));
	size_t first, last;

	for (first = 0; first < recording->num_series; first++)
		series_report(&reports[first], recording, first);
	page_begin("uncore report", out);
	fputs("<h1>Recording</h1>\n", out);
	write_about(recording, out);
	write_table(recording, reports, out);
	fputs("<h2>Charts</h2>\n<p class=\"dim\">Dashed lines mark where the level of a value changes beyond its noise. With many "
	      "intervals, a line goes from the least to the greatest value of each part of the axis.</p>\n", out);
	for (first = 0; first < recording->num_series; first = last) {
		for (last = first + 1; last < recording->num_series &&
		     same_metric(&recording->series[first], &recording->series[last]); last++)
			;
		write_chart(recording, reports, first, last, out);
	}
	page_end(out);
	for (first = 0; first < recording->num_series; first++)
		series_free(&reports[first]);
	free(reports);
}
