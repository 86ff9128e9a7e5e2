/* SPDX-License-Identifier: GPL-2.0-only */
/* The machine's time is that of the guest: option time=guest. */
#ifndef PMONSIM_GUEST_TIME_H
#define PMONSIM_GUEST_TIME_H

#include "model/machine.h"
#include "qemu/qemu_api.h"

/* Let the machine follow the guest's time, if its option says so; false if this QEMU lacks what that needs. */
bool guest_time_begin(struct machine *machine);

/* A CPU is there, and has not run yet. */
void guest_time_init_vcpu(unsigned int cpu);

/* Does it? Then the functions below are needed. */
bool guest_time_is_on(void);

/* A block of so many instructions is translated, of which this is the first one. */
void guest_time_count(struct qemu_plugin_insn *first, size_t instructions);

/* How many instructions of the running block are still to run: an access in the middle of it is made. */
void guest_time_left(size_t instructions);

/* The instructions that have run at the end of the running block. */
uint64_t guest_time_instructions(void);

/* A RDTSC at the end of a block, up to which so many instructions had run, has returned a value. */
void guest_time_rdtsc(uint64_t instructions, uint64_t tsc);

#endif /* PMONSIM_GUEST_TIME_H */
