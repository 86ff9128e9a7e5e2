/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the driver's debugfs file says about units: register space, counters, and the units that it
 * has left out.
 */
#ifndef UNCORE_DISCOVERY_H
#define UNCORE_DISCOVERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct found_unit - a line of the file
 * @die: die, -1 for one that none could be found for
 * @box: box type, or "-"
 * @unit: its number
 * @space: "msr", "pci", "mmio"
 * @address: of its control, as the firmware's table has it; 0 if there is no table
 * @counters: how many
 * @width: their bits
 * @verdict: "ok", or why it is left out
 */
struct found_unit {
	int die;
	char box[24];
	unsigned int unit;
	char space[12];
	uint64_t address;
	unsigned int counters;
	unsigned int width;
	char verdict[64];
};

/**
 * discovery_read() - read the file
 * @units: receives an array, to be released with free()
 * @num: receives its length
 *
 * Return: false if the file is not there, or not for us.
 */
bool discovery_read(struct found_unit **units, size_t *num);

#endif
