// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the requirements of Nehalem-EX and Westmere-EX events: values of
 * registers, by MSR number, and alternatives.
 */
#include <kunit/test.h>

#include "processors/processor.h"

#define MAX_WRITES	6

/* A part of a register that an event sets. */
struct write {
	u32 msr;
	u64 mask;
	u64 value;
};

struct needs_case {
	const char *name;
	const struct pmon_processor *machine;
	const char *box;
	u8 unit;
	u64 config, config1, config2;
	int error;
	struct write common[MAX_WRITES];
	struct {
		u64 control;
		struct write writes[PMON_MAX_ALTERNATIVE_CLAIMS];
	} alternatives[PMON_MAX_ALTERNATIVES];
};

#define NHM(name)	.machine = &pmon_nhmex, .box = name
#define WSM(name)	.machine = &pmon_wsmex, .box = name

#define WORD		GENMASK_ULL(31, 0)
#define ALL		(~0ULL)
#define R_MATCH_BITS	0xf000fffffffffULL
#define INC(select)	((u64)(select) << 9)
#define FLAG(select)	(BIT_ULL(7) | (u64)(select) << 19)
#define B(counter, event) ((counter) << 6 | (event) << 1)
#define R(event)	((u64)(event) << 1)
#define NHM_SHARED	(GENMASK_ULL(10, 0) | BIT_ULL(23))
#define WSM_SHARED	(GENMASK_ULL(11, 0) | BIT_ULL(24))
#define FILTER(match, mask) \
	(BIT_ULL(63) | (u64)(mask) << 34 | (match))

static const struct needs_case needs_cases[] = {
	{ "bbox: counter 0 event 3 matches", NHM("bbox"), 0, B(0, 3), 0x12, 0xff,
	  .common = { { 0xe45, ALL, 0x12 }, { 0xe46, ALL, 0xff } } },
	{ "bbox: unit 1 counter 1 event 6", NHM("bbox"), 1, B(1, 6), 0x12, 0xff,
	  .common = { { 0xe4d, ALL, 0x12 }, { 0xe4e, ALL, 0xff } } },
	{ "bbox: counter 2 event 4", NHM("bbox"), 0, B(2, 4), 0, 0,
	  .common = { { 0xe45, ALL, 0 }, { 0xe46, ALL, 0 } } },
	{ "bbox: counter 0 event 4 does not", NHM("bbox"), 0, B(0, 4), 1, 0,
	  -EINVAL },
	{ "bbox: counter 3 event 4 does not", NHM("bbox"), 0, B(3, 4), 0, 1,
	  -EINVAL },

	{ "sbox: event 0", NHM("sbox"), 0, 0, 0x12, 0x34,
	  .common = { { 0xe49, ALL, 0x12 }, { 0xe4a, ALL, 0x34 },
		      { 0xe48, BIT_ULL(63), BIT_ULL(63) } } },
	{ "sbox: event 0 of unit 1, umask", WSM("sbox"), 1, 0x300, 1, 2,
	  .common = { { 0xe59, ALL, 1 }, { 0xe5a, ALL, 2 },
		      { 0xe58, BIT_ULL(63), BIT_ULL(63) } } },
	{ "sbox: another event", NHM("sbox"), 0, 1, 0, 1, -EINVAL },

	{ "mbox: dsp", NHM("mbox"), 0, INC(0), 0x77, 0,
	  .common = { { 0xca5, WORD, 0x77 } } },
	{ "mbox: dsp by flag, unit 1", NHM("mbox"), 1, FLAG(0), 0x77, 0,
	  .common = { { 0xce5, WORD, 0x77 } } },
	{ "mbox: inc_sel is not looked at by flag", NHM("mbox"), 0,
	  FLAG(6) | INC(9), 0x77, 0, .common = { { 0xca7, WORD, 0x77 } } },
	{ "mbox: iss", NHM("mbox"), 0, INC(9), 0x77, 0,
	  .common = { { 0xca6, WORD, 0x77 } } },
	{ "mbox: iss by flag", NHM("mbox"), 0, FLAG(1), 0x77, 0,
	  .common = { { 0xca6, WORD, 0x77 } } },
	{ "mbox: thr 4", NHM("mbox"), 0, INC(4), 0x77, 0,
	  .common = { { 0xca8, WORD, 0x77 } } },
	{ "mbox: thr 5", NHM("mbox"), 0, INC(5), 0x77, 0,
	  .common = { { 0xca8, WORD, 0x77 } } },
	{ "mbox: pgt", NHM("mbox"), 0, INC(0x16), 0x77, 0,
	  .common = { { 0xca9, WORD, 0x77 } } },
	{ "mbox: pgt by flag", NHM("mbox"), 0, FLAG(5), 0x77, 0,
	  .common = { { 0xca9, WORD, 0x77 } } },
	{ "mbox: no register", NHM("mbox"), 0, INC(2) },
	{ "mbox: no register, a value", NHM("mbox"), 0, INC(2), 1, 0, -EINVAL },
	{ "mbox: upper half without pld", NHM("mbox"), 0, INC(9), BIT_ULL(32), 0,
	  -EINVAL },
	{ "mbox: pld", NHM("mbox"), 0, INC(0xb), 0x11ULL << 32, 0,
	  .common = { { 0xcaa, WORD, 0x11 }, { 0xe54, BIT_ULL(63), 0 } } },
	{ "mbox: pld takes nothing from the lower half", NHM("mbox"), 0,
	  INC(0xb), 1, 0, -EINVAL },
	{ "mbox: iss and pld, address", NHM("mbox"), 1, INC(0xa),
	  0x11ULL << 32 | 0x22, FILTER(0x12345, 0x7ffffff),
	  .common = { { 0xce6, WORD, 0x22 }, { 0xcea, WORD, 0x11 },
		      { 0xe5d, GENMASK_ULL(33, 0), 0x12345 },
		      { 0xe5e, GENMASK_ULL(26, 0), 0x7ffffff },
		      { 0xe5c, BIT_ULL(63), BIT_ULL(63) } } },
	{ "mbox: an address that is not enabled", NHM("mbox"), 0, INC(0xb), 0, 1,
	  -EINVAL },
	{ "mbox: an address for another event", NHM("mbox"), 0, INC(9), 0,
	  FILTER(0, 0), -EINVAL },

	{ "mbox: bbox_cmds_write", NHM("mbox"), 0, INC(0xd), 0x2820, 0,
	  .common = { { 0xcab, NHM_SHARED, 0x20 } },
	  .alternatives = {
		{ INC(0xd), { { 0xcab, 7 << 11, 5 << 11 } } },
		{ INC(0xe), { { 0xcab, 7 << 14, 5 << 14 } } },
		{ INC(0xf), { { 0xcab, 7 << 17, 5 << 17 } } },
		{ INC(0x10), { { 0xcab, 7 << 20, 5 << 20 } } },
	  } },
	{ "mbox: the last of the four, unit 1", NHM("mbox"), 1, INC(0x10) | 0xc,
	  BIT_ULL(23) | 3 << 20 | 1, 0,
	  .common = { { 0xceb, NHM_SHARED, BIT_ULL(23) | 1 } },
	  .alternatives = {
		{ INC(0x10) | 0xc, { { 0xceb, 7 << 20, 3 << 20 } } },
		{ INC(0xd) | 0xc, { { 0xceb, 7 << 11, 3 << 11 } } },
		{ INC(0xe) | 0xc, { { 0xceb, 7 << 14, 3 << 14 } } },
		{ INC(0xf) | 0xc, { { 0xceb, 7 << 17, 3 << 17 } } },
	  } },
	{ "mbox: field of another of the four", NHM("mbox"), 0, INC(0xd),
	  1 << 14, 0, -EINVAL },
	{ "mbox: not if by flag", NHM("mbox"), 0, INC(0xd) | BIT_ULL(7), 1 << 11,
	  0, .common = { { 0xca5, WORD, 1 << 11 } } },
	{ "westmere mbox: bbox_cmds_write", WSM("mbox"), 0, INC(0xd), 0x5040, 0,
	  .common = { { 0xcab, WSM_SHARED, 0x40 } },
	  .alternatives = {
		{ INC(0xd), { { 0xcab, 7 << 12, 5 << 12 } } },
		{ INC(0xe), { { 0xcab, 7 << 15, 5 << 15 } } },
		{ INC(0xf), { { 0xcab, 7 << 18, 5 << 18 } } },
		{ INC(0x10), { { 0xcab, 7 << 21, 5 << 21 } } },
	  } },
	/*
	 * Bit 23 is shared on Nehalem-EX, but belongs to the last field on
	 * Westmere-EX.
	 */
	{ "westmere mbox: bit 23", WSM("mbox"), 0, INC(0x10),
	  BIT_ULL(23) | BIT_ULL(24), 0,
	  .common = { { 0xcab, WSM_SHARED, BIT_ULL(24) } },
	  .alternatives = {
		{ INC(0x10), { { 0xcab, 7 << 21, 4 << 21 } } },
		{ INC(0xd), { { 0xcab, 7 << 12, 4 << 12 } } },
		{ INC(0xe), { { 0xcab, 7 << 15, 4 << 15 } } },
		{ INC(0xf), { { 0xcab, 7 << 18, 4 << 18 } } },
	  } },
	{ "westmere mbox: bit 23 is not shared", WSM("mbox"), 0, INC(0xd),
	  BIT_ULL(23), 0, -EINVAL },

	{ "rbox: iperf of port 0", NHM("rbox"), 0, R(0), 0x80000000, 0,
	  .alternatives = { { R(0), { { 0xe04, WORD, 0x80000000 } } },
			    { R(1), { { 0xe24, WORD, 0x80000000 } } } } },
	{ "rbox: iperf of port 7", NHM("rbox"), 1, R(19), 0xc4, 0,
	  .alternatives = { { R(19), { { 0xe2b, WORD, 0xc4 } } },
			    { R(18), { { 0xe0b, WORD, 0xc4 } } } } },
	{ "rbox: qlx of port 3", NHM("rbox"), 0, R(20), 0x5a, 0,
	  .alternatives = { { R(20), { { 0xe0f, 0xff, 0x5a } } },
			    { R(21), { { 0xe0f, 0xff00, 0x5a00 } } } } },
	{ "rbox: qlx of port 5, upper byte", NHM("rbox"), 1, R(9), 0x5a00, 0,
	  .alternatives = { { R(9), { { 0xe2d, 0xff00, 0x5a00 } } },
			    { R(8), { { 0xe2d, 0xff, 0x5a } } } } },
	{ "rbox: match of port 2", NHM("rbox"), 0, R(16) | 0x80000001ULL << 32,
	  0x12, 0x34,
	  .alternatives = {
		{ R(16), { { 0xe69, R_MATCH_BITS, 0x12 }, { 0xe6a, ALL, 0x34 },
			   { 0xe68, WORD, 0x80000001 } } },
		{ R(17), { { 0xe79, R_MATCH_BITS, 0x12 }, { 0xe7a, ALL, 0x34 },
			   { 0xe78, WORD, 0x80000001 } } },
	  } },
	{ "rbox: match of port 4", NHM("rbox"), 1, R(5) | 1ULL << 32, 0x12, 0x34,
	  .alternatives = {
		{ R(5), { { 0xe91, R_MATCH_BITS, 0x12 }, { 0xe92, ALL, 0x34 },
			  { 0xe90, WORD, 1 } } },
		{ R(4), { { 0xe81, R_MATCH_BITS, 0x12 }, { 0xe82, ALL, 0x34 },
			  { 0xe80, WORD, 1 } } },
	  } },
	{ "rbox: all of match but what is reserved", NHM("rbox"), 0, R(4),
	  R_MATCH_BITS, ALL,
	  .alternatives = {
		{ R(4), { { 0xe61, R_MATCH_BITS, R_MATCH_BITS }, { 0xe62, ALL, ALL },
			  { 0xe60, WORD, 0 } } },
		{ R(5), { { 0xe71, R_MATCH_BITS, R_MATCH_BITS }, { 0xe72, ALL, ALL },
			  { 0xe70, WORD, 0 } } },
	  } },
	{ "rbox: bit 36 of match", NHM("rbox"), 0, R(4), BIT_ULL(36), 0, -EINVAL },
	{ "rbox: bit 47 of match", NHM("rbox"), 0, R(4), BIT_ULL(47), 0, -EINVAL },
	{ "rbox: bit 52 of match", NHM("rbox"), 1, R(4), BIT_ULL(52), 0, -EINVAL },
	{ "rbox: bit 63 of match", NHM("rbox"), 1, R(11), BIT_ULL(63), 0, -EINVAL },
	{ "rbox: two bytes for qlx", NHM("rbox"), 0, R(2), 0x101, 0, -EINVAL },
	{ "rbox: match of another event", NHM("rbox"), 0, R(0), 0, 1, -EINVAL },
	{ "rbox: mm_cfg of another event", NHM("rbox"), 0, R(0) | 1ULL << 32, 0, 0,
	  -EINVAL },
};

static void needs_name(const struct needs_case *param, char *name)
{
	strscpy(name, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(needs, needs_cases, needs_name);

static const struct pmon_places *
find_box(const struct pmon_processor *machine, const char *name)
{
	unsigned int i;

	for (i = 0; i < machine->num_places; i++)
		if (!strcmp(machine->places[i].type->name, name))
			return &machine->places[i];
	return NULL;
}

/* Unit control, or 0 if there is no such unit. */
static u32 control_of(const struct pmon_places *box, unsigned int unit)
{
	unsigned int i;

	for (i = 0; i < PMON_MAX_RUNS; unit -= box->runs[i++].num) {
		if (unit < box->runs[i].num)
			return box->runs[i].first + box->runs[i].stride * (int)unit;
	}
	return 0;
}

static u32 msr_of(const struct pmon_places *box, unsigned int unit,
		  unsigned int resource)
{
	const struct pmon_resource *r = &box->type->resources[resource];

	return control_of(box, unit) + r->offset + r->stride * (int)unit;
}

/* The order matters, because some registers must be written last. */
static void expect_writes(struct kunit *test, const struct needs_case *param,
			  const struct pmon_places *box,
			  const struct pmon_claim *claims,
			  const struct write *writes, unsigned int num)
{
	unsigned int i;

	for (i = 0; i < num; i++) {
		KUNIT_EXPECT_EQ(test, claims[i].mask, writes[i].mask);
		KUNIT_EXPECT_EQ(test, claims[i].value, writes[i].value);
		if (!writes[i].mask)
			continue;
		KUNIT_EXPECT_EQ(test, msr_of(box, param->unit,
					     claims[i].resource),
				writes[i].msr);
		/* The register must have all bits. */
		KUNIT_EXPECT_EQ(test, writes[i].mask &
				~box->type->resources[claims[i].resource].mask,
				0ULL);
	}
}

/* Like event.c, without a PMU. */
static int find_needs(const struct pmon_box_type *type, const u64 words[PMON_CONFIG_WORDS],
		      struct pmon_claim *claims,
		      struct pmon_alternative *alternatives, unsigned int *num)
{
	u64 used[PMON_CONFIG_WORDS] = {};
	int result;

	*num = pmon_choice_alternatives(type->choices, words, alternatives,
					used);
	if (words[0] >> 32 & ~(used[0] >> 32))
		return -EINVAL;
	result = pmon_filter_claims(type->rules, words, used, claims);
	return min(result, 0);
}

static void needs_test(struct kunit *test)
{
	const struct needs_case *param = test->param_value;
	const struct pmon_places *box = find_box(param->machine, param->box);
	const u64 words[PMON_CONFIG_WORDS] = {
		param->config, param->config1, param->config2,
	};
	struct pmon_alternative alternatives[PMON_MAX_ALTERNATIVES] = {};
	struct pmon_claim claims[PMON_MAX_CLAIMS] = {};
	unsigned int num, i;

	KUNIT_ASSERT_NOT_NULL(test, box);
	KUNIT_ASSERT_EQ(test, param->error,
			find_needs(box->type, words, claims, alternatives, &num));
	if (param->error)
		return;

	expect_writes(test, param, box, claims, param->common, MAX_WRITES);
	for (i = 0; i < PMON_MAX_ALTERNATIVES; i++) {
		KUNIT_EXPECT_EQ(test, i < num,
				param->alternatives[i].writes[0].mask != 0);
		if (i < num)
			KUNIT_EXPECT_EQ(test, param->alternatives[i].control,
					alternatives[i].control &
					box->type->control);
		expect_writes(test, param, box, alternatives[i].claims,
			      param->alternatives[i].writes,
			      PMON_MAX_ALTERNATIVE_CLAIMS);
	}
}

struct place_case {
	const char *box;
	u8 num;
	u8 counters;
	u16 globals[10];
	u32 off;
	u32 on;
};

static const struct place_case place_cases[] = {
	{ "ubox", 1, 1, { 0xc00 }, 0x10000000, 0x10000001 },
	{ "wbox", 1, 4, { 0xc80 }, 0, 0x8000000f },
	{ "bbox", 2, 4, { 0xc20, 0xc60 }, 0, 0xf },
	{ "cbox", 10, 6, { 0xd00, 0xd80, 0xd40, 0xdc0, 0xd20, 0xda0, 0xd60, 0xde0,
			   0xf40, 0xfc0 }, 0, 0x3f },
	{ "mbox", 2, 6, { 0xca0, 0xce0 }, 0, 0x3f },
	{ "rbox", 2, 8, { 0xe00, 0xe20 }, 0, 0xff },
	{ "sbox", 2, 4, { 0xc40, 0xcc0 }, 0, 0xf },
};

/* Addresses of boxes and counters, and enable bits. */
static void places_test(struct kunit *test)
{
	const struct pmon_processor *machines[] = { &pmon_nhmex, &pmon_wsmex };
	unsigned int i, j, m;

	for (m = 0; m < ARRAY_SIZE(machines); m++) {
		KUNIT_EXPECT_EQ(test, machines[m]->num_places,
				(unsigned int)ARRAY_SIZE(place_cases));
		for (i = 0; i < ARRAY_SIZE(place_cases); i++) {
			const struct place_case *place = &place_cases[i];
			const struct pmon_places *box =
				find_box(machines[m], place->box);
			const struct pmon_registers *registers;

			KUNIT_ASSERT_NOT_NULL(test, box);
			registers = box->type->registers;
			KUNIT_EXPECT_EQ(test, control_of(box, place->num), 0U);
			KUNIT_EXPECT_EQ(test, box->type->max_id, place->num - 1);
			KUNIT_EXPECT_EQ(test, registers->num, place->counters);
			KUNIT_EXPECT_EQ(test, registers->width, 48);
			for (j = 0; j < place->num; j++)
				KUNIT_EXPECT_EQ(test, control_of(box, j),
						(u32)place->globals[j]);
			for (j = 0; j < place->counters; j++) {
				KUNIT_EXPECT_EQ(test, registers->control[j],
						(int)(0x10 + 2 * j));
				KUNIT_EXPECT_EQ(test, registers->counter[j],
						(int)(0x11 + 2 * j));
			}
			KUNIT_EXPECT_TRUE(test, box->type->layout->has_control);
			KUNIT_EXPECT_EQ(test, box->type->layout->freeze,
					place->off);
			KUNIT_EXPECT_EQ(test, box->type->layout->unfreeze,
					place->on);
			KUNIT_EXPECT_EQ(test, box->type->layout->reset,
					place->off);
		}
	}
}

/* Each event with a gate must write the protected registers before the gate. */
static void gates_test(struct kunit *test)
{
	unsigned int i, r, gated = 0;

	for (i = 0; i < pmon_nhmex.num_places; i++) {
		const struct pmon_resource *resources =
			pmon_nhmex.places[i].type->resources;

		for (r = 0; resources && resources[r].mask; r++) {
			KUNIT_EXPECT_LT(test, r, (unsigned int)PMON_MAX_RESOURCES);
			if (!resources[r].gated)
				continue;
			gated++;
			KUNIT_EXPECT_GT(test, resources[r].gate, r);
			KUNIT_EXPECT_FALSE(test,
					   resources[resources[r].gate].gated);
			/* MM_CFG, then MATCH, then MASK. */
			KUNIT_EXPECT_EQ(test, resources[r].stride,
					resources[resources[r].gate].stride);
			KUNIT_EXPECT_GT(test, resources[r].offset,
					resources[resources[r].gate].offset);
		}
	}
	/* S and M have two each, R has two sets for each of four ports. */
	KUNIT_EXPECT_EQ(test, gated, 2U + 2 + 4 * 2 * 2);
}

static struct kunit_case nhmex_cases[] = {
	KUNIT_CASE_PARAM(needs_test, needs_gen_params),
	KUNIT_CASE(places_test),
	KUNIT_CASE(gates_test),
	{}
};

static struct kunit_suite nhmex_suite = {
	.name = "uncore_pmon_nhmex",
	.test_cases = nhmex_cases,
};

kunit_test_suite(nhmex_suite);
