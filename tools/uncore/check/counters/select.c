// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does each counter count what it is programmed for?
 *
 * Shapes: the clock adds one in each cycle. With a threshold of two nothing is left of it, inverted all of it, and it has no
 * edges. Each counter gets each of these in turn. One more depends on the upper half of the control: a threshold of 256, or the
 * clock of the mesh stop, which is another event without it.
 *
 * Selects: units get either the clock or an event that happens seldom, by the bits of their numbers and of their dies' numbers,
 * a round for each bit. Two units that share registers get different events in one of these rounds, and then one of them
 * counts the event of the other. Which one follows from the rounds in which it was wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/common/probe.h"

#define SHAPE_MS	5
#define SELECT_MS	5
#define MAX_ROUNDS	16
#define MAX_PROBES	1024

/* Of some types the counters from this one on have other events than those below it. */
#define UPPER_COUNTERS	4

enum shape { PLAIN, ABOVE, BELOW, EDGES, UPPER, SHAPES };

static const char *const shape_terms[UPPER] = {
	"clockticks", "clockticks,thresh=2", "clockticks,thresh=2,inv=1", "clockticks,thresh=1,edge=1",
};

static const char *const shape_names[SHAPES] = {
	"the clock", "the clock with threshold 2", "the clock with threshold 2, inverted", "edges of the clock",
	"what requires the upper half of its control",
};

static size_t shaped, selected;

static void judge_shape(struct check *check, const struct probe *probe, size_t counter, enum shape shape, bool upper_ticks,
			uint64_t ticks)
{
	uint64_t count = probe_delta(probe, counter);
	bool all = shape == PLAIN || shape == BELOW || (shape == UPPER && upper_ticks);

	shaped += shape != UPPER;
	/* The unit's plain clock is in another counter of the same group; where there is none, anything will do. */
	if (all ? !count || count < ticks / 2 : count > ticks / 2)
		check_problem(check, "%s: counter %zu counts %.2f of the clock instead of %d, programmed for %s", probe_name(probe),
			      counter, ticks ? (double)count / (double)ticks : 0, all, shape_names[shape]);
}

/* An event that needs the upper half of a control, and whether it ticks; false if the type has none. */
static bool upper_event(const struct check *check, const char *box, struct event *event, bool *ticks)
{
	*ticks = probe_event(check, box, "cms_clockticks", event) && event->config[0] >> 32;
	return *ticks || (probe_event(check, box, "clockticks,thresh=256", event) && event->config[0] >> 32);
}

static void shapes_of(struct check *check, const char *box)
{
	struct event events[SHAPES];
	size_t round, i, j, shapes;
	bool upper_ticks;

	/* Its clock is a fixed counter, which has none of these. */
	if (!strcmp(box, "ubox"))
		return;
	for (i = 0; i < UPPER; i++)
		if (!probe_event(check, box, shape_terms[i], &events[i]))
			return;
	shapes = upper_event(check, box, &events[UPPER], &upper_ticks) ? SHAPES : UPPER;
	for (round = 0; round < shapes; round++) {
		struct probes probes = { .num = 0 };

		probes_add(check, &probes, box);
		for (i = 0; i < probes.num; i++) {
			struct probe *probe = &probes.all[i];

			probe->grouped = true;
			for (j = 0; j < probe_counters(check, probe) && j < PROBE_EVENTS; j++)
				probe_open(probe, &events[(j + round) % shapes], false);
		}
		probes_enable(&probes);
		probes_measure(check, &probes, SHAPE_MS);
		probes_errors(check, &probes);
		for (i = 0; i < probes.num; i++) {
			const struct probe *probe = &probes.all[i];
			uint64_t ticks = 0;

			for (j = 0; j < probe->num; j++)
				if (probe_delta(probe, j) > ticks)
					ticks = probe_delta(probe, j);
			for (j = 0; j < probe->num && !probe->error; j++)
				judge_shape(check, probe, j, (enum shape)((j + round) % shapes), upper_ticks, ticks);
		}
		probes_close(&probes);
	}
}

/* What units of a type were programmed for and what they counted, a bit for each round: 1 is the clock. */
static struct {
	unsigned int programmed, counted[PROBE_EVENTS];
	size_t num;
	bool failed;
} did[MAX_PROBES];

static unsigned int bits_for(unsigned int number)
{
	unsigned int bits = 0;

	while (number >> bits)
		bits++;
	return bits;
}

/* All of them the clock, none, then by each bit of the number and of the die. */
static bool gets_clock(const struct probe *probe, unsigned int round, unsigned int unit_bits)
{
	if (round < 2)
		return !round;
	round -= 2;
	return round < unit_bits ? probe->pmu->unit >> round & 1 : probe->die >> (round - unit_bits) & 1;
}

/* An event of a type that an idle machine has far fewer of than clock ticks; false if there is none. */
static bool rare_event(const struct check *check, const char *name, struct event *event)
{
	const struct command_event *rare = command_event(check->machine.processor, "check.select", name);

	return rare && probe_parse(check, rare->event, event);
}

static void run_round(struct check *check, const char *box, const struct event *clock, const struct event *rare,
		       unsigned int round, unsigned int unit_bits)
{
	struct probes probes = { .num = 0 };
	struct event upper = *rare;
	char name[NAME_SIZE + 8];
	size_t i, j;

	snprintf(name, sizeof(name), "%s.upper", box);
	rare_event(check, name, &upper);
	probes_add(check, &probes, box);
	for (i = 0; i < probes.num && i < MAX_PROBES; i++) {
		struct probe *probe = &probes.all[i];
		bool ticks = gets_clock(probe, round, unit_bits);

		probe->grouped = true;
		for (j = 0; j < probe_counters(check, probe) && j < PROBE_EVENTS; j++)
			probe_open(probe, ticks ? clock : j < UPPER_COUNTERS ? rare : &upper, false);
		did[i].programmed |= (unsigned int)ticks << round;
	}
	probes_enable(&probes);
	probes_measure(check, &probes, SELECT_MS);
	probes_errors(check, &probes);
	for (i = 0; i < probes.num && i < MAX_PROBES; i++) {
		const struct probe *probe = &probes.all[i];
		double least = check_hz(check, box, probe->die, probe->pmu->unit) / 8 * (probe->when[1] - probe->when[0]);

		did[i].num = probe->num;
		did[i].failed |= probe->error;
		for (j = 0; j < probe->num; j++)
			did[i].counted[j] |= (unsigned int)((double)probe_delta(probe, j) > least) << round;
	}
	probes_close(&probes);
}

static void judge_probe(struct check *check, const struct probes *probes, size_t i, unsigned int rounds)
{
	const struct probe *probe = &probes->all[i];
	unsigned int all = (1u << rounds) - 1;
	size_t j, k;

	for (j = 0; j < did[i].num && !did[i].failed; j++) {
		unsigned int counted = did[i].counted[j];

		selected++;
		if (counted == did[i].programmed)
			continue;
		if (counted == all) {
			check_problem(check, "%s: counter %zu counts the clock, programmed for another event", probe_name(probe), j);
			continue;
		}
		for (k = 0; k < probes->num && (k == i || counted != did[k].programmed); k++)
			;
		if (k < probes->num)
			check_problem(check, "%s: counter %zu counts the event of %s %d of die %u: they share registers",
				      probe_name(probe), j, probe->box, probes->all[k].pmu->unit, probes->all[k].die);
		else
			check_problem(check, "%s: counter %zu does not count the event that it is programmed for", probe_name(probe), j);
		return;
	}
}

static void selects_of(struct check *check, const char *box)
{
	struct probes probes = { .num = 0 };
	struct event clock, rare;
	unsigned int unit_bits, rounds, round;
	int last = 0;
	size_t i;

	if (!probe_event(check, box, "clockticks", &clock) || !rare_event(check, box, &rare))
		return;
	probes_add(check, &probes, box);
	for (i = 0; i < probes.num; i++)
		if (probes.all[i].pmu->unit > last)
			last = probes.all[i].pmu->unit;
	unit_bits = bits_for((unsigned int)last);
	rounds = 2 + unit_bits + bits_for(check->machine.num_dies - 1);
	memset(did, 0, sizeof(did));
	for (round = 0; round < rounds && rounds <= MAX_ROUNDS; round++)
		run_round(check, box, &clock, &rare, round, unit_bits);
	for (i = 0; i < probes.num && i < MAX_PROBES; i++)
		judge_probe(check, &probes, i, rounds);
	probes_close(&probes);
}

static void run(struct check *check)
{
	shaped = selected = 0;
	if (!command_event(check->machine.processor, "check.select", "cha")) {
		check_cannot(check, "no rare event of this processor is known");
		return;
	}
	if (!check_rates(check))
		return;
	check_boxes(check, shapes_of);
	check_boxes(check, selects_of);
	if (shaped)
		check_pass(check, "%zu counters with each threshold, %zu with each event of their own", shaped / UPPER, selected);
	else
		check_cannot(check, "no unit has a clock that can be counted");
}

const struct check_kind check_select = {
	.name = "select",
	.what = "each counter counts the event that it is programmed for",
	.run = run,
};
