/* SPDX-License-Identifier: GPL-2.0-only */
/* Counting what the devices below ports of IIO units move. */
#ifndef UNCORE_ROWS_H
#define UNCORE_ROWS_H

#include "count/counters.h"
#include "ports/ports.h"

/* Transactions of the device, then those of CPUs. */
enum direction {
	DEVICE_READ,
	DEVICE_WRITTEN,
	CPU_READ,
	CPU_WRITTEN,
	DIRECTIONS,
};

/* The bytes of a count of each direction. */
#define PORT_BYTES	4

/**
 * struct row - a port that is counted
 * @port: the port
 * @pmu: its unit on its die only
 * @place: that die
 * @counter: first of its counters, one for each direction
 * @open: it is counted
 */
struct row {
	const struct port *port;
	struct pmu pmu;
	struct place place;
	size_t counter;
	bool open;
};

/** port_event() - the event of a direction: @pmu: PMU or box type, @mask: the ports, @text: receives the event */
void port_event(const char *pmu, enum direction direction, uint32_t mask, char *text, size_t size);

/**
 * rows_open() - open the events of all ports
 * @counters: they are added here, stopped; those of a port are a group, so that they are of the same time
 * @machine: where
 * @ports: of ports_find()
 * @status: receives a status, after a message if it is not 0
 *
 * If the events of a port cannot be opened, prints a message and omits the port.
 *
 * Return: a row for each port, to be released with free() after @counters is closed.
 */
struct row *rows_open(struct counters *counters, const struct machine *machine, const struct ports *ports, int *status);

/**
 * devices_open() - find the ports, and open the events of each
 * @counters: they are added here, as by rows_open()
 * @machine: where
 * @database: as for ports_find()
 * @named: only ports with a device that is known
 * @ports: receives the ports, to be released with ports_release()
 * @status: receives a status, after a message if it is not 0: also if no port can be counted
 *
 * Return: as of rows_open()
 */
struct row *devices_open(struct counters *counters, const struct machine *machine, const char *database, bool named,
			 struct ports *ports, int *status);

/**
 * row_rate() - GB/s between the last two reads
 * @counters: where the row is open
 * @row: the row
 * @direction: which of its events
 * @share: is lowered to the part of the time in which this was counted; 0: there is no value
 */
double row_rate(const struct counters *counters, const struct row *row, enum direction direction, double *share);

/** row_missing() - why a row has no value */
const char *row_missing(const struct counters *counters, const struct row *row);

/** port_text() - the numbers of a port: "4", "4-5", or "-" if they are unknown */
void port_text(const struct port *port, char *text, size_t size);

#endif
