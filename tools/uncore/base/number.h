/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers that a user writes. */
#ifndef UNCORE_NUMBER_H
#define UNCORE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/** parse_number() - decimal digits and nothing else, from @least to @most; false if @text is anything else */
bool parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

#endif
