/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The register model of the simulated machine, as its callers see it.
 *
 * The model knows nothing of QEMU: it is a set of registers that are reached as MSRs, as PCI
 * configuration space and through BARs, plus a text command interface that lets events happen.
 * Whoever embeds it delivers the guest's accesses and serves the PCI functions that it lists.
 */
#ifndef PMONSIM_MACHINE_H
#define PMONSIM_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;

#define MACHINE_BARS 6

/**
 * struct machine_function - a PCI function that the machine consists of
 * @package: the package that it belongs to
 * @bus: PCI bus number, that of the package's uncore bus unless the processor has more of them
 * @device: PCI device number on that bus
 * @function: PCI function number
 * @bar_size: bytes of each BAR, a power of two; 0: no such BAR
 * @bar_64bit: the BAR takes two slots
 * @bar_io: an I/O BAR (only ever used as a malformed discovery BAR)
 * @root_port: a PCI Express root port, with the registers of a bridge
 * @missing: no guest ever sees the function
 * @registers: PMON registers or a discovery table are in it or its BARs
 * @control: the simulator's control device, which is not on an uncore bus
 */
struct machine_function {
	unsigned int package;
	unsigned int bus;
	unsigned int device, function;
	uint64_t bar_size[MACHINE_BARS];
	bool bar_64bit[MACHINE_BARS];
	bool bar_io[MACHINE_BARS];
	bool root_port;
	bool missing;
	bool registers;
	bool control;
};

/**
 * machine_new() - build a machine
 * @argc: number of options
 * @argv: `key=value` words; Documentation/pmonsim.rst lists them
 * @error: receives the reason of a failure
 * @error_size: bytes of @error
 *
 * Return: the machine, or NULL with @error filled in.
 */
struct machine *machine_new(int argc, const char *const argv[], char *error, size_t error_size);
void machine_free(struct machine *m);

unsigned int machine_packages(const struct machine *m);
unsigned int machine_cpus(const struct machine *m);
/* How many units of a type a package has. */
unsigned int machine_units(const struct machine *m, unsigned int package, const char *type);

/* Is the unit there without memory or device? */
bool machine_unit_empty(const struct machine *m, unsigned int package, const char *type, unsigned int number);
unsigned int machine_package_of_cpu(const struct machine *m, unsigned int cpu);

/* The bus number that the table and the documentation take for the package's uncore bus. */
unsigned int machine_bus(const struct machine *m, unsigned int package);

/* Does the bus have a discovery function of the package? */
bool machine_bus_has_table(const struct machine *m, unsigned int package, unsigned int bus);

/*
 * The device numbers of the first root port, and of the first one of the second half, on the bus of an I/O stack that the
 * option `stacks` names; false: it names no such stack.
 */
bool machine_stack_ports(const struct machine *m, unsigned int package, unsigned int bus, unsigned int ports[2]);

/* The PCI segment of a package's buses. */
unsigned int machine_segment(const struct machine *m, unsigned int package);

/* The list, and the place of each function in it, never change while the machine exists. */
const struct machine_function *machine_functions(const struct machine *m, size_t *count);

/**
 * machine_set_clock() - let a machine with the option `time=guest` follow a clock
 * @m: the machine
 * @now: returns the time in ns, which never decreases; the machine's lock is held
 *
 * Return: false, and nothing has changed, if the machine has no such option.
 */
bool machine_set_clock(struct machine *m, uint64_t (*now)(void));

/*
 * Register accesses. All are thread safe (one lock inside). len is 1, 2, 4 or 8; values are in
 * host byte order. An MSR access returns false for an MSR that is not the uncore's: the caller
 * then lets the CPU do what it does.
 */
bool machine_msr_read(struct machine *m, unsigned int cpu, uint32_t msr, uint64_t *value);
bool machine_msr_write(struct machine *m, unsigned int cpu, uint32_t msr, uint64_t value);
uint64_t machine_config_read(struct machine *m, size_t function, unsigned int offset,
			     unsigned int len);
void machine_config_write(struct machine *m, size_t function, unsigned int offset,
			  unsigned int len, uint64_t value);
uint64_t machine_bar_read(struct machine *m, size_t function, unsigned int bar, uint64_t offset,
			  unsigned int len);
void machine_bar_write(struct machine *m, size_t function, unsigned int bar, uint64_t offset,
		       unsigned int len, uint64_t value);

/*
 * Are stretches with IRQs off wanted? Then machine_irqs_on() tells of each moment at which a CPU has them on; what it accesses
 * without such a moment in between is one stretch.
 */
bool machine_has_stretches(const struct machine *m);
void machine_irqs_on(struct machine *m, unsigned int cpu);

/* Is memory simulated: are accesses to it wanted? */
bool machine_has_memory(const struct machine *m);

/*
 * A program loads from memory or stores to it; @past_caches: with a non-temporal store. A CPU's accesses come from
 * one thread.
 */
void machine_memory_access(struct machine *m, unsigned int cpu, uint64_t address, unsigned int size,
			   bool write, bool past_caches);

/*
 * The guest saves the state of its PCI functions: kernels do so as the last thing before they sleep, also
 * where nothing else can be noticed from outside.
 */
void machine_going_to_sleep(struct machine *m);

/* The machine is switched on again, or wakes up from a sleep without power. */
void machine_platform_reset(struct machine *m);

/* A PCI function is reset: it answers nowhere until it is told where. */
void machine_function_reset(struct machine *m, size_t function);

/**
 * machine_command() - run one text command
 * @m: the machine
 * @line: the command; `help` lists them
 *
 * Return: the reply, allocated with malloc(). It ends with a line that begins with `ok`, or is
 * one line `error: reason`.
 */
char *machine_command(struct machine *m, const char *line);

/**
 * machine_begin() - let a machine begin with what its options `fault=` and `clock=` say
 * @m: the machine
 * @argc, @argv: the options that it was made of
 * @error: receives the reason of a failure
 * @error_size: bytes of @error
 *
 * Return: false, with @error filled in, if one of them is no fault, or no frequency.
 */
bool machine_begin(struct machine *m, int argc, const char *const argv[], char *error, size_t error_size);

#endif /* PMONSIM_MACHINE_H */
