// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sums of shares, from one look at the kernel's to the next. See shares.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/lockdown.h"
#include "base/memory.h"
#include "base/status.h"
#include "sharing/shares.h"

#define BUCKETS		4096

/* With more of them than this, half of it is kept: the largest. The others are one. */
#define MOST_SHARES	16384

static struct task_share *table[BUCKETS];
static size_t num_shares;
static struct task_share **listed;
static struct task_die dies[MAX_DIES];

/* Of the kernel's sums for a die: how much of them was seen. */
static struct task_die seen[MAX_DIES];

int shares_possible(void)
{
	if (!tasks_built())
		return (int)fail(STATUS_FAILED, "this uncore was built without `uncore tasks'; install clang, bpftool and "
				 "libbpf-dev, and build it again");
	/* The kernel reports this as an invalid argument. */
	return lockdown_confidential() ? (int)fail(STATUS_FAILED, LOCKDOWN_REASON) : STATUS_OK;
}

static struct task_share **bucket_of(const struct tasks_key *key)
{
	const unsigned char *bytes = (const unsigned char *)key;
	uint32_t hash = 2166136261u;
	size_t i;

	for (i = 0; i < sizeof(*key); i++)
		hash = (hash ^ bytes[i]) * 16777619u;
	return &table[hash % BUCKETS];
}

static void insert_share(struct task_share *share)
{
	struct task_share **bucket = bucket_of(&share->key);

	share->next = *bucket;
	*bucket = share;
	num_shares++;
}

static struct task_share *find_share(const struct tasks_key *key)
{
	struct task_share *share;

	for (share = *bucket_of(key); share; share = share->next)
		if (!memcmp(&share->key, key, sizeof(*key)))
			return share;
	share = allocated(calloc(1, sizeof(*share)));
	share->key = *key;
	insert_share(share);
	return share;
}

static struct task_share *next_share(struct task_share *share, size_t *bucket)
{
	share = share ? share->next : table[*bucket = 0];
	while (!share && ++*bucket < BUCKETS)
		share = table[*bucket];
	return share;
}

static uint64_t more(uint64_t now, uint64_t *before)
{
	uint64_t part = now - *before;

	*before = now;
	return part;
}

static void take_sum(const struct tasks_sum *sum, bool timed)
{
	struct task_share *share = find_share(&sum->key);
	unsigned int event;

	memcpy(share->command, sum->entry.command, sizeof(share->command));
	if (timed) {
		share->weight += sum->entry.shares[0];
	} else {
		for (event = 0; event < TASKS_EVENTS; event++)
			share->got[event] += sum->entry.shares[event];
	}
}

static void take_die(unsigned int number, bool timed)
{
	const struct tasks_counts *now = &tasks_die(number)->snapshot;
	struct task_die *before = &seen[number], *die = &dies[number];
	unsigned int event;

	die->switches += more(now->switches, &before->switches);
	if (timed) {
		/* The BPF program and this one have read the counters. */
		die->reads += 1 + !!tasks_die(number)->good;
		return;
	}
	for (event = 0; event < TASKS_EVENTS; event++) {
		die->total[event] += more(now->last[event], &before->total[event]);
		die->idle[event] += more(now->idle[event], &before->idle[event]) << TASKS_SHIFT;
	}
	die->reads += more(now->reads, &before->reads);
	die->failed += more(now->failed, &before->failed);
}

/* Takes the times of an event on a die. Returns what it has counted since the beginning. */
static uint64_t counted(const struct counter *counter, unsigned int event, unsigned int die)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < counter->num_sources; i++) {
		struct reading reading = reading_since(&counter->sources[i]);

		if (counter->sources[i].die != die)
			continue;
		sum += counter->sources[i].now.count;
		dies[die].enabled[event] += reading.enabled;
		dies[die].running[event] += reading.running;
	}
	return sum;
}

/* What of an amount the sum of all weights explains. */
static uint64_t explained(uint64_t amount, uint64_t all, double worth)
{
	double most = (double)all * worth * (1 << TASKS_SHIFT);

	return worth > 0 && most < (double)amount ? (uint64_t)most : amount;
}

/*
 * In proportion to time, or another weight. @idle is the weight of the time in which no CPU of the die was busy. Each gets
 * what the sum of all up to it has to get, less what those before it have: this adds up to all of it, whatever is rounded.
 */
static void share_by_time(unsigned int number, unsigned int event, uint64_t count, uint64_t idle, double worth)
{
	unsigned __int128 amount = (unsigned __int128)count << TASKS_SHIFT;
	uint64_t all = idle, up_to = idle, given;
	struct task_share *share;
	size_t bucket;

	dies[number].total[event] += count;
	for (share = next_share(NULL, &bucket); share; share = next_share(share, &bucket))
		all += share->key.die == number ? share->weight : 0;
	if (!all) {
		dies[number].idle[event] += (uint64_t)amount;
		return;
	}
	dies[number].idle[event] += (uint64_t)amount - explained((uint64_t)amount, all, worth);
	amount = explained((uint64_t)amount, all, worth);
	given = (uint64_t)(amount / all * up_to + amount % all * up_to / all);
	dies[number].idle[event] += given;
	for (share = next_share(NULL, &bucket); share; share = next_share(share, &bucket)) {
		uint64_t part;

		if (share->key.die != number || !share->weight)
			continue;
		up_to += share->weight;
		part = (uint64_t)(amount / all * up_to + amount % all * up_to / all) - given;
		share->got[event] += part;
		given += part;
	}
}

static int by_share(const void *left, const void *right)
{
	const struct task_share *a = *(struct task_share *const *)left, *b = *(struct task_share *const *)right;
	unsigned int event;

	for (event = 0; event < TASKS_EVENTS; event++)
		if (a->got[event] != b->got[event])
			return a->got[event] < b->got[event] ? 1 : -1;
	return memcmp(&a->key, &b->key, sizeof(a->key));
}

/*
 * Tasks come and go for as long as an interval lasts. The smallest shares become one, so that memory and the table of an
 * interval have a bound.
 */
static void fold_shares(void)
{
	struct task_share *share;
	size_t bucket, num = 0, event, i;

	for (share = next_share(NULL, &bucket); share; share = next_share(share, &bucket)) {
		listed = grow(listed, num, sizeof(*listed));
		listed[num++] = share;
	}
	qsort(listed, num, sizeof(*listed), by_share);
	memset(table, 0, sizeof(table));
	num_shares = 0;
	for (i = 0; i < num; i++)
		if (i < MOST_SHARES / 2 || listed[i]->key.others)
			insert_share(listed[i]);
	for (i = MOST_SHARES / 2; i < num; i++) {
		const struct tasks_key key = { .die = listed[i]->key.die, .others = 1 };

		if (listed[i]->key.others)
			continue;
		share = find_share(&key);
		for (event = 0; event < TASKS_EVENTS; event++)
			share->got[event] += listed[i]->got[event];
		free(listed[i]);
	}
}

int shares_take(const struct counters *counters, unsigned int num_dies, bool timed, double worth)
{
	struct tasks_sum *sums;
	struct task_share *share;
	unsigned int die, event;
	size_t num, i, bucket;
	uint64_t idle;

	sums = tasks_sums(&num);
	if (!sums)
		return STATUS_FAILED;
	for (i = 0; i < num; i++)
		take_sum(&sums[i], timed);
	for (die = 0; die < num_dies; die++) {
		idle = timed ? more(tasks_die(die)->snapshot.idle[0], &seen[die].idle[0]) << TASKS_SHIFT : 0;
		for (event = 0; event < counters->num; event++) {
			uint64_t count = counted(&counters->all[event], event, die);

			/* Of the instant at which the times were taken, if the BPF program could read it. */
			if (tasks_die(die)->good)
				count = tasks_die(die)->snapshot.last[event];
			if (timed)
				share_by_time(die, event, more(count, &seen[die].total[event]), idle, worth);
		}
		take_die(die, timed);
	}
	for (share = next_share(NULL, &bucket); share; share = next_share(share, &bucket))
		share->weight = 0;
	if (num_shares > MOST_SHARES)
		fold_shares();
	return 0;
}

struct task_share **shares_of(unsigned int die, size_t *num)
{
	static const uint64_t nothing[TASKS_EVENTS];
	struct task_share *share;
	size_t bucket;

	*num = 0;
	for (share = next_share(NULL, &bucket); share; share = next_share(share, &bucket)) {
		if (share->key.die != die || !memcmp(share->got, nothing, sizeof(nothing)))
			continue;
		listed = grow(listed, *num, sizeof(*listed));
		listed[(*num)++] = share;
	}
	if (*num)
		qsort(listed, *num, sizeof(*listed), by_share);
	return listed;
}

const struct task_die *shares_die(unsigned int die)
{
	return &dies[die];
}

static void drop_shares(void)
{
	struct task_share *share;
	size_t bucket;

	for (bucket = 0; bucket < BUCKETS; bucket++) {
		while ((share = table[bucket])) {
			table[bucket] = share->next;
			free(share);
		}
	}
	num_shares = 0;
}

void shares_next(void)
{
	memset(dies, 0, sizeof(dies));
	drop_shares();
}

void shares_release(void)
{
	drop_shares();
	memset(dies, 0, sizeof(dies));
	memset(seen, 0, sizeof(seen));
	free(listed);
	listed = NULL;
}
