// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory modules for SMBIOS: two for each channel of a machine with simulated memory. The places of an empty channel are
 * listed, too, with a size of 0.
 *
 * QEMU's own list has one module for all of the memory. It takes structures from files, one from each: these have no names,
 * and live as long as QEMU has them open.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "qemu/launch.h"

#define MODULES_OF_CHANNEL 2
#define FIRST_HANDLE 0x1100

/* SMBIOS specification 7.18, as of version 2.1 and 2.3: what is not here is unknown. */
struct memory_device {
	uint8_t type, length;
	uint16_t handle;
	uint16_t array, error;
	uint16_t total_width, data_width;
	uint16_t size;			/* in MiB */
	uint8_t form_factor, device_set;
	uint8_t device_locator, bank_locator;	/* numbers of strings */
	uint8_t memory_type;
	uint16_t type_detail;
	uint16_t speed;
	uint8_t manufacturer, serial_number, asset_tag, part_number;
} __attribute__((packed));

#define FORM_DIMM	0x09
#define TYPE_DDR5	0x22
#define SYNCHRONOUS	0x80
#define NO_ERROR	0xfffe

/* The name of a file that QEMU can read. */
static char *module_file(unsigned int number, unsigned int package, unsigned int channel, unsigned int slot,
			 unsigned int mebibytes)
{
	struct memory_device device = {
		.type = 17, .length = sizeof(device), .handle = (uint16_t)(FIRST_HANDLE + number),
		.array = 0x1000, .error = NO_ERROR, .total_width = 80, .data_width = 64,
		.size = (uint16_t)mebibytes, .form_factor = FORM_DIMM, .device_locator = 1, .bank_locator = 2,
		.memory_type = TYPE_DDR5, .type_detail = SYNCHRONOUS, .speed = 4800,
	};
	int fd = memfd_create("module", 0), length;
	char strings[64], *name;

	length = snprintf(strings, sizeof(strings), "CPU%u_DIMM_%c%u%cNODE %u%c", package, 'A' + (int)channel, slot + 1,
			  '\0', package, '\0');
	if (fd < 0 || write(fd, &device, sizeof(device)) != sizeof(device) ||
	    write(fd, strings, (size_t)length + 1) != length + 1)
		fail("cannot make the table of memory modules");
	if (asprintf(&name, "file=/proc/self/fd/%d", fd) < 0)
		fail("out of memory");
	return name;
}

void add_memory_modules(struct launch_options *options, const struct machine *machine)
{
	unsigned int modules = 0, packages = machine_packages(machine), package, channel, slot, mebibytes;

	for (package = 0; package < packages; package++)
		modules += MODULES_OF_CHANNEL * machine_units(machine, package, "imc");
	if (!modules)
		return;
	mebibytes = (unsigned int)(memory_mebibytes(options) / modules);
	if (!mebibytes || mebibytes > 0x7ffe)
		return;
	modules = 0;
	for (package = 0; package < packages; package++) {
		for (channel = 0; channel < machine_units(machine, package, "imc"); channel++) {
			bool empty = machine_unit_empty(machine, package, "imc", channel);

			for (slot = 0; slot < MODULES_OF_CHANNEL; slot++) {
				add_qemu_argument(options, "-smbios");
				add_qemu_argument(options, module_file(modules++, package, channel, slot,
								       empty ? 0 : mebibytes));
			}
		}
	}
}
