// SPDX-License-Identifier: GPL-2.0-only
/*
 * Preloaded in a root where /proc cannot be mounted: dkms reads from "<(command)", which bash opens as
 * /dev/fd/N, a link into /proc.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_path(const char *path, int flags, va_list arguments)
{
	static const char fds[] = "/dev/fd/";
	int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, int) : 0;

	if (!strncmp(path, fds, sizeof(fds) - 1) && path[sizeof(fds) - 1])
		return dup(atoi(path + sizeof(fds) - 1));
	return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
	va_list arguments;
	int fd;

	va_start(arguments, flags);
	fd = open_path(path, flags, arguments);
	va_end(arguments);
	return fd;
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));
