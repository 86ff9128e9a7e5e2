// SPDX-License-Identifier: GPL-2.0-only
/*
 * The `key=value` options. A key that describes a package takes a suffix `.D` that makes it hold for
 * package D only; without, it holds for all packages that no suffix speaks of.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/machine_internal.h"

enum option_kind { OPTION_NUMBER, OPTION_CHOICE, OPTION_TEXT };

struct option {
	const char *name;
	enum option_kind kind;
	bool per_package;
	size_t offset;
	uint64_t min, max;
	const char *const *choices;	/* in the order of the enum */
};

static const char *const bar_choices[] = { "64", "32", "io", NULL };
static const char *const dvsec_choices[] = {
	"good", "none", "foreign-first", "twice", "other-id", "other-vendor", NULL
};
static const char *const discovery_choices[] = { "stack", "ubox", NULL };
static const char *const upi_choices[] = { "good", "missing", "mangled", NULL };
static const char *const globals_choices[] = { "shared", "own", NULL };
static const char *const ids_choices[] = { "package", "table", NULL };
static const char *const position_choices[] = { "shared", "unique", "sparse", NULL };
static const char *const time_choices[] = { "host", "manual", "guest", NULL };
static const char *const freeze_choices[] = { "separate", "single", NULL };
static const char *const switch_choices[] = { "off", "on", NULL };
static const char *const reset_choices[] = { "once", "held", NULL };

#define PACKAGE_NUMBER(name, low, high)	\
	{ #name, OPTION_NUMBER, true, offsetof(struct package_config, name), low, high, NULL }
#define PACKAGE_CHOICE(name, field, list)	\
	{ name, OPTION_CHOICE, true, offsetof(struct package_config, field), 0, 0, list }
#define PACKAGE_TEXT(name)	\
	{ #name, OPTION_TEXT, true, offsetof(struct package_config, name), 0, 0, NULL }

static const struct option options[] = {
	PACKAGE_NUMBER(bus, 0, 255),
	PACKAGE_NUMBER(iio_bus, 0, 255),
	PACKAGE_NUMBER(stack_bus, 0, 255),
	PACKAGE_NUMBER(slices, 0, 1),
	PACKAGE_NUMBER(qpi_filter, 0, 1),
	PACKAGE_NUMBER(pcie_capability, 0, 1),
	PACKAGE_NUMBER(node_id, 0, 7),
	PACKAGE_NUMBER(segment, 0, 7),
	PACKAGE_NUMBER(edac, 0, 1),
	PACKAGE_NUMBER(tables, 1, MACHINE_MAX_TABLES),
	PACKAGE_NUMBER(frozen, 0, 1),
	PACKAGE_NUMBER(node_map, 0, 1),
	PACKAGE_NUMBER(stride, 3, 255),
	PACKAGE_NUMBER(bir, 0, 7),
	PACKAGE_NUMBER(table_offset, 0, 0x7ffff8),
	PACKAGE_NUMBER(discovery_device_id, 0, 0xffff),
	PACKAGE_NUMBER(cha_msr, 0, UINT32_MAX),
	PACKAGE_NUMBER(cha_table, 0, 160),
	PACKAGE_NUMBER(iio_bw_width, 32, 48),
	PACKAGE_NUMBER(holes, 0, 64),
	PACKAGE_NUMBER(mutate, 0, UINT32_MAX),
	PACKAGE_CHOICE("table_bar", table_bar_kind, bar_choices),
	PACKAGE_CHOICE("discovery", discovery, discovery_choices),
	PACKAGE_CHOICE("dvsec", dvsec, dvsec_choices),
	PACKAGE_CHOICE("upi_table", upi_table, upi_choices),
	PACKAGE_CHOICE("positions", positions, position_choices),
	PACKAGE_CHOICE("globals", globals, globals_choices),
	PACKAGE_CHOICE("ids", ids, ids_choices),
	PACKAGE_TEXT(stacks),
	PACKAGE_TEXT(absent),
	PACKAGE_TEXT(empty),
	PACKAGE_TEXT(hidden),
	PACKAGE_TEXT(listed_twice),
	PACKAGE_TEXT(poke),
	PACKAGE_TEXT(table),
};

/* Options of the whole machine; those with a negative effect here are the launcher's. */
struct machine_options {
	unsigned int packages, cpus, numa, ubox_node, dies, hypervisor, freeze_latency, time, freeze, resets, stretches;
	struct memory_config memory;
	const char *machine, *log;
	const char *fault, *clock;	/* there can be several: machine_begin() */
};

#define MACHINE_NUMBER(name, low, high)	\
	{ #name, OPTION_NUMBER, false, offsetof(struct machine_options, name), low, high, NULL }
#define MEMORY_NUMBER(name, field, low, high)	\
	{ name, OPTION_NUMBER, false, offsetof(struct machine_options, memory.field), low, high, NULL }
#define MACHINE_TEXT(name)	\
	{ #name, OPTION_TEXT, false, offsetof(struct machine_options, name), 0, 0, NULL }

static const struct option machine_options[] = {
	MACHINE_NUMBER(packages, 1, MACHINE_MAX_PACKAGES),
	MACHINE_NUMBER(cpus, 1, MACHINE_MAX_CPUS),
	MACHINE_NUMBER(numa, 0, 4),
	MACHINE_NUMBER(ubox_node, 0, 1),
	MACHINE_NUMBER(dies, 0, 1),
	MACHINE_NUMBER(hypervisor, 0, 1),
	MACHINE_NUMBER(freeze_latency, 0, UINT32_MAX),
	{ "time", OPTION_CHOICE, false, offsetof(struct machine_options, time), 0, 0,
	  time_choices },
	{ "freeze", OPTION_CHOICE, false, offsetof(struct machine_options, freeze), 0, 0,
	  freeze_choices },
	{ "resets", OPTION_CHOICE, false, offsetof(struct machine_options, resets), 0, 0,
	  reset_choices },
	{ "stretches", OPTION_CHOICE, false, offsetof(struct machine_options, stretches), 0, 0,
	  switch_choices },
	{ "memory", OPTION_CHOICE, false, offsetof(struct machine_options, memory.on), 0, 0,
	  switch_choices },
	MEMORY_NUMBER("memory_size", size, 1, 1 << 22),
	MEMORY_NUMBER("llc_slice", slice, 1, 1 << 20),
	MEMORY_NUMBER("llc_ways", ways, 1, 64),
	MEMORY_NUMBER("core_cache", core, 1, 1 << 16),
	MEMORY_NUMBER("interleave", interleave, 64, 1 << 20),
	MEMORY_NUMBER("memory_first", first, 0, 1 << 22),
	MEMORY_NUMBER("memory_end", end, 1, 1 << 22),
	MACHINE_TEXT(machine),
	MACHINE_TEXT(log),
	MACHINE_TEXT(fault),
	MACHINE_TEXT(clock),
};

static const struct machine_kind *const kinds[] = {
#define PMON_MODEL(name, ...)	&machine_kind_##name,
#include "../../drivers/perf/uncore_pmon/processors/list.h"
};

static const struct option *find_option(const struct option *list, size_t count, const char *name,
					size_t length)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (strlen(list[i].name) == length && !strncmp(list[i].name, name, length))
			return &list[i];
	}
	return NULL;
}

/* Store one option's value into the structure that it belongs to. */
static bool set_option(const struct option *option, void *base, const char *value, char *error,
		       size_t error_size)
{
	void *field = (char *)base + option->offset;
	unsigned int i;
	uint64_t number;

	switch (option->kind) {
	case OPTION_TEXT:
		*(const char **)field = value;
		return true;
	case OPTION_CHOICE:
		for (i = 0; option->choices[i]; i++) {
			if (!strcmp(option->choices[i], value)) {
				*(unsigned int *)field = i;
				return true;
			}
		}
		snprintf(error, error_size, "%s: '%s' is none of its values", option->name, value);
		return false;
	case OPTION_NUMBER:
		if (!parse_unsigned(value, &number) || number < option->min ||
		    number > option->max) {
			snprintf(error, error_size, "%s: '%s' is no number from %llu to %llu",
				 option->name, value, (unsigned long long)option->min,
				 (unsigned long long)option->max);
			return false;
		}
		*(unsigned int *)field = (unsigned int)number;
		return true;
	}
	return false;
}

/* A key that is a box type's name says how many units of it there are. */
static bool set_units(struct machine *m, struct package_config *config, const char *name,
		      size_t length, const char *value, bool *known, char *error,
		      size_t error_size)
{
	uint64_t number;
	size_t i;

	for (i = 0; i < m->kind->type_count; i++) {
		if (strlen(m->kind->types[i].name) == length &&
		    !strncmp(m->kind->types[i].name, name, length))
			break;
	}
	*known = i < m->kind->type_count;
	if (!*known)
		return true;
	if (!parse_unsigned(value, &number) || number > m->kind->max_units[i]) {
		snprintf(error, error_size, "%.*s: '%s' is no number from 0 to %u", (int)length,
			 name, value, m->kind->max_units[i]);
		return false;
	}
	config->units[i] = (unsigned int)number;
	return true;
}

/* Options that speak of the discovery table or of units that only machines with one have. */
static bool option_of_machine(const struct machine *m, const struct option *option)
{
	const struct machine_kind *kind = m->kind;
	bool of_functions = option->offset == offsetof(struct package_config, bus) ||
			    option->offset == offsetof(struct package_config, pcie_capability) ||
			    option->offset == offsetof(struct package_config, node_id);

	if (option->offset == offsetof(struct package_config, iio_bus))
		return kind->iio_bus;
	if (option->offset == offsetof(struct package_config, slices))
		return kind->ubox_buses[1];
	if (option->offset == offsetof(struct package_config, stack_bus))
		return kind->stack_buses[1];
	if (option->offset == offsetof(struct package_config, qpi_filter))
		return kind->has_companions;
	if (option->offset == offsetof(struct package_config, stacks))
		return kind->has_table || connections_have_stacks(m);
	if (option->offset == offsetof(struct package_config, edac))
		return kind->has_edac;
	if (option->offset == offsetof(struct package_config, frozen) && kind->has_global_freeze)
		return true;
	return kind->has_table || (of_functions && kind->pcie_capability) ||
	       option->offset == offsetof(struct package_config, absent);
}

static bool set_package_option(struct machine *m, struct package_config *config, const char *name,
			       size_t length, const char *value, char *error, size_t error_size)
{
	const struct option *option;
	bool known;

	if (!set_units(m, config, name, length, value, &known, error, error_size))
		return false;
	if (known)
		return true;
	option = find_option(options, ARRAY_SIZE(options), name, length);
	if (!option) {
		snprintf(error, error_size, "unknown option '%.*s'", (int)length, name);
		return false;
	}
	if (!option_of_machine(m, option)) {
		snprintf(error, error_size, "machine %s has no option '%.*s'", m->kind->name,
			 (int)length, name);
		return false;
	}
	if (option->offset == offsetof(struct package_config, mutate))
		config->mutate_given = true;
	return set_option(option, config, value, error, error_size);
}

static void default_config(const struct machine *m, struct package_config *config,
			   unsigned int package)
{
	unsigned int place = m->package_count > 1 ? package : 2;
	size_t i;

	*config = (struct package_config){
		.node_id = package, .stride = 4,
		.discovery_device_id = 0x09a7, .iio_bw_width = 48, .holes = 1,
		.qpi_filter = 1, .pcie_capability = 1, .tables = 1, .node_map = 1,
		.table_bar_kind = TABLE_BAR_32,
	};
	if (m->kind->iio_bus)
		config->iio_bus = m->kind->iio_bus + 0x80 * package;
	memcpy(config->units, m->kind->default_units,
	       m->kind->type_count * sizeof(config->units[0]));
	if (m->package_count > 2) {
		config->bus = m->kind->ubox_buses[3] + 0x40 * package;
		if (m->kind->stack_buses[1])
			config->stack_bus = m->kind->stack_buses[3] + 0x40 * package;
		return;
	}
	config->bus = m->kind->ubox_buses[place];
	config->stack_bus = m->kind->stack_buses[place];
	if (m->package_count > 1)
		return;
	for (i = 0; i < m->kind->type_count; i++) {
		if (m->kind->one_package_without >> i & 1)
			config->units[i] = 0;
	}
}

/* The length of a key without its package suffix; *package is -1 if it has none. */
static bool split_key(const struct machine *m, const char *key, size_t length, size_t *name,
		      int *package, char *error, size_t error_size)
{
	const char *dot = memchr(key, '.', length);

	*package = -1;
	*name = length;
	if (!dot)
		return true;
	*name = (size_t)(dot - key);
	if (length - *name == 2 && isdigit((unsigned char)dot[1]) &&
	    (unsigned int)(dot[1] - '0') < m->package_count) {
		*package = dot[1] - '0';
		return true;
	}
	snprintf(error, error_size, "'%.*s': no such package", (int)length, key);
	return false;
}

/* One pass over the options: those of the machine, of all packages, or of one package. */
static bool parse_pass(struct machine *m, struct machine_options *global, int pass, int argc,
		       const char *const argv[], char *error, size_t error_size)
{
	int i;

	for (i = 0; i < argc; i++) {
		const char *value = strchr(argv[i], '=');
		const struct option *option;
		size_t length, name;
		unsigned int p;
		int package;

		if (!value) {
			snprintf(error, error_size, "'%s' is not of the form key=value", argv[i]);
			return false;
		}
		length = (size_t)(value - argv[i]);
		value++;
		option = find_option(machine_options, ARRAY_SIZE(machine_options), argv[i],
				     length);
		if (option) {
			if (pass == 0 &&
			    !set_option(option, global, value, error, error_size))
				return false;
			continue;
		}
		if (pass == 0)
			continue;
		if (!split_key(m, argv[i], length, &name, &package, error, error_size))
			return false;
		if ((package >= 0) != (pass == 2))
			continue;
		for (p = 0; p < m->package_count; p++) {
			if (package >= 0 && (unsigned int)package != p)
				continue;
			if (!set_package_option(m, &m->package[p].config, argv[i], name, value,
						error, error_size))
				return false;
		}
	}
	return true;
}

bool options_parse(struct machine *m, int argc, const char *const argv[], char *error,
		   size_t error_size)
{
	struct machine_options global = {
		.packages = 2, .cpus = 4, .machine = "emr",
		.memory = { .slice = 64, .ways = 16, .core = 16, .interleave = 256 },
	};
	unsigned int i;

	if (!parse_pass(m, &global, 0, argc, argv, error, error_size))
		return false;
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!strcmp(kinds[i]->name, global.machine))
			m->kind = kinds[i];
	}
	if (!m->kind) {
		snprintf(error, error_size, "machine: '%s' is not known", global.machine);
		return false;
	}
	if (global.packages > 2 && !m->kind->many_packages) {
		snprintf(error, error_size, "packages: machine %s has one or two", m->kind->name);
		return false;
	}
	if (global.memory.on && (!m->kind->memory_effects || !global.memory.size)) {
		snprintf(error, error_size, m->kind->memory_effects ?
			 "memory: needs the size of the memory, memory_size=MEBIBYTES" :
			 "memory: machine %s has no simulated memory", m->kind->name);
		return false;
	}
	global.memory.nodes = global.numa ? global.numa : 1;
	if (global.memory.on && global.memory.nodes > MEMORY_NODES) {
		snprintf(error, error_size, "memory: no more than numa=%u", MEMORY_NODES);
		return false;
	}
	if (global.cpus % global.packages) {
		snprintf(error, error_size, "cpus: %u is no multiple of the %u packages",
			 global.cpus, global.packages);
		return false;
	}
	m->package_count = global.packages;
	m->cpu_count = global.cpus;
	m->freeze_latency = global.freeze_latency;
	m->time_source = (enum clock_source)global.time;
	m->single_freeze = global.freeze;
	m->held_resets = global.resets;
	m->stretches = global.stretches;
	m->memory_config = global.memory;
	for (i = 0; i < m->package_count; i++)
		default_config(m, &m->package[i].config, i);
	if (!parse_pass(m, &global, 1, argc, argv, error, error_size) ||
	    !parse_pass(m, &global, 2, argc, argv, error, error_size))
		return false;
	if (global.log) {
		m->log = fopen(global.log, "w");
		if (!m->log) {
			snprintf(error, error_size, "log: cannot open '%s': %s", global.log,
				 strerror(errno));
			return false;
		}
	}
	return true;
}
