// SPDX-License-Identifier: GPL-2.0-only
/* Comma-separated values. See csv.h. */
#include <string.h>

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

void write_csv_bare(const char *text, FILE *out)
{
	if (text[strcspn(text, ",\"\r\n")])
		write_csv_field(text, out);
	else
		fputs(text, out);
}

void write_csv_index(int number, FILE *out)
{
	if (number >= 0)
		fprintf(out, "%d", number);
}
