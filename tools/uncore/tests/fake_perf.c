// SPDX-License-Identifier: GPL-2.0-only
/*
 * In the place of perf.c for tests on a machine without these PMUs: events count by a rule that the
 * tests know.
 *
 * With each read an event has counted RATE more, and a second has gone by. RATE is
 *	(config0 % 1009 + config1 % 31 + 10 * (type - 10) + 1) * 1000 * (cpu + 1)
 * For a type below 10, which is none of the uncore, the third term is the type.
 * FAKE_PERF in the environment makes it fail: `EACCES`, or `refuse=CONFIG`, or `share=PERCENT`, which
 * is how much of the time an event has a counter, or `gone=CPU:FILE`: events on this CPU cannot be read while the
 * file is there, or `idle`: nothing counts.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/perf.h"

#define MAX_FILES	8192

static struct {
	int leader;
	int cpu;
	uint64_t id;
	uint64_t rate;
	uint64_t reads;
} files[MAX_FILES];

static uint64_t last_id;

static const char *option(const char *name)
{
	const char *text = getenv("FAKE_PERF");

	if (!text || strncmp(text, name, strlen(name)))
		return NULL;
	return text + strlen(name);
}

int perf_open(const struct perf_event_attr *attr, const uint64_t config[CONFIG_WORDS], int cpu,
	      int leader, uint64_t *id)
{
	const char *refused = option("refuse=");
	int fd;

	if (option("EACCES"))
		return -EACCES;
	if (refused && strtoull(refused, NULL, 0) == config[0])
		return -EINVAL;
	fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fd >= MAX_FILES)
		return -EMFILE;
	files[fd].leader = leader < 0 ? fd : leader;
	files[fd].id = *id = ++last_id;
	files[fd].cpu = cpu;
	files[fd].reads = 0;
	files[fd].rate = (config[0] % 1009 + (config[1] & ~(1ULL << 63)) % 31 +
			  (attr->type < 10 ? attr->type : 10 * (uint64_t)(attr->type - 10)) + 1) * 1000 * (uint64_t)(cpu + 1);
	if (option("idle"))
		files[fd].rate = 0;
	return fd;
}

int perf_read(int fd, struct group_reading *reading)
{
	const char *share = option("share=");
	const char *gone = option("gone=");
	uint64_t percent = share ? strtoull(share, NULL, 10) : 100;
	int i;

	if (gone && files[fd].cpu == atoi(gone) && strchr(gone, ':') && !access(strchr(gone, ':') + 1, F_OK))
		return -EIO;

	files[fd].reads++;
	reading->number = 0;
	reading->enabled = files[fd].reads * 1000000000;
	reading->running = reading->enabled / 100 * percent;
	for (i = 0; i < MAX_FILES && reading->number < MAX_GROUP; i++) {
		if (!files[i].id || files[i].leader != fd)
			continue;
		reading->values[reading->number].id = files[i].id;
		reading->values[reading->number++].count =
			files[fd].reads * files[i].rate / 100 * percent;
	}
	return 0;
}

int perf_control(int fd, unsigned long request)
{
	(void)fd;
	(void)request;
	return 0;
}

int perf_paranoid(void)
{
	return 4;
}
