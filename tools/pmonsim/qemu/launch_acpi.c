// SPDX-License-Identifier: GPL-2.0-only
/*
 * What QEMU's ACPI tables do not say of host bridges: PCI segments other than 0, and the NUMA node of bus 0. QEMU has one
 * hierarchy of buses and one window to configuration space, and its tables put all of it into segment 0.
 *
 * A further table, an SSDT, adds two objects to the host bridge of each bus that is to be in another
 * segment: _SEG is the segment's number, and _CBA the address of its configuration space. That is
 * the window of segment 0: bus numbers differ, so each function has one place in it.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "qemu/launch.h"

/* Where the firmware of QEMU's machine q35 puts the window. */
#define CONFIG_WINDOW 0xb0000000u

/* ACPI specification, 20.2. A scope shorter than 63 bytes has its length in one byte. */
#define AML_NAME 0x08
#define AML_BYTE 0x0a
#define AML_DWORD 0x0c
#define AML_SCOPE 0x10
#define AML_ROOT '\\'
#define AML_DUAL_NAME 0x2e

/* In the form in which it stands in the table: a number of one byte or of four with its name. */
struct byte_name {
	uint8_t name_op;
	char name[4];
	uint8_t byte_op, value;
} __attribute__((packed));

struct dword_name {
	uint8_t name_op;
	char name[4];
	uint8_t dword_op;
	uint32_t value;
} __attribute__((packed));

struct scope {
	uint8_t op, length;
	uint8_t root, dual;
	char bridge[8];			/* _SB_PCxx: how QEMU calls the host bridge of bus xx */
} __attribute__((packed));

struct table {
	struct launch_options *options;
	int fd;				/* -1 while nothing is in it */
};

static void write_table(struct table *table, const void *data, size_t size)
{
	/* QEMU reads it when it starts, in the place of this program. */
	if (table->fd < 0)
		table->fd = memfd_create("bridges", 0);
	if (table->fd < 0 || write(table->fd, data, size) != (ssize_t)size)
		fail("cannot make the table of host bridges");
}

static void write_scope(struct table *table, unsigned int expander, size_t size)
{
	struct scope scope = {
		.op = AML_SCOPE, .length = (uint8_t)(sizeof(scope) - 1 + size),
		.root = AML_ROOT, .dual = AML_DUAL_NAME,
	};
	char bridge[sizeof(scope.bridge) + 1] = "_SB_PCI0";

	if (expander)
		snprintf(bridge, sizeof(bridge), "_SB_PC%02X", expander & 0xff);
	memcpy(scope.bridge, bridge, sizeof(scope.bridge));
	write_table(table, &scope, sizeof(scope));
}

static void add_segment(struct table *table, unsigned int expander, unsigned int segment)
{
	const struct {
		struct byte_name segment;
		struct dword_name base;
	} __attribute__((packed)) names = {
		{ AML_NAME, { '_', 'S', 'E', 'G' }, AML_BYTE, (uint8_t)segment },
		{ AML_NAME, { '_', 'C', 'B', 'A' }, AML_DWORD, CONFIG_WINDOW },
	};

	write_scope(table, expander, sizeof(names));
	write_table(table, &names, sizeof(names));
}

/* QEMU has an option for the node of any root bus but its first one. */
static void add_first_node(struct table *table, const struct machine *machine)
{
	int node = node_of_bus(table->options, machine, 0, 0);
	const struct byte_name name = {
		AML_NAME, { '_', 'P', 'X', 'M' }, AML_BYTE, (uint8_t)node
	};

	if (node < 0 || package_of_bus(machine, 0) != 0)
		return;
	write_scope(table, 0, sizeof(name));
	write_table(table, &name, sizeof(name));
}

static void add_segments(struct table *table, const struct machine *machine)
{
	const struct machine_function *functions;
	bool present[0x101] = { false };
	unsigned int package, bus;
	size_t count, i;

	functions = machine_functions(machine, &count);
	for (package = 0; package < machine_packages(machine); package++) {
		unsigned int segment = machine_segment(machine, package);

		memset(present, 0, sizeof(present));
		for (i = 0; i < count; i++) {
			if (!functions[i].control && functions[i].package == package)
				present[functions[i].bus] = true;
		}
		if (segment && present[0])
			fail("package %u: bus 0 is in segment 0, see the option stack_bus", package);
		/* Buses in a row are behind one host bridge. */
		for (bus = 1; segment && bus <= 0xff; bus++) {
			if (present[bus] && !present[bus - 1])
				add_segment(table, bus - 1, segment);
		}
	}
}

void add_host_bridges(struct launch_options *options, const struct machine *machine)
{
	struct table table = { options, -1 };
	char *word;

	add_first_node(&table, machine);
	add_segments(&table, machine);
	if (table.fd < 0)
		return;
	if (asprintf(&word, "sig=SSDT,rev=2,oem_id=PMON,oem_table_id=BRIDGES,"
		     "data=/proc/self/fd/%d", table.fd) < 0)
		fail("out of memory");
	add_qemu_argument(options, "-acpitable");
	add_qemu_argument(options, word);
}
