// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of events with alternatives: the choice, and its change while an event runs.
 */
#include "fake_unit.h"

#define NEW	(-1)
#define CASE_EVENTS	6

/*
 * The shared register of the tests: four fields of four bits, one for each alternative. An event
 * claims its value in the field of its alternative.
 */
#define FIELD(alternative, value)	((u64)(value) << 4 * (alternative))

struct choice_case {
	const char *name;
	struct {
		u8 value;
		u8 num;
		s8 counter;
		s8 alternative;
		s8 expected;	/* alternative; NEW: any one */
	} events[CASE_EVENTS];
	unsigned int num;
	int error;
	unsigned int moves;
	u32 counters;		/* of each event; 0: all of a unit with eight */
};

static const struct choice_case choice_cases[] = {
	{ "one event", { { 5, 4, NEW, NEW, 0 } }, 1 },
	{ "a running one keeps what it has", { { 5, 4, 2, 3, 3 } }, 1 },
	{ "equal values need one field",
	  { { 5, 1, NEW, NEW, 0 }, { 5, 1, NEW, NEW, 0 } }, 2 },
	{ "other values need two",
	  { { 5, 2, NEW, NEW, NEW }, { 6, 2, NEW, NEW, NEW } }, 2 },
	{ "three values, two fields",
	  { { 5, 2, NEW, NEW, NEW }, { 6, 2, NEW, NEW, NEW },
	    { 7, 2, NEW, NEW, NEW } }, 3, -EBUSY },
	{ "four values, four fields",
	  { { 5, 4, NEW, NEW, NEW }, { 6, 4, NEW, NEW, NEW },
	    { 7, 4, NEW, NEW, NEW }, { 8, 4, NEW, NEW, NEW } }, 4 },
	{ "five values, four fields",
	  { { 5, 4, 0, 0, NEW }, { 6, 4, 1, 1, NEW }, { 7, 4, 2, 2, NEW },
	    { 8, 4, 3, 3, NEW }, { 9, 4, NEW, NEW, NEW } }, 5, -EBUSY },
	{ "a new one takes what is left",
	  { { 5, 4, 0, 2, 2 }, { 6, 4, 1, 0, 0 }, { 7, 2, NEW, NEW, 1 } }, 3 },
	{ "a running one makes room",
	  { { 5, 2, 0, 0, 1 }, { 6, 1, NEW, NEW, 0 } }, 2, 0, 1 },
	{ "only the one that has to makes room",
	  { { 5, 4, 0, 0, NEW }, { 6, 4, 1, 1, 1 }, { 7, 1, NEW, NEW, 0 } },
	  3, 0, 1 },
	{ "a chain",
	  { { 5, 2, 0, 0, 1 }, { 6, 3, 1, 1, 2 }, { 7, 1, NEW, NEW, 0 } },
	  3, 0, 2 },
	/* Both can use only counter 0. */
	{ "counters are short",
	  { { 5, 4, NEW, NEW, NEW }, { 5, 4, NEW, NEW, NEW } },
	  2, -EAGAIN, 0, BIT(0) },
	{ "alternative that does not exist", { { 5, 2, 0, 2, NEW } }, 1 },
	{ "alternative far from existing", { { 5, 2, 0, 127, NEW } }, 1 },
};

static void choice_name(const struct choice_case *param, char *name)
{
	strscpy(name, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(choice, choice_cases, choice_name);

static void fill_alternatives(struct pmon_alternative *alternatives,
			      unsigned int num, u8 value)
{
	unsigned int i;

	for (i = 0; i < num; i++) {
		alternatives[i].control = 0x40 + i;
		alternatives[i].claims[0].mask = FIELD(i, 0xf);
		alternatives[i].claims[0].value = FIELD(i, value);
	}
}

static void choice_test(struct kunit *test)
{
	const struct choice_case *param = test->param_value;
	struct pmon_alternative (*alternatives)[PMON_MAX_ALTERNATIVES];
	struct pmon_request requests[CASE_EVENTS] = {};
	s8 assignment[CASE_EVENTS], choice[CASE_EVENTS];
	unsigned int i, moves = 0;
	u64 mask = 0, value = 0;

	alternatives = kunit_kcalloc(test, CASE_EVENTS, sizeof(*alternatives),
				     GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, alternatives);
	for (i = 0; i < param->num; i++) {
		fill_alternatives(alternatives[i], param->events[i].num,
				  param->events[i].value);
		requests[i].counters = param->counters ?: 0xff;
		requests[i].current_counter = param->events[i].counter;
		requests[i].current_alternative = param->events[i].alternative;
		requests[i].alternatives = alternatives[i];
		requests[i].num_alternatives = param->events[i].num;
	}
	KUNIT_ASSERT_EQ(test, param->error,
			pmon_schedule(requests, param->num, assignment, choice));
	if (param->error)
		return;

	for (i = 0; i < param->num; i++) {
		const struct pmon_claim *claim;

		KUNIT_ASSERT_GE(test, choice[i], 0);
		KUNIT_ASSERT_LT(test, choice[i], (s8)param->events[i].num);
		claim = &alternatives[i][choice[i]].claims[0];
		KUNIT_EXPECT_EQ(test, (value ^ claim->value) & mask & claim->mask,
				0ULL);
		mask |= claim->mask;
		value |= claim->value;
		if (param->events[i].expected != NEW)
			KUNIT_EXPECT_EQ_MSG(test, param->events[i].expected,
					    choice[i], "event %u", i);
		moves += param->events[i].counter != NEW &&
			 param->events[i].alternative < param->events[i].num &&
			 (assignment[i] != param->events[i].counter ||
			  choice[i] != param->events[i].alternative);
	}
	KUNIT_EXPECT_EQ(test, param->moves, moves);
}

/* An event that changes its alternative can also change its counter at no cost. */
static void one_move_for_both_test(struct kunit *test)
{
	struct pmon_alternative alternatives[2][2] = {};
	struct pmon_request requests[] = {
		{ .counters = 3, .current_counter = 0, .num_alternatives = 1,
		  .current_alternative = 0, .alternatives = alternatives[0] },
		{ .counters = 3, .current_counter = 1, .num_alternatives = 2,
		  .current_alternative = 0, .alternatives = alternatives[1] },
		{ .counters = 6, .current_counter = NEW, .num_alternatives = 0,
		  .current_alternative = NEW },
		{ .counters = 6, .current_counter = 2, .num_alternatives = 0,
		  .current_alternative = NEW },
	};
	static const struct pmon_claim claims[PMON_MAX_CLAIMS] = { { 0, 1, 1 } };
	s8 assignment[4], choice[4];

	/* The first moves for the third, unless the second changes its alternative anyway. */
	requests[0].counters = 1;
	requests[1].counters = 0xb;
	alternatives[1][0].claims[0].mask = 1;
	requests[2].claims = claims;
	KUNIT_ASSERT_EQ(test, 0, pmon_schedule(requests, 4, assignment, choice));
	KUNIT_EXPECT_EQ(test, 0, assignment[0]);
	KUNIT_EXPECT_EQ(test, 3, assignment[1]);
	KUNIT_EXPECT_EQ(test, 1, assignment[2]);
	KUNIT_EXPECT_EQ(test, 2, assignment[3]);
	KUNIT_EXPECT_EQ(test, 1, choice[1]);
	KUNIT_EXPECT_EQ(test, NEW, choice[2]);
}

/* Claims of all alternatives count as well. Alternatives of one event may differ. */
static void own_claims_test(struct kunit *test)
{
	static const struct pmon_claim claims[PMON_MAX_CLAIMS] = {
		{ 0, 0xf0, 0x30 },
	};
	struct pmon_alternative alternatives[2] = {};
	struct pmon_request request = {
		.counters = ANY, .current_counter = NEW,
		.current_alternative = NEW, .num_alternatives = 2,
		.claims = claims, .alternatives = alternatives,
	};
	s8 assignment[1], choice[1] = { 99 };

	alternatives[0].claims[0] = (struct pmon_claim){ 0, 0x10, 0 };
	alternatives[1].claims[0] = (struct pmon_claim){ 0, 0x1, 1 };
	KUNIT_ASSERT_EQ(test, 0, pmon_schedule(&request, 1, assignment, choice));
	KUNIT_EXPECT_EQ(test, 1, choice[0]);

	alternatives[1].claims[2] = (struct pmon_claim){ 0, 0x3, 2 };
	choice[0] = 99;
	KUNIT_EXPECT_EQ(test, -EBUSY,
			pmon_schedule(&request, 1, assignment, choice));
	KUNIT_EXPECT_EQ(test, 99, choice[0]);
}

static void too_many_test(struct kunit *test)
{
	struct pmon_alternative alternatives[PMON_MAX_ALTERNATIVES] = {};
	struct pmon_request requests[PMON_MAX_CHOOSERS + 1] = {};
	s8 assignment[PMON_MAX_CHOOSERS + 1], choice[PMON_MAX_CHOOSERS + 1];
	unsigned int i;

	for (i = 0; i <= PMON_MAX_CHOOSERS; i++) {
		requests[i].counters = ~0U;
		requests[i].current_counter = NEW;
		requests[i].alternatives = alternatives;
		requests[i].num_alternatives = PMON_MAX_ALTERNATIVES;
	}
	KUNIT_EXPECT_EQ(test, 0, pmon_schedule(requests, PMON_MAX_CHOOSERS,
					       assignment, choice));
	KUNIT_EXPECT_EQ(test, -EINVAL,
			pmon_schedule(requests, PMON_MAX_CHOOSERS + 1,
				      assignment, choice));
	requests[0].num_alternatives++;
	KUNIT_EXPECT_EQ(test, -EINVAL, pmon_schedule(requests, 1, assignment,
						     choice));
}

/* An event of the fake unit; its fields are in the first shared register. */
static struct pmon_perf_event *choosing_event(struct kunit *test, u8 value,
					      unsigned int num)
{
	struct pmon_perf_event *event = event_on(test, 0, ANY);

	fill_alternatives(event->alternatives, num, value);
	event->num_alternatives = num;
	return event;
}

static void program_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = choosing_event(test, 5, 2);

	fake_run(test, event);
	KUNIT_EXPECT_EQ(test, fake->filter[0], FIELD(0, 5));
	KUNIT_EXPECT_EQ(test, fake->control[event->slots[0].assigned.counter], 0x40ULL);
	fake_count(fake, event->slots[0].assigned.counter, 77);
	fake_stop(event);
	fake_commit(fake);
	KUNIT_EXPECT_EQ(test, fake_event_count(event), 77ULL);
}

/* A running event changes its field without losing or doubling counts. */
static void change_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *first = choosing_event(test, 5, 2);
	struct pmon_perf_event *second = choosing_event(test, 6, 1);
	struct pmon_slot *slot = &first->slots[0];
	int counter;

	fake_run(test, first);
	counter = slot->assigned.counter;
	fake_count(fake, counter, 100);
	fake_forget(fake);
	fake->tick = 3;
	fake_run(test, second);
	fake->tick = 0;

	/* It stays on its counter. The first and the last write freeze and unfreeze the unit. */
	KUNIT_EXPECT_EQ(test, slot->assigned.counter, counter);
	KUNIT_EXPECT_EQ(test, slot->assigned.alternative, 1);
	KUNIT_EXPECT_EQ(test, fake->control[counter], 0x41ULL);
	KUNIT_EXPECT_EQ(test, fake->control[second->slots[0].assigned.counter], 0x40ULL);
	KUNIT_EXPECT_EQ(test, fake->filter[0], FIELD(1, 5) | FIELD(0, 6));
	KUNIT_EXPECT_EQ(test, fake->log[0].offset, 0);
	KUNIT_EXPECT_EQ(test, fake->log[0].value, (u64)FAKE_FREEZE);
	KUNIT_EXPECT_FALSE(test, fake->frozen);

	fake_count(fake, counter, 20);
	fake_update(first);
	KUNIT_EXPECT_EQ(test, fake_event_count(first), fake->counted[counter]);
	KUNIT_EXPECT_GE(test, fake_event_count(first), 120ULL);
}

/* An event that is removed and added without a commit in between never stops. */
static void put_back_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *first = choosing_event(test, 5, 2);
	struct pmon_perf_event *second = choosing_event(test, 6, 1);
	int counter;

	/* It runs with its second alternative. */
	fake_run(test, second);
	fake_run(test, first);
	fake_stop(second);
	fake_remove(second);
	fake_commit(fake);
	KUNIT_ASSERT_EQ(test, first->slots[0].assigned.alternative, 1);
	counter = first->slots[0].assigned.counter;

	fake_forget(fake);
	fake_stop(first);
	fake_remove(first);
	fake_run(test, first);
	KUNIT_EXPECT_EQ(test, first->slots[0].assigned.alternative, 1);
	KUNIT_EXPECT_EQ(test, first->slots[0].assigned.counter, counter);
	KUNIT_EXPECT_EQ(test, fake->writes, 0U);

	/* With another alternative, it must be started. */
	fake_stop(first);
	fake_remove(first);
	KUNIT_ASSERT_EQ(test, 0, fake_add(second));
	first->num_alternatives = 0;
	first->control = 0x50;
	fake_run(test, first);
	KUNIT_EXPECT_EQ(test, fake->control[first->slots[0].assigned.counter], 0x50ULL);
}

/* The scheduler is asked again for another event in the memory of one that was closed. */
static void same_memory_test(struct kunit *test)
{
	struct fake_unit *fake = fake_of(test);
	struct pmon_perf_event *event = choosing_event(test, 5, 1);

	KUNIT_ASSERT_EQ(test, 0, fake_add(event));
	fake_remove(event);
	fake_commit(fake);
	/* Its only alternative contradicts itself. */
	event->alternatives[0].claims[1] = event->alternatives[0].claims[0];
	event->alternatives[0].claims[1].value ^= event->alternatives[0].claims[1].mask;
	KUNIT_EXPECT_EQ(test, -EBUSY, fake_add(event));
	event->alternatives[0].claims[1] = event->alternatives[0].claims[0];
	KUNIT_EXPECT_EQ(test, 0, fake_add(event));
	fake_remove(event);
}

static struct kunit_case alternative_cases[] = {
	KUNIT_CASE_PARAM(choice_test, choice_gen_params),
	KUNIT_CASE(one_move_for_both_test),
	KUNIT_CASE(own_claims_test),
	KUNIT_CASE(too_many_test),
	KUNIT_CASE(program_test),
	KUNIT_CASE(change_test),
	KUNIT_CASE(put_back_test),
	KUNIT_CASE(same_memory_test),
	{}
};

static struct kunit_suite alternative_suite = {
	.name = "uncore_pmon_alternative",
	.init = fake_init_msr,
	.exit = fake_exit,
	.test_cases = alternative_cases,
};

kunit_test_suite(alternative_suite);
