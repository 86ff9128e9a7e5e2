/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * As much of the kernel as finding the machine's units calls: CPUs, PCI functions, the resource tree and registers in
 * memory, all of the machine in machine.c. Every kernel header that these files of the driver include is this.
 */
#ifndef PLACE_KERNEL_H
#define PLACE_KERNEL_H

#include <limits.h>

#include "../model/kernel.h"

#define GENMASK(high, low)	((unsigned long)GENMASK_ULL(high, low))
#define FIELD_MAX(mask)		((mask) >> __builtin_ctzll(mask))

#define SZ_1M			0x100000
#define PAGE_SIZE		4096ULL
#define PAGE_MASK		(~(PAGE_SIZE - 1))
#define PAGE_ALIGN(address)	ALIGN(address, PAGE_SIZE)

static inline bool __test_and_set_bit(unsigned int bit, unsigned long *map)
{
	bool was = test_bit(bit, map);

	set_bit(bit, map);
	return was;
}

#define list_del		list_del_init

/* As the kernel's, stable; @compare says whether the first belongs behind the second. */
void list_sort(void *data, struct list_head *list,
	       int (*compare)(void *data, const struct list_head *a, const struct list_head *b));

/* Where descriptions are; what is copied of them must not point there. */
#undef __section
#define __section(name)		__attribute__((__section__("descriptions")))
extern const char __start_descriptions[], __stop_descriptions[];

/* --- memory of the kernel ------------------------------------------------------------------- */

#undef kzalloc
#undef kcalloc
#define kzalloc(size, flags)		place_allocate(1, size)
#define kcalloc(num, size, flags)	place_allocate(num, size)
#define kvcalloc(num, size, flags)	place_allocate(num, size)
#define kvfree				free

/* NULL if it is this one's turn to fail; see place_fail(). */
void *place_allocate(size_t num, size_t size);

#define vmalloc				place_vmalloc
#define vfree(pointer)			free((void *)(pointer))

/* The piece of memory that was allocated last. */
struct place_piece {
	void *start;
	size_t size;
};

extern struct place_piece place_piece;
void *place_vmalloc(size_t size);

/* --- CPUs ----------------------------------------------------------------------------------- */

#define NUMA_NO_NODE			(-1)
#define PLACE_CPUS			4	/* that are online at first */
#define PLACE_MAX_CPUS			32

struct place_cpu {
	bool online;
	int die, package, node;
	bool present;
};

extern struct place_cpu place_cpus[PLACE_MAX_CPUS];
extern unsigned int nr_node_ids;

#undef topology_logical_die_id
#define nr_cpu_ids			PLACE_MAX_CPUS
#define for_each_online_cpu(cpu) \
	for ((cpu) = 0; (cpu) < PLACE_MAX_CPUS; (cpu)++) \
		if (place_cpus[cpu].online)
/* A CPU that has never been online has no die yet, but a node. */
#define for_each_present_cpu(cpu) \
	for ((cpu) = 0; (cpu) < PLACE_MAX_CPUS; (cpu)++) \
		if (place_cpus[cpu].online || place_cpus[cpu].present)
#define topology_logical_die_id(cpu)	(place_cpus[cpu].die)
#define topology_physical_package_id(cpu) (place_cpus[cpu].package)
#define cpu_to_node(cpu)		(place_cpus[cpu].node)
#define pcibus_to_node(bus)		((bus)->node)
/* The mask of CPUs of a package is as good as the number of one of them. */
#define topology_core_cpumask(cpu)	(place_cpus[cpu].package)
unsigned int cpumask_first(int package);
int rdmsrl_safe_on_cpu(unsigned int cpu, u32 msr, u64 *value);

/* --- messages ------------------------------------------------------------------------------- */

extern unsigned int place_warnings;	/* since place_clear() */

#define say(device, ...)	((void)(device), (void)snprintf(NULL, 0, __VA_ARGS__))
#define dev_info		say
#undef dev_warn
#define dev_warn(...)		(place_warnings++, say(__VA_ARGS__))
#define dev_dbg			say

/* --- PCI ------------------------------------------------------------------------------------ */

#define PCI_VENDOR_ID_INTEL		0x8086
#define PCI_ANY_ID			(~0U)
#define PCI_STD_NUM_BARS		6
#define PCI_COMMAND			4
#define PCI_COMMAND_MEMORY		2
#define PCI_EXT_CAP_ID_DVSEC		0x23
#define PCI_CFG_SPACE_SIZE		256
#define PCI_CFG_SPACE_EXP_SIZE		4096
#define PCI_CAPABILITY_LIST		0x34
#define PCI_CAP_LIST_NEXT		1
#define PCI_STD_HEADER_SIZEOF		0x40
#define PCI_EXT_CAP_NEXT(header)	((header) >> 20 & 0xffc)
#define PCI_DEVFN(slot, function)	((slot) << 3 | (function))
#define PCI_SLOT(devfn)			((devfn) >> 3)
#define PCI_FUNC(devfn)			((devfn) & 7)
#define PCI_ROM_RESOURCE		6
#define PCI_CLASS_NOT_DEFINED		0x0000
#define PCI_BASE_CLASS_STORAGE		0x01
#define PCI_BASE_CLASS_BRIDGE		0x06
#define PCI_CLASS_BRIDGE_PCI		0x0604
#define PCI_BASE_CLASS_SYSTEM		0x08
#define PCI_BASE_CLASS_SIGNAL_PROCESSING 0x11
#define PCI_CLASS_OTHERS		0xff

#define IORESOURCE_MEM			0x200
#define IORESOURCE_UNSET		0x20000000
#define IORESOURCE_SYSTEM_RAM		0x1000200
#define IORES_DESC_NONE			0

enum { REGION_INTERSECTS, REGION_DISJOINT, REGION_MIXED };

/* @sleeps: it has no power unless the driver holds it awake */
struct device {
	const void *driver;
	bool locked;
	bool sleeps;
	int awake;
};

#define pm_runtime_get_sync(device)	((device)->awake++)
#define pm_runtime_put(device)		((device)->awake--)

static inline bool device_trylock(struct device *dev)
{
	bool locked = !dev->locked;

	dev->locked = true;
	return locked;
}

static inline void device_unlock(struct device *dev)
{
	dev->locked = false;
}

struct pci_bus {
	unsigned int domain;
	u8 number;
	int package, node;
	bool behind_bridge;
};

/* @flags: besides those that each has */
struct place_bar {
	u64 start, size;
	unsigned long flags;
};

/*
 * @cfg_size: as the kernel has it: 256 without a PCI Express capability; @no_extended: nothing reaches more than these;
 * @references: how many the driver has; @config: what can be read of its configuration space
 */
struct pci_dev {
	struct device dev;
	struct pci_bus *bus;
	u16 vendor, device;
	u8 devfn;
	u32 class;
	int cfg_size;
	bool no_extended;
	struct place_bar bars[PCI_ROM_RESOURCE + 1];
	int references;
	u32 config[PCI_CFG_SPACE_EXP_SIZE / 4];
};

#define pci_domain_nr(pci_bus)		((pci_bus)->domain)
#define pci_is_root_bus(bus)		(!(bus)->behind_bridge)
#define pci_name(pci)			((void)(pci), "a function")
#define pci_resource_flags(pci, bar)	\
	((pci)->bars[bar].size ? IORESOURCE_MEM | (pci)->bars[bar].flags : 0)
#define pci_resource_start(pci, bar)	((pci)->bars[bar].start)
#define pci_resource_len(pci, bar)	((pci)->bars[bar].size)
#define pci_resource_end(pci, bar)	((pci)->bars[bar].start + (pci)->bars[bar].size - 1)

struct pci_dev *pci_dev_get(struct pci_dev *pci);
void pci_dev_put(struct pci_dev *pci);

/* As in the kernel: the reference of @from is dropped, the result has one. */
struct pci_dev *place_next_function(struct pci_dev *from);
struct pci_dev *pci_get_device(unsigned int vendor, unsigned int device, struct pci_dev *from);
struct pci_dev *pci_get_domain_bus_and_slot(int domain, unsigned int bus, unsigned int devfn);
struct pci_bus *pci_find_bus(int domain, int number);
#define for_each_pci_dev(pci)	while (((pci) = place_next_function(pci)))

u16 pci_find_next_ext_capability(struct pci_dev *pci, u16 position, int capability);
int pci_read_config_byte(struct pci_dev *pci, int offset, u8 *value);
int pci_read_config_word(struct pci_dev *pci, int offset, u16 *value);
int pci_write_config_word(struct pci_dev *pci, int offset, u16 value);
int pci_read_config_dword(struct pci_dev *pci, int offset, u32 *value);

/* --- memory --------------------------------------------------------------------------------- */

struct place_cpu_data {
	unsigned int x86_phys_bits;
	u8 x86_model;
};

extern struct place_cpu_data boot_cpu_data;

int region_intersects(u64 start, u64 size, unsigned long flags, unsigned long desc);
void *request_mem_region(u64 start, u64 size, const char *name);
void release_mem_region(u64 start, u64 size);
void *ioremap(u64 start, u64 size);
void iounmap(void *mapping);
u32 readl(const void *address);
u64 readq(const void *address);

/* --- time ----------------------------------------------------------------------------------- */

void msleep(unsigned int ms);

#endif
