// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of processors without discovery tables: units and filters.
 */
#include <linux/device.h>
#include <linux/slab.h>

#include "count/engine.h"
#include "fake_unit.h"
#include "find/places.h"
#include "processors/processor.h"

/* The descriptions refer to their events, which no test uses. */
#define PMON_EVENTS(name, ...)	const struct pmon_event_set pmon_##name##_events;
#include "processors/list.h"

static const struct pmon_places *
find_box(const struct pmon_processor *from, const char *name)
{
	unsigned int i;

	for (i = 0; i < from->num_places; i++) {
		if (!strcmp(from->places[i].type->name, name))
			return &from->places[i];
	}
	return NULL;
}

/* A machine with a die whose units are found. */
struct found {
	struct pmon_machine machine;
	struct pmon_die_desc die;
	struct pmon_placement placement;
};

static const struct pmon_placement *on_die(struct found *found, int die)
{
	if (!found->placement.machine)
		INIT_LIST_HEAD(&found->machine.units);
	found->die.die = die;
	found->machine.processor = &pmon_snbep;
	found->placement.machine = &found->machine;
	found->placement.die = &found->die;
	return &found->placement;
}

static void free_units(struct found *found)
{
	struct pmon_unit_desc *desc, *next;

	list_for_each_entry_safe(desc, next, &found->machine.units, list) {
		list_del(&desc->list);
		kfree(desc);
	}
}

/* All units of a type, whether they exist or not. */
static int add_listed(const struct pmon_placement *placement, const struct pmon_places *places)
{
	struct pmon_places listed = *places;

	listed.presence = PMON_LISTED;
	return pmon_find_places(placement, &listed, NULL);
}

/* A unit of a type that has no place. */
static struct pmon_unit_desc *add_unit(struct found *found, int die,
				       const struct pmon_box_type *type, unsigned int id)
{
	struct pmon_places place = {
		.type = type, .access = PMON_ACCESS_MSR, .runs = { { 0x100, 0x10, 1 } },
	};
	const struct pmon_placement *placement = on_die(found, die);
	struct pmon_unit_desc *desc;

	if (pmon_find_places(placement, &place, NULL))
		return NULL;
	desc = list_last_entry(&found->machine.units, struct pmon_unit_desc, list);
	desc->unit.id = id;
	return desc;
}

struct machine_case {
	const char *name;
	const struct pmon_processor *machine;
	unsigned int listed;	/* in MSR space */
};

static const struct machine_case machine_cases[] = {
	{ "Sandy Bridge-EP", &pmon_snbep, 10 },
	{ "Ivy Bridge-EP", &pmon_ivbep, 17 },
};

static void case_name(const struct machine_case *from, char *name)
{
	strscpy(name, from->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(machine, machine_cases, case_name);

static void msr_units_test(struct kunit *test)
{
	const struct machine_case *expected = test->param_value;
	struct found found = {};
	struct pmon_unit_desc *desc;
	unsigned int i, listed = 0;
	int error = 0;

	for (i = 0; i < expected->machine->num_places; i++) {
		const struct pmon_places *places = &expected->machine->places[i];

		if (places->access == PMON_ACCESS_MSR)
			error = error ?: add_listed(on_die(&found, 3), places);
	}
	list_for_each_entry(desc, &found.machine.units, list) {
		bool cbo = !strcmp(desc->type->name, "cbox");

		listed++;
		KUNIT_EXPECT_EQ(test, desc->die, 3);
		KUNIT_EXPECT_EQ(test, desc->index, -1);
		KUNIT_EXPECT_EQ(test, (int)desc->verdict, PMON_OK);
		if (cbo)
			KUNIT_EXPECT_EQ(test, desc->unit.control,
					0xd04ULL + 0x20 * desc->unit.id);
	}
	KUNIT_EXPECT_EQ(test, error, 0);
	KUNIT_EXPECT_EQ(test, listed, expected->listed);
	free_units(&found);
}

/* Runs with a jump, and one that goes down; numbers and positions go on from run to run. */
static void runs_test(struct kunit *test)
{
	static const struct pmon_box_type type = { .name = "cha" };
	static const struct pmon_places places = {
		.type = &type, .access = PMON_ACCESS_MSR,
		.runs = { { 0xe00, 0xe, 18 }, { 0xf0a, 0xe, 16 }, { 0xb60, 0xe, 6 },
			  { 0xe00, -0x10, 2 } },
	};
	static const struct { unsigned int id; u64 control; u8 place; } expected[] = {
		{ 0, 0xe00, 0 }, { 17, 0xeee, 17 }, { 18, 0xf0a, 0 }, { 33, 0xfdc, 15 },
		{ 34, 0xb60, 0 }, { 39, 0xba6, 5 }, { 40, 0xe00, 0 }, { 41, 0xdf0, 1 },
	};
	const struct pmon_unit_desc *desc;
	struct found found = {};
	unsigned int i, num = 0;

	KUNIT_EXPECT_EQ(test, 0, pmon_find_places(on_die(&found, 0), &places, NULL));
	list_for_each_entry(desc, &found.machine.units, list) {
		KUNIT_EXPECT_EQ(test, desc->unit.id, num++);
		for (i = 0; i < ARRAY_SIZE(expected); i++) {
			if (expected[i].id != desc->unit.id)
				continue;
			KUNIT_EXPECT_EQ(test, desc->unit.control, expected[i].control);
			KUNIT_EXPECT_EQ(test, desc->place, expected[i].place);
		}
	}
	KUNIT_EXPECT_EQ(test, num, 42U);
	free_units(&found);
}

struct beside_case {
	const char *name;
	s8 beside;
	u64 ids;
};

/* The good ones of die 0 have the numbers 1, 5 and 6, and the ids 11, 15 and 16. */
static const struct beside_case beside_cases[] = {
	{ "one beside each, with its id", 0, BIT_ULL(11) | BIT_ULL(15) | BIT_ULL(16) },
	{ "one beside each", 1, BIT_ULL(1) | BIT_ULL(5) | BIT_ULL(6) },
	{ "two beside each", 2, GENMASK_ULL(3, 2) | GENMASK_ULL(13, 10) },
	{ "one beside two", -2, BIT_ULL(0) | GENMASK_ULL(3, 2) },
	{ "one beside three", -3, BIT_ULL(0) | BIT_ULL(1) | BIT_ULL(2) },
};

static void beside_name(const struct beside_case *from, char *name)
{
	strscpy(name, from->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(beside, beside_cases, beside_name);

/* Units beside those of another type: only beside good ones of the die. */
static void beside_test(struct kunit *test)
{
	static const struct pmon_box_type ha = { .name = "ha", .number = 3 };
	static const struct pmon_box_type imc = { .name = "imc" };
	static const struct { int die; unsigned int number; int verdict; } beside[] = {
		{ 0, 1, PMON_OK }, { 1, 0, PMON_OK }, { 0, 2, PMON_ABSENT }, { 0, 5, PMON_OK },
		{ 0, 6, PMON_OK },
	};
	const struct beside_case *expected = test->param_value;
	const struct pmon_places imcs = {
		.type = &imc, .access = PMON_ACCESS_MSR, .with = &ha, .beside = expected->beside,
		.runs = { { 0x100, 2, 20 } },
	};
	struct pmon_unit_desc *desc;
	struct found found = {};
	unsigned int i;
	u64 ids = 0;

	for (i = 0; i < ARRAY_SIZE(beside); i++) {
		desc = add_unit(&found, beside[i].die, &ha, beside[i].number + 10);
		KUNIT_ASSERT_NOT_NULL(test, desc);
		desc->number = beside[i].number;
		desc->verdict = beside[i].verdict;
	}
	KUNIT_EXPECT_EQ(test, 0, pmon_find_places(on_die(&found, 0), &imcs, NULL));
	list_for_each_entry(desc, &found.machine.units, list) {
		if (desc->type != &imc)
			continue;
		KUNIT_EXPECT_EQ(test, (int)desc->verdict, (int)PMON_OK);
		KUNIT_EXPECT_EQ(test, desc->unit.type, 3);
		KUNIT_EXPECT_EQ(test, desc->unit.control,
				0x100 + 2ULL * (desc->unit.id - (expected->beside ? 0 : 10)));
		ids |= BIT_ULL(desc->unit.id);
	}
	KUNIT_EXPECT_EQ(test, ids, expected->ids);
	free_units(&found);
}

/* If a die has a unit twice, the second one is not used. */
static void duplicate_test(struct kunit *test)
{
	static const struct pmon_box_type type = { .name = "imc" };
	static const struct pmon_places first = {
		.type = &type, .access = PMON_ACCESS_MSR, .runs = { { 0x100, 0x10, 1 } },
	};
	static const struct pmon_places both = {
		.type = &type, .access = PMON_ACCESS_MSR, .runs = { { 0x100, 0x10, 2 } },
	};
	static const struct { const struct pmon_places *places; int die; } adds[] = {
		{ &first, 0 }, { &first, 1 }, { &both, 0 }, { &first, 0 },
	};
	static const int verdicts[] = {
		PMON_OK, PMON_OK, PMON_BAD_DUPLICATE, PMON_OK, PMON_BAD_DUPLICATE,
	};
	const struct pmon_unit_desc *desc;
	struct found found = {};
	unsigned int i, unit = 0;

	for (i = 0; i < ARRAY_SIZE(adds); i++)
		KUNIT_EXPECT_EQ(test, 0, pmon_find_places(on_die(&found, adds[i].die),
							  adds[i].places, NULL));
	list_for_each_entry(desc, &found.machine.units, list) {
		KUNIT_ASSERT_LT(test, unit, ARRAY_SIZE(verdicts));
		KUNIT_EXPECT_EQ_MSG(test, (int)desc->verdict, verdicts[unit], "unit %u", unit);
		unit++;
	}
	KUNIT_EXPECT_EQ(test, unit, ARRAY_SIZE(verdicts));
	free_units(&found);
}

/* Registers below the unit control, and not evenly spaced. */
static void registers_test(struct kunit *test)
{
	const struct pmon_places *box = find_box(&pmon_ivbep, "irp");
	static const int counters[] = { 0xa0, 0xb0, 0xb8, 0xc0 };
	struct fake_die *fake_die = test->priv;
	struct pmon_unit_desc *desc;
	struct found found = {};
	struct pmon_unit *unit;
	int i;

	desc = add_unit(&found, 0, box->type, 0);
	KUNIT_ASSERT_NOT_NULL(test, desc);
	desc->unit.access = box->access;
	desc->unit.control = 0xf4;
	unit = pmon_unit_create(fake_die->dies[0], box->type, desc);
	free_units(&found);
	KUNIT_ASSERT_FALSE(test, IS_ERR(unit));
	for (i = 0; i < 4; i++) {
		KUNIT_EXPECT_EQ(test, unit->counters[i].control, 0xd8 + 4 * i - 0xf4);
		KUNIT_EXPECT_EQ(test, unit->counters[i].offset, counters[i] - 0xf4);
		KUNIT_EXPECT_EQ(test, unit->counters[i].clear, 0ULL);
	}
}

struct filter_case {
	const char *name;
	const struct pmon_processor *machine;
	const char *box;
	u64 words[PMON_CONFIG_WORDS];
	int num;
	struct pmon_claim claims[2];
};

#define TID_EN		BIT_ULL(19)

static const struct filter_case filter_cases[] = {
	{ "no filter", &pmon_snbep, "cbox", { 0x135 & 0xff }, 0 },
	{ "opcode", &pmon_snbep, "cbox", { 0x135, 0x182ULL << 23 }, 1,
	  { { 0, GENMASK_ULL(31, 23), 0x182ULL << 23 } } },
	{ "opcode 0 is a claim", &pmon_snbep, "cbox", { 0x136 }, 1,
	  { { 0, GENMASK_ULL(31, 23), 0 } } },
	{ "opcode of an event by node", &pmon_snbep, "cbox",
	  { 0x4435, 0x182ULL << 23 }, -EINVAL },
	{ "opcode, node and thread", &pmon_snbep, "cbox",
	  { 0x4135 | TID_EN, 0x182ULL << 23 | 2 << 10 | 6 }, 1,
	  { { 0, GENMASK_ULL(31, 23) | GENMASK_ULL(17, 10) | GENMASK_ULL(4, 0),
	      0x182ULL << 23 | 2 << 10 | 6 } } },
	{ "thread without its enable bit", &pmon_snbep, "cbox", { 0x135, 6 },
	  -EINVAL },
	{ "state", &pmon_snbep, "cbox", { 0x334, 8 << 18 }, 1,
	  { { 0, GENMASK_ULL(22, 18), 8 << 18 } } },
	{ "victims by node", &pmon_snbep, "cbox", { 0x4037, 1 << 10 }, 1,
	  { { 0, GENMASK_ULL(17, 10), 1 << 10 } } },
	{ "two registers", &pmon_ivbep, "cbox",
	  { 0x4334 | TID_EN, 3ULL << 32 | 0x3f << 17 | 5 }, 2,
	  { { 0, GENMASK_ULL(22, 17) | GENMASK_ULL(4, 0), 0x3f << 17 | 5 },
	    { 1, GENMASK_ULL(15, 0), 3 } } },
	{ "second register", &pmon_ivbep, "cbox",
	  { 0x135, 0x182ULL << 52 | BIT_ULL(63) }, 1,
	  { { 1, GENMASK_ULL(31, 20), 0x182ULL << 20 | BIT_ULL(31) } } },
	{ "link", &pmon_ivbep, "cbox", { 0x1031, 2 << 5 }, 1,
	  { { 0, GENMASK_ULL(8, 5), 2 << 5 } } },
	{ "link of another sub-event", &pmon_ivbep, "cbox", { 0x0131, 2 << 5 },
	  -EINVAL },
	{ "link where there is none", &pmon_snbep, "cbox", { 0x1031, 2 << 5 },
	  -EINVAL },
	{ "packet", &pmon_snbep, "qpi", { 0x200038, 0x1c00, 0x1f80 }, 2,
	  { { 0, 0xf8003fff8ULL | GENMASK_ULL(51, 48), 0x1c00 },
	    { 1, 0xf8003fff8ULL | GENMASK_ULL(51, 48), 0x1f80 } } },
	{ "reserved bit of a packet", &pmon_snbep, "qpi", { 0x200038, 0x1c01 },
	  -EINVAL },
	{ "mask without the event", &pmon_snbep, "qpi", { 0, 0, 0x1f80 }, -EINVAL },
	{ "address", &pmon_snbep, "ha", { 0x0120, 0x12345ULL << 6 }, 1,
	  { { 0, GENMASK_ULL(45, 6), 0x12345ULL << 6 } } },
	{ "address and opcode", &pmon_snbep, "ha",
	  { 0x0320, 0x12345ULL << 6 | 5ULL << 46 }, 2,
	  { { 0, GENMASK_ULL(45, 6), 0x12345ULL << 6 }, { 1, 0x3f, 5 } } },
	{ "opcode where only the address counts", &pmon_snbep, "ha",
	  { 0x0120, 5ULL << 46 }, -EINVAL },
	{ "address without a umask", &pmon_ivbep, "ha", { 0x0020, 0x12345ULL << 6 },
	  -EINVAL },
	{ "opcode on AD", &pmon_ivbep, "ha", { 0x0420, 5ULL << 46 }, 1,
	  { { 1, 0x3f, 5 } } },
	{ "opcode on BL", &pmon_ivbep, "ha", { 0x0820, 5ULL << 46 }, 1,
	  { { 1, 0x3f, 5 } } },
	{ "opcode on AK", &pmon_ivbep, "ha", { 0x1020, 5ULL << 46 }, 1,
	  { { 1, 0x3f, 5 } } },
	{ "address with an opcode on AD", &pmon_ivbep, "ha",
	  { 0x0420, 0x12345ULL << 6 }, -EINVAL },
	{ "opcode on AD where there is none", &pmon_snbep, "ha",
	  { 0x0420, 5ULL << 46 }, -EINVAL },
	{ "demotions", &pmon_snbep, "pcu", { 0x1e, 20 }, 1, { { 0, 0xff, 20 } } },
	{ "demotions of core 7", &pmon_ivbep, "pcu", { 0x25, 20 }, 1,
	  { { 0, 0xff, 20 } } },
	{ "demotions of core 8", &pmon_ivbep, "pcu", { 0x40, 20 }, 1,
	  { { 0, 0xff, 20 } } },
	{ "demotions of core 14", &pmon_ivbep, "pcu", { 0x46, 20 }, 1,
	  { { 0, 0xff, 20 } } },
	{ "two registers of Haswell-EP", &pmon_hsx, "cbox",
	  { 0x4334 | TID_EN, 3ULL << 32 | 0x7f << 17 | 0x3f }, 2,
	  { { 0, GENMASK_ULL(23, 17) | GENMASK_ULL(5, 0), 0x7f << 17 | 0x3f },
	    { 1, GENMASK_ULL(15, 0), 3 } } },
	{ "retries by node", &pmon_bdx, "cbox", { 0x4029, 3ULL << 32 }, 1,
	  { { 1, GENMASK_ULL(15, 0), 3 } } },
	{ "credits by node", &pmon_bdxde, "cbox", { 0x8033, 3ULL << 32 }, 1,
	  { { 1, GENMASK_ULL(15, 0), 3 } } },
	{ "requests of devices", &pmon_hsx, "cbox", { 0x135, 0x1c8ULL << 52 | 0x3e }, 2,
	  { { 0, GENMASK_ULL(5, 0), 0x3e }, { 1, GENMASK_ULL(31, 20), 0x1c8ULL << 20 } } },
	{ "requests of a thread without its enable bit", &pmon_hsx, "cbox",
	  { 0x135, 0x1c8ULL << 52 | 0x6 }, -EINVAL },
	{ "the link of the in-tree driver", &pmon_hsx, "cbox", { 0x135, BIT_ULL(6) }, -EINVAL },
	{ "messages of a thread", &pmon_bdx, "ubox", { 0x0141, 0x25 }, 1, { { 0, 0x3f, 0x25 } } },
	{ "other messages of a thread", &pmon_hsx, "ubox", { 0x0842, 0x25 }, -EINVAL },
	{ "demotions of Haswell-EP", &pmon_hsx, "pcu", { 0x30, 20 }, -EINVAL },
	{ "code of demotions with extra select", &pmon_ivbep, "pcu",
	  { 0x20001e, 20 }, -EINVAL },
};

static void filter_name(const struct filter_case *from, char *name)
{
	strscpy(name, from->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(filter, filter_cases, filter_name);

static void filter_test(struct kunit *test)
{
	const struct filter_case *expected = test->param_value;
	const struct pmon_places *box =
		find_box(expected->machine, expected->box);
	static const u64 nothing[PMON_CONFIG_WORDS];
	struct pmon_claim claims[PMON_MAX_CLAIMS] = {};
	int i;

	KUNIT_ASSERT_NOT_NULL(test, box);
	KUNIT_ASSERT_EQ(test, expected->num,
			pmon_filter_claims(box->type->rules, expected->words,
					   nothing, claims));
	for (i = 0; i < expected->num; i++) {
		KUNIT_EXPECT_EQ(test, claims[i].resource,
				expected->claims[i].resource);
		KUNIT_EXPECT_EQ(test, claims[i].mask, expected->claims[i].mask);
		KUNIT_EXPECT_EQ(test, claims[i].value, expected->claims[i].value);
	}
}

/* The driver's own bits are no filter. */
static void ignored_bits_test(struct kunit *test)
{
	const struct pmon_places *box = find_box(&pmon_snbep, "cbox");
	const u64 words[PMON_CONFIG_WORDS] = { 0x4, BIT_ULL(63), 0x3 };
	const u64 nothing[PMON_CONFIG_WORDS] = {};
	const u64 own[PMON_CONFIG_WORDS] = { 0, BIT_ULL(63), ~0ULL };
	struct pmon_claim claims[PMON_MAX_CLAIMS];

	KUNIT_EXPECT_EQ(test, 0, pmon_filter_claims(box->type->rules, words, own,
						    claims));
	KUNIT_EXPECT_EQ(test, -EINVAL,
			pmon_filter_claims(box->type->rules, words, nothing,
					   claims));
}

/* --- is there a unit? ---------------------------------------------------------------------- */

/* Some MSRs. Those that exist keep the values of their implemented bits. */
struct probe_fake {
	struct pmon_regspace space;
	u64 control;
	u64 counter;
	u64 keeps;
	bool faults;
};

static struct probe_fake *to_probe(const struct pmon_regspace *space)
{
	return container_of(space, struct probe_fake, space);
}

static u64 probe_read(const struct pmon_regspace *space, int offset)
{
	const struct probe_fake *fake = to_probe(space);

	return fake->faults ? PMON_ALL_ONES : offset == 1 ? fake->counter : 0;
}

static int probe_write(const struct pmon_regspace *space, int offset, u64 value)
{
	struct probe_fake *fake = to_probe(space);

	if (fake->faults)
		return -EIO;
	if (offset == 0)
		fake->control = value & fake->keeps;
	else
		fake->counter = value & fake->keeps;
	return 0;
}

static void probe_test(struct kunit *test)
{
	static const struct pmon_regspace_ops ops = {
		.read64 = probe_read, .write64 = probe_write,
	};
	static const struct pmon_registers registers = {
		.num = 1, .width = 44, .control = { 0 }, .counter = { 1 },
	};
	static const struct {
		u64 keeps;
		bool faults;
		bool answers;
	} cases[] = {
		{ GENMASK_ULL(43, 0), false, true },
		{ GENMASK_ULL(47, 0), false, true },
		{ 0, false, false },		/* reads as zero, ignores writes */
		{ GENMASK_ULL(7, 0), false, false },
		{ GENMASK_ULL(43, 0), true, false },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct probe_fake fake = {
			.space.ops = &ops, .control = 0x400035, .counter = 99,
			.keeps = cases[i].keeps, .faults = cases[i].faults,
		};

		KUNIT_EXPECT_EQ_MSG(test, cases[i].answers,
				    pmon_places_answers(&fake.space, &registers),
				    "case %u", i);
		if (!cases[i].answers)
			continue;
		/* Stopped and cleared. */
		KUNIT_EXPECT_EQ(test, fake.control, 0ULL);
		KUNIT_EXPECT_EQ(test, fake.counter, 0ULL);
	}
}

static struct kunit_case static_cases[] = {
	KUNIT_CASE_PARAM(msr_units_test, machine_gen_params),
	KUNIT_CASE(runs_test),
	KUNIT_CASE_PARAM(beside_test, beside_gen_params),
	KUNIT_CASE(duplicate_test),
	KUNIT_CASE(registers_test),
	KUNIT_CASE_PARAM(filter_test, filter_gen_params),
	KUNIT_CASE(ignored_bits_test),
	KUNIT_CASE(probe_test),
	{}
};

static struct kunit_suite static_suite = {
	.name = "uncore_pmon_static",
	.init = fake_init_pci,
	.exit = fake_exit,
	.test_cases = static_cases,
};

kunit_test_suite(static_suite);
