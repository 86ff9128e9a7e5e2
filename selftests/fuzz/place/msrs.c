// SPDX-License-Identifier: GPL-2.0-only
/*
 * The MSRs of the machine: those with a value, the ones that do not answer, and the driver's probes of units.
 */
#include "../fuzz.h"
#include "count/regspace.h"
#include "machine.h"
#include "processors/emr.h"

#define MSRS	16

static struct {
	u32 number;
	u64 value;
} msrs[MSRS];
static unsigned int num_msrs, probes;
static u32 dead_msr;
static u64 probed;	/* by the last probe */

void place_clear_msrs(void)
{
	num_msrs = 0;
	dead_msr = 0;
	probes = 0;
}

void place_set_msr(u32 msr, u64 value)
{
	REQUIRE(num_msrs < MSRS);
	msrs[num_msrs].number = msr;
	msrs[num_msrs++].value = value;
}

void place_set_cha_count(u64 count)
{
	if (count)
		place_set_msr(EMR_MSR_CHA_COUNT, count);
	else
		num_msrs = 0;
}

int rdmsrl_safe_on_cpu(unsigned int cpu, u32 msr, u64 *value)
{
	unsigned int i;

	REQUIRE(cpu < KERNEL_CPUS);
	if (dead_msr && msr / 16 == dead_msr / 16)
		return -EIO;
	for (i = num_msrs; i-- > 0;) {
		if (msrs[i].number != msr)
			continue;
		*value = msrs[i].value;
		return 0;
	}
	*value = 0;
	return msr == EMR_MSR_CHA_COUNT ? -EIO : 0;
}

void place_kill_msr(u32 msr)
{
	dead_msr = msr;
}

/* Every unit of a description answers, but for the sixteen of the dead MSR. */
static u64 probe_read(const struct pmon_regspace *space, int offset)
{
	return dead_msr && (space->msr + offset) / 16 == dead_msr / 16 ? ~0ULL : probed;
}

static int probe_write(const struct pmon_regspace *space, int offset, u64 value)
{
	(void)space;
	(void)offset;
	probed = value;
	probes++;
	return 0;
}

unsigned int place_msr_probes(void)
{
	return probes;
}

int pmon_regspace_init(struct device *dev, struct pmon_regspace *space, const struct pmon_unit_desc *desc, size_t span)
{
	static const struct pmon_regspace_ops ops = { .read64 = probe_read, .write64 = probe_write };

	(void)dev;
	(void)span;
	REQUIRE(desc->unit.access == PMON_ACCESS_MSR);
	space->ops = &ops;
	space->msr = desc->unit.control;
	return 0;
}
