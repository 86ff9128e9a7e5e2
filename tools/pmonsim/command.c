// SPDX-License-Identifier: GPL-2.0-only
/*
 * The text commands. Each is one function that reads its arguments, checks all of them, and only
 * then acts; so a command that fails has done nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "command_args.h"
#include "machine_internal.h"

struct command {
	const char *name, *usage;
	bool (*run)(struct machine *m, struct args *args, FILE *out);
};

static bool parse_die(struct machine *m, struct args *args, bool all_allowed, uint32_t *packages)
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

static struct package *parse_package(struct machine *m, struct args *args)
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
static bool parse_selection(struct machine *m, struct args *args, bool all_allowed,
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

static struct unit *parse_unit(struct machine *m, struct args *args)
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
static void for_each_unit(struct machine *m, const struct unit_selection *where,
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

static bool parse_event(struct args *args, struct event_spec *event)
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
	    !args_number(args, "inc", false, 0xffff, &inc))
		return false;
	if (!code)
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

static bool run_inject(struct machine *m, struct args *args, FILE *out)
{
	uint64_t cycles = 0, runs = 1;
	struct unit_selection where;
	struct event_spec event;

	(void)out;
	if (!parse_selection(m, args, true, &where) || !parse_event(args, &event) ||
	    !args_number(args, "n", true, UINT64_MAX, &cycles) ||
	    !args_number(args, "runs", false, UINT64_MAX, &runs) || !args_finish(args))
		return false;
	if (cycles && (!runs || runs > cycles))
		return args_fail(args, "runs: must be from 1 to n");
	inject(m, &where, &event, cycles, runs);
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

static bool is_mc_counter(const char *name)
{
	return !strcmp(name, "dclk") || !strcmp(name, "rpq") || !strcmp(name, "wpq");
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
	if (i == args->count || !is_mc_counter(name) ||
	    sscanf(args->arg[i].value, "imc:%u", &mc) != 1)
		return parse_unit(m, args);
	text = args_text(args, "unit");
	package = parse_package(m, args);
	if (!package)
		return NULL;
	for (i = 0; i < package->unit_count && !unit; i++) {
		if (!strcmp(package->units[i].type->name, "imc") &&
		    package->units[i].id / 2 == mc && package->units[i].free_running[0].name)
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

static bool run_rate(struct machine *m, struct args *args, FILE *out)
{
	struct unit_selection where;
	struct event_spec event;
	uint64_t per_second = 0;
	unsigned int id;

	if (!parse_selection(m, args, true, &where) || !parse_event(args, &event) ||
	    !args_number(args, "per_second", true, UINT32_MAX, &per_second) ||
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
	struct unit_selection where;
	uint64_t hz = 0;

	(void)out;
	if (!parse_selection(m, args, true, &where) ||
	    !args_number(args, "hz", true, 10 * NSEC_PER_SEC, &hz) || !args_finish(args))
		return false;
	for_each_unit(m, &where, act_clock, hz);
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

/* counter=I, or counter=fixed. */
static bool parse_counter(struct args *args, const struct unit *unit, const char *text,
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
	width = free_running ? free_running->width : unit->type->width;
	if (!free_running && !parse_counter(args, unit, text, &counter))
		return false;
	if (value >> width)
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
	uint64_t by = 0;

	(void)out;
	if (!unit || !args_number(args, "by", false, BIT_ULL(unit->type->width) - 1, &by))
		return false;
	if (!text)
		return args_fail(args, "counter= is missing");
	if (!parse_counter(args, unit, text, &counter) || !args_finish(args))
		return false;
	c = unit_counter(unit, counter);
	c->carry_armed = true;
	c->carry_by = by;
	return true;
}

static void print_register(struct reg *reg, FILE *out)
{
	char name[32];

	fprintf(out, "%s 0x%llx\n", reg_name(reg, name, sizeof(name)),
		(unsigned long long)reg_peek(reg));
}

static bool run_get(struct machine *m, struct args *args, FILE *out)
{
	struct unit *unit = parse_unit(m, args);
	size_t i;

	if (!unit || !args_finish(args))
		return false;
	for (i = 0; i < unit->package->reg_count; i++) {
		if (unit->package->regs[i].unit == unit)
			print_register(&unit->package->regs[i], out);
	}
	fprintf(out, "frozen %u\nstatus_position %u\nok\n", unit_is_frozen(unit),
		unit->status_position);
	return true;
}

static bool run_global(struct machine *m, struct args *args, FILE *out)
{
	struct package *package = parse_package(m, args);
	size_t i;

	if (!package || !args_finish(args))
		return false;
	for (i = 0; i < package->reg_count; i++) {
		if (!package->regs[i].unit && package->regs[i].role != ROLE_CONSTANT)
			print_register(&package->regs[i], out);
	}
	fprintf(out, "status_bits %u\nok\n", package->status_bits);
	return true;
}

static bool run_stats(struct machine *m, struct args *args, FILE *out)
{
	bool reset = args_word(args, "reset");

	if (!args_finish(args))
		return false;
	statistics_print(m, out);
	if (reset)
		statistics_reset(m);
	fprintf(out, "ok\n");
	return true;
}

static bool run_violations(struct machine *m, struct args *args, FILE *out)
{
	bool reset = args_word(args, "reset");

	if (!args_finish(args))
		return false;
	violations_print(m, out);
	if (reset)
		violations_reset(m);
	fprintf(out, "ok\n");
	return true;
}

static void table_dump(const struct package *package, FILE *out)
{
	const struct discovery *d = &package->discovery;
	size_t i;

	for (i = 0; i < d->qwords; i++) {
		if (d->seen[i])
			fprintf(out, "%zu 0x%llx\n", i, (unsigned long long)d->seen[i]);
	}
}

static bool run_table(struct machine *m, struct args *args, FILE *out)
{
	struct package *package = parse_package(m, args);
	uint64_t index = 0, value = 0, seed = 0;

	if (!package)
		return false;
	if (args_word(args, "dump")) {
		if (!args_finish(args))
			return false;
		table_dump(package, out);
		fprintf(out, "ok\n");
	} else if (args_word(args, "restore")) {
		if (!args_finish(args))
			return false;
		discovery_restore(package);
	} else if (args_word(args, "mutate")) {
		if (!args_number(args, "seed", true, UINT64_MAX, &seed) || !args_finish(args))
			return false;
		discovery_mutate(package, seed);
	} else if (args_word(args, "poke")) {
		if (!args_number(args, "qword", true, package->discovery.qwords - 1, &index) ||
		    !args_number(args, "value", true, UINT64_MAX, &value) || !args_finish(args))
			return false;
		if (!discovery_poke(package, (size_t)index, value))
			return args_fail(args, "out of memory");
	} else {
		return args_fail(args, "say one of dump, restore, mutate, poke");
	}
	return true;
}

static bool run_pci(struct machine *m, struct args *args, FILE *out)
{
	struct package *package = parse_package(m, args);
	uint64_t device = 0, number = 0;
	bool hide = args_word(args, "hide"), show = args_word(args, "show");
	size_t i;

	(void)out;
	if (!package || !args_number(args, "dev", true, 31, &device) ||
	    !args_number(args, "fn", true, 7, &number) || !args_finish(args))
		return false;
	if (hide == show)
		return args_fail(args, "say either hide or show");
	for (i = 0; i < m->function_count; i++) {
		struct function *f = m->functions[i];

		if (f->package == package && f->device == device && f->function == number) {
			f->hidden = hide;
			return true;
		}
	}
	return args_fail(args, "there is no function %llu.%llu on that die",
			 (unsigned long long)device, (unsigned long long)number);
}

static void act_gone(struct unit *unit, uint64_t gone)
{
	unit->gone = gone;
}

static void act_power(struct unit *unit, uint64_t down)
{
	free_running_sync(unit);
	unit->powered_down = down;
}

/* gone and power: a state of units, on or off. */
static bool run_state(struct machine *m, struct args *args, const char *set, const char *clear,
		      bool set_is_default, void (*act)(struct unit *unit, uint64_t value))
{
	bool is_set = args_word(args, set), is_clear = args_word(args, clear);
	struct unit_selection where;

	if (!parse_selection(m, args, true, &where) || !args_finish(args))
		return false;
	if (is_set == is_clear && !(set_is_default && !is_set))
		return args_fail(args, "say either %s or %s", set, clear);
	for_each_unit(m, &where, act, !is_clear);
	return true;
}

static bool run_gone(struct machine *m, struct args *args, FILE *out)
{
	(void)out;
	return run_state(m, args, "gone", "back", true, act_gone);
}

static bool run_power(struct machine *m, struct args *args, FILE *out)
{
	(void)out;
	return run_state(m, args, "down", "up", false, act_power);
}

static bool run_help(struct machine *m, struct args *args, FILE *out);

static const struct command commands[] = {
	{ "inject", "die=D|* unit=TYPE:ID|TYPE:*|* event=E [umask=M|*] [ext=X|*] [ch=MASK] "
	  "[fc=MASK] [tid=N] [inc=1] n=CYCLES [runs=1]", run_inject },
	{ "inject-free", "die=D unit=iio:S|imc:MC|imc:C|ubox:0 "
	  "counter=ioclk|bw_in0..7|bw_out0..7|dclk|rpq|wpq|fixed n=COUNT", run_inject_free },
	{ "rate", "die=D|* unit=... event=E [as inject] per_second=N", run_rate },
	{ "rate-stop", "id=K|all", run_rate_stop },
	{ "clock", "die=D|* unit=... hz=N", run_clock },
	{ "time", "[advance=NANOSECONDS]", run_time },
	{ "preset", "die=D unit=TYPE:ID counter=I|fixed|NAME value=V", run_preset },
	{ "carry", "die=D unit=TYPE:ID counter=I|fixed [by=N]", run_carry },
	{ "get", "die=D unit=TYPE:ID", run_get },
	{ "global", "die=D", run_global },
	{ "stats", "[reset]", run_stats },
	{ "violations", "[reset]", run_violations },
	{ "table", "die=D dump | restore | mutate seed=S | poke qword=I value=V", run_table },
	{ "pci", "die=D dev=N fn=N hide|show", run_pci },
	{ "gone", "die=D|* unit=... [gone|back]", run_gone },
	{ "power", "die=D|* unit=... down|up", run_power },
	{ "help", "", run_help },
};

static bool run_help(struct machine *m, struct args *args, FILE *out)
{
	size_t i;

	(void)m;
	if (!args_finish(args))
		return false;
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(out, "%s %s\n", commands[i].name, commands[i].usage);
	fprintf(out, "ok\n");
	return true;
}

static bool run_command(struct machine *m, struct args *args, FILE *out)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (!strcmp(commands[i].name, args->command))
			return commands[i].run(m, args, out);
	}
	return args_fail(args, "unknown command '%s'; try 'help'", args->command);
}

char *machine_command(struct machine *m, const char *line)
{
	char *reply = NULL;
	struct args args;
	size_t size;
	FILE *out;
	bool ok;

	out = open_memstream(&reply, &size);
	if (!out)
		return NULL;
	pthread_mutex_lock(&m->lock);
	machine_take_time(m);
	machine_advance(m);
	ok = args_parse(&args, line) && run_command(m, &args, out);
	fflush(out);
	if (!ok)
		fprintf(out, "error: %s\n", args.error);
	else if (!size)
		fprintf(out, "ok\n");
	pthread_mutex_unlock(&m->lock);
	args_release(&args);
	if (fclose(out)) {
		free(reply);
		return NULL;
	}
	return reply;
}
