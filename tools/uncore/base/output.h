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
 * For each interval of a run: nobody may wait for the end of a run whose output is lost. If nobody reads the output any
 * more, run_wait() returns false, because SIGPIPE ends the run.
 *
 * Return: true, or false after a message, which comes once.
 */
bool output_flush(void);

#endif
