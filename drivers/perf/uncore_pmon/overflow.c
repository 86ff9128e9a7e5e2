// SPDX-License-Identifier: GPL-2.0-only
/*
 * Freeze on overflow: sampling with the counters of the whole package stopped. See
 * overflow.h for the rules.
 */
#include <linux/device.h>
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/moduleparam.h>
#include <linux/perf_event.h>
#include <linux/smp.h>
#include <linux/trace_events.h>
#include <asm/irq_regs.h>

#include "compat.h"
#include "core.h"
#include "trace.h"

/* Table 1-1; write-only. */
#define GLOBAL_CONTROL		0
#define GLOBAL_FREEZE		BIT(0)

#define SAMPLE_POLL_MIN_US	50
#define SAMPLE_POLL_MAX_US	1000000

/* Attempts to clear the status before what is left of it is taken to be stuck. */
#define CLEAR_ATTEMPTS		4

/* Looks in a row with a freeze that make a storm, and length of the pause that follows. */
#define STORM_POLLS		16

/* Looks in a row without one, after which the counters themselves are looked at. */
#define QUIET_POLLS		64

static unsigned int sample_poll_us = 1000;
module_param(sample_poll_us, uint, 0644);
MODULE_PARM_DESC(sample_poll_us,
		 "microseconds between looks for a freeze while events sample, 50 to 1000000 (default 1000)");

static u64 poll_ns(void)
{
	return NSEC_PER_USEC * clamp_t(u64, READ_ONCE(sample_poll_us),
				       SAMPLE_POLL_MIN_US, SAMPLE_POLL_MAX_US);
}

/* --- global registers -------------------------------------------------------------- */

static unsigned int status_words(const struct pmon_overflow *overflow)
{
	return DIV_ROUND_UP(overflow->status_bits, 64);
}

static void set_freeze(struct pmon_die *die, u32 value)
{
	const struct pmon_regspace *global = &die->overflow.global;

	global->ops->write32(global, GLOBAL_CONTROL, value);
}

/* Bits that can be cleared; a bit that is stuck tells nothing. */
static bool read_status(struct pmon_die *die, u64 *status)
{
	struct pmon_overflow *overflow = &die->overflow;
	const struct pmon_regspace *global = &overflow->global;
	unsigned int i;
	u64 any = 0;

	for (i = 0; i < status_words(overflow); i++) {
		u64 word = global->ops->read64(global,
					       overflow->status_offset + i);
		unsigned int bits = min(overflow->status_bits - 64 * i, 64U);

		if (word == PMON_ALL_ONES)
			word = 0;
		word &= GENMASK_ULL(bits - 1, 0);
		overflow->stuck[i] &= word;
		status[i] = word & ~overflow->stuck[i];
		any |= status[i];
	}
	return any;
}

static void clear_status(struct pmon_die *die, const u64 *status)
{
	const struct pmon_regspace *global = &die->overflow.global;
	unsigned int i;

	for (i = 0; i < status_words(&die->overflow); i++) {
		if (status[i])
			global->ops->write64(global,
					     die->overflow.status_offset + i,
					     status[i]);
	}
}

/*
 * Without this the bit would look like a new freeze for ever. A unit whose bit is stuck
 * freezes nothing any more (1.4.0.2); its samples come late.
 */
static void give_up_status(struct pmon_die *die, const u64 *status)
{
	unsigned int i;

	for (i = 0; i < status_words(&die->overflow); i++) {
		if (!status[i])
			continue;
		die->overflow.stuck[i] |= status[i];
		dev_warn_ratelimited(die->dev,
				     "die %d: global status %u: bits 0x%llx cannot be cleared, ignored from now on\n",
				     die->die, i, status[i]);
	}
}

static bool flagged(const struct pmon_unit *unit, const u64 *status)
{
	unsigned int position = unit->status_position;

	return position < unit->die->overflow.status_bits &&
	       (status[position / 64] & BIT_ULL(position % 64));
}

/* --- samples ----------------------------------------------------------------------- */

/*
 * perf exports one function to modules that makes samples: that for tracepoints. It goes through
 * a list of events, which here has this one. It takes what it is told as a number
 * of events as the sample's period and adds it to the count, but only if the sample has a period
 * at all, so the count is made up for that first. A reader of the count on another CPU
 * who comes between the two sees one period too little.
 *
 * PERF_SAMPLE_READ has perf call pmon_pmu_read() for other events of the group.
 */
static void emit_sample(struct perf_event *event)
{
	u64 period = event->hw.sample_period;
	/* The size that needs no padding in PERF_SAMPLE_RAW; begins with a struct trace_entry. */
	u32 record[3] = {};
	struct hlist_head list = {};
	struct pt_regs *regs = get_irq_regs();
	struct pt_regs here = {};
	int recursion = perf_swevent_get_recursion_context();

	BUILD_BUG_ON(sizeof(record) < sizeof(struct trace_entry));
	if (recursion < 0)
		return;
	if (!regs) {
		perf_fetch_caller_regs(&here);
		regs = &here;
	}
	if (event->attr.sample_type & PERF_SAMPLE_PERIOD)
		local64_sub(period, &event->count);
	else
		period = 0;
	/* perf counts up to 0, and has the next period left in it afterwards. */
	local64_set(&event->hw.period_left, 0);

	hlist_add_head(&event->hlist_entry, &list);
	perf_tp_event(0, period, record, sizeof(record), regs, &list, recursion,
		      NULL);
	hlist_del_init(&event->hlist_entry);
}

static void begin_pause(struct pmon_slot *slot, unsigned int width)
{
	slot->paused = true;
	pmon_period_begin(&slot->period, U64_MAX, width);
}

static void write_preset(struct pmon_slot *slot, unsigned int index)
{
	struct pmon_unit *unit = slot->unit;
	const struct pmon_counter *counter = &unit->counters[index];

	slot->previous = pmon_period_preset(&slot->period, counter->width);
	unit->space.ops->write64(&unit->space, counter->offset, slot->previous);
}

/* After an overflow: preset again. Returns true if a sample is due. */
static bool next_period(struct pmon_slot *slot)
{
	struct pmon_overflow *overflow = &slot->unit->die->overflow;
	unsigned int width = slot->unit->counters[slot->programmed].width;
	u64 due;

	due = pmon_period_overflow(&slot->period,
				   slot->event->perf->hw.sample_period, width);
	if (due > 1)
		overflow->stats.missed += due - 1;
	if (overflow->storm)
		begin_pause(slot, width);
	write_preset(slot, slot->programmed);
	return due;
}

static void clear_unit_status(struct pmon_unit *unit)
{
	const struct pmon_regspace *space = &unit->space;
	u32 status = space->ops->read32(space, unit->status_offset);

	if (!status || status == ~0U)
		return;
	space->ops->write32(space, unit->status_offset,
			    status & (BIT(unit->num_general) - 1));
}

/*
 * A counter tells by itself whether it has overflowed, more reliably than the status, which
 * can be stuck. Returns how many have.
 */
static unsigned int settle_unit(struct pmon_unit *unit)
{
	struct pmon_slot *due[PMON_MAX_COUNTERS];
	unsigned int overflows = 0, samples = 0, i;
	unsigned long flags;

	raw_spin_lock_irqsave(&unit->die->lock, flags);
	if (!unit->gone)
		clear_unit_status(unit);
	for (i = 0; i < unit->num_slots && samples < ARRAY_SIZE(due); i++) {
		struct pmon_slot *slot = unit->slots[i];

		if (!slot->event->sampling || slot->programmed < 0)
			continue;
		pmon_slot_update(slot);
		if (slot->period.left > 0)
			continue;
		overflows++;
		if (!next_period(slot))
			continue;
		/* The sample has the sum over all units of the event. */
		pmon_event_update(slot->event);
		due[samples++] = slot;
	}
	raw_spin_unlock_irqrestore(&unit->die->lock, flags);

	for (i = 0; i < samples; i++) {
		struct perf_event *event = due[i]->event->perf;

		trace_sample(due[i], event->id, event->attr.config,
			     event->hw.sample_period);
		emit_sample(event);
	}
	unit->die->overflow.stats.samples += samples;
	return overflows;
}

static bool unit_samples(const struct pmon_unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->num_slots; i++) {
		if (unit->slots[i]->event->sampling &&
		    unit->slots[i]->programmed >= 0)
			return true;
	}
	return false;
}

static unsigned int settle_flagged(struct pmon_die *die, const u64 *status)
{
	unsigned int overflows = 0, i;

	/* Units can share a bit (1.10.5): all that have it. */
	for (i = 0; i < die->num_units; i++) {
		if (flagged(die->units[i], status))
			overflows += settle_unit(die->units[i]);
	}
	return overflows;
}

static unsigned int settle_sampling(struct pmon_die *die)
{
	unsigned int overflows = 0, i;

	for (i = 0; i < die->num_units; i++) {
		if (unit_samples(die->units[i]))
			overflows += settle_unit(die->units[i]);
	}
	return overflows;
}

/* --- freezes ----------------------------------------------------------------------- */

static void note_foreign(struct pmon_die *die)
{
	if (!die->overflow.stats.foreign++)
		dev_notice(die->dev,
			   "die %d: frozen by the overflow of a counter that no event samples on, set going again; not reported any more\n",
			   die->die);
}

static void note_end(struct pmon_die *die, u64 found_at, u64 samples)
{
	struct pmon_overflow *overflow = &die->overflow;
	struct pmon_overflow_stats *stats = &overflow->stats;
	u64 now = ktime_get_ns();

	stats->freezes++;
	stats->last_waited = found_at - overflow->clear_at;
	stats->last_handled = now - found_at;
	stats->waited += stats->last_waited;
	stats->handled += stats->last_handled;
	overflow->clear_at = now;
	trace_freeze(die->die, samples, stats->last_waited, stats->last_handled);
}

/*
 * The order is that of the guide, 1.10.6. A counter that overflows after its unit was dealt
 * with (the freeze has not reached it yet) shows in the status again, and is dealt with
 * in the next round; one that does so after the last round is found by the next look.
 */
static void end_freeze(struct pmon_die *die, u64 *status, u64 found_at)
{
	struct pmon_overflow *overflow = &die->overflow;
	u64 samples = overflow->stats.samples;
	unsigned int attempt, overflows = 0;

	/* Whatever made it overflow: from here on all counters stand still. */
	set_freeze(die, GLOBAL_FREEZE);
	for (attempt = 0; attempt < CLEAR_ATTEMPTS; attempt++) {
		overflows += settle_flagged(die, status);
		clear_status(die, status);
		if (!read_status(die, status))
			break;
	}
	if (attempt == CLEAR_ATTEMPTS)
		give_up_status(die, status);
	/* Should the table be wrong about whose bit it is. */
	if (!overflows)
		overflows = settle_sampling(die);
	set_freeze(die, 0);

	if (!overflows)
		note_foreign(die);
	note_end(die, found_at, overflow->stats.samples - samples);
}

/*
 * An overflow that froze nothing: a status bit that is stuck, a message that was lost, or somebody
 * else cleared the status. Seldom looked for, as it takes a read of each counter.
 */
static void find_late(struct pmon_die *die)
{
	unsigned int i, j;
	bool late = false;
	unsigned long flags;

	raw_spin_lock_irqsave(&die->lock, flags);
	for (i = 0; i < die->num_units; i++) {
		struct pmon_unit *unit = die->units[i];

		for (j = 0; j < unit->num_slots; j++) {
			if (!unit->slots[j]->event->sampling)
				continue;
			pmon_slot_update(unit->slots[j]);
			late |= unit->slots[j]->programmed >= 0 &&
				unit->slots[j]->period.left <= 0;
		}
	}
	raw_spin_unlock_irqrestore(&die->lock, flags);
	if (!late)
		return;

	set_freeze(die, GLOBAL_FREEZE);
	die->overflow.stats.late += settle_sampling(die);
	set_freeze(die, 0);
}

/* Events that were paused sample again. */
static void end_pause(struct pmon_die *die)
{
	unsigned int i, j;
	unsigned long flags;

	set_freeze(die, GLOBAL_FREEZE);
	raw_spin_lock_irqsave(&die->lock, flags);
	for (i = 0; i < die->num_units; i++) {
		struct pmon_unit *unit = die->units[i];

		for (j = 0; j < unit->num_slots; j++) {
			struct pmon_slot *slot = unit->slots[j];

			if (!slot->paused || slot->programmed < 0)
				continue;
			pmon_slot_update(slot);
			slot->paused = false;
			pmon_period_begin(&slot->period,
					  slot->event->perf->hw.sample_period,
					  unit->counters[slot->programmed].width);
			write_preset(slot, slot->programmed);
		}
	}
	raw_spin_unlock_irqrestore(&die->lock, flags);
	set_freeze(die, 0);
}

/*
 * Events that overflow faster than they are looked at would have the package frozen nearly all of
 * the time. A pause as long as the storm that led to it leaves half of the time to
 * everybody else's counts; the events go on counting in it, but do not sample.
 */
static void watch_storm(struct pmon_overflow *overflow, bool frozen)
{
	overflow->busy = frozen ? overflow->busy + 1 : 0;
	overflow->storm = false;
	if (overflow->busy < STORM_POLLS)
		return;
	overflow->storm = true;
	overflow->busy = 0;
	overflow->pause = STORM_POLLS;
	overflow->stats.storms++;
}

/* Nothing to do on the way to another owner; that one looks first of all. */
static bool is_owner(const struct pmon_die *die)
{
	return die->overflow.status_bits && !die->handover &&
	       die->owner == smp_processor_id();
}

static bool poll(struct pmon_die *die, bool periodic)
{
	struct pmon_overflow *overflow = &die->overflow;
	u64 status[PMON_GLOBAL_STATUS_WORDS];
	u64 now = ktime_get_ns();
	bool frozen = read_status(die, status);

	if (periodic)
		watch_storm(overflow, frozen);
	if (frozen) {
		overflow->handling = true;
		end_freeze(die, status, now);
		overflow->handling = false;
	} else {
		overflow->clear_at = now;
	}
	overflow->storm = false;
	return frozen;
}

void pmon_overflow_poll(struct pmon_die *die)
{
	if (is_owner(die) && die->overflow.armed && !die->overflow.handling)
		poll(die, false);
}

/* The looks that come by themselves. Returns false if no event samples any more. */
static bool periodic_poll(struct pmon_die *die)
{
	struct pmon_overflow *overflow = &die->overflow;
	unsigned long flags;
	unsigned int i;
	bool more = false;

	if (poll(die, true)) {
		overflow->quiet = 0;
	} else if (++overflow->quiet >= QUIET_POLLS) {
		overflow->quiet = 0;
		overflow->handling = true;
		find_late(die);
		overflow->handling = false;
	}
	if (overflow->pause && !--overflow->pause)
		end_pause(die);

	raw_spin_lock_irqsave(&die->lock, flags);
	for (i = 0; i < die->num_units && !more; i++)
		more = unit_samples(die->units[i]);
	overflow->armed = more;
	raw_spin_unlock_irqrestore(&die->lock, flags);
	return more;
}

static enum hrtimer_restart overflow_timer(struct hrtimer *timer)
{
	struct pmon_die *die = container_of(timer, struct pmon_die,
					    overflow.timer);

	if (!is_owner(die) || !periodic_poll(die))
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, ns_to_ktime(poll_ns()));
	return HRTIMER_RESTART;
}

/* --- events and dies --------------------------------------------------------------- */

static bool unit_can_sample(const struct pmon_unit *unit)
{
	if (unit->id < 64 && unit->type->no_overflow_ids & BIT_ULL(unit->id))
		return false;
	return unit->type->layout->freeze_on_overflow &&
	       unit->status_position < unit->die->overflow.status_bits;
}

int pmon_overflow_check(struct pmon_perf_event *event)
{
	unsigned int i;

	if (event->extra >= 0)
		return -EOPNOTSUPP;
	for (i = 0; i < event->num_slots; i++) {
		if (!unit_can_sample(event->slots[i].unit))
			return -EOPNOTSUPP;
	}
	event->sampling = true;
	pmon_overflow_reload(event);
	return 0;
}

void pmon_overflow_reload(struct pmon_perf_event *event)
{
	unsigned int i, j;

	for (i = 0; i < event->num_slots; i++) {
		struct pmon_slot *slot = &event->slots[i];
		struct pmon_unit *unit = slot->unit;

		slot->paused = false;
		pmon_period_begin(&slot->period, event->perf->hw.sample_period,
				  unit->counters[0].width);
		/* Not to go on as if it had never been stopped. */
		for (j = 0; j < unit->num_general; j++) {
			if (unit->holder[j] == slot)
				unit->holder[j] = NULL;
		}
	}
}

u64 pmon_overflow_preset(struct pmon_slot *slot)
{
	struct pmon_unit *unit = slot->unit;
	unsigned int width = unit->counters[slot->counter].width;
	u64 period = slot->event->perf->hw.sample_period;

	if (slot->paused)
		pmon_period_begin(&slot->period, period, width);
	else
		pmon_period_resume(&slot->period, width);
	slot->paused = false;
	/* An overflow of the counter's last event would keep this one's from freezing. */
	unit->space.ops->write32(&unit->space, unit->status_offset,
				 BIT(slot->counter));
	write_preset(slot, slot->counter);
	return slot->previous;
}

void pmon_overflow_arm(struct pmon_die *die)
{
	struct pmon_overflow *overflow = &die->overflow;
	unsigned int i;

	lockdep_assert_held(&die->lock);
	if (overflow->armed || !is_owner(die))
		return;
	for (i = 0; i < die->num_units; i++) {
		if (!unit_samples(die->units[i]))
			continue;
		overflow->armed = true;
		overflow->busy = 0;
		overflow->clear_at = ktime_get_ns();
		hrtimer_start(&overflow->timer, ns_to_ktime(poll_ns()),
			      HRTIMER_MODE_REL_PINNED_HARD);
		return;
	}
}

void pmon_overflow_release(struct pmon_die *die, bool found)
{
	u64 status[PMON_GLOBAL_STATUS_WORDS];
	unsigned int i;

	die->overflow.armed = false;
	if (!die->overflow.status_bits)
		return;
	if (read_status(die, status)) {
		for (i = 0; i < die->num_units; i++) {
			if (flagged(die->units[i], status) &&
			    !die->units[i]->gone)
				clear_unit_status(die->units[i]);
		}
		clear_status(die, status);
		if (found)
			note_foreign(die);
	}
	/* It cannot be read whether it is frozen. */
	set_freeze(die, 0);
}

static void release_here(void *die)
{
	pmon_overflow_release(die, false);
}

void pmon_overflow_cancel(struct pmon_die *die)
{
	hrtimer_cancel(&die->overflow.timer);
	die->overflow.armed = false;
}

void pmon_overflow_stop(struct pmon_die *die)
{
	int owner = READ_ONCE(die->owner);

	pmon_overflow_cancel(die);
	if (die->overflow.status_bits && owner >= 0)
		smp_call_function_single(owner, release_here, die, 1);
}

void pmon_overflow_create(struct pmon_die *die)
{
	hrtimer_setup(&die->overflow.timer, overflow_timer, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
}

int pmon_overflow_init(struct pmon_die *die, const struct pmon_die_desc *desc)
{
	const struct pmon_unit_desc global = {
		.unit = {
			.access = desc->global.access,
			.control = desc->global.control,
		},
	};
	int error;

	if (!desc->global_usable ||
	    desc->global.status_bits > 64 * PMON_GLOBAL_STATUS_WORDS)
		return 0;
	error = pmon_regspace_init(die->dev, &die->overflow.global, &global, 0);
	if (error)
		return error;
	die->overflow.status_offset = desc->global.status_offset;
	die->overflow.status_bits = desc->global.status_bits;
	return 0;
}
