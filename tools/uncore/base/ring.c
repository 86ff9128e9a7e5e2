// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ring buffers of samples. See ring.h.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/ring.h"

/* A sample of a group of four has about 120 bytes: this is room for two thousand. */
#define DATA_PAGES	64

int ring_open(struct ring *ring, int fd)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *memory;

	ring->size = DATA_PAGES * page;
	memory = mmap(NULL, ring->size + page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (memory == MAP_FAILED)
		return -errno;
	ring->page = memory;
	return 0;
}

void ring_close(struct ring *ring)
{
	if (ring->page)
		munmap(ring->page, ring->size + (size_t)sysconf(_SC_PAGESIZE));
	ring->page = NULL;
}

/* A record may go over the end of the buffer. */
static void copy_out(const struct ring *ring, uint64_t from, void *to, size_t length)
{
	const char *data = (const char *)ring->page + ring->page->data_offset;
	size_t at = from % ring->size, first = ring->size - at;

	if (first > length)
		first = length;
	memcpy(to, data + at, first);
	memcpy((char *)to + first, data, length - first);
}

uint64_t ring_take(struct ring *ring, void (*take)(const struct ring_sample *sample, void *context),
		   void *context)
{
	uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = ring->page->data_tail, lost = 0;

	while (tail < head) {
		struct {
			struct perf_event_header header;
			union {
				struct ring_sample sample;
				struct {
					uint64_t id;
					uint64_t lost;
				} lost;
			};
		} record;
		struct perf_event_header header;
		size_t length;

		copy_out(ring, tail, &header, sizeof(header));
		if (header.size < sizeof(header))
			break;
		memset(&record, 0, sizeof(record));
		length = header.size < sizeof(record) ? header.size : sizeof(record);
		copy_out(ring, tail, &record, length);
		if (header.type == PERF_RECORD_SAMPLE)
			take(&record.sample, context);
		else if (header.type == PERF_RECORD_LOST)
			lost += record.lost.lost;
		tail += header.size;
	}
	__atomic_store_n(&ring->page->data_tail, tail, __ATOMIC_RELEASE);
	return lost;
}
