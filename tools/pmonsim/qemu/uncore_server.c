// SPDX-License-Identifier: GPL-2.0-only
/*
 * Gives the machine's PCI functions to QEMU: turns the byte ranges of the vfio-user protocol into
 * the aligned accesses of 1, 2, 4 or 8 bytes that the register model knows.
 */
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu/control.h"
#include "qemu/uncore_server.h"
#include "qemu/vfio_user.h"

/* With the PCI Express capability: the extended configuration space is there. */
#define CONFIG_SIZE 4096

/* PCI Express capability: the flags' low byte has the port's type in its upper half. */
#define PCI_CAPABILITIES 0x34
#define PCI_HEADER_SIZE 0x40
#define PCIE_FLAGS 2
#define PCIE_TYPE_MASK 0xf0
#define PCIE_TYPE_ENDPOINT 0

struct served_function {
	struct machine *machine;
	size_t index;
	const struct machine_function *function;
};

static uint64_t function_region_size(void *device, unsigned int region)
{
	const struct served_function *served = device;

	if (region == VFIO_USER_CONFIG_REGION)
		return CONFIG_SIZE;
	return region < MACHINE_BARS ? served->function->bar_size[region] : 0;
}

/* The widest naturally aligned access that a transfer can begin with. */
static unsigned int access_width(uint64_t offset, size_t left, unsigned int widest)
{
	unsigned int width = widest;

	while (width > left || offset % width != 0)
		width /= 2;
	return width;
}

/*
 * QEMU reads the whole space when it opens a function, and refuses a root port. It does not keep the
 * type: the guest's reads come here again.
 */
static void hide_root_port(uint8_t *config, size_t count)
{
	unsigned int flags = config[PCI_CAPABILITIES] + PCIE_FLAGS;

	if (flags < count)
		config[flags] = (uint8_t)((config[flags] & ~PCIE_TYPE_MASK) | PCIE_TYPE_ENDPOINT);
}

static void function_read(void *device, unsigned int region, uint64_t offset, uint8_t *data,
			  size_t count)
{
	const struct served_function *served = device;
	bool config = region == VFIO_USER_CONFIG_REGION;
	bool opening = config && !offset && count >= PCI_HEADER_SIZE;
	uint8_t *begin = data;
	size_t size = count;

	while (count > 0) {
		unsigned int width = access_width(offset, count, config ? 4 : 8);
		uint64_t value;

		if (config)
			value = machine_config_read(served->machine, served->index,
						    (unsigned int)offset, width);
		else
			value = machine_bar_read(served->machine, served->index, region, offset,
						 width);
		value = htole64(value);
		memcpy(data, &value, width);
		offset += width;
		data += width;
		count -= width;
	}
	if (opening && served->function->root_port)
		hide_root_port(begin, size);
}

static void function_write(void *device, unsigned int region, uint64_t offset, const uint8_t *data,
			   size_t count)
{
	const struct served_function *served = device;
	bool config = region == VFIO_USER_CONFIG_REGION;

	while (count > 0) {
		unsigned int width = access_width(offset, count, config ? 4 : 8);
		uint64_t value = 0;

		memcpy(&value, data, width);
		value = le64toh(value);
		if (config)
			machine_config_write(served->machine, served->index, (unsigned int)offset,
					     width, value);
		else
			machine_bar_write(served->machine, served->index, region, offset, width,
					  value);
		offset += width;
		data += width;
		count -= width;
	}
}

static void function_reset(void *device)
{
	const struct served_function *served = device;

	machine_function_reset(served->machine, served->index);
}

static bool serve_function(struct machine *machine, const char *directory, size_t index,
			   const struct machine_function *function, char *error,
			   size_t error_size)
{
	static const struct vfio_user_ops ops = {
		.region_size = function_region_size,
		.read = function_read,
		.write = function_write,
		.reset = function_reset,
	};
	struct served_function *served;
	char path[SOCKET_PATH_SIZE];

	if (!socket_path(path, directory, index)) {
		snprintf(error, error_size, "directory name too long: %s", directory);
		return false;
	}
	served = malloc(sizeof(*served));
	if (!served) {
		snprintf(error, error_size, "out of memory");
		return false;
	}
	*served = (struct served_function){ machine, index, function };
	if (vfio_user_serve(path, &ops, served, error, error_size))
		return true;
	free(served);
	return false;
}

bool uncore_serve(struct machine *machine, const char *directory, char *error, size_t error_size)
{
	const struct machine_function *functions;
	char path[SOCKET_PATH_SIZE];
	size_t count;

	functions = machine_functions(machine, &count);
	for (size_t i = 0; i < count; i++)
		if (!functions[i].control && !functions[i].missing && !serve_function(machine, directory, i, &functions[i],
							     error, error_size))
			return false;
	if (!control_socket_path(path, directory)) {
		snprintf(error, error_size, "directory name too long: %s", directory);
		return false;
	}
	return control_serve(path, machine, error, error_size);
}
