/* SPDX-License-Identifier: GPL-2.0-only */
/* `uncore top`: what is counted, and how it is shown. */
#ifndef UNCORE_TOP_H
#define UNCORE_TOP_H

#include "machine/counters.h"
#include "top/canvas.h"

/** enum series - the events of the live view */
enum series {
	MEMORY_READ,
	MEMORY_WRITE,
	LINK_OUT,
	LINK_IN,
	PCIE_READ,
	PCIE_WRITE,
	UNCORE_CLOCK,
	POWER_LIMITED,
	POWER_CLOCK,
	HEAT,
	NUM_SERIES,
};

/**
 * struct top_series - an event of the view
 * @event: what it is; empty if this processor has nothing of the kind
 * @factor: from counts to GB, or to whatever is shown
 * @counter: index in the counters
 * @open: it is counted
 * @missing: why not
 */
struct top_series {
	char event[256];
	double factor;
	size_t counter;
	bool open;
	char missing[160];
};

/**
 * struct top - the live view
 * @machine: where
 * @series: events
 * @counters: the same, open
 * @tracing: units are told apart by the tracepoint, not by an event for each
 * @seconds: length of the last interval
 * @socket: only this one, or -1
 * @first_socket: the first that is shown if there are more than fit
 * @by_value: rows are ordered by their values, not by numbers
 * @frozen: the picture stands still
 */
struct top {
	struct machine *machine;
	struct top_series series[NUM_SERIES];
	struct counters counters;
	bool tracing;
	double seconds;
	int socket;
	unsigned int first_socket;
	bool by_value;
	bool frozen;
};

/**
 * struct unit_rate - what a unit does
 * @unit: its number
 * @rate: per second, times the factor of the series
 */
struct unit_rate {
	int unit;
	double rate;
};

/** top_open() - open all events; returns a status, after a message if there is no permission */
int top_open(struct top *top);

/**
 * top_set_heat() - choose the event of the heat map
 * @top: the view
 * @event: the event
 * @error: receives the reason of a failure; the event of before goes on then
 * @size: of @error
 *
 * Return: 0 or -1.
 */
int top_set_heat(struct top *top, const char *event, char *error, size_t size);

/** top_start() - let everything count; returns a status */
int top_start(struct top *top);

/** top_read() - end an interval and begin the next; returns a status */
int top_read(struct top *top);

/** top_close() - undo top_open() */
void top_close(struct top *top);

/**
 * top_units() - rates of the units of a package in the last interval
 * @top: the view
 * @series: of which event
 * @socket: package
 * @rates: receives them, by number of the unit, the second die's behind the first's
 * @room: how many fit
 * @share: receives the part of the time in which the event counted
 *
 * Return: how many.
 */
size_t top_units(const struct top *top, enum series series, unsigned int socket,
		 struct unit_rate *rates, size_t room, double *share);

/** top_total() - the sum of these, and their share of the time; 0 if it is not counted */
double top_total(const struct top *top, enum series series, unsigned int socket, double *share);

/** top_draw() - draw a frame */
void top_draw(const struct top *top, struct canvas *canvas);

/** top_sockets() - number of packages */
unsigned int top_sockets(const struct top *top);

#endif
