// SPDX-License-Identifier: GPL-2.0-only
/*
 * Global registers made of memory, and events that sample. See fake_overflow.h.
 */
#include <linux/perf_event.h>

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

void fake_set_frozen(bool frozen)
{
	unsigned int i;

	fake_global.frozen = frozen;
	for (i = 0; fake_global.stops && i < FAKE_UNITS; i++)
		fake_global.stops->fakes[i].frozen = frozen;
}

static void count_one_event(struct fake_unit *fake)
{
	unsigned int i;

	for (i = 0; i < FAKE_COUNTERS; i++)
		fake_count(fake, i, 1);
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
	fake_global.writes++;
	fake_global.freezes += value & 1;
	if (fake_global.lose)
		fake_global.lose--;
	else
		fake_set_frozen(value & 1);
	if (fake_global.one_event)
		count_one_event(&fake_global.stops->fakes[0]);
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

void fake_globals(struct pmon_die *die)
{
	struct pmon_global *global = &die->overflow.global;

	memset(&fake_global, 0, sizeof(fake_global));
	global->space.ops = &fake_global_ops;
	global->status_offset = FAKE_STATUS;
	global->usable = true;
	global->status_bits = FAKE_STATUS_BITS;
}

int fake_overflow_init(struct kunit *test)
{
	unsigned int i;

	fake_init_msr(test);
	fake_own(test);
	fake_globals(die_of(test));
	/* Two units with one bit, the third in the second register. */
	for (i = 0; i < FAKE_UNITS; i++)
		fake_die_of(test)->units[i]->status_position = i < 2 ? 5 : 100;
	return 0;
}

struct pmon_perf_event *fake_sampling_event(struct kunit *test, unsigned int unit,
					    u64 control)
{
	struct pmon_perf_event *event = event_on(test, control, ~0U);
	struct perf_event *perf = event->perf;

	event->slots[0].unit = fake_die_of(test)->units[unit];
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
	return &fake_die_of(test)->fakes[i];
}

void fake_overflow_poll(struct kunit *test)
{
	unsigned long flags;

	local_irq_save(flags);
	pmon_overflow_poll(die_of(test));
	local_irq_restore(flags);
}
