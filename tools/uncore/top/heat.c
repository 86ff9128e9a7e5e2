// SPDX-License-Identifier: GPL-2.0-only
/*
 * The heat map of `uncore top`. See top.h.
 */
#include <stdio.h>
#include <string.h>

#include "top/draw.h"

#define STEPS 10

/* A cell for each unit, and a number of three digits in front of a row. */
int heat_columns(const struct pane *pane)
{
	return pane->width >= 34 ? 30 : pane->width >= 24 ? 20 : 10;
}

void draw_heat(const struct top *top, struct canvas *canvas, const struct pane *pane, int row,
	       int rows)
{
	struct unit_rates rates[MAX_UNITS];
	double share, scale = top_scale(top, SECTION_HEAT).value;
	size_t num = section_units(top, SECTION_HEAT, pane->socket, rates, &share), hot = 0, i;
	size_t columns = (size_t)heat_columns(pane);
	int cell = pane->width >= 4 + 2 * (int)columns ? 2 : 1;
	char text[32];

	for (i = 0; i < num; i++)
		if (rates[i].first > rates[hot].first)
			hot = i;
	canvas->edge = pane->column + pane->width;
	if (num) {
		int column = pane->column;

		if (rates[hot].first > 0 || share)
			column = canvas_text(canvas, row, column, STYLE_PLAIN, "hottest: unit %d, %s", rates[hot].unit,
					     rate_text(rates[hot].first, "/s", text, sizeof(text)));
		column = draw_share(canvas, row, column, share);
		draw_answers(canvas, row, column, rates, num);
	}
	if (top->by_value)
		order_by_value(rates, num);
	for (i = 0; i < num && (int)(i / columns) < rows; i++) {
		int line = row + 1 + (int)(i / columns),
		    column = pane->column + 4 + (int)(i % columns) * cell;

		if (!(i % columns))
			canvas_text(canvas, line, pane->column, STYLE_DIM, "%3d",
				    top->by_value ? (int)i : rates[i].unit);
		if (rates[i].gone)
			canvas_text(canvas, line, column, STYLE_DIM, "x");
		else if (top_counts(top, HEAT, rates[i].unit))
			canvas_heat(canvas, line, column, rates[i].first / scale);
	}
	canvas->edge = 0;
}

int heat_legend(const struct top *top, struct canvas *canvas, int row, int column)
{
	struct scale scale = top_scale(top, SECTION_HEAT);
	char value[32], text[64];
	int i;

	snprintf(text, sizeof(text), " %s%s", rate_text(scale.value, "/s", value, sizeof(value)), scale.word);
	if (canvas) {
		canvas_text(canvas, row, column, STYLE_DIM, "0 ");
		for (i = 0; i < STEPS; i++)
			canvas_heat(canvas, row, column + 2 + i, (i + 0.5) / STEPS);
		canvas_text(canvas, row, column + 2 + STEPS, STYLE_DIM, "%s", text);
	}
	return 2 + STEPS + (int)strlen(text);
}
