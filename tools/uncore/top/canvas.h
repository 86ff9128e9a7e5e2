/* SPDX-License-Identifier: GPL-2.0-only */
/* A frame of `uncore top`: the same for a terminal and for a file. */
#ifndef UNCORE_CANVAS_H
#define UNCORE_CANVAS_H

#include <stdbool.h>
#include <stddef.h>

/** enum style - how a cell looks; HEAT_0 to HEAT_9 are ten steps of a heat map */
enum style {
	STYLE_PLAIN,
	STYLE_TITLE,
	STYLE_DIM,
	STYLE_BAR,
	STYLE_BAR2,
	STYLE_HEAT_0,
	STYLE_HEAT_9 = STYLE_HEAT_0 + 9,
	NUM_STYLES,
};

struct cell {
	wchar_t character;
	enum style style;
};

/**
 * struct canvas - a frame
 * @cells: @rows times @columns
 * @rows: height
 * @columns: width
 * @edge: nothing is drawn from this column on; 0: the width
 * @unicode: the output can show more than ASCII
 */
struct canvas {
	struct cell *cells;
	int rows;
	int columns;
	int edge;
	bool unicode;
};

/** canvas_resize() - an empty frame of a size */
void canvas_resize(struct canvas *canvas, int rows, int columns);

/** canvas_text() - write text; text behind the edge is cut off, and its end marked. Returns the column behind it. */
int canvas_text(struct canvas *canvas, int row, int column, enum style style, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/** canvas_right() - write text that ends in front of column @end; only a mark if it would begin in front of @begin */
void canvas_right(struct canvas *canvas, int row, int begin, int end, enum style style, const char *format, ...)
	__attribute__((format(printf, 6, 7)));

/** canvas_spark() - a cell of a history line, @level from 0 to 1 */
void canvas_spark(struct canvas *canvas, int row, int column, double level);

/**
 * canvas_bar() - draw a bar of two parts, and dots where it is empty
 * @canvas: frame
 * @row: where
 * @column: where it begins
 * @width: its length if @first and @second add up to 1
 * @first: part drawn in the first style
 * @second: part behind it
 */
void canvas_bar(struct canvas *canvas, int row, int column, int width, double first, double second);

/** canvas_heat() - a cell of a heat map, @level from 0 to 1 */
void canvas_heat(struct canvas *canvas, int row, int column, double level);

/** canvas_print() - write the frame to standard output as text, without empty rows at its end */
void canvas_print(const struct canvas *canvas);

/** canvas_free() - release it */
void canvas_free(struct canvas *canvas);

#endif
