/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is tried at the edges, and must be as it says; a case that is not ends the program.
 *
 *	place_cases.c	units
 *	find_cases.c	tables, dies, and what a table is not believed
 *	later_cases.c	processors without tables, packages that come later, and a lack of memory
 *	static_cases.c	places of processors without tables
 *	free_cases.c	counters that no table has
 *	table_cases.c	which tables and global registers are used, and fields that counting does not need
 *	gnr_cases.c	what Granite Rapids has and Emerald Rapids has not
 *	map_cases.c	what links and stacks are connected to
 *	node_cases.c	which unit belongs to which NUMA node
 *	description_cases.c	descriptions that contradict themselves
 *	real_cases.c	machines as public listings have them
 */
#ifndef PLACE_CASES_H
#define PLACE_CASES_H

struct pmon_die_desc;
struct pmon_machine;

/* The maps of all UBoxes cannot be read, or are those of the other package; no bus has a node. In find_cases.c. */
void find_spoil_maps(void);
void find_swap_maps(void);
void find_no_nodes(void);

/** find_die_of() - the die with the discovery function of a package; in find_cases.c */
const struct pmon_die_desc *find_die_of(const struct pmon_machine *machine, unsigned int package);

/** find_cases() - all of find_cases.c */
void find_cases(void);

/** later_cases() - all of later_cases.c */
void later_cases(void);

/** static_cases() - all of static_cases.c */
void static_cases(void);

/** free_running_cases() - all of free_cases.c; returns how many there were */
unsigned int free_running_cases(void);

/** table_cases() - all of table_cases.c */
void table_cases(void);

/** gnr_cases() - all of gnr_cases.c */
void gnr_cases(void);

/** map_cases() - all of map_cases.c */
void map_cases(void);

/** node_cases() - all of node_cases.c */
void node_cases(void);

/** description_cases() - all of description_cases.c; returns how many there were */
unsigned int description_cases(void);

/** real_cases() - all of real_cases.c; returns how many there were */
unsigned int real_cases(void);

#endif
