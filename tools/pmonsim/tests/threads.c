// SPDX-License-Identifier: GPL-2.0-only
/* CPUs, PCI servers and the control device use the model at the same time. */
#include <pthread.h>
#include <stdlib.h>

#include "test.h"

#define ROUNDS 2000

static void *inject_events(void *unused)
{
	int i;

	(void)unused;
	for (i = 0; i < ROUNDS; i++)
		free(machine_command(machine,
				     "inject die=0 unit=cha:0 event=0x35 umask=1 n=3"));
	return NULL;
}

static void *read_msrs(void *unused)
{
	uint64_t value, last = 0;
	int i;

	(void)unused;
	for (i = 0; i < ROUNDS; i++) {
		machine_msr_read(machine, 0, CHA(0) + COUNTER(0), &value);
		if (value < last)
			return (void *)1;
		last = value;
		machine_msr_write(machine, 1, CHA(1) + COUNTER(0), value);
	}
	return NULL;
}

static void *read_config(void *unused)
{
	int i;

	(void)unused;
	for (i = 0; i < ROUNDS; i++) {
		machine_config_write(machine, find_function(0, 0, 2), 0x10, 4, 0x800000u * (unsigned int)i);
		machine_bar_read(machine, find_table(0, 0), 0, 8, 8);
	}
	return NULL;
}

static void nothing_is_lost(void)
{
	void *(*const work[])(void *) = { inject_events, inject_events, read_msrs, read_config };
	pthread_t threads[4];
	bool backwards = false;
	void *result;
	int i;

	boot("");
	wrmsr(0, CHA(0) + CONTROL(0), 0x135);
	for (i = 0; i < 4; i++)
		EXPECT(!pthread_create(&threads[i], NULL, work[i], NULL));
	for (i = 0; i < 4; i++) {
		pthread_join(threads[i], &result);
		backwards = backwards || result;
	}
	EXPECT(!backwards);
	EXPECT_EQ(rdmsr(0, CHA(0) + COUNTER(0)), 2 * 3 * ROUNDS);
	EXPECT_EQ(new_violations(), 0);
}

static const struct test threads_tests[] = {
	TEST(nothing_is_lost),
};

SUITE(threads);
