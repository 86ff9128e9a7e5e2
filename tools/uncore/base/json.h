/* SPDX-License-Identifier: GPL-2.0-only */
/* JSON, to be printed. */
#ifndef UNCORE_JSON_H
#define UNCORE_JSON_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** print_json() - print and release an object; returns false after a message if it cannot */
bool print_json(struct json_object *object);

/**
 * print_json_line() - print and release an object, in one line
 * @object: the object
 * @out: where
 *
 * Names come from other programs. Bytes that are no UTF-8 become U+FFFD, and characters that a terminal may obey are
 * escaped.
 */
void print_json_line(struct json_object *object, FILE *out);

/** json_set_number() - a member that is a number up to 2^64 - 1 */
void json_set_number(struct json_object *object, const char *key, uint64_t value);

/** json_set_text() - a member that is a string, or null */
void json_set_text(struct json_object *object, const char *key, const char *text);

#endif
