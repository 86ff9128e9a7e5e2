/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counting for as long as a command runs, or until a signal, in intervals.
 */
#ifndef UNCORE_RUN_H
#define UNCORE_RUN_H

#include <stdbool.h>

/**
 * run_start() - begin
 * @command: a command and its arguments, or one without a word: until SIGINT or SIGTERM
 *
 * Return: 0, or a status after a message.
 */
int run_start(char **command);

/**
 * run_wait() - let an interval go by
 * @ms: how long, 0: until the end
 *
 * Return: true if it has gone by, false if the command has ended or a signal has come.
 */
bool run_wait(unsigned long ms);

/** run_status() - the exit status of the command, 0 if there was none */
int run_status(void);

/** run_seconds() - time since run_start() */
double run_seconds(void);

#endif
