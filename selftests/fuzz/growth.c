// SPDX-License-Identifier: GPL-2.0-only
/*
 * What grows with dies, units and events: register accesses, and calls of other CPUs.
 *
 * The driver's own code counts on units that only count how often they are accessed (counted.h). Prints two tables, and fails if
 * something takes more accesses than the number of units that are counted on makes necessary, or if the n-th event of a PMU costs
 * more than the one after the first ones.
 */
#include "counted.h"
#include "freeze/suspend.h"

#define MANY	10000
#define UNITS	60

static bool good = true;

/* Nothing is moved. */
void perf_pmu_migrate_context(struct pmu *perf_pmu, int from, int to)
{
	(void)perf_pmu;
	(void)from;
	(void)to;
	abort();
}

/* What has happened since the last call of this. */
struct cost {
	unsigned long accesses, cross_calls;
	u64 schedules;
};

static struct cost cost_since(void)
{
	static struct cost before;
	struct cost now = { accesses, cross_calls, 0 }, cost;
	unsigned int i;

	for (i = 0; i < core.num_dies; i++)
		now.schedules += dies[i]->schedules;
	cost.accesses = now.accesses - before.accesses;
	cost.cross_calls = now.cross_calls - before.cross_calls;
	cost.schedules = now.schedules - before.schedules;
	before = now;
	return cost;
}

static void at_most(const char *what, unsigned long got, unsigned long limit)
{
	if (got <= limit)
		return;
	good = false;
	printf("%s: %lu, more than %lu\n", what, got, limit);
}

/* --- dies and units --------------------------------------------------------------------- */

static struct event events[MAX_DIES];

static void load(void)
{
	unsigned int i;

	for (i = 0; i < core.num_dies; i++)
		pmon_die_reset(dies[i], dies[i]->owner);
}

static void open_all(void)
{
	unsigned int i;

	for (i = 0; i < core.num_dies; i++)
		open_event(&events[i], dies[i], NULL, 1, 0, 0);
}

static void on_each_die(void (*call)(struct event *event))
{
	unsigned int i;

	irqs_off = 1;
	for (i = 0; i < core.num_dies; i++) {
		be_on(dies[i]);
		call(&events[i]);
	}
	irqs_off = 0;
}

static void start(struct event *event)
{
	add_events(event, 1);
}

static void stop(struct event *event)
{
	del_events(event, 1);
}

static void read_event(struct event *event)
{
	pmu->pmu.read(&event->perf);
}

static void start_all(void)
{
	on_each_die(start);
}

static void read_all(void)
{
	on_each_die(read_event);
}

static void stop_all(void)
{
	on_each_die(stop);
}

static void timers(void)
{
	unsigned int i;

	for (i = 0; i < core.num_dies; i++)
		timer_pass(dies[i]);
}

static void close_all(void)
{
	unsigned int i;

	for (i = 0; i < core.num_dies; i++)
		events[i].perf.destroy(&events[i].perf);
}

/* In this order, with one event for each die. Accesses: for each unit, and for each die besides. */
static const struct step {
	const char *name;
	void (*take)(void);
	unsigned int unit, die;
} steps[] = {
	/* The reset of each unit and its end, the global status and the end of a freeze that was left behind. */
	{ "load", load, 2, 4 },
	{ "open", open_all, 0, 0 },
	{ "start", start_all, 1, 0 },
	{ "read", read_all, 1, 0 },
	/* Counters and controls, and the global status. */
	{ "timer", timers, 2, 3 },
	{ "stop", stop_all, 2, 0 },
	{ "close", close_all, 0, 0 },
};

static void grow(unsigned int num_dies, unsigned int num_units)
{
	unsigned long calls = 0;
	struct cost cost;
	unsigned int i;

	set_up(num_dies, num_units);
	cost_since();
	printf("%8u%7u", num_dies, num_units);
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		const struct step *step = &steps[i];

		step->take();
		cost = cost_since();
		if (i)
			calls += cost.cross_calls;
		printf("%8lu", cost.accesses);
		at_most(step->name, cost.accesses, num_dies * (num_units * step->unit + step->die));
	}
	printf("\n");
	/* One call for each slice of a reset, and none for events. */
	at_most("calls of other CPUs", calls, 0);
}

static void print_growth(void)
{
	static const unsigned int num_dies[] = { 1, 2, 4, 8 }, num_units[] = { 8, 60, 126 };
	unsigned int i, j;

	printf("accesses, with an event on all units of each die:\n%8s%7s", "dies", "units");
	for (i = 0; i < ARRAY_SIZE(steps); i++)
		printf("%8s", steps[i].name);
	printf("\n");
	for (i = 0; i < ARRAY_SIZE(num_dies); i++)
		for (j = 0; j < ARRAY_SIZE(num_units); j++)
			grow(num_dies[i], num_units[j]);
}

/* --- events ------------------------------------------------------------------------------ */

static struct event *many;

/* perf takes off what counts, and puts on what there is until something finds no counter. */
static void resched(unsigned int counting, unsigned int num)
{
	unsigned int i;

	irqs_off = 1;
	pmu->pmu.pmu_disable(&pmu->pmu);
	del_events(many, counting);
	for (i = 0; i < num; i++)
		if (pmu->pmu.add(&many[i].perf, PERF_EF_START))
			break;
	pmu->pmu.pmu_enable(&pmu->pmu);
	irqs_off = 0;
}

static struct cost open_one(unsigned int n)
{
	cost_since();
	open_event(&many[n - 1], dies[0], NULL, 1, 0, 0);
	resched(min(n - 1, (unsigned int)EVENTS), n);
	return cost_since();
}

/* Of the last one. */
static struct cost close_one(unsigned int n)
{
	cost_since();
	resched(min(n, (unsigned int)EVENTS), n - 1);
	many[n - 1].perf.destroy(&many[n - 1].perf);
	return cost_since();
}

/* The first ones are programmed, at one write for each unit. From then on there is nothing to do. */
static void nth(unsigned int n, bool print)
{
	struct cost open = open_one(n), close;

	at_most("open: accesses", open.accesses, n <= EVENTS ? UNITS : 0);
	at_most("open: runs of the scheduler", open.schedules, min(n, EVENTS + 1U));
	at_most("open: calls of other CPUs", open.cross_calls, 0);
	if (!print)
		return;
	close = close_one(n);
	at_most("close: accesses", close.accesses, n <= EVENTS ? 2 * UNITS : 0);
	at_most("close: calls of other CPUs", close.cross_calls, 0);
	printf("%8u%10lu%10llu%10lu\n", n, open.accesses, open.schedules, close.accesses);
	open_one(n);
}

static void print_nth(void)
{
	unsigned int n, next = 1;

	set_up(1, UNITS);
	many = calloc(MANY, sizeof(*many));
	printf("the n-th event of a PMU of %u units: accesses and runs of the scheduler to open it, accesses to close it:\n"
	       "%8s%10s%10s%10s\n", UNITS, "n", "open", "runs", "close");
	for (n = 1; n <= MANY; n++) {
		nth(n, n == next || n == EVENTS || n == EVENTS + 1);
		if (n == next)
			next *= 10;
	}
}

/* --- an event of one unit ---------------------------------------------------------------- */

/* Its start and stop touch no other unit: where those are, is nothing. */
static void check_one_unit(void)
{
	struct pmon_unit *none[MAX_UNITS] = {};
	struct pmon_unit **all;
	struct event event;

	set_up(1, UNITS);
	pmu->dies[0].num_units = 1;
	all = dies[0]->units;
	open_event(&event, dies[0], NULL, 1, 0, 0);
	none[0] = all[0];
	pmu->dies[0].units = none;
	dies[0]->units = none;
	irqs_off = 1;
	add_events(&event, 1);
	read_event(&event);
	del_events(&event, 1);
	irqs_off = 0;
	dies[0]->units = all;
	event.perf.destroy(&event.perf);
}

int main(void)
{
	check_one_unit();
	print_growth();
	print_nth();
	return !good;
}
