// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks units in PCI configuration space and in memory.
 *
 * Unlike MSRs, these units have no address ranges of their own: a wrong address is another device's
 * register, or memory. Documented units are compared with the description. Other units must not
 * overlap with anything known.
 */
#include <linux/bitfield.h>
#include <linux/delay.h>
#include <linux/io.h>
#include <linux/ioport.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/pm_runtime.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include "compat.h"
#include "find/placement_io.h"
#include "find/topology.h"
#include "processors/processor.h"

/* Addresses of the memory controllers, Intel 817509, section 1.10.3. */
#define MEMORY_BASE_MASK	GENMASK(28, 0)	/* address bits 51:23 */
#define MEMORY_BASE_SHIFT	23
#define MEMORY_OFFSET_SIZE	4
#define MEMORY_OFFSET_MASK	GENMASK(10, 0)	/* address bits 22:12 */
#define MEMORY_OFFSET_SHIFT	12

/* A capability has a start, but no length. The longest standard one has 60 bytes. */
#define CAPABILITY_SIZE		64

/* How often a unit is asked before it is absent, and how long it has for each answer. */
#define ASK_TIMES		4
#define ASK_AGAIN_MS		2

bool pmon_place_again(unsigned int *asked)
{
	if (++*asked == ASK_TIMES)
		return false;
	msleep(ASK_AGAIN_MS);
	return true;
}

/* Units without a description can only be in such functions. */
static bool system_class(const struct pci_dev *pci)
{
	unsigned int class = pci->class >> 16;

	/* Performance counters are of the latter. */
	return class == PCI_BASE_CLASS_SYSTEM || class == PCI_BASE_CLASS_SIGNAL_PROCESSING;
}

/*
 * Can the BARs of a function contain PMON registers? Only those of platform devices can, and those
 * of root ports and bridges, for CXL.
 */
static bool platform_class(const struct pci_dev *pci)
{
	unsigned int class = pci->class >> 16;

	return system_class(pci) || class == PCI_BASE_CLASS_BRIDGE ||
	       class == PCI_CLASS_NOT_DEFINED >> 8 || class == PCI_CLASS_OTHERS;
}

/* Does the function have a device id of the type? */
static bool has_device(const struct pmon_known_box *box, const struct pci_dev *pci)
{
	unsigned int i;

	for (i = 0; i < PMON_MAX_FUNCTIONS; i++) {
		if (box->at.functions[i].device && box->at.functions[i].device == pci->device)
			return true;
	}
	return false;
}

static bool has_table(const struct pmon_placement *placement, const struct pci_dev *pci)
{
	const struct pmon_die_desc *die;

	list_for_each_entry(die, &placement->machine->dies, list) {
		if (die->pci == pci)
			return true;
	}
	return false;
}

/* Is another purpose of the function's registers known, so that no other unit can be there? */
static bool documented_function(const struct pmon_placement *placement,
				const struct pci_dev *pci)
{
	const struct pmon_processor *processor = placement->machine->processor;
	const struct pmon_discovery *discovery = placement->discovery;
	unsigned int i;

	if (pci->device == discovery->device || pci->device == processor->ubox.device ||
	    pci->device == processor->memory.device)
		return true;
	for (i = 0; i < discovery->num_boxes; i++) {
		if (has_device(&discovery->boxes[i], pci))
			return true;
	}
	return has_table(placement, pci);
}

static bool over_capability(struct pci_dev *pci, unsigned int first,
			    unsigned int last)
{
	int ttl = PCI_CFG_SPACE_SIZE / 4;
	u16 position = 0;
	u8 pointer = 0;

	if (first < PCI_CFG_SPACE_SIZE) {
		pci_read_config_byte(pci, PCI_CAPABILITY_LIST, &pointer);
		while (pointer >= PCI_STD_HEADER_SIZEOF && pointer != 0xff && ttl--) {
			pointer &= ~3;
			if (first < pointer + CAPABILITY_SIZE && last >= pointer)
				return true;
			pci_read_config_byte(pci, pointer + PCI_CAP_LIST_NEXT,
					     &pointer);
		}
	}

	ttl = (PCI_CFG_SPACE_EXP_SIZE - PCI_CFG_SPACE_SIZE) / 8;
	position = PCI_CFG_SPACE_SIZE;
	while (position >= PCI_CFG_SPACE_SIZE && ttl-- &&
	       last >= PCI_CFG_SPACE_SIZE) {
		u32 header = 0;

		pci_read_config_dword(pci, position, &header);
		if (!header || header == ~0U)
			break;
		if (first < position + CAPABILITY_SIZE && last >= position)
			return true;
		position = PCI_EXT_CAP_NEXT(header);
	}
	return false;
}

static u64 last_register(const struct pmon_table_unit *unit)
{
	struct pmon_span spans[PMON_UNIT_SPANS];
	u64 last = 0;
	unsigned int i;

	pmon_table_spans(unit, spans);
	for (i = 0; i < PMON_UNIT_SPANS; i++)
		last = max(last, spans[i].last);
	return last;
}

/* Is the function of another package? It is not, if its package is unknown. */
static bool is_of_other_die(const struct pmon_placement *placement, const struct pci_dev *pci)
{
	int die = pmon_topology_die(placement->topology, pci->bus);

	return die != PMON_DIE_UNKNOWN && die != placement->die->die;
}

/* Can a function have units of a type? */
static bool is_function_of(const struct pmon_placement *placement, const struct pci_dev *pci,
			   const struct pmon_known_box *box)
{
	if (pci->vendor != PCI_VENDOR_ID_INTEL || is_of_other_die(placement, pci))
		return false;
	if (box->at.functions->device)
		return has_device(box, pci);
	return platform_class(pci) && !pci->dev.driver && !documented_function(placement, pci);
}

static enum pmon_verdict
check_function(const struct pmon_placement *placement, struct pci_dev *pci,
	       const struct pmon_table_unit *unit,
	       const struct pmon_known_box *box)
{
	unsigned int first = FIELD_GET(PMON_PCI_REGISTER, unit->control);
	unsigned int last = FIELD_GET(PMON_PCI_REGISTER, last_register(unit));

	if (box) {
		if (!is_function_of(placement, pci, box))
			return PMON_BAD_DEVICE;
		return first == box->at.control ? PMON_OK : PMON_BAD_RANGE;
	}

	if (pci->vendor != PCI_VENDOR_ID_INTEL || is_of_other_die(placement, pci) ||
	    pmon_topology_uncore_bus(placement->topology, pci->bus) == PMON_BUS_OTHER ||
	    documented_function(placement, pci) || !system_class(pci) || pci->dev.driver)
		return PMON_BAD_DEVICE;
	return over_capability(pci, first, last) ? PMON_BAD_RANGE : PMON_OK;
}

/*
 * Special addresses that may be missing in the resource tree: the first megabyte, and from the I/O
 * APICs to the firmware below 4 GiB. This includes the interrupt window, where a write is an
 * interrupt.
 */
static bool platform_range(u64 first, u64 last)
{
	return first < SZ_1M || (first <= U32_MAX && last >= 0xfec00000);
}

/*
 * Check undocumented registers before the first write to them. If reserved bits of unit control,
 * status or counters are set (Tables 1-3 to 1-6), these are other registers. If all bits are set,
 * there are none. @counters has the bits of all counters.
 */
static enum pmon_verdict check_values(const struct pmon_table_unit *unit,
				      u64 control, u64 status, u64 counters)
{
	if ((u32)control == ~0U || (u32)status == ~0U || counters >> 32 == U32_MAX)
		return PMON_BAD_RESET;
	if (control & GENMASK_ULL(31, 18) || status & GENMASK_ULL(31, 16))
		return PMON_BAD_RANGE;
	if (unit->width < 64 && counters >> unit->width)
		return PMON_BAD_RANGE;
	return PMON_OK;
}

static enum pmon_verdict probe_mmio(const struct pmon_table_unit *unit, u64 last)
{
	u64 control, status, counters = 0;
	void __iomem *base;
	unsigned int i;

	base = ioremap(unit->control, last - unit->control + 1);
	if (!base)
		return PMON_BAD_RANGE;
	control = readl(base);
	status = unit->status_offset ? readl(base + unit->status_offset) : 0;
	for (i = 0; i < unit->num_counters; i++)
		counters |= readq(base + unit->counter_offset + i * unit->stride.counter);
	iounmap(base);
	return check_values(unit, control, status, counters);
}

enum pmon_verdict pmon_place_probe_channel(const struct pmon_table_unit *unit)
{
	void __iomem *base = ioremap(unit->control, sizeof(u32));
	bool answers;

	if (!base)
		return PMON_OK;
	answers = readl(base) != ~0U;
	iounmap(base);
	return answers ? PMON_OK : PMON_ABSENT;
}

static u32 config_read(struct pci_dev *pci, unsigned int offset)
{
	u32 value = ~0U;

	pci_read_config_dword(pci, offset, &value);
	return value;
}

bool pmon_place_answers(struct pci_dev *pci, unsigned int offset)
{
	unsigned int asked = 0;
	bool answers;

	do {
		answers = config_read(pci, offset) != ~0U;
	} while (!answers && pmon_place_again(&asked));
	return answers;
}

static enum pmon_verdict probe_pci(const struct pmon_table_unit *unit,
				   struct pci_dev *pci)
{
	unsigned int first = FIELD_GET(PMON_PCI_REGISTER, unit->control);
	u64 status, counters = 0;
	unsigned int i;

	/* Counters have at least 32 bits: reserved ones are in the upper half. */
	for (i = 0; i < unit->num_counters; i++)
		counters |= (u64)config_read(pci, first + unit->counter_offset +
						  i * unit->stride.counter + 4) << 32;
	status = unit->status_offset ? config_read(pci, first + unit->status_offset) : 0;
	return check_values(unit, config_read(pci, first), status, counters);
}

static struct pci_dev *get_function(u64 address)
{
	return pci_get_domain_bus_and_slot(FIELD_GET(PMON_PCI_DOMAIN, address),
					   FIELD_GET(PMON_PCI_BUS, address),
					   FIELD_GET(PMON_PCI_DEVFN, address));
}

void pmon_place_correct_bus(const struct pmon_placement *placement, struct pmon_table_unit *unit,
			    const struct pmon_known_box *box)
{
	const struct pmon_function *functions = box->at.functions;
	struct pci_dev *pci = get_function(unit->control);
	bool right = pci && is_function_of(placement, pci, box);

	pci_dev_put(pci);
	if (right || (functions[1].device && functions[1].device != functions[0].device))
		return;
	/* Both uncore buses can have a function with this number. */
	pci = NULL;
	do {
		pci = pmon_place_function(placement, functions->device ?: PCI_ANY_ID,
					  FIELD_GET(PMON_PCI_DEVFN, unit->control), pci);
	} while (pci && !functions->device &&
		 box->pci_bus != pmon_topology_uncore_bus(placement->topology, pci->bus));
	if (!pci)
		return;
	unit->control = pmon_pci_address(pci, FIELD_GET(PMON_PCI_REGISTER, unit->control));
	pci_dev_put(pci);
}

enum pmon_verdict pmon_place_pci(const struct pmon_placement *placement,
				 struct pmon_unit_desc *desc)
{
	const struct pmon_known_box *box = desc->box && !desc->box->any_space ? desc->box : NULL;
	enum pmon_verdict verdict;
	struct pci_dev *pci;

	pci = get_function(desc->unit.control);
	if (!pci)
		return box ? PMON_ABSENT : PMON_BAD_DEVICE;

	verdict = check_function(placement, pci, &desc->unit, box);
	if (verdict != PMON_OK) {
		pci_dev_put(pci);
		return verdict;
	}
	/* A root port without power reads as all ones, and loses what was programmed. */
	pm_runtime_get_sync(&pci->dev);
	if (box && config_read(pci, FIELD_GET(PMON_PCI_REGISTER, desc->unit.control)) == ~0U)
		verdict = PMON_ABSENT;
	else if (!box || box->probed)
		verdict = probe_pci(&desc->unit, pci);
	desc->powered = verdict == PMON_OK;
	if (desc->powered) {
		desc->pci = pci;
	} else {
		pm_runtime_put(&pci->dev);
		pci_dev_put(pci);
	}
	return verdict;
}

/*
 * pcieport is bound to each root port, and intel_vsec to a function with a table. They request what
 * they use of a BAR; see claimed().
 */
static bool shares_bars(const struct pmon_placement *placement, const struct pci_dev *pci)
{
	return pci->class >> 8 == PCI_CLASS_BRIDGE_PCI || has_table(placement, pci);
}

/* Does the function have another vendor, another purpose, a driver, or another package? */
static bool foreign_function(const struct pmon_placement *placement,
			     const struct pci_dev *pci)
{
	return pci->vendor != PCI_VENDOR_ID_INTEL || !platform_class(pci) ||
	       (pci->dev.driver && !shares_bars(placement, pci)) ||
	       is_of_other_die(placement, pci);
}

static bool bar_overlaps(const struct pci_dev *pci, unsigned int bar, u64 first,
			 u64 last)
{
	return pci_resource_flags(pci, bar) & IORESOURCE_MEM &&
	       pci_resource_len(pci, bar) &&
	       first <= pci_resource_end(pci, bar) &&
	       last >= pci_resource_start(pci, bar);
}

static bool in_foreign_bar(const struct pmon_placement *placement, u64 first,
			   u64 last)
{
	struct pci_dev *pci = NULL;
	unsigned int bar;

	for_each_pci_dev(pci) {
		for (bar = 0; bar <= PCI_ROM_RESOURCE; bar++) {
			if (!bar_overlaps(pci, bar, first, last) ||
			    !foreign_function(placement, pci))
				continue;
			pci_dev_put(pci);
			return true;
		}
	}
	return false;
}

/* No resource claims persistent memory without a driver, but it can contain a user's data. */
bool pmon_place_is_mappable(u64 first, u64 last)
{
	u64 start = first & PAGE_MASK, size = PAGE_ALIGN(last + 1) - start;

	return !(last >> boot_cpu_data.x86_phys_bits) &&
	       region_intersects(start, size, IORESOURCE_SYSTEM_RAM,
				 IORES_DESC_NONE) == REGION_DISJOINT &&
	       region_intersects(start, size, IORESOURCE_MEM,
				 IORES_DESC_PERSISTENT_MEMORY) == REGION_DISJOINT &&
	       region_intersects(start, size, IORESOURCE_MEM,
				 IORES_DESC_PERSISTENT_MEMORY_LEGACY) == REGION_DISJOINT &&
	       region_intersects_soft_reserve(start, size) == REGION_DISJOINT;
}

/* Register block of one memory controller, 0 if it has none. */
static u64 memory_base(const struct pmon_memory *memory, struct pci_dev *pci, unsigned int mc)
{
	u32 base, offset;
	u64 address;

	if (pci_read_config_dword(pci, memory->base, &base) ||
	    pci_read_config_dword(pci, memory->offset + mc * MEMORY_OFFSET_SIZE, &offset) ||
	    !base || base == ~0U || offset == ~0U)
		return 0;
	/* Missing controllers have the offset 0. The first one may have it, too. */
	if (!offset && mc)
		return 0;

	address = (u64)FIELD_GET(MEMORY_BASE_MASK, base) << MEMORY_BASE_SHIFT |
		  (u64)FIELD_GET(MEMORY_OFFSET_MASK, offset) << MEMORY_OFFSET_SHIFT;
	if (!pmon_place_is_mappable(address + memory->start, address + memory->size - 1))
		return 0;
	return address;
}

/* Is it a part of a memory controller's registers? A package without a table has these, too. */
static bool in_memory_controller(const struct pmon_memory *memory, u64 first, u64 last)
{
	struct pci_dev *pci = NULL;
	unsigned int mc;

	while ((pci = pci_get_device(PCI_VENDOR_ID_INTEL, memory->device, pci))) {
		for (mc = 0; mc < memory->controllers && pci->devfn == memory->devfn; mc++) {
			u64 base = memory_base(memory, pci, mc);

			if (!base || first >= base + memory->size || last < base + memory->start)
				continue;
			pci_dev_put(pci);
			return true;
		}
	}
	return false;
}

static bool in_table(const struct pmon_placement *placement, u64 first, u64 last)
{
	const struct pmon_die_desc *die;

	list_for_each_entry(die, &placement->machine->dies, list) {
		if (die->table_start && first < die->table_start + die->table_size &&
		    last >= die->table_start)
			return true;
	}
	return false;
}

/*
 * The resource tree marks memory of drivers, the local APIC and the configuration space window as
 * busy.
 */
static bool claimed(u64 first, u64 last)
{
	u64 size = last - first + 1;

	if (!request_mem_region(first, size, "uncore_pmon"))
		return true;
	release_mem_region(first, size);
	return false;
}

enum pmon_verdict pmon_place_mmio(const struct pmon_placement *placement,
				  const struct pmon_unit_desc *desc)
{
	const struct pmon_known_box *box = desc->box;
	u64 first = desc->unit.control;
	u64 last = last_register(&desc->unit);

	if (first % sizeof(u64))
		return PMON_BAD_ADDRESS;
	if (!pmon_place_is_mappable(first, last))
		return PMON_BAD_RANGE;

	/* A known memory controller has its channels at their places. */
	if (box && box->at.runs->num && box->described &&
	    memchr_inv(placement->die->mmio_base, 0, sizeof(placement->die->mmio_base)))
		return PMON_BAD_RANGE;

	if (platform_range(first, last) ||
	    in_table(placement, first, last) ||
	    in_memory_controller(&placement->machine->processor->memory, first, last) ||
	    in_foreign_bar(placement, first, last) || claimed(first, last))
		return PMON_BAD_RANGE;
	return probe_mmio(&desc->unit, last);
}

void pmon_place_memory(const struct pmon_placement *placement)
{
	const struct pmon_memory *memory = &placement->machine->processor->memory;
	struct pci_dev *pci = pmon_place_function(placement, memory->device, memory->devfn, NULL);
	unsigned int mc;

	for (mc = 0; mc < memory->controllers && pci; mc++)
		placement->die->mmio_base[mc] = memory_base(memory, pci, mc);
	pci_dev_put(pci);
}
