/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Checks units in PCI configuration space and in memory.
 */
#ifndef _UNCORE_PMON_PLACEMENT_IO_H
#define _UNCORE_PMON_PLACEMENT_IO_H

#include "find/placing.h"

struct pmon_known_box;

/**
 * pmon_place_pci() - check a unit in PCI configuration space
 * @placement: the die
 * @desc: the unit; if it is good, receives its function, referenced
 *
 * Return: PMON_OK or the reason against it.
 */
enum pmon_verdict pmon_place_pci(const struct pmon_placement *placement,
				 struct pmon_unit_desc *desc);

/**
 * pmon_place_correct_bus() - replace a wrong bus number in the address of a unit
 * @placement: the die
 * @unit: a unit in PCI configuration space
 * @box: description of its type
 *
 * A table has the bus numbers of the firmware. The kernel may have assigned others, and a table has
 * no room for PCI segments above 7. Die, device and function number do not change. If the table's
 * function does not match the type, the function is looked up by these. Root ports are not looked
 * up, as they have the same device numbers on each bus.
 */
void pmon_place_correct_bus(const struct pmon_placement *placement, struct pmon_table_unit *unit,
			    const struct pmon_known_box *box);

/**
 * pmon_place_again() - should a unit that reads as all ones be asked again?
 * @asked: how often it has been asked; 0 at first
 *
 * Registers of idle links and memory controllers of real machines can read as all ones for a
 * moment. Only a unit that does so each time is absent.
 *
 * Context: sleeps some milliseconds.
 *
 * Return: false after the last time.
 */
bool pmon_place_again(unsigned int *asked);

/**
 * pmon_place_answers() - does a register in PCI configuration space answer?
 * @pci: the function
 * @offset: the register
 *
 * The kernel assumes 256 bytes of configuration space if a function has no PCI Express capability.
 * Further registers can exist all the same. If they are not accessible, they read as all ones.
 *
 * Context: sleeps some milliseconds if it does not answer.
 *
 * Return: false if it reads as all ones each time; see pmon_place_again().
 */
bool pmon_place_answers(struct pci_dev *pci, unsigned int offset);

/**
 * pmon_place_is_mappable() - may registers be at these addresses?
 * @first: address of the first byte
 * @last: address of the last byte
 *
 * ioremap() warns about RAM and about addresses that the CPU does not support.
 *
 * Return: false for memory (RAM, persistent, soft reserved), and for addresses that the CPU does
 * not support.
 */
bool pmon_place_is_mappable(u64 first, u64 last);

/**
 * pmon_place_mmio() - check a memory mapped unit
 * @placement: the die
 * @desc: the unit
 *
 * Return: PMON_OK or the reason against it.
 */
enum pmon_verdict pmon_place_mmio(const struct pmon_placement *placement,
				  const struct pmon_unit_desc *desc);

/**
 * pmon_place_probe_channel() - does a documented channel of a memory controller answer?
 * @unit: the channel
 *
 * Registers of channels that the model lacks, or that firmware hides, read as all ones.
 *
 * Return: PMON_OK or PMON_ABSENT.
 */
enum pmon_verdict pmon_place_probe_channel(const struct pmon_table_unit *unit);

/**
 * pmon_place_memory() - find the register blocks of the memory controllers
 * @placement: the die, whose mmio_base is filled
 *
 * Call it for all dies before units of any die are placed.
 */
void pmon_place_memory(const struct pmon_placement *placement);

#endif
