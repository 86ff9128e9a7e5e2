/* SPDX-License-Identifier: GPL-2.0-only */
/* The words of a command: a name, and arguments `key=value` or `key`. */
#ifndef PMONSIM_COMMAND_ARGS_H
#define PMONSIM_COMMAND_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARGS_MAX 32

struct args {
	char *text;		/* owns the words */
	const char *command;
	struct {
		const char *key;
		const char *value;	/* NULL: a word without `=` */
		bool used;
	} arg[ARGS_MAX];
	size_t count;
	char error[256];	/* set by the first failure */
};

bool args_parse(struct args *args, const char *line);
void args_release(struct args *args);

/* Record a failure; the first one stays. Always returns false. */
bool args_fail(struct args *args, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Is there an argument @key; for words without value. */
bool args_word(struct args *args, const char *key);
/* The text of an argument, or NULL. */
const char *args_text(struct args *args, const char *key);
/*
 * A number. Without the argument: *value stays as it is, and the return value says whether the
 * argument may be missing.
 */
bool args_number(struct args *args, const char *key, bool required, uint64_t max,
		 uint64_t *value);
/* All arguments have been asked for: an unknown one is a mistake in the command. */
bool args_finish(struct args *args);

#endif /* PMONSIM_COMMAND_ARGS_H */
