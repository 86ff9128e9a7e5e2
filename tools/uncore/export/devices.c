// SPDX-License-Identifier: GPL-2.0-only
/*
 * Series of PCI devices. See export.h.
 */
#include <stdio.h>

#include "base/memory.h"
#include "base/status.h"
#include "export/export.h"

static const struct {
	const char *name, *help;
} families[DIRECTIONS] = {
	[DEVICE_READ] = { "uncore_io_read_bytes", "Bytes that devices read from memory." },
	[DEVICE_WRITTEN] = { "uncore_io_written_bytes", "Bytes that devices wrote to memory." },
	[CPU_READ] = { "uncore_io_cpu_read_bytes", "Bytes that CPUs read from devices." },
	[CPU_WRITTEN] = { "uncore_io_cpu_written_bytes", "Bytes that CPUs wrote to devices." },
};

static void add_series(struct export *export, const struct row *row, enum direction direction)
{
	struct series series = {
		.factor = PORT_BYTES, .port = row->port, .counter = row->counter + direction, .open = true,
	};

	snprintf(series.name, sizeof(series.name), "%s", families[direction].name);
	snprintf(series.help, sizeof(series.help), "%s", families[direction].help);
	export->series = grow(export->series, export->num, sizeof(series));
	export->series[export->num++] = series;
}

int export_open_devices(struct export *export, const char *database)
{
	int direction, status;
	size_t i;

	export->rows = devices_open(&export->counters, export->machine, database, true, &export->ports, &status);
	if (status)
		return status;
	/* All lines of a family are together. */
	for (direction = 0; direction < DIRECTIONS; direction++)
		for (i = 0; i < export->ports.num; i++)
			if (export->rows[i].open)
				add_series(export, &export->rows[i], (enum direction)direction);
	return STATUS_OK;
}
