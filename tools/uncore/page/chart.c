// SPDX-License-Identifier: GPL-2.0-only
/*
 * Charts as SVG. See chart.h.
 */
#include <math.h>

#include "page/chart.h"

#define WIDTH	760
#define HEIGHT	250
#define LEFT	80
#define RIGHT	16
#define TOP	12
#define BOTTOM	54
#define BINS	20

/* A row of bars has room for the letters of a narrow screen. */
#define BAR_ROW	30

/* With more points than that they are seen only below the mouse pointer, and then not at all. */
#define VISIBLE_POINTS	200
#define MOST_POINTS	2000

/* The same of charts without points: a page can have hundreds. */
#define MOST_PLAIN	500

/*
 * More than MOST_POINTS are drawn as cells of the area, in one of LEVELS shades, and lines as the least and the greatest value of
 * each column of cells. So the size of a chart does not depend on the number of points.
 */
#define CELL		4
#define CELLS_X		((WIDTH - LEFT - RIGHT) / CELL)
#define CELLS_Y		((HEIGHT - TOP - BOTTOM) / CELL)
#define LEVELS		4

void html_text(const char *text, FILE *out)
{
	for (; *text; text++) {
		switch (*text) {
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '&':
			fputs("&amp;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			fputc(*text, out);
		}
	}
}

/* The next of 1, 2, 5, 10, 20 ... that makes at most six steps of a range. */
static double step_of(double range)
{
	double step = range > 0 ? pow(10, floor(log10(range / 6))) : 1;

	if (range / step > 30)
		return 10 * step;
	if (range / step > 12)
		return 5 * step;
	return range / step > 6 ? 2 * step : step;
}

static double place_x(double value, double most)
{
	return LEFT + (WIDTH - LEFT - RIGHT) * (most > 0 ? value / most : 0);
}

static double place_y(double value, double most)
{
	return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (most > 0 ? value / most : 0);
}

static void begin(const struct chart *chart, int height, FILE *out)
{
	fputs("<figure><figcaption>", out);
	html_text(chart->title, out);
	fprintf(out, "</figcaption>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, height);
	html_text(chart->title, out);
	fputs("\">\n", out);
}

static void end(FILE *out)
{
	fputs("</svg></figure>\n", out);
}

/* What the labels of an axis are divided by, so that they are short. */
static double unit_of(double most, const char **suffix)
{
	static const struct {
		double value;
		const char *suffix;
	} units[] = { { 1e12, " T" }, { 1e9, " G" }, { 1e6, " M" } };
	size_t i;

	*suffix = "";
	for (i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (most < units[i].value)
			continue;
		*suffix = units[i].suffix;
		return units[i].value;
	}
	return 1;
}

static void axes(const struct chart *chart, double most_x, double most_y, FILE *out)
{
	const char *suffix;
	double step, value, unit = unit_of(most_y, &suffix);

	step = step_of(most_y);
	for (value = 0; value <= most_y * 1.0001; value += step)
		fprintf(out, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
			"<text class=\"y\" x=\"%d\" y=\"%.1f\">%.6g%s</text>\n", LEFT, WIDTH - RIGHT,
			place_y(value, most_y), place_y(value, most_y), LEFT - 6,
			place_y(value, most_y) + 4, value / unit, value > 0 ? suffix : "");
	step = step_of(most_x);
	for (value = 0; value <= most_x * 1.0001; value += step)
		fprintf(out, "<text class=\"x\" x=\"%.1f\" y=\"%d\">%.6g</text>\n",
			place_x(value, most_x), HEIGHT - BOTTOM + 22, value);
	fprintf(out, "<text class=\"x\" x=\"%d\" y=\"%d\">", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6);
	html_text(chart->x, out);
	fprintf(out, "</text>\n<text class=\"x\" transform=\"translate(14 %d) rotate(-90)\">",
		(TOP + HEIGHT - BOTTOM) / 2);
	html_text(chart->y, out);
	fputs("</text>\n", out);
}

static void legend(const char *const *names, size_t num, FILE *out)
{
	size_t i;

	if (num < 2)
		return;
	fputs("<p class=\"legend\">", out);
	for (i = 0; i < num; i++) {
		fprintf(out, "<span class=\"s%zu\">&#9632;</span> ", i % 8);
		html_text(names[i], out);
		fputs("&ensp;", out);
	}
	fputs("</p>\n", out);
}

/* A line of one point would not be seen, and a line has nothing to point at. */
static void draw_point(const struct point *point, double most_x, double most_y, bool hidden, size_t index, chart_title title,
		       void *context, FILE *out)
{
	fprintf(out, "<circle class=\"s%u%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"><title>", point->series % 8,
		hidden ? " hit" : "", place_x(point->x, most_x), place_y(point->y, most_y),
		hidden ? "4" : "3");
	title(index, context, out);
	fputs("</title></circle>\n", out);
}

static int cell_of(double at, int first, int cells)
{
	int cell = (int)(at - first) / CELL;

	return cell < 0 ? 0 : cell < cells ? cell : cells - 1;
}

/* Shades by the logarithm of the number of points, as most are in few cells. */
static unsigned int level_of(unsigned int count, unsigned int most)
{
	unsigned int level = most > 1 ? (unsigned int)(LEVELS * log(count) / log(most)) : LEVELS;

	return level < LEVELS ? level : LEVELS - 1;
}

static void draw_cells(const struct point *points, size_t num, size_t series, double most_x, double most_y, FILE *out)
{
	unsigned int counts[CELLS_Y][CELLS_X] = { { 0 } }, most = 0, level;
	size_t i;
	int x, y;

	for (i = 0; i < num; i++) {
		unsigned int *count = &counts[cell_of(place_y(points[i].y, most_y), TOP, CELLS_Y)]
					     [cell_of(place_x(points[i].x, most_x), LEFT, CELLS_X)];

		*count += points[i].series == series;
		if (*count > most)
			most = *count;
	}
	for (level = 0; level < LEVELS && most; level++) {
		fprintf(out, "<path class=\"s%zu\" opacity=\"%.2f\" d=\"", series % 8, (level + 1.0) / LEVELS);
		for (y = 0; y < CELLS_Y; y++)
			for (x = 0; x < CELLS_X; x++)
				if (counts[y][x] && level_of(counts[y][x], most) == level)
					fprintf(out, "M%d %dh%dv%dh-%dz", LEFT + x * CELL, TOP + y * CELL, CELL, CELL, CELL);
		fputs("\"/>\n", out);
	}
}

static void write_range(int x, double least, double greatest, FILE *out)
{
	fprintf(out, "%d,%.1f ", x, least);
	if (least - greatest >= 0.1)
		fprintf(out, "%d,%.1f ", x, greatest);
}

/* The line goes from the least to the greatest value of each column. */
static void draw_range(const struct point *points, size_t num, size_t series, double most_x, double most_y, FILE *out)
{
	double least[CELLS_X], greatest[CELLS_X];
	size_t i;
	int x;

	for (x = 0; x < CELLS_X; x++)
		greatest[x] = -1;
	for (i = 0; i < num; i++) {
		x = cell_of(place_x(points[i].x, most_x), LEFT, CELLS_X);
		if (points[i].series != series)
			continue;
		least[x] = greatest[x] < 0 ? points[i].y : fmin(least[x], points[i].y);
		greatest[x] = fmax(greatest[x], points[i].y);
	}
	for (x = 0; x < CELLS_X; x++)
		if (greatest[x] >= 0)
			write_range(LEFT + x * CELL, place_y(least[x], most_y), place_y(greatest[x], most_y), out);
}

static void draw_line(const struct point *points, size_t num, size_t series, double most_x, double most_y, size_t most, FILE *out)
{
	size_t i;

	fprintf(out, "<polyline class=\"line s%zu\" points=\"", series % 8);
	if (num > most)
		draw_range(points, num, series, most_x, most_y, out);
	for (i = 0; i < num && num <= most; i++)
		if (points[i].series == series)
			fprintf(out, "%.1f,%.1f ", place_x(points[i].x, most_x), place_y(points[i].y, most_y));
	fputs("\"/>\n", out);
}

void chart_lines(const struct chart *chart, const struct point *points, size_t num,
		 const char *const *names, size_t num_series, chart_title title, void *context, FILE *out)
{
	double most_x = 0, most_y = 0;
	size_t i, series;

	for (i = 0; i < num; i++) {
		most_x = fmax(most_x, points[i].x);
		most_y = fmax(most_y, points[i].y);
	}
	legend(names, num_series, out);
	begin(chart, HEIGHT, out);
	axes(chart, most_x, most_y, out);
	for (series = 0; series < num_series; series++) {
		if (!chart->scattered)
			draw_line(points, num, series, most_x, most_y, chart->plain ? MOST_PLAIN : MOST_POINTS, out);
		else if (num > MOST_POINTS)
			draw_cells(points, num, series, most_x, most_y, out);
	}
	for (i = 0; i < chart->num_marks; i++)
		fprintf(out, "<line class=\"mark\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>\n", place_x(chart->marks[i], most_x),
			place_x(chart->marks[i], most_x), TOP, HEIGHT - BOTTOM);
	for (i = 0; i < num && num <= MOST_POINTS && !chart->plain; i++)
		draw_point(&points[i], most_x, most_y, num > VISIBLE_POINTS && !chart->scattered, i, title, context, out);
	end(out);
}

void chart_histogram(const struct chart *chart, const double *values, size_t num, const char *unit, FILE *out)
{
	double most = 0, width, highest = 0;
	size_t counts[BINS] = { 0 }, i;

	for (i = 0; i < num; i++)
		most = fmax(most, values[i]);
	if (!(most > 0))
		most = 1;
	width = most / BINS;
	for (i = 0; i < num; i++) {
		size_t bin = (size_t)(values[i] / width);

		counts[bin < BINS ? bin : BINS - 1]++;
	}
	for (i = 0; i < BINS; i++)
		highest = fmax(highest, (double)counts[i]);
	begin(chart, HEIGHT, out);
	axes(chart, most, highest, out);
	for (i = 0; i < BINS; i++)
		if (counts[i])
			fprintf(out, "<rect class=\"s0\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">"
				"<title>%zu: %.4g to %.4g%s%s</title></rect>\n", place_x((double)i * width, most) + 1,
				place_y((double)counts[i], highest),
				place_x(width, most) - LEFT - 2,
				place_y(0, highest) - place_y((double)counts[i], highest), counts[i],
				(double)i * width, (double)(i + 1) * width, *unit ? " " : "", unit);
	end(out);
}

void chart_bars(const struct chart *chart, const char *const *names, const double *values,
		size_t num, const char *unit, FILE *out)
{
	double most = 0;
	size_t i;

	for (i = 0; i < num; i++)
		most = fmax(most, values[i]);
	begin(chart, (int)(num * BAR_ROW + 8), out);
	for (i = 0; i < num; i++) {
		double width = most > 0 ? values[i] / most * (WIDTH - 400) : 0;

		fprintf(out, "<text class=\"y\" x=\"190\" y=\"%zu\">", i * BAR_ROW + 22);
		html_text(names[i], out);
		fprintf(out, "</text><rect class=\"s0\" x=\"198\" y=\"%zu\" width=\"%.1f\" height=\"20\"><title>%.6g %s</title></rect>"
			"<text x=\"%.1f\" y=\"%zu\">%.6g %s</text>\n", i * BAR_ROW + 6, width,
			values[i], unit, width + 204, i * BAR_ROW + 22, values[i], unit);
	}
	end(out);
}
