// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kfuncs for BPF programs.
 */
#include <linux/bpf.h>
#include <linux/device.h>
#include <linux/module.h>
#include <linux/uncore_pmon.h>

#include "compat.h"
#include "consume/kfunc.h"
#include "consume/read.h"
#include "core.h"

/* The kernel loads programs that call these kfuncs only after module_init() has returned. */
static struct pmon_core *core;

__bpf_kfunc int bpf_uncore_counter_read(u64 id, struct uncore_count *count)
{
	return pmon_consume_by_id(core, id, count);
}

__bpf_kfunc int bpf_uncore_counter_read_units(u64 id, struct uncore_unit_count *counts,
					      u32 counts__sz, u32 *num)
{
	unsigned int units = counts__sz / sizeof(*counts);
	int error = pmon_consume_units_by_id(core, id, counts, &units);

	*num = units;
	return error;
}

BTF_KFUNCS_START(pmon_kfuncs)
BTF_ID_FLAGS(func, bpf_uncore_counter_read)
BTF_ID_FLAGS(func, bpf_uncore_counter_read_units)
BTF_KFUNCS_END(pmon_kfuncs)

static const struct btf_kfunc_id_set pmon_kfunc_set = {
	.owner = THIS_MODULE,
	.set = &pmon_kfuncs,
};

void pmon_kfuncs_init(struct pmon_core *driver)
{
	int error;

	core = driver;
	if (!pmon_module_has_btf())
		return;
	/* If the kernel supports it, TRACING includes programs of tracepoints and perf events. */
	error = register_btf_kfunc_id_set(BPF_PROG_TYPE_TRACING, &pmon_kfunc_set) ?:
		register_btf_kfunc_id_set(BPF_PROG_TYPE_SYSCALL, &pmon_kfunc_set);
	if (error)
		dev_warn(driver->dev, "BPF programs cannot read counters: %pe\n",
			 ERR_PTR(error));
}
