/* SPDX-License-Identifier: GPL-2.0-only */
/* The two halves of `uncore list`. */
#ifndef UNCORE_LIST_H
#define UNCORE_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "machine/machine.h"

struct json_object;

#define MAX_WORDS	16

/** print_connections() - print what links and I/O stacks are connected to, as far as it is known */
void print_connections(const struct machine *machine);

/** json_connections() - add the same to a map */
void json_connections(const struct machine *machine, struct json_object *map);

/**
 * list_events() - print the events that words select
 * @machine: the machine
 * @words: the first that is a PMU or box type selects its events; the name or meaning of an event must contain each
 *         other one
 * @num: how many, 0: all events
 * @json: as JSON
 *
 * Return: a status, after a message if it is not 0.
 */
int list_events(const struct machine *machine, const char *const *words, size_t num, bool json);

#endif
