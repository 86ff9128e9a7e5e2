// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory traffic. See traffic.h.
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

#include "check/common/traffic.h"

#define LINE	64
#define PAGE	4096

/* From linux/mempolicy.h, which needs not be there. */
#define BIND	2

/* Since Linux 5.14; C libraries may not know it yet. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

const char *traffic_name(enum traffic_kind kind)
{
	static const char *const names[] = { "read", "write", "copy", "stream" };

	return names[kind];
}

int traffic_open(struct traffic *traffic, int node, size_t bytes)
{
	unsigned long nodes[16] = { 0 };
	size_t at;

	traffic->bytes = bytes;
	traffic->memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (traffic->memory == MAP_FAILED)
		return -errno;
	if (node >= 0 && node < (int)(sizeof(nodes) * 8)) {
		nodes[(size_t)node / (8 * sizeof(*nodes))] |= 1ul << ((size_t)node % (8 * sizeof(*nodes)));
		if (syscall(SYS_mbind, traffic->memory, bytes, BIND, nodes, sizeof(nodes) * 8, 0)) {
			int error = -errno;

			traffic_close(traffic);
			return error;
		}
	}
	/* Fewer pages to walk through. It may be refused. */
	madvise(traffic->memory, bytes, MADV_HUGEPAGE);
	if (!madvise(traffic->memory, bytes, MADV_POPULATE_WRITE))
		return 0;
	for (at = 0; at < bytes; at += PAGE)
		*((volatile char *)traffic->memory + at) = 1;
	return 0;
}

void traffic_close(struct traffic *traffic)
{
	munmap(traffic->memory, traffic->bytes);
	traffic->memory = NULL;
}

int traffic_pin(int cpu)
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

void traffic_run(const struct traffic *traffic, enum traffic_kind kind)
{
	size_t bytes = kind == TRAFFIC_COPY ? traffic->bytes / 2 : traffic->bytes, at;
	char *memory = traffic->memory;
	uint64_t sum = 0;

	for (at = 0; at < bytes; at += LINE) {
		volatile uint64_t *line = (volatile uint64_t *)(void *)(memory + at);

		switch (kind) {
		case TRAFFIC_READ:
			sum += *line;
			break;
		case TRAFFIC_WRITE:
			*line = at;
			break;
		case TRAFFIC_COPY:
			*(volatile uint64_t *)(void *)(memory + bytes + at) = *line;
			break;
		case TRAFFIC_STREAM:
			stream_line(memory + at);
			break;
		case TRAFFIC_KINDS:
			break;
		}
	}
	_mm_sfence();
	(void)sum;
}

void traffic_store_line(const struct traffic *traffic, size_t line, size_t times)
{
	while (times--) {
		stream_line((char *)traffic->memory + line * LINE);
		/* Else it could be combined with the next. */
		_mm_sfence();
	}
}

void traffic_expect(const struct traffic *traffic, enum traffic_kind kind, double *reads, double *writes)
{
	double lines = (double)(traffic->bytes / LINE);

	*reads = kind == TRAFFIC_STREAM ? 0 : lines;
	*writes = kind == TRAFFIC_READ ? 0 : kind == TRAFFIC_COPY ? lines / 2 : lines;
}
