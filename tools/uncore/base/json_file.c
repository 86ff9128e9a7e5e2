// SPDX-License-Identifier: GPL-2.0-only
/* Files with a JSON object in each line. See json_file.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/json_file.h"
#include "base/memory.h"

static char wrong[32];

bool json_wrong(const char *key)
{
	if (!*wrong)
		snprintf(wrong, sizeof(wrong), ": %s", key);
	return false;
}

const char *json_wrong_member(void)
{
	return wrong;
}

/* Nothing may follow the value: two lines that run together are no line. NULL for what is no JSON. */
static struct json_object *parse(struct json_tokener *parser, const char *text, size_t length)
{
	struct json_object *line;

	json_tokener_reset(parser);
	line = json_tokener_parse_ex(parser, text, (int)length);
	if (json_tokener_get_error(parser) == json_tokener_success)
		return line;
	json_object_put(line);
	return NULL;
}

/* Returns whether all lines are good; @count receives how many were read. */
static bool read_lines(FILE *file, bool (*read)(void *to, struct json_object *line, unsigned int number), void *to,
		       unsigned int *count)
{
	struct json_tokener *parser = allocated(json_tokener_new());
	char *text = NULL;
	size_t room = 0;
	ssize_t length;
	bool good = true;

	json_tokener_set_flags(parser, JSON_TOKENER_STRICT);
	for (*count = 0; good && (length = getline(&text, &room, file)) > 0; ++*count) {
		struct json_object *line = parse(parser, text, (size_t)length);

		if (*count && !line && text[length - 1] != '\n')
			break;
		good = json_object_is_type(line, json_type_object) && read(to, line, *count);
		json_object_put(line);
	}
	json_tokener_free(parser);
	free(text);
	return good;
}

int json_read_lines(const char *path, bool (*read)(void *to, struct json_object *line, unsigned int number), void *to)
{
	FILE *file = input_open(path, true);
	unsigned int count;
	bool good;
	int error;

	if (!file)
		return -1;
	*wrong = '\0';
	good = read_lines(file, read, to, &count);
	error = ferror(file) ? errno : 0;
	fclose(file);
	errno = error;
	return error ? -1 : good && count ? 0 : count ? (int)count : 1;
}

static struct json_object *member(struct json_object *object, const char *key)
{
	struct json_object *value;

	return json_object_object_get_ex(object, key, &value) ? value : NULL;
}

bool json_has(struct json_object *object, const char *key)
{
	return member(object, key);
}

struct json_object *json_array(struct json_object *object, const char *key)
{
	struct json_object *value = member(object, key);

	if (json_object_is_type(value, json_type_array))
		return value;
	json_wrong(key);
	return NULL;
}

bool json_is_whole(struct json_object *value, uint64_t most)
{
	/* A negative number is 0 as an unsigned one. */
	return json_object_is_type(value, json_type_int) && json_object_get_int64(value) >= 0 &&
	       json_object_get_uint64(value) <= most;
}

bool json_is_real(struct json_object *value, double least, double most)
{
	/* JSON has one kind of numbers: 1 is one, too. */
	return (json_object_is_type(value, json_type_double) || json_object_is_type(value, json_type_int)) &&
	       json_object_get_double(value) >= least && json_object_get_double(value) <= most;
}

bool json_whole(struct json_object *object, const char *key, uint64_t most, uint64_t *number)
{
	struct json_object *value = member(object, key);

	*number = json_object_get_uint64(value);
	return json_is_whole(value, most) || json_wrong(key);
}

bool json_real(struct json_object *object, const char *key, double least, double most, double *number)
{
	struct json_object *value = member(object, key);

	*number = json_object_get_double(value);
	return json_is_real(value, least, most) || json_wrong(key);
}

bool json_index(struct json_object *object, const char *key, int *index)
{
	uint64_t number;

	*index = -1;
	if (!json_has(object, key))
		return true;
	if (!json_whole(object, key, 65535, &number))
		return false;
	*index = (int)number;
	return true;
}

bool json_text(struct json_object *object, const char *key, const char **text)
{
	struct json_object *value = member(object, key);

	*text = json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
	return *text || !value || json_wrong(key);
}

bool json_copy_text(struct json_object *object, const char *key, char *copy, size_t size)
{
	const char *text;

	if (!json_text(object, key, &text))
		return false;
	snprintf(copy, size, "%s", text ? text : "");
	return true;
}
