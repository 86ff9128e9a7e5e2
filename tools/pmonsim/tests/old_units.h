/* SPDX-License-Identifier: GPL-2.0-only */
/* Access to the units of Sandy Bridge-EP and Ivy Bridge-EP, whatever space they are in. */
#ifndef PMONSIM_OLD_UNITS_H
#define PMONSIM_OLD_UNITS_H

#include "test.h"

#define EN		(1u << 22)
#define INVERT		(1u << 23)
#define EDGE		(1u << 18)
#define RST		(1u << 17)
#define EXTRA_SELECT	(1u << 21)
#define THRESH(n)	((uint32_t)(n) << 24)

#define RST_CTRL	0x1u
#define RST_CTRS	0x2u
#define FRZ		0x100u
#define FRZ_EN		0x10000u

/**
 * struct old_unit - where a unit is
 * @type, @id: its name in commands
 * @msr: its unit control, or where that would be; 0: a PCI function
 * @device, @function: the PCI function
 * @counters, @width: its counters
 * @counter_offset: where they are, as PCI registers
 */
struct old_unit {
	const char *type;
	unsigned int id;
	uint32_t msr;
	unsigned int device, function;
	unsigned int counters, width;
	unsigned int counter_offset[4];
};

/* With units that no listing of a real machine shows: QPI, IRP, and on Ivy Bridge-EP more of others. */
#define SNBEP_ALL	"machine=snbep qpi=2"
#define IVBEP_ALL	"machine=ivbep cbox=15 ha=2 imc=8 qpi=2 r3qpi=2 irp=1"

#define PCI_COUNTERS { 0xa0, 0xa8, 0xb0, 0xb8 }

extern const struct old_unit snbep_units[], ivbep_units[];
extern const size_t snbep_unit_count, ivbep_unit_count;

/* All of them work on package 0. */
void write_control(const struct old_unit *unit, unsigned int counter, uint32_t value);
uint32_t read_control(const struct old_unit *unit, unsigned int counter);
void write_counter(const struct old_unit *unit, unsigned int counter, uint64_t value);
uint64_t read_counter(const struct old_unit *unit, unsigned int counter);
void write_unit_control(const struct old_unit *unit, uint32_t value);
uint64_t read_unit_control(const struct old_unit *unit);
bool is_type(const struct old_unit *unit, const char *type);
const struct old_unit *old_unit(const struct old_unit *units, const char *type, unsigned int id);

/* Tests that hold for both machines. */
void registers_of_all_units(const struct old_unit *units, size_t count);
void restrictions_of_cbox(void);
void restrictions_of_pci_boxes(const struct old_unit *units);

#endif /* PMONSIM_OLD_UNITS_H */
