// SPDX-License-Identifier: GPL-2.0-only
/*
 * Upkeep: reports, and events on the wrong CPU.
 */
#include <linux/cpu.h>

#include "core.h"
#include "count/ledger.h"
#include "perf/handover.h"
#include "perf/index.h"
#include "perf/upkeep.h"

void pmon_upkeep_report(struct pmon_core *core)
{
	unsigned int i;

	for (i = 0; i < core->num_dies; i++) {
		if (core->dies[i])
			pmon_ledger_report(core->dies[i]);
	}
}

static void deferred_work(struct work_struct *work)
{
	struct pmon_core *core = container_of(work, struct pmon_core, deferred.work);

	pmon_upkeep_report(core);

	cpus_read_lock();
	mutex_lock(&core->lock);
	pmon_move_strays(core);
	mutex_unlock(&core->lock);
	cpus_read_unlock();
}

void pmon_upkeep_init(struct pmon_core *core, struct device *dev)
{
	core->dev = dev;
	INIT_LIST_HEAD(&core->machine.dies);
	INIT_LIST_HEAD(&core->machine.units);
	INIT_LIST_HEAD(&core->pmus);
	pmon_index_init(core);
	mutex_init(&core->lock);
	pmon_deferred_init(&core->deferred, deferred_work);
}
