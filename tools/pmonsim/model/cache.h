/* SPDX-License-Identifier: GPL-2.0-only */
/* A cache: which lines are in it, and which of them have been changed. */
#ifndef PMONSIM_CACHE_H
#define PMONSIM_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NO_LINE UINT64_MAX

struct cache_line {
	uint64_t line;		/* number of the line, or NO_LINE */
	uint32_t used;		/* when it was used last */
	bool changed;
};

struct cache {
	struct cache_line *lines;
	size_t sets;
	unsigned int ways;
	uint32_t now;
};

/* cache_init() - a power of two of sets, not more than fit into @bytes; false if there is no memory left */
bool cache_init(struct cache *cache, size_t bytes, unsigned int ways);
void cache_release(struct cache *cache);

/* cache_find() - the line if it is there */
struct cache_line *cache_find(struct cache *cache, uint64_t line);

/**
 * cache_add() - take in a line that is not there
 * @cache: the cache
 * @line: the line
 * @victim: receives what had to go for it; its line is NO_LINE if nothing had to
 *
 * Return: the line's place, unchanged so far.
 */
struct cache_line *cache_add(struct cache *cache, uint64_t line, struct cache_line *victim);

#endif /* PMONSIM_CACHE_H */
