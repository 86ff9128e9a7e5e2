/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of PCI devices, from libpci's database. */
#ifndef UNCORE_NAMES_H
#define UNCORE_NAMES_H

#include <stddef.h>

/** names_check() - can the file @database be read? Returns a status, after a message if it is not 0. NULL is no file. */
int names_check(const char *database);

/**
 * device_name() - name of a device
 * @database: file with the names, NULL: that of libpci
 * @vendor: its vendor id
 * @device: its device id
 * @name: receives the names of vendor and device, or the ids of what has none
 * @size: of @name
 */
void device_name(const char *database, unsigned int vendor, unsigned int device, char *name, size_t size);

#endif
