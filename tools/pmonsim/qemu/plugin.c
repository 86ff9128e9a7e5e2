// SPDX-License-Identifier: GPL-2.0-only
/*
 * The QEMU plugin: gives the guest the uncore's MSRs and serves its PCI functions.
 *
 * QEMU offers no hook for an MSR, but it lets a plugin call back before any instruction:
 *  - before a WRMSR the registers hold what is about to be written; QEMU then executes the
 *    instruction and ignores an MSR that it does not know;
 *  - after a RDMSR, that is before the instruction that follows it, EAX and EDX can be overwritten.
 *    ECX still holds the MSR's number there, as RDMSR leaves it alone, and a RDMSR that faulted
 *    never gets there.
 *
 * It also makes a vCPU that spins yield its host CPU. With fewer host CPUs than guest CPUs, one
 * that spins keeps the lock's owner, and the threads that serve the owner's access, from running:
 * several CPUs that read PCI configuration space at once would take a scheduler's time slice for
 * each access. With time=guest all CPUs have one thread, and QEMU goes on to the next one anyway.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/machine.h"
#include "qemu/guest_time.h"
#include "qemu/qemu_api.h"
#include "qemu/uncore_server.h"

QEMU_EXPORT int qemu_plugin_version = QEMU_API_VERSION;

#define PAGE_OFFSET_MASK 0xfffu
#define EFLAGS_IF 0x200u

/* How many RDMSR may wait to be completed on one CPU: one, and those of its interrupts. */
#define MAX_PENDING 4

enum instruction { OTHER, RDMSR, WRMSR, RDTSC, PAUSE, IRQS_ON };

struct vcpu {
	struct qemu_plugin_register *rax, *rcx, *rdx, *cs, *eflags;
	GByteArray *buffer;
	/* Addresses at which a RDMSR that ended its translation block is to be completed. */
	uint64_t pending[MAX_PENDING];
	unsigned int pending_count;
	/* The address behind the last RDTSC, and the instructions that had run up to there. */
	uint64_t tsc_read, tsc_read_at;
};

static struct machine *machine;
static struct vcpu *vcpus;
static unsigned int vcpu_count;
static char *socket_directory;

static uint64_t read_register(struct vcpu *vcpu, struct qemu_plugin_register *handle)
{
	uint64_t value = 0;
	unsigned int size;

	g_byte_array_set_size(vcpu->buffer, 0);
	if (!qemu_plugin_read_register(handle, vcpu->buffer)) {
		fprintf(stderr, "pmonsim: QEMU does not let a register be read\n");
		abort();
	}
	size = vcpu->buffer->len < sizeof(value) ? vcpu->buffer->len : sizeof(value);
	memcpy(&value, vcpu->buffer->data, size);
	return value;
}

static void write_register(struct vcpu *vcpu, struct qemu_plugin_register *handle, uint64_t value)
{
	g_byte_array_set_size(vcpu->buffer, sizeof(value));
	memcpy(vcpu->buffer->data, &value, sizeof(value));
	if (!qemu_plugin_write_register(handle, vcpu->buffer)) {
		fprintf(stderr, "pmonsim: QEMU does not let a register be written\n");
		abort();
	}
}

/* Of the flags only those of the last operation are not kept up to date by QEMU. */
static void note_irqs(unsigned int cpu)
{
	struct vcpu *vcpu = &vcpus[cpu];

	if (machine_has_stretches(machine) && (read_register(vcpu, vcpu->eflags) & EFLAGS_IF))
		machine_irqs_on(machine, cpu);
}

static void complete_rdmsr(unsigned int cpu)
{
	struct vcpu *vcpu = &vcpus[cpu];
	uint64_t value;

	note_irqs(cpu);
	if (!machine_msr_read(machine, cpu, (uint32_t)read_register(vcpu, vcpu->rcx), &value))
		return;
	write_register(vcpu, vcpu->rax, value & UINT32_MAX);
	write_register(vcpu, vcpu->rdx, value >> 32);
}

/* Before the instruction that follows a RDMSR in its translation block, of which @userdata are left. */
static void after_rdmsr(unsigned int cpu, void *userdata)
{
	guest_time_left((size_t)userdata);
	complete_rdmsr(cpu);
	guest_time_left(0);
}

/* Before a RDMSR that ends its translation block: its successor is @userdata. */
static void before_last_rdmsr(unsigned int cpu, void *userdata)
{
	struct vcpu *vcpu = &vcpus[cpu];

	/* A user program's RDMSR faults: nothing follows. */
	if (read_register(vcpu, vcpu->cs) & 3)
		return;

	if (vcpu->pending_count == MAX_PENDING) {
		/* The oldest was never completed: its thread must have moved to another CPU. */
		fprintf(stderr, "pmonsim: CPU %u: the result of a RDMSR before %#llx was lost\n",
			cpu, (unsigned long long)vcpu->pending[0]);
		memmove(vcpu->pending, vcpu->pending + 1,
			(MAX_PENDING - 1) * sizeof(vcpu->pending[0]));
		vcpu->pending_count--;
	}
	vcpu->pending[vcpu->pending_count++] = (uint64_t)(uintptr_t)userdata;
}

/* Before an instruction that begins a translation block and may follow a RDMSR that ended one. */
static void after_last_rdmsr(unsigned int cpu, void *userdata)
{
	struct vcpu *vcpu = &vcpus[cpu];

	/* Interrupts nest, so the latest is the first to be completed. */
	for (unsigned int i = vcpu->pending_count; i-- > 0;) {
		if (vcpu->pending[i] != (uint64_t)(uintptr_t)userdata)
			continue;
		vcpu->pending_count = i;
		complete_rdmsr(cpu);
		return;
	}
}

static void before_wrmsr(unsigned int cpu, void *userdata)
{
	struct vcpu *vcpu = &vcpus[cpu];
	uint64_t value;

	/* A user program's WRMSR faults: nothing is written. */
	if (read_register(vcpu, vcpu->cs) & 3)
		return;
	note_irqs(cpu);
	value = read_register(vcpu, vcpu->rdx) << 32;
	value |= read_register(vcpu, vcpu->rax) & UINT32_MAX;
	guest_time_left((size_t)userdata);
	machine_msr_write(machine, cpu, (uint32_t)read_register(vcpu, vcpu->rcx), value);
	guest_time_left(0);
}

/* Before a RDTSC, which ends its translation block: its successor is @userdata. */
static void before_rdtsc(unsigned int cpu, void *userdata)
{
	vcpus[cpu].tsc_read = (uint64_t)(uintptr_t)userdata;
	vcpus[cpu].tsc_read_at = guest_time_instructions();
}

/* Before an instruction that begins a translation block, behind a RDTSC. An interrupt in between may have its own. */
static void after_rdtsc(unsigned int cpu, void *userdata)
{
	struct vcpu *vcpu = &vcpus[cpu];

	if (vcpu->tsc_read != (uint64_t)(uintptr_t)userdata)
		return;
	vcpu->tsc_read = 0;
	guest_time_rdtsc(vcpu->tsc_read_at, read_register(vcpu, vcpu->rdx) << 32 |
					    (read_register(vcpu, vcpu->rax) & UINT32_MAX));
}

static void before_pause(unsigned int cpu, void *userdata)
{
	(void)cpu;
	(void)userdata;
	sched_yield();
}

/* STI, and the return from an interrupt, which did not come while they were off. */
static void irqs_on(unsigned int cpu, void *userdata)
{
	(void)userdata;
	machine_irqs_on(machine, cpu);
}

/* A program has loaded from memory or stored to it. */
static void after_access(unsigned int cpu, qemu_plugin_meminfo_t info, uint64_t address, void *userdata)
{
	struct qemu_plugin_hwaddr *place = qemu_plugin_get_hwaddr(info, address);

	if (place && !qemu_plugin_hwaddr_is_io(place))
		machine_memory_access(machine, cpu, qemu_plugin_hwaddr_phys_addr(place),
				      1u << qemu_plugin_mem_size_shift(info),
				      qemu_plugin_mem_is_store(info), userdata);
}

static const uint8_t rdmsr[] = { 0x0f, 0x32 }, rdtsc[] = { 0x0f, 0x31 }, rdtscp[] = { 0x0f, 0x01, 0xf9 };

static bool is_prefix(uint8_t byte)
{
	switch (byte) {
	case 0x26:
	case 0x2e:
	case 0x36:
	case 0x3e:	/* DS: some kernels pad a WRMSR with it, to patch it later */
	case 0x64:
	case 0x65:
	case 0x66:
	case 0x67:
		return true;
	default:
		return byte >= 0x40 && byte <= 0x4f;	/* REX, in 64-bit code */
	}
}

/* Are these the bytes from @at on? RDTSC and RDTSCP. */
static bool is_rdtsc(const uint8_t *bytes, size_t at, size_t size)
{
	if (size - at == sizeof(rdtsc))
		return !memcmp(bytes + at, rdtsc, sizeof(rdtsc));
	return size - at == sizeof(rdtscp) && !memcmp(bytes + at, rdtscp, sizeof(rdtscp));
}

static enum instruction classify(const struct qemu_plugin_insn *insn, bool stretches)
{
	size_t size = qemu_plugin_insn_size(insn);
	uint8_t bytes[15];
	size_t prefixes = 0;

	if (size < (stretches ? 1 : 2) || size > 6)
		return OTHER;
	qemu_plugin_insn_data(insn, bytes, sizeof(bytes));
	if (size == 1)
		return bytes[0] == 0xfb ? IRQS_ON : OTHER;
	if (size == 2 && bytes[0] == 0x48 && bytes[1] == 0xcf)
		return IRQS_ON;
	if (size == 2 && bytes[0] == 0xf3 && bytes[1] == 0x90)
		return PAUSE;
	while (prefixes < size - 2 && is_prefix(bytes[prefixes]))
		prefixes++;
	if (is_rdtsc(bytes, prefixes, size))
		return RDTSC;
	if (prefixes != size - 2 || bytes[prefixes] != 0x0f)
		return OTHER;
	switch (bytes[prefixes + 1]) {
	case 0x30:
		return WRMSR;
	case 0x32:
		return RDMSR;
	default:
		return OTHER;
	}
}

/* MOVNTI, MOVNTPS, MOVNTPD, MOVNTQ, MOVNTDQ, and those of AVX: opcodes 0f c3, 0f 2b, 0f e7. */
static bool stores_past_caches(const struct qemu_plugin_insn *insn)
{
	size_t size = qemu_plugin_insn_size(insn), at = 0;
	uint8_t bytes[15] = { 0 };

	if (size < 3 || size > sizeof(bytes))
		return false;
	qemu_plugin_insn_data(insn, bytes, size);
	if (bytes[0] == 0xc5)		/* VEX of two bytes: opcodes of 0f */
		return bytes[2] == 0x2b || bytes[2] == 0xe7;
	if (bytes[0] == 0xc4)		/* of three: the map is in the second */
		return (bytes[1] & 0x1f) == 1 && (bytes[3] == 0x2b || bytes[3] == 0xe7);
	while (at + 2 < size && is_prefix(bytes[at]))
		at++;
	return bytes[at] == 0x0f &&
	       (bytes[at + 1] == 0xc3 || bytes[at + 1] == 0x2b || bytes[at + 1] == 0xe7);
}

/* Linux has programs in the lower half of the addresses, and itself in the upper one. */
static bool of_a_program(const struct qemu_plugin_insn *insn)
{
	return !(qemu_plugin_insn_vaddr(insn) >> 63);
}

/*
 * Do the bytes before a block's first instruction look like this one? A wrong yes is harmless: the
 * callback acts only when one is pending for that address.
 */
static bool follows(const struct qemu_plugin_insn *insn, const uint8_t *code, size_t size)
{
	uint64_t address = qemu_plugin_insn_vaddr(insn);
	const uint8_t *host = qemu_plugin_insn_haddr(insn);
	static __thread GByteArray *bytes;

	if (host && (address & PAGE_OFFSET_MASK) >= size)
		return !memcmp(host - size, code, size);

	if (!bytes)
		bytes = g_byte_array_new();
	return qemu_plugin_read_memory_vaddr(address - size, bytes, size) && !memcmp(bytes->data, code, size);
}

/*
 * The guest's time, if the machine follows it: the first of @count instructions of a block. What completes an instruction of
 * an earlier block does so before any of this one is counted.
 */
static void begin_block_in_time(struct qemu_plugin_insn *first, size_t count)
{
	uint64_t address = qemu_plugin_insn_vaddr(first);

	if (follows(first, rdtsc, sizeof(rdtsc)) || follows(first, rdtscp, sizeof(rdtscp)))
		qemu_plugin_register_vcpu_insn_exec_cb(first, after_rdtsc, QEMU_PLUGIN_CB_R_REGS,
						       (void *)(uintptr_t)address);
	guest_time_count(first, count);
}

static void translate_block(struct qemu_plugin_tb *block, void *userdata)
{
	size_t count = qemu_plugin_tb_n_insns(block);
	enum instruction previous = OTHER;
	bool memory = machine_has_memory(machine), stretches = machine_has_stretches(machine);

	(void)userdata;
	for (size_t i = 0; i < count; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
		enum instruction kind = classify(insn, stretches);
		uint64_t address;

		/* First what completes the previous instruction, then what belongs to this. */
		if (previous == RDMSR) {
			qemu_plugin_register_vcpu_insn_exec_cb(insn, after_rdmsr,
							       QEMU_PLUGIN_CB_RW_REGS,
							       (void *)(count - i));
		} else if (i == 0 && follows(insn, rdmsr, sizeof(rdmsr))) {
			address = qemu_plugin_insn_vaddr(insn);
			qemu_plugin_register_vcpu_insn_exec_cb(insn, after_last_rdmsr,
							       QEMU_PLUGIN_CB_RW_REGS,
							       (void *)(uintptr_t)address);
		}
		if (i == 0 && guest_time_is_on())
			begin_block_in_time(insn, count);
		if (kind == WRMSR) {
			qemu_plugin_register_vcpu_insn_exec_cb(insn, before_wrmsr,
							       QEMU_PLUGIN_CB_R_REGS,
							       (void *)(count - i));
		} else if (kind == PAUSE && !guest_time_is_on()) {
			qemu_plugin_register_vcpu_insn_exec_cb(insn, before_pause,
							       QEMU_PLUGIN_CB_NO_REGS, NULL);
		} else if (kind == RDTSC && guest_time_is_on()) {
			address = qemu_plugin_insn_vaddr(insn) + qemu_plugin_insn_size(insn);
			qemu_plugin_register_vcpu_insn_exec_cb(insn, before_rdtsc, QEMU_PLUGIN_CB_NO_REGS,
							       (void *)(uintptr_t)address);
		} else if (kind == IRQS_ON && stretches) {
			qemu_plugin_register_vcpu_insn_exec_cb(insn, irqs_on,
							       QEMU_PLUGIN_CB_NO_REGS, NULL);
		} else if (kind == RDMSR && i + 1 == count) {
			address = qemu_plugin_insn_vaddr(insn) + qemu_plugin_insn_size(insn);
			qemu_plugin_register_vcpu_insn_exec_cb(insn, before_last_rdmsr,
							       QEMU_PLUGIN_CB_R_REGS,
							       (void *)(uintptr_t)address);
		}
		if (memory && of_a_program(insn))
			qemu_plugin_register_vcpu_mem_cb(insn, after_access, QEMU_PLUGIN_CB_NO_REGS,
							 QEMU_PLUGIN_MEM_RW,
							 stores_past_caches(insn) ? machine : NULL);
		previous = kind;
	}
}

static void init_vcpu(unsigned int cpu, void *userdata)
{
	struct vcpu *vcpu = &vcpus[cpu];
	GArray *registers;
	size_t element_size;

	(void)userdata;
	if (cpu >= vcpu_count || vcpu->buffer)
		return;
	guest_time_init_vcpu(cpu);
	registers = qemu_plugin_get_registers();
	element_size = g_array_get_element_size(registers);
	for (unsigned int i = 0; i < registers->len; i++) {
		const qemu_plugin_reg_descriptor *descriptor =
			(const void *)(registers->data + i * element_size);

		if (!strcmp(descriptor->name, "rax"))
			vcpu->rax = descriptor->handle;
		else if (!strcmp(descriptor->name, "rcx"))
			vcpu->rcx = descriptor->handle;
		else if (!strcmp(descriptor->name, "rdx"))
			vcpu->rdx = descriptor->handle;
		else if (!strcmp(descriptor->name, "cs"))
			vcpu->cs = descriptor->handle;
		else if (!strcmp(descriptor->name, "eflags"))
			vcpu->eflags = descriptor->handle;
	}
	g_array_free(registers, 1);
	if (!vcpu->rax || !vcpu->rcx || !vcpu->rdx || !vcpu->cs || !vcpu->eflags) {
		fprintf(stderr, "pmonsim: QEMU does not offer the registers rax, rcx, rdx, cs and eflags\n");
		exit(1);
	}
	vcpu->buffer = g_byte_array_new();
}

/* Sockets that QEMU never connected to, as it failed before. */
static void remove_sockets(void)
{
	DIR *directory = opendir(socket_directory);
	const struct dirent *entry;

	if (!directory)
		return;
	while ((entry = readdir(directory)))
		if (entry->d_name[0] != '.')
			unlinkat(dirfd(directory), entry->d_name, 0);
	closedir(directory);
	rmdir(socket_directory);
}

static bool create_machine(int argc, char **argv, char *error, size_t error_size)
{
	static const char sockets_key[] = "sockets=";
	const char **options = calloc((size_t)argc + 1, sizeof(*options));
	int count = 0;

	if (!options) {
		snprintf(error, error_size, "out of memory");
		return false;
	}
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], sockets_key, strlen(sockets_key)))
			socket_directory = argv[i] + strlen(sockets_key);
		else
			options[count++] = argv[i];
	}
	if (socket_directory)
		machine = machine_new(count, options, error, error_size);
	else
		snprintf(error, error_size, "the plugin needs sockets=DIRECTORY; use the launcher");
	if (machine && !machine_begin(machine, count, options, error, error_size)) {
		machine_free(machine);
		machine = NULL;
	}
	free(options);
	return machine;
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
	char error[256] = "";

	if (!info->system_emulation || strcmp(info->target_name, "x86_64") != 0) {
		fprintf(stderr, "pmonsim: only for qemu-system-x86_64\n");
		return -1;
	}
	if (!create_machine(argc, argv, error, sizeof(error))) {
		fprintf(stderr, "pmonsim: %s\n", error);
		return -1;
	}
	vcpu_count = (unsigned int)info->system.max_vcpus;
	if (vcpu_count != machine_cpus(machine)) {
		fprintf(stderr, "pmonsim: the machine has %u CPUs, QEMU %u\n",
			machine_cpus(machine), vcpu_count);
		return -1;
	}
	vcpus = calloc(vcpu_count, sizeof(*vcpus));
	if (!vcpus) {
		fprintf(stderr, "pmonsim: out of memory\n");
		return -1;
	}

	if (mkdir(socket_directory, 0700)) {
		fprintf(stderr, "pmonsim: cannot create %s: %s\n", socket_directory,
			strerror(errno));
		return -1;
	}
	atexit(remove_sockets);
	if (!guest_time_begin(machine)) {
		fprintf(stderr, "pmonsim: time=guest needs another version of QEMU, such as 11.1\n");
		return -1;
	}
	if (!uncore_serve(machine, socket_directory, error, sizeof(error))) {
		fprintf(stderr, "pmonsim: %s\n", error);
		return -1;
	}
	qemu_plugin_register_vcpu_init_cb(id, init_vcpu, NULL);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate_block, NULL);
	return 0;
}
