// SPDX-License-Identifier: GPL-2.0-only
/*
 * A load on memory. See load.h.
 *
 * One access to a line is as good as eight: the line moves as a whole. Only non-temporal stores have to fill it.
 */
#include <emmintrin.h>
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check/common/load.h"

#define LINE	64
#define PAGE	4096

/* From linux/mempolicy.h, which needs not be there. */
#define BIND	2

/* Since Linux 5.14; C libraries may not know it yet. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

const char *load_name(enum load_kind kind)
{
	static const char *const names[] = { "read", "write", "copy", "stream" };

	return names[kind];
}

int load_open(struct load *load, int node, size_t bytes)
{
	unsigned long nodes[16] = { 0 };
	size_t at;

	load->bytes = bytes;
	load->memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (load->memory == MAP_FAILED)
		return -errno;
	if (node >= 0 && node < (int)(sizeof(nodes) * 8)) {
		nodes[(size_t)node / (8 * sizeof(*nodes))] |= 1ul << ((size_t)node % (8 * sizeof(*nodes)));
		if (syscall(SYS_mbind, load->memory, bytes, BIND, nodes, sizeof(nodes) * 8, 0)) {
			int error = -errno;

			load_close(load);
			return error;
		}
	}
	/* Fewer pages to walk through. It may be refused. */
	madvise(load->memory, bytes, MADV_HUGEPAGE);
	if (!madvise(load->memory, bytes, MADV_POPULATE_WRITE))
		return 0;
	for (at = 0; at < bytes; at += PAGE)
		*((volatile char *)load->memory + at) = 1;
	return 0;
}

void load_close(struct load *load)
{
	munmap(load->memory, load->bytes);
	load->memory = NULL;
}

int load_pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) ? -errno : 0;
}

static void stream_line(char *line)
{
	__m128i value = _mm_set1_epi32(0x5a5a5a5a);
	int i;

	for (i = 0; i < LINE; i += 16)
		_mm_stream_si128((__m128i *)(void *)(line + i), value);
}

void load_run(const struct load *load, enum load_kind kind)
{
	size_t bytes = kind == LOAD_COPY ? load->bytes / 2 : load->bytes, at;
	char *memory = load->memory;
	uint64_t sum = 0;

	for (at = 0; at < bytes; at += LINE) {
		volatile uint64_t *line = (volatile uint64_t *)(void *)(memory + at);

		switch (kind) {
		case LOAD_READ:
			sum += *line;
			break;
		case LOAD_WRITE:
			*line = at;
			break;
		case LOAD_COPY:
			*(volatile uint64_t *)(void *)(memory + bytes + at) = *line;
			break;
		case LOAD_STREAM:
			stream_line(memory + at);
			break;
		case LOAD_KINDS:
			break;
		}
	}
	_mm_sfence();
	(void)sum;
}

void load_line(const struct load *load, size_t line, size_t times)
{
	while (times--) {
		stream_line((char *)load->memory + line * LINE);
		/* Else it could be combined with the next. */
		_mm_sfence();
	}
}

void load_expect(const struct load *load, enum load_kind kind, double *reads, double *writes)
{
	double lines = (double)(load->bytes / LINE);

	*reads = kind == LOAD_STREAM ? 0 : lines;
	*writes = kind == LOAD_READ ? 0 : kind == LOAD_COPY ? lines / 2 : lines;
}
