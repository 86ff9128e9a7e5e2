/* SPDX-License-Identifier: GPL-2.0-only */
/* What a client accepts: the headers Accept and Accept-Encoding, and gzip. */
#ifndef UNCORE_EXPORT_ACCEPT_H
#define UNCORE_EXPORT_ACCEPT_H

#include <stddef.h>

/**
 * accepts() - how much a client wants something that a header lists
 * @header: the header's value, such as "gzip;q=0.5, identity", NULL if there is none
 * @what: what is looked for, such as "gzip"
 *
 * Return: its quality, 1 if it has none there; 0 if it is not listed.
 */
double accepts(const char *header, const char *what);

/**
 * gzip_text() - compress a text
 * @text: the text
 * @size: its length, receives that of the result
 *
 * Return: the result, to be released with free(); NULL if the program was built without zlib.
 */
char *gzip_text(const char *text, size_t *size);

#endif
