// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sections of `uncore top` that have a bar for each unit. See top.h.
 *
 * A head has the names of the columns and the sums, right above the values of the units:
 *
 *	Memory                read 98.4 GB/s write 25.6 GB/s
 *	  0 ████████▒▒▒······      12.3 GB/s       3.20 GB/s
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "top/draw.h"

/* From these widths on a package has values with their unit, and largest values. */
#define UNITS_WIDTH 56
#define PEAK_WIDTH 72

/* Columns of values, from the right. */
struct columns {
	const char *suffix;
	int ends[3];
	int num;
	int bar;
};

static struct columns columns_of(const struct pane *pane)
{
	bool units = pane->width >= UNITS_WIDTH;
	struct columns columns = { .suffix = units ? "B/s" : NULL,
				   .num = pane->width >= PEAK_WIDTH ? 3 : 2 };
	int end = pane->column + pane->width, i;

	for (i = columns.num - 1; i >= 0; i--) {
		columns.ends[i] = end;
		/* "write 25.6 GB/s", "write 25.6G" */
		end -= units ? 16 : 12;
	}
	columns.bar = end - pane->column - 4;
	return columns;
}

const char *rate_text(double rate, const char *suffix, char *text, size_t size)
{
	static const char steps[] = " kMGTP";
	const char *gap = suffix ? " " : "";
	int i = 0;

	for (; rate >= 999.5 && steps[i + 1]; i++)
		rate /= 1000;
	suffix = suffix ? suffix : "";
	if (!i)
		snprintf(text, size, "%.0f%s%s", rate, gap, suffix);
	else
		snprintf(text, size, "%.*f%s%c%s",
			 rate >= 99.95 ? 0 :
			 rate >= 9.995 ? 1 :
					 2,
			 rate, gap, steps[i], suffix);
	return text;
}

static int order_units(const void *left, const void *right)
{
	const struct unit_rates *a = left, *b = right;
	double mine = a->first + a->second, theirs = b->first + b->second;

	if (mine != theirs)
		return mine > theirs ? -1 : 1;
	return a->unit - b->unit;
}

void order_by_value(struct unit_rates *rates, size_t num)
{
	qsort(rates, num, sizeof(*rates), order_units);
}

int draw_share(struct canvas *canvas, int row, int column, double share)
{
	if (!share)
		column = canvas_text(canvas, row, column, STYLE_DIM, " (not counted)");
	else if (share < 0.995)
		column = canvas_text(canvas, row, column, STYLE_DIM, " (%.0f%%)", share * 100);
	return column;
}

int draw_answers(struct canvas *canvas, int row, int column, const struct unit_rates *rates, size_t num)
{
	size_t answer = 0, i;

	for (i = 0; i < num; i++)
		answer += !rates[i].gone;
	if (answer && answer < num)
		column = canvas_text(canvas, row, column, STYLE_TITLE, " (%zu of %zu)", answer, num);
	return column;
}

static void draw_head(const struct top *top, struct canvas *canvas, const struct pane *pane,
		      const struct columns *columns, int row, enum section section)
{
	struct unit_rates rates[MAX_UNITS];
	const struct section_kind *kind = &section_kinds[section];
	double share, first_share, second_share;
	double first = top_total(top, kind->first, pane->socket, &first_share) * 1e9;
	double second = top_total(top, kind->second, pane->socket, &second_share) * 1e9;
	char text[32];
	int column, edge = canvas->edge;

	canvas->edge = columns->ends[0] - (columns->suffix ? 15 : 11);
	/* The section lacks what a Xeon Max has besides. */
	column = canvas_text(canvas, row, pane->column, STYLE_TITLE, "%s", section == SECTION_MEMORY &&
			     section_shown(top, SECTION_HBM) ? "DDR" : kind->title);
	column = draw_answers(canvas, row, column, rates, section_units(top, section, pane->socket, rates, &share));
	column = draw_share(canvas, row, column, first_share < second_share ? first_share : second_share);
	if (canvas->edge > 0 && column > canvas->edge)
		column = canvas->edge;
	canvas->edge = edge;
	canvas_right(canvas, row, column + 1, columns->ends[0], STYLE_TITLE, "%s %s", kind->first_word,
		     first_share ? rate_text(first, columns->suffix, text, sizeof(text)) : "-");
	canvas_right(canvas, row, columns->ends[0] > column ? columns->ends[0] : column + 1, columns->ends[1],
		     STYLE_TITLE, "%s %s", kind->second_word,
		     second_share ? rate_text(second, columns->suffix, text, sizeof(text)) : "-");
	if (columns->num > 2)
		canvas_right(canvas, row, columns->ends[1], columns->ends[2], STYLE_TITLE, "peak %s",
			     rate_text(section_most(top, section, pane->socket) * 1e9,
				       columns->suffix, text, sizeof(text)));
}

static void draw_unit(struct canvas *canvas, const struct pane *pane, const struct columns *columns,
		      int row, const struct unit_rates *rates, double scale)
{
	double values[3] = { rates->first, rates->second, rates->most };
	char text[32];
	int i;

	canvas_text(canvas, row, pane->column, STYLE_PLAIN, "%3d", rates->unit);
	if (rates->gone) {
		canvas_text(canvas, row, pane->column + 4, STYLE_DIM, "no answer");
		return;
	}
	canvas_bar(canvas, row, pane->column + 4, columns->bar, rates->first / scale,
		   rates->second / scale);
	for (i = 0; i < columns->num; i++)
		canvas_right(canvas, row, i && columns->ends[i - 1] > pane->column + 4 ? columns->ends[i - 1] : pane->column + 4,
			     columns->ends[i], i < 2 ? STYLE_PLAIN : STYLE_DIM, "%s",
			     rate_text(values[i] * 1e9, columns->suffix, text, sizeof(text)));
}

void draw_rows(const struct top *top, struct canvas *canvas, const struct pane *pane, int row,
	       int rows, enum section section)
{
	struct columns columns = columns_of(pane);
	struct unit_rates rates[MAX_UNITS];
	double share, scale = top_scale(top, section).value;
	int num = (int)section_units(top, section, pane->socket, rates, &share), i;

	canvas->edge = pane->column + pane->width;
	draw_head(top, canvas, pane, &columns, row, section);
	/* If not all of them fit, the busiest ones are shown. */
	if (top->by_value || rows < num)
		order_by_value(rates, (size_t)num);
	for (i = 0; i < rows && i < num; i++)
		draw_unit(canvas, pane, &columns, row + 1 + i, &rates[i], scale);
	canvas->edge = 0;
}
