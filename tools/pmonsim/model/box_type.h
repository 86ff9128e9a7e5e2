/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a box type is: the description from which units are built, and by which their registers and
 * counters work.
 */
#ifndef PMONSIM_BOX_TYPE_H
#define PMONSIM_BOX_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values are those of the discovery table's access type. */
enum register_space {
	SPACE_MSR = 0,
	SPACE_MMIO = 1,
	SPACE_PCI = 2,
};

/* One event code range that not every counter can count. */
struct counter_rule {
	uint8_t first, last;
	uint32_t counters;
};

/* What a box type makes of the events of its mesh stop (guide 2.1, 2.9.1). */
enum mesh_rule {
	MESH_NONE,		/* no mesh stop: codes from 0x80 on are ordinary */
	MESH_PLAIN,
	MESH_EXTRA_BIT,		/* mesh events need extension bit 23 */
	MESH_EXCLUSIVE,		/* never together with the box's own events */
};

struct extra_register {
	const char *name;
	int offset;		/* from the unit control; in a companion function from its begin */
	uint8_t size;
	uint64_t mask;		/* bits that exist */
	bool companion;		/* stands in the unit's companion function, if it has one */
};

/* The end of a list of event codes: any code from 0 on can be in it. */
#define CODES_END (-1)

struct box_type;
struct event_spec;
struct unit;

/**
 * struct unit_protocol - what differs between processor generations
 * @select_enables: there is no enable bit: a counter counts if its event select is not 0
 * @reset: bring the unit to its state after a hardware reset
 * @write_unit_control: act on a write; @bits are the bits written, @mask what the access covers
 * @read_unit_control: the value read back
 * @peek_unit_control: the state, also where a read does not return it
 * @counter_enabled: the counter's own control (and what is above it) lets it count;
 *	freezing is not part of the question
 * @fixed_enabled: the same of the fixed counter; NULL: bit 22 of its control does
 * @overflowed: a counter has wrapped; can be NULL
 */
struct unit_protocol {
	bool select_enables;
	void (*reset)(struct unit *unit);
	void (*write_unit_control)(struct unit *unit, uint64_t bits, uint64_t mask);
	uint64_t (*read_unit_control)(const struct unit *unit);
	uint64_t (*peek_unit_control)(const struct unit *unit);
	bool (*counter_enabled)(const struct unit *unit, unsigned int counter);
	bool (*fixed_enabled)(const struct unit *unit);
	void (*overflowed)(struct unit *unit, unsigned int counter);
};

/**
 * struct box_type - one kind of PMON block
 * @name: as in the command language
 * @discovery_type: unit type in the discovery table
 * @first_id: number of unit 0 in the discovery table
 * @ids: the units' ids in order, as many as there can be; NULL: 0, 1, ...
 * @protocol: how it is driven
 * @no_unit_control: there is none; its place is only where the others are relative to
 * @unit_control_size: bytes; 0 is 8
 * @unit_control_mask: bits of the unit control that exist, where the protocol asks for it
 * @counters: counters per unit
 * @width: bits of a counter
 * @control, @control_stride, @control_size: the counter controls, relative to the unit control
 * @counter, @counter_stride: the counters; they are 8 bytes
 * @counter_offset: where each counter is if there is no stride, else NULL
 * @status: the unit status; 0 if there is none
 * @fixed_control, @fixed_counter: 0 if there is no fixed counter
 * @fixed_width: bits of the fixed counter; 0 is @width
 * @fixed_control_mask: bits of the fixed control that exist; 0: others are ignored
 * @control_mask: bits of a counter control that exist
 * @counter_enable: the control bit that lets the counter count, where the protocol asks for it
 * @extension_mask: which bits of the control's extension tell events apart
 * @extra_select: the control bit that is the extension; 0: the extension is bits 63:32
 * @thread_enable: the control bit that turns the thread filter on, or 0
 * @thread_mask: the thread's field in extra register 0
 * @threshold_extra: bits of the threshold field, which begins at bit 24, beyond the usual 8
 * @plain_edge: edge detect needs no threshold
 * @occupancy_shape: events from 0x80 on have their own invert and edge detect, bits 30 and 31
 * @counter_high_ignored: bits above the width are ignored, not reserved
 * @clock_events: event codes that tick with the unit's clock
 * @passes: do the filters of the unit let an event through? NULL: it has none
 * @selects: does a control choose an event, and do the registers that go with it? In place of
 *	the comparison of event, umask and extension; NULL: that comparison
 * @program_error: what else can be wrong with a control, as unit_program_error(); can be NULL
 * @masked_events: codes that count nothing without channel and FC masks (IIO)
 * @class_bit: lowest bit of the FC mask, behind the channel mask; 0 is 48
 * @header_match: codes whose umask has an opcode in its upper half, which counts only with the first bit of the extension (UPI)
 * @state_event: code that counts nothing without a umask, or 0 (CHA LLC_LOOKUP)
 * @no_inverted_edge: code for which invert and edge exclude each other, or 0
 * @extra_step: what is added to the place of each extra register for each unit, where these
 *	are not as far apart as the units; NULL: nothing
 * @accept_extra: what a write to an extra register stores of @value, complaining where it must
 *	not be written now; NULL: all of it
 */
struct box_type {
	const char *name;
	unsigned int discovery_type, first_id;
	const uint16_t *ids;
	const struct unit_protocol *protocol;
	enum register_space space;
	unsigned int counters;
	unsigned int width;
	bool no_unit_control;
	unsigned int unit_control_size;
	uint64_t unit_control_mask;
	int control, control_stride;
	unsigned int control_size;
	int counter, counter_stride;
	const int *counter_offset;
	int status;
	int fixed_control, fixed_counter;
	unsigned int fixed_width;
	uint64_t fixed_control_mask;
	uint64_t control_mask;
	uint64_t counter_enable;
	uint32_t extension_mask;
	uint64_t extra_select;
	uint64_t thread_enable, thread_mask;
	int threshold_extra;
	bool plain_edge;
	bool occupancy_shape;
	bool counter_high_ignored;
	enum mesh_rule mesh;
	const int16_t *clock_events;
	bool (*passes)(const struct unit *unit, uint64_t control, const struct event_spec *event);
	bool (*selects)(const struct unit *unit, unsigned int counter,
			const struct event_spec *event);
	const char *(*program_error)(const struct unit *unit, unsigned int counter);
	const struct counter_rule *rules;
	size_t rule_count;
	const int16_t *masked_events;
	unsigned int class_bit;
	const int16_t *header_match;
	uint8_t state_event;
	uint8_t no_inverted_edge;
	const struct extra_register *extra;
	size_t extra_count;
	const int *extra_step;
	uint64_t (*accept_extra)(const struct unit *unit, unsigned int index, uint64_t value);
};

#endif /* PMONSIM_BOX_TYPE_H */
