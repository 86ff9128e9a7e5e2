/* SPDX-License-Identifier: GPL-2.0-only */
/* Writing standard output, and what happens when a write fails. */
#ifndef UNCORE_OUTPUT_H
#define UNCORE_OUTPUT_H

#include <stdbool.h>

/** output_begin() - from now on the program fails at its end if standard output could not be written */
void output_begin(void);

/**
 * output_flush() - write what was printed
 *
 * Call it after each interval, so that a run ends when its output is lost. If the reader of a pipe has gone, SIGPIPE ends
 * the run, and run_wait() returns false.
 *
 * Return: true, or false after a message, which comes once.
 */
bool output_flush(void);

#endif
