/* SPDX-License-Identifier: GPL-2.0-only */
/* What a user without permission can do about it: commands for this machine and this program's file. */
#ifndef UNCORE_PERMISSION_H
#define UNCORE_PERMISSION_H

#include <stddef.h>

/** permission_needs_bpf() - the command needs CAP_BPF, too, and no level of perf_event_paranoid replaces it */
void permission_needs_bpf(void);

/**
 * permission_perf() - what allows perf_event_open() on a CPU
 * @text: receives the commands
 * @size: of @text
 *
 * Return: @text.
 */
const char *permission_perf(char *text, size_t size);

/**
 * permission_capabilities() - the same where only the capabilities of the command help
 * @text: receives the commands
 * @size: of @text
 *
 * Return: @text.
 */
const char *permission_capabilities(char *text, size_t size);

#endif
