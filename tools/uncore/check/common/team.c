// SPDX-License-Identifier: GPL-2.0-only
/* Events on many units: see team.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/perf.h"
#include "check/common/team.h"

const char *seat_name(const struct seat *seat)
{
	static char text[NAME_SIZE + 48];

	snprintf(text, sizeof(text), "%s %d of die %u", seat->box, seat->pmu->unit, seat->die);
	return text;
}

size_t seat_counters(const struct check *check, const struct seat *seat)
{
	const struct box_type *type = box_type(check->machine.processor, seat->box);

	return type && strcmp(seat->box, "ubox") ? (size_t)__builtin_popcount(type->counters) : 1;
}

static void add_seats(struct check *check, struct team *team, const char *box)
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
				team->seats = grow(team->seats, team->num, sizeof(*team->seats));
				team->seats[team->num] = (struct seat){
					.box = pmus[i].box, .pmu = &pmus[i], .die = die, .cpu = place->cpu,
					.reference = team->num,
				};
				team->num++;
			}
		}
	}
}

static struct team *gathering;

static void add_box(struct check *check, const char *box)
{
	add_seats(check, gathering, box);
}

void team_gather(struct check *check, struct team *team, const char *box)
{
	if (box) {
		add_seats(check, team, box);
		return;
	}
	gathering = team;
	check_boxes(check, add_box);
}

bool team_event(const struct check *check, const char *box, const char *terms, struct event *event)
{
	char text[256], error[512];

	snprintf(text, sizeof(text), "%s/%s/", box, terms);
	return !event_parse(&check->machine, text, true, event, error, sizeof(error));
}

int seat_open(struct seat *seat, const struct event *event, bool snapshot)
{
	bool member = seat->grouped && seat->num;
	struct perf_event_attr attr = {
		.type = seat->pmu->type, .size = sizeof(attr), .read_format = GROUP_FORMAT, .disabled = !member,
	};
	const struct format *format = snapshot ? pmu_format((struct pmu *)seat->pmu, "snapshot") : NULL;
	uint64_t config[3] = { event->config[0], event->config[1], event->config[2] }, id;
	int fd;

	if (seat->error)
		return seat->error;
	if (format)
		event_put(format, 1, config);
	attr.config = config[0];
	attr.config1 = config[1];
	attr.config2 = config[2];
	fd = perf_open(&attr, seat->cpu, member ? seat->fd[0] : -1, &id);
	if (fd < 0)
		seat->error = fd;
	else
		seat->fd[seat->num++] = fd;
	return seat->error;
}

/* Descriptors that are enabled and read: one for a group. */
static size_t descriptors(const struct seat *seat)
{
	return seat->grouped ? !!seat->num : seat->num;
}

void team_enable(struct team *team)
{
	size_t i, j;

	for (i = 0; i < team->num; i++) {
		struct seat *seat = &team->seats[i];

		for (j = 0; j < descriptors(seat) && !seat->error; j++)
			seat->error = perf_control(seat->fd[j], PERF_EVENT_IOC_ENABLE);
	}
}

int seat_read(struct seat *seat)
{
	struct group_reading reading;
	size_t i, j;

	for (i = 0; i < descriptors(seat) && !seat->error; i++) {
		seat->error = perf_read(seat->fd[i], &reading);
		if (!seat->error && reading.number != (seat->grouped ? seat->num : 1))
			seat->error = -EIO;
		for (j = 0; j < reading.number && !seat->error; j++) {
			seat->now[i + j] = reading.values[j].count;
			seat->running[i + j] = reading.running;
		}
	}
	return seat->error;
}

void team_read(struct team *team)
{
	size_t i;

	for (i = 0; i < team->num; i++)
		seat_read(&team->seats[i]);
}

void team_mark(struct team *team, unsigned int mark)
{
	size_t i;

	for (i = 0; i < team->num; i++) {
		struct seat *seat = &team->seats[i], *reference = &team->seats[seat->reference];

		if (seat->error)
			continue;
		if ((seat->own || reference != seat) && !seat_read(reference))
			memcpy(seat->before[mark], reference->now, sizeof(seat->now));
		seat_read(seat);
		seat->when[mark] = seconds_now();
		memcpy(seat->at[mark], seat->now, sizeof(seat->now));
		memcpy(seat->ran[mark], seat->running, sizeof(seat->running));
		if ((seat->own || reference != seat) && !seat_read(reference))
			memcpy(seat->after[mark], reference->now, sizeof(seat->now));
	}
}

void team_measure(struct check *check, struct team *team, unsigned int ms)
{
	team_mark(team, 0);
	wait_ms(ms * check->effort);
	team_mark(team, 1);
}

uint64_t seat_delta(const struct seat *seat, size_t event)
{
	return seat->at[1][event] - seat->at[0][event];
}

double seat_hz(const struct seat *seat, size_t event)
{
	uint64_t running = seat->ran[1][event] - seat->ran[0][event];

	return running ? (double)seat_delta(seat, event) * 1e9 / (double)running : 0;
}

double seat_ratio(const struct seat *seat, size_t event, size_t of)
{
	double delta = (double)(int64_t)seat_delta(seat, event);
	double least = (double)(int64_t)(seat->before[1][of] - seat->after[0][of]);
	double most = (double)(int64_t)(seat->after[1][of] - seat->before[0][of]);

	if (delta < least)
		return delta / least;
	if (delta > most)
		return most > 0 ? delta / most : delta;
	return 1;
}

bool team_errors(struct check *check, const struct team *team)
{
	bool good = true;
	size_t i;

	for (i = 0; i < team->num; i++) {
		const struct seat *seat = &team->seats[i];

		/* What intel_uncore does not count is no fault of the machine. */
		if (!seat->error || (!check->machine.own_driver && (seat->error == -EINVAL || seat->error == -EOPNOTSUPP)))
			continue;
		good = false;
		check_problem(check, "%s cannot be %s: %s", seat_name(seat), seat->num ? "read" : "opened",
			      strerror(-seat->error));
	}
	return good;
}

void team_close(struct team *team)
{
	size_t i;

	/* Leaders last: a group whose leader goes falls apart into single events first. */
	for (i = 0; i < team->num; i++)
		while (team->seats[i].num)
			close(team->seats[i].fd[--team->seats[i].num]);
	free(team->seats);
	*team = (struct team){ .num = 0 };
}
