/* SPDX-License-Identifier: GPL-2.0-only */
/* Charts as SVG within a HTML page; classes s0 to s7 are the colours of series. */
#ifndef UNCORE_CHART_H
#define UNCORE_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/**
 * struct chart - what stands around a chart
 * @title: above it
 * @x: what the horizontal axis is, with its unit
 * @y: what the vertical axis is, with its unit
 * @scattered: points of chart_lines() are not joined, as they are of different things
 * @plain: chart_lines() draws no points to point at, only lines, so that a page can have many charts
 * @marks: places on the horizontal axis where chart_lines() draws a line from top to bottom
 * @num_marks: how many
 */
struct chart {
	const char *title;
	const char *x;
	const char *y;
	bool scattered;
	bool plain;
	const double *marks;
	size_t num_marks;
};

/** chart_title() - writes what a browser shows at the mouse pointer for point or bar @index */
typedef void (*chart_title)(size_t index, void *context, FILE *out);

/** struct point - a point of a line; lines have one point after the other in the array */
struct point {
	double x;
	double y;
	unsigned int series;
};

/** html_text() - text, with what HTML would take for its own replaced */
void html_text(const char *text, FILE *out);

/**
 * chart_lines() - lines over a common horizontal axis
 * @chart: titles
 * @points: in the order of x
 * @num: how many
 * @names: of the series
 * @num_series: how many
 * @title: explains a point
 * @context: for @title
 * @out: receives it
 */
void chart_lines(const struct chart *chart, const struct point *points, size_t num,
		 const char *const *names, size_t num_series, chart_title title, void *context, FILE *out);

/**
 * chart_histogram() - how often values fall into each of twenty ranges
 * @chart: titles
 * @values: the values
 * @num: how many
 * @unit: of the values
 * @out: receives it
 */
void chart_histogram(const struct chart *chart, const double *values, size_t num, const char *unit, FILE *out);

/**
 * chart_bars() - a bar with a name and its value for each of a few things
 * @chart: titles
 * @names: of the bars
 * @values: their lengths
 * @num: how many
 * @unit: behind the values
 * @out: receives it
 */
void chart_bars(const struct chart *chart, const char *const *names, const double *values,
		size_t num, const char *unit, FILE *out);

#endif
