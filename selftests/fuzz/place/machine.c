// SPDX-License-Identifier: GPL-2.0-only
/*
 * A machine with two packages, and what the kernel knows of it.
 */
#include "../fuzz.h"
#include "../valid_table.h"
#include "machine.h"
#include "processors/emr.h"
#include "processors/processor.h"

#define FUNCTIONS	1400
#define REGISTERS	16
#define BUSES		128
#define TABLES		6

static struct pci_bus buses[BUSES];
static unsigned int num_buses;
static struct pci_dev functions[FUNCTIONS];
static unsigned int num_functions;

static struct {
	u64 address;
	u32 value;
} registers[REGISTERS];
static unsigned int num_registers;

static u64 tables[TABLES][VALID_TABLE_WORDS];
static struct pci_dev *discoveries[TABLES];
static unsigned int sleeps, wakes_in;
static void (*wake_now)(void);
static unsigned int num_tables;
static u64 *package_tables[PLACE_DIES];
static const struct pci_dev *card;
static bool card_was_read;
static int mappings, claims;
static bool failed_to_map;

unsigned int place_max_dies;
struct kernel_cpu_data boot_cpu_data = { .x86_phys_bits = 46 };

/* --- the table ------------------------------------------------------------------------------ */

/* The valid table is about one bus, and one package's addresses. */
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

struct pci_bus *place_add_bus(unsigned int package, u8 number)
{
	unsigned int i;

	for (i = 0; i < num_buses; i++)
		if (buses[i].number == number)
			return &buses[i];
	REQUIRE(num_buses < BUSES);
	buses[num_buses] = (struct pci_bus){ .number = number, .package = (int)package, .node = (int)package };
	return &buses[num_buses++];
}

struct pci_dev *place_add_function_on(struct pci_bus *bus, unsigned int devfn, u16 device, u32 class)
{
	struct pci_dev *pci = &functions[num_functions++];

	REQUIRE(num_functions <= FUNCTIONS);
	*pci = (struct pci_dev){
		.bus = bus, .vendor = PCI_VENDOR_ID_INTEL, .device = device,
		.devfn = devfn, .class = class, .cfg_size = PCI_CFG_SPACE_EXP_SIZE,
	};
	return pci;
}

struct pci_dev *place_add_function(unsigned int die, unsigned int devfn, u16 device, u32 class)
{
	return place_add_function_on(&buses[die], devfn, device, class);
}

static void add_memory_function(unsigned int die)
{
	struct pci_dev *pci = place_add_function(die, PCI_DEVFN(0, 1), EMR_PCI_MEMORY, 0x088000);
	unsigned int mc;

	pci->config[0xd0 / 4] = (PLACE_CHANNELS + die * PLACE_DISTANCE) >> 23;
	for (mc = 0; mc < PMON_MEMORY_CONTROLLERS; mc++)
		pci->config[0xd8 / 4 + mc] = mc * PLACE_CONTROLLER_SIZE >> 12;
}

static void add_bar(struct pci_dev *pci, u64 start, u64 size)
{
	pci->bars[0] = (struct kernel_bar){ start + pci->bus->package * PLACE_DISTANCE, size };
}

u64 *place_make_discovery(struct pci_dev *pci)
{
	REQUIRE(num_tables < TABLES);
	/* The first one of a package is where it always was. */
	add_bar(pci, PLACE_TABLE + num_tables / PLACE_DIES * PLACE_TABLE_SIZE, PLACE_TABLE_SIZE);
	pci->config[PLACE_CAPABILITY / 4] = PCI_EXT_CAP_ID_DVSEC | 0x10000;
	pci->config[PLACE_CAPABILITY / 4 + 1] = PCI_VENDOR_ID_INTEL;
	pci->config[PLACE_CAPABILITY / 4 + 2] = 1;
	discoveries[num_tables] = pci;
	memset(tables[num_tables], 0, sizeof(tables[0]));
	return tables[num_tables++];
}

u64 *place_add_discovery(struct pci_bus *bus, unsigned int devfn)
{
	return place_make_discovery(place_add_function_on(bus, devfn, EMR_PCI_DISCOVERY, 0x088000));
}

static void add_package(unsigned int die)
{
	struct pci_dev *pci;
	unsigned int i;

	/* Its own node, and the nodes of all packages. */
	pci = place_add_function(die, PCI_DEVFN(0, 0), EMR_PCI_UBOX, 0x088000);
	pci->config[EMR_UBOX_NODE_ID / 4] = die;
	pci->config[EMR_UBOX_NODE_MAP / 4] = 1 << 3;
	add_memory_function(die);
	package_tables[die] = place_add_discovery(&buses[die], PCI_DEVFN(0, 3));
	place_discovery(die)->bars[0].start = PLACE_TABLE + die * PLACE_DISTANCE;
	place_table(package_tables[die], die);
	for (i = 0; i < 4; i++) {
		place_add_function(die, PCI_DEVFN(1 + i, 1), EMR_PCI_UPI, 0x088000);
		place_add_function(die, PCI_DEVFN(5 + i, 1), EMR_PCI_M3UPI, 0x088000);
		place_add_function(die, PCI_DEVFN(12 + i, 0), EMR_PCI_M2M, 0x088000);
	}
	place_add_others(die);
}

void place_add_others(unsigned int die)
{
	struct pci_dev *pci;

	pci = place_add_function(die, PLACE_SYSTEM_DEVFN, 0x1234, 0x110100);
	pci->config[PLACE_CAPABILITY / 4] = 0x1000b;
	pci = place_add_function(die, PLACE_DRIVEN_DEVFN, 0x1235, 0x110100);
	pci->dev.driver = "a driver";
	pci = place_add_function(die, PLACE_STORAGE_DEVFN, 0x1236, 0x010802);
	add_bar(pci, PLACE_STORAGE, 0x10000);
	add_bar(place_add_function(die, PCI_DEVFN(30, 0), 0x1237, 0x060400), PLACE_BRIDGE, PLACE_BRIDGE_SIZE);
}

void place_wake(unsigned int sleep, void (*wake)(void))
{
	sleeps = 0;
	wakes_in = sleep;
	wake_now = wake;
}

unsigned int place_sleeps(void)
{
	return sleeps;
}

void msleep(unsigned int ms)
{
	REQUIRE(ms);
	if (++sleeps == wakes_in)
		wake_now();
}

void place_clear(void)
{
	place_wake(0, NULL);
	num_registers = 0;
	num_functions = 0;
	place_clear_msrs();
	mappings = 0;
	claims = 0;
	place_fail(0);
	place_max_dies = PLACE_DIES;
	kernel_may_warn = true;
	kernel_warnings = 0;
	kernel_switch_on(PLACE_DIES);
	num_tables = 0;
	card = NULL;
	card_was_read = false;
	num_buses = 0;
	place_add_bus(0, 0x7e);
	place_add_bus(1, 0xfe);
}

struct pci_bus *place_add_bus_in(unsigned int domain, unsigned int package, u8 number)
{
	unsigned int i;

	for (i = 0; i < num_buses; i++)
		if (buses[i].number == number && buses[i].domain == domain)
			return &buses[i];
	REQUIRE(num_buses < BUSES);
	buses[num_buses] = (struct pci_bus){
		.domain = domain, .number = number, .package = (int)package, .node = NUMA_NO_NODE,
	};
	return &buses[num_buses++];
}

void place_clear_all(void)
{
	place_clear();
	num_buses = 0;
	memset(kernel_cpus, 0, sizeof(kernel_cpus));
}

void place_begin(void)
{
	unsigned int i;

	place_clear();
	for (i = 0; i < PLACE_DIES; i++)
		add_package(i);
}

u64 *place_begin_with_card(u16 device, bool behind_bridge)
{
	struct pci_bus *bus;
	unsigned int i;
	u64 *words;

	place_clear();
	bus = place_add_bus(0, 5);
	bus->behind_bridge = behind_bridge;
	words = place_add_discovery(bus, 0);
	functions[0].device = device;
	functions[0].bars[0].start = PLACE_CARD;
	card = &functions[0];
	for (i = 0; i < PLACE_DIES; i++)
		add_package(i);
	return words;
}

bool place_card_was_read(void)
{
	return card_was_read;
}

void place_no_nodes(void)
{
	unsigned int i;

	for (i = 0; i < num_buses; i++)
		buses[i].node = NUMA_NO_NODE;
}

void place_remove_package(unsigned int package)
{
	unsigned int i;

	for (i = 0; i < num_functions; i++)
		if (functions[i].bus->package == (int)package)
			functions[i].vendor = 0xffff;
}

u64 *place_words(unsigned int package)
{
	return package_tables[package];
}

struct pci_bus *place_bus(unsigned int package)
{
	return &buses[package];
}

struct pci_dev *place_discovery(unsigned int package)
{
	return place_function(package, PCI_DEVFN(0, 3));
}

struct pci_dev *place_function(unsigned int die, unsigned int devfn)
{
	struct pci_dev *other = NULL;
	unsigned int i;

	for (i = 0; i < num_functions; i++) {
		if (functions[i].bus->package != (int)die || functions[i].devfn != devfn)
			continue;
		if (functions[i].bus == &buses[die])
			return &functions[i];
		other = &functions[i];
	}
	return other;
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

struct pci_dev *kernel_next_function(struct pci_dev *from)
{
	struct pci_dev *next = from ? from + 1 : functions;

	pci_dev_put(from);
	return next < functions + num_functions ? pci_dev_get(next) : NULL;
}

struct pci_dev *pci_get_device(unsigned int vendor, unsigned int device, struct pci_dev *from)
{
	struct pci_dev *pci = from;

	while ((pci = kernel_next_function(pci)))
		if (pci->vendor == vendor && (device == PCI_ANY_ID || pci->device == device))
			return pci;
	return NULL;
}

struct pci_bus *pci_find_bus(int domain, int number)
{
	unsigned int i;

	for (i = 0; i < num_buses; i++)
		if (buses[i].domain == (unsigned int)domain && buses[i].number == number)
			return &buses[i];
	return NULL;
}

struct pci_dev *pci_get_domain_bus_and_slot(int domain, unsigned int bus, unsigned int devfn)
{
	unsigned int i;

	for (i = 0; i < num_functions; i++)
		if (domain == (int)functions[i].bus->domain && bus == functions[i].bus->number &&
		    devfn == functions[i].devfn)
			return pci_dev_get(&functions[i]);
	return NULL;
}

int pci_read_config_dword(struct pci_dev *pci, int offset, u32 *value)
{
	REQUIRE(offset >= 0 && offset % 4 == 0 && offset < PCI_CFG_SPACE_EXP_SIZE);
	if (pci->no_extended && offset >= PCI_CFG_SPACE_SIZE) {
		*value = ~0U;
		return -EINVAL;
	}
	*value = pci->dev.sleeps && !pci->dev.awake ? ~0U : pci->config[offset / 4];
	return 0;
}

/* Whether a chain has an end is for the caller to see. */
u16 pci_find_next_ext_capability(struct pci_dev *pci, u16 position, int capability)
{
	u16 next = position ? PCI_EXT_CAP_NEXT(pci->config[position / 4]) : PCI_CFG_SPACE_SIZE;

	while (next >= PCI_CFG_SPACE_SIZE && pci->config[next / 4]) {
		if ((pci->config[next / 4] & 0xffff) == (u32)capability)
			return next;
		next = PCI_EXT_CAP_NEXT(pci->config[next / 4]);
	}
	return 0;
}

int pci_read_config_word(struct pci_dev *pci, int offset, u16 *value)
{
	REQUIRE(offset == PCI_COMMAND);
	*value = pci->config[offset / 4];
	return 0;
}

int pci_write_config_word(struct pci_dev *pci, int offset, u16 value)
{
	REQUIRE(offset == PCI_COMMAND && pci->dev.locked && !pci->dev.driver);
	pci->config[offset / 4] = value;
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
	static const unsigned long kinds[] = {
		IORES_DESC_PERSISTENT_MEMORY, IORES_DESC_PERSISTENT_MEMORY_LEGACY, IORES_DESC_SOFT_RESERVED,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds) && desc; i++) {
		u64 memory = PLACE_MEMORY + i * PLACE_MEMORY_SIZE;

		if (kinds[i] == desc && flags == IORESOURCE_MEM)
			return reaches(start, size, memory, memory + PLACE_MEMORY_SIZE) ? REGION_INTERSECTS : REGION_DISJOINT;
	}
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

/* The one that is mapped; its function's memory need not be switched on yet. */
static struct {
	const u8 *mapping;
	u64 size;
	struct pci_dev *pci;
} table;

static bool map_table(u8 *mapping, u64 start, u64 size)
{
	unsigned int i;

	for (i = 0; i < num_tables; i++) {
		struct pci_dev *pci = discoveries[i];
		u64 first = pci->bars[0].start, offset = pci->config[PLACE_CAPABILITY / 4 + 3] & ~7U;

		if (start != first + offset)
			continue;
		REQUIRE(offset + size <= pci->bars[0].size);
		card_was_read |= pci == card;
		memcpy(mapping, tables[i], min(size, (u64)sizeof(tables[i])));
		table.mapping = mapping;
		table.size = size;
		table.pci = pci;
		return true;
	}
	return false;
}

/* Exactly as long as was asked for: the sanitizer sees what is read behind it. */
void *ioremap(u64 start, u64 size)
{
	u8 *mapping = kernel_allocate(1, size);
	unsigned int i;

	if (!mapping) {
		failed_to_map = true;
		return NULL;
	}
	/* No unit is longer than its offsets allow. */
	REQUIRE(map_table(mapping, start, size) || size <= PAGE_SIZE);
	for (i = 0; i < num_registers; i++)
		if (registers[i].address >= start && registers[i].address + 4 <= start + size)
			memcpy(mapping + (registers[i].address - start), &registers[i].value, 4);
	mappings++;
	return mapping;
}

void iounmap(void *mapping)
{
	if (mapping == table.mapping)
		table.mapping = NULL;
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
	const u8 *at = address;

	REQUIRE((unsigned long)address % 8 == 0);
	if (table.mapping && at >= table.mapping && at < table.mapping + table.size &&
	    !(table.pci->config[PCI_COMMAND / 4] & PCI_COMMAND_MEMORY))
		return ~0ULL;
	return *(const u64 *)address;
}

int place_left(void)
{
	int left = mappings + claims;
	unsigned int i;

	for (i = 0; i < num_functions; i++)
		left += functions[i].references + functions[i].dev.locked + functions[i].dev.awake +
			(!functions[i].dev.driver && functions[i].config[PCI_COMMAND / 4]);
	return left;
}

/* --- the rest ------------------------------------------------------------------------------- */

void place_fail(unsigned int number)
{
	kernel_fail(number);
	failed_to_map = false;
}

bool place_failed_to_map(void)
{
	return failed_to_map;
}

int place_run_as(struct pmon_machine *machine, u8 model)
{
	int error;

	memset(machine, 0, sizeof(*machine));
	INIT_LIST_HEAD(&machine->dies);
	INIT_LIST_HEAD(&machine->units);
	boot_cpu_data.x86_model = model;
	machine->processor = pmon_processor_find(6, model, 0);
	machine->max_dies = place_max_dies;
	error = pmon_discover(NULL, machine);
	if (error)
		pmon_machine_release(machine);
	return error;
}

int place_run(struct pmon_machine *machine)
{
	return place_run_as(machine, 0xcf);
}
