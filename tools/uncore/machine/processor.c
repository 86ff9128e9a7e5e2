// SPDX-License-Identifier: GPL-2.0-only
/*
 * Descriptions of processors: the table, and looking things up in it. See processor.h.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "machine/processor.h"

/*
 * Uncore guide, table 1-12. M2Ms and M2HBMs share an id; table 1-12 has the first as functions 0. A real part with two memory
 * controllers has all four M2M functions and two 2880 functions. M3UPI functions stay where UPI functions are hidden (parts for
 * one socket), and there can be more M3UPI functions than links.
 */
static const struct unit_functions emr_functions[] = {
	{ .box = "upi", .id = 0x3241, .last_function = 7 },
	{ .box = "m3upi", .id = 0x3246, .last_function = 7, .per = "upi" },
	{ .box = "m2m", .id = 0x324a, .first_device = 12, .shown_by = 0x2880 },
	{ .box = "m2hbm", .id = 0x324a, .first_function = 1, .last_function = 7 },
	{ 0 }
};

static const struct unit_sources emr_sources = {
	.capabilities = 0x325b, .functions = emr_functions, .core_has_cha = true, .modules_of_channel = 2,
};

const struct processor processors[] = {
	{ "Emerald Rapids or Sapphire Rapids", "emr", { 0xcf, 0x8f }, emr_boxes, emr_metrics,
	  emr_command_events, &emr_sources },
	{ "Granite Rapids", "gnr", { 0xad, 0xae }, gnr_boxes, gnr_metrics, gnr_command_events, NULL },
	{ "Sierra Forest or Clearwater Forest", "srf", { 0xaf, 0xdd }, srf_boxes, srf_metrics,
	  srf_command_events, NULL },
	{ "Grand Ridge", "grr", { 0xb6 }, grr_boxes, grr_metrics, grr_command_events, NULL },
	{ "Sandy Bridge-EP", "snbep", { 0x2d }, snbep_boxes, snbep_metrics, snbep_command_events, NULL },
	{ "Ivy Bridge-EP or -EX", "ivbep", { 0x3e }, ivbep_boxes, ivbep_metrics, snbep_command_events, NULL },
	{ "Nehalem-EX", "nhmex", { 0x2e }, nhmex_boxes, nhmex_metrics, nhmex_command_events, NULL },
	{ "Westmere-EX", "wsmex", { 0x2f }, wsmex_boxes, nhmex_metrics, nhmex_command_events, NULL },
	{ 0 }
};

const struct processor *processor_of_model(unsigned int model)
{
	const struct processor *processor;
	size_t i;

	for (processor = processors; processor->name; processor++)
		for (i = 0; processor->models[i]; i++)
			if (processor->models[i] == model)
				return processor;
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
