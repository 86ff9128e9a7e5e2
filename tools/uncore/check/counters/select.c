// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does each counter count what it is programmed for?
 *
 * Shapes: the clock adds one in each cycle. With a threshold of two nothing is left of it, inverted all of it, and it has no
 * edges. Each counter gets each of these in turn.
 *
 * Selects: units get either the clock or an event that happens seldom, by the bits of their numbers and of their dies' numbers,
 * a round for each bit. Two units that share registers get different events in one of these rounds, and then one of them
 * counts what the other was told. Which one follows from the rounds in which it was wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/common/team.h"

#define SHAPE_MS	5
#define SELECT_MS	5
#define MAX_ROUNDS	16
#define MAX_SEATS	1024

/* An event of each type that an idle machine has far fewer of than clock ticks. */
static const struct {
	const char *box, *terms;
} rare_events[] = {
	{ "cha", "event=0x35,umask=0x1" },		/* TOR_INSERTS.IRQ_IA */
	{ "iio", "event=0xc2,umask=0x4,ch_mask=0x1,fc_mask=0x7" },	/* COMP_BUF_INSERTS.CMPD.PART0 */
	{ "irp", "event=0x18" },			/* FAF_INSERTS */
	{ "m2pcie", "event=0x33,umask=0x1" },		/* IIO_CREDITS_ACQUIRED.DRS_0 */
	{ "imc", "event=0x02,umask=0x11" },		/* ACT_COUNT.RD */
	{ "m2m", "event=0x18,umask=0x1" },		/* DIRECT2CORE_TXN_OVERRIDE */
	{ "upi", "event=0x12,umask=0x1" },		/* DIRECT_ATTEMPTS.D2C */
	{ "m3upi", "event=0x22,umask=0x1" },		/* CHA_AD_CREDITS_EMPTY.VNA */
	{ "mdf", "event=0x15,umask=0x1" },		/* FAST_ASSERTED.AD_BNC */
	{ "pcu", "event=0x60" },			/* CORE_TRANSITION_CYCLES */
	{ "cxlcm", "event=0x02,umask=0x1" },		/* TxC_PACK_BUF_INSERTS.CACHE_REQ0 */
	{ "cxldp", "event=0x02,umask=0x1" },		/* TxC_AGF_INSERTS.U2C_REQ */
};

/* Counters 4 to 7 of a CXL CM have other events than 0 to 3. */
#define UPPER_BOX	"cxlcm"
#define UPPER_COUNTERS	4
#define UPPER_EVENT	"event=0x43,umask=0x1"		/* RxC_AGF_INSERTS.CACHE_REQ0 */

enum shape { PLAIN, ABOVE, BELOW, EDGES, SHAPES };

static const char *const shape_terms[SHAPES] = {
	"clockticks", "clockticks,thresh=2", "clockticks,thresh=2,inv=1", "clockticks,thresh=1,edge=1",
};

static const char *const shape_names[SHAPES] = {
	"the clock", "the clock with threshold 2", "the clock with threshold 2, inverted", "edges of the clock",
};

static size_t shaped, selected;

static void judge_shape(struct check *check, const struct seat *seat, size_t counter, enum shape shape, uint64_t ticks)
{
	uint64_t count = seat_delta(seat, counter);
	bool all = shape == PLAIN || shape == BELOW;

	shaped++;
	/* The unit's plain clock is in another counter of the same group; where there is none, anything will do. */
	if (all ? !count || count < ticks / 2 : count > ticks / 2)
		check_problem(check, "%s: counter %zu counts %.2f of the clock when told %s, should be %d", seat_name(seat),
			      counter, ticks ? (double)count / (double)ticks : 0, shape_names[shape], all);
}

static void shapes_of(struct check *check, const char *box)
{
	struct event events[SHAPES];
	size_t round, i, j;

	/* Its clock is a fixed counter, which has none of these. */
	if (!strcmp(box, "ubox"))
		return;
	for (i = 0; i < SHAPES; i++)
		if (!team_event(check, box, shape_terms[i], &events[i]))
			return;
	for (round = 0; round < SHAPES; round++) {
		struct team team = { .num = 0 };

		team_gather(check, &team, box);
		for (i = 0; i < team.num; i++) {
			struct seat *seat = &team.seats[i];

			seat->grouped = true;
			for (j = 0; j < seat_counters(check, seat) && j < SEAT_EVENTS; j++)
				seat_open(seat, &events[(j + round) % SHAPES], false);
		}
		team_enable(&team);
		team_measure(check, &team, SHAPE_MS);
		team_errors(check, &team);
		for (i = 0; i < team.num; i++) {
			const struct seat *seat = &team.seats[i];
			uint64_t ticks = 0;

			for (j = 0; j < seat->num; j++)
				if (seat_delta(seat, j) > ticks)
					ticks = seat_delta(seat, j);
			for (j = 0; j < seat->num && !seat->error; j++)
				judge_shape(check, seat, j, (enum shape)((j + round) % SHAPES), ticks);
		}
		team_close(&team);
	}
}

/* What units of a type were told and what they did, a bit for each round: 1 is the clock. */
static struct {
	unsigned int told, counted[SEAT_EVENTS];
	size_t num;
	bool failed;
} did[MAX_SEATS];

static unsigned int bits_for(unsigned int number)
{
	unsigned int bits = 0;

	while (number >> bits)
		bits++;
	return bits;
}

/* All of them the clock, none, then by each bit of the number and of the die. */
static bool gets_clock(const struct seat *seat, unsigned int round, unsigned int unit_bits)
{
	if (round < 2)
		return !round;
	round -= 2;
	return round < unit_bits ? seat->pmu->unit >> round & 1 : seat->die >> (round - unit_bits) & 1;
}

static void play_round(struct check *check, const char *box, const struct event *clock, const struct event *rare,
		       unsigned int round, unsigned int unit_bits)
{
	struct team team = { .num = 0 };
	struct event upper = *rare;
	size_t i, j;

	if (!strcmp(box, UPPER_BOX))
		team_event(check, box, UPPER_EVENT, &upper);

	team_gather(check, &team, box);
	for (i = 0; i < team.num && i < MAX_SEATS; i++) {
		struct seat *seat = &team.seats[i];
		bool ticks = gets_clock(seat, round, unit_bits);

		seat->grouped = true;
		for (j = 0; j < seat_counters(check, seat) && j < SEAT_EVENTS; j++)
			seat_open(seat, ticks ? clock : j < UPPER_COUNTERS ? rare : &upper, false);
		did[i].told |= (unsigned int)ticks << round;
	}
	team_enable(&team);
	team_measure(check, &team, SELECT_MS);
	team_errors(check, &team);
	for (i = 0; i < team.num && i < MAX_SEATS; i++) {
		const struct seat *seat = &team.seats[i];
		double least = check_hz(check, box, seat->die, seat->pmu->unit) / 8 * (seat->when[1] - seat->when[0]);

		did[i].num = seat->num;
		did[i].failed |= seat->error;
		for (j = 0; j < seat->num; j++)
			did[i].counted[j] |= (unsigned int)((double)seat_delta(seat, j) > least) << round;
	}
	team_close(&team);
}

static void judge_seat(struct check *check, const struct team *team, size_t i, unsigned int rounds)
{
	const struct seat *seat = &team->seats[i];
	unsigned int all = (1u << rounds) - 1;
	size_t j, k;

	for (j = 0; j < did[i].num && !did[i].failed; j++) {
		unsigned int counted = did[i].counted[j];

		selected++;
		if (counted == did[i].told)
			continue;
		if (counted == all) {
			check_problem(check, "%s: counter %zu counts the clock when told another event", seat_name(seat), j);
			continue;
		}
		for (k = 0; k < team->num && (k == i || counted != did[k].told); k++)
			;
		if (k < team->num)
			check_problem(check, "%s: counter %zu counts what %s %d of die %u is told: they share registers",
				      seat_name(seat), j, seat->box, team->seats[k].pmu->unit, team->seats[k].die);
		else
			check_problem(check, "%s: counter %zu counts something else than it is told", seat_name(seat), j);
		return;
	}
}

static void selects_of(struct check *check, const char *box)
{
	struct team team = { .num = 0 };
	struct event clock, rare;
	unsigned int unit_bits, rounds, round;
	const char *terms = NULL;
	int last = 0;
	size_t i;

	for (i = 0; i < sizeof(rare_events) / sizeof(*rare_events); i++)
		if (!strcmp(rare_events[i].box, box))
			terms = rare_events[i].terms;
	if (!terms || !team_event(check, box, "clockticks", &clock) || !team_event(check, box, terms, &rare))
		return;
	team_gather(check, &team, box);
	for (i = 0; i < team.num; i++)
		if (team.seats[i].pmu->unit > last)
			last = team.seats[i].pmu->unit;
	unit_bits = bits_for((unsigned int)last);
	rounds = 2 + unit_bits + bits_for(check->machine.num_dies - 1);
	memset(did, 0, sizeof(did));
	for (round = 0; round < rounds && rounds <= MAX_ROUNDS; round++)
		play_round(check, box, &clock, &rare, round, unit_bits);
	for (i = 0; i < team.num && i < MAX_SEATS; i++)
		judge_seat(check, &team, i, rounds);
	team_close(&team);
}

void check_select(struct check *check)
{
	shaped = selected = 0;
	if (!check->machine.processor || strcmp(check->machine.processor->id, "emr")) {
		check_cannot(check, "only for Emerald and Sapphire Rapids");
		return;
	}
	if (!check_rates(check))
		return;
	check_boxes(check, shapes_of);
	check_boxes(check, selects_of);
	if (shaped)
		check_pass(check, "%zu counters with each threshold, %zu with each event of their own", shaped / SHAPES, selected);
	else
		check_cannot(check, "no unit has a clock that can be counted");
}
