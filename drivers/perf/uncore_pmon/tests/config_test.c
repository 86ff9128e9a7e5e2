// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the checks of event configurations.
 */
#include <kunit/test.h>

#include "choose/config.h"

/* Formats of a CHA: with separate ranges of bits, and with bits of config1. */
static const struct pmon_field cha_fields[] = {
	{ "event", 0, GENMASK_ULL(7, 0) },
	{ "umask", 0, GENMASK_ULL(15, 8) | GENMASK_ULL(63, 32) },
	{ "umask_ext", 0, GENMASK_ULL(63, 32) },
	{ "tid_en", 0, BIT_ULL(16) },
	{ "edge", 0, BIT_ULL(18) },
	{ "inv", 0, BIT_ULL(23) },
	{ "thresh", 0, GENMASK_ULL(31, 24) },
	{ "filter_tid", 1, GENMASK_ULL(9, 0) },
	{ "snapshot", 1, BIT_ULL(63) },
	{}
};

static const struct pmon_field no_fields[] = { {} };

static void cover_test(struct kunit *test)
{
	u64 cover[PMON_CONFIG_WORDS] = { ~0ULL, ~0ULL, ~0ULL };

	pmon_fields_cover(cha_fields, cover);
	KUNIT_EXPECT_EQ(test, cover[0], 0xffffffffff85ffffULL);
	KUNIT_EXPECT_EQ(test, cover[1], 0x80000000000003ffULL);
	KUNIT_EXPECT_EQ(test, cover[2], 0ULL);

	pmon_fields_cover(no_fields, cover);
	KUNIT_EXPECT_EQ(test, cover[0] | cover[1] | cover[2], 0ULL);
}

struct foreign_case {
	const char *name;
	u64 words[PMON_CONFIG_WORDS];
	bool foreign;
};

static const struct foreign_case foreign_cases[] = {
	{ "nothing set", { 0, 0, 0 }, false },
	{ "all that is allowed",
	  { 0xffffffffff85ffff, 0x80000000000003ff, 0 }, false },
	{ "reset bit", { BIT_ULL(17) | 0x36, 0, 0 }, true },
	{ "bit 19", { BIT_ULL(19), 0, 0 }, true },
	{ "freeze on overflow", { BIT_ULL(20), 0, 0 }, true },
	{ "bit 21", { BIT_ULL(21), 0, 0 }, true },
	{ "bit 22", { BIT_ULL(22), 0, 0 }, true },
	{ "config1 above the filter", { 0, BIT_ULL(10), 0 }, true },
	{ "config1 below the snapshot bit", { 0, BIT_ULL(62), 0 }, true },
	{ "config2", { 0, 0, 1 }, true },
	{ "config2, highest bit", { 0, 0, BIT_ULL(63) }, true },
};

static void foreign_name(const struct foreign_case *param, char *name)
{
	strscpy(name, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(foreign, foreign_cases, foreign_name);

static void foreign_test(struct kunit *test)
{
	const struct foreign_case *param = test->param_value;

	KUNIT_EXPECT_EQ(test, param->foreign,
			pmon_config_foreign(cha_fields, param->words));
}

/* A PMU without formats accepts only zeros. */
static void foreign_without_fields_test(struct kunit *test)
{
	u64 words[PMON_CONFIG_WORDS] = {};

	KUNIT_EXPECT_FALSE(test, pmon_config_foreign(no_fields, words));
	words[0] = 1;
	KUNIT_EXPECT_TRUE(test, pmon_config_foreign(no_fields, words));
}

struct print_case {
	struct pmon_field field;
	const char *text;
};

static const struct print_case print_cases[] = {
	{ { "event", 0, GENMASK_ULL(7, 0) }, "config:0-7" },
	{ { "edge", 0, BIT_ULL(18) }, "config:18" },
	{ { "umask", 0, GENMASK_ULL(15, 8) | GENMASK_ULL(63, 32) },
	  "config:8-15,32-63" },
	{ { "umask", 0, GENMASK_ULL(15, 8) | GENMASK_ULL(55, 32) },
	  "config:8-15,32-55" },
	{ { "snapshot", 1, BIT_ULL(63) }, "config1:63" },
	{ { "first", 1, BIT_ULL(0) }, "config1:0" },
	{ { "unit_mask", 2, ~0ULL }, "config2:0-63" },
	{ { "pieces", 0, 0x8000000000000025 }, "config:0,2,5,63" },
	{ { "two by two", 0, 0xc00000000000000b }, "config:0-1,3,62-63" },
};

static void print_name(const struct print_case *param, char *name)
{
	strscpy(name, param->text, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(print, print_cases, print_name);

static void print_test(struct kunit *test)
{
	const struct print_case *param = test->param_value;
	size_t length = strlen(param->text);
	char *buffer = kunit_kzalloc(test, 64, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, buffer);
	KUNIT_EXPECT_EQ(test, (int)length,
			pmon_field_print(&param->field, buffer, 64));
	KUNIT_EXPECT_STREQ(test, param->text, buffer);
}

/*
 * Each size that is too small causes an error, and nothing is written beyond
 * it.
 */
static void print_no_space_test(struct kunit *test)
{
	const struct print_case *param = test->param_value;
	size_t length = strlen(param->text);
	char *buffer = kunit_kzalloc(test, 64, GFP_KERNEL);
	size_t size;

	KUNIT_ASSERT_NOT_NULL(test, buffer);
	for (size = 0; size <= length; size++) {
		memset(buffer, '#', 64);
		KUNIT_EXPECT_EQ(test, -ENOSPC,
				pmon_field_print(&param->field, buffer, size));
		KUNIT_EXPECT_PTR_EQ(test, NULL,
				    memchr_inv(buffer + size, '#', 64 - size));
	}
	KUNIT_EXPECT_EQ(test, (int)length,
			pmon_field_print(&param->field, buffer, length + 1));
	KUNIT_EXPECT_STREQ(test, param->text, buffer);
}

static void print_invalid_test(struct kunit *test)
{
	const struct pmon_field no_bits = { "none", 0, 0 };
	const struct pmon_field no_word = { "none", PMON_CONFIG_WORDS, 1 };
	char buffer[64];

	KUNIT_EXPECT_EQ(test, -EINVAL,
			pmon_field_print(&no_bits, buffer, sizeof(buffer)));
	KUNIT_EXPECT_EQ(test, -EINVAL,
			pmon_field_print(&no_word, buffer, sizeof(buffer)));
}

static struct kunit_case config_cases[] = {
	KUNIT_CASE(cover_test),
	KUNIT_CASE_PARAM(foreign_test, foreign_gen_params),
	KUNIT_CASE(foreign_without_fields_test),
	KUNIT_CASE_PARAM(print_test, print_gen_params),
	KUNIT_CASE_PARAM(print_no_space_test, print_gen_params),
	KUNIT_CASE(print_invalid_test),
	{}
};

static struct kunit_suite config_suite = {
	.name = "uncore_pmon_config",
	.test_cases = config_cases,
};

kunit_test_suite(config_suite);
