// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore check - does this machine count right?
 *
 * All that is changed is made by perf events, which end with the program however it ends, and one parameter of the
 * module, which somebody else sees to (check_start.c).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "uncore.h"

#define MEBIBYTE	((size_t)1 << 20)
#define MAX_NAMES	32

/*
 * What is wrong stays wrong. A check that fails is done again, and looks longer: so that a machine that was busy at the
 * wrong moment does not look like a broken one.
 */
#define EFFORT		3
#define MOST_EFFORT	9

static const struct {
	const char *name;
	const char *what;
	void (*run)(struct check *check);
	bool asked;	/* only if it is asked for */
} checks[] = {
	{ "table", "the driver has taken all units that the firmware lists", check_table, false },
	{ "units", "there are as many as registers, PCI, cores and memory modules tell", check_units, false },
	{ "clocks", "the clock of each unit runs, as fast as those of its like", check_clocks, false },
	{ "counters", "each counter of a unit counts the same as the others", check_counters, false },
	{ "sums", "an event on all units is the sum of events on each", check_sums, false },
	{ "snapshot", "a group is read in one instant", check_snapshot, false },
	{ "multiplex", "events that take turns count as those that need not", check_multiplex, false },
	{ "fixed", "fixed and free-running counters agree with others", check_fixed, false },
	{ "memory", "bytes that are moved are seen by channels, mesh and links, on their die", check_memory, false },
	{ "channels", "each memory channel has its part", check_channels, false },
	{ "slices", "each slice of the cache has its part", check_slices, false },
	{ "links", "a link and its mesh stop see the same", check_links, false },
	{ "windows", "each unit ends windows, and its counters wrap right", check_windows, false },
	{ "freeze", "a freeze reaches every unit, and ends", check_freeze, false },
	{ "start", "counters that start without a freeze count as those with one", check_start, false },
	{ "offline", "counts go on when the CPU that they are made on goes offline (only with --offline)", check_offline, true },
	{ "in-tree", "intel_uncore counts the same (only with --in-tree)", check_in_tree, true },
};

#define NUM_CHECKS (sizeof(checks) / sizeof(*checks))

static struct {
	bool json, list, once;
	bool offline, in_tree;
	const char *report, *module;
	const char *names[MAX_NAMES];
	size_t num_names;
	size_t buffer;
} options;

enum { OFFLINE = 256, IN_TREE };

static const char doc[] =
	"Finds out whether the counters of this machine count right: a line for each check, pass, fail, or no and why it "
	"cannot be done here. With NAMEs only these."
	"\vIt changes nothing that it does not put back. It wants root, and a machine that does little else.";

static const struct argp_option option_list[] = {
	{ "json", 'j', NULL, 0, "Print a JSON object for each check", 0 },
	{ "report", 'r', "FILE", 0, "Write all that a maintainer needs into FILE", 0 },
	{ "list", 'l', NULL, 0, "List the checks", 0 },
	{ "offline", OFFLINE, NULL, 0, "Also take the CPU of each die that counts offline, and online again", 0 },
	{ "in-tree", IN_TREE, "FILE", OPTION_ARG_OPTIONAL, "Also unload uncore_pmon and compare it with intel_uncore; load it "
	  "again from FILE, or with modprobe", 0 },
	{ "once", '1', NULL, 0, "Do not look again at what fails", 0 },
	{ "buffer", 'b', "MIB", 0, "Move so much memory in each load; the default is four times the cache, and at "
	  "least 64", 0 },
	{ 0 }
};

static bool known_check(const char *name)
{
	size_t i;

	for (i = 0; i < NUM_CHECKS; i++)
		if (!strcmp(checks[i].name, name))
			return true;
	return false;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	char *end;

	switch (key) {
	case 'j':
		options.json = true;
		return 0;
	case 'l':
		options.list = true;
		return 0;
	case '1':
		options.once = true;
		return 0;
	case OFFLINE:
		options.offline = true;
		return 0;
	case IN_TREE:
		options.in_tree = true;
		options.module = argument;
		return 0;
	case 'r':
		options.report = argument;
		return 0;
	case 'b':
		options.buffer = strtoul(argument, &end, 10);
		if (!options.buffer || *end || options.buffer > 1 << 20)
			argp_error(state, "-b %s: not a number of MiB from 1 to 1048576", argument);
		return 0;
	case ARGP_KEY_ARG:
		if (!known_check(argument))
			argp_error(state, "there is no check %s; --list tells them", argument);
		if (!strcmp(argument, "offline") || !strcmp(argument, "in-tree"))
			argp_error(state, "%s changes more than counters: say --%s", argument, argument);
		add_argument(options.names, &options.num_names, MAX_NAMES, "checks", argument, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static bool wanted(size_t which)
{
	const char *name = checks[which].name;
	size_t i;

	if (checks[which].asked)
		return checks[which].run == check_offline ? options.offline : options.in_tree;
	for (i = 0; i < options.num_names; i++)
		if (!strcmp(options.names[i], name))
			return true;
	return !options.num_names;
}

static void print_outcome(const struct check *check, const char *name, const char *verdict,
			  struct json_object *outcome)
{
	size_t i, num = json_object_array_length(check->problems);

	if (options.json) {
		puts(json_object_to_json_string_ext(outcome, JSON_C_TO_STRING_NOSLASHESCAPE));
		fflush(stdout);
		return;
	}
	if (!num)
		printf("%-4s  %-9s  %s\n", verdict, name, *check->reason ? check->reason : check->summary);
	for (i = 0; i < num; i++)
		printf("%-4s  %-9s  %s\n", i ? "" : verdict, i ? "" : name,
		       json_object_get_string(json_object_array_get_idx(check->problems, i)));
	fflush(stdout);
}

/* What a problem is about: its text up to the die. The numbers behind that are never the same. */
static size_t subject(const char *text)
{
	const char *die = strstr(text, "of die ");

	return die ? (size_t)(die - text) + strlen("of die ") + strspn(die + strlen("of die "), "0123456789") : 0;
}

/* Only what was wrong before, too: a unit that was read late this time was not the last time. */
static void keep_common(struct check *check, struct json_object *before)
{
	struct json_object *common = json_object_new_array();
	size_t i, j;

	for (i = 0; i < json_object_array_length(check->problems); i++) {
		struct json_object *problem = json_object_array_get_idx(check->problems, i);
		const char *text = json_object_get_string(problem);

		for (j = 0; j < json_object_array_length(before); j++) {
			const char *old = json_object_get_string(json_object_array_get_idx(before, j));

			if (subject(old) != subject(text) || strncmp(old, text, subject(text)))
				continue;
			json_object_array_add(common, json_object_get(problem));
			break;
		}
	}
	json_object_put(check->problems);
	check->problems = common;
}

/* Returns the outcome. */
static struct json_object *run_check(struct check *check, size_t which)
{
	struct json_object *outcome = json_object_new_object(), *before = NULL;
	const char *verdict;

	for (check->effort = 1; ; check->effort *= EFFORT) {
		*check->summary = *check->reason = '\0';
		check->problems = json_object_new_array();
		check->numbers = json_object_new_object();
		checks[which].run(check);
		if (before)
			keep_common(check, before);
		json_object_put(before);
		before = NULL;
		if (!check_failed(check) || options.once || check->effort == MOST_EFFORT)
			break;
		before = check->problems;
		json_object_put(check->numbers);
		free(check->rates);
		check->rates = NULL;
		check->num_rates = 0;
	}
	verdict = check_failed(check) ? "fail" : *check->reason ? "no" : "pass";
	json_set_text(outcome, "check", checks[which].name);
	json_set_text(outcome, "verdict", verdict);
	json_set_text(outcome, "text", *check->reason ? check->reason : check->summary);
	json_object_object_add(outcome, "problems", check->problems);
	json_object_object_add(outcome, "numbers", check->numbers);
	print_outcome(check, checks[which].name, verdict, outcome);
	return outcome;
}

/* The last-level cache, as Linux tells it: "16384K". */
static size_t cache_size(void)
{
	char text[32], *end;
	unsigned long size;

	if (!read_file(sysfs_path("devices/system/cpu/cpu0/cache/index3/size"), text, sizeof(text)))
		return 0;
	size = strtoul(text, &end, 10);
	return *end == 'M' ? size * MEBIBYTE : *end == 'K' ? size * 1024 : size;
}

static int list_checks(void)
{
	size_t i;

	for (i = 0; i < NUM_CHECKS; i++)
		printf("%-9s  %s\n", checks[i].name, checks[i].what);
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

int command_check(int argc, char **argv)
{
	static const struct argp argp = {
		.options = option_list, .parser = parse_option, .args_doc = "[NAME...]", .doc = doc,
	};
	struct check check = { .num_rates = 0 };
	struct json_object *outcomes;
	size_t i, failed = 0, impossible = 0, done = 0;
	int status;

	parse_arguments(&argp, argc, argv, "uncore check", NULL);
	if (options.list)
		return list_checks();
	status = machine_find(&check.machine);
	if (!status)
		status = try_one(&check);
	if (status)
		return status;
	check.module = options.module;
	check.cache = cache_size();
	check.buffer = options.buffer * MEBIBYTE;
	if (!check.buffer)
		check.buffer = 4 * check.cache > 64 * MEBIBYTE ? 4 * check.cache : 64 * MEBIBYTE;
	outcomes = json_object_new_array();
	for (i = 0; i < NUM_CHECKS; i++) {
		struct json_object *outcome;

		if (!wanted(i))
			continue;
		outcome = run_check(&check, i);
		json_object_array_add(outcomes, outcome);
		done++;
		if (check_failed(&check))
			failed++;
		else if (*check.reason)
			impossible++;
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
