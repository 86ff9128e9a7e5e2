// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds and reads the PMON discovery tables.
 *
 * Intel 817509, section 1.10.1: any PCI function can carry the capability that points to a table. A
 * die can have several tables, which describe it together. Each table is read once, into a copy, so
 * that a table cannot change between check and use.
 */
#include <linux/bitfield.h>
#include <linux/device.h>
#include <linux/io.h>
#include <linux/ioport.h>
#include <linux/list_sort.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/pm_runtime.h>
#include <linux/slab.h>

#include "find/links.h"
#include "find/machine.h"
#include "find/placement.h"
#include "find/placement_io.h"
#include "find/placing.h"
#include "find/stacks.h"
#include "find/topology.h"
#include "processors/processor.h"

/*
 * Designated vendor-specific extended capability of PMON discovery. The guide does not document the
 * table offset. The field is taken from Intel's other capabilities of this kind, in units of eight
 * bytes. It is 0 in the guide's example.
 */
#define DVSEC_HEADER1		0x4
#define   DVSEC_VENDOR		GENMASK(15, 0)
#define DVSEC_HEADER2		0x8
#define   DVSEC_ID		GENMASK(15, 0)
#define   DVSEC_ID_PMON		1
#define DVSEC_TABLE		0xc
#define   DVSEC_TABLE_BIR	GENMASK(2, 0)
#define   DVSEC_TABLE_OFFSET	GENMASK(31, 3)
#define DVSEC_SIZE		0x10

#define ENTRY_BYTES		(PMON_TABLE_ENTRY_QWORDS * sizeof(u64))

/* Size of a table with the largest stride and number of entries. */
#define TABLE_MAX_BYTES		((PMON_TABLE_MAX_ENTRIES + 1) * 0xffUL * sizeof(u64))

static void free_die(struct pmon_die_desc *die)
{
	pci_dev_put(die->pci);
	kvfree(die->words);
	kfree(die);
}

void pmon_machine_give_up(struct pmon_machine *machine)
{
	struct pmon_die_desc *die;

	list_for_each_entry(die, &machine->dies, list) {
		if (pmon_die_usable(die) && !die->placed)
			die->verdict = PMON_NO_MEMORY;
	}
}

void pmon_machine_release(struct pmon_machine *machine)
{
	struct pmon_unit_desc *unit, *next_unit;
	struct pmon_die_desc *die, *next_die;

	list_for_each_entry_safe(unit, next_unit, &machine->units, list) {
		list_del(&unit->list);
		if (unit->powered)
			pm_runtime_put(&unit->pci->dev);
		pci_dev_put(unit->pci);
		pci_dev_put(unit->companion);
		kfree(unit);
	}
	list_for_each_entry_safe(die, next_die, &machine->dies, list) {
		list_del(&die->list);
		free_die(die);
	}
}

/* Find the address of a table. Its BAR limits all later reads. */
static enum pmon_verdict locate_table(struct device *dev,
				      struct pmon_die_desc *die, u32 pointer)
{
	struct pci_dev *pci = die->pci;
	unsigned int bir = FIELD_GET(DVSEC_TABLE_BIR, pointer);
	u64 offset = pointer & DVSEC_TABLE_OFFSET;
	u64 length;

	if (bir >= PCI_STD_NUM_BARS ||
	    !(pci_resource_flags(pci, bir) & IORESOURCE_MEM) ||
	    pci_resource_flags(pci, bir) & IORESOURCE_UNSET ||
	    !pci_resource_start(pci, bir)) {
		dev_warn(dev, "%s: PMON discovery in BAR %u, which is not a memory BAR\n",
			 pci_name(pci), bir);
		return PMON_BAD_ADDRESS;
	}

	length = pci_resource_len(pci, bir);
	if (offset > length || length - offset < ENTRY_BYTES) {
		dev_warn(dev, "%s: PMON discovery at 0x%llx of BAR %u, which ends at 0x%llx\n",
			 pci_name(pci), offset, bir, length);
		return PMON_BAD_TRUNCATED;
	}

	die->table_start = pci_resource_start(pci, bir) + offset;
	die->table_size = min_t(u64, length - offset, TABLE_MAX_BYTES);
	return PMON_OK;
}

/* A function can have the capability twice. */
static bool is_table_listed(const struct pmon_machine *machine, const struct pmon_die_desc *die)
{
	const struct pmon_die_desc *other;

	list_for_each_entry(other, &machine->dies, list) {
		if (die->table_start && other->table_start == die->table_start)
			return true;
	}
	return false;
}

static int add_table(struct device *dev, struct pmon_machine *machine, struct pci_dev *pci,
		     u32 pointer)
{
	struct pmon_die_desc *die = kzalloc(sizeof(*die), GFP_KERNEL);

	if (!die)
		return -ENOMEM;

	die->pci = pci_dev_get(pci);
	die->die = PMON_DIE_UNKNOWN;
	die->bus = pmon_topology_bus_key(pci->bus);
	die->verdict = locate_table(dev, die, pointer);
	if (is_table_listed(machine, die))
		free_die(die);
	else
		list_add_tail(&die->list, &machine->dies);
	return 0;
}

/*
 * The ids of such capabilities are per vendor (PCI Express, 7.9.6). The guide names no vendor, and
 * its code does not check it. Reject only vendors other than Intel; 0 is accepted.
 */
static bool is_pmon_discovery(struct pci_dev *pci, u16 position)
{
	u32 header1, header2;

	if (pci_read_config_dword(pci, position + DVSEC_HEADER1, &header1) ||
	    pci_read_config_dword(pci, position + DVSEC_HEADER2, &header2))
		return false;
	return FIELD_GET(DVSEC_ID, header2) == DVSEC_ID_PMON &&
	       (!FIELD_GET(DVSEC_VENDOR, header1) ||
		FIELD_GET(DVSEC_VENDOR, header1) == PCI_VENDOR_ID_INTEL);
}

static int scan_function(struct device *dev, struct pmon_machine *machine, struct pci_dev *pci)
{
	DECLARE_BITMAP(seen, PCI_CFG_SPACE_EXP_SIZE / 4) = {};
	u16 position = 0;
	u32 pointer;
	int ret = 0;

	while (!ret && (position = pci_find_next_ext_capability(pci, position,
								PCI_EXT_CAP_ID_DVSEC))) {
		/* Stop if the chain is a loop. */
		if (position > PCI_CFG_SPACE_EXP_SIZE - DVSEC_SIZE ||
		    __test_and_set_bit(position / 4, seen))
			break;
		if (!is_pmon_discovery(pci, position) ||
		    pci_read_config_dword(pci, position + DVSEC_TABLE, &pointer))
			continue;
		ret = add_table(dev, machine, pci, pointer);
	}
	return ret;
}

/*
 * Reading the BAR of a card can have side effects, and a card can have the id of the processor's
 * function. The processor's functions are on root buses; a virtual machine can have some of them
 * behind bridges. So a function behind a bridge is used if no function on a root bus can be of the
 * same die, and one with another id if none with the processor's can be.
 */
static bool may_be_card(const struct pmon_machine *machine, const struct pmon_topology *topology,
			const struct pci_dev *pci)
{
	unsigned int device = machine->processor->discovery->device;
	int number = pmon_topology_die(topology, pci->bus);
	const struct pmon_die_desc *die;

	list_for_each_entry(die, &machine->dies, list) {
		bool own = die->pci->device == device && pci->device != device;
		bool root = pci_is_root_bus(die->pci->bus) && !pci_is_root_bus(pci->bus);
		int other = pmon_topology_die(topology, die->pci->bus);

		if ((own || root) && (number == PMON_DIE_UNKNOWN || number == other ||
				      (own && other == PMON_DIE_UNKNOWN)))
			return true;
	}
	return false;
}

/* Scan the processor's own functions, or the others, on root buses or behind bridges. */
static int scan_functions(struct device *dev, struct pmon_machine *machine,
			  const struct pmon_topology *topology, bool own, bool on_root_bus)
{
	struct pci_dev *pci = NULL;
	int ret = 0;

	while (!ret && (pci = pci_get_device(PCI_VENDOR_ID_INTEL, PCI_ANY_ID, pci))) {
		bool is_own = pci->device == machine->processor->discovery->device;

		if (is_own != own || pci_is_root_bus(pci->bus) != on_root_bus ||
		    may_be_card(machine, topology, pci))
			continue;
		ret = scan_function(dev, machine, pci);
	}
	pci_dev_put(pci);
	return ret;
}

/* The processor's own function first; any other can have the table of a die that lacks it. */
static int find_tables(struct device *dev, struct pmon_machine *machine,
		       const struct pmon_topology *topology)
{
	return scan_functions(dev, machine, topology, true, true) ?:
	       scan_functions(dev, machine, topology, true, false) ?:
	       scan_functions(dev, machine, topology, false, true) ?:
	       scan_functions(dev, machine, topology, false, false);
}

static int compare(void *by_die, const struct list_head *a, const struct list_head *b)
{
	const struct pmon_die_desc *die_a = list_entry(a, struct pmon_die_desc, list);
	const struct pmon_die_desc *die_b = list_entry(b, struct pmon_die_desc, list);

	/* A bus key has less than 31 bits. */
	return by_die ? die_a->die - die_b->die : (int)die_a->bus - (int)die_b->bus;
}

/* Is a table that of the package after the last table's? */
static bool is_next(const struct pmon_die_desc *die, const struct pmon_die_desc *last, bool one_bus)
{
	return !last || (one_bus ? die->pci != last->pci : die->bus != last->bus);
}

/*
 * Do several packages share the bus of their tables, as in a simple virtual machine? The list is
 * sorted by bus.
 */
static bool is_one_bus(const struct pmon_machine *machine)
{
	return machine->max_dies > 1 &&
	       list_first_entry(&machine->dies, struct pmon_die_desc, list)->bus ==
	       list_last_entry(&machine->dies, struct pmon_die_desc, list)->bus;
}

/*
 * Are the buses with tables, or the functions on one bus, in the order of the packages, as far as
 * their dies are known? The list is sorted by bus.
 */
static bool tables_in_order(const struct pmon_machine *machine,
			    const struct pmon_topology *topology)
{
	const struct pmon_die_desc *die, *last = NULL;
	bool one_bus = is_one_bus(machine);
	unsigned int num = 0;

	list_for_each_entry(die, &machine->dies, list) {
		int known = pmon_topology_die(topology, die->pci->bus);

		num += is_next(die, last, one_bus);
		last = die;
		if (known != PMON_DIE_UNKNOWN && known != pmon_topology_position_die(num - 1))
			return false;
	}
	return num == machine->max_dies;
}

static bool has_die(const struct pmon_machine *machine, int number, bool placed)
{
	const struct pmon_die_desc *die;

	list_for_each_entry(die, &machine->dies, list) {
		if (die->die == number && (die->placed || !placed))
			return true;
	}
	return false;
}

/*
 * If neither UBox nor NUMA node identifies the die, and there are as many buses with tables as
 * packages, assume that both are in the same order; likewise for functions if all are on one bus.
 * An assigned die does not change.
 */
static void assign_dies(struct device *dev, struct pmon_machine *machine,
			const struct pmon_topology *topology)
{
	struct pmon_die_desc *die, *last = NULL;
	bool in_order, one_bus;
	unsigned int num = 0;

	list_sort(NULL, &machine->dies, compare);
	one_bus = is_one_bus(machine);
	in_order = tables_in_order(machine, topology);
	list_for_each_entry(die, &machine->dies, list) {
		num += is_next(die, last, one_bus);
		last = die;
		if (die->die >= 0)
			continue;
		die->die = pmon_topology_die(topology, die->pci->bus);
		if (die->die == PMON_DIE_UNKNOWN && in_order)
			die->die = pmon_topology_position_die(num - 1);
		if (die->die >= 0 && has_die(machine, die->die, true)) {
			dev_warn(dev, "die %d: second discovery table, of %s: not used\n",
				 die->die, pci_name(die->pci));
			die->verdict = PMON_BAD_DUPLICATE;
		}
		if (die->die >= 0)
			continue;
		dev_info(dev, "%s: PMON discovery: %s\n", pci_name(die->pci),
			 pmon_topology_problem(die->die));
	}
	list_sort(machine, &machine->dies, compare);
}

/* Once for each package. A bad table has a message of its own. */
static void report_without_table(struct device *dev, struct pmon_machine *machine)
{
	int number;

	for_each_online_die(number) {
		if (machine->without_table & BIT_ULL(number % 64) ||
		    has_die(machine, number, false))
			continue;
		machine->without_table |= BIT_ULL(number % 64);
		dev_warn(dev, "die %d: no PMON discovery table: its units are not used\n", number);
	}
}

/*
 * Read only the entries: a stride can leave kilobytes between them, and reads of device memory are
 * slow.
 */
static int copy_table(struct device *dev, struct pmon_die_desc *die,
		      const void __iomem *base)
{
	u64 entry[PMON_TABLE_ENTRY_QWORDS];
	size_t position, word, room = die->table_size / sizeof(u64);

	for (word = 0; word < PMON_TABLE_ENTRY_QWORDS; word++)
		entry[word] = readq(base + word * sizeof(u64));

	die->num_words = PMON_TABLE_ENTRY_QWORDS;
	die->verdict = pmon_table_parse_global(entry, die->num_words,
					       &die->global);
	if (die->verdict == PMON_OK)
		die->num_words = min(pmon_table_words(&die->global), room);
	else
		dev_warn(dev, "die %d: discovery table of %s not usable: %s (%016llx %016llx %016llx)\n",
			 die->die, pci_name(die->pci),
			 pmon_verdict_name(die->verdict), entry[0], entry[1],
			 entry[2]);

	die->words = kvcalloc(die->num_words, sizeof(u64), GFP_KERNEL);
	if (!die->words)
		return -ENOMEM;

	memcpy(die->words, entry, sizeof(entry));
	if (die->verdict != PMON_OK)
		return 0;

	for (position = die->global.stride;
	     position + PMON_TABLE_ENTRY_QWORDS <= die->num_words;
	     position += die->global.stride) {
		for (word = position; word < position + PMON_TABLE_ENTRY_QWORDS; word++)
			die->words[word] = readq(base + word * sizeof(u64));
	}
	return 0;
}

/*
 * Memory decoding of a function without a driver may be off. A driver switches it on itself, and
 * with the lock none is bound meanwhile. Do not wait for the lock: the caller may hold that of CPU
 * hotplug, which PCI takes inside of it.
 */
static int copy_decoded(struct device *dev, struct pmon_die_desc *die, const void __iomem *base)
{
	struct pci_dev *pci = die->pci;
	bool locked = device_trylock(&pci->dev);
	u16 command = PCI_COMMAND_MEMORY;
	int ret;

	if (locked && !pci->dev.driver)
		pci_read_config_word(pci, PCI_COMMAND, &command);
	if (!(command & PCI_COMMAND_MEMORY))
		pci_write_config_word(pci, PCI_COMMAND, command | PCI_COMMAND_MEMORY);
	ret = copy_table(dev, die, base);
	if (!(command & PCI_COMMAND_MEMORY))
		pci_write_config_word(pci, PCI_COMMAND, command);
	if (locked)
		device_unlock(&pci->dev);
	return ret;
}

static int read_table(struct device *dev, struct pmon_die_desc *die)
{
	void __iomem *base;
	int ret;

	/* Wrong firmware can also place a BAR over RAM. */
	if (!pmon_place_is_mappable(die->table_start, die->table_start + die->table_size - 1)) {
		dev_warn(dev, "die %d: discovery table of %s at 0x%llx, which is memory\n",
			 die->die, pci_name(die->pci), die->table_start);
		die->verdict = PMON_BAD_ADDRESS;
		return 0;
	}

	base = ioremap(die->table_start, die->table_size);
	if (!base)
		return -ENOMEM;
	ret = copy_decoded(dev, die, base);
	iounmap(base);
	return ret;
}

static int read_tables(struct device *dev, struct pmon_machine *machine)
{
	struct pmon_die_desc *die;
	int ret;

	list_for_each_entry(die, &machine->dies, list) {
		if (!pmon_die_usable(die) || die->words)
			continue;
		ret = read_table(dev, die);
		if (ret)
			return ret;
	}
	return 0;
}

static int place_dies(struct device *dev, struct pmon_machine *machine,
		      const struct pmon_topology *topology)
{
	struct pmon_placement placement = {
		.dev = dev, .discovery = machine->processor->discovery, .machine = machine,
		.topology = topology,
	};
	struct pmon_die_desc *die;
	unsigned int usable = 0;
	int ret;

	list_for_each_entry(die, &machine->dies, list) {
		if (die != pmon_die_first(machine, die->die) || die->placed)
			continue;
		if (!placement.discovery && !placement.report_at)
			placement.report_at = die;
		placement.die = die;
		pmon_place_memory(&placement);
	}
	list_for_each_entry(die, &machine->dies, list) {
		if (!pmon_die_usable(die))
			continue;
		placement.die = die;
		/* All units of a die are placed at once, with its first table. */
		if (!die->placed && die == pmon_die_first(machine, die->die)) {
			ret = pmon_place_die(&placement);
			if (ret)
				return ret;
		}
		die->placed = true;
		usable += placement.discovery ? 1 : pmon_place_good_units(&placement, die);
	}
	return usable ? 0 : -ENODEV;
}

/* Without tables, the dies are those with an online CPU. */
static int add_dies(struct pmon_machine *machine)
{
	struct pmon_die_desc *die;
	int number;

	for_each_online_die(number) {
		if (has_die(machine, number, false))
			continue;
		die = kzalloc(sizeof(*die), GFP_KERNEL);
		if (!die)
			return -ENOMEM;
		die->die = number;
		list_add_tail(&die->list, &machine->dies);
	}
	return 0;
}

static int add_tables(struct device *dev, struct pmon_machine *machine,
		      const struct pmon_topology *topology)
{
	int ret = list_empty(&machine->dies) ? find_tables(dev, machine, topology) : 0;

	if (ret)
		return ret;
	if (list_empty(&machine->dies)) {
		dev_info(dev, "no PCI function has a PMON discovery capability\n");
		return -ENODEV;
	}
	assign_dies(dev, machine, topology);
	report_without_table(dev, machine);
	return read_tables(dev, machine);
}

int pmon_discover(struct device *dev, struct pmon_machine *machine)
{
	struct pmon_topology topology;
	int ret;

	ret = pmon_topology_init(&topology, &machine->processor->ubox, machine->max_dies);
	if (ret)
		return ret;
	ret = machine->processor->discovery ? add_tables(dev, machine, &topology) :
					      add_dies(machine);
	if (!ret)
		ret = place_dies(dev, machine, &topology);
	if (!ret) {
		pmon_find_links(dev, machine, &topology);
		pmon_find_stacks(dev, machine, &topology);
	}
	pmon_topology_release(&topology);
	return ret;
}
