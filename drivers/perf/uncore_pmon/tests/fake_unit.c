// SPDX-License-Identifier: GPL-2.0-only
/*
 * PMON units made of memory, for tests.
 */
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "count/engine.h"
#include "fake_unit.h"
#include "freeze/poll.h"
#include "model_state.h"
#include "perf/perf.h"

static const struct pmon_layout fake_layout = {
	.has_control = true,
	.freeze = FAKE_FREEZE,
	.unfreeze = 0,
	.reset = FAKE_RESET,
	.enable = 0,
	.clear = FAKE_CLEAR,
	.freeze_on_overflow = FAKE_FREEZE_ON_OVERFLOW,
};

static const struct pmon_resource fake_resources[] = {
	{ .mask = GENMASK_ULL(15, 0), .offset = FAKE_FILTER },
	{ .mask = GENMASK_ULL(63, 16), .offset = FAKE_WIDE_FILTER },
	{}
};

static const struct pmon_filter_rule fake_rules[] = {
	{ BIT_ULL(16), BIT_ULL(16), 0, 1, GENMASK_ULL(15, 0) },
	{ BIT_ULL(16), BIT_ULL(16), 1, 1, GENMASK_ULL(63, 16) },
	{}
};

static const struct pmon_extra fake_extras[] = {
	[FAKE_EXTRA_FIXED] = {
		0xff, FAKE_FIXED_CONTROL, FAKE_FIXED, 0, FAKE_WIDTH,
		FAKE_FIXED_ENABLE, FAKE_FIXED_CLEAR, 4000000000,
	},
	[FAKE_EXTRA_FREE_RUNNING0] = {
		0x10ff, PMON_NO_REGISTER, FAKE_FREE_RUNNING, 0, 36, 0, 0,
		4000000000,
	},
	[FAKE_EXTRA_FREE_RUNNING1] = {
		0x20ff, PMON_NO_REGISTER, FAKE_FREE_RUNNING + 8, 0, 48, 0, 0,
		4000000000,
	},
};

static const struct pmon_field fake_fields[] = {
	{ "event", 0, GENMASK_ULL(7, 0) },
	{ "umask", 0, GENMASK_ULL(15, 8) | GENMASK_ULL(63, 32) },
	{ "filter_en", 0, BIT_ULL(16) },
	{ "filter", 1, ~0ULL },
	{}
};

const struct pmon_box_type fake_type = {
	.name = "fake",
	.number = 0x7e57,
	.max_id = FAKE_UNITS - 1,
	.fields = fake_fields,
	.control = GENMASK_ULL(16, 0) | GENMASK_ULL(63, 32),
	.layout = &fake_layout,
	.resources = fake_resources,
	.rules = fake_rules,
	.extras = fake_extras,
	.num_extras = FAKE_EXTRAS,
};

static bool fake_runs(const struct fake_unit *fake, unsigned int counter)
{
	if (counter > FAKE_COUNTERS)
		return true;
	if (fake->frozen)
		return false;
	if (counter == FAKE_COUNTERS)
		return fake->control[counter] & FAKE_FIXED_ENABLE;
	return fake->control[counter] & 0xff;
}

void fake_count(struct fake_unit *fake, unsigned int counter, u64 events)
{
	unsigned int width = fake->unit->counters[counter].width;

	if (!fake_runs(fake, counter))
		return;
	fake->counter[counter] += events;
	fake->counter[counter] &= GENMASK_ULL(width - 1, 0);
	fake->counted[counter] += events;
}

unsigned int fake_control(const struct fake_unit *fake, unsigned int counter)
{
	return fake->geometry == FAKE_MSR ? 2 + counter : 0x30 + 8 * counter;
}

static unsigned int fake_counter(const struct fake_unit *fake,
				 unsigned int counter)
{
	return fake->geometry == FAKE_MSR ? 8 + counter : 8 + 8 * counter;
}

static struct fake_unit *to_fake(const struct pmon_regspace *space)
{
	return (void __force *)space->mmio;
}

static void note(struct fake_unit *fake, bool write, u8 bits,
		 int offset, u64 value)
{
	unsigned int num = fake->reads + fake->writes;

	if (num < FAKE_LOG)
		fake->log[num] = (struct fake_access){ write, bits, offset,
						       value };
	if (write)
		fake->writes++;
	else
		fake->reads++;
}

static void let_time_pass(struct fake_unit *fake)
{
	unsigned int i;

	for (i = 0; fake->tick && i < ARRAY_SIZE(fake->counter); i++)
		fake_count(fake, i, fake->tick);
}

/* Find a readable register. All others are write-only and read as zero. */
static u64 *find_readable(struct fake_unit *fake, unsigned int offset)
{
	unsigned int i;

	for (i = 0; i < FAKE_COUNTERS; i++) {
		if (offset == fake_counter(fake, i))
			return &fake->counter[i];
		if (offset == fake_control(fake, i))
			return &fake->control[i];
	}
	if (fake->unit && offset == fake->unit->status_offset)
		return &fake->status;
	switch (offset) {
	case FAKE_FIXED_CONTROL:
		return &fake->control[FAKE_COUNTERS];
	case FAKE_FIXED:
		return &fake->counter[FAKE_COUNTERS + FAKE_EXTRA_FIXED];
	case FAKE_FREE_RUNNING:
		return &fake->counter[FAKE_COUNTERS + FAKE_EXTRA_FREE_RUNNING0];
	case FAKE_FREE_RUNNING + 8:
		return &fake->counter[FAKE_COUNTERS + FAKE_EXTRA_FREE_RUNNING1];
	}
	return NULL;
}

static u64 fake_read64(const struct pmon_regspace *space, int offset)
{
	struct fake_unit *fake = to_fake(space);
	u64 *readable = find_readable(fake, offset);
	u64 value = readable ? *readable : 0;

	let_time_pass(fake);
	if (readable)
		value = *readable;
	if (fake->bad_reads) {
		fake->bad_reads--;
		value = fake->bad_value;
	}
	if (fake->gone || fake->fault_at == offset)
		value = PMON_ALL_ONES;
	note(fake, false, 64, offset, value);
	return value;
}

static u32 fake_read32(const struct pmon_regspace *space, int offset)
{
	return fake_read64(space, offset);
}

static void unit_control(struct fake_unit *fake, u32 value)
{
	fake->frozen = value & FAKE_FREEZE;
	if (value & BIT(8))
		memset(fake->control, 0, sizeof(fake->control));
	if (value & BIT(9))
		memset(fake->counter, 0, sizeof(fake->counter));
}

static void set_register(u64 *reg, u64 value, u64 mask)
{
	*reg = (*reg & ~mask) | (value & mask);
}

static void write_register(struct fake_unit *fake, unsigned int offset,
			   u64 value, u64 mask)
{
	unsigned int i;

	for (i = 0; i < FAKE_COUNTERS; i++) {
		if (offset == fake_counter(fake, i))
			set_register(&fake->counter[i], value, mask);
		if (offset != fake_control(fake, i))
			continue;
		set_register(&fake->control[i], value & ~FAKE_CLEAR & ~(u64)fake->missing, mask);
		if (value & FAKE_CLEAR)
			fake->counter[i] = 0;
	}
	if (fake->unit && offset == fake->unit->status_offset)
		fake->status &= ~value;
	switch (offset) {
	case 0:
		unit_control(fake, value);
		break;
	case FAKE_FIXED_CONTROL:
		fake->control[FAKE_COUNTERS] = value & ~FAKE_FIXED_CLEAR;
		if (value & FAKE_FIXED_CLEAR)
			fake->counter[FAKE_COUNTERS] = 0;
		break;
	case FAKE_FILTER:
		set_register(&fake->filter[0], value, mask);
		break;
	case FAKE_WIDE_FILTER:
		set_register(&fake->filter[1], value, mask);
		break;
	}
}

/* The result of a write to a missing PCI function is undefined. */
static bool write_faults(const struct fake_unit *fake, int offset)
{
	return fake->fault_at == offset ||
	       (fake->gone && fake->geometry == FAKE_MSR);
}

static int fake_write64(const struct pmon_regspace *space, int offset, u64 value)
{
	struct fake_unit *fake = to_fake(space);

	let_time_pass(fake);
	note(fake, true, 64, offset, value);
	if (write_faults(fake, offset))
		return -EIO;
	write_register(fake, offset, value, ~0ULL);
	return 0;
}

static int fake_write32(const struct pmon_regspace *space, int offset, u32 value)
{
	struct fake_unit *fake = to_fake(space);

	let_time_pass(fake);
	note(fake, true, 32, offset, value);
	if (write_faults(fake, offset))
		return -EIO;
	write_register(fake, offset, value,
		       space->ops->halves ? U32_MAX : ~0ULL);
	return 0;
}

static const struct pmon_regspace_ops fake_msr_ops = {
	.read64 = fake_read64,
	.read32 = fake_read32,
	.write64 = fake_write64,
	.write32 = fake_write32,
};

static const struct pmon_regspace_ops fake_pci_ops = {
	.read64 = fake_read64,
	.read32 = fake_read32,
	.write64 = fake_write64,
	.write32 = fake_write32,
	.halves = true,
};

static void create_unit(struct kunit *test, struct fake_die *fake_die,
			unsigned int id, enum fake_geometry geometry)
{
	struct fake_unit *fake = &fake_die->fakes[id];
	struct pmon_die *die = fake_die->dies[0];
	/* An MSR unit for set-up, which does not access the registers. */
	struct pmon_unit_desc desc = {
		.unit = {
			.type = fake_type.number, .id = id,
			.access = PMON_ACCESS_MSR, .control = 0x2000,
			.num_counters = FAKE_COUNTERS, .width = FAKE_WIDTH,
			.control_offset = geometry == FAKE_MSR ? 2 : 0x30,
			.counter_offset = 8,
			.status_offset = geometry == FAKE_MSR ? 1 : 0x70,
			.stride = {
				.control = geometry == FAKE_MSR ? 1 : 8,
				.counter = geometry == FAKE_MSR ? 1 : 8,
			},
		},
		.verdict = PMON_OK,
	};

	fake->geometry = geometry;
	fake->fault_at = FAKE_NO_FAULT;
	fake->unit = pmon_unit_create(die, &fake_type, &desc);
	KUNIT_ASSERT_FALSE(test, IS_ERR(fake->unit));
	fake->unit->space.ops = geometry == FAKE_MSR ? &fake_msr_ops
						     : &fake_pci_ops;
	fake->unit->space.mmio = (void __iomem __force *)fake;
	fake->unit->pmus[PMON_EVENT_UNIT] = &fake_die->pmu_die;
	fake_die->units[id] = fake->unit;
	die->units[die->num_units++] = fake->unit;
}

struct fake_die *fake_die_create(struct kunit *test,
				 enum fake_geometry geometry)
{
	struct fake_die *fake_die;
	unsigned int id;

	fake_die = kunit_kzalloc(test, sizeof(*fake_die), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, fake_die);
	pmon_upkeep_init(&fake_die->core, root_device_register("uncore_pmon_test"));
	KUNIT_ASSERT_FALSE(test, IS_ERR(fake_die->core.dev));
	/* From here on, the suite's exit function frees it. */
	test->priv = fake_die;

	fake_die->core.dies = fake_die->dies;
	fake_die->core.num_dies = 1;
	fake_die->dies[0] = pmon_die_create(fake_die->core.dev, &fake_die->core.deferred,
					    0, FAKE_UNITS);
	KUNIT_ASSERT_NOT_NULL(test, fake_die->dies[0]);
	pmon_poll_create(fake_die->dies[0]);
	fake_die->pmu_die.die = fake_die->dies[0];
	fake_die->pmu_die.units = fake_die->units;
	fake_die->pmu_die.num_units = FAKE_UNITS;
	fake_die->pmu_die.level = PMON_EVENT_UNIT;
	for (id = 0; id < FAKE_UNITS; id++)
		create_unit(test, fake_die, id, geometry);
	return fake_die;
}

void fake_die_destroy(struct fake_die *fake_die)
{
	if (!fake_die)
		return;
	if (fake_die->dies[0])
		pmon_poll_stop(fake_die->dies[0]);
	pmon_deferred_end(&fake_die->core.deferred);
	root_device_unregister(fake_die->core.dev);
}

void fake_forget(struct fake_unit *fake)
{
	fake->reads = 0;
	fake->writes = 0;
	memset(fake->log, 0, sizeof(fake->log));
}

void fake_expect(struct kunit *test, const struct fake_unit *fake,
		 const struct fake_access *expected, unsigned int num)
{
	unsigned int i;

	KUNIT_EXPECT_EQ(test, fake->reads + fake->writes, num);
	for (i = 0; i < num; i++) {
		const struct fake_access *access = &fake->log[i];

		KUNIT_EXPECT_EQ_MSG(test, access->write, expected[i].write,
				    "access %u", i);
		KUNIT_EXPECT_EQ_MSG(test, access->bits, expected[i].bits,
				    "access %u", i);
		KUNIT_EXPECT_EQ_MSG(test, access->offset, expected[i].offset,
				    "access %u", i);
		KUNIT_EXPECT_EQ_MSG(test, access->value, expected[i].value,
				    "access %u", i);
	}
}

static struct pmon_perf_event *new_event(struct kunit *test,
					 struct fake_die *fake_die,
					 unsigned int units)
{
	struct pmon_perf_event *event;
	unsigned int i;

	event = kunit_kzalloc(test, struct_size(event, slots, units),
			      GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, event);
	event->perf = kunit_kzalloc(test, sizeof(*event->perf), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, event->perf);

	event->die = fake_die->dies[0];
	event->pmu_die = &fake_die->pmu_die;
	event->extra = -1;
	event->num_slots = units;
	for (i = 0; i < units; i++) {
		event->slots[i].event = event;
		event->slots[i].unit = fake_die->fakes[i].unit;
		event->slots[i].assigned.counter = -1;
		event->slots[i].programmed.counter = -1;
	}
	return event;
}

struct pmon_perf_event *fake_event(struct kunit *test,
				   struct fake_die *fake_die, u64 control,
				   u32 general)
{
	struct pmon_perf_event *event = new_event(test, fake_die, 1);

	event->control = control;
	event->general = general;
	return event;
}

struct pmon_perf_event *fake_type_event(struct kunit *test,
					struct fake_die *fake_die, u64 control,
					u32 general)
{
	struct pmon_perf_event *event = new_event(test, fake_die, FAKE_UNITS);

	event->control = control;
	event->general = general;
	return event;
}

struct pmon_perf_event *fake_extra_event(struct kunit *test,
					 struct fake_die *fake_die,
					 enum fake_extra extra)
{
	struct pmon_perf_event *event = new_event(test, fake_die, 1);

	event->extra = extra;
	return event;
}

int fake_add(struct pmon_perf_event *event)
{
	int error;

	FAKE_LOCKED(event->die, error = pmon_event_add(event));
	return error;
}

void fake_start(struct pmon_perf_event *event)
{
	FAKE_LOCKED(event->die, pmon_event_start(event));
}

void fake_stop(struct pmon_perf_event *event)
{
	FAKE_LOCKED(event->die, pmon_event_stop(event));
}

void fake_remove(struct pmon_perf_event *event)
{
	FAKE_LOCKED(event->die, pmon_event_remove(event));
}

void fake_update(struct pmon_perf_event *event)
{
	FAKE_LOCKED(event->die, pmon_event_update(event));
}

/* As the driver, and check what it remembers of the unit. A warning fails the run of the tests. */
static void commit(struct pmon_unit *unit)
{
	bool was_dirty = unit->dirty;
	const char *error;

	pmon_unit_commit(unit);
	error = was_dirty ? model_state_error(unit) : NULL;
	WARN_ONCE(error, "uncore_pmon: unit %u: %s\n", unit->id, error);
}

void fake_commit(struct fake_unit *fake)
{
	FAKE_LOCKED(fake->unit->die, commit(fake->unit));
}

bool fake_reset(struct fake_unit *fake)
{
	bool answers;

	FAKE_LOCKED(fake->unit->die, answers = pmon_unit_reset(fake->unit));
	return answers;
}

void fake_commit_die(struct pmon_die *die)
{
	unsigned int i;

	for (i = 0; i < die->num_units; i++)
		commit(die->units[i]);
}

void fake_poll(struct pmon_die *die)
{
	unsigned long flags;

	local_irq_save(flags);
	pmon_poll_rearm(die);
	do {
		hrtimer_cancel(&die->walks.timer);
		pmon_walk_run(die, PMON_WALK_READ);
	} while (die->pass.under_way);
	hrtimer_cancel(&die->walks.timer);
	local_irq_restore(flags);
}

void fake_run(struct kunit *test, struct pmon_perf_event *event)
{
	struct fake_die *fake_die = test->priv;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, 0, fake_add(event));
	fake_start(event);
	for (i = 0; i < FAKE_UNITS; i++)
		fake_commit(&fake_die->fakes[i]);
}

int fake_init_msr(struct kunit *test)
{
	test->priv = NULL;
	fake_die_create(test, FAKE_MSR);
	return 0;
}

int fake_init_pci(struct kunit *test)
{
	test->priv = NULL;
	fake_die_create(test, FAKE_PCI);
	return 0;
}

/* The fake die is number 0. */
void fake_own(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, topology_logical_die_id(0), 0);
	die_of(test)->owner = 0;
	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(0)));
}

struct pmon_box_type *fake_own_type(struct kunit *test, struct fake_unit *fake)
{
	struct pmon_box_type *type = kunit_kmalloc(test, sizeof(*type), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, type);
	*type = *fake->unit->type;
	fake->unit->type = type;
	return type;
}

void fake_exit(struct kunit *test)
{
	fake_die_destroy(test->priv);
}
