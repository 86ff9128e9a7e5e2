/* SPDX-License-Identifier: GPL-2.0-only */
/* Opening events again whose unit or die comes back, after the exporter has given up its privileges. */
#ifndef UNCORE_EXPORT_AGAIN_H
#define UNCORE_EXPORT_AGAIN_H

#include "count/counters.h"

/**
 * again_start() - begin, with the privileges that are needed to open events
 * @counters: what is open
 * @path: of the Unix socket, or NULL
 *
 * A process of its own keeps the privileges. It opens events of @counters and nothing else, and ends with this one. It then
 * removes the socket.
 *
 * Return: a status, after a message if it is not 0.
 */
int again_start(const struct counters *counters, const char *path);

/** again_listening() - the socket at the path is that of this process from now on */
void again_listening(void);

/**
 * again_try() - open what is gone and can be counted again. Does so at most once a second.
 * @counters: what is open; sources of dies that were offline are added behind the others
 * @machine: these dies are added to it
 */
void again_try(struct counters *counters, struct machine *machine);

/** again_end() - undo again_start() */
void again_end(void);

#endif
