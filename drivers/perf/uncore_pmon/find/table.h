/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * PMON discovery table: layout and parser.
 *
 * Intel 817509 (5th Gen Xeon Scalable uncore guide), sections 1.9.1 and 1.9.2.
 * Pure logic: the same source is built into the module, into KUnit and into
 * the user-space fuzzer, so it may use nothing but integer types.
 */
#ifndef _UNCORE_PMON_TABLE_H
#define _UNCORE_PMON_TABLE_H

#include "choose/pure.h"

/* Registers of one unit that a table can describe; Table 1-14. */
#define PMON_TABLE_MAX_COUNTERS		16

/*
 * Narrowest counter that can be used. An occupancy event may rise by some hundreds
 * a cycle; with fewer bits than these it goes half-way round in less than the
 * shortest polling period. All of the guide's counters have 48 (Table 1-7).
 */
#define PMON_TABLE_MIN_WIDTH		32

/*
 * Fields of the address of a unit in PCI configuration space (not in the guide). A table has three
 * bits for the domain; the address of a function that was found can have more.
 */
#define PMON_PCI_DOMAIN		GENMASK_ULL(59, 28)
#define PMON_PCI_BUS		GENMASK_ULL(27, 20)
#define PMON_PCI_DEVFN		GENMASK_ULL(19, 12)
#define PMON_PCI_REGISTER	GENMASK_ULL(11, 0)

/* Stride and size limits that follow from the field widths of Table 1-13. */
#define PMON_TABLE_ENTRY_QWORDS		3
#define PMON_TABLE_MAX_ENTRIES		1023

/**
 * enum pmon_access - how the registers of a unit are reached
 * @PMON_ACCESS_MSR: model specific registers of any CPU of the die
 * @PMON_ACCESS_MMIO: memory mapped
 * @PMON_ACCESS_PCI: PCI configuration space
 *
 * The values are those of the access type field (guide, Table 1-14). The table
 * prints the field as bits 63:61, the guide's own code declares 63:62; all
 * printed values have two digits, so two bits it is.
 */
enum pmon_access {
	PMON_ACCESS_MSR = 0,
	PMON_ACCESS_MMIO = 1,
	PMON_ACCESS_PCI = 2,
};

/**
 * struct pmon_table_global - decoded global entry
 * @type: domain type, informative
 * @stride: distance between entries in quadwords, at least 3
 * @max_entries: number of unit entries the table claims to hold
 * @access: register space of the global registers
 * @control: address of the global control register
 * @status_offset: distance from @control to the first global status register
 * @status_bits: number of overflow bits, 64 in each status register
 */
struct pmon_table_global {
	u8 type;
	u8 stride;
	u16 max_entries;
	enum pmon_access access;
	u64 control;
	u8 status_offset;
	u16 status_bits;
};

/**
 * struct pmon_stride - distance between registers of one kind in a unit
 * @control: from one counter control to the next
 * @counter: from one counter to the next
 *
 * In address units of the space: registers for MSR, bytes for PCI and MMIO.
 * The discovery table does not have it (guide 1.9.2: "contiguously spaced").
 */
struct pmon_stride {
	u8 control;
	u8 counter;
};

/**
 * struct pmon_table_unit - decoded unit entry
 * @type: unit type (0 CHA, 1 IIO, ...)
 * @id: number of the unit within its type
 * @access: register space
 * @control: address of the unit control register
 * @num_counters: number of control/counter pairs
 * @width: number of bits of each counter
 * @control_offset: from @control to counter control 0
 * @counter_offset: from @control to counter 0
 * @status_offset: from @control to the unit status register
 * @status_position: bit of the global status that belongs to the unit
 * @stride: distances between its registers, which no table has
 */
struct pmon_table_unit {
	u16 type;
	u16 id;
	enum pmon_access access;
	u64 control;
	u8 num_counters;
	u8 width;
	u8 control_offset;
	u8 counter_offset;
	u8 status_offset;
	u16 status_position;
	struct pmon_stride stride;
};

/**
 * enum pmon_verdict - what was decided about a table or one of its entries
 *
 * PMON_OK is the only verdict with which an entry may be used. The table
 * parser gives those up to PMON_BAD_DUPLICATE, which need nothing but
 * the table itself; the rest come from comparing an entry with the machine.
 */
enum pmon_verdict {
	PMON_OK = 0,
	PMON_HOLE,			/* all zero: nothing there, no fault */
	PMON_BAD_ALL_ONES,		/* not backed by anything */
	PMON_BAD_TRUNCATED,		/* (partly) outside the mapped table */
	PMON_BAD_STRIDE,		/* entries would overlap */
	PMON_BAD_ACCESS,		/* access type 3 */
	PMON_BAD_ADDRESS,		/* zero, misaligned, or cannot exist */
	PMON_BAD_COUNT,			/* no counters, or more than any box has */
	PMON_BAD_WIDTH,			/* counter width unusable */
	PMON_BAD_OFFSET,		/* register blocks overlap or leave the unit */
	PMON_BAD_STATUS,		/* status position outside the global status */
	PMON_BAD_DUPLICATE,		/* (type, id) seen before */
	PMON_BAD_RANGE,			/* not an address of PMON registers */
	PMON_BAD_OVERLAP,		/* registers belong to another unit */
	PMON_BAD_DEVICE,		/* PCI function missing or of another kind */
	PMON_BAD_SPACE,			/* register space not the box type's */
	PMON_BAD_ID,			/* more units than the box type can have */
	PMON_BAD_RESET,			/* registers do not answer */
	PMON_BAD_DIE,			/* no CPU of its package is online */
	PMON_NO_MEMORY,			/* the driver could not be set up for it */
	PMON_REPLACED,			/* found by its PCI id instead */
	PMON_ABSENT,			/* this processor does not have it, no fault */
	PMON_VERDICTS
};

/**
 * pmon_verdict_name() - text for a verdict
 * @verdict: any value
 *
 * Return: a short phrase for messages and debugfs, never NULL.
 */
const char *pmon_verdict_name(enum pmon_verdict verdict);

/**
 * pmon_access_name() - text for a register space
 * @access: any value
 *
 * Return: a short word for messages and debugfs, never NULL.
 */
const char *pmon_access_name(enum pmon_access access);

/**
 * pmon_table_parse_global() - decode and check the global entry
 * @words: the table, as quadwords
 * @num_words: how many of them were read
 * @global: filled with what the entry says, also when the verdict is bad
 *
 * Return: PMON_OK, or why the whole table cannot be used.
 */
enum pmon_verdict pmon_table_parse_global(const u64 *words, size_t num_words,
					  struct pmon_table_global *global);

/**
 * pmon_table_words() - quadwords that a table occupies
 * @global: a global entry that passed pmon_table_parse_global()
 *
 * Return: number of quadwords from the global entry to the end of the last
 * unit entry; never more than (1023 + 1) * 255.
 */
size_t pmon_table_words(const struct pmon_table_global *global);

/**
 * pmon_table_parse_unit() - decode and check one unit entry
 * @words: the table, as quadwords
 * @num_words: how many of them were read
 * @global: the checked global entry
 * @index: which unit entry, from 0
 * @dword_types: see pmon_table_stride()
 * @unit: filled with what the entry says (zeroed if it was not read)
 *
 * Checks what the entry alone can tell: that it lies within what was read,
 * its access type, that the control address is not zero and is aligned for its space,
 * counter number and width, that control, counter and status registers do not
 * overlap each other or the unit control, the status position.
 * PMON_BAD_STATUS is given only if all else is right: such a unit can count.
 *
 * Return: PMON_OK, PMON_HOLE, or why the unit cannot be used.
 */
enum pmon_verdict pmon_table_parse_unit(const u64 *words, size_t num_words,
					const struct pmon_table_global *global,
					unsigned int index, u64 dword_types,
					struct pmon_table_unit *unit);

/**
 * pmon_table_stride() - register distances of a unit
 * @access: register space of the unit
 * @type: unit type
 * @dword_types: bit mask of the types whose controls in memory have 32 bits, four bytes apart
 *
 * Sources: guide, Tables 1-9 (MSR), 1-12 (PCI and iMC); CXL: eight bytes.
 *
 * Return: the distances.
 */
struct pmon_stride pmon_table_stride(enum pmon_access access, u16 type, u64 dword_types);

/* What pmon_table_spans() tells apart. */
enum pmon_span_kind {
	PMON_SPAN_UNIT_CONTROL,
	PMON_SPAN_UNIT_STATUS,
	PMON_SPAN_CONTROLS,
	PMON_SPAN_COUNTERS,
	PMON_UNIT_SPANS
};

/**
 * struct pmon_span - consecutive registers
 * @first: address of the first register (MSR) or byte
 * @last: address of the last one, included
 */
struct pmon_span {
	u64 first;
	u64 last;
};

/**
 * pmon_table_spans() - where the registers of a unit are
 * @unit: a unit with at least one counter and a possible control address
 * @spans: filled, indexed by &enum pmon_span_kind
 */
void pmon_table_spans(const struct pmon_table_unit *unit,
		      struct pmon_span spans[PMON_UNIT_SPANS]);

/**
 * pmon_table_units_overlap() - do two units share a register?
 * @a: a unit that passed pmon_table_parse_unit()
 * @b: another one
 *
 * Compares addresses only. MSRs of the same number on different dies are
 * different registers: not to be asked for those.
 *
 * Return: true if they do.
 */
bool pmon_table_units_overlap(const struct pmon_table_unit *a,
			      const struct pmon_table_unit *b);

#endif
