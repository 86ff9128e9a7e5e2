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
#include "check/common/team.h"

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
static bool freezes(const struct seat *seat)
{
	return strcmp(seat->box, "ubox") && (strcmp(seat->box, "cxlcm") || seat->pmu->unit != 1);
}

/* Clocks on all counters of the die; one counter of the unit that ends the window stays free. */
static void open_clocks(struct check *check, struct team *team, unsigned int die, const struct pmu *own)
{
	struct event event;
	size_t i, j, kept = 0;

	team_gather(check, team, NULL);
	for (i = 0; i < team->num; i++) {
		struct seat seat = team->seats[i];
		size_t counters = seat_counters(check, &seat);

		if (seat.die != die || !freezes(&seat) || !team_event(check, seat.box, "clockticks", &event))
			continue;
		seat.reference = kept;
		seat.grouped = true;
		for (j = 0; j < counters - (seat.pmu == own) && j < SEAT_EVENTS; j++)
			seat_open(&seat, &event, false);
		team->seats[kept++] = seat;
	}
	team->num = kept;
	team_enable(team);
}

/* Counters that stood still between two reads, a mask for each seat; returns whether most of all did. */
static bool still(struct team *team, uint64_t (*last)[SEAT_EVENTS], unsigned int *masks)
{
	size_t i, j, stopped = 0, all = 0;

	for (i = 0; i < team->num; i++) {
		struct seat *seat = &team->seats[i];

		masks[i] = 0;
		if (seat->error || seat_read(seat))
			continue;
		for (j = 0; j < seat->num; j++) {
			bool same = seat->now[j] == last[i][j];

			last[i][j] = seat->now[j];
			masks[i] |= (unsigned int)same << j;
			stopped += same;
			all++;
		}
	}
	return 2 * stopped > all;
}

static size_t stopped_counters;

static void name_those(struct check *check, const struct team *team, const unsigned int *masks, bool stopped, const char *text)
{
	size_t i, j;

	for (i = 0; i < team->num; i++) {
		const struct seat *seat = &team->seats[i];
		unsigned int all = (1u << seat->num) - 1, odd = stopped ? masks[i] : all & ~masks[i];

		if (seat->error || !odd)
			continue;
		for (j = 0; !(odd >> j & 1); j++)
			;
		if (odd == all)
			check_problem(check, "%s %s", seat_name(seat), text);
		else
			check_problem(check, "%s: counter %zu %s", seat_name(seat), j, text);
	}
}

/* Returns whether the freeze was seen, from before the first of three readings to after the last. */
static bool look_at_freeze(struct check *check, struct team *team, uint64_t (*last)[SEAT_EVENTS], unsigned int *masks)
{
	unsigned int *later = need(calloc(team->num + 1, sizeof(*later)));
	bool seen;
	size_t i;

	wait_ms(4 * OVERFLOW_MS);
	still(team, last, masks);
	wait_ms(STILL_MS);
	seen = still(team, last, masks);
	wait_ms(STILL_MS);
	seen &= still(team, last, later);
	for (i = 0; i < team->num && seen; i++)
		stopped_counters += team->seats[i].num;
	if (seen)
		name_those(check, team, masks, false, "goes on while its package is frozen");
	free(later);
	return seen;
}

/* A window of @own ends; returns whether the package was seen frozen. */
static bool freeze_die(struct check *check, const struct pmu *own, const struct place *place)
{
	struct perf_event_attr attr = { .type = own->type, .size = sizeof(attr), .read_format = GROUP_FORMAT, .disabled = 1 };
	double hz = check_hz(check, own->box, place->die, own->unit);
	struct team team = { .num = 0 };
	uint64_t (*last)[SEAT_EVENTS], id;
	unsigned int *masks;
	struct event event;
	bool seen = false;
	int fd;

	if (!team_event(check, own->box, "clockticks", &event))
		return false;
	open_clocks(check, &team, place->die, own);
	attr.config = event.config[0];
	attr.config1 = event.config[1];
	attr.config2 = event.config[2];
	attr.sample_period = (uint64_t)((hz ? hz : 1e9) * OVERFLOW_MS / 1000);
	fd = perf_open(&attr, place->cpu, -1, &id);
	if (fd < 0) {
		check_cannot(check, "%s of die %u ends no windows: %s", own->name, place->die, strerror(-fd));
		team_close(&team);
		return true;
	}
	last = need(calloc(team.num + 1, sizeof(*last)));
	masks = need(calloc(team.num + 1, sizeof(*masks)));
	if (!perf_control(fd, PERF_EVENT_IOC_ENABLE))
		seen = look_at_freeze(check, &team, last, masks);
	close(fd);
	/* With its event gone the driver ends the freeze. */
	wait_ms(AGAIN_MS);
	still(&team, last, masks);
	wait_ms(AGAIN_MS);
	if (still(&team, last, masks))
		check_problem(check, "die %u: most units stay frozen after a freeze", place->die);
	else
		name_those(check, &team, masks, true, "stays frozen after a freeze of its package");
	team_errors(check, &team);
	free(last);
	free(masks);
	team_close(&team);
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
				check_problem(check, "%s of die %u ends a window, and most units go on counting", pmus[i].name,
					      place->die);
		}
	}
}

void check_freeze(struct check *check)
{
	char before[32], value[32];
	struct cleanup cleanup;
	size_t num;
	struct pmu *pmus = machine_box(&check->machine, "cha", true, &num);

	stopped_counters = 0;
	if (!check_rates(check))
		return;
	if (!pmus || !check->machine.own_driver || !read_file(sysfs_path(PARAMETER), before, sizeof(before))) {
		check_cannot(check, "no unit ends windows: that is a matter of uncore_pmon");
		return;
	}
	if (!cleanup_begin(&cleanup, put_back, before, -1)) {
		check_cannot(check, "no process to put the parameter back: %s", strerror(errno));
		return;
	}
	snprintf(value, sizeof(value), "%u", LOOK_MS * 1000 * (check->effort < 3 ? check->effort : 3));
	if (write_file(sysfs_path(PARAMETER), value))
		freeze_dies(check, pmus, num);
	else
		check_cannot(check, "the parameter sample_poll_us cannot be written: be root");
	cleanup_end(&cleanup);
	check_pass(check, "%zu counters stop with their package, and go on", stopped_counters);
}
