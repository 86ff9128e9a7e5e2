/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * PMON discovery table: layout and parser.
 *
 * Intel 817509 (5th Gen Xeon Scalable uncore guide), sections 1.9.1 and 1.9.2. Pure logic, see
 * pure.h.
 */
#ifndef _UNCORE_PMON_TABLE_H
#define _UNCORE_PMON_TABLE_H

#include "units.h"

/*
 * Narrowest usable counter. An occupancy event may add some hundreds per cycle. With fewer bits it
 * counts half of the range in less than the shortest polling period. All counters of the guide have
 * 48 (Table 1-7).
 */
#define PMON_TABLE_MIN_WIDTH		32

/* Width of the counters that no table lists; Table 1-7. */
#define PMON_TABLE_WIDTH		48

/* Limits of stride and size, from the field widths of Table 1-13. */
#define PMON_TABLE_ENTRY_QWORDS		3
#define PMON_TABLE_MAX_ENTRIES		1023

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
