// SPDX-License-Identifier: GPL-2.0-only
/* Runs the tests of the register model; with an argument, only those whose name contains it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

extern const struct test_suite registers_suite, freeze_suite, counting_suite, constraints_suite,
	pci_suite, mmio_suite, table_suite, options_suite, commands_suite, time_suite,
	threads_suite, snbep_suite, snbep_filters_suite, ivbep_suite, hsx_suite,
	nhmex_suite, nhmex_events_suite, memory_suite, faults_suite,
	gnr_suite, gnr_table_suite, layout_suite, skx_suite, icx_suite, connections_suite;

static const struct test_suite *const suites[] = {
	&registers_suite, &freeze_suite, &counting_suite, &constraints_suite, &pci_suite,
	&mmio_suite, &table_suite, &options_suite, &commands_suite, &time_suite, &threads_suite,
	&snbep_suite, &snbep_filters_suite, &ivbep_suite, &hsx_suite,
	&nhmex_suite, &nhmex_events_suite, &memory_suite, &faults_suite,
	&gnr_suite, &gnr_table_suite, &layout_suite, &skx_suite, &icx_suite, &connections_suite,
};

struct machine *machine;

static jmp_buf test_end;
static char *last_reply;
static char last_error[256];

void test_fail(const char *file, int line, const char *format, ...)
{
	va_list args;

	printf("%s:%d: ", file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	longjmp(test_end, 1);
}

static struct machine *make_machine(const char *options)
{
	static char text[4096];
	const char *argv[64];
	char *word, *rest = NULL;
	struct machine *m;
	int argc = 0;

	snprintf(text, sizeof(text), "%s", options);
	for (word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		argv[argc++] = word;
	m = machine_new(argc, argv, last_error, sizeof(last_error));
	if (m && !machine_begin(m, argc, argv, last_error, sizeof(last_error))) {
		machine_free(m);
		m = NULL;
	}
	return m;
}

void boot(const char *options)
{
	machine_free(machine);
	machine = make_machine(options);
	if (!machine)
		test_fail("boot", 0, "'%s': %s", options, last_error);
}

const char *boot_error(const char *options)
{
	struct machine *m = make_machine(options);

	if (!m)
		return last_error;
	machine_free(m);
	return NULL;
}

static const char *run_command(const char *format, va_list args)
{
	char line[512];

	vsnprintf(line, sizeof(line), format, args);
	free(last_reply);
	last_reply = machine_command(machine, line);
	EXPECT(last_reply);
	return last_reply;
}

const char *command(const char *format, ...)
{
	const char *reply;
	va_list args;

	va_start(args, format);
	reply = run_command(format, args);
	va_end(args);
	if (!strncmp(reply, "error", 5))
		test_fail("command", 0, "'%s': %s", format, reply);
	return reply;
}

const char *command_error(const char *format, ...)
{
	const char *reply;
	va_list args;

	va_start(args, format);
	reply = run_command(format, args);
	va_end(args);
	if (strncmp(reply, "error: ", 7))
		test_fail("command", 0, "'%s' did not fail but: %s", format, reply);
	return reply + 7;
}

uint64_t reply_number(const char *reply, const char *name)
{
	size_t length = strlen(name);
	const char *line;

	for (line = reply; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		if (!strncmp(line, name, length) && (line[length] == ' ' || line[length] == '='))
			return strtoull(line + length + 1, NULL, 0);
	}
	test_fail("reply", 0, "no '%s' in: %s", name, reply);
}

uint64_t rdmsr(unsigned int cpu, uint32_t msr)
{
	uint64_t value = 0x5555;

	EXPECT(machine_msr_read(machine, cpu, msr, &value));
	return value;
}

void wrmsr(unsigned int cpu, uint32_t msr, uint64_t value)
{
	EXPECT(machine_msr_write(machine, cpu, msr, value));
}

size_t find_on_bus(unsigned int package, unsigned int bus, unsigned int device, unsigned int number)
{
	const struct machine_function *list;
	size_t count, i;

	list = machine_functions(machine, &count);
	for (i = 0; i < count; i++) {
		if (list[i].package == package && list[i].bus == bus &&
		    list[i].device == device && list[i].function == number)
			return i;
	}
	test_fail("find_on_bus", 0, "no function %x:%u.%u in package %u", bus, device, number, package);
}

size_t find_function(unsigned int package, unsigned int device, unsigned int number)
{
	return find_on_bus(package, machine_bus(machine, package), device, number);
}

/* By its device id: it can be on several buses. */
size_t find_table(unsigned int package, unsigned int table)
{
	const struct machine_function *list;
	size_t count, i;

	list = machine_functions(machine, &count);
	for (i = 0; i < count; i++) {
		if (list[i].package == package && config_read(i, 0) == 0x09a78086 && !table--)
			return i;
	}
	test_fail("find_table", 0, "no such discovery function in package %u", package);
}

uint32_t config_read(size_t function, unsigned int offset)
{
	return (uint32_t)machine_config_read(machine, function, offset, 4);
}

void config_write(size_t function, unsigned int offset, uint32_t value)
{
	machine_config_write(machine, function, offset, 4, value);
}

unsigned int new_violations(void)
{
	return (unsigned int)reply_number(command("violations reset"), "violations");
}

bool violation_says(const char *text)
{
	return strstr(command("violations reset"), text);
}

static void place_bar(size_t function, unsigned int bar, uint64_t address)
{
	config_write(function, 0x10 + 4 * bar, (uint32_t)address);
	config_write(function, 0x14 + 4 * bar, (uint32_t)(address >> 32));
}

void place_bars(void)
{
	unsigned int i;

	for (i = 0; i < machine_packages(machine); i++) {
		place_bar(find_function(i, 0, 2), 0, MEMORY_BAR(i));
		place_bar(find_function(i, 0, 2), 2, CXL_BAR_ADDRESS(i));
		place_bar(find_table(i, 0), 0, TABLE_BAR(i));
	}
}

uint64_t table_qword(unsigned int package, size_t index)
{
	return machine_bar_read(machine, find_table(package, 0), 0, 8 * index, 8);
}

static bool run_test(const struct test_suite *suite, const struct test *test)
{
	bool ok = !setjmp(test_end);

	if (ok)
		test->run();
	machine_free(machine);
	machine = NULL;
	free(last_reply);
	last_reply = NULL;
	printf("%s - %s: %s\n", ok ? "ok" : "not ok", suite->name, test->name);
	return ok;
}

int main(int argc, char **argv)
{
	unsigned int passed = 0, failed = 0;
	size_t i, j;

	for (i = 0; i < sizeof(suites) / sizeof(suites[0]); i++) {
		for (j = 0; j < suites[i]->count; j++) {
			const struct test *test = &suites[i]->tests[j];

			if (argc > 1 && !strstr(test->name, argv[1]))
				continue;
			if (run_test(suites[i], test))
				passed++;
			else
				failed++;
		}
	}
	printf("register model: %u passed, %u failed\n", passed, failed);
	return failed || !passed;
}
