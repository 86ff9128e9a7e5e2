/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commands to the simulator, through one `pmonctl -` that stays open.
 */
#ifndef PMONTEST_SIMULATOR_H
#define PMONTEST_SIMULATOR_H

#include <stdbool.h>
#include <stdint.h>

/**
 * simulator_command() - run one command
 * @command: the text, without a newline
 *
 * Return: true if the simulator answered `ok`; simulator_reply() has the text in any case.
 */
bool simulator_command(const char *command);

/* The whole reply to the last command. */
const char *simulator_reply(void);

/**
 * simulator_value() - look up a number in the last reply
 * @key: name before `=` or before a blank
 * @value: where to store it
 *
 * Return: false if the reply has no such key.
 */
bool simulator_value(const char *key, uint64_t *value);

/* End the child; harmless if none was started. */
void simulator_close(void);

#endif /* PMONTEST_SIMULATOR_H */
