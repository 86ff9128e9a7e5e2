// SPDX-License-Identifier: GPL-2.0-only
/* The record of what the guest did: violations and access statistics. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model/machine_internal.h"

/* Texts kept; all violations are counted. */
#define VIOLATIONS_KEPT 1000

static void print_place(const struct access *access, FILE *out)
{
	switch (access->space) {
	case SPACE_MSR:
		fprintf(out, "die %u cpu %u msr 0x%llx", access->package->number, access->cpu,
			(unsigned long long)access->address);
		return;
	case SPACE_PCI:
		fprintf(out, "die %u pci %02x.%x config 0x%llx/%u", access->package->number,
			access->function->device, access->function->function,
			(unsigned long long)access->address, access->len);
		return;
	case SPACE_MMIO:
		fprintf(out, "die %u pci %02x.%x bar%u 0x%llx/%u", access->package->number,
			access->function->device, access->function->function, access->bar,
			(unsigned long long)access->address, access->len);
		return;
	}
}

/* Log something that no driver should do. The access that is being served tells where. */
void violation(struct machine *m, const char *format, ...)
{
	struct violation_log *log = &m->violations;
	char *line = NULL;
	size_t size;
	FILE *out;
	va_list args;

	log->count++;
	if (log->stored >= VIOLATIONS_KEPT && !m->log)
		return;
	out = open_memstream(&line, &size);
	if (!out)
		return;
	if (m->access.active) {
		print_place(&m->access, out);
		if (m->access.write)
			fprintf(out, " write 0x%llx: ", (unsigned long long)m->access.value);
		else
			fprintf(out, " read: ");
	}
	va_start(args, format);
	vfprintf(out, format, args);
	va_end(args);
	if (fclose(out)) {
		free(line);
		return;
	}
	machine_log(m, "violation: %s", line);
	if (log->stored < VIOLATIONS_KEPT)
		log->lines[log->stored++] = line;
	else
		free(line);
}

void machine_log(struct machine *m, const char *format, ...)
{
	va_list args;

	if (!m->log)
		return;
	va_start(args, format);
	vfprintf(m->log, format, args);
	va_end(args);
	fputc('\n', m->log);
	fflush(m->log);
}

bool violations_init(struct machine *m)
{
	m->violations.lines = calloc(VIOLATIONS_KEPT, sizeof(char *));
	return m->violations.lines;
}

void violations_reset(struct machine *m)
{
	size_t i;

	for (i = 0; i < m->violations.stored; i++)
		free(m->violations.lines[i]);
	m->violations.stored = 0;
	m->violations.count = 0;
}

void violations_print(struct machine *m, FILE *out)
{
	size_t i;

	fprintf(out, "violations %llu\n", (unsigned long long)m->violations.count);
	for (i = 0; i < m->violations.stored; i++)
		fprintf(out, "%s\n", m->violations.lines[i]);
	if (m->violations.count > m->violations.stored)
		fprintf(out, "... and %llu more\n",
			(unsigned long long)(m->violations.count - m->violations.stored));
}

void statistics_reset(struct machine *m)
{
	unsigned int i;
	size_t j;

	m->msr = m->pci = m->mmio = (struct access_count){ 0 };
	m->table_reads = 0;
	memset(m->cpu, 0, sizeof(m->cpu));
	m->longest_stretch = 0;
	for (i = 0; i < m->package_count; i++) {
		m->package[i].global_accesses = (struct access_count){ 0 };
		for (j = 0; j < m->package[i].unit_count; j++)
			m->package[i].units[j].accesses = (struct access_count){ 0 };
	}
}

static void print_count(FILE *out, const char *read, const char *write,
			const struct access_count *count, const char *separator)
{
	fprintf(out, "%s%s%llu%s%s%s%llu\n", read, separator, (unsigned long long)count->reads,
		*separator == '=' ? " " : "\n", write, separator,
		(unsigned long long)count->writes);
}

static void package_statistics(const struct package *package, FILE *out)
{
	static const char *const names[][2] = {
		[SPACE_MSR] = { "rdmsr", "wrmsr" },
		[SPACE_MMIO] = { "mmiord", "mmiowr" },
		[SPACE_PCI] = { "pcird", "pciwr" },
	};
	size_t i;

	if (package->global_accesses.reads || package->global_accesses.writes) {
		fprintf(out, "global %u ", package->number);
		print_count(out, "rdmsr", "wrmsr", &package->global_accesses, "=");
	}
	for (i = 0; i < package->unit_count; i++) {
		const struct unit *unit = &package->units[i];

		if (!unit->accesses.reads && !unit->accesses.writes)
			continue;
		fprintf(out, "unit %u %s %u ", package->number, unit->type->name, unit->id);
		print_count(out, names[unit->type->space][0], names[unit->type->space][1],
			    &unit->accesses, "=");
	}
}

/* Units and CPUs without any access are left out. */
void statistics_print(struct machine *m, FILE *out)
{
	unsigned int i;

	print_count(out, "rdmsr", "wrmsr", &m->msr, " ");
	print_count(out, "pcird", "pciwr", &m->pci, " ");
	print_count(out, "mmiord", "mmiowr", &m->mmio, " ");
	fprintf(out, "tablerd %llu\n", (unsigned long long)m->table_reads);
	fprintf(out, "resets %u\n", m->platform_resets);
	if (m->stretches)
		fprintf(out, "stretch %lu\n", m->longest_stretch);
	for (i = 0; i < m->package_count; i++)
		package_statistics(&m->package[i], out);
	for (i = 0; i < m->cpu_count; i++) {
		if (!m->cpu[i].reads && !m->cpu[i].writes)
			continue;
		fprintf(out, "cpu %u ", i);
		print_count(out, "rdmsr", "wrmsr", &m->cpu[i], "=");
	}
}
