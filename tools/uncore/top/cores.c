// SPDX-License-Identifier: GPL-2.0-only
/* What the cores of a package do, for the screen and as JSON. See top.h. */
#include "top/top.h"

/* The ratio of two series, if both counted; its share of the time is that of the one that counted less. */
static void set_ratio(const struct top *top, enum series first, enum series second, unsigned int socket, struct core_value *value)
{
	double second_share, over = top_total(top, first, socket, &value->share);
	double under = top_total(top, second, socket, &second_share);

	value->open = top->series[first].open && top->series[second].open;
	value->gone = top_gone(top, first, socket) || top_gone(top, second, socket);
	if (second_share < value->share)
		value->share = second_share;
	if (value->open && under > 0)
		value->value = over / under;
	else
		value->share = 0;
}

static void set_total(const struct top *top, enum series series, unsigned int socket, struct core_value *value)
{
	value->open = top->series[series].open;
	value->gone = top_gone(top, series, socket);
	value->value = top_total(top, series, socket, &value->share);
	if (!value->open)
		value->share = 0;
}

void top_cores(const struct top *top, unsigned int socket, struct core_value values[NUM_CORE_VALUES])
{
	static const struct core_value kinds[NUM_CORE_VALUES] = {
		[CORE_IPC] = { "ipc", "per clock", "IPC ", "", 2, 0, 0, false, false },
		[CORE_CLOCK] = { "core_frequency", "Hz", "", " GHz", 2, 0, 0, false, false },
		[CORE_WATTS] = { "package_power", "W", "", " W", 0, 0, 0, false, false },
		[CORE_TEMPERATURE] = { "package_temperature", "C", "", " C", 0, 0, 0, false, false },
		[CORE_MPKI] = { "llc_mpki", "per 1000", "", " misses/1000", 2, 0, 0, false, false },
		[CORE_BUSY] = { "core_busy", "%", "", "% busy", 0, 0, 0, false, false },
		[CORE_DRAM_WATTS] = { "dram_power", "W", "DRAM ", " W", 0, 0, 0, false, false },
	};
	int i;

	for (i = 0; i < NUM_CORE_VALUES; i++)
		values[i] = kinds[i];
	set_ratio(top, CORE_INSTRUCTIONS, CORE_CYCLES, socket, &values[CORE_IPC]);
	set_ratio(top, CORE_MISSES, CORE_INSTRUCTIONS, socket, &values[CORE_MPKI]);
	values[CORE_MPKI].value *= 1000;
	set_ratio(top, CORE_MPERF, CORE_TSC, socket, &values[CORE_BUSY]);
	values[CORE_BUSY].value *= 100;
	/* The counter of time ticks in each CPU. */
	set_ratio(top, CORE_APERF, CORE_MPERF, socket, &values[CORE_CLOCK]);
	values[CORE_CLOCK].value *= top_mean(top, CORE_TSC, socket);
	values[CORE_CLOCK].open = values[CORE_CLOCK].open && top->series[CORE_TSC].open;
	set_total(top, POWER_PACKAGE, socket, &values[CORE_WATTS]);
	set_total(top, POWER_DRAM, socket, &values[CORE_DRAM_WATTS]);
	values[CORE_TEMPERATURE].value = top_gauge(top, TEMPERATURE, socket);
	values[CORE_TEMPERATURE].open = top->series[TEMPERATURE].open;
	values[CORE_TEMPERATURE].gone = top_gone(top, TEMPERATURE, socket);
	values[CORE_TEMPERATURE].share = values[CORE_TEMPERATURE].value >= 0;
}
