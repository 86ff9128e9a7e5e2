/* SPDX-License-Identifier: GPL-2.0-only */
/* Where and how something is recorded, for who looks at it later. */
#ifndef UNCORE_ORIGIN_H
#define UNCORE_ORIGIN_H

#include "machine/machine.h"

#define ORIGIN_HOST	72
#define ORIGIN_MACHINE	160
#define ORIGIN_COMMAND	1024

/** origin_machine() - the name of this host; its processor and kernel */
void origin_machine(const struct machine *machine, char host[ORIGIN_HOST], char text[ORIGIN_MACHINE]);

/** origin_command() - the command line of @program with its arguments, in quotes where a shell requires them; one that is too long ends with … */
void origin_command(const char *program, int argc, char **argv, char text[ORIGIN_COMMAND]);

#endif
