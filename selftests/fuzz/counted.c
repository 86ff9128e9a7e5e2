// SPDX-License-Identifier: GPL-2.0-only
/*
 * Units that only count how often they are accessed. See counted.h.
 */
#include "count/engine.h"
#include "counted.h"
#include "freeze/poll.h"
#include "perf/perf.h"

struct stretch locked, irqs;
unsigned long accesses;
bool sample_values;
u64 registers[MAX_DIES][MAX_UNITS + 1][REGISTERS];
struct pmon_core core;
struct pmon_die *dies[MAX_DIES];
struct pmon_pmu *pmu;

static void note_in(struct stretch *stretch, unsigned long number)
{
	if (stretch->number != number) {
		stretch->number = number;
		stretch->length = 0;
	}
	stretch->length++;
	stretch->longest = max(stretch->longest, stretch->length);
}

static bool any_locked(void)
{
	unsigned int i;

	for (i = 0; i < core.num_dies; i++)
		if (dies[i]->lock.locked)
			return true;
	return false;
}

static void note_access(void)
{
	accesses++;
	if (irqs_off)
		note_in(&irqs, irqs_on);
	if (any_locked())
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

static bool is_global(const struct pmon_regspace *space)
{
	return space == &dies[0]->overflow.global.space ||
	       ((u64 (*)[REGISTERS])space->mmio - registers[0]) % (MAX_UNITS + 1) == MAX_UNITS;
}

/* A status bit is cleared by a write of 1. So is a counter by a bit of its control, which does not stay set. */
static int write64(const struct pmon_regspace *space, int offset, u64 value)
{
	u64 *reg = at(space, offset);
	bool global = is_global(space);

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
	.name = "counted", .number = 1, .max_id = MAX_UNITS - 1, .fields = type_fields, .control = GENMASK_ULL(7, 0),
	.layout = &layout,
};

static void set_up_unit(struct pmon_die *die, unsigned int number)
{
	struct pmon_unit_desc desc = {
		.unit = {
			.type = 1, .id = (u16)number, .access = PMON_ACCESS_MSR, .num_counters = EVENTS, .width = 48,
			.control_offset = CONTROL, .counter_offset = COUNTER, .status_offset = STATUS,
			.status_position = (u16)number,
			.stride = { .control = 1, .counter = 1 },
		},
		.verdict = PMON_OK,
	};
	struct pmon_unit *unit = pmon_unit_create(die, &type, &desc);

	assert(!IS_ERR(unit));
	unit->space.ops = &ops;
	unit->space.mmio = registers[die->die][number];
	die->units[die->num_units++] = unit;
}

static struct pmon_die *set_up_die(struct device *device, int number, unsigned int num_units)
{
	struct pmon_die *die = pmon_die_create(device, &core.deferred, number, num_units);
	unsigned int i;

	pmon_poll_create(die);
	for (i = 0; i < num_units; i++)
		set_up_unit(die, i);
	die->overflow.global.space.ops = &ops;
	die->overflow.global.space.mmio = registers[number][MAX_UNITS];
	die->overflow.global.status_offset = GLOBAL_STATUS;
	die->overflow.global.usable = true;
	die->overflow.global.status_bits = 3 * 64;
	die->owner = number * CPUS_OF_DIE;
	return die;
}

static void set_up_pmu_die(struct pmon_die *die, struct pmon_pmu_die *pmu_die)
{
	unsigned int i;

	pmu_die->die = die;
	pmu_die->units = die->units;
	pmu_die->num_units = die->num_units;
	pmu_die->level = PMON_EVENT_TYPE;
	for (i = 0; i < die->num_units; i++)
		die->units[i]->pmus[PMON_EVENT_TYPE] = pmu_die;
}

void set_up(unsigned int num_dies, unsigned int num_units)
{
	struct device *device = root_device_register("counted");
	unsigned int i;

	memset(registers, 0, sizeof(registers));
	memset(&core, 0, sizeof(core));
	irqs_off = 0;
	kernel_switch_on(num_dies);
	pmon_upkeep_init(&core, device);
	core.dies = dies;
	core.num_dies = num_dies;
	pmu = calloc(1, struct_size(pmu, dies, num_dies));
	pmu->core = &core;
	pmu->type = &type;
	pmu->level = PMON_EVENT_TYPE;
	pmu->fields = fields;
	pmu->snapshot = true;
	pmu->registered = true;
	for (i = 0; i < num_dies; i++) {
		dies[i] = set_up_die(device, (int)i, num_units);
		set_up_pmu_die(dies[i], &pmu->dies[i]);
	}
	pmon_pmu_init(pmu);
	list_add_tail(&pmu->list, &core.pmus);
	be_on(dies[0]);
}

void be_on(const struct pmon_die *die)
{
	this_cpu = die->owner;
}

/* A sample: perf_output_read_group() reads the other events of the group for it. */
static void take_sample(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	struct perf_event *leader = event->group_leader, *sibling;

	(void)data;
	(void)regs;
	if (!(event->attr.sample_type & PERF_SAMPLE_READ))
		return;
	if (leader != event)
		leader->pmu->read(leader);
	for_each_sibling_event(sibling, leader)
		if (sibling != event)
			sibling->pmu->read(sibling);
}

void open_event(struct event *event, const struct pmon_die *die, struct event *leader, u64 config, u64 config1, u64 period)
{
	int error;

	event->perf = (struct perf_event){
		.attr = {
			.type = (u32)pmu->pmu.type, .config = config, .config1 = config1, .sample_period = period,
			.sample_type = sample_values ? PERF_SAMPLE_READ : 0,
			.read_format = sample_values ? PERF_FORMAT_GROUP : 0,
		},
		.hw = { .sample_period = period },
		.pmu = &pmu->pmu, .ctx = &event->context, .group_leader = leader ? &leader->perf : &event->perf,
		.state = PERF_EVENT_STATE_ACTIVE, .attach_state = PERF_ATTACH_CONTEXT, .overflow_handler = take_sample,
		.cpu = die->owner,
	};
	INIT_LIST_HEAD(&event->perf.sibling_list);
	error = pmon_event_init(&event->perf);
	assert(!error);
	if (leader)
		list_add_tail(&event->perf.sibling_list, &leader->perf.sibling_list);
}

void add_events(struct event *events, unsigned int num)
{
	unsigned int i;
	int error;

	pmu->pmu.pmu_disable(&pmu->pmu);
	for (i = 0; i < num; i++) {
		error = pmu->pmu.add(&events[i].perf, PERF_EF_START);
		assert(!error);
	}
	pmu->pmu.pmu_enable(&pmu->pmu);
}

void del_events(struct event *events, unsigned int num)
{
	unsigned int i;

	pmu->pmu.pmu_disable(&pmu->pmu);
	for (i = 0; i < num; i++)
		pmu->pmu.del(&events[i].perf, 0);
	pmu->pmu.pmu_enable(&pmu->pmu);
}

void expire(struct pmon_die *die, enum pmon_walk walk)
{
	unsigned long flags;

	/* A timer that runs is not in the queue. */
	die->walks.timer.queued = false;
	local_irq_save(flags);
	pmon_walk_run(die, walk);
	local_irq_restore(flags);
}

void timer_pass(struct pmon_die *die)
{
	be_on(die);
	do {
		expire(die, PMON_WALK_READ);
	} while (die->pass.under_way);
}

void perf_event_enable(struct perf_event *event)
{
	(void)event;
	abort();
}
