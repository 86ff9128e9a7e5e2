// SPDX-License-Identifier: GPL-2.0-only
/* Counting again on dies and units that come back. See counters.h. */
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/perf.h"
#include "base/sysfs.h"
#include "count/counters.h"
#include "machine/topology.h"

#define INTERVAL_NS	1000000000

static bool has_source(const struct counter *counter, unsigned int die, int unit)
{
	size_t i;

	for (i = 0; i < counter->num_sources; i++)
		if (counter->sources[i].die == die && counter->sources[i].unit == unit)
			return true;
	return false;
}

void counters_add_dies(struct counters *counters)
{
	size_t i, j, p;

	for (i = 0; i < counters->num; i++) {
		struct counter *counter = &counters->all[i];

		for (j = 0; j < counter->event.num_pmus; j++) {
			const struct pmu *pmu = &counter->event.pmus[j];

			for (p = 0; p < pmu->num_places; p++) {
				const struct place *place = &pmu->places[p];
				const struct source source = {
					.fd = -1, .die = place->die, .socket = place->socket, .cpu = place->cpu,
					.unit = pmu->unit, .gone = true,
				};

				if (has_source(counter, place->die, pmu->unit))
					continue;
				counter->sources = grow(counter->sources, counter->num_sources, sizeof(source));
				counter->sources[counter->num_sources++] = source;
			}
		}
	}
}

void counters_replace(struct counters *counters, size_t leader, size_t source, int cpu, const int fds[MAX_GROUP],
		      const uint64_t ids[MAX_GROUP])
{
	size_t i;

	for (i = leader; i < counters->num && counters->all[i].leader == leader; i++) {
		struct source *one = &counters->all[i].sources[source];

		if (one->fd >= 0)
			close(one->fd);
		one->fd = fds[i - leader];
		one->id = ids[i - leader];
		one->cpu = cpu;
		one->gone = false;
		memset(&one->now, 0, sizeof(one->now));
		one->before = one->now;
	}
	perf_control(fds[0], PERF_EVENT_IOC_ENABLE);
}

int counters_cpu(const struct counter *counter, const struct source *source)
{
	const struct pmu *pmu = counter->event.pmus;
	struct cpu_list list;
	size_t i;
	int cpu;

	cpu_list_read(&list, sysfs_path("bus/event_source/devices/%s/cpumask", pmu->name));
	while (cpu_list_next(&list, &cpu)) {
		struct cpu_position at = cpu_position(cpu);

		for (i = 0; i < pmu->num_places; i++)
			if (pmu->places[i].die == source->die && (int)pmu->places[i].socket == at.socket &&
			    pmu->places[i].die_id == at.die_id)
				return cpu;
	}
	return -1;
}

/* Until it is read it has no count, and stays gone. */
static void open_source(struct counters *counters, size_t leader, size_t source)
{
	const struct source *one = &counters->all[leader].sources[source];
	int fds[MAX_GROUP], cpu = counters_cpu(&counters->all[leader], one);
	uint64_t ids[MAX_GROUP];
	size_t i;

	if (cpu < 0 || counters_open_again(counters, leader, one->unit, cpu, fds, ids) <= 0)
		return;
	counters_replace(counters, leader, source, cpu, fds, ids);
	for (i = leader; i < counters->num && counters->all[i].leader == leader; i++)
		counters->all[i].sources[source].gone = counters->all[i].sources[source].back = true;
}

void counters_try_again(struct counters *counters)
{
	uint64_t now = nanoseconds_now();
	size_t i, j;

	if (now - counters->tried_at < INTERVAL_NS)
		return;
	counters->tried_at = now;
	for (i = 0; i < counters->num; i++) {
		const struct counter *counter = &counters->all[i];

		for (j = 0; counter->leader == i && counter->event.pmus && j < counter->num_sources; j++)
			if (counter->sources[j].gone)
				open_source(counters, i, j);
	}
}
