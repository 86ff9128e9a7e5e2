// SPDX-License-Identifier: GPL-2.0-only
/*
 * The report of `uncore windows` as one HTML page: no script, no network, light and dark, for a screen of 380 pixels, and
 * fit for paper. See windows.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "page/chart.h"
#include "page/page.h"
#include "windows/windows.h"

/* Rows of the table; the links to the data have all. */
#define MAX_ROWS 1000
#define MAX_BARS 64

/* A page with the data of more windows would have megabytes of them. */
#define MOST_DATA 5000

/* Dies that have windows, as series. */
static size_t list_dies(const struct windows *windows, unsigned int dies[WINDOW_DIES],
			char names[WINDOW_DIES][16], const char *pointers[WINDOW_DIES])
{
	bool seen[WINDOW_DIES] = { false };
	size_t num = 0, i;

	for (i = 0; i < windows->num; i++)
		seen[windows->all[i].die] = true;
	for (i = 0; i < WINDOW_DIES; i++) {
		if (!seen[i])
			continue;
		dies[num] = (unsigned int)i;
		snprintf(names[num], sizeof(names[num]), "die %zu", i);
		pointers[num] = names[num];
		num++;
	}
	return num;
}

/* Windows of a chart, and what its points are. */
struct shown {
	const struct windows *windows;
	const struct window **rows;
	size_t num;
};

static bool repeats(const struct windows *windows)
{
	size_t i;

	for (i = 0; i < windows->num; i++)
		if (!windows->all[i].first)
			return true;
	return false;
}

/* First windows begin with the record, not with the end of another; without any others they are shown all the same. */
static struct shown select_rows(const struct windows *windows)
{
	struct shown shown = { .windows = windows };
	bool all = !repeats(windows);
	size_t i;

	shown.rows = allocated(calloc(windows->num, sizeof(*shown.rows)));
	for (i = 0; i < windows->num; i++)
		if (all || !windows->all[i].first)
			shown.rows[shown.num++] = &windows->all[i];
	return shown;
}

static void write_unit(const struct window *window, FILE *out)
{
	if (window->unit == UNKNOWN_UNIT) {
		fputs("-", out);
		return;
	}
	html_text(window->box, out);
	fprintf(out, " %d", window->unit);
}

static void point_title(size_t index, void *context, FILE *out)
{
	const struct shown *shown = context;
	const struct window *window = shown->rows[index];
	size_t j;

	fprintf(out, "die %u ", window->die);
	write_unit(window, out);
	fprintf(out, ", ended at %.6f s, %.4g ms long", (double)window->end / 1e9,
		(double)window->length / 1e6);
	for (j = 0; j < shown->windows->num_events; j++) {
		fputc('\n', out);
		html_text(shown->windows->events[j], out);
		fprintf(out, ": %" PRIu64, window->values[j]);
	}
}

/* Whose counts the values of a window are. */
static const char *whose(const struct windows *windows)
{
	return windows_equal(windows) ? "" : ", all units of the die";
}

static void write_lines(const struct shown *shown, FILE *out)
{
	const struct windows *windows = shown->windows;
	struct point *points = allocated(calloc(shown->num, sizeof(*points)));
	char names[WINDOW_DIES][16], title[400];
	const char *pointers[WINDOW_DIES];
	unsigned int dies[WINDOW_DIES];
	size_t num = list_dies(windows, dies, names, pointers), event, i, die;

	/* Lengths first. A first event of which each window has the same number is no chart. */
	for (event = 0; event <= windows->num_events; event++) {
		struct chart chart = {
			.title = title, .x = "end of the window, seconds", .y = event ? "events" : "milliseconds",
			.scattered = windows->by_unit && !windows_equal(windows),
		};

		if (event == 1 && windows_equal(windows))
			continue;
		if (event)
			snprintf(title, sizeof(title), "%.300s in each window%s",
				 windows->events[event - 1], whose(windows));
		else
			snprintf(title, sizeof(title), "Length of each window");
		for (i = 0; i < shown->num; i++) {
			const struct window *window = shown->rows[i];

			for (die = 0; dies[die] != window->die; die++)
				;
			points[i].x = (double)window->end / 1e9;
			points[i].y = event ? (double)window->values[event - 1] :
					      (double)window->length / 1e6;
			points[i].series = (unsigned int)die;
		}
		chart_lines(&chart, points, shown->num, pointers, num, point_title, (void *)shown,
			    out);
	}
	free(points);
}

static void write_histograms(const struct shown *shown, FILE *out)
{
	const struct windows *windows = shown->windows;
	struct chart lengths = { .title = "How long windows are", .x = "milliseconds", .y = "windows" };
	double *values = allocated(calloc(shown->num, sizeof(*values)));
	char title[700];
	size_t event, i, num;

	for (i = 0; i < shown->num; i++)
		values[i] = (double)shown->rows[i]->length / 1e6;
	chart_histogram(&lengths, values, shown->num, "ms", out);
	for (event = 1; event < windows->num_events; event++) {
		struct chart chart = {
			.title = title, .x = "ratio; of an occupancy by inserts: clock cycles", .y = "windows",
		};

		snprintf(title, sizeof(title), "%s divided by %s", windows->events[event],
			 windows->events[0]);
		for (i = 0, num = 0; i < shown->num; i++)
			if (shown->rows[i]->values[0])
				values[num++] = (double)shown->rows[i]->values[event] /
						(double)shown->rows[i]->values[0];
		chart_histogram(&chart, values, num, "", out);
	}
	free(values);
}

static void write_units(const struct windows *windows, FILE *out)
{
	struct chart chart = { .title = "How many windows each unit had", .x = "", .y = "" };
	char names[MAX_BARS][48];
	const char *pointers[MAX_BARS];
	double counts[MAX_BARS];
	size_t num = 0, i, j;

	for (i = 0; i < windows->num; i++) {
		const struct window *window = &windows->all[i];
		char name[48];

		if (window->unit == UNKNOWN_UNIT)
			continue;
		snprintf(name, sizeof(name), "die %u %s %d", window->die, window->box,
			 window->unit);
		for (j = 0; j < num && strcmp(names[j], name); j++)
			;
		if (j == MAX_BARS)
			continue;
		if (j == num) {
			strcpy(names[num], name);
			pointers[num] = names[num];
			counts[num++] = 0;
		}
		counts[j]++;
	}
	if (num)
		chart_bars(&chart, pointers, counts, num, "windows", out);
}

static void write_frozen(const struct windows *windows, FILE *out)
{
	size_t i;

	fputs("<h2>Time in which nothing counted</h2>\n<p>All counters of a package stop while its window is read. The hardware "
	      "does not report when it stopped them, so the true share is between two bounds.</p>\n<div class=\"scroll\"><table>"
	      "<tr><th>die</th><th>freezes</th><th>at least</th><th>at most</th></tr>\n",
	      out);
	for (i = 0; i < WINDOW_DIES; i++) {
		const struct frozen *frozen = &windows->frozen[i];

		if (frozen->freezes && windows->duration)
			fprintf(out,
				"<tr><td>%zu</td><td>%" PRIu64
				"</td><td>%.3f %%</td><td>%.3f %%</td></tr>\n",
				i, frozen->freezes,
				100 * (double)frozen->handled / (double)windows->duration,
				100 * (double)(frozen->handled + frozen->waited) /
					(double)windows->duration);
	}
	fputs("</table></div>\n", out);
}

static void write_row(const struct windows *windows, const struct window *window, FILE *out)
{
	size_t j;

	fprintf(out, "<tr%s><td>%.6f</td><td>%u</td><td>%.3f</td>",
		window->first ? " class=\"dim\"" : "", (double)window->end / 1e9, window->die,
		(double)window->length / 1e6);
	for (j = 0; j < windows->num_events; j++)
		fprintf(out, "<td>%" PRIu64 "</td>", window->values[j]);
	fputs("<td>", out);
	write_unit(window, out);
	if (window->first)
		fputs(" first", out);
	if (window->share < 0.9995)
		fprintf(out, " (counted %.1f %% of the time)", window->share * 100);
	fputs("</td></tr>\n", out);
}

static void write_table(const struct windows *windows, FILE *out)
{
	size_t i, j;

	fputs("<h2>Windows</h2>\n<p>", out);
	if (windows->num <= MOST_DATA) {
		fputs("Data of all windows: ", out);
		windows_data(windows, out);
	} else {
		fputs("Data of all windows: <code>uncore windows report --csv FILE</code> or <code>--json FILE</code>", out);
	}
	fputs("</p>\n<div class=\"scroll\"><table><tr><th>end, s</th><th>die</th><th>length, ms</th>",
	      out);
	for (j = 0; j < windows->num_events; j++) {
		fputs("<th>", out);
		html_text(windows->events[j], out);
		fprintf(out, "%s</th>", whose(windows));
	}
	fputs("<th>unit</th></tr>\n", out);
	for (i = 0; i < windows->num && i < MAX_ROWS; i++)
		write_row(windows, &windows->all[i], out);
	fputs("</table></div>\n", out);
	if (windows->num > MAX_ROWS)
		fprintf(out, "<p class=\"dim\">These are the first %d of %zu windows.</p>\n",
			MAX_ROWS, windows->num);
}

static void write_about(const struct windows *windows, FILE *out)
{
	fputs("<dl>\n", out);
	page_entry("machine", windows->machine, out);
	page_entry("host", windows->host, out);
	page_entry("recorded", windows->date, out);
	page_entry("command", windows->command, out);
	fprintf(out, "<dt>windows</dt><dd>%zu in %.3f seconds", windows->num,
		(double)windows->duration / 1e9);
	if (windows->lost)
		fprintf(out, ", %" PRIu64 " more were lost as the buffer was full", windows->lost);
	if (!windows->ended)
		fputs("; the record is incomplete: the recorder ended early", out);
	if (*windows->without) {
		fputs("; at times without ", out);
		html_text(windows->without, out);
		fputs(": no answer", out);
	}
	fputs("</dd></dl>\n", out);
}

/* Three units in time: a window of each ends when it has counted N. */
static void write_picture(uint64_t period, FILE *out)
{
	static const struct {
		const char *name;
		int row;
		int from;
		int to;
	} marks[] = {
		{ "unit 0", 0, 90, 330 }, { "", 0, 330, 520 },	    { "unit 1", 1, 90, 420 },
		{ "", 1, 420, 740 },	  { "unit 2", 2, 90, 240 }, { "", 2, 240, 620 },
	};
	size_t i;

	fputs("<svg class=\"pic\" viewBox=\"0 0 760 144\" role=\"img\" aria-label=\"windows of three units in time\">\n",
	      out);
	for (i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		int y = 12 + marks[i].row * 38;

		fprintf(out,
			"<text x=\"0\" y=\"%d\">%s</text><rect class=\"s%d\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"22\" "
			"opacity=\".35\"/><text class=\"x\" x=\"%d\" y=\"%d\">%" PRIu64 "</text>\n",
			y + 17, marks[i].name, marks[i].row, marks[i].from, y,
			marks[i].to - marks[i].from - 3, (marks[i].from + marks[i].to) / 2, y + 17,
			period);
	}
	fputs("<text class=\"x\" x=\"400\" y=\"140\">time</text></svg>\n", out);
}

static void write_meaning(const struct windows *windows, FILE *out)
{
	fprintf(out,
		"<h2>What a window is</h2>\n<p>A window is the time in which one unit of the uncore, such as a slice of the "
		"last-level cache, counts %" PRIu64 " ",
		windows->period);
	html_text(windows->events[0], out);
	fputs(". When it has counted them, the hardware stops all counters of the package at once. The values of all events "
	      "are read, and counting continues. So all values of a window belong to exactly the same time.</p>\n",
	      out);
	write_picture(windows->period, out);
	fputs("<ul><li>A short window: the unit was busy. A long one: it had little to do.</li>\n",
	      out);
	if (windows_equal(windows))
		fputs("<li>Only one unit counted on each die. A row is a window of this unit, and all windows have the same number "
		      "of its events.</li>\n",
		      out);
	else if (windows->by_unit)
		fprintf(out,
			"<li>A row is a window of one unit: the time in which it counted %" PRIu64
			" of its own events. The values "
			"are what all units of its die counted in this time. Windows of different units overlap.</li>\n",
			windows->period);
	else if (windows->unknown == windows->num)
		fputs("<li>A row is the time between two windows of a die, ended by any of its units. Which unit was not "
		      "recorded, because this requires root. So the count of the first event differs from row to row.</li>\n",
		      out);
	else
		fprintf(out, "<li>A row is the time between two windows of a die, ended by any of its units. The unit of %zu window%s "
			"was not recorded. So the count of the first event differs from row to row.</li>\n",
			windows->unknown, windows->unknown > 1 ? "s" : "");
	if (windows->by_unit && repeats(windows))
		fputs("<li>The first window of each unit begins with the record, before the command has started. The table shows it in "
		      "grey, and the charts omit it.</li>\n",
		      out);
	fputs("<li>One event divided by another shows a mean: an occupancy divided by inserts is the mean latency in clock cycles."
	      "</li></ul>\n",
	      out);
}

void windows_html(const struct windows *windows, FILE *out)
{
	struct shown shown;

	page_begin("uncore windows", out);
	fprintf(out, "<h1>Windows of %" PRIu64 " ", windows->period);
	html_text(windows->num_events ? windows->events[0] : "", out);
	fputs("</h1>\n", out);
	write_about(windows, out);
	if (windows->num) {
		shown = select_rows(windows);
		write_meaning(windows, out);
		fputs("<h2>Charts</h2>\n<p class=\"dim\">The mouse pointer on a point or a bar shows its values. With many "
		      "windows, a chart has shades: the fuller, the more windows.</p>\n",
		      out);
		write_lines(&shown, out);
		write_histograms(&shown, out);
		write_units(windows, out);
		write_frozen(windows, out);
		write_table(windows, out);
		free(shown.rows);
	}
	page_end(out);
}
