/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the commands of a test script share: the checks they report, and the script's variables.
 */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "events.h"

#define MAX_LINE	8192
#define PATIENCE	60000	/* milliseconds until something that must come is given up */

/**
 * struct command - a command of the script
 * @name: its first word
 * @min_words: words that must follow
 * @run: gets all words, the name first, NULL behind the last
 * @words: the words that follow, for --help
 * @meaning: what it does, for --help
 */
struct command {
	const char *name;
	size_t min_words;
	void (*run)(char *words[]);
	const char *words;
	const char *meaning;
};

/* Each ended by one without a name. */
extern const struct command event_commands[];
extern const struct command sample_commands[];
extern const struct command machine_commands[];
extern const struct command meanwhile_commands[];
extern const struct command toggle_commands[];

/** report() - a check, good or not, and what was checked */
__attribute__((format(printf, 2, 3)))
void report(bool good, const char *format, ...);

/** check_value() - report whether a number is the one expected */
void check_value(uint64_t got, uint64_t expected, const char *what);

/* By a clock that never goes back. */
uint64_t milliseconds(void);

/** rest() - the words from @first on as one text, or @otherwise if there are none */
const char *rest(char *const words[], size_t first, const char *otherwise);

/** set_variable() - what @name stands for from now on */
void set_variable(const char *name, uint64_t value);

/** cpu_of_last_package() - one of the CPUs of the second of two packages, online or not; each number has the next one */
int cpu_of_last_package(unsigned int number);

/** evaluate() - sums and differences of numbers, modulo 2^64 as counters are */
uint64_t evaluate(const char *text);

/** read_event() - read an event; false, and a failed check, if that does not work */
bool read_event(const char *name, struct reading *reading);

#endif
