// SPDX-License-Identifier: GPL-2.0-only
/*
 * Global registers made of memory, and events that sample. See fake_overflow.h.
 */
#include <linux/cpumask.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/topology.h>

#include "fake_overflow.h"

struct fake_global fake_global;

static u64 global_read64(const struct pmon_regspace *space, int offset)
{
	if (offset >= FAKE_STATUS && offset < FAKE_STATUS + 2)
		return fake_global.status[offset - FAKE_STATUS];
	fake_global.outside++;
	return PMON_ALL_ONES >> 1;
}

void fake_overflow(struct fake_unit *fake, u64 events)
{
	unsigned int position = fake->unit->status_position;

	fake_count(fake, 0, events);
	fake_global.status[position / 64] |= BIT_ULL(position % 64);
}

static int global_write64(const struct pmon_regspace *space,
			  int offset, u64 value)
{
	struct fake_unit *late = fake_global.late;

	if (offset < FAKE_STATUS)
		return 0;
	fake_global.status[offset - FAKE_STATUS] &= ~(value & ~fake_global.stuck);
	fake_global.late = NULL;
	if (late)
		fake_overflow(late, FAKE_PERIOD);
	return 0;
}

static int global_write32(const struct pmon_regspace *space,
			  int offset, u32 value)
{
	struct fake_unit *unit = fake_global.at_freeze;

	if (offset)
		return 0;
	if (unit && value & 1) {
		fake_global.at_freeze = NULL;
		fake_overflow(unit, FAKE_PERIOD);
	}
	fake_global.frozen = value & 1;
	fake_global.freezes += fake_global.frozen;
	return 0;
}

const struct pmon_regspace_ops fake_global_ops = {
	.read64 = global_read64,
	.write64 = global_write64,
	.write32 = global_write32,
};

static void take_sample(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
	fake_global.samples++;
	fake_global.last_sample = event;
	if (fake_global.nested)
		pmon_overflow_poll(fake_global.nested);
	fake_global.unfrozen += !fake_global.frozen;
}

static struct pmon_die *die_of(struct kunit *test)
{
	struct fake_die *fake_die = test->priv;

	return fake_die->dies[0];
}

int fake_overflow_init(struct kunit *test)
{
	struct fake_die *fake_die;
	struct pmon_overflow *state;
	unsigned int i;
	int error;

	error = fake_init_msr(test);
	if (error)
		return error;
	memset(&fake_global, 0, sizeof(fake_global));

	fake_die = test->priv;
	state = &die_of(test)->overflow;
	state->global.space.ops = &fake_global_ops;
	state->global.status_offset = FAKE_STATUS;
	state->global.usable = true;
	state->global.status_bits = FAKE_STATUS_BITS;
	/* Two units with one bit, the third in the second register. */
	for (i = 0; i < FAKE_UNITS; i++)
		fake_die->units[i]->status_position = i < 2 ? 5 : 100;
	KUNIT_ASSERT_EQ(test, topology_logical_die_id(0), 0);
	die_of(test)->owner = 0;
	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(0)));
	return 0;
}

struct pmon_perf_event *fake_sampling_event(struct kunit *test, unsigned int unit,
					    u64 control)
{
	struct fake_die *fake_die = test->priv;
	struct pmon_perf_event *event = event_on(test, control, ~0U);
	struct perf_event *perf = event->perf;

	event->slots[0].unit = fake_die->units[unit];
	perf->attr.sample_period = FAKE_PERIOD;
	perf->hw.sample_period = FAKE_PERIOD;
	perf->hw.last_period = FAKE_PERIOD;
	perf->state = PERF_EVENT_STATE_ACTIVE;
	perf->overflow_handler = take_sample;
	KUNIT_ASSERT_EQ(test, 0, pmon_overflow_check(event));
	fake_run(test, event);
	return event;
}

void fake_armed_poll(struct kunit *test)
{
	unsigned long flags;

	local_irq_save(flags);
	die_of(test)->overflow.polls = PMON_LINGER_POLLS + 1;
	pmon_overflow_poll(die_of(test));
	die_of(test)->overflow.polls = 0;
	local_irq_restore(flags);
}

struct fake_unit *fake_number(struct kunit *test, unsigned int i)
{
	struct fake_die *fake_die = test->priv;

	return &fake_die->fakes[i];
}

void fake_overflow_poll(struct kunit *test)
{
	unsigned long flags;

	local_irq_save(flags);
	pmon_overflow_poll(die_of(test));
	local_irq_restore(flags);
}
