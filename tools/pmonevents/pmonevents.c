// SPDX-License-Identifier: GPL-2.0-only
/*
 * The event compiler: checks the event data of a processor and writes what is
 * made of it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "pmonevents.h"

static int usage(void)
{
	fputs("usage: pmonevents --check DIRECTORY\n"
	      "       pmonevents --c NAME DIRECTORY [NAME DIRECTORY]... OUTPUT\n"
	      "       pmonevents --rst BOX DIRECTORY OUTPUT [PROCESSOR]\n"
	      "Checks the event data in DIRECTORY. Writes the module's tables, those of each\n"
	      "processor NAME, or the reference page of one box type, with PROCESSOR in its\n"
	      "title.\n",
	      stderr);
	return 2;
}

static int write_failed(const char *path)
{
	fprintf(stderr, "%s: %s\n", path, strerror(errno));
	return 1;
}

/*
 * Under another name until it is complete: make takes a file that is there for
 * one that is good.
 */
static int write_output(struct data *data, size_t count, const char *box,
			const char *processor, const char *path)
{
	size_t size = strlen(path) + 5;
	char *temporary = malloc(size);
	bool good = true;
	int status = 1;
	FILE *out;

	if (!temporary)
		return write_failed(path);
	snprintf(temporary, size, "%s.tmp", path);
	out = fopen(temporary, "w");
	if (!out) {
		free(temporary);
		return write_failed(path);
	}
	if (box)
		good = emit_reference(data, box, processor, out);
	else
		emit_tables(data, count, out);
	good = good && !complaints();
	if (fflush(out) || ferror(out) || (good && rename(temporary, path)))
		write_failed(path);
	else if (good)
		status = 0;
	fclose(out);
	if (status)
		remove(temporary);
	free(temporary);
	return status;
}

int main(int argc, char **argv)
{
	bool check = argc == 3 && !strcmp(argv[1], "--check");
	bool tables = argc >= 5 && argc % 2 && !strcmp(argv[1], "--c");
	bool reference = (argc == 5 || argc == 6) && !strcmp(argv[1], "--rst");
	struct data *data = NULL;
	size_t count = 0;
	int i;

	if (!check && !tables && !reference)
		return usage();
	for (i = check ? 2 : 3; i < argc; i += 2) {
		data = grow(data, count, sizeof(*data));
		if (data_read(&data[count], argv[i], tables ? argv[i - 1] : ""))
			data_check(&data[count]);
		count++;
		if (!tables) {
			words_read(argv[i]);
			break;
		}
	}
	if (complaints()) {
		fprintf(stderr, "pmonevents: %u errors\n", complaints());
		return 1;
	}
	if (check)
		return 0;
	return write_output(data, count, reference ? argv[2] : NULL,
			    argc == 6 ? argv[5] : NULL, argv[tables ? argc - 1 : 4]);
}
