// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands about events that sample.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "samples.h"
#include "script.h"
#include "simulator.h"

static const struct samples *samples_of(const char *name)
{
	const struct samples *samples = event_samples(name);

	if (!samples)
		report(false, "%s has no samples", name);
	return samples;
}

/* expect-samples EVENT NUMBER [TEXT]: since it was opened */
static void do_expect_samples(char *words[])
{
	const struct samples *samples = samples_of(words[1]);

	if (samples)
		report(samples->count == evaluate(words[2]) && !samples->lost,
		       "%s: %llu samples, %llu lost, expected %llu", rest(words, 3, words[1]),
		       (unsigned long long)samples->count, (unsigned long long)samples->lost,
		       (unsigned long long)evaluate(words[2]));
}

/*
 * expect-windows EVENT PERIOD: as many samples as whole periods were counted. One that ended as
 * the event left its counter is taken when it is back there.
 */
static void do_expect_windows(char *words[])
{
	const struct samples *samples = samples_of(words[1]);
	struct reading reading;
	uint64_t windows;

	if (samples && read_event(words[1], &reading)) {
		windows = reading.value[0] / evaluate(words[2]);
		report(samples->count && samples->count <= windows && samples->count + 1 >= windows,
		       "%s: %llu samples of %s in a count of %llu", words[1],
		       (unsigned long long)samples->count, words[2],
		       (unsigned long long)reading.value[0]);
	}
}

/* await-samples EVENT NUMBER: wait until there are so many */
static void do_await_samples(char *words[])
{
	const struct timespec millisecond = { .tv_nsec = 1000000 };
	uint64_t number = evaluate(words[2]);
	const struct samples *samples = NULL;

	for (unsigned int i = 0; i < PATIENCE; i++) {
		samples = samples_of(words[1]);
		if (!samples || samples->count >= number)
			break;
		nanosleep(&millisecond, NULL);
	}
	if (samples)
		report(samples->count >= number, "%s: %llu samples, waited for %llu", words[1],
		       (unsigned long long)samples->count, (unsigned long long)number);
}

/* expect-sample EVENT VALUE...: what the last sample says about the group */
static void do_expect_sample(char *words[])
{
	const struct samples *samples = samples_of(words[1]);
	uint64_t i;

	if (!samples)
		return;
	for (i = 0; words[2 + i] && i < samples->last.count; i++)
		if (samples->last.value[i] != evaluate(words[2 + i]))
			break;
	if (samples->count && !words[2 + i] && i == samples->last.count)
		report(true, "%s: last sample has %s", words[1], rest(words, 2, ""));
	else
		report(false, "%s: last of %llu samples has %llu values, number %llu is %llu, expected %s",
		       words[1], (unsigned long long)samples->count,
		       (unsigned long long)samples->last.count, (unsigned long long)i,
		       (unsigned long long)samples->last.value[i], rest(words, 2, ""));
}

/* expect-period EVENT PERIOD: of the last sample */
static void do_expect_period(char *words[])
{
	const struct samples *samples = samples_of(words[1]);

	if (samples)
		check_value(samples->period, evaluate(words[2]), "period of the last sample");
}

/* samples VARIABLE EVENT */
static void do_samples(char *words[])
{
	const struct samples *samples = samples_of(words[2]);

	if (samples)
		set_variable(words[1], samples->count);
}

/* period EVENT PERIOD: change it */
static void do_period(char *words[])
{
	int error = event_set_period(words[1], evaluate(words[2]));

	if (error)
		report(false, "period of %s: %s", words[1], strerrorname_np(error));
}

/* thaw DIE: wait until the package is not frozen and no overflow is left to deal with */
static void do_thaw(char *words[])
{
	const struct timespec millisecond = { .tv_nsec = 1000000 };
	char command[64];

	snprintf(command, sizeof(command), "global die=%s", words[1]);
	for (unsigned int i = 0; i < PATIENCE; i++) {
		uint64_t value, any = 0;
		char name[32];

		if (!simulator_command(command))
			break;
		for (unsigned int word = 0; word < 12; word++) {
			snprintf(name, sizeof(name), "global_status%u", word);
			if (simulator_value(name, &value))
				any |= value;
		}
		if (simulator_value("global_control", &value) && !(any | value))
			return;
		nanosleep(&millisecond, NULL);
	}
	report(false, "die %s stays frozen: %s", words[1], simulator_reply());
}

const struct command sample_commands[] = {
	{ "expect-samples", 2, do_expect_samples, "NAME NUMBER [TEXT]",
	  "The number of samples since the event was opened; none are lost." },
	{ "expect-windows", 2, do_expect_windows, "NAME N",
	  "As many samples as there are periods of N in the count, or one less, for\n\t"
	  "an event that has no counter now." },
	{ "await-samples", 2, do_await_samples, "NAME NUMBER",
	  "Wait for this number of samples." },
	{ "expect-sample", 2, do_expect_sample, "NAME VALUE...",
	  "The values in the last sample, with sample_type 0x10." },
	{ "expect-period", 2, do_expect_period, "NAME N",
	  "The period of the last sample." },
	{ "samples", 2, do_samples, "VARIABLE NAME",
	  "Keep the number of samples." },
	{ "period", 2, do_period, "NAME N",
	  "Change the period." },
	{ "thaw", 1, do_thaw, "DIE",
	  "Wait until the package is not frozen." },
	{}
};
