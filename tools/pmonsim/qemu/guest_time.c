// SPDX-License-Identifier: GPL-2.0-only
/*
 * Follows the guest's time: with QEMU's -icount, its TSC counts nanoseconds of instructions, and jumps over the time for
 * which all CPUs are idle.
 *
 * QEMU lets a plugin read this clock only where it ends a block of instructions anyway, and the threads that serve PCI
 * functions see it as of the last switch between CPUs. So the clock is rebuilt from what each RDTSC returns and the number
 * of instructions since then, see model/guest_clock.h. -icount runs all CPUs in one thread, and one after the other: there is
 * one count for all of them. The thread of a CPU waits for a PCI function's answer.
 *
 * A block is counted when it begins. One that an exception or an access to a device cuts off is counted whole, and its rest
 * once more when it goes on: the time is some nanoseconds ahead for each of them until the next RDTSC.
 */
#include <stdio.h>
#include <stdlib.h>

#include "model/guest_clock.h"
#include "qemu/guest_time.h"

static bool on;
static qemu_plugin_u64 executed;
static size_t left;
static struct guest_clock clock;

/* With the machine's lock held. */
static uint64_t guest_now(void)
{
	return guest_clock_now(&clock, guest_time_instructions() - left);
}

bool guest_time_begin(struct machine *machine)
{
	if (!machine_set_clock(machine, guest_now))
		return true;
	if (!tcg_cpu_init_cflags || !qemu_get_cpu)
		return false;
	executed.score = qemu_plugin_scoreboard_new(sizeof(uint64_t));
	on = true;
	return true;
}

/*
 * Where all CPUs have one thread, QEMU 11.1 translates a block with the number of the CPU that translates it: callbacks and
 * inline operations of a plugin get that number on each CPU that runs it (gen_cpu_index() in accel/tcg/plugin-gen.c). A CPU
 * whose code may run beside that of others gets its own. The plugin interface has no such switch, but QEMU's programs export it.
 */
void guest_time_init_vcpu(unsigned int cpu)
{
	if (on)
		tcg_cpu_init_cflags(qemu_get_cpu((int)cpu), true);
}

bool guest_time_is_on(void)
{
	return on;
}

void guest_time_count(struct qemu_plugin_insn *first, size_t instructions)
{
	qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(first, QEMU_PLUGIN_INLINE_ADD_U64, executed,
							    instructions);
}

void guest_time_left(size_t instructions)
{
	left = instructions;
}

uint64_t guest_time_instructions(void)
{
	return qemu_plugin_u64_sum(executed);
}

void guest_time_rdtsc(uint64_t instructions, uint64_t tsc)
{
	guest_clock_sync(&clock, instructions, tsc);
}
