// SPDX-License-Identifier: GPL-2.0-only
/* Units that accesses to memory go through. See memory_places.h. */
#include <stdlib.h>

#include "model/machine_internal.h"
#include "model/memory_places.h"

const char *const side_names[SIDES] = { "cha", "m2m", "imc", "upi", "m3upi" };

/* The node of a unit of a package with two nodes: perf's table of Sapphire and Emerald Rapids. */
static unsigned int node_of_unit(enum side side, const struct places *places, unsigned int index)
{
	unsigned int id = places->all[index].unit->id;

	switch (side) {
	case SIDE_IMC:
		return id / 2 % 2;
	case SIDE_M2M:
		return id % 2;
	case SIDE_CHA:
		return index >= places->count / 2;
	default:
		return 0;
	}
}

/* A node without units of its own uses all. */
static bool find_nodes(unsigned int nodes, enum side side, struct places *places)
{
	unsigned int node, i;

	for (node = 0; node < nodes; node++) {
		struct node_places *own = &places->node[node];
		bool any = false;

		own->index = calloc(places->count + 1, sizeof(*own->index));
		if (!own->index)
			return false;
		for (i = 0; i < places->count && nodes > 1; i++)
			any |= node_of_unit(side, places, i) == node;
		for (i = 0; i < places->count; i++) {
			if (!any || node_of_unit(side, places, i) == node)
				own->index[own->count++] = i;
		}
	}
	return true;
}

bool places_find(struct package *package, enum side side, struct places *places)
{
	const struct box_type *type = machine_find_type(package->machine, side_names[side]);
	size_t i;

	places->all = calloc(package->unit_count + 1, sizeof(*places->all));
	if (!places->all)
		return false;
	for (i = 0; i < package->unit_count; i++) {
		if (package->units[i].type == type && !package->units[i].absent && !package->units[i].empty)
			places->all[places->count++].unit = &package->units[i];
	}
	return find_nodes(package->machine->memory_config.nodes, side, places);
}

void places_release(struct places *places)
{
	unsigned int node;

	free(places->all);
	for (node = 0; node < MEMORY_NODES; node++)
		free(places->node[node].index);
}

unsigned int places_other_node(const struct places *places, unsigned int nodes, unsigned int index)
{
	unsigned int node, i;

	for (node = 0; node < nodes; node++) {
		const struct node_places *own = &places->node[node], *other = &places->node[(node + 1) % nodes];

		for (i = 0; i < own->count; i++) {
			if (own->index[i] == index)
				return other->index[i % other->count];
		}
	}
	return index;
}
