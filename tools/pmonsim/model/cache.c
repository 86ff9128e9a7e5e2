// SPDX-License-Identifier: GPL-2.0-only
/*
 * A set-associative cache that drops the line that was not used for the longest time.
 */
#include <stdlib.h>

#include "model/cache.h"

#define LINE_SIZE 64

bool cache_init(struct cache *cache, size_t bytes, unsigned int ways)
{
	size_t lines = bytes / LINE_SIZE, i;

	cache->ways = ways;
	cache->sets = 1;
	while (cache->sets * 2 * ways <= lines)
		cache->sets *= 2;
	cache->lines = malloc(cache->sets * ways * sizeof(*cache->lines));
	if (!cache->lines)
		return false;
	for (i = 0; i < cache->sets * ways; i++)
		cache->lines[i] = (struct cache_line){ .line = NO_LINE };
	return true;
}

void cache_release(struct cache *cache)
{
	free(cache->lines);
	cache->lines = NULL;
}

/* Neighbours come into different sets, and so do lines that are a power of two apart. */
static struct cache_line *set_of(const struct cache *cache, uint64_t line)
{
	uint64_t mixed = line ^ (line >> 7) ^ (line >> 15) ^ (line >> 23);

	return &cache->lines[(mixed & (cache->sets - 1)) * cache->ways];
}

struct cache_line *cache_find(struct cache *cache, uint64_t line)
{
	struct cache_line *set = set_of(cache, line);
	unsigned int i;

	for (i = 0; i < cache->ways; i++) {
		if (set[i].line != line)
			continue;
		set[i].used = ++cache->now;
		return &set[i];
	}
	return NULL;
}

struct cache_line *cache_add(struct cache *cache, uint64_t line, struct cache_line *victim)
{
	struct cache_line *set = set_of(cache, line), *place = set;
	unsigned int i;

	for (i = 0; i < cache->ways && place->line != NO_LINE; i++) {
		/* The clock goes round, so it is the distance that counts. */
		if (set[i].line == NO_LINE || cache->now - set[i].used > cache->now - place->used)
			place = &set[i];
	}
	*victim = *place;
	*place = (struct cache_line){ .line = line, .used = ++cache->now };
	return place;
}
