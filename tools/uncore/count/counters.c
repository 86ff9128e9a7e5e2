// SPDX-License-Identifier: GPL-2.0-only
/*
 * Opening and reading events on all dies. See counters.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/descriptors.h"
#include "base/memory.h"
#include "base/perf.h"
#include "base/permission.h"
#include "base/status.h"
#include "base/sysfs.h"
#include "count/core_event.h"
#include "count/counters.h"

/* What to do about it. Only events of the uncore are refused with ENODEV: see open_source(). */
static const char *remedy_of(int error)
{
	switch (error) {
	case EINVAL:
	case EOPNOTSUPP:
		return "; `uncore explain` prints the reason";
	case ENODEV:
		return "; its units do not answer, see the file gone of the PMU";
	default:
		return descriptors_remedy(error);
	}
}

int open_error(const char *event, unsigned int die, int error, char *text, size_t size)
{
	if (error == EACCES || error == EPERM) {
		char remedy[512];

		snprintf(text, size, "no permission to count %.100s: %s", event, permission_perf(remedy, sizeof(remedy)));
		return STATUS_NO_PERMISSION;
	}
	if (error == ENOENT && !strncmp(event, CORE_BOX "/", sizeof(CORE_BOX)) && !core_pmu()) {
		snprintf(text, size, "cannot open %s: this machine has no PMU of the cores; most virtual machines have none", event);
		return STATUS_FAILED;
	}
	snprintf(text, size, "cannot open %s on die %u: %s%s", event, die, strerror(error), remedy_of(error));
	return STATUS_FAILED;
}

static int open_event(const struct event *event, const struct pmu *pmu, int cpu, int leader,
		      bool snapshot, uint64_t *id)
{
	const struct perf_event_attr attr = {
		.type = pmu ? pmu->type : event->core_type,
		.read_format = GROUP_FORMAT, .disabled = leader < 0,
	};
	const struct format *format = snapshot && pmu ? pmu_format((struct pmu *)pmu, "snapshot") : NULL;
	uint64_t config[CONFIG_WORDS];

	memcpy(config, event->config, sizeof(config));
	if (format)
		event_put(format, 1, config);
	return perf_open(&attr, config, cpu, leader, id);
}

static void close_sources(struct counter *counter)
{
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		if (counter->sources[i].fd >= 0)
			close(counter->sources[i].fd);
		free(counter->sources[i].path);
	}
	free(counter->sources);
	counter->sources = NULL;
	counter->num_sources = 0;
}

static int open_source(struct counter *counter, const struct counter *leader, const struct pmu *pmu,
		       const struct place *place, bool snapshot, char *error, size_t size)
{
	struct source source = {
		.die = place->die, .socket = place->socket, .cpu = place->cpu, .unit = pmu ? pmu->unit : ALL_UNITS,
	};

	if (leader && leader->sources[counter->num_sources].gone)
		source.fd = -ENODEV;
	else
		source.fd = open_event(&counter->event, pmu, place->cpu,
				       leader ? leader->sources[counter->num_sources].fd : -1, snapshot,
				       &source.id);
	source.gone = source.fd == -ENODEV;
	if (source.fd < 0 && !source.gone)
		return open_error(counter->event.text, place->die, -source.fd, error, size);
	counter->sources = grow(counter->sources, counter->num_sources, sizeof(source));
	counter->sources[counter->num_sources++] = source;
	return 0;
}

/* The CPUs that an event which is none of the uncore is opened on: those of its PMU, or all. */
static void begin_cpus(const struct event *event, struct cpu_list *list)
{
	if (!strcmp(event->box, CORE_BOX) ||
	    !cpu_list_read(list, sysfs_path("bus/event_source/devices/%s/cpumask", event->box)))
		cpu_list_present(list);
}

/* On each CPU, as a part of its die; or on the CPUs of the leader. */
static int open_core(struct counter *counter, const struct counter *leader, const struct machine *machine, char *error,
		     size_t size)
{
	struct cpu_list list;
	int cpu, status = 0;
	size_t i;

	for (i = 0; leader && i < leader->num_sources && !status; i++) {
		const struct source *source = &leader->sources[i];

		status = open_source(counter, leader, NULL, &(struct place){
			.cpu = source->cpu, .die = source->die, .socket = source->socket }, false, error, size);
	}
	if (leader)
		return status;
	begin_cpus(&counter->event, &list);
	while (!status && cpu_list_next(&list, &cpu)) {
		const struct place *die = place_of_cpu(machine->dies, machine->counted_dies, cpu);
		struct place place;

		if (!die)
			continue;
		place = *die;
		place.cpu = cpu;
		status = open_source(counter, NULL, NULL, &place, false, error, size);
	}
	if (!status && !counter->num_sources) {
		snprintf(error, size, "%s has no CPU on a die that can be counted", counter->event.text);
		status = STATUS_FAILED;
	}
	return status;
}

/* The dies of the machine, each with a file. One that lacks the file is gone; that all do is a failure. */
static int open_gauge(struct counter *counter, const struct machine *machine, char *error, size_t size)
{
	bool any = false;
	unsigned int i;

	for (i = 0; i < machine->counted_dies; i++) {
		const struct place *place = &machine->dies[i];
		struct source source = {
			.fd = -1, .die = place->die, .socket = place->socket, .cpu = place->cpu,
			.path = gauge_path(counter->event.gauge, place),
		};

		source.gone = !source.path;
		any = any || source.path;
		counter->sources = grow(counter->sources, counter->num_sources, sizeof(source));
		counter->sources[counter->num_sources++] = source;
	}
	if (any)
		return 0;
	snprintf(error, size, "%s", gauge_missing(counter->event.gauge));
	return STATUS_FAILED;
}

static int open_counter(struct counter *counter, const struct counter *leader, const struct machine *machine,
			bool snapshot, bool keep_gone, char *error, size_t size)
{
	const struct event *event = &counter->event;
	size_t i, p;

	descriptors_raise();
	if (event->gauge)
		return open_gauge(counter, machine, error, size);
	if (!event->pmus)
		return open_core(counter, leader, machine, error, size);
	for (i = 0; i < event->num_pmus; i++) {
		const struct pmu *pmu = &event->pmus[i];

		for (p = 0; p < pmu->num_places; p++) {
			int status = open_source(counter, leader, pmu, &pmu->places[p], snapshot,
						 error, size);

			if (status)
				return status;
		}
	}
	for (i = 0; i < counter->num_sources; i++)
		if (keep_gone || !counter->sources[i].gone)
			return 0;
	return open_error(event->text, counter->sources[0].die, ENODEV, error, size);
}

/* The first @num of @events as one group, or a single one. */
static int open_together(struct counters *counters, const struct machine *machine,
			 const struct event *events, size_t num, bool snapshot, char *error,
			 size_t size)
{
	size_t first = counters->num, i;
	int status = 0;

	for (i = 0; i < num && !status; i++) {
		struct counter *counter;

		counters->all = grow(counters->all, counters->num, sizeof(*counters->all));
		counter = &counters->all[counters->num++];
		*counter = (struct counter){ .event = events[i], .leader = first, .snapshot = snapshot };
		status = open_counter(counter, i ? &counters->all[first] : NULL, machine, snapshot,
				      counters->keep_gone, error, size);
	}
	while (status && counters->num > first)
		close_sources(&counters->all[--counters->num]);
	return status;
}

int counters_open(struct counters *counters, const struct machine *machine,
		  const struct event *events, size_t num, bool snapshot, char *error, size_t size)
{
	bool one_pmu = num > 1 && num <= MAX_GROUP;
	size_t before = counters->num, i;
	int status;

	for (i = 1; i < num; i++)
		one_pmu = one_pmu && event_same_pmu(&events[0], &events[i]);
	if (one_pmu) {
		status = open_together(counters, machine, events, num, snapshot, error, size);
		if (!status || status == STATUS_NO_PERMISSION)
			return status;
	}
	for (i = 0; i < num; i++) {
		status = open_together(counters, machine, &events[i], 1, false, error, size);
		if (!status)
			continue;
		while (counters->num > before)
			close_sources(&counters->all[--counters->num]);
		return status;
	}
	return 0;
}

/* A CPU for an event that is none of the uncore. */
static int first_cpu(void)
{
	struct cpu_list list;
	int cpu;

	cpu_list_present(&list);
	while (cpu_list_next(&list, &cpu))
		if (cpu_position(cpu).socket >= 0)
			return cpu;
	return 0;
}

/* Opens the first event of counters_fit() where its unit answers. @pmu and @cpu receive the place. */
static int open_first(const struct event *event, bool snapshot, const struct pmu **pmu, int *cpu)
{
	int fd = -ENODEV;
	uint64_t id;
	size_t i, p;

	if (!event->pmus) {
		*cpu = first_cpu();
		return open_event(event, NULL, *cpu, -1, snapshot, &id);
	}
	for (i = 0; i < event->num_pmus && fd == -ENODEV; i++) {
		*pmu = &event->pmus[i];
		for (p = 0; p < (*pmu)->num_places && fd == -ENODEV; p++) {
			*cpu = (*pmu)->places[p].cpu;
			fd = open_event(event, *pmu, *cpu, -1, snapshot, &id);
		}
	}
	return fd;
}

bool counters_fit(const struct event *events, size_t num)
{
	const struct pmu *pmu = NULL;
	int fds[MAX_GROUP], cpu = -1;
	uint64_t id;
	size_t open = 0;

	descriptors_raise();
	while (open < num && num <= MAX_GROUP) {
		fds[open] = open ? open_event(&events[open], pmu, cpu, fds[0], num > 1, &id) :
			open_first(events, num > 1, &pmu, &cpu);
		if (fds[open] < 0)
			break;
		open++;
	}
	num -= open;
	while (open)
		close(fds[--open]);
	return !num;
}

/* Returns how many events there are, 0 for a mistake. */
static size_t parse_sum(const struct machine *machine, const char *text, bool each, struct event events[MAX_GROUP],
			char *error, size_t size)
{
	char copy[sizeof(events->text)], *rest = copy, *end;
	size_t num = 0;

	if (snprintf(copy, sizeof(copy), "%s", text) >= (int)sizeof(copy)) {
		snprintf(error, size, "%.64s... is too long", text);
		return 0;
	}
	/* A name can have a "+", so only that behind the slash of an event is one. */
	for (; rest; rest = end ? end + 2 : NULL) {
		end = strstr(rest, "/+");
		if (end)
			end[1] = '\0';
		if (num == MAX_GROUP) {
			snprintf(error, size, "%.200s adds up more than %d events", text, MAX_GROUP);
			return 0;
		}
		if (event_parse(machine, rest, each, &events[num], error, size))
			return 0;
		if (num && (!events[0].pmus || events[num].pmus != events[0].pmus)) {
			snprintf(error, size, "%.200s adds up events of two box types", text);
			return 0;
		}
		num++;
	}
	return num;
}

int counters_open_sum(struct counters *counters, const struct machine *machine, const char *text, bool each,
		      char *error, size_t size)
{
	struct event events[MAX_GROUP];
	size_t num = parse_sum(machine, text, each, events, error, size);
	int status;

	if (!num)
		return STATUS_FAILED;
	status = open_together(counters, machine, events, num, false, error, size);
	if (!status)
		counters->all[counters->num - num].added = num - 1;
	return status;
}

int counters_enable(struct counters *counters)
{
	size_t i, j;

	for (i = 0; i < counters->num; i++) {
		const struct counter *counter = &counters->all[i];

		for (j = 0; counter->leader == i && j < counter->num_sources; j++) {
			int error = counter->sources[j].gone || counter->sources[j].path ? 0 :
				perf_control(counter->sources[j].fd, PERF_EVENT_IOC_ENABLE);

			if (error)
				return (int)fail(STATUS_FAILED, "cannot start %s: %s",
						 counter->event.text, strerror(-error));
		}
	}
	return 0;
}

void counters_disable(struct counters *counters)
{
	size_t i, j;

	for (i = 0; i < counters->num; i++)
		for (j = 0; counters->all[i].leader == i && j < counters->all[i].num_sources; j++)
			perf_control(counters->all[i].sources[j].fd, PERF_EVENT_IOC_DISABLE);
}

/* A box type that an earlier counter has, too, has been read. */
static bool read_before(const struct counters *counters, size_t index)
{
	size_t i;

	for (i = 0; i < index; i++)
		if (counters->all[i].event.pmus && !strcmp(counters->all[i].event.box, counters->all[index].event.box))
			return true;
	return false;
}

bool event_selects(const struct event *event, int unit)
{
	const struct format *low = pmu_format(event->pmus, "unit_mask"), *high = pmu_format(event->pmus, "unit_mask2");
	uint64_t masks[2] = {
		low ? event_take(low, event->config) : 0, high ? event_take(high, event->config) : 0,
	};

	return !(masks[0] | masks[1]) || (unit < 128 && masks[unit / 64] & 1ULL << unit % 64);
}

unsigned int source_units(const struct machine *machine, const struct counter *counter, const struct source *source)
{
	const struct pmu *pmus;
	unsigned int units = 0;
	size_t number, i, p;

	if (source->unit != ALL_UNITS || !counter->event.pmus)
		return 1;
	pmus = machine_box(machine, counter->event.box, true, &number);
	for (i = 0; i < number; i++)
		for (p = 0; event_selects(&counter->event, pmus[i].unit) && p < pmus[i].num_places; p++)
			units += pmus[i].places[p].die == source->die;
	return units;
}

bool source_answers(const struct source *source)
{
	return !source->gone && (source->unit == ALL_UNITS || !source->absent);
}

bool counter_lacks(const struct counter *counter, const struct source *source, const struct gone_unit *unit)
{
	return unit->die == source->die && !strcmp(unit->box, counter->event.box) &&
	       (source->unit == ALL_UNITS ? event_selects(&counter->event, unit->unit) : source->unit == unit->unit);
}

/* Which units the counts that were just read lack. */
static void note_gone(struct counters *counters)
{
	size_t i, j, unit;

	counters->gone.num = 0;
	for (i = 0; i < counters->num; i++)
		if (counters->all[i].event.pmus && !read_before(counters, i))
			gone_read(&counters->gone, counters->all[i].event.box);
	for (i = 0; i < counters->num; i++) {
		struct counter *counter = &counters->all[i];

		for (j = 0; counter->event.pmus && j < counter->num_sources; j++) {
			counter->sources[j].absent = 0;
			for (unit = 0; unit < counters->gone.num; unit++)
				counter->sources[j].absent += counter_lacks(counter, &counter->sources[j], &counters->gone.all[unit]);
		}
	}
}

static void store(struct counters *counters, size_t leader, size_t source,
		  const struct group_reading *group, double requested)
{
	double answered = seconds_now();
	size_t i;

	for (i = leader; i < counters->num && counters->all[i].leader == leader; i++) {
		struct source *member = &counters->all[i].sources[source];

		member->before = member->now;
		if (i - leader >= group->number)
			continue;
		member->now.count = group->values[i - leader].count;
		member->now.enabled = group->enabled;
		member->now.running = group->running;
		member->now.requested = requested;
		member->now.answered = answered;
		if (member->path)
			member->before.count = 0;
	}
	for (i = 1; i <= counters->all[leader].added; i++)
		counters->all[leader].sources[source].now.count +=
			counters->all[leader + i].sources[source].now.count;
}

/* A gauge is as an event that always counts, but for its value, which is not the sum of what was before. */
static int read_source(const struct source *source, struct group_reading *group)
{
	if (!source->path)
		return perf_read(source->fd, group);
	group->number = 1;
	group->enabled = group->running = nanoseconds_now();
	return gauge_read(source->path, &group->values[0].count);
}

int counters_read(struct counters *counters)
{
	struct group_reading group;
	size_t i, j;

	for (i = 0; i < counters->num; i++) {
		const struct counter *counter = &counters->all[i];

		for (j = 0; counter->leader == i && j < counter->num_sources; j++) {
			double requested = seconds_now();
			int error = counter->sources[j].gone ? -ENODEV : read_source(&counter->sources[j], &group);

			if (error)
				return (int)fail(STATUS_FAILED, "cannot read %s: %s",
						 counter->event.text, strerror(-error));
			counters->reads++;
			store(counters, i, j, &group, requested);
		}
	}
	note_gone(counters);
	return 0;
}

static void report_gone(struct counters *counters, const struct counter *counter, const struct source *source,
			int error)
{
	char unit[32] = "";

	if (counters->reported)
		return;
	counters->reported = true;
	if (source->unit != ALL_UNITS && !source->path)
		snprintf(unit, sizeof(unit), " on unit %d", source->unit);
	fail(STATUS_FAILED, "cannot read %s%s of die %u: %s; the other counters go on", counter->event.text, unit,
	     source->die, strerror(-error));
}

void counters_read_rest(struct counters *counters)
{
	struct group_reading group;
	size_t i, j, k;

	for (i = 0; i < counters->num; i++) {
		const struct counter *counter = &counters->all[i];

		for (j = 0; counter->leader == i && j < counter->num_sources; j++) {
			double requested = seconds_now();
			bool gone = counter->sources[j].gone && !counter->sources[j].back;
			int error = gone ? 0 : read_source(&counter->sources[j], &group);

			if (error)
				report_gone(counters, counter, &counter->sources[j], error);
			gone = gone || error;
			if (!gone)
				store(counters, i, j, &group, requested);
			for (k = i; k < counters->num && counters->all[k].leader == i; k++) {
				struct source *source = &counters->all[k].sources[j];

				source->gone = gone;
				source->back = false;
				if (gone)
					source->before = source->now;
			}
			counters->reads += !gone;
		}
	}
	note_gone(counters);
}

static const struct pmu *pmu_of(const struct counter *counter, int unit)
{
	size_t i;

	for (i = 0; i < counter->event.num_pmus; i++)
		if (counter->event.pmus[i].unit == unit)
			return &counter->event.pmus[i];
	return NULL;
}

int counters_open_again(const struct counters *counters, size_t leader, int unit, int cpu, int fds[MAX_GROUP],
			uint64_t ids[MAX_GROUP])
{
	int num = 0, error;
	size_t i;

	for (i = leader; i < counters->num && counters->all[i].leader == leader; i++) {
		const struct counter *counter = &counters->all[i];

		fds[num] = open_event(&counter->event, pmu_of(counter, unit), cpu,
				      num ? fds[0] : -1, counter->snapshot, &ids[num]);
		if (fds[num] >= 0) {
			num++;
			continue;
		}
		error = fds[num];
		while (num)
			close(fds[--num]);
		return error;
	}
	return num;
}

size_t counters_descriptors(const struct counters *counters)
{
	size_t i, num = 0;

	for (i = 0; i < counters->num; i++)
		num += counters->all[i].num_sources;
	return num;
}

void counters_close(struct counters *counters)
{
	/* Leaders last: a group whose leader goes falls apart into single events first. */
	while (counters->num)
		close_sources(&counters->all[--counters->num]);
	free(counters->all);
	free(counters->gone.all);
	counters->all = NULL;
	counters->gone = (struct gone_units){ .num = 0 };
}

struct reading reading_since(const struct source *source)
{
	return (struct reading){
		.count = source->now.count - source->before.count,
		.enabled = source->now.enabled - source->before.enabled,
		.running = source->now.running - source->before.running,
	};
}

bool reading_scaled(const struct reading *reading, double *count)
{
	if (!reading->running)
		return false;
	*count = (double)reading->count;
	if (reading->running < reading->enabled)
		*count *= (double)reading->enabled / (double)reading->running;
	return true;
}

double reading_share(const struct reading *reading)
{
	return reading->enabled ? (double)reading->running / (double)reading->enabled : 0;
}
