// SPDX-License-Identifier: GPL-2.0-only
/* Measuring how fast the clocks of units tick, and which units are off. See check_rates() in check.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "machine/memory_modules.h"
#include "check/common/probe.h"

#define RATE_MS	200

static bool die_ticks(const struct check *check, const char *box, unsigned int die)
{
	size_t i;

	for (i = 0; i < check->num_rates; i++)
		if (check->rates[i].die == die && check->rates[i].hz > 0 && (!box || !strcmp(check->rates[i].box, box)))
			return true;
	return false;
}

static bool one_of(const char *box, const char *const list[])
{
	for (; *list; list++)
		if (!strcmp(box, *list))
			return true;
	return false;
}

/*
 * Units that stand still and may: CXL ports without a device, one by one; channels without memory, as many as SMBIOS has empty
 * places for; and types that a package can have without any use for them, all of its units.
 */
static void find_off(struct check *check)
{
	static const char *const ports[] = { "cxlcm", "cxldp", NULL };
	static const char *const needed[] = { "cha", "m2m", "pcu", "ubox", "imc", NULL };
	size_t i, channels = 0, still = 0, modules, empty;
	bool may_be_empty = true;

	for (i = 0; i < check->num_rates; i++) {
		if (strcmp(check->rates[i].box, "imc"))
			continue;
		channels++;
		still += !check->rates[i].hz;
	}
	if (memory_modules(&modules, &empty) && channels)
		may_be_empty = still * ((modules + empty) / channels) <= empty && empty;
	for (i = 0; i < check->num_rates; i++) {
		struct rate *rate = &check->rates[i];

		if (rate->hz || !die_ticks(check, NULL, rate->die))
			continue;
		if (one_of(rate->box, ports))
			rate->off = true;
		else if (!strcmp(rate->box, "imc"))
			rate->off = may_be_empty;
		else if (!one_of(rate->box, needed))
			rate->off = !die_ticks(check, rate->box, rate->die);
	}
}

/* A channel whose fixed counter ticks is not off. */
static void open_rate(struct check *check, struct probe *probe)
{
	struct event event;

	if (probe_event(check, probe->box, "clockticks", &event))
		probe_open(probe, &event, false);
	if (!strcmp(probe->box, "imc") && probe_event(check, probe->box, "event=0xff", &event))
		probe_open(probe, &event, false);
}

bool check_rates(struct check *check)
{
	struct probes probes = { .num = 0 };
	size_t i;

	if (check->num_rates)
		return true;
	probes_add(check, &probes, NULL);
	for (i = 0; i < probes.num; i++)
		open_rate(check, &probes.all[i]);
	probes_enable(&probes);
	probes_measure(check, &probes, RATE_MS);
	for (i = 0; i < probes.num; i++) {
		const struct probe *probe = &probes.all[i];
		struct rate rate = { .die = probe->die, .unit = probe->pmu->unit };

		/* Those that cannot be opened are for the check of clocks to report. */
		if (probe->error)
			continue;
		rate.hz = fmax(probe_hz(probe, 0), probe->num > 1 ? probe_hz(probe, 1) : 0);
		snprintf(rate.box, sizeof(rate.box), "%s", probe->box);
		check->rates = grow(check->rates, check->num_rates, sizeof(rate));
		check->rates[check->num_rates++] = rate;
	}
	probes_close(&probes);
	if (!check->num_rates)
		check_cannot(check, "no unit has a clock that can be counted");
	else
		find_off(check);
	return check->num_rates;
}
