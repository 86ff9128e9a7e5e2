// SPDX-License-Identifier: GPL-2.0-only
/*
 * move KIND CPU NODE MEBIBYTES: goes through memory of a node on a CPU, with the code of `uncore check`
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/common/traffic.h"

int main(int argc, char **argv)
{
	struct traffic traffic;
	int kind = 0, error;

	while (argc == 5 && kind < TRAFFIC_KINDS && strcmp(argv[1], traffic_name((enum traffic_kind)kind)))
		kind++;
	if (argc != 5 || kind == TRAFFIC_KINDS) {
		fprintf(stderr, "usage: move read|write|copy|stream CPU NODE MEBIBYTES\n");
		return 2;
	}
	error = traffic_pin(atoi(argv[2]));
	if (!error)
		error = traffic_open(&traffic, atoi(argv[3]), (size_t)atoi(argv[4]) << 20);
	if (error) {
		fprintf(stderr, "move: %s\n", strerror(-error));
		return 1;
	}
	traffic_run(&traffic, (enum traffic_kind)kind);
	traffic_close(&traffic);
	return 0;
}
