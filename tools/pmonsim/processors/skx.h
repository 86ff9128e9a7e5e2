/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Skylake-SP and its successors: the box types, the protocol and the filters.
 */
#ifndef PMONSIM_SKX_H
#define PMONSIM_SKX_H

#include "processors/snbep.h"

enum skx_type {
	SKX_CHA,
	SKX_IIO,
	SKX_IRP,
	SKX_IMC,
	SKX_M2M,
	SKX_UPI,
	SKX_M2PCIE,
	SKX_M3UPI,
	SKX_PCU,
	SKX_UBOX,
	SKX_TYPES
};

/* The extra registers of a CHA, by number. */
enum { SKX_CHA_FILTER0, SKX_CHA_FILTER1 };

extern const struct box_type skx_types[SKX_TYPES];

/* skx_protocol.c */
extern const struct unit_protocol unit_protocol_skx;
void skx_write_global(struct package *package, unsigned int block, uint64_t value);
uint64_t skx_peek_global(const struct package *package, unsigned int block);
bool skx_cha_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool skx_pcu_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool skx_ubox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);

#endif /* PMONSIM_SKX_H */
