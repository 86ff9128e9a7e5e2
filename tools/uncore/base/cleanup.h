/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Undoing what this program changes, however it ends, also by SIGKILL: another process does it when the end of a
 * pipe closes.
 */
#ifndef UNCORE_CLEANUP_H
#define UNCORE_CLEANUP_H

#include <stdbool.h>
#include <sys/types.h>

/**
 * struct cleanup - a process that waits
 * @end: of the pipe
 * @child: the process
 */
struct cleanup {
	int end;
	pid_t child;
};

/**
 * cleanup_begin() - start the process, before anything is changed
 * @cleanup: receives it
 * @undo: called in that process; it must leave alone what has not been changed
 * @data: for @undo, as it is now
 * @keep: a file that @undo needs, or -1; all others are closed there, so that no event lives on with it
 *
 * Return: false with errno if there can be no process.
 */
bool cleanup_begin(struct cleanup *cleanup, void (*undo)(void *data), void *data, int keep);

/** cleanup_end() - have it undone now; false if that process has failed */
bool cleanup_end(struct cleanup *cleanup);

#endif
