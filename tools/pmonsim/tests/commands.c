// SPDX-License-Identifier: GPL-2.0-only
/* The command language: grammar, refusals, statistics and the violations log. */
#include <stdio.h>
#include <string.h>

#include "test.h"

static void refusals(void)
{
	static const char *const lines[][2] = {
		{ "", "empty command" }, { "   ", "empty command" }, { "fly", "unknown command" },
		{ "inject", "die= is missing" }, { "inject die=2 unit=cha:0", "no die '2'" },
		{ "inject die=x unit=cha:0", "no die" },
		{ "inject die=0", "unit= is missing" },
		{ "inject die=0 unit=cha", "not TYPE:ID" },
		{ "inject die=0 unit=dog:0", "no type 'dog'" },
		{ "inject die=0 unit=cha:60 event=1 n=1", "there is no cha:60" },
		{ "inject die=0 unit=cha:x event=1 n=1", "no unit id" },
		{ "inject die=0 unit=cha:0 n=1", "event= is missing" },
		{ "inject die=0 unit=cha:0 event=0 n=1", "no event" },
		{ "inject die=0 unit=cha:0 event=0x100 n=1", "more than 0xff" },
		{ "inject die=0 unit=cha:0 event=1", "n= is missing" },
		{ "inject die=0 unit=cha:0 event=1 n=1x", "not a number" },
		{ "inject die=0 unit=cha:0 event=1 n=-1", "not a number" },
		{ "inject die=0 unit=cha:0 event=1 n=1 frob=2", "frob: no such argument" },
		{ "inject die=0 unit=cha:0 event=1 n=1 n=2", "given twice" },
		{ "inject die=0 unit=cha:0 event=1 n=5 runs=6", "runs" },
		{ "inject die=0 unit=cha:0 event=1 n=5 runs=0", "runs" },
		{ "inject die=0 unit=cha:0 event=1 n=1 tid=0x400", "tid" },
		{ "inject-free die=0 unit=cha:0 counter=fixed n=1", "has no 'fixed'" },
		{ "inject-free die=0 unit=iio:0 counter=bw_in8 n=1", "has no 'bw_in8'" },
		{ "inject-free die=0 unit=iio:0 n=1", "counter= is missing" },
		{ "inject-free die=0 unit=imc:4 counter=dclk n=1", "there is no imc:4" },
		{ "preset die=0 unit=cha:0 counter=4 value=1", "has no '4'" },
		{ "preset die=0 unit=cha:0 counter=0 value=0x1000000000000", "does not fit 48" },
		{ "preset die=0 unit=cha:* counter=0 value=0", "no unit id" },
		{ "rate die=0 unit=cha:0 event=1 per_second=0", "per_second" },
		{ "rate-stop id=7", "no rate '7'" }, { "rate-stop", "id= is missing" },
		{ "clock die=0 unit=*", "hz= is missing" },
		{ "time advance=5", "host time" },
		{ "carry die=0 unit=m2m:0", "counter= is missing" },
		{ "carry die=0 unit=m2m:0 counter=9", "has no '9'" },
		{ "pci die=0 dev=9 fn=0 hide", "no function 7e:9.0" },
		{ "pci die=0 bus=0x75 dev=12 fn=0 hide", "no function 75:12.0" },
		{ "pci die=0 dev=12 fn=0", "either hide or show" },
		{ "gone die=0 unit=cha:0 gone back", "either gone or back" },
		{ "power die=0 unit=iio:0", "either down or up" },
		{ "stats all", "no such argument" }, { "violations 5", "no such argument" },
		{ "table die=0 frob", "dump, restore, mutate, poke" },
		{ "forget", "die= is missing" }, { "forget die=0 at=night", "neither sleep" }, { "forget die=0 garbage=x", "not a number" },
		{ "table die=* dump", "no die" }, { "cha-msr die=0", "value= is missing" },
		{ "cha-msr die=* value=1", "no die" }, { "global", "die= is missing" },
		{ "help me", "no such argument" },
	};
	size_t i;

	boot("");
	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		const char *error = command_error("%s", lines[i][0]);

		if (!strstr(error, lines[i][1]))
			test_fail(__FILE__, __LINE__, "'%s' gives '%s'", lines[i][0], error);
	}
}

static void a_refused_command_does_nothing(void)
{
	boot("");
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	command_error("inject die=0 unit=cha:0 event=0x35 umask=1 n=5 frob=1");
	command_error("table die=0 poke qword=1 value=5 frob=1");
	command_error("stats reset frob");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 0);
	EXPECT_EQ(table_qword(0, 1), 0x2ff0);
	EXPECT_EQ(reply_number(command("stats"), "wrmsr"), 1);
}

static void help_lists_every_command(void)
{
	static const char *const names[] = {
		"inject", "inject-free", "rate", "rate-stop", "clock", "time", "preset", "carry",
		"get", "global", "stats", "violations", "table", "cha-msr", "pci", "gone", "power", "reset", "forget",
		"help",
	};
	char needle[32];
	size_t i;

	boot("");
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *reply = command("help");

		snprintf(needle, sizeof(needle), "%s%s%s", i ? "\n" : "", names[i],
			 i + 1 < sizeof(names) / sizeof(names[0]) ? " " : "\n");
		EXPECT(strstr(reply, needle));
	}
}

static void replies_end_with_ok(void)
{
	static const char *const lines[] = {
		"inject-free die=0 unit=imc:0 counter=dclk n=0", "stats", "stats reset", "violations",
		"violations reset", "get die=0 unit=ubox:0", "global die=0", "table die=0 dump",
		"time", "clock die=* unit=* hz=0", "\thelp  ",
	};
	size_t i;

	boot("");
	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		const char *reply = command("%s", lines[i]);
		size_t length = strlen(reply);

		EXPECT(length >= 3 && !strcmp(reply + length - 3, "ok\n"));
		EXPECT(length == 3 || reply[length - 4] == '\n');
	}
}

static void statistics(void)
{
	const char *reply;
	size_t m2m, memory;

	boot("");
	m2m = find_function(1, 12, 0);
	memory = find_function(0, 0, 2);
	rdmsr(0, CHA(3));
	rdmsr(3, CHA(3));
	rdmsr(3, CHA(3));
	wrmsr(3, CHA(3), 1);
	wrmsr(0, 0x2ff0, 0);
	config_read(m2m, 0x440);
	config_read(m2m, 0x444);
	config_write(m2m, 0x438, 1);
	/* What is no PMON register does not count. */
	config_read(m2m, 0);
	config_write(m2m, 4, 7);
	machine_bar_read(machine, memory, 0, 0x22808, 8);
	machine_bar_write(machine, memory, 0, 0x22800, 4, 1);
	machine_bar_read(machine, memory, 0, 0, 8);
	table_qword(0, 0);
	reply = command("stats");
	EXPECT_EQ(reply_number(reply, "rdmsr"), 3);
	EXPECT_EQ(reply_number(reply, "wrmsr"), 2);
	EXPECT_EQ(reply_number(reply, "pcird"), 2);
	EXPECT_EQ(reply_number(reply, "pciwr"), 1);
	EXPECT_EQ(reply_number(reply, "mmiord"), 1);
	EXPECT_EQ(reply_number(reply, "mmiowr"), 1);
	EXPECT_EQ(reply_number(reply, "tablerd"), 1);
	EXPECT(strstr(reply, "\nglobal 0 rdmsr=0 wrmsr=1\n"));
	EXPECT(strstr(reply, "\nunit 0 cha 3 rdmsr=1 wrmsr=0\n"));
	EXPECT(strstr(reply, "\nunit 1 cha 3 rdmsr=2 wrmsr=1\n"));
	EXPECT(strstr(reply, "\nunit 1 m2m 0 pcird=2 pciwr=1\n"));
	EXPECT(strstr(reply, "\nunit 0 imc 0 mmiord=1 mmiowr=1\n"));
	EXPECT(strstr(reply, "\ncpu 0 rdmsr=1 wrmsr=1\n"));
	EXPECT(strstr(reply, "\ncpu 3 rdmsr=2 wrmsr=1\n"));
	command("stats reset");
	reply = command("stats");
	EXPECT_EQ(reply_number(reply, "rdmsr"), 0);
	EXPECT(!strstr(reply, "unit"));
	EXPECT(!strstr(reply, "cpu"));
}

static void get_has_no_side_effects(void)
{
	boot("");
	config_write(find_function(0, 12, 0), 0x468, 0x122);
	command("preset die=0 unit=m2m:0 counter=0 value=0xffffffff");
	command("carry die=0 unit=m2m:0 counter=0");
	EXPECT_EQ(reply_number(command("get die=0 unit=m2m:0"), "counter0"), 0xffffffff);
	EXPECT_EQ(reply_number(command("get die=0 unit=m2m:0"), "counter0"), 0xffffffff);
	EXPECT_EQ(reply_number(command("get die=0 unit=m2m:0"), "addrmatch0"), 0);
	EXPECT_EQ(reply_number(command("stats"), "pcird"), 0);
}

static void preset_lets_the_event_go_on(void)
{
	boot("");
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	command("preset die=0 unit=cha:0 counter=0 value=0xfffffffffffe");
	command("inject die=0 unit=cha:0 event=0x35 umask=1 n=5");
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 3);
	EXPECT_EQ(rdmsr(0, CHA(0) + STATUS), 1);
	wrmsr(0, 0x2fde, 1 << 22);
	command("preset die=0 unit=ubox:0 counter=fixed value=9");
	EXPECT_EQ(rdmsr(0, 0x2fdf), 9);
}

static void violations_are_counted_beyond_those_kept(void)
{
	unsigned int i;

	boot("");
	for (i = 0; i < 1500; i++)
		wrmsr(0, CHA(0), 2);
	EXPECT_EQ(reply_number(command("violations"), "violations"), 1500);
	EXPECT(strstr(command("violations"), "and 500 more"));
	EXPECT_EQ(new_violations(), 1500);
	EXPECT_EQ(new_violations(), 0);
}

static void violations_name_the_place(void)
{
	boot("");
	wrmsr(2, CHA(1) + CONTROL(2), 0x36);
	EXPECT(violation_says("die 1 cpu 2 msr 0x2014 write 0x36: "
			      "this counter cannot count this event"));
	config_write(find_function(1, 12, 0), 0x438, 4);
	EXPECT(violation_says("die 1 pci 0c.0 config 0x438/4 write 0x4: reserved bits 0x4 set"));
	machine_bar_write(machine, find_function(0, 0, 2), 0, 0x22800, 8, 4);
	EXPECT(violation_says("die 0 pci 00.2 bar0 0x22800/8 write 0x4: reserved bits 0x4 set"));
	rdmsr(0, CHA(0) + 7);
	EXPECT(violation_says("die 0 cpu 0 msr 0x2007 read: no such register"));
}

static void longest_stretch(void)
{
	boot("stretches=on");
	EXPECT(machine_has_stretches(machine));
	rdmsr(0, CHA(0) + COUNTER(0));
	rdmsr(0, CHA(1) + COUNTER(0));
	/* Another CPU has a stretch of its own. */
	rdmsr(1, CHA(1) + COUNTER(0));
	EXPECT_EQ(reply_number(command("stats"), "stretch"), 2);
	machine_irqs_on(machine, 0);
	wrmsr(0, CHA(0) + COUNTER(0), 0);
	EXPECT_EQ(reply_number(command("stats reset"), "stretch"), 2);
	EXPECT_EQ(reply_number(command("stats"), "stretch"), 0);
	machine_irqs_on(machine, 1);
	rdmsr(1, CHA(1) + COUNTER(0));
	EXPECT_EQ(reply_number(command("stats"), "stretch"), 1);
	boot("");
	EXPECT(!machine_has_stretches(machine));
	EXPECT(!strstr(command("stats"), "stretch"));
}

static const struct test commands_tests[] = {
	TEST(refusals),
	TEST(a_refused_command_does_nothing),
	TEST(help_lists_every_command),
	TEST(replies_end_with_ok),
	TEST(statistics),
	TEST(get_has_no_side_effects),
	TEST(preset_lets_the_event_go_on),
	TEST(violations_are_counted_beyond_those_kept),
	TEST(violations_name_the_place),
	TEST(longest_stretch),
};

SUITE(commands);
