/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Nehalem-EX (Xeon 7500) and Westmere-EX (Xeon E7 of the first generation): box types, protocol and
 * what the registers that go with events choose.
 */
#ifndef PMONSIM_NHMEX_H
#define PMONSIM_NHMEX_H

#include "model/machine_internal.h"

/* The box types, in the order of nhmex_types[]. */
enum nhmex_type {
	NHMEX_UBOX,
	NHMEX_WBOX,
	NHMEX_BBOX,
	NHMEX_CBOX,
	NHMEX_MBOX,
	NHMEX_RBOX,
	NHMEX_SBOX,
	NHMEX_TYPES
};

/* U_MSR_PMON_GLOBAL_CTL, which is the U box's own control too. */
#define NHMEX_GLOBAL_U_EN	BIT_ULL(0)
#define NHMEX_GLOBAL_PMI_CORE	GENMASK_ULL(4, 1)
#define NHMEX_GLOBAL_EN_ALL	BIT_ULL(28)
#define NHMEX_GLOBAL_RST_ALL	BIT_ULL(29)
#define NHMEX_GLOBAL_FRZ_ALL	BIT_ULL(31)

/* The W box's control has a bit for the fixed counter. */
#define NHMEX_W_FIXED_EN	BIT_ULL(31)
#define NHMEX_FIXED_EN		BIT_ULL(0)

/* Counter controls of the C, S and W boxes, and the part of it that the U box has. */
#define NHMEX_EVENT		GENMASK_ULL(7, 0)
#define NHMEX_UMASK		GENMASK_ULL(15, 8)
#define NHMEX_EDGE		BIT_ULL(18)
#define NHMEX_PMI_EN		BIT_ULL(20)
#define NHMEX_EN		BIT_ULL(22)
#define NHMEX_INVERT		BIT_ULL(23)
#define NHMEX_THRESH		GENMASK_ULL(31, 24)

/* Counter controls of the B, M and R boxes. */
#define NHMEX_EN_LOW		BIT_ULL(0)
#define NHMEX_EV_SEL(control)	((unsigned int)((control) >> 1) & 0x1f)
#define NHMEX_R_PMI_EN		BIT_ULL(6)
#define NHMEX_M_PMI_EN		BIT_ULL(1)
#define NHMEX_M_COUNT_MODE(c)	((unsigned int)((c) >> 2) & 3)
#define NHMEX_M_WRAP		BIT_ULL(6)
#define NHMEX_M_FLAG_MODE	BIT_ULL(7)
#define NHMEX_M_INC_SEL(c)	((unsigned int)((c) >> 9) & 0x1f)
#define NHMEX_M_FLAG_SEL(c)	((unsigned int)((c) >> 19) & 7)

/* MM_CFG of the S and M boxes: the match and mask are looked at. */
#define NHMEX_MM_EN		BIT_ULL(63)

/* The extra registers of each box, by number. */
enum { B_MATCH, B_MASK, B_EXTRA };
enum { S_MM_CFG, S_MATCH, S_MASK, S_EXTRA };
enum {
	M_DSP, M_ISS, M_MAP, M_MSC_THR, M_PGT, M_PLD, M_ZDP_CTL_FVC, M_MM_CFG, M_ADDR_MATCH,
	M_ADDR_MASK, M_EXTRA
};

#define NHMEX_R_PORTS		4	/* of one R box */
#define NHMEX_R_PORT_EVENTS	6
enum { R_IPERF0, R_IPERF1, R_QLX, R_SET1, R_SET2 = R_SET1 + 3, R_PORT_EXTRA = R_SET2 + 3 };
#define R_EXTRA			(NHMEX_R_PORTS * R_PORT_EXTRA)

/* nhmex_types.c */
extern const struct box_type nhmex_types[];

/* nhmex_protocol.c */
extern const struct unit_protocol unit_protocol_nhmex, unit_protocol_nhmex_mbox;
void nhmex_write_global(struct package *package, unsigned int block, uint64_t value);
uint64_t nhmex_peek_global(const struct package *package, unsigned int block);
void nhmex_reset_global(struct package *package);

/* nhmex_select.c */
bool nhmex_bbox_selects(const struct unit *unit, unsigned int counter,
			const struct event_spec *event);
bool nhmex_sbox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool nhmex_mbox_selects(const struct unit *unit, unsigned int counter,
			const struct event_spec *event);
bool nhmex_rbox_selects(const struct unit *unit, unsigned int counter,
			const struct event_spec *event);
const char *nhmex_mbox_program_error(const struct unit *unit, unsigned int counter);
const char *nhmex_rbox_program_error(const struct unit *unit, unsigned int counter);
uint64_t nhmex_sbox_accept(const struct unit *unit, unsigned int index, uint64_t value);
uint64_t nhmex_mbox_accept(const struct unit *unit, unsigned int index, uint64_t value);

#endif /* PMONSIM_NHMEX_H */
