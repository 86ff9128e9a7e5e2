// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where the level of a series changes. See statistics.h.
 *
 * The series is cut into segments so that the sum of squares around their means, in units of the noise, plus a price for each cut is
 * the least: optimal partitioning (Jackson and others, 2005). Its cost grows with the square of the number of values, so a long
 * series is cut in bins first, and each cut is then placed among the values around it. The noise is that of the differences of
 * near values, most of which a change of the level does not raise. A running median removes what lasts for one or two values.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "recording/statistics.h"

#define MOST_BINS	1000

/* A level lasts for so many values at least. */
#define SHORTEST	3

/* Values that are farther than so many times the noise from their mean are not of one level. */
#define FAR		5

/* Half the width of the running median. */
#define AROUND		2

/* The noise is that of neighbours, or of values so far apart, whichever is greater. */
#define APART		4

/* Of a normal distribution: standard deviation by median of absolute deviations. */
#define OF_MEDIAN	1.4826

static int order_numbers(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return a < b ? -1 : a > b;
}

static double median(double *values, size_t num)
{
	qsort(values, num, sizeof(*values), order_numbers);
	return num % 2 ? values[num / 2] : (values[num / 2 - 1] + values[num / 2]) / 2;
}

static double *running_median(const double *values, size_t num)
{
	double *smooth = allocated(malloc(num * sizeof(*smooth))), around[2 * AROUND + 1];
	size_t i;

	for (i = 0; i < num; i++) {
		size_t reach = i < AROUND ? i : AROUND;

		if (num - 1 - i < reach)
			reach = num - 1 - i;
		memcpy(around, &values[i - reach], (2 * reach + 1) * sizeof(*around));
		smooth[i] = median(around, 2 * reach + 1);
	}
	return smooth;
}

/*
 * Standard deviation of a value, by the differences of values that are @apart. If more than half of them are 0, as where little
 * happens, it is by the mean of the differences without the largest tenth.
 */
static double noise_apart(const double *values, size_t num, size_t apart)
{
	double *steps = allocated(malloc(num * sizeof(*steps))), noise, sum = 0;
	size_t num_steps = num - apart, most = num_steps * 9 / 10, i;

	for (i = 0; i < num_steps; i++)
		steps[i] = fabs(values[i + apart] - values[i]);
	noise = median(steps, num_steps) * OF_MEDIAN / sqrt(2);
	for (i = 0; i < most; i++)
		sum += steps[i];
	if (!(noise > 0) && most)
		noise = sum / (double)most;
	free(steps);
	return noise;
}

/* Neighbours may resemble each other more than values that are apart. */
static double noise_of(const double *values, size_t num)
{
	double noise = noise_apart(values, num, 1);

	return num >= 4 * APART ? fmax(noise, noise_apart(values, num, APART)) : noise;
}

/* Sums and squares of all values up to each. */
struct sums {
	double *values;
	double *squares;
};

static struct sums sums_of(const double *values, size_t num, double middle)
{
	struct sums sums = { allocated(malloc((num + 1) * sizeof(double))), allocated(malloc((num + 1) * sizeof(double))) };
	size_t i;

	sums.values[0] = sums.squares[0] = 0;
	for (i = 0; i < num; i++) {
		/* Around the middle, so that little is lost of small differences. */
		double value = values[i] - middle;

		sums.values[i + 1] = sums.values[i] + value;
		sums.squares[i + 1] = sums.squares[i] + value * value;
	}
	return sums;
}

static void free_sums(struct sums *sums)
{
	free(sums->values);
	free(sums->squares);
}

/* Squares around the mean of [@from, @to). */
static double squares_of(const struct sums *sums, size_t from, size_t to)
{
	double sum = sums->values[to] - sums->values[from];

	return fmax(0, sums->squares[to] - sums->squares[from] - sum * sum / (double)(to - from));
}

static double mean_of(const struct sums *sums, size_t from, size_t to, double middle)
{
	return middle + (sums->values[to] - sums->values[from]) / (double)(to - from);
}

/* Cuts [0, @num) where it is cheapest. Returns the beginnings of the segments but the first, and how many. */
static size_t *partition(const struct sums *sums, size_t num, size_t shortest, double unit, double price, size_t *num_cuts)
{
	double *cost = allocated(malloc((num + 1) * sizeof(*cost)));
	size_t *from = allocated(calloc(num + 1, sizeof(*from))), *cuts = NULL, end, begin;

	cost[0] = -price;
	for (end = 1; end <= num; end++) {
		cost[end] = INFINITY;
		for (begin = 0; begin + shortest <= end; begin++) {
			double sum = cost[begin] + price + squares_of(sums, begin, end) / unit;

			if (sum < cost[end]) {
				cost[end] = sum;
				from[end] = begin;
			}
		}
	}
	*num_cuts = 0;
	for (end = num; num >= shortest && from[end]; end = from[end])
		++*num_cuts;
	cuts = allocated(calloc(*num_cuts + 1, sizeof(*cuts)));
	for (end = num, begin = *num_cuts; begin; end = from[end])
		cuts[--begin] = from[end];
	free(cost);
	free(from);
	return cuts;
}

/* Moves a cut between two others to where it fits best, within @reach. */
static size_t place_cut(const struct sums *sums, size_t from, size_t cut, size_t to, size_t reach)
{
	size_t best = cut, at = cut > from + reach ? cut - reach : from + 1;
	double least = INFINITY;

	for (; at < to && at <= cut + reach; at++) {
		double squares = squares_of(sums, from, at) + squares_of(sums, at, to);

		if (squares < least) {
			least = squares;
			best = at;
		}
	}
	return best;
}

/*
 * An interval in which the level changes has a value between both. It is no level with the values beside it: a short segment whose
 * values are far from their mean. The two cuts around it become one. Returns how many there are.
 */
static size_t drop_passages(const struct sums *sums, size_t *cuts, size_t num_cuts, size_t num, double unit)
{
	size_t i = 0;

	while (i + 1 < num_cuts) {
		size_t from = cuts[i], length = cuts[i + 1] - from;

		if (length > SHORTEST || squares_of(sums, from, from + length) <= FAR * FAR * unit * (double)length) {
			i++;
			continue;
		}
		cuts[i] = place_cut(sums, i ? cuts[i - 1] : 0, from, i + 2 < num_cuts ? cuts[i + 2] : num, length);
		num_cuts--;
		memmove(&cuts[i + 1], &cuts[i + 2], (num_cuts - i - 1) * sizeof(*cuts));
	}
	return num_cuts;
}

/* Mean of each bin. */
static double *bins_of(const double *values, size_t num, size_t width, size_t *num_bins)
{
	double *bins;
	size_t i;

	*num_bins = num / width;
	bins = allocated(calloc(*num_bins, sizeof(*bins)));
	for (i = 0; i < *num_bins * width; i++)
		bins[i / width] += values[i] / (double)width;
	return bins;
}

/* A change is more than twice the noise, and more than 1 % of the greater level. */
static bool is_change(double before, double after, double noise)
{
	double difference = fabs(after - before);

	return difference > 2 * noise && difference > fmax(fabs(before), fabs(after)) / 100;
}

/* Levels between the cuts, without the cuts that are no changes. */
static size_t keep_changes(const struct sums *sums, size_t *cuts, size_t num_cuts, size_t num, double noise, double middle,
			   struct change changes[MOST_CHANGES])
{
	size_t kept = 0, from = 0, i;

	for (i = 0; i < num_cuts && kept < MOST_CHANGES; i++) {
		size_t to = i + 1 < num_cuts ? cuts[i + 1] : num;
		struct change change = {
			cuts[i], mean_of(sums, from, cuts[i], middle), mean_of(sums, cuts[i], to, middle),
		};

		if (!is_change(change.before, change.after, noise))
			continue;
		changes[kept++] = change;
		from = cuts[i];
	}
	for (i = 0; i < kept; i++)
		changes[i].after = mean_of(sums, changes[i].at, i + 1 < kept ? changes[i + 1].at : num, middle);
	return kept;
}

size_t find_changes(const double *values, size_t num, struct change changes[MOST_CHANGES])
{
	size_t width = (num + MOST_BINS - 1) / MOST_BINS, num_bins, num_cuts, i;
	double *smooth, *bins, noise, unit, middle;
	struct sums sums;
	size_t *cuts;

	if (num < 2 * SHORTEST)
		return 0;
	smooth = running_median(values, num);
	noise = noise_of(values, num);
	middle = smooth[num / 2];
	bins = bins_of(smooth, num, width, &num_bins);
	sums = sums_of(bins, num_bins, middle);
	/* Of the means of bins. Without any noise each difference is a change. */
	unit = noise * noise / (double)width;
	if (!(unit > 0))
		unit = 1e-24 + fabs(middle) * fabs(middle) * 1e-12;
	cuts = partition(&sums, num_bins, width > 1 ? 1 : SHORTEST, unit, 10 + 4 * log((double)num_bins), &num_cuts);
	free_sums(&sums);
	free(bins);
	sums = sums_of(smooth, num, middle);
	for (i = 0; i < num_cuts; i++)
		cuts[i] *= width;
	for (i = 0; i < num_cuts && width > 1; i++)
		cuts[i] = place_cut(&sums, i ? cuts[i - 1] : 0, cuts[i], i + 1 < num_cuts ? cuts[i + 1] : num, width);
	if (width == 1)
		num_cuts = drop_passages(&sums, cuts, num_cuts, num, unit);
	i = keep_changes(&sums, cuts, num_cuts, num, noise, middle, changes);
	free_sums(&sums);
	free(smooth);
	free(cuts);
	return i;
}
