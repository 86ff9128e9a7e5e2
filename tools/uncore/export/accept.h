/* SPDX-License-Identifier: GPL-2.0-only */
/* What a client accepts: the headers Accept and Accept-Encoding, and gzip. */
#ifndef UNCORE_EXPORT_ACCEPT_H
#define UNCORE_EXPORT_ACCEPT_H

#include <stdbool.h>
#include <stddef.h>

/**
 * accepts() - whether a header lists something
 * @header: the header's value, such as "gzip;q=0.5, identity", NULL if there is none
 * @what: what is looked for, such as "gzip"
 *
 * Return: true if it does, and not with the quality 0.
 */
bool accepts(const char *header, const char *what);

/**
 * gzip_text() - compress a text
 * @text: the text
 * @size: its length, receives that of the result
 *
 * Return: the result, to be released with free(); NULL if the program was built without zlib.
 */
char *gzip_text(const char *text, size_t *size);

#endif
