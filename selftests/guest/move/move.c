// SPDX-License-Identifier: GPL-2.0-only
/*
 * move KIND CPU NODE MEBIBYTES: goes through memory of a node on a CPU, with the code of `uncore check`
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/common/load.h"

int main(int argc, char **argv)
{
	struct load load;
	int kind = 0, error;

	while (argc == 5 && kind < LOAD_KINDS && strcmp(argv[1], load_name((enum load_kind)kind)))
		kind++;
	if (argc != 5 || kind == LOAD_KINDS) {
		fprintf(stderr, "usage: move read|write|copy|stream CPU NODE MEBIBYTES\n");
		return 2;
	}
	error = load_pin(atoi(argv[2]));
	if (!error)
		error = load_open(&load, atoi(argv[3]), (size_t)atoi(argv[4]) << 20);
	if (error) {
		fprintf(stderr, "move: %s\n", strerror(-error));
		return 1;
	}
	load_run(&load, (enum load_kind)kind);
	load_close(&load);
	return 0;
}
