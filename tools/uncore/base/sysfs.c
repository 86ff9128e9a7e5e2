// SPDX-License-Identifier: GPL-2.0-only
/* Files of sysfs. See sysfs.h. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sysfs.h"

/* A program that has capabilities of its file does not let its user choose the PMUs. */
static const char *other_tree(void)
{
	const char *root = secure_getenv("SYSFS_PATH");

	return root && *root ? root : NULL;
}

const char *sysfs_path(const char *format, ...)
{
	static char path[4096];
	const char *root = other_tree();
	va_list arguments;
	int length;

	length = snprintf(path, sizeof(path), "%s/", root ? root : "/sys");
	if (length < 0 || (size_t)length >= sizeof(path))
		return "";
	va_start(arguments, format);
	vsnprintf(path + length, sizeof(path) - (size_t)length, format, arguments);
	va_end(arguments);
	return path;
}

const char *cpuinfo_path(void)
{
	return other_tree() ? sysfs_path("cpuinfo") : "/proc/cpuinfo";
}

bool read_file(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "r");
	size_t length;

	if (!file)
		return false;
	length = fread(text, 1, size - 1, file);
	fclose(file);
	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	text[length] = '\0';
	return true;
}

bool write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), error;
	bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	error = errno;
	if (fd >= 0)
		close(fd);
	errno = error;
	return good;
}
