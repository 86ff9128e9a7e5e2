// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore check - checks the machine's counters
 *
 * All that is changed is made by perf events, which end with the program however it ends, and one parameter of the
 * module, which somebody else sees to (driver/start.c).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

#include "base/arguments.h"
#include "base/clock.h"
#include "base/command.h"
#include "base/json.h"
#include "base/number.h"
#include "base/output.h"
#include "base/status.h"
#include "base/sysfs.h"
#include "check/report.h"

#define MEBIBYTE	((size_t)1 << 20)

/* How much longer a check that failed looks again, and how often. */
#define EFFORT		3
#define MOST_EFFORT	9
#define TIMES		3
#define MOST_ATTEMPTS	5

/* Problems of a check that are printed; --json and --report have all. */
#define MOST_LINES	8

static const struct check_kind *const checks[] = {
	&check_table, &check_units, &check_clocks, &check_counters, &check_sums, &check_snapshot, &check_select,
	&check_multiplex, &check_fixed, &check_memory, &check_channels, &check_slices, &check_nodes, &check_links,
	&check_windows, &check_freeze, &check_start, &check_steady, &check_noticed, &check_device, &check_offline, &check_soak,
	&check_in_tree,
};

#define NUM_CHECKS (sizeof(checks) / sizeof(*checks))

static struct {
	bool json, list, once;
	bool offline, in_tree;
	double soak;
	const char *report, *module, *device;
	struct texts names;
	size_t buffer;
} options = { .names = { .max = MAX_TEXTS, .what = "checks" } };

static const char doc[] =
	"Tests whether the counters of this machine count correctly. Prints a line for each check: pass; fail with the error; or "
	"no with the reason why the check is not possible. With NAMEs, runs only the named checks."
	"\vRequires root, uncore_pmon and an otherwise idle machine. Restores everything that it changes.";

static const struct check_kind *find_kind(const char *name)
{
	size_t i;

	for (i = 0; i < NUM_CHECKS; i++)
		if (!strcmp(checks[i]->name, name))
			return checks[i];
	return NULL;
}

static void set_soak(const char *argument, struct argp_state *state)
{
	if (!parse_positive(argument, 100000, &options.soak))
		argp_error(state, "--soak %s: not a number of minutes", argument);
}

static void set_in_tree(const char *argument, struct argp_state *state)
{
	(void)state;
	options.in_tree = true;
	options.module = argument;
}

static void set_buffer(const char *argument, struct argp_state *state)
{
	if (!parse_number(argument, 1, 1 << 20, &options.buffer))
		argp_error(state, "-b %s: not a number of MiB from 1 to 1048576", argument);
}

static void add_name(const char *name, struct argp_state *state)
{
	if (!find_kind(name))
		argp_error(state, "unknown check %s; --list prints the checks", name);
	else if (find_kind(name)->on_request)
		argp_error(state, "%s requires an option: --%s", name, name);
	add_text(&options.names, name, state);
}

static const struct command_option option_list[] = {
	{ "json", 'j', NULL, "Print a JSON object for each check", .flag = &options.json },
	{ "report", 'r', "FILE", "Write a report for the maintainers to FILE", .text = &options.report },
	{ "list", 'l', NULL, "List the checks", .flag = &options.list },
	{ "device", 0, "DEVICE", "Also read from the block device DEVICE, and check that its port counts this", .text = &options.device },
	{ "offline", 0, NULL, "Also take the owner CPU of each die offline, and online again", .flag = &options.offline },
	{ "in-tree", 0, "[FILE]", "Also unload uncore_pmon and compare it with intel_uncore; load it again from FILE, or with "
	  "modprobe", .parse = set_in_tree },
	{ "soak", 0, "MINUTES", "Also open, read and compare all counters for MINUTES", .parse = set_soak },
	{ "once", '1', NULL, "Do not repeat checks that fail", .flag = &options.once },
	{ "buffer", 'b', "MIB", "Move MIB MiB of memory in each load; the default is four times the cache, and at least 64",
	  .parse = set_buffer },
	{ 0 }
};

static bool wanted(const struct check_kind *kind)
{
	size_t i;

	if (kind->on_request)
		return (kind == &check_offline && options.offline) || (kind == &check_in_tree && options.in_tree) ||
		       (kind == &check_soak && options.soak > 0) || (kind == &check_device && options.device);
	for (i = 0; i < options.names.num; i++)
		if (!strcmp(options.names.all[i], kind->name))
			return true;
	return !options.names.num;
}

static void print_outcome(const struct check *check, const char *name, const char *verdict,
			  struct json_object *outcome)
{
	size_t i, num = json_object_array_length(check->problems);

	if (options.json) {
		print_json_line(json_object_get(outcome), stdout);
		return;
	}
	if (!num)
		printf("%-4s  %-9s  %s\n", verdict, name, *check->reason ? check->reason : check->summary);
	for (i = 0; i < num && i < MOST_LINES; i++)
		printf("%-4s  %-9s  %s\n", i ? "" : verdict, i ? "" : name,
		       json_object_get_string(json_object_array_get_idx(check->problems, i)));
	if (num > MOST_LINES)
		printf("%-4s  %-9s  and %zu more problems: --json prints them all\n", "", "", num - MOST_LINES);
}

/* What a problem is about: its text up to the die. The numbers behind that are never the same. */
static size_t subject(const char *text)
{
	const char *die = strstr(text, "of die ");

	return die ? (size_t)(die - text) + strlen("of die ") + strspn(die + strlen("of die "), "0123456789") : 0;
}

/* Problems that were there before, too; NULL if there are none. */
static struct json_object *common_problems(struct json_object *now, struct json_object *before)
{
	struct json_object *common = json_object_new_array();
	size_t i, j;

	for (i = 0; i < json_object_array_length(now); i++) {
		struct json_object *problem = json_object_array_get_idx(now, i);
		const char *text = json_object_get_string(problem);

		for (j = 0; j < json_object_array_length(before); j++) {
			const char *old = json_object_get_string(json_object_array_get_idx(before, j));

			if (subject(old) != subject(text) || strncmp(old, text, subject(text)))
				continue;
			json_object_array_add(common, json_object_get(problem));
			break;
		}
	}
	if (json_object_array_length(common))
		return common;
	json_object_put(common);
	return NULL;
}

/*
 * What is wrong stays wrong, and is looked at for longer each time: a machine that was busy at the wrong moment does not look like
 * a broken one. Problems count that were found three times in a row; but if each time there are others, something is wrong as well.
 */
static void run_often(struct check *check, const struct check_kind *kind)
{
	struct json_object *before = NULL, *common;
	unsigned int attempt, found = 1;

	check->effort = 1;
	for (attempt = 1; ; attempt++) {
		*check->summary = *check->reason = '\0';
		check->problems = json_object_new_array();
		check->numbers = json_object_new_object();
		kind->run(check);
		common = before && check_failed(check) ? common_problems(check->problems, before) : NULL;
		found = common ? found + 1 : 1;
		if (common) {
			json_object_put(check->problems);
			check->problems = common;
		}
		json_object_put(before);
		/* What a soak finds need not come again. */
		if (!check_failed(check) || options.once || kind == &check_soak || found == TIMES || attempt == MOST_ATTEMPTS)
			return;
		before = check->problems;
		json_object_put(check->numbers);
		check->effort = check->effort < MOST_EFFORT ? EFFORT * check->effort : MOST_EFFORT;
	}
}

/* Returns the outcome. */
static struct json_object *run_check(struct check *check, const struct check_kind *kind)
{
	struct json_object *outcome = json_begin();
	uint64_t waited = nanoseconds_waited();
	const char *verdict;

	run_often(check, kind);
	check_number(check, (double)(nanoseconds_waited() - waited) / 1e9, "seconds waited");
	verdict = check_failed(check) ? "fail" : *check->reason ? "no" : "pass";
	json_set_time(outcome, "time", time_of_day());
	json_set_text(outcome, "check", kind->name);
	json_set_text(outcome, "verdict", verdict);
	json_set_text(outcome, "text", *check->reason ? check->reason : check->summary);
	json_object_object_add(outcome, "problems", check->problems);
	json_object_object_add(outcome, "numbers", check->numbers);
	print_outcome(check, kind->name, verdict, outcome);
	return outcome;
}

static int list_as_json(void)
{
	struct json_object *object = json_begin(), *list = json_object_new_array();
	size_t i;

	for (i = 0; i < NUM_CHECKS; i++) {
		struct json_object *row = json_object_new_object();

		json_set_text(row, "check", checks[i]->name);
		json_set_text(row, "meaning", checks[i]->what);
		json_object_array_add(list, row);
	}
	json_object_object_add(object, "checks", list);
	print_json_line(object, stdout);
	return STATUS_OK;
}

static int list_checks(void)
{
	size_t i;

	if (options.json)
		return list_as_json();
	for (i = 0; i < NUM_CHECKS; i++)
		printf("%-9s  %s\n", checks[i]->name, checks[i]->what);
	return STATUS_OK;
}

/* An event that opens, or the reason why none will. */
static int try_one(const struct check *check)
{
	struct counters counters = { .num = 0 };
	struct event event = { .pmus = check->machine.pmus, .num_pmus = 1, .config = { 0xff } };
	char error[512];
	int status;

	snprintf(event.text, sizeof(event.text), "%s", check->machine.pmus->name);
	status = counters_open(&counters, &check->machine, &event, 1, false, error, sizeof(error));
	counters_close(&counters);
	return status == STATUS_NO_PERMISSION ? (int)fail(status, "%s", error) : STATUS_OK;
}

/* Two checks would disturb each other. Only root could lock this folder for something else. The lock ends with the program. */
static int lock_machine(void)
{
	int fd = open(sysfs_path("kernel/debug"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 || !flock(fd, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK)
		return STATUS_OK;
	return (int)fail(STATUS_FAILED, "another `uncore check' runs on this machine; wait for its end");
}

int command_check(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore check", .usage = "[NAME...]", .doc = doc, .options = option_list, .word = add_name,
	};
	struct check check = { .num_rates = 0 };
	struct json_object *outcomes;
	size_t i, failed = 0, impossible = 0, done = 0;
	int status;

	parse_arguments(&line, argc, argv);
	if (options.list)
		return list_checks();
	status = machine_find(&check.machine);
	if (!status) {
		machine_report_away(&check.machine);
		status = lock_machine();
	}
	if (!status)
		status = try_one(&check);
	/* The checks can take hours. */
	if (!status && options.report && !output_try(options.report))
		status = STATUS_FAILED;
	if (status) {
		machine_release(&check.machine);
		return status;
	}
	check.module = options.module;
	check.device = options.device;
	check.soak = options.soak;
	check.cache = last_level_cache();
	check.buffer = options.buffer * MEBIBYTE;
	if (!check.buffer)
		check.buffer = 4 * check.cache > 64 * MEBIBYTE ? 4 * check.cache : 64 * MEBIBYTE;
	noticed_begin(&check);
	outcomes = json_object_new_array();
	for (i = 0; i < NUM_CHECKS; i++) {
		struct json_object *outcome;

		if (!wanted(checks[i]))
			continue;
		outcome = run_check(&check, checks[i]);
		json_object_array_add(outcomes, outcome);
		done++;
		if (check_failed(&check))
			failed++;
		else if (*check.reason)
			impossible++;
		/* A check can take minutes. Stop if its result cannot be printed. */
		if (!output_flush() && !options.report)
			break;
	}
	if (!options.json)
		printf("%zu passed, %zu failed, %zu not possible here\n", done - failed - impossible, failed,
		       impossible);
	status = failed ? STATUS_FAILED : STATUS_OK;
	if (options.report && check_report(&check, options.report, outcomes))
		status = STATUS_FAILED;
	json_object_put(outcomes);
	free(check.rates);
	machine_release(&check.machine);
	return status;
}
