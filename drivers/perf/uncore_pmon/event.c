// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a perf configuration to what it needs of a unit.
 */
#include <linux/errno.h>

#include "core.h"

/* Whose an event is, where the mesh stop's and the box's own must not mix. */
enum event_class {
	CLASS_BOX = 1,
	CLASS_MESH = 2,
};

static int find_extra(const struct pmon_box_type *type, u64 config)
{
	unsigned int i;

	for (i = 0; i < type->num_extras; i++) {
		if (type->extras[i].config == config)
			return i;
	}
	return -1;
}

/*
 * A register with the value of a filter. It stands for all counters of the unit,
 * so events must agree on it.
 */
static int claim_resources(const struct pmon_box_type *type,
			   const u64 words[PMON_CONFIG_WORDS],
			   struct pmon_claim **claim)
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
		(*claim)->resource = i;
		(*claim)->mask = resource[i].mask;
		(*claim)->value = value;
		(*claim)++;
	}
	return 0;
}

int pmon_event_setup(const struct pmon_pmu *pmu,
		     const u64 words[PMON_CONFIG_WORDS],
		     struct pmon_perf_event *event)
{
	const struct pmon_box_type *type = pmu->type;
	struct pmon_claim *claim = event->claims;
	int error;

	if (pmon_config_foreign(pmu->fields, words))
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
	event->general = pmu->events ?
		pmon_event_table_counters(pmu->events, words[0]) : ~0U;
	error = claim_resources(type, words, &claim);
	if (error)
		return error;

	if (type->mesh_exclusive) {
		u32 flags = pmon_event_table_flags(pmu->events, words[0]);

		claim->resource = PMON_CLASS_RESOURCE;
		claim->mask = CLASS_BOX | CLASS_MESH;
		claim->value = flags & PMON_EVENT_CMS ? CLASS_MESH : CLASS_BOX;
	}
	return 0;
}
