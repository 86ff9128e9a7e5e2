/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * PMON units made of memory, for tests.
 *
 * A fake unit behaves like the guide: event select starts a counter, freeze
 * stops all counters but the free-running ones, clear bits clear and read as 0.
 * It records each access, and the events of each counter, to compare with the
 * driver's counts.
 */
#ifndef _UNCORE_PMON_FAKE_UNIT_H
#define _UNCORE_PMON_FAKE_UNIT_H

#include <kunit/test.h>

#include "core.h"
#include "count/die.h"
#include "count/unit.h"
#include "perf/perf.h"

#define FAKE_UNITS		3	/* on the fake die */
#define FAKE_COUNTERS		4	/* general counters of a unit */
#define FAKE_WIDTH		48
#define FAKE_LOG		128
#define ANY			0xf	/* any general counter */

/* Registers with the same offsets in both geometries. */
#define FAKE_FIXED_CONTROL	0x90
#define FAKE_FIXED		0x98
#define FAKE_FREE_RUNNING	0xa0	/* two of them, 0xa0 and 0xa8 */
#define FAKE_FILTER		0x88	/* 32 bits, and another of 64 */
#define FAKE_WIDE_FILTER	0x80

#define FAKE_FREEZE_ON_OVERFLOW BIT_ULL(20)
#define FAKE_CLEAR		BIT_ULL(17)
#define FAKE_FIXED_CLEAR	BIT_ULL(19)
#define FAKE_FIXED_ENABLE	BIT_ULL(22)
#define FAKE_FREEZE		BIT(0)
#define FAKE_RESET		(BIT(8) | BIT(9))
#define FAKE_NO_FAULT		-1

/* Extra counters, numbered as in the box type. */
enum fake_extra {
	FAKE_EXTRA_FIXED,
	FAKE_EXTRA_FREE_RUNNING0,
	FAKE_EXTRA_FREE_RUNNING1,
	FAKE_EXTRAS
};

/* MSRs: one address for each register. PCI: dwords, 64-bit controls. */
enum fake_geometry {
	FAKE_MSR,
	FAKE_PCI,
};

/**
 * struct fake_access - one access to a register
 * @write: it was a write
 * @bits: 32 or 64
 * @offset: of the register
 * @value: written or read
 */
struct fake_access {
	bool write;
	u8 bits;
	u16 offset;
	u64 value;
};

/**
 * struct fake_unit - a unit, and the accesses to it
 * @unit: the driver's unit
 * @geometry: layout of its registers
 * @control: control registers: general, fixed
 * @counter: counter registers: general, fixed, free-running
 * @filter: the two shared registers
 * @counted: events of each counter since the start of the test
 * @tick: events at each access, on each counter
 * @frozen: its unit control freezes it
 * @gone: it does not answer any more
 * @status: its unit status; writes of 1 clear
 * @bad_reads: number of next reads that return @bad_value
 * @bad_value: a wrong value
 * @missing: bits that general controls lack
 * @fault_at: offset of a register that faults, and reads as all ones, or FAKE_NO_FAULT
 * @reads: number of reads
 * @writes: number of writes
 * @log: the first accesses
 */
struct fake_unit {
	struct pmon_unit *unit;
	enum fake_geometry geometry;
	u64 control[FAKE_COUNTERS + 1];
	u64 counter[FAKE_COUNTERS + FAKE_EXTRAS];
	u64 filter[2];
	u64 counted[FAKE_COUNTERS + FAKE_EXTRAS];
	unsigned int tick;
	bool frozen;
	bool gone;
	u64 status;
	unsigned int bad_reads;
	u64 bad_value;
	u32 missing;
	int fault_at;
	unsigned int reads;
	unsigned int writes;
	struct fake_access log[FAKE_LOG];
};

/**
 * struct fake_die - a die with fake units
 * @core: driver state, with this die only
 * @dies: the array that @core points to
 * @pmu_die: units of the events
 * @units: the units that @pmu_die points to
 * @fakes: the fake units
 */
struct fake_die {
	struct pmon_core core;
	struct pmon_die *dies[1];
	struct pmon_pmu_die pmu_die;
	struct pmon_unit *units[FAKE_UNITS];
	struct fake_unit fakes[FAKE_UNITS];
};

/* Box type of all fake units. */
extern const struct pmon_box_type fake_type;

/**
 * fake_die_create() - create a die with fake units
 * @test: the test; asserts that nothing fails
 * @geometry: of its units
 *
 * Return: the die. fake_die_destroy() frees it.
 */
struct fake_die *fake_die_create(struct kunit *test,
				 enum fake_geometry geometry);

/**
 * fake_die_destroy() - free a die
 * @fake_die: the die, or NULL
 */
void fake_die_destroy(struct fake_die *fake_die);

/**
 * fake_count() - generate events
 * @fake: the unit
 * @counter: the counter; counts them if it runs
 * @events: number of events
 */
void fake_count(struct fake_unit *fake, unsigned int counter, u64 events);

/**
 * fake_forget() - forget the accesses so far
 * @fake: the unit
 */
void fake_forget(struct fake_unit *fake);

/**
 * fake_control() - offset of a control register
 * @fake: the unit
 * @counter: general counter
 *
 * Return: its offset from the unit control.
 */
unsigned int fake_control(const struct fake_unit *fake, unsigned int counter);

/**
 * fake_expect() - compare the accesses so far with the expected ones
 * @test: the test
 * @fake: the unit
 * @expected: the accesses
 * @num: how many
 */
void fake_expect(struct kunit *test, const struct fake_unit *fake,
		 const struct fake_access *expected, unsigned int num);

#define FAKE_EXPECT(test, fake, ...)					\
	do {								\
		const struct fake_access __expected[] = { __VA_ARGS__ };\
									\
		fake_expect(test, fake, __expected,			\
			    ARRAY_SIZE(__expected));			\
	} while (0)

#define FAKE_READ(offset, value)	{ false, 64, offset, value }
#define FAKE_WRITE32(offset, value)	{ true, 32, offset, value }
#define FAKE_WRITE64(offset, value)	{ true, 64, offset, value }

/**
 * fake_event() - create an event of the fake die
 * @test: the test, which frees it
 * @fake_die: the die
 * @control: control register value
 * @general: general counters that can count it
 *
 * Return: the event, on unit 0 only.
 */
struct pmon_perf_event *fake_event(struct kunit *test,
				   struct fake_die *fake_die, u64 control,
				   u32 general);

/* Create an event on an extra counter, and on all units of the die. */
struct pmon_perf_event *fake_extra_event(struct kunit *test,
					 struct fake_die *fake_die,
					 enum fake_extra extra);
struct pmon_perf_event *fake_type_event(struct kunit *test,
					struct fake_die *fake_die, u64 control,
					u32 general);

/* perf's count of an event. */
static inline u64 fake_event_count(struct pmon_perf_event *event)
{
	return local64_read(&event->perf->count);
}

/* Functions of a suite: create and free a die of the geometry. */
int fake_init_msr(struct kunit *test);
int fake_init_pci(struct kunit *test);
void fake_exit(struct kunit *test);

/* The test runs on CPU 0, which owns the die. */
void fake_own(struct kunit *test);

static inline struct fake_die *fake_die_of(struct kunit *test)
{
	return test->priv;
}

static inline struct pmon_die *die_of(struct kunit *test)
{
	return fake_die_of(test)->dies[0];
}

/* The unit that most tests use, and an event on it. */
static inline struct fake_unit *fake_of(struct kunit *test)
{
	return &fake_die_of(test)->fakes[0];
}

static inline struct pmon_perf_event *event_on(struct kunit *test, u64 control,
					       u32 general)
{
	return fake_event(test, test->priv, control, general);
}

/* A copy of the unit's type, which the test may change. */
struct pmon_box_type *fake_own_type(struct kunit *test, struct fake_unit *fake);

/* Call a function of the driver with the die's lock held. */
#define FAKE_LOCKED(die, call)						\
	do {								\
		struct pmon_die *__die = (die);				\
		unsigned long __flags = pmon_die_lock(__die);		\
									\
		call;							\
		pmon_die_unlock(__die, __flags);			\
	} while (0)

int fake_add(struct pmon_perf_event *event);
void fake_start(struct pmon_perf_event *event);
void fake_stop(struct pmon_perf_event *event);
void fake_remove(struct pmon_perf_event *event);
void fake_update(struct pmon_perf_event *event);
void fake_commit(struct fake_unit *fake);
bool fake_reset(struct fake_unit *fake);

/* Commit all units. &pmon_die.lock held. */
void fake_commit_die(struct pmon_die *die);

/* Read all counters in slices, like the timer. Called on the owner CPU. */
void fake_poll(struct pmon_die *die);

/* Add, start and commit: the event counts on return. */
void fake_run(struct kunit *test, struct pmon_perf_event *event);

#endif
