/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A random test of all event handling, against a model that knows the true counts.
 *
 * Its parts know nothing of how the driver keeps its books:
 *
 * model_hw.c	units made of memory. Events happen on a unit, and whatever counters are programmed
 *		for them, registers and filters taken together, count them.
 * model_perf.h	what perf does with a PMU: contexts, groups, rotation, moving to another CPU; in
 *		the order and with the brackets of the kernel's kernel/events/core.c.
 * model_truth.c what each event must have counted; model_place.c whether it had to find a place;
 *		model_check.c what registers and timers have to look like in between.
 *
 * model.c makes a machine and a sequence of calls out of a seed. The same seed is
 * always the same sequence.
 *
 * Things happen between perf's calls, and then counts are exact: an event has counted
 * what happened on its units while it was to count and the package was not frozen. With
 * &model.tick something happens at each access to a register as well, and counts are between two
 * bounds.
 */
#ifndef _UNCORE_PMON_MODEL_H
#define _UNCORE_PMON_MODEL_H

#include <linux/list.h>
#include <linux/perf_event.h>
#include <linux/types.h>

#include "core.h"
#include "count/die.h"
#include "count/unit.h"
#include "perf/perf.h"

#define MODEL_UNITS		3	/* each with a PMU, and one PMU for all of them */
#define MODEL_PMUS		(MODEL_UNITS + 1)
#define MODEL_GENERAL		8	/* general counters, at the most */
#define MODEL_COUNTERS		(MODEL_GENERAL + 3)
#define MODEL_FILTERS		3
#define MODEL_CPUS		2
#define MODEL_EVENTS		20
#define MODEL_KINDS		20
#define MODEL_PMU_TYPE		77
#define MODEL_RATE_PER_NS	4	/* events of any kind */
#define MODEL_RATE		(MODEL_RATE_PER_NS * 1000000000ULL)

/* Extra counters, as numbered in the box type. */
enum model_extra {
	MODEL_FIXED,
	MODEL_FREE_RUNNING0,
	MODEL_FREE_RUNNING1,
	MODEL_EXTRAS,
};

/**
 * struct model_kind - something that happens on units and can be counted
 * @config: what perf is told to count it; a band's is that of the first of its row
 * @config1: the same for the filters
 * @counters: general counters that can count it
 * @extra: the extra counter that counts it, or -1
 * @band: for events that any of the bands can count: the value in the band's filter, or 0
 * @mesh: of the mesh stop, not of the box
 */
struct model_kind {
	u64 config;
	u64 config1;
	u32 counters;
	int extra;
	unsigned int band;
	bool mesh;
};

/**
 * struct model_unit - the registers of a unit
 * @model: the test
 * @unit: the driver's unit
 * @id: its number
 * @control: of general counters and the fixed one
 * @counter: of all counters
 * @since: what each has counted since the driver's timer has run
 * @read: counters that were read since a commit began
 * @ran: counters that ran then
 * @filter: shared registers
 * @status: unit status
 * @frozen: by its unit control
 * @gone: it does not answer
 * @ticks: what has happened at accesses in the present step
 * @programmed: control registers written in it
 */
struct model_unit {
	struct model *model;
	struct pmon_unit *unit;
	unsigned int id;
	u64 control[MODEL_GENERAL + 1];
	u64 counter[MODEL_COUNTERS];
	u64 since[MODEL_COUNTERS];
	u32 read;
	u32 ran;
	u64 filter[MODEL_FILTERS];
	u32 status;
	bool frozen;
	bool gone;
	u64 ticks;
	unsigned int programmed;
};

/**
 * struct model_context - perf's events of one PMU on one CPU
 * @epc: perf's own, of which the driver sets rotate_necessary
 * @groups: flexible and pinned group leaders, in perf's order
 */
struct model_context {
	struct perf_event_pmu_context epc;
	struct list_head groups[2];
};

/**
 * struct model_pmu - one of the driver's PMUs and its events
 * @model: the test
 * @contexts: by CPU
 * @off: brackets that are open, by CPU
 * @units: its units (bit mask)
 * @pmu: the driver's; has a flexible array
 */
struct model_pmu {
	struct model *model;
	struct model_context contexts[MODEL_CPUS];
	unsigned int off[MODEL_CPUS];
	u32 units;
	struct pmon_pmu *pmu;
};

/**
 * struct model_event - a perf event and what it has to count
 * @perf: perf's part
 * @number: its name
 * @pmu: its PMU
 * @kind: what it counts
 * @units: where (bit mask)
 * @cpu: the CPU whose context it is in, -1 if in none
 * @entry: in &model_context.groups, of group leaders
 * @moving: entry in the list of those that change their CPU
 * @off: its user has switched it off
 * @dead: closed while events move: it can only be freed afterwards
 * @tried: perf has tried to add it on its CPU
 * @held: perf has added it
 * @counting: it is to count
 * @counted: it was to, when the step began
 * @passing: it has counted in this step
 * @lingering: perf has taken it off the old owner CPU while it counted; its counters may go on
 * @crossing: that was to put it on the new one, which has not been tried yet
 * @astray: that was tried, and there was no place
 * @stopped: by perf, with stop instead of del
 * @unread: stopped or taken off, and its PMU has not been enabled since: its count may lack what it
 *	    has counted last
 * @waiting: found no place when perf tried last, at
 * @waiting_since: this time
 * @low: its count is at least this
 * @high: and at most that
 * @steady: perf has not touched it in this step
 * @ticks: what it must have counted meanwhile of what happened at accesses
 * @dreaming: it was to count all the time since the die went to sleep
 * @slept: what happened on each unit meanwhile
 * @comparable: when it has started, or was read last, others of its group were, too
 * @base: its count then
 * @happened: what it has counted since of what happened between calls
 * @gap: what happened on each unit while it lingers
 * @period: its period, 0: does not sample
 * @into: how far into the period, on each unit
 * @loose: how far is not known
 * @samples: how many it has made
 */
struct model_event {
	struct perf_event perf;
	unsigned int number;
	struct model_pmu *pmu;
	const struct model_kind *kind;
	u32 units;
	int cpu;
	struct list_head entry;
	struct list_head moving;
	bool off;
	bool dead;
	bool tried;
	bool held;
	bool counting;
	bool counted;
	bool passing;
	bool lingering;
	bool crossing;
	bool astray;
	bool stopped;
	bool unread;
	bool waiting;
	u64 waiting_since;
	u64 low;
	u64 high;
	bool steady;
	u64 ticks;
	bool dreaming;
	u64 slept[MODEL_UNITS];
	bool comparable;
	u64 base;
	u64 happened;
	u64 gap[MODEL_UNITS];
	u64 period;
	u64 into[MODEL_UNITS];
	bool loose;
	u64 samples;
};

/**
 * struct model_timer - a timer of the driver's
 * @cpu: where it was started
 * @delay: after how many nanoseconds it wants to fire
 */
struct model_timer {
	int cpu;
	u64 delay;
};

/**
 * struct model_options - what a sequence may have in it
 * @tick: something happens at each access to a register
 * @plain: a plain unit: four counters of 48 bits, and kinds that all of them can count
 * @pci: a plain unit's registers are dwords, and a write to them never fails
 * @trace: tell each step
 * @steps: how long it is
 */
struct model_options {
	unsigned int steps;
	bool tick;
	bool plain;
	bool pci;
	bool trace;
};

/**
 * struct model - one random sequence
 * @random: state of the random numbers
 * @options: what it may have in it
 * @calls: calls of the driver so far
 * @failed: a difference was found
 * @message: which
 * @print: tells a line
 * @interlude: takes place now and then while events move to another CPU; some random
 *	       steps unless set
 * @at_access: called before each access to a register; @unit is NULL if it is a global one
 * @core: the driver's state, with one die
 * @dies: what it points to
 * @die: the die
 * @desc: global registers of the die
 * @type: box type of the units
 * @layout: its layout
 * @extras: its extra counters
 * @table: what its counters can count
 * @halves: registers are dwords
 * @resets_fixed: the reset bit of the unit control stops the fixed counter, too
 * @width: of the general counters
 * @general: how many there are
 * @kinds: what happens
 * @num_kinds: how many
 * @units: the units
 * @unit_list: of the driver, for the PMUs
 * @pmus: the PMUs
 * @events: all that are open
 * @num_events: how many
 * @number: of the next event
 * @perf_context: perf's context, which has the lock that guards groups
 * @global_status: which units have overflowed
 * @frozen: the package is frozen
 * @lose_ends: so many writes that end a freeze are lost next
 * @stands: an overflow has frozen it
 * @stands_since: when
 * @stood: for how long such freezes have lasted
 * @freezes: how many there were
 * @now: model time, in nanoseconds
 * @timers: the one that reads counters, the one that looks for freezes
 * @disturbed: in this step counters were stopped, or may have been moved, on purpose
 * @lossy: counters may have been taken over without having been read
 * @asleep: no register must be touched
 * @waking: users call while some units are awake and others are not
 * @storm: looks in a row that have found the package frozen
 * @every_pmu: perf takes the events of all PMUs off whenever it does so with one's
 * @one_mutex: all contexts of a CPU have one mutex
 * @forgetful: perf moves one pinned and one flexible group at a time
 * @handover: the driver gives the die to another CPU
 * @changes: how often that was done
 * @locked: events move from one CPU to another; none can be freed
 * @quiet: nothing random takes place meanwhile
 * @blocked: PMU whose events nobody can open or close, as they are just being moved
 * @cpu: the owner, the old one while it changes
 * @owner: the owner, the new one while it changes
 * @deferred: the driver wants something done later
 * @new_period: that perf is about to give to an event
 */
struct model {
	u64 random;
	struct model_options options;
	u64 calls;
	bool failed;
	char message[200];
	void (*print)(struct model *model, const char *line);
	void (*interlude)(struct model *model);
	void (*at_access)(struct model *model, struct model_unit *unit);

	struct pmon_core core;
	struct pmon_die *dies[1];
	struct pmon_die *die;
	struct pmon_box_type type;
	struct pmon_layout layout;
	struct pmon_extra extras[MODEL_EXTRAS];
	struct pmon_event_table table;
	bool halves;
	bool resets_fixed;
	unsigned int width;
	unsigned int general;
	struct model_kind kinds[MODEL_KINDS];
	unsigned int num_kinds;

	struct model_unit units[MODEL_UNITS];
	struct pmon_unit *unit_list[MODEL_UNITS];
	struct model_pmu pmus[MODEL_PMUS];
	struct model_event *events[MODEL_EVENTS];
	unsigned int num_events;
	unsigned int number;
	struct perf_event_context *perf_context;

	u64 global_status;
	bool frozen;
	unsigned int lose_ends;
	bool stands;
	u64 stands_since;
	u64 stood;
	u64 freezes;
	u64 now;
	struct model_timer timers[2];
	bool disturbed;
	bool lossy;
	bool asleep;
	bool waking;
	unsigned int storm;
	bool every_pmu;
	bool one_mutex;
	bool forgetful;
	bool handover;
	unsigned int changes;
	bool locked;
	bool quiet;
	struct model_pmu *blocked;
	int cpu;
	int owner;
	bool deferred;
	u64 new_period;
};

/* model.c */

/**
 * model_run() - run a random sequence
 * @model: all zero but for its options and &model.print
 * @seed: which one
 *
 * Return: 0 or an error of setting it up. Whether a difference was found is in &model.failed.
 */
int model_run(struct model *model, u64 seed);

u32 model_random(struct model *model, u32 below);
void model_fail(struct model *model, const char *format, ...) __printf(2, 3);

void model_trace(struct model *model, const char *format, ...) __printf(2, 3);

/* A timer of the driver's fires. Returns false if it is not active. */
bool model_fire(struct model *model, struct hrtimer *timer);

/* The die's timer looks at all counters, slice after slice. Returns false if it is not active. */
bool model_poll(struct model *model);

void model_take_sample(struct perf_event *perf, struct perf_sample_data *data,
		       struct pt_regs *regs);

/* From here on users and CPU hotplug are on this CPU. */
void model_stay_on(int cpu);

/* In the place of the kernel's functions, for the driver: see Makefile.kunit. */
u64 model_clock(void);
u64 model_boot_clock(void);
void model_start_timer(struct hrtimer *timer, ktime_t time, u64 delta,
		       const enum hrtimer_mode mode);
bool model_queue_work(struct irq_work *work);
void model_migrate_context(struct pmu *pmu, int from, int to);
void model_event_enable(struct perf_event *perf);
int model_call_on_cpu(int cpu, void (*function)(void *data), void *data, int wait);

/* The same in parts, for a sequence that is not random. */
int model_begin(struct model *model, u64 seed);
void model_end(struct model *model);

/* What follows a step, and the checks. */
void model_finish_step(struct model *model);

/* model_steps.c */

/* One random step, some while events move to another CPU. */
void model_step(struct model *model);
void model_user_step(struct model *model);
void model_random_steps(struct model *model);

/* Events that were closed while events moved. */
void model_free_dead(struct model *model);

/* An event that is not yet open, and can still be changed. NULL if memory is short. */
struct model_event *model_new_event(struct model *model, unsigned int pmu,
				    const struct model_kind *kind,
				    struct model_event *leader);
void model_sample(struct model_event *event, u64 period);

/* What a step does: open (it may be refused, and is gone then), close, look for freezes ... */
bool model_open(struct model *model, struct model_event *event);
void model_close(struct model *model, struct model_event *event);
void model_close_all(struct model *model);
void model_look(struct model *model);
void model_handover(struct model *model);
bool model_open_late(struct model *model, struct model_event *event);

/* model_sleep.c */

/* The die sleeps; units that lose their registers. */
void model_sleep(struct model *model, u32 lost, bool long_ago,
		 void (*meanwhile)(struct model *model));

void model_random_sleep(struct model *model);

/* model_cases.c: sequences that are not random; the list ends with one without a name. */
struct model_case {
	const char *name;
	void (*function)(struct model *model);
};

const struct model_case *model_cases(void);
int model_run_case(struct model *model, const struct model_case *which);

/* model_type.c */

/* Choose a box type and make the units of the die. */
int model_create_units(struct model *model);
const struct pmon_field *model_fields(bool type);

/* model_hw.c */

/* A kind of event happens so many times. Returns how many were before a freeze. */
u64 model_hw_happen(struct model_unit *unit, const struct model_kind *kind, u64 events);

/* How many of them can happen before the driver has to read a counter. It has now. */
u64 model_hw_room(const struct model_unit *unit, const struct model_kind *kind);
void model_hw_looked_at(struct model *model);

/* What a counter is doing. */
bool model_hw_runs(const struct model_unit *unit, unsigned int counter);
bool model_hw_counts(const struct model_unit *unit, unsigned int counter,
		     const struct model_kind *kind);
bool model_hw_samples(const struct model_unit *unit, unsigned int counter);

/* Events to its next overflow. */
u64 model_hw_left(const struct model_unit *unit, unsigned int counter);

/* Events of a kind until a counter of it overflows that samples. */
u64 model_hw_to_overflow(const struct model_unit *unit, const struct model_kind *kind);

/* What a bracket was about takes effect, or has. */
void model_hw_commit(struct model *model, bool begins);

/* The registers are lost. */
void model_hw_lose(struct model_unit *unit);

/* How many different values it has. */
u64 model_hw_range(const struct model_unit *unit, unsigned int counter);

/* The unit, or the package with it, is frozen. */
bool model_hw_stands(const struct model_unit *unit);

/* model_perf.c, model_users.c: what users and timers make perf do. */
int model_perf_check(struct model *model, struct model_event *event);
void model_perf_install(struct model *model, struct model_event *event);
void model_perf_remove(struct model *model, struct model_event *event);
void model_perf_free(struct model *model, struct model_event *event);
void model_perf_disable(struct model *model, struct model_event *event);
void model_perf_enable(struct model *model, struct model_event *event);
bool model_perf_reads_anywhere(struct model_event *event);
void model_perf_read(struct model *model, struct model_event *event, int cpu);
void model_perf_read_in_sample(struct model *model, struct model_event *event);
void model_perf_period(struct model *model, struct model_event *event, u64 period);
void model_perf_toggle(struct model *model, struct model_event *event);
void model_perf_rotate(struct model *model, struct model_event *event);
void model_migrate(struct model *model, struct model_pmu *pmu, int from, int to);

static inline u64 model_count(const struct model_event *event)
{
	return local64_read(&((struct model_event *)event)->perf.count);
}

static inline bool model_runs_freely(const struct model_event *event)
{
	return event->kind->extra > MODEL_FIXED;
}

static inline bool model_on_unit(const struct model_event *event, unsigned int unit)
{
	return event->units & BIT(unit);
}

/* The longest period of a counter that goes round once. */
static inline u64 model_lap(const struct model *model)
{
	return BIT_ULL(model->width - 1);
}

/* model_truth.c: what was called, and what has happened. */
void model_adding(struct model_event *event);
void model_starting(struct model_event *event);
void model_added(struct model *model, struct model_event *event, int error);
void model_deleted(struct model *model, struct model_event *event);
void model_stopped(struct model *model, struct model_event *event);
void model_enabled(struct model *model, const struct model_pmu *pmu);
void model_was_read(struct model *model, struct model_event *event);
void model_sampled(struct model *model, struct model_event *event);
void model_snapshot(struct model *model, struct model_event *leader);
void model_reset_count(struct model_event *event);
void model_period_changed(struct model_event *event, u64 period);
u64 model_happen(struct model *model, unsigned int unit, const struct model_kind *kind,
		 u64 events);
u64 model_slip_in(struct model *model, unsigned int unit, const struct model_kind *kind,
		  u64 events);
void model_left_out(struct model_event *event);
void model_ticked(struct model_unit *unit, u32 counters);
void model_falls_asleep(struct model *model);
void model_wakes_up(struct model *model, u32 lost, bool long_ago);

/* Its count is between the bounds; "when" says what has just been done. */
void model_check_count(struct model *model, const struct model_event *event,
		       const char *when);
void model_stop_lingering(struct model_event *event);

/* model_place.c: does what runs leave room for the event? Does its group fit at all? */
bool model_must_fit(const struct model *model, struct model_event *event);
bool model_group_fits(const struct model *model, struct model_event *event);

/* Would there be room but for events of the other PMU? */
bool model_may_wait(const struct model *model, struct model_event *event);

/* model_check.c: counts of events that rest, registers, timers: now, and at the end of a step. */
void model_check(struct model *model);
void model_step_ends(struct model *model);

#endif
