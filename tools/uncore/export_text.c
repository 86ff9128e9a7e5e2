// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counting what is exported, and writing it. See export.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "uncore.h"

int export_open(struct export *export, char **events)
{
	size_t i, open = 0;

	for (i = 0; i < export->num; i++) {
		struct series *series = &export->series[i];
		struct event event;
		char error[512];
		int status;

		series->counter = export->counters.num;
		status = event_parse(export->machine, events[i], export->per_unit, &event, error,
				     sizeof(error)) ? STATUS_FAILED :
			 counters_open(&export->counters, export->machine, &event, 1, false, error,
				       sizeof(error));
		if (status == STATUS_NO_PERMISSION)
			return (int)fail(status, "%s", error);
		if (status) {
			fail(STATUS_FAILED, "%s is left out: %s", series->name, error);
			continue;
		}
		series->open = true;
		series->totals = need(calloc(export->counters.all[series->counter].num_sources,
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
		double count;

		series->enabled += (double)part.enabled / 1e9;
		series->running += (double)part.running / 1e9;
		if (reading_scaled(&part, &count))
			series->totals[i] += count;
	}
}

int export_read(struct export *export)
{
	int status = counters_read(&export->counters);
	size_t i;

	if (status)
		return status;
	export->scrapes++;
	for (i = 0; i < export->num; i++)
		if (export->series[i].open)
			add_up(export, &export->series[i]);
	return STATUS_OK;
}

unsigned int export_registers(const struct export *export)
{
	unsigned int registers = 0;
	size_t i, j;

	for (i = 0; i < export->counters.num; i++) {
		const struct counter *counter = &export->counters.all[i];

		for (j = 0; j < counter->num_sources; j++)
			registers += counter->sources[j].unit == ALL_UNITS ?
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

static void write_series(const struct export *export, const struct series *series, FILE *out,
			 bool open_metrics)
{
	const struct counter *counter = &export->counters.all[series->counter];
	size_t i;

	write_head(out, open_metrics, series->name, series->help);
	for (i = 0; i < counter->num_sources; i++) {
		const struct source *source = &counter->sources[i];

		fprintf(out, "%s_total{socket=\"%u\",die=\"%u\",box=\"%s\"", series->name, source->socket,
			source->die, counter->event.box);
		if (export->per_unit)
			fprintf(out, ",unit=\"%d\"", source->unit);
		fprintf(out, "} %.17g\n", series->totals[i] * series->factor);
	}
}

/* How much of the time each event has counted: the quotient of these two. */
static void write_times(const struct export *export, FILE *out, bool open_metrics)
{
	size_t i;

	write_head(out, open_metrics, "uncore_event_enabled_seconds",
		   "Time that the events of a metric were to count, added up over dies or units.");
	for (i = 0; i < export->num; i++)
		if (export->series[i].open)
			fprintf(out, "uncore_event_enabled_seconds_total{metric=\"%s\"} %.9f\n",
				export->series[i].name, export->series[i].enabled);
	write_head(out, open_metrics, "uncore_event_running_seconds",
		   "Time that the events of a metric did count, added up over dies or units.");
	for (i = 0; i < export->num; i++)
		if (export->series[i].open)
			fprintf(out, "uncore_event_running_seconds_total{metric=\"%s\"} %.9f\n",
				export->series[i].name, export->series[i].running);
}

char *export_write(const struct export *export, bool open_metrics, size_t *size)
{
	unsigned int registers = export_registers(export);
	char *text = NULL;
	FILE *out = need(open_memstream(&text, size));
	size_t i;

	for (i = 0; i < export->num; i++)
		if (export->series[i].open)
			write_series(export, &export->series[i], out, open_metrics);
	write_times(export, out, open_metrics);
	write_head(out, open_metrics, "uncore_export_readings", "Readings of all counters.");
	fprintf(out, "uncore_export_readings_total %" PRIu64 "\n", export->scrapes);
	fprintf(out, "# HELP uncore_export_registers Counter registers that one reading reads.\n"
		"# TYPE uncore_export_registers gauge\nuncore_export_registers %u\n", registers);
	if (open_metrics)
		fputs("# EOF\n", out);
	fclose(out);
	return need(text);
}
