// SPDX-License-Identifier: GPL-2.0-only
/*
 * The picture of `uncore top`, drawn for any size from 80x24 on. See top.h.
 *
 * Two packages stand side by side; if there are more, or one was chosen, others are a key away. Each
 * section gets the rows it needs, and the heat map and the PCIe stacks what is left.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "top/top.h"

#define MAX_RATES	512

/* Where a package is drawn. */
struct pane {
	unsigned int socket;
	int column;
	int width;
};

/* Rows of the sections, below each other. */
struct layout {
	int memory;
	int heat;
	int links;
	int pcie;
};

static int order_rates(const void *left, const void *right)
{
	const struct unit_rate *a = left, *b = right;

	return a->rate > b->rate ? -1 : a->rate < b->rate;
}

/* Two series of the same units as one list: @second gets the order of @first. */
static void order_pairs(struct unit_rate *first, struct unit_rate *second, size_t num)
{
	struct unit_rate copy[MAX_RATES];
	size_t i, j;

	memcpy(copy, second, num * sizeof(*copy));
	for (i = 0; i < num; i++)
		first[i].rate += copy[i].rate;
	qsort(first, num, sizeof(*first), order_rates);
	for (i = 0; i < num; i++) {
		for (j = 0; j < num && copy[j].unit != first[i].unit; j++)
			;
		if (j == num)
			continue;
		second[i] = copy[j];
		first[i].rate -= copy[j].rate;
		copy[j].unit = -1;
	}
}

static double largest(const struct unit_rate *rates, size_t num)
{
	double most = 0;
	size_t i;

	for (i = 0; i < num; i++)
		if (rates[i].rate > most)
			most = rates[i].rate;
	return most;
}

/* The largest sum of two series over all packages, so that bars of both panes compare. */
static double scale_of(const struct top *top, enum series first, enum series second)
{
	struct unit_rate a[MAX_RATES], b[MAX_RATES];
	unsigned int socket;
	double most = 0, share;

	for (socket = 0; socket < top_sockets(top); socket++) {
		size_t num = top_units(top, first, socket, a, MAX_RATES, &share);
		size_t other = top_units(top, second, socket, b, MAX_RATES, &share), i;

		for (i = 0; i < num; i++) {
			double sum = a[i].rate + (i < other ? b[i].rate : 0);

			if (sum > most)
				most = sum;
		}
	}
	return most;
}

static int draw_share(struct canvas *canvas, int row, int column, double share)
{
	if (share < 0.995)
		column = canvas_text(canvas, row, column, STYLE_DIM, " (counted %.0f%%)", share * 100);
	return column;
}

/* A bar for each unit: two series behind one another, and their numbers. */
static void draw_bars(const struct top *top, struct canvas *canvas, const struct pane *pane, int row,
		      int rows, enum series first, enum series second, double scale)
{
	struct unit_rate a[MAX_RATES], b[MAX_RATES];
	int width = pane->width - 20, i;
	double share;
	size_t num = top_units(top, first, pane->socket, a, MAX_RATES, &share);

	if (top_units(top, second, pane->socket, b, MAX_RATES, &share) < num)
		return;
	/* If not all of them can be seen, those that do the most are to be. */
	if (top->by_value || rows < (int)num)
		order_pairs(a, b, num);
	for (i = 0; i < rows && i < (int)num; i++) {
		canvas_text(canvas, row + i, pane->column, STYLE_PLAIN, "%3d", a[i].unit);
		canvas_text(canvas, row + i, pane->column + 4 + width, STYLE_PLAIN, "%8.2f %6.2f",
			    a[i].rate, b[i].rate);
		if (scale > 0)
			canvas_bar(canvas, row + i, pane->column + 4, width, a[i].rate / scale,
				   b[i].rate / scale);
	}
}

static void draw_missing(const struct top *top, struct canvas *canvas, int row, const char *title,
			 enum series series)
{
	int column = canvas_text(canvas, row, 0, STYLE_TITLE, "%s", title);

	canvas_text(canvas, row, column, STYLE_DIM, "  missing: %s", top->series[series].missing);
}

/* A head with the sums of each pane; false if there is nothing to show below it. */
static bool draw_head(const struct top *top, struct canvas *canvas, const struct pane *panes,
		      int num_panes, int row, const char *title, const char *first_word,
		      const char *second_word, enum series first, enum series second)
{
	int i;

	if (!top->series[first].open || !top->series[second].open) {
		draw_missing(top, canvas, row, title, top->series[first].open ? second : first);
		return false;
	}
	for (i = 0; i < num_panes; i++) {
		int column = canvas_text(canvas, row, panes[i].column, STYLE_TITLE, "%s", title);
		double first_share, second_share, first_total, second_total;

		first_total = top_total(top, first, panes[i].socket, &first_share);
		second_total = top_total(top, second, panes[i].socket, &second_share);
		column = canvas_text(canvas, row, column, STYLE_PLAIN, " %s %.2f %s %.2f", first_word, first_total,
				     second_word, second_total);
		draw_share(canvas, row, column, first_share < second_share ? first_share : second_share);
	}
	return true;
}

static const char *human(double rate, char *text, size_t size)
{
	static const char units[] = " kMGT";
	int i = 0;

	for (; rate >= 1000 && units[i + 1]; i++)
		rate /= 1000;
	snprintf(text, size, i ? "%.2f %c" : "%.0f", rate, units[i]);
	return text;
}

/* Units in rows of twenty: a number in front tells which is the first. */
static void draw_heat(const struct top *top, struct canvas *canvas, const struct pane *pane, int row,
		      int rows, double scale)
{
	struct unit_rate rates[MAX_RATES];
	double share;
	size_t num = top_units(top, HEAT, pane->socket, rates, MAX_RATES, &share), i, hot = 0;
	int cell = pane->width >= 76 ? 2 : 1, i_row, i_column;
	char text[32];

	for (i = 0; i < num; i++)
		if (rates[i].rate > rates[hot].rate)
			hot = i;
	if (num) {
		int column = canvas_text(canvas, row, pane->column, STYLE_PLAIN, "hottest: unit %d, %s/s",
					 rates[hot].unit, human(rates[hot].rate, text, sizeof(text)));

		draw_share(canvas, row, column, share);
	}
	if (top->by_value)
		qsort(rates, num, sizeof(*rates), order_rates);
	for (i = 0; i < num; i++) {
		i_row = (int)i / 20;
		i_column = (int)i % 20;
		if (i_row + 1 >= rows)
			break;
		if (!i_column)
			canvas_text(canvas, row + 1 + i_row, pane->column, STYLE_DIM, "%3d",
				    top->by_value ? (int)i : rates[i].unit);
		canvas_heat(canvas, row + 1 + i_row, pane->column + 4 + i_column * cell,
			    scale > 0 ? rates[i].rate / scale : 0);
	}
}

static void draw_title(const struct top *top, struct canvas *canvas)
{
	const char *name = top->machine->processor ? top->machine->processor->name : "unknown processor";
	int column = canvas_text(canvas, 0, 0, STYLE_TITLE, "uncore top");

	column = canvas_text(canvas, 0, column, STYLE_PLAIN, "  %s, %u %s, %.1f s", name,
			     top_sockets(top), top_sockets(top) == 1 ? "package" : "packages", top->seconds);
	if (top->frozen)
		canvas_text(canvas, 0, column + 2, STYLE_TITLE, "[frozen]");
}

static void draw_clocks(const struct top *top, struct canvas *canvas, const struct pane *panes,
			int num_panes, int row)
{
	int i;

	for (i = 0; i < num_panes; i++) {
		unsigned int socket = panes[i].socket;
		struct unit_rate rates[MAX_RATES];
		double share, limited_share, all = top_total(top, POWER_CLOCK, socket, &share);
		double limited = top_total(top, POWER_LIMITED, socket, &limited_share), clock_share;
		size_t num = top_units(top, UNCORE_CLOCK, socket, rates, MAX_RATES, &clock_share);
		int column = canvas_text(canvas, row, panes[i].column, STYLE_TITLE, "Package %u", socket);

		if (num) {
			column = canvas_text(canvas, row, column, STYLE_PLAIN, " %.2f GHz",
					     top_total(top, UNCORE_CLOCK, socket, &clock_share) / (double)num);
			column = draw_share(canvas, row, column, clock_share);
		}
		if (all > 0) {
			column = canvas_text(canvas, row, column, STYLE_PLAIN, ", power-limited %.0f%%",
					     100 * limited / all);
			draw_share(canvas, row, column, share < limited_share ? share : limited_share);
		}
	}
}

static int most_units(const struct top *top, enum series series)
{
	struct unit_rate rates[MAX_RATES];
	unsigned int socket;
	double share;
	int most = 0;

	for (socket = 0; socket < top_sockets(top); socket++) {
		int num = (int)top_units(top, series, socket, rates, MAX_RATES, &share);

		if (num > most)
			most = num;
	}
	return most;
}

static int at_most(int value, int limit)
{
	return value < limit ? value : limit < 0 ? 0 : limit;
}

static double heat_scale(const struct top *top)
{
	struct unit_rate rates[MAX_RATES];
	unsigned int socket;
	double most = 0, share;

	for (socket = 0; socket < top_sockets(top); socket++) {
		size_t num = top_units(top, HEAT, socket, rates, MAX_RATES, &share);
		double here = largest(rates, num);

		if (here > most)
			most = here;
	}
	return most;
}

/* What is left of the rows goes to the sections from top to bottom; each has at least its head. */
static struct layout make_layout(const struct top *top, const struct canvas *canvas)
{
	/* Title, clocks, four heads, the hottest unit, keys. */
	int left = canvas->rows - 8;
	struct layout layout;

	layout.links = at_most(most_units(top, LINK_OUT), left);
	left -= layout.links;
	layout.heat = at_most((most_units(top, HEAT) + 19) / 20, left);
	left -= layout.heat;
	layout.memory = at_most(most_units(top, MEMORY_READ), left);
	left -= layout.memory;
	layout.pcie = at_most(most_units(top, PCIE_READ), left);
	return layout;
}

static int make_panes(const struct top *top, const struct canvas *canvas, struct pane panes[2])
{
	unsigned int sockets = top_sockets(top);
	int num = 0;

	if (top->socket >= 0) {
		panes[num++] = (struct pane){ (unsigned int)top->socket, 0, canvas->columns };
		return num;
	}
	panes[num++] = (struct pane){ top->first_socket, 0, canvas->columns };
	if (top->first_socket + 1 < sockets) {
		panes[0].width = canvas->columns / 2 - 1;
		panes[num++] = (struct pane){
			top->first_socket + 1, canvas->columns / 2, canvas->columns / 2 - 1,
		};
	}
	return num;
}

static const struct {
	const char *title;
	const char *first_word;
	const char *second_word;
	enum series first;
	enum series second;
} bars[] = {
	{ "Memory GB/s", "read", "write", MEMORY_READ, MEMORY_WRITE },
	{ "Links GB/s", "out", "in", LINK_OUT, LINK_IN },
	{ "PCIe GB/s", "read", "write", PCIE_READ, PCIE_WRITE },
};

static int draw_section(const struct top *top, struct canvas *canvas, const struct pane *panes,
			int num_panes, int row, int rows, size_t which)
{
	enum series first = bars[which].first, second = bars[which].second;
	double scale;
	int i;

	if (!draw_head(top, canvas, panes, num_panes, row, bars[which].title, bars[which].first_word,
		       bars[which].second_word, first, second))
		return row + 1;
	scale = scale_of(top, first, second);
	for (i = 0; i < num_panes; i++)
		draw_bars(top, canvas, &panes[i], row + 1, rows, first, second, scale);
	return row + 1 + rows;
}

static int draw_heat_section(const struct top *top, struct canvas *canvas, const struct pane *panes,
			     int num_panes, int row, int rows)
{
	const struct top_series *series = &top->series[HEAT];
	double scale = heat_scale(top);
	int i, column;

	if (!series->open) {
		draw_missing(top, canvas, row, "Heat map", HEAT);
		return row + 1;
	}
	column = canvas_text(canvas, row, 0, STYLE_TITLE, "Heat map");
	canvas_text(canvas, row, column, STYLE_PLAIN, " %s", series->event);
	for (i = 0; i < num_panes; i++)
		draw_heat(top, canvas, &panes[i], row + 1, rows + 1, scale);
	return row + 2 + rows;
}

void top_draw(const struct top *top, struct canvas *canvas)
{
	struct layout layout = make_layout(top, canvas);
	struct pane panes[2];
	int num = make_panes(top, canvas, panes), row = 2;

	draw_title(top, canvas);
	draw_clocks(top, canvas, panes, num, 1);
	row = draw_section(top, canvas, panes, num, row, layout.memory, 0);
	row = draw_heat_section(top, canvas, panes, num, row, layout.heat);
	row = draw_section(top, canvas, panes, num, row, layout.links, 1);
	draw_section(top, canvas, panes, num, row, layout.pcie, 2);
}
