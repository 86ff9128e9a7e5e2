/* SPDX-License-Identifier: GPL-2.0-only */
/* Files of sysfs. Another tree is read with SYSFS_PATH in the environment, as with perf. */
#ifndef UNCORE_SYSFS_H
#define UNCORE_SYSFS_H

#include <stdbool.h>
#include <stddef.h>

/** sysfs_path() - @format with its arguments below the root of sysfs, in a static buffer */
const char *sysfs_path(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** cpuinfo_path() - the file of procfs that describes the CPUs; in another tree it is `cpuinfo` */
const char *cpuinfo_path(void);

/** read_file() - a file below sysfs, without the white space at its end; false if it cannot be read */
bool read_file(const char *path, char *text, size_t size);

/** write_file() - write to a file below sysfs; false with errno if that fails */
bool write_file(const char *path, const char *text);

#endif
