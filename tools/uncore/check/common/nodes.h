/* SPDX-License-Identifier: GPL-2.0-only */
/* NUMA nodes: whose memory traffic is made on. */
#ifndef UNCORE_CHECK_NODES_H
#define UNCORE_CHECK_NODES_H

#include "check/common/check.h"

/** The checks support nodes with numbers below this. */
#define CHECK_NODES	64

/**
 * struct node - a NUMA node that has CPUs
 * @number: its number
 * @cpu: its first CPU
 * @die: die of that
 */
struct node {
	int number;
	int cpu;
	unsigned int die;
};

/** struct nodes - nodes, by number */
struct nodes {
	struct node all[CHECK_NODES];
	size_t num;
};

/** nodes_find() - look for the first node of each die that has one */
void nodes_find(const struct check *check, struct nodes *nodes);

/** nodes_ready() - the same for a check of memory, which cannot be done if it returns false */
bool nodes_ready(struct check *check, struct nodes *nodes);

/** nodes_all_ready() - the same with all nodes; node_of_unit() says which units they have */
bool nodes_all_ready(struct check *check, struct nodes *nodes);

/** node_run() - run on a CPU of the node from now on; if that fails the check cannot be done */
bool node_run(struct check *check, const struct node *node);

#endif
