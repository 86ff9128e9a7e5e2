/* SPDX-License-Identifier: GPL-2.0-only */
/* Comma-separated values. */
#ifndef UNCORE_CSV_H
#define UNCORE_CSV_H

#include <stdio.h>

/** write_csv_bare() - a text as a field, in quotes only where it needs them */
void write_csv_bare(const char *text, FILE *out);

/** write_csv_index() - a number, such as that of a unit, as a field; an empty one for a negative number: there is none */
void write_csv_index(int number, FILE *out);

/** write_csv_field() - a text as a field, in quotes as RFC 4180 has it */
void write_csv_field(const char *text, FILE *out);

#endif
