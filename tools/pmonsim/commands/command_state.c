// SPDX-License-Identifier: GPL-2.0-only
/* Commands that show the machine or change its state: registers, records, table, functions. */
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"

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
		if (package->regs[i].role == ROLE_GLOBAL_CONTROL ||
		    package->regs[i].role == ROLE_GLOBAL_STATUS)
			print_register(&package->regs[i], out);
	}
	fprintf(out, "status_bits %u\nok\n", package->global[0].status_bits);
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

static void table_dump(const struct discovery *d, FILE *out)
{
	size_t i;

	for (i = 0; i < d->qwords; i++) {
		if (d->seen[i])
			fprintf(out, "%zu 0x%llx\n", i, (unsigned long long)d->seen[i]);
	}
}

static bool run_table(struct machine *m, struct args *args, FILE *out)
{
	struct package *package = parse_package(m, args);
	uint64_t index = 0, value = 0, seed = 0, table = 0;

	if (!package || !args_number(args, "table", false, package->config.tables - 1, &table))
		return false;
	if (!m->kind->has_table)
		return args_fail(args, "machine %s has no discovery table", m->kind->name);
	if (args_word(args, "dump")) {
		if (!args_finish(args))
			return false;
		table_dump(&package->tables[table], out);
		fprintf(out, "ok\n");
	} else if (args_word(args, "restore")) {
		if (!args_finish(args))
			return false;
		discovery_restore(package, (unsigned int)table);
	} else if (args_word(args, "mutate")) {
		if (!args_number(args, "seed", true, UINT64_MAX, &seed) || !args_finish(args))
			return false;
		discovery_mutate(package, (unsigned int)table, seed);
	} else if (args_word(args, "poke")) {
		if (!args_number(args, "qword", true, package->tables[table].qwords - 1, &index) ||
		    !args_number(args, "value", true, UINT64_MAX, &value) || !args_finish(args))
			return false;
		if (!discovery_poke(package, (unsigned int)table, (size_t)index, value))
			return args_fail(args, "out of memory");
	} else {
		return args_fail(args, "say one of dump, restore, mutate, poke");
	}
	return true;
}

/* What the processor says about the number of its CHAs. */
static bool run_cha_msr(struct machine *m, struct args *args, FILE *out)
{
	struct package *package = parse_package(m, args);
	uint64_t value = 0;
	size_t i;

	(void)out;
	if (!package || !args_number(args, "value", true, UINT64_MAX, &value) ||
	    !args_finish(args))
		return false;
	/* It is the only register of its role. */
	for (i = 0; i < package->reg_count; i++) {
		if (package->regs[i].role != ROLE_CONSTANT)
			continue;
		package->regs[i].constant = value;
		return true;
	}
	return args_fail(args, "machine %s has no such register", m->kind->name);
}

static bool run_pci(struct machine *m, struct args *args, FILE *out)
{
	struct package *package = parse_package(m, args);
	uint64_t device = 0, number = 0, bus;
	bool hide = args_word(args, "hide"), show = args_word(args, "show");
	struct function *f;

	(void)out;
	bus = package ? package->config.bus : 0;
	if (!package || !args_number(args, "bus", false, 255, &bus) || !args_number(args, "dev", true, 31, &device) ||
	    !args_number(args, "fn", true, 7, &number) || !args_finish(args))
		return false;
	if (hide == show)
		return args_fail(args, "say either hide or show");
	f = package_find_function(package, (unsigned int)bus, (unsigned int)device, (unsigned int)number);
	if (!f || f->missing)
		return args_fail(args, "there is no function %llx:%llu.%llu on that die",
				 (unsigned long long)bus, (unsigned long long)device,
				 (unsigned long long)number);
	f->hidden = hide;
	return true;
}

/* Registers without a part in counting, which firmware or hardware sets. */
static bool run_config(struct machine *m, struct args *args, FILE *out)
{
	struct package *package = parse_package(m, args);
	uint64_t device = 0, number = 0, bus, reg = 0, value = 0;
	struct function *f;

	(void)out;
	bus = package ? package->config.bus : 0;
	if (!package || !args_number(args, "bus", false, 255, &bus) || !args_number(args, "dev", true, 31, &device) ||
	    !args_number(args, "fn", true, 7, &number) || !args_number(args, "reg", true, 0xffc, &reg) ||
	    !args_number(args, "value", true, UINT32_MAX, &value) || !args_finish(args))
		return false;
	f = package_find_function(package, (unsigned int)bus, (unsigned int)device, (unsigned int)number);
	if (!f || f->missing || reg % 4)
		return args_fail(args, "there is no such register on that die");
	function_set_config(f, (unsigned int)reg, 4, value);
	return true;
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

/* A hardware reset of the package's monitors. */
static bool run_reset(struct machine *m, struct args *args, FILE *out)
{
	uint32_t packages;
	unsigned int i;

	(void)out;
	if (!parse_die(m, args, true, &packages) || !args_finish(args))
		return false;
	for (i = 0; i < m->package_count; i++) {
		if (packages & BIT_ULL(i))
			package_reset(&m->package[i]);
	}
	return true;
}

/* Now, some time from now, or when something happens. */
static bool run_forget(struct machine *m, struct args *args, FILE *out)
{
	struct forget forget = { .when = machine_now(m) };
	uint64_t after = 0;
	const char *garbage = args_text(args, "garbage"), *at = args_text(args, "at");

	(void)out;
	if (garbage && !parse_unsigned(garbage, &forget.seed))
		return args_fail(args, "garbage: '%s' is not a number", garbage);
	if (at && strcmp(at, "sleep") && strcmp(at, "reset"))
		return args_fail(args, "at: '%s' is neither sleep nor reset", at);
	if (at)
		forget.at = at[0] == 's' ? FORGET_AT_SLEEP : FORGET_AT_RESET;
	if (!parse_die(m, args, true, &forget.packages) ||
	    !args_number(args, "after", false, UINT32_MAX, &after) || !args_finish(args))
		return false;
	forget.fill = garbage;
	forget.when += after * (NSEC_PER_SEC / 1000);
	m->forget = forget;
	if (!after && !at)
		forget_now(m);
	return true;
}

const struct command state_commands[] = {
	{ "get", "die=D unit=TYPE:ID", run_get },
	{ "global", "die=D", run_global },
	{ "stats", "[reset]", run_stats },
	{ "violations", "[reset]", run_violations },
	{ "table", "die=D dump | restore | mutate seed=S | poke qword=I value=V", run_table },
	{ "cha-msr", "die=D value=N", run_cha_msr },
	{ "pci", "die=D [bus=N] dev=N fn=N hide|show", run_pci },
	{ "config", "die=D [bus=N] dev=N fn=N reg=R value=V", run_config },
	{ "gone", "die=D|* unit=... [gone|back]", run_gone },
	{ "power", "die=D|* unit=... down|up", run_power },
	{ "reset", "die=D|*", run_reset },
	{ "forget", "die=D|* [garbage=SEED] [after=MILLISECONDS|at=sleep|at=reset]", run_forget },
};
const size_t state_command_count = ARRAY_SIZE(state_commands);
