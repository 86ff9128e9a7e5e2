// SPDX-License-Identifier: GPL-2.0-only
/* The machine as a whole: its life, and MSR accesses. */
#include <stdlib.h>
#include <string.h>

#include "model/machine_internal.h"

/* Room for all that a package's kind may add; so pointers to units and registers stay valid. */
static bool package_reserve(struct package *package)
{
	const struct machine_kind *kind = package->machine->kind;
	size_t units = 0, i;

	/* Those that are absent may have registers too. */
	for (i = 0; i < kind->type_count; i++)
		units += kind->max_units[i];
	package->units = calloc(units + 1, sizeof(*package->units));
	/* The unit control and status, counters and controls, and all that may come on top. */
	package->reg_limit = 64 + units * (2 + 2 * UNIT_MAX_COUNTERS + 2 + UNIT_MAX_EXTRA +
					   UNIT_MAX_FREE_RUNNING);
	package->regs = calloc(package->reg_limit, sizeof(*package->regs));
	package->msr = calloc(kind->msr_last - kind->msr_first + 1, sizeof(*package->msr));
	return package->units && package->regs && package->msr;
}

static bool has_registers(const struct function *f)
{
	unsigned int i;

	for (i = 0; i < MACHINE_BARS; i++) {
		if (f->bar[i].pages)
			return true;
	}
	return f->registers.pages || f->table;
}

/* The list of functions in the form that the outside sees. */
static bool describe_functions(struct machine *m)
{
	size_t i;

	m->described = calloc(m->function_count + 1, sizeof(*m->described));
	if (!m->described)
		return false;
	for (i = 0; i < m->function_count; i++) {
		const struct function *f = m->functions[i];
		struct machine_function *d = &m->described[i];

		d->package = f->package->number;
		d->bus = f->bus;
		d->device = f->device;
		d->function = f->function;
		d->root_port = f->root_port;
		d->missing = f->missing;
		d->registers = has_registers(f);
		memcpy(d->bar_size, f->bar_size, sizeof(d->bar_size));
		memcpy(d->bar_64bit, f->bar_64bit, sizeof(d->bar_64bit));
		memcpy(d->bar_io, f->bar_io, sizeof(d->bar_io));
	}
	return true;
}

/*
 * Root ports have the capability. So do functions with extended capabilities: the kernel does not look for these without
 * it.
 */
static void remove_capabilities(struct machine *m)
{
	size_t i;

	for (i = 0; i < m->function_count; i++) {
		struct function *f = m->functions[i];

		if (!f->package->config.pcie_capability && !f->root_port && !f->config[0x100])
			function_remove_capabilities(f);
	}
}

struct machine *machine_new(int argc, const char *const argv[], char *error, size_t error_size)
{
	struct machine *m = calloc(1, sizeof(*m));
	unsigned int i;

	snprintf(error, error_size, "out of memory");
	if (!m)
		return NULL;
	pthread_mutex_init(&m->lock, NULL);
	if (!violations_init(m) || !options_parse(m, argc, argv, error, error_size))
		goto fail;
	for (i = 0; i < m->package_count; i++) {
		struct package *package = &m->package[i];

		package->machine = m;
		package->number = i;
		package->block_count = 1;
		if (!package_reserve(package) ||
		    !m->kind->build(package, error, error_size))
			goto fail;
	}
	remove_capabilities(m);
	if (!describe_functions(m))
		goto fail;
	if (m->memory_config.on && !(m->memory = memory_new(m))) {
		snprintf(error, error_size, "out of memory");
		goto fail;
	}
	machine_take_time(m);
	return m;
fail:
	machine_free(m);
	return NULL;
}

void machine_free(struct machine *m)
{
	unsigned int i;
	size_t j;

	if (!m)
		return;
	rates_release(m);
	memory_free(m->memory);
	for (i = 0; i < m->package_count; i++)
		package_release(&m->package[i]);
	for (j = 0; j < m->function_count; j++) {
		region_release(&m->functions[j]->registers);
		for (i = 0; i < MACHINE_BARS; i++)
			region_release(&m->functions[j]->bar[i]);
		free(m->functions[j]);
	}
	free(m->functions);
	free(m->described);
	violations_reset(m);
	free(m->violations.lines);
	if (m->log)
		fclose(m->log);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

unsigned int machine_packages(const struct machine *m)
{
	return m->package_count;
}

unsigned int machine_cpus(const struct machine *m)
{
	return m->cpu_count;
}

unsigned int machine_package_of_cpu(const struct machine *m, unsigned int cpu)
{
	return cpu / (m->cpu_count / m->package_count);
}

unsigned int machine_bus(const struct machine *m, unsigned int package)
{
	return m->package[package].config.bus;
}

bool machine_bus_has_table(const struct machine *m, unsigned int package, unsigned int bus)
{
	const struct function *f = m->package[package].tables[0].function;

	return f && f->bus == bus;
}

unsigned int machine_segment(const struct machine *m, unsigned int package)
{
	return m->package[package].config.segment;
}

const struct machine_function *machine_functions(const struct machine *m, size_t *count)
{
	*count = m->function_count;
	return m->described;
}

static bool is_uncore_msr(const struct machine_kind *kind, uint32_t msr)
{
	size_t i;

	for (i = 0; i < kind->range_count; i++) {
		if (msr >= kind->ranges[i].first && msr <= kind->ranges[i].last)
			return true;
	}
	return false;
}

/*
 * Begin an MSR access. PMON MSRs are of the package: the accessing CPU decides which package's
 * unit answers. Returns false, and nothing has begun, if the MSR is not the uncore's.
 */
static bool begin_msr(struct machine *m, unsigned int cpu, uint32_t msr, bool write,
		      uint64_t value, struct reg **reg)
{
	struct package *package;

	if (msr < m->kind->msr_first || msr > m->kind->msr_last || cpu >= m->cpu_count)
		return false;
	package = &m->package[machine_package_of_cpu(m, cpu)];
	*reg = package->msr[msr - m->kind->msr_first];
	if (!*reg && !is_uncore_msr(m->kind, msr))
		return false;
	pthread_mutex_lock(&m->lock);
	m->access = (struct access){
		.active = true, .space = SPACE_MSR, .package = package, .cpu = cpu,
		.address = msr, .len = 8, .write = write, .value = value,
	};
	machine_advance(m);
	return true;
}

bool machine_has_stretches(const struct machine *m)
{
	return m->stretches;
}

void machine_irqs_on(struct machine *m, unsigned int cpu)
{
	if (cpu < m->cpu_count)
		m->stretch[cpu] = 0;
}

static void end_msr(struct machine *m)
{
	if (++m->stretch[m->access.cpu] > m->longest_stretch)
		m->longest_stretch = m->stretch[m->access.cpu];
	m->access.active = false;
	pthread_mutex_unlock(&m->lock);
}

static struct access_count *msr_counts(struct reg *reg)
{
	return reg->unit ? &reg->unit->accesses : &reg->package->global_accesses;
}

bool machine_msr_read(struct machine *m, unsigned int cpu, uint32_t msr, uint64_t *value)
{
	struct reg *reg;

	if (!begin_msr(m, cpu, msr, false, 0, &reg))
		return false;
	m->msr.reads++;
	m->cpu[cpu].reads++;
	*value = 0;
	if (reg) {
		msr_counts(reg)->reads++;
		*value = reg_read(reg);
	} else {
		violation(m, "no such register");
	}
	end_msr(m);
	return true;
}

bool machine_msr_write(struct machine *m, unsigned int cpu, uint32_t msr, uint64_t value)
{
	struct reg *reg;

	if (!begin_msr(m, cpu, msr, true, value, &reg))
		return false;
	m->msr.writes++;
	m->cpu[cpu].writes++;
	if (reg) {
		msr_counts(reg)->writes++;
		if (!reg->unit || !(reg->unit->gone || reg->unit->fault.gone))
			reg_write(reg, value, ~0ull);
	} else {
		violation(m, "no such register");
	}
	end_msr(m);
	return true;
}
