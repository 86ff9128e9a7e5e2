// SPDX-License-Identifier: GPL-2.0-only
/* Comma-separated values. See csv.h. */
#include "base/csv.h"

void write_csv_field(const char *text, FILE *out)
{
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}
