// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a subevent counts, in words: its name is taken apart, and words.tsv has what each word says.
 * See there for the rules. The module has no use for it; the program and the reference pages have.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmonevents.h"

#define MAX_DETAIL	512

static struct text words;

static int compare_words(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	return strcmp(x->cells[0], y->cells[0]);
}

/**
 * words_read() - read words.tsv
 * @directory: of a processor; the file is beside it
 *
 * Return: false after a complaint.
 */
bool words_read(const char *directory)
{
	const unsigned int before = complaints();
	char *parent;
	size_t i;

	if (words.num_lines)
		return true;
	parent = calloc(1, strlen(directory) + sizeof("/.."));
	if (!parent)
		abort();
	sprintf(parent, "%s/..", directory);
	text_read(&words, parent, "words.tsv");
	free(parent);
	for (i = 0; i < words.num_lines; i++)
		if (!words.lines[i].cells[0] || !words.lines[i].cells[1])
			complain(words.lines[i].place, "word and meaning are needed");
	if (complaints() != before)
		return false;
	qsort(words.lines, words.num_lines, sizeof(*words.lines), compare_words);
	for (i = 1; i < words.num_lines; i++)
		if (!compare_words(&words.lines[i - 1], &words.lines[i]))
			complain(words.lines[i].place, "%s is there twice",
				 words.lines[i].cells[0]);
	return complaints() == before;
}

static const char *meaning_of(const char *word)
{
	const struct line key = { .cells = { (char *)word } };
	const struct line *line = bsearch(&key, words.lines, words.num_lines, sizeof(key),
					  compare_words);

	return line ? line->cells[1] : NULL;
}

/* The number at the end of a word becomes "#"; returns where it begins, or NULL. */
static const char *number_of(char *word)
{
	size_t end = strlen(word), begin = end;
	const char *number;

	while (begin && word[begin - 1] >= '0' && word[begin - 1] <= '9')
		begin--;
	if (!begin || begin == end)
		return NULL;
	number = copy(word + begin);
	word[begin] = '#';
	word[begin + 1] = '\0';
	return number;
}

/*
 * Of the words at the beginning of @name as many as possible. Returns their length; none has a row:
 * @meaning is NULL.
 */
static size_t take_words(const char *name, const char **meaning, const char **number)
{
	size_t length = strlen(name), first = strcspn(name, "_.");
	char *word = copy(name);

	*number = NULL;
	for (;;) {
		word[length] = '\0';
		*meaning = meaning_of(word);
		if (*meaning || length == first)
			break;
		while (word[--length] != '_' && word[length] != '.')
			;
	}
	if (!*meaning) {
		*number = number_of(word);
		*meaning = *number ? meaning_of(word) : NULL;
	}
	free(word);
	return length;
}

/* Adds text, with @number in the place of "#". */
static void append(char *detail, const char *text, size_t length, const char *number)
{
	size_t at = strlen(detail);

	for (; length && at + 24 < MAX_DETAIL; length--, text++) {
		if (*text == '#' && number)
			at += (size_t)sprintf(detail + at, "%s", number);
		else
			detail[at++] = *text;
	}
	detail[at] = '\0';
}

/**
 * subevent_detail() - what a subevent is of all that its event counts
 * @subevent: its name as in the source, or NULL
 *
 * Return: the words, NULL for no subevent.
 */
char *subevent_detail(const char *subevent)
{
	char detail[MAX_DETAIL] = "";
	bool known = false, bound = true;

	for (; subevent && *subevent; subevent += *subevent != '\0') {
		const char *meaning, *number;
		size_t length = take_words(subevent, &meaning, &number), size;
		const char *text = meaning ? meaning : subevent;
		bool binds = *text == '~';

		size = meaning ? strlen(meaning) : length;
		/* Neighbours without a row are one name. */
		if (*detail)
			append(detail, bound || binds || (!meaning && !known) ? " " : ", ",
			       bound || binds || (!meaning && !known) ? 1 : 2, NULL);
		bound = size > 1 && text[size - 1] == '~';
		append(detail, text + binds, size - binds - bound, meaning ? number : NULL);
		known = meaning;
		subevent += length;
		free((char *)number);
	}
	return *detail ? copy(detail) : NULL;
}
