// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore report - what `uncore record` has recorded
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arguments.h"
#include "base/command.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/output.h"
#include "base/status.h"
#include "base/text.h"
#include "metrics/print.h"
#include "ports/json.h"
#include "ports/rows.h"
#include "recording/summary.h"
#include "report/html.h"

/* Changes of a series that text has. */
#define SHOWN_CHANGES	5

static struct {
	const char *path;
	const char *html;
	unsigned int output;	/* enum output */
	bool series;
} options = { .path = "uncore.record" };

static const char doc[] =
	"Prints the minimum, mean, percentiles and maximum of each metric that `uncore record` wrote to FILE (uncore.record), and "
	"when its level changed. With --html, writes a page with charts for a browser.";

static const struct command_option option_list[] = {
	{ "html", 'H', "PAGE", "Write an HTML page", .text = &options.html },
	{ "csv", 0, NULL, "Print comma-separated values", .choice = &options.output, .chosen = OUTPUT_CSV },
	{ "json", 'j', NULL, "Print JSON", .choice = &options.output, .chosen = OUTPUT_JSON },
	{ "series", 's', NULL, "With --csv or --json: print each interval as `uncore metrics` does, in place of the summary",
	  .flag = &options.series },
	{ 0 }
};

static void set_file(const char *path, struct argp_state *state)
{
	if (state->arg_num)
		argp_error(state, "more than one FILE");
	options.path = path;
}

static void check_line(struct argp_state *state)
{
	if (options.html && options.output != OUTPUT_TEXT)
		argp_error(state, "--%s and --%s exclude each other", "html", options.output == OUTPUT_CSV ? "csv" : "json");
	if (options.series && options.output == OUTPUT_TEXT)
		argp_error(state, "--series requires --csv or --json");
}

static double duration_of(const struct recording *recording)
{
	return recording->num ? recording->moments[recording->num - 1].seconds : 0;
}

static void print_about(const struct recording *recording)
{
	char text[2048], time[TIME_SIZE];

	printf("recorded on %s: ", safe_text(recording->host, text, sizeof(text)));
	printf("%s, %s\n", safe_text(recording->machine, text, sizeof(text)), time_text(recording->begin, time));
	printf("by: %s\n", safe_text(recording->command, text, sizeof(text)));
	printf("%zu intervals of %g s in %.3f s", recording->num, recording->interval, duration_of(recording));
	if (recording->lost)
		printf(", %" PRIu64 " more were lost", recording->lost);
	puts(recording->ended ? "" : "; the recording is incomplete: the recorder ended early");
}

static void print_number(const struct series *series, double value)
{
	if (isnan(value))
		printf(" %11s", "-");
	else
		printf(" %11.*f", (int)series->definition.digits, value);
}

static void print_row(const struct recording *recording, const struct series *series, const struct series_report *report)
{
	const struct summary *summary = &report->summary;
	char text[512], place[PLACE_SIZE], name[DEVICE_NAME_SIZE];

	printf("%-42s %-*s", series->definition.name, recording->place_width, recording_place(series, place));
	print_number(series, summary->minimum);
	print_number(series, summary->mean);
	print_number(series, summary->median);
	print_number(series, summary->percentile_95);
	print_number(series, summary->percentile_99);
	print_number(series, summary->maximum);
	printf("  %s", safe_text(series->definition.unit, text, sizeof(text)));
	if (*recording_device(series, name))
		printf("  %s", name);
	if (series->share < 0.9995)
		printf("  (counted %.1f %% of the time)", series->share * 100);
	if (series->missing)
		printf("  (without a value in %zu intervals: %s)", recording->num - summary->num,
		       safe_text(series->missing, text, sizeof(text)));
	if (series->without)
		printf("  (at times without %s: no answer)", safe_text(series->without, text, sizeof(text)));
	putchar('\n');
}

static void print_changes(const struct recording *recording, const struct series *series, const struct series_report *report,
			  bool *any)
{
	char place[PLACE_SIZE], text[512];
	size_t i;

	for (i = 0; i < report->num_changes && i < SHOWN_CHANGES; i++) {
		const struct change *change = &report->changes[i];

		if (!*any)
			puts("\nchanges of the level:");
		*any = true;
		printf("%-42s %-*s from second %.3f on: %.*f after %.*f %s\n", series->definition.name,
		       recording->place_width, recording_place(series, place), change_begin(report, recording, change), (int)series->definition.digits,
		       change->after, (int)series->definition.digits, change->before,
		       safe_text(series->definition.unit, text, sizeof(text)));
	}
	if (report->num_changes > SHOWN_CHANGES)
		printf("%-42s %-*s and %zu more changes\n", series->definition.name, recording->place_width,
		       recording_place(series, place), report->num_changes - SHOWN_CHANGES);
}

static void print_text(const struct recording *recording)
{
	char text[1024];
	bool any = false;
	size_t i;

	print_about(recording);
	printf("\n%-42s %-*s %11s %11s %11s %11s %11s %11s\n", "metric", recording->place_width, "of", "minimum", "mean", "median", "95 %", "99 %",
	       "maximum");
	for (i = 0; i < recording->num_series; i++) {
		struct series_report report;

		series_values(&report, recording, i);
		print_row(recording, &recording->series[i], &report);
		series_free(&report);
	}
	for (i = 0; i < recording->num_left_out; i++)
		printf("%-42s missing: %s\n", recording->left_out[i].metric,
		       safe_text(recording->left_out[i].missing, text, sizeof(text)));
	for (i = 0; i < recording->num_series; i++) {
		struct series_report report;

		series_report(&report, recording, i);
		print_changes(recording, &recording->series[i], &report, &any);
		series_free(&report);
	}
}

static void csv_number(double value)
{
	if (!isnan(value))
		printf("%.9g", value);
	putchar(',');
}

/* The last columns: the device that a series is of, its name and the port. */
static void csv_device(const struct series *series)
{
	const struct port *port = &series->port;
	char text[32];

	if (!port->num_devices) {
		fputs(",,,", stdout);
		return;
	}
	putchar(',');
	write_csv_bare(port->devices->address, stdout);
	putchar(',');
	write_csv_bare(port->devices->name, stdout);
	port_text(port, text, sizeof(text));
	printf(",%s", text);
}

/* As in the rows of metrics: the reason, or what the values lacked. */
static void csv_remark(const struct series *series)
{
	char remark[LIST_SIZE + 16];

	snprintf(remark, sizeof(remark), "without %s", series->without ? series->without : "");
	if (series->missing || series->without)
		write_csv_bare(series->missing ? series->missing : remark, stdout);
}

static void print_csv(const struct recording *recording)
{
	size_t i;

	puts("version,metric,box,package,die,unit_of_measure,intervals,minimum,mean,median,percentile_95,percentile_99,maximum,"
	     "enabled_share,missing,unit,node,device,name,port");
	for (i = 0; i < recording->num_series; i++) {
		const struct series *series = &recording->series[i];
		struct series_report report;

		series_values(&report, recording, i);
		printf("%d,", OUTPUT_VERSION);
		write_csv_bare(series->definition.name, stdout);
		putchar(',');
		write_csv_bare(series->definition.box, stdout);
		putchar(',');
		write_csv_index(series->scope.socket, stdout);
		putchar(',');
		write_csv_index(series->scope.die, stdout);
		putchar(',');
		write_csv_bare(series->definition.unit, stdout);
		printf(",%zu,", report.summary.num);
		csv_number(report.summary.minimum);
		csv_number(report.summary.mean);
		csv_number(report.summary.median);
		csv_number(report.summary.percentile_95);
		csv_number(report.summary.percentile_99);
		csv_number(report.summary.maximum);
		printf("%.4f,", series->share);
		csv_remark(series);
		putchar(',');
		write_csv_index(series->scope.unit, stdout);
		putchar(',');
		write_csv_index(series->scope.node, stdout);
		csv_device(series);
		putchar('\n');
		series_free(&report);
	}
}

static struct json_object *json_series(const struct series *series)
{
	struct json_object *object = json_object_new_object();

	json_set_text(object, "metric", series->definition.name);
	json_set_text(object, "box", series->definition.box);
	json_set_text(object, "unit_of_measure", series->definition.unit);
	json_set_scope(object, &series->scope);
	if (series->port.num_devices)
		port_set_json(object, &series->port);
	return object;
}

static struct json_object *json_changes(const struct recording *recording, const struct series_report *report)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < report->num_changes; i++) {
		struct json_object *object = json_object_new_object();
		double begin = change_begin(report, recording, &report->changes[i]);

		json_set_time(object, "time", recording->begin ? recording->begin + (uint64_t)(begin * 1e9) : 0);
		json_set_real(object, "seconds", begin);
		json_set_real(object, "before", report->changes[i].before);
		json_set_real(object, "after", report->changes[i].after);
		json_object_array_add(list, object);
	}
	return list;
}

static struct json_object *json_row(const struct recording *recording, size_t index)
{
	const struct series *series = &recording->series[index];
	struct json_object *object = json_series(series);
	struct series_report report;
	const struct summary *summary = &report.summary;

	series_report(&report, recording, index);
	json_set_number(object, "intervals", summary->num);
	json_set_real(object, "minimum", summary->minimum);
	json_set_real(object, "mean", summary->mean);
	json_set_real(object, "median", summary->median);
	json_set_real(object, "percentile_95", summary->percentile_95);
	json_set_real(object, "percentile_99", summary->percentile_99);
	json_set_real(object, "maximum", summary->maximum);
	json_set_real(object, "maximum_seconds", summary->num ?
		      recording->moments[report.intervals[summary->at_maximum]].seconds : NAN);
	json_set_real(object, "enabled_share", series->share);
	json_set_text(object, "missing", series->missing);
	if (series->without)
		json_set_text(object, "without", series->without);
	json_object_object_add(object, "changes", json_changes(recording, &report));
	series_free(&report);
	return object;
}

static void print_json_summary(const struct recording *recording)
{
	struct json_object *object = json_begin(), *summary = json_object_new_array(), *left_out = json_object_new_array();
	size_t i;

	json_set_time(object, "time", recording->begin);
	json_set_real(object, "interval", recording->interval);
	json_set_real(object, "seconds", duration_of(recording));
	json_set_text(object, "host", recording->host);
	json_set_text(object, "machine", recording->machine);
	json_set_text(object, "command", recording->command);
	json_set_number(object, "intervals", recording->num);
	json_set_number(object, "lost", recording->lost);
	json_object_object_add(object, "complete", json_object_new_boolean(recording->ended));
	for (i = 0; i < recording->num_series; i++)
		json_object_array_add(summary, json_row(recording, i));
	for (i = 0; i < recording->num_left_out; i++) {
		struct json_object *row = json_object_new_object();

		json_set_text(row, "metric", recording->left_out[i].metric);
		json_set_text(row, "missing", recording->left_out[i].missing);
		json_object_array_add(left_out, row);
	}
	json_object_object_add(object, "summary", summary);
	json_object_object_add(object, "left_out", left_out);
	print_json_line(object, stdout);
}

static void print_interval_json(const struct recording *recording, size_t interval)
{
	struct json_object *object = json_begin_interval(&recording->moments[interval]), *list = json_object_new_array();
	size_t i;

	for (i = 0; i < recording->num_series; i++) {
		const struct series *series = &recording->series[i];
		struct json_object *row = json_series(series);
		double value = recording_value(recording, interval, i);
		struct note note = recording_note(recording, interval, i);

		json_set_real(row, "value", value);
		json_set_real(row, "enabled_share", recording_share(recording, interval, i));
		if (note.without)
			json_set_text(row, "without", note.without);
		json_set_text(row, "missing", !isnan(value) ? NULL : note.missing ? note.missing : "not recorded");
		json_object_array_add(list, row);
	}
	json_object_object_add(object, "metrics", list);
	print_json_line(object, stdout);
}

static void print_interval_csv(const struct recording *recording, size_t interval)
{
	size_t i;

	for (i = 0; i < recording->num_series; i++) {
		const struct series *series = &recording->series[i];
		struct metric_value value = {
			.value = recording_value(recording, interval, i), .share = recording_share(recording, interval, i),
		};
		struct note note = recording_note(recording, interval, i);

		if (isnan(value.value))
			value.result = FORMULA_NO_VALUE;
		metrics_csv_row(&recording->moments[interval], &series->definition, &series->scope, &value,
				value.result == FORMULA_OK ? NULL : note.missing ? note.missing : "not recorded", note.without);
		csv_device(series);
		putchar('\n');
	}
}

static int print_series(const struct recording *recording)
{
	size_t i;

	metrics_print_head(options.output, ",device,name,port");
	for (i = 0; i < recording->num; i++) {
		if (options.output == OUTPUT_CSV)
			print_interval_csv(recording, i);
		else
			print_interval_json(recording, i);
		if (!output_flush())
			return STATUS_FAILED;
	}
	return STATUS_OK;
}

static int write_page(const struct recording *recording)
{
	FILE *out = output_open(options.html, options.path);

	if (!out)
		return STATUS_FAILED;
	report_html(recording, out);
	return output_close(out, options.html);
}

static int print_report(const struct recording *recording)
{
	if (options.html)
		return write_page(recording);
	if (options.series)
		return print_series(recording);
	if (options.output == OUTPUT_CSV)
		print_csv(recording);
	else if (options.output == OUTPUT_JSON)
		print_json_summary(recording);
	else
		print_text(recording);
	return STATUS_OK;
}

int command_report(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore report", .usage = "[FILE]", .doc = doc, .options = option_list, .word = set_file,
		.check = check_line,
	};
	struct recording recording;
	int status;

	parse_arguments(&line, argc, argv);
	status = recording_read(&recording, options.path);
	if (status)
		return status;
	status = print_report(&recording);
	recording_free(&recording);
	return status;
}
