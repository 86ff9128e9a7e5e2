// SPDX-License-Identifier: GPL-2.0-only
/*
 * The samples that the kernel writes for an event.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "samples.h"

#define DATA_PAGES	64u
#define MAX_RECORD	4096

static size_t data_size(void)
{
	return DATA_PAGES * (size_t)sysconf(_SC_PAGESIZE);
}

static size_t map_size(void)
{
	return data_size() + (size_t)sysconf(_SC_PAGESIZE);
}

int samples_map(struct samples *samples, int fd, const struct perf_event_attr *attr)
{
	void *memory = mmap(NULL, map_size(), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	memset(samples, 0, sizeof(*samples));
	if (memory == MAP_FAILED)
		return errno;
	samples->buffer = memory;
	samples->sample_type = attr->sample_type;
	samples->group = attr->read_format & PERF_FORMAT_GROUP;
	return 0;
}

void samples_unmap(struct samples *samples)
{
	if (samples->buffer)
		munmap(samples->buffer, map_size());
	samples->buffer = NULL;
}

/* The fields of a sample, each of 8 bytes, that come before the period. */
#define BEFORE_PERIOD	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | \
			 PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | \
			 PERF_SAMPLE_IDENTIFIER)

/* perf_event.h, PERF_RECORD_SAMPLE and struct read_format with both times. */
static void take_sample(struct samples *samples, const uint64_t *word)
{
	struct reading *last = &samples->last;

	samples->count++;
	word += __builtin_popcountll(samples->sample_type & BEFORE_PERIOD);
	if (samples->sample_type & PERF_SAMPLE_PERIOD)
		samples->period = *word++;
	if (!(samples->sample_type & PERF_SAMPLE_READ))
		return;
	if (!samples->group) {
		last->count = 1;
		last->value[0] = word[0];
		return;
	}
	last->count = word[0] < MAX_GROUP ? word[0] : MAX_GROUP;
	memcpy(last->value, &word[3], last->count * sizeof(*word));
}

void samples_drain(struct samples *samples)
{
	struct perf_event_mmap_page *buffer = samples->buffer;
	const unsigned char *data = (const unsigned char *)buffer + sysconf(_SC_PAGESIZE);
	uint64_t head = __atomic_load_n(&buffer->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = buffer->data_tail;

	while (tail < head) {
		uint64_t record[MAX_RECORD / 8];
		struct perf_event_header header;

		/* Records are multiples of 8 bytes and so is the buffer: a header is never split. */
		memcpy(&header, data + tail % data_size(), sizeof(header));
		if (header.size < sizeof(header) || header.size > sizeof(record))
			break;
		for (size_t i = 0; i < header.size / 8u; i++)
			memcpy(&record[i], data + (tail + 8 * i) % data_size(), 8);
		if (header.type == PERF_RECORD_SAMPLE)
			take_sample(samples, &record[1]);
		else if (header.type == PERF_RECORD_LOST)
			samples->lost += record[2];
		tail += header.size;
	}
	__atomic_store_n(&buffer->data_tail, tail, __ATOMIC_RELEASE);
}
