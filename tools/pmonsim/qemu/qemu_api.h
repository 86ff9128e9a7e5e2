/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of QEMU's TCG plugin interface (version 7) that the simulator uses.
 *
 * Distributions do not package QEMU's plugin header, nor is GLib's needed for anything else here,
 * so the few types and functions are declared by hand. Everything is resolved when QEMU loads the
 * plugin.
 */
#ifndef PMONSIM_QEMU_API_H
#define PMONSIM_QEMU_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QEMU_API_VERSION 7

#define QEMU_EXPORT __attribute__((visibility("default")))

/* GLib: only the public members of the two array types, and what makes and empties them. */
typedef struct {
	char *data;
	unsigned int len;
} GArray;

typedef struct {
	uint8_t *data;
	unsigned int len;
} GByteArray;

GByteArray *g_byte_array_new(void);
GByteArray *g_byte_array_set_size(GByteArray *array, unsigned int length);
unsigned int g_array_get_element_size(GArray *array);
char *g_array_free(GArray *array, int free_data);

typedef uint64_t qemu_plugin_id_t;

/* What QEMU tells about itself when it loads the plugin. */
typedef struct {
	const char *target_name;
	struct {
		int min;
		int cur;
	} version;
	bool system_emulation;
	struct {
		int smp_vcpus;
		int max_vcpus;
	} system;
} qemu_info_t;

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_register;

/*
 * The beginning of an element of the array that qemu_plugin_get_registers() returns. Versions of
 * QEMU add members at the end: the distance of two elements is for GLib to say.
 */
typedef struct {
	struct qemu_plugin_register *handle;
	const char *name;
	const char *feature;
} qemu_plugin_reg_descriptor;

/* What a callback does to the guest's registers: nothing, read them, or read and write them. */
enum qemu_plugin_cb_flags {
	QEMU_PLUGIN_CB_NO_REGS,
	QEMU_PLUGIN_CB_R_REGS,
	QEMU_PLUGIN_CB_RW_REGS,
};

/* Loads, stores, or both. */
enum qemu_plugin_mem_rw {
	QEMU_PLUGIN_MEM_R = 1,
	QEMU_PLUGIN_MEM_W,
	QEMU_PLUGIN_MEM_RW,
};

/* Memory for each CPU that blocks of code can change without a callback, and a number in it. */
struct qemu_plugin_scoreboard;

typedef struct {
	struct qemu_plugin_scoreboard *score;
	size_t offset;
} qemu_plugin_u64;

enum qemu_plugin_op {
	QEMU_PLUGIN_INLINE_ADD_U64,
	QEMU_PLUGIN_INLINE_STORE_U64,
};

typedef uint32_t qemu_plugin_meminfo_t;
struct qemu_plugin_hwaddr;

typedef void (*qemu_memory_callback)(unsigned int vcpu, qemu_plugin_meminfo_t info, uint64_t address,
				     void *userdata);
typedef void (*qemu_vcpu_callback)(unsigned int vcpu, void *userdata);
typedef void (*qemu_translate_callback)(struct qemu_plugin_tb *tb, void *userdata);

void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t id, qemu_vcpu_callback callback,
				       void *userdata);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_translate_callback callback,
					   void *userdata);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    qemu_vcpu_callback callback,
					    enum qemu_plugin_cb_flags flags, void *userdata);

void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, qemu_memory_callback callback,
				      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw,
				      void *userdata);

struct qemu_plugin_scoreboard *qemu_plugin_scoreboard_new(size_t element_size);
void qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(struct qemu_plugin_insn *insn, enum qemu_plugin_op op,
							 qemu_plugin_u64 entry, uint64_t value);
uint64_t qemu_plugin_u64_sum(qemu_plugin_u64 entry);

unsigned int qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(qemu_plugin_meminfo_t info, uint64_t address);
bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *address);
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *address);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *data, size_t length);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn);

GArray *qemu_plugin_get_registers(void);
bool qemu_plugin_read_register(struct qemu_plugin_register *handle, GByteArray *buffer);
bool qemu_plugin_write_register(struct qemu_plugin_register *handle, GByteArray *buffer);
bool qemu_plugin_read_memory_vaddr(uint64_t address, GByteArray *data, size_t length);

/* Not of the plugin interface, but exported: may be missing. */
struct CPUState;
__attribute__((weak)) struct CPUState *qemu_get_cpu(int index);
__attribute__((weak)) void tcg_cpu_init_cflags(struct CPUState *cpu, bool parallel);

/* Exported by the plugin. */
extern QEMU_EXPORT int qemu_plugin_version;
QEMU_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
				    char **argv);

#endif /* PMONSIM_QEMU_API_H */
