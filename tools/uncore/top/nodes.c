// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory bandwidth of each NUMA node. See top.h, and metrics/nodes.h for which units belong to a node.
 *
 *	By node                  r 3.21G  w 11.2G
 *	  node 2            ██▒···  3.10G   11.0G
 */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "metrics/nodes.h"
#include "top/draw.h"

/* Columns of the number of a node. */
#define NAME_WIDTH	12

int top_nodes_start(struct top *top)
{
	int status = nodes_read(top->machine);

	top->nodes = !status;
	return status;
}

/* By number, the unknown node last. */
static int order(const void *left, const void *right)
{
	const struct unit_rate *a = left, *b = right;
	int mine = a->unit < 0 ? INT_MAX : a->unit, theirs = b->unit < 0 ? INT_MAX : b->unit;

	return (mine > theirs) - (mine < theirs);
}

size_t top_node_rates(const struct top *top, enum series series, unsigned int socket, struct unit_rate nodes[TOP_NODES],
		      double *share)
{
	struct unit_rate rates[MAX_UNITS];
	size_t num = top_units(top, series, socket, rates, MAX_UNITS, share), found = 0, i, n;

	for (i = 0; i < num; i++) {
		int node = node_of_unit(top->counters.all[top->series[series].counter].event.box, rates[i].die, rates[i].unit);

		for (n = 0; n < found && nodes[n].unit != node; n++)
			;
		if (n == TOP_NODES)
			continue;
		if (n == found)
			nodes[found++] = (struct unit_rate){ .unit = node, .gone = true };
		nodes[n].rate += rates[i].gone ? 0 : rates[i].rate;
		nodes[n].gone = nodes[n].gone && rates[i].gone;
	}
	qsort(nodes, found, sizeof(*nodes), order);
	return found;
}

static void draw_node(struct canvas *canvas, const struct pane *pane, int row, const struct unit_rate *read,
		      const struct unit_rate *written, double all)
{
	int left = pane->width - 2 * RATE_WIDTH - 2, name = left < NAME_WIDTH ? left : NAME_WIDTH, bar = left - name - 1;

	canvas->edge = pane->column + 2 + name;
	if (name > 0 && read->unit < 0)
		canvas_text(canvas, row, pane->column + 2, STYLE_DIM, "unknown");
	else if (name > 0)
		canvas_text(canvas, row, pane->column + 2, STYLE_PLAIN, "node %d", read->unit);
	canvas->edge = 0;
	if (read->gone && written->gone) {
		canvas_right(canvas, row, pane->column + 2 + (name > 0 ? name : 0), pane->column + pane->width, STYLE_DIM,
			     "no answer");
		return;
	}
	if (bar > 0)
		canvas_bar(canvas, row, pane->column + 3 + name, bar, all > 0 ? read->rate / all : 0,
			   all > 0 ? written->rate / all : 0);
	draw_rates(canvas, pane, row, name > 0 ? 2 + name : 0, STYLE_PLAIN, read->rate, written->rate);
}

void draw_nodes(const struct top *top, struct canvas *canvas, const struct pane *pane, int row, int rows)
{
	struct unit_rate read[TOP_NODES], written[TOP_NODES] = { 0 };
	double share, reads, writes, all_read = top_total(top, MEMORY_READ, pane->socket, &reads);
	double all_written = top_total(top, MEMORY_WRITE, pane->socket, &writes);
	struct unit_rates units[MAX_UNITS];
	const char *missing;
	size_t num, i;
	int column;

	canvas->edge = pane->column + pane->width;
	if (!section_open(top, SECTION_MEMORY, &missing)) {
		column = canvas_text(canvas, row, pane->column, STYLE_TITLE, "By node");
		canvas_text(canvas, row, column, STYLE_DIM, "  missing: %s", missing);
		canvas->edge = 0;
		return;
	}
	canvas->edge -= 2 * RATE_WIDTH;
	/* HBM has nodes of its own, which the driver does not name. */
	column = canvas_text(canvas, row, pane->column, STYLE_TITLE, "%s", section_shown(top, SECTION_HBM) ?
			     "DDR by node" : "By node");
	column = draw_answers(canvas, row, column, units, section_units(top, SECTION_MEMORY, pane->socket, units, &share));
	column = draw_share(canvas, row, column, share);
	canvas->edge = 0;
	num = top_node_rates(top, MEMORY_READ, pane->socket, read, &share);
	top_node_rates(top, MEMORY_WRITE, pane->socket, written, &share);
	/* A factor for rates: what was not counted has no rate. */
	reads = reads > 0 ? 1 : NAN;
	writes = writes > 0 ? 1 : NAN;
	all_read *= reads;
	all_written *= writes;
	draw_rates(canvas, pane, row, column - pane->column, STYLE_TITLE, all_read, all_written);
	for (i = 0; i < num && (int)i < rows; i++) {
		read[i].rate *= reads;
		written[i].rate *= writes;
		draw_node(canvas, pane, row + 1 + (int)i, &read[i], &written[i], all_read + all_written);
	}
}
