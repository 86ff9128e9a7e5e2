// SPDX-License-Identifier: GPL-2.0-only
/* Events on many units: see probe.h. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/perf.h"
#include "check/common/probe.h"

/* Reads around a mark that take longer than this, in seconds, are repeated: the limits that they give are wide. */
#define QUICK		1e-3
#define MARK_TRIES	5

const char *probe_name(const struct probe *probe)
{
	static char text[NAME_SIZE + 48];

	snprintf(text, sizeof(text), "%s %d of die %u", probe->box, probe->pmu->unit, probe->die);
	return text;
}

size_t probe_counters(const struct check *check, const struct probe *probe)
{
	const struct box_type *type = box_type(check->machine.processor, probe->box);

	return type && strcmp(probe->box, "ubox") ? (size_t)__builtin_popcount(type->counters) : 1;
}

static void add_probes(struct check *check, struct probes *probes, const char *box)
{
	size_t num, i, p;
	struct pmu *pmus = machine_box(&check->machine, box, true, &num);
	unsigned int die;

	for (die = 0; pmus && die < check->machine.num_dies; die++) {
		for (i = 0; i < num; i++) {
			for (p = 0; p < pmus[i].num_places; p++) {
				const struct place *place = &pmus[i].places[p];

				if (place->die != die || check_off(check, box, die, pmus[i].unit))
					continue;
				probes->all = grow(probes->all, probes->num, sizeof(*probes->all));
				probes->all[probes->num] = (struct probe){
					.box = pmus[i].box, .pmu = &pmus[i], .die = die, .cpu = place->cpu,
					.reference = probes->num,
				};
				probes->num++;
			}
		}
	}
}

static struct probes *gathering;

static void add_box(struct check *check, const char *box)
{
	add_probes(check, gathering, box);
}

void probes_add(struct check *check, struct probes *probes, const char *box)
{
	if (box) {
		add_probes(check, probes, box);
		return;
	}
	gathering = probes;
	check_boxes(check, add_box);
}

bool probe_parse(const struct check *check, const char *text, struct event *event)
{
	char error[512];

	return !event_parse(&check->machine, text, true, event, error, sizeof(error));
}

bool probe_event(const struct check *check, const char *box, const char *terms, struct event *event)
{
	char text[256];

	snprintf(text, sizeof(text), "%s/%s/", box, terms);
	return probe_parse(check, text, event);
}

int probe_open(struct probe *probe, const struct event *event, bool snapshot)
{
	bool member = probe->grouped && probe->num;
	struct perf_event_attr attr = {
		.type = probe->pmu->type, .read_format = GROUP_FORMAT, .disabled = !member,
	};
	const struct format *format = snapshot ? pmu_format((struct pmu *)probe->pmu, "snapshot") : NULL;
	uint64_t config[CONFIG_WORDS], id;
	int fd;

	if (probe->error)
		return probe->error;
	memcpy(config, event->config, sizeof(config));
	if (format)
		event_put(format, 1, config);
	fd = perf_open(&attr, config, probe->cpu, member ? probe->fd[0] : -1, &id);
	if (fd < 0)
		probe->error = fd;
	else
		probe->fd[probe->num++] = fd;
	return probe->error;
}

/* Descriptors that are enabled and read: one for a group. */
static size_t descriptors(const struct probe *probe)
{
	return probe->grouped ? !!probe->num : probe->num;
}

void probes_enable(struct probes *probes)
{
	size_t i, j;

	for (i = 0; i < probes->num; i++) {
		struct probe *probe = &probes->all[i];

		for (j = 0; j < descriptors(probe) && !probe->error; j++)
			probe->error = perf_control(probe->fd[j], PERF_EVENT_IOC_ENABLE);
	}
}

bool probes_add_clocks(struct check *check, struct probes *probes, const char *box, bool snapshot)
{
	struct event event;
	size_t i, j;

	if (!strcmp(box, "ubox") || !probe_event(check, box, "clockticks", &event))
		return false;
	if (snapshot && !pmu_format(event.pmus, "snapshot"))
		return false;
	probes_add(check, probes, box);
	for (i = 0; i < probes->num; i++) {
		struct probe *probe = &probes->all[i];

		probe->grouped = true;
		for (j = 0; j < probe_counters(check, probe) && j < PROBE_EVENTS; j++)
			probe_open(probe, &event, snapshot);
	}
	probes_enable(probes);
	return true;
}

int probe_read(struct probe *probe)
{
	struct group_reading reading;
	size_t i, j;

	for (i = 0; i < descriptors(probe) && !probe->error; i++) {
		probe->error = perf_read(probe->fd[i], &reading);
		if (!probe->error && reading.number != (probe->grouped ? probe->num : 1))
			probe->error = -EIO;
		for (j = 0; j < reading.number && !probe->error; j++) {
			probe->now[i + j] = reading.values[j].count;
			probe->running[i + j] = reading.running;
		}
	}
	return probe->error;
}

void probes_read(struct probes *probes)
{
	size_t i;

	for (i = 0; i < probes->num; i++)
		probe_read(&probes->all[i]);
}

/* One try to mark a probe. Returns the seconds that it took; negative after an error. */
static double mark_once(struct probe *probe, struct probe *reference, unsigned int mark, double quickest)
{
	bool compared = probe->own || reference != probe;
	struct probe seen = { .num = 0 };
	double begin = seconds_now(), when, took;

	/* A reference that cannot be read limits nothing. */
	memset(seen.after[mark], 0x7f, sizeof(probe->now));
	if (compared && !probe_read(reference))
		memcpy(seen.before[mark], reference->now, sizeof(probe->now));
	if (probe_read(probe))
		return -1;
	when = seconds_now();
	memcpy(seen.at[mark], probe->now, sizeof(probe->now));
	memcpy(seen.ran[mark], probe->running, sizeof(probe->running));
	if (compared && !probe_read(reference))
		memcpy(seen.after[mark], reference->now, sizeof(probe->now));
	took = seconds_now() - begin;
	if (took > quickest)
		return took;
	probe->when[mark] = when;
	memcpy(probe->before[mark], seen.before[mark], sizeof(probe->now));
	memcpy(probe->at[mark], seen.at[mark], sizeof(probe->now));
	memcpy(probe->ran[mark], seen.ran[mark], sizeof(probe->now));
	memcpy(probe->after[mark], seen.after[mark], sizeof(probe->now));
	return took;
}

void probes_mark(struct probes *probes, unsigned int mark)
{
	unsigned int try;
	size_t i;

	for (i = 0; i < probes->num; i++) {
		struct probe *probe = &probes->all[i], *reference = &probes->all[probe->reference];
		double quickest = INFINITY, took;

		for (try = 0; try < MARK_TRIES && quickest > QUICK && !probe->error; try++) {
			took = mark_once(probe, reference, mark, quickest);
			quickest = took < quickest ? took : quickest;
		}
	}
}

void probes_measure(struct check *check, struct probes *probes, unsigned int ms)
{
	probes_mark(probes, 0);
	wait_ms(ms * check->effort);
	probes_mark(probes, 1);
}

uint64_t probe_delta(const struct probe *probe, size_t event)
{
	return probe->at[1][event] - probe->at[0][event];
}

double probe_hz(const struct probe *probe, size_t event)
{
	uint64_t running = probe->ran[1][event] - probe->ran[0][event];

	return running ? (double)probe_delta(probe, event) * 1e9 / (double)running : 0;
}

double probe_ratio(const struct probe *probe, size_t event, size_t of)
{
	double delta = (double)(int64_t)probe_delta(probe, event);
	double least = (double)(int64_t)(probe->before[1][of] - probe->after[0][of]);
	double most = (double)(int64_t)(probe->after[1][of] - probe->before[0][of]);

	if (delta < least)
		return delta / least;
	if (delta > most)
		return most > 0 ? delta / most : delta;
	return 1;
}

bool probes_errors(struct check *check, const struct probes *probes)
{
	bool good = true;
	size_t i;

	for (i = 0; i < probes->num; i++) {
		const struct probe *probe = &probes->all[i];

		/* What intel_uncore does not count is no fault of the machine. */
		if (!probe->error || (!check->machine.own_driver && (probe->error == -EINVAL || probe->error == -EOPNOTSUPP)))
			continue;
		good = false;
		check_problem(check, "%s cannot be %s: %s", probe_name(probe), probe->num ? "read" : "opened",
			      strerror(-probe->error));
	}
	return good;
}

void probes_close(struct probes *probes)
{
	size_t i;

	/* Leaders last: a group whose leader goes falls apart into single events first. */
	for (i = 0; i < probes->num; i++)
		while (probes->all[i].num)
			close(probes->all[i].fd[--probes->all[i].num]);
	free(probes->all);
	*probes = (struct probes){ .num = 0 };
}
