// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmonctl: gives commands to the simulator from inside the guest.
 *
 * Finds the control device in sysfs, maps its registers and its window (mailbox.h), writes the
 * command and prints the reply.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include "qemu/mailbox.h"

#define SYSFS_DEVICES "/sys/bus/pci/devices"

/* How long events wait for the end of a freeze that no overflow has caused. */
#define INSTANT_US	2000
#define INSTANTS	50

enum exit_status {
	EXIT_OK = 0,
	EXIT_COMMAND_FAILED = 1,
	EXIT_NO_SIMULATOR = 2,
};

struct mailbox {
	volatile uint32_t *registers;
	char *window;
	int lock;
};

static const char usage[] =
	"usage: pmonctl COMMAND [WORD]...\n"
	"       pmonctl -            one command on each line of the input\n"
	"\n"
	"Gives a command to the simulator that this machine runs on and prints the reply.\n"
	"`pmonctl help` lists the commands. Exits 0 if the simulator accepted the command, 1 if\n"
	"it refused it (with `-`: at the first that it refuses), 2 if there is no simulator.\n";

__attribute__((format(printf, 1, 2), noreturn))
static void fail(const char *format, ...)
{
	va_list values;

	fputs("pmonctl: ", stderr);
	va_start(values, format);
	vfprintf(stderr, format, values);
	va_end(values);
	fputc('\n', stderr);
	exit(EXIT_NO_SIMULATOR);
}

static int open_attribute(const char *device, const char *name, int flags)
{
	char path[512];

	snprintf(path, sizeof(path), SYSFS_DEVICES "/%s/%s", device, name);
	return open(path, flags | O_CLOEXEC);
}

static unsigned long read_attribute(const char *device, const char *name)
{
	int descriptor = open_attribute(device, name, O_RDONLY);
	char text[32];
	ssize_t length;

	if (descriptor < 0)
		return 0;
	length = read(descriptor, text, sizeof(text) - 1);
	close(descriptor);
	if (length <= 0)
		return 0;
	text[length] = '\0';
	return strtoul(text, NULL, 0);
}

static void find_device(char *name, size_t size)
{
	DIR *directory = opendir(SYSFS_DEVICES);
	const struct dirent *entry;
	bool found = false;

	if (!directory)
		fail("%s: %s; is sysfs mounted?", SYSFS_DEVICES, strerror(errno));
	while (!found && (entry = readdir(directory))) {
		if (entry->d_name[0] == '.' ||
		    read_attribute(entry->d_name, "vendor") != MAILBOX_VENDOR ||
		    read_attribute(entry->d_name, "device") != MAILBOX_DEVICE)
			continue;
		found = snprintf(name, size, "%s", entry->d_name) < (int)size;
	}
	closedir(directory);
	if (!found)
		fail("no control device (PCI %04x:%04x): this machine does not run on pmonsim",
		     MAILBOX_VENDOR, MAILBOX_DEVICE);
}

/*
 * Without a driver the device's memory is not decoded. `enable` of sysfs counts its users and this
 * one is gone after a moment, so it is left enabled once it is.
 */
static void enable_device(const char *device)
{
	int descriptor;

	if (read_attribute(device, "enable") > 0)
		return;
	descriptor = open_attribute(device, "enable", O_WRONLY);
	if (descriptor < 0 || write(descriptor, "1", 1) != 1)
		fail("cannot enable PCI device %s: %s", device, strerror(errno));
	close(descriptor);
}

static void *map_resource(const char *device, const char *name, size_t size, int *descriptor)
{
	void *memory;

	*descriptor = open_attribute(device, name, O_RDWR | O_SYNC);
	if (*descriptor < 0)
		fail("cannot open %s of PCI device %s: %s", name, device, strerror(errno));
	memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, *descriptor, 0);
	if (memory == MAP_FAILED)
		fail("cannot map %s of PCI device %s: %s", name, device, strerror(errno));
	return memory;
}

static uint32_t get(const struct mailbox *mailbox, enum mailbox_register offset)
{
	return mailbox->registers[offset / sizeof(uint32_t)];
}

static void put(const struct mailbox *mailbox, enum mailbox_register offset, uint32_t value)
{
	/* What is in the window must be there before the register says so. */
	__sync_synchronize();
	mailbox->registers[offset / sizeof(uint32_t)] = value;
	__sync_synchronize();
}

static struct mailbox open_mailbox(void)
{
	struct mailbox mailbox;
	char device[256];
	int window;

	find_device(device, sizeof(device));
	enable_device(device);
	mailbox.registers = map_resource(device, "resource0", MAILBOX_REGISTERS_SIZE,
					 &mailbox.lock);
	if (get(&mailbox, MAILBOX_MAGIC) != MAILBOX_MAGIC_VALUE)
		fail("PCI device %s does not answer as pmonsim's control device", device);
	if (get(&mailbox, MAILBOX_VERSION) != MAILBOX_VERSION_VALUE ||
	    get(&mailbox, MAILBOX_WINDOW) != MAILBOX_WINDOW_SIZE)
		fail("PCI device %s has version %u, this tool is for version %u: rebuild it",
		     device, get(&mailbox, MAILBOX_VERSION), MAILBOX_VERSION_VALUE);
	mailbox.window = map_resource(device, "resource1", MAILBOX_WINDOW_SIZE, &window);
	close(window);
	return mailbox;
}

static void print_reply(const struct mailbox *mailbox, FILE *stream)
{
	uint32_t length = get(mailbox, MAILBOX_LENGTH), offset = 0;
	char last = '\n';

	while (offset < length) {
		uint32_t part = length - offset;

		if (part > MAILBOX_WINDOW_SIZE)
			part = MAILBOX_WINDOW_SIZE;
		if (offset > 0)
			put(mailbox, MAILBOX_OFFSET, offset);
		fwrite(mailbox->window, 1, part, stream);
		last = mailbox->window[part - 1];
		offset += part;
	}
	if (last != '\n')
		fputc('\n', stream);
	fflush(stream);
}

/* The mailbox holds one command at a time. Wait until no other process uses it. */
static void lock(const struct mailbox *mailbox)
{
	while (flock(mailbox->lock, LOCK_EX))
		if (errno != EINTR)
			fail("cannot lock the control device: %s", strerror(errno));
}

static bool reply_is(const struct mailbox *mailbox, const char *reply)
{
	size_t length = strlen(reply);

	return get(mailbox, MAILBOX_LENGTH) == length && !memcmp(mailbox->window, reply, length);
}

/*
 * Returns whether the simulator accepted the command. After a freeze, a driver may check whether
 * the package counts again, and freeze it for an instant. Events that met this instant were not
 * counted, so they are injected again. The caller handles a freeze that lasts longer, and one that
 * an overflow has caused.
 */
static bool run_command(const struct mailbox *mailbox, const char *command)
{
	size_t length = strlen(command);
	bool accepted;

	if (length >= MAILBOX_WINDOW_SIZE)
		fail("the command is longer than %u bytes", MAILBOX_WINDOW_SIZE - 1);
	for (unsigned int tries = 0; ; tries++) {
		lock(mailbox);
		memcpy(mailbox->window, command, length);
		put(mailbox, MAILBOX_RUN, (uint32_t)length);
		accepted = get(mailbox, MAILBOX_STATUS) == MAILBOX_OK;
		if (tries == INSTANTS || !reply_is(mailbox, "ok seen=0 freeze=written\n"))
			break;
		flock(mailbox->lock, LOCK_UN);
		usleep(INSTANT_US);
	}
	print_reply(mailbox, accepted ? stdout : stderr);
	flock(mailbox->lock, LOCK_UN);
	return accepted;
}

static char *join_words(int count, char **words)
{
	size_t length = 1;
	char *text;

	for (int i = 0; i < count; i++)
		length += strlen(words[i]) + 1;
	text = calloc(1, length);
	if (!text)
		fail("out of memory");
	for (int i = 0; i < count; i++) {
		if (i > 0)
			strcat(text, " ");
		strcat(text, words[i]);
	}
	return text;
}

static enum exit_status run_batch(const struct mailbox *mailbox)
{
	unsigned long number = 0;
	char *line = NULL;
	size_t size = 0;
	ssize_t length;

	while ((length = getline(&line, &size, stdin)) >= 0) {
		number++;
		if (length > 0 && line[length - 1] == '\n')
			line[length - 1] = '\0';
		if (line[strspn(line, " \t")] == '\0' || line[0] == '#')
			continue;
		if (!run_command(mailbox, line)) {
			fprintf(stderr, "pmonctl: line %lu refused: %s\n", number, line);
			free(line);
			return EXIT_COMMAND_FAILED;
		}
	}
	free(line);
	return EXIT_OK;
}

int main(int argc, char **argv)
{
	struct mailbox mailbox;
	char *command;
	bool accepted;

	if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		fputs(usage, argc < 2 ? stderr : stdout);
		return argc < 2 ? EXIT_COMMAND_FAILED : EXIT_OK;
	}
	mailbox = open_mailbox();
	if (argc == 2 && !strcmp(argv[1], "-"))
		return run_batch(&mailbox);
	command = join_words(argc - 1, argv + 1);
	accepted = run_command(&mailbox, command);
	free(command);
	return accepted ? EXIT_OK : EXIT_COMMAND_FAILED;
}
