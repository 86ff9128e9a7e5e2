/* SPDX-License-Identifier: GPL-2.0-only */
/* The two halves of `uncore list`. */
#ifndef UNCORE_LIST_H
#define UNCORE_LIST_H

#include <stdbool.h>

#include "machine/machine.h"

/**
 * list_events() - print the events that a word selects
 * @machine: the machine
 * @word: a PMU, a box type, or a part of a name or meaning
 * @json: as JSON
 *
 * Return: a status, after a message if it is not 0.
 */
int list_events(const struct machine *machine, const char *word, bool json);

#endif
