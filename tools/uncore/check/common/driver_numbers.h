/* SPDX-License-Identifier: GPL-2.0-only */
/* What the driver counts in debugfs, a line for each die: "die 0: active 1 samples 17". */
#ifndef UNCORE_CHECK_DRIVER_NUMBERS_H
#define UNCORE_CHECK_DRIVER_NUMBERS_H

#include <stdbool.h>

/**
 * driver_number() - a number of a die
 * @file: the file in uncore_pmon, such as "sampling"
 * @die: the die
 * @what: the word before the number
 * @number: set to the number
 *
 * Return: false if there is no such number.
 */
bool driver_number(const char *file, unsigned int die, const char *what, unsigned long long *number);

#endif
