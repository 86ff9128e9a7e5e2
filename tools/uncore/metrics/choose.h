/* SPDX-License-Identifier: GPL-2.0-only */
/* Selects the metrics that a user asks for from those of the processor and of a file. */
#ifndef UNCORE_METRICS_CHOOSE_H
#define UNCORE_METRICS_CHOOSE_H

#include "base/arguments.h"
#include "machine/machine.h"

/**
 * struct choice - metrics that were chosen
 * @chosen: they
 * @num_chosen: how many
 * @all: all that there are, those of the file first
 * @num_all: how many
 * @num_own: how many of the file
 */
struct choice {
	const struct metric_definition **chosen;
	size_t num_chosen;
	const struct metric_definition **all;
	size_t num_all;
	size_t num_own;
};

/**
 * metrics_choose() - find metrics by name
 * @choice: receives them
 * @machine: where
 * @file: a file with further metrics, or NULL
 * @names: names or patterns; without one, those that are marked as default, or of @file those or all of it
 * @all: without a name, all that there are
 *
 * Return: a status, after a message if it is not 0.
 */
int metrics_choose(struct choice *choice, const struct machine *machine, const char *file, const struct texts *names, bool all);

/** choice_free() - release it */
void choice_free(struct choice *choice);

#endif
