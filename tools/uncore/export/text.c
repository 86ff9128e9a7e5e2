// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counting what is exported, and writing it. See export.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/status.h"
#include "export/again.h"
#include "export/export.h"
#include "machine/connections.h"

int export_open(struct export *export, char **events)
{
	size_t i, open = 0;

	for (i = 0; i < export->num; i++) {
		struct series *series = &export->series[i];
		char error[512];
		int status;

		series->counter = export->counters.num;
		status = counters_open_sum(&export->counters, export->machine, events[i], export->per_unit, error,
					   sizeof(error));
		if (status == STATUS_NO_PERMISSION)
			return (int)fail(status, "%s", error);
		if (status) {
			fail(STATUS_FAILED, "%s is omitted: %s", series->name, error);
			continue;
		}
		series->open = true;
		open++;
	}
	if (!open)
		return (int)fail(STATUS_FAILED, "none of the events can be counted");
	return STATUS_OK;
}

void export_close(struct export *export)
{
	size_t i;

	counters_close(&export->counters);
	for (i = 0; i < export->num; i++)
		free(export->series[i].totals);
	free(export->series);
	free(export->rows);
	ports_release(&export->ports);
}

/*
 * What is added for an interval never is less than nothing, whatever share of it was counted, so totals
 * only grow.
 */
static void add_up(struct export *export, struct series *series)
{
	const struct counter *counter = &export->counters.all[series->counter];
	size_t i;

	/* Dies that were offline in the beginning are behind the others. */
	while (series->num_totals < counter->num_sources) {
		series->totals = grow(series->totals, series->num_totals, sizeof(*series->totals));
		series->totals[series->num_totals++] = (struct total){ .count = 0 };
	}
	for (i = 0; i < counter->num_sources; i++) {
		struct reading part = reading_since(&counter->sources[i]);
		struct total *total = &series->totals[i];
		double count;

		total->enabled += (double)part.enabled / 1e9;
		total->running += (double)part.running / 1e9;
		if (reading_scaled(&part, &count))
			total->count += count;
	}
}

void export_read(struct export *export)
{
	double begin;
	size_t i;

	again_try(&export->counters, export->machine);
	begin = seconds_now();
	counters_read_rest(&export->counters);
	export->seconds += seconds_now() - begin;
	export->scrapes++;
	for (i = 0; i < export->num; i++)
		if (export->series[i].open)
			add_up(export, &export->series[i]);
}

unsigned int export_registers(const struct export *export)
{
	unsigned int registers = 0;
	size_t i, j;

	for (i = 0; i < export->counters.num; i++) {
		const struct counter *counter = &export->counters.all[i];

		for (j = 0; j < counter->num_sources; j++)
			registers += counter->sources[j].gone ? 0 : source_units(export->machine, counter, &counter->sources[j]);
	}
	return registers;
}

/* Texts of configurations and names of devices can contain anything but the end of a line. */
static void write_escaped(const char *text, bool quotes, FILE *out)
{
	for (; *text; text++) {
		if (*text == '\\' || (quotes && *text == '"'))
			fputc('\\', out);
		fputc(*text, out);
	}
}

/* In the older format, a help text has quotes as they are. */
static void write_head(FILE *out, bool open_metrics, const char *name, const char *help)
{
	const char *total = open_metrics ? "" : "_total";

	fprintf(out, "# HELP %s%s ", name, total);
	write_escaped(help, open_metrics, out);
	fprintf(out, "\n# TYPE %s%s counter\n", name, total);
}

static void write_port(const struct port *port, FILE *out)
{
	char text[32];

	port_text(port, text, sizeof(text));
	fprintf(out, ",unit=\"%d\",port=\"%s\",devices=\"%zu\",device=\"%s\",name=\"", port->pmu->unit, text, port->num_devices,
		port->devices->address);
	write_escaped(port->devices->name, true, out);
	fputs("\"}", out);
}

/* Labels: where a source counts, and one more; and the other end of a link, or the device. */
static void write_labels(const struct export *export, const struct series *series, const char *box,
			 const struct source *source, const char *name, const char *value, FILE *out)
{
	struct link_end end;

	fprintf(out, "{socket=\"%u\",die=\"%u\",%s=\"%s\"", source->socket, source->die, name, value);
	if (series->port) {
		write_port(series->port, out);
		return;
	}
	if (export->per_unit && source->unit != ALL_UNITS)
		fprintf(out, ",unit=\"%d\"", source->unit);
	if (export->per_unit && link_end(box, source->die, source->unit, &end))
		fprintf(out, ",to_die=\"%u\",to_unit=\"%d\"", end.die, end.unit);
	fputc('}', out);
}

/**
 * struct line - a line of a series
 * @count: its total
 * @share: least share of the time in which a source of it counted
 * @counted: each of its sources has counted
 * @gone: none of them can be read any more
 */
struct line {
	double count;
	double share;
	bool counted;
	bool gone;
};

/* A unit's own line ends with it. A sum goes on without the units that do not answer; uncore_units_gone says so. */
static bool is_gone(const struct source *source)
{
	return !source_answers(source);
}

/*
 * A die has several sources where each unit has an event of its own (intel_uncore), and for events of the cores. Without
 * labels for units, they are one line. Returns false if the line is that of an earlier source.
 */
static bool take_line(const struct export *export, const struct series *series, size_t index, struct line *line)
{
	const struct counter *counter = &export->counters.all[series->counter];
	const struct source *sources = counter->sources;
	bool alone = export->per_unit && sources[index].unit != ALL_UNITS;
	size_t i;

	*line = (struct line){ .share = 1, .counted = true, .gone = true };
	for (i = alone ? index : 0; i < (alone ? index + 1 : counter->num_sources); i++) {
		struct reading part = reading_since(&sources[i]);

		if (sources[i].die != sources[index].die)
			continue;
		if (i < index)
			return false;
		/* Totals must not fall: what it has counted stays. */
		line->count += series->totals[i].count;
		if (is_gone(&sources[i]))
			continue;
		line->gone = false;
		/* Other events may have all counters. What never counted has no count, not even 0. */
		line->counted = line->counted && series->totals[i].running > 0;
		if (part.enabled && reading_share(&part) < line->share)
			line->share = reading_share(&part);
	}
	return true;
}

static void write_series(const struct export *export, const struct series *series, FILE *out)
{
	const struct counter *counter = &export->counters.all[series->counter];
	struct line line;
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		if (!take_line(export, series, i, &line) || line.gone || !line.counted)
			continue;
		fprintf(out, "%s_total", series->name);
		write_labels(export, series, counter->event.box, &counter->sources[i], "box", counter->event.box, out);
		fprintf(out, " %.17g\n", line.count * series->factor);
	}
}

static void write_gauge_head(FILE *out, const char *name, const char *help)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
}

/*
 * How much of the time a series has counted since the reading before. Most series count all of the time, and
 * have no line. One that has ended does not say why, so that it has gone is a line, too.
 */
static void write_ratios(const struct export *export, FILE *out, bool gone)
{
	const char *name = gone ? "uncore_event_present" : "uncore_event_ratio";
	size_t i, j;

	write_gauge_head(out, name, gone ? "0 for a series that has ended because its unit or its die is gone." :
			 "Share of the time in which a series counted since the reading before, if below 1.");
	for (i = 0; i < export->num; i++) {
		const struct series *series = &export->series[i];
		const struct counter *counter = &export->counters.all[series->counter];

		for (j = 0; series->open && j < counter->num_sources; j++) {
			struct line line;

			if (!take_line(export, series, j, &line) || line.gone != gone || (!gone && line.share >= 1))
				continue;
			fputs(name, out);
			write_labels(export, series, counter->event.box, &counter->sources[j], "metric", series->name, out);
			fprintf(out, " %.4g\n", gone ? 0 : line.share);
		}
	}
}

/* The first open series of its box type. That of a port has no other dies. */
static bool is_first_of_box(const struct export *export, size_t index)
{
	const struct counter *all = export->counters.all;
	size_t i;

	if (export->series[index].port)
		return false;
	/* One that is not open has no counter. */
	for (i = 0; i < index && export->series[index].open; i++)
		if (export->series[i].open && !strcmp(all[export->series[i].counter].event.box,
						      all[export->series[index].counter].event.box))
			return false;
	return export->series[index].open;
}

/* The number of units of a source's die, or of those that do not answer. */
static unsigned int units_of(const struct export *export, const struct counter *counter, const struct source *source, bool gone)
{
	unsigned int number = 0;
	size_t i;

	if (!gone)
		return machine_units(export->machine, counter->event.box, source->die);
	for (i = 0; i < counter->num_sources; i++) {
		const struct source *other = &counter->sources[i];

		/* intel_uncore does not list such units. */
		if (other->die == source->die)
			number += !export->machine->own_driver && other->gone && other->unit != ALL_UNITS ? 1 : other->absent;
	}
	return number;
}

/* With them, sums become means: the clock of the uncore is that of its CHAs together, by their number. */
static void write_units(const struct export *export, FILE *out, bool gone)
{
	const char *name = gone ? "uncore_units_gone" : "uncore_units";
	size_t i, j, k;

	write_gauge_head(out, name, gone ? "Units that do not answer. Sums of their die lack what they count." :
			 "Units of the box type on the die.");
	for (i = 0; i < export->num; i++) {
		const struct counter *counter = &export->counters.all[export->series[i].counter];

		for (j = 0; is_first_of_box(export, i) && j < counter->num_sources; j++) {
			const struct source *source = &counter->sources[j];

			for (k = 0; counter->sources[k].die != source->die; k++)
				;
			/* One line for each die. */
			if (k == j)
				fprintf(out, "%s{socket=\"%u\",die=\"%u\",box=\"%s\"} %u\n", name, source->socket, source->die,
					counter->event.box, units_of(export, counter, source, gone));
		}
	}
}

/* What the kernel allows the uncore's clock to be. Other kernels have no such files. */
static void write_limits(const struct export *export, FILE *out)
{
	static const struct {
		enum gauge gauge;
		const char *name;
		const char *help;
	} limits[] = {
		{ GAUGE_UNCORE_MIN, "uncore_frequency_min_hertz", "Lowest clock that the uncore may have." },
		{ GAUGE_UNCORE_MAX, "uncore_frequency_max_hertz", "Highest clock that the uncore may have." },
	};
	const struct machine *machine = export->machine;
	size_t i, d;

	for (i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		bool any = false;

		for (d = 0; d < machine->counted_dies; d++) {
			const struct place *place = &machine->dies[d];
			char *path = gauge_path(limits[i].gauge, place);
			uint64_t value;

			if (path && !gauge_read(path, &value)) {
				if (!any)
					write_gauge_head(out, limits[i].name, limits[i].help);
				any = true;
				fprintf(out, "%s{socket=\"%u\",die=\"%u\"} %" PRIu64 "000\n", limits[i].name, place->socket,
					place->die, value);
			}
			free(path);
		}
	}
}

static void write_self(const struct export *export, FILE *out, bool open_metrics)
{
	const struct processor *processor = export->machine->processor;

	write_gauge_head(out, "uncore_build_info", "The version of uncore, the processor and the driver.");
	fprintf(out, "uncore_build_info{version=\"%s\",processor=\"%s\",driver=\"%s\"} 1\n", UNCORE_VERSION,
		processor ? processor->id : "unknown", export->machine->own_driver ? "uncore_pmon" : "intel_uncore");
	write_head(out, open_metrics, "uncore_export_readings", "Readings of all counters.");
	fprintf(out, "uncore_export_readings_total %" PRIu64 "\n", export->scrapes);
	write_head(out, open_metrics, "uncore_export_reading_seconds", "Time that these readings took.");
	fprintf(out, "uncore_export_reading_seconds_total %.9f\n", export->seconds);
	write_gauge_head(out, "uncore_export_registers", "Counter registers that one reading reads.");
	fprintf(out, "uncore_export_registers %u\n", export_registers(export));
}

char *export_write(const struct export *export, bool open_metrics, size_t *size)
{
	char *text = NULL;
	FILE *out = allocated(open_memstream(&text, size));
	const char *family = "";
	size_t i;

	for (i = 0; i < export->num; i++) {
		const struct series *series = &export->series[i];

		if (!series->open)
			continue;
		/* Series of ports have one name. */
		if (strcmp(series->name, family))
			write_head(out, open_metrics, series->name, series->help);
		family = series->name;
		write_series(export, series, out);
	}
	write_ratios(export, out, false);
	write_ratios(export, out, true);
	write_units(export, out, false);
	write_units(export, out, true);
	write_limits(export, out);
	write_self(export, out, open_metrics);
	if (open_metrics)
		fputs("# EOF\n", out);
	fclose(out);
	return allocated(text);
}
