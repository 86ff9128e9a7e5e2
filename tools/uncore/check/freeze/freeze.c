// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does a freeze of a package reach each counter, and does each count again afterwards?
 *
 * The driver ends a freeze when it next looks, sample_poll_us later at the most. With a long time between two looks the package
 * stays frozen for as long, and all counters can be read twice in it: no clock need be known for that. Most of them stand
 * still, or the freeze was over before.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/perf.h"
#include "base/sysfs.h"
#include "check/common/probe.h"

#define PARAMETER	"module/uncore_pmon/parameters/sample_poll_us"
/* Between two looks, in milliseconds, times the effort; the overflow comes early in it. */
#define LOOK_MS		300
#define OVERFLOW_MS	5
#define STILL_MS	20
#define AGAIN_MS	20
#define ATTEMPTS	3

static void put_back(void *data)
{
	write_file(sysfs_path(PARAMETER), data);
}

/* Nothing says that the UBox's clock stops, and CXL CM 1 is known not to (guide 2.12.1). */
static bool freezes(const struct probe *probe)
{
	return strcmp(probe->box, "ubox") && (strcmp(probe->box, "cxlcm") || probe->pmu->unit != 1);
}

/* Clocks on all counters of the die; one counter of the unit that ends the window stays free. */
static void open_clocks(struct check *check, struct probes *probes, unsigned int die, const struct pmu *own)
{
	struct event event;
	size_t i, j, kept = 0;

	probes_add(check, probes, NULL);
	for (i = 0; i < probes->num; i++) {
		struct probe probe = probes->all[i];
		size_t counters = probe_counters(check, &probe);

		if (probe.die != die || !freezes(&probe) || !probe_event(check, probe.box, "clockticks", &event))
			continue;
		probe.reference = kept;
		probe.grouped = true;
		for (j = 0; j < counters - (probe.pmu == own) && j < PROBE_EVENTS; j++)
			probe_open(&probe, &event, false);
		probes->all[kept++] = probe;
	}
	probes->num = kept;
	probes_enable(probes);
}

/* One clock on each other die, of the same unit. */
static void open_others(struct check *check, struct probes *others, unsigned int die, const struct pmu *own)
{
	struct event event;
	size_t i, kept = 0;

	if (!probe_event(check, own->box, "clockticks", &event))
		return;
	probes_add(check, others, own->box);
	for (i = 0; i < others->num; i++) {
		if (others->all[i].pmu != own || others->all[i].die == die)
			continue;
		others->all[kept] = others->all[i];
		probe_open(&others->all[kept++], &event, false);
	}
	others->num = kept;
	probes_enable(others);
}

/* Dies whose clock has not moved since the last time it was read. */
static void report_others(struct check *check, struct probes *others, unsigned int die, const char *text)
{
	size_t i;

	for (i = 0; i < others->num; i++) {
		struct probe *other = &others->all[i];
		uint64_t before = other->now[0];

		if (!probe_read(other) && other->now[0] == before)
			check_problem(check, "%s stands still %s a freeze of die %u", probe_name(other), text, die);
	}
}

/* Counters that stood still between two reads, a mask for each probe; returns whether most of all did. */
static bool still(struct probes *probes, uint64_t (*last)[PROBE_EVENTS], unsigned int *masks)
{
	size_t i, j, stopped = 0, all = 0;

	for (i = 0; i < probes->num; i++) {
		struct probe *probe = &probes->all[i];

		masks[i] = 0;
		if (probe->error || probe_read(probe))
			continue;
		for (j = 0; j < probe->num; j++) {
			bool same = probe->now[j] == last[i][j];

			last[i][j] = probe->now[j];
			masks[i] |= (unsigned int)same << j;
			stopped += same;
			all++;
		}
	}
	return 2 * stopped > all;
}

static size_t stopped_counters;

static void report_counters(struct check *check, const struct probes *probes, const unsigned int *masks, bool stopped, const char *text)
{
	size_t i, j;

	for (i = 0; i < probes->num; i++) {
		const struct probe *probe = &probes->all[i];
		unsigned int all = (1u << probe->num) - 1, odd = stopped ? masks[i] : all & ~masks[i];

		if (probe->error || !odd)
			continue;
		for (j = 0; !(odd >> j & 1); j++)
			;
		if (odd == all)
			check_problem(check, "%s %s", probe_name(probe), text);
		else
			check_problem(check, "%s: counter %zu %s", probe_name(probe), j, text);
	}
}

/* Returns whether the freeze was observed, from before the first of three readings to after the last. */
static bool observe_freeze(struct check *check, struct probes *probes, struct probes *others, unsigned int die,
			   uint64_t (*last)[PROBE_EVENTS], unsigned int *masks)
{
	unsigned int *later = allocated(calloc(probes->num + 1, sizeof(*later)));
	bool seen;
	size_t i;

	wait_ms(4 * OVERFLOW_MS);
	still(probes, last, masks);
	probes_read(others);
	wait_ms(STILL_MS);
	seen = still(probes, last, masks);
	/* It is frozen since before the first reading. */
	if (seen)
		report_others(check, others, die, "during");
	wait_ms(STILL_MS);
	seen &= still(probes, last, later);
	for (i = 0; i < probes->num && seen; i++)
		stopped_counters += probes->all[i].num;
	if (seen)
		report_counters(check, probes, masks, false, "continues while its package is frozen");
	free(later);
	return seen;
}

/* A window of @own ends; returns whether the package was seen frozen. */
static bool freeze_die(struct check *check, const struct pmu *own, const struct place *place)
{
	struct perf_event_attr attr = { .type = own->type, .size = sizeof(attr), .read_format = GROUP_FORMAT, .disabled = 1 };
	double hz = check_hz(check, own->box, place->die, own->unit);
	struct probes probes = { .num = 0 }, others = { .num = 0 };
	uint64_t (*last)[PROBE_EVENTS], id;
	unsigned int *masks;
	struct event event;
	bool seen = false;
	int fd;

	if (!probe_event(check, own->box, "clockticks", &event))
		return false;
	open_clocks(check, &probes, place->die, own);
	attr.sample_period = (uint64_t)((hz ? hz : 1e9) * OVERFLOW_MS / 1000);
	fd = perf_open(&attr, event.config, place->cpu, -1, &id);
	if (fd < 0) {
		check_cannot(check, "%s of die %u ends no windows: %s", own->name, place->die, strerror(-fd));
		probes_close(&probes);
		return true;
	}
	open_others(check, &others, place->die, own);
	last = allocated(calloc(probes.num + 1, sizeof(*last)));
	masks = allocated(calloc(probes.num + 1, sizeof(*masks)));
	if (!perf_control(fd, PERF_EVENT_IOC_ENABLE))
		seen = observe_freeze(check, &probes, &others, place->die, last, masks);
	close(fd);
	/* With its event gone the driver ends the freeze. */
	wait_ms(AGAIN_MS);
	still(&probes, last, masks);
	probes_read(&others);
	wait_ms(AGAIN_MS);
	report_others(check, &others, place->die, "after");
	if (still(&probes, last, masks))
		check_problem(check, "die %u: most units stay frozen after a freeze", place->die);
	else
		report_counters(check, &probes, masks, true, "stays frozen after a freeze of its package");
	probes_errors(check, &probes);
	free(last);
	free(masks);
	probes_close(&others);
	probes_close(&probes);
	return seen;
}

/* The CHA that ends the window, and the one after it: so that each counter of both is tested. */
static void freeze_dies(struct check *check, const struct pmu *pmus, size_t num)
{
	size_t i, p;
	int attempt;

	for (i = 0; i < num && i < 2; i++) {
		for (p = 0; p < pmus[i].num_places; p++) {
			const struct place *place = &pmus[i].places[p];

			for (attempt = 0; attempt < ATTEMPTS && !freeze_die(check, &pmus[i], place); attempt++)
				;
			if (attempt == ATTEMPTS)
				check_problem(check, "%s of die %u ends a window, and most units continue", pmus[i].name,
					      place->die);
		}
	}
}

static void run(struct check *check)
{
	char before[32], value[32];
	struct cleanup cleanup;
	size_t num;
	struct pmu *pmus = machine_box(&check->machine, "cha", true, &num);

	stopped_counters = 0;
	if (!check_rates(check))
		return;
	if (!pmus || !check->machine.own_driver || !read_file(sysfs_path(PARAMETER), before, sizeof(before))) {
		check_cannot(check, "no unit ends windows: this requires uncore_pmon");
		return;
	}
	if (!cleanup_begin(&cleanup, put_back, before, -1)) {
		check_cannot(check, "cannot start the process that restores the parameter: %s", strerror(errno));
		return;
	}
	snprintf(value, sizeof(value), "%u", LOOK_MS * 1000 * (check->effort < 3 ? check->effort : 3));
	if (write_file(sysfs_path(PARAMETER), value))
		freeze_dies(check, pmus, num);
	else
		check_cannot(check, "cannot write the module parameter sample_poll_us: run as root");
	cleanup_end(&cleanup);
	check_pass(check, "%zu counters stop with their package, and continue", stopped_counters);
}

const struct check_kind check_freeze = {
	.name = "freeze",
	.what = "a freeze reaches every unit, and ends",
	.run = run,
};
