/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The inside of the register model.
 *
 * A machine kind (Emerald Rapids, ...) is data: box types, and a function that says which units and
 * PCI functions a package has. Everything else works on three things that it builds: units, the
 * registers that lead to them, and the address maps (MSR table, PCI configuration space, BARs) in
 * which the registers stand. What differs in protocol between generations (how a unit is frozen and
 * reset, when a counter is enabled) is behind struct unit_protocol.
 */
#ifndef PMONSIM_MACHINE_INTERNAL_H
#define PMONSIM_MACHINE_INTERNAL_H

#include <pthread.h>
#include <stdio.h>

#include "model/box_type.h"
#include "model/event_spec.h"
#include "model/fault.h"
#include "model/machine.h"
#include "model/memory.h"

#define MACHINE_MAX_PACKAGES	4
#define MACHINE_MAX_CPUS	256
#define UNIT_MAX_COUNTERS	8
#define UNIT_FIXED		UNIT_MAX_COUNTERS	/* the number of the fixed counter */
#define UNIT_MAX_EXTRA		36
#define UNIT_MAX_FREE_RUNNING	17
#define GLOBAL_STATUS_WORDS	8
#define MACHINE_MAX_TABLES	4	/* discovery tables of a package */
#define NSEC_PER_SEC		1000000000ull

#define BIT_ULL(n)		(1ull << (n))
#define GENMASK_ULL(h, l)	(((~0ull) << (l)) & (~0ull >> (63 - (h))))
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))

/* GCC and clang on every 64-bit host; ISO C has no 128-bit type. */
__extension__ typedef unsigned __int128 wide_count;

/* Guide, table 2-129; all other bits of a fixed counter's control are ignored. */
#define FIXED_CONTROL_RST	BIT_ULL(19)
#define FIXED_CONTROL_OV_EN	BIT_ULL(20)
#define FIXED_CONTROL_EN	BIT_ULL(22)

/* Table 1-3 */
#define UNIT_CONTROL_FRZ	BIT_ULL(0)
#define UNIT_CONTROL_RST_CTRL	BIT_ULL(8)
#define UNIT_CONTROL_RST_CTRS	BIT_ULL(9)
#define UNIT_CONTROL_MASK	(UNIT_CONTROL_FRZ | UNIT_CONTROL_RST_CTRL | UNIT_CONTROL_RST_CTRS)

struct unit;
struct package;
struct function;

enum register_role {
	ROLE_UNIT_CONTROL,
	ROLE_UNIT_STATUS,
	ROLE_CONTROL,
	ROLE_COUNTER,
	ROLE_FIXED_CONTROL,
	ROLE_FIXED_COUNTER,
	ROLE_EXTRA,		/* filter and match registers: storage */
	ROLE_FREE_RUNNING,
	ROLE_GLOBAL_CONTROL,
	ROLE_GLOBAL_STATUS,
	ROLE_CONSTANT,		/* read-only, no part in counting */
	ROLE_ABSENT,		/* of a unit that this package does not have: 0, keeps nothing */
};

/* A register: what an access to one of its addresses leads to. */
struct reg {
	enum register_role role;
	unsigned int index;	/* counter number, status word, ... */
	unsigned int size;	/* bytes */
	struct unit *unit;	/* NULL: the package's global block */
	struct package *package;
	uint64_t constant;
};

struct counter {
	uint64_t control;
	uint64_t value;
	bool carry_armed;	/* a carry happens after the next dword read */
	uint64_t carry_by;	/* 0: just enough to carry out of the low dword */
	bool stopped;		/* by its own overflow, or a fault, until its control is written */
	unsigned int rest;	/* hundredths of a count that the fault `percent` has left */
	bool half;		/* the fault `half` has skipped an event */
	uint64_t since_control;	/* counts since its control was written, for the fault `tires` */
};

struct free_running {
	const char *name;	/* NULL ends the list */
	unsigned int width;
	bool clock;		/* ticks with the unit's clock */
	uint64_t value;
	uint64_t ticks_seen;
};

/* Access statistics. */
struct access_count {
	uint64_t reads, writes;
};

/* A PMON block. */
struct unit {
	const struct box_type *type;
	struct package *package;
	unsigned int id;
	/*
	 * Where the unit control stands: MSR number; offset in BAR @bar of @function; or register
	 * in the configuration space of @function.
	 */
	struct function *function;
	struct function *companion;	/* holds further registers of the unit, or NULL */
	unsigned int bar;
	uint64_t address;
	bool absent;			/* only its places are known: ROLE_ABSENT */
	bool empty;			/* no memory or device: it has no clock */
	unsigned int table;		/* the discovery table that lists it */
	unsigned int block, status_position;	/* the global block that has its status bit */
	bool sends_overflow, receives_freeze;

	bool frozen;
	uint32_t resetting;	/* reset bits of the unit control that are set, if that matters */
	bool gone;
	bool powered_down;	/* free-running counters stand still */
	bool mix_reported;
	uint32_t status;
	struct counter counter[UNIT_MAX_COUNTERS];
	struct counter fixed;
	int fixed_counter;	/* where it is, if not where the type says */
	uint64_t control;	/* where the unit control can be read back */
	uint64_t extra[UNIT_MAX_EXTRA];
	struct free_running free_running[UNIT_MAX_FREE_RUNNING + 1];

	/* The unit's clock: ticks since @clock_epoch at @clock_hz; @clock_done were counted. */
	uint64_t clock_hz, clock_epoch, clock_done;
	bool ticking;		/* some counter counts the clock */
	struct access_count accesses;
	struct unit_fault fault;
	/* A fault that begins later: at a time, or at the @later_reads-th read of a counter from now; 0: neither. */
	struct unit_fault later;
	uint64_t later_at;
	unsigned int later_reads;
};

/* 4 KiB of address space. A slot is a dword of it. */
struct slot {
	struct reg *reg;
	struct unit *unit;	/* in whose range it stands, even if there is no register */
	bool high;		/* the upper half of an 8-byte register */
};

#define PAGE_SLOTS 1024

struct register_page {
	struct slot slot[PAGE_SLOTS];
};

struct region {
	uint64_t size;
	struct register_page **pages;
};

#define MAX_OTHER_DWORDS 24

struct other_dword {
	unsigned int bar;
	uint64_t offset;
	uint32_t value;
};

#define MAX_DEAD_RANGES 4

struct dead_range {
	unsigned int bar;
	uint64_t offset, size;
};

struct function {
	struct machine *machine;
	struct package *package;
	unsigned int bus;
	unsigned int device, function;
	uint8_t config[4096];
	uint8_t writable[4096];		/* bits that a write changes */
	bool harmless[4096];		/* bytes whose writing is no violation */
	uint64_t bar_size[MACHINE_BARS];
	bool bar_64bit[MACHINE_BARS], bar_io[MACHINE_BARS];
	struct region registers;	/* PMON registers in configuration space */
	struct region bar[MACHINE_BARS];
	struct discovery *table;	/* the discovery table that it leads to, or NULL */
	int table_bar;			/* the BAR that holds it, or -1 */
	uint64_t table_offset;
	bool memory_registers;		/* has the MEM BAR registers */
	bool root_port;
	bool hidden;
	bool missing;			/* there never is such a function, whatever has registers in it */
	bool used;			/* a PMON register of it was written since the last reset */
	bool lost;			/* such a function was reset, and nothing has set it up since */
	/* Dwords in a BAR that others than PMON drivers read. */
	struct other_dword others[MAX_OTHER_DWORDS];
	unsigned int other_count;
	/* Parts of a BAR with nothing behind them: they read all ones. */
	struct dead_range dead[MAX_DEAD_RANGES];
	unsigned int dead_count;
};

/* PCI classes, as lspci prints them. */
#define CLASS_SYSTEM		0x0880
#define CLASS_EVENT_COLLECTOR	0x0807
#define CLASS_HOST_BRIDGE	0x0600
#define CLASS_PERFORMANCE	0x1101

/* A PCI function without PMON registers, as captured from real machines. */
struct neighbour {
	unsigned int device, function;
	uint16_t device_id, class;
	uint8_t revision;
	bool conventional;		/* without any capability */
};

/* Counts of units; a list of the types is in the machine kind. */
#define MAX_BOX_TYPES 16

struct package_config {
	unsigned int units[MAX_BOX_TYPES];
	unsigned int bus, iio_bus, stack_bus, segment;
	unsigned int discovery;		/* enum discovery_kind: where its function is */
	unsigned int slices;		/* functions of the cores' slices are there */
	unsigned int tables;		/* how many discovery tables */
	unsigned int globals;		/* enum globals_kind */
	unsigned int ids;		/* enum ids_kind */
	unsigned int node_map;		/* the UBox tells the packages apart */
	unsigned int frozen;		/* firmware has left the global freeze set */
	unsigned int qpi_filter;	/* the companions of QPI ports are there */
	unsigned int pcie_capability;	/* PCI functions have it */
	unsigned int edac;		/* what EDAC's driver looks for is there */
	unsigned int node_id;
	unsigned int stride;
	unsigned int bir;
	unsigned int table_bar_kind;	/* enum table_bar_kind */
	unsigned int table_offset;
	unsigned int dvsec;		/* enum dvsec_kind */
	unsigned int discovery_device_id;
	unsigned int upi_table;		/* enum upi_table_kind */
	unsigned int cha_msr;
	unsigned int cha_table;		/* 0: as many as there are */
	unsigned int positions;		/* enum position_kind */
	unsigned int iio_bw_width;
	unsigned int holes;
	unsigned int mutate;
	bool mutate_given;
	const char *stacks;		/* CPUBUS:BUS,... */
	const char *absent;		/* TYPE:ID,... */
	const char *empty;		/* the same */
	const char *hidden;		/* the same */
	const char *listed_twice;	/* the same */
	const char *poke;		/* INDEX:VALUE,... */
	const char *table;		/* a file of pokes */
};

enum discovery_kind { DISCOVERY_STACK, DISCOVERY_UBOX };
enum table_bar_kind { TABLE_BAR_64, TABLE_BAR_32, TABLE_BAR_IO };
enum dvsec_kind { DVSEC_GOOD, DVSEC_NONE, DVSEC_FOREIGN_FIRST, DVSEC_TWICE, DVSEC_OTHER_ID,
		  DVSEC_OTHER_VENDOR };
enum upi_table_kind { UPI_TABLE_GOOD, UPI_TABLE_MISSING, UPI_TABLE_MANGLED };
enum globals_kind { GLOBALS_SHARED, GLOBALS_OWN };
enum ids_kind { IDS_OF_PACKAGE, IDS_OF_TABLE };
enum position_kind { POSITIONS_SHARED, POSITIONS_UNIQUE, POSITIONS_SPARSE };

struct table_poke {
	size_t index;
	uint64_t value;
};

/* The discovery table as the guest sees it: generated, mutated, poked; in this order. */
struct discovery {
	struct function *function;	/* leads to it */
	unsigned int number;		/* of its package's tables */
	uint64_t *seen;
	size_t qwords;
	struct table_poke *pokes;
	size_t poke_count;
	bool mutated;
	uint64_t seed;
};

/*
 * A block of global registers: control and status. A package has one, or one for each table.
 * A freeze is of the whole package, which is frozen as long as one of its blocks is.
 */
struct global_block {
	bool frozen;
	bool freeze_pending;		/* an overflow message has arrived */
	uint64_t status[GLOBAL_STATUS_WORDS];
	unsigned int status_bits;
};

struct package {
	struct machine *machine;
	unsigned int number;
	struct package_config config;
	struct unit *units;
	size_t unit_count;
	struct reg *regs;
	size_t reg_count, reg_limit;
	struct reg **msr;		/* indexed by MSR - kind->msr_first */
	struct function *memory;	/* whose BAR holds the MMIO units */
	struct discovery tables[MACHINE_MAX_TABLES];
	struct global_block global[MACHINE_MAX_TABLES];
	unsigned int block_count;
	unsigned int root_ports;	/* so far */
	bool stack_bus_known[32];	/* by CPU bus: the PCI bus of an I/O stack */
	uint8_t stack_bus[32];
	bool stack_has_ports[32];	/* the option `stacks` names it */
	bool frozen;			/* the global freeze */
	uint64_t freeze_late;		/* fault: nanoseconds from the message to the freeze */
	uint64_t freeze_at;		/* when a late one comes; 0: none is on its way */
	bool stays_frozen;		/* fault: the global control does not end a freeze */
	bool freezes_other;		/* fault: its freeze is that of the other packages, too */
	unsigned int lose_each;		/* fault: each such write of the global control is lost; 0: none */
	unsigned int control_writes;	/* since that began */
	uint64_t global_control;	/* where the global control can be read back */
	struct access_count global_accesses;
};

struct discovered_processor;
struct gnr_processor;

struct msr_range {
	uint32_t first, last;
};

/**
 * struct machine_kind - a processor that can be simulated
 * @name: the value of the option `machine=`
 * @cpu: the nearest processor that QEMU knows, with what else differs but family, model and stepping
 * @types, @type_count: its box types
 * @default_units, @max_units: how many of each type a package has
 * @msr_first, @msr_last: all its MSRs are among these
 * @ranges, @range_count: MSRs that belong to the uncore's PMON
 * @event_zero: event code 0 is an event like any other
 * @has_table: units are found by a discovery table
 * @global_control, @global_status_offset: where the table says the global block is; further
 *	blocks are each @global_distance below the one before; 0: there is one block only
 * @global_status_words: how many status registers a block has
 * @write_global, @peek_global: the global block's control; NULL where there is none
 * @reset_global: bring the global block to its state after a hardware reset; NULL: not frozen
 * @global_readable: the global control reads as it was written, not as 0
 * @global_may_freeze: one that has lost its contents may be a freeze
 * @has_global_freeze: firmware can have left the global freeze set, although there is no table
 * @many_packages: there can be more than two, whose buses are 0x40 apart
 * @has_companions: some units have further registers in another PCI function
 * @iio_bus: package 0's bus for root ports, package 1's is 0x80 higher; 0: there is no such thing
 * @ubox_buses: the bus of the UBox: package 0's, package 1's, that of the only package, and
 *		that of the first of many packages
 * @stack_buses: in the same way the bus of a stack, that with the discovery function if any
 * @one_package_without: a bit for each box type that a package has only beside another one
 * @pcie_capability: where the PCI Express capability of its PCI functions is; 0: it has none
 * @channels: numbers of iMC units that a memory controller with free-running counters takes up
 * @memory_effects: what simulated memory does to counters; NULL: there is no simulated memory
 * @has_edac: it can have what EDAC's driver looks for
 * @discovered, @family: what the build of processors with discovery tables, and of one family of
 *	them, go by
 * @build: adds the units and PCI functions of a package
 * @addresses_changed: something that addresses depend on has changed (a BAR); can be NULL
 */
struct machine_kind {
	const char *name;
	const char *cpu;
	const struct box_type *types;
	size_t type_count;
	const unsigned int *default_units, *max_units;
	uint32_t msr_first, msr_last;
	const struct msr_range *ranges;
	size_t range_count;
	bool event_zero;
	bool has_table;
	uint32_t global_control, global_status_offset;
	uint32_t global_distance;
	unsigned int global_status_words;
	void (*write_global)(struct package *package, unsigned int block, uint64_t value);
	uint64_t (*peek_global)(const struct package *package, unsigned int block);
	void (*reset_global)(struct package *package);
	bool global_readable;
	bool global_may_freeze;
	bool has_global_freeze;
	bool many_packages;
	bool has_companions;
	unsigned int iio_bus;
	uint8_t ubox_buses[4], stack_buses[4];
	uint32_t one_package_without;
	unsigned int pcie_capability;
	unsigned int channels;
	const struct memory_effect *memory_effects;
	bool has_edac;
	const struct discovered_processor *discovered;
	const struct gnr_processor *family;
	bool (*build)(struct package *package, char *error, size_t error_size);
	void (*addresses_changed)(struct package *package);
};

/*
 * With fast string instructions (erms, fsrm ...) the guest clears and copies byte by byte. TCG
 * emulates each byte, and perf takes a quarter longer to start.
 */
#define NO_FAST_STRINGS ",erms=off,fsrm=off,fsrs=off,fzrm=off"

enum clock_source { TIME_HOST, TIME_MANUAL, TIME_GUEST };

/* The access that is being served: what a violation's text tells about. */
struct access {
	enum register_space space;
	const struct package *package;
	const struct function *function;
	unsigned int cpu, bar, len;
	uint64_t address, value;
	bool write, active;
};

/* A steady injection. */
struct rate {
	struct rate *next;
	unsigned int id;
	struct unit_selection where;
	struct event_spec event;
	uint64_t per_second, epoch;
	uint64_t done[MACHINE_MAX_PACKAGES];
};

struct violation_log {
	uint64_t count;
	char **lines;
	size_t stored;
};

/* Registers that are to lose their contents. */
struct forget {
	uint32_t packages;	/* mask; 0: none */
	enum { FORGET_AT_TIME, FORGET_AT_SLEEP, FORGET_AT_RESET } at;
	uint64_t when;		/* FORGET_AT_TIME */
	bool fill;		/* with garbage */
	uint64_t seed;
};

#define MAX_CLOCK_TURNS		16

/* Clocks that change between two rates, each of which lasts its own time. */
struct clock_turns {
	struct unit_selection where;
	uint64_t hz[2], lasts[2];
	uint64_t next;			/* when it changes */
	unsigned int now;		/* the rate that it has */
};

struct machine {
	pthread_mutex_t lock;
	const struct machine_kind *kind;
	unsigned int package_count, cpu_count;
	struct package package[MACHINE_MAX_PACKAGES];
	struct function **functions;
	struct machine_function *described;
	size_t function_count;
	struct rate *rates;
	unsigned int next_rate_id;
	unsigned int clocked_units;	/* units whose clock runs */
	enum clock_source time_source;
	uint64_t manual_time;
	uint64_t (*guest_time)(void);	/* TIME_GUEST */
	uint64_t now;			/* when the access that is being served happened */
	unsigned int freeze_latency;
	bool single_freeze;
	bool held_resets;
	struct memory_config memory_config;
	struct memory *memory;		/* NULL: none is simulated */
	struct forget forget;
	struct clock_turns turns[MAX_CLOCK_TURNS];
	unsigned int turn_count;
	unsigned int later_faults;	/* units that have a fault which begins at a time */
	unsigned int platform_resets;
	FILE *log;
	struct access access;
	struct violation_log violations;
	struct access_count msr, pci, mmio;
	uint64_t table_reads;
	struct access_count cpu[MACHINE_MAX_CPUS];
	/* MSR accesses of a CPU since it had IRQs on, which only its own thread knows, and the most of any CPU. */
	bool stretches;
	unsigned long stretch[MACHINE_MAX_CPUS], longest_stretch;
};

/* machine_lookup.c */
struct unit *package_find_unit(struct package *package, const struct box_type *type,
			       unsigned int id);
const struct box_type *machine_find_type(const struct machine *m, const char *name);
size_t box_type_index(const struct machine *m, const struct box_type *type);
unsigned int box_type_id(const struct box_type *type, unsigned int index);

/* machine_build.c: what a machine kind builds a package with */
struct unit *package_add_unit(struct package *package, const struct box_type *type,
			      unsigned int id);
struct reg *package_add_reg(struct package *package, struct unit *unit, enum register_role role,
			    unsigned int index, unsigned int size);
struct reg *unit_add_free_running(struct unit *unit, unsigned int index, const char *name,
				  unsigned int width, bool clock);
bool package_unit_absent(const struct package *package, const char *type, unsigned int id);
bool package_unit_empty(const struct package *package, const char *type, unsigned int id);
bool package_unit_listed_twice(const struct package *package, const char *type, unsigned int id);
bool package_check_absent(const struct package *package, char *error, size_t error_size);
bool package_unit_hidden(const struct package *package, const char *type, unsigned int id);
bool package_add_neighbours(struct package *package, unsigned int bus, const struct neighbour *list,
			    size_t count);
struct function *package_find_function(const struct package *package, unsigned int bus,
				       unsigned int device, unsigned int number);
void function_set_node_ids(struct function *ubox, unsigned int node_id, unsigned int node_map);
bool package_map_msr(struct package *package, struct reg *reg, uint32_t msr);
bool unit_map_registers(struct unit *unit);
struct function *package_add_function(struct package *package, unsigned int bus, unsigned int device,
				      unsigned int number, uint16_t device_id);
void package_release(struct package *package);

/* machine_options.c */
bool options_parse(struct machine *m, int argc, const char *const argv[], char *error,
		   size_t error_size);

/* parse.c */
bool parse_unsigned(const char *text, uint64_t *value);

/* machine_pci.c */
bool region_map(struct region *region, uint64_t offset, struct reg *reg, struct unit *unit,
		unsigned int size);
void region_release(struct region *region);
void function_set_bar(struct function *f, unsigned int bar, uint64_t size, bool is_64bit,
		      bool is_io);
void function_set_class(struct function *f, unsigned int class, unsigned int revision);
void function_become_root_port(struct function *f, unsigned int secondary);
void function_add_capabilities(struct function *f, unsigned int offset);
void function_remove_capabilities(struct function *f);
void function_set_config(struct function *f, unsigned int offset, unsigned int len,
			 uint64_t value);
uint64_t function_get_config(const struct function *f, unsigned int offset, unsigned int len);
uint64_t function_bar_address(const struct function *f, unsigned int bar);

/* machine_log.c */
bool violations_init(struct machine *m);
void violation(struct machine *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
void machine_log(struct machine *m, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void statistics_reset(struct machine *m);
void statistics_print(struct machine *m, FILE *out);
void violations_print(struct machine *m, FILE *out);
void violations_reset(struct machine *m);

/* unit_state.c */
uint64_t width_mask(unsigned int width);
unsigned int unit_counter_width(const struct unit *unit, unsigned int counter);
struct counter *unit_counter(struct unit *unit, unsigned int counter);
bool unit_counter_enabled(const struct unit *unit, unsigned int counter);
bool unit_is_frozen(const struct unit *unit);
bool unit_counter_frozen(const struct unit *unit, unsigned int counter);
void unit_clear(struct unit *unit);
void unit_reset_controls(struct unit *unit);
void unit_reset_counters(struct unit *unit);

/* clock.c: time */
uint64_t machine_now(const struct machine *m);
void machine_take_time(struct machine *m);
uint64_t due(uint64_t epoch, uint64_t per_second, uint64_t now);
uint64_t due_time(uint64_t epoch, uint64_t per_second, uint64_t count);
uint64_t clock_ticks(const struct unit *unit, uint64_t now);
void inject_counter(struct unit *unit, struct free_running *counter, uint64_t amount);
void free_running_sync(struct unit *unit);

/* unit_count.c: events */
bool unit_counts(const struct unit *unit, unsigned int counter, const struct event_spec *event);
const char *unit_program_error(const struct unit *unit, unsigned int counter);
bool unit_mixes_mesh(const struct unit *unit);
uint64_t unit_cycles_to_freeze(const struct unit *unit, const struct event_spec *event,
			       uint64_t cycles, uint64_t runs);
void unit_count(struct unit *unit, const struct event_spec *event, uint64_t cycles,
		uint64_t of_cycles, uint64_t runs);
void unit_add(struct unit *unit, unsigned int counter, wide_count amount);
void unit_refresh_clock(struct unit *unit);

/* freeze.c */
void unit_check_mix(struct unit *unit);
void package_set_freeze(struct package *package, bool frozen);
void block_set_freeze(struct package *package, unsigned int block, bool frozen);
void package_freeze_pending(struct package *package);
void package_cancel_freeze(struct package *package);
void package_settle(struct package *package, uint64_t time);
bool package_has_overflow(const struct package *package);
void package_reset(struct package *package);

/* unit.c: the registers */
uint64_t reg_read(struct reg *reg);
uint64_t reg_peek(struct reg *reg);
void reg_write(struct reg *reg, uint64_t value, uint64_t mask);
void reg_after_dword_read(struct reg *reg);
const char *reg_name(const struct reg *reg, char *buffer, size_t size);

/* forget.c */
void forget_now(struct machine *m);

/* inject.c: injection and rates */
void machine_advance(struct machine *m);
uint64_t inject(struct machine *m, const struct unit_selection *where, const struct event_spec *event,
	    uint64_t cycles, uint64_t runs);
void inject_fixed(struct unit *unit, uint64_t amount);
unsigned int rate_start(struct machine *m, const struct unit_selection *where,
			const struct event_spec *event, uint64_t per_second);
bool rate_stop(struct machine *m, unsigned int id, uint64_t *injected);
void rates_release(struct machine *m);
void clock_set(struct unit *unit, uint64_t hz);
bool clock_take_turns(struct machine *m, const struct clock_turns *turns);
void clock_stop_turns(struct machine *m, const struct unit_selection *where);

/* fault.c */
wide_count fault_amount(struct unit *unit, unsigned int counter, wide_count amount);
unsigned int fault_width(const struct unit *unit, unsigned int counter, unsigned int width);
uint64_t fault_control(const struct unit *unit, uint64_t control);
uint64_t fault_read(struct reg *reg, uint64_t value);
bool fault_loses_write(struct reg *reg);
struct reg *fault_register(struct reg *reg);
void fault_freeze_reached(struct unit *unit, bool of_package);
void faults_begin(struct machine *m, uint64_t now);
void faults_clear(struct machine *m);

/* discovery_seen.c */
uint64_t discovery_read(const struct function *f, uint64_t offset, unsigned int len);
void discovery_release(struct package *package);

/* discovery_table.c */
bool discovery_build(struct package *package, char *error, size_t error_size);
void discovery_rebuild(struct package *package);
bool discovery_poke(struct package *package, unsigned int table, size_t index, uint64_t value);
void discovery_restore(struct package *package, unsigned int table);
void discovery_mutate(struct package *package, unsigned int table, uint64_t seed);

/* discovery_mutate.c */
void table_mutate(uint64_t *table, size_t qwords, uint64_t seed);

/* emr.c, emr_protocol.c, emr_types.c */
extern const struct unit_protocol unit_protocol_baseline;
void emr_write_global(struct package *package, unsigned int block, uint64_t value);
uint64_t emr_peek_global(const struct package *package, unsigned int block);
extern const struct box_type emr_types[];

/* connections.c: links and stacks. The last part of @build, as it needs the units. */
bool connections_build(struct package *package, char *error, size_t error_size);

/* Can the machine have the option `stacks`? */
bool connections_have_stacks(const struct machine *m);

struct moved_bytes {
	uint64_t read, written;			/* by the device, from and to memory */
	uint64_t cpu_read, cpu_written;		/* by CPUs, from and to the device */
};

/* Let a device of a stack's bus, or what is below it, move bytes; returns why it cannot. */
const char *connections_move(struct package *package, unsigned int bus, unsigned int device,
			     const struct moved_bytes *bytes);

/* The package and the link at the other end of a link, whatever its registers say; false: none. */
bool connections_other_end(const struct package *package, unsigned int link, unsigned int *other,
			   unsigned int *port);

/* Each model of the driver's list is machine_kind_NAME. */
#define PMON_MODEL(name, ...)	extern const struct machine_kind machine_kind_##name;
#include "../../../drivers/perf/uncore_pmon/processors/list.h"

#endif /* PMONSIM_MACHINE_INTERNAL_H */
