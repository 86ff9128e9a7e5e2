/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers that Sandy Bridge-EP and Ivy Bridge-EP have in common. Later processors have some of
 * them.
 *
 * Intel 327043-001; offsets are relative to the unit control.
 */
#ifndef _UNCORE_PMON_SNBEP_H
#define _UNCORE_PMON_SNBEP_H

#include "processors/box.h"

/* Unit control (Table 2-9 and its like), all write-only. */
#define SNBEP_RESET_CONTROL	BIT(0)
#define SNBEP_RESET_COUNTERS	BIT(1)
#define SNBEP_FREEZE		BIT(8)
#define SNBEP_FREEZE_ENABLE	BIT(16)

/* Counter control (Tables 2-2, 2-10, 2-35, 2-61, 2-75, 2-86). */
#define SNBEP_EVENT		GENMASK_ULL(7, 0)
#define SNBEP_UMASK		GENMASK_ULL(15, 8)
#define SNBEP_OCCUPANCY_SELECT	GENMASK_ULL(15, 14)	/* PCU */
#define SNBEP_RESET		BIT_ULL(17)	/* write-only; UBox, CBo, PCU and QPI */
#define SNBEP_EDGE		BIT_ULL(18)
#define SNBEP_TID_ENABLE	BIT_ULL(19)	/* CBo */
#define SNBEP_EVENT_EXTENSION	BIT_ULL(21)	/* QPI, PCU */
#define SNBEP_ENABLE		BIT_ULL(22)
#define SNBEP_INVERT		BIT_ULL(23)
#define SNBEP_THRESHOLD		GENMASK_ULL(31, 24)
#define SNBEP_THRESHOLD5	GENMASK_ULL(28, 24)	/* PCU, UBox */
#define SNBEP_OCCUPANCY_INVERT	BIT_ULL(30)	/* PCU */
#define SNBEP_OCCUPANCY_EDGE	BIT_ULL(31)	/* PCU */

/* Fixed counters (Tables 2-4, 2-62). */
#define SNBEP_FIXED_ENABLE	BIT_ULL(22)
#define SNBEP_FIXED_RESET	BIT_ULL(19)	/* write-only; iMC */
#define SNBEP_FIXED_EVENT	0xff

/* Upper limit of the rate of all events and clocks. */
#define SNBEP_CLOCK_RATE	8000000000ULL

/* Addresses of the boxes, the same in both. */
#define SNBEP_CBO		0xd04
#define SNBEP_CBO_STRIDE	0x20
#define SNBEP_PCU		0xc24
#define SNBEP_UBOX		0xc10	/* no unit control: the first counter control */
#define SNBEP_PCI_CONTROL	0xf4

/* Places of units: in MSR space from @msr on, and in PCI functions. */
#define SNBEP_MSRS(msr, stride, num)					\
	.access = PMON_ACCESS_MSR, .presence = PMON_ANSWERS, .runs = { { msr, stride, num } }
#define SNBEP_FUNCTIONS							\
	.access = PMON_ACCESS_PCI, .control = SNBEP_PCI_CONTROL

/* CBo: LLC_LOOKUP counts nothing without a state. So if none is given, all are set. */
#define SNBEP_LLC_LOOKUP	0x34
#define SNBEP_DEFAULT_STATES(resource, states)				\
	{ SNBEP_EVENT, SNBEP_LLC_LOOKUP, resource, 1, .set = (states), .without = (states) }

/* A filter field of the events with @value in the bits @mask of config. */
#define SNBEP_RULE(mask, value, resource, word, bits, shift)	\
	{ mask, value, resource, word, bits, shift, 0, 0, 0 }

extern const struct pmon_registers snbep_cbo_registers;
extern const struct pmon_registers snbep_pcu_registers;
extern const struct pmon_registers snbep_ubox_registers;
extern const struct pmon_registers snbep_pci_registers;		/* 48 bits */
extern const struct pmon_registers snbep_r2pcie_registers;	/* 44 bits */
extern const struct pmon_registers snbep_r3qpi_registers;

/* UCLK, and the free-running residencies of the PCU. */
#define SNBEP_PCU_EXTRAS	2
extern const struct pmon_extra snbep_ubox_extra;
extern const struct pmon_extra snbep_pcu_extras[SNBEP_PCU_EXTRAS];

/*
 * HA: addresses and opcodes. In config1 the address has the same bits as in the register, and the
 * opcode is above. The umask of ADDR_OPC_MATCH selects the comparison.
 */
#define SNBEP_HA_ADDRESS	GENMASK_ULL(45, 6)
#define SNBEP_HA_OPCODE		GENMASK_ULL(5, 0)
#define SNBEP_HA_OPCODE_AT	46
#define SNBEP_HA_ADDR_OPC_MATCH	0x20
#define SNBEP_HA_BY_ADDRESS	BIT_ULL(8)
#define SNBEP_HA_BY_OPCODE	BIT_ULL(9)
enum snbep_ha_resource {
	SNBEP_HA_ADDRESS_MATCH,
	SNBEP_HA_OPCODE_MATCH,
};

#define SNBEP_HA_ADDRESS_RULE(mask, umask)				\
	SNBEP_RULE(SNBEP_EVENT | (mask), (umask) | SNBEP_HA_ADDR_OPC_MATCH, \
		   SNBEP_HA_ADDRESS_MATCH, 1, SNBEP_HA_ADDRESS, 0)
#define SNBEP_HA_OPCODE_RULE(mask, umask)				\
	SNBEP_RULE(SNBEP_EVENT | (mask), (umask) | SNBEP_HA_ADDR_OPC_MATCH, \
		   SNBEP_HA_OPCODE_MATCH, 1,				\
		   SNBEP_HA_OPCODE << SNBEP_HA_OPCODE_AT, -SNBEP_HA_OPCODE_AT)

/* PCU: demotions of core @n depend on band 0; @code is that of core 0. */
#define SNBEP_PCU_DEMOTION_RULE(code, n)				\
	SNBEP_RULE(SNBEP_EVENT | SNBEP_EVENT_EXTENSION, (code) + (n),	\
		   0, 1, GENMASK_ULL(7, 0), 0)
/* Cores 0 to 7 have the same codes in both. */
#define SNBEP_PCU_DEMOTION_RULES					\
	SNBEP_PCU_DEMOTION_RULE(0x1e, 0), SNBEP_PCU_DEMOTION_RULE(0x1e, 1), \
	SNBEP_PCU_DEMOTION_RULE(0x1e, 2), SNBEP_PCU_DEMOTION_RULE(0x1e, 3), \
	SNBEP_PCU_DEMOTION_RULE(0x1e, 4), SNBEP_PCU_DEMOTION_RULE(0x1e, 5), \
	SNBEP_PCU_DEMOTION_RULE(0x1e, 6), SNBEP_PCU_DEMOTION_RULE(0x1e, 7)

/* Shared registers: address and opcode match of HA, bands of PCU, packet match of QPI. */
extern const struct pmon_resource snbep_ha_resources[];
extern const struct pmon_filter_rule ivbep_ha_rules[];
extern const struct pmon_resource snbep_pcu_resources[];
extern const struct pmon_choice_rule snbep_pcu_choices[];
extern const struct pmon_resource snbep_qpi_resources[];
extern const struct pmon_filter_rule snbep_qpi_rules[];
extern const struct pmon_field snbep_qpi_unit_mask;

/*
 * Common parts of the box types. The processors differ in the number of units, in bits of their
 * controls, in freeze and reset of units, and in the filters of CBo and HA.
 */
#define SNBEP_UBOX_TYPE							\
	.name = "ubox",							\
	.registers = &snbep_ubox_registers,				\
	.extras = &snbep_ubox_extra, .num_extras = 1
#define SNBEP_CBO_TYPE							\
	.name = "cbox", .registers = &snbep_cbo_registers
#define SNBEP_PCU_TYPE							\
	.name = "pcu",							\
	.registers = &snbep_pcu_registers,				\
	.resources = snbep_pcu_resources,				\
	.choices = snbep_pcu_choices,					\
	.extras = snbep_pcu_extras, .num_extras = SNBEP_PCU_EXTRAS
#define SNBEP_HA_TYPE							\
	.name = "ha", .registers = &snbep_pci_registers
#define SNBEP_IMC_TYPE							\
	.name = "imc", .registers = &snbep_pci_registers
#define SNBEP_QPI_TYPE							\
	.name = "qpi", .registers = &snbep_pci_registers,		\
	.resources = snbep_qpi_resources, .rules = snbep_qpi_rules,	\
	.unit_mask = &snbep_qpi_unit_mask
#define SNBEP_R2PCIE_TYPE						\
	.name = "r2pcie",						\
	.registers = &snbep_r2pcie_registers
#define SNBEP_R3QPI_TYPE						\
	.name = "r3qpi", .registers = &snbep_r3qpi_registers

#endif
