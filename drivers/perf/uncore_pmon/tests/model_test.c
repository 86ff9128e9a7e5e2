// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random and fixed sequences of perf's calls, against a model that computes the true counts. See
 * model.h.
 *
 * uncore_pmon_test.model_seed is the first seed, model_calls the number of calls. A failure prints
 * its sequence and the seed.
 */
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include <kunit/test.h>

#include "model_cases.h"
#include "model_compat.h"

#define STEPS	300	/* steps of one sequence */

static ulong model_seed = 1;
module_param(model_seed, ulong, 0444);
MODULE_PARM_DESC(model_seed, "seed of the first random sequence");

static ulong model_calls = 100000;
module_param(model_calls, ulong, 0444);
MODULE_PARM_DESC(model_calls, "calls of the driver in random sequences");

static void print(struct model *model, const char *line)
{
	pr_info("    # %s\n", line);
}

static struct model *new_model(struct kunit *test, struct model_options options)
{
	struct model *model = kunit_kzalloc(test, sizeof(*model), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, model);
	model->options = options;
	model->print = print;
	return model;
}

/* Returns the number of calls, 0 on a failure. */
static u64 run(struct kunit *test, u64 seed, struct model_options options)
{
	struct model *model = new_model(test, options);
	u64 calls;

	KUNIT_ASSERT_EQ(test, 0, model_run(model, seed));
	if (model->failed && !options.trace) {
		/* Repeat it, and print each step. */
		options.trace = true;
		run(test, seed, options);
		KUNIT_FAIL(test, "model_seed=%llu: %s", seed, model->message);
	}
	calls = model->failed ? 0 : model->calls;
	kunit_kfree(test, model);
	return calls;
}

static void run_many(struct kunit *test, u64 calls, struct model_options options)
{
	u64 seed = model_seed, done = 0, more;

	do {
		more = run(test, seed++, options);
		done += more;
	} while (more && done < calls);
	kunit_info(test, "%llu calls, %llu sequences", done, seed - model_seed);
}

/* Hardware events happen between the calls: counts are exact. */
static void exact_test(struct kunit *test)
{
	run_many(test, model_calls / 4 * 3, (struct model_options){ .steps = STEPS });
}

/* Hardware events happen at each register access: counts are between bounds. */
static void busy_test(struct kunit *test)
{
	run_many(test, model_calls / 4,
		 (struct model_options){ .steps = STEPS, .tick = true });
}

static const void *next_case(PMON_KUNIT_ASKER const void *previous, char *name)
{
	const struct model_case *which = previous ? (const struct model_case *)previous + 1
						  : model_cases();

	if (!which->name)
		return NULL;
	strscpy(name, which->name, KUNIT_PARAM_DESC_SIZE);
	return which;
}

static void case_test(struct kunit *test)
{
	struct model *model = new_model(test, (struct model_options){});

	KUNIT_ASSERT_EQ(test, 0, model_run_case(model, test->param_value));
	KUNIT_EXPECT_FALSE_MSG(test, model->failed, "%s", model->message);
}

static int model_init(struct kunit *test)
{
	/* Handovers require a second CPU of the die. */
	KUNIT_ASSERT_EQ(test, topology_logical_die_id(0), 0);
	KUNIT_ASSERT_EQ(test, topology_logical_die_id(1), 0);
	return 0;
}

static struct kunit_case model_test_cases[] = {
	KUNIT_CASE_SLOW(exact_test),
	KUNIT_CASE_SLOW(busy_test),
	KUNIT_CASE_PARAM(case_test, next_case),
	{}
};

static struct kunit_suite model_suite = {
	.name = "uncore_pmon_model",
	.init = model_init,
	.test_cases = model_test_cases,
};

kunit_test_suite(model_suite);
