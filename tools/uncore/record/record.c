// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore record - metrics as a time series in a file
 *
 * Each line is written at once, or the file is cut back to the line before. So what is there can be read, however the
 * program ends, and an interval that found the disk full is missing as a whole.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arguments.h"
#include "base/command.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/run.h"
#include "base/status.h"
#include "metrics/choose.h"
#include "metrics/print.h"
#include "ports/json.h"
#include "ports/rows.h"
#include "recording/recording.h"

static const char default_path[] = "uncore.record";

static struct {
	struct texts names;
	unsigned long interval_ms;
	const char *path;
	const char *file;
	const char *database;
	bool devices;
	unsigned int by;	/* enum by */
	char **command;
} options = { .names = { .max = MAX_TEXTS, .what = "names" }, .interval_ms = 1000, .path = default_path };

/**
 * struct track - a series of values
 * @definition: the metric
 * @metric: how it is counted; NULL: by a row
 * @row: ports of devices
 * @direction: which of the events of @row
 * @scope: what the values are of
 * @missing: why its last value was missing, as far as the file says it; empty if it was not
 * @without: units that its last value lacked, as far as the file says it
 */
struct track {
	const struct metric_definition *definition;
	const struct metric *metric;
	const struct row *row;
	enum direction direction;
	struct scope scope;
	char missing[40];
	char without[128];
};

/**
 * struct output_file - the file
 * @fd: its descriptor
 * @size: bytes of lines that are there as a whole
 * @lost: intervals that could not be written
 * @behind: the file has no first line, or not all notes
 * @reader_gone: it is a pipe without a reader. SIGPIPE ends the recording, as for all output
 * @created: it is new, and the recording has not begun
 */
static struct output_file {
	int fd;
	off_t size;
	size_t lost;
	bool behind;
	bool reader_gone;
	bool created;
} output;

static struct track *tracks;
static size_t num_tracks;
static struct metrics metrics;
static struct machine machine;
static struct recording about;
static struct ports ports;
static struct row *rows;

static const struct metric_definition device_metrics[DIRECTIONS] = {
	[DEVICE_READ] = { .name = "iio.read", .box = "iio", .unit = "GB/s", .digits = 3 },
	[DEVICE_WRITTEN] = { .name = "iio.written", .box = "iio", .unit = "GB/s", .digits = 3 },
	[CPU_READ] = { .name = "iio.cpu_read", .box = "iio", .unit = "GB/s", .digits = 3 },
	[CPU_WRITTEN] = { .name = "iio.cpu_written", .box = "iio", .unit = "GB/s", .digits = 3 },
};

static const char doc[] =
	"Records metrics while COMMAND runs, or until the program is interrupted. NAME is a metric, with or without its box "
	"type, or a pattern such as 'imc.*'. Without NAME, records all metrics; their events take turns then. With --devices, "
	"records what PCI devices read and write. "
	"`uncore report` prints what was recorded, `uncore diff` compares two recordings.";

static const struct command_option option_list[] = {
	{ "interval", 'I', "MS", "Record the values of each interval of MS milliseconds (default 1000)", .ms = &options.interval_ms },
	{ "output", 'o', "FILE", "Write to FILE (default uncore.record)", .text = &options.path },
	{ "per-socket", 0, NULL, "A value for each package (the default)", 1, .choice = &options.by, .chosen = BY_SOCKET },
	{ "per-die", 0, NULL, "A value for each die", 1, .choice = &options.by, .chosen = BY_DIE },
	{ "per-unit", 0, NULL, "A value for each unit: memory channel, link ...", 1, .choice = &options.by, .chosen = BY_UNIT },
	{ "per-node", 0, NULL, "A value for each NUMA node", 1, .choice = &options.by, .chosen = BY_NODE },
	{ "total", 0, NULL, "A value for the whole machine", 1, .choice = &options.by, .chosen = BY_MACHINE },
	{ "file", 'f', "METRICS", "Also read metrics from METRICS", .text = &options.file },
	{ "devices", 0, NULL, "What each PCI device reads and writes; metrics only if NAME is given", .flag = &options.devices },
	{ "ids", 'i', "FILE", "Take the names of devices from FILE, which has the format of pci.ids", .text = &options.database },
	{ 0 }
};

static void check_line(struct argp_state *state)
{
	if (options.database && !options.devices)
		argp_error(state, "--ids requires --devices");
	if (output_is_input(options.path, options.file) || output_is_input(options.path, options.database))
		argp_error(state, "%s is read; choose another file with -o", options.path);
}

static void add_track(const struct metric *metric, const struct scope *scope, const struct metric_value *value, void *context)
{
	(void)context;
	if (!value)
		return;
	tracks = grow(tracks, num_tracks, sizeof(*tracks));
	tracks[num_tracks++] = (struct track){ .definition = metric->definition, .metric = metric, .scope = *scope };
}

/* All lines of a chart are together. */
static void add_devices(void)
{
	int direction;
	size_t i;

	for (direction = 0; direction < DIRECTIONS; direction++) {
		for (i = 0; i < ports.num; i++) {
			const struct port *port = &ports.all[i];

			if (!rows[i].open)
				continue;
			tracks = grow(tracks, num_tracks, sizeof(*tracks));
			tracks[num_tracks++] = (struct track){
				.definition = &device_metrics[direction], .row = &rows[i],
				.direction = (enum direction)direction,
				.scope = { -1, (int)port->socket, (int)port->die, port->pmu->unit },
			};
		}
	}
}

static void leave_out(struct json_object *left_out, const char *metric, const char *missing)
{
	struct json_object *row = json_object_new_object();

	json_set_text(row, "metric", metric);
	json_set_text(row, "missing", missing);
	json_object_array_add(left_out, row);
}

static void leave_out_devices(struct json_object *left_out)
{
	char missing[128];
	int direction;
	size_t i;

	for (i = 0; i < ports.num; i++) {
		if (rows[i].open || !ports.all[i].num_devices)
			continue;
		snprintf(missing, sizeof(missing), "%s: %s", ports.all[i].devices->address, row_missing(&metrics.counters, &rows[i]));
		for (direction = 0; direction < DIRECTIONS; direction++)
			leave_out(left_out, device_metrics[direction].name, missing);
	}
}

static void write_head(FILE *out)
{
	struct json_object *head = json_begin(), *series = json_object_new_array(), *left_out = json_object_new_array(), *row;
	size_t i;

	json_set_text(head, "format", RECORD_FORMAT);
	json_set_time(head, "time", about.begin);
	json_set_real(head, "interval", (double)options.interval_ms / 1000);
	json_set_text(head, "host", about.host);
	json_set_text(head, "machine", about.machine);
	json_set_text(head, "command", about.command);
	for (i = 0; i < num_tracks; i++) {
		const struct metric_definition *definition = tracks[i].definition;

		row = json_object_new_object();
		json_set_text(row, "metric", definition->name);
		json_set_text(row, "box", definition->box);
		json_set_text(row, "unit_of_measure", definition->unit);
		json_set_number(row, "digits", definition->digits);
		json_set_scope(row, &tracks[i].scope);
		if (tracks[i].row)
			port_set_json(row, tracks[i].row->port);
		json_object_array_add(series, row);
	}
	for (i = 0; i < metrics.num; i++)
		if (!metrics.all[i].num)
			leave_out(left_out, metrics.all[i].definition->name, metrics.all[i].missing);
	leave_out_devices(left_out);
	json_object_object_add(head, "series", series);
	json_object_object_add(head, "left_out", left_out);
	print_json_line(head, out);
}

/* What has changed since the last note; everything if the file may lack some. */
static void write_notes(const struct moment *moment, const struct metric_value *values, FILE *out)
{
	struct json_object *object = json_object_new_object(), *notes = json_object_new_array();
	size_t i;

	for (i = 0; i < num_tracks; i++) {
		const char *missing = metric_missing(&values[i]);
		struct json_object *note;

		if (!missing)
			missing = "";
		if (!output.behind && !strcmp(missing, tracks[i].missing) && !strcmp(values[i].without, tracks[i].without))
			continue;
		snprintf(tracks[i].missing, sizeof(tracks[i].missing), "%s", missing);
		snprintf(tracks[i].without, sizeof(tracks[i].without), "%s", values[i].without);
		note = json_object_new_object();
		json_set_number(note, "series", i);
		json_set_text(note, "missing", *missing ? missing : NULL);
		json_set_text(note, "without", *values[i].without ? values[i].without : NULL);
		json_object_array_add(notes, note);
	}
	if (!json_object_array_length(notes)) {
		json_object_put(notes);
		json_object_put(object);
		return;
	}
	json_set_real(object, "seconds", moment->seconds);
	json_object_object_add(object, "notes", notes);
	print_json_line(object, out);
}

static bool has_value(const struct metric_value *value)
{
	return value->result == FORMULA_OK && isfinite(value->value);
}

static void write_shares(const struct metric_value *values, FILE *out)
{
	size_t i;

	fputs(",\"enabled_shares\":[", out);
	for (i = 0; i < num_tracks; i++) {
		if (i)
			fputc(',', out);
		if (has_value(&values[i]))
			fprintf(out, "%.4g", values[i].share);
		else
			fputs("null", out);
	}
	fputc(']', out);
}

static void write_values(const struct moment *moment, const struct metric_value *values, FILE *out)
{
	char time[TIME_SIZE];
	double least = 1;
	size_t i;

	fprintf(out, "{\"time\":\"%s\",\"interval\":%.9f,\"seconds\":%.9f,\"values\":[", time_text(moment->time, time),
		moment->interval, moment->seconds);
	for (i = 0; i < num_tracks; i++) {
		if (i)
			fputc(',', out);
		if (has_value(&values[i])) {
			fprintf(out, "%.9g", values[i].value);
			least = fmin(least, values[i].share);
		} else {
			fputs("null", out);
		}
	}
	fputc(']', out);
	if (least < 0.9995)
		write_shares(values, out);
	fputs("}\n", out);
}

/* Returns 0, or errno; the file ends with a line then, unless it is none that could be cut back. */
static int write_lines(const char *text, size_t size)
{
	size_t done = 0;
	ssize_t part;
	int error;

	while (done < size) {
		part = write(output.fd, text + done, size - done);
		if (part >= 0) {
			done += (size_t)part;
			continue;
		}
		if (errno == EINTR)
			continue;
		error = errno;
		if (!ftruncate(output.fd, output.size))
			lseek(output.fd, output.size, SEEK_SET);
		return error;
	}
	output.size += (off_t)size;
	return 0;
}

static void read_track(const struct track *track, struct metric_value *value)
{
	if (track->metric) {
		metric_value(&metrics, &machine, track->metric, &track->scope, value);
		return;
	}
	*value = (struct metric_value){ .share = 1 };
	value->value = row_rate(&metrics.counters, track->row, track->direction, &value->share);
	value->gone = metrics.counters.all[track->row->counter + (size_t)track->direction].sources[0].gone;
	value->result = value->share > 0 ? FORMULA_OK : FORMULA_NO_VALUE;
}

/* An interval that cannot be written is lost; the next one is tried again. */
static void write_interval(const struct moment *moment, bool end)
{
	struct metric_value *values = allocated(calloc(num_tracks, sizeof(*values)));
	char *text = NULL;
	size_t size = 0, i;
	FILE *out = allocated(open_memstream(&text, &size));
	int error;

	for (i = 0; i < num_tracks; i++)
		read_track(&tracks[i], &values[i]);
	if (!output.size)
		write_head(out);
	write_notes(moment, values, out);
	write_values(moment, values, out);
	if (end)
		fprintf(out, "{\"seconds\":%.9f,\"lost\":%zu,\"end\":true}\n", moment->seconds, output.lost);
	fclose(out);
	error = write_lines(text, size);
	output.reader_gone = error == EPIPE;
	if (error && !output.reader_gone && !output.lost)
		fail(STATUS_FAILED, "cannot write %s: %s; intervals are lost as long as this lasts, the command continues",
		     options.path, strerror(error));
	output.lost += !!error;
	output.behind = error;
	free(text);
	free(values);
}

/* Returns the exit status of the command, or STATUS_FAILED if an interval is lost. */
static int record(int argc, char **argv)
{
	struct moment moment = { 0 };
	size_t num = 0;
	int status;

	origin_machine(&machine, about.host, about.machine);
	origin_command("uncore record", argc, argv, about.command);
	status = counters_enable(&metrics.counters);
	if (!status)
		status = run_start(options.command);
	if (status)
		return status;
	/* Second 0 is when run_start() began, which can have taken some time. */
	about.begin = time_of_day() - run_nanoseconds();
	/* It is no file that could be shorter if that fails. */
	if (ftruncate(output.fd, 0))
		errno = 0;
	for (; run_wait(options.interval_ms); num++) {
		counters_read_rest(&metrics.counters);
		counters_try_again(&metrics.counters);
		run_moment(&moment);
		write_interval(&moment, false);
	}
	counters_disable(&metrics.counters);
	counters_read_rest(&metrics.counters);
	run_moment(&moment);
	write_interval(&moment, true);
	num++;
	if (output.lost && !output.reader_gone)
		fail(STATUS_FAILED, "%zu of %zu intervals are lost", output.lost, num);
	else if (!output.lost)
		fprintf(stderr, "uncore: %zu intervals of %zu values in %s\n", num, num_tracks, options.path);
	status = run_status();
	return output.lost ? STATUS_FAILED : status;
}

/* Opens no metrics if the user has only asked for devices. */
static int open_metrics(struct choice *choice)
{
	int status;
	size_t i;

	if (options.devices && !options.names.num && !options.file)
		return STATUS_OK;
	status = metrics_choose(choice, &machine, options.file, &options.names, !options.file);
	if (!status)
		status = metrics_open_by(&metrics, &machine, choice, options.by);
	for (i = 0; i < metrics.num && !status; i++)
		metric_visit(&metrics, &machine, &metrics.all[i], options.by, add_track, NULL);
	if (!status && !num_tracks)
		status = (int)fail(STATUS_FAILED, "no metric can be counted: %s", metrics.all[0].missing);
	return status;
}

static int open_all(struct choice *choice)
{
	int status = open_metrics(choice);

	if (status || !options.devices)
		return status;
	metrics.counters.keep_gone = true;
	rows = devices_open(&metrics.counters, &machine, options.database, true, &ports, &status);
	if (!status)
		add_devices();
	return status;
}

int command_record(int argc, char **argv)
{
	struct choice choice = { 0 };
	static const struct command_line line = {
		.name = "uncore record", .usage = "[NAME...] [-- COMMAND [ARGUMENT...]]", .doc = doc, .options = option_list,
		.words = &options.names, .command = &options.command, .check = check_line,
	};
	int status;

	parse_arguments(&line, argc, argv);
	run_begin();
	status = machine_find(&machine);
	if (status)
		return status;
	machine_report_away(&machine);
	output.fd = output_create(options.path, options.path == default_path, options.command, &output.created);
	status = output.fd < 0 ? STATUS_FAILED : open_all(&choice);
	if (!status)
		status = record(argc, argv);
	if (output.created)
		output_remove_empty(options.path);
	/* Some file systems write only now. */
	if (output.fd >= 0 && close(output.fd) && !output.lost)
		status = (int)fail(STATUS_FAILED, "cannot write %s: %s", options.path, strerror(errno));
	free(tracks);
	metrics_close(&metrics);
	free(rows);
	ports_release(&ports);
	choice_free(&choice);
	machine_release(&machine);
	/* The last write may have found it: no wait has noticed the signal then. */
	if (output.reader_gone)
		output_end_by_sigpipe();
	return status;
}
