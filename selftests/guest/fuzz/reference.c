// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events that nothing may disturb: pinned ones, of which the simulator knows what they must have counted.
 *
 * It tells for each injection in how many cycles the unit was not frozen: what samples and snapshots of
 * others stop is not counted, and must not be.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fuzz.h"
#include "pmu.h"
#include "simulator.h"

/* No alias is like it, and others may count it too. */
#define EVENT		"event=0x60,umask=0x1"

static const struct { const char *pmu, *unit; } spaces[] = {
	{ "uncore_cha_0", "cha:0" },	/* MSR */
	{ "uncore_m2m_0", "m2m:0" },	/* PCI configuration space */
	{ "uncore_imc_0", "imc:0" },	/* memory */
};
#define SPACES	(sizeof(spaces) / sizeof(spaces[0]))

static struct reference {
	int fd;
	uint64_t injected, last;
} references[DIES][SPACES];

static pthread_mutex_t simulator_lock = PTHREAD_MUTEX_INITIALIZER;

bool simulate(uint64_t *value, const char *key, const char *format, ...)
{
	char command[256];
	va_list arguments;
	bool good;

	va_start(arguments, format);
	vsnprintf(command, sizeof(command), format, arguments);
	va_end(arguments);
	pthread_mutex_lock(&simulator_lock);
	good = simulator_command(command) && (!value || simulator_value(key, value));
	if (!good)
		printf("# simulator: %s: %s\n", command, simulator_reply());
	pthread_mutex_unlock(&simulator_lock);
	return good;
}

bool reference_open(void)
{
	unsigned int die, i;

	for (die = 0; die < DIES; die++) {
		for (i = 0; i < SPACES; i++) {
			struct perf_event_attr attr = { .size = sizeof(attr), .pinned = 1 };
			struct reference *reference = &references[die][i];
			char text[128], error[256] = "";
			int cpu;

			snprintf(text, sizeof(text), "%s/" EVENT "/", spaces[i].pmu);
			cpu = pmu_cpu_of_die(text, die);
			reference->injected = reference->last = 0;
			reference->fd = pmu_event(text, &attr, error, sizeof(error)) ? -1 :
				(int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
			if (reference->fd < 0) {
				printf("not ok - %s cannot be opened on die %u, CPU %d: %s %m\n", text, die, cpu, error);
				return false;
			}
		}
	}
	return true;
}

/*
 * While its owner CPU changes an event can lag behind. It is never ahead, and does not go back; @exact: and in the end it has
 * all.
 */
static bool check(unsigned int die, unsigned int space, bool exact)
{
	struct reference *reference = &references[die][space];
	uint64_t count = 0;
	ssize_t size = read(reference->fd, &count, sizeof(count));

	if (size != sizeof(count)) {
		printf("not ok - %s of die %u lost its counter\n", spaces[space].unit, die);
		return false;
	}
	if (count > reference->injected || count < reference->last || (exact && count != reference->injected)) {
		printf("not ok - %s of die %u has counted %llu, before that %llu, and %llu happened\n", spaces[space].unit,
		       die, (unsigned long long)count, (unsigned long long)reference->last,
		       (unsigned long long)reference->injected);
		return false;
	}
	reference->last = count;
	return true;
}

bool reference_step(struct numbers *numbers)
{
	unsigned int die = below(numbers, DIES), space = below(numbers, SPACES);
	uint64_t seen, n = below(numbers, 1 << below(numbers, 24));
	bool good;

	good = simulate(&seen, "seen", "inject die=%u unit=%s event=0x60 umask=1 n=%llu", die, spaces[space].unit,
			(unsigned long long)n);
	if (good) {
		references[die][space].injected += seen;
		good = check(die, space, false);
	}
	return good;
}

bool reference_close(void)
{
	unsigned int die, i;
	bool good = true;

	for (die = 0; die < DIES; die++) {
		for (i = 0; i < SPACES; i++) {
			good = check(die, i, true) && good;
			close(references[die][i].fd);
		}
	}
	return good;
}
