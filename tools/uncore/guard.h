/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Undoing what this program changes, however it ends: another process does it, which sees the end of a pipe close.
 */
#ifndef UNCORE_GUARD_H
#define UNCORE_GUARD_H

#include <stdbool.h>
#include <sys/types.h>

/**
 * struct guard - a process that waits
 * @end: of the pipe
 * @child: the process
 */
struct guard {
	int end;
	pid_t child;
};

/**
 * guard_begin() - let somebody else see to it, before anything is changed
 * @guard: receives who
 * @undo: called in that process; what has not been changed it must leave as it is
 * @data: for @undo, as it is now
 *
 * Files that are open now stay open there.
 *
 * Return: false if there can be no process.
 */
bool guard_begin(struct guard *guard, void (*undo)(void *data), void *data);

/** guard_end() - have it undone now; false if that process has failed */
bool guard_end(struct guard *guard);

#endif
