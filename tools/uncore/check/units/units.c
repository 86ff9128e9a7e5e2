// SPDX-License-Identifier: GPL-2.0-only
/*
 * How many units there are, compared with all else that says it: capability registers, PCI functions, cores, memory modules.
 */
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sysfs.h"
#include "check/common/check.h"
#include "machine/memory_modules.h"

#define INTEL			0x8086
#define CAPABILITIES		0x325b
#define MAX_CPUS		8192

#define MODULES_OF_CHANNEL	2

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

static void compare_units(struct check *check, const char *box, unsigned int die, unsigned int number)
{
	unsigned int there = machine_units(&check->machine, box, die);

	check_number(check, number, "die %u %s", die, box);
	if (there != number)
		check_problem(check, "die %u has %u units of %s, its capability registers list %u", die,
			      there, box, number);
}

/*
 * Uncore guide 1.7: function 30.3, device id 0x325b, has a bit for each UPI link (CAPID2, bits 26:23) and for each CHA
 * (CAPID6, CAPID7). There is one in each package, in the order of their buses. Table 1-12: the functions that have the
 * registers of links and M2Ms, by their device ids.
 */
static void compare_with_pci(struct check *check)
{
	static const struct {
		const char *box;
		uint32_t id;
	} functions[] = { { "m2m", 0x324a }, { "upi", 0x3241 }, { "m3upi", 0x3246 } };
	unsigned int found[] = { 0, 0, 0 }, die = 0;
	struct dirent **devices;
	int num = scandir(sysfs_path("bus/pci/devices"), &devices, NULL, order_names), i;
	size_t f;

	for (i = 0; i < num; i++) {
		uint32_t id, links, low, high;
		const char *name = devices[i]->d_name;

		if (!config_read(name, 0, &id) || (id & 0xffff) != INTEL)
			id = 0;
		for (f = 0; f < sizeof(functions) / sizeof(*functions); f++)
			found[f] += id >> 16 == functions[f].id;
		if (id >> 16 == CAPABILITIES && die < check->machine.num_dies && config_read(name, 0x94, &links) &&
		    config_read(name, 0x9c, &low) && config_read(name, 0xa0, &high)) {
			compare_units(check, "cha", die, bits(low) + bits(high));
			compare_units(check, "upi", die, bits(links >> 23 & 0xf));
			die++;
		}
		free(devices[i]);
	}
	if (num >= 0)
		free(devices);
	if (!die)
		return;
	add_source("capability registers of %u packages", die);
	for (f = 0; f < sizeof(functions) / sizeof(*functions); f++) {
		unsigned int there = units_of_all(check, functions[f].box);

		check_number(check, found[f], "PCI functions of %s", functions[f].box);
		if (there != found[f])
			check_problem(check, "%u units of %s are counted, and there are %u PCI functions of them", there,
				      functions[f].box, found[f]);
	}
	add_source("PCI functions");
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
 * more of them than two for each channel.
 */
static void compare_with_modules(struct check *check)
{
	unsigned int channels = units_of_all(check, "imc");
	size_t modules, empty;

	if (!memory_modules(&modules, &empty))
		return;
	check_number(check, (double)modules, "DDR5 modules");
	check_number(check, channels, "memory channels");
	if (modules > MODULES_OF_CHANNEL * channels)
		check_problem(check, "%u memory channels are counted, which is too few for %zu DDR5 modules", channels, modules);
	add_source("%zu memory modules", modules);
}

static void run(struct check *check)
{
	*sources = '\0';
	compare_with_pci(check);
	if (check->machine.processor && !strcmp(check->machine.processor->id, "emr")) {
		compare_with_cores(check);
		compare_with_modules(check);
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
