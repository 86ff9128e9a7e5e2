// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the discovery table parser.
 */
#include <kunit/test.h>

#include "find/table.h"
#include "processors/emr.h"

#define ONES		(~0ULL)

/* Unit types in memory with controls of 32 bits. */
#define DWORD_TYPES	(BIT_ULL(EMR_IMC) | BIT_ULL(EMR_HBM))

/*
 * The entries use the bits of Tables 1-13 and 1-14, not the parser's
 * definitions.
 */
#define GLOBAL0(access, max_blocks, stride, type)			\
	((u64)(access) << 62 | (u64)(max_blocks) << 16 |		\
	 (u64)(stride) << 8 | (type))
#define GLOBAL2(status_bits, status_offset)				\
	((u64)(status_bits) << 8 | (status_offset))
#define UNIT0(access, status, counter, width, control, num)		\
	((u64)(access) << 62 | (u64)(status) << 32 |			\
	 (u64)(counter) << 24 | (u64)(width) << 16 |			\
	 (u64)(control) << 8 | (num))
#define UNIT2(position, id, type)					\
	((u64)(position) << 32 | (u64)(id) << 16 | (type))

#define MSR	0
#define MMIO	1
#define PCI	2

/* Bus 0x7e, and device, function and register. */
#define PCI_ADDRESS(device, function, reg)				\
	(0x7eULL << 20 | (device) << 15 | (function) << 12 | (reg))

#define GOOD_GLOBAL0	GLOBAL0(MSR, 4, 3, 2)
#define GOOD_GLOBAL2	GLOBAL2(128, 2)

/* The global entry for tests of units. */
static const struct pmon_table_global good_global = {
	.type = 2,
	.stride = 3,
	.max_entries = 4,
	.access = PMON_ACCESS_MSR,
	.control = 0x2ff0,
	.status_offset = 2,
	.status_bits = 128,
};

static void global_decode_test(struct kunit *test)
{
	const u64 words[] = {
		GLOBAL0(PCI, 0x2a5, 0x9c, 0x7b), 0x123456789abcdef0,
		GLOBAL2(0xfedc, 0xba) | 0xffffffffff000000,
	};
	struct pmon_table_global global;

	KUNIT_ASSERT_EQ(test, PMON_OK,
			pmon_table_parse_global(words, 3, &global));
	KUNIT_EXPECT_EQ(test, global.type, 0x7b);
	KUNIT_EXPECT_EQ(test, global.stride, 0x9c);
	KUNIT_EXPECT_EQ(test, global.max_entries, 0x2a5);
	KUNIT_EXPECT_EQ(test, global.access, PMON_ACCESS_PCI);
	KUNIT_EXPECT_EQ(test, global.control, 0x123456789abcdef0ULL);
	KUNIT_EXPECT_EQ(test, global.status_offset, 0xba);
	KUNIT_EXPECT_EQ(test, global.status_bits, 0xfedc);
}

struct global_case {
	const char *name;
	u64 words[3];
	size_t num_words;
	enum pmon_verdict verdict;
};

static const struct global_case global_cases[] = {
	{ "good", { GOOD_GLOBAL0, 0x2ff0, GOOD_GLOBAL2 }, 3, PMON_OK },
	{ "bits between the fields", { GOOD_GLOBAL0 | 0x3ffffffffc000000, 0x2ff0,
	  GOOD_GLOBAL2 }, 3, PMON_OK },
	{ "no unit entries", { GLOBAL0(MSR, 0, 3, 2), 0x2ff0, GOOD_GLOBAL2 }, 3,
	  PMON_OK },
	{ "largest", { GLOBAL0(MMIO, 1023, 255, 255), 0x2ff0,
	  GLOBAL2(65535, 255) }, 3, PMON_OK },
	{ "nothing", { 0 }, 0, PMON_BAD_TRUNCATED },
	{ "two quadwords", { GOOD_GLOBAL0, 0x2ff0, GOOD_GLOBAL2 }, 2,
	  PMON_BAD_TRUNCATED },
	{ "all zero", { 0, 0, 0 }, 3, PMON_HOLE },
	{ "all ones", { ONES, ONES, ONES }, 3, PMON_BAD_ALL_ONES },
	{ "first quadword all ones", { ONES, 0x2ff0, GOOD_GLOBAL2 }, 3,
	  PMON_BAD_ALL_ONES },
	{ "second quadword all ones", { GOOD_GLOBAL0, ONES, GOOD_GLOBAL2 }, 3,
	  PMON_BAD_ALL_ONES },
	{ "third quadword all ones", { GOOD_GLOBAL0, 0x2ff0, ONES }, 3,
	  PMON_BAD_ALL_ONES },
	{ "access type 3", { GLOBAL0(3, 4, 3, 2), 0x2ff0, GOOD_GLOBAL2 }, 3,
	  PMON_BAD_ACCESS },
	{ "stride 0", { GLOBAL0(MSR, 4, 0, 2), 0x2ff0, GOOD_GLOBAL2 }, 3,
	  PMON_BAD_STRIDE },
	{ "stride 2", { GLOBAL0(MSR, 4, 2, 2), 0x2ff0, GOOD_GLOBAL2 }, 3,
	  PMON_BAD_STRIDE },
	{ "no control address", { GOOD_GLOBAL0, 0, GOOD_GLOBAL2 }, 3,
	  PMON_BAD_ADDRESS },
};

static void global_name(const struct global_case *param, char *name)
{
	strscpy(name, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(global, global_cases, global_name);

/* On the heap, so that KASAN sees a read beyond the end. */
static u64 *copy_words(struct kunit *test, const u64 *words, size_t num)
{
	u64 *copy = kunit_kcalloc(test, num, sizeof(*copy), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, copy);
	if (num)
		memcpy(copy, words, num * sizeof(*copy));
	return copy;
}

static void global_verdict_test(struct kunit *test)
{
	const struct global_case *param = test->param_value;
	struct pmon_table_global global;
	u64 *words = copy_words(test, param->words, param->num_words);

	memset(&global, 0xa5, sizeof(global));
	KUNIT_EXPECT_EQ(test, param->verdict,
			pmon_table_parse_global(words, param->num_words,
						&global));
	if (param->num_words < 3) {
		KUNIT_EXPECT_EQ(test, global.control, 0ULL);
		return;
	}
	/* The decoded entry is returned even with a bad verdict. */
	KUNIT_EXPECT_EQ(test, global.control, param->words[1]);
	KUNIT_EXPECT_EQ(test, global.stride, (u8)(param->words[0] >> 8));
}

static void table_words_test(struct kunit *test)
{
	struct pmon_table_global global = good_global;

	KUNIT_EXPECT_EQ(test, pmon_table_words(&global), (size_t)15);
	global.max_entries = 0;
	KUNIT_EXPECT_EQ(test, pmon_table_words(&global), (size_t)3);
	global.max_entries = PMON_TABLE_MAX_ENTRIES;
	global.stride = 255;
	KUNIT_EXPECT_EQ(test, pmon_table_words(&global), (size_t)1024 * 255);
}

static void unit_decode_test(struct kunit *test)
{
	const u64 words[] = {
		GOOD_GLOBAL0, 0x2ff0, GOOD_GLOBAL2,
		UNIT0(MSR, 0xe1, 0xb2, 0x27, 0x93, 0x0f), 0x89abcdef,
		UNIT2(0x7f, 0xa987, 0xfedc),
	};
	struct pmon_table_unit unit;

	KUNIT_ASSERT_EQ(test, PMON_OK,
			pmon_table_parse_unit(words, 6, &good_global, 0, DWORD_TYPES, &unit));
	KUNIT_EXPECT_EQ(test, unit.num_counters, 0x0f);
	KUNIT_EXPECT_EQ(test, unit.control_offset, 0x93);
	KUNIT_EXPECT_EQ(test, unit.width, 0x27);
	KUNIT_EXPECT_EQ(test, unit.counter_offset, 0xb2);
	KUNIT_EXPECT_EQ(test, unit.status_offset, 0xe1);
	KUNIT_EXPECT_EQ(test, unit.access, PMON_ACCESS_MSR);
	KUNIT_EXPECT_EQ(test, unit.control, 0x89abcdefULL);
	KUNIT_EXPECT_EQ(test, unit.type, 0xfedc);
	KUNIT_EXPECT_EQ(test, unit.id, 0xa987);
	KUNIT_EXPECT_EQ(test, unit.status_position, 0x7f);
}

struct unit_case {
	const char *name;
	u64 entry[3];
	enum pmon_verdict verdict;
};

/* Good values. Each case of the next table replaces one. */
#define CHA0		UNIT0(MSR, 1, 8, 48, 2, 4)
#define CHA2		UNIT2(5, 0, EMR_CHA)
#define M2M0		UNIT0(PCI, 0x70, 8, 48, 0x30, 4)
#define M2M1		PCI_ADDRESS(12, 0, 0x438)
#define M2M2		UNIT2(5, 0, EMR_M2M)
#define IMC0		UNIT0(MMIO, 0x5c, 8, 48, 0x40, 4)
#define IMC1		0xc8822800ULL
#define IMC2		UNIT2(5, 0, EMR_IMC)

static const struct unit_case unit_cases[] = {
	/* Units of the guide. */
	{ "cha", { CHA0, 0x2000, CHA2 }, PMON_OK },
	{ "irp", { UNIT0(MSR, 1, 8, 48, 2, 2), 0x3400, UNIT2(5, 0, EMR_IRP) },
	  PMON_OK },
	{ "m2m", { M2M0, M2M1, M2M2 }, PMON_OK },
	{ "upi", { UNIT0(PCI, 0x74, 8, 48, 0x38, 4), PCI_ADDRESS(1, 0, 0x318),
	  UNIT2(5, 0, EMR_UPI) }, PMON_OK },
	{ "m3upi", { UNIT0(PCI, 0x58, 8, 48, 0x38, 4), PCI_ADDRESS(5, 1, 0xa0),
	  UNIT2(5, 0, EMR_M3UPI) }, PMON_OK },
	{ "imc", { IMC0, IMC1, IMC2 }, PMON_OK },
	{ "cxl, eight counters", { UNIT0(MMIO, 8, 0x50, 48, 0x10, 8), 0xd0000000,
	  UNIT2(5, 0, EMR_CXLCM) }, PMON_OK },
	{ "type without a name", { CHA0, 0x2000, UNIT2(5, 0, 0xffff) },
	  PMON_OK },

	{ "all zero", { 0, 0, 0 }, PMON_HOLE },
	{ "all ones", { ONES, ONES, ONES }, PMON_BAD_ALL_ONES },
	{ "first quadword all ones", { ONES, 0x2000, CHA2 },
	  PMON_BAD_ALL_ONES },
	{ "second quadword all ones", { CHA0, ONES, CHA2 }, PMON_BAD_ALL_ONES },
	{ "third quadword all ones", { CHA0, 0x2000, ONES },
	  PMON_BAD_ALL_ONES },
	{ "almost a hole", { 0, 0, CHA2 }, PMON_BAD_ADDRESS },

	{ "access type 3", { UNIT0(3, 1, 8, 48, 2, 4), 0x2000, CHA2 },
	  PMON_BAD_ACCESS },

	{ "no address", { CHA0, 0, CHA2 }, PMON_BAD_ADDRESS },
	{ "msr of 33 bits", { CHA0, BIT_ULL(32), CHA2 }, PMON_BAD_ADDRESS },
	{ "mmio of 53 bits", { IMC0, BIT_ULL(52), IMC2 }, PMON_BAD_ADDRESS },
	{ "mmio not aligned", { IMC0, IMC1 + 2, IMC2 }, PMON_BAD_ADDRESS },
	{ "pci of 32 bits", { M2M0, M2M1 | BIT_ULL(31), M2M2 },
	  PMON_BAD_ADDRESS },
	{ "pci not aligned", { M2M0, M2M1 + 1, M2M2 }, PMON_BAD_ADDRESS },
	{ "pci header", { M2M0, PCI_ADDRESS(12, 0, 0x3c), M2M2 },
	  PMON_BAD_ADDRESS },
	{ "just after the pci header", { M2M0, PCI_ADDRESS(12, 0, 0x40), M2M2 },
	  PMON_OK },

	{ "no counters", { UNIT0(MSR, 1, 8, 48, 2, 0), 0x2000, CHA2 },
	  PMON_BAD_COUNT },
	{ "one counter", { UNIT0(MSR, 1, 8, 48, 2, 1), 0x2000, CHA2 }, PMON_OK },
	{ "16 counters", { UNIT0(MSR, 1, 18, 48, 2, 16), 0x2000, CHA2 },
	  PMON_OK },
	{ "17 counters", { UNIT0(MSR, 1, 19, 48, 2, 17), 0x2000, CHA2 },
	  PMON_BAD_COUNT },
	{ "255 counters", { UNIT0(MSR, 1, 8, 48, 2, 255), 0x2000, CHA2 },
	  PMON_BAD_COUNT },

	{ "width 0", { UNIT0(MSR, 1, 8, 0, 2, 4), 0x2000, CHA2 },
	  PMON_BAD_WIDTH },
	{ "width 31", { UNIT0(MSR, 1, 8, 31, 2, 4), 0x2000, CHA2 },
	  PMON_BAD_WIDTH },
	{ "width 32", { UNIT0(MSR, 1, 8, 32, 2, 4), 0x2000, CHA2 }, PMON_OK },
	{ "width 64", { UNIT0(MSR, 1, 8, 64, 2, 4), 0x2000, CHA2 }, PMON_OK },
	{ "width 65", { UNIT0(MSR, 1, 8, 65, 2, 4), 0x2000, CHA2 },
	  PMON_BAD_WIDTH },
	{ "width 48 and the highest bit",
	  { UNIT0(MSR, 1, 8, 0xb0, 2, 4), 0x2000, CHA2 }, PMON_BAD_WIDTH },
	{ "width 255", { UNIT0(MSR, 1, 8, 255, 2, 4), 0x2000, CHA2 },
	  PMON_BAD_WIDTH },

	{ "controls on the unit control",
	  { UNIT0(MSR, 1, 8, 48, 0, 4), 0x2000, CHA2 }, PMON_BAD_OFFSET },
	{ "counters on the unit control",
	  { UNIT0(MSR, 1, 0, 48, 2, 4), 0x2000, CHA2 }, PMON_BAD_OFFSET },
	{ "status on the unit control",
	  { UNIT0(MSR, 0, 8, 48, 2, 4), 0x2000, CHA2 }, PMON_BAD_STATUS },
	{ "counters on the last control",
	  { UNIT0(MSR, 1, 5, 48, 2, 4), 0x2000, CHA2 }, PMON_BAD_OFFSET },
	{ "counters right after the controls",
	  { UNIT0(MSR, 1, 6, 48, 2, 4), 0x2000, CHA2 }, PMON_OK },
	{ "controls on the last counter",
	  { UNIT0(MSR, 1, 2, 48, 5, 4), 0x2000, CHA2 }, PMON_BAD_OFFSET },
	{ "status among the controls",
	  { UNIT0(MSR, 3, 8, 48, 2, 4), 0x2000, CHA2 }, PMON_BAD_STATUS },
	{ "status on the last counter",
	  { UNIT0(MSR, 11, 8, 48, 2, 4), 0x2000, CHA2 }, PMON_BAD_STATUS },
	{ "status right after the counters",
	  { UNIT0(MSR, 12, 8, 48, 2, 4), 0x2000, CHA2 }, PMON_OK },
	{ "imc: four bytes to a control",
	  { UNIT0(MMIO, 0x50, 8, 48, 0x40, 4), IMC1, IMC2 }, PMON_OK },
	{ "imc: status on the last control",
	  { UNIT0(MMIO, 0x4c, 8, 48, 0x40, 4), IMC1, IMC2 }, PMON_BAD_STATUS },
	{ "m2m: status on the last control's upper half",
	  { UNIT0(PCI, 0x4c, 8, 48, 0x30, 4), M2M1, M2M2 }, PMON_BAD_STATUS },
	{ "m2m: status after the last control",
	  { UNIT0(PCI, 0x50, 8, 48, 0x30, 4), M2M1, M2M2 }, PMON_OK },
	{ "m2m: counters on the unit control's dword",
	  { UNIT0(PCI, 0x70, 0, 48, 0x30, 4), M2M1, M2M2 }, PMON_BAD_OFFSET },

	{ "mmio counters not aligned",
	  { UNIT0(MMIO, 0x5c, 12, 48, 0x40, 4), IMC1, IMC2 },
	  PMON_BAD_OFFSET },
	{ "mmio controls not aligned",
	  { UNIT0(MMIO, 0x5c, 8, 48, 0x42, 4), IMC1, IMC2 },
	  PMON_BAD_OFFSET },
	{ "mmio status not aligned",
	  { UNIT0(MMIO, 0x5e, 8, 48, 0x40, 4), IMC1, IMC2 },
	  PMON_BAD_STATUS },
	{ "pci counters not aligned",
	  { UNIT0(PCI, 0x70, 10, 48, 0x30, 4), M2M1, M2M2 },
	  PMON_BAD_OFFSET },
	{ "pci controls not aligned",
	  { UNIT0(PCI, 0x70, 8, 48, 0x31, 4), M2M1, M2M2 },
	  PMON_BAD_OFFSET },
	{ "pci status not aligned",
	  { UNIT0(PCI, 0x71, 8, 48, 0x30, 4), M2M1, M2M2 },
	  PMON_BAD_STATUS },

	{ "msr: counters beyond the last one",
	  { CHA0, 0xfffffff5, CHA2 }, PMON_BAD_OFFSET },
	{ "msr: counters up to the last one",
	  { CHA0, 0xfffffff4, CHA2 }, PMON_OK },
	{ "pci: status beyond the function",
	  { M2M0, PCI_ADDRESS(12, 0, 0xf90), M2M2 }, PMON_BAD_STATUS },
	{ "pci: status up to the end of the function",
	  { M2M0, PCI_ADDRESS(12, 0, 0xf8c), M2M2 }, PMON_OK },
	{ "mmio: status beyond the last address",
	  { IMC0, BIT_ULL(52) - 0x58, IMC2 }, PMON_BAD_STATUS },

	{ "mmio: controls beyond the last address",
	  { IMC0, BIT_ULL(52) - 0x48, IMC2 }, PMON_BAD_OFFSET },
	{ "last status position", { CHA0, 0x2000, UNIT2(127, 0, EMR_CHA) },
	  PMON_OK },
	{ "status position too high", { CHA0, 0x2000, UNIT2(128, 0, EMR_CHA) },
	  PMON_BAD_STATUS },
	{ "status position far too high",
	  { CHA0, 0x2000, UNIT2(0xffff, 0, EMR_CHA) }, PMON_BAD_STATUS },
	/* Other errors take precedence over a bad status. */
	{ "status position and width",
	  { UNIT0(MSR, 1, 8, 65, 2, 4), 0x2000, UNIT2(128, 0, EMR_CHA) },
	  PMON_BAD_WIDTH },
	{ "status and counters on the unit control",
	  { UNIT0(MSR, 0, 0, 48, 2, 4), 0x2000, CHA2 }, PMON_BAD_OFFSET },
	{ "status position and offset",
	  { UNIT0(MSR, 1, 8, 48, 0, 4), 0x2000, UNIT2(128, 0, EMR_CHA) },
	  PMON_BAD_OFFSET },
};

static void unit_name(const struct unit_case *param, char *name)
{
	strscpy(name, param->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(unit, unit_cases, unit_name);

static void unit_verdict_test(struct kunit *test)
{
	const struct unit_case *param = test->param_value;
	struct pmon_table_unit unit;
	u64 *words = copy_words(test, param->entry, 3);
	u64 *table = kunit_kcalloc(test, 6, sizeof(*table), GFP_KERNEL);
	enum pmon_verdict verdict;

	KUNIT_ASSERT_NOT_NULL(test, table);
	memcpy(table + 3, words, 3 * sizeof(*table));
	memset(&unit, 0xa5, sizeof(unit));
	verdict = pmon_table_parse_unit(table, 6, &good_global, 0, DWORD_TYPES, &unit);
	KUNIT_EXPECT_EQ_MSG(test, param->verdict, verdict, "\"%s\" is \"%s\"",
			    pmon_verdict_name(param->verdict),
			    pmon_verdict_name(verdict));
	KUNIT_EXPECT_EQ(test, unit.control, param->entry[1]);
	KUNIT_EXPECT_EQ(test, unit.type, (u16)param->entry[2]);
}

/* Entries are found by position, and only if they were read completely. */
static void unit_position_test(struct kunit *test)
{
	struct pmon_table_global global = good_global;
	struct pmon_table_unit unit;
	unsigned int stride, index;
	u64 words[5 * 7];
	size_t needed;

	for (stride = 3; stride <= 7; stride++) {
		memset(words, 0xff, sizeof(words));
		global.stride = stride;
		for (index = 0; index < 4; index++) {
			words[(index + 1) * stride] = CHA0;
			words[(index + 1) * stride + 1] = 0x2000 + 16 * index;
			words[(index + 1) * stride + 2] = UNIT2(0, index, 0);
		}
		for (index = 0; index < 4; index++) {
			needed = (index + 1) * stride + 3;
			KUNIT_EXPECT_EQ(test, PMON_OK,
					pmon_table_parse_unit(words, needed,
							      &global, index,
							      DWORD_TYPES, &unit));
			KUNIT_EXPECT_EQ(test, unit.id, index);
			KUNIT_EXPECT_EQ(test, unit.control, 0x2000 + 16 * index);
			KUNIT_EXPECT_EQ(test, PMON_BAD_TRUNCATED,
					pmon_table_parse_unit(words, needed - 1,
							      &global, index,
							      DWORD_TYPES, &unit));
			KUNIT_EXPECT_EQ(test, unit.control, 0ULL);
		}
	}
}

static void unit_outside_test(struct kunit *test)
{
	struct pmon_table_global global = good_global;
	struct pmon_table_unit unit;
	u64 words[3 * 8];
	unsigned int i;

	for (i = 0; i < 8; i++) {
		words[3 * i] = CHA0;
		words[3 * i + 1] = 0x2000;
		words[3 * i + 2] = CHA2;
	}
	/* The global entry determines the end of the table. */
	KUNIT_EXPECT_EQ(test, PMON_OK,
			pmon_table_parse_unit(words, 24, &global, 3, DWORD_TYPES, &unit));
	KUNIT_EXPECT_EQ(test, PMON_BAD_TRUNCATED,
			pmon_table_parse_unit(words, 24, &global, 4, DWORD_TYPES, &unit));
	KUNIT_EXPECT_EQ(test, PMON_BAD_TRUNCATED,
			pmon_table_parse_unit(words, 24, &global, UINT_MAX,
					      DWORD_TYPES, &unit));
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_EQ(test, PMON_BAD_TRUNCATED,
				pmon_table_parse_unit(words, i, &global, 0,
						      DWORD_TYPES, &unit));

	global.stride = 2;
	KUNIT_EXPECT_EQ(test, PMON_BAD_STRIDE,
			pmon_table_parse_unit(words, 24, &global, 0, DWORD_TYPES, &unit));
}

static void stride_test(struct kunit *test)
{
	static const struct {
		enum pmon_access access;
		u16 type;
		struct pmon_stride stride;
	} cases[] = {
		{ PMON_ACCESS_MSR, EMR_CHA, { 1, 1 } },
		{ PMON_ACCESS_MSR, EMR_IMC, { 1, 1 } },
		{ PMON_ACCESS_PCI, EMR_M2M, { 8, 8 } },
		{ PMON_ACCESS_PCI, EMR_IMC, { 8, 8 } },
		{ PMON_ACCESS_MMIO, EMR_IMC, { 4, 8 } },
		{ PMON_ACCESS_MMIO, EMR_HBM, { 4, 8 } },
		{ PMON_ACCESS_MMIO, EMR_CXLCM, { 8, 8 } },
		{ PMON_ACCESS_MMIO, 0xffff, { 8, 8 } },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct pmon_stride stride =
			pmon_table_stride(cases[i].access, cases[i].type, DWORD_TYPES);

		KUNIT_EXPECT_EQ_MSG(test, stride.control,
				    cases[i].stride.control, "case %u", i);
		KUNIT_EXPECT_EQ_MSG(test, stride.counter,
				    cases[i].stride.counter, "case %u", i);
	}
}

static void expect_span(struct kunit *test, struct pmon_span span, u64 first,
			u64 last)
{
	KUNIT_EXPECT_EQ(test, span.first, first);
	KUNIT_EXPECT_EQ(test, span.last, last);
}

static const struct pmon_table_unit cha = {
	.type = EMR_CHA, .access = PMON_ACCESS_MSR, .control = 0x2000,
	.num_counters = 4, .width = 48, .control_offset = 2,
	.counter_offset = 8, .status_offset = 1,
	.stride = { .control = 1, .counter = 1 },
};

static const struct pmon_table_unit imc = {
	.type = EMR_IMC, .access = PMON_ACCESS_MMIO, .control = 0x22800,
	.num_counters = 4, .width = 48, .control_offset = 0x40,
	.counter_offset = 8, .status_offset = 0x5c,
	.stride = { .control = 4, .counter = 8 },
};

static void spans_test(struct kunit *test)
{
	struct pmon_span spans[PMON_UNIT_SPANS];

	pmon_table_spans(&cha, spans);
	expect_span(test, spans[PMON_SPAN_UNIT_CONTROL], 0x2000, 0x2000);
	expect_span(test, spans[PMON_SPAN_UNIT_STATUS], 0x2001, 0x2001);
	expect_span(test, spans[PMON_SPAN_CONTROLS], 0x2002, 0x2005);
	expect_span(test, spans[PMON_SPAN_COUNTERS], 0x2008, 0x200b);

	pmon_table_spans(&imc, spans);
	expect_span(test, spans[PMON_SPAN_UNIT_CONTROL], 0x22800, 0x22803);
	expect_span(test, spans[PMON_SPAN_UNIT_STATUS], 0x2285c, 0x2285f);
	expect_span(test, spans[PMON_SPAN_CONTROLS], 0x22840, 0x2284f);
	expect_span(test, spans[PMON_SPAN_COUNTERS], 0x22808, 0x22827);
}

static void units_overlap_test(struct kunit *test)
{
	struct pmon_table_unit other = cha;
	u64 from;

	KUNIT_EXPECT_TRUE(test, pmon_table_units_overlap(&cha, &cha));
	other.control = 0x2010;
	KUNIT_EXPECT_FALSE(test, pmon_table_units_overlap(&cha, &other));
	KUNIT_EXPECT_FALSE(test, pmon_table_units_overlap(&other, &cha));

	/* 6, 7 and 12 to 15 are free in a CHA: this unit fits there. */
	other.num_counters = 1;
	other.control_offset = 6;
	other.counter_offset = 7;
	other.status_offset = 1;
	other.control = 0x2006;
	KUNIT_EXPECT_FALSE(test, pmon_table_units_overlap(&cha, &other));
	/* At all other places it overlaps. */
	for (from = 0x1ff9; from < 0x2006; from++) {
		other.control = from;
		KUNIT_EXPECT_TRUE_MSG(test,
				      pmon_table_units_overlap(&cha, &other) &&
				      pmon_table_units_overlap(&other, &cha),
				      "at %#llx", from);
	}

	/* The same addresses in another space are different registers. */
	other = cha;
	other.access = PMON_ACCESS_MMIO;
	KUNIT_EXPECT_FALSE(test, pmon_table_units_overlap(&cha, &other));

	/* In bytes: two channels of a controller do not overlap, ... */
	other = imc;
	other.control += 0x8000;
	KUNIT_EXPECT_FALSE(test, pmon_table_units_overlap(&imc, &other));
	/* ... but with a shift by a quadword they do. */
	other.control = imc.control + 8;
	KUNIT_EXPECT_TRUE(test, pmon_table_units_overlap(&imc, &other));
}

static void names_test(struct kunit *test)
{
	unsigned int i, j;

	for (i = 0; i < PMON_VERDICTS; i++) {
		const char *name = pmon_verdict_name(i);

		KUNIT_ASSERT_NOT_NULL(test, name);
		KUNIT_EXPECT_STRNEQ(test, name, "");
		for (j = 0; j < i; j++)
			KUNIT_EXPECT_STRNEQ(test, name, pmon_verdict_name(j));
	}
	KUNIT_EXPECT_STREQ(test, pmon_verdict_name(PMON_VERDICTS), "unknown");
	KUNIT_EXPECT_STREQ(test, pmon_verdict_name(-1), "unknown");

	KUNIT_EXPECT_STREQ(test, pmon_access_name(PMON_ACCESS_MSR), "msr");
	KUNIT_EXPECT_STREQ(test, pmon_access_name(PMON_ACCESS_MMIO), "mmio");
	KUNIT_EXPECT_STREQ(test, pmon_access_name(PMON_ACCESS_PCI), "pci");
	KUNIT_EXPECT_STREQ(test, pmon_access_name(3), "invalid");
}

static struct kunit_case table_cases[] = {
	KUNIT_CASE(global_decode_test),
	KUNIT_CASE_PARAM(global_verdict_test, global_gen_params),
	KUNIT_CASE(table_words_test),
	KUNIT_CASE(unit_decode_test),
	KUNIT_CASE_PARAM(unit_verdict_test, unit_gen_params),
	KUNIT_CASE(unit_position_test),
	KUNIT_CASE(unit_outside_test),
	KUNIT_CASE(stride_test),
	KUNIT_CASE(spans_test),
	KUNIT_CASE(units_overlap_test),
	KUNIT_CASE(names_test),
	{}
};

static struct kunit_suite table_suite = {
	.name = "uncore_pmon_table",
	.test_cases = table_cases,
};

kunit_test_suite(table_suite);
