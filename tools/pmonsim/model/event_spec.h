/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is injected: an event with its attributes, and the units that it happens in.
 */
#ifndef PMONSIM_EVENT_SPEC_H
#define PMONSIM_EVENT_SPEC_H

#include <stdbool.h>
#include <stdint.h>

struct box_type;

/* What an event may have that filters look at. */
enum event_attribute {
	ATTRIBUTE_NID,
	ATTRIBUTE_STATE,
	ATTRIBUTE_OPC,
	ATTRIBUTE_LINK,
	ATTRIBUTE_C6,
	ATTRIBUTE_NC,
	ATTRIBUTE_ISOC,
	ATTRIBUTE_MHZ,
	ATTRIBUTE_ADDRESS,
	ATTRIBUTE_OPCODE,
	ATTRIBUTE_PACKET,
	ATTRIBUTE_COUNTER,
	ATTRIBUTE_FLAG,
	ATTRIBUTE_REG,
	ATTRIBUTE_PLD,
	ATTRIBUTE_MATCH,
	ATTRIBUTE_MASK,
	ATTRIBUTE_REMOTE,
	ATTRIBUTE_NEAR,
	EVENT_ATTRIBUTES
};

/* An event as injected. Attributes that were not given are 0. */
struct event_spec {
	uint8_t event, umask;
	uint32_t extension;
	bool any_umask, any_extension;
	uint32_t channels, flow_classes;
	bool has_thread;
	unsigned int thread;
	uint64_t increment;
	uint32_t attributes_given;	/* mask of enum event_attribute */
	uint64_t attribute[EVENT_ATTRIBUTES];
	bool clock;		/* the unit's clock, whatever the event's code */
};

/* Which units a command is about. */
struct unit_selection {
	uint32_t packages;		/* mask */
	const struct box_type *type;	/* NULL: every type */
	int id;				/* -1: all */
};

#endif
