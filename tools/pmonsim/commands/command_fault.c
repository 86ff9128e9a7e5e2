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
	DOUBLE, DEAD, HALF, PERCENT, WIDTH, STUCK, NO_FREEZE, NO_UNIT_FREEZE, STAYS_FROZEN, STAYS_UNIT_FROZEN, FROZEN,
	NEEDS_FREEZE, NO_STATUS, NO_MESSAGE, OTHER_STATUS, OTHER_POSITION, ANY_EVENT, NO_THRESHOLD, NO_INVERT, NO_EDGE,
	NO_UMASK, NO_UPPER, NO_CLEAR, NO_PRESET, TWIN, LOST_GLOBAL, LOST_WRITES, ZERO_READS, ONES_READS, BIT_READS, LEAPS, TIRES,
	OTHER_LINK, OTHER_DIE, OTHER_NODE, LEFT_OUT, GONE, NO_RELEASE, FREEZES_OTHER, LATE_FREEZE, FAULTS
};

static const char *const fault_names[FAULTS] = {
	"double", "dead", "half", "percent", "width", "stuck", "no-freeze", "no-unit-freeze", "stays-frozen",
	"stays-unit-frozen", "frozen", "needs-freeze", "no-status", "no-message", "other-status", "other-position",
	"any-event", "no-threshold", "no-invert", "no-edge", "no-umask", "no-upper", "no-clear", "no-preset", "twin", "lost-global",
	"lost-writes",
	"zero-reads", "ones-reads", "bit-reads", "leaps", "tires", "other-link", "other-die", "other-node", "left-out", "gone", "no-release",
	"freezes-other", "late-freeze",
};

/* What for_each_unit() does to each unit. */
static struct {
	enum fault kind;
	uint32_t counters;		/* a set */
	uint64_t event, bits, bit, value, percent, each, with, us, ms;
	uint64_t after, at;		/* reads of counters, or milliseconds, before it begins */
	bool other_package;
} chosen;

static void break_reads(struct unit_fault *fault, enum bad_read kind)
{
	fault->bad_kind = kind;
	fault->bad_each = (unsigned int)chosen.each;
	fault->bad_bit = (unsigned int)chosen.bit;
}

static void break_unit(struct unit *unit, struct unit_fault *fault)
{
	struct package *packages = unit->package->machine->package;

	switch (chosen.kind) {
	case DOUBLE:		fault->doubled = true; break;
	case DEAD:		fault->dead |= chosen.counters; break;
	case HALF:		fault->halved = (uint8_t)chosen.event; break;
	case PERCENT:		fault->percent = (unsigned int)chosen.percent; break;
	case WIDTH:
		fault->bits = (unsigned int)chosen.bits;
		fault->narrow |= chosen.counters;
		break;
	case STUCK:
		*(chosen.value ? &fault->stuck_high : &fault->stuck_low) |= BIT_ULL(chosen.bit);
		fault->stuck |= chosen.counters;
		break;
	case NO_FREEZE:		fault->no_freeze |= chosen.counters; break;
	case NO_UNIT_FREEZE:	fault->no_unit_freeze |= chosen.counters; break;
	case STAYS_FROZEN:	fault->stays_frozen = true; break;
	case STAYS_UNIT_FROZEN:	fault->stays_unit_frozen = true; break;
	case FROZEN:		fault->frozen = true; break;
	case NEEDS_FREEZE:	fault->needs_freeze = true; break;
	case NO_STATUS:		fault->no_status |= chosen.counters; break;
	case NO_MESSAGE:	fault->no_message = true; break;
	case OTHER_STATUS:	fault->other_status = true; break;
	case OTHER_POSITION:	fault->other_position = true; break;
	case ANY_EVENT:		fault->any_event |= chosen.counters; break;
	case NO_THRESHOLD:	fault->no_threshold = true; break;
	case NO_INVERT:		fault->no_invert = true; break;
	case NO_EDGE:		fault->no_edge = true; break;
	case NO_UMASK:		fault->no_umask = true; break;
	case NO_UPPER:		fault->no_upper = true; break;
	case NO_CLEAR:		fault->no_clear = true; break;
	case NO_PRESET:		fault->no_preset = true; break;
	case TWIN:
		fault->twin = package_find_unit(chosen.other_package ? &packages[!unit->package->number] : unit->package,
						unit->type, (unsigned int)chosen.with);
		if (fault->twin == unit)
			fault->twin = NULL;
		break;
	case LOST_GLOBAL:	unit->package->lose_each = (unsigned int)chosen.each; break;
	case LOST_WRITES:	fault->lose_each = (unsigned int)chosen.each; break;
	case ZERO_READS:	break_reads(fault, BAD_ZERO); break;
	case ONES_READS:	break_reads(fault, BAD_ONES); break;
	case BIT_READS:		break_reads(fault, BAD_BIT); break;
	case LEAPS:
		break_reads(fault, BAD_LEAP);
		fault->leap_ns = chosen.ms * 1000000;
		fault->leap_at = machine_now(unit->package->machine) + fault->leap_ns;
		break;
	case TIRES:		fault->tires = chosen.each; break;
	case OTHER_LINK:	fault->other_link = true; break;
	case OTHER_DIE:		fault->other_die = true; break;
	case OTHER_NODE:	fault->other_node = true; break;
	case LEFT_OUT:		fault->left_out = true; break;
	case GONE:		fault->gone = true; break;
	case NO_RELEASE:	unit->package->stays_frozen = true; break;
	case FREEZES_OTHER:	unit->package->freezes_other = true; break;
	case LATE_FREEZE:	unit->package->freeze_late = chosen.us * 1000; break;
	case FAULTS:		break;
	}
}

static void act_fault(struct unit *unit, uint64_t unused)
{
	struct machine *m = unit->package->machine;

	(void)unused;
	if (!chosen.after && !chosen.at) {
		break_unit(unit, &unit->fault);
		unit_refresh_clock(unit);
		return;
	}
	if (!unit->later_at && !unit->later_reads)
		unit->later = unit->fault;
	break_unit(unit, &unit->later);
	m->later_faults += chosen.at && !unit->later_at;
	unit->later_at = chosen.at ? machine_now(m) + chosen.at * 1000000 : unit->later_at;
	unit->later_reads = (unsigned int)chosen.after;
}

/* The arguments of the kind that was chosen. Without counter= all counters are meant. */
static bool parse_fault(struct machine *m, struct args *args)
{
	enum fault kind = chosen.kind;
	uint64_t counter = UNIT_MAX_COUNTERS + 1;

	(void)m;
	if (!args_number(args, "counter", false, UNIT_FIXED, &counter) ||
	    !args_number(args, "after", false, UINT32_MAX, &chosen.after) ||
	    !args_number(args, "at", false, UINT32_MAX, &chosen.at) ||
	    (kind == LEAPS && !args_number(args, "ms", false, UINT32_MAX, &chosen.ms)))
		return false;
	chosen.counters = counter > UNIT_MAX_COUNTERS ? FAULT_ALL : (uint32_t)BIT_ULL(counter);
	if (kind == TWIN) {
		chosen.other_package = args_word(args, "other-package");
		return args_number(args, "with", true, 0xffff, &chosen.with);
	}
	if ((kind == NO_RELEASE || kind == FREEZES_OTHER || kind == LATE_FREEZE || kind == LOST_GLOBAL) && (chosen.after || chosen.at))
		return args_fail(args, "the freeze of a package is broken at once");
	return !((kind == HALF && !args_number(args, "event", true, 0xff, &chosen.event)) ||
		 (kind == PERCENT && !args_number(args, "percent", true, 1000, &chosen.percent)) ||
		 (kind == WIDTH && !args_number(args, "bits", true, 63, &chosen.bits)) ||
		 ((kind == STUCK || kind == BIT_READS || kind == LEAPS) && !args_number(args, "bit", true, 47, &chosen.bit)) ||
		 (kind == STUCK && !args_number(args, "value", true, 1, &chosen.value)) ||
		 (kind >= LOST_GLOBAL && kind <= TIRES && !args_number(args, "each", !chosen.ms, UINT32_MAX, &chosen.each)) ||
		 (kind == LATE_FREEZE && !args_number(args, "us", true, 1000000, &chosen.us)));
}

static bool run_fault(struct machine *m, struct args *args, FILE *out)
{
	struct unit_selection where;
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
	memset(&chosen, 0, sizeof(chosen));
	chosen.kind = (enum fault)fault;
	if (!parse_selection(m, args, true, &where) || !parse_fault(m, args) || !args_finish(args))
		return false;
	machine_take_time(m);
	for_each_unit(m, &where, act_fault, 0);
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
	{ "fault", "none | KIND die=D|* unit=... [counter=I] [after=READS|at=MILLISECONDS] [event=E] [bits=N] [bit=B] "
	  "[value=0|1] [percent=N] [each=N] [us=N] [with=ID [other-package]]",
	  run_fault },
};
const size_t fault_command_count = ARRAY_SIZE(fault_commands);
