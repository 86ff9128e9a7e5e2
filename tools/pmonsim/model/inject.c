// SPDX-License-Identifier: GPL-2.0-only
/*
 * Making events happen: at once, at a steady rate, and by the units' clocks.
 *
 * Rates and clocks are lazy. Before each access the machine is brought to the present: what was
 * due since the last access is counted then. A freeze in between happens at its own time: all
 * sources stop at the cycle that overflowed, not at the access that found out.
 */
#include <stdlib.h>

#include "model/machine_internal.h"

static const struct event_spec clock_event = { .clock = true };

void inject_fixed(struct unit *unit, uint64_t amount)
{
	if (!unit_is_frozen(unit) && unit_counter_enabled(unit, UNIT_FIXED))
		unit_add(unit, UNIT_FIXED, amount);
	package_settle(unit->package, machine_now(unit->package->machine));
}

/* Change the rate of a unit's clock; the time so far is counted at the old rate. */
void clock_set(struct unit *unit, uint64_t hz)
{
	struct machine *m = unit->package->machine;
	struct free_running *counter;

	if (unit->empty)
		hz = 0;
	free_running_sync(unit);
	m->clocked_units += !!hz;
	m->clocked_units -= !!unit->clock_hz;
	unit->clock_hz = hz;
	unit->clock_epoch = machine_now(m);
	unit->clock_done = 0;
	unit->ticking = false;
	for (counter = unit->free_running; counter->name; counter++)
		counter->ticks_seen = 0;
	unit_refresh_clock(unit);
}

static bool selected(const struct unit_selection *where, const struct unit *unit)
{
	return (where->packages & BIT_ULL(unit->package->number)) &&
	       (!where->type || where->type == unit->type) &&
	       (where->id < 0 || (unsigned int)where->id == unit->id);
}

/* The cycle of an injection into a package at which it freezes, or UINT64_MAX. */
static uint64_t cycles_to_freeze(struct package *package, const struct unit_selection *where,
				 const struct event_spec *event, uint64_t cycles, uint64_t runs)
{
	uint64_t first = UINT64_MAX;
	size_t i;

	for (i = 0; i < package->unit_count; i++) {
		uint64_t cycle;

		if (!selected(where, &package->units[i]))
			continue;
		cycle = unit_cycles_to_freeze(&package->units[i], event, cycles, runs);
		if (cycle < first)
			first = cycle;
	}
	return first;
}

/*
 * All units see the cycles at the same time. When one of them freezes the package, the others
 * stop at the same cycle, whatever order they are looked at in.
 */
static uint64_t inject_package(struct package *package, const struct unit_selection *where,
			       const struct event_spec *event, uint64_t cycles, uint64_t runs)
{
	uint64_t seen = 0;
	uint64_t freeze = cycles_to_freeze(package, where, event, cycles, runs);
	uint64_t until = cycles, latency = package->machine->freeze_latency;
	size_t i;

	if (freeze < cycles && latency < cycles - freeze)
		until = freeze + latency;
	for (i = 0; i < package->unit_count; i++) {
		struct unit *unit = &package->units[i];
		uint64_t part = unit->receives_freeze ? until : cycles;

		if (!selected(where, unit))
			continue;
		if (!unit_is_frozen(unit))
			seen += part;
		unit_count(unit, event, part, cycles, runs);
	}
	package_settle(package, machine_now(package->machine));
	return seen;
}

/**
 * inject() - let an event happen now
 * @m: the machine
 * @where: the units that see it
 * @event: the event
 * @cycles: in how many cycles
 * @runs: in how many runs of consecutive cycles, which matters to edge_det; at most @cycles
 *
 * Return: the cycles in which units were not frozen, of all units together.
 */
uint64_t inject(struct machine *m, const struct unit_selection *where, const struct event_spec *event,
		uint64_t cycles, uint64_t runs)
{
	uint64_t seen = 0;
	unsigned int i;

	for (i = 0; i < m->package_count; i++) {
		if (where->packages & BIT_ULL(i))
			seen += inject_package(&m->package[i], where, event, cycles, runs);
	}
	return seen;
}

static uint64_t rate_pending(const struct rate *rate, unsigned int package, uint64_t now)
{
	return due(rate->epoch, rate->per_second, now) - rate->done[package];
}

static void earlier(uint64_t *time, uint64_t candidate)
{
	if (candidate < *time)
		*time = candidate;
}

/* The first moment, up to @now, at which something that happens by itself freezes the package. */
static uint64_t package_next_freeze(struct package *package, uint64_t now)
{
	const struct machine *m = package->machine;
	unsigned int number = package->number;
	uint64_t time = now, pending, cycle;
	const struct rate *rate;
	size_t i;

	if (package->freeze_at)
		earlier(&time, package->freeze_at);
	for (rate = m->rates; rate; rate = rate->next) {
		if (!(rate->where.packages & BIT_ULL(number)))
			continue;
		pending = rate_pending(rate, number, now);
		cycle = cycles_to_freeze(package, &rate->where, &rate->event, pending, pending);
		if (cycle <= pending)
			earlier(&time, due_time(rate->epoch, rate->per_second,
						rate->done[number] + cycle));
	}
	for (i = 0; m->clocked_units && i < package->unit_count; i++) {
		struct unit *unit = &package->units[i];

		if (!unit->ticking)
			continue;
		pending = clock_ticks(unit, now) - unit->clock_done;
		cycle = unit_cycles_to_freeze(unit, &clock_event, pending, 1);
		if (cycle <= pending)
			earlier(&time, due_time(unit->clock_epoch, unit->clock_hz,
						unit->clock_done + cycle));
	}
	return time;
}

/* Count what happens by itself up to @time. */
static void package_run_until(struct package *package, uint64_t time)
{
	struct machine *m = package->machine;
	unsigned int number = package->number;
	struct rate *rate;
	uint64_t pending;
	size_t i, j;

	for (i = 0; m->clocked_units && i < package->unit_count; i++) {
		struct unit *unit = &package->units[i];

		if (!unit->ticking)
			continue;
		pending = clock_ticks(unit, time) - unit->clock_done;
		unit->clock_done += pending;
		unit_count(unit, &clock_event, pending, pending, 1);
	}
	for (rate = m->rates; rate; rate = rate->next) {
		if (!(rate->where.packages & BIT_ULL(number)))
			continue;
		pending = rate_pending(rate, number, time);
		rate->done[number] += pending;
		if (!pending)
			continue;
		for (j = 0; j < package->unit_count; j++) {
			if (selected(&rate->where, &package->units[j]))
				unit_count(&package->units[j], &rate->event, pending, pending,
					   pending);
		}
	}
	package_settle(package, time);
}

/* A freeze that was on its way has come. */
static void freeze_late(struct package *package, uint64_t time)
{
	if (!package->freeze_at || time < package->freeze_at)
		return;
	package->freeze_at = 0;
	package_freeze_pending(package);
}

/* Count what was due until the time of the machine. */
static void advance_packages(struct machine *m)
{
	unsigned int i;
	uint64_t time;

	for (i = 0; i < m->package_count; i++) {
		do {
			time = package_next_freeze(&m->package[i], m->now);
			package_run_until(&m->package[i], time);
			freeze_late(&m->package[i], time);
		} while (time < m->now);
	}
}

/* Clocks whose rate changes before the present: what was due until then is counted at the old one. */
static void turn_clocks(struct machine *m, uint64_t present)
{
	struct clock_turns *first;
	unsigned int i, p;
	size_t u;

	do {
		first = NULL;
		for (i = 0; i < m->turn_count; i++) {
			if (m->turns[i].next <= present && (!first || m->turns[i].next < first->next))
				first = &m->turns[i];
		}
		if (!first)
			break;
		m->now = first->next;
		advance_packages(m);
		first->now = !first->now;
		first->next += first->lasts[first->now];
		for (p = 0; p < m->package_count; p++) {
			for (u = 0; u < m->package[p].unit_count; u++) {
				if (selected(&first->where, &m->package[p].units[u]))
					clock_set(&m->package[p].units[u], first->hz[first->now]);
			}
		}
	} while (first);
	m->now = present;
}

/**
 * clock_take_turns() - let clocks change between two rates from now on
 * @m: the machine, brought to the present
 * @turns: which clocks, how fast and how long
 *
 * Return: false if there are too many.
 */
bool clock_take_turns(struct machine *m, const struct clock_turns *turns)
{
	struct clock_turns *added;

	if (m->turn_count == MAX_CLOCK_TURNS)
		return false;
	added = &m->turns[m->turn_count++];
	*added = *turns;
	machine_take_time(m);
	added->next = m->now + added->lasts[0];
	return true;
}

/* Clocks that are set to one rate take no turns any more. */
void clock_stop_turns(struct machine *m, const struct unit_selection *where)
{
	unsigned int i, kept = 0;

	for (i = 0; i < m->turn_count; i++) {
		const struct unit_selection *turning = &m->turns[i].where;

		if ((turning->packages & ~where->packages) || (where->type && where->type != turning->type) ||
		    (where->id >= 0 && where->id != turning->id))
			m->turns[kept++] = m->turns[i];
	}
	m->turn_count = kept;
}

/* Bring the machine to the present. Every access begins with this. */
void machine_advance(struct machine *m)
{
	uint64_t present;

	memory_settle(m);
	if (!m->rates && !m->clocked_units && !m->forget.packages && !m->later_faults)
		return;
	machine_take_time(m);
	present = m->now;
	if (m->later_faults)
		faults_begin(m, present);
	turn_clocks(m, present);
	if (m->forget.packages && m->forget.at == FORGET_AT_TIME &&
	    m->forget.when <= present) {
		m->now = m->forget.when;
		advance_packages(m);
		forget_now(m);
		m->now = present;
	}
	advance_packages(m);
}

unsigned int rate_start(struct machine *m, const struct unit_selection *where,
			const struct event_spec *event, uint64_t per_second)
{
	struct rate *rate = calloc(1, sizeof(*rate));

	if (!rate)
		return 0;
	machine_take_time(m);
	rate->id = ++m->next_rate_id;
	rate->where = *where;
	rate->event = *event;
	rate->per_second = per_second;
	rate->epoch = m->now;
	rate->next = m->rates;
	m->rates = rate;
	return rate->id;
}

/**
 * rate_stop() - end a steady injection
 * @m: the machine, brought to the present
 * @id: which
 * @injected: how often the event has happened in each of its units
 */
bool rate_stop(struct machine *m, unsigned int id, uint64_t *injected)
{
	struct rate **link, *rate;
	unsigned int i;

	for (link = &m->rates; *link; link = &(*link)->next) {
		rate = *link;
		if (rate->id != id)
			continue;
		*injected = 0;
		for (i = 0; i < m->package_count; i++) {
			if (rate->where.packages & BIT_ULL(i))
				*injected = rate->done[i];
		}
		*link = rate->next;
		free(rate);
		return true;
	}
	return false;
}

void rates_release(struct machine *m)
{
	struct rate *rate;

	while ((rate = m->rates)) {
		m->rates = rate->next;
		free(rate);
	}
}
