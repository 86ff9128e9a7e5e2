// SPDX-License-Identifier: GPL-2.0-only
/*
 * The PMUs, and configurations of them.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "pmu.h"

#define DEVICES		"/sys/bus/event_source/devices"
#define RECENT		64
#define MAX_EVENTS	64

static struct fuzz_pmu pmus[MAX_PMUS];
static size_t num_pmus;

/* Numbers of PMUs, from 1, in the upper half, and event codes, for the simulator to let them happen. */
static atomic_ullong recent[RECENT];
static atomic_uint recent_at;

/* All bits of its formats: what a term with the largest value sets. */
static void scan_formats(struct fuzz_pmu *pmu)
{
	struct dirent *entry;
	char path[1024];
	DIR *formats;

	snprintf(path, sizeof(path), DEVICES "/%.63s/format", pmu->name);
	formats = opendir(path);
	while (formats && (entry = readdir(formats))) {
		struct perf_event_attr attr;
		char error[256];
		unsigned int bits;

		/* The widest value that fits sets all bits. */
		for (bits = 64; entry->d_name[0] != '.' && bits; bits--) {
			unsigned long long value = bits == 64 ? ~0ULL : (1ULL << bits) - 1;

			snprintf(path, sizeof(path), "%.63s/%.255s=0x%llx/", pmu->name, entry->d_name, value);
			memset(&attr, 0, sizeof(attr));
			if (pmu_event(path, &attr, error, sizeof(error)))
				continue;
			pmu->mask[0] |= attr.config;
			pmu->mask[1] |= attr.config1;
			pmu->mask[2] |= attr.config2;
			break;
		}
	}
	if (formats)
		closedir(formats);
}

static void scan_events(struct fuzz_pmu *pmu)
{
	struct dirent *entry;
	char path[1024];
	DIR *events;

	pmu->events = calloc(MAX_EVENTS, sizeof(*pmu->events));
	snprintf(path, sizeof(path), DEVICES "/%.63s/events", pmu->name);
	events = opendir(path);
	while (events && pmu->events && pmu->num_events < MAX_EVENTS && (entry = readdir(events))) {
		struct perf_event_attr attr = { .type = 0 };
		char error[256];

		snprintf(path, sizeof(path), "%.63s/%.255s/", pmu->name, entry->d_name);
		if (entry->d_name[0] == '.' || strstr(path, ".scale/") || strstr(path, ".unit/") ||
		    pmu_event(path, &attr, error, sizeof(error)))
			continue;
		pmu->events[pmu->num_events][0] = attr.config;
		pmu->events[pmu->num_events][1] = attr.config1;
		pmu->events[pmu->num_events++][2] = attr.config2;
	}
	if (events)
		closedir(events);
}

static int by_name(const void *left, const void *right)
{
	return strcmp(((const struct fuzz_pmu *)left)->name, ((const struct fuzz_pmu *)right)->name);
}

bool machine_scan(void)
{
	DIR *devices = opendir(DEVICES);
	struct dirent *entry;
	size_t i;

	while (devices && num_pmus < MAX_PMUS && (entry = readdir(devices))) {
		struct fuzz_pmu *pmu = &pmus[num_pmus];
		struct perf_event_attr attr = { .type = 0 };
		char error[256];

		if (strncmp(entry->d_name, "uncore", 6) || strlen(entry->d_name) >= sizeof(pmu->name) ||
		    pmu_event(entry->d_name, &attr, error, sizeof(error)))
			continue;
		memset(pmu, 0, sizeof(*pmu));
		strcpy(pmu->name, entry->d_name);
		pmu->type = attr.type;
		num_pmus++;
	}
	if (devices)
		closedir(devices);
	/* The order of a folder is nobody's promise, and a seed is to mean the same again. */
	qsort(pmus, num_pmus, sizeof(*pmus), by_name);
	for (i = 0; i < num_pmus; i++) {
		scan_formats(&pmus[i]);
		scan_events(&pmus[i]);
	}
	return num_pmus;
}

void machine_forget(void)
{
	while (num_pmus)
		free(pmus[--num_pmus].events);
}

const struct fuzz_pmu *machine_attr(struct numbers *numbers, struct perf_event_attr *attr)
{
	const struct fuzz_pmu *pmu = &pmus[below(numbers, (unsigned int)num_pmus)];

	attr->type = one_in(numbers, 200) ? below(numbers, 64) : pmu->type;
	if (pmu->num_events && !one_in(numbers, 4)) {
		const uint64_t *event = pmu->events[below(numbers, (unsigned int)pmu->num_events)];

		attr->config = event[0];
		attr->config1 = event[1];
		attr->config2 = event[2];
	} else {
		/* Few bits, so that different events are the same now and then, and all counters can count some. */
		attr->config = any(numbers) & any(numbers) & pmu->mask[0] & 0xffff;
	}
	if (one_in(numbers, 6))
		attr->config |= any(numbers) & any(numbers) & any(numbers) & pmu->mask[0];
	if (one_in(numbers, 6))
		attr->config1 |= any(numbers) & any(numbers) & any(numbers) & pmu->mask[1];
	if (one_in(numbers, 6))
		attr->config2 |= any(numbers) & any(numbers) & pmu->mask[2];
	if (pmu->mask[1] >> 63 && one_in(numbers, 6))
		attr->config1 |= 1ULL << 63;
	/* Bits that no format has. */
	if (one_in(numbers, 60))
		attr->config ^= 1ULL << below(numbers, 64);
	atomic_store(&recent[atomic_fetch_add(&recent_at, 1) % RECENT],
		     (uint64_t)(pmu - pmus + 1) << 32 | (attr->config & 0xff));
	return pmu;
}

int machine_cpu(struct numbers *numbers)
{
	switch (below(numbers, 40)) {
	case 0:		return -1;
	case 1:		return 4711;
	case 2 ... 10:	return (int)below(numbers, 4);
	default:	return one_in(numbers, 2) ? 0 : 2 + (int)below(numbers, 2);
	}
}

bool machine_recent(struct numbers *numbers, char unit[32], unsigned int *event)
{
	uint64_t one = atomic_load(&recent[below(numbers, RECENT)]);
	const char *name, *number;

	if (!(one >> 32) || one >> 32 > num_pmus)
		return false;
	*event = one & 0xff;
	name = strchr(pmus[(one >> 32) - 1].name, '_') + 1;
	number = strrchr(name, '_');
	if (strstr(name, "free_running"))
		return false;
	if (pmus[(one >> 32) - 1].name[6] == 'a')
		snprintf(unit, 32, "%.20s:*", name);
	else
		snprintf(unit, 32, "%.*s:%.8s", number ? (int)(number - name) : 20, name, number ? number + 1 : "0");
	return true;
}
