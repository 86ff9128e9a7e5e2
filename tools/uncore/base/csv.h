/* SPDX-License-Identifier: GPL-2.0-only */
/* Comma-separated values. */
#ifndef UNCORE_CSV_H
#define UNCORE_CSV_H

#include <stdio.h>

/** write_csv_field() - a text as a field, in quotes as RFC 4180 has it */
void write_csv_field(const char *text, FILE *out);

#endif
