/* SPDX-License-Identifier: GPL-2.0-only */
/* Units that do not answer, which the driver lists in the file `gone` of a PMU. */
#ifndef UNCORE_GONE_H
#define UNCORE_GONE_H

#include "machine/machine.h"

/**
 * struct gone_unit - a unit that does not answer
 * @box: box type
 * @die: its die
 * @unit: its number
 */
struct gone_unit {
	char box[NAME_SIZE];
	unsigned int die;
	int unit;
};

/**
 * struct gone_units - all of them
 * @all: the units
 * @num: how many
 */
struct gone_units {
	struct gone_unit *all;
	size_t num;
};

/** gone_read() - add the units of a box type that do not answer now. Other drivers list none. */
void gone_read(struct gone_units *gone, const char *box);

/** gone_has() - does it have a unit? */
bool gone_has(const struct gone_units *gone, const char *box, unsigned int die, int unit);

#endif
