// SPDX-License-Identifier: GPL-2.0-only
/*
 * The explanation of `uncore top`, for any width. See top.h.
 */
#include <string.h>

#include "top/top.h"

#define HANG	4

/* A word in front of a text, if there is one. */
static const struct {
	const char *word;
	const char *text;
} lines[] = {
	{ "q", "quit" },
	{ "?", "this page" },
	{ "f", "freeze the screen; counting continues" },
	{ "e", "change the event of the heat map" },
	{ "o", "sort rows and cells by value, or by number" },
	{ "s", "show one package in the whole width, then the next, then two again" },
	{ "n", "show the next packages; the arrows left and right move by one package" },
	{ "t d", "show traffic of commands (t), or of PCI devices (d); again: the units" },
	{ "m", "show memory bandwidth of each NUMA node; again: the units" },
	{ "r", "reset peaks, scales and history" },
	{ "", "" },
	{ "", "A bar has two parts: reads and writes, or sent and received. Dots fill it up to the end of the scale." },
	{ "", "The scale of a section is fixed. \"peak\": what a channel or a link can carry, from its clock. \"seen\": the "
	      "largest value of a unit since the start. Neither: 1 GB/s or 1 M/s, which no unit has reached." },
	{ "", "The heat map has a character for each unit of a box type, from 0 to its scale: .:-=+*o#%@" },
	{ "", "The history has a column for each update, the newest on the right, and a peak." },
	{ "", "Cores: instructions in each clock (IPC), clock while not idle, power, temperature, misses of the last-level cache "
	      "per 1000 instructions." },
	{ "", "(50%): the event counted for half of the time only. The values are scaled." },
};

#define NUM_LINES	(sizeof(lines) / sizeof(*lines))

/* Bytes of the text that fit into a row: up to a blank, unless a word is longer than that. */
static int fitting(const char *text, int width)
{
	int length = (int)strlen(text), i;

	if (length <= width)
		return length;
	for (i = width; i > 0 && text[i] != ' '; i--)
		;
	return i ? i : width;
}

bool draw_help(struct canvas *canvas, unsigned int page)
{
	/* The title and the last row, which has the keys, are on each page. */
	int rows = canvas->rows > 3 ? canvas->rows - 2 : 1, width = canvas->columns - HANG, number = 0;
	int first = (int)page * rows;
	size_t i;

	canvas_text(canvas, 0, 0, STYLE_TITLE, "uncore top: keys and signs");
	if (width < 1)
		return false;
	for (i = 0; i < NUM_LINES; i++) {
		const char *text = lines[i].text, *word = lines[i].word;

		do {
			int column = *lines[i].word ? HANG : 0, part = fitting(text, canvas->columns - column);
			int row = number++ - first + 1;

			if (row >= 1 && row <= rows) {
				canvas_text(canvas, row, 1, STYLE_TITLE, "%s", word);
				canvas_text(canvas, row, column, STYLE_PLAIN, "%.*s", part, text);
			}
			word = "";
			text += part;
			text += *text == ' ';
		} while (*text);
	}
	return number > first + rows;
}
