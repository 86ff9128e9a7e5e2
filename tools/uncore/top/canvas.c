// SPDX-License-Identifier: GPL-2.0-only
/*
 * Drawing into a frame. See canvas.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/memory.h"
#include "top/canvas.h"

void canvas_resize(struct canvas *canvas, int rows, int columns)
{
	size_t size = (size_t)rows * (size_t)columns, i;

	free(canvas->cells);
	canvas->cells = allocated(calloc(size ? size : 1, sizeof(*canvas->cells)));
	canvas->rows = rows;
	canvas->columns = columns;
	canvas->edge = 0;
	for (i = 0; i < size; i++)
		canvas->cells[i].character = L' ';
}

static int edge_of(const struct canvas *canvas)
{
	return canvas->edge > 0 && canvas->edge < canvas->columns ? canvas->edge : canvas->columns;
}

static void put(struct canvas *canvas, int row, int column, enum style style, wchar_t character)
{
	if (row < 0 || column < 0 || row >= canvas->rows || column >= edge_of(canvas))
		return;
	canvas->cells[row * canvas->columns + column] = (struct cell){ character, style };
}

static int put_text(struct canvas *canvas, int row, int column, enum style style, const char *text)
{
	int i;

	/* Names and numbers are ASCII; of an event that somebody types the rest is not shown. */
	for (i = 0; text[i]; i++)
		put(canvas, row, column + i, style,
		    (unsigned char)text[i] < 0x20 || (unsigned char)text[i] > 0x7e ? L'?' :
		    (wchar_t)text[i]);
	/* A number without its end would be another number. */
	if (i && column < edge_of(canvas) && column + i > edge_of(canvas))
		put(canvas, row, edge_of(canvas) - 1, style, canvas->unicode ? L'\x2026' : L'>');
	return column + i;
}

int canvas_text(struct canvas *canvas, int row, int column, enum style style, const char *format, ...)
{
	char text[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return put_text(canvas, row, column, style, text);
}

void canvas_right(struct canvas *canvas, int row, int begin, int end, enum style style, const char *format, ...)
{
	char text[512];
	va_list arguments;
	int column;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	column = end - (int)strlen(text);
	/* A number without its begin would be another number, too. */
	if (column >= begin)
		put_text(canvas, row, column, style, text);
	else if (end > begin)
		put(canvas, row, end - 1, style, canvas->unicode ? L'\x2026' : L'<');
}

void canvas_spark(struct canvas *canvas, int row, int column, double level)
{
	static const wchar_t blocks[] = L" \x2581\x2582\x2583\x2584\x2585\x2586\x2587\x2588", ascii[] = L" .:-=+*#@";
	int step = level > 0 ? (int)(level * 8 + 0.5) : 0;

	if (step > 8)
		step = 8;
	put(canvas, row, column, STYLE_BAR, canvas->unicode ? blocks[step] : ascii[step]);
}

static int cells_of(int width, double part)
{
	if (!(part > 0))
		return 0;
	return (int)((double)width * (part > 1 ? 1 : part) + 0.5);
}

void canvas_bar(struct canvas *canvas, int row, int column, int width, double first, double second)
{
	int end1 = cells_of(width, first), end2 = cells_of(width, first + second), i;

	for (i = 0; i < end2; i++) {
		if (i < end1)
			put(canvas, row, column + i, STYLE_BAR, canvas->unicode ? L'\x2588' : L'#');
		else
			put(canvas, row, column + i, STYLE_BAR2, canvas->unicode ? L'\x2592' : L'=');
	}
	for (; i < width; i++)
		put(canvas, row, column + i, STYLE_DIM, canvas->unicode ? L'\xb7' : L'.');
}

void canvas_heat(struct canvas *canvas, int row, int column, double level)
{
	static const wchar_t steps[] = L".:-=+*o#%@";
	int step = level > 0 ? (int)(level * 9.999) : 0;

	if (step > 9)
		step = 9;
	put(canvas, row, column, (enum style)(STYLE_HEAT_0 + step), steps[step]);
}

void canvas_print(const struct canvas *canvas)
{
	int row, column, last, rows = canvas->rows;

	for (; rows; rows--) {
		const struct cell *cell = &canvas->cells[(rows - 1) * canvas->columns];

		for (column = 0; column < canvas->columns && cell[column].character == L' '; column++)
			;
		if (column < canvas->columns)
			break;
	}
	for (row = 0; row < rows; row++) {
		const struct cell *cell = &canvas->cells[row * canvas->columns];

		for (last = canvas->columns; last && cell[last - 1].character == L' '; last--)
			;
		for (column = 0; column < last; column++)
			printf("%lc", (wint_t)cell[column].character);
		putchar('\n');
	}
}

void canvas_free(struct canvas *canvas)
{
	free(canvas->cells);
	canvas->cells = NULL;
}
