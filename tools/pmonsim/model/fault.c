// SPDX-License-Identifier: GPL-2.0-only
/*
 * Units that are broken on purpose, so that it can be seen whether somebody notices.
 */
#include <string.h>

#include "model/machine_internal.h"

#define CONTROL_EVENT 0xff

/* What a counter adds when it should add @amount. */
wide_count fault_amount(struct unit *unit, unsigned int counter, wide_count amount)
{
	struct unit_fault *fault = &unit->fault;

	if (fault->dead & BIT_ULL(counter))
		return 0;
	if (fault->doubled)
		amount *= 2;
	if (fault->halved && counter != UNIT_FIXED &&
	    (unit->counter[counter].control & CONTROL_EVENT) == fault->halved) {
		amount += fault->half;
		fault->half = amount & 1;
		amount /= 2;
	}
	return amount;
}

/* How wide a counter is, where its type says @width. */
unsigned int fault_width(const struct unit *unit, unsigned int width)
{
	return unit->fault.bits && unit->fault.bits < width ? unit->fault.bits : width;
}

void faults_clear(struct machine *m)
{
	unsigned int i;
	size_t j;

	for (i = 0; i < m->package_count; i++) {
		for (j = 0; j < m->package[i].unit_count; j++)
			memset(&m->package[i].units[j].fault, 0, sizeof(struct unit_fault));
	}
}
