// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every alias of a PMU: what its text says, and whether it counts what it names.
 *
 * What an injected event does to another alias than its own is decided here as the guide has it,
 * from the configuration bits: the same event select, umask and extension, and for the events of
 * an IIO that look at ports and flow classes at least one of each in common.
 */
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "aliases.h"
#include "events.h"
#include "pmu.h"
#include "simulator.h"
#include "terms.h"

#define PMU_ROOT	"/sys/bus/event_source/devices"
#define MAX_WINDOW	4	/* no unit has more counters that count everything */
#define FIXED_EVENT	0xff

struct alias {
	char *name;
	uint64_t config, config1, config2;
	char *terms;		/* as perf has them, filters included; NULL if the bits are enough */
	uint64_t injected;	/* what its event counts by now, on all units of the PMU */
	uint64_t units;		/* those that it is counted on */
};

struct alias_list {
	char pmu[64];
	char type[32];		/* unit type, as the simulator calls it */
	int unit;		/* -1 for all units */
	bool free_running;
	struct alias *alias;
	size_t count;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct alias *)a)->name, ((const struct alias *)b)->name);
}

/* uncoreall_TYPE, uncore_TYPE or uncore_TYPE_NUMBER; free-running counters belong to their box. */
static bool split_name(struct alias_list *list, const char *pmu)
{
	const char *rest = pmu + strlen("uncore_");
	char *number;

	list->unit = -1;
	snprintf(list->pmu, sizeof(list->pmu), "%s", pmu);
	if (!strncmp(pmu, "uncoreall_", strlen("uncoreall_"))) {
		snprintf(list->type, sizeof(list->type), "%s", pmu + strlen("uncoreall_"));
		return true;
	}
	if (strncmp(pmu, "uncore_", strlen("uncore_")))
		return false;
	snprintf(list->type, sizeof(list->type), "%s", rest);
	list->unit = 0;
	number = strrchr(list->type, '_');
	if (number && strspn(number + 1, "0123456789") == strlen(number + 1)) {
		list->unit = atoi(number + 1);
		*number = '\0';
	}
	number = strstr(list->type, "_free_running");
	if (number) {
		list->free_running = true;
		*number = '\0';
	}
	return true;
}

static bool is_alias(const char *name)
{
	static const char *const suffixes[] = { ".scale", ".unit", ".per-pkg", ".snapshot" };
	size_t length = strlen(name);

	if (*name == '.')
		return false;
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		size_t suffix = strlen(suffixes[i]);

		if (length > suffix && !strcmp(name + length - suffix, suffixes[i]))
			return false;
	}
	return true;
}

/* The text of an alias of an older processor, and a value for each filter that it leaves open. */
static char *alias_terms(const struct alias_list *list, const char *name)
{
	char path[512], terms[256], *all = NULL;
	FILE *file;

	snprintf(path, sizeof(path), PMU_ROOT "/%s/events/%s", list->pmu, name);
	file = fopen(path, "r");
	if (!file)
		return NULL;
	if (fgets(terms, sizeof(terms), file)) {
		terms[strcspn(terms, "\n")] = '\0';
		if (asprintf(&all, "%s%s", terms, terms_missing(list->type, terms)) < 0)
			abort();
	}
	fclose(file);
	return all;
}

static bool add_alias(struct alias_list *list, const char *name, char *error, size_t error_size)
{
	struct perf_event_attr attr = { 0 };
	char spec[512];
	struct alias *grown;

	snprintf(spec, sizeof(spec), "%s/%s/", list->pmu, name);
	if (pmu_event(spec, &attr, error, error_size))
		return false;
	grown = realloc(list->alias, (list->count + 1) * sizeof(*grown));
	if (!grown)
		abort();
	list->alias = grown;
	grown[list->count++] = (struct alias){
		.name = strdup(name), .config = attr.config, .config1 = attr.config1,
		.config2 = attr.config2,
		.units = ~0ULL,
		.terms = terms_of_older() ? alias_terms(list, name) : NULL,
	};
	if (list->alias[list->count - 1].terms)
		list->alias[list->count - 1].units = terms_units(list->alias[list->count - 1].terms);
	return true;
}

static bool read_aliases(struct alias_list *list, const char *pmu, char *error, size_t error_size)
{
	struct dirent *entry;
	char path[256];
	DIR *dir;

	memset(list, 0, sizeof(*list));
	if (!split_name(list, pmu)) {
		snprintf(error, error_size, "%s is no uncore PMU", pmu);
		return false;
	}
	snprintf(path, sizeof(path), PMU_ROOT "/%s/events", pmu);
	dir = opendir(path);
	if (!dir) {
		snprintf(error, error_size, "%s has no events: %s", pmu, strerrorname_np(errno));
		return false;
	}
	while ((entry = readdir(dir))) {
		if (is_alias(entry->d_name) &&
		    !add_alias(list, entry->d_name, error, error_size)) {
			closedir(dir);
			return false;
		}
	}
	closedir(dir);
	qsort(list->alias, list->count, sizeof(list->alias[0]), by_name);
	return true;
}

static void free_aliases(struct alias_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->alias[i].terms);
		free(list->alias[i].name);
	}
	free(list->alias);
}

int aliases_list(const char *pmu, FILE *out)
{
	struct alias_list list;
	char error[320];
	int count = -1;

	if (read_aliases(&list, pmu, error, sizeof(error))) {
		for (size_t i = 0; i < list.count; i++)
			fprintf(out, "%s/%s/ 0x%llx 0x%llx\n", pmu, list.alias[i].name,
				(unsigned long long)list.alias[i].config,
				(unsigned long long)list.alias[i].config1);
		count = (int)list.count;
	} else {
		fprintf(out, "error: %s\n", error);
	}
	free_aliases(&list);
	return count;
}

static unsigned int code_of(uint64_t config)
{
	return config & 0xff;
}

static unsigned int umask_of(uint64_t config)
{
	return config >> 8 & 0xff;
}

static unsigned int channels_of(uint64_t config)
{
	return config >> 36 & 0xfff;
}

static unsigned int flow_classes_of(uint64_t config)
{
	return config >> 48 & 0x7;
}

/* CTO_COUNT of a QPI port, which counts packets by match and mask. */
static bool is_packet(const struct alias *alias)
{
	return (alias->config & 0x2000ff) == 0x200038;
}

/* Does what is injected for one alias count for another one of the box? */
static bool counts_for(const struct alias_list *list, const struct alias *event,
		       const struct alias *counter)
{
	uint64_t injected = event->config, counted = counter->config;

	if (event->terms && is_packet(event) && is_packet(counter))
		return !((event->config1 ^ counter->config1) & counter->config2);
	if (event->terms && counter->terms)
		return terms_count(event->terms, counter->terms);
	if (code_of(injected) != code_of(counted) || umask_of(injected) != umask_of(counted))
		return false;
	if (strcmp(list->type, "iio"))
		return injected >> 32 == counted >> 32;
	if (!channels_of(counted))	/* an event without ports: a masked one would count nothing */
		return true;
	return channels_of(injected) & channels_of(counted) &&
	       flow_classes_of(injected) & flow_classes_of(counted);
}

/* Name of a fixed or free-running counter in the simulator. */
static bool counter_name(const struct alias_list *list, uint64_t config, char *name, size_t size)
{
	unsigned int umask = umask_of(config), port = umask & 7;
	bool iio = !strcmp(list->type, "iio");

	if (terms_of_older() && iio && umask != 0x10)	/* of Skylake-SP: four ports, and their use */
		snprintf(name, size, umask & 0x10 ? umask & 1 ? "util_out%u" : "util_in%u" :
			 port & 4 ? "bw_out%u" : "bw_in%u", umask & 0x10 ? port >> 1 : port & 3);
	else if (terms_of_older() && !strcmp(list->type, "pcu"))	/* numbered as power states are */
		snprintf(name, size, "%s", config >> 14 & 1 ? "c6" : "c3");
	else if (!list->free_running)
		snprintf(name, size, "fixed");
	else if (umask == 0x10)
		snprintf(name, size, "%s", iio ? "ioclk" : "dclk");
	else if (iio && umask >> 3 == 0x20 >> 3)
		snprintf(name, size, "bw_in%u", port);
	else if (iio && umask >> 3 == 0x30 >> 3)
		snprintf(name, size, "bw_out%u", port);
	else if (!strcmp(getenv("FAMILY"), "icx") && (umask | 0x11) == 0x31)
		snprintf(name, size, "%s%s", umask & 0x10 ? "ddrt_" : "", umask & 1 ? "write" : "read");
	else if (umask == 0x20 || umask == 0x30)
		snprintf(name, size, "%s", umask == 0x20 ? "rpq" : "wpq");
	else
		return false;
	return true;
}

/* Let the event of @alias happen @n times on one unit, or on all with a negative @unit. */
static bool inject(const struct alias_list *list, const struct alias *alias, const char *die,
		   int unit, uint64_t n)
{
	uint64_t config = alias->config;
	char command[512], where[16], counter[16];

	if (code_of(config) == FIXED_EVENT) {
		if (!counter_name(list, config, counter, sizeof(counter)))
			return false;
		snprintf(command, sizeof(command), "inject-free die=%s unit=%s:%d counter=%s n=%llu",
			 die, list->type, unit, counter, (unsigned long long)n);
		return simulator_command(command);
	}
	if (unit < 0)
		snprintf(where, sizeof(where), "*");
	else
		snprintf(where, sizeof(where), "%d", unit);
	if (alias->terms) {
		for (unsigned int way = 0; way < terms_ways(alias->terms); way++) {
			char attributes[256];

			if (!terms_simulated(alias->terms, way, attributes, sizeof(attributes)))
				return false;
			snprintf(command, sizeof(command), "inject die=%s unit=%s:%s%s n=%llu", die,
				 list->type, where, attributes, (unsigned long long)n);
			if (!simulator_command(command))
				return false;
		}
		return true;
	}
	if (!strcmp(list->type, "iio")) {
		snprintf(command, sizeof(command),
			 "inject die=%s unit=iio:%s event=0x%x umask=0x%x ch=0x%x fc=0x%x n=%llu",
			 die, where, code_of(config), umask_of(config), channels_of(config),
			 flow_classes_of(config), (unsigned long long)n);
	} else {
		snprintf(command, sizeof(command),
			 "inject die=%s unit=%s:%s event=0x%x umask=0x%x ext=0x%x n=%llu",
			 die, list->type, where, code_of(config), umask_of(config),
			 (unsigned int)(config >> 32), (unsigned long long)n);
	}
	return simulator_command(command);
}

/* @n on each of the units in a mask */
static void account(struct alias_list *list, size_t first, size_t end, const struct alias *event,
		    uint64_t n, uint64_t units)
{
	for (size_t i = first; i < end; i++)
		if (counts_for(list, event, &list->alias[i]))
			list->alias[i].injected +=
				n * (uint64_t)__builtin_popcountll(units & list->alias[i].units);
}

static void complain(void (*bad)(const char *), const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void complain(void (*bad)(const char *), const char *format, ...)
{
	char line[512];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	bad(line);
}

/* Open aliases from @first on as a group, as many as go together; returns the one behind. */
static size_t open_window(const struct alias_list *list, size_t first, const char *die_option,
			  char *error, size_t error_size)
{
	char *const leader[] = { "group", (char *)die_option, NULL };
	char *const member[] = { "leader=0", (char *)die_option, NULL };
	size_t i;

	for (i = first; i < list->count && i < first + MAX_WINDOW; i++) {
		char spec[512], name[8];
		int result;

		snprintf(spec, sizeof(spec), "%s/%s%s/", list->pmu, list->alias[i].name,
			 list->alias[i].terms ? terms_missing(list->type, list->alias[i].terms) : "");
		snprintf(name, sizeof(name), "%zu", i - first);
		result = event_open(name, spec, i == first ? leader : member, error, error_size);
		if (result) {
			if (result > 0)
				snprintf(error, error_size, "%s", strerrorname_np(result));
			break;
		}
	}
	return i;
}

/* What happens while the aliases from @first to @end are counted. */
static bool inject_window(struct alias_list *list, size_t first, size_t end, const char *die,
			  const char *other_die, unsigned int units)
{
	size_t from = first ? first - 1 : 0, to = end < list->count ? end + 1 : end;

	for (size_t i = from; i < to; i++) {
		const struct alias *alias = &list->alias[i];
		bool one_by_one = (i >= first && i < end) || code_of(alias->config) == FIXED_EVENT;

		if (!one_by_one) {
			if (!inject(list, alias, die, -1, 5))
				return false;
			account(list, first, end, alias, 5, list->unit < 0 ? (1ULL << units) - 1 : 1);
			continue;
		}
		for (unsigned int unit = 0; unit < units; unit++) {
			uint64_t n = 1000003 * (unit + 1) + 17 * i;

			if (!inject(list, alias, die, (int)unit, n))
				return false;
			if (list->unit < 0 || (unsigned int)list->unit == unit)
				account(list, first, end, alias, n, list->unit < 0 ? 1ULL << unit : 1);
		}
	}
	return inject(list, &list->alias[first], other_die, 0, 999);
}

static unsigned int check_window(struct alias_list *list, size_t first, size_t end,
				 void (*bad)(const char *))
{
	struct reading reading;
	unsigned int good = 0;
	int error = event_read("0", &reading);

	if (error || reading.count != end - first) {
		complain(bad, "%s/%s/: read: %s", list->pmu, list->alias[first].name,
			 error ? strerrorname_np(error) : "wrong number of values");
		return 0;
	}
	for (size_t i = first; i < end; i++) {
		const struct alias *alias = &list->alias[i];

		if (alias->injected && reading.value[i - first] == alias->injected &&
		    reading.running == reading.enabled)
			good++;
		else
			complain(bad, "%s/%s/: expected %llu, got %llu%s", list->pmu, alias->name,
				 (unsigned long long)alias->injected,
				 (unsigned long long)reading.value[i - first],
				 reading.running == reading.enabled ? "" : ", not all the time");
	}
	return good;
}

int aliases_count(const char *pmu, unsigned int die, unsigned int units, unsigned int *good,
		  void (*bad)(const char *line))
{
	char error[320], die_option[16], die_text[16];
	struct alias_list list;
	size_t first, end;
	int count = -1;

	*good = 0;
	snprintf(die_option, sizeof(die_option), "die=%u", die);
	snprintf(die_text, sizeof(die_text), "%u", die);
	if (!read_aliases(&list, pmu, error, sizeof(error)) || !list.count) {
		complain(bad, "%s: %s", pmu, list.count ? error : "it has no aliases");
		goto out;
	}
	for (first = 0; first < list.count; first = end) {
		end = open_window(&list, first, die_option, error, sizeof(error));
		if (end == first) {
			complain(bad, "%s/%s/ does not open: %s", pmu, list.alias[first].name,
				 error);
			end++;
		} else if (!inject_window(&list, first, end, die_text, die ? "0" : "1", units)) {
			complain(bad, "%s/%s/: simulator: %.*s", pmu, list.alias[first].name,
				 (int)strcspn(simulator_reply(), "\n"), simulator_reply());
		} else {
			*good += check_window(&list, first, end, bad);
		}
		event_close_all();
	}
	count = (int)list.count;
out:
	free_aliases(&list);
	return count;
}

int events_list(FILE *in, FILE *out)
{
	char name[256], spec[256], error[320];
	int count = 0;

	while (fscanf(in, "%255s %255s", name, spec) == 2) {
		struct perf_event_attr attr = { 0 };

		if (pmu_event(spec, &attr, error, sizeof(error)))
			fprintf(out, "%s - %s\n", name, error);
		else
			fprintf(out, "%s 0x%llx 0x%llx\n", name, (unsigned long long)attr.config,
				(unsigned long long)attr.config1);
		count++;
	}
	return count;
}
