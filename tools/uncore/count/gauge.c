// SPDX-License-Identifier: GPL-2.0-only
/* Values of sysfs. See gauge.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/sysfs.h"
#include "count/gauge.h"

/* Monitors of the hardware, and the sensors of one. */
#define MAX_MONITORS	256
#define MAX_SENSORS	512

static const char no_limits[] =
	"the kernel has no limits of the uncore's frequency; its module intel_uncore_frequency has them";

static const struct {
	const char *name;
	const char *missing;
} gauges[NUM_GAUGES] = {
	[GAUGE_TEMPERATURE] = {
		"temperature",
		"the kernel has no temperature of the package; its module coretemp has it on real machines",
	},
	[GAUGE_UNCORE_MIN] = { "uncore_min", no_limits },
	[GAUGE_UNCORE_MAX] = { "uncore_max", no_limits },
};

enum gauge gauge_find(const char *name)
{
	int i;

	for (i = GAUGE_NONE + 1; i < NUM_GAUGES; i++)
		if (!strcmp(gauges[i].name, name))
			return (enum gauge)i;
	return GAUGE_NONE;
}

const char *gauge_missing(enum gauge gauge)
{
	return gauges[gauge].missing;
}

static char *file_of(const char *path)
{
	return access(path, R_OK) ? NULL : allocated(strdup(path));
}

/* Each package has a monitor of the name coretemp, and in it a sensor with the label of the package. */
static char *temperature_path(unsigned int package)
{
	char text[64], label[64];
	unsigned int monitor, sensor;

	snprintf(label, sizeof(label), "Package id %u", package);
	for (monitor = 0; monitor < MAX_MONITORS; monitor++) {
		if (!read_file(sysfs_path("class/hwmon/hwmon%u/name", monitor), text, sizeof(text)) || strcmp(text, "coretemp"))
			continue;
		for (sensor = 1; sensor < MAX_SENSORS; sensor++) {
			if (read_file(sysfs_path("class/hwmon/hwmon%u/temp%u_label", monitor, sensor), text, sizeof(text)) &&
			    !strcmp(text, label))
				return file_of(sysfs_path("class/hwmon/hwmon%u/temp%u_input", monitor, sensor));
			/* That of the package is the first. Cores can have any further numbers. */
			if (sensor == 1 && !strncmp(text, "Package id ", 11))
				break;
		}
	}
	return NULL;
}

char *gauge_path(enum gauge gauge, const struct place *place)
{
	if (gauge == GAUGE_TEMPERATURE)
		return temperature_path(place->socket);
	return file_of(sysfs_path("devices/system/cpu/intel_uncore_frequency/package_%02u_die_%02d/%s_freq_khz", place->socket,
				  place->die_id < 0 ? 0 : place->die_id, gauge == GAUGE_UNCORE_MIN ? "min" : "max"));
}

int gauge_read(const char *path, uint64_t *value)
{
	char text[32], *end;
	FILE *file = fopen(path, "re");
	int error = 0;

	if (!file)
		return -errno;
	errno = 0;
	if (!fgets(text, sizeof(text), file))
		error = errno ? -errno : -EIO;
	fclose(file);
	if (error)
		return error;
	/* None of them is negative while the machine runs. */
	*value = strtoull(text, &end, 10);
	return end == text || *text == '-' ? -ERANGE : 0;
}
