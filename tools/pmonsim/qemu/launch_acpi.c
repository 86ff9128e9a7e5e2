// SPDX-License-Identifier: GPL-2.0-only
/*
 * PCI segments other than 0. QEMU has one hierarchy of buses and one window to configuration space,
 * and its ACPI tables put all of it into segment 0.
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

/* In the form in which it stands in the table. */
struct segment_scope {
	uint8_t scope, length;
	uint8_t root, dual;
	char bridge[8];			/* _SB_PCxx: how QEMU calls the host bridge of bus xx */
	uint8_t name_segment;
	char segment_name[4];
	uint8_t segment_byte, segment;
	uint8_t name_base;
	char base_name[4];
	uint8_t base_dword;
	uint32_t base;
} __attribute__((packed));

static void write_scope(int fd, unsigned int bus, unsigned int segment)
{
	struct segment_scope scope = {
		.scope = AML_SCOPE, .length = sizeof(scope) - 1,
		.root = AML_ROOT, .dual = AML_DUAL_NAME,
		.name_segment = AML_NAME, .segment_name = { '_', 'S', 'E', 'G' },
		.segment_byte = AML_BYTE, .segment = (uint8_t)segment,
		.name_base = AML_NAME, .base_name = { '_', 'C', 'B', 'A' },
		.base_dword = AML_DWORD, .base = CONFIG_WINDOW,
	};
	char bridge[sizeof(scope.bridge) + 1];

	snprintf(bridge, sizeof(bridge), "_SB_PC%02X", (bus - BUSES_ABOVE) & 0xff);
	memcpy(scope.bridge, bridge, sizeof(scope.bridge));
	if (write(fd, &scope, sizeof(scope)) != sizeof(scope))
		fail("cannot make the table of PCI segments");
}

void add_segments(struct launch_options *options, const struct machine *machine)
{
	const struct machine_function *functions;
	bool added[0x100] = { false };
	size_t count, i;
	char *word;
	int fd = -1;

	functions = machine_functions(machine, &count);
	for (i = 0; i < count; i++) {
		unsigned int segment, bus = functions[i].bus & 0xff;

		if (functions[i].control || added[bus])
			continue;
		added[bus] = true;
		segment = machine_segment(machine, functions[i].package);
		if (!segment)
			continue;
		/* QEMU reads it when it starts, in the place of this program. */
		if (fd < 0 && (fd = memfd_create("segments", 0)) < 0)
			fail("cannot make the table of PCI segments");
		write_scope(fd, bus, segment);
	}
	if (fd < 0)
		return;
	if (asprintf(&word, "sig=SSDT,rev=2,oem_id=PMON,oem_table_id=SEGMENTS,"
		     "data=/proc/self/fd/%d", fd) < 0)
		fail("out of memory");
	add_qemu_argument(options, "-acpitable");
	add_qemu_argument(options, word);
}
