// SPDX-License-Identifier: GPL-2.0-only
/*
 * Descriptions of processors: looking things up in them. See processor.h.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "machine/processor.h"

const struct processor *processor_of_model(unsigned int family, unsigned int model, int stepping)
{
	const struct processor_model *row;

	for (row = processor_models; row->family; row++)
		if (row->family == family && row->model == model &&
		    (stepping < 0 || ((unsigned int)stepping >= row->first_stepping &&
				      (unsigned int)stepping <= row->last_stepping)))
			return row->processor;
	return NULL;
}

const struct box_type *box_type(const struct processor *processor, const char *name)
{
	const struct box_type *box;

	for (box = processor ? processor->boxes : NULL; box && box->name; box++)
		if (!strcmp(box->name, name))
			return box;
	return NULL;
}

const struct named_event *named_event(const struct box_type *box, const char *name)
{
	const struct named_event *event;

	for (event = box ? box->events : NULL; event && event->name; event++)
		if (!strcmp(event->name, name))
			return event;
	return NULL;
}

const struct command_event *command_event(const struct processor *processor, const char *command, const char *name)
{
	const struct command_event *event;

	for (event = processor ? processor->command_events : NULL; event && event->command; event++)
		if (!strcmp(event->command, command) && !strcmp(event->name, name))
			return event;
	return NULL;
}

const char *named_event_counters(const struct named_event *event, char *text, unsigned int size)
{
	unsigned int low = 0, high;

	if (!event->counters)
		return "free-running";
	if (event->counters & COUNTER_FIXED)
		return "fixed";
	while (!(event->counters >> low & 1))
		low++;
	for (high = low; event->counters >> (high + 1) & 1; high++)
		;
	if (low == high)
		snprintf(text, size, "%u", low);
	else
		snprintf(text, size, "%u-%u", low, high);
	return text;
}
