// SPDX-License-Identifier: GPL-2.0-only
/* Statistics of series. See statistics.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "recording/statistics.h"

static int order_numbers(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return a < b ? -1 : a > b;
}

static double *sorted(const double *values, size_t num)
{
	double *copy = allocated(malloc((num ? num : 1) * sizeof(*copy)));

	memcpy(copy, values, num * sizeof(*copy));
	qsort(copy, num, sizeof(*copy), order_numbers);
	return copy;
}

/* The least value that so many of them are not above. */
static double percentile(const double *sorted_values, size_t num, double percent)
{
	size_t rank = (size_t)ceil((double)num * percent / 100);

	return sorted_values[rank ? rank - 1 : 0];
}

void summarize(const double *values, const double *weights, size_t num, struct summary *summary)
{
	double *order, sum = 0, weight = 0;
	size_t i;

	*summary = (struct summary){ 0, NAN, NAN, NAN, NAN, NAN, NAN, 0 };
	if (!num)
		return;
	order = sorted(values, num);
	for (i = 0; i < num; i++) {
		sum += values[i] * (weights ? weights[i] : 1);
		weight += weights ? weights[i] : 1;
		if (values[i] > values[summary->at_maximum])
			summary->at_maximum = i;
	}
	summary->num = num;
	summary->minimum = order[0];
	summary->mean = weight > 0 ? sum / weight : values[0];
	summary->median = percentile(order, num, 50);
	summary->percentile_95 = percentile(order, num, 95);
	summary->percentile_99 = percentile(order, num, 99);
	summary->maximum = order[num - 1];
	free(order);
}

/**
 * struct spread - how certain a mean is
 * @mean: the mean
 * @square: of its standard error
 * @freedom: independent values that it is known by, less one for each level
 */
struct spread {
	double mean;
	double square;
	double freedom;
};

/*
 * Neighbours that resemble each other tell less than independent values: with the correlation r from one to the next, n values are
 * as good as n (1 - r) / (1 + r). Changes of the level are no noise: they are what is looked for.
 */
static struct spread spread_of(const double *values, size_t num)
{
	struct change changes[MOST_CHANGES];
	size_t num_changes = find_changes(values, num, changes), i, next = 0;
	double sum = 0, squares = 0, product = 0, before = 0, level, correlation, alike;

	for (i = 0; i < num; i++)
		sum += values[i];
	level = num_changes ? changes[0].before : sum / (double)num;
	for (i = 0; i < num; i++) {
		double rest;

		if (next < num_changes && changes[next].at == i)
			level = changes[next++].after;
		rest = values[i] - level;
		squares += rest * rest;
		product += i ? rest * before : 0;
		before = rest;
	}
	/* Few values underestimate it, by about 4 / n. */
	correlation = squares > 0 ? fmin(fmax(product / squares + 2 / (double)num, 0), 0.98) : 0;
	alike = (1 + correlation) / (1 - correlation);
	return (struct spread){
		sum / (double)num, squares / fmax(1, (double)num - 1 - (double)num_changes) * alike / (double)num,
		fmax(1, (double)num / alike - 1 - (double)num_changes),
	};
}

double compare_means(const double *left, size_t num_left, const double *right, size_t num_right)
{
	struct spread a, b;
	double square, difference, t, freedom;

	if (num_left < FEWEST_VALUES || num_right < FEWEST_VALUES)
		return 1;
	a = spread_of(left, num_left);
	b = spread_of(right, num_right);
	square = a.square + b.square;
	difference = fabs(a.mean - b.mean);
	if (!(square > 0))
		return difference > 0 ? 0 : 1;
	freedom = square * square / (a.square * a.square / a.freedom + b.square * b.square / b.freedom);
	/* From the distribution of Student to that of Gauss, by Wallace (1959). */
	t = difference / sqrt(square);
	t = sqrt(freedom * log1p(t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3);
	return erfc(t / sqrt(2));
}
