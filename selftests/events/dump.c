// SPDX-License-Identifier: GPL-2.0-only
/*
 * dump PROCESSOR: prints all that is in its compiled tables, by way of the
 * functions that the module uses: a line for each alias, columns as in the head
 * line.
 */
#include <stdio.h>
#include <stdlib.h>

#include "sets.h"

static void fail(const char *box, const char *what)
{
	fprintf(stderr, "dump: %s: %s\n", box, what);
	exit(1);
}

static void print_event(const struct pmon_event_table *table,
			enum pmon_event_level level, unsigned int index)
{
	struct pmon_event event;
	char name[64], text[128];

	if (!pmon_event_table_get(table, level, index, &event))
		fail(table->box, "fewer aliases than it has");
	if (pmon_event_name(&event, name, sizeof(name)) < 0)
		fail(table->box, "a name is too long");
	if (pmon_event_text(table, &event, text, sizeof(text)) < 0)
		fail(table->box, "a text is too long");
	printf("%s\t%s\t%s\t0x%016llx\t0x%llx\t0x%llx"
	       "\t0x%x\t0x%x\t%s\t%s\t%s\n",
	       table->box, level == PMON_EVENT_UNIT ? "unit" : "type", name,
	       event.config, event.config1, event.config2,
	       (unsigned int)pmon_event_table_counters(table, event.config),
	       (unsigned int)pmon_event_table_flags(table, event.config),
	       event.scale ? event.scale : "-", event.unit ? event.unit : "-",
	       text);
}

int main(int argc, char **argv)
{
	const struct pmon_event_set *set = argc == 2 ? set_find(argv[1]) : NULL;
	unsigned int i, j;
	int level;

	if (!set)
		fail(argc == 2 ? argv[1] : "?", "no tables of that name");
	puts("box\tlevel\tname\tconfig\tconfig1\tconfig2\tcounters\tflags\tscale\tunit\ttext");
	for (i = 0; i < set->num_tables; i++) {
		const struct pmon_event_table *table = &set->tables[i];

		if (pmon_event_table_find(set, table->box) != table)
			fail(table->box, "cannot be found by its name");
		for (level = 0; level < PMON_EVENT_LEVELS; level++)
			for (j = 0; j < pmon_event_table_size(table, level); j++)
				print_event(table, level, j);
	}
	return 0;
}
