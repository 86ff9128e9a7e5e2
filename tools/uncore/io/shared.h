/* SPDX-License-Identifier: GPL-2.0-only */
/* Of `uncore io`: what the counters can tell only of all devices of a unit, or of a die. */
#ifndef UNCORE_IO_SHARED_H
#define UNCORE_IO_SHARED_H

#include "base/json.h"
#include "count/counters.h"

/**
 * enum shared_kind - what all devices share
 * @SHARED_IOMMU: lookups of the IOTLB, by unit
 * @SHARED_DDIO: bytes that devices read and write, found in the LLC or not, by die
 */
enum shared_kind {
	SHARED_IOMMU,
	SHARED_DDIO,
	SHARED_KINDS,
};

/** shared_on - which of them are counted */
extern bool shared_on[SHARED_KINDS];

/** shared_open() - open their events, stopped; returns a status, after a message if it is not 0 */
int shared_open(struct counters *counters, const struct machine *machine);

/** shared_print() - print a table of each, of what was counted between the last two reads */
void shared_print(const struct counters *counters);

/** shared_set_json() - add the same to an object */
void shared_set_json(const struct counters *counters, struct json_object *object);

#endif
