// SPDX-License-Identifier: GPL-2.0-only
/* The unit whose clock is usual for its type and die, which the others are compared with. See probe.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/common/probe.h"

static int order(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return a < b ? -1 : a > b;
}

double probes_median(double *values, size_t num)
{
	if (!num)
		return 0;
	qsort(values, num, sizeof(*values), order);
	return num % 2 ? values[num / 2] : (values[num / 2 - 1] + values[num / 2]) / 2;
}

static bool is_of(const struct probe *probe, const char *box, unsigned int die)
{
	return probe->die == die && !strcmp(probe->box, box);
}

/* The probe of a type and die whose clock is the median of those that tick; the number of probes if none does. */
static size_t usual_probe(const struct probes *probes, const char *box, unsigned int die)
{
	double ticking[512], median, distance, least = INFINITY;
	size_t num = 0, i, usual = probes->num;

	for (i = 0; i < probes->num && num < 512; i++)
		if (is_of(&probes->all[i], box, die) && !probes->all[i].error && probe_delta(&probes->all[i], 0))
			ticking[num++] = (double)probe_delta(&probes->all[i], 0);
	median = probes_median(ticking, num);
	for (i = 0; i < probes->num; i++) {
		if (!is_of(&probes->all[i], box, die) || probes->all[i].error || !probe_delta(&probes->all[i], 0))
			continue;
		distance = fabs((double)probe_delta(&probes->all[i], 0) - median);
		if (distance < least) {
			least = distance;
			usual = i;
		}
	}
	return usual;
}

void probes_refer(struct probes *probes)
{
	size_t i, j, usual;

	for (i = 0; i < probes->num; i = j) {
		usual = usual_probe(probes, probes->all[i].box, probes->all[i].die);
		for (j = i; j < probes->num && is_of(&probes->all[j], probes->all[i].box, probes->all[i].die); j++)
			probes->all[j].reference = usual < probes->num ? usual : j;
	}
}
