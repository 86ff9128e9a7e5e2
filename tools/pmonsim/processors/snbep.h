/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What Sandy Bridge-EP and Ivy Bridge-EP share: the box types (in the order of the lists of both),
 * the protocol, the places of the registers, and the filters.
 */
#ifndef PMONSIM_SNBEP_H
#define PMONSIM_SNBEP_H

#include "model/machine_internal.h"

enum snbep_type {
	SNBEP_CBOX,
	SNBEP_HA,
	SNBEP_IMC,
	SNBEP_PCU,
	SNBEP_QPI,
	SNBEP_R2PCIE,
	SNBEP_R3QPI,
	SNBEP_UBOX,
	SNBEP_TYPES,
	IVBEP_IRP = SNBEP_TYPES,
	IVBEP_TYPES
};

/* The bits of a counter control; which of them a box has is its control mask. */
#define SNBEP_EVENT		GENMASK_ULL(7, 0)
#define SNBEP_UMASK		GENMASK_ULL(15, 8)
#define SNBEP_OCC_SEL		GENMASK_ULL(15, 14)
#define SNBEP_RST		BIT_ULL(17)
#define SNBEP_EDGE		BIT_ULL(18)
#define SNBEP_TID_EN		BIT_ULL(19)
#define SNBEP_EXTRA_SELECT	BIT_ULL(21)
#define SNBEP_EN		BIT_ULL(22)
#define SNBEP_INVERT		BIT_ULL(23)
#define SNBEP_THRESH		GENMASK_ULL(31, 24)
#define SNBEP_THRESH_SHORT	GENMASK_ULL(28, 24)
#define SNBEP_OCC_INVERT	BIT_ULL(30)
#define SNBEP_OCC_EDGE		BIT_ULL(31)

/* The unit control. */
#define SNBEP_RST_CTRL		BIT_ULL(0)
#define SNBEP_RST_CTRS		BIT_ULL(1)
#define SNBEP_FRZ		BIT_ULL(8)
#define SNBEP_FRZ_EN		BIT_ULL(16)
#define SNBEP_UNIT_CONTROL	(SNBEP_RST_CTRL | SNBEP_RST_CTRS | SNBEP_FRZ | SNBEP_FRZ_EN)
/* 2.4.3.1, 2.5.4.1: "SW must write to 0" what are the resets elsewhere. */
#define SNBEP_UNIT_CONTROL_NO_RESET (SNBEP_FRZ | SNBEP_FRZ_EN)

/* Registers of boxes in PCI configuration space: unit control, controls, counters. */
#define SNBEP_PCI_UNIT_CONTROL	0xf4
#define SNBEP_PCI(offset)	((offset) - SNBEP_PCI_UNIT_CONTROL)

/* The extra registers of a CBo, an HA, and a QPI port, by number. */
enum { CBOX_FILTER0, CBOX_FILTER1 };
enum { HA_ADDRESS_MATCH0, HA_ADDRESS_MATCH1, HA_OPCODE_MATCH };
enum { QPI_MATCH0, QPI_MATCH1, QPI_MASK0, QPI_MASK1 };

/* Counter restrictions of these boxes are the same on both. */
extern const struct counter_rule snbep_cbox_rules[15], snbep_r2pcie_rules[4],
	snbep_r3qpi_rules[5];
#define SNBEP_RULES_CBOX						\
	.rules = snbep_cbox_rules, .rule_count = ARRAY_SIZE(snbep_cbox_rules)
#define SNBEP_RULES_R2PCIE						\
	.rules = snbep_r2pcie_rules, .rule_count = ARRAY_SIZE(snbep_r2pcie_rules)
#define SNBEP_RULES_R3QPI						\
	.rules = snbep_r3qpi_rules, .rule_count = ARRAY_SIZE(snbep_r3qpi_rules)
extern const struct extra_register snbep_qpi_extra[4], snbep_ha_extra[3];

extern const struct box_type snbep_types[], ivbep_types[];
extern const struct unit_protocol unit_protocol_snbep, unit_protocol_ivbep;

/* snbep_filters.c */
bool snbep_cbox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool ivbep_cbox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool snbep_ha_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool snbep_pcu_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool snbep_qpi_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);

/**
 * struct snbep_place - a unit in PCI configuration space
 * @type, @id: the unit
 * @device, @function, @device_id: the PCI function with its registers
 * @companion: function number of its companion on the same device, or 0
 * @companion_id: its device id
 * @iio: it is on the bus of the I/O stack, which has no UBox
 */
struct snbep_place {
	enum snbep_type type;
	unsigned int id;
	unsigned int device, function;
	uint16_t device_id;
	unsigned int companion;
	uint16_t companion_id;
	bool iio;
};

/* A function 0 with a device id of its own. */
struct snbep_zero {
	unsigned int device;
	uint16_t device_id;
};

/**
 * struct snbep_layout - where a processor's units are
 * @places, @place_count: units in PCI configuration space
 * @zeros, @zero_count: what function 0 of a device is, where it is no unit
 * @ubox_device, @ubox_device_id: the function with node id and node map, a function 0
 */
struct snbep_layout {
	const struct snbep_place *places;
	size_t place_count;
	const struct snbep_zero *zeros;
	size_t zero_count;
	unsigned int ubox_device;
	uint16_t ubox_device_id;
};

bool snbep_build_package(struct package *package, const struct snbep_layout *layout, char *error,
			 size_t error_size);

#endif /* PMONSIM_SNBEP_H */
