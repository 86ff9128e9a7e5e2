/* SPDX-License-Identifier: GPL-2.0-only */
/* What UPI links and I/O stacks are connected to, as the drivers show it in sysfs. */
#ifndef UNCORE_CONNECTIONS_H
#define UNCORE_CONNECTIONS_H

#include "machine/machine.h"

#define LINK_BOX	"upi"

/**
 * struct link_end - an end of a link
 * @die: the die
 * @unit: number of its unit
 */
struct link_end {
	unsigned int die;
	int unit;
};

/**
 * link_end() - the other end of a link
 * @box: box type of a unit
 * @die: its die
 * @unit: its number
 * @end: receives the other end
 *
 * Return: false if the box type has no links, or if the other end is unknown.
 */
bool link_end(const char *box, unsigned int die, int unit, struct link_end *end);

/** link_is_mutual() - does the other end of a link name this end? */
bool link_is_mutual(unsigned int die, int unit, const struct link_end *end);

/**
 * struct stack - the I/O stack of a unit
 * @bus: PCI segment and root bus, "0000:15"; empty: unknown
 * @kind: "pcie", "dmi", "mcp", "accelerators"; empty: unknown
 */
struct stack {
	char bus[16];
	char kind[16];
};

/**
 * stack_of() - the stack of an IIO unit
 * @die: its die
 * @unit: its number
 *
 * Return: the stack. The in-tree driver shows no kind.
 */
struct stack stack_of(unsigned int die, int unit);

#endif
