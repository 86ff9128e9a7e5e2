// SPDX-License-Identifier: GPL-2.0-only
/*
 * The discovery table as the guest sees it.
 */
#include <stdlib.h>
#include <string.h>

#include "model/machine_internal.h"

void discovery_release(struct package *package)
{
	unsigned int i;

	for (i = 0; i < MACHINE_MAX_TABLES; i++) {
		free(package->tables[i].seen);
		free(package->tables[i].pokes);
	}
}

/* Read from the BAR. Around the table there are zeros. */
uint64_t discovery_read(const struct function *f, uint64_t offset, unsigned int len)
{
	const struct discovery *d = f->table;
	uint64_t start = f->table_offset, value = 0;
	unsigned int i;

	for (i = 0; i < len; i++) {
		uint64_t at = offset + i - start;

		if (offset + i >= start && at / 8 < d->qwords)
			value |= (d->seen[at / 8] >> (8 * (at % 8)) & 0xff) << (8 * i);
	}
	return value;
}
