/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The units of a package that accesses to simulated memory go through, and their NUMA nodes.
 */
#ifndef PMONSIM_MEMORY_PLACES_H
#define PMONSIM_MEMORY_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/memory.h"

struct package;
struct unit;

enum side { SIDE_CHA, SIDE_M2M, SIDE_IMC, SIDE_UPI, SIDE_M3UPI, SIDES };
/* Names of their box types. */
extern const char *const side_names[SIDES];

/* Things happen here. */
struct place {
	struct unit *unit;
	bool touched;
	uint32_t pending[HAPPENINGS];
};

/* Units that the lines of a NUMA node use: indexes of places. */
struct node_places {
	unsigned int *index;
	unsigned int count;
};

struct places {
	struct place *all;
	unsigned int count;
	struct node_places node[MEMORY_NODES];
};

/* Returns false if there is no memory left; places_release() is due in any case. */
bool places_find(struct package *package, enum side side, struct places *places);
void places_release(struct places *places);

/* The place that the next of @nodes nodes has where the node of @index has that one */
unsigned int places_other_node(const struct places *places, unsigned int nodes, unsigned int index);

#endif /* PMONSIM_MEMORY_PLACES_H */
