// SPDX-License-Identifier: GPL-2.0-only
/* pmonsim: starts QEMU as a machine with a simulated uncore. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "qemu/launch.h"

#define DEFAULT_QEMU "../../build/qemu/qemu-system-x86_64"
#define PLUGIN_FILE "pmonsim.so"

static const char usage[] =
	"usage: pmonsim [--print] [key=value]... [-- QEMU-ARGUMENT...]\n"
	"\n"
	"Starts QEMU as a machine with simulated uncore performance monitors.\n"
	"\n"
	"  numa=0|1|2|3|4   NUMA nodes for each package; requires -m after -- (default 0)\n"
	"  ubox_node=0|1    0: no NUMA node for the UBox's bus and the one after it (default 1)\n"
	"  dies=0|1         the packages are dies of one processor package (default 0)\n"
	"  hypervisor=0|1   CPUID reports a hypervisor (default 0)\n"
	"  memory=on        simulate memory, with numa=1 or 2; requires -m after --\n"
	"  time=guest       the time depends on what the guest does, not on the host\n"
	"  key=value        any option of the simulated machine, such as machine=emr,\n"
	"                   packages=2, cpus=4, cha=60, cha.1=40\n"
	"  --print          print QEMU's command line and do not run it\n"
	"  [time=guest] --tsc-khz\n"
	"                   print the rate of the guest's TSC, for the kernel's tsc_early_khz=\n"
	"\n"
	"QEMU is started without default devices: add -m, -kernel, -initrd, -append, -display\n"
	"and -serial after --. The program is $QEMU, or build/qemu/qemu-system-x86_64 of the\n"
	"source tree. In the guest, pmonctl sends commands to the simulator.\n";

/* The value of a `key=value` word, or NULL if the word has another key. */
static const char *value_of(const char *word, const char *key)
{
	size_t length = strlen(key);

	return !strncmp(word, key, length) && word[length] == '=' ? word + length + 1 : NULL;
}

static bool parse_switch(const char *word, const char *value)
{
	if (!strcmp(value, "0"))
		return false;
	if (!strcmp(value, "1"))
		return true;
	fail("%s: the value must be 0 or 1", word);
}

static void parse_word(struct launch_options *options, const char *word)
{
	const char *equals = strchr(word, '='), *value;

	if (!equals || equals == word)
		fail("%s: not a key=value option; pmonsim --help lists them", word);
	if ((value = value_of(word, "numa"))) {
		if (!*value || value[1] || *value < '0' || *value > '4')
			fail("%s: the value must be a number up to 4", word);
		options->numa = (unsigned int)(*value - '0');
		return;
	}
	if ((value = value_of(word, "ubox_node"))) {
		options->hide_node = !parse_switch(word, value);
		return;
	}
	if ((value = value_of(word, "dies"))) {
		options->dies = parse_switch(word, value);
		return;
	}
	if ((value = value_of(word, "hypervisor"))) {
		options->hypervisor = parse_switch(word, value);
		return;
	}
	if (!strcmp(word, "memory=on"))
		options->memory = true;
	if ((value = value_of(word, "time")))
		options->guest_time = !strcmp(value, "guest");
	/* These would be taken for the plugin's own file and its sockets. */
	if (value_of(word, "file") || value_of(word, "sockets") || value_of(word, "memory_size"))
		fail("%s: unknown option", word);
	if ((value = value_of(word, "machine")))
		options->machine_name = value;
	options->model_options[options->model_option_count++] = word;
}

/* Returns whether the command line is only to be printed. */
static bool parse_arguments(struct launch_options *options, int argc, char **argv)
{
	bool print = false;
	int i;

	options->machine_name = "emr";
	options->model_options = calloc((size_t)argc + 2, sizeof(*options->model_options));
	if (!options->model_options)
		fail("out of memory");
	for (i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
			fputs(usage, stdout);
			exit(0);
		}
		if (!strcmp(argv[i], "--tsc-khz")) {
			printf("%lu\n", options->guest_time ? GUEST_TSC_KILOHERTZ : tsc_kilohertz());
			exit(0);
		}
		if (!strcmp(argv[i], "--print"))
			print = true;
		else
			parse_word(options, argv[i]);
	}
	if (i < argc) {
		options->qemu_arguments = (const char **)(argv + i + 1);
		options->qemu_argument_count = argc - i - 1;
	}
	return print;
}

/* A file named relative to the directory of this program. */
static char *beside_program(const char *name)
{
	char path[4096], *slash, *result;
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (length < 0)
		fail("cannot find out where this program is: %s", strerror(errno));
	path[length] = '\0';
	slash = strrchr(path, '/');
	if (asprintf(&result, "%.*s/%s", (int)(slash - path), path, name) < 0)
		fail("out of memory");
	return result;
}

/*
 * The plugin makes the directory and removes it, as this program is replaced by QEMU. The time is
 * part of the name because a machine that was killed may have left its own behind.
 */
static char *socket_directory_name(void)
{
	const char *parent = getenv("TMPDIR");
	struct timespec now;
	char *result;

	if (!parent || !*parent)
		parent = "/tmp";
	clock_gettime(CLOCK_REALTIME, &now);
	if (asprintf(&result, "%s/pmonsim.%ld.%lx", parent, (long)getpid(),
		     (unsigned long)now.tv_sec * 1000000000UL + (unsigned long)now.tv_nsec) < 0)
		fail("out of memory");
	return result;
}

void add_qemu_argument(struct launch_options *options, const char *word)
{
	size_t count = (size_t)options->qemu_argument_count;
	const char **given = options->qemu_arguments;

	options->qemu_arguments = realloc(options->own_arguments ? given : NULL,
					  sizeof(*given) * (count + 1));
	if (!options->qemu_arguments)
		fail("out of memory");
	if (!options->own_arguments && count)
		memcpy(options->qemu_arguments, given, sizeof(*given) * count);
	options->own_arguments = true;
	options->qemu_arguments[options->qemu_argument_count++] = word;
}

/* Whose memory an address is follows from the sizes of the nodes. */
static void tell_memory(struct launch_options *options)
{
	char *word;

	if (!options->numa)
		options->numa = 1;
	if (asprintf(&word, "memory_size=%llu", memory_mebibytes(options)) < 0)
		fail("out of memory");
	options->model_options[options->model_option_count++] = word;
	if (asprintf(&word, "numa=%u", options->numa) < 0)
		fail("out of memory");
	options->model_options[options->model_option_count++] = word;
}

static void print_quoted(const char *word)
{
	putchar('\'');
	for (; *word; word++) {
		if (*word == '\'')
			fputs("'\\''", stdout);
		else
			putchar(*word);
	}
	putchar('\'');
}

static void print_command_line(const struct arguments *arguments)
{
	for (size_t i = 0; i < arguments->count; i++) {
		print_quoted(arguments->words[i]);
		fputs(i + 1 < arguments->count ? " \\\n" : "\n", stdout);
	}
}

int main(int argc, char **argv)
{
	struct launch_options options = { 0 };
	struct arguments arguments;
	struct machine *machine;
	char error[256] = "";
	bool print = parse_arguments(&options, argc, argv);

	if (options.memory)
		tell_memory(&options);
	/* Only to learn what it consists of: the plugin makes the one that runs. */
	machine = machine_new(options.model_option_count, options.model_options, error,
			      sizeof(error));
	if (!machine || !machine_begin(machine, options.model_option_count, options.model_options, error, sizeof(error)))
		fail("%s", error);

	options.qemu = getenv("QEMU");
	if (!options.qemu || !*options.qemu)
		options.qemu = beside_program(DEFAULT_QEMU);
	options.plugin = beside_program(PLUGIN_FILE);
	options.socket_directory = socket_directory_name();
	/* Not on a command line that is to be used later: these files are this process's. */
	if (options.memory && !print)
		add_memory_modules(&options, machine);
	if (!print)
		add_host_bridges(&options, machine);
	arguments = qemu_command_line(&options, machine);
	machine_free(machine);

	if (print) {
		print_command_line(&arguments);
		return 0;
	}
	if (access(options.plugin, R_OK))
		fail("%s: %s; has it been built?", options.plugin, strerror(errno));
	execvp(arguments.words[0], arguments.words);
	fail("cannot start QEMU, %s: %s", arguments.words[0], strerror(errno));
}
