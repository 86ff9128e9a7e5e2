// SPDX-License-Identifier: GPL-2.0-only
/*
 * The report of `uncore windows` as one HTML page: no script, no network, light and dark, and fit for
 * paper. See windows.h.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "windows/chart.h"
#include "windows/windows.h"

/* Rows of the table; whoever wants all of them has the file. */
#define MAX_ROWS	1000
#define MAX_BARS	64

static const char style[] =
	":root { color-scheme: light dark; --back: #fff; --text: #1a1a1a; --dim: #666; --grid: #ddd;\n"
	"  --c0: #1f6fb4; --c1: #c7511f; --c2: #2c8a3d; --c3: #8a4fb0; --c4: #8c6d1f; --c5: #b0306a;\n"
	"  --c6: #157f86; --c7: #555 }\n"
	"@media (prefers-color-scheme: dark) { :root { --back: #16181c; --text: #e6e6e6; --dim: #a0a0a0;\n"
	"  --grid: #3a3d44; --c0: #6cb2f0; --c1: #f09a6c; --c2: #7bd08a; --c3: #c79be8; --c4: #d9bb6a;\n"
	"  --c5: #f08ab8; --c6: #6cd0d8; --c7: #bbb } }\n"
	"@media print { :root { --back: #fff; --text: #000; --dim: #444; --grid: #ccc; --c0: #1f6fb4 }\n"
	"  figure, tr { break-inside: avoid } }\n"
	"body { background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif;\n"
	"  max-width: 60em; margin: 2em auto; padding: 0 1em }\n"
	"figure { margin: 0 0 1.5em } figcaption { font-weight: 600 } svg { width: 100%; height: auto }\n"
	"svg text { fill: var(--text); font-size: 12px } text.y { text-anchor: end } text.x { text-anchor: middle }\n"
	".grid { stroke: var(--grid) } .line { fill: none; stroke-width: 1.5 } .legend { margin: 0 }\n"
	"table { border-collapse: collapse; font-variant-numeric: tabular-nums }\n"
	"th, td { padding: .15em .8em; text-align: right; border-bottom: 1px solid var(--grid) }\n"
	".dim { color: var(--dim) }\n";

static void write_style(FILE *out)
{
	int i;

	fprintf(out, "<style>\n%s", style);
	for (i = 0; i < 8; i++)
		fprintf(out, "rect.s%d, circle.s%d { fill: var(--c%d) } .line.s%d { stroke: var(--c%d) } "
			"span.s%d { color: var(--c%d) }\n", i, i, i, i, i, i, i);
	fputs("</style>\n", out);
}

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

static void write_values(const struct windows *windows, FILE *out)
{
	struct point *points = allocated(calloc(windows->num, sizeof(*points)));
	char names[WINDOW_DIES][16], title[400];
	const char *pointers[WINDOW_DIES];
	unsigned int dies[WINDOW_DIES];
	size_t num = list_dies(windows, dies, names, pointers), event, i, die;

	for (event = 0; event < windows->num_events; event++) {
		struct chart chart = { title, "end of the window, seconds", "events per window" };

		snprintf(title, sizeof(title), "%s in each window", windows->events[event]);
		for (i = 0; i < windows->num; i++) {
			for (die = 0; dies[die] != windows->all[i].die; die++)
				;
			points[i].x = (double)windows->all[i].end / 1e9;
			points[i].y = (double)windows->all[i].values[event];
			points[i].series = (unsigned int)die;
		}
		chart_lines(&chart, points, windows->num, pointers, num, out);
	}
	free(points);
}

static void write_histograms(const struct windows *windows, FILE *out)
{
	struct chart lengths = { "Lengths of windows", "milliseconds", "windows" };
	double *values = allocated(calloc(windows->num, sizeof(*values)));
	char title[700];
	size_t event, i, num;

	for (i = 0; i < windows->num; i++)
		values[i] = (double)windows->all[i].length / 1e6;
	chart_histogram(&lengths, values, windows->num, out);
	for (event = 1; event < windows->num_events; event++) {
		struct chart chart = { title, "ratio; of an occupancy by inserts: clock cycles", "windows" };

		snprintf(title, sizeof(title), "%s by %s", windows->events[event], windows->events[0]);
		for (i = 0, num = 0; i < windows->num; i++)
			if (windows->all[i].values[0])
				values[num++] = (double)windows->all[i].values[event] /
					(double)windows->all[i].values[0];
		chart_histogram(&chart, values, num, out);
	}
	free(values);
}

static void write_units(const struct windows *windows, FILE *out)
{
	struct chart chart = { "Which unit ended the window", "", "" };
	char names[MAX_BARS][48];
	const char *pointers[MAX_BARS];
	double counts[MAX_BARS];
	size_t num = 0, i, j;

	for (i = 0; i < windows->num; i++) {
		const struct window *window = &windows->all[i];
		char name[48];

		if (window->unit == UNKNOWN_UNIT)
			continue;
		snprintf(name, sizeof(name), "die %u %s %d", window->die, window->box, window->unit);
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

	fputs("<table><caption>Time in which the counters stood still</caption>\n<tr><th>die</th>"
	      "<th>freezes</th><th>for sure, % of the time</th><th>at most, %</th></tr>\n", out);
	for (i = 0; i < WINDOW_DIES; i++) {
		const struct frozen *frozen = &windows->frozen[i];

		if (frozen->freezes && windows->duration)
			fprintf(out, "<tr><td>%zu</td><td>%" PRIu64 "</td><td>%.3f</td><td>%.3f</td></tr>\n", i,
				frozen->freezes,
				100 * (double)frozen->handled / (double)windows->duration,
				100 * (double)(frozen->handled + frozen->waited) /
				(double)windows->duration);
	}
	fputs("</table>\n", out);
}

static void write_table(const struct windows *windows, FILE *out)
{
	size_t i, j;

	fputs("<h2>Windows</h2>\n<table><tr><th>end, s</th><th>die</th><th>length, ms</th>", out);
	for (j = 0; j < windows->num_events; j++) {
		fputs("<th>", out);
		html_text(windows->events[j], out);
		fputs("</th>", out);
	}
	fputs("<th>ended by</th></tr>\n", out);
	for (i = 0; i < windows->num && i < MAX_ROWS; i++) {
		const struct window *window = &windows->all[i];

		fprintf(out, "<tr><td>%.6f</td><td>%u</td><td>%.3f</td>", (double)window->end / 1e9,
			window->die, (double)window->length / 1e6);
		for (j = 0; j < windows->num_events; j++)
			fprintf(out, "<td>%" PRIu64 "</td>", window->values[j]);
		fputs("<td>", out);
		html_text(window->box, out);
		if (window->unit != UNKNOWN_UNIT)
			fprintf(out, " %d", window->unit);
		if (window->share < 0.9995)
			fprintf(out, " (counted %.1f %% of the time)", window->share * 100);
		fputs("</td></tr>\n", out);
	}
	fputs("</table>\n", out);
	if (windows->num > MAX_ROWS)
		fprintf(out, "<p class=\"dim\">These are the first %d of %zu windows.</p>\n", MAX_ROWS,
			windows->num);
}

bool windows_html(const struct windows *windows, FILE *out)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<link rel=\"icon\" href=\"data:,\">\n<title>uncore windows</title>\n", out);
	write_style(out);
	fputs("</head><body>\n<h1>Windows of ", out);
	fprintf(out, "%" PRIu64 " ", windows->period);
	html_text(windows->num_events ? windows->events[0] : "", out);
	fprintf(out, "</h1>\n<p>%zu windows in %.3f seconds", windows->num, (double)windows->duration / 1e9);
	if (windows->lost)
		fprintf(out, ", %" PRIu64 " more were lost as the buffer was full", windows->lost);
	if (!windows->ended)
		fputs("; the record was not ended in order", out);
	fputs(". All values of a window are of the moment in which its unit had counted these events.</p>\n", out);
	if (windows->num) {
		write_values(windows, out);
		write_histograms(windows, out);
		write_units(windows, out);
		write_frozen(windows, out);
		write_table(windows, out);
	}
	fputs("</body></html>\n", out);
	return !ferror(out);
}
