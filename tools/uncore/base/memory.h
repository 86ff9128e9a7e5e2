/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory, or the end of the program. */
#ifndef UNCORE_MEMORY_H
#define UNCORE_MEMORY_H

#include <stddef.h>

/** allocated() - @pointer, or the end of the program: there is no memory */
void *allocated(void *pointer);

/** grow() - room for one more of @size bytes at the end of @array, which has @count */
void *grow(void *array, size_t count, size_t size);

#endif
