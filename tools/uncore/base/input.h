/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that a user names, to be read: they end, whatever they are. */
#ifndef UNCORE_INPUT_H
#define UNCORE_INPUT_H

#include <stdbool.h>
#include <stdio.h>

/** What a file may have, or a line of a recording: more than any that is meant. */
#define INPUT_MOST	((size_t)16 << 20)

/**
 * input_open() - open a file to read it
 * @path: the file
 * @lines: INPUT_MOST is of each line. A recording can have any number of lines
 *
 * Beyond INPUT_MOST bytes reading fails with EFBIG: /dev/zero has no end.
 *
 * Return: the file, or NULL with errno
 */
FILE *input_open(const char *path, bool lines);

#endif
