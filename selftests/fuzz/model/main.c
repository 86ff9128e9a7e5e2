// SPDX-License-Identifier: GPL-2.0-only
/*
 * The random test of the driver's event handling (drivers/perf/uncore_pmon/tests/model.h) as a
 * program: it makes a million calls in seconds.
 *
 *	model [-v] SEED CALLS
 *
 * runs sequences, a seed each, until they have made so many calls of the driver; every fourth with
 * something happening at each access to a register. -v runs one and tells what it does.
 */
#include <signal.h>
#include <linux/uncore_pmon.h>
#include <sys/time.h>
#include <unistd.h>

#include "consume/read.h"
#include "tests/model_access.h"
#include "tests/model_cases.h"
#include "tests/model_truth.h"

#define STEPS	300	/* of one sequence */
#define PATIENCE 60	/* seconds of a processor for one: what takes longer hangs */

static void print(struct model *model, const char *line)
{
	(void)model;
	puts(line);
}

extern unsigned int *const parameter_poll_period_ms, *const parameter_sample_poll_us;
extern bool *const parameter_freeze_start;

/* What to replay if a sanitizer, an assertion or the alarm ends the program. */
static u64 present_seed;
static struct access_result accesses;

static void tell_seed(void)
{
	fprintf(stderr, "%s, seed %llu\n", accesses.where, present_seed);
}

static void on_signal(int number)
{
	tell_seed();
	_exit(128 + number);
}

void __sanitizer_set_death_callback(void (*callback)(void));

/* On a busy machine a minute of the clock is too little. */
static void be_patient(void)
{
	const struct itimerval limit = { .it_value.tv_sec = PATIENCE };

	setitimer(ITIMER_PROF, &limit, NULL);
}

static struct model *new_model(bool verbose)
{
	struct model *model = calloc(1, sizeof(*model));

	assert(model);
	model->options.trace = verbose;
	model->print = print;
	be_patient();
	return model;
}

/* Returns the number of calls, 0 if something was wrong. */
static u64 run(u64 seed, bool verbose)
{
	const struct model_parameters parameters = {
		parameter_poll_period_ms, parameter_sample_poll_us, parameter_freeze_start,
	};
	struct model *model = new_model(verbose);
	u64 calls = 0;
	int error;

	model->options.steps = STEPS;
	model->options.tick = seed % 4 == 0;
	model->options.dies = seed % 3 == 1;
	model->parameters = &parameters;
	error = model_run(model, seed);
	*parameters.poll_period_ms = 0;
	*parameters.sample_poll_us = 1000;
	*parameters.freeze_start = false;
	if (error || model->failed)
		printf("seed %llu: %s (%d)\n", seed, model->message, error);
	else
		calls = model->calls;
	free(model);
	return calls;
}

static bool run_case(const struct model_case *which, bool verbose)
{
	struct model *model = new_model(verbose);
	int error = model_run_case(model, which);
	bool good = !error && !model->failed;

	if (!good)
		printf("%s: %s (%d)\n", which->name, model->message, error);
	free(model);
	return good;
}

/* --- an event that was found by its number is closed by another CPU ----------------------- */

static struct model *closing;

static void close_it(void)
{
	model_close(closing, closing->events[0]);
}

/* Another CPU closes it while it is read, right behind the critical section of the read. */
static void close_within_read(u64 id)
{
	struct uncore_count count;

	meanwhile = close_it;
	if (pmon_consume_by_id(closing->core, id, &count) || count.count != 10)
		model_fail(closing, "closed while it is read: a count of %llu", count.count);
}

static void close_within_read_of_units(u64 id)
{
	struct uncore_unit_count counts[MODEL_UNITS] = {};
	unsigned int num = MODEL_UNITS;

	meanwhile = close_it;
	if (pmon_consume_units_by_id(closing->core, id, counts, &num) ||
	    num != MODEL_UNITS || counts[0].count != 10)
		model_fail(closing, "closed while its %u units are read: %llu", num,
			   counts[0].count);
}

/* And right behind the read side section: what the reader has by then is a copy. */
static void close_behind(void)
{
	meanwhile = close_it;
}

static void close_behind_read(u64 id)
{
	struct uncore_count count;

	meanwhile = close_behind;
	pmon_consume_by_id(closing->core, id, &count);
	if (count.count != 10)
		model_fail(closing, "closed behind a read: a count of %llu", count.count);
}

static void close_behind_read_of_units(u64 id)
{
	struct uncore_unit_count counts[MODEL_UNITS] = {};
	unsigned int num = MODEL_UNITS;

	meanwhile = close_behind;
	pmon_consume_units_by_id(closing->core, id, counts, &num);
	if (num != MODEL_UNITS || counts[0].count != 10)
		model_fail(closing, "closed behind a read of %u units: %llu", num,
			   counts[0].count);
}

static bool run_closed(void (*read)(u64 id))
{
	struct model *model = new_model(false);
	struct model_event *event;
	bool good;

	closing = model;
	model->options.plain = true;
	if (model_begin(model, 1))
		return false;
	event = model_new_event(model, ALL, &model->kinds[ANY], NULL);
	if (event && model_open(model, event)) {
		model_happen(model, 0, event->kind, 10);
		read(to_pmon_event(&event->perf)->id);
	}
	if (model->num_events || meanwhile)
		model_fail(model, "an event is not closed while it is read");
	model_end(model);
	good = !model->failed;
	if (!good)
		puts(model->message);
	free(model);
	return good;
}

static bool run_all_closed(void)
{
	return run_closed(close_within_read) && run_closed(close_within_read_of_units) &&
	       run_closed(close_behind_read) && run_closed(close_behind_read_of_units);
}

/* Something happens at each access of each path. */
static bool run_paths(void)
{
	const struct access_path *path;
	unsigned int num = 0;
	bool good = true;

	for (path = model_paths(); path->name; path++, num++) {
		be_patient();
		accesses.failed = false;
		if (model_run_path(path, &accesses) || accesses.failed) {
			printf("%s: %s\n", accesses.where, accesses.message);
			good = false;
		}
	}
	accesses.where[0] = '\0';
	printf("%u paths, something happens at an access in %u runs\n", num, accesses.runs);
	return good;
}

int main(int argc, char **argv)
{
	bool verbose = argc > 1 && !strcmp(argv[1], "-v");
	const struct model_case *which;
	u64 seed, calls, done = 0, more;

	if (argc != 3 + verbose) {
		fprintf(stderr, "usage: %s [-v] SEED CALLS\n", argv[0]);
		return 2;
	}
	kernel_switch_on(MODEL_DIES);
	for (which = model_cases(); which->name; which++) {
		if (!run_case(which, false) && !run_case(which, verbose))
			return 1;
	}
	seed = strtoull(argv[1 + verbose], NULL, 0);
	calls = strtoull(argv[2 + verbose], NULL, 0);
	__sanitizer_set_death_callback(tell_seed);
	signal(SIGABRT, on_signal);
	signal(SIGPROF, on_signal);
	if (!verbose && (!run_all_closed() || !run_paths()))
		return 1;
	do {
		present_seed = seed;
		more = run(seed++, verbose);
		done += more;
	} while (more && done < calls && !verbose);
	printf("%llu calls of the driver\n", done);
	return !more;
}
