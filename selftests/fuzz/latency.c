// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long the driver holds a die's lock, and keeps IRQs off: in register accesses, which take longer than all the rest.
 *
 * The driver's own code counts on units that only count how often they are accessed. Each path is taken with four events on all
 * units of a type PMU, with 60 units and more. Prints a table of the longest stretches, and fails if a number exceeds what the
 * table of bounds below says for it.
 */
#include "core.h"
#include "count/die.h"
#include "count/poll.h"
#include "count/slice.h"
#include "count/suspend.h"
#include "perf/handover.h"
#include "perf/perf.h"
#include "perf/upkeep.h"

#define MAX_UNITS	144
#define EVENTS		4
#define REGISTERS	64
#define STATUS		1
#define CONTROL		8
#define COUNTER		16
#define GLOBAL_STATUS	2

struct event {
	struct perf_event perf;
	struct perf_event_context context;
};

static u64 registers[MAX_UNITS + 1][REGISTERS];
static struct pmon_core core;
static struct pmon_die *dies[1];
static struct pmon_die *die;
static struct pmon_pmu *pmu;
static struct event running[EVENTS], waiting[EVENTS];
static unsigned int num_units;

/* Accesses of a stretch: the present one, which ends when a number changes, and the longest one of the path that is taken. */
struct stretch {
	unsigned long number, length, longest;
};

static struct stretch locked, irqs;

static void note_in(struct stretch *stretch, unsigned long number)
{
	if (stretch->number != number) {
		stretch->number = number;
		stretch->length = 0;
	}
	stretch->length++;
	stretch->longest = max(stretch->longest, stretch->length);
}

static void note_access(void)
{
	if (irqs_off)
		note_in(&irqs, irqs_on);
	if (die->lock.locked)
		note_in(&locked, unlocks);
}

static u64 *at(const struct pmon_regspace *space, int offset)
{
	note_access();
	return &((u64 *)space->mmio)[offset];
}

static u64 read64(const struct pmon_regspace *space, int offset)
{
	return *at(space, offset);
}

static u32 read32(const struct pmon_regspace *space, int offset)
{
	return (u32)*at(space, offset);
}

static const struct pmon_layout layout = {
	.has_control = true, .freeze = BIT(0), .reset = BIT(8) | BIT(9), .clear = BIT(17), .freeze_on_overflow = BIT(20),
};

/* A status bit is cleared by a write of 1. So is a counter by a bit of its control, which does not stay set. */
static int write64(const struct pmon_regspace *space, int offset, u64 value)
{
	u64 *reg = at(space, offset);
	bool global = space->mmio == registers[MAX_UNITS];

	if (global ? offset >= GLOBAL_STATUS : offset == STATUS) {
		*reg &= ~value;
		return 0;
	}
	*reg = value;
	if (!global && offset >= CONTROL && offset < CONTROL + EVENTS && value & layout.clear) {
		*reg &= ~layout.clear;
		reg[COUNTER - CONTROL] = 0;
	}
	return 0;
}

static int write32(const struct pmon_regspace *space, int offset, u32 value)
{
	return write64(space, offset, value);
}

static const struct pmon_regspace_ops ops = {
	.read64 = read64, .read32 = read32, .write64 = write64, .write32 = write32,
};

static const struct pmon_field type_fields[] = { { "event", 0, GENMASK_ULL(7, 0) }, {} };

/* With the driver's own. */
static const struct pmon_field fields[] = {
	{ "event", 0, GENMASK_ULL(7, 0) }, { "unit_mask", 2, ~0ULL }, { "snapshot", 1, PMON_SNAPSHOT }, {}
};

static const struct pmon_box_type type = {
	.name = "latency", .number = 1, .max_units = MAX_UNITS, .fields = type_fields, .control = GENMASK_ULL(7, 0),
	.layout = &layout, .rate = 1000000000,
};

static void set_up(void)
{
	struct device *device = root_device_register("latency");
	unsigned int i;

	pmon_upkeep_init(&core, device);
	die = dies[0] = pmon_die_create(device, &core.deferred, 0, num_units);
	core.dies = dies;
	core.num_dies = 1;
	pmon_poll_create(die);
	for (i = 0; i < num_units; i++) {
		struct pmon_unit_desc desc = {
			.unit = {
				.type = 1, .id = (u16)i, .access = PMON_ACCESS_MSR, .num_counters = EVENTS, .width = 48,
				.control_offset = CONTROL, .counter_offset = COUNTER, .status_offset = STATUS,
				.status_position = (u16)i,
				.stride = { .control = 1, .counter = 1 },
			},
			.verdict = PMON_OK,
		};
		struct pmon_unit *unit = pmon_unit_create(die, &type, &desc);

		assert(!IS_ERR(unit));
		unit->space.ops = &ops;
		unit->space.mmio = registers[i];
		die->units[die->num_units++] = unit;
	}
	die->overflow.global.space.ops = &ops;
	die->overflow.global.space.mmio = registers[MAX_UNITS];
	die->overflow.global.status_offset = GLOBAL_STATUS;
	die->overflow.global.usable = true;
	die->overflow.global.status_bits = 3 * 64;
	die->owner = 0;

	pmu = calloc(1, struct_size(pmu, dies, 1));
	pmu->core = &core;
	pmu->type = &type;
	pmu->level = PMON_EVENT_TYPE;
	pmu->fields = fields;
	pmu->snapshot = true;
	pmu->registered = true;
	pmu->dies[0].die = die;
	pmu->dies[0].units = die->units;
	pmu->dies[0].num_units = num_units;
	pmu->dies[0].level = PMON_EVENT_TYPE;
	for (i = 0; i < num_units; i++)
		die->units[i]->pmus[PMON_EVENT_TYPE] = &pmu->dies[0];
	pmon_pmu_init(pmu);
	list_add_tail(&pmu->list, &core.pmus);
}

/* A sample. What perf does with it is not the driver's. */
static void take_sample(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	(void)event;
	(void)data;
	(void)regs;
}

static void open_event(struct event *event, struct event *leader, u64 config, u64 config1, u64 period)
{
	int error;

	event->perf = (struct perf_event){
		.attr = { .type = (u32)pmu->pmu.type, .config = config, .config1 = config1, .sample_period = period },
		.hw = { .sample_period = period },
		.pmu = &pmu->pmu, .ctx = &event->context, .group_leader = leader ? &leader->perf : &event->perf,
		.state = PERF_EVENT_STATE_ACTIVE, .attach_state = PERF_ATTACH_CONTEXT, .overflow_handler = take_sample,
	};
	INIT_LIST_HEAD(&event->perf.sibling_list);
	error = pmon_event_init(&event->perf);
	assert(!error);
	if (leader)
		list_add_tail(&event->perf.sibling_list, &leader->perf.sibling_list);
}

/* --- what perf does, with IRQs off ------------------------------------------------------- */

static void add(struct event *events)
{
	unsigned int i;
	int error;

	pmu->pmu.pmu_disable(&pmu->pmu);
	for (i = 0; i < EVENTS; i++) {
		error = pmu->pmu.add(&events[i].perf, PERF_EF_START);
		assert(!error);
	}
	pmu->pmu.pmu_enable(&pmu->pmu);
}

static void del(struct event *events)
{
	unsigned int i;

	pmu->pmu.pmu_disable(&pmu->pmu);
	for (i = 0; i < EVENTS; i++)
		pmu->pmu.del(&events[i].perf, 0);
	pmu->pmu.pmu_enable(&pmu->pmu);
}

static void start(void)
{
	add(running);
}

static void stop(void)
{
	del(running);
}

static void rotate(void)
{
	pmu->pmu.pmu_disable(&pmu->pmu);
	del(running);
	add(waiting);
	pmu->pmu.pmu_enable(&pmu->pmu);
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

static void expire(struct hrtimer *timer)
{
	unsigned long flags;

	/* A timer that runs is not in the queue. */
	timer->queued = false;
	local_irq_save(flags);
	if (timer->function(timer) == HRTIMER_RESTART)
		timer->queued = true;
	local_irq_restore(flags);
}

static void timer(void)
{
	do {
		expire(&die->timer);
	} while (die->pass.under_way);
}

static void look(void)
{
	expire(&die->overflow.timer);
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
	registers[unit][COUNTER] = 5;
	registers[unit][STATUS] = 1;
	registers[MAX_UNITS][GLOBAL_STATUS + unit / 64] |= BIT_ULL(unit % 64);
}

static void one_overflow(void)
{
	overflow_of(num_units / 2);
	look();
}

static void all_overflow(void)
{
	unsigned int i;

	/* Without one of each 64: 64 ones are what a register that is not there reads as. */
	for (i = 0; i < num_units; i++)
		if (i % 64)
			overflow_of(i);
	look();
}

/* Another user's freeze: no unit has overflowed, and the counters are looked at for the reason. */
static void foreign_freeze(void)
{
	registers[MAX_UNITS][GLOBAL_STATUS] |= 1;
	search();
	assert(die->overflow.stats.foreign == 1);
}

/* Messages of two units were lost. */
static void lost_overflows(void)
{
	unsigned int i;

	registers[1][COUNTER] = registers[num_units - 1][COUNTER] = 5;
	for (i = 0; i < 64; i++)
		look();
	assert(die->overflow.stats.late == 2);
}

/* A storm on all units, and the end of the pause that follows. */
static void storm(void)
{
	unsigned int i;

	for (i = 0; i < 16; i++)
		all_overflow();
	memset(&irqs, 0, sizeof(irqs));
	memset(&locked, 0, sizeof(locked));
	for (i = 0; i < 100; i++)
		look();
	assert(!die->overflow.paused_left && !die->overflow.pause);
}

static void reset(void)
{
	pmon_die_reset(die, 0);
}

static void sleep_and_wake(void)
{
	pmon_die_suspend(die);
	pmon_die_resume(die);
	search();
	timer();
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

/* perf takes each event off the old CPU, and then puts it on the new one. But for the last one: that was disabled. */
void perf_pmu_migrate_context(struct pmu *perf_pmu, int from, int to)
{
	unsigned int i;

	(void)perf_pmu;
	for (i = 0; i < EVENTS; i++) {
		smp_call_function_single(from, off, &running[i].perf, 1);
		running[i].perf.cpu = waiting[i].perf.cpu = to;
	}
	for (i = 0; i < EVENTS - 1; i++)
		smp_call_function_single(to, on, &running[i].perf, 1);
}

void perf_event_enable(struct perf_event *event)
{
	(void)event;
	abort();
}

static void handover(void)
{
	mutex_lock(&core.lock);
	pmon_die_handover(&core, die, !die->owner);
	mutex_unlock(&core.lock);
	this_cpu = die->owner;
	if (die->overflow.search_left)
		search();
	timer();
}

/* --- paths ------------------------------------------------------------------------------ */

/* Accesses: for each unit, and besides. */
struct bound {
	unsigned long unit, rest;
};

/* perf's calls come with IRQs off, and are one stretch each. The rest is the driver's own. */
static const struct path {
	const char *name;
	void (*take)(void);
	bool perf, group, samples, counting;
	struct bound lock, irqs;
} paths[] = {
	{ "perf: start 4 events", start, .perf = true, .lock = { 4 }, .irqs = { 4 } },
	{ "perf: start a group of 4", start, .perf = true, .group = true, .lock = { 6 }, .irqs = { 6 } },
	{ "perf: stop 4 events", stop, .perf = true, .counting = true, .lock = { 4 }, .irqs = { 8 } },
	{ "perf: 4 events change with 4 others", rotate, .perf = true, .counting = true, .lock = { 8 }, .irqs = { 12 } },
	{ "perf: read an event", read_one, .perf = true, .counting = true, .lock = { 1 }, .irqs = { 1 } },
	{ "perf: snapshot of a group of 4", read_group, .perf = true, .counting = true, .group = true, .lock = { 6 },
	  .irqs = { 6 } },
	{ "timer: read 4 counters of each unit", timer, .counting = true, .lock = { 0, 32 }, .irqs = { 0, 36 } },
	{ "look for a freeze, none found", look, .counting = true, .samples = true, .lock = { 0, 1 }, .irqs = { 0, 6 } },
	{ "overflow of one unit", one_overflow, .counting = true, .samples = true, .lock = { 0, 4 }, .irqs = { 0, 16 } },
	{ "overflow of nearly all units", all_overflow, .counting = true, .samples = true, .lock = { 0, 4 },
	  .irqs = { 4, 11 } },
	{ "lost overflows of two units", lost_overflows, .counting = true, .samples = true, .lock = { 0, 4 },
	  .irqs = { 0, 36 } },
	{ "another user's freeze", foreign_freeze, .counting = true, .samples = true, .lock = { 0, 4 }, .irqs = { 0, 48 } },
	{ "end of a pause after a storm", storm, .counting = true, .samples = true, .lock = { 0, 32 }, .irqs = { 0, 48 } },
	{ "handover to another CPU", handover, .counting = true, .lock = { 1, 0 }, .irqs = { 1, 0 } },
	{ "reset at load", reset, .lock = { 0, 32 }, .irqs = { 0, 32 } },
	{ "sleep and wake", sleep_and_wake, .counting = true, .lock = { 0, 32 }, .irqs = { 0, 36 } },
	{ "sleep and wake, an event samples", sleep_and_wake, .counting = true, .samples = true, .lock = { 0, 32 },
	  .irqs = { 0, 36 } },
};

static bool within(const char *name, const char *what, unsigned long got, const struct bound *bound)
{
	unsigned long limit = bound->unit * num_units + bound->rest;

	if (got <= limit)
		return true;
	printf("%s, %u units: %lu accesses with %s, more than %lu\n", name, num_units, got, what, limit);
	return false;
}

static bool measure(const struct path *path, struct stretch results[2])
{
	unsigned int i;

	memset(registers, 0, sizeof(registers));
	memset(&core, 0, sizeof(core));
	this_cpu = 0;
	irqs_off = 0;
	set_up();
	for (i = 0; i < EVENTS; i++) {
		open_event(&running[i], path->group && i ? &running[0] : NULL, i + 1, path->group && !i ? PMON_SNAPSHOT : 0,
			   path->samples && !i ? 1000 : 0);
		open_event(&waiting[i], NULL, i + 10, 0, 0);
	}
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
	return within(path->name, "the lock held", locked.longest, &path->lock) &
	       within(path->name, "IRQs off", irqs.longest, &path->irqs);
}

int main(void)
{
	static const unsigned int sizes[] = { 60, 128, 144 };
	struct stretch results[2];
	unsigned int i, j;
	bool good = true;

	printf("%-38s", "longest stretch, in accesses; units:");
	for (j = 0; j < ARRAY_SIZE(sizes); j++)
		printf("%5u, lock  IRQs off", sizes[j]);
	printf("\n");
	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		printf("%-38s", paths[i].name);
		for (j = 0; j < ARRAY_SIZE(sizes); j++) {
			num_units = sizes[j];
			good &= measure(&paths[i], results);
			printf("%11lu%10lu", results[0].longest, results[1].longest);
		}
		printf("\n");
	}
	return !good;
}
