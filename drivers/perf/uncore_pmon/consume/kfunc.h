/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kfuncs for BPF programs, in kernels and modules with BTF.
 */
#ifndef _UNCORE_PMON_KFUNC_H
#define _UNCORE_PMON_KFUNC_H

#include <linux/types.h>

struct pmon_core;
struct uncore_count;
struct uncore_unit_count;

/**
 * bpf_uncore_counter_read() - read an event's count
 * @id: perf's id of the event, as returned by PERF_EVENT_IOC_ID
 * @count: receives the count since the event was opened, also with an error
 *
 * Context: any that a program can run in.
 * Return: 0 if the count was read now, -ENOENT if no event of this driver has the id, or an error
 * of uncore_counter_read(): then it is the last count that any reader found.
 */
int bpf_uncore_counter_read(u64 id, struct uncore_count *count);

/**
 * bpf_uncore_counter_read_units() - read an event's count of each unit
 * @id: perf's id of the event
 * @counts: receives one entry for each unit, up to its size
 * @counts__sz: size of @counts in bytes
 * @num: receives the number of units of the event
 *
 * Context: any that a program can run in.
 * Return: as bpf_uncore_counter_read().
 */
int bpf_uncore_counter_read_units(u64 id, struct uncore_unit_count *counts,
				  u32 counts__sz, u32 *num);

/**
 * pmon_kfuncs_init() - register these kfuncs
 * @core: the driver
 *
 * Does nothing if the module has no BTF. Needs no counterpart: each program that calls a kfunc
 * holds the module, and the kernel drops the registration with the module.
 *
 * Context: process context, once.
 */
void pmon_kfuncs_init(struct pmon_core *core);

#endif
