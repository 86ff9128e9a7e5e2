// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore io - what each PCI device reads and writes
 *
 * Each port of an IIO unit has four events: what its devices read from memory and write to it, and what CPUs read from
 * these devices and write to them. The four are a group, so that they are of the same time. What the counters can tell only of
 * all devices of a unit or die is in shared.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arguments.h"
#include "base/clock.h"
#include "base/command.h"
#include "base/json.h"
#include "base/output.h"
#include "base/run.h"
#include "base/status.h"
#include "io/shared.h"
#include "ports/json.h"
#include "ports/names.h"
#include "ports/rows.h"

static struct {
	unsigned long interval_ms;
	const char *database;
	bool json;
	bool time;
	char **command;
} options;

static const char doc[] =
	"Prints the bytes that each PCI device reads from memory and writes to it, and the bytes that CPUs read from the device "
	"and write to it, while COMMAND runs, or until the program is interrupted. Devices below one root port are counted "
	"together.";

static const struct command_option option_list[] = {
	{ "interval", 'I', "MS", "Print the bytes of each interval of MS milliseconds", .ms = &options.interval_ms },
	{ "ids", 'i', "FILE", "Take the names of devices from FILE, which has the format of pci.ids", .text = &options.database },
	{ "iommu", 0, NULL, "Also print lookups and misses of the IOTLB of each IIO unit. They and the bytes take turns.",
	  .flag = &shared_on[SHARED_IOMMU] },
	{ "ddio", 0, NULL, "Also print for each die which bytes of devices hit or missed the LLC", .flag = &shared_on[SHARED_DDIO] },
	{ "time", 0, NULL, "Print the time of day at the end of each interval", .flag = &options.time },
	{ "json", 'j', NULL, "Print a JSON object for each interval", .flag = &options.json },
	{ 0 }
};

static const char *const names[DIRECTIONS] = {
	[DEVICE_READ] = "read",
	[DEVICE_WRITTEN] = "written",
	[CPU_READ] = "cpu_read",
	[CPU_WRITTEN] = "cpu_written",
};

static struct counters counters;
static struct moment moment;

/* Returns the part of the time in which they were counted, 0: never. */
static double take_bytes(const struct row *row, double bytes[DIRECTIONS])
{
	double share = row->open, count;
	size_t i;

	for (i = 0; i < DIRECTIONS && row->open; i++) {
		const struct source *source = &counters.all[row->counter + i].sources[0];
		struct reading reading = reading_since(source);

		if (!source_answers(source) || !reading_scaled(&reading, &count))
			return 0;
		bytes[i] = count * PORT_BYTES;
		if (reading_share(&reading) < share)
			share = reading_share(&reading);
	}
	return share;
}

static void print_row(const struct row *row)
{
	const struct port *port = row->port;
	const struct device *device = port->devices;
	double bytes[DIRECTIONS], share = take_bytes(row, bytes);
	char text[32], width[32] = "-", node[16] = "-";
	size_t i;

	if (device && device->width)
		snprintf(width, sizeof(width), "x%u %.*s", device->width, (int)strcspn(device->speed, " "), device->speed);
	if (device && device->node >= 0)
		snprintf(node, sizeof(node), "%d", device->node);
	port_text(port, text, sizeof(text));
	printf("%-13s %4s %-9s", device ? device->address : "-", node, width);
	for (i = 0; i < DIRECTIONS; i++)
		if (share > 0)
			printf(" %12.3f", bytes[i] / 1e6);
		else
			printf(" %12s", "-");
	printf("  %u/%-2d %-4s %s", port->die, port->pmu->unit, text, device ? device->name : "bus unknown");
	if (port->num_devices > 1)
		printf(", and %zu more", port->num_devices - 1);
	if (!(share > 0))
		printf("  (%s)", row_missing(&counters, row));
	else if (share < 0.9995)
		printf("  (counted %.1f %% of the time)", share * 100);
	putchar('\n');
}

static struct json_object *json_row(const struct row *row)
{
	struct json_object *entry = json_object_new_object();
	const struct port *port = row->port;
	double bytes[DIRECTIONS], share = take_bytes(row, bytes);
	size_t i;

	json_set_number(entry, "package", port->socket);
	json_set_number(entry, "die", port->die);
	json_set_text(entry, "box", port->pmu->box);
	json_set_index(entry, "unit", port->pmu->unit);
	json_set_text(entry, "bus", *port->stack.bus ? port->stack.bus : NULL);
	json_set_text(entry, "kind", *port->stack.kind ? port->stack.kind : NULL);
	json_object_object_add(entry, "ports", json_ports(port));
	for (i = 0; i < DIRECTIONS; i++)
		json_object_object_add(entry, names[i], share > 0 ? json_object_new_uint64((uint64_t)(bytes[i] + 0.5)) :
				       NULL);
	json_set_real(entry, "enabled_share", share);
	json_set_text(entry, "missing", share > 0 ? NULL : row_missing(&counters, row));
	json_object_object_add(entry, "devices", json_devices(port));
	return entry;
}

static void print_all(const struct row *rows, size_t num)
{
	struct json_object *object, *list;
	char time[TIME_SIZE];
	size_t i;

	run_moment(&moment);
	if (!options.json) {
		printf("%10.3f s%s%s\n%-13s %4s %-9s %12s %12s %12s %12s  %s\n", moment.seconds, options.time ? "  " : "",
		       options.time ? time_text(moment.time, time) : "", "device", "node", "link", "MB read", "MB written",
		       "CPU MB read", "CPU MB writ.", "unit, port, name");
		for (i = 0; i < num; i++)
			print_row(&rows[i]);
		shared_print(&counters);
		return;
	}
	object = json_begin_interval(&moment);
	list = json_object_new_array();
	for (i = 0; i < num; i++)
		json_object_array_add(list, json_row(&rows[i]));
	json_object_object_add(object, "ports", list);
	shared_set_json(&counters, object);
	print_json_line(object, stdout);
}

static int count(const struct row *rows, size_t num)
{
	int status = counters_enable(&counters);

	if (!status)
		status = run_start(options.command);
	if (status)
		return status;
	while (run_wait(options.interval_ms)) {
		counters_read_rest(&counters);
		counters_try_again(&counters);
		print_all(rows, num);
		if (!output_flush())
			return STATUS_FAILED;
	}
	counters_disable(&counters);
	counters_read_rest(&counters);
	print_all(rows, num);
	return run_status();
}

int command_io(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore io", .usage = "[COMMAND [ARGUMENT...]]", .doc = doc, .options = option_list,
		.command = &options.command,
	};
	struct machine machine;
	struct ports ports;
	struct row *rows;
	int status;

	parse_arguments(&line, argc, argv);
	run_begin();
	status = names_check(options.database);
	if (!status)
		status = machine_find(&machine);
	if (status)
		return status;
	machine_report_away(&machine);
	ports_find(&machine, options.database, &ports);
	if (!ports.num) {
		status = ports_missing(&machine);
	} else {
		counters.keep_gone = true;
		rows = rows_open(&counters, &machine, &ports, &status);
		if (!status)
			status = shared_open(&counters, &machine);
		if (!status)
			status = count(rows, ports.num);
		counters_close(&counters);
		free(rows);
	}
	ports_release(&ports);
	machine_release(&machine);
	return status;
}
