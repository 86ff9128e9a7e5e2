// SPDX-License-Identifier: GPL-2.0-only
/*
 * What EDAC's driver for this processor, i10nm_edac, looks for before it takes the memory controllers for its own: PCI
 * functions, the bus they are on, the extent of a controller's registers, and a DIMM in each channel. No guide at hand
 * has any of that; it is what the driver of Linux 6.12 reads.
 */
#include "model/machine_internal.h"
#include "processors/emr.h"

/* Where memory ends, for the whole machine: in function 0 of each stack, of device id 0x09a2. */
#define TOLM			0xd0
#define TOLM_VALUE		0x80000000u

/* The numbers of the package's two buses, in the function of device id 0x3252. */
#define BUS_NUMBERS		0xd0

#define UTIL_NODE_ID		0xf4
#define UTIL_SOURCE_ID(id)	((uint64_t)(id) << 12)

/* In a controller's registers; channels are as far apart as those of PMON. */
#define CHANNELS		2
#define CHANNEL_STRIDE		0x8000
#define MCMTR			0x20ef8
#define MCMTR_ECC		0x4
#define DIMMMTR			0x2080c
#define DIMMMTR_16_GIB		0x8010		/* one rank, 16 bits of row, 10 of column */
#define NOT_THERE		UINT32_MAX

static void add_dword(struct function *f, uint64_t offset, uint32_t value)
{
	if (f->other_count < MAX_OTHER_DWORDS)
		f->others[f->other_count++] = (struct other_dword){ MEM_BAR, offset, value };
}

static void add_channels(struct package *package)
{
	unsigned int id;

	for (id = 0; id < CHANNELS * MEM_CONTROLLERS; id++) {
		uint64_t base = (uint64_t)MEM_STRIDE * (id / CHANNELS) +
				(uint64_t)CHANNEL_STRIDE * (id % CHANNELS);
		bool there = id < package->config.units[EMR_IMC] &&
			     !package_unit_absent(package, "imc", id);

		add_dword(package->memory, base + MCMTR, there ? MCMTR_ECC : NOT_THERE);
		add_dword(package->memory, base + DIMMMTR, there ? DIMMMTR_16_GIB : NOT_THERE);
	}
}

bool emr_add_edac(struct package *package)
{
	struct function *util = package_find_function(package, package->config.bus + 1, 29, 1);
	unsigned int number = (unsigned int)(package - package->machine->package);

	function_set_config(package_find_function(package, package->config.stack_bus, 0, 0), TOLM, 4, TOLM_VALUE);
	function_set_config(util, UTIL_NODE_ID, 4, number);
	function_set_config(util, UTIL_NODE_ID + 4, 4, UTIL_SOURCE_ID(number));
	function_set_config(package->memory, BUS_NUMBERS, 4,
			    package->config.bus | (package->config.bus + 1) << 8);
	add_channels(package);
	return true;
}

uint32_t emr_edac_limit(const struct package *package, unsigned int controller)
{
	if (!package->config.edac)
		return 0;
	/* Bits 23:13, the last page of 4 KiB. */
	return ((controller + 1) * (MEM_STRIDE >> 12) - 1) << 13;
}
