// SPDX-License-Identifier: GPL-2.0-only
/*
 * /sys/kernel/debug/uncore_pmon: the discovered units, and statistics of sampling, controls and
 * readings.
 *
 * Discovery: for each die the raw table, its decoded form, and the verdict on each unit. A report
 * about a wrong table needs only this file.
 */
#include <linux/debugfs.h>
#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/seq_file.h>

#include "core.h"
#include "count/die.h"
#include "count/ledger.h"
#include "count/unit.h"
#include "debugfs.h"
#include "find/machine.h"
#include "find/topology.h"
#include "processors/box.h"

static struct dentry *directory;

static const char *verdict_name(const struct pmon_unit_desc *desc)
{
	if (desc->verdict == PMON_OK && desc->built && READ_ONCE(desc->built->gone))
		return "does not answer any more";
	return pmon_verdict_name(desc->verdict);
}

static void show_global(struct seq_file *file, const struct pmon_die_desc *die)
{
	const struct pmon_table_global *global = &die->global;
	unsigned int mc;

	if (die->die >= 0)
		seq_printf(file, "die %d:", die->die);
	else
		seq_puts(file, "no die:");
	if (!die->pci) {
		seq_puts(file, " no discovery table, units as the driver knows them\n");
		return;
	}
	seq_printf(file, " function %s, table at 0x%llx: %s\n", pci_name(die->pci),
		   die->table_start,
		   die->die < 0 ? pmon_topology_problem(die->die) :
				  pmon_verdict_name(die->verdict));
	if (!die->words)
		return;

	seq_printf(file, "  type %u, %u entries of %u quadwords\n", global->type,
		   global->max_entries, global->stride);
	seq_printf(file, "  global control %s 0x%llx, status +0x%x with %u bits: %s\n",
		   pmon_access_name(global->access), global->control,
		   global->status_offset, global->status_bits,
		   die->status_bits ? "used" :
		   die->global_usable ? "used to end a freeze" : "not used");
	for (mc = 0; mc < PMON_MEMORY_CONTROLLERS; mc++) {
		if (die->mmio_base[mc])
			seq_printf(file, "  memory controller %u at 0x%llx\n",
				   mc, die->mmio_base[mc]);
	}
}

static void show_unit(struct seq_file *file, const struct pmon_unit_desc *desc)
{
	const struct pmon_table_unit *unit = &desc->unit;

	if (desc->index >= 0)
		seq_printf(file, "  %5d", desc->index);
	else
		seq_puts(file, "      -");
	seq_printf(file, " %5u %-16s %5u %-7s 0x%-12llx %3u %3u 0x%02x+%-2u 0x%02x+%-2u 0x%02x ",
		   unit->type, desc->type->name ?: "-", unit->id,
		   pmon_access_name(unit->access), unit->control,
		   unit->num_counters, unit->width, unit->control_offset,
		   unit->stride.control, unit->counter_offset,
		   unit->stride.counter, unit->status_offset);
	if (unit->status_position == PMON_NO_STATUS)
		seq_puts(file, "    -");
	else
		seq_printf(file, "%5u", unit->status_position);
	seq_printf(file, " %s\n", verdict_name(desc));
}

/* A unit of a static description, with the offset of each register. */
static void show_static(struct seq_file *file, const struct pmon_unit_desc *desc)
{
	const struct pmon_registers *registers = desc->type->registers;
	unsigned int i;

	seq_printf(file, "  %-6s %5u %-7s 0x%-8llx %u x %u bit:", desc->type->name,
		   desc->unit.id, pmon_access_name(desc->unit.access),
		   desc->unit.control, desc->unit.num_counters, desc->unit.width);
	for (i = 0; i < desc->unit.num_counters; i++)
		seq_printf(file, " %d/%d", registers->control[i],
			   registers->counter[i]);
	if (desc->pci)
		seq_printf(file, ", function %s", pci_name(desc->pci));
	if (desc->companion)
		seq_printf(file, " and %s", pci_name(desc->companion));
	seq_printf(file, ": %s\n", verdict_name(desc));
}

static void show_statics(struct seq_file *file,
			 const struct pmon_machine *machine, int die)
{
	const struct pmon_unit_desc *desc;

	seq_puts(file, "  name      id space   control    counters: offsets of each control/counter\n");
	list_for_each_entry(desc, &machine->units, list) {
		if (desc->die == die)
			show_static(file, desc);
	}
}

static void show_units(struct seq_file *file, const struct pmon_machine *machine,
		       const struct pmon_die_desc *table)
{
	const struct pmon_unit_desc *desc;

	seq_puts(file, "  entry  type name                id space   control        num bit control counter stat   bit verdict\n");
	list_for_each_entry(desc, &machine->units, list) {
		if (desc->table == table)
			show_unit(file, desc);
	}
}

/* An entry uses three quadwords. A larger stride is reserved space. */
static void show_words(struct seq_file *file, const struct pmon_die_desc *die)
{
	size_t stride = die->global.stride;
	size_t position = 0;

	seq_puts(file, "  raw table, quadword number and what was read:\n");
	while (position + PMON_TABLE_ENTRY_QWORDS <= die->num_words) {
		const u64 *words = die->words + position;

		if (words[0] || words[1] || words[2])
			seq_printf(file, "  %6zu %016llx %016llx %016llx\n",
				   position, words[0], words[1], words[2]);
		if (!stride)
			break;
		position += stride;
	}
}

static int discovery_show(struct seq_file *file, void *unused)
{
	struct pmon_core *core = file->private;
	const struct pmon_machine *machine = &core->machine;
	const struct pmon_die_desc *die;

	mutex_lock(&core->lock);
	list_for_each_entry(die, &machine->dies, list) {
		show_global(file, die);
		if (!die->pci)
			show_statics(file, machine, die->die);
		else if (pmon_die_usable(die))
			show_units(file, machine, die);
		if (die->words)
			show_words(file, die);
	}
	mutex_unlock(&core->lock);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(discovery);

/* A line for each die. The numbers of a line may be from before and after a sample. */
static int show_page(struct seq_file *file, enum pmon_page page)
{
	const struct pmon_core *core = file->private;
	unsigned int i, entry;
	u64 number;

	for (i = 0; i < core->num_dies; i++) {
		const struct pmon_die *die = pmon_core_die(core, i);

		if (!die || (page == PMON_PAGE_SAMPLING &&
			     !die->overflow.global.usable))
			continue;
		seq_printf(file, "die %d:", die->die);
		if (page == PMON_PAGE_SAMPLING)
			/* Numbers for people; the owner may change them meanwhile. */
			seq_printf(file, " active %d", data_race(die->overflow.polls) > 0);
		for (entry = 0; entry < PMON_ENTRIES; entry++) {
			if (pmon_entries[entry].page != page)
				continue;
			/* As above. */
			number = data_race(die->ledger.count[entry]);
			seq_printf(file, " %s %llu", pmon_entries[entry].name, number);
		}
		seq_putc(file, '\n');
	}
	return 0;
}

static int sampling_show(struct seq_file *file, void *unused)
{
	return show_page(file, PMON_PAGE_SAMPLING);
}
DEFINE_SHOW_ATTRIBUTE(sampling);

static int controls_show(struct seq_file *file, void *unused)
{
	return show_page(file, PMON_PAGE_CONTROLS);
}
DEFINE_SHOW_ATTRIBUTE(controls);

static int readings_show(struct seq_file *file, void *unused)
{
	return show_page(file, PMON_PAGE_READINGS);
}
DEFINE_SHOW_ATTRIBUTE(readings);

void pmon_debugfs_init(struct pmon_core *core)
{
	directory = debugfs_create_dir("uncore_pmon", NULL);
	debugfs_create_file("discovery", 0400, directory, core, &discovery_fops);
	debugfs_create_file("sampling", 0400, directory, core, &sampling_fops);
	debugfs_create_file("controls", 0400, directory, core, &controls_fops);
	debugfs_create_file("readings", 0400, directory, core, &readings_fops);
}

void pmon_debugfs_exit(void)
{
	debugfs_remove_recursive(directory);
	directory = NULL;
}
