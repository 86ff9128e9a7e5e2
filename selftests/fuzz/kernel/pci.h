/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * PCI functions, the resource tree, registers in memory, and MSRs. Programs that search for units have them (place/machine.c).
 */
#ifndef KERNEL_PCI_H
#define KERNEL_PCI_H

#define NUMA_NO_NODE			(-1)
#define pcibus_to_node(bus)		((bus)->node)

#define SZ_1M				0x100000
#define PAGE_SIZE			4096ULL
#define PAGE_MASK			(~(PAGE_SIZE - 1))
#define PAGE_ALIGN(address)		ALIGN(address, PAGE_SIZE)

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
#define IORES_DESC_PERSISTENT_MEMORY	4
#define IORES_DESC_PERSISTENT_MEMORY_LEGACY 5
#define IORES_DESC_SOFT_RESERVED	8

enum { REGION_INTERSECTS, REGION_DISJOINT, REGION_MIXED };

struct pci_bus {
	unsigned int domain;
	u8 number;
	int package, node;
	bool behind_bridge;
};

/* Each resource also has its own flags. */
struct kernel_bar {
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
	struct kernel_bar bars[PCI_ROM_RESOURCE + 1];
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
struct pci_dev *kernel_next_function(struct pci_dev *from);
struct pci_dev *pci_get_device(unsigned int vendor, unsigned int device, struct pci_dev *from);
struct pci_dev *pci_get_domain_bus_and_slot(int domain, unsigned int bus, unsigned int devfn);
struct pci_bus *pci_find_bus(int domain, int number);
#define for_each_pci_dev(pci)	while (((pci) = kernel_next_function(pci)))

u16 pci_find_next_ext_capability(struct pci_dev *pci, u16 position, int capability);
int pci_read_config_byte(struct pci_dev *pci, int offset, u8 *value);
int pci_read_config_word(struct pci_dev *pci, int offset, u16 *value);
int pci_write_config_word(struct pci_dev *pci, int offset, u16 value);
int pci_read_config_dword(struct pci_dev *pci, int offset, u32 *value);

/* --- memory --------------------------------------------------------------------------------- */

struct kernel_cpu_data {
	unsigned int x86_phys_bits;
	u8 x86_model;
};

extern struct kernel_cpu_data boot_cpu_data;

int region_intersects(u64 start, u64 size, unsigned long flags, unsigned long desc);
void *request_mem_region(u64 start, u64 size, const char *name);
void release_mem_region(u64 start, u64 size);
void *ioremap(u64 start, u64 size);
void iounmap(void *mapping);
u32 readl(const void *address);
u64 readq(const void *address);

#define rdmsrl_safe(msr, value)		(*(value) = (msr), -EIO)
#define wrmsrl_safe(msr, value)		((void)(msr), (void)(value), -EIO)
int rdmsrl_safe_on_cpu(unsigned int cpu, u32 msr, u64 *value);

void msleep(unsigned int ms);

#endif
