// SPDX-License-Identifier: GPL-2.0-only
/* What else shows how many units Emerald and Sapphire Rapids have. */
#include <stddef.h>

#include "machine/processor.h"

/*
 * Uncore guide, table 1-12. M2Ms and M2HBMs share an id; table 1-12 has the first as functions 0. A real part with two memory
 * controllers has all four M2M functions and two 2880 functions. M3UPI functions stay where UPI functions are hidden (parts for
 * one socket), and there can be more M3UPI functions than links.
 */
static const struct unit_functions emr_functions[] = {
	{ .box = "upi", .id = 0x3241, .last_function = 7 },
	{ .box = "m3upi", .id = 0x3246, .last_function = 7, .per = "upi" },
	{ .box = "m2m", .id = 0x324a, .first_device = 12, .shown_by = 0x2880 },
	{ .box = "m2hbm", .id = 0x324a, .first_function = 1, .last_function = 7 },
	{ 0 }
};

const struct unit_sources emr_sources = {
	.capabilities = 0x325b, .functions = emr_functions, .core_has_cha = true, .modules_of_channel = 2,
};
