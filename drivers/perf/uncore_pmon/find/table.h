/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * PMON discovery table: layout and parser.
 *
 * Intel 817509 (5th Gen Xeon Scalable uncore guide), sections 1.9.1 and 1.9.2. Pure logic, see
 * pure.h.
 */
#ifndef _UNCORE_PMON_TABLE_H
#define _UNCORE_PMON_TABLE_H

#include "choose/pure.h"

/* Registers of one unit that a table can describe; Table 1-14. */
#define PMON_TABLE_MAX_COUNTERS		16

/*
 * Narrowest usable counter. An occupancy event may add some hundreds per cycle. With fewer bits it
 * counts half of the range in less than the shortest polling period. All counters of the guide have
 * 48 (Table 1-7).
 */
#define PMON_TABLE_MIN_WIDTH		32

/*
 * Fields of the address of a unit in PCI configuration space (not in the guide). A table has three
 * bits for the domain; addresses of functions found in the kernel can have more.
 */
#define PMON_PCI_DOMAIN		GENMASK_ULL(59, 28)
#define PMON_PCI_BUS		GENMASK_ULL(27, 20)
#define PMON_PCI_DEVFN		GENMASK_ULL(19, 12)
#define PMON_PCI_REGISTER	GENMASK_ULL(11, 0)

/* Limits of stride and size, from the field widths of Table 1-13. */
#define PMON_TABLE_ENTRY_QWORDS		3
#define PMON_TABLE_MAX_ENTRIES		1023

/**
 * enum pmon_access - register space of a unit
 * @PMON_ACCESS_MSR: model specific registers of any CPU of the die
 * @PMON_ACCESS_MMIO: memory mapped
 * @PMON_ACCESS_PCI: PCI configuration space
 *
 * The values are those of the access type field (guide, Table 1-14). The table prints the field as
 * bits 63:61, but the guide's code declares 63:62. All printed values have two digits, so the
 * driver uses two bits.
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
 * @max_entries: number of unit entries according to the table
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
 * In address units of the space: registers for MSR, bytes for PCI and MMIO. The discovery table
 * does not contain it (guide 1.9.2: "contiguously spaced").
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
 * @status_offset: from @control to the unit status register; 0: it is unusable
 * @status_position: bit of the global status that belongs to the unit
 * @stride: distances between its registers, which the table does not contain
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

/*
 * Verdict on a table or one of its entries.
 *
 * An entry may be used only with PMON_OK. Verdicts before PMON_BAD_DUPLICATE come from the table
 * alone. The others come from comparing entries with each other and with the machine.
 */
enum pmon_verdict {
	PMON_OK = 0,
	PMON_HOLE,			/* all zero: no unit, no fault */
	PMON_BAD_ALL_ONES,		/* no memory behind it */
	PMON_BAD_TRUNCATED,		/* (partly) outside the mapped table */
	PMON_BAD_STRIDE,		/* entries would overlap */
	PMON_BAD_ACCESS,		/* access type 3 */
	PMON_BAD_ADDRESS,		/* zero, misaligned, or cannot exist */
	PMON_BAD_COUNT,			/* no counters, or more than any box type has */
	PMON_BAD_WIDTH,			/* counter width unusable */
	PMON_BAD_OFFSET,		/* register blocks overlap or leave the unit */
	PMON_BAD_STATUS,		/* status register or its global position unusable */
	PMON_BAD_DUPLICATE,		/* (type, id) seen before */
	PMON_BAD_RANGE,			/* not an address of PMON registers */
	PMON_BAD_OVERLAP,		/* registers belong to another unit */
	PMON_BAD_DEVICE,		/* PCI function missing or of another kind */
	PMON_BAD_SPACE,			/* register space not the box type's */
	PMON_BAD_ID,			/* more units than the box type can have */
	PMON_BAD_RESET,			/* registers do not answer */
	PMON_BAD_DIE,			/* no CPU of its package is online */
	PMON_NO_MEMORY,			/* out of memory during its set-up */
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
 * @num_words: number of quadwords read
 * @global: receives the decoded entry, even with a bad verdict
 *
 * Return: PMON_OK, or the reason why the whole table cannot be used.
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
 * @num_words: number of quadwords read
 * @global: the checked global entry
 * @index: number of the unit entry, from 0
 * @dword_types: see pmon_table_stride()
 * @unit: receives the decoded entry (zeroed if it was not read)
 *
 * Checks the entry alone: it must be within the read part of the table, the control address must
 * not be zero and must be aligned for its space, and control and counter registers must not overlap
 * each other or the unit control. Access type, number and width of counters must be valid. Returns
 * PMON_BAD_STATUS only if these checks pass, and those of the status do not: such a unit can count.
 * If the status would overlap other registers of the unit, @unit->status_offset is 0.
 *
 * Return: PMON_OK, PMON_HOLE, or the reason why the unit cannot be used.
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

/* Kinds of registers for pmon_table_spans(). */
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
 * pmon_table_spans() - addresses of a unit's registers
 * @unit: a unit with at least one counter and a possible control address
 * @spans: receives the addresses, indexed by &enum pmon_span_kind
 */
void pmon_table_spans(const struct pmon_table_unit *unit,
		      struct pmon_span spans[PMON_UNIT_SPANS]);

/**
 * pmon_table_units_overlap() - do two units share a register?
 * @a: a unit that passed pmon_table_parse_unit()
 * @b: another one
 *
 * Compares addresses only. Do not call it for MSRs of different dies, which are different
 * registers.
 *
 * Return: true if they do.
 */
bool pmon_table_units_overlap(const struct pmon_table_unit *a,
			      const struct pmon_table_unit *b);

#endif
