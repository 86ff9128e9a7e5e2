/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counting for as long as a command runs, or until a signal, in intervals.
 *
 * SIGINT, SIGTERM, SIGHUP and every other signal that would end the program end the run and reach the command. So does
 * SIGPIPE, when the output has no reader; the command gets SIGTERM then.
 */
#ifndef UNCORE_RUN_H
#define UNCORE_RUN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/** run_add_signal() - add a signal to a set, unless the caller of the program ignores it, as nohup(1) does */
void run_add_signal(sigset_t *set, int signal);

/**
 * run_begin() - from here on a signal does not end the program at once
 *
 * Opening events and tracepoints can take seconds. A signal in this time ends the run when it has begun, with what was counted. If
 * there is a command it does not start.
 */
void run_begin(void);

/**
 * run_start() - begin
 * @command: a command and its arguments, or one without a word: until a signal
 *
 * From here on, or from run_begin(), signals are blocked, and run_wait() fetches them.
 *
 * Return: 0; or a status after a message, STATUS_CANNOT_RUN if there is no such command; or 128 and a signal, without a message:
 * it came before the command was started, which is not started.
 */
int run_start(char **command);

/**
 * run_wait() - let an interval go by
 * @ms: how long, 0: until the end
 *
 * Intervals end at multiples of @ms since run_start(), so that what the caller does in between does not add up. If that takes longer
 * than an interval, the next one ends at the first multiple that is still to come.
 *
 * Return: true if it has gone by, false if the command has ended or a signal has come.
 */
bool run_wait(unsigned long ms);

/**
 * run_crossed() - for who looks more often than it prints: has a multiple of @ms gone by?
 * @ms: the interval
 * @since: nanoseconds since run_start(), when it was printed the last time
 */
bool run_crossed(unsigned long ms, uint64_t since);

/**
 * run_status() - wait for the end of the command
 *
 * Meanwhile further signals reach the command.
 *
 * Return: its exit status; 128 and the signal that ended it; 0 if there was no command.
 */
int run_status(void);

/**
 * run_end() - wait for the command if it still runs
 *
 * The program may have failed for a reason of its own, such as a full disk: its command goes on. If nobody reads
 * the output any more the program ends by SIGPIPE here.
 */
void run_end(void);

/** run_nanoseconds() - time since run_start() */
uint64_t run_nanoseconds(void);

struct moment;

/** run_moment() - an interval that ends now; @moment is the end of the one before, or all zeros, and receives this one */
void run_moment(struct moment *moment);

/** run_seconds() - the same in seconds */
double run_seconds(void);

#endif
