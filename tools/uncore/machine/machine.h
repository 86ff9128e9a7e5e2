/* SPDX-License-Identifier: GPL-2.0-only */
/* The uncore PMUs of this machine, as sysfs shows them. */
#ifndef UNCORE_MACHINE_H
#define UNCORE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/processor.h"
#include "machine/topology.h"

#define NAME_SIZE	64
#define ALL_UNITS	(-1)
#define MAX_DIES	256

/**
 * struct format - an entry of a PMU's format directory
 * @name: its name
 * @word: 0 to 2: config, config1, config2
 * @mask: its bits there
 * @text: as in sysfs
 */
struct format {
	char name[NAME_SIZE];
	unsigned int word;
	uint64_t mask;
	char text[NAME_SIZE];
};

/**
 * struct pmu - a PMU of the uncore
 * @name: in sysfs
 * @box: box type
 * @unit: number of the unit, ALL_UNITS for a PMU that counts on all of the type
 * @numbered: the number stands in the name; a type with one unit has none
 * @type: for perf_event_attr
 * @places: one for each die
 * @num_places: number of dies
 * @formats: formats, read on demand by pmu_formats()
 * @num_formats: their number
 */
struct pmu {
	char name[NAME_SIZE];
	char box[NAME_SIZE];
	int unit;
	bool numbered;
	uint32_t type;
	struct place *places;
	size_t num_places;
	struct format *formats;
	size_t num_formats;
};

/**
 * struct machine - what can be counted
 * @pmus: by box type and unit, the PMU of all units first
 * @num_pmus: number of PMUs
 * @num_dies: numbers of dies are less than this
 * @dies: a place on each die that has units of any PMU and a CPU that is online. A single PMU may have no unit on some die.
 * @counted_dies: their number
 * @away: packages none of whose CPUs is online, for messages; empty if there are none
 * @processor: its description, or NULL if the program has none
 * @own_driver: the PMUs are those of uncore_pmon, not of the in-tree driver
 */
struct machine {
	struct pmu *pmus;
	size_t num_pmus;
	unsigned int num_dies;
	struct place *dies;
	unsigned int counted_dies;
	char away[256];
	const struct processor *processor;
	bool own_driver;
};

/**
 * machine_find() - look for the uncore PMUs
 * @machine: receives them
 *
 * Return: 0, or STATUS_NO_PMU after a message.
 */
int machine_find(struct machine *machine);

/**
 * machine_add_dies() - look for dies that were offline before
 * @machine: receives their places in the PMUs that it has
 *
 * PMUs stay where they are in memory. PMUs that are new are not added.
 *
 * Return: whether there are any.
 */
bool machine_add_dies(struct machine *machine);

/** machine_report_away() - a message about packages that cannot be counted, if there are any */
void machine_report_away(const struct machine *machine);

/** machine_has_die() - a die has units that can be counted */
bool machine_has_die(const struct machine *machine, unsigned int die);

/** machine_release() - undo machine_find() */
void machine_release(struct machine *machine);

/** machine_pmu() - the PMU of that name, NULL if there is none */
struct pmu *machine_pmu(const struct machine *machine, const char *name);

/**
 * machine_box() - the PMUs that count on all units of a type
 * @machine: the machine
 * @box: box type
 * @each: one for each unit even if there is a PMU of the whole type
 * @number: receives how many there are; they stand one behind the other
 *
 * Return: the first one, NULL if there is none.
 */
struct pmu *machine_box(const struct machine *machine, const char *box, bool each, size_t *number);

/** machine_units() - units of a box type on a die */
unsigned int machine_units(const struct machine *machine, const char *box, unsigned int die);

/** machine_package() - the package of a die, -1 if the die has no unit */
int machine_package(const struct machine *machine, unsigned int die);

/** pmu_format() - a format by name, NULL if the PMU has none of that name */
const struct format *pmu_format(struct pmu *pmu, const char *name);

/** pmu_formats() - read the formats, if that was not done yet */
void pmu_formats(struct pmu *pmu);

/** pmu_bits() - bits of config (@word 0) to config2 that some format of the PMU names */
uint64_t pmu_bits(struct pmu *pmu, unsigned int word);

/**
 * pmu_aliases() - names in the PMU's events directory
 * @pmu: the PMU
 * @number: receives how many
 *
 * Return: sorted array, to be released with free_names().
 */
char **pmu_aliases(const struct pmu *pmu, size_t *number);

/** free_names() - release what pmu_aliases() returned */
void free_names(char **names, size_t number);

/** pmu_alias() - the text of an alias; false if there is none */
bool pmu_alias(const struct pmu *pmu, const char *name, char *text, size_t size);

#endif
