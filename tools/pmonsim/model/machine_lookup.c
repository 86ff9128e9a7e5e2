// SPDX-License-Identifier: GPL-2.0-only
/*
 * Units and box types by their names.
 */
#include <string.h>

#include "model/machine_internal.h"

struct unit *package_find_unit(struct package *package, const struct box_type *type,
			       unsigned int id)
{
	size_t i;

	for (i = 0; i < package->unit_count; i++) {
		if (package->units[i].type == type && package->units[i].id == id)
			return &package->units[i];
	}
	return NULL;
}

const struct box_type *machine_find_type(const struct machine *m, const char *name)
{
	size_t i;

	for (i = 0; i < m->kind->type_count; i++) {
		if (!strcmp(m->kind->types[i].name, name))
			return &m->kind->types[i];
	}
	return NULL;
}

unsigned int machine_units(const struct machine *m, unsigned int package, const char *name)
{
	const struct package *p = &m->package[package];
	unsigned int number = 0;
	size_t i;

	for (i = 0; i < p->unit_count; i++)
		number += !p->units[i].absent && !strcmp(p->units[i].type->name, name);
	return number;
}

bool machine_unit_empty(const struct machine *m, unsigned int package, const char *name, unsigned int number)
{
	return package_unit_empty(&m->package[package], name, number);
}

/* The id of a type's unit, counted from 0. */
unsigned int box_type_id(const struct box_type *type, unsigned int index)
{
	return type->ids ? type->ids[index] : index;
}

size_t box_type_index(const struct machine *m, const struct box_type *type)
{
	return (size_t)(type - m->kind->types);
}
