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
	size_t i, before = export->num;
	int direction, status;

	ports_find(export->machine, database, &export->ports);
	/* What cannot be named is not counted. */
	for (i = 0; i < export->ports.num; i++)
		if (!export->ports.all[i].num_devices)
			export->ports.all[i].mask = 0;
	export->rows = rows_open(&export->counters, export->machine, &export->ports, &status);
	if (status)
		return status;
	/* All lines of a family are together. */
	for (direction = 0; direction < DIRECTIONS; direction++)
		for (i = 0; i < export->ports.num; i++)
			if (export->rows[i].open)
				add_series(export, &export->rows[i], (enum direction)direction);
	if (export->num == before)
		return (int)fail(STATUS_FAILED, "there is no IIO unit with a device; `uncore list` prints what is known of I/O stacks");
	return STATUS_OK;
}
