/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What Sandy Bridge-EP, Ivy Bridge-EP, Haswell-EP and Broadwell-EP share: the box types (in the order
 * of the lists of all), the protocol, the places of the registers, and the filters.
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
	IVBEP_TYPES,
	HSX_SBOX = IVBEP_TYPES,
	HSX_TYPES
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

/* The extra registers of a CBo, an HA, and a QPI port, by number; PCU and UBox have one. */
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
extern const int16_t snbep_clock_0[], snbep_clock_1[], snbep_clock_qpi[];
extern const struct extra_register snbep_pcu_extra[1];
extern const struct extra_register snbep_qpi_extra[4], snbep_ha_extra[3];

extern const struct box_type snbep_types[], ivbep_types[], hsx_types[], bdx_types[];
extern const struct unit_protocol unit_protocol_snbep, unit_protocol_ivbep, unit_protocol_hsx,
	unit_protocol_sbox;

/* snbep_filters.c */
bool snbep_cbox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool ivbep_cbox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool snbep_ha_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool snbep_pcu_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool snbep_qpi_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool hsx_cbox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);
bool hsx_ubox_passes(const struct unit *unit, uint64_t control, const struct event_spec *event);

/**
 * struct snbep_place - a unit in PCI configuration space
 * @type, @id: the unit
 * @device, @function, @device_id: the PCI function with its registers
 * @companion: function number of its companion on the same device, or 0
 * @companion_id: its device id
 * @iio: it is on the bus of the I/O stack, which has no UBox
 * @class: PCI class, CLASS_SYSTEM if 0
 */
struct snbep_place {
	enum snbep_type type;
	unsigned int id;
	unsigned int device, function;
	uint16_t device_id;
	unsigned int companion;
	uint16_t companion_id;
	bool iio;
	uint16_t class;
};

/**
 * struct snbep_layout - where a processor's units are
 * @cbox, @cbox_stride, @pcu, @ubox, @sbox, @sbox_stride: MSRs of the unit controls; of the UBox, which
 *	has none, its first control. No SBox: @sbox is 0
 * @residencies: the PCU has the residency counters of Sandy Bridge-EP
 * @places, @place_count: units in PCI configuration space
 * @zeros, @zero_count: function 0 of devices with other functions, where it is no unit
 * @others, @other_count: functions of the UBox's bus without registers, but for those of slices
 * @stack, @stack_count: functions of the bus of the I/O stack
 * @slice_id: device id of slice 0's function
 * @slice_step: from the device id of a slice's function to that of the next one
 * @slice_rows: slices take all functions of a device; otherwise two devices in turns
 * @revision: of all functions, the processor's stepping
 * @ubox_device, @ubox_function, @ubox_device_id: the function with node id and node map
 */
struct snbep_layout {
	uint32_t cbox, cbox_stride, pcu, ubox, sbox, sbox_stride;
	bool residencies;
	const struct snbep_place *places;
	size_t place_count;
	const struct neighbour *zeros, *others, *stack;
	size_t zero_count, other_count, stack_count;
	uint16_t slice_id, slice_step;
	bool slice_rows;
	uint8_t revision;
	unsigned int ubox_device, ubox_function;
	uint16_t ubox_device_id;
};

/* The places in MSR space that both of the older processors have. */
#define SNBEP_MSR_PLACES							\
	.cbox = 0xd04, .cbox_stride = 0x20, .pcu = 0xc24, .ubox = 0xc10, .residencies = true,	\
	.ubox_device = 11

bool snbep_build_package(struct package *package, const struct snbep_layout *layout, char *error,
			 size_t error_size);

/*
 * What the box types of both have in common. They differ in the protocol, in bits of the counters'
 * controls, and in the CBo's filters.
 */
#define SNBEP_EXTRA(e) .extra = (e), .extra_count = ARRAY_SIZE(e)

#define SNBEP_MSR_LAYOUT							\
	.space = SPACE_MSR, .counters = 4,					\
	.control = 0xc, .control_stride = 1, .control_size = 8,			\
	.counter = 0x12, .counter_stride = 1,					\
	.unit_control_mask = SNBEP_UNIT_CONTROL

#define SNBEP_PCI_LAYOUT							\
	.space = SPACE_PCI, .unit_control_size = 4,				\
	.control = SNBEP_PCI(0xd8), .control_stride = 4, .control_size = 4,	\
	.counter = SNBEP_PCI(0xa0), .counter_stride = 8

#define SNBEP_CBOX_TYPE								\
	.name = "cbox", SNBEP_MSR_LAYOUT, .width = 44,				\
	.thread_enable = SNBEP_TID_EN, .thread_mask = GENMASK_ULL(4, 0),	\
	.clock_events = snbep_clock_0, SNBEP_RULES_CBOX
#define SNBEP_HA_TYPE								\
	.name = "ha", SNBEP_PCI_LAYOUT, .counters = 4, .width = 48,		\
	.unit_control_mask = SNBEP_UNIT_CONTROL_NO_RESET,			\
	.clock_events = snbep_clock_0, SNBEP_EXTRA(snbep_ha_extra),		\
	.passes = snbep_ha_passes
#define SNBEP_IMC_TYPE								\
	.name = "imc", SNBEP_PCI_LAYOUT, .counters = 4, .width = 48,		\
	.unit_control_mask = SNBEP_UNIT_CONTROL_NO_RESET,			\
	.fixed_control = SNBEP_PCI(0xf0), .fixed_counter = SNBEP_PCI(0xd0),	\
	.clock_events = snbep_clock_0
#define SNBEP_PCU_TYPE								\
	.name = "pcu", SNBEP_MSR_LAYOUT, .width = 48,				\
	.threshold_extra = -3, .occupancy_shape = true,				\
	.clock_events = snbep_clock_0, SNBEP_EXTRA(snbep_pcu_extra),		\
	.passes = snbep_pcu_passes
#define SNBEP_QPI_TYPE								\
	.name = "qpi", SNBEP_PCI_LAYOUT, .counters = 4, .width = 48,		\
	.unit_control_mask = SNBEP_UNIT_CONTROL,				\
	.extra_select = SNBEP_EXTRA_SELECT, .extension_mask = 1,		\
	.clock_events = snbep_clock_qpi, SNBEP_EXTRA(snbep_qpi_extra),		\
	.passes = snbep_qpi_passes
#define SNBEP_R2PCIE_TYPE							\
	.name = "r2pcie", SNBEP_PCI_LAYOUT, .counters = 4, .width = 44,		\
	.unit_control_mask = SNBEP_UNIT_CONTROL,				\
	.clock_events = snbep_clock_1, SNBEP_RULES_R2PCIE
#define SNBEP_R3QPI_TYPE							\
	.name = "r3qpi", SNBEP_PCI_LAYOUT, .counters = 3, .width = 44,		\
	.unit_control_mask = SNBEP_UNIT_CONTROL,				\
	.clock_events = snbep_clock_1, SNBEP_RULES_R3QPI
/* UCLK: "0 rsv 19:0": no reset bit. 48 bits says 2.2.2, but table 2-5 has 43:0 of them. */
#define SNBEP_UBOX_TYPE								\
	.name = "ubox", .space = SPACE_MSR, .no_unit_control = true,		\
	.counters = 2, .width = 44,						\
	.control = 0, .control_stride = 1, .control_size = 8,			\
	.counter = 6, .counter_stride = 1, .threshold_extra = -3,		\
	.fixed_control = -8, .fixed_counter = -7, .fixed_width = 44,		\
	.fixed_control_mask = FIXED_CONTROL_EN

#endif /* PMONSIM_SNBEP_H */
