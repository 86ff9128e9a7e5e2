// SPDX-License-Identifier: GPL-2.0-only
/*
 * Upkeep: reports, and events on the wrong CPU.
 */
#include <linux/cpu.h>
#include <linux/device.h>

#include "core.h"
#include "count/die.h"
#include "count/unit.h"
#include "freeze/note.h"
#include "perf/handover.h"
#include "perf/index.h"
#include "perf/upkeep.h"

/*
 * The first time that a unit goes, and the first time that it comes back; the file gone and debugfs
 * have the rest. A unit that did not answer its reset has no PMU. report_missing() has reported it.
 */
static void report_gone(struct pmon_unit *unit)
{
	bool gone = READ_ONCE(unit->gone);

	if (unit->reported > 1 || unit->reported == gone || !unit->pmus[PMON_EVENT_UNIT])
		return;
	if (!unit->reported++)
		dev_err(unit->die->dev,
			"%s unit %u of die %d does not answer, its counts stop here\n",
			unit->type->name ?: "unnamed", unit->id, unit->die->die);
	else
		dev_notice(unit->die->dev,
			   "%s unit %u of die %d answers again, and counts again; not reported from now on\n",
			   unit->type->name ?: "unnamed", unit->id, unit->die->die);
}

void pmon_upkeep_report(struct pmon_core *core)
{
	unsigned int i, j;

	for (i = 0; i < core->num_dies; i++) {
		struct pmon_die *die = core->dies[i];

		if (!die)
			continue;
		pmon_overflow_report(die);
		pmon_controls_report(die);
		pmon_readings_report(die);
		for (j = 0; j < die->num_units; j++)
			report_gone(die->units[j]);
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
