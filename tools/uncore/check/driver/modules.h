/* SPDX-License-Identifier: GPL-2.0-only */
/* Taking this driver out, the kernel's own one in, and back. */
#ifndef UNCORE_MODULES_H
#define UNCORE_MODULES_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct modules - how this driver is loaded again
 * @file: its file, open; -1: modprobe knows where it is
 * @parameters: "name=value ..." as they were
 */
struct modules {
	int file;
	char parameters[1024];
};

/**
 * modules_find() - see whether both can be loaded, before anything is changed
 * @modules: receives how
 * @path: file of this driver, or NULL
 * @reason: receives why not
 * @size: of @reason
 */
bool modules_find(struct modules *modules, const char *path, char *reason, size_t size);

/** modules_in_tree() - this driver goes, intel_uncore comes; false with errno if not */
bool modules_in_tree(const struct modules *modules);

/** modules_back() - intel_uncore goes if it is there, this driver comes if it is not; false with errno if not */
bool modules_back(const struct modules *modules);

#endif
