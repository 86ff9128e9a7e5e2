/* SPDX-License-Identifier: GPL-2.0-only */
/* `uncore export`: what is exported, how it is written, and the server. */
#ifndef UNCORE_EXPORT_H
#define UNCORE_EXPORT_H

#include "count/counters.h"
#include "ports/rows.h"

/**
 * struct total - what a source has counted since the beginning
 * @count: its count, scaled up to all of the time
 * @enabled: seconds that it was to count
 * @running: seconds that it did
 */
struct total {
	double count;
	double enabled;
	double running;
};

/**
 * struct series - an event that is exported
 * @name: of the metric, without the _total at its end
 * @factor: from counts to the unit that the name says
 * @help: one sentence
 * @port: what it is of; NULL: of units
 * @counter: index in the counters
 * @open: it is counted
 * @totals: of each source of the counter
 * @num_totals: how many
 */
struct series {
	char name[96];
	double factor;
	char help[160];
	const struct port *port;
	size_t counter;
	bool open;
	struct total *totals;
	size_t num_totals;
};

/**
 * struct export - all that is exported
 * @machine: where
 * @series: the events
 * @num: how many
 * @counters: the same, open
 * @per_unit: units are told apart
 * @ports: ports with series of their own, if devices are exported
 * @rows: of these
 * @scrapes: readings made
 * @seconds: time that they took
 */
struct export {
	struct machine *machine;
	struct series *series;
	size_t num;
	struct counters counters;
	bool per_unit;
	struct ports ports;
	struct row *rows;
	uint64_t scrapes;
	double seconds;
};

/**
 * export_configure() - what to export
 * @export: receives it
 * @path: configuration file, NULL for the defaults of the processor
 * @events: receives the events, one for each series, to be released with the array
 *
 * Return: a status, after a message if it is not 0.
 */
int export_configure(struct export *export, const char *path, char ***events);

/**
 * export_open() - open the events
 * @export: configured
 * @events: of export_configure()
 *
 * An event that cannot be counted here is told once and left out; that none can is a failure.
 *
 * Return: a status, after a message if it is not 0.
 */
int export_open(struct export *export, char **events);

/**
 * export_open_devices() - open what devices move, in addition
 * @export: after export_open()
 * @database: as for ports_find()
 *
 * Return: a status, after a message if it is not 0.
 */
int export_open_devices(struct export *export, const char *database);

/** export_read() - read all counters that can still be read, and add up */
void export_read(struct export *export);

/** export_close() - undo the above */
void export_close(struct export *export);

/** export_registers() - counter registers that a reading reads */
unsigned int export_registers(const struct export *export);

/**
 * export_write() - all metrics as text
 * @export: as it was last read
 * @open_metrics: OpenMetrics 1.0; otherwise Prometheus' older text format
 * @size: receives the length
 *
 * Return: the text, to be released with free().
 */
char *export_write(const struct export *export, bool open_metrics, size_t *size);

struct secrets;

/**
 * export_serve() - answer until a signal
 * @export: open
 * @address: ADDR:PORT, [ADDR]:PORT or PORT, all addresses of a name; or unix:PATH
 * @secrets: certificate and password
 *
 * Return: a status, after a message if it is not 0.
 */
int export_serve(struct export *export, const char *address, const struct secrets *secrets);

#endif
