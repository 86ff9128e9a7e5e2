// SPDX-License-Identifier: GPL-2.0-only
/* Broken units, one kind after the other. Time is manual, and the clock has 1000 cycles in a millisecond. */
#include <string.h>

#include "test.h"

#define GLOBAL_CONTROL	0x2ff0
#define GLOBAL_STATUS(n)	(0x2ff2 + (n))
#define MS		"1000000"
#define TICKS		1000
#define CLOCK		0x01
#define FREEZES		(1 << 20)
#define CLEARS		(1 << 17)

static uint64_t cha(unsigned int id, unsigned int counter)
{
	return rdmsr(0, CHA(id) + COUNTER(counter));
}

static void program(unsigned int id, unsigned int counter, uint64_t control)
{
	wrmsr(0, CHA(id) + CONTROL(counter), CLEARS | control);
}

/* A machine of four CHAs in each package whose counters all count the clock, cleared. */
static void ticking(void)
{
	unsigned int id, counter;

	boot("time=manual cha=4");
	command("clock die=* unit=* hz=1000000");
	for (id = 0; id < 4; id++)
		for (counter = 0; counter < 4; counter++)
			program(id, counter, CLOCK);
}

static void advance(void)
{
	command("time advance=" MS);
}

static void faults_that_begin_later(void)
{
	unsigned int i;

	ticking();
	command("fault dead die=0 unit=cha:1 after=3");
	command("fault dead die=0 unit=cha:2 counter=3 at=2");
	advance();
	for (i = 0; i < 2; i++)
		EXPECT_EQ(cha(1, 0), TICKS);
	advance();
	EXPECT_EQ(cha(2, 3), TICKS);
	EXPECT_EQ(cha(1, 1), 2 * TICKS);
	advance();
	EXPECT_EQ(cha(1, 1), 2 * TICKS);
	EXPECT_EQ(cha(2, 2), 3 * TICKS);
	EXPECT_EQ(cha(2, 3), TICKS);
	command("fault none");
	advance();
	EXPECT_EQ(cha(1, 1), 3 * TICKS);
	EXPECT_EQ(cha(2, 3), 2 * TICKS);
	EXPECT(strstr(command_error("fault late-freeze die=0 unit=cha:0 us=5 at=3"), "at once"));
}

static void counts_that_are_wrong(void)
{
	ticking();
	command("fault percent die=0 unit=cha:0 percent=97");
	command("fault stuck die=0 unit=cha:1 counter=2 bit=3 value=0");
	command("fault stuck die=0 unit=cha:2 bit=47 value=1");
	command("fault width die=0 unit=cha:3 counter=1 bits=8");
	advance();
	EXPECT_EQ(cha(0, 0), TICKS * 97 / 100);
	EXPECT_EQ(cha(1, 2), TICKS & ~8ull);
	EXPECT_EQ(cha(1, 1), TICKS);
	EXPECT_EQ(cha(2, 0), TICKS | 1ull << 47);
	EXPECT_EQ(cha(3, 1), TICKS & 0xff);
	EXPECT_EQ(cha(3, 0), TICKS);
}

/* The counters of a unit lose the same share, whatever they counted before they were cleared. */
static void counters_that_agree(void)
{
	unsigned int counter, i;

	boot("time=manual cha=4");
	command("fault percent die=0 unit=cha:0 percent=50");
	program(0, 0, CLOCK);
	command("inject die=0 unit=cha:0 event=1 n=3");
	for (counter = 0; counter < 4; counter++)
		program(0, counter, CLOCK);
	for (i = 0; i < 2; i++)
		command("inject die=0 unit=cha:0 event=1 n=3");
	for (counter = 0; counter < 4; counter++)
		EXPECT_EQ(cha(0, counter), 3);
}

static void faults_of_a_long_run(void)
{
	unsigned int i;

	ticking();
	command("fault tires die=0 unit=cha:1 each=1500");
	for (i = 0; i < 3; i++)
		advance();
	EXPECT_EQ(cha(0, 0), 3 * TICKS);
	EXPECT_EQ(cha(1, 0), 2 * TICKS);
	program(1, 0, CLOCK);
	advance();
	EXPECT_EQ(cha(1, 0), TICKS);
	EXPECT_EQ(cha(1, 1), 2 * TICKS);
}

static void upper_halves_that_cannot_be_written(void)
{
	ticking();
	command("fault no-upper die=0 unit=cha:1");
	program(0, 0, 0x35 | 0x0100 | 0xc816feull << 32);
	program(1, 0, 0x35 | 0x0100 | 0xc816feull << 32);
	command("inject die=0 unit=cha:0 event=0x35 umask=1 ext=0xc816fe n=7");
	command("inject die=0 unit=cha:1 event=0x35 umask=1 ext=0xc816fe n=7");
	EXPECT_EQ(cha(0, 0), 7);
	EXPECT_EQ(cha(1, 0), 0);
	EXPECT_EQ(rdmsr(0, CHA(1) + CONTROL(0)) >> 32, 0);
}

static void freezes_of_the_other_package(void)
{
	ticking();
	wrmsr(1, CHA(0) + CONTROL(0), CLEARS | CLOCK);
	command("fault freezes-other die=0 unit=cha:0");
	wrmsr(0, GLOBAL_CONTROL, 1);
	advance();
	EXPECT_EQ(cha(0, 0), 0);
	EXPECT_EQ(rdmsr(1, CHA(0) + COUNTER(0)), 0);
	wrmsr(0, GLOBAL_CONTROL, 0);
	advance();
	EXPECT_EQ(cha(0, 0), TICKS);
	EXPECT_EQ(rdmsr(1, CHA(0) + COUNTER(0)), TICKS);
	EXPECT(strstr(command_error("fault freezes-other die=0 unit=cha:0 at=3"), "at once"));
}

static void reads_and_writes_that_go_wrong(void)
{
	ticking();
	command("fault zero-reads die=0 unit=cha:0 each=2");
	command("fault ones-reads die=0 unit=cha:1 each=1");
	command("fault bit-reads die=0 unit=cha:2 each=2 bit=40");
	command("fault leaps die=0 unit=cha:3 each=2 bit=30");
	advance();
	EXPECT_EQ(cha(0, 0), TICKS);
	EXPECT_EQ(cha(0, 0), 0);
	EXPECT_EQ(cha(0, 1), TICKS);
	EXPECT_EQ(cha(1, 0), ~0ull);
	EXPECT_EQ(cha(2, 0), TICKS);
	EXPECT_EQ(cha(2, 0), TICKS | 1ull << 40);
	EXPECT_EQ(cha(3, 0), TICKS);
	EXPECT_EQ(cha(3, 0), TICKS + (1 << 30));
	EXPECT_EQ(cha(3, 0), TICKS + (1 << 30));
	command("fault lost-writes die=0 unit=cha:0 each=2");
	program(0, 0, CLOCK);
	program(0, 1, CLOCK);
	EXPECT_EQ(cha(0, 0), 0);
	command("fault none");
	EXPECT_EQ(cha(0, 1), TICKS);
	command("fault gone die=0 unit=cha:0");
	EXPECT_EQ(cha(0, 1), ~0ull);
}

static void leaps_every_five_seconds(void)
{
	ticking();
	command("fault leaps die=0 unit=cha:1 ms=5000 bit=40");
	command("time advance=4999999999");
	EXPECT_EQ(cha(1, 0) >> 40, 0);
	command("time advance=1");
	EXPECT_EQ(cha(1, 0) >> 40, 1);
	EXPECT_EQ(cha(1, 0) >> 40, 1);
	EXPECT(strstr(command_error("fault leaps die=0 unit=cha:1 bit=40"), "each"));
}

static void fields_that_do_nothing(void)
{
	ticking();
	command("fault no-threshold die=0 unit=cha:0");
	command("fault no-invert die=0 unit=cha:1");
	command("fault no-edge die=0 unit=cha:2");
	command("fault any-event die=0 unit=cha:3 counter=1");
	program(0, 0, 2 << 24 | CLOCK);
	program(1, 0, 2 << 24 | 1 << 23 | CLOCK);
	program(2, 0, 1 << 24 | 1 << 18 | CLOCK);
	program(3, 0, 0x135);
	program(3, 1, 0x135);
	advance();
	EXPECT_EQ(cha(0, 0), TICKS);
	EXPECT_EQ(cha(1, 0), 0);
	EXPECT_EQ(cha(2, 0), TICKS);
	EXPECT_EQ(cha(3, 0), 0);
	EXPECT_EQ(cha(3, 1), TICKS);
	command("fault none");
	program(0, 0, 0x135);
	command("fault no-umask die=0 unit=cha:0");
	command("inject die=0 unit=cha:0 event=0x35 umask=2 n=7");
	EXPECT_EQ(cha(0, 0), 7);
	command("fault no-clear die=0 unit=cha:0");
	program(0, 0, 0x135);
	EXPECT_EQ(cha(0, 0), 7);
	command("fault no-preset die=0 unit=cha:0");
	wrmsr(0, CHA(0) + COUNTER(0), 5);
	EXPECT_EQ(cha(0, 0), 7);
}

static void registers_of_another_unit(void)
{
	ticking();
	command("fault twin die=0 unit=cha:1 with=2");
	command("fault twin die=0 unit=cha:3 with=0 other-package");
	program(1, 0, 0x135);
	wrmsr(2, CHA(0) + CONTROL(0), CLEARS | CLOCK);
	advance();
	EXPECT_EQ(cha(1, 0), 0);
	EXPECT_EQ(cha(2, 0), 0);
	EXPECT_EQ(cha(3, 0), TICKS);
	EXPECT_EQ(cha(3, 1), 0);
	EXPECT(strstr(command_error("fault twin die=0 unit=cha:1"), "with= is missing"));
}

/* A counter of a CHA that freezes the package when it overflows, which it does now. */
static void overflow(unsigned int id, unsigned int counter)
{
	program(id, counter, FREEZES | 0x135);
	wrmsr(0, CHA(id) + COUNTER(counter), COUNTER_MAX);
	command("inject die=0 unit=cha:%u event=0x35 umask=1 n=1", id);
}

static uint64_t frozen(unsigned int id)
{
	return reply_number(command("get die=0 unit=cha:%u", id), "frozen");
}

static void let_go(void)
{
	wrmsr(0, GLOBAL_STATUS(0), ~0ull >> 16);
	wrmsr(0, GLOBAL_CONTROL, 0);
}

static void freezes_that_are_wrong(void)
{
	ticking();
	command("fault no-freeze die=0 unit=cha:1 counter=2");
	command("fault stays-frozen die=0 unit=cha:2");
	command("fault no-unit-freeze die=0 unit=cha:3 counter=1");
	overflow(0, 3);
	advance();
	EXPECT_EQ(cha(1, 1), 0);
	EXPECT_EQ(cha(1, 2), TICKS);
	let_go();
	EXPECT_EQ(frozen(1), 0);
	EXPECT_EQ(frozen(2), 1);
	wrmsr(0, CHA(3), 1);
	advance();
	EXPECT_EQ(cha(1, 1), TICKS);
	EXPECT_EQ(cha(2, 1), 0);
	EXPECT_EQ(cha(3, 0), 0);
	EXPECT_EQ(cha(3, 1), TICKS);
	command("fault frozen die=0 unit=*");
	advance();
	EXPECT_EQ(cha(0, 0), TICKS);
	command("fault none");
	command("fault stays-unit-frozen die=0 unit=cha:0");
	wrmsr(0, CHA(0), 1);
	wrmsr(0, CHA(0), 0);
	EXPECT_EQ(frozen(0), 1);
	command("fault none");
	command("fault no-release die=0 unit=cha:0");
	wrmsr(0, GLOBAL_CONTROL, 1);
	wrmsr(0, GLOBAL_CONTROL, 0);
	EXPECT_EQ(frozen(1), 1);
	command("fault none");
	EXPECT_EQ(frozen(1), 0);
	wrmsr(0, GLOBAL_CONTROL, 1);
	command("fault lost-global die=0 unit=cha:0 each=2");
	wrmsr(0, GLOBAL_CONTROL, 1);
	wrmsr(0, GLOBAL_CONTROL, 0);
	EXPECT_EQ(frozen(1), 1);
	wrmsr(0, GLOBAL_CONTROL, 0);
	EXPECT_EQ(frozen(1), 0);
	command("fault none");
	wrmsr(0, GLOBAL_CONTROL, 1);
	EXPECT_EQ(frozen(1), 1);
	wrmsr(0, GLOBAL_CONTROL, 0);
}

static void freezes_that_come_late(void)
{
	ticking();
	command("fault late-freeze die=0 unit=cha:0 us=250");
	overflow(0, 3);
	EXPECT_EQ(frozen(1), 0);
	advance();
	EXPECT_EQ(cha(1, 1), TICKS / 4);
	EXPECT_EQ(frozen(1), 1);
	let_go();
	overflow(0, 3);
	let_go();
	advance();
	EXPECT_EQ(frozen(1), 0);
	/* The overflow and the freeze are between two accesses. */
	program(0, 2, FREEZES | CLOCK);
	wrmsr(0, CHA(0) + COUNTER(2), COUNTER_MAX + 1 - TICKS / 2);
	advance();
	EXPECT_EQ(cha(0, 2), TICKS / 4);
	EXPECT_EQ(frozen(1), 1);
	let_go();
	/* A delay of 0 brings a pending freeze at once. Without one, it brings none. */
	command("fault late-freeze die=0 unit=cha:0 us=1000000");
	overflow(2, 3);
	EXPECT_EQ(frozen(1), 0);
	command("fault late-freeze die=0 unit=cha:0 us=0");
	EXPECT_EQ(frozen(1), 1);
	let_go();
	command("fault late-freeze die=0 unit=cha:0 us=0");
	advance();
	EXPECT_EQ(frozen(1), 0);
	overflow(3, 3);
	EXPECT_EQ(frozen(1), 1);
}

static uint64_t status(unsigned int id)
{
	return rdmsr(0, CHA(id) + 1);
}

static void status_bits_that_are_wrong(void)
{
	ticking();
	command("fault no-status die=0 unit=cha:0 counter=1");
	command("fault no-message die=0 unit=cha:1");
	command("fault other-status die=0 unit=cha:2");
	overflow(0, 1);
	EXPECT_EQ(status(0), 0);
	overflow(1, 1);
	EXPECT_EQ(status(1), 2);
	EXPECT_EQ(frozen(1), 0);
	overflow(0, 0);
	EXPECT_EQ(frozen(1), 1);
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS(0)), 1);
	let_go();
	overflow(2, 3);
	EXPECT_EQ(status(2), 1);
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS(0)), 4);
	let_go();
	command("fault other-position die=0 unit=cha:2");
	wrmsr(0, CHA(2) + 1, 1);
	overflow(2, 3);
	EXPECT_EQ(rdmsr(0, GLOBAL_STATUS(0)), 2);
}

static const struct test faults_tests[] = {
	TEST(faults_that_begin_later), TEST(counts_that_are_wrong), TEST(counters_that_agree),
	TEST(reads_and_writes_that_go_wrong), TEST(faults_of_a_long_run), TEST(leaps_every_five_seconds),
	TEST(upper_halves_that_cannot_be_written), TEST(freezes_of_the_other_package),
	TEST(fields_that_do_nothing), TEST(registers_of_another_unit), TEST(freezes_that_are_wrong),
	TEST(freezes_that_come_late), TEST(status_bits_that_are_wrong),
};

SUITE(faults);
