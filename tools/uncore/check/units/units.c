// SPDX-License-Identifier: GPL-2.0-only
/*
 * How many units there are, compared with all else that says it: capability registers, PCI functions, cores, memory modules.
 */
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sysfs.h"
#include "check/common/check.h"
#include "machine/memory_modules.h"

#define INTEL			0x8086
#define MAX_CPUS		8192

/* What the numbers of units were compared with, for the check's line. */
static char sources[160];

__attribute__((format(printf, 1, 2)))
static void add_source(const char *format, ...)
{
	size_t length = strlen(sources);
	va_list arguments;

	va_start(arguments, format);
	snprintf(sources + length, sizeof(sources) - length, "%s", length ? ", " : "");
	length = strlen(sources);
	vsnprintf(sources + length, sizeof(sources) - length, format, arguments);
	va_end(arguments);
}

/* A register of a PCI function's configuration space. */
static bool config_read(const char *device, long offset, uint32_t *value)
{
	FILE *file = fopen(sysfs_path("bus/pci/devices/%s/config", device), "r");
	bool good = file && !fseek(file, offset, SEEK_SET) && fread(value, sizeof(*value), 1, file) == 1;

	if (file)
		fclose(file);
	return good;
}

static unsigned int bits(uint32_t value)
{
	return (unsigned int)__builtin_popcount(value);
}

static int order_names(const struct dirent **left, const struct dirent **right)
{
	return strcmp((*left)->d_name, (*right)->d_name);
}

static unsigned int units_of_all(const struct check *check, const char *box)
{
	unsigned int sum = 0, die;

	for (die = 0; die < check->machine.num_dies; die++)
		sum += machine_units(&check->machine, box, die);
	return sum;
}

/* A PCI function: its name is domain:bus:device.function. */
struct function {
	char name[256];
	uint32_t id, number;
};

static struct function *all_functions(size_t *num)
{
	struct dirent **devices;
	int found = scandir(sysfs_path("bus/pci/devices"), &devices, NULL, order_names), i;
	struct function *functions = allocated(calloc(found > 0 ? (size_t)found : 1, sizeof(*functions)));

	*num = 0;
	for (i = 0; i < found; i++) {
		struct function *function = &functions[*num];
		const char *dot = strrchr(devices[i]->d_name, '.');

		snprintf(function->name, sizeof(function->name), "%s", devices[i]->d_name);
		if (dot && config_read(function->name, 0, &function->id) && (function->id & 0xffff) == INTEL) {
			function->id >>= 16;
			function->number = (uint32_t)strtoul(dot + 1, NULL, 16);
			(*num)++;
		}
		free(devices[i]);
	}
	if (found >= 0)
		free(devices);
	return functions;
}

static unsigned int count_functions(const struct function *all, size_t num, unsigned int id, unsigned int first,
				    unsigned int last)
{
	unsigned int found = 0;
	size_t i;

	for (i = 0; i < num; i++)
		found += all[i].id == id && all[i].number >= first && all[i].number <= last;
	return found;
}

/* Functions can be more than the units that are in use, never fewer. Returns whether the numbers agree. */
static bool compare_with_functions(struct check *check, const struct unit_functions *of, const struct function *all, size_t num)
{
	unsigned int found = count_functions(all, num, of->id, of->first_function, of->last_function);
	unsigned int shown = of->shown_by ? count_functions(all, num, of->shown_by, 0, 7) : 0;
	unsigned int there = units_of_all(check, of->box), least = found;

	if (shown && shown < least)
		least = shown;
	if (of->per && units_of_all(check, of->per) < least)
		least = units_of_all(check, of->per);
	check_number(check, found, "PCI functions of %s", of->box);
	if (there >= least && there <= found)
		return true;
	check_problem(check, "%u units of %s are counted, and there are %u PCI functions of them", there, of->box, found);
	return false;
}

static void compare_units(struct check *check, const char *box, unsigned int die, unsigned int number)
{
	unsigned int there = machine_units(&check->machine, box, die);

	/* The function of a package whose CPUs are offline is there. */
	if (!machine_has_die(&check->machine, die))
		return;
	check_number(check, number, "die %u %s", die, box);
	if (there != number)
		check_problem(check, "die %u has %u units of %s, its capability registers list %u", die,
			      there, box, number);
}

/*
 * Uncore guide 1.7: a function of each package, in the order of their buses, has a bit for each UPI link (CAPID2, bits 26:23) and
 * for each CHA (CAPID6, CAPID7). Functions of links can be hidden, so the links are compared only if the functions differ, too.
 */
static unsigned int compare_with_capabilities(struct check *check, unsigned int id, const struct function *all, size_t num,
					      bool links_agree)
{
	unsigned int die = 0;
	size_t i;

	for (i = 0; i < num && die < check->machine.num_dies; i++) {
		uint32_t links, low, high;

		if (all[i].id != id || !config_read(all[i].name, 0x94, &links) || !config_read(all[i].name, 0x9c, &low) ||
		    !config_read(all[i].name, 0xa0, &high))
			continue;
		compare_units(check, "cha", die, bits(low) + bits(high));
		if (!links_agree)
			compare_units(check, "upi", die, bits(links >> 23 & 0xf));
		die++;
	}
	return die;
}

static void compare_with_pci(struct check *check, const struct unit_sources *source)
{
	const struct unit_functions *of;
	bool links_agree = true, agree;
	size_t num;
	struct function *all = all_functions(&num);
	unsigned int dies;

	/* Without the functions of the packages, PCI is hidden as a whole. */
	if (count_functions(all, num, source->capabilities, 0, 7)) {
		for (of = source->functions; of->box; of++) {
			agree = compare_with_functions(check, of, all, num);
			if (!strcmp(of->box, "upi"))
				links_agree = agree;
		}
		dies = compare_with_capabilities(check, source->capabilities, all, num, links_agree);
		if (dies)
			add_source("capability registers of %u packages", dies);
		add_source("PCI functions");
	}
	free(all);
}

static int order_cores(const void *left, const void *right)
{
	int a = *(const int *)left, b = *(const int *)right;

	return a < b ? -1 : a > b;
}

/*
 * CPUID tells cores (leaf 0x1f, which Linux has read), not slices: these are said nowhere, and may be more than there
 * are cores, but not fewer.
 */
static void compare_with_cores(struct check *check)
{
	static int cores[MAX_CPUS];
	const struct pmu *pmu = check->machine.pmus;
	size_t place;

	for (place = 0; place < pmu->num_places; place++) {
		const struct place *here = &pmu->places[place];
		unsigned int num = 0, different = 0, i, slices = machine_units(&check->machine, "cha", here->die);
		struct cpu_list list;
		int cpu;

		cpu_list_present(&list);
		while (num < MAX_CPUS && cpu_list_next(&list, &cpu)) {
			int core = cpu_position(cpu).core;

			if (core >= 0 && place_of_cpu(pmu->places, pmu->num_places, cpu) == here)
				cores[num++] = core;
		}
		qsort(cores, num, sizeof(*cores), order_cores);
		for (i = 0; i < num; i++)
			different += !i || cores[i] != cores[i - 1];
		if (!different)
			return;
		check_number(check, different, "die %u cores", here->die);
		if (slices && different > slices)
			check_problem(check, "die %u has %u CHAs for %u cores, each of which has one", here->die, slices,
				      different);
	}
	add_source("cores");
}

/*
 * SMBIOS lists modules, and says in words of the board's maker where they are: so what can be told is that there are no
 * more of them than the channels can have.
 */
static void compare_with_modules(struct check *check, unsigned int modules_of_channel)
{
	unsigned int channels = units_of_all(check, "imc");
	size_t modules, empty;

	if (!memory_modules(&modules, &empty))
		return;
	check_number(check, (double)modules, "DDR5 modules");
	check_number(check, channels, "memory channels");
	if (modules > modules_of_channel * channels)
		check_problem(check, "%u memory channels are counted, which is too few for %zu DDR5 modules", channels, modules);
	add_source("%zu memory modules", modules);
}

static void run(struct check *check)
{
	const struct unit_sources *source = check->machine.processor ? check->machine.processor->sources : NULL;

	*sources = '\0';
	if (source) {
		compare_with_pci(check, source);
		if (source->core_has_cha)
			compare_with_cores(check);
		if (source->modules_of_channel)
			compare_with_modules(check, source->modules_of_channel);
	}
	if (*sources)
		check_pass(check, "agrees with %s", sources);
	else
		check_cannot(check, "no access to capability registers (PCI 8086:325b): run as root, if the machine has them");
}

const struct check_kind check_units = {
	.name = "units",
	.what = "unit numbers agree with registers, PCI, cores and memory modules",
	.run = run,
};
