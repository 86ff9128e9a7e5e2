// SPDX-License-Identifier: GPL-2.0-only
/*
 * What sysfs says about a PMU, turned into a perf_event_attr.
 *
 * The perf tool does the same, but it hides the errno, will not pass bits that no format names and
 * cannot keep an event open while something else happens.
 */
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmu.h"

#define PMU_ROOT	"/sys/bus/event_source/devices"
#define MAX_TEXT	256

static int read_text(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "r");
	size_t length;

	if (!file)
		return -1;
	length = fread(text, 1, size - 1, file);
	fclose(file);
	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	text[length] = '\0';
	return 0;
}

static void pmu_name(const char *spec, char *name, size_t size)
{
	snprintf(name, size, "%.*s", (int)strcspn(spec, "/"), spec);
}

/* Spread @value over the bit ranges of one format file, e.g. `config:8-15,32-63`. */
static int set_field(struct perf_event_attr *attr, const char *format, uint64_t value)
{
	__u64 *word = (__u64 *)&attr->config;
	const char *range = strchr(format, ':');

	if (!range)
		return -1;
	if (!strncmp(format, "config1:", 8))
		word = (__u64 *)&attr->config1;
	else if (!strncmp(format, "config2:", 8))
		word = (__u64 *)&attr->config2;
	else if (strncmp(format, "config:", 7))
		return -1;

	do {
		char *end;
		unsigned int low = (unsigned int)strtoul(range + 1, &end, 10);
		unsigned int high = low;
		unsigned int bits;

		if (*end == '-')
			high = (unsigned int)strtoul(end + 1, &end, 10);
		if (high < low || high > 63)
			return -1;
		bits = high - low + 1;
		*word |= (bits == 64 ? value : value & ((1ULL << bits) - 1)) << low;
		value = bits == 64 ? 0 : value >> bits;
		range = *end == ',' ? end : NULL;
	} while (range);

	return value ? -1 : 0;
}

static int add_terms(const char *pmu, char *terms, struct perf_event_attr *attr, int depth,
		     char *error, size_t error_size);

static int add_term(const char *pmu, char *term, struct perf_event_attr *attr, int depth,
		    char *error, size_t error_size)
{
	char path[2 * MAX_TEXT], text[MAX_TEXT];
	char *equals = strchr(term, '=');
	uint64_t value = 1;

	if (equals) {
		char *end;

		*equals = '\0';
		errno = 0;
		value = strtoull(equals + 1, &end, 0);
		if (errno || *end || end == equals + 1) {
			snprintf(error, error_size, "%s: bad value of term %s", pmu, term);
			return -1;
		}
	}

	if (!strcmp(term, "config"))
		attr->config |= value;
	else if (!strcmp(term, "config1"))
		attr->config1 |= value;
	else if (!strcmp(term, "config2"))
		attr->config2 |= value;
	else {
		snprintf(path, sizeof(path), PMU_ROOT "/%s/format/%s", pmu, term);
		if (!read_text(path, text, sizeof(text))) {
			if (!set_field(attr, text, value))
				return 0;
			snprintf(error, error_size, "%s: %s=0x%llx does not fit format %s", pmu, term,
				 (unsigned long long)value, text);
			return -1;
		}
		snprintf(path, sizeof(path), PMU_ROOT "/%s/events/%s", pmu, term);
		if (equals || depth || read_text(path, text, sizeof(text))) {
			snprintf(error, error_size, "%s: no format or event %s", pmu, term);
			return -1;
		}
		return add_terms(pmu, text, attr, depth + 1, error, error_size);
	}
	return 0;
}

static int add_terms(const char *pmu, char *terms, struct perf_event_attr *attr, int depth,
		     char *error, size_t error_size)
{
	char *next;

	for (; terms && *terms; terms = next) {
		next = strchr(terms, ',');
		if (next)
			*next++ = '\0';
		if (add_term(pmu, terms, attr, depth, error, error_size))
			return -1;
	}
	return 0;
}

int pmu_event(const char *spec, struct perf_event_attr *attr, char *error, size_t error_size)
{
	char pmu[MAX_TEXT], path[2 * MAX_TEXT], text[MAX_TEXT];
	const char *terms = strchr(spec, '/');

	pmu_name(spec, pmu, sizeof(pmu));
	snprintf(path, sizeof(path), PMU_ROOT "/%s/type", pmu);
	if (read_text(path, text, sizeof(text))) {
		snprintf(error, error_size, "there is no PMU %s", pmu);
		return -1;
	}
	attr->type = (__u32)strtoul(text, NULL, 10);

	if (!terms)
		return 0;
	snprintf(text, sizeof(text), "%.*s", (int)strcspn(terms + 1, "/"), terms + 1);
	return add_terms(pmu, text, attr, 0, error, error_size);
}

static int topology_of_cpu(unsigned long cpu, const char *what)
{
	char path[MAX_TEXT], text[MAX_TEXT];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%lu/topology/%s", cpu, what);
	return read_text(path, text, sizeof(text)) ? -1 : atoi(text);
}

/* Machines have several packages of one die, or one package. */
static int die_of_cpu(unsigned long cpu)
{
	int package = topology_of_cpu(cpu, "physical_package_id");

	return package ? package : topology_of_cpu(cpu, "die_id");
}

/* The CPU of the die in a list of them, or -1. */
static int cpu_in_list(char *list, unsigned int die)
{
	while (*list) {
		unsigned long cpu = strtoul(list, &list, 10);
		unsigned long last = cpu;

		if (*list == '-')
			last = strtoul(list + 1, &list, 10);
		for (; cpu <= last; cpu++)
			if (die_of_cpu(cpu) == (int)die)
				return (int)cpu;
		if (*list == ',')
			list++;
		else
			break;
	}
	return -1;
}

/* A CPU that goes offline has no die any more: then the mask has changed, too. */
int pmu_cpu_of_die(const char *spec, unsigned int die)
{
	char pmu[MAX_TEXT], path[2 * MAX_TEXT], text[MAX_TEXT], before[MAX_TEXT] = "";
	int cpu;

	pmu_name(spec, pmu, sizeof(pmu));
	snprintf(path, sizeof(path), PMU_ROOT "/%s/cpumask", pmu);
	while (!read_text(path, text, sizeof(text))) {
		cpu = cpu_in_list(text, die);
		if (cpu >= 0 || !strcmp(text, before))
			return cpu;
		strcpy(before, text);
	}
	return -1;
}
