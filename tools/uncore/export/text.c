// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counting what is exported, and writing it. See export.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "export/again.h"
#include "export/export.h"

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
		series->totals = allocated(calloc(export->counters.all[series->counter].num_sources,
						  sizeof(*series->totals)));
		open++;
	}
	if (!open)
		return (int)fail(STATUS_FAILED, "none of the events can be counted");
	return counters_enable(&export->counters);
}

void export_close(struct export *export)
{
	size_t i;

	counters_close(&export->counters);
	for (i = 0; i < export->num; i++)
		free(export->series[i].totals);
	free(export->series);
}

/*
 * What is added for an interval never is less than nothing, whatever share of it was counted, so totals
 * only grow.
 */
static void add_up(struct export *export, struct series *series)
{
	const struct counter *counter = &export->counters.all[series->counter];
	size_t i;

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
	size_t i;

	again_try(&export->counters);
	counters_read_rest(&export->counters);
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
			registers += counter->sources[j].gone ? 0 : counter->sources[j].unit == ALL_UNITS ?
				machine_units(export->machine, counter->event.box,
					      counter->sources[j].die) : 1;
	}
	return registers;
}

static void write_head(FILE *out, bool open_metrics, const char *name, const char *help)
{
	const char *total = open_metrics ? "" : "_total";

	fprintf(out, "# HELP %s%s %s\n# TYPE %s%s counter\n", name, total, help, name, total);
}

/* Labels: where a source counts, and one more. */
static void write_labels(const struct export *export, const struct source *source, const char *name,
			 const char *value, FILE *out)
{
	fprintf(out, "{socket=\"%u\",die=\"%u\",%s=\"%s\"", source->socket, source->die, name, value);
	if (export->per_unit)
		fprintf(out, ",unit=\"%d\"", source->unit);
	fputc('}', out);
}

/* The sum of a die goes on without the units that do not answer; uncore_units_gone says so. */
static bool is_gone(const struct source *source)
{
	return source->gone || (source->unit != ALL_UNITS && source->absent);
}

static void write_series(const struct export *export, const struct series *series, FILE *out,
			 bool open_metrics)
{
	const struct counter *counter = &export->counters.all[series->counter];
	size_t i;

	write_head(out, open_metrics, series->name, series->help);
	for (i = 0; i < counter->num_sources; i++) {
		/* Other events may have all counters. What never counted has no count, not even 0. */
		if (is_gone(&counter->sources[i]) || !(series->totals[i].running > 0))
			continue;
		fprintf(out, "%s_total", series->name);
		write_labels(export, &counter->sources[i], "box", counter->event.box, out);
		fprintf(out, " %.17g\n", series->totals[i].count * series->factor);
	}
}

/* How much of the time each series has counted is the quotient of these two. */
static void write_times(const struct export *export, FILE *out, bool open_metrics)
{
	static const struct {
		const char *name;
		const char *help;
		size_t offset;
	} times[] = {
		{ "uncore_event_enabled_seconds", "Time that a series was to count.", offsetof(struct total, enabled) },
		{ "uncore_event_running_seconds", "Time that a series did count.", offsetof(struct total, running) },
	};
	size_t time, i, j;

	for (time = 0; time < 2; time++) {
		write_head(out, open_metrics, times[time].name, times[time].help);
		for (i = 0; i < export->num; i++) {
			const struct series *series = &export->series[i];
			const struct counter *counter = &export->counters.all[series->counter];

			for (j = 0; series->open && j < counter->num_sources; j++) {
				if (is_gone(&counter->sources[j]))
					continue;
				fprintf(out, "%s_total", times[time].name);
				write_labels(export, &counter->sources[j], "metric", series->name, out);
				fprintf(out, " %.9f\n",
					*(const double *)((const char *)&series->totals[j] + times[time].offset));
			}
		}
	}
}

/* A series that ends does not say why. */
static void write_present(const struct export *export, FILE *out)
{
	size_t i, j;

	fputs("# HELP uncore_event_present Whether a series can be counted: 0 when its unit or its die is gone.\n"
	      "# TYPE uncore_event_present gauge\n", out);
	for (i = 0; i < export->num; i++) {
		const struct series *series = &export->series[i];
		const struct counter *counter = &export->counters.all[series->counter];

		for (j = 0; series->open && j < counter->num_sources; j++) {
			fputs("uncore_event_present", out);
			write_labels(export, &counter->sources[j], "metric", series->name, out);
			fprintf(out, " %d\n", !is_gone(&counter->sources[j]));
		}
	}
}

/* The first open series of its box type. */
static bool is_first_of_box(const struct export *export, size_t index)
{
	const struct counter *all = export->counters.all;
	size_t i;

	/* One that is not open has no counter. */
	for (i = 0; i < index && export->series[index].open; i++)
		if (export->series[i].open && !strcmp(all[export->series[i].counter].event.box,
						      all[export->series[index].counter].event.box))
			return false;
	return export->series[index].open;
}

static void write_units_gone(const struct export *export, FILE *out)
{
	size_t i, j, k;

	fputs("# HELP uncore_units_gone Units that do not answer. Sums of their die lack what they count.\n"
	      "# TYPE uncore_units_gone gauge\n", out);
	for (i = 0; i < export->num; i++) {
		const struct counter *counter = &export->counters.all[export->series[i].counter];

		for (j = 0; is_first_of_box(export, i) && j < counter->num_sources; j++) {
			const struct source *source = &counter->sources[j];
			unsigned int gone = 0;

			for (k = 0; k < counter->num_sources; k++)
				if (counter->sources[k].die == source->die)
					gone += counter->sources[k].absent;
			for (k = 0; counter->sources[k].die != source->die; k++)
				;
			/* One line for each die. */
			if (k == j)
				fprintf(out, "uncore_units_gone{socket=\"%u\",die=\"%u\",box=\"%s\"} %u\n", source->socket,
					source->die, counter->event.box, gone);
		}
	}
}

char *export_write(const struct export *export, bool open_metrics, size_t *size)
{
	unsigned int registers = export_registers(export);
	char *text = NULL;
	FILE *out = allocated(open_memstream(&text, size));
	size_t i;

	for (i = 0; i < export->num; i++)
		if (export->series[i].open)
			write_series(export, &export->series[i], out, open_metrics);
	write_times(export, out, open_metrics);
	write_present(export, out);
	write_units_gone(export, out);
	write_head(out, open_metrics, "uncore_export_readings", "Readings of all counters.");
	fprintf(out, "uncore_export_readings_total %" PRIu64 "\n", export->scrapes);
	fprintf(out, "# HELP uncore_export_registers Counter registers that one reading reads.\n"
		"# TYPE uncore_export_registers gauge\nuncore_export_registers %u\n", registers);
	if (open_metrics)
		fputs("# EOF\n", out);
	fclose(out);
	return allocated(text);
}
