/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What BPF programs can call, in kernels and modules that have BTF. Documentation/bpf.rst tells who
 * may do so, and from what programs.
 */
#ifndef _UNCORE_PMON_KFUNC_H
#define _UNCORE_PMON_KFUNC_H

#include <linux/types.h>

struct pmon_core;
struct uncore_count;
struct uncore_unit_count;

/**
 * bpf_uncore_counter_read() - what has an event counted?
 * @id: perf's number of the event, as PERF_EVENT_IOC_ID has it
 * @count: receives the count since the event was opened, also with an error
 *
 * Context: any that a program can run in.
 * Return: 0 if the count is of now, -ENOENT if there is no such event of this driver, or an error
 * of uncore_counter_read(): the count is the last one that was found.
 */
int bpf_uncore_counter_read(u64 id, struct uncore_count *count);

/**
 * bpf_uncore_counter_read_units() - what has an event counted on each of its units?
 * @id: perf's number of the event
 * @counts: receives an entry for each unit, as far as there is room
 * @counts__sz: room in @counts in bytes
 * @num: receives the number of units that the event has
 *
 * Context: any that a program can run in.
 * Return: as bpf_uncore_counter_read().
 */
int bpf_uncore_counter_read_units(u64 id, struct uncore_unit_count *counts,
				  u32 counts__sz, u32 *num);

/**
 * pmon_kfuncs_init() - let BPF programs call these functions
 * @core: the driver
 *
 * Without BTF of the module nobody can, and nothing else is different. There is no end to
 * it: each program that calls one holds the module, and what is known of them goes with that.
 *
 * Context: process context, once.
 */
void pmon_kfuncs_init(struct pmon_core *core);

#endif
