// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore list - the machine as a map
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arguments.h"
#include "base/command.h"
#include "base/json.h"
#include "base/status.h"
#include "count/gone.h"
#include "list/list.h"
#include "machine/discovery.h"
#include "machine/machine.h"

static struct {
	struct texts words;
	bool events;
	bool json;
} options = { .words = { .max = MAX_WORDS, .what = "words" } };

static const char doc[] =
	"Shows the machine as a map: dies, box types, units, and which units the driver omits and why. "
	"With WORDs, shows events: their meaning, their counters, and further terms that they require. A WORD is a PMU, "
	"a box type, or a part of a name or meaning. An event must match all WORDs.";

static const struct command_option option_list[] = {
	{ "events", 'e', NULL, "Show all events", .flag = &options.events },
	{ "json", 'j', NULL, "Print JSON", .flag = &options.json },
	{ 0 }
};

/* What was found of a box type; @all: beside units in use, those left out. */
struct row {
	const char *box;
	const struct pmu *pmus;
	size_t num_pmus;
	const struct pmu *type;
	const struct found_unit *sample;
};

static const struct found_unit *find_unit(const struct found_unit *units, size_t num, const char *box)
{
	size_t i;

	for (i = 0; i < num; i++)
		if (!strcmp(units[i].box, box) && !strcmp(units[i].verdict, "ok"))
			return &units[i];
	return NULL;
}

static struct row make_row(const struct machine *machine, size_t first,
			   const struct found_unit *units, size_t num)
{
	struct row row = { .box = machine->pmus[first].box };

	row.pmus = machine_box(machine, row.box, true, &row.num_pmus);
	if (machine->pmus[first].unit == ALL_UNITS)
		row.type = &machine->pmus[first];
	row.sample = find_unit(units, num, row.box);
	return row;
}

/* Numbers of units, neighbours joined: 0-3,5 */
static void print_numbers(const struct row *row)
{
	const char *comma = "";
	size_t i, last;

	for (i = 0; i < row->num_pmus; i = last + 1) {
		for (last = i; last + 1 < row->num_pmus &&
		     row->pmus[last + 1].unit == row->pmus[last].unit + 1; last++)
			;
		printf("%s%d", comma, row->pmus[i].unit);
		if (last > i)
			printf("-%d", row->pmus[last].unit);
		comma = ",";
	}
}

/* Owner CPUs: those of the first PMU that has one on the die. */
static const struct place *owner(const struct machine *machine, unsigned int die)
{
	size_t i, p;

	for (i = 0; i < machine->num_pmus; i++)
		for (p = 0; p < machine->pmus[i].num_places; p++)
			if (machine->pmus[i].places[p].die == die)
				return &machine->pmus[i].places[p];
	return NULL;
}

static void print_row(const struct machine *machine, const struct row *row)
{
	char registers[40] = "-";
	unsigned int die;

	if (row->sample && row->sample->width)
		snprintf(registers, sizeof(registers), "%-4s %u x %u bit", row->sample->space,
			 row->sample->counters, row->sample->width);
	else if (row->sample)
		snprintf(registers, sizeof(registers), "%s", row->sample->space);
	printf("  %-17s", row->box);
	for (die = 0; die < machine->num_dies; die++)
		if (owner(machine, die))
			printf(" %6u ", machine_units(machine, row->box, die));
	printf("  %-16s  ", registers);
	if (row->type)
		printf("%s, ", row->type->name);
	if (row->num_pmus && !row->pmus->numbered)
		fputs(row->pmus->name, stdout);
	else if (row->num_pmus) {
		printf("%.*s_", (int)(strrchr(row->pmus->name, '_') - row->pmus->name),
		       row->pmus->name);
		print_numbers(row);
	}
	putchar('\n');
}

/* A slot that a processor of the kind can have and this one has not is nothing to tell. */
static bool is_left_out(const struct found_unit *unit)
{
	return strcmp(unit->verdict, "ok") && strcmp(unit->verdict, "empty") &&
	       strcmp(unit->verdict, "not in this processor") &&
	       strcmp(unit->verdict, "found by its PCI id instead");
}

static void print_left_out(const struct found_unit *units, size_t num)
{
	bool any = false;
	size_t i;

	for (i = 0; i < num; i++) {
		if (!is_left_out(&units[i]))
			continue;
		if (!any)
			puts("\nLeft out by the driver:");
		any = true;
		if (units[i].die >= 0)
			printf("  die %d %s %u (%s): %s\n", units[i].die, units[i].box, units[i].unit,
			       units[i].space, units[i].verdict);
		else
			printf("  no die %s %u (%s): %s\n", units[i].box, units[i].unit, units[i].space,
			       units[i].verdict);
	}
	if (!any)
		puts("\nNothing was left out by the driver.");
}

/* Of all box types. */
static struct gone_units find_gone(const struct machine *machine)
{
	struct gone_units gone = { .num = 0 };
	size_t i;

	for (i = 0; i < machine->num_pmus; i++)
		if (!i || strcmp(machine->pmus[i].box, machine->pmus[i - 1].box))
			gone_read(&gone, machine->pmus[i].box);
	return gone;
}

static void print_gone(const struct machine *machine)
{
	struct gone_units gone = find_gone(machine);
	size_t i;

	if (gone.num)
		puts("\nUnits that no longer answer:");
	for (i = 0; i < gone.num; i++)
		printf("  die %u %s %d\n", gone.all[i].die, gone.all[i].box, gone.all[i].unit);
	free(gone.all);
}

static struct json_object *json_gone(const struct machine *machine)
{
	struct json_object *list = json_object_new_array(), *entry;
	struct gone_units gone = find_gone(machine);
	size_t i;

	for (i = 0; i < gone.num; i++) {
		entry = json_object_new_object();
		json_set_number(entry, "die", gone.all[i].die);
		json_set_text(entry, "box", gone.all[i].box);
		json_set_index(entry, "unit", gone.all[i].unit);
		json_object_array_add(list, entry);
	}
	free(gone.all);
	return list;
}

static void print_map(const struct machine *machine, const struct found_unit *units, size_t num,
		      bool discovery)
{
	unsigned int die;
	size_t i;

	printf("%s, %u %s, driver %s\n",
	       machine->processor ? machine->processor->name : "Unknown processor", machine->counted_dies,
	       machine->counted_dies == 1 ? "die" : "dies",
	       machine->own_driver ? "uncore_pmon" : "of the kernel (intel_uncore)");
	for (die = 0; die < machine->num_dies; die++) {
		const struct place *place = owner(machine, die);

		if (place)
			printf("die %u: package %u, counted by CPU %d\n", die, place->socket, place->cpu);
	}
	if (*machine->away)
		printf("%s: all CPUs are offline, so nothing of their package is counted\n", machine->away);
	printf("\n  %-17s", "units of");
	for (die = 0; die < machine->num_dies; die++)
		if (owner(machine, die))
			printf("  die %-2u", die);
	printf("  %-16s  %s\n", "registers", "PMUs");
	for (i = 0; i < machine->num_pmus; i++) {
		struct row row;

		if (i && !strcmp(machine->pmus[i].box, machine->pmus[i - 1].box))
			continue;
		row = make_row(machine, i, units, num);
		print_row(machine, &row);
	}
	print_gone(machine);
	print_connections(machine);
	if (discovery)
		print_left_out(units, num);
	else if (machine->own_driver)
		puts("\nRegisters and units that the driver leaves out are in debugfs, which only root can read.");
	else
		puts("\nRegisters and units that the driver leaves out are known only with uncore_pmon.");
}

static struct json_object *json_of_row(const struct machine *machine, const struct row *row)
{
	struct json_object *box = json_object_new_object(), *dies = json_object_new_array();
	struct json_object *pmus = json_object_new_array();
	unsigned int die;
	size_t i;

	json_set_text(box, "box", row->box);
	for (die = 0; die < machine->num_dies; die++)
		if (owner(machine, die))
			json_object_array_add(dies, json_object_new_int((int)machine_units(machine, row->box, die)));
	json_object_object_add(box, "units", dies);
	json_set_text(box, "type_pmu", row->type ? row->type->name : NULL);
	for (i = 0; i < row->num_pmus; i++)
		json_object_array_add(pmus, json_object_new_string(row->pmus[i].name));
	json_object_object_add(box, "pmus", pmus);
	json_set_text(box, "space", row->sample ? row->sample->space : NULL);
	/* The driver does not list free-running counters. */
	if (row->sample && row->sample->width) {
		json_set_number(box, "counters", row->sample->counters);
		json_set_number(box, "bits", row->sample->width);
	}
	return box;
}

static bool json_map(const struct machine *machine, const struct found_unit *units, size_t num,
		     bool discovery)
{
	struct json_object *map = json_begin(), *list;
	unsigned int die;
	size_t i;

	json_set_text(map, "processor", machine->processor ? machine->processor->id : NULL);
	json_set_text(map, "driver", machine->own_driver ? "uncore_pmon" : "intel_uncore");
	list = json_object_new_array();
	for (die = 0; die < machine->num_dies; die++) {
		const struct place *place = owner(machine, die);
		struct json_object *entry;

		if (!place)
			continue;
		entry = json_object_new_object();
		json_set_number(entry, "die", die);
		json_set_number(entry, "package", place->socket);
		json_set_number(entry, "cpu", (uint64_t)place->cpu);
		json_object_array_add(list, entry);
	}
	json_object_object_add(map, "dies", list);
	list = json_object_new_array();
	for (i = 0; i < machine->num_pmus; i++) {
		struct row row;

		if (i && !strcmp(machine->pmus[i].box, machine->pmus[i - 1].box))
			continue;
		row = make_row(machine, i, units, num);
		json_object_array_add(list, json_of_row(machine, &row));
	}
	json_object_object_add(map, "boxes", list);
	json_object_object_add(map, "gone", json_gone(machine));
	json_connections(machine, map);
	list = discovery ? json_object_new_array() : NULL;
	for (i = 0; i < num; i++) {
		struct json_object *entry;

		if (!is_left_out(&units[i]))
			continue;
		entry = json_object_new_object();
		json_object_object_add(entry, "die", units[i].die < 0 ? NULL :
				       json_object_new_int(units[i].die));
		json_set_text(entry, "box", units[i].box);
		json_set_number(entry, "unit", units[i].unit);
		json_set_text(entry, "reason", units[i].verdict);
		json_object_array_add(list, entry);
	}
	json_object_object_add(map, "left_out", list);
	return print_json(map);
}

int command_list(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore list", .usage = "[WORD...]", .doc = doc, .options = option_list, .words = &options.words,
	};
	struct found_unit *units;
	struct machine machine;
	bool discovery;
	size_t num;
	int status;

	parse_arguments(&line, argc, argv);
	status = machine_find(&machine);
	if (status)
		return status;
	if (options.words.num || options.events) {
		status = list_events(&machine, options.words.all, options.words.num, options.json);
	} else {
		discovery = discovery_read(&units, &num);
		if (!options.json)
			print_map(&machine, units, num, discovery);
		else if (!json_map(&machine, units, num, discovery))
			status = STATUS_FAILED;
		free(units);
	}
	machine_release(&machine);
	return status;
}
