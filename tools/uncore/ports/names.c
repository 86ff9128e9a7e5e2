// SPDX-License-Identifier: GPL-2.0-only
/* Names of PCI devices. See names.h. */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/status.h"
#include "base/text.h"
#include "ports/names.h"

static FILE *open_database(const char *file)
{
	static const char *const files[] = { "/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids" };
	FILE *in = file ? input_open(file, false) : NULL;
	size_t i;

	for (i = 0; !file && !in && i < sizeof(files) / sizeof(*files); i++)
		in = fopen(files[i], "r");
	return in;
}

int names_check(const char *database)
{
	FILE *in = database ? input_open(database, false) : NULL;

	while (in && fgetc(in) != EOF)
		;
	if (database && (!in || ferror(in))) {
		fail(STATUS_FAILED, "--ids: %s: %s", database, strerror(errno));
		if (in)
			fclose(in);
		return STATUS_FAILED;
	}
	if (in)
		fclose(in);
	return STATUS_OK;
}

/* Is it a line of this id? Then the name is behind two blanks. */
static const char *name_in(const char *line, unsigned int id)
{
	char *end;

	if (!isxdigit((unsigned char)*line) || strtoul(line, &end, 16) != id || end != line + 4)
		return NULL;
	return end + strspn(end, " ");
}

/* Lines of vendors begin with the id, those of their devices with a tab. */
void device_name(const char *database, unsigned int vendor, unsigned int device, char *name, size_t size)
{
	char line[512], first[160] = "", text[256];
	FILE *in = open_database(database);
	bool inside = false;
	const char *found;

	snprintf(text, sizeof(text), "%04x:%04x", vendor, device);
	while (in && fgets(line, sizeof(line), in)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (*line == '#' || !*line)
			continue;
		if (*line != '\t') {
			if (inside)
				break;
			found = name_in(line, vendor);
			inside = found;
			if (found) {
				snprintf(first, sizeof(first), "%.159s", found);
				snprintf(text, sizeof(text), "%s %04x", first, device);
			}
		} else if (inside && (found = name_in(line + 1, device))) {
			snprintf(text, sizeof(text), "%s %.90s", first, found);
			break;
		}
	}
	if (in)
		fclose(in);
	safe_text(text, name, size);
}
