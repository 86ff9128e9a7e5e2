// SPDX-License-Identifier: GPL-2.0-only
/* Commands that make something happen: events, time, counter values. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"

/* Has software frozen one of these packages? Otherwise an overflow has. */
static bool frozen_by_write(const struct machine *m, const struct unit_selection *where)
{
	unsigned int i;

	for (i = 0; i < m->package_count; i++) {
		if ((where->packages & BIT_ULL(i)) && m->package[i].frozen &&
		    !package_has_overflow(&m->package[i]))
			return true;
	}
	return false;
}

static bool run_inject(struct machine *m, struct args *args, FILE *out)
{
	uint64_t cycles = 0, runs = 1, seen;
	struct unit_selection where;
	struct event_spec event;

	if (!parse_selection(m, args, true, &where) || !parse_event(m, args, &event) ||
	    !args_number(args, "n", true, UINT64_MAX, &cycles) ||
	    !args_number(args, "runs", false, UINT64_MAX, &runs) || !args_finish(args))
		return false;
	if (cycles && (!runs || runs > cycles))
		return args_fail(args, "runs: must be from 1 to n");
	seen = inject(m, &where, &event, cycles, runs);
	fprintf(out, "ok seen=%llu%s\n", (unsigned long long)seen,
		!seen && frozen_by_write(m, &where) ? " freeze=written" : "");
	return true;
}

static struct free_running *find_free_running(struct unit *unit, const char *name)
{
	struct free_running *counter;

	for (counter = unit->free_running; counter->name; counter++) {
		if (!strcmp(counter->name, name))
			return counter;
	}
	return NULL;
}

/*
 * Free-running iMC counters are the controller's, not the channel's: `imc:MC` is then controller MC,
 * whose counters the model keeps with its first channel.
 */
static struct unit *parse_counter_unit(struct machine *m, struct args *args, const char *name)
{
	struct package *package;
	struct unit *unit = NULL;
	unsigned int mc;
	const char *text;
	size_t i;

	for (i = 0; i < args->count; i++) {
		if (!strcmp(args->arg[i].key, "unit") && args->arg[i].value)
			break;
	}
	if (i == args->count || !strcmp(name, "fixed") || isdigit((unsigned char)*name) ||
	    sscanf(args->arg[i].value, "imc:%u", &mc) != 1)
		return parse_unit(m, args);
	text = args_text(args, "unit");
	package = parse_package(m, args);
	if (!package)
		return NULL;
	for (i = 0; i < package->unit_count && !unit; i++) {
		if (!strcmp(package->units[i].type->name, "imc") &&
		    package->units[i].free_running[0].name &&
		    package->units[i].id / m->kind->channels == mc)
			unit = &package->units[i];
	}
	if (!unit)
		args_fail(args, "unit: there is no %s on that die", text);
	return unit;
}

static bool run_inject_free(struct machine *m, struct args *args, FILE *out)
{
	const char *name = args_text(args, "counter");
	struct free_running *counter;
	struct unit *unit;
	uint64_t n = 0;

	(void)out;
	if (!name)
		return args_fail(args, "counter= is missing");
	unit = parse_counter_unit(m, args, name);
	if (!unit || !args_number(args, "n", true, UINT64_MAX, &n) || !args_finish(args))
		return false;
	if (!strcmp(name, "fixed") && unit->type->fixed_control) {
		inject_fixed(unit, n);
		return true;
	}
	counter = find_free_running(unit, name);
	if (!counter)
		return args_fail(args, "counter: %s %u has no '%s'", unit->type->name, unit->id,
				 name);
	inject_counter(unit, counter, n);
	return true;
}

/* What a device moves, or what is below a root port. */
static bool run_move(struct machine *m, struct args *args, FILE *out)
{
	struct package *package = parse_package(m, args);
	struct moved_bytes bytes = { 0 };
	uint64_t bus = 0, device = 0;
	const char *problem;

	(void)out;
	if (!package || !args_number(args, "bus", true, 255, &bus) || !args_number(args, "dev", true, 31, &device) ||
	    !args_number(args, "read", false, UINT64_MAX, &bytes.read) ||
	    !args_number(args, "written", false, UINT64_MAX, &bytes.written) ||
	    !args_number(args, "cpu_read", false, UINT64_MAX, &bytes.cpu_read) ||
	    !args_number(args, "cpu_written", false, UINT64_MAX, &bytes.cpu_written) || !args_finish(args))
		return false;
	problem = connections_move(package, (unsigned int)bus, (unsigned int)device, &bytes);
	return !problem || args_fail(args, "%s", problem);
}

static bool run_rate(struct machine *m, struct args *args, FILE *out)
{
	struct unit_selection where;
	struct event_spec event;
	uint64_t per_second = 0;
	unsigned int id;

	if (!parse_selection(m, args, true, &where) || !parse_event(m, args, &event) ||
	    !args_number(args, "per_second", true, 1000 * NSEC_PER_SEC, &per_second) ||
	    !args_finish(args))
		return false;
	if (!per_second)
		return args_fail(args, "per_second: must not be 0");
	id = rate_start(m, &where, &event, per_second);
	if (!id)
		return args_fail(args, "out of memory");
	fprintf(out, "ok id=%u\n", id);
	return true;
}

static bool run_rate_stop(struct machine *m, struct args *args, FILE *out)
{
	const char *text = args_text(args, "id");
	uint64_t id, injected = 0, total = 0;

	if (!text)
		return args_fail(args, "id= is missing");
	if (!args_finish(args))
		return false;
	if (!strcmp(text, "all")) {
		while (m->rates) {
			rate_stop(m, m->rates->id, &injected);
			total += injected;
		}
		fprintf(out, "ok injected=%llu\n", (unsigned long long)total);
		return true;
	}
	if (!parse_unsigned(text, &id) || !rate_stop(m, (unsigned int)id, &injected))
		return args_fail(args, "id: there is no rate '%s'", text);
	fprintf(out, "ok injected=%llu\n", (unsigned long long)injected);
	return true;
}

static void act_clock(struct unit *unit, uint64_t hz)
{
	clock_set(unit, hz);
}

static bool run_clock(struct machine *m, struct args *args, FILE *out)
{
	struct clock_turns turns = { .now = 0 };
	uint64_t ms[2] = { 0, 0 };

	(void)out;
	if (!parse_selection(m, args, true, &turns.where) ||
	    !args_number(args, "hz", true, 10 * NSEC_PER_SEC, &turns.hz[0]) ||
	    !args_number(args, "other_hz", false, 10 * NSEC_PER_SEC, &turns.hz[1]))
		return false;
	if (turns.hz[1] && (!args_number(args, "ms", true, 1000000, &ms[0]) ||
			    !args_number(args, "other_ms", true, 1000000, &ms[1])))
		return false;
	if (!args_finish(args))
		return false;
	turns.lasts[0] = ms[0] * 1000000;
	turns.lasts[1] = ms[1] * 1000000;
	if (turns.hz[1] && (!ms[0] || !ms[1]))
		return args_fail(args, "ms, other_ms: none can be 0");
	if (turns.hz[1] && !clock_take_turns(m, &turns))
		return args_fail(args, "too many clocks that take turns");
	if (!turns.hz[1])
		clock_stop_turns(m, &turns.where);
	for_each_unit(m, &turns.where, act_clock, turns.hz[0]);
	return true;
}

static bool run_time(struct machine *m, struct args *args, FILE *out)
{
	uint64_t advance = 0;

	if (!args_number(args, "advance", false, INT64_MAX, &advance) || !args_finish(args))
		return false;
	if (advance && m->time_source != TIME_MANUAL)
		return args_fail(args, "the machine runs on host time (option time=manual)");
	m->manual_time += advance;
	machine_take_time(m);
	machine_advance(m);
	fprintf(out, "time %llu\nok\n", (unsigned long long)m->now);
	return true;
}

static bool run_preset(struct machine *m, struct args *args, FILE *out)
{
	const char *text = args_text(args, "counter");
	struct free_running *free_running;
	unsigned int counter, width;
	uint64_t value = 0;
	struct unit *unit;

	(void)out;
	if (!text)
		return args_fail(args, "counter= is missing");
	unit = parse_counter_unit(m, args, text);
	if (!unit || !args_number(args, "value", true, UINT64_MAX, &value) || !args_finish(args))
		return false;
	free_running = find_free_running(unit, text);
	if (!free_running && !parse_counter(args, unit, text, &counter))
		return false;
	width = free_running ? free_running->width : unit_counter_width(unit, counter);
	if (value & ~width_mask(width))
		return args_fail(args, "value: 0x%llx does not fit %u bits",
				 (unsigned long long)value, width);
	if (free_running) {
		free_running_sync(unit);
		free_running->value = value;
	} else {
		unit_counter(unit, counter)->value = value;
	}
	return true;
}

static bool run_carry(struct machine *m, struct args *args, FILE *out)
{
	const char *text = args_text(args, "counter");
	struct unit *unit = parse_unit(m, args);
	struct counter *c;
	unsigned int counter;
	uint64_t by = 0, off = 0;

	(void)out;
	if (!unit || !args_number(args, "by", false, BIT_ULL(unit->type->width) - 1, &by) ||
	    !args_number(args, "off", false, 1, &off))
		return false;
	if (!text)
		return args_fail(args, "counter= is missing");
	if (!parse_counter(args, unit, text, &counter) || !args_finish(args))
		return false;
	c = unit_counter(unit, counter);
	c->carry_armed = !off;
	c->carry_by = by;
	return true;
}

const struct command event_commands[] = {
	{ "inject", "die=D|* unit=TYPE:ID|TYPE:*|* event=E [umask=M|*] [ext=X|*] [ch=MASK] "
	  "[fc=MASK] [tid=N] [nid=N] [state=N] [opc=N] [link=N] [c6=1] [nc=1] [isoc=1] "
	  "[mhz=N] [address=A] [opcode=N] [packet=N] [counter=I] "
	  "[flag=1] [reg=V] [pld=V] [match=V] [mask=V] [inc=1] n=CYCLES [runs=1]", run_inject },
	{ "inject-free", "die=D unit=iio:S|imc:MC|imc:C|ubox:0 "
	  "counter=ioclk|bw_in0..7|bw_out0..7|dclk|rpq|wpq|[ddrt_]read|[ddrt_]write|fixed n=COUNT", run_inject_free },
	{ "move", "die=D bus=N dev=N [read=BYTES] [written=BYTES] [cpu_read=BYTES] [cpu_written=BYTES]", run_move },
	{ "rate", "die=D|* unit=... event=E [as inject] per_second=N", run_rate },
	{ "rate-stop", "id=K|all", run_rate_stop },
	{ "clock", "die=D|* unit=... hz=N [other_hz=N ms=N other_ms=N]", run_clock },
	{ "time", "[advance=NANOSECONDS]", run_time },
	{ "preset", "die=D unit=TYPE:ID counter=I|fixed|NAME value=V", run_preset },
	{ "carry", "die=D unit=TYPE:ID counter=I|fixed [by=N] [off=1]", run_carry },
};
const size_t event_command_count = ARRAY_SIZE(event_commands);
