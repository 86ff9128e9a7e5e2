// SPDX-License-Identifier: GPL-2.0-only
/* Choosing metrics. See choose.h. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/suggest.h"
#include "metrics/choose.h"
#include "metrics/file.h"
#include "metrics/machine_metrics.h"

/* Of a file; lives as long as the program. */
static struct metric_definition *own;

static bool matches(const struct metric_definition *metric, const char *name)
{
	const char *short_name = strchr(metric->name, '.') + 1;

	return !fnmatch(name, metric->name, FNM_CASEFOLD) ||
	       !fnmatch(name, short_name, FNM_CASEFOLD);
}

/* One of the first @num metrics has this name. */
static bool is_known(const struct choice *choice, const char *name, size_t num)
{
	size_t i;

	for (i = 0; i < num; i++)
		if (!strcmp(choice->all[i]->name, name))
			return true;
	return false;
}

static void add_metrics(struct choice *choice, const struct metric_definition *metric)
{
	size_t before = choice->num_all;

	for (; metric && metric->name; metric++) {
		/* One of the file replaces ours. */
		if (is_known(choice, metric->name, before))
			continue;
		choice->all = grow(choice->all, choice->num_all, sizeof(*choice->all));
		choice->all[choice->num_all++] = metric;
	}
}

/* Without a name: the default metrics of the file, or all of it if it has none; without a file, our defaults. */
static bool is_shown(const struct choice *choice, size_t index, bool everything)
{
	size_t i;

	if (!choice->num_own || everything)
		return everything || choice->all[index]->is_default;
	for (i = 0; i < choice->num_own; i++)
		if (choice->all[i]->is_default)
			return index < choice->num_own && choice->all[index]->is_default;
	return index < choice->num_own;
}

static bool is_requested(const struct choice *choice, size_t index, const struct texts *names, bool everything)
{
	size_t i;

	for (i = 0; i < names->num; i++)
		if (matches(choice->all[index], names->all[i]))
			return true;
	return !names->num && is_shown(choice, index, everything);
}

static int unknown_metric(const struct choice *choice, const char *name)
{
	struct suggestion suggestion;
	char text[160];
	size_t i;

	suggestion_begin(&suggestion, name);
	for (i = 0; i < choice->num_all; i++) {
		suggestion_try(&suggestion, choice->all[i]->name);
		suggestion_try(&suggestion, strchr(choice->all[i]->name, '.') + 1);
	}
	return (int)fail(STATUS_FAILED, "no metric %s%s; `uncore metrics --list` shows all", name,
			 suggestion_text(&suggestion, text, sizeof(text)));
}

/* A name that is none is a mistake, not a metric that is missing. */
static int check_names(const struct choice *choice, const struct texts *names)
{
	size_t i, j;

	for (i = 0; i < names->num; i++) {
		for (j = 0; j < choice->num_all; j++)
			if (matches(choice->all[j], names->all[i]))
				break;
		if (j == choice->num_all)
			return unknown_metric(choice, names->all[i]);
	}
	return STATUS_OK;
}

/* On a Xeon Max. The units imc are the channels of DDR alone. */
static const struct metric_definition hbm_metrics[] = {
	{ "hbm.mem_bw_reads", "hbm", "GB/s", 3, 1, "cas_count.rd", "a * 64 / 1e9 / time", "Read from HBM" },
	{ "hbm.mem_bw_writes", "hbm", "GB/s", 3, 1, "cas_count.wr", "a * 64 / 1e9 / time", "Written to HBM" },
	{ "hbm.mem_bw_total", "hbm", "GB/s", 3, 1, "cas_count.rd cas_count.wr", "(a + b) * 64 / 1e9 / time",
	  "Read from and written to HBM" },
	{ 0 }
};

static int find_metrics(struct choice *choice, const struct machine *machine, const char *file)
{
	size_t num_hbm;
	int status;

	if (file) {
		status = metrics_file_read(machine, file, &own);
		if (status)
			return status;
		add_metrics(choice, own);
		choice->num_own = choice->num_all;
	}
	add_metrics(choice, machine->processor ? machine->processor->metrics : NULL);
	if (machine->processor && machine_box(machine, "hbm", false, &num_hbm))
		add_metrics(choice, hbm_metrics);
	if (machine->processor)
		add_metrics(choice, machine_metrics());
	return choice->num_all ? STATUS_OK :
		(int)fail(STATUS_FAILED, "uncore has no metrics for this processor; use --file FILE");
}

int metrics_choose(struct choice *choice, const struct machine *machine, const char *file, const struct texts *names, bool all)
{
	int status = find_metrics(choice, machine, file);
	size_t i;

	if (!status)
		status = check_names(choice, names);
	if (status)
		return status;
	choice->chosen = allocated(calloc(choice->num_all, sizeof(*choice->chosen)));
	for (i = 0; i < choice->num_all; i++)
		if (is_requested(choice, i, names, all))
			choice->chosen[choice->num_chosen++] = choice->all[i];
	return STATUS_OK;
}

void choice_free(struct choice *choice)
{
	free(choice->chosen);
	free(choice->all);
}
