// SPDX-License-Identifier: GPL-2.0-only
/*
 * What happens around the calls.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

#define PARAMETERS	"/sys/module/uncore_pmon/parameters/"
#define TRACING		"/sys/kernel/tracing/"

static bool write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return good;
}

/* Some of it: a trace that is being written has no end. */
static void read_some(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	static __thread char text[65536];
	unsigned int parts;

	for (parts = 0; fd >= 0 && parts < 8 && read(fd, text, sizeof(text)) > 0; parts++)
		;
	if (fd >= 0)
		close(fd);
}

/*
 * Bit N: CPU N is online. CPU 0 always is, and one of 2 and 3, so that each die has an owner; the owner of die 1
 * changes.
 */
static unsigned int online = 0xf;

static void set_online(unsigned int cpu, bool on)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/online", cpu);
	if (!write_text(path, on ? "1" : "0"))
		return;
	online = on ? online | 1u << cpu : online & ~(1u << cpu);
	atomic_fetch_add(&stats.transitions, 1);
}

void disturb_cpus(struct numbers *numbers)
{
	unsigned int cpu = 1 + below(numbers, 3);

	if (cpu > 1 && !(online & 1u << (5 - cpu)))
		set_online(5 - cpu, true);
	set_online(cpu, !(online & 1u << cpu));
}

static void set_number(const char *path, unsigned int value)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", value);
	write_text(path, text);
}

void disturb_settings(struct numbers *numbers)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	char path[256];

	switch (below(numbers, 8)) {
	case 0:
		set_number(PARAMETERS "sample_poll_us", 100 + below(numbers, 100000));
		break;
	case 1:
		set_number(PARAMETERS "poll_period_ms", one_in(numbers, 2) ? 0 : 10 + below(numbers, 2000));
		break;
	case 2: case 3:
		snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/perf_event_mux_interval_ms",
			 machine_attr(numbers, &attr)->name);
		set_number(path, 4 + below(numbers, 200));
		break;
	case 4:
		read_some("/sys/kernel/debug/uncore_pmon/discovery");
		break;
	case 5:
		read_some("/sys/kernel/debug/uncore_pmon/sampling");
		read_some("/sys/kernel/debug/uncore_pmon/controls");
		break;
	case 6:
		write_text(TRACING "events/uncore_pmon/enable", one_in(numbers, 2) ? "1" : "0");
		break;
	case 7:
		read_some(TRACING "trace");
		break;
	}
}

/* A unit of each space that answers no more, until the next load. */
static const char *const mortal[] = { "mdf:1", "upi:1", "cxldp:1" };

/* Units and counters in which something is carried while they are read. */
static const char *const torn[] = { "cha:1", "m2m:1", "imc:1", "upi:0" };
#define TORN_COUNTERS	2

/*
 * Events of those that somebody asked for. A counter that goes on between the readings of its two halves is not that of a
 * reference, whose count would no longer be known.
 */
void disturb_units(struct numbers *numbers)
{
	unsigned int die = below(numbers, DIES), event;
	char unit[32];

	if (one_in(numbers, 400)) {
		simulate(NULL, NULL, "gone die=%u unit=%s gone", die, mortal[below(numbers, 3)]);
		return;
	}
	if (one_in(numbers, 10)) {
		simulate(NULL, NULL, "carry die=%u unit=%s counter=%u", die, torn[below(numbers, 4)],
			 below(numbers, TORN_COUNTERS));
		return;
	}
	/* What the reference events count is theirs. */
	if (!machine_recent(numbers, unit, &event) || !event || event == 0x60)
		return;
	if (simulate(NULL, NULL, "inject die=%u unit=%s event=%u umask=* ext=* n=%llu", die, unit, event,
		     (unsigned long long)some_size(numbers)))
		atomic_fetch_add(&stats.injections, 1);
}

void disturb_end(void)
{
	unsigned int cpu, die, i;

	for (i = 0; i < sizeof(mortal) / sizeof(mortal[0]); i++)
		simulate(NULL, NULL, "gone die=* unit=%s back", mortal[i]);
	/* What nobody has read would happen to the next one who counts there. */
	for (die = 0; die < DIES; die++)
		for (i = 0; i < TORN_COUNTERS * sizeof(torn) / sizeof(torn[0]); i++)
			simulate(NULL, NULL, "carry die=%u unit=%s counter=%u off=1", die, torn[i / TORN_COUNTERS],
				 i % TORN_COUNTERS);
	for (cpu = 1; cpu < 4; cpu++) {
		if (!(online & 1u << cpu))
			set_online(cpu, true);
	}
	write_text(TRACING "events/uncore_pmon/enable", "0");
	set_number(PARAMETERS "poll_period_ms", 0);
}
