// SPDX-License-Identifier: GPL-2.0-only
/* Arguments that many commands have: which die, which units, which event. */
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"

bool parse_die(struct machine *m, struct args *args, bool all_allowed, uint32_t *packages)
{
	const char *text = args_text(args, "die");
	uint64_t die;

	if (!text)
		return args_fail(args, "die= is missing");
	if (all_allowed && !strcmp(text, "*")) {
		*packages = (uint32_t)BIT_ULL(m->package_count) - 1;
		return true;
	}
	if (!parse_unsigned(text, &die) || die >= m->package_count)
		return args_fail(args, "die: there is no die '%s'", text);
	*packages = (uint32_t)BIT_ULL(die);
	return true;
}

struct package *parse_package(struct machine *m, struct args *args)
{
	uint32_t packages;

	if (!parse_die(m, args, false, &packages))
		return NULL;
	return &m->package[packages == 1 ? 0 : __builtin_ctz(packages)];
}

/* Does the selection have any unit in each of its packages? */
static bool selection_exists(struct machine *m, const struct unit_selection *where)
{
	unsigned int i;
	size_t j;

	for (i = 0; i < m->package_count; i++) {
		bool found = !(where->packages & BIT_ULL(i));

		for (j = 0; j < m->package[i].unit_count && !found; j++) {
			const struct unit *unit = &m->package[i].units[j];

			found = (!where->type || unit->type == where->type) &&
				(where->id < 0 || unit->id == (unsigned int)where->id);
		}
		if (!found)
			return false;
	}
	return true;
}

/* die= and unit=TYPE:ID, where ID, the whole unit, and the die can be `*` if @all_allowed. */
bool parse_selection(struct machine *m, struct args *args, bool all_allowed,
		     struct unit_selection *where)
{
	const char *text, *colon;
	char name[32];
	uint64_t id;

	*where = (struct unit_selection){ .id = -1 };
	if (!parse_die(m, args, all_allowed, &where->packages))
		return false;
	text = args_text(args, "unit");
	if (!text)
		return args_fail(args, "unit= is missing");
	if (all_allowed && !strcmp(text, "*"))
		return true;
	colon = strchr(text, ':');
	if (!colon || (size_t)(colon - text) >= sizeof(name))
		return args_fail(args, "unit: '%s' is not TYPE:ID", text);
	memcpy(name, text, (size_t)(colon - text));
	name[colon - text] = 0;
	where->type = machine_find_type(m, name);
	if (!where->type)
		return args_fail(args, "unit: there is no type '%s'", name);
	if (!all_allowed || strcmp(colon + 1, "*")) {
		if (!parse_unsigned(colon + 1, &id) || id > 0xffff)
			return args_fail(args, "unit: '%s' is no unit id", colon + 1);
		where->id = (int)id;
	}
	if (!selection_exists(m, where))
		return args_fail(args, "unit: there is no %s on that die", text);
	return true;
}

struct unit *parse_unit(struct machine *m, struct args *args)
{
	struct unit_selection where;
	unsigned int i;

	if (!parse_selection(m, args, false, &where))
		return NULL;
	for (i = 0; i < m->package_count; i++) {
		if (where.packages & BIT_ULL(i))
			return package_find_unit(&m->package[i], where.type,
						 (unsigned int)where.id);
	}
	return NULL;
}

/* Call a function for each unit of a selection. */
void for_each_unit(struct machine *m, const struct unit_selection *where,
		   void (*act)(struct unit *unit, uint64_t value), uint64_t value)
{
	unsigned int i;
	size_t j;

	for (i = 0; i < m->package_count; i++) {
		if (!(where->packages & BIT_ULL(i)))
			continue;
		for (j = 0; j < m->package[i].unit_count; j++) {
			struct unit *unit = &m->package[i].units[j];

			if ((!where->type || unit->type == where->type) &&
			    (where->id < 0 || unit->id == (unsigned int)where->id))
				act(unit, value);
		}
	}
}

/* umask= and ext= take `*` for any. */
static bool parse_any_number(struct args *args, const char *key, uint64_t max, uint64_t *value,
			     bool *any)
{
	size_t i;

	for (i = 0; i < args->count; i++) {
		if (!strcmp(args->arg[i].key, key) && args->arg[i].value &&
		    !strcmp(args->arg[i].value, "*")) {
			args->arg[i].used = true;
			*any = true;
			return true;
		}
	}
	return args_number(args, key, false, max, value);
}

/* What filters look at; the highest value is as wide as the field it is compared with. */
static bool parse_attributes(struct args *args, struct event_spec *event)
{
	static const struct {
		const char *name;
		uint64_t max;
	} attributes[EVENT_ATTRIBUTES] = {
		[ATTRIBUTE_NID] = { "nid", 15 },
		[ATTRIBUTE_STATE] = { "state", 0x3ff },
		[ATTRIBUTE_OPC] = { "opc", 0x3ff },
		[ATTRIBUTE_LINK] = { "link", 15 },
		[ATTRIBUTE_C6] = { "c6", 1 },
		[ATTRIBUTE_NC] = { "nc", 1 },
		[ATTRIBUTE_ISOC] = { "isoc", 1 },
		[ATTRIBUTE_MHZ] = { "mhz", 100000 },
		[ATTRIBUTE_ADDRESS] = { "address", GENMASK_ULL(45, 0) },
		[ATTRIBUTE_OPCODE] = { "opcode", 0x3f },
		[ATTRIBUTE_PACKET] = { "packet", UINT64_MAX },
		[ATTRIBUTE_COUNTER] = { "counter", UNIT_MAX_COUNTERS - 1 },
		[ATTRIBUTE_FLAG] = { "flag", 1 },
		[ATTRIBUTE_REG] = { "reg", UINT32_MAX },
		[ATTRIBUTE_PLD] = { "pld", UINT32_MAX },
		[ATTRIBUTE_MATCH] = { "match", UINT64_MAX },
		[ATTRIBUTE_MASK] = { "mask", UINT64_MAX },
		[ATTRIBUTE_REMOTE] = { "remote", 1 },
		[ATTRIBUTE_NEAR] = { "near", 1 },
	};
	size_t i, j;

	for (i = 0; i < EVENT_ATTRIBUTES; i++) {
		if (!args_number(args, attributes[i].name, false, attributes[i].max,
				 &event->attribute[i]))
			return false;
		for (j = 0; j < args->count; j++) {
			if (!strcmp(args->arg[j].key, attributes[i].name))
				event->attributes_given |= (uint32_t)BIT_ULL(i);
		}
	}
	return true;
}

bool parse_event(struct machine *m, struct args *args, struct event_spec *event)
{
	uint64_t code = 0, umask = 0, extension = 0, channels = 0xfff, classes = 7, inc = 1;
	uint64_t thread = UINT64_MAX;

	*event = (struct event_spec){ 0 };
	if (!args_number(args, "event", true, 0xff, &code) ||
	    !parse_any_number(args, "umask", 0xff, &umask, &event->any_umask) ||
	    !parse_any_number(args, "ext", UINT32_MAX, &extension, &event->any_extension) ||
	    !args_number(args, "ch", false, 0xfff, &channels) ||
	    !args_number(args, "fc", false, 7, &classes) ||
	    !args_number(args, "tid", false, 0x3ff, &thread) ||
	    !args_number(args, "inc", false, 0xffff, &inc) || !parse_attributes(args, event))
		return false;
	if (!code && !m->kind->event_zero)
		return args_fail(args, "event: 0 is no event");
	event->event = (uint8_t)code;
	event->umask = (uint8_t)umask;
	event->extension = (uint32_t)extension;
	event->channels = (uint32_t)channels;
	event->flow_classes = (uint32_t)classes;
	event->has_thread = thread != UINT64_MAX;
	event->thread = (unsigned int)thread;
	event->increment = inc;
	return true;
}

/* counter=I, or counter=fixed. */
bool parse_counter(struct args *args, const struct unit *unit, const char *text,
		   unsigned int *counter)
{
	uint64_t number;

	if (!strcmp(text, "fixed") && unit->type->fixed_control) {
		*counter = UNIT_FIXED;
		return true;
	}
	if (!parse_unsigned(text, &number) || number >= unit->type->counters)
		return args_fail(args, "counter: %s %u has no '%s'", unit->type->name, unit->id,
				 text);
	*counter = (unsigned int)number;
	return true;
}
