// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ledger of a die, and work that is deferred to process context. See ledger.h.
 */
#include <linux/bitops.h>
#include <linux/container_of.h>
#include <linux/device.h>

#include "count/die.h"
#include "count/ledger.h"
#include "count/unit.h"

#define COUNTED(of, name)		{ PMON_PAGE_##of, name, NULL, false }
#define NOTICED(of, text, name)		{ PMON_PAGE_##of, name, text, false }
#define WARNED(of, text, name)		{ PMON_PAGE_##of, name, text, true }

const struct pmon_entry_kind pmon_entries[] = {
	[PMON_READ_AGAIN] = COUNTED(READINGS, "again"),
	[PMON_READ_WRONG] = NOTICED(READINGS,
		"die %d: counter %u of %s unit %u returned a wrong value once and was read again; not reported from now on\n",
		"wrong"),
	[PMON_UNIT_GONE] = COUNTED(READINGS, "gone"),
	[PMON_CONTROL_CHECKED] = COUNTED(CONTROLS, "checked"),
	[PMON_CONTROL_CHANGED] = NOTICED(CONTROLS,
		"die %d: another user changed the control of counter %u of %s unit %u; restored, its count is wrong, not reported again\n",
		"changed"),
	[PMON_CONTROL_LOSSY] = COUNTED(CONTROLS, "lossy"),
	[PMON_SAMPLES] = COUNTED(SAMPLING, "samples"),
	[PMON_FREEZES] = COUNTED(SAMPLING, "freezes"),
	[PMON_FOREIGN] = NOTICED(SAMPLING,
		"die %d: frozen by another user, through the global control or an overflow without a sampling event; unfrozen, not reported again\n",
		"foreign"),
	[PMON_LATE] = COUNTED(SAMPLING, "late"),
	[PMON_ASTRAY] = COUNTED(SAMPLING, "astray"),
	[PMON_EARLY] = COUNTED(SAMPLING, "early"),
	[PMON_STAYED] = NOTICED(SAMPLING,
		"die %d: stayed frozen after a freeze was ended, a write of the global control was lost; unfrozen again, not reported again\n",
		"stayed"),
	[PMON_ENDLESS] = WARNED(SAMPLING,
		"die %d: no counter moves since a freeze was ended, and ending it again has no effect; not reported again\n",
		"endless"),
	[PMON_STUCK] = WARNED(SAMPLING,
		"die %d: bit %u of the global status cannot be cleared; such bits are ignored from now on, not reported again\n",
		"stuck"),
	[PMON_MISSED] = COUNTED(SAMPLING, "missed"),
	[PMON_STORMS] = COUNTED(SAMPLING, "storms"),
	[PMON_WAITED] = COUNTED(SAMPLING, "waited_ns"),
	[PMON_HANDLED] = COUNTED(SAMPLING, "handled_ns"),
	[PMON_LAST_WAITED] = COUNTED(SAMPLING, "last_waited_ns"),
	[PMON_LAST_HANDLED] = COUNTED(SAMPLING, "last_handled_ns"),
};

void pmon_note(struct pmon_die *die, enum pmon_entry entry, const struct pmon_unit *unit,
	       unsigned int number)
{
	struct pmon_ledger *ledger = &die->ledger;

	if (ledger->count[entry]++ || !pmon_entries[entry].text)
		return;
	ledger->first[entry].unit = unit;
	ledger->first[entry].number = number;
	set_bit(entry, &ledger->reports);
	pmon_defer(die->deferred);
}

static void report(struct pmon_die *die, enum pmon_entry entry)
{
	const struct pmon_entry_kind *kind = &pmon_entries[entry];
	const struct pmon_unit *unit = die->ledger.first[entry].unit;
	unsigned int number = die->ledger.first[entry].number, id = unit ? unit->id : 0;
	const char *name = unit && unit->type->name ? unit->type->name : "an unnamed";

	if (kind->warn)
		dev_warn(die->dev, kind->text, die->die, number, name, id);
	else
		dev_notice(die->dev, kind->text, die->die, number, name, id);
}

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

void pmon_ledger_report(struct pmon_die *die)
{
	unsigned int i;

	for (i = 0; i < PMON_ENTRIES; i++) {
		if (test_and_clear_bit(i, &die->ledger.reports))
			report(die, i);
	}
	for (i = 0; i < die->num_units; i++)
		report_gone(die->units[i]);
}

static void start_work(struct irq_work *irq_work)
{
	struct pmon_deferred *deferred = container_of(irq_work, struct pmon_deferred, irq_work);

	schedule_work(&deferred->work);
}

void pmon_defer(struct pmon_deferred *deferred)
{
	irq_work_queue(&deferred->irq_work);
}

void pmon_deferred_init(struct pmon_deferred *deferred, work_func_t function)
{
	/*
	 * On PREEMPT_RT, run in hard interrupt context. Other irq_work runs in a thread of its CPU
	 * there. This thread is parked when the CPU goes offline, and irq_work_sync() then waits
	 * for what perf queues as it removes the CPU's events.
	 */
	deferred->irq_work = IRQ_WORK_INIT_HARD(start_work);
	INIT_WORK(&deferred->work, function);
}

void pmon_deferred_end(struct pmon_deferred *deferred)
{
	irq_work_sync(&deferred->irq_work);
	cancel_work_sync(&deferred->work);
}
