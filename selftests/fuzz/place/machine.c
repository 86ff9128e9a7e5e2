// SPDX-License-Identifier: GPL-2.0-only
/*
 * A machine with two packages, and what the kernel knows of it.
 */
#include "../fuzz.h"
#include "../valid_table.h"
#include "count/regspace.h"
#include "find/placement.h"
#include "find/placement_io.h"
#include "find/topology.h"
#include "kernel.h"
#include "machine.h"
#include "processors/emr.h"

#define FUNCTIONS	64
#define REGISTERS	16

static struct pci_bus buses[PLACE_DIES] = { { 0, 0x7e, 0 }, { 0, 0xfe, 1 } };
static struct pci_dev functions[FUNCTIONS];
static unsigned int num_functions;

static struct {
	u64 address;
	u32 value;
} registers[REGISTERS];
static unsigned int num_registers;

static u64 cha_count;
static int mappings, claims;

const struct place_cpu boot_cpu_data = { .x86_phys_bits = 46 };

/* --- the table ------------------------------------------------------------------------------ */

/* Where the entry is that the valid table has for another bus, or other addresses. */
static void move_entry(u64 *entry, unsigned int die)
{
	unsigned int id = entry[2] >> 16 & 0xffff;

	switch (entry[0] >> 62) {
	case PMON_ACCESS_PCI:
		entry[1] = (entry[1] & ~PMON_PCI_BUS) | FIELD_PREP(PMON_PCI_BUS, buses[die].number);
		break;
	case PMON_ACCESS_MMIO:
		if ((entry[2] & 0xffff) == EMR_IMC)
			entry[1] = PLACE_CHANNELS + id / 2 * PLACE_CONTROLLER_SIZE + 0x22800 + id % 2 * 0x8000;
		entry[1] += die * PLACE_DISTANCE;
		break;
	}
}

/*
 * Each unit is compared with all others: most of the time would go to CHAs. The second package has holes instead of those
 * that are of no use to it.
 */
static bool left_out(const u64 *entry, unsigned int die)
{
	unsigned int id = entry[2] >> 16 & 0xffff;

	return entry[0] >> 62 == PMON_ACCESS_MSR && (entry[2] & 0xffff) != EMR_MDF &&
	       id >= (die ? 2 : PLACE_CHAS);
}

void place_table(u64 *words, unsigned int die)
{
	unsigned int at;

	valid_table(words);
	for (at = 3; at < VALID_TABLE_WORDS; at += 3) {
		if (left_out(&words[at], die))
			memset(&words[at], 0, 3 * sizeof(u64));
		else
			move_entry(&words[at], die);
	}
}

/* --- PCI functions -------------------------------------------------------------------------- */

static struct pci_dev *add_function(unsigned int die, unsigned int devfn, u16 device, u32 class)
{
	struct pci_dev *pci = &functions[num_functions++];

	REQUIRE(num_functions <= FUNCTIONS);
	*pci = (struct pci_dev){
		.bus = &buses[die], .vendor = PCI_VENDOR_ID_INTEL, .device = device,
		.devfn = devfn, .class = class, .cfg_size = PCI_CFG_SPACE_EXP_SIZE,
	};
	return pci;
}

static void add_memory_function(unsigned int die)
{
	struct pci_dev *pci = add_function(die, PCI_DEVFN(0, 1), EMR_PCI_MEMORY, 0x088000);
	unsigned int mc;

	pci->config[0xd0 / 4] = (PLACE_CHANNELS + die * PLACE_DISTANCE) >> 23;
	for (mc = 0; mc < PMON_MEMORY_CONTROLLERS; mc++)
		pci->config[0xd8 / 4 + mc] = mc * PLACE_CONTROLLER_SIZE >> 12;
}

static void add_bar(struct pci_dev *pci, u64 start, u64 size)
{
	pci->bars[0] = (struct place_bar){ start + pci->bus->die * PLACE_DISTANCE, size };
}

static void add_package(unsigned int die)
{
	struct pci_dev *pci;
	unsigned int i;

	add_function(die, PCI_DEVFN(0, 0), EMR_PCI_UBOX, 0x088000);
	add_memory_function(die);
	add_bar(add_function(die, PCI_DEVFN(0, 3), EMR_PCI_DISCOVERY, 0x088000), PLACE_TABLE, 0x10000);
	for (i = 0; i < 4; i++) {
		add_function(die, PCI_DEVFN(1 + i, 1), EMR_PCI_UPI, 0x088000);
		add_function(die, PCI_DEVFN(5 + i, 1), EMR_PCI_M3UPI, 0x088000);
		add_function(die, PCI_DEVFN(12 + i, 0), EMR_PCI_M2M, 0x088000);
	}

	pci = add_function(die, PLACE_SYSTEM_DEVFN, 0x1234, 0x110100);
	pci->config[PLACE_CAPABILITY / 4] = 0x1000b;
	pci = add_function(die, PLACE_DRIVEN_DEVFN, 0x1235, 0x110100);
	pci->dev.driver = "a driver";
	pci = add_function(die, PLACE_STORAGE_DEVFN, 0x1236, 0x010802);
	add_bar(pci, PLACE_STORAGE, 0x10000);
	add_bar(add_function(die, PCI_DEVFN(30, 0), 0x1237, 0x060400), PLACE_BRIDGE, PLACE_BRIDGE_SIZE);
}

void place_begin(void)
{
	unsigned int i;

	num_registers = 0;
	cha_count = 0;
	mappings = 0;
	claims = 0;
	if (!num_functions) {
		for (i = 0; i < PLACE_DIES; i++)
			add_package(i);
	}
	for (i = 0; i < num_functions; i++)
		functions[i].references = 0;
}

struct pci_dev *place_function(unsigned int die, unsigned int devfn)
{
	unsigned int i;

	for (i = 0; i < num_functions; i++)
		if (functions[i].bus == &buses[die] && functions[i].devfn == devfn)
			return &functions[i];
	return NULL;
}

struct pci_dev *pci_dev_get(struct pci_dev *pci)
{
	if (pci)
		pci->references++;
	return pci;
}

void pci_dev_put(struct pci_dev *pci)
{
	if (!pci)
		return;
	REQUIRE(pci->references > 0);
	pci->references--;
}

struct pci_dev *place_next_function(struct pci_dev *from)
{
	struct pci_dev *next = from ? from + 1 : functions;

	pci_dev_put(from);
	return next < functions + num_functions ? pci_dev_get(next) : NULL;
}

struct pci_dev *pci_get_device(unsigned int vendor, unsigned int device, struct pci_dev *from)
{
	struct pci_dev *pci = from;

	while ((pci = place_next_function(pci)))
		if (pci->vendor == vendor && pci->device == device)
			return pci;
	return NULL;
}

struct pci_dev *pci_get_domain_bus_and_slot(int domain, unsigned int bus, unsigned int devfn)
{
	unsigned int die;

	for (die = 0; die < PLACE_DIES; die++)
		if (!domain && bus == buses[die].number)
			return pci_dev_get(place_function(die, devfn));
	return NULL;
}

int pci_read_config_dword(struct pci_dev *pci, int offset, u32 *value)
{
	REQUIRE(offset >= 0 && offset % 4 == 0 && offset < pci->cfg_size);
	*value = pci->config[offset / 4];
	return 0;
}

int pci_read_config_byte(struct pci_dev *pci, int offset, u8 *value)
{
	REQUIRE(offset >= 0 && offset < pci->cfg_size);
	*value = pci->config[offset / 4] >> offset % 4 * 8;
	return 0;
}

/* --- memory --------------------------------------------------------------------------------- */

static bool reaches(u64 start, u64 size, u64 first, u64 end)
{
	return start < end && start + size > first;
}

int region_intersects(u64 start, u64 size, unsigned long flags, unsigned long desc)
{
	REQUIRE(flags == IORESOURCE_SYSTEM_RAM && desc == IORES_DESC_NONE);
	return reaches(start, size, 0, PLACE_RAM_END) || reaches(start, size, 1ULL << 32, 6ULL << 30) ?
		       REGION_INTERSECTS : REGION_DISJOINT;
}

void *request_mem_region(u64 start, u64 size, const char *name)
{
	unsigned int die;

	REQUIRE(*name);
	for (die = 0; die < PLACE_DIES; die++) {
		u64 first = PLACE_CLAIMED + die * PLACE_DISTANCE;

		if (reaches(start, size, first, first + PAGE_SIZE))
			return NULL;
	}
	claims++;
	return &claims;
}

void release_mem_region(u64 start, u64 size)
{
	REQUIRE(start && size);
	claims--;
}

void place_set_register(u64 address, u32 value)
{
	REQUIRE(num_registers < REGISTERS && address % 4 == 0);
	registers[num_registers].address = address;
	registers[num_registers++].value = value;
}

/* Exactly as long as was asked for: the sanitizer sees what is read behind it. */
void *ioremap(u64 start, u64 size)
{
	u8 *mapping;
	unsigned int i;

	/* No unit is longer than its offsets allow. */
	REQUIRE(size && size <= PAGE_SIZE);
	mapping = calloc(1, size);
	REQUIRE(mapping);
	for (i = 0; i < num_registers; i++)
		if (registers[i].address >= start && registers[i].address + 4 <= start + size)
			memcpy(mapping + (registers[i].address - start), &registers[i].value, 4);
	mappings++;
	return mapping;
}

void iounmap(void *mapping)
{
	free(mapping);
	mappings--;
}

u32 readl(const void *address)
{
	REQUIRE((unsigned long)address % 4 == 0);
	return *(const u32 *)address;
}

u64 readq(const void *address)
{
	REQUIRE((unsigned long)address % 8 == 0);
	return *(const u64 *)address;
}

int place_left(void)
{
	int left = mappings + claims;
	unsigned int i;

	for (i = 0; i < num_functions; i++)
		left += functions[i].references;
	return left;
}

/* --- what other files of the driver tell ---------------------------------------------------- */

unsigned int pmon_topology_bus_key(const struct pci_bus *bus)
{
	return bus->domain << 8 | bus->number;
}

int pmon_topology_die(const struct pmon_topology *topology, const struct pci_bus *bus)
{
	(void)topology;
	return bus->die;
}

int pmon_topology_cpu(int die)
{
	return die;
}

void place_set_cha_count(u64 count)
{
	cha_count = count;
}

int pmon_msr_read_on(int cpu, u32 msr, u64 *value)
{
	REQUIRE(cpu >= 0 && cpu < PLACE_DIES && msr == EMR_MSR_CHA_COUNT);
	*value = cha_count;
	return cha_count ? 0 : -EIO;
}

/* --- a run ---------------------------------------------------------------------------------- */

static void add_die(struct pmon_machine *machine, unsigned int number, const u64 *words)
{
	struct pmon_die_desc *die = kzalloc(sizeof(*die), GFP_KERNEL);

	REQUIRE(die);
	die->die = number;
	die->pci = place_function(number, PCI_DEVFN(0, 3));
	die->bus = pmon_topology_bus_key(&buses[number]);
	die->table_start = PLACE_TABLE + number * PLACE_DISTANCE;
	die->table_size = 0x10000;
	die->verdict = pmon_table_parse_global(words, VALID_TABLE_WORDS, &die->global);
	if (die->verdict == PMON_OK)
		die->num_words = min(pmon_table_words(&die->global), (size_t)VALID_TABLE_WORDS);
	die->words = malloc(die->num_words * sizeof(u64) + !die->num_words);
	REQUIRE(die->words);
	memcpy(die->words, words, die->num_words * sizeof(u64));
	list_add_tail(&die->list, &machine->dies);
}

void place_run(struct pmon_machine *machine, unsigned int first, u64 (*words)[VALID_TABLE_WORDS])
{
	struct pmon_die_desc *die;
	unsigned int i;

	for (i = 0; i < PLACE_DIES; i++)
		add_die(machine, i ^ first, words[i ^ first]);
	list_for_each_entry(die, &machine->dies, list)
		pmon_place_memory(die, NULL);
	list_for_each_entry(die, &machine->dies, list)
		if (die->verdict == PMON_OK)
			REQUIRE(!pmon_place_die(NULL, machine, die, NULL));
}

void place_release(struct pmon_machine *machine)
{
	struct pmon_unit_desc *desc, *next_desc;
	struct pmon_die_desc *die, *next_die;

	list_for_each_entry_safe(desc, next_desc, &machine->units, list) {
		pci_dev_put(desc->pci);
		kfree(desc);
	}
	list_for_each_entry_safe(die, next_die, &machine->dies, list) {
		kfree(die->words);
		kfree(die);
	}
	INIT_LIST_HEAD(&machine->units);
	INIT_LIST_HEAD(&machine->dies);
}
