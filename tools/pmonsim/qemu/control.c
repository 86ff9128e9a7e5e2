// SPDX-License-Identifier: GPL-2.0-only
/*
 * The control device: configuration space, mailbox registers and window; see mailbox.h.
 *
 * The window is memory that QEMU maps into the guest, so a command costs one trapped write and a
 * long reply no more than a short one.
 */
#define _GNU_SOURCE
#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "qemu/control.h"
#include "qemu/mailbox.h"
#include "qemu/vfio_user.h"

#define CONFIG_SIZE 256
#define LAST_HEADER_DWORD 0x3c

enum control_bar {
	BAR_REGISTERS = 0,
	BAR_WINDOW = 1,
};

struct control {
	struct machine *machine;
	uint8_t config[CONFIG_SIZE];
	int window_memory;
	uint8_t *window;

	char *reply;
	uint32_t length;
	uint32_t offset;
	uint32_t status;
};

/* Bring the part of the reply that begins at the current offset into the window. */
static void show_reply(struct control *control)
{
	uint32_t left = 0;

	if (control->offset < control->length)
		left = control->length - control->offset;
	if (left > MAILBOX_WINDOW_SIZE)
		left = MAILBOX_WINDOW_SIZE;
	if (left > 0)
		memcpy(control->window, control->reply + control->offset, left);
}

static void run_command(struct control *control, uint32_t length)
{
	char *line = NULL;

	free(control->reply);
	control->reply = NULL;
	if (length > 0 && length < MAILBOX_WINDOW_SIZE)
		line = strndup((const char *)control->window, length);
	if (line)
		control->reply = machine_command(control->machine, line);
	else
		control->reply = strdup("error: the command is empty or does not fit the window\n");
	free(line);

	control->status = MAILBOX_ERROR;
	control->length = 0;
	control->offset = 0;
	if (control->reply) {
		control->length = (uint32_t)strlen(control->reply);
		if (strncmp(control->reply, "error", strlen("error")) != 0)
			control->status = MAILBOX_OK;
	}
	show_reply(control);
}

static uint32_t read_register(const struct control *control, uint64_t offset)
{
	switch (offset) {
	case MAILBOX_MAGIC:
		return MAILBOX_MAGIC_VALUE;
	case MAILBOX_VERSION:
		return MAILBOX_VERSION_VALUE;
	case MAILBOX_WINDOW:
		return MAILBOX_WINDOW_SIZE;
	case MAILBOX_STATUS:
		return control->status;
	case MAILBOX_LENGTH:
		return control->length;
	case MAILBOX_OFFSET:
		return control->offset;
	default:
		return 0;
	}
}

static void write_register(struct control *control, uint64_t offset, uint32_t value)
{
	switch (offset) {
	case MAILBOX_RUN:
		run_command(control, value);
		break;
	case MAILBOX_OFFSET:
		control->offset = value;
		show_reply(control);
		break;
	}
}

static uint64_t control_region_size(void *device, unsigned int region)
{
	(void)device;
	switch (region) {
	case BAR_REGISTERS:
		return MAILBOX_REGISTERS_SIZE;
	case BAR_WINDOW:
		return MAILBOX_WINDOW_SIZE;
	case VFIO_USER_CONFIG_REGION:
		return CONFIG_SIZE;
	default:
		return 0;
	}
}

static int control_region_memory(void *device, unsigned int region)
{
	const struct control *control = device;

	return region == BAR_WINDOW ? control->window_memory : -1;
}

static void control_read(void *device, unsigned int region, uint64_t offset, uint8_t *data,
			 size_t count)
{
	struct control *control = device;
	uint32_t value;

	memset(data, 0, count);
	if (region == VFIO_USER_CONFIG_REGION) {
		/* The last dword of the header: read while the header is saved. */
		if (offset == LAST_HEADER_DWORD)
			machine_going_to_sleep(control->machine);
		memcpy(data, control->config + offset, count);
	} else if (region == BAR_WINDOW) {
		memcpy(data, control->window + offset, count);
	} else if (offset % sizeof(value) == 0 && count == sizeof(value)) {
		value = htole32(read_register(control, offset));
		memcpy(data, &value, sizeof(value));
	}
}

static void control_write(void *device, unsigned int region, uint64_t offset, const uint8_t *data,
			  size_t count)
{
	struct control *control = device;
	uint32_t value;

	if (region == VFIO_USER_CONFIG_REGION) {
		/* The only register that QEMU does not keep itself: the command register. */
		for (size_t i = 0; i < count; i++)
			if (offset + i == 4 || offset + i == 5)
				control->config[offset + i] = data[i];
	} else if (region == BAR_WINDOW) {
		memcpy(control->window + offset, data, count);
	} else if (offset % sizeof(value) == 0 && count == sizeof(value)) {
		memcpy(&value, data, sizeof(value));
		write_register(control, offset, le32toh(value));
	}
}

/* Nobody resets this one but with all the rest. */
static void control_reset(void *device)
{
	struct control *control = device;

	control->config[4] = 0;
	control->config[5] = 0;
	machine_platform_reset(control->machine);
}

static void fill_config(uint8_t *config)
{
	config[0] = MAILBOX_VENDOR & 0xff;
	config[1] = MAILBOX_VENDOR >> 8;
	config[2] = MAILBOX_DEVICE & 0xff;
	config[3] = MAILBOX_DEVICE >> 8;
	/* Class: base system peripheral, other. The BARs are 32-bit memory: all type bits 0. */
	config[0x0a] = 0x80;
	config[0x0b] = 0x08;
	config[0x2c] = config[0];
	config[0x2d] = config[1];
	config[0x2e] = config[2];
	config[0x2f] = config[3];
}

bool control_serve(const char *path, struct machine *machine, char *error, size_t error_size)
{
	static const struct vfio_user_ops ops = {
		.region_size = control_region_size,
		.region_memory = control_region_memory,
		.read = control_read,
		.write = control_write,
		.reset = control_reset,
	};
	struct control *control = calloc(1, sizeof(*control));

	if (!control) {
		snprintf(error, error_size, "out of memory");
		return false;
	}
	control->machine = machine;
	fill_config(control->config);

	control->window_memory = memfd_create("pmonsim-window", MFD_CLOEXEC);
	if (control->window_memory < 0 || ftruncate(control->window_memory, MAILBOX_WINDOW_SIZE)) {
		snprintf(error, error_size, "no memory for the control device: %s",
			 strerror(errno));
		goto fail;
	}
	control->window = mmap(NULL, MAILBOX_WINDOW_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
			       control->window_memory, 0);
	if (control->window == MAP_FAILED) {
		snprintf(error, error_size, "cannot map the control device: %s", strerror(errno));
		goto fail;
	}
	if (vfio_user_serve(path, &ops, control, error, error_size))
		return true;
	munmap(control->window, MAILBOX_WINDOW_SIZE);
fail:
	if (control->window_memory >= 0)
		close(control->window_memory);
	free(control);
	return false;
}
