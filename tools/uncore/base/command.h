/* SPDX-License-Identifier: GPL-2.0-only */
/* The subcommands: each is in the folder of its name. */
#ifndef UNCORE_COMMAND_H
#define UNCORE_COMMAND_H

/**
 * struct command - a subcommand
 * @name: its name
 * @summary: one line for `uncore --help`
 * @run: gets the arguments from the name on, returns an exit status
 */
struct command {
	const char *name;
	const char *summary;
	int (*run)(int argc, char **argv);
};

int command_list(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_units(int argc, char **argv);
int command_metrics(int argc, char **argv);
int command_io(int argc, char **argv);
int command_top(int argc, char **argv);
int command_export(int argc, char **argv);
int command_windows(int argc, char **argv);
int command_tasks(int argc, char **argv);
int command_record(int argc, char **argv);
int command_report(int argc, char **argv);
int command_diff(int argc, char **argv);
int command_check(int argc, char **argv);

#endif
