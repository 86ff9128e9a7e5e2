// SPDX-License-Identifier: GPL-2.0-only
/* PCI functions: configuration space, BARs, and the PMON registers that stand in them. */
#include <stdlib.h>
#include <string.h>

#include "model/machine_internal.h"

#define PCI_COMMAND		0x04
#define PCI_BAR0		0x10
#define PCI_CAPABILITIES	0x34
#define PCI_STATUS		0x06
#define PCI_STATUS_CAP_LIST	0x10
#define PCI_HEADER_END		0x40
#define PCI_HEADER_BRIDGE	1
#define PCI_PRIMARY_BUS		0x18

#define PCI_BAR_IO		0x1
#define PCI_BAR_64BIT		0x4

/* The PCI Express capability, without which there is no extended configuration space. */
#define PCIE_CAPABILITY_SIZE	0x3c
#define PCIE_ID			0x10
#define PCIE_VERSION		2
#define PCIE_TYPE_RC_ENDPOINT	9
#define PCIE_TYPE_ROOT_PORT	4

void function_set_config(struct function *f, unsigned int offset, unsigned int len, uint64_t value)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		f->config[offset + i] = (uint8_t)(value >> (8 * i));
}

uint64_t function_get_config(const struct function *f, unsigned int offset, unsigned int len)
{
	uint64_t value = 0;
	unsigned int i;

	for (i = 0; i < len && offset + i < sizeof(f->config); i++)
		value |= (uint64_t)f->config[offset + i] << (8 * i);
	return value;
}

/* Base class and subclass, as lspci prints them. */
void function_set_class(struct function *f, unsigned int class, unsigned int revision)
{
	function_set_config(f, 0x08, 4, class << 16 | revision);
}

/* What a bus driver writes: the header and the PCI Express capability. */
void function_add_capabilities(struct function *f, unsigned int offset)
{
	f->writable[PCI_COMMAND] = 0x47;
	f->writable[PCI_COMMAND + 1] = 0x05;
	f->writable[0x0c] = 0xff;		/* cache line size */
	f->writable[0x0d] = 0xff;		/* latency timer */
	f->writable[0x3c] = 0xff;		/* interrupt line */
	memset(f->harmless, true, PCI_HEADER_END);

	function_set_config(f, PCI_STATUS, 2, PCI_STATUS_CAP_LIST);
	function_set_config(f, PCI_CAPABILITIES, 1, offset);
	function_set_config(f, offset, 1, PCIE_ID);
	function_set_config(f, offset + 2, 2,
			    PCIE_VERSION | (PCIE_TYPE_RC_ENDPOINT << 4));
	f->writable[offset + 8] = 0xff;	/* device control */
	f->writable[offset + 9] = 0x7f;
	memset(f->harmless + offset, true, PCIE_CAPABILITY_SIZE);
}

/*
 * Kernels then assume 256 bytes of configuration space. Registers behind these answer all the same,
 * as all of them are in the window of the extended space.
 */
void function_remove_capabilities(struct function *f)
{
	unsigned int offset = f->config[PCI_CAPABILITIES];

	if (!offset)
		return;
	function_set_config(f, PCI_STATUS, 2, 0);
	function_set_config(f, PCI_CAPABILITIES, 1, 0);
	memset(f->config + offset, 0, PCIE_CAPABILITY_SIZE);
	memset(f->writable + offset, 0, PCIE_CAPABILITY_SIZE);
}

/**
 * function_become_root_port() - let a function be a PCI Express root port
 * @f: the function, with its capabilities
 * @secondary: number of the bus below it, which is empty
 *
 * Bus numbers and windows are those that firmware would set. A guest of QEMU reads 0 there,
 * whatever it writes, because QEMU keeps these places for BARs. Its kernel then numbers the buses.
 */
void function_become_root_port(struct function *f, unsigned int secondary)
{
	unsigned int capability = f->config[PCI_CAPABILITIES];

	f->root_port = true;
	function_set_config(f, 0x08, 4, 0x06040000);	/* PCI bridge */
	function_set_config(f, 0x0e, 1, PCI_HEADER_BRIDGE);
	function_set_config(f, PCI_PRIMARY_BUS, 4, f->bus | secondary << 8 | secondary << 16);
	/* Windows that end before they begin: closed. */
	function_set_config(f, 0x1c, 2, 0x00f0);
	function_set_config(f, 0x20, 4, 0x0000fff0);
	function_set_config(f, 0x24, 4, 0x0000fff0);
	function_set_config(f, 0x3d, 1, 1);		/* INTA: pcieport asks for an interrupt */
	function_set_config(f, capability + 2, 2, PCIE_VERSION | (PCIE_TYPE_ROOT_PORT << 4));
}

/**
 * function_set_bar() - give a function a BAR
 * @f: the function
 * @bar: 0 to 5; a 64-bit BAR takes the next one too
 * @size: a power of two
 * @is_64bit: 64-bit memory BAR
 * @is_io: I/O BAR
 */
void function_set_bar(struct function *f, unsigned int bar, uint64_t size, bool is_64bit,
		      bool is_io)
{
	unsigned int offset = PCI_BAR0 + 4 * bar, i;
	uint64_t mask = ~(size - 1);

	f->bar_size[bar] = size;
	f->bar_64bit[bar] = is_64bit;
	f->bar_io[bar] = is_io;
	f->bar[bar].size = size;
	function_set_config(f, offset, 4, is_io ? PCI_BAR_IO : is_64bit ? PCI_BAR_64BIT : 0);
	for (i = 0; i < (is_64bit ? 8u : 4u); i++)
		f->writable[offset + i] = (uint8_t)(mask >> (8 * i));
}

/* Where the guest has put a BAR. */
uint64_t function_bar_address(const struct function *f, unsigned int bar)
{
	unsigned int len = f->bar_64bit[bar] ? 8 : 4;

	return function_get_config(f, PCI_BAR0 + 4 * bar, len) & ~(f->bar_size[bar] - 1);
}

static struct slot *region_slot(const struct region *region, uint64_t offset)
{
	struct register_page *page;

	if (!region->pages || offset >= region->size)
		return NULL;
	page = region->pages[offset / (PAGE_SLOTS * 4)];
	return page ? &page->slot[offset / 4 % PAGE_SLOTS] : NULL;
}

/**
 * region_map() - put a register into an address space
 * @region: configuration space or a BAR
 * @offset: of its first byte, dword aligned
 * @reg: the register; NULL to make the place part of @unit without a register
 * @unit: its unit
 * @size: bytes
 */
bool region_map(struct region *region, uint64_t offset, struct reg *reg, struct unit *unit,
		unsigned int size)
{
	uint64_t page_bytes = PAGE_SLOTS * 4, page_number;
	unsigned int half;

	if (offset % 4 || offset + size > region->size)
		return false;
	if (!region->pages) {
		region->pages = calloc((region->size + page_bytes - 1) / page_bytes,
				       sizeof(*region->pages));
		if (!region->pages)
			return false;
	}
	for (half = 0; half < size / 4; half++) {
		struct slot *slot;

		page_number = (offset + 4 * half) / page_bytes;
		if (!region->pages[page_number])
			region->pages[page_number] = calloc(1, sizeof(struct register_page));
		if (!region->pages[page_number])
			return false;
		slot = &region->pages[page_number]->slot[(offset / 4 + half) % PAGE_SLOTS];
		if (slot->reg)
			return false;
		slot->reg = reg;
		slot->unit = unit;
		slot->high = half;
	}
	return true;
}

void region_release(struct region *region)
{
	uint64_t page_bytes = PAGE_SLOTS * 4, i;

	if (!region->pages)
		return;
	for (i = 0; i < (region->size + page_bytes - 1) / page_bytes; i++)
		free(region->pages[i]);
	free(region->pages);
}

static void count_access(struct function *f, struct unit *unit, enum register_space space,
			 bool write)
{
	struct access_count *total = space == SPACE_PCI ? &f->machine->pci : &f->machine->mmio;

	if (write) {
		total->writes++;
		unit->accesses.writes++;
	} else {
		total->reads++;
		unit->accesses.reads++;
	}
}

/* Read a dword of a register, or all eight bytes of it. */
static uint64_t slot_read(const struct slot *slot, unsigned int len)
{
	uint64_t value = reg_read(slot->reg);

	if (len == 8)
		return value;
	reg_after_dword_read(slot->reg);
	return slot->high ? value >> 32 : value & GENMASK_ULL(31, 0);
}

static void slot_write(struct function *f, const struct slot *slot, unsigned int len,
		       uint64_t value)
{
	unsigned int shift = slot->high ? 32 : 0;

	if (slot->reg->unit->gone || slot->reg->unit->fault.gone)
		return;
	f->used = true;
	if (f->lost)
		violation(f->machine, "the function was reset, and is not yet restored");
	reg_write(slot->reg, value << shift,
		  len == 8 ? ~0ull : GENMASK_ULL(31, 0) << shift);
}

static bool whole_register(const struct slot *slot, uint64_t offset, unsigned int len)
{
	return len == 8 && !(offset % 8) && slot && slot->reg && slot->reg->size == 8 &&
	       !slot->high;
}

/* Part of a dword: no PMON register is made for that. */
static uint64_t narrow_read(struct function *f, const struct slot *slot, uint64_t offset,
			    unsigned int len)
{
	uint64_t value;

	violation(f->machine, "%u-byte access to a PMON register", len);
	value = reg_read(slot->reg) >> (slot->high ? 32 : 0);
	return value >> (8 * (offset % 4));
}

/**
 * registers_read() - read from an address space with PMON registers
 * @f: the function
 * @region: its configuration space or a BAR
 * @space: which of the two
 * @offset: where
 * @len: 1, 2, 4 or 8
 * @value: what was read; only the bits that belong to registers are set
 *
 * Return: whether any of it was a register or a place in a unit.
 */
static bool registers_read(struct function *f, const struct region *region,
			   enum register_space space, uint64_t offset, unsigned int len,
			   uint64_t *value)
{
	struct slot *slot = region_slot(region, offset & ~3ull);
	bool found = false;
	unsigned int i;

	*value = 0;
	if (len < 4 || offset % 4) {
		if (!slot || !slot->reg)
			return false;
		count_access(f, slot->unit, space, false);
		*value = narrow_read(f, slot, offset, len);
		return true;
	}
	if (whole_register(slot, offset, len)) {
		count_access(f, slot->unit, space, false);
		*value = slot_read(slot, 8);
		return true;
	}
	for (i = 0; i < len / 4; i++) {
		slot = region_slot(region, offset + 4 * i);
		if (!slot || !slot->unit)
			continue;
		if (!found)
			count_access(f, slot->unit, space, false);
		found = true;
		if (slot->reg)
			*value |= slot_read(slot, 4) << (32 * i);
		else if (slot->unit->gone)
			*value |= GENMASK_ULL(31, 0) << (32 * i);
		else
			violation(f->machine, "no such register in %s %u",
				  slot->unit->type->name, slot->unit->id);
	}
	return found;
}

static bool registers_write(struct function *f, const struct region *region,
			    enum register_space space, uint64_t offset, unsigned int len,
			    uint64_t value)
{
	struct slot *slot = region_slot(region, offset & ~3ull);
	bool found = false;
	unsigned int i;

	if (len < 4 || offset % 4) {
		if (!slot || !slot->reg)
			return false;
		count_access(f, slot->unit, space, true);
		violation(f->machine, "%u-byte access to a PMON register", len);
		return true;
	}
	if (whole_register(slot, offset, len)) {
		count_access(f, slot->unit, space, true);
		slot_write(f, slot, 8, value);
		return true;
	}
	for (i = 0; i < len / 4; i++) {
		slot = region_slot(region, offset + 4 * i);
		if (!slot || !slot->unit)
			continue;
		if (!found)
			count_access(f, slot->unit, space, true);
		found = true;
		if (slot->reg)
			slot_write(f, slot, 4, (value >> (32 * i)) & GENMASK_ULL(31, 0));
		else
			violation(f->machine, "no such register in %s %u",
				  slot->unit->type->name, slot->unit->id);
	}
	return found;
}

static uint64_t all_ones(unsigned int len)
{
	return len >= 8 ? ~0ull : BIT_ULL(8 * len) - 1;
}

static void begin_access(struct function *f, enum register_space space, unsigned int bar,
			 uint64_t offset, unsigned int len, bool write, uint64_t value)
{
	struct machine *m = f->machine;

	pthread_mutex_lock(&m->lock);
	m->access = (struct access){
		.active = true, .space = space, .package = f->package, .function = f,
		.bar = bar, .address = offset, .len = len, .write = write, .value = value,
	};
	machine_advance(m);
}

static void end_access(struct machine *m)
{
	m->access.active = false;
	pthread_mutex_unlock(&m->lock);
}

uint64_t machine_config_read(struct machine *m, size_t function, unsigned int offset,
			     unsigned int len)
{
	uint64_t value = all_ones(len);
	struct function *f;

	if (function >= m->function_count)
		return value;
	f = m->functions[function];
	begin_access(f, SPACE_PCI, 0, offset, len, false, 0);
	if (!f->hidden &&
	    !registers_read(f, &f->registers, SPACE_PCI, offset, len, &value))
		value = function_get_config(f, offset, len);
	end_access(m);
	return value & all_ones(len);
}

/* Bytes of configuration space that are no PMON register. */
static void plain_config_write(struct function *f, unsigned int offset, unsigned int len,
			       uint64_t value)
{
	bool harmless = true;
	unsigned int i;

	for (i = 0; i < len && offset + i < sizeof(f->config); i++) {
		uint8_t writable = f->writable[offset + i];
		uint8_t byte = (uint8_t)(value >> (8 * i));

		harmless = harmless && f->harmless[offset + i];
		f->config[offset + i] = (uint8_t)((f->config[offset + i] & ~writable) |
						  (byte & writable));
	}
	if (!harmless)
		violation(f->machine, "not a PMON register");
	/* QEMU writes 0 to the BARs of a function that it resets. */
	if (value || offset < PCI_BAR0 || offset >= PCI_BAR0 + 4 * MACHINE_BARS)
		f->lost = false;
	if (offset < PCI_BAR0 + 4 * MACHINE_BARS && offset + len > PCI_BAR0 &&
	    f->machine->kind->addresses_changed)
		f->machine->kind->addresses_changed(f->package);
}

void machine_config_write(struct machine *m, size_t function, unsigned int offset,
			  unsigned int len, uint64_t value)
{
	struct function *f;

	if (function >= m->function_count)
		return;
	f = m->functions[function];
	value &= all_ones(len);
	begin_access(f, SPACE_PCI, 0, offset, len, true, value);
	if (!f->hidden &&
	    !registers_write(f, &f->registers, SPACE_PCI, offset, len, value))
		plain_config_write(f, offset, len, value);
	end_access(m);
}

void machine_function_reset(struct machine *m, size_t function)
{
	struct function *f;
	unsigned int i;

	if (function >= m->function_count)
		return;
	f = m->functions[function];
	pthread_mutex_lock(&m->lock);
	/* A kernel writes the device control of the PCI Express capability, whatever it holds. */
	f->lost = f->used && f->config[PCI_CAPABILITIES];
	f->used = false;
	for (i = 0; i < PCI_HEADER_END; i++)
		f->config[i] &= (uint8_t)~f->writable[i];
	if (m->kind->addresses_changed)
		m->kind->addresses_changed(f->package);
	pthread_mutex_unlock(&m->lock);
}

/* What is no PMON register reads 0, but for the few that others look at, and where nothing answers. */
static uint64_t other_read(const struct function *f, unsigned int bar, uint64_t offset,
			   unsigned int len)
{
	unsigned int i;

	for (i = 0; i < f->other_count; i++) {
		const struct other_dword *other = &f->others[i];

		if (other->bar == bar && other->offset == offset && len == 4)
			return other->value;
	}
	for (i = 0; i < f->dead_count; i++) {
		const struct dead_range *dead = &f->dead[i];

		if (dead->bar == bar && offset - dead->offset < dead->size)
			return ~0ull;
	}
	return 0;
}

uint64_t machine_bar_read(struct machine *m, size_t function, unsigned int bar, uint64_t offset,
			  unsigned int len)
{
	uint64_t value = all_ones(len);
	struct function *f;

	if (function >= m->function_count || bar >= MACHINE_BARS)
		return value;
	f = m->functions[function];
	begin_access(f, SPACE_MMIO, bar, offset, len, false, 0);
	if (f->hidden) {
		;
	} else if (f->table_bar == (int)bar) {
		m->table_reads++;
		value = discovery_read(f, offset, len);
	} else if (!registers_read(f, &f->bar[bar], SPACE_MMIO, offset, len, &value)) {
		value = other_read(f, bar, offset, len);
	}
	end_access(m);
	return value & all_ones(len);
}

void machine_bar_write(struct machine *m, size_t function, unsigned int bar, uint64_t offset,
		       unsigned int len, uint64_t value)
{
	struct function *f;

	if (function >= m->function_count || bar >= MACHINE_BARS)
		return;
	f = m->functions[function];
	value &= all_ones(len);
	begin_access(f, SPACE_MMIO, bar, offset, len, true, value);
	if (f->hidden)
		;
	else if (f->table_bar == (int)bar)
		violation(m, "the discovery table cannot be written");
	else if (!registers_write(f, &f->bar[bar], SPACE_MMIO, offset, len, value))
		violation(m, "not a PMON register");
	end_access(m);
}
