// SPDX-License-Identifier: GPL-2.0-only
/* Arguments. See arguments.h. */
#include <errno.h>
#include <stdlib.h>

#include "base/arguments.h"
#include "base/status.h"

void parse_arguments(const struct argp *argp, int argc, char **argv, const char *name, void *input)
{
	argp_err_exit_status = STATUS_USAGE;
	/* Messages of argp begin with it. */
	argv[0] = (char *)name;
	argp_parse(argp, argc, argv, ARGP_IN_ORDER, NULL, input);
}

unsigned long parse_interval(const char *text, struct argp_state *state)
{
	unsigned long ms;
	char *end;

	errno = 0;
	ms = strtoul(text, &end, 10);
	if (errno || *end || end == text || *text == '-' || !ms || ms > 3600000)
		argp_error(state, "%s: not a number of milliseconds from 1 to 3600000", text);
	return ms;
}

void add_argument(const char **list, size_t *num, size_t max, const char *what, const char *argument,
		  struct argp_state *state)
{
	if (*num == max)
		argp_error(state, "more than %zu %s", max, what);
	list[(*num)++] = argument;
}
