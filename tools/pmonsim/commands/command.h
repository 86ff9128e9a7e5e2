/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text commands. Each is one function that reads its arguments, checks all of them, and only
 * then acts; so a command that fails has done nothing. A command that prints nothing has "ok" printed
 * for it.
 */
#ifndef PMONSIM_COMMAND_H
#define PMONSIM_COMMAND_H

#include "commands/command_args.h"
#include "model/machine_internal.h"

struct command {
	const char *name, *usage;
	bool (*run)(struct machine *m, struct args *args, FILE *out);
};

/* command_events.c: what happens on the machine; command_state.c: what it is like; command_fault.c: what is broken */
extern const struct command event_commands[], state_commands[], fault_commands[];
extern const size_t event_command_count, state_command_count, fault_command_count;

/* command_select.c: arguments that many commands have */
bool parse_die(struct machine *m, struct args *args, bool all_allowed, uint32_t *packages);
struct package *parse_package(struct machine *m, struct args *args);
bool parse_selection(struct machine *m, struct args *args, bool all_allowed,
		     struct unit_selection *where);
struct unit *parse_unit(struct machine *m, struct args *args);
bool parse_event(struct machine *m, struct args *args, struct event_spec *event);
bool parse_counter(struct args *args, const struct unit *unit, const char *text,
		   unsigned int *counter);
void for_each_unit(struct machine *m, const struct unit_selection *where,
		   void (*act)(struct unit *unit, uint64_t value), uint64_t value);

#endif /* PMONSIM_COMMAND_H */
