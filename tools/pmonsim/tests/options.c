// SPDX-License-Identifier: GPL-2.0-only
/* Options: sizes, per-package values, and refusals that say why. */
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

#include "test.h"

static void defaults(void)
{
	boot("");
	EXPECT_EQ(machine_packages(machine), 2);
	EXPECT_EQ(machine_cpus(machine), 4);
	EXPECT_EQ(machine_bus(machine, 0), 0x7e);
	EXPECT_EQ(machine_bus(machine, 1), 0xfe);
	EXPECT_EQ(machine_units(machine, 0, "cha"), 60);
	EXPECT_EQ(machine_units(machine, 1, "imc"), 8);
	command("get die=1 unit=cha:59");
	command_error("get die=1 unit=cha:60");
}

static void per_package_values_win_wherever_they_stand(void)
{
	boot("cha.1=40 cha=10 bus.0=0x60 numa=1 dies=1 hypervisor=0");
	command("get die=0 unit=cha:9");
	command_error("get die=0 unit=cha:10");
	command("get die=1 unit=cha:39");
	command_error("get die=1 unit=cha:40");
	EXPECT_EQ(machine_bus(machine, 0), 0x60);
	EXPECT_EQ(machine_bus(machine, 1), 0xfe);
}

static void one_package(void)
{
	boot("packages=1 cpus=3");
	EXPECT_EQ(machine_package_of_cpu(machine, 2), 0);
	command_error("get die=1 unit=cha:0");
	EXPECT(!machine_msr_read(machine, 3, 0x2000, &(uint64_t){ 0 }));
}

static void refusals(void)
{
	static const char *const options[][2] = {
		{ "cha=65", "cha" }, { "cha=x", "cha" }, { "cha=", "cha" }, { "cha=-1", "cha" },
		{ "cha.2=4", "no such package" }, { "cha.x=4", "no such package" },
		{ "pcu=2", "pcu" }, { "mdf=15", "mdf" }, { "imc=9", "imc" },
		{ "colour=red", "unknown option" }, { "packages=5", "packages" },
		{ "machine=gnr packages=4", "packages" },
		{ "packages=0", "packages" }, { "cpus=0", "cpus" }, { "cpus=3", "cpus" },
		{ "cha", "key=value" }, { "machine=z80", "machine" }, { "stride=2", "stride" },
		{ "dvsec=bad", "dvsec" }, { "bus=256", "bus" }, { "numa=5", "numa" }, { "dies=2", "dies" },
		{ "absent=cha:60", "absent" }, { "absent=cha", "absent" },
		{ "absent=xyz:1", "absent" }, { "iio_bw_width=64", "iio_bw_width" },
		{ "stride=255 holes=64 table_offset=4", "table_offset" },
		{ "mutate=x", "mutate" }, { "log=/nonexistent/log", "log" },
	};
	size_t i;

	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		const char *error = boot_error(options[i][0]);

		if (!error || !strstr(error, options[i][1]))
			test_fail(__FILE__, __LINE__, "'%s' gives '%s'", options[i][0],
				  error ? error : "a machine");
	}
}

static void extreme_sizes(void)
{
	static const char *const options[] = {
		"cha=64 iio=12 irp=12 m2pcie=12 cxlcm=6 cxldp=6 positions=unique",
		"cha=0 iio=0 irp=0 m2pcie=0 imc=0 m2m=0 upi=0 m3upi=0 mdf=0 pcu=0 ubox=0 cxlcm=0 cxldp=0",
		"imc=1 cxlcm=0", "imc=7", "iio=0 irp=3", "packages=1 cpus=256",
	};
	size_t i;

	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		boot(options[i]);
		place_bars();
		command("global die=0");
		EXPECT_EQ(new_violations(), 0);
	}
}

static void log_file(void)
{
	char name[] = "/tmp/pmonsim-log-XXXXXX", options[64], text[256] = "";
	int fd = mkstemp(name);
	FILE *file;

	close(fd);
	snprintf(options, sizeof(options), "log=%s", name);
	boot(options);
	wrmsr(3, CHA(1), 2);
	file = fopen(name, "r");
	EXPECT(file && fgets(text, sizeof(text), file));
	fclose(file);
	unlink(name);
	EXPECT(!strcmp(text, "violation: die 1 cpu 3 msr 0x2010 write 0x2: reserved bits 0x2 set\n"));
}

static const struct test options_tests[] = {
	TEST(defaults),
	TEST(per_package_values_win_wherever_they_stand),
	TEST(one_package),
	TEST(refusals),
	TEST(extreme_sizes),
	TEST(log_file),
};

SUITE(options);
