/* SPDX-License-Identifier: GPL-2.0-only */
/* `uncore top`: what is counted, and how it is shown. */
#ifndef UNCORE_TOP_H
#define UNCORE_TOP_H

#include "base/clock.h"
#include "count/counters.h"
#include "ports/rows.h"
#include "sharing/shared.h"
#include "top/canvas.h"

/** enum series - the events of the live view */
enum series {
	MEMORY_READ,
	MEMORY_WRITE,
	LINK_OUT,
	LINK_IN,
	PCIE_READ,
	PCIE_WRITE,
	MEMORY_PEAK,
	LINK_PEAK,
	UNCORE_CLOCK,
	POWER_LIMITED,
	POWER_CLOCK,
	HEAT,
	HBM_READ,
	HBM_WRITE,
	CORE_INSTRUCTIONS,
	CORE_CYCLES,
	CORE_MISSES,
	CORE_APERF,
	CORE_MPERF,
	CORE_TSC,
	POWER_PACKAGE,
	POWER_DRAM,
	TEMPERATURE,
	NUM_SERIES,
};

/** enum section - what the screen shows below each other */
enum section {
	SECTION_MEMORY,
	SECTION_HBM,
	SECTION_HEAT,
	SECTION_LINKS,
	SECTION_PCIE,
	NUM_SECTIONS,
};

/** Updates that the history of a package remembers. */
#define TOP_HISTORY	512

/** Units of a section in a package. */
#define MAX_UNITS	512

/** NUMA nodes of a package, with one whose number is unknown. */
#define TOP_NODES	17

/**
 * struct top_past - what earlier updates have left
 * @seen: largest value of a unit, by section
 * @peak: largest value that a unit can reach, by section; 0 if that is not known
 * @units: largest value of each unit, by section, package and place in the list of top_units()
 * @totals: largest sum of a package, by section and package
 * @history: sums of a package, the newest at @updates - 1, modulo TOP_HISTORY
 * @updates: how many
 */
struct top_past {
	double seen[NUM_SECTIONS];
	double peak[NUM_SECTIONS];
	double *units;
	double *totals;
	double *history;
	size_t updates;
};

/**
 * struct top_series - an event of the view
 * @event: what it is; empty if this processor has nothing of the kind
 * @factor: from counts to GB, or to whatever is shown
 * @counter: index in the counters
 * @open: it is counted
 * @missing: why not
 */
struct top_series {
	char event[256];
	double factor;
	size_t counter;
	bool open;
	char missing[160];
};

/**
 * struct top_tasks - what divides the traffic of the memory among commands
 * @counters: the events of MEMORY_READ, then those of MEMORY_WRITE, each by itself
 * @num_reads: so many of them are reads
 * @on: the view shows commands
 * @timed: the kernel lets no BPF program read on each CPU, so counts are divided by time
 */
struct top_tasks {
	struct counters counters;
	size_t num_reads;
	bool on;
	bool timed;
};

/**
 * struct top_devices - what PCI devices read and write
 * @counters: of all ports
 * @ports: the ports
 * @rows: a row for each of them
 * @on: the view shows devices
 */
struct top_devices {
	struct counters counters;
	struct ports ports;
	struct row *rows;
	bool on;
};

/**
 * struct top - the live view
 * @machine: where
 * @series: events
 * @counters: the same, open
 * @past: what earlier updates have left
 * @tasks: commands, if they are shown
 * @devices: PCI devices, if they are shown
 * @nodes: the view shows NUMA nodes
 * @tracing: units are told apart by the tracepoint, not by an event for each
 * @seconds: length of the last interval
 * @socket: only this one, or -1
 * @first_socket: the first that is shown if there are more than fit
 * @by_value: rows are ordered by their values, not by numbers
 * @frozen: the picture stands still
 */
struct top {
	struct machine *machine;
	struct top_series series[NUM_SERIES];
	struct counters counters;
	struct top_past past;
	struct top_tasks tasks;
	struct top_devices devices;
	bool nodes;
	bool tracing;
	double seconds;
	int socket;
	unsigned int first_socket;
	bool by_value;
	bool frozen;
};

/**
 * struct unit_rate - what a unit does
 * @die: its die
 * @unit: its number
 * @rate: per second, times the factor of the series
 * @gone: it does not answer
 */
struct unit_rate {
	unsigned int die;
	int unit;
	double rate;
	bool gone;
};

/** top_open() - open all events; returns a status, after a message if there is no permission */
int top_open(struct top *top);

/**
 * top_set_heat() - choose the event of the heat map; top_forget_section() forgets the values of the old one
 * @top: the view
 * @event: the event
 * @error: receives the reason of a failure; the event of before goes on then
 * @size: of @error
 *
 * Return: 0 or -1.
 */
int top_set_heat(struct top *top, const char *event, char *error, size_t size);

/** top_start() - let everything count; returns a status */
int top_start(struct top *top);

/** top_read() - end an interval and begin the next */
void top_read(struct top *top);

/** top_close() - undo top_open() */
void top_close(struct top *top);

/**
 * top_units() - rates of the units of a package in the last interval
 * @top: the view
 * @series: of which event
 * @socket: package
 * @rates: receives them, by number of the unit, the second die's behind the first's
 * @room: how many fit
 * @share: receives the part of the time in which the event counted
 *
 * Return: how many.
 */
size_t top_units(const struct top *top, enum series series, unsigned int socket,
		 struct unit_rate *rates, size_t room, double *share);

/** top_counts() - does an open event count on a unit, or does its unit_mask exclude the unit? */
bool top_counts(const struct top *top, enum series series, int unit);

/** top_gone() - does nothing that an open series counts on the package answer any more? */
bool top_gone(const struct top *top, enum series series, unsigned int socket);

/** top_total() - the sum of these, and their share of the time; 0 if it is not counted */
double top_total(const struct top *top, enum series series, unsigned int socket, double *share);

/** top_mean() - the same, but the mean of the CPUs or dies that it is counted on */
double top_mean(const struct top *top, enum series series, unsigned int socket);

/** top_gauge() - the largest value of a gauge of a package; negative if there is none */
double top_gauge(const struct top *top, enum series series, unsigned int socket);

/**
 * struct unit_rates - a row of a section
 * @unit: number of the unit
 * @first: value of the first series of the section
 * @second: value of the second one, or 0
 * @most: largest sum of both up to now
 * @gone: the unit does not answer
 */
struct unit_rates {
	int unit;
	double first;
	double second;
	double most;
	bool gone;
};

/**
 * struct section_kind - what a section shows
 * @title: its name
 * @first_word: what the first series is
 * @second_word: what the second series is, or NULL
 * @unit: what a row is
 * @first: series
 * @second: series, the same as @first if there is none
 * @limit: series of what a unit can reach, or NUM_SERIES
 * @least: a full bar is never less, so that bars of an idle machine are empty
 */
struct section_kind {
	const char *title;
	const char *first_word;
	const char *second_word;
	const char *unit;
	enum series first;
	enum series second;
	enum series limit;
	double least;
};

extern const struct section_kind section_kinds[NUM_SECTIONS];

/**
 * struct scale - what a full bar is
 * @value: in the unit of the section
 * @word: " peak": what a unit can reach; " seen": the largest value up to now; "": the least, which no unit has reached
 */
struct scale {
	double value;
	const char *word;
};

/** top_scale() - what a full bar of a section is; it never shrinks */
struct scale top_scale(const struct top *top, enum section section);

/** top_note() - remember what the last interval had */
void top_note(struct top *top);

/** top_forget() - forget and release all that was remembered */
void top_forget(struct top *top);

/** top_forget_section() - forget what was remembered of a section */
void top_forget_section(struct top *top, enum section section);

/** section_shown() - the machine can have the section; if it is not counted it is shown as missing */
bool section_shown(const struct top *top, enum section section);

/** section_open() - all series of a section are counted; if not, @missing receives why, unless it is NULL */
bool section_open(const struct top *top, enum section section, const char **missing);

/** section_units() - rows of a section for a package; returns how many, and the share of the time in @share */
size_t section_units(const struct top *top, enum section section, unsigned int socket,
		     struct unit_rates rates[MAX_UNITS], double *share);

/** section_most() - largest sum of a package up to now */
double section_most(const struct top *top, enum section section, unsigned int socket);

/** history_section() - the section whose sums are remembered */
enum section history_section(const struct top *top);

/** history_value() - the sum of a package @ago updates before the last one; negative if there was none */
double history_value(const struct top *top, unsigned int socket, size_t ago);

/** enum core_value_kind - what the cores of a package do, and what it takes */
enum core_value_kind {
	CORE_IPC,
	CORE_CLOCK,
	CORE_WATTS,
	CORE_TEMPERATURE,
	CORE_MPKI,
	CORE_BUSY,
	CORE_DRAM_WATTS,
	NUM_CORE_VALUES,
};

/**
 * struct core_value - one of these
 * @metric: its name
 * @unit: its unit of measurement
 * @before: what the screen shows in front of it
 * @behind: and behind it
 * @digits: decimals there
 * @value: the value
 * @share: part of the time in which it was counted, 0: there is no value
 * @open: the machine counts it
 * @gone: it can no longer be read
 */
struct core_value {
	const char *metric;
	const char *unit;
	const char *before;
	const char *behind;
	int digits;
	double value;
	double share;
	bool open;
	bool gone;
};

/** top_cores() - all of them, of a package in the last interval */
void top_cores(const struct top *top, unsigned int socket, struct core_value values[NUM_CORE_VALUES]);

/** top_json() - print the last interval, which ended at @moment, as an object in a line */
void top_json(const struct top *top, const struct moment *moment);

/**
 * struct task_rate - what a command does
 * @name: its name, for a terminal
 * @read: read from memory, in GB/s
 * @written: written to memory
 */
struct task_rate {
	char name[4 * TASKS_NAME + 1];
	double read;
	double written;
};

/** top_tasks_start() - divide from now on; returns a status after a message */
int top_tasks_start(struct top *top);

/** top_tasks_read() - end an interval; after a message, the view shows no commands any more if that fails */
void top_tasks_read(struct top *top);

/** top_tasks_stop() - undo top_tasks_start() */
void top_tasks_stop(struct top *top);

/** top_devices_start() - count devices from now on; returns a status after a message */
int top_devices_start(struct top *top);

/** top_devices_stop() - undo top_devices_start() */
void top_devices_stop(struct top *top);

/**
 * top_choose_stacks() - count either devices or I/O stacks, whatever is on the screen
 *
 * Both need the same two counters of a unit, and would take turns.
 */
void top_choose_stacks(struct top *top);

/**
 * top_tasks() - commands of a package in the last interval, the largest first; then "(idle)"
 * @top: the view
 * @socket: package
 * @rates: receives them
 * @room: how many fit
 * @total: receives the sum of all
 *
 * Return: how many.
 */
size_t top_tasks(const struct top *top, unsigned int socket, struct task_rate *rates, size_t room, struct task_rate *total);

/** top_nodes_start() - look for NUMA nodes and show them; returns a status after a message */
int top_nodes_start(struct top *top);

/**
 * top_node_rates() - rates of the NUMA nodes of a package in the last interval
 * @top: the view
 * @series: of which event
 * @socket: package
 * @nodes: receives them, by number; @unit is the number, -1 for units whose node is unknown
 * @share: receives the part of the time in which the event counted
 *
 * A rate lacks units that do not answer.
 *
 * Return: how many.
 */
size_t top_node_rates(const struct top *top, enum series series, unsigned int socket, struct unit_rate nodes[TOP_NODES],
		      double *share);

/** top_panes() - how many packages are beside each other in so many columns, 1 or 2 */
unsigned int top_panes(const struct top *top, int columns);

/** top_draw() - draw a frame */
void top_draw(const struct top *top, struct canvas *canvas);

/**
 * draw_help() - draw the explanation of the screen
 * @canvas: frame
 * @page: which page of it
 *
 * Return: whether there is a page behind it.
 */
bool draw_help(struct canvas *canvas, unsigned int page);

/** rate_text() - a rate with three digits: "12.3 GB/s", or "12.3G" if @suffix is NULL */
const char *rate_text(double rate, const char *suffix, char *text, size_t size);

/** top_sockets() - number of packages */
unsigned int top_sockets(const struct top *top);

#endif
