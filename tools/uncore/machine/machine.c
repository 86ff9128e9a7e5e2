// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finding the uncore PMUs in sysfs. See machine.h.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/sysfs.h"
#include "machine/machine.h"

#define DEVICES	"bus/event_source/devices"
#define MAX_CPUS	65536

/*
 * The in-tree driver names box types that it has no name for by their number in the discovery
 * table, which types these are depends on the kernel.
 */
static const char *name_of_type(unsigned long number)
{
	static const char *const names[] = {
		[0] = "cha", [1] = "iio", [2] = "irp", [3] = "m2pcie", [4] = "pcu", [5] = "ubox",
		[6] = "imc", [7] = "m2m", [8] = "upi", [9] = "m3upi", [11] = "mdf", [12] = "cxlcm",
		[13] = "cxldp",
	};

	return number < sizeof(names) / sizeof(*names) ? names[number] : NULL;
}

/* uncore_cha_3 is unit 3 of cha, uncore_type_8_1 unit 1 of upi, uncore_type_5 the only ubox. */
static bool split_name(struct pmu *pmu)
{
	const char *name = pmu->name, *box;
	unsigned long type;
	char *digits, *end;

	if (!strncmp(name, "uncoreall_", 10)) {
		snprintf(pmu->box, sizeof(pmu->box), "%s", name + 10);
		pmu->unit = ALL_UNITS;
		return true;
	}
	if (strncmp(name, "uncore_", 7))
		return false;
	name += 7;
	pmu->unit = 0;
	if (!strncmp(name, "type_", 5) && isdigit((unsigned char)name[5])) {
		type = strtoul(name + 5, &end, 10);
		box = name_of_type(type);
		if (box)
			snprintf(pmu->box, sizeof(pmu->box), "%s", box);
		else
			snprintf(pmu->box, sizeof(pmu->box), "type_%lu", type);
		if (*end == '_') {
			pmu->unit = atoi(end + 1);
			pmu->numbered = true;
		}
		return true;
	}
	snprintf(pmu->box, sizeof(pmu->box), "%s", name);
	digits = strrchr(pmu->box, '_');
	if (digits && isdigit((unsigned char)digits[1]) &&
	    digits[1 + strspn(digits + 1, "0123456789")] == '\0') {
		pmu->unit = atoi(digits + 1);
		pmu->numbered = true;
		*digits = '\0';
	}
	return true;
}

/* PMUs that were read before have the same CPUs, in the same order. */
static struct cpu_position position_in(const struct machine *machine, size_t index, int cpu)
{
	const struct pmu *last = machine->num_pmus ? &machine->pmus[machine->num_pmus - 1] : NULL;

	if (!last || index >= last->num_places || last->places[index].cpu != cpu)
		return cpu_position(cpu);
	return (struct cpu_position){ .socket = (int)last->places[index].socket, .die_id = last->places[index].die_id };
}

static void add_place(const struct machine *machine, struct pmu *pmu, int cpu)
{
	struct cpu_position at = position_in(machine, pmu->num_places, cpu);

	pmu->places = grow(pmu->places, pmu->num_places, sizeof(*pmu->places));
	pmu->places[pmu->num_places++] = (struct place){
		.cpu = cpu, .die_id = at.die_id, .socket = at.socket < 0 ? 0 : (unsigned int)at.socket,
	};
}

static void read_places(const struct machine *machine, struct pmu *pmu)
{
	struct cpu_list list;
	int cpu;

	cpu_list_read(&list, sysfs_path(DEVICES "/%s/cpumask", pmu->name));
	while (cpu_list_next(&list, &cpu) && cpu < MAX_CPUS)
		add_place(machine, pmu, cpu);
}

/* Adds the die of a place to the @num keys, which are in order. Returns how many there are, 0 if more than MAX_DIES. */
static unsigned int add_key(unsigned int keys[MAX_DIES], unsigned int num, unsigned int key)
{
	unsigned int j, k;

	for (j = 0; j < num && keys[j] < key; j++)
		;
	if (j < num && keys[j] == key)
		return num;
	if (num == MAX_DIES)
		return 0;
	for (k = num; k > j; k--)
		keys[k] = keys[k - 1];
	keys[j] = key;
	return num + 1;
}

/*
 * The kernel numbers the dies of all packages that it has, in the order of packages and dies. One that is offline has left
 * sysfs, but the numbers of packages have a gap where it was. If no package is offline a gap is only a gap.
 */
static void number_keys(const unsigned int keys[MAX_DIES], unsigned int num, bool gaps, unsigned int numbers[MAX_DIES])
{
	unsigned int most = 1, of_package = 0, packages = 0, i;

	for (i = 0; i < num; i++) {
		of_package = i && keys[i] >> 8 == keys[i - 1] >> 8 ? of_package + 1 : 1;
		if (of_package > most)
			most = of_package;
	}
	for (i = 0; i < num; i++) {
		packages += i && keys[i] >> 8 != keys[i - 1] >> 8;
		numbers[i] = i + (gaps ? ((keys[i] >> 8) - packages) * most : 0);
	}
}

/* Dies that have a CPU of ours. Returns false if there are more than MAX_DIES, or their numbers are larger. */
static bool number_dies(struct machine *machine)
{
	unsigned int keys[MAX_DIES], numbers[MAX_DIES], num = 0, j;
	struct cpu_list nodes;
	size_t i, p;

	for (i = 0; i < machine->num_pmus; i++) {
		for (p = 0; p < machine->pmus[i].num_places; p++) {
			struct place *place = &machine->pmus[i].places[p];

			place->die = place->socket << 8 | (place->die_id < 0 ? 0 : (unsigned int)place->die_id & 0xff);
			num = add_key(keys, num, place->die);
			if (!num)
				return false;
		}
	}
	/* Without NUMA the kernel does not say what is offline. */
	number_keys(keys, num, nodes_offline(machine->away, sizeof(machine->away)) ||
		    (!node_list(&nodes) && cpus_offline()), numbers);
	machine->dies = allocated(calloc(num, sizeof(*machine->dies)));
	machine->counted_dies = num;
	for (i = 0; i < machine->num_pmus; i++) {
		for (p = 0; p < machine->pmus[i].num_places; p++) {
			struct place *place = &machine->pmus[i].places[p];

			for (j = 0; keys[j] != place->die; j++)
				;
			place->die = numbers[j];
			machine->dies[j] = *place;
		}
	}
	machine->num_dies = numbers[num - 1] + 1;
	return machine->num_dies <= MAX_DIES;
}

static int order_pmus(const void *left, const void *right)
{
	const struct pmu *a = left, *b = right;
	int boxes = strcmp(a->box, b->box);

	if (boxes)
		return boxes;
	return a->unit < b->unit ? -1 : a->unit > b->unit;
}

/* The stepping of the first CPU, or -1. No file of sysfs has it. */
static int read_stepping(void)
{
	char text[1024];
	const char *line;
	unsigned int stepping;

	line = read_file(cpuinfo_path(), text, sizeof(text)) ? strstr(text, "\nstepping") : NULL;
	return line && sscanf(line, " stepping : %u", &stepping) == 1 ? (int)stepping : -1;
}

static const struct processor *find_processor(void)
{
	unsigned int vendor, family, model;
	char text[64];

	if (!read_file(sysfs_path("devices/system/cpu/modalias"), text, sizeof(text)) ||
	    sscanf(text, "cpu:type:x86,ven%4xfam%4xmod%4x", &vendor, &family, &model) != 3 || vendor != 0)
		return NULL;
	return processor_of_model(family, model, read_stepping());
}

/* Returns 0, or errno if a PMU that is there cannot be read. */
static int add_pmu(struct machine *machine, const char *name)
{
	struct pmu pmu = { .unit = 0 };
	char text[32];

	if (strlen(name) >= sizeof(pmu.name))
		return 0;
	strcpy(pmu.name, name);
	if (!split_name(&pmu))
		return 0;
	if (!read_file(sysfs_path(DEVICES "/%s/type", name), text, sizeof(text)))
		return errno == ENOENT ? 0 : errno;
	pmu.type = (uint32_t)strtoul(text, NULL, 10);
	read_places(machine, &pmu);
	/* A PMU that has no CPU counts nothing: all of its dies are offline. */
	if (!pmu.num_places)
		return 0;
	machine->pmus = grow(machine->pmus, machine->num_pmus, sizeof(pmu));
	machine->pmus[machine->num_pmus++] = pmu;
	return 0;
}

int machine_find(struct machine *machine)
{
	struct dirent *entry;
	char text[32];
	DIR *devices;
	int error;

	memset(machine, 0, sizeof(*machine));
	devices = opendir(sysfs_path(DEVICES));
	error = devices || errno == ENOENT || errno == ENOTDIR ? 0 : errno;
	while (!error && devices && (entry = readdir(devices)))
		if (!strncmp(entry->d_name, "uncore", 6))
			error = add_pmu(machine, entry->d_name);
	if (devices)
		closedir(devices);
	if (error) {
		machine_release(machine);
		return (int)fail(error == EACCES ? STATUS_NO_PERMISSION : STATUS_FAILED, "cannot read the PMUs in %s: %s",
				 sysfs_path(DEVICES), strerror(error));
	}
	if (!machine->num_pmus)
		return (int)fail(STATUS_NO_PMU, "no uncore PMU; load uncore_pmon: modprobe uncore_pmon");
	qsort(machine->pmus, machine->num_pmus, sizeof(*machine->pmus), order_pmus);
	if (!number_dies(machine))
		return (int)fail(STATUS_FAILED, "the machine has more than %d dies", MAX_DIES);
	machine->processor = find_processor();
	/* It is gone with its PMUs, and cannot be loaded beside the other one. */
	machine->own_driver = read_file(sysfs_path("module/uncore_pmon/initstate"), text,
					sizeof(text));
	return STATUS_OK;
}

/* The CPUs of a PMU have one on a die that it did not have when it was read. */
static bool has_new_die(const struct pmu *pmu)
{
	struct cpu_list list;
	bool found;
	size_t i;
	int cpu;

	cpu_list_read(&list, sysfs_path(DEVICES "/%s/cpumask", pmu->name));
	while (cpu_list_next(&list, &cpu)) {
		found = false;
		for (i = 0; i < pmu->num_places && !found; i++)
			found = pmu->places[i].cpu == cpu;
		if (!found && !place_of_cpu(pmu->places, pmu->num_places, cpu))
			return true;
	}
	return false;
}

/* Adds those of the places @now that are on other dies than @places. Returns how many there are then. */
static size_t add_places(const struct place *now, size_t num_now, struct place **places, size_t num)
{
	size_t before = num, i;

	for (i = 0; i < num_now; i++) {
		if (place_of_cpu(*places, before, now[i].cpu))
			continue;
		*places = grow(*places, num, sizeof(**places));
		(*places)[num++] = now[i];
	}
	return num;
}

static bool add_dies_of(const struct pmu *now, struct pmu *pmu)
{
	size_t before = pmu->num_places;

	pmu->num_places = add_places(now->places, now->num_places, &pmu->places, before);
	return pmu->num_places > before;
}

bool machine_add_dies(struct machine *machine)
{
	struct machine now;
	bool any = false;
	size_t i;

	/* One PMU of each box type shows it. */
	for (i = 0; i < machine->num_pmus && !any; i++)
		any = (!i || strcmp(machine->pmus[i].box, machine->pmus[i - 1].box)) && has_new_die(&machine->pmus[i]);
	if (!any || machine_find(&now))
		return false;
	any = false;
	for (i = 0; i < machine->num_pmus; i++) {
		const struct pmu *pmu = machine_pmu(&now, machine->pmus[i].name);

		any = (pmu && add_dies_of(pmu, &machine->pmus[i])) || any;
	}
	machine->num_dies = now.num_dies;
	machine->counted_dies = (unsigned int)add_places(now.dies, now.counted_dies, &machine->dies, machine->counted_dies);
	memcpy(machine->away, now.away, sizeof(machine->away));
	machine_release(&now);
	return any;
}

void machine_report_away(const struct machine *machine)
{
	if (*machine->away)
		fail(STATUS_OK, "%s: all CPUs are offline, so nothing of their package is counted", machine->away);
}

bool machine_has_die(const struct machine *machine, unsigned int die)
{
	return machine_package(machine, die) >= 0;
}

void machine_release(struct machine *machine)
{
	size_t i;

	for (i = 0; i < machine->num_pmus; i++) {
		free(machine->pmus[i].places);
		free(machine->pmus[i].formats);
	}
	free(machine->pmus);
	free(machine->dies);
	memset(machine, 0, sizeof(*machine));
}

struct pmu *machine_pmu(const struct machine *machine, const char *name)
{
	size_t i;

	for (i = 0; i < machine->num_pmus; i++)
		if (!strcmp(machine->pmus[i].name, name))
			return &machine->pmus[i];
	return NULL;
}

struct pmu *machine_box(const struct machine *machine, const char *box, bool each, size_t *number)
{
	struct pmu *first = NULL;
	size_t i;

	*number = 0;
	for (i = 0; i < machine->num_pmus; i++) {
		struct pmu *pmu = &machine->pmus[i];

		if (strcmp(pmu->box, box))
			continue;
		if (pmu->unit == ALL_UNITS) {
			if (each)
				continue;
			*number = 1;
			return pmu;
		}
		if (!first)
			first = pmu;
		++*number;
	}
	return first;
}

unsigned int machine_units(const struct machine *machine, const char *box, unsigned int die)
{
	unsigned int units = 0;
	size_t number, i, p;
	const struct pmu *pmu = machine_box(machine, box, true, &number);

	for (i = 0; i < number; i++)
		for (p = 0; p < pmu[i].num_places; p++)
			units += pmu[i].places[p].die == die;
	return units;
}

int machine_package(const struct machine *machine, unsigned int die)
{
	unsigned int i;

	for (i = 0; i < machine->counted_dies; i++)
		if (machine->dies[i].die == die)
			return (int)machine->dies[i].socket;
	return -1;
}
