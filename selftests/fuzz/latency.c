// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long the driver holds a die's lock, and keeps IRQs off: in register accesses, which take longer than all the rest.
 *
 * The driver's own code counts on units that only count how often they are accessed. Each path is taken with four events on all
 * units of a type PMU, once with 60 units and once with 128. Prints a table, and fails if a number is not what
 * the table of bounds below says for it.
 */
#include "core.h"
#include "count/die.h"
#include "count/poll.h"
#include "perf/handover.h"
#include "perf/perf.h"
#include "perf/upkeep.h"

#define MAX_UNITS	128
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

/* Of the path that is taken: all accesses, the most in one critical section, those of the present one. */
static unsigned long accesses, longest, section, section_of;

static void note_access(void)
{
	assert(irqs_off);
	accesses++;
	if (section_of != unlocks) {
		section_of = unlocks;
		section = 0;
	}
	if (die->lock.locked && ++section > longest)
		longest = section;
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
	die->overflow.global.status_bits = 2 * 64;
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
		.state = PERF_EVENT_STATE_ACTIVE, .overflow_handler = take_sample,
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

static void timer(void)
{
	/* A timer that runs is not in the queue. */
	die->timer.queued = false;
	die->timer.function(&die->timer);
}

static void look(void)
{
	die->overflow.timer.function(&die->overflow.timer);
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

	/* Without one: 64 ones are what a register that is not there reads as. */
	for (i = 1; i < num_units; i++)
		overflow_of(i);
	look();
}

/* perf takes all events off the old CPU, and then puts them on the new one. */
static unsigned long most_of_a_part;

static void end_part(void)
{
	most_of_a_part = max(most_of_a_part, accesses);
	accesses = 0;
}

static void off(void *events)
{
	end_part();
	del(events);
	end_part();
}

static void on(void *events)
{
	end_part();
	add(events);
	end_part();
}

void perf_pmu_migrate_context(struct pmu *perf_pmu, int from, int to)
{
	unsigned int i;

	(void)perf_pmu;
	smp_call_function_single(from, off, running, 1);
	for (i = 0; i < EVENTS; i++)
		running[i].perf.cpu = to;
	smp_call_function_single(to, on, running, 1);
}

void perf_event_enable(struct perf_event *event)
{
	(void)event;
	abort();
}

static void handover(void)
{
	irqs_off = 0;
	mutex_lock(&core.lock);
	pmon_die_handover(&core, die, !die->owner);
	mutex_unlock(&core.lock);
	end_part();
	accesses = most_of_a_part;
	irqs_off = 1;
}

/* --- paths ------------------------------------------------------------------------------ */

/* Accesses: for each unit, for each pair of units, and besides. */
struct bound {
	unsigned long unit, pair, rest;
};

static const struct path {
	const char *name;
	void (*take)(void);
	bool group, samples, counting;
	struct bound lock, irqs;
} paths[] = {
	{ "start 4 events", start, .lock = { 4 }, .irqs = { 4 } },
	{ "start a group of 4", start, .group = true, .lock = { 6 }, .irqs = { 6 } },
	{ "stop 4 events", stop, .counting = true, .lock = { 4 }, .irqs = { 8 } },
	{ "4 events change with 4 others", rotate, .counting = true, .lock = { 8 }, .irqs = { 12 } },
	{ "read an event", read_one, .counting = true, .lock = { 1 }, .irqs = { 1 } },
	{ "snapshot of a group of 4", read_group, .counting = true, .group = true, .lock = { 6 }, .irqs = { 6 } },
	{ "timer: poll 4 counters of each unit", timer, .counting = true, .lock = { 4 }, .irqs = { 8, 0, 2 } },
	{ "poll for a freeze, none found", look, .counting = true, .samples = true, .lock = { 0 }, .irqs = { 0, 0, 2 } },
	{ "overflow of one unit", one_overflow, .counting = true, .samples = true, .lock = { 1, 0, 4 },
	  .irqs = { 1, 0, 11 } },
	{ "overflow of all units but one", all_overflow, .counting = true, .samples = true, .lock = { 1, 0, 4 },
	  .irqs = { 5, 0, 7 } },
	{ "handover to another CPU", handover, .counting = true, .lock = { 4 }, .irqs = { 4, 0, 2 } },
};

static bool within(const char *name, const char *what, unsigned long got, const struct bound *bound)
{
	unsigned long limit = bound->unit * num_units + bound->pair * num_units * num_units + bound->rest;

	if (got <= limit)
		return true;
	printf("%s, %u units: %lu accesses with %s, more than %lu\n", name, num_units, got, what, limit);
	return false;
}

static bool measure(const struct path *path, unsigned long result[2])
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
	accesses = longest = section = most_of_a_part = 0;
	section_of = ++unlocks;
	path->take();
	result[0] = longest;
	result[1] = accesses;
	return within(path->name, "the lock held", longest, &path->lock) &
	       within(path->name, "IRQs off", accesses, &path->irqs);
}

int main(void)
{
	static const unsigned int sizes[] = { 60, 128 };
	unsigned int i, j;
	bool good = true;

	printf("%-38s%10s%10s%10s%10s\n", "accesses of a type PMU's units:", "60, lock", "IRQs off", "128, lock",
	       "IRQs off");
	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		unsigned long results[2][2];

		for (j = 0; j < ARRAY_SIZE(sizes); j++) {
			num_units = sizes[j];
			good &= measure(&paths[i], results[j]);
		}
		printf("%-38s%10lu%10lu%10lu%10lu\n", paths[i].name, results[0][0], results[0][1], results[1][0],
		       results[1][1]);
	}
	return !good;
}
