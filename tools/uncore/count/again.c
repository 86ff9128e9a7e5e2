// SPDX-License-Identifier: GPL-2.0-only
/* Counting again on dies and units that come back. See counters.h. */
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/perf.h"
#include "count/counters.h"

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
