// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the driver has noticed since the program began: it mends rare faults, or notes them in debugfs, and the counts of the other
 * checks are right. Its first message about each is in the kernel log, and names the unit.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check/common/check.h"
#include "check/common/driver_numbers.h"

static const struct {
	const char *file, *what, *problem, *logged;
} noticed[] = {
	{ "readings", "wrong", "counters returned a wrong value and were read again", "returned a wrong value" },
	{ "controls", "changed", "controls had another value than the driver wrote", "changed the control" },
	{ "controls", "lossy", "controls lack bits that the driver wrote", NULL },
};

#define NOTICED (sizeof(noticed) / sizeof(*noticed))

static unsigned long long before[CHECK_DIES][NOTICED];
static bool known[CHECK_DIES][NOTICED];

void noticed_begin(const struct check *check)
{
	unsigned int die;
	size_t i;

	for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++)
		for (i = 0; i < NOTICED; i++)
			known[die][i] = driver_number(noticed[i].file, die, noticed[i].what, &before[die][i]);
}

/* The last message of the kernel log about a die with these words, behind ": "; "" if there is none. */
static void find_message(unsigned int die, const char *words, char *text, size_t size)
{
	int file = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	char record[2048], begin[32];
	ssize_t length;

	snprintf(begin, sizeof(begin), "die %u: ", die);
	*text = '\0';
	/* -EPIPE: records were overwritten meanwhile. */
	while (file >= 0 && words && (length = read(file, record, sizeof(record) - 1)) != 0) {
		const char *message;

		if (length < 0) {
			if (errno == EPIPE)
				continue;
			break;
		}
		record[length] = '\0';
		record[strcspn(record, "\n")] = '\0';
		message = strstr(record, begin);
		if (message && strstr(record, "uncore_pmon") && strstr(message, words))
			snprintf(text, size, ": %.150s", message + strlen(begin));
	}
	if (file >= 0)
		close(file);
}

static void run(struct check *check)
{
	unsigned long long now;
	char message[160];
	unsigned int die;
	size_t i, compared = 0;

	for (die = 0; die < check->machine.num_dies && die < CHECK_DIES; die++) {
		for (i = 0; i < NOTICED; i++) {
			if (!known[die][i] || !driver_number(noticed[i].file, die, noticed[i].what, &now))
				continue;
			compared++;
			check_number(check, (double)(now - before[die][i]), "die %u %s %s", die, noticed[i].file, noticed[i].what);
			if (now == before[die][i])
				continue;
			find_message(die, noticed[i].logged, message, sizeof(message));
			check_problem(check, "die %u: %llu %s%s", die, now - before[die][i], noticed[i].problem, message);
		}
	}
	if (compared)
		check_pass(check, "no wrong reading and no changed control during the checks");
	else
		check_cannot(check, "no access to debugfs: run as root, after mount -t debugfs none /sys/kernel/debug");
}

const struct check_kind check_noticed = {
	.name = "noticed",
	.what = "the driver noticed no wrong reading or control during the checks",
	.run = run,
};
