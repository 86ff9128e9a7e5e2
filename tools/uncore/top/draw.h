/* SPDX-License-Identifier: GPL-2.0-only */
/* Parts of a frame of `uncore top`. */
#ifndef UNCORE_TOP_DRAW_H
#define UNCORE_TOP_DRAW_H

#include "top/top.h"

/**
 * struct pane - where a package is drawn
 * @socket: the package
 * @column: its first column
 * @width: its columns
 */
struct pane {
	unsigned int socket;
	int column;
	int width;
};

/** draw_rows() - a head, and a bar for each unit in at most @rows rows below it */
void draw_rows(const struct top *top, struct canvas *canvas, const struct pane *pane, int row,
	       int rows, enum section section);

/** draw_share() - the share of the time, if the event did not count all of it; returns the column behind */
int draw_share(struct canvas *canvas, int row, int column, double share);

/** draw_answers() - "(7 of 8)" if some of the units do not answer, so that sums lack theirs; returns the column behind */
int draw_answers(struct canvas *canvas, int row, int column, const struct unit_rates *rates, size_t num);

/** order_by_value() - sort units, the largest sum first */
void order_by_value(struct unit_rates *rates, size_t num);

/** heat_columns() - units in a row of the heat map of a pane */
int heat_columns(const struct pane *pane);

/** draw_heat() - the hottest unit of a package, and its map below that, in at most @rows rows */
void draw_heat(const struct top *top, struct canvas *canvas, const struct pane *pane, int row,
	       int rows);

/** draw_tasks() - a head, and a bar for each command in at most @rows rows below it */
void draw_tasks(const struct top *top, struct canvas *canvas, const struct pane *pane, int row, int rows);

/** draw_devices() - a head, and a bar for each port with devices in at most @rows rows below it */
void draw_devices(const struct top *top, struct canvas *canvas, const struct pane *pane, int row, int rows);

/** draw_nodes() - a head, and a bar for each NUMA node in at most @rows rows below it */
void draw_nodes(const struct top *top, struct canvas *canvas, const struct pane *pane, int row, int rows);

/* Columns of a rate, from the right. */
#define RATE_WIDTH	9

/** draw_rates() - GB/s that are read and written, NAN for no value, at the end of a row, behind a text of @begin columns */
void draw_rates(struct canvas *canvas, const struct pane *pane, int row, int begin, enum style style, double read,
		double written);

/** heat_legend() - the steps of the heat map at a column, with its scale; returns its width, also if @canvas is NULL */
int heat_legend(const struct top *top, struct canvas *canvas, int row, int column);

#endif
