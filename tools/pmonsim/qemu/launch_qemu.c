// SPDX-License-Identifier: GPL-2.0-only
/*
 * Builds QEMU's command line for a simulated machine.
 *
 * A package's functions are on root buses with fixed numbers: the UBox's, the one after it, and those of stacks. QEMU's
 * expander bridge starts a root bus at any number but takes only bridges, and a root port has only one slot, so the
 * functions go on the bus below an upstream port, which has 32. Buses in a row share an expander bridge,
 * also those of two packages:
 *
 *   pxb-pcie (bus N - 1) > x3130-upstream (N) > the functions
 *                        > x3130-upstream (N + 1) > the functions
 *
 * Bus 0 is the root bus that QEMU has anyway. Functions can be on it, but for device 0 and those of QEMU from 0x10 on.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/guest_clock.h"
#include "model/machine_internal.h"
#include "qemu/launch.h"
#include "qemu/uncore_server.h"

#define MEBIBYTE (1ULL << 20)

#define MAX_BUS 0x100		/* there is none of this number: a package on bus 0xff has no second one */
#define FIRST_EXPANDER 0x10	/* their device numbers; real functions of bus 0 are below */

/*
 * CPUID as drivers look at it: family, model and stepping are the list's; the rest comes from the
 * nearest processor that QEMU knows. TCG lacks features of each, and check=off spares the user the
 * list.
 */
static const struct {
	const struct machine_kind *kind;
	unsigned int model, stepping;
} cpu_models[] = {
#define PMON_MODEL(name, family, model, first, ...)	{ &machine_kind_##name, model, first },
#include "../../../drivers/perf/uncore_pmon/processors/list.h"
};

__attribute__((format(printf, 2, 3)))
static void add(struct arguments *arguments, const char *format, ...)
{
	va_list values;
	char *word;
	int length;

	va_start(values, format);
	length = vasprintf(&word, format, values);
	va_end(values);
	arguments->words = realloc(arguments->words,
				   (arguments->count + 2) * sizeof(*arguments->words));
	if (length < 0 || !arguments->words)
		fail("out of memory");
	arguments->words[arguments->count++] = word;
	arguments->words[arguments->count] = NULL;
}

/* QEMU's option syntax: a comma inside a value is doubled. */
static char *escape_commas(const char *value)
{
	char *escaped = malloc(2 * strlen(value) + 1), *next = escaped;

	if (!escaped)
		fail("out of memory");
	for (; *value; value++) {
		*next++ = *value;
		if (*value == ',')
			*next++ = ',';
	}
	*next = '\0';
	return escaped;
}

/* JSON strings: the sockets' directory is the only text that is not ours. */
static char *escape_json(const char *value)
{
	char *escaped = malloc(2 * strlen(value) + 1), *next = escaped;

	if (!escaped)
		fail("out of memory");
	for (; *value; value++) {
		if ((unsigned char)*value < 0x20)
			fail("control character in the name of the temporary directory");
		if (*value == '"' || *value == '\\')
			*next++ = '\\';
		*next++ = *value;
	}
	*next = '\0';
	return escaped;
}

static void add_cpu(struct arguments *arguments, const struct launch_options *options)
{
	for (size_t i = 0; i < sizeof(cpu_models) / sizeof(cpu_models[0]); i++) {
		char stepping[32] = "";

		if (strcmp(cpu_models[i].kind->name, options->machine_name) != 0)
			continue;
		/* The first one of several with a model number is any that QEMU has. */
		if (cpu_models[i].stepping)
			snprintf(stepping, sizeof(stepping), ",stepping=%u", cpu_models[i].stepping);
		add(arguments, "-cpu");
		add(arguments, "%s,model=%u%s,check=off,hypervisor=%s", cpu_models[i].kind->cpu,
		    cpu_models[i].model, stepping, options->hypervisor ? "on" : "off");
		return;
	}
	fail("machine=%s: no CPU model is known for it", options->machine_name);
}

static void add_topology(struct arguments *arguments, const struct launch_options *options,
			 const struct machine *machine)
{
	unsigned int packages = machine_packages(machine), cpus = machine_cpus(machine);
	unsigned int cores = cpus / packages;

	if (cpus % packages != 0)
		fail("cpus=%u: not a multiple of packages=%u", cpus, packages);
	/* QEMU numbers CPUs package by package; the model must see it the same way. */
	for (unsigned int cpu = 0; cpu < cpus; cpu++)
		if (machine_package_of_cpu(machine, cpu) != cpu / cores)
			fail("the model puts CPU %u into package %u, QEMU into %u", cpu,
			     machine_package_of_cpu(machine, cpu), cpu / cores);
	add(arguments, "-smp");
	if (options->dies)
		add(arguments, "%u,sockets=1,dies=%u,cores=%u,threads=1", cpus, packages, cores);
	else
		add(arguments, "%u,sockets=%u,cores=%u,threads=1", cpus, packages, cores);
}

/* QEMU's -m: a number, in MiB unless a suffix says otherwise, perhaps after `size=`. */
static unsigned long long parse_memory(const char *text)
{
	static const char suffixes[] = "bkmgt";
	unsigned long long value;
	const char *suffix;
	char *end;

	if (!strncmp(text, "size=", strlen("size=")))
		text += strlen("size=");
	errno = 0;
	value = strtoull(text, &end, 10);
	if (end == text || errno)
		fail("-m %s: not a size", text);
	if (*end == '\0' || *end == ',')
		return value * MEBIBYTE;
	suffix = strchr(suffixes, *end | 0x20);
	if (!suffix || (end[1] != '\0' && end[1] != ','))
		fail("-m %s: not a size", text);
	return value << (10 * (suffix - suffixes));
}

static unsigned long long memory_size(const struct launch_options *options)
{
	for (int i = 0; i + 1 < options->qemu_argument_count; i++)
		if (!strcmp(options->qemu_arguments[i], "-m"))
			return parse_memory(options->qemu_arguments[i + 1]);
	fail("numa=1 and memory=on need the size of the memory: -m SIZE after --");
}

unsigned long long memory_mebibytes(const struct launch_options *options)
{
	return memory_size(options) / MEBIBYTE;
}

/* QEMU wants each node's memory named, and the sum to be that of -m. The last nodes of a package may be without CPUs. */
static void add_numa(struct arguments *arguments, const struct launch_options *options,
		     const struct machine *machine)
{
	unsigned int nodes = machine_packages(machine) * options->numa;
	unsigned int cores = machine_cpus(machine) / machine_packages(machine);
	unsigned int each = (cores + options->numa - 1) / options->numa;
	unsigned long long total = memory_size(options) / MEBIBYTE;
	unsigned long long share = total / nodes;

	if (share == 0)
		fail("-m: too little for %u NUMA nodes", nodes);
	for (unsigned int node = 0; node < nodes; node++) {
		unsigned long long size = node == 0 ? total - share * (nodes - 1) : share;
		unsigned int first = node % options->numa * each, end = first + each;
		unsigned int cpu = node / options->numa * cores;

		add(arguments, "-object");
		add(arguments, "memory-backend-ram,id=memory%u,size=%lluM", node, size);
		add(arguments, "-numa");
		if (first >= cores)
			add(arguments, "node,nodeid=%u,memdev=memory%u", node, node);
		else
			add(arguments, "node,nodeid=%u,cpus=%u-%u,memdev=memory%u", node, cpu + first,
			    cpu + (end < cores ? end : cores) - 1, node);
	}
}

static void add_plugin(struct arguments *arguments, const struct launch_options *options)
{
	char *text, *longer, *part;

	part = escape_commas(options->plugin);
	if (asprintf(&text, "file=%s", part) < 0)
		fail("out of memory");
	free(part);
	part = escape_commas(options->socket_directory);
	if (asprintf(&longer, "%s,sockets=%s", text, part) < 0)
		fail("out of memory");
	free(part);
	free(text);
	text = longer;
	for (int i = 0; i < options->model_option_count; i++) {
		part = escape_commas(options->model_options[i]);
		if (asprintf(&longer, "%s,%s", text, part) < 0)
			fail("out of memory");
		free(part);
		free(text);
		text = longer;
	}
	add(arguments, "-plugin");
	add(arguments, "%s", text);
	free(text);
}

/*
 * The driver waits for each write to be done, "x-no-posted-writes": else a write through PCI could
 * be overtaken by a later one to an MSR. Functions without registers need not wait.
 *
 * QEMU gives up a message after five seconds, and the guest then reads all ones, as from a unit that is gone. On a busy
 * host the simulator can need longer for one answer, so QEMU waits for ten minutes. A simulator that has ended closes
 * its sockets, which QEMU notices at once.
 */
static void add_function(struct arguments *arguments, const char *socket, const char *place, bool posted)
{
	char *path = escape_json(socket);

	add(arguments, "-device");
	add(arguments,
	    "{\"driver\":\"vfio-user-pci\",%s,\"x-no-posted-writes\":%s,"
	    "\"x-msg-timeout\":600000,"
	    "\"socket\":{\"type\":\"unix\",\"path\":\"%s\"}}", place,
	    posted ? "false" : "true", path);
	free(path);
}

/* The node of a package's bus, -1: none. With several nodes a package, its buses are on two of them. */
int node_of_bus(const struct launch_options *options, const struct machine *machine,
		unsigned int package, unsigned int bus)
{
	unsigned int first = package * options->numa, middle = first + (options->numa > 2);
	bool of_ubox = bus - machine_bus(machine, package) < 2;

	if (!options->numa || (of_ubox && options->hide_node))
		return -1;
	return (int)(of_ubox || machine_bus_has_table(machine, package, bus) ? middle : first);
}

int package_of_bus(const struct machine *machine, unsigned int bus)
{
	const struct machine_function *functions;
	size_t count, i;

	functions = machine_functions(machine, &count);
	for (i = 0; i < count; i++) {
		if (!functions[i].control && !functions[i].missing && functions[i].bus == bus)
			return (int)functions[i].package;
	}
	return -1;
}

/*
 * The expander bridge for the buses from @bus on; the name has its bus number, as ACPI's has. If the
 * next package's stack follows a UBox's bus, both share the bridge. It then has no node, as any would be
 * wrong for one of them.
 */
static void add_expander(struct arguments *arguments, const struct launch_options *options,
			 const struct machine *machine, unsigned int bus)
{
	unsigned int package = (unsigned int)package_of_bus(machine, bus), next;
	int node = node_of_bus(options, machine, package, bus);
	static unsigned int expanders;

	if (bus < 2 || bus > 0xff)
		fail("package %u: no bridges can lead to bus 0x%02x", package, bus);
	for (next = bus + 1; package_of_bus(machine, next) >= 0; next++) {
		unsigned int other = (unsigned int)package_of_bus(machine, next);

		if (machine_segment(machine, other) != machine_segment(machine, package))
			fail("package %u: bus 0x%02x needs the segment of bus 0x%02x", other, next, bus);
		if (node_of_bus(options, machine, other, next) != node)
			node = -1;
	}
	add(arguments, "-device");
	if (node >= 0)
		add(arguments, "pxb-pcie,id=expander%02x,bus=pcie.0,addr=%x,bus_nr=%u,numa_node=%u", bus - 1,
		    FIRST_EXPANDER + expanders++, bus - 1, (unsigned int)node);
	else
		add(arguments, "pxb-pcie,id=expander%02x,bus=pcie.0,addr=%x,bus_nr=%u", bus - 1,
		    FIRST_EXPANDER + expanders++, bus - 1);
}

static void add_function_on_bus(struct arguments *arguments, const struct launch_options *options,
				const struct machine_function *function, size_t index)
{
	char socket[SOCKET_PATH_SIZE], place[96], bus[16] = "pcie.0";

	if (!socket_path(socket, options->socket_directory, index))
		fail("directory name too long: %s", options->socket_directory);
	if (function->bus)
		snprintf(bus, sizeof(bus), "uncore%02x", function->bus);
	snprintf(place, sizeof(place),
		 "\"bus\":\"%s\",\"addr\":\"%x.%x\",\"multifunction\":true", bus,
		 function->device, function->function);
	add_function(arguments, socket, place, !function->registers);
}

static void add_bus(struct arguments *arguments, const struct launch_options *options,
		    const struct machine *machine, unsigned int bus)
{
	const struct machine_function *functions;
	size_t count, i;

	functions = machine_functions(machine, &count);
	for (i = 0; i < count; i++) {
		if (!functions[i].control && !functions[i].missing && functions[i].bus == bus)
			add_function_on_bus(arguments, options, &functions[i], i);
	}
}

/* On the bus of a stack: one of its ports, or on odd buses two, each with a device that needs no driver. */
static void add_devices(struct arguments *arguments, unsigned int bus, const unsigned int ports[2])
{
	static unsigned int slot;
	size_t i;

	for (i = 0; i < 1 + bus % 2; i++) {
		add(arguments, "-device");
		add(arguments, "xio3130-downstream,id=port%02x.%u,bus=uncore%02x,addr=%x,chassis=1,slot=%u", bus, ports[i],
		    bus, ports[i], ++slot);
		add(arguments, "-device");
		add(arguments, "pci-testdev,bus=port%02x.%u,addr=0", bus, ports[i]);
	}
}

/*
 * The buses of a package in ascending order, and behind each the buses that follow without a gap,
 * whatever their package. All of them are behind one expander bridge.
 */
static void add_package(struct arguments *arguments, const struct launch_options *options,
			const struct machine *machine, unsigned int package)
{
	unsigned int first, bus, ports[2];

	if (package_of_bus(machine, 0) == (int)package)
		add_bus(arguments, options, machine, 0);
	for (first = 1; first <= MAX_BUS; first++) {
		if (package_of_bus(machine, first) != (int)package ||
		    package_of_bus(machine, first - 1) >= 0)
			continue;
		add_expander(arguments, options, machine, first);
		for (bus = first; package_of_bus(machine, bus) >= 0; bus++) {
			add(arguments, "-device");
			add(arguments, "x3130-upstream,id=uncore%02x,bus=expander%02x,addr=%x", bus,
			    first - 1, bus - first);
			add_bus(arguments, options, machine, bus);
			if (machine_stack_ports(machine, (unsigned int)package_of_bus(machine, bus), bus, ports))
				add_devices(arguments, bus, ports);
		}
	}
}

static bool is_given(const struct launch_options *options, const char *argument)
{
	for (int i = 0; i < options->qemu_argument_count; i++)
		if (!strcmp(options->qemu_arguments[i], argument))
			return true;
	return false;
}

/* Where the guest's time does not depend on the host, nothing else should: its date, and what QEMU takes for random. */
static void add_accelerator(struct arguments *arguments, const struct launch_options *options)
{
	add(arguments, "-accel");
	if (!options->guest_time) {
		add(arguments, "tcg,thread=multi");
		return;
	}
	add(arguments, "tcg,thread=single");
	add(arguments, "-icount");
	add(arguments, "shift=%d,sleep=off", GUEST_CLOCK_SHIFT);
	add(arguments, "-rtc");
	add(arguments, "base=2026-01-01,clock=vm");
	if (!is_given(options, "-seed")) {
		add(arguments, "-seed");
		add(arguments, "1");
	}
}

struct arguments qemu_command_line(const struct launch_options *options,
				   const struct machine *machine)
{
	struct arguments arguments = { 0 };
	char socket[SOCKET_PATH_SIZE];

	add(&arguments, "%s", options->qemu);
	add(&arguments, "-nodefaults");
	add(&arguments, "-no-user-config");
	add(&arguments, "-machine");
	add(&arguments, "q35");
	add_accelerator(&arguments, options);
	add_cpu(&arguments, options);
	add_topology(&arguments, options, machine);
	if (options->numa)
		add_numa(&arguments, options, machine);
	add_plugin(&arguments, options);

	/* Firmware lists the expander that was made last first, and drivers take that for order. */
	for (unsigned int package = machine_packages(machine); package-- > 0;)
		add_package(&arguments, options, machine, package);
	if (!control_socket_path(socket, options->socket_directory))
		fail("directory name too long: %s", options->socket_directory);
	add_function(&arguments, socket, "\"bus\":\"pcie.0\"", false);

	for (int i = 0; i < options->qemu_argument_count; i++)
		add(&arguments, "%s", options->qemu_arguments[i]);
	return arguments;
}
