/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of PCI devices, from libpci's database. */
#ifndef UNCORE_NAMES_H
#define UNCORE_NAMES_H

#include <stddef.h>

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
