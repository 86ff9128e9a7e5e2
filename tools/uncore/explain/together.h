/* SPDX-License-Identifier: GPL-2.0-only */
/* The second half of `uncore explain`. */
#ifndef UNCORE_TOGETHER_H
#define UNCORE_TOGETHER_H

#include "machine/machine.h"

/**
 * explain_together() - print which events count at the same time, and how many counters are free
 * @machine: the machine
 * @events: the events
 * @num: how many
 * @json: as JSON
 *
 * Return: a status; STATUS_FAILED also if the kernel rejects one of the events.
 */
int explain_together(const struct machine *machine, const char *const *events, size_t num, bool json);

#endif
