// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf_terms PROCESSOR: reads lines "box name terms", events of perf's own
 * list, and prints them as rows of a reference, see compare.awk. With "formats"
 * behind the processor: prints the formats of each box.
 */
#include <stdio.h>
#include <string.h>

#include "sets.h"

static int print_formats(const struct pmon_event_set *set)
{
	const struct pmon_field *field;
	char text[128];
	unsigned int i;

	for (i = 0; i < set->num_tables; i++)
		for (field = set->tables[i].fields; field->name; field++) {
			if (pmon_field_print(field, text, sizeof(text)) < 0)
				return 1;
			printf("%s %s %s\n", set->tables[i].box, field->name, text);
		}
	return 0;
}

/* A term that has no place is told apart from all configurations there are. */
static void print_row(const struct pmon_event_set *set, const char *box,
		      const char *name, char *terms)
{
	const struct pmon_event_table *table = pmon_event_table_find(set, box);
	u64 words[PMON_CONFIG_WORDS] = { 0 };

	if (!table)
		printf("%s\t%s\tno-such-box\t-\t-\n", box, name);
	else if (!terms_apply(table, terms, words) || words[2])
		printf("%s\t%s\tdoes-not-fit\t-\t-\n", box, name);
	else
		printf("%s\t%s\t0x%016llx\t-\t-\n", box, name, words[0]);
}

int main(int argc, char **argv)
{
	const struct pmon_event_set *set = argc > 1 ? set_find(argv[1]) : NULL;
	char line[512], box[32], name[128], terms[256];

	if (!set)
		return 2;
	if (argc > 2 && !strcmp(argv[2], "formats"))
		return print_formats(set);
	puts("box\tname\tconfig\tcounters\tlevel");
	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "%31s %127s %255s", box, name, terms) != 3)
			return 1;
		print_row(set, box, name, terms);
	}
	return 0;
}
