// SPDX-License-Identifier: GPL-2.0-only
/* Compressed answers. See accept.h. */
#include <stdlib.h>
#include <zlib.h>

#include "base/memory.h"
#include "export/accept.h"

/* Numbers and labels become a tenth with the fastest level; others are hardly better. */
#define LEVEL	1
/* Of the largest window, with the head and the end of gzip. */
#define GZIP	(15 + 16)

char *gzip_text(const char *text, size_t *size)
{
	z_stream stream = { .next_in = (unsigned char *)text, .avail_in = (unsigned int)*size };
	unsigned char *result;
	size_t room;

	if (*size > 1u << 30 || deflateInit2(&stream, LEVEL, Z_DEFLATED, GZIP, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		return NULL;
	room = deflateBound(&stream, *size);
	result = allocated(malloc(room));
	stream.next_out = result;
	stream.avail_out = (unsigned int)room;
	if (deflate(&stream, Z_FINISH) != Z_STREAM_END) {
		deflateEnd(&stream);
		free(result);
		return NULL;
	}
	*size = stream.total_out;
	deflateEnd(&stream);
	return allocated(realloc(result, *size));
}
