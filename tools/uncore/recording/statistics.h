/* SPDX-License-Identifier: GPL-2.0-only */
/* What a series of values has: percentiles, changes of its level, and whether two series differ. No input or output here. */
#ifndef UNCORE_STATISTICS_H
#define UNCORE_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/** Changes of a series that are found, at the most. */
#define MOST_CHANGES	50

/** Values of which a test can say anything. */
#define FEWEST_VALUES	4

/**
 * struct summary - a summary of values
 * @num: how many values there are
 * @minimum: the least value; the others are NAN, too, if there is none
 * @mean: the mean, each value with the weight of its interval
 * @median: half of the values are not above it; so are 95 % and 99 % of the next two
 * @percentile_95: see @median
 * @percentile_99: see @median
 * @maximum: the greatest value
 * @at_maximum: index of the first one
 */
struct summary {
	size_t num;
	double minimum;
	double mean;
	double median;
	double percentile_95;
	double percentile_99;
	double maximum;
	size_t at_maximum;
};

/**
 * struct change - a change of the level
 * @at: index of the first value of the new level
 * @before: mean of the level before
 * @after: mean of the new level
 */
struct change {
	size_t at;
	double before;
	double after;
};

/**
 * summarize() - summarize values
 * @values: the values, without NAN
 * @weights: their weights, NULL for one each
 * @num: how many
 * @summary: receives it
 */
void summarize(const double *values, const double *weights, size_t num, struct summary *summary);

/**
 * find_changes() - where the level of a series changes beyond the noise
 * @values: the values, without NAN
 * @num: how many
 * @changes: receives the changes, in their order
 *
 * uncore-report(1) describes the test.
 *
 * Return: how many there are.
 */
size_t find_changes(const double *values, size_t num, struct change changes[MOST_CHANGES]);

/**
 * compare_means() - the probability that the means of two series differ as much as they do by noise alone
 * @left: one series, in the order of time
 * @num_left: its number
 * @right: the other
 * @num_right: its number
 *
 * The test of Welch, with the noise within the levels of each series; uncore-diff(1) says why.
 *
 * Return: the probability, 1 if there are too few values to say anything.
 */
double compare_means(const double *left, size_t num_left, const double *right, size_t num_right);

#endif
