/* SPDX-License-Identifier: GPL-2.0-only */
/* Base64. */
#ifndef UNCORE_BASE64_H
#define UNCORE_BASE64_H

#include <stddef.h>
#include <stdio.h>

/** write_base64() - write @size bytes of @data as base64 */
void write_base64(const unsigned char *data, size_t size, FILE *out);

#endif
