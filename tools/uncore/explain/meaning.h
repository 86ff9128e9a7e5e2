/* SPDX-License-Identifier: GPL-2.0-only */
/* What bits of a configuration mean, in words. */
#ifndef UNCORE_MEANING_H
#define UNCORE_MEANING_H

#include <stdbool.h>

#include "count/event.h"

/**
 * field_meaning() - what a format's value says
 * @event: the event
 * @name: name of the format
 * @value: its value there
 * @text: receives the words
 * @size: of @text
 *
 * Return: false if there is nothing to say beyond the value.
 */
bool field_meaning(const struct event *event, const char *name, uint64_t value, char *text, size_t size);

/**
 * refusal_reason() - why the driver does not take an event, as far as it can be told from outside
 * @machine: the machine
 * @event: the event
 * @error: errno of the refusal
 * @text: receives the words
 * @size: of @text
 */
void refusal_reason(const struct machine *machine, const struct event *event, int error, char *text,
		    size_t size);

#endif
