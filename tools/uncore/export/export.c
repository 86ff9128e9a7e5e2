// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore export - counters for Prometheus
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/arguments.h"
#include "base/command.h"
#include "base/output.h"
#include "base/status.h"
#include "export/again.h"
#include "export/export.h"
#include "export/serve.h"

static struct {
	const char *address;
	const char *config;
	const char *tls;
	const char *password;
	const char *database;
	bool per_unit;
	bool devices;
	bool once;
} options;

static const char doc[] =
	"Serves uncore counters at /metrics, in OpenMetrics or Prometheus' older format, whichever the client requests. "
	"Each event is open only once, for any number of clients. The default events all have counters at the "
	"same time.";

static const struct command_option option_list[] = {
	{ "listen", 'l', "ADDR:PORT", "Listen at ADDR:PORT (default 127.0.0.1:9716) or at unix:PATH", .text = &options.address },
	{ "config", 'c', "FILE", "Export the events of FILE instead of the defaults", .text = &options.config },
	{ "tls", 0, "FILE", "Serve HTTPS with the certificate and the private key of FILE (PEM)", .text = &options.tls },
	{ "password", 0, "FILE", "Answer only who sends the user and the password of FILE, a line USER:PASSWORD",
	  .text = &options.password },
	{ "per-unit", 0, NULL, "Export a series for each unit, with the label `unit`: 234 series and descriptors instead of 12 "
	  "for each package of 60 CHAs", .flag = &options.per_unit },
	{ "devices", 0, NULL, "Also export what each PCI device reads and writes", .flag = &options.devices },
	{ "ids", 'i', "FILE", "Take the names of devices from FILE, which has the format of pci.ids", .text = &options.database },
	{ "once", 0, NULL, "Print the metrics once and exit", .flag = &options.once },
	{ 0 }
};

static void check_line(struct argp_state *state)
{
	if (options.database && !options.devices)
		argp_error(state, "--ids requires --devices");
	if (options.once && (options.address || options.tls || options.password))
		argp_error(state, "--once excludes --listen, --tls and --password");
}

static int print_once(struct export *export)
{
	bool written;
	size_t size;
	char *text;

	export_read(export);
	text = export_write(export, false, &size);
	written = output_text(text, size);
	free(text);
	return written ? STATUS_OK : STATUS_FAILED;
}

static int serve(struct export *export)
{
	const char *address = options.address ? options.address : "127.0.0.1:9716";
	struct secrets secrets;
	int status = again_start(&export->counters, socket_path(address));

	if (status)
		return status;
	status = secrets_read(&secrets, options.tls, options.password);
	if (!status)
		status = export_serve(export, address, &secrets);
	secrets_release(&secrets);
	again_end();
	return status;
}

int command_export(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore export", .doc = doc, .options = option_list, .check = check_line,
	};
	struct export export = { 0 };
	struct machine machine;
	char **events;
	size_t i, num;
	int status;

	parse_arguments(&line, argc, argv);
	status = machine_find(&machine);
	if (status)
		return status;
	machine_report_away(&machine);
	export.machine = &machine;
	export.per_unit = options.per_unit;
	status = export_configure(&export, options.config, &events);
	num = export.num;
	if (!status)
		status = export_open(&export, events);
	if (!status && options.devices)
		status = export_open_devices(&export, options.database);
	if (!status)
		status = counters_enable(&export.counters);
	if (!status)
		status = options.once ? print_once(&export) : serve(&export);
	for (i = 0; i < num && events; i++)
		free(events[i]);
	free(events);
	export_close(&export);
	machine_release(&machine);
	return status;
}
