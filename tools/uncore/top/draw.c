// SPDX-License-Identifier: GPL-2.0-only
/*
 * The frame of `uncore top`, for any size. See top.h.
 *
 * Two packages stand side by side if they fit; others are a key away. Each section gets the rows it needs, in the
 * order links, heat map, memory, HBM, PCIe, until none is left. The last row is left to the keys.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "top/draw.h"

/* A package needs that many columns if another one is beside it. */
#define LEAST_PANE 38

/* With fewer rows than that there is no history, and no legend. */
#define HISTORY_ROWS 16
#define LEGEND_ROWS 14

/* With fewer rows there is none for the cores, and none that says that they cannot be counted. */
#define CORES_ROWS 20
#define MISSING_ROWS 30

#define MAX_ITEMS 5

/* Rows of the sections, and of what is around them. */
struct layout {
	int rows[NUM_SECTIONS];
	int cores;
	int history;
	int legend;
};

/* What a full bar is, packed into as few rows as the width allows. */
struct legend {
	char items[MAX_ITEMS][64];
	int num;
	bool heat;
};

static int at_most(int value, int limit)
{
	return value < limit ? value : limit < 0 ? 0 : limit;
}

static int most_units(const struct top *top, enum section section)
{
	struct unit_rates rates[MAX_UNITS];
	unsigned int socket;
	double share;
	int most = 0;

	for (socket = 0; socket < top_sockets(top); socket++) {
		int num = (int)section_units(top, section, socket, rates, &share);

		if (num > most)
			most = num;
	}
	return most;
}

/* Column of the heat map's legend in its head, 0 if it does not fit behind the event. */
static int heat_legend_column(const struct top *top, const struct canvas *canvas)
{
	int event =
		(int)(strlen(section_kinds[SECTION_HEAT].title) + strlen(top->series[HEAT].event)) +
		1;
	int column = canvas->columns - heat_legend(top, NULL, 0, 0);

	return column > event + 1 ? column : 0;
}

static void make_legend(const struct top *top, const struct canvas *canvas, struct legend *legend)
{
	int section;
	char text[32];

	memset(legend, 0, sizeof(*legend));
	for (section = 0; section < NUM_SECTIONS; section++) {
		struct scale scale = top_scale(top, (enum section)section);

		if (section == SECTION_HEAT || !section_open(top, (enum section)section, NULL))
			continue;
		snprintf(legend->items[legend->num], sizeof(legend->items[0]), "%s%s %s%s",
			 legend->num ? "" : "full bar: ", section_kinds[section].unit,
			 rate_text(scale.value * 1e9, "B/s", text, sizeof(text)),
			 scale.word);
		legend->num++;
	}
	legend->heat = top->series[HEAT].open && !heat_legend_column(top, canvas);
}

/* Draws if there is a canvas to draw on; returns the number of rows. */
static int draw_legend(const struct top *top, const struct legend *legend, struct canvas *canvas,
		       int columns, int row)
{
	int first = row, column = 0, i;

	for (i = 0; i < legend->num; i++) {
		bool more = i + 1 < legend->num;
		int length = (int)strlen(legend->items[i]) + more;

		if (column && column + length > columns) {
			row++;
			column = 0;
		}
		if (canvas)
			canvas_text(canvas, row, column, STYLE_DIM, "%s%s", legend->items[i],
				    more ? "," : "");
		column += length + 1;
	}
	if (legend->heat) {
		int width = heat_legend(top, NULL, 0, 0);

		if (column && column + width > columns) {
			row++;
			column = 0;
		}
		if (canvas)
			heat_legend(top, canvas, row, column);
		column += width;
	}
	return row - first + (column > 0);
}

static bool cores_open(const struct top *top)
{
	struct core_value values[NUM_CORE_VALUES];
	int i;

	top_cores(top, 0, values);
	for (i = 0; i < NUM_CORE_VALUES; i++)
		if (values[i].open)
			return true;
	return false;
}

static struct layout make_layout(const struct top *top, const struct canvas *canvas,
				 const struct pane *pane, const struct legend *legend)
{
	/* Title, clocks, four heads, the hottest unit, keys. */
	int left = canvas->rows - 8, columns = heat_columns(pane);
	struct layout layout;

	layout.cores = canvas->rows >= (cores_open(top) ? CORES_ROWS : MISSING_ROWS);
	layout.history = canvas->rows >= HISTORY_ROWS;
	layout.legend = canvas->rows >= LEGEND_ROWS ?
				draw_legend(top, legend, NULL, canvas->columns, 0) :
				0;
	left -= layout.cores + layout.history + layout.legend + section_shown(top, SECTION_HBM);
	layout.rows[SECTION_LINKS] = at_most(most_units(top, SECTION_LINKS), left);
	left -= layout.rows[SECTION_LINKS];
	layout.rows[SECTION_HEAT] =
		at_most((most_units(top, SECTION_HEAT) + columns - 1) / columns, left);
	left -= layout.rows[SECTION_HEAT];
	layout.rows[SECTION_MEMORY] = at_most(most_units(top, SECTION_MEMORY), left);
	left -= layout.rows[SECTION_MEMORY];
	layout.rows[SECTION_HBM] = at_most(most_units(top, SECTION_HBM), left);
	left -= layout.rows[SECTION_HBM];
	layout.rows[SECTION_PCIE] = at_most(most_units(top, SECTION_PCIE), left);
	return layout;
}

static int make_panes(const struct top *top, const struct canvas *canvas, struct pane panes[2])
{
	panes[0] = (struct pane){ top->socket >= 0 ? (unsigned int)top->socket : top->first_socket,
				  0, canvas->columns };
	if (top_panes(top, canvas->columns) < 2 || top->first_socket + 1 >= top_sockets(top))
		return 1;
	panes[0].width = canvas->columns / 2 - 1;
	panes[1] = (struct pane){ top->first_socket + 1, canvas->columns / 2,
				  canvas->columns / 2 - 1 };
	return 2;
}

unsigned int top_panes(const struct top *top, int columns)
{
	return top->socket < 0 && top_sockets(top) > 1 && columns / 2 - 1 >= LEAST_PANE ? 2 : 1;
}

static void draw_missing(struct canvas *canvas, int row, enum section section, const char *missing)
{
	int column = canvas_text(canvas, row, 0, STYLE_TITLE, "%s", section_kinds[section].title);

	canvas_text(canvas, row, column, STYLE_DIM, "  missing: %s", missing);
}

static void draw_title(const struct top *top, struct canvas *canvas)
{
	const char *name = top->machine->processor ? top->machine->processor->name :
						     "unknown processor";
	char host[65] = "", now[16];
	time_t seconds = time(NULL);
	struct tm local;
	int column = canvas_text(canvas, 0, 0, STYLE_TITLE, "uncore top");

	if (top->frozen)
		column = canvas_text(canvas, 0, column + 1, STYLE_TITLE, "[frozen]");
	gethostname(host, sizeof(host) - 1);
	strftime(now, sizeof(now), "%H:%M:%S", localtime_r(&seconds, &local));
	canvas_text(canvas, 0, column, STYLE_PLAIN, "  %s  %s  %s, %u %s, %.1f s%s%s", now, host, name,
		    top_sockets(top), top_sockets(top) == 1 ? "package" : "packages", top->seconds,
		    *top->machine->away ? ", offline: " : "", top->machine->away);
}

static void draw_clocks(const struct top *top, struct canvas *canvas, const struct pane *pane,
			int row)
{
	unsigned int socket = pane->socket;
	struct unit_rate rates[MAX_UNITS];
	double share, limited_share, all = top_total(top, POWER_CLOCK, socket, &share);
	double limited = top_total(top, POWER_LIMITED, socket, &limited_share), clock_share;
	size_t num = top_units(top, UNCORE_CLOCK, socket, rates, MAX_UNITS, &clock_share), answer = 0, i;
	int column;

	for (i = 0; i < num; i++)
		answer += !rates[i].gone;
	canvas->edge = pane->column + pane->width;
	column = canvas_text(canvas, row, pane->column, STYLE_TITLE, "Package %u", socket);
	if (answer) {
		column = canvas_text(canvas, row, column, STYLE_PLAIN, " %.2f GHz",
				     top_total(top, UNCORE_CLOCK, socket, &clock_share) /
					     (double)answer);
		column = draw_share(canvas, row, column, clock_share);
	}
	if (all > 0) {
		column = canvas_text(canvas, row, column, STYLE_PLAIN, ", power-limited %.0f%%",
				     100 * limited / all);
		draw_share(canvas, row, column, share < limited_share ? share : limited_share);
	}
	canvas->edge = 0;
}

/* As much as there is room for, and what the machine has. */
static void draw_cores(const struct top *top, struct canvas *canvas, const struct pane *pane, int row)
{
	struct core_value values[NUM_CORE_VALUES];
	int begin, column, i;
	char text[64];

	top_cores(top, pane->socket, values);
	canvas->edge = pane->column + pane->width;
	begin = column = canvas_text(canvas, row, pane->column, STYLE_TITLE, "Cores");
	for (i = 0; i < NUM_CORE_VALUES; i++) {
		if (!(values[i].share > 0))
			continue;
		snprintf(text, sizeof(text), "%s%.*f%s", values[i].before, values[i].digits,
			 i == CORE_CLOCK ? values[i].value / 1e9 : values[i].value, values[i].behind);
		column = canvas_text(canvas, row, column, STYLE_PLAIN, "%s %s", column > begin ? "," : "", text);
		column = draw_share(canvas, row, column, values[i].share);
	}
	if (column == begin)
		canvas_text(canvas, row, column, STYLE_DIM, "  missing: %s", top->series[CORE_INSTRUCTIONS].open ?
			    "not counted" : top->series[CORE_INSTRUCTIONS].missing);
	canvas->edge = 0;
}

/* A column for each update, the newest on the right, of what the package did; the largest value is a full one. */
static void draw_history(const struct top *top, struct canvas *canvas, const struct pane *pane,
			 int row)
{
	enum section section = history_section(top);
	double most = section_most(top, section, pane->socket),
	       least = section_kinds[section].least;
	const char *word = section == SECTION_MEMORY ? "memory" : "heat";
	bool memory = section == SECTION_MEMORY;
	char text[32], peak[40];
	int end = pane->column + pane->width, column, i;

	if (!section_open(top, section, NULL))
		return;
	snprintf(peak, sizeof(peak), "peak %s",
		 rate_text(most * (memory ? 1e9 : 1), memory ? "B/s" : "/s", text, sizeof(text)));
	canvas->edge = end;
	column = canvas_text(canvas, row, pane->column, STYLE_DIM, "%s", word) + 1;
	end -= (int)strlen("peak 99.9 GB/s") + 1;
	for (i = 0; end - 1 - i >= column; i++) {
		double value = history_value(top, pane->socket, (size_t)i);

		if (value < 0)
			break;
		canvas_spark(canvas, row, end - 1 - i, value / (most > least ? most : least));
	}
	canvas_text(canvas, row, end + 1 < column ? column : end + 1, STYLE_DIM, "%s", peak);
	canvas->edge = 0;
}

static void draw_heat_head(const struct top *top, struct canvas *canvas, int row)
{
	int column = heat_legend_column(top, canvas), at;

	at = canvas_text(canvas, row, 0, STYLE_TITLE, "%s", section_kinds[SECTION_HEAT].title);
	canvas_text(canvas, row, at, STYLE_PLAIN, " %s", top->series[HEAT].event);
	if (column)
		heat_legend(top, canvas, row, column);
}

static int draw_section(const struct top *top, struct canvas *canvas, const struct pane *panes,
			int num, int row, int rows, enum section section)
{
	bool heat = section == SECTION_HEAT;
	const char *missing;
	int i;

	if (!section_open(top, section, &missing)) {
		draw_missing(canvas, row, section, missing);
		return row + 1;
	}
	if (heat)
		draw_heat_head(top, canvas, row);
	for (i = 0; i < num; i++) {
		if (heat)
			draw_heat(top, canvas, &panes[i], row + 1, rows);
		else
			draw_rows(top, canvas, &panes[i], row, rows, section);
	}
	return row + 1 + heat + rows;
}

void top_draw(const struct top *top, struct canvas *canvas)
{
	struct pane panes[2];
	struct legend legend;
	struct layout layout;
	int num = make_panes(top, canvas, panes), row = 1, section, i;

	make_legend(top, canvas, &legend);
	layout = make_layout(top, canvas, &panes[0], &legend);
	draw_title(top, canvas);
	for (i = 0; i < num; i++) {
		draw_clocks(top, canvas, &panes[i], row);
		if (layout.cores)
			draw_cores(top, canvas, &panes[i], row + 1);
		if (layout.history)
			draw_history(top, canvas, &panes[i], row + 1 + layout.cores);
	}
	row += 1 + layout.cores + layout.history;
	for (i = 0; i < num && top->tasks.on; i++)
		draw_tasks(top, canvas, &panes[i], row, canvas->rows - 2 - row);
	for (i = 0; i < num && top->devices.on; i++)
		draw_devices(top, canvas, &panes[i], row, canvas->rows - 2 - row);
	for (i = 0; i < num && top->nodes; i++)
		draw_nodes(top, canvas, &panes[i], row, canvas->rows - 2 - row);
	if (top->tasks.on || top->devices.on || top->nodes)
		return;
	for (section = 0; section < NUM_SECTIONS; section++)
		if (section_shown(top, (enum section)section))
			row = draw_section(top, canvas, panes, num, row, layout.rows[section], (enum section)section);
	/* Right above the keys, so that it does not move if sections do. */
	if (layout.legend)
		draw_legend(top, &legend, canvas, canvas->columns,
			    canvas->rows - 1 - layout.legend);
}
