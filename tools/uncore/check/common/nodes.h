/* SPDX-License-Identifier: GPL-2.0-only */
/* NUMA nodes: whose memory traffic is made on. */
#ifndef UNCORE_CHECK_NODES_H
#define UNCORE_CHECK_NODES_H

#include "check/common/check.h"

/**
 * struct node - a NUMA node that has CPUs
 * @number: its number
 * @die: die of its first CPU
 */
struct node {
	int number;
	unsigned int die;
};

/** struct nodes - the first node of each die that has one */
struct nodes {
	struct node all[CHECK_DIES];
	size_t num;
};

/** nodes_find() - look for them */
void nodes_find(const struct check *check, struct nodes *nodes);

/** nodes_ready() - the same for a check of memory, which cannot be done if it returns false */
bool nodes_ready(struct check *check, struct nodes *nodes);

/** node_run() - run on the node's die from now on; if that fails the check cannot be done */
bool node_run(struct check *check, const struct node *node);

#endif
