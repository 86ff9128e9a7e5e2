/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * uncore check: what its parts share. Each check is a struct check_kind; what it finds goes into its outcome.
 */
#ifndef UNCORE_CHECK_H
#define UNCORE_CHECK_H

#include <json-c/json.h>
#include <stdbool.h>

#include "check/common/traffic.h"
#include "count/counters.h"
#include "machine/machine.h"

/** Dies that are told apart. */
#define CHECK_DIES	16

/**
 * struct rate - how fast the clock of a unit ticks
 * @box: box type
 * @die: its die
 * @unit: its number
 * @hz: ticks in a second, when the program began; 0 if it stood still
 * @off: it stands still and may: a channel without memory, a CXL port without a device
 */
struct rate {
	char box[NAME_SIZE];
	unsigned int die;
	int unit;
	double hz;
	bool off;
};

/**
 * struct check - a run of the program
 * @machine: what is checked
 * @buffer: bytes of memory that traffic goes through
 * @cache: bytes of the last-level cache of a package, 0 if nobody tells
 * @module: file to load uncore_pmon from, NULL: modprobe knows
 * @device: the block device that is read from, or NULL
 * @soak: minutes for the check that goes on for as long as it is told
 * @effort: how much longer than usual to look
 * @rates: clocks of all units, once check_rates() was called
 * @num_rates: how many
 * @summary: of the check that runs: what it has found to be good
 * @reason: why it cannot be done here, or NULL
 * @problems: what it has found to be wrong, an array of strings
 * @numbers: what it has measured
 */
struct check {
	struct machine machine;
	size_t buffer;
	size_t cache;
	const char *module;
	const char *device;
	double soak;
	unsigned int effort;
	struct rate *rates;
	size_t num_rates;
	char summary[256];
	char reason[256];
	struct json_object *problems;
	struct json_object *numbers;
};

/** check_pass() - what a check has found to be good, for its line */
void check_pass(struct check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** check_cannot() - why a check cannot be done here */
void check_cannot(struct check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** check_problem() - something is wrong, which makes the check fail */
void check_problem(struct check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** check_number() - a number for the report */
void check_number(struct check *check, double value, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** check_forget_problems() - forget those about a die, because one problem says it all */
void check_forget_problems(struct check *check, unsigned int die);

/** check_forget_all() - forget all problems, because one says it all */
void check_forget_all(struct check *check);

/** check_failed() - has it found a problem? */
bool check_failed(const struct check *check);

/* count.c */

/**
 * check_open() - open an event on all dies
 * @check: the check, which cannot be done if that fails
 * @counters: it is added here
 * @each: on each unit
 * @format: the event, as people write it
 *
 * Return: the event's index in @counters, -1 if it cannot be opened.
 */
int check_open(struct check *check, struct counters *counters, bool each, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/** check_wait() - let all count for @ms milliseconds times the effort, and read them; false after a problem */
bool check_wait(struct check *check, struct counters *counters, unsigned int ms);

/** check_traffic() - the same while memory traffic runs; @seconds receives how long that was */
bool check_traffic(struct check *check, struct counters *counters, const struct traffic *traffic,
		   enum traffic_kind kind, double *seconds);

/** check_sum() - counts of an event on a die, scaled to the whole time */
double check_sum(const struct counter *counter, unsigned int die);

/** check_rate() - counts of a source in a second of the time that it counted; 0 if it never did */
double check_rate(const struct source *source);

/** check_differs() - is a value further from what is expected than a part of that? */
bool check_differs(double value, double expected, double tolerance);

/** check_boxes() - call @each for every box type that has unit PMUs with a clock */
void check_boxes(struct check *check, void (*each)(struct check *check, const char *box));

/** check_place() - a CPU of a die; -1 if there is none */
int check_place(const struct check *check, unsigned int die);

/* measure_rates.c */

/**
 * check_rates() - measure the clocks of all units, if that was not done yet
 * @check: the check
 *
 * It is done once in a run: a unit that ticked then and does not any more has failed, and is not left out.
 *
 * Return: false if no unit has a clock.
 */
bool check_rates(struct check *check);

/* rates.c */

/**
 * check_hz() - the clock of a unit, as check_rates() has measured it; 0 if it stood still or is not known
 *
 * It says how long to wait or how long a window is, no more: a clock changes its rate at any time.
 */
double check_hz(const struct check *check, const char *box, unsigned int die, int unit);

/** check_off() - does a unit stand still that may? */
bool check_off(const struct check *check, const char *box, unsigned int die, int unit);

/**
 * struct check_kind - a check
 * @name: its name
 * @what: what it finds to be right, for --list
 * @on_request: it is done only if an option of its name asks for it
 * @run: do it; what it finds goes into its outcome
 */
struct check_kind {
	const char *name;
	const char *what;
	bool on_request;
	void (*run)(struct check *check);
};

/* The checks: each is in the file of its name, but for those of channels and slices, which are in parts.c. */
extern const struct check_kind check_table, check_units, check_clocks, check_counters, check_sums, check_snapshot, check_select,
	check_multiplex, check_fixed, check_memory, check_channels, check_slices, check_nodes, check_links, check_windows, check_freeze,
	check_start, check_steady, check_noticed, check_device, check_offline, check_soak, check_in_tree;

/** noticed_begin() - what the driver has noticed until now is not of these checks */
void noticed_begin(const struct check *check);

#endif
