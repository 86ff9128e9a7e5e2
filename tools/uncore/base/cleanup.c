// SPDX-License-Identifier: GPL-2.0-only
/* Undoing, however the program ends: see cleanup.h. */
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"

/* Leaves only these two files open. Standard input, output and error become /dev/null. */
static void close_others(int first, int second)
{
	int low = first < second ? first : second, high = first < second ? second : first, from = 3, null;

	if (low > from)
		close_range((unsigned int)from, (unsigned int)low - 1, 0);
	if (low >= from)
		from = low + 1;
	if (high > from)
		close_range((unsigned int)from, (unsigned int)high - 1, 0);
	close_range((unsigned int)high + 1, ~0u, 0);
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (low = 0; null >= 0 && low < 3; low++)
		dup2(null, low);
}

bool cleanup_begin(struct cleanup *cleanup, void (*undo)(void *data), void *data, int keep)
{
	int ends[2];
	char byte;

	if (pipe2(ends, O_CLOEXEC))
		return false;
	cleanup->child = fork();
	if (cleanup->child < 0) {
		close(ends[0]);
		close(ends[1]);
		return false;
	}
	if (cleanup->child) {
		close(ends[0]);
		cleanup->end = ends[1];
		return true;
	}
	/* A session of its own, so that it does not die with the others. */
	setsid();
	close_others(ends[0], keep);
	while (read(ends[0], &byte, 1) < 0 && errno == EINTR)
		;
	undo(data);
	_exit(0);
}

bool cleanup_end(struct cleanup *cleanup)
{
	int status;

	close(cleanup->end);
	while (waitpid(cleanup->child, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && !WEXITSTATUS(status);
}
