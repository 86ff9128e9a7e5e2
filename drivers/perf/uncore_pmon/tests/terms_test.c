// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of events given as text by other modules.
 */
#include <kunit/test.h>
#include <linux/bits.h>

#include "consume/terms.h"

static const struct pmon_field fields[] = {
	{ "event", 0, GENMASK_ULL(7, 0) },
	{ "umask", 0, GENMASK_ULL(15, 8) | GENMASK_ULL(55, 32) },
	{ "edge", 0, BIT_ULL(18) },
	{ "inv", 0, BIT_ULL(23) },
	{ "filter", 1, GENMASK_ULL(9, 0) },
	{ "unit_mask", 2, ~0ULL },
	{}
};

static const char strings[] = "\0inserts\0drd\0mesh\0edge";

static const struct pmon_event_alias aliases[] = {
	{ .config_low = 0x80, .event = 13 },
	{ .config_low = 0x135, .config_high = 0xc8, .event = 1, .subevent = 9 },
	{ .config_low = 0x99, .event = 1 },
	{ .config_low = 0x77, .event = 18 },
};

static const struct pmon_event_extra extras[] = {
	{ .config1 = 3, .config2 = 1, .alias = 2 },
};

static const struct pmon_event_pool pool = {
	.strings = strings, .aliases = aliases, .extras = extras, .num_extras = ARRAY_SIZE(extras),
};

static const u16 mesh_numbers[] = { 0 }, numbers[] = { 1, 2, 3 };

static const struct pmon_event_list mesh = { mesh_numbers, ARRAY_SIZE(mesh_numbers) };

static const struct pmon_event_table table = {
	.pool = &pool, .fields = fields,
	.lists[PMON_EVENT_TYPE] = { numbers, ARRAY_SIZE(numbers) },
	.mesh = &mesh, .mesh_config = BIT_ULL(18), .mesh_level = PMON_EVENT_TYPE,
};

static const struct terms_case {
	const char *text;
	int error;
	u64 words[PMON_CONFIG_WORDS];
} terms_cases[] = {
	{ "event=0x35", 0, { 0x35 } },
	{ "event=53", 0, { 0x35 } },
	{ "event=010", 0, { 10 } },
	{ "event=09", 0, { 9 } },
	{ "event=0x", -EINVAL },
	{ "event=0x35,umask=0x1", 0, { 0x135 } },
	{ "event=0x35,umask=0xc801", 0, { 0x000000c800000135 } },
	{ "umask=0xffffffff", 0, { 0x00ffffff0000ff00 } },
	{ "umask=0x100000000", -EINVAL },
	{ "event=0x100", -EINVAL },
	{ "event=1,inv", 0, { 0x800001 } },
	{ "event=1,inv=2", -EINVAL },
	{ "event=1,inv=0", 0, { 1 } },
	{ "event=1,filter=0x3ff,unit_mask=0x8000000000000000", 0,
	  { 1, 0x3ff, BIT_ULL(63) } },
	{ "config=0x12345678,config1=1,config2=2", 0, { 0x12345678, 1, 2 } },
	{ "config=0x100,event=1", 0, { 0x101 } },
	{ "config3=0x10", 0, { 0, 0, 0, 0x10 } },
	{ "inserts.drd", 0, { 0x000000c800000135 } },
	{ "inserts.drd,unit_mask=3", 0, { 0x000000c800000135, 0, 3 } },
	{ "inserts", 0, { 0x99, 3, 1 } },
	{ "mesh", 0, { 0x40080 } },
	/* A name takes precedence over a format, but not with a value. */
	{ "edge", 0, { 0x77 } },
	{ "edge=1", 0, { 0x40000 } },
	{ "inserts=1", -ENOENT },
	{ "INSERTS", -ENOENT },
	{ "insert", -ENOENT },
	{ "inserts.", -ENOENT },
	{ "config4=1", -ENOENT },
	{ "", -EINVAL },
	{ "event=1,", -EINVAL },
	{ "=1", -EINVAL },
	{ "event=", -EINVAL },
	{ "event=x", -EINVAL },
	{ "event=-1", -EINVAL },
	{ "event=0x10000000000000000", -EINVAL },
	{ "/event=1/", -EINVAL },
	{ "/inserts/", -ENOENT },
};

static void terms_test(struct kunit *test)
{
	u64 words[PMON_CONFIG_WORDS];
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(terms_cases); i++) {
		const struct terms_case *term = &terms_cases[i];

		KUNIT_EXPECT_EQ_MSG(test, term->error,
				    pmon_terms_parse(fields, &table, PMON_EVENT_TYPE,
						     term->text, words),
				    "%s", term->text);
		for (j = 0; !term->error && j < PMON_CONFIG_WORDS; j++)
			KUNIT_EXPECT_EQ_MSG(test, term->words[j], words[j],
					    "%s: word %u", term->text, j);
	}
	/* A name of the other level, and a PMU without event names. */
	KUNIT_EXPECT_EQ(test, -ENOENT, pmon_terms_parse(fields, &table, PMON_EVENT_UNIT,
							"inserts", words));
	KUNIT_EXPECT_EQ(test, -ENOENT, pmon_terms_parse(fields, NULL, PMON_EVENT_TYPE,
							"inserts", words));
}

static struct kunit_case terms_test_cases[] = {
	KUNIT_CASE(terms_test),
	{}
};

static struct kunit_suite terms_suite = {
	.name = "uncore_pmon_terms",
	.test_cases = terms_test_cases,
};

kunit_test_suite(terms_suite);
