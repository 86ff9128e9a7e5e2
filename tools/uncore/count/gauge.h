/* SPDX-License-Identifier: GPL-2.0-only */
/* Values that the kernel has in files of sysfs, which no event counts: they are read beside the counters. */
#ifndef UNCORE_GAUGE_H
#define UNCORE_GAUGE_H

#include "machine/machine.h"

/** The box type of gauges: gauge/NAME/. */
#define GAUGE_BOX	"gauge"

/** enum gauge - a value */
enum gauge {
	GAUGE_NONE,
	GAUGE_TEMPERATURE,	/* of a package, in thousandths of a degree Celsius */
	GAUGE_UNCORE_MIN,	/* lowest and highest frequency that the uncore of a die may have, in kHz */
	GAUGE_UNCORE_MAX,
	NUM_GAUGES,
};

/** gauge_find() - the gauge of a name, GAUGE_NONE if there is none */
enum gauge gauge_find(const char *name);

/**
 * gauge_path() - the file of a gauge
 * @gauge: which
 * @place: of which die
 *
 * Return: the path, to be released with free(); NULL if the kernel has no such file.
 */
char *gauge_path(enum gauge gauge, const struct place *place);

/** gauge_missing() - why there is no file: "the kernel ..." */
const char *gauge_missing(enum gauge gauge);

/** gauge_read() - the value in the file @path; returns 0 or -errno */
int gauge_read(const char *path, uint64_t *value);

#endif
