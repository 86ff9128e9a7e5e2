// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long the driver holds a die's lock, and keeps IRQs off: in register accesses, which take longer than all the rest.
 *
 * The driver's own code counts on units that only count how often they are accessed (counted.h). Each path is taken with four
 * events on all units of a type PMU, with 60 units and more, and with eight dies. Prints a table of the longest stretches, and
 * fails if a number exceeds what the table of bounds below says for it.
 */
#include "count/die.h"
#include "count/engine.h"
#include "counted.h"
#include "freeze/freeze.h"
#include "freeze/poll.h"
#include "freeze/suspend.h"
#include "perf/perf.h"

static struct event running[EVENTS], waiting[EVENTS];
static struct pmon_die *die;
static unsigned int num_units;
static bool too_many;

/* --- what perf does, with IRQs off ------------------------------------------------------- */

static void start(void)
{
	add_events(running, EVENTS);
}

/* perf takes all events of the PMU off and puts them back. */
static void start_another(void)
{
	add_events(running, EVENTS - 1);
	memset(&irqs, 0, sizeof(irqs));
	memset(&locked, 0, sizeof(locked));
	pmu->pmu.pmu_disable(&pmu->pmu);
	del_events(running, EVENTS - 1);
	start();
	pmu->pmu.pmu_enable(&pmu->pmu);
}

static void stop(void)
{
	del_events(running, EVENTS);
}

static void rotate(void)
{
	pmu->pmu.pmu_disable(&pmu->pmu);
	del_events(running, EVENTS);
	add_events(waiting, EVENTS);
	pmu->pmu.pmu_enable(&pmu->pmu);
}

/* perf would have to let the driver end a turn by itself, unit by unit, with IRQs on in between. */
static void rotate_in_slices(void)
{
	pmu->pmu.pmu_disable(&pmu->pmu);
	del_events(running, EVENTS);
	add_events(waiting, EVENTS);
	pmu->dies[die->die].disabled--;
	irqs_off = 0;
	pmon_die_visit_units(die, die->owner, pmon_unit_commit);
}

static void read_one(void)
{
	pmu->pmu.read(&running[0].perf);
}

static void read_group(void)
{
	unsigned int i;

	pmu->pmu.start_txn(&pmu->pmu, PERF_PMU_TXN_READ);
	for (i = 0; i < EVENTS; i++)
		pmu->pmu.read(&running[i].perf);
	pmu->pmu.commit_txn(&pmu->pmu);
}

/* --- what the driver does on its own account, with IRQs on in between ---------------------- */

static void timer(void)
{
	timer_pass(die);
}

/* A poll, and the slices of the freeze that it finds. */
static void look(void)
{
	do {
		expire(die, PMON_WALK_FREEZE);
	} while (die->overflow.phase == PMON_ENDING);
}

/* Until what waits is found. */
static void search(void)
{
	do {
		look();
	} while (die->overflow.search_left);
}

static void overflow_of(unsigned int unit)
{
	registers[die->die][unit][COUNTER] = 5;
	registers[die->die][unit][STATUS] = 1;
	registers[die->die][MAX_UNITS][GLOBAL_STATUS + unit / 64] |= BIT_ULL(unit % 64);
}

static void one_overflow(void)
{
	overflow_of(num_units / 2);
	look();
}

/* Without one of each 64: 64 ones are what a register that is not there reads as. */
static void overflow_of_all(void)
{
	unsigned int i;

	for (i = 0; i < num_units; i++)
		if (i % 64)
			overflow_of(i);
}

static void all_overflow(void)
{
	overflow_of_all();
	look();
}

static bool is_status_clear(void)
{
	unsigned int i;
	u64 status = 0;

	for (i = 0; i < num_units; i++)
		status |= registers[die->die][i][STATUS] | registers[die->die][MAX_UNITS][GLOBAL_STATUS + i / 64];
	return !status && !pmon_freeze_is_open(die);
}

/* All counters of nearly all units. */
static void all_counters_overflow(void)
{
	unsigned int i, j;

	for (i = 0; i < num_units; i++) {
		if (!(i % 64))
			continue;
		overflow_of(i);
		registers[die->die][i][STATUS] = BIT(EVENTS) - 1;
		for (j = 0; j < EVENTS; j++)
			registers[die->die][i][COUNTER + j] = 5;
	}
	look();
}

/* One value of each unit and event that is asked for, four accesses for each overflow, and what a poll takes besides. */
static void check_sum(unsigned long before, unsigned int events, unsigned int overflows)
{
	unsigned long bound = num_units * events + 4 * overflows + 16;

	if (accesses - before > bound) {
		printf("%u overflows, %u units: %lu accesses with the package frozen, more than %lu\n", overflows, num_units,
		       accesses - before, bound);
		too_many = true;
	}
}

static void one_with_values(void)
{
	unsigned long before = accesses;

	one_overflow();
	check_sum(before, EVENTS, 1);
	assert(die->ledger.count[PMON_SAMPLES] == 1 && is_status_clear());
}

/* Nobody asks for the values of the other events. */
static void one_with_own_value(void)
{
	unsigned long before = accesses;

	one_overflow();
	check_sum(before, 1, 1);
}

/* A late freeze. */
static void all_with_values(void)
{
	unsigned long before = accesses;

	all_overflow();
	check_sum(before, EVENTS, num_units - DIV_ROUND_UP(num_units, 64));
	assert(die->ledger.count[PMON_SAMPLES] == num_units - DIV_ROUND_UP(num_units, 64) &&
	       is_status_clear());
}

/* Another user's freeze: no unit has overflowed, and the counters are looked at for the reason. */
static void foreign_freeze(void)
{
	registers[die->die][MAX_UNITS][GLOBAL_STATUS] |= 1;
	search();
	assert(die->ledger.count[PMON_FOREIGN] == 1);
}

/* Another user's counters on nearly all units. The timer that reads counters ends the freeze, as no event samples. */
static void foreign_overflows(void)
{
	overflow_of_all();
	timer();
	assert(die->ledger.count[PMON_FOREIGN] == 1 && die->ledger.count[PMON_FREEZES] == 1 &&
	       is_status_clear());
}

static void foreign_slice(void)
{
	overflow_of_all();
	do {
		expire(die, PMON_WALK_READ);
	} while (!die->watch.ending);
	assert(!is_status_clear());
}

/* Between two slices, all events stop. */
static void stop_in_foreign_freeze(void)
{
	foreign_slice();
	irqs_off = 1;
	stop();
	irqs_off = 0;
	memset(&irqs, 0, sizeof(irqs));
	memset(&locked, 0, sizeof(locked));
	timer();
	assert(!die->period && die->ledger.count[PMON_FOREIGN] == 1 && is_status_clear());
}

/* Between two slices, the system goes to sleep. */
static void sleep_in_foreign_freeze(void)
{
	foreign_slice();
	pmon_die_suspend(die);
	assert(is_status_clear());
	pmon_die_resume(die);
	timer();
}

/* Messages of two units were lost. */
static void lost_overflows(void)
{
	unsigned int i;

	registers[die->die][1][COUNTER] = registers[die->die][num_units - 1][COUNTER] = 5;
	for (i = 0; i < 64; i++)
		look();
	assert(die->ledger.count[PMON_LATE] == 2);
}

/* A storm on all units, and the end of the pause that follows. */
static void storm(void)
{
	unsigned int i;

	for (i = 0; i < 16; i++)
		all_overflow();
	memset(&irqs, 0, sizeof(irqs));
	memset(&locked, 0, sizeof(locked));
	for (i = 0; i < 200; i++)
		look();
	assert(!die->overflow.search_left && !die->overflow.pause);
}

static void reset(void)
{
	pmon_die_reset(die, die->owner);
}

/* Earlier software has left the status set. */
static void reset_after_overflows(void)
{
	overflow_of_all();
	reset();
	assert(die->ledger.count[PMON_FOREIGN] == 1 && is_status_clear());
}

static void unload_after_overflows(void)
{
	overflow_of_all();
	pmon_poll_stop(die);
	pmon_die_shutdown(die);
	assert(is_status_clear());
}

static void sleep_and_wake(void)
{
	pmon_die_suspend(die);
	pmon_die_resume(die);
	search();
	timer();
}

static void sleep_after_overflows(void)
{
	overflow_of_all();
	sleep_and_wake();
	assert(die->ledger.count[PMON_SAMPLES] == num_units - DIV_ROUND_UP(num_units, 64) &&
	       is_status_clear());
}

static void off(void *event)
{
	pmu->pmu.pmu_disable(&pmu->pmu);
	pmu->pmu.del(event, 0);
	pmu->pmu.pmu_enable(&pmu->pmu);
}

static void on(void *event)
{
	int error;

	pmu->pmu.pmu_disable(&pmu->pmu);
	error = pmu->pmu.add(event, PERF_EF_START);
	assert(!error);
	pmu->pmu.pmu_enable(&pmu->pmu);
}

static bool overflow_meanwhile, overflow_at_end;

/* perf takes each event off the old CPU, and then puts it on the new one. But for the last one: that was disabled. */
void perf_pmu_migrate_context(struct pmu *perf_pmu, int from, int to)
{
	int caller = this_cpu;
	unsigned int i;

	(void)perf_pmu;
	for (i = 0; i < EVENTS; i++) {
		smp_call_function_single(from, off, &running[i].perf, 1);
		running[i].perf.cpu = waiting[i].perf.cpu = to;
	}
	if (overflow_meanwhile) {
		this_cpu = to;
		all_overflow();
		this_cpu = caller;
	}
	for (i = 0; i < EVENTS - 1; i++)
		smp_call_function_single(to, on, &running[i].perf, 1);
	/* The timer does not expire before the handover ends. */
	if (overflow_at_end)
		overflow_of_all();
}

static void handover(void)
{
	mutex_lock(&core.lock);
	/* The other CPU of the die. */
	pmon_die_handover(&core, die, die->owner ^ 1);
	mutex_unlock(&core.lock);
	be_on(die);
	if (die->overflow.search_left || die->overflow.phase == PMON_ENDING)
		search();
	timer();
	assert(is_status_clear());
}

static void handover_with_overflows(void)
{
	overflow_meanwhile = true;
	handover();
	overflow_meanwhile = false;
}

static void handover_before_overflows(void)
{
	overflow_at_end = true;
	handover();
	overflow_at_end = false;
}

static void handover_after_overflows(void)
{
	overflow_of_all();
	handover();
}

/* --- paths ------------------------------------------------------------------------------ */

struct machine {
	unsigned int dies, units;
};

/* Accesses: for each unit, and besides. */
struct bound {
	unsigned long unit, rest;
};

/* perf's calls come with IRQs off, and are one stretch each. The rest is the driver's own. */
static const struct path {
	const char *name;
	void (*take)(void);
	bool perf, group, samples, all_sample, values, counting;
	struct bound lock, irqs;
} paths[] = {
	{ "perf: start 4 events", start, .perf = true, .lock = { 4 }, .irqs = { 4 } },
	{ "perf: start one beside 3", start_another, .perf = true, .lock = { 1 }, .irqs = { 1 } },
	{ "perf: start a group of 4", start, .perf = true, .group = true, .lock = { 6 }, .irqs = { 6 } },
	{ "perf: stop 4 events", stop, .perf = true, .counting = true, .lock = { 8 }, .irqs = { 8 } },
	{ "perf: 4 events change with 4 others", rotate, .perf = true, .counting = true, .lock = { 8 }, .irqs = { 8 } },
	{ "perf: a group of 4 with another", rotate, .perf = true, .group = true, .counting = true, .lock = { 10 }, .irqs = { 10 } },
	{ "4 change with 4, if perf allowed slices", rotate_in_slices, .perf = true, .counting = true, .lock = { 0, 16 },
	  .irqs = { 0, 16 } },
	{ "perf: read an event", read_one, .perf = true, .counting = true, .lock = { 1 }, .irqs = { 1 } },
	{ "perf: snapshot of a group of 4", read_group, .perf = true, .counting = true, .group = true, .lock = { 6 },
	  .irqs = { 6 } },
	{ "timer: read 4 counters of each unit", timer, .counting = true, .lock = { 0, 8 }, .irqs = { 0, 8 } },
	{ "poll for a freeze, none found", look, .counting = true, .samples = true, .lock = { 0, 1 }, .irqs = { 0, 6 } },
	{ "overflow of one unit", one_overflow, .counting = true, .samples = true, .lock = { 0, 4 }, .irqs = { 0, 16 } },
	{ "overflow of nearly all units", all_overflow, .counting = true, .samples = true, .lock = { 0, 4 },
	  .irqs = { 0, 64 } },
	{ "the same, four overflows of each", all_counters_overflow, .counting = true, .samples = true, .all_sample = true,
	  .lock = { 0, 10 }, .irqs = { 0, 64 } },
	{ "overflow of one unit, its own value", one_with_own_value, .counting = true, .samples = true, .values = true,
	  .lock = { 0, 4 }, .irqs = { 0, 64 } },
	{ "overflow of one unit, values of a group of 4", one_with_values, .counting = true, .group = true, .samples = true,
	  .values = true, .lock = { 0, 4 }, .irqs = { 0, 64 } },
	{ "the same, overflow of nearly all units", all_with_values, .counting = true, .group = true, .samples = true,
	  .values = true, .lock = { 0, 4 }, .irqs = { 0, 64 } },
	{ "lost overflows of two units", lost_overflows, .counting = true, .samples = true, .lock = { 0, 4 },
	  .irqs = { 0, 16 } },
	{ "the same, values of a group of 4", lost_overflows, .counting = true, .group = true, .samples = true, .values = true,
	  .lock = { 0, 4 }, .irqs = { 0, 64 } },
	{ "another user's freeze", foreign_freeze, .counting = true, .samples = true, .lock = { 0, 4 }, .irqs = { 0, 28 } },
	{ "the same, overflows of nearly all units", foreign_overflows, .counting = true, .lock = { 0, 8 }, .irqs = { 0, 40 } },
	{ "the same, the events stop meanwhile", stop_in_foreign_freeze, .counting = true, .lock = { 0, 4 }, .irqs = { 0, 40 } },
	{ "the same, sleep meanwhile", sleep_in_foreign_freeze, .counting = true, .lock = { 0, 12 }, .irqs = { 0, 40 } },
	{ "end of a pause after a storm", storm, .counting = true, .samples = true, .lock = { 0, 8 }, .irqs = { 0, 16 } },
	{ "handover to another CPU", handover, .counting = true, .lock = { 1, 0 }, .irqs = { 1, 0 } },
	{ "the same, nearly all units overflow", handover_with_overflows, .counting = true, .samples = true,
	  .lock = { 1, 0 }, .irqs = { 1, 0 } },
	{ "the same, they overflow before", handover_after_overflows, .counting = true, .samples = true, .lock = { 1, 0 },
	  .irqs = { 1, 0 } },
	{ "the same, they overflow at the end", handover_before_overflows, .counting = true, .samples = true, .lock = { 1, 0 },
	  .irqs = { 1, 4 } },
	{ "the same, and no event samples", handover_before_overflows, .counting = true, .lock = { 1, 0 }, .irqs = { 1, 0 } },
	{ "reset at load", reset, .lock = { 0, 4 }, .irqs = { 0, 4 } },
	{ "the same, nearly all units have overflowed", reset_after_overflows, .lock = { 0, 4 }, .irqs = { 0, 40 } },
	{ "unload, nearly all units have overflowed", unload_after_overflows, .counting = true, .lock = { 0, 8 }, .irqs = { 0, 40 } },
	{ "sleep and wake", sleep_and_wake, .counting = true, .lock = { 0, 12 }, .irqs = { 0, 12 } },
	{ "sleep and wake, an event samples", sleep_and_wake, .counting = true, .samples = true, .lock = { 0, 12 },
	  .irqs = { 0, 16 } },
	{ "the same, nearly all units overflow before", sleep_after_overflows, .counting = true, .samples = true,
	  .lock = { 0, 12 }, .irqs = { 0, 64 } },
};

static bool within(const char *name, const char *what, unsigned long got, const struct bound *bound)
{
	unsigned long limit = bound->unit * num_units + bound->rest;

	if (got <= limit)
		return true;
	printf("%s, %u units: %lu accesses with %s, more than %lu\n", name, num_units, got, what, limit);
	return false;
}

/* Events on one of the dies; all others count, too, and must not make it longer. */
static void count_elsewhere(void)
{
	static struct event others[MAX_DIES][EVENTS];
	unsigned int i, j;

	for (i = 0; i < core.num_dies; i++) {
		if (dies[i] == die)
			continue;
		for (j = 0; j < EVENTS; j++)
			open_event(&others[i][j], dies[i], NULL, j + 1, 0, 0);
		irqs_off = 1;
		be_on(dies[i]);
		add_events(others[i], EVENTS);
		irqs_off = 0;
	}
}

static bool measure(const struct path *path, const struct machine *machine, struct stretch results[2])
{
	unsigned int i;

	num_units = machine->units;
	set_up(machine->dies, machine->units);
	die = dies[machine->dies - 1];
	count_elsewhere();
	be_on(die);
	sample_values = path->values;
	for (i = 0; i < EVENTS; i++) {
		open_event(&running[i], die, path->group && i ? &running[0] : NULL, i + 1,
			   path->group && !i && !path->values ? PMON_SNAPSHOT : 0, path->samples && (!i || path->all_sample) ? 1000 : 0);
		open_event(&waiting[i], die, path->group && i ? &waiting[0] : NULL, i + 10, 0, 0);
	}
	sample_values = false;
	irqs_off = 1;
	if (path->counting)
		start();
	irqs_off = path->perf;
	irqs_on++;
	memset(&irqs, 0, sizeof(irqs));
	memset(&locked, 0, sizeof(locked));
	path->take();
	results[0] = locked;
	results[1] = irqs;
	return !too_many & within(path->name, "the lock held", locked.longest, &path->lock) &
	       within(path->name, "IRQs off", irqs.longest, &path->irqs);
}

int main(void)
{
	static const struct machine machines[] = { { 1, 60 }, { 1, 128 }, { 1, 144 }, { 8, 60 } };
	struct stretch results[2];
	unsigned int i, j;
	bool good = true;

	printf("%-44s", "longest stretch, in accesses");
	for (j = 0; j < ARRAY_SIZE(machines); j++)
		printf("%4u x %3u units", machines[j].dies, machines[j].units);
	printf("\n%-44s", "");
	for (j = 0; j < ARRAY_SIZE(machines); j++)
		printf("   lock IRQs off");
	printf("\n");
	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		printf("%-44s", paths[i].name);
		for (j = 0; j < ARRAY_SIZE(machines); j++) {
			good &= measure(&paths[i], &machines[j], results);
			printf("%7lu%9lu", results[0].longest, results[1].longest);
		}
		printf("\n");
	}
	return !good;
}
