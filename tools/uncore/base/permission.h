/* SPDX-License-Identifier: GPL-2.0-only */
/* What a user without permission can do about it: commands for this machine and this program's file. */
#ifndef UNCORE_PERMISSION_H
#define UNCORE_PERMISSION_H

#include <stddef.h>

/**
 * permission_perf() - what allows perf_event_open() on a CPU
 * @text: receives the commands
 * @size: of @text
 *
 * Return: @text.
 */
const char *permission_perf(char *text, size_t size);

/**
 * permission_capabilities() - the same where only capabilities help
 * @capabilities: as setcap(8) takes them: "cap_bpf,cap_perfmon"
 * @text: receives the command
 * @size: of @text
 *
 * Return: @text.
 */
const char *permission_capabilities(const char *capabilities, char *text, size_t size);

#endif
