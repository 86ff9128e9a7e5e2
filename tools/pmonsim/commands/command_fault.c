// SPDX-License-Identifier: GPL-2.0-only
/* Commands of simulated memory, and those that break the machine. */
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"

static bool run_memory(struct machine *m, struct args *args, FILE *out)
{
	bool on = args_word(args, "on"), off = args_word(args, "off"), reset = args_word(args, "reset");

	if (!args_finish(args))
		return false;
	if (!m->memory)
		return args_fail(args, "memory is not simulated (option memory=on)");
	if (on && off)
		return args_fail(args, "say either on or off");
	if (on || off)
		memory_switch(m, on);
	memory_print(m, out);
	if (reset)
		memory_reset(m);
	fprintf(out, "ok\n");
	return true;
}

enum fault {
	DOUBLE, DEAD, HALF, WIDTH, NO_FREEZE, NO_UNIT_FREEZE, NEEDS_FREEZE, NO_STATUS, OTHER_LINK, OTHER_DIE, LEFT_OUT,
	FAULTS
};

static const char *const fault_names[FAULTS] = {
	"double", "dead", "half", "width", "no-freeze", "no-unit-freeze", "needs-freeze", "no-status", "other-link",
	"other-die", "left-out",
};

/* What is chosen, and the number that goes with it, is one number for for_each_unit(). */
static void act_fault(struct unit *unit, uint64_t what)
{
	struct unit_fault *fault = &unit->fault;
	uint64_t number = what / FAULTS;

	switch ((enum fault)(what % FAULTS)) {
	case DOUBLE:
		fault->doubled = true;
		break;
	case DEAD:
		fault->dead |= (uint32_t)BIT_ULL(number);
		break;
	case HALF:
		fault->halved = (uint8_t)number;
		break;
	case WIDTH:
		fault->bits = (unsigned int)number;
		break;
	case NO_FREEZE:
		fault->no_freeze = true;
		break;
	case NO_UNIT_FREEZE:
		fault->no_unit_freeze = true;
		break;
	case NEEDS_FREEZE:
		fault->needs_freeze = true;
		break;
	case NO_STATUS:
		fault->no_status = true;
		break;
	case OTHER_LINK:
		fault->other_link = true;
		break;
	case OTHER_DIE:
		fault->other_die = true;
		break;
	case LEFT_OUT:
		fault->left_out = true;
		break;
	case FAULTS:
		break;
	}
}

static bool run_fault(struct machine *m, struct args *args, FILE *out)
{
	struct unit_selection where;
	uint64_t number = 0;
	unsigned int fault;

	(void)out;
	if (args_word(args, "none")) {
		if (!args_finish(args))
			return false;
		faults_clear(m);
		return true;
	}
	for (fault = 0; fault < FAULTS && !args_word(args, fault_names[fault]); fault++)
		;
	if (fault == FAULTS)
		return args_fail(args, "say which fault, or none");
	if (!parse_selection(m, args, true, &where))
		return false;
	if ((fault == DEAD && !args_number(args, "counter", true, UNIT_FIXED, &number)) ||
	    (fault == HALF && !args_number(args, "event", true, 0xff, &number)) ||
	    (fault == WIDTH && !args_number(args, "bits", true, 63, &number)) ||
	    !args_finish(args))
		return false;
	for_each_unit(m, &where, act_fault, number * FAULTS + fault);
	return true;
}

/* The option is a command, or the end of one, with commas for blanks. */
static bool begin_with(struct machine *m, const char *command, const char *option, const char *value, char *error,
		       size_t error_size)
{
	char line[256], *reply, *comma;
	bool good;

	snprintf(line, sizeof(line), "%s%s", command, value);
	while ((comma = strchr(line, ',')))
		*comma = ' ';
	reply = machine_command(m, line);
	good = reply && !strncmp(reply, "ok", 2);
	if (!good)
		snprintf(error, error_size, "%s: %.*s", option, (int)strcspn(reply ? reply : "", "\n"), reply ? reply : "");
	free(reply);
	return good;
}

bool machine_begin(struct machine *m, int argc, const char *const argv[], char *error, size_t error_size)
{
	static const struct { const char *key, *command; } options[] = {
		{ "fault=", "fault " }, { "clock=", "clock die=* unit=* hz=" },
	};
	size_t i, length;
	int arg;

	for (arg = 0; arg < argc; arg++) {
		for (i = 0; i < ARRAY_SIZE(options); i++) {
			length = strlen(options[i].key);
			if (!strncmp(argv[arg], options[i].key, length) &&
			    !begin_with(m, options[i].command, argv[arg], argv[arg] + length, error, error_size))
				return false;
		}
	}
	return true;
}

const struct command fault_commands[] = {
	{ "memory", "[on|off] [reset]", run_memory },
	{ "fault", "none | double|no-freeze|no-unit-freeze|needs-freeze|no-status|other-link|other-die|left-out "
	  "die=D|* unit=... | "
	  "dead die=D|* unit=... counter=I | half die=D|* unit=... event=E | width die=D|* unit=... bits=N",
	  run_fault },
};
const size_t fault_command_count = ARRAY_SIZE(fault_commands);
