// SPDX-License-Identifier: GPL-2.0-only
/* Which counters an event moves, and by how much (guide 1.4.0.1, 1.5 and the boxes' differences). */
#include "test.h"

#define EDGE	(1ull << 18)
#define INVERT	(1ull << 23)
#define THRESH(n) ((uint64_t)(n) << 24)

static uint64_t cha_count(uint64_t control, const char *injection)
{
	wrmsr(0, CHA(0) + CONTROL(0), control | 1 << 17);
	command("inject die=0 unit=cha:0 %s", injection);
	return rdmsr(0, CHA(0) + COUNTER(0));
}

static void encodings_match_exactly(void)
{
	boot("");
	EXPECT_EQ(cha_count(0x0535, "event=0x35 umask=5 n=9"), 9);
	EXPECT_EQ(cha_count(0x0535, "event=0x35 umask=4 n=9"), 0);
	EXPECT_EQ(cha_count(0x0535, "event=0x35 n=9"), 0);
	EXPECT_EQ(cha_count(0x0535, "event=0x35 umask=* n=9"), 9);
	EXPECT_EQ(cha_count(0x0535, "event=0x37 umask=5 n=9"), 0);
	EXPECT_EQ(cha_count(0xc817ff00000135ull, "event=0x35 umask=1 ext=0xc817ff n=9"), 9);
	EXPECT_EQ(cha_count(0xc817ff00000135ull, "event=0x35 umask=1 ext=0xc817fe n=9"), 0);
	EXPECT_EQ(cha_count(0xc817ff00000135ull, "event=0x35 umask=1 n=9"), 0);
	EXPECT_EQ(cha_count(0xc817ff00000135ull, "event=0x35 umask=1 ext=* n=9"), 9);
	EXPECT_EQ(cha_count(0, "event=0x35 umask=1 ext=* n=9"), 0);
}

static void all_counters_of_all_units(void)
{
	unsigned int die, cha, c;

	boot("");
	for (die = 0; die < 2; die++) {
		for (cha = 0; cha < 60; cha++) {
			for (c = 0; c < 4; c++)
				wrmsr(2 * die, CHA(cha) + CONTROL(c), 0x135);
		}
	}
	command("inject die=* unit=cha:* event=0x35 umask=1 n=3");
	command("inject die=1 unit=cha:7 event=0x35 umask=1 n=2");
	for (die = 0; die < 2; die++) {
		for (cha = 0; cha < 60; cha++) {
			for (c = 0; c < 4; c++)
				EXPECT_EQ(rdmsr(2 * die, CHA(cha) + COUNTER(c)),
					  die == 1 && cha == 7 ? 5 : 3);
		}
	}
}

static void large_counts_wrap(void)
{
	boot("");
	EXPECT_EQ(cha_count(0x135, "event=0x35 umask=1 n=0xffffffffffffffff"), COUNTER_MAX);
	EXPECT_EQ(cha_count(0x135, "event=0x35 umask=1 inc=0xffff n=0xffffffffffffffff"),
		  (0 - 0xffffull) & COUNTER_MAX);
}

static void thresholds(void)
{
	boot("");
	EXPECT_EQ(cha_count(0x135, "event=0x35 umask=1 inc=5 n=9"), 45);
	EXPECT_EQ(cha_count(0x135 | THRESH(5), "event=0x35 umask=1 inc=5 n=9"), 9);
	EXPECT_EQ(cha_count(0x135 | THRESH(6), "event=0x35 umask=1 inc=5 n=9"), 0);
	EXPECT_EQ(cha_count(0x135 | THRESH(6) | INVERT, "event=0x35 umask=1 inc=5 n=9"), 9);
	EXPECT_EQ(cha_count(0x135 | THRESH(5) | INVERT, "event=0x35 umask=1 inc=5 n=9"), 0);
	EXPECT_EQ(new_violations(), 0);
}

static void iio_threshold_has_twelve_bits(void)
{
	boot("");
	wrmsr(0, 0x3002, 0x01 | 0x800ull << 24);
	command("inject die=0 unit=iio:0 event=1 inc=0x7ff n=5");
	EXPECT_EQ(rdmsr(0, 0x3008), 0);
	command("inject die=0 unit=iio:0 event=1 inc=0x800 n=5");
	EXPECT_EQ(rdmsr(0, 0x3008), 5);
}

static void edges(void)
{
	boot("");
	EXPECT_EQ(cha_count(0x135 | THRESH(1) | EDGE, "event=0x35 umask=1 n=9"), 1);
	EXPECT_EQ(cha_count(0x135 | THRESH(1) | EDGE, "event=0x35 umask=1 n=9 runs=4"), 4);
	EXPECT_EQ(cha_count(0x135 | THRESH(2) | EDGE, "event=0x35 umask=1 n=9 runs=4"), 0);
	/* Falling edges: as many. A condition that never changes has none. */
	EXPECT_EQ(cha_count(0x135 | THRESH(1) | EDGE | INVERT, "event=0x35 umask=1 n=9 runs=4"), 4);
	EXPECT_EQ(cha_count(0x135 | THRESH(2) | EDGE | INVERT, "event=0x35 umask=1 n=9 runs=4"), 0);
	EXPECT_EQ(new_violations(), 0);
}

static void edges_overflow_at_the_right_cycle(void)
{
	boot("");
	/* Nine cycles in three runs of three: the second run begins with cycle 4, ends with 6. */
	wrmsr(0, CHA(1) + CONTROL(0), 0x135);
	wrmsr(0, CHA(0) + COUNTER(0), COUNTER_MAX - 1);
	wrmsr(0, CHA(0) + CONTROL(0), 0x135 | THRESH(1) | EDGE | FRZ_OVF);
	command("inject die=0 unit=cha:* event=0x35 umask=1 n=9 runs=3");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	EXPECT_EQ(rdmsr(0, CHA(1) + COUNTER(0)), 4);

	boot("");
	wrmsr(0, CHA(1) + CONTROL(0), 0x135);
	wrmsr(0, CHA(0) + COUNTER(0), COUNTER_MAX - 1);
	wrmsr(0, CHA(0) + CONTROL(0), 0x135 | THRESH(1) | EDGE | INVERT | FRZ_OVF);
	command("inject die=0 unit=cha:* event=0x35 umask=1 n=9 runs=3");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	EXPECT_EQ(rdmsr(0, CHA(1) + COUNTER(0)), 6);
}

static void edge_and_invert_need_a_threshold(void)
{
	boot("");
	EXPECT_EQ(cha_count(0x135 | EDGE, "event=0x35 umask=1 n=9"), 0);
	EXPECT(violation_says("thresh 0"));
	EXPECT_EQ(cha_count(0x135 | INVERT, "event=0x35 umask=1 n=9"), 0);
	EXPECT(violation_says("thresh 0"));
}

static void thread_filter(void)
{
	uint64_t tid_en = 1ull << 16;

	boot("");
	wrmsr(0, CHA(0) + EXTRA, 0x15);
	EXPECT_EQ(cha_count(0x135 | tid_en, "event=0x35 umask=1 tid=0x15 n=9"), 9);
	EXPECT_EQ(cha_count(0x135 | tid_en, "event=0x35 umask=1 tid=0x14 n=9"), 0);
	EXPECT_EQ(cha_count(0x135 | tid_en, "event=0x35 umask=1 n=9"), 0);
	EXPECT_EQ(cha_count(0x135, "event=0x35 umask=1 tid=0x14 n=9"), 9);
	/* Thread 0 of core 0 is a thread too. */
	wrmsr(0, CHA(0) + EXTRA, 0);
	EXPECT_EQ(cha_count(0x135 | tid_en, "event=0x35 umask=1 tid=0 n=9"), 9);
	EXPECT_EQ(cha_count(0x135 | tid_en, "event=0x35 umask=1 n=9"), 0);
	EXPECT_EQ(new_violations(), 0);
}

static uint64_t iio_count(uint64_t control, const char *injection)
{
	wrmsr(0, 0x3002, control | 1 << 17);
	command("inject die=0 unit=iio:0 %s", injection);
	return rdmsr(0, 0x3008);
}

static void iio_masks(void)
{
	uint64_t ch2 = 4ull << 36, fc = 7ull << 48;

	boot("");
	EXPECT_EQ(iio_count(0x183 | ch2 | fc, "event=0x83 umask=1 n=9"), 9);
	EXPECT_EQ(iio_count(0x183 | ch2 | fc, "event=0x83 umask=1 ch=0x6 fc=1 n=9"), 9);
	EXPECT_EQ(iio_count(0x183 | ch2 | fc, "event=0x83 umask=1 ch=0x2 fc=1 n=9"), 0);
	EXPECT_EQ(iio_count(0x183 | ch2 | 2ull << 48, "event=0x83 umask=1 ch=4 fc=1 n=9"), 0);
	EXPECT_EQ(iio_count(0x183 | ch2, "event=0x83 umask=1 n=9"), 0);
	EXPECT_EQ(iio_count(0x183 | fc, "event=0x83 umask=1 n=9"), 0);
	/* Events without "xtra" in the guide and without masks in the list do not look at them. */
	EXPECT_EQ(iio_count(0x140, "event=0x40 umask=1 n=9"), 9);
	EXPECT_EQ(iio_count(0x140 | ch2 | fc, "event=0x40 umask=1 ch=1 n=9"), 9);
	EXPECT_EQ(new_violations(), 0);
}

static void llc_lookup_needs_a_state(void)
{
	boot("");
	EXPECT_EQ(cha_count(0x1ff34 | 0ull, "event=0x34 umask=0xff tid=0 n=9"), 9);
	EXPECT_EQ(cha_count(0x1fc10000ff34ull, "event=0x34 umask=0xff ext=0x1fc1 n=9"), 9);
	EXPECT_EQ(cha_count(0x1fc100000034ull, "event=0x34 umask=0 ext=0x1fc1 n=9"), 0);
	EXPECT_EQ(cha_count(0x1fc100000034ull, "event=0x34 umask=* ext=0x1fc1 n=9"), 0);
}

static const struct test counting_tests[] = {
	TEST(encodings_match_exactly),
	TEST(all_counters_of_all_units),
	TEST(large_counts_wrap),
	TEST(thresholds),
	TEST(iio_threshold_has_twelve_bits),
	TEST(edges),
	TEST(edges_overflow_at_the_right_cycle),
	TEST(edge_and_invert_need_a_threshold),
	TEST(thread_filter),
	TEST(iio_masks),
	TEST(llc_lookup_needs_a_state),
};

SUITE(counting);
