// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a perf configuration to what it needs of a unit.
 */
#include <linux/errno.h>

#include "core.h"

/* Classes of events are a shared resource without a register. */
#define CLASS_MASK	GENMASK_ULL(7, 0)

static int find_extra(const struct pmon_box_type *type, u64 config)
{
	unsigned int i;

	for (i = 0; i < type->num_extras; i++) {
		if (type->extras[i].config == config)
			return i;
	}
	return -1;
}

static u32 find_counters(const struct pmon_box_type *type, u64 config)
{
	u8 code = FIELD_GET(PMON_EVENT_SELECT, config);
	unsigned int i;

	for (i = 0; i < type->num_constraints; i++) {
		if (type->constraints[i].event == code)
			return type->constraints[i].counters;
	}
	return ~0U;
}

static int claim_resources(const struct pmon_box_type *type,
			   const u64 words[PMON_CONFIG_WORDS],
			   struct pmon_claim *claim)
{
	const struct pmon_resource *resource = type->resources;
	unsigned int i;

	for (i = 0; resource && resource[i].mask; i++) {
		u64 value = words[resource[i].word] & resource[i].mask;

		if (!(words[0] & resource[i].enable)) {
			/* A filter value that nothing would look at. */
			if (value)
				return -EINVAL;
			continue;
		}
		claim->resource = i;
		claim->mask = resource[i].mask;
		claim->value = value;
		claim++;
	}
	if (type->class_of) {
		claim->resource = PMON_CLASS_RESOURCE;
		claim->mask = CLASS_MASK;
		claim->value = type->class_of(FIELD_GET(PMON_EVENT_SELECT,
							words[0]));
	}
	return 0;
}

int pmon_event_setup(const struct pmon_box_type *type,
		     const u64 words[PMON_CONFIG_WORDS],
		     struct pmon_perf_event *event)
{
	if (pmon_config_foreign(type->fields, words))
		return -EINVAL;

	event->extra = find_extra(type, words[0]);
	if (event->extra >= 0)
		return 0;

	/*
	 * Event select 0 never counts (guide, 1.6). "Nothing" is an event of its
	 * own in some boxes; with any other bit it is a mistake.
	 */
	if (words[0] && !FIELD_GET(PMON_EVENT_SELECT, words[0]))
		return -EINVAL;

	event->control = words[0] & type->control;
	event->general = find_counters(type, words[0]);
	return claim_resources(type, words, event->claims);
}
