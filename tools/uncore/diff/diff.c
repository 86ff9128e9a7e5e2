// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore diff - two recordings: which metrics differ beyond the noise of their intervals
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arguments.h"
#include "base/command.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/output.h"
#include "base/status.h"
#include "base/text.h"
#include "metrics/print.h"
#include "ports/json.h"
#include "recording/summary.h"

/* The probability that anything at all is reported of two recordings of the same. */
#define LEVEL	0.01

/** Exit status, as of diff(1). */
enum difference {
	SAME,
	DIFFERENT,
	TROUBLE,
};

static struct {
	const char *paths[2];
	double least;
	bool all;
	bool json;
} options = { .least = 1 };

/**
 * struct pair - a metric of both recordings
 * @series: its index in each
 * @means: the mean of each
 * @probability: that means differ so much by noise alone
 * @different: they differ beyond the noise
 * @unknown: one of them has too few values to say anything
 * @since: the second from which on they differ, NAN if they do all the time, or if that cannot be said
 */
struct pair {
	size_t series[2];
	double means[2];
	double probability;
	bool different;
	bool unknown;
	double since;
};

static struct recording recordings[2];
static struct pair *pairs;
static size_t num_pairs;

static const char doc[] =
	"Compares two recordings of `uncore record` and prints the metrics whose values differ beyond the noise of their intervals.\v"
	"Exit status: 0 if nothing differs, 1 if something does, 2 for trouble.";

static void set_least(const char *text, struct argp_state *state)
{
	if (!parse_real(text, 1e6, &options.least))
		argp_error(state, "--least %s: not a number of percent", text);
}

static void set_file(const char *path, struct argp_state *state)
{
	if (state->arg_num >= 2)
		argp_error(state, "more than two FILEs");
	options.paths[state->arg_num] = path;
}

static void check_line(struct argp_state *state)
{
	if (!options.paths[1])
		argp_error(state, "two FILEs are required");
}

static const struct command_option option_list[] = {
	{ "least", 'l', "PERCENT", "Omit differences of the means below PERCENT (default 1)", .parse = set_least },
	{ "all", 'a', NULL, "Also print the metrics that do not differ", .flag = &options.all },
	{ "json", 'j', NULL, "Print a JSON object for each metric", .flag = &options.json },
	{ 0 }
};

static bool same_series(const struct series *left, const struct series *right)
{
	const struct port *a = &left->port, *b = &right->port;

	return !strcmp(left->definition.name, right->definition.name) &&
	       !strcmp(left->definition.unit, right->definition.unit) && !memcmp(&left->scope, &right->scope, sizeof(left->scope)) &&
	       !a->num_devices == !b->num_devices && (!a->num_devices || !strcmp(a->devices->address, b->devices->address));
}

static size_t find_series(const struct recording *recording, const struct series *wanted)
{
	size_t i;

	for (i = 0; i < recording->num_series && !same_series(&recording->series[i], wanted); i++)
		;
	return i;
}

/* The number of the interval that a value is of, had none been lost, and none without a value. */
static double interval_of(const struct series_report *report, const struct recording *recording, size_t value)
{
	return round(recording->moments[report->intervals[value]].seconds / recording->interval);
}

/* The differences of the values of the same intervals. Intervals in which either has no value are left out. */
static struct series_report differences_of(const struct series_report reports[2])
{
	const struct series_report *a = &reports[0], *b = &reports[1];
	struct series_report both = {
		.values = allocated(malloc((b->summary.num + 1) * sizeof(*both.values))),
		.intervals = allocated(malloc((b->summary.num + 1) * sizeof(*both.intervals))),
	};
	size_t i = 0, j = 0;

	while (i < a->summary.num && j < b->summary.num) {
		double before = interval_of(a, &recordings[0], i), after = interval_of(b, &recordings[1], j);

		if (before == after) {
			both.values[both.summary.num] = b->values[j] - a->values[i];
			both.intervals[both.summary.num++] = b->intervals[j];
		}
		i += before <= after;
		j += after <= before;
	}
	return both;
}

/* From which second on do they differ? Both begin at second 0. */
static double since(const struct series_report reports[2])
{
	struct series_report both = differences_of(reports);
	struct change changes[MOST_CHANGES];
	double second = NAN;

	/* The levels before must be equal: if not, they differ from the beginning on. */
	if (recordings[0].interval == recordings[1].interval && find_changes(both.values, both.summary.num, changes) &&
	    fabs(changes[0].before) < fabs(changes[0].after - changes[0].before) / 4)
		second = change_begin(&both, &recordings[1], &changes[0]);
	series_free(&both);
	return second;
}

static void add_pair(size_t left, size_t right)
{
	struct pair pair = { .series = { left, right }, .probability = 1, .since = NAN };
	struct series_report reports[2];
	size_t i;

	for (i = 0; i < 2; i++) {
		series_values(&reports[i], &recordings[i], pair.series[i]);
		pair.means[i] = reports[i].summary.mean;
		pair.unknown = pair.unknown || reports[i].summary.num < FEWEST_VALUES;
	}
	pair.probability = compare_means(reports[0].values, reports[0].summary.num, reports[1].values, reports[1].summary.num);
	if (pair.probability < LEVEL)
		pair.since = since(reports);
	for (i = 0; i < 2; i++)
		series_free(&reports[i]);
	pairs = grow(pairs, num_pairs, sizeof(pair));
	pairs[num_pairs++] = pair;
}

static double percent_of(const struct pair *pair)
{
	return 100 * (pair->means[1] - pair->means[0]) / fabs(pair->means[0]);
}

static int order_pairs(const void *left, const void *right)
{
	const struct pair *const *a = left, *const *b = right;

	return (*a)->probability < (*b)->probability ? -1 : (*a)->probability > (*b)->probability;
}

/*
 * Holm: the least probability has to be below the level divided by the number of all, the next one by one less, and so on. So no
 * number of metrics makes a difference of what is noise.
 */
static void decide(void)
{
	struct pair **order = allocated(malloc((num_pairs + 1) * sizeof(*order)));
	size_t i;

	for (i = 0; i < num_pairs; i++)
		order[i] = &pairs[i];
	qsort(order, num_pairs, sizeof(*order), order_pairs);
	for (i = 0; i < num_pairs && order[i]->probability < LEVEL / (double)(num_pairs - i); i++)
		/* A mean of 0 has no percent. */
		order[i]->different = order[i]->means[0] == 0 || fabs(percent_of(order[i])) >= options.least;
	free(order);
}

/* Units that the values of a recording lacked, NULL if they lacked none. */
static const char *lacking(const struct pair *pair, int of)
{
	return recordings[of].series[pair->series[of]].without;
}

static void print_pair(const struct pair *pair)
{
	const struct series *series = &recordings[0].series[pair->series[0]];
	int digits = (int)series->definition.digits;
	char place[PLACE_SIZE], unit[128], units[512];
	int of;

	printf("%-42s %-*s", series->definition.name, recordings[0].place_width, recording_place(series, place));
	for (of = 0; of < 2; of++) {
		if (isnan(pair->means[of]))
			printf(" %12s", "-");
		else
			printf(" %12.*f", digits, pair->means[of]);
	}
	if (isfinite(percent_of(pair)))
		printf(" %+10.1f %%", percent_of(pair));
	else
		printf(" %12s", "-");
	printf("  %s", safe_text(series->definition.unit, unit, sizeof(unit)));
	if (pair->different && !isnan(pair->since))
		printf("  from second %.3f on", pair->since);
	if (!pair->different)
		printf(pair->unknown ? "  too few intervals" : "  within the noise");
	for (of = 0; of < 2; of++)
		if (lacking(pair, of))
			printf("  (%c at times without %s: no answer)", "AB"[of], safe_text(lacking(pair, of), units, sizeof(units)));
	putchar('\n');
}

static void print_object(const struct pair *pair)
{
	const struct series *series = &recordings[0].series[pair->series[0]];
	struct json_object *object = json_begin();

	json_set_text(object, "metric", series->definition.name);
	json_set_text(object, "box", series->definition.box);
	json_set_text(object, "unit_of_measure", series->definition.unit);
	json_set_scope(object, &series->scope);
	if (series->port.num_devices)
		port_set_json(object, &series->port);
	json_set_real(object, "mean_before", pair->means[0]);
	json_set_real(object, "mean_after", pair->means[1]);
	json_set_real(object, "percent", percent_of(pair));
	json_set_real(object, "probability", pair->probability);
	json_object_object_add(object, "different", json_object_new_boolean(pair->different));
	json_set_real(object, "seconds", pair->different ? pair->since : NAN);
	json_set_text(object, "missing", pair->unknown ? "too few intervals" : NULL);
	if (lacking(pair, 0))
		json_set_text(object, "without_before", lacking(pair, 0));
	if (lacking(pair, 1))
		json_set_text(object, "without_after", lacking(pair, 1));
	print_json_line(object, stdout);
}

/* Pairs what both have. Returns how many series only one of them has, after a message with the first. */
static size_t compare_series(size_t of, size_t with)
{
	const struct series *first = NULL;
	size_t only = 0, i, other;
	char place[PLACE_SIZE];

	for (i = 0; i < recordings[of].num_series; i++) {
		other = find_series(&recordings[with], &recordings[of].series[i]);
		if (other < recordings[with].num_series) {
			if (!of)
				add_pair(i, other);
			continue;
		}
		if (!only++)
			first = &recordings[of].series[i];
	}
	if (only)
		fail(STATUS_OK, "%zu values are only in %s: %s of %s%s", only, options.paths[of], first->definition.name,
		     recording_place(first, place), only > 1 ? " ..." : "");
	return only;
}

static void print_all(void)
{
	size_t different = 0, unknown = 0, i;

	for (i = 0; i < num_pairs; i++) {
		different += pairs[i].different;
		unknown += pairs[i].unknown;
	}
	if (!options.json && (different || options.all))
		printf("%-42s %-*s %12s %12s %12s\n", "metric", recordings[0].place_width, "of", "mean of A", "mean of B", "difference");
	for (i = 0; i < num_pairs; i++) {
		if (!pairs[i].different && !options.all)
			continue;
		if (options.json)
			print_object(&pairs[i]);
		else
			print_pair(&pairs[i]);
	}
	if (options.json)
		return;
	printf("%zu of %zu values differ beyond the noise of their intervals: A has %zu, B %zu\n", different, num_pairs,
	       recordings[0].num, recordings[1].num);
	if (unknown)
		printf("%zu values have less than %d intervals, too few to compare\n", unknown, FEWEST_VALUES);
}

/* @only: how many values only one of them has. Without a value that was compared, nothing is known to be the same. */
static enum difference judge(size_t only)
{
	size_t different = only, compared = 0, i;

	for (i = 0; i < num_pairs; i++) {
		different += pairs[i].different;
		compared += !pairs[i].unknown;
	}
	if (different || compared)
		return different ? DIFFERENT : SAME;
	fail(STATUS_FAILED, "nothing was compared: no value has %d intervals in both recordings", FEWEST_VALUES);
	return TROUBLE;
}

int command_diff(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore diff", .usage = "A B", .doc = doc, .options = option_list, .word = set_file, .check = check_line,
	};
	enum difference difference = TROUBLE;
	size_t only;

	output_failure(TROUBLE);
	parse_arguments(&line, argc, argv);
	if (!recording_read(&recordings[0], options.paths[0]) && !recording_read(&recordings[1], options.paths[1])) {
		only = compare_series(0, 1) + compare_series(1, 0);
		decide();
		print_all();
		difference = judge(only);
	}
	free(pairs);
	recording_free(&recordings[0]);
	recording_free(&recordings[1]);
	return (int)difference;
}
