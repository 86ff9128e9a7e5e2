// SPDX-License-Identifier: GPL-2.0-only
/* Counting what devices move. See rows.h. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "ports/names.h"
#include "ports/rows.h"

static const char *const terms[DIRECTIONS] = {
	[DEVICE_READ] = "event=0x83,umask=0x04",
	[DEVICE_WRITTEN] = "event=0x83,umask=0x01",
	[CPU_READ] = "event=0xc0,umask=0x04",
	[CPU_WRITTEN] = "event=0xc0,umask=0x01",
};

void port_event(const char *pmu, enum direction direction, uint32_t mask, char *text, size_t size)
{
	snprintf(text, size, "%s/%s,ch_mask=0x%x,fc_mask=0x7/", pmu, terms[direction], mask);
}

static int open_row(struct counters *counters, const struct machine *machine, struct row *row)
{
	struct event events[DIRECTIONS];
	char text[256], error[512];
	size_t i;
	int status;

	row->counter = counters->num;
	for (i = 0; i < DIRECTIONS; i++) {
		port_event(row->port->pmu->name, (enum direction)i, row->port->mask, text, sizeof(text));
		if (event_parse(machine, text, true, &events[i], error, sizeof(error)))
			return (int)fail(STATUS_FAILED, "%s", error);
		/* Other dies have other devices at this port. */
		row->pmu = *events[i].pmus;
		row->pmu.places = &row->place;
		row->pmu.num_places = 1;
		events[i].pmus = &row->pmu;
		events[i].num_pmus = 1;
	}
	status = counters_open(counters, machine, events, DIRECTIONS, false, error, sizeof(error));
	if (status == STATUS_NO_PERMISSION)
		return (int)fail(status, "%s", error);
	if (status)
		fail(STATUS_FAILED, "%s is omitted: %s", row->port->pmu->name, error);
	row->open = !status;
	if (row->open && counters->all[row->counter].sources[0].gone)
		fail(STATUS_OK, "not counted: %s of die %u, no answer", row->port->pmu->name, row->port->die);
	return STATUS_OK;
}

struct row *rows_open(struct counters *counters, const struct machine *machine, const struct ports *ports, int *status)
{
	struct row *rows = allocated(calloc(ports->num + 1, sizeof(*rows)));
	size_t i, p;

	*status = STATUS_OK;
	for (i = 0; i < ports->num && !*status; i++) {
		rows[i].port = &ports->all[i];
		for (p = 0; p < rows[i].port->pmu->num_places; p++)
			if (rows[i].port->pmu->places[p].die == rows[i].port->die)
				rows[i].place = rows[i].port->pmu->places[p];
		if (rows[i].port->mask)
			*status = open_row(counters, machine, &rows[i]);
	}
	return rows;
}

struct row *devices_open(struct counters *counters, const struct machine *machine, const char *database, bool named,
			 struct ports *ports, int *status)
{
	struct row *rows;
	bool any = false;
	size_t i;

	*ports = (struct ports){ 0 };
	*status = names_check(database);
	if (*status)
		return NULL;
	ports_find(machine, database, ports);
	/* What cannot be named is not counted. */
	for (i = 0; i < ports->num && named; i++)
		if (!ports->all[i].num_devices)
			ports->all[i].mask = 0;
	rows = rows_open(counters, machine, ports, status);
	for (i = 0; i < ports->num; i++)
		any = any || rows[i].open;
	if (!*status && !any)
		*status = ports_missing(machine);
	return rows;
}

double row_rate(const struct counters *counters, const struct row *row, enum direction direction, double *share)
{
	const struct source *source = &counters->all[row->counter + (size_t)direction].sources[0];
	struct reading reading = reading_since(source);

	if (!source_answers(source) || !reading.running) {
		*share = 0;
		return 0;
	}
	if (reading_share(&reading) < *share)
		*share = reading_share(&reading);
	return (double)reading.count * PORT_BYTES / (double)reading.running;
}

const char *row_missing(const struct counters *counters, const struct row *row)
{
	if (!row->port->mask)
		return "its port is unknown";
	if (!row->open)
		return "its unit cannot be counted";
	return source_answers(&counters->all[row->counter].sources[0]) ? "never had a counter" : "its unit is gone";
}

void port_text(const struct port *port, char *text, size_t size)
{
	unsigned int first = port->mask ? (unsigned int)__builtin_ctz(port->mask) : 0;

	if (!port->num_devices || !port->mask)
		snprintf(text, size, "%s", "-");
	else if (port->mask >> first == 1)
		snprintf(text, size, "%u", first);
	else
		snprintf(text, size, "%u-%d", first, 31 - __builtin_clz(port->mask));
}
