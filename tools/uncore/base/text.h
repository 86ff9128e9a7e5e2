/* SPDX-License-Identifier: GPL-2.0-only */
/* Text from other programs, made safe for a terminal, and lists of names. */
#ifndef UNCORE_TEXT_H
#define UNCORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * safe_text() - a name from another program, for a terminal
 * @text: the name
 * @safe: receives it with \xNN for each byte that a terminal may obey or that is no UTF-8
 * @size: of @safe
 *
 * Return: @safe.
 */
const char *safe_text(const char *text, char *safe, size_t size);

/** utf8_length() - bytes of the UTF-8 character at @text, 0 if there is none; @code receives its number */
size_t utf8_length(const char *text, uint32_t *code);

/** is_control() - control characters: of ASCII, those of ISO 6429 behind it, and those that change the direction of text */
bool is_control(uint32_t code);

#define LIST_SIZE	128

/**
 * list_add() - add names to a list: "imc 0 of die 0, imc 3 of die 1, and 58 more"
 * @list: the list, empty at first
 * @names: a name without a comma, or another list
 *
 * Names for which there is no room are counted.
 */
void list_add(char list[LIST_SIZE], const char *names);

#endif
