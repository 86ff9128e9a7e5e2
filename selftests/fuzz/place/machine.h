/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A machine with two packages: what a discovery table is compared with.
 */
#ifndef PLACE_MACHINE_H
#define PLACE_MACHINE_H

#include "../valid_table.h"
#include "find/machine.h"

#define PLACE_DIES	2
#define PLACE_CPUS	(PLACE_DIES * CPUS_OF_DIE)	/* that are online at first */

/* Dies the machine can have, those without a CPU among them; PLACE_DIES at first. */
extern unsigned int place_max_dies;

/* What is not PMON in PCI configuration space: a function of the system's own, with a capability. */
#define PLACE_SYSTEM_DEVFN	PCI_DEVFN(29, 0)
#define PLACE_CAPABILITY	0x100

/* The same with a driver, and a device that people use. */
#define PLACE_DRIVEN_DEVFN	PCI_DEVFN(29, 1)
#define PLACE_STORAGE_DEVFN	PCI_DEVFN(29, 2)

/* CHAs of package 0; few, since each unit is compared with all others. */
#define PLACE_CHAS		12

/** struct place_range - addresses from @first to @last */
struct place_range {
	u64 first, last;
};

/* What lies in memory, by the address of package 0; that of package 1 has its own PLACE_DISTANCE further up. */
#define PLACE_DISTANCE		0x20000000ULL
#define PLACE_TABLE		0xc0000000ULL	/* BAR with the discovery table */
#define PLACE_TABLE_SIZE	0x10000ULL
#define PLACE_CHANNELS		0xc8800000ULL	/* memory controllers */
#define PLACE_CONTROLLER_SIZE	0x80000ULL
#define PLACE_BRIDGE		0xd0000000ULL	/* BAR of a bridge: CXL */
#define PLACE_BRIDGE_SIZE	0x20000ULL
#define PLACE_STORAGE		0xd1000000ULL	/* BAR of a device that people use */
#define PLACE_CLAIMED		0xd2000000ULL	/* somebody has claimed it */
#define PLACE_FREE		0xd3000000ULL	/* nobody's */
#define PLACE_MEMORY		(1ULL << 44)	/* three kinds of memory that is no RAM, each of these bytes */
#define PLACE_MEMORY_SIZE	(1ULL << 30)
#define PLACE_CARD		0xd4000000ULL	/* of package 0 only: a card with a discovery capability */
#define PLACE_RAM_END		0xc0000000ULL

/** place_table() - write the table of a package of the machine */
void place_table(u64 *words, unsigned int package);

/** place_begin() - the machine as it is switched on, with good tables */
void place_begin(void);

/** place_no_nodes() - no bus has a NUMA node */
void place_no_nodes(void);

/** place_remove_package() - all functions of a package are gone */
void place_remove_package(unsigned int package);

/**
 * place_begin_with_card() - the same with a card on a low bus, which the kernel finds before all others
 * @device: its device id
 * @behind_bridge: a slot's bus, and no root bus
 *
 * Returns the table that its discovery capability leads to, without any entry.
 */
u64 *place_begin_with_card(u16 device, bool behind_bridge);

/** place_card_was_read() - was the memory of the card mapped? */
bool place_card_was_read(void);

/** place_words() - the table of a package, to be changed before place_run() */
u64 *place_words(unsigned int package);

/** place_bus() - the uncore bus of a package */
struct pci_bus *place_bus(unsigned int package);

/** place_function() - the function at a place of a package's uncore bus, else of another of its buses; or NULL */
struct pci_dev *place_function(unsigned int package, unsigned int devfn);

/** place_add_function() - one more function on a package's uncore bus */
struct pci_dev *place_add_function(unsigned int package, unsigned int devfn, u16 device, u32 class);

/** place_discovery() - the function that tells where a package's table is; its capability begins at PLACE_CAPABILITY */
struct pci_dev *place_discovery(unsigned int package);

/** place_set_register() - what reading a register in memory returns from now on; it was 0 */
void place_set_register(u64 address, u32 value);

/** place_wake() - call a function in the driver's sleep with this number, counted from 1; 0: never */
void place_wake(unsigned int sleep, void (*wake)(void));

/** place_sleeps() - how often the driver slept since the last place_wake() or place_clear() */
unsigned int place_sleeps(void);

/** place_clear_msrs() - a part of place_clear() */
void place_clear_msrs(void);

/** place_set_cha_count() - what the MSR says; 0: nothing */
void place_set_cha_count(u64 count);

/** place_set_msr() - what reading an MSR returns from now on; it was 0 */
void place_set_msr(u32 msr, u64 value);

/** place_msr_probes() - how many times a value was written to a counter since place_clear() */
unsigned int place_msr_probes(void);

/** place_kill_msr() - its sixteen do not answer from now on, 0: all do; that of the number of CHAs did not in any case */
void place_kill_msr(u32 msr);

/** place_add_bus() - one more bus of a package, or the one that has this number */
struct pci_bus *place_add_bus(unsigned int package, u8 number);

/** place_add_bus_in() - the same in a PCI domain, without a NUMA node */
struct pci_bus *place_add_bus_in(unsigned int domain, unsigned int package, u8 number);

/** place_clear_all() - not even CPUs and buses are left */
void place_clear_all(void);

/** place_add_function_on() - one more function on a bus */
struct pci_dev *place_add_function_on(struct pci_bus *bus, unsigned int devfn, u16 device, u32 class);

/**
 * place_add_discovery() - a function that tells where a table of its own is
 *
 * Returns the table, without any entry.
 */
u64 *place_add_discovery(struct pci_bus *bus, unsigned int devfn);

/** place_make_discovery() - the same with a function that is there */
u64 *place_make_discovery(struct pci_dev *pci);

/** place_add_others() - functions of a package that are not PMON: see PLACE_SYSTEM_DEVFN */
void place_add_others(unsigned int package);

/** place_clear() - no functions and no tables; two packages with a bus each are left */
void place_clear(void);

/** place_fail() - the allocation or mapping that fails, counted from 1; 0: none */
void place_fail(unsigned int number);

/** place_failed_to_map() - was that a mapping? */
bool place_failed_to_map(void);

/** place_left() - references, mappings, claims and switches that were not given back; allocations are for the sanitizer */
int place_left(void);

/** place_run() - find the units of the machine; pmon_discover() with what it returns */
int place_run(struct pmon_machine *machine);

/** place_run_as() - the same with processors of another model */
int place_run_as(struct pmon_machine *machine, u8 model);

#endif
