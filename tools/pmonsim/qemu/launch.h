/* SPDX-License-Identifier: GPL-2.0-only */
/* The launcher's parts: building QEMU's command line for a simulated machine. */
#ifndef PMONSIM_LAUNCH_H
#define PMONSIM_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>

#include "model/machine.h"

/**
 * struct launch_options - what the command line asks for
 * @machine_name: which processor
 * @numa: NUMA nodes for each package
 * @hide_node: the UBox's bus and the one after it have no node
 * @dies: what the model calls packages are dies of one package
 * @memory: memory is simulated
 * @guest_time: the machine's time is the guest's, and does not depend on the host
 * @hypervisor: let CPUID tell of a hypervisor
 * @model_options: the `key=value` words for the register model
 * @model_option_count: how many
 * @qemu_arguments: what follows `--`, for QEMU
 * @qemu_argument_count: how many
 * @own_arguments: the list is a copy that can grow
 * @qemu: the QEMU program
 * @plugin: the plugin
 * @socket_directory: where the plugin is to make its sockets
 */
struct launch_options {
	const char *machine_name;
	unsigned int numa;
	bool hide_node;
	bool dies;
	bool hypervisor;
	bool memory;
	bool guest_time;
	const char **model_options;
	int model_option_count;
	const char **qemu_arguments;
	int qemu_argument_count;
	bool own_arguments;
	const char *qemu;
	const char *plugin;
	const char *socket_directory;
};

/**
 * struct arguments - a growing argument vector
 * @words: the words, with a NULL after the last
 * @count: how many
 */
struct arguments {
	char **words;
	size_t count;
};

/* Print a message and end the program with status 2, as for any wrong use. */
__attribute__((format(printf, 1, 2), noreturn)) void fail(const char *format, ...);

/* With time=guest it counts nanoseconds. */
#define GUEST_TSC_KILOHERTZ 1000000UL

/* The size of the memory in MiB, which QEMU's argument -m says; ends the program if it does not. */
unsigned long long memory_mebibytes(const struct launch_options *options);

/**
 * qemu_command_line() - QEMU's whole command line
 * @options: what was asked for
 * @machine: the machine that the options describe
 *
 * Ends the program with a message if the options do not fit each other.
 */
struct arguments qemu_command_line(const struct launch_options *options,
				   const struct machine *machine);

/**
 * tsc_kilohertz() - the rate of the guest's TSC, in kHz
 *
 * Takes a tenth of a second. Ends the program with a message if this host has none.
 */
unsigned long tsc_kilohertz(void);

/* One more argument for QEMU, after those that were given; the word is kept, not copied. */
void add_qemu_argument(struct launch_options *options, const char *word);

/* The package with functions on a bus, -1: none. */
int package_of_bus(const struct machine *machine, unsigned int bus);

/* The NUMA node of a package's bus, or -1. */
int node_of_bus(const struct launch_options *options, const struct machine *machine,
		unsigned int package, unsigned int bus);

/* Let ACPI tell of PCI segments other than 0 and of the node of bus 0, by further arguments for QEMU. */
void add_host_bridges(struct launch_options *options, const struct machine *machine);

/* Let SMBIOS list memory modules, by further arguments for QEMU. */
void add_memory_modules(struct launch_options *options, const struct machine *machine);

#endif /* PMONSIM_LAUNCH_H */
