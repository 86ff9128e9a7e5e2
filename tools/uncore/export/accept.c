// SPDX-License-Identifier: GPL-2.0-only
/* Headers of requests. See accept.h. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "export/accept.h"

#define BLANKS	" \t"

/* The quality of an element, which is behind a semicolon with other parameters; 1 without one. */
static double quality(const char *parameters, const char *end)
{
	while (parameters < end) {
		const char *next = memchr(parameters, ';', (size_t)(end - parameters));

		parameters += strspn(parameters, BLANKS);
		if (!strncasecmp(parameters, "q=", 2))
			return strtod(parameters + 2, NULL);
		parameters = next ? next + 1 : end;
	}
	return 1;
}

double accepts(const char *header, const char *what)
{
	size_t length = strlen(what);

	while (header && *header) {
		const char *end = header + strcspn(header, ",");
		size_t name;

		header += strspn(header, BLANKS);
		name = strcspn(header, ",;" BLANKS);
		if (name == length && !strncasecmp(header, what, length)) {
			const char *parameters = memchr(header, ';', (size_t)(end - header));

			return quality(parameters ? parameters + 1 : end, end);
		}
		header = *end ? end + 1 : end;
	}
	return 0;
}
