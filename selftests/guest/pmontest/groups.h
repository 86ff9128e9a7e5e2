/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Groups whose events count the same thing.
 */
#ifndef PMONTEST_GROUPS_H
#define PMONTEST_GROUPS_H

#include <stdint.h>

/**
 * group_unequal() - read a group again and again
 * @leader: name of its leader, opened with `group`
 * @reads: how often
 * @unequal: receives how many reads there were in which the events of the group had not all
 *	     gone on by the same number since the read before
 *
 * Return: 0, a positive errno, ENODATA if this is no group, ETIME if one of its events stood still.
 */
int group_unequal(const char *leader, uint64_t reads, uint64_t *unequal);

/**
 * events_bias() - do events that take turns count as fast as one that need not?
 * @reference: name of an event that has had its counter all the time
 * @names: names of events of the same rate that had theirs in turns, ended by NULL
 * @percent: receives by how much all of them together are above the reference, per time running
 *
 * Return: 0, a positive errno, or ETIME if one has not run, or all the time.
 */
int events_bias(const char *reference, char *const names[], double *percent);

#endif /* PMONTEST_GROUPS_H */
