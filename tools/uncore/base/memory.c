// SPDX-License-Identifier: GPL-2.0-only
/* Memory. See memory.h. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"

void *allocated(void *pointer)
{
	if (!pointer)
		exit(fail(STATUS_FAILED, "out of memory"));
	return pointer;
}

void *grow(void *array, size_t count, size_t size)
{
	/* Room doubles: it is full whenever the count is a power of two. */
	if (count & (count - 1))
		return array;
	return allocated(realloc(array, (count ? 2 * count : 1) * size));
}
