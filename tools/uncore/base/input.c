// SPDX-License-Identifier: GPL-2.0-only
/* Files that a user names. See input.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "base/memory.h"

/**
 * struct input - a file that is being read
 * @fd: its descriptor
 * @lines: @size is of the line, not of the file
 * @size: bytes that were read
 */
struct input {
	int fd;
	bool lines;
	size_t size;
};

static ssize_t input_read(void *cookie, char *buffer, size_t size)
{
	struct input *input = cookie;
	ssize_t got = read(input->fd, buffer, size);
	const char *end = got > 0 && input->lines ? memrchr(buffer, '\n', (size_t)got) : NULL;

	if (got <= 0)
		return got;
	input->size = end ? (size_t)(buffer + got - 1 - end) : input->size + (size_t)got;
	if (input->size <= INPUT_MOST)
		return got;
	errno = EFBIG;
	return -1;
}

static int input_close(void *cookie)
{
	struct input *input = cookie;

	close(input->fd);
	free(input);
	return 0;
}

FILE *input_open(const char *path, bool lines)
{
	static const cookie_io_functions_t functions = { .read = input_read, .close = input_close };
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct input *input;

	if (fd < 0)
		return NULL;
	input = allocated(malloc(sizeof(*input)));
	*input = (struct input){ .fd = fd, .lines = lines };
	return allocated(fopencookie(input, "r", functions));
}
