/* SPDX-License-Identifier: GPL-2.0-only */
/* A minimal harness for the tests of the register model. */
#ifndef PMONSIM_TEST_H
#define PMONSIM_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/machine.h"

/* Ends the test that is running, as failed. */
void test_fail(const char *file, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4), noreturn));

#define EXPECT(condition)						\
	do {								\
		if (!(condition))					\
			test_fail(__FILE__, __LINE__, "%s", #condition);	\
	} while (0)

#define EXPECT_EQ(got, expected)					\
	do {								\
		uint64_t got_ = (got), expected_ = (expected);		\
		if (got_ != expected_)					\
			test_fail(__FILE__, __LINE__, "%s is 0x%llx, not 0x%llx", #got,	\
				  (unsigned long long)got_, (unsigned long long)expected_); \
	} while (0)

struct test {
	const char *name;
	void (*run)(void);
};

struct test_suite {
	const char *name;
	const struct test *tests;
	size_t count;
};

#define TEST(function) { #function, function }
#define SUITE(suite)							\
	const struct test_suite suite##_suite = {			\
		#suite, suite##_tests, sizeof(suite##_tests) / sizeof(suite##_tests[0])	\
	}

/* The machine of the test that is running; made by boot(), freed after the test. */
extern struct machine *machine;

/* Options as one string, separated by blanks. */
void boot(const char *options);
/* The reason why no such machine can be made, or NULL if it can. */
const char *boot_error(const char *options);

/* Run a command that must succeed; the reply stays valid until the next one. */
const char *command(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Run a command that must fail; returns the reason. */
const char *command_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The number that follows @name in the reply to @line, which has it at the begin of a line. */
uint64_t reply_number(const char *reply, const char *name);

uint64_t rdmsr(unsigned int cpu, uint32_t msr);
void wrmsr(unsigned int cpu, uint32_t msr, uint64_t value);

size_t find_on_bus(unsigned int package, unsigned int bus, unsigned int device, unsigned int number);
/* On the bus of the UBox. */
size_t find_function(unsigned int package, unsigned int device, unsigned int number);
size_t find_table(unsigned int package, unsigned int table);
uint32_t config_read(size_t function, unsigned int offset);
void config_write(size_t function, unsigned int offset, uint32_t value);

/* Has anything been logged since the last time? And was its text like this? */
unsigned int new_violations(void);
bool violation_says(const char *text);

/* Place the BARs of package 0 and 1 as a guest would. */
#define MEMORY_BAR(package)	(0x400000000ull + 0x40000000ull * (package))
#define CXL_BAR_ADDRESS(package) (0x410000000ull + 0x40000000ull * (package))
#define TABLE_BAR(package)	(0xfe000000ull + 0x100000ull * (package))
void place_bars(void);
uint64_t table_qword(unsigned int package, size_t index);

/* Two MSR units that most tests use. */
#define CHA(id)		(0x2000u + 0x10u * (id))
#define CTL		0
#define STATUS		1
#define CONTROL(n)	(2u + (n))
#define COUNTER(n)	(8u + (n))
#define EXTRA		0xe

#define FRZ_OVF		(1ull << 20)
#define COUNTER_MAX	((1ull << 48) - 1)

#endif /* PMONSIM_TEST_H */
