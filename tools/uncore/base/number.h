/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers in arguments. */
#ifndef UNCORE_NUMBER_H
#define UNCORE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/**
 * parse_number() - a decimal number
 * @text: digits and nothing else: no sign, no blank
 * @least: the number is at least this
 * @most: and at most this
 * @number: receives it
 *
 * Return: false, with @number unchanged, if @text is no such number.
 */
bool parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/**
 * parse_real() - a number from 0 on, which can have decimals and an exponent
 * @text: digits, a point, an exponent and nothing else
 * @most: the number is at most this
 * @number: receives it
 *
 * Return: false, with @number unchanged, if @text is no such number.
 */
bool parse_real(const char *text, double most, double *number);

/** parse_positive() - the same, above 0 */
bool parse_positive(const char *text, double most, double *number);

#endif
