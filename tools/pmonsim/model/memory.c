// SPDX-License-Identifier: GPL-2.0-only
/*
 * Simulated memory. See memory.h, and Documentation/pmonsim.rst for what it claims.
 *
 * What happens in a unit is only noted at first, and counted when somebody looks at the registers or when it is
 * much: an event of each access would cost more than the access.
 */
#include <stdlib.h>
#include <string.h>

#include "model/cache.h"
#include "model/machine_internal.h"
#include "model/memory.h"
#include "model/memory_places.h"

#define LINE_SHIFT	6
#define LINE_SIZE	(1u << LINE_SHIFT)
#define LINE_FULL	(~0ull)
#define MEBIBYTE	(1ull << 20)
#define GIBIBYTE	(1ull << 30)
/* QEMU's q35: from this size on only 2 GiB are below 4 GiB. */
#define SPLIT_FROM	0xb0000000ull

/* Steps after which it is counted at the latest: so much later than it was due can a freeze come. */
#define PENDING_MAX	256
#define WRITE_BUFFERS	4
#define MAX_EFFECTS	32

#define FLITS_OF_LINE	9
static const unsigned int latencies[] = {
	[ONCE] = 1, [DATA_FLITS] = FLITS_OF_LINE,
	/* Cycles, of the order that such machines have. */
	[HIT_LATENCY] = 60, [LOCAL_LATENCY] = 200, [REMOTE_LATENCY] = 340,
};

/* A line that non-temporal stores are filling. */
struct write_buffer {
	uint64_t line, bytes;
};

struct core {
	struct cache cache;
	struct write_buffer buffer[WRITE_BUFFERS];
	unsigned int next_buffer;
};

/* A package: its slices, units, and where the memory of each of its nodes ends (without the hole below 4 GiB). */
struct home {
	struct cache *slices;
	unsigned int slice_count;
	struct places side[SIDES];
	unsigned int channel_ids;
	uint64_t end[MEMORY_NODES];
	uint64_t reads_local, reads_remote, writes_local, writes_remote;
};

struct effects {
	const struct memory_effect *effect[MAX_EFFECTS];
	unsigned int count;
};

struct memory {
	struct machine *m;
	struct home home[MACHINE_MAX_PACKAGES];
	struct core *cores;
	struct effects effects[SIDES][HAPPENINGS];
	uint64_t below_hole;
	unsigned int interleave, nodes;
	unsigned int pending;
	uint64_t first, end;
	bool counting;
};

static void happen(struct memory *memory, unsigned int package, enum side side, unsigned int index,
		   enum happening happening)
{
	struct places *places = &memory->home[package].side[side];
	struct place *place;

	if (!places->count)
		return;
	place = &places->all[index % places->count];
	place->pending[happening]++;
	place->touched = true;
	memory->pending++;
}

static uint64_t mix(uint64_t line)
{
	line *= 0x9e3779b97f4a7c15ull;
	return line ^ (line >> 32);
}

static uint64_t memory_offset(const struct memory *memory, uint64_t line)
{
	uint64_t address = line << LINE_SHIFT;

	return address < 4 * GIBIBYTE ? address : address - (4 * GIBIBYTE - memory->below_hole);
}

static unsigned int home_of(const struct memory *memory, uint64_t line)
{
	uint64_t offset = memory_offset(memory, line);
	unsigned int i;

	for (i = 0; i + 1 < memory->m->package_count; i++) {
		if (offset < memory->home[i].end[memory->nodes - 1])
			break;
	}
	return i;
}

/* The node of a line among those of its home. */
static unsigned int node_of(const struct memory *memory, unsigned int home, uint64_t line)
{
	unsigned int node = 0;

	while (node + 1 < memory->nodes && memory_offset(memory, line) >= memory->home[home].end[node])
		node++;
	return node;
}

/* Lines of a node use its slices, those of another package all slices. */
static unsigned int slice_number(const struct memory *memory, unsigned int package, uint64_t line)
{
	const struct home *home = &memory->home[package];
	const struct node_places *slices;

	if (memory->nodes == 1 || !home->side[SIDE_CHA].count || home_of(memory, line) != package)
		return (unsigned int)(mix(line) % home->slice_count);
	slices = &home->side[SIDE_CHA].node[node_of(memory, package, line)];
	return slices->index[mix(line) % slices->count];
}

static struct cache *slice_of(struct memory *memory, unsigned int package, uint64_t line)
{
	return &memory->home[package].slices[slice_number(memory, package, line)];
}

static void happen_cha(struct memory *memory, unsigned int package, uint64_t line, enum happening happening)
{
	const struct home *home = &memory->home[package];
	unsigned int slice = slice_number(memory, package, line);

	/* Nothing for this one: the one before has its part, as with channels. */
	if (slice && slice < home->side[SIDE_CHA].count && home->side[SIDE_CHA].all[slice].unit->fault.left_out)
		slice--;
	happen(memory, package, SIDE_CHA, slice, happening);
}

/* A line goes to or from a channel of its home. */
static void happen_channel(struct memory *memory, unsigned int package, uint64_t line,
			   enum happening happening)
{
	const struct home *home = &memory->home[package];
	const struct node_places *channels = &home->side[SIDE_IMC].node[node_of(memory, package, line)];
	unsigned int ids = home->channel_ids, m2ms = home->side[SIDE_M2M].count;
	uint64_t turn = (line << LINE_SHIFT) / memory->interleave;
	unsigned int channel, m2m, half, id;

	if (!channels->count)
		return;
	channel = channels->index[turn % channels->count];
	half = (unsigned int)(turn / channels->count) & 1;
	/* A channel that is missing in the interleave: the one before has its part. */
	if (channel && home->side[SIDE_IMC].all[channel].unit->fault.left_out)
		channel--;
	happen(memory, package, SIDE_IMC, channel, happening + half);
	if (!m2ms)
		return;
	id = home->side[SIDE_IMC].all[channel].unit->id;
	m2m = id * m2ms / ids;
	half = (id - (m2m * ids + m2ms - 1) / m2ms) & 1;
	happen(memory, package, SIDE_M2M, m2m, happening + half);
}

/* A link from a package to another one, the first one from @index on; @port receives its other end. */
static unsigned int find_link(const struct memory *memory, unsigned int from, unsigned int to,
			      unsigned int index, unsigned int *port)
{
	const struct places *links = &memory->home[from].side[SIDE_UPI];
	unsigned int i, other;

	for (i = 0; i < links->count; i++) {
		unsigned int link = (index + i) % links->count;

		if (connections_other_end(&memory->m->package[from], links->all[link].unit->id, &other, port) &&
		    other == to)
			return link;
	}
	return *port = index;
}

/* A message between packages: the link depends on the line. */
static void happen_link(struct memory *memory, unsigned int from, unsigned int to, uint64_t line,
			enum happening sent)
{
	enum happening received = sent - SENT_REQUEST + RECEIVED_REQUEST;
	unsigned int links = memory->home[from].side[SIDE_UPI].count, link, port;

	link = find_link(memory, from, to, links ? (unsigned int)(mix(line) >> 16) % links : 0, &port);
	happen(memory, from, SIDE_UPI, link, sent);
	happen(memory, from, SIDE_M3UPI, link, sent);
	happen(memory, to, SIDE_UPI, port, received);
	happen(memory, to, SIDE_M3UPI, port, received);
}

static void write_home(struct memory *memory, unsigned int package, uint64_t line, bool full)
{
	unsigned int home = home_of(memory, line);
	bool local = home == package;

	if (!local)
		happen_link(memory, package, home, line, SENT_WRITEBACK);
	happen_cha(memory, home, line, local ? HOME_WRITE_LOCAL : HOME_WRITE_REMOTE);
	happen_channel(memory, home, line, full ? MEMORY_WRITE_0 : MEMORY_PART_0);
	if (local)
		memory->home[home].writes_local++;
	else
		memory->home[home].writes_remote++;
}

/* A line has left the LLC of a package. */
static void leave_llc(struct memory *memory, unsigned int package, const struct cache_line *victim)
{
	bool local;

	if (victim->line == NO_LINE)
		return;
	if (!victim->changed) {
		happen_cha(memory, package, victim->line, VICTIM_CLEAN);
		return;
	}
	local = home_of(memory, victim->line) == package;
	happen_cha(memory, package, victim->line, local ? VICTIM_CHANGED_LOCAL : VICTIM_CHANGED_REMOTE);
	write_home(memory, package, victim->line, true);
}

/* Other packages give up what they have changed, and all of it if the line is to be changed. */
static void ask_others(struct memory *memory, unsigned int package, uint64_t line, bool own)
{
	unsigned int i;

	for (i = 0; i < memory->m->package_count; i++) {
		struct cache_line *found;

		if (i == package || !(found = cache_find(slice_of(memory, i, line), line)))
			continue;
		if (found->changed)
			write_home(memory, i, line, true);
		found->changed = false;
		if (own)
			found->line = NO_LINE;
	}
}

static void read_home(struct memory *memory, unsigned int package, uint64_t line)
{
	unsigned int home = home_of(memory, line);
	bool local = home == package;

	if (!local) {
		happen_link(memory, package, home, line, SENT_REQUEST);
		happen_link(memory, home, package, line, SENT_RESPONSE);
	}
	happen_cha(memory, home, line, local ? HOME_READ_LOCAL : HOME_READ_REMOTE);
	happen_channel(memory, home, line, MEMORY_READ_0);
	if (local)
		memory->home[home].reads_local++;
	else
		memory->home[home].reads_remote++;
}

/* A CPU's cache wants a line. */
static void fetch(struct memory *memory, unsigned int package, uint64_t line, bool own)
{
	struct cache *slice = slice_of(memory, package, line);
	bool local = home_of(memory, line) == package;
	struct cache_line victim;

	if (cache_find(slice, line)) {
		happen_cha(memory, package, line, own ? HIT_OWN : HIT_READ);
		return;
	}
	if (own)
		happen_cha(memory, package, line, local ? MISS_OWN_LOCAL : MISS_OWN_REMOTE);
	else
		happen_cha(memory, package, line, local ? MISS_READ_LOCAL : MISS_READ_REMOTE);
	ask_others(memory, package, line, own);
	read_home(memory, package, line);
	cache_add(slice, line, &victim);
	leave_llc(memory, package, &victim);
}

/* A CPU's cache has no room for a line that was changed. */
static void take_back(struct memory *memory, unsigned int package, uint64_t line)
{
	struct cache *slice = slice_of(memory, package, line);
	struct cache_line *found = cache_find(slice, line), victim;

	happen_cha(memory, package, line, CORE_WRITEBACK);
	if (!found) {
		found = cache_add(slice, line, &victim);
		leave_llc(memory, package, &victim);
	}
	found->changed = true;
}

/* A line, or a part of it, goes past all caches to memory. */
static void stream(struct memory *memory, unsigned int package, const struct write_buffer *buffer)
{
	bool full = buffer->bytes == LINE_FULL, local = home_of(memory, buffer->line) == package;
	struct cache_line *found = cache_find(slice_of(memory, package, buffer->line), buffer->line);

	if (full)
		happen_cha(memory, package, buffer->line, local ? STREAM_FULL_LOCAL : STREAM_FULL_REMOTE);
	else
		happen_cha(memory, package, buffer->line, local ? STREAM_PART_LOCAL : STREAM_PART_REMOTE);
	ask_others(memory, package, buffer->line, true);
	if (found)
		found->line = NO_LINE;
	write_home(memory, package, buffer->line, full);
}

static void lock(struct memory *memory)
{
	pthread_mutex_lock(&memory->m->lock);
}

/* So much later than it happens, at most, is it counted. */
static void unlock(struct memory *memory)
{
	if (memory->pending >= PENDING_MAX)
		memory_settle(memory->m);
	pthread_mutex_unlock(&memory->m->lock);
}

static uint64_t bytes_of(unsigned int first, unsigned int size)
{
	return (size >= LINE_SIZE ? LINE_FULL : BIT_ULL(size) - 1) << first;
}

static void store_past_caches(struct memory *memory, unsigned int cpu, uint64_t line, uint64_t bytes)
{
	struct core *core = &memory->cores[cpu];
	struct cache_line *cached = cache_find(&core->cache, line);
	unsigned int package = machine_package_of_cpu(memory->m, cpu), i;
	struct write_buffer *buffer = NULL;

	if (cached)
		cached->line = NO_LINE;
	for (i = 0; i < WRITE_BUFFERS && !buffer; i++) {
		if (core->buffer[i].bytes && core->buffer[i].line == line)
			buffer = &core->buffer[i];
	}
	if (!buffer) {
		buffer = &core->buffer[core->next_buffer];
		core->next_buffer = (core->next_buffer + 1) % WRITE_BUFFERS;
		if (buffer->bytes) {
			lock(memory);
			stream(memory, package, buffer);
			unlock(memory);
		}
		*buffer = (struct write_buffer){ .line = line };
	}
	buffer->bytes |= bytes;
	if (buffer->bytes != LINE_FULL)
		return;
	lock(memory);
	stream(memory, package, buffer);
	unlock(memory);
	buffer->bytes = 0;
}

static void access_line(struct memory *memory, unsigned int cpu, uint64_t line, bool write)
{
	struct cache *cache = &memory->cores[cpu].cache;
	struct cache_line *found = cache_find(cache, line), victim;
	unsigned int package;

	if (!found) {
		package = machine_package_of_cpu(memory->m, cpu);
		found = cache_add(cache, line, &victim);
		lock(memory);
		fetch(memory, package, line, write);
		if (victim.line != NO_LINE && victim.changed)
			take_back(memory, package, victim.line);
		unlock(memory);
	}
	found->changed |= write;
}

void machine_memory_access(struct machine *m, unsigned int cpu, uint64_t address, unsigned int size,
			   bool write, bool past_caches)
{
	struct memory *memory = m->memory;

	if (!memory || !memory->counting || cpu >= m->cpu_count || address < memory->first || address >= memory->end)
		return;
	while (size) {
		unsigned int first = address % LINE_SIZE, part = LINE_SIZE - first;

		if (part > size)
			part = size;
		if (write && past_caches)
			store_past_caches(memory, cpu, address >> LINE_SHIFT, bytes_of(first, part));
		else
			access_line(memory, cpu, address >> LINE_SHIFT, write);
		address += part;
		size -= part;
	}
}

bool machine_has_memory(const struct machine *m)
{
	return m->memory;
}

static bool any_enabled(const struct unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->type->counters; i++) {
		if (unit_counter_enabled(unit, i))
			return true;
	}
	return false;
}

/* Where the events of a place show: elsewhere if links, dies or nodes are mixed up. */
static struct unit *shown_on(const struct memory *memory, enum side side, unsigned int package,
			     unsigned int index)
{
	struct unit *unit = memory->home[package].side[side].all[index].unit;
	const struct places *places = &memory->home[package].side[side];

	if (unit->fault.other_link)
		index ^= 1;
	if (unit->fault.other_node)
		index = places_other_node(places, memory->nodes, index);
	if (unit->fault.other_die)
		package ^= 1;
	places = &memory->home[package].side[side];
	return index < places->count ? places->all[index].unit : unit;
}

/* An event happens in a unit, in one run of cycles. Who freezes the package stops there. */
static void count_in(struct unit *unit, const struct event_spec *event, uint64_t cycles)
{
	uint64_t freeze = unit_cycles_to_freeze(unit, event, cycles, 1);
	uint64_t until = cycles, latency = unit->package->machine->freeze_latency;

	if (freeze < cycles && latency < cycles - freeze && unit->receives_freeze)
		until = freeze + latency;
	unit_count(unit, event, until, cycles, 1);
	package_settle(unit->package, machine_now(unit->package->machine));
}

static void settle_place(struct memory *memory, enum side side, unsigned int package, unsigned int index)
{
	struct place *place = &memory->home[package].side[side].all[index];
	struct unit *unit = shown_on(memory, side, package, index);
	bool counts = any_enabled(unit);
	unsigned int i, j;

	for (i = 0; i < HAPPENINGS; i++) {
		const struct effects *effects = &memory->effects[side][i];

		for (j = 0; counts && place->pending[i] && j < effects->count; j++) {
			const struct memory_effect *effect = effects->effect[j];
			struct event_spec event = {
				.event = effect->event, .umask = effect->umask,
				.extension = effect->extension, .increment = 1,
				.channels = UINT32_MAX, .flow_classes = UINT32_MAX,
			};

			count_in(unit, &event,
				 (uint64_t)place->pending[i] * latencies[effect->lasting]);
		}
		place->pending[i] = 0;
	}
	place->touched = false;
}

void memory_settle(struct machine *m)
{
	struct memory *memory = m->memory;
	unsigned int package, side, i;

	if (!memory || !memory->pending)
		return;
	memory->pending = 0;
	for (package = 0; package < m->package_count; package++) {
		for (side = 0; side < SIDES; side++) {
			struct places *places = &memory->home[package].side[side];

			for (i = 0; i < places->count; i++) {
				if (places->all[i].touched)
					settle_place(memory, side, package, i);
			}
		}
	}
}

void memory_switch(struct machine *m, bool on)
{
	m->memory->counting = on;
}

void memory_reset(struct machine *m)
{
	unsigned int i;

	for (i = 0; i < m->package_count; i++) {
		struct home *home = &m->memory->home[i];

		home->reads_local = home->reads_remote = 0;
		home->writes_local = home->writes_remote = 0;
	}
}

void memory_print(const struct machine *m, FILE *out)
{
	unsigned int i;

	fprintf(out, "memory %s\n", m->memory->counting ? "on" : "off");
	for (i = 0; i < m->package_count; i++) {
		const struct home *home = &m->memory->home[i];

		fprintf(out, "die%u.reads_local %llu\ndie%u.reads_remote %llu\n", i,
			(unsigned long long)home->reads_local, i, (unsigned long long)home->reads_remote);
		fprintf(out, "die%u.writes_local %llu\ndie%u.writes_remote %llu\n", i,
			(unsigned long long)home->writes_local, i, (unsigned long long)home->writes_remote);
	}
}

static bool make_home(struct memory *memory, unsigned int number)
{
	const struct memory_config *config = &memory->m->memory_config;
	unsigned int all = memory->m->package_count * config->nodes, side, i;
	struct home *home = &memory->home[number];

	/* As the launcher deals it out: what does not divide is the first one's. */
	for (i = 0; i < config->nodes; i++)
		home->end[i] = (config->size - config->size / all * (all - 1 - (number * config->nodes + i))) * (uint64_t)MEBIBYTE;
	for (side = 0; side < SIDES; side++) {
		if (!places_find(&memory->m->package[number], side, &home->side[side]))
			return false;
	}
	home->channel_ids = 1;
	for (i = 0; i < home->side[SIDE_IMC].count; i++) {
		if (home->side[SIDE_IMC].all[i].unit->id >= home->channel_ids)
			home->channel_ids = home->side[SIDE_IMC].all[i].unit->id + 1;
	}
	home->slice_count = home->side[SIDE_CHA].count ? home->side[SIDE_CHA].count : 1;
	home->slices = calloc(home->slice_count, sizeof(*home->slices));
	for (i = 0; home->slices && i < home->slice_count; i++) {
		if (!cache_init(&home->slices[i], (size_t)config->slice * 1024, config->ways))
			return false;
	}
	return home->slices;
}

static void sort_effects(struct memory *memory)
{
	const struct memory_effect *effect;
	unsigned int side;

	for (effect = memory->m->kind->memory_effects; effect->type; effect++) {
		for (side = 0; side < SIDES; side++) {
			struct effects *effects = &memory->effects[side][effect->happening];

			if (!strcmp(effect->type, side_names[side]) && effects->count < MAX_EFFECTS)
				effects->effect[effects->count++] = effect;
		}
	}
}

struct memory *memory_new(struct machine *m)
{
	struct memory *memory = calloc(1, sizeof(*memory));
	unsigned int i;

	if (!memory)
		return NULL;
	memory->m = m;
	memory->nodes = m->memory_config.nodes;
	memory->interleave = m->memory_config.interleave;
	memory->counting = true;
	memory->first = m->memory_config.first * MEBIBYTE;
	memory->end = m->memory_config.end ? m->memory_config.end * MEBIBYTE : UINT64_MAX;
	memory->below_hole = m->memory_config.size * MEBIBYTE;
	if (memory->below_hole >= SPLIT_FROM)
		memory->below_hole = 2 * GIBIBYTE;
	memory->cores = calloc(m->cpu_count, sizeof(*memory->cores));
	if (!memory->cores)
		goto fail;
	for (i = 0; i < m->cpu_count; i++) {
		if (!cache_init(&memory->cores[i].cache, (size_t)m->memory_config.core * 1024, 4))
			goto fail;
	}
	for (i = 0; i < m->package_count; i++) {
		if (!make_home(memory, i))
			goto fail;
	}
	sort_effects(memory);
	return memory;
fail:
	memory_free(memory);
	return NULL;
}

void memory_free(struct memory *memory)
{
	unsigned int i, j;

	if (!memory)
		return;
	for (i = 0; memory->cores && i < memory->m->cpu_count; i++)
		cache_release(&memory->cores[i].cache);
	for (i = 0; i < MACHINE_MAX_PACKAGES; i++) {
		struct home *home = &memory->home[i];

		for (j = 0; home->slices && j < home->slice_count; j++)
			cache_release(&home->slices[j]);
		free(home->slices);
		for (j = 0; j < SIDES; j++)
			places_release(&home->side[j]);
	}
	free(memory->cores);
	free(memory);
}
