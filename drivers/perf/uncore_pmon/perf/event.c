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

const struct pmon_field *pmon_unit_mask_field(const struct pmon_box_type *type)
{
	static const struct pmon_field unit_mask = {
		"unit_mask", 2, GENMASK_ULL(63, 0),
	};

	return type->unit_mask ?: &unit_mask;
}

static int find_extra(const struct pmon_box_type *type, u64 config)
{
	unsigned int i;

	for (i = 0; i < type->num_extras; i++) {
		if (type->extras[i].config == config)
			return i;
	}
	return -1;
}

/* Bits of formats that are the driver's own, not the box type's: they filter nothing. */
static void own_bits(const struct pmon_pmu *pmu, u64 own[PMON_CONFIG_WORDS])
{
	u64 boxes[PMON_CONFIG_WORDS];
	unsigned int word;

	pmon_fields_cover(pmu->fields, own);
	pmon_fields_cover(pmu->events ? pmu->events->fields : pmu->type->fields,
			  boxes);
	for (word = 0; word < PMON_CONFIG_WORDS; word++)
		own[word] &= ~boxes[word];
}

/*
 * The ways to count an event. Values that would go to a register which none of them has
 * are refused, in config as pmon_filter_claims() does it for the other words.
 */
static int find_alternatives(const struct pmon_box_type *type,
			     const u64 words[PMON_CONFIG_WORDS],
			     u64 used[PMON_CONFIG_WORDS],
			     struct pmon_perf_event *event)
{
	unsigned int i;

	if (!type->choices)
		return 0;
	event->num_alternatives = pmon_choice_alternatives(type->choices, words,
							   event->alternatives,
							   used);
	for (i = 0; i < event->num_alternatives; i++)
		event->alternatives[i].control &= type->control;
	if (words[0] & ~type->control & ~used[0] ||
	    (type->only_choices && !event->num_alternatives))
		return -EINVAL;
	return 0;
}

int pmon_event_setup(const struct pmon_pmu *pmu,
		     const u64 words[PMON_CONFIG_WORDS],
		     struct pmon_perf_event *event)
{
	const struct pmon_box_type *type = pmu->type;
	u64 own[PMON_CONFIG_WORDS], config;
	int claims, error;

	if (pmon_config_foreign(pmu->fields, words))
		return -EINVAL;

	own_bits(pmu, own);
	config = words[0] & ~own[0];
	event->extra = find_extra(type, config);
	event->snapshot = pmu->snapshot && words[1] & PMON_SNAPSHOT;
	if (event->extra >= 0) {
		event->clock = type->extras[event->extra].clock;
		return 0;
	}
	event->clock = pmu->events &&
		       pmon_event_table_is_clock(pmu->events, config);

	/*
	 * Without an enable bit event select 0 never counts (Emerald Rapids guide, 1.6).
	 * "Nothing" is an event of its own in some boxes; with any other bit it is a
	 * mistake.
	 */
	if (!type->layout->enable && config &&
	    !FIELD_GET(PMON_EVENT_SELECT, config))
		return -EINVAL;

	event->control = config & type->control;
	event->general = pmu->events ?
		pmon_event_table_counters(pmu->events, config) : ~0U;
	error = find_alternatives(type, words, own, event);
	if (error)
		return error;
	claims = pmon_filter_claims(type->rules, words, own, event->claims);
	if (claims < 0)
		return claims;

	if (type->mesh_exclusive) {
		struct pmon_claim *claim = &event->claims[claims];
		u32 flags = pmon_event_table_flags(pmu->events, config);

		claim->resource = PMON_CLASS_RESOURCE;
		claim->mask = CLASS_BOX | CLASS_MESH;
		claim->value = flags & PMON_EVENT_CMS ? CLASS_MESH : CLASS_BOX;
	}
	return 0;
}
