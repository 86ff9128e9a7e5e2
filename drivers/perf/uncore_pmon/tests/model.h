/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A random test of the event handling, against a model that computes the true counts.
 *
 * Its parts do not depend on the driver's implementation:
 *
 * model_hw.c	units made of memory. Events happen on a unit, and counters that are programmed for
 *		them, with registers and filters, count them.
 * model_perf.h	perf's handling of a PMU: contexts, groups, rotation, migration to another CPU, in
 *		the order and with the brackets of kernel/events/core.c.
 * model_truth.c the true count of each event; model_place.c whether it must get a counter;
 *		model_check.c the expected state of registers and timers.
 *
 * model.c creates a machine and a sequence of calls from a seed. A seed always gives the same
 * sequence.
 *
 * Hardware events happen between perf's calls, and counts are exact: all events on its units while
 * the event should count and the package is not frozen. With &model_options.tick, hardware events
 * also happen at each access to a register, and counts have two bounds.
 *
 * With &model_options.dies, there are two dies, and a struct model for each: its units, CPUs and
 * events. Their steps alternate. The driver's state and its PMUs are common to both.
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
#define MODEL_FILTERS		8
#define MODEL_DIES		2	/* at the most */
#define MODEL_CPUS		2	/* of a die */
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
 * struct model_kind - a kind of hardware event
 * @config: its configuration; for a band, that of the first one of the row
 * @config1: its configuration of filters
 * @counters: general counters that can count it
 * @extra: the extra counter that counts it, or -1
 * @band: for events on any band: the value in the band's filter, or 0
 * @twin: it is an event of either of two twins, each with registers of its own
 * @mesh: it is an event of the mesh stop, not of the box
 */
struct model_kind {
	u64 config;
	u64 config1;
	u32 counters;
	int extra;
	unsigned int band;
	bool twin;
	bool mesh;
};

/* Accesses of one kind that fault, on a unit that answers otherwise. */
enum model_fault {
	MODEL_NO_FAULT,
	MODEL_READ_CONTROL,
	MODEL_READ_COUNTER,
	MODEL_READ_STATUS,
	MODEL_LAST_READ = MODEL_READ_STATUS,
	MODEL_WRITE_CONTROL,
	MODEL_WRITE_COUNTER,
	MODEL_WRITE_UNIT_CONTROL,
	MODEL_WRITE_FILTER,
	MODEL_WRITE_STATUS,
	MODEL_LAST_WRITE = MODEL_WRITE_STATUS,
};

/* A single reading of a counter that is wrong. */
enum model_wrong {
	MODEL_RIGHT,
	MODEL_ALL_ONES,
	MODEL_FAR_OFF,	/* half of its range; only of one that runs */
	MODEL_WRONGS,
};

/**
 * struct model_unit - the registers of a unit
 * @model: the test
 * @unit: the driver's unit
 * @id: its number
 * @general: number of its general counters
 * @missing: extra counters that it lacks (bit mask)
 * @control: controls of general counters and the fixed one
 * @counter: of all counters
 * @since: events of each counter since the driver's timer ran
 * @read: counters that were read since the start of a commit
 * @ran: counters that ran at the start
 * @filter: shared registers
 * @status: unit status
 * @frozen: its unit control freezes it
 * @escaped: it has ended the package's freeze for itself
 * @gone: it does not answer
 * @fault: accesses of this kind fault
 * @faulty: counters whose registers do, for faults of counters and controls
 * @seldom: some of these accesses fault
 * @wrong: the next reading of a counter is wrong
 * @ticks: hardware events at accesses in the current step
 * @programmed: control registers written in the current step
 */
struct model_unit {
	struct model *model;
	struct pmon_unit *unit;
	unsigned int id;
	unsigned int general;
	u32 missing;
	u64 control[MODEL_GENERAL + 1];
	u64 counter[MODEL_COUNTERS];
	u64 since[MODEL_COUNTERS];
	u32 read;
	u32 ran;
	u64 filter[MODEL_FILTERS];
	u32 status;
	bool frozen;
	bool escaped;
	bool gone;
	enum model_fault fault;
	u32 faulty;
	bool seldom;
	enum model_wrong wrong;
	u64 ticks;
	unsigned int programmed;
};

/**
 * struct model_context - perf's events of one PMU on one CPU
 * @epc: perf's part, in which the driver sets rotate_necessary
 * @groups: flexible and pinned group leaders, in perf's order
 */
struct model_context {
	struct perf_event_pmu_context epc;
	struct list_head groups[2];
};

/**
 * struct model_pmu - one of the driver's PMUs and its events on a die
 * @model: the test
 * @contexts: by CPU of the die
 * @off: number of open brackets, by CPU of the die
 * @units: its units (bit mask)
 * @pmu: the driver's PMU; has a flexible array
 */
struct model_pmu {
	struct model *model;
	struct model_context contexts[MODEL_CPUS];
	unsigned int off[MODEL_CPUS];
	u32 units;
	struct pmon_pmu *pmu;
};

/**
 * struct model_event - a perf event, with its true count
 * @perf: perf's part
 * @number: its number
 * @pmu: its PMU
 * @kind: kind of hardware events
 * @units: its units (bit mask)
 * @software: an event of a software PMU, which has no units, in a group with others
 * @wrong: the error with which the driver must reject its attributes, or 0
 * @ended: perf has removed it from a CPU that went offline; its user has not closed it yet
 * @cpu: the CPU whose context it is in, -1 if in none
 * @entry: entry in &model_context.groups, for group leaders
 * @moving: entry in the list of events that change their CPU
 * @off: its user has disabled it
 * @dead: closed during a migration: it is freed afterwards
 * @tried: perf has tried to add it on its CPU
 * @held: perf has added it
 * @counting: it should count
 * @counted: @counting at the start of the step
 * @passing: it has counted in this step
 * @lingering: perf has removed it from the old owner CPU while it counted; its counters may keep
 *	       counting
 * @crossing: perf is moving it to the new owner, but has not tried to add it there
 * @astray: perf tried to add it there, but there was no counter
 * @stopped: stopped by pmu->stop, not by pmu->del
 * @unread: stopped or removed, and its PMU was not enabled since: its count may lack the last
 *	    events
 * @waiting: there was no counter at perf's last attempt, at
 * @waiting_since: time of that attempt
 * @low: lower bound of its count
 * @high: upper bound of its count
 * @resets: sum of its counts that users have reset
 * @consumed: its count that a consumer has read last
 * @steady: perf has not touched it in this step
 * @ran_low: lower bound of its running time
 * @ran_high: upper bound
 * @ran_at: at the end of the last step, at
 * @ticks: hardware events at accesses that it must have counted in this step
 * @comparable: it was started, or last read, together with its group
 * @base: its count at that time
 * @happened: hardware events between calls that it has counted since
 * @gap: hardware events on each unit while it lingers
 * @period: its period, 0: it does not sample
 * @into: position in the period, on each unit
 * @loose: that position is unknown
 * @was_loose: it was unknown at some time
 * @samples: number of its samples
 * @missed: number of its periods without a sample
 */
struct model_event {
	struct perf_event perf;
	unsigned int number;
	struct model_pmu *pmu;
	const struct model_kind *kind;
	u32 units;
	bool software;
	bool ended;
	int wrong;
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
	u64 resets;
	u64 consumed;
	bool steady;
	u64 ran_low;
	u64 ran_high;
	u64 ran_at;
	u64 ticks;
	bool comparable;
	u64 base;
	u64 happened;
	u64 gap[MODEL_UNITS];
	u64 period;
	u64 into[MODEL_UNITS];
	bool loose;
	bool was_loose;
	u64 samples;
	u64 missed;
};

/* The clocks of CPUs can differ slightly, and that of a virtual machine can stand. */
enum model_clock {
	MODEL_CLOCK_RUNS,
	MODEL_CLOCK_STANDS,
	MODEL_CLOCK_JUMPS,
	MODEL_CLOCKS,
};

#define MODEL_CLOCK_JUMP	700	/* nanoseconds */

/**
 * struct model_walk - a walk of the driver
 * @due: time of its next slice
 * @delay: nanoseconds until then, when it was set
 */
struct model_walk {
	u64 due;
	u64 delay;
};

/**
 * struct model_options - options of a sequence
 * @tick: hardware events happen at each access to a register
 * @plain: a plain unit: four counters of 48 bits, and kinds that all of them can count
 * @pci: a plain unit's registers are dwords, and a write to them never fails
 * @dies: there are two dies
 * @trace: print each step
 * @steps: number of steps
 */
struct model_options {
	unsigned int steps;
	bool tick;
	bool plain;
	bool pci;
	bool dies;
	bool trace;
};

/* Parameters of the module that can change at any time. */
struct model_parameters {
	unsigned int *poll_period_ms;
	unsigned int *sample_poll_us;
	bool *freeze_start;
};

/**
 * struct model - one random sequence, of one die
 * @random: state of the random numbers
 * @options: its options
 * @parameters: parameters of the module, NULL if they do not change
 * @calls: calls of the driver so far
 * @failed: a difference was found
 * @message: the difference
 * @print: prints a line
 * @interlude: called in between while events move to another CPU; random steps if not set
 * @at_access: called before each access to a register; @unit is NULL if it is a global one
 * @nested: a read within an access is in progress
 * @core: the driver's state
 * @partner: the sequence of the other die, or NULL. It has the same core, PMUs and time. Steps of
 *	     both alternate, and happen in between while events move to another CPU
 * @dies: the driver's array of dies
 * @die: the die
 * @type: box type of the units
 * @layout: its layout
 * @extras: its extra counters
 * @table: events of its counters
 * @halves: registers are dwords
 * @resets_fixed: the reset bit of the unit control stops the fixed counter, too
 * @enables: the unit control has a bit that lets the counters run
 * @gated: filter B may be written only while another register is 0
 * @single: a unit's freeze and that of the package are one state
 * @faulted: a unit has had a fault
 * @width: width of the general counters
 * @general: maximum number of general counters of a unit
 * @kinds: kinds of hardware events
 * @num_kinds: how many
 * @units: the units
 * @unit_list: the driver's units, for the PMUs
 * @pmus: the PMUs
 * @events: all open events
 * @num_events: how many
 * @number: number of the next event
 * @software: a PMU of software events
 * @perf_context: perf's context, which has the lock that guards groups
 * @global_status: status bits of units that have overflowed
 * @frozen: the package is frozen
 * @lose_ends: number of next writes to end a freeze that are lost
 * @foreign: number of freezes that no event has caused
 * @left: the package may be frozen without an event that samples
 * @silent: it is frozen, and no status tells so: only a clock that stands does
 * @frozen_passes: reads of all counters that have found it frozen
 * @overflow_frozen: an overflow or the driver has frozen it
 * @frozen_since: since when
 * @frozen_ns: total duration of such freezes
 * @freezes: number of such freezes
 * @now: model time, in nanoseconds
 * @clock: how it passes
 * @walks: what the driver does over time
 * @timer_cpu: CPU on which the timer was started
 * @disturbed: the step has stopped counters, or may have moved them
 * @lossy: counters may have been reused without a read
 * @suspended: no register may be accessed
 * @waking: users call while only some units are awake
 * @storm: polls in a row that have found the package frozen
 * @every_pmu: perf removes the events of all PMUs together
 * @one_mutex: all contexts of a CPU have one mutex
 * @forgetful: perf moves one pinned and one flexible group at a time
 * @handover: a handover is in progress
 * @changes: number of handovers
 * @locked: a migration is in progress; no event can be freed
 * @quiet: no random steps meanwhile
 * @blocked: PMU whose events cannot be opened or closed, because they are being moved
 * @cpu: the owner; during a handover, the old owner
 * @owner: the owner; during a handover, the new owner
 * @deferred: the driver has deferred work
 * @new_period: the period that perf is setting for an event
 */
struct model {
	u64 random;
	struct model_options options;
	const struct model_parameters *parameters;
	u64 calls;
	bool failed;
	char message[200];
	void (*print)(struct model *model, const char *line);
	void (*interlude)(struct model *model);
	void (*at_access)(struct model *model, struct model_unit *unit);
	bool nested;

	struct pmon_core *core;
	struct model *partner;
	struct pmon_die *dies[MODEL_DIES];
	struct pmon_die *die;
	struct pmon_box_type type;
	struct pmon_layout layout;
	struct pmon_extra extras[MODEL_EXTRAS];
	struct pmon_event_table table;
	bool halves;
	bool resets_fixed;
	bool enables;
	bool gated;
	bool single;
	bool faulted;
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
	struct pmu software;
	struct perf_event_context *perf_context;

	u64 global_status;
	bool frozen;
	unsigned int lose_ends;
	unsigned int foreign;
	bool left;
	bool silent;
	unsigned int frozen_passes;
	bool overflow_frozen;
	u64 frozen_since;
	u64 frozen_ns;
	u64 freezes;
	u64 now;
	enum model_clock clock;
	struct model_walk walks[PMON_WALKS];
	int timer_cpu;
	bool disturbed;
	bool lossy;
	bool suspended;
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

static inline bool model_chance(struct model *model, u32 percent)
{
	return model_random(model, 100) < percent;
}

void model_fail(struct model *model, const char *format, ...) __printf(2, 3);

void model_trace(struct model *model, const char *format, ...) __printf(2, 3);

/* Does a slice of a walk follow? Not for use within a slice. */
static inline bool model_walk_is_set(const struct model *model, enum pmon_walk walk)
{
	return model->die->walks.due[walk] && hrtimer_active(&model->die->walks.timer);
}

/* Run a slice of a walk. Returns false if none follows. */
bool model_fire(struct model *model, enum pmon_walk walk);

/* The die's timer reads all counters, in slices. Returns false if it is not active. */
bool model_poll(struct model *model);

void model_take_sample(struct perf_event *perf, struct perf_sample_data *data,
		       struct pt_regs *regs);

/* From here on, users and CPU hotplug run on this CPU. */
void model_stay_on(int cpu);

/* From here on, the steps are of this die. */
void model_be(struct model *model);

/* A migration begins or has ended: no event of any die can be freed meanwhile. */
void model_lock(struct model *model, bool locked);

/* The CPUs of a die are adjacent. */
static inline int model_other_cpu(int cpu)
{
	return cpu ^ 1;
}

static inline int model_random_cpu(struct model *model)
{
	return model->die->die * MODEL_CPUS + model_random(model, MODEL_CPUS);
}

/* Replace the kernel's functions for the driver: see Makefile.kunit. */
u64 model_clock(void);
u64 model_boot_clock(void);
void model_start_timer(struct hrtimer *timer, ktime_t time, u64 delta,
		       const enum hrtimer_mode mode);
bool model_queue_work(struct irq_work *work);
void model_migrate_context(struct pmu *pmu, int from, int to);
void model_event_enable(struct perf_event *perf);
int model_call_on_cpu(int cpu, void (*function)(void *data), void *data, int wait);

/* The parts of model_run(), for a sequence that is not random. */
int model_begin(struct model *model, u64 seed);
void model_end(struct model *model);

/* Finish a step, with all checks. */
void model_finish_step(struct model *model);

/* model_steps.c */

/* One random step, some while events move to another CPU. */
void model_step(struct model *model);
void model_user_step(struct model *model);
void model_random_steps(struct model *model);

void model_step_without_owner(struct model *model);

/* Free events that were closed during a migration. */
void model_free_dead(struct model *model);

/* Create an event that is not open yet, and can be changed. NULL if out of memory. */
struct model_event *model_new_event(struct model *model, unsigned int pmu,
				    const struct model_kind *kind,
				    struct model_event *leader);

/* Steps: open (which frees the event if it is refused), close, poll for freezes ... */
bool model_open(struct model *model, struct model_event *event);
void model_close(struct model *model, struct model_event *event);
void model_close_all(struct model *model);
void model_poll_freezes(struct model *model);
void model_handover(struct model *model);
bool model_open_late(struct model *model, struct model_event *event);

/* model_attributes.c */

/* Kind of sampling, units, groups ... Some must be rejected: &model_event.wrong. */
void model_choose_attributes(struct model *model, struct model_event *event,
			     const struct model_event *leader);
u64 model_choose_period(struct model *model);
void model_sample(struct model_event *event, u64 period);

/* model_sleep.c */

/* Suspend and resume the die; @lost: units that lose their registers. */
void model_sleep(struct model *model, u32 lost, bool long_ago,
		 void (*meanwhile)(struct model *model));

void model_random_sleep(struct model *model);

/* model_package.c */

void model_random_package(struct model *model);

/* model_freeze.c */

void model_random_foreign(struct model *model);
void model_random_lost_end(struct model *model);

/* All counters were read. */
void model_note_pass(struct model *model);

/* model_gone.c */

void model_random_gone(struct model *model);
void model_random_return(struct model *model);
void model_random_fault(struct model *model);
void model_random_wrong(struct model *model);

/* model_type.c */

/* Choose a box type, and create the units of a die. */
void model_choose_type(struct model *model);
int model_create_units(struct model *model);
const struct pmon_field *model_fields(bool type);

/* model_hw.c */

/* Generate hardware events. Returns the number before a freeze. */
u64 model_hw_happen(struct model_unit *unit, const struct model_kind *kind, u64 events);

/*
 * Number of hardware events before the driver must read a counter: half of its range, or nearly all
 * of it if the timer is late. Record a read.
 */
u64 model_hw_room(const struct model_unit *unit, const struct model_kind *kind, bool late);
void model_hw_note_read(struct model *model);

/* State of a counter. */
bool model_hw_runs(const struct model_unit *unit, unsigned int counter);
bool model_hw_counts(const struct model_unit *unit, unsigned int counter,
		     const struct model_kind *kind);
bool model_hw_samples(const struct model_unit *unit, unsigned int counter);

/* Events to its next overflow. */
u64 model_hw_left(const struct model_unit *unit, unsigned int counter);

/* Hardware events of a kind until a sampling counter overflows. */
u64 model_hw_to_overflow(const struct model_unit *unit, const struct model_kind *kind);

/* A commit begins or ends. */
void model_hw_commit(struct model *model, bool begins);

/* Freeze the package by bits of the global status. */
void model_hw_freeze(struct model *model, u64 bits);

/* The registers are lost. */
void model_hw_lose(struct model_unit *unit);

/* Number of different values of a counter. */
u64 model_hw_range(const struct model_unit *unit, unsigned int counter);

/* The unit, or the package with it, is frozen. */
bool model_hw_stands(const struct model_unit *unit);

/* model_perf.c, model_users.c: actions of perf for users and timers. */
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

/* The longest period without an intermediate overflow. */
static inline u64 model_lap(const struct model *model)
{
	return BIT_ULL(model->width - 1);
}

/*
 * model_check.c: checks counts of stopped events, registers and timers: now, and at the end of a
 * step.
 */
void model_check(struct model *model);
void model_step_ends(struct model *model);

#endif
