/* SPDX-License-Identifier: GPL-2.0-only */
/* Access to the units of the Granite Rapids family, whatever space they are in. */
#ifndef PMONSIM_GNR_UNITS_H
#define PMONSIM_GNR_UNITS_H

#include "test.h"

enum gnr_space { GNR_MSR, GNR_MMIO, GNR_PCI };

/**
 * struct gnr_unit - where a unit is
 * @type, @id: its name in commands
 * @number: its type in the discovery table
 * @space: what kind of registers it has
 * @address: MSR, register in configuration space, or offset in the BAR
 * @place: PCI device and function (8 * device + function), or the BAR
 * @counters, @control, @stride, @counter, @status: its counters, and where they are from @address
 */
struct gnr_unit {
	const char *type;
	unsigned int id, number;
	enum gnr_space space;
	uint32_t address;
	unsigned int place;
	unsigned int counters, control, stride, counter, status;
};

/* Of the machines gnr, srf and cwf. */
extern const struct gnr_unit gnr_units[];
extern const size_t gnr_unit_count;

/* All of them work on package 0. */
unsigned int gnr_bus(const struct gnr_unit *unit);
void gnr_write(const struct gnr_unit *unit, unsigned int offset, unsigned int size, uint64_t value);
uint64_t gnr_read(const struct gnr_unit *unit, unsigned int offset, unsigned int size);
void gnr_select(const struct gnr_unit *unit, unsigned int counter, uint64_t control);
uint64_t gnr_control(const struct gnr_unit *unit, unsigned int counter);
uint64_t gnr_count(const struct gnr_unit *unit, unsigned int counter);
void gnr_preset(const struct gnr_unit *unit, unsigned int counter, uint64_t value);
const struct gnr_unit *gnr_unit(const char *type, unsigned int id);

/* A qword of a discovery table; where a unit's entry behind @after begins, 0: there is none. */
uint64_t gnr_table(unsigned int package, unsigned int table, size_t index);
size_t gnr_entry(unsigned int package, unsigned int table, unsigned int type, unsigned int id,
		 size_t after);

#endif /* PMONSIM_GNR_UNITS_H */
