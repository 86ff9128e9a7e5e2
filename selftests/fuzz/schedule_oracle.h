/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a schedule must be, told by trying everything.
 */
#ifndef SCHEDULE_ORACLE_H
#define SCHEDULE_ORACLE_H

#include "choose/schedule.h"

#define ORACLE_IMPOSSIBLE	(-1)

/**
 * oracle_claims_agree() - compare shared resources bit by bit
 * @requests: the events
 * @num: how many
 *
 * Alternatives are not looked at.
 *
 * Return: whether all the events can be on one unit at the same time.
 */
bool oracle_claims_agree(const struct pmon_request *requests,
			 unsigned int num);

/**
 * oracle_fewest_moves() - the best that any choice of counters and alternatives does
 * @requests: the events; few, as every assignment is tried
 * @num: how many
 *
 * Return: how many running events have to leave their counters or alternatives, or
 * ORACLE_IMPOSSIBLE.
 */
int oracle_fewest_moves(const struct pmon_request *requests, unsigned int num);

/**
 * oracle_possible() - is there any assignment of counters?
 * @requests: the events; any number
 * @num: how many
 *
 * Return: whether there is one.
 */
bool oracle_possible(const struct pmon_request *requests, unsigned int num);

/**
 * oracle_choice_possible() - is there any choice of alternatives that agree?
 * @requests: the events; few with alternatives
 * @num: how many
 *
 * Return: whether there is one.
 */
bool oracle_choice_possible(const struct pmon_request *requests,
			    unsigned int num);

/**
 * oracle_moves() - count the moves of a schedule
 * @requests: the events
 * @num: how many
 * @assignment: the counter of each
 * @choice: the alternative of each
 *
 * Return: how many running events are not as before, or
 * ORACLE_IMPOSSIBLE if the schedule breaks a rule.
 */
int oracle_moves(const struct pmon_request *requests, unsigned int num,
		 const s8 *assignment, const s8 *choice);

#endif
