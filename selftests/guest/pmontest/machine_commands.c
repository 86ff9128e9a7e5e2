// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands about the machine: the simulator, registers, CPUs, other programs.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/kexec.h>
#include <linux/reboot.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "script.h"
#include "simulator.h"

/* msr CPU REGISTER VALUE: write it behind the driver's back */
static void do_msr(char *words[])
{
	uint64_t value = evaluate(words[3]);
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/dev/cpu/%s/msr", words[1]);
	fd = open(path, O_WRONLY);
	if (fd < 0 || pwrite(fd, &value, sizeof(value), (off_t)evaluate(words[2])) != sizeof(value))
		report(false, "MSR %s on CPU %s: %s", words[2], words[1], strerrorname_np(errno));
	if (fd >= 0)
		close(fd);
}

static void do_sim(char *words[])
{
	if (!simulator_command(rest(words, 1, "")))
		report(false, "simulator: %s: %.*s", rest(words, 1, ""),
		       (int)strcspn(simulator_reply(), "\n"), simulator_reply());
}

/* counter VARIABLE DIE UNIT EVENT-CODE: which counter of the unit counts this event? */
static void do_counter(char *words[])
{
	char command[128];
	uint64_t control;

	snprintf(command, sizeof(command), "get die=%s unit=%s", words[2], words[3]);
	if (simulator_command(command)) {
		for (unsigned int i = 0; i < 8; i++) {
			char name[16];

			snprintf(name, sizeof(name), "control%u", i);
			if (simulator_value(name, &control) &&
			    (control & 0xff) == (evaluate(words[4]) & 0xff)) {
				set_variable(words[1], i);
				return;
			}
		}
	}
	report(false, "no counter of die %s %s counts event %s: %s", words[2], words[3], words[4],
	       simulator_reply());
}

/* cpu N: run there from now on */
static void do_cpu(char *words[])
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((int)evaluate(words[1]), &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		report(false, "cannot run on CPU %s: %s", words[1], strerrorname_np(errno));
}

/* Function calls that other CPUs were asked for since the boot: the line CAL of /proc/interrupts. */
static bool cross_calls(uint64_t *calls)
{
	FILE *file = fopen("/proc/interrupts", "r");
	char line[MAX_LINE], *at = NULL, *end;

	while (file && !at && fgets(line, sizeof(line), file))
		at = strstr(line, "CAL:");
	if (file)
		fclose(file);
	if (!at)
		return false;

	/* One column for each CPU, then a text. */
	*calls = 0;
	for (at += strlen("CAL:"); ; at = end) {
		uint64_t column = strtoull(at, &end, 10);

		if (end == at)
			return true;
		*calls += column;
	}
}

/* cross-calls VARIABLE */
static void do_cross_calls(char *words[])
{
	uint64_t calls;

	if (cross_calls(&calls))
		set_variable(words[1], calls);
	else
		report(false, "no line CAL in /proc/interrupts");
}

/* wait MILLISECONDS */
static void do_wait(char *words[])
{
	uint64_t milliseconds = evaluate(words[1]);
	struct timespec time = {
		.tv_sec = (time_t)(milliseconds / 1000),
		.tv_nsec = (long)(milliseconds % 1000) * 1000000,
	};

	while (nanosleep(&time, &time) && errno == EINTR)
		;
}

/* run COMMAND: a shell command that has to succeed */
static void do_run(char *words[])
{
	const char *command = rest(words, 1, "");
	int status = system(command);

	if (status)
		report(false, "%s: exit status %d", command, WEXITSTATUS(status));
}

/* write FILE TEXT: a line, as echo does in a shell, which is a process */
static void do_write(char *words[])
{
	int fd = open(words[1], O_WRONLY | O_TRUNC);

	if (fd < 0 || dprintf(fd, "%s\n", rest(words, 2, "")) < 0)
		report(false, "%s > %s: %s", rest(words, 2, ""), words[1], strerrorname_np(errno));
	if (fd >= 0)
		close(fd);
}

/* expect-text FILE TEXT: all that the file has, without the end of its last line */
static void do_expect_text(char *words[])
{
	const char *expected = rest(words, 2, "");
	int fd = open(words[1], O_RDONLY);
	char text[MAX_LINE];
	ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (size < 0) {
		report(false, "%s: %s", words[1], strerrorname_np(errno));
	} else {
		if (size && text[size - 1] == '\n')
			size--;
		text[size] = '\0';
		report(!strcmp(text, expected), "%s: %s, expected %s", words[1], text, expected);
	}
	if (fd >= 0)
		close(fd);
}

/* The running kernel's own arguments. */
static void kernel_arguments(char *text, size_t size)
{
	FILE *file = fopen("/proc/cmdline", "r");
	size_t length = file ? fread(text, 1, size - 1, file) : 0;

	if (file)
		fclose(file);
	text[length] = '\0';
	text[strcspn(text, "\n")] = '\0';
}

/* Has the kernel that comes next brought into memory, with this one's arguments and those of the command. */
static void load_kernel(char *words[], unsigned long flags)
{
	char own[MAX_LINE / 2], arguments[MAX_LINE];
	int kernel = open(words[1], O_RDONLY), initrd = open(words[2], O_RDONLY);
	size_t size;

	kernel_arguments(own, sizeof(own));
	size = (size_t)snprintf(arguments, sizeof(arguments), "%s %s", own, rest(words, 3, "")) + 1;
	if (kernel < 0 || initrd < 0 || syscall(SYS_kexec_file_load, kernel, initrd, size, arguments, flags))
		report(false, "%s %s %s: %s", words[0], words[1], words[2], strerrorname_np(errno));
	close(kernel);
	close(initrd);
}

/* next-kernel KERNEL INITRD [ARGUMENT...]: what `kexec` starts */
static void do_next_kernel(char *words[])
{
	load_kernel(words, 0);
}

/* next-kernel-after-crash KERNEL INITRD [ARGUMENT...]: what `crash` starts, in what crashkernel= has set aside */
static void do_next_kernel_after_crash(char *words[])
{
	load_kernel(words, KEXEC_FILE_ON_CRASH);
}

/* kexec: boot the next kernel in place of this one, which does not come back */
static void do_kexec(char *words[])
{
	(void)words;
	fflush(stdout);
	syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, LINUX_REBOOT_CMD_KEXEC, NULL);
	report(false, "reboot: %s", strerrorname_np(errno));
}

/* crash: the same by a panic, of which no driver is told */
static void do_crash(char *words[])
{
	int trigger = open("/proc/sysrq-trigger", O_WRONLY);

	(void)words;
	fflush(stdout);
	if (trigger < 0 || write(trigger, "c", 1) != 1)
		report(false, "sysrq: %s", strerrorname_np(errno));
}

const struct command machine_commands[] = {
	{ "msr", 3, do_msr, "CPU REGISTER VALUE",
	  "Write an MSR behind the driver's back; needs the module msr." },
	{ "sim", 1, do_sim, "COMMAND",
	  "A command of the simulator. @reply.KEY is the number after KEY= in its\n\t"
	  "reply." },
	{ "counter", 4, do_counter, "VARIABLE DIE UNIT EVENT",
	  "Keep the number of the unit's counter that counts this event code." },
	{ "cpu", 1, do_cpu, "N",
	  "Run on this CPU." },
	{ "cross-calls", 1, do_cross_calls, "VARIABLE",
	  "Keep the number of function-call interrupts of all CPUs since the boot." },
	{ "wait", 1, do_wait, "MILLISECONDS",
	  "Pause." },
	{ "run", 1, do_run, "COMMAND",
	  "A shell command that must succeed." },
	{ "write", 2, do_write, "FILE TEXT",
	  "Write a line to a file, without the process of `run echo`." },
	{ "expect-text", 2, do_expect_text, "FILE TEXT",
	  "The file has this line and no other." },
	{ "next-kernel", 2, do_next_kernel, "KERNEL INITRD [ARGUMENT...]",
	  "Load another kernel, with the arguments of this one and these." },
	{ "next-kernel-after-crash", 2, do_next_kernel_after_crash, "KERNEL INITRD [ARGUMENT...]",
	  "Load the kernel for a panic, which requires crashkernel=." },
	{ "kexec", 0, do_kexec, "",
	  "Start the loaded kernel in place of this one." },
	{ "crash", 0, do_crash, "",
	  "The same after a panic, of which no driver is notified." },
	{}
};
