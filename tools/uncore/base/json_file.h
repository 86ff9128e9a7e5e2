/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files with a JSON object in each line, read back. They can be damaged: a member that is not what it should be is an error, and
 * no other value is taken in its place.
 */
#ifndef UNCORE_JSON_FILE_H
#define UNCORE_JSON_FILE_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * json_read_lines() - read a file
 * @path: the file
 * @read: takes the object of a line and its number, from 0; false if it does not belong in such a file
 * @to: for @read
 *
 * The last line can be incomplete, if the program that wrote it was killed. It is left out.
 *
 * Return: 0, the number of the line that does not belong there, or -1 with errno if the file cannot be read.
 */
int json_read_lines(const char *path, bool (*read)(void *to, struct json_object *line, unsigned int number), void *to);

/** json_wrong_member() - ": NAME" of the first wrong member of the line that json_read_lines() returned, or "" */
const char *json_wrong_member(void);

/** json_wrong() - a member is not what it should be: see json_wrong_member(). The functions below call it, too. Returns false */
bool json_wrong(const char *key);

/** json_has() - is there such a member, and is it not null? */
bool json_has(struct json_object *object, const char *key);

/** json_array() - a member that is an array; NULL if it is not */
struct json_object *json_array(struct json_object *object, const char *key);

/** json_whole() - a member that is a whole number from 0 to @most; false if it is not */
bool json_whole(struct json_object *object, const char *key, uint64_t most, uint64_t *number);

/** json_real() - a member that is a number from @least to @most; false if it is not */
bool json_real(struct json_object *object, const char *key, double least, double most, double *number);

/** json_index() - a member that is the number of a die and alike, below 65536; -1 if there is none; false if it is neither */
bool json_index(struct json_object *object, const char *key, int *index);

/** json_text() - a member that is a text; NULL if there is none; false if it is neither */
bool json_text(struct json_object *object, const char *key, const char **text);

/** json_copy_text() - the same, into an array; empty if there is none */
bool json_copy_text(struct json_object *object, const char *key, char *copy, size_t size);

/** json_is_whole() - the value, which can be NULL for null, is a whole number from 0 to @most */
bool json_is_whole(struct json_object *value, uint64_t most);

/** json_is_real() - the value, which can be NULL for null, is a number from @least to @most */
bool json_is_real(struct json_object *value, double least, double most);

#endif
