// SPDX-License-Identifier: GPL-2.0-only
/*
 * PMON discovery (guide 1.9, 1.10.1): the table, and the function that points to it.
 *
 * What the guest sees is made in three steps, again whenever an address changes: the table is
 * generated from the units and live BAR addresses, then mutated if a seed is set, then the pokes are
 * laid over it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "processors/discovered.h"

#define DVSEC_CAPABILITY_ID	0x23
#define DVSEC_FIRST		0x100
#define DVSEC_SIZE		0x10
#define DVSEC_COUNT		5
#define DVSEC_REVISION		1
#define DVSEC_ID_PMON		1
#define VENDOR_INTEL		0x8086
#define VENDOR_OTHER		0x1234
#define VSEC_CAPABILITY_ID	0x0b
#define VSEC_FIRST		0x160
#define VSEC_SIZE		0x10

#define OTHER_BAR		1	/* what is not for PMON */
#define IO_BAR_SIZE		256
#define MAX_BLOCKS		1023	/* ten bits */

/* How a register is addressed in the table. The PCI form is the Linux driver's reading. */
static uint64_t table_address(const struct unit *unit)
{
	const struct function *f = unit->function;

	switch (unit->type->space) {
	case SPACE_MSR:
		return unit->address;
	case SPACE_MMIO:
		return function_bar_address(f, unit->bar) + unit->address;
	case SPACE_PCI:
		/* domain 30:28, bus 27:20, device 19:15, function 14:12, register 11:0 */
		return (uint64_t)unit->package->config.segment << 28 | (uint64_t)f->bus << 20 |
		       f->device << 15 | f->function << 12 | unit->address;
	}
	return 0;
}

/* Where each table numbers its own units, there are two of the same number in a package. */
static unsigned int listed_id(const struct unit *unit)
{
	const struct package *package = unit->package;
	unsigned int first = unit->id;
	size_t i;

	if (package->config.ids == IDS_OF_TABLE) {
		for (i = 0; i < package->unit_count; i++) {
			const struct unit *other = &package->units[i];

			if (other->type == unit->type && other->table == unit->table &&
			    other->id < first)
				first = other->id;
		}
		return unit->type->first_id + unit->id - first;
	}
	return unit->type->first_id + unit->id;
}

/* Table 1-14. Bits 63:62 are the access type (the code of 1.10.1; the text says 63:61). */
static void unit_entry(const struct unit *unit, uint64_t *entry)
{
	const struct box_type *type = unit->type;

	entry[0] = type->counters | type->control << 8 | type->width << 16 |
		   (uint64_t)type->counter << 24 | (uint64_t)type->status << 32 |
		   (uint64_t)type->space << 62;
	entry[1] = table_address(unit);
	entry[2] = type->discovery_type | (uint64_t)listed_id(unit) << 16 |
		   (uint64_t)unit->status_position << 32;
}

/* The UPI entries of "some SPR variant": there, but of no use. */
static void mangle_entry(const struct unit *unit, uint64_t *entry)
{
	/* Every link at function 0 of link 0's slot, which has no PMON registers. */
	entry[1] = (entry[1] & ~GENMASK_ULL(19, 12)) | 1ull << 15;
	if (unit->id)
		entry[0] |= 0xff;
}

struct table_writer {
	struct package *package;
	unsigned int number;	/* of the table */
	uint64_t *table;	/* NULL: count the entries only */
	size_t entries;
};

static uint64_t *next_entry(struct table_writer *w)
{
	w->entries++;
	return w->table ? w->table + w->entries * w->package->config.stride : NULL;
}

static bool is_upi(const struct unit *unit)
{
	return !strcmp(unit->type->name, "upi") || !strcmp(unit->type->name, "m3upi");
}

static void write_unit(struct table_writer *w, const struct unit *unit)
{
	const struct package_config *config = &w->package->config;
	uint64_t *entry;

	if (is_upi(unit) && config->upi_table == UPI_TABLE_MISSING)
		return;
	if (!strcmp(unit->type->name, "cha") && config->cha_table && unit->id >= config->cha_table)
		return;
	entry = next_entry(w);
	if (!entry)
		return;
	unit_entry(unit, entry);
	if (is_upi(unit) && config->upi_table == UPI_TABLE_MANGLED)
		mangle_entry(unit, entry);
}

/* CHAs that the table lists and the package does not have. */
static void write_phantom_units(struct table_writer *w, const struct unit *last)
{
	unsigned int id;

	if (strcmp(last->type->name, "cha"))
		return;
	for (id = last->id + 1; id < w->package->config.cha_table; id++) {
		uint64_t *entry = next_entry(w);

		if (!entry)
			continue;
		unit_entry(last, entry);
		entry[1] += 0x10ull * (id - last->id);
		entry[2] = (entry[2] & ~GENMASK_ULL(31, 16)) | (uint64_t)id << 16;
	}
}

/* Units in order, and after each type as many all-zero entries as there are to be holes. */
static void write_units(struct table_writer *w)
{
	const struct package *package = w->package;
	bool last_table = w->number == package->config.tables - 1;
	unsigned int hole;
	size_t i;

	for (i = 0; i < package->unit_count; i++) {
		const struct unit *unit = &package->units[i];

		if (unit->table == w->number)
			write_unit(w, unit);
		if (last_table && package_unit_listed_twice(package, unit->type->name, unit->id))
			write_unit(w, unit);
		if (i + 1 < package->unit_count && unit[1].type == unit->type)
			continue;
		if (last_table)
			write_phantom_units(w, unit);
		for (hole = 0; hole < package->config.holes; hole++)
			next_entry(w);
	}
}

/* Table 1-13 */
static void write_global(const struct package *package, unsigned int table, uint64_t *entry,
			 size_t blocks)
{
	const struct machine_kind *kind = package->machine->kind;
	unsigned int block = package->block_count > 1 ? table : 0;

	entry[0] = 0 | package->config.stride << 8 | (uint64_t)blocks << 16 |
		   (uint64_t)SPACE_MSR << 62;
	entry[1] = kind->global_control - block * kind->global_distance;
	entry[2] = kind->global_status_offset | (uint64_t)package->global[block].status_bits << 8;
}

static void rebuild(struct package *package, struct discovery *d)
{
	struct table_writer writer = { .package = package, .number = d->number, .table = d->seen };
	size_t i;

	if (!d->seen)
		return;
	memset(d->seen, 0, d->qwords * sizeof(*d->seen));
	write_units(&writer);
	write_global(package, d->number, d->seen, writer.entries);
	if (d->mutated)
		table_mutate(d->seen, d->qwords, d->seed);
	for (i = 0; i < d->poke_count; i++)
		d->seen[d->pokes[i].index] = d->pokes[i].value;
}

void discovery_rebuild(struct package *package)
{
	unsigned int i;

	for (i = 0; i < package->config.tables; i++)
		rebuild(package, &package->tables[i]);
}

/* Replace a qword of a table. false: there is no such qword, or no memory. */
bool discovery_poke(struct package *package, unsigned int table, size_t index, uint64_t value)
{
	struct discovery *d = &package->tables[table];
	struct table_poke *pokes;

	if (index >= d->qwords)
		return false;
	pokes = realloc(d->pokes, (d->poke_count + 1) * sizeof(*pokes));
	if (!pokes)
		return false;
	d->pokes = pokes;
	d->pokes[d->poke_count++] = (struct table_poke){ .index = index, .value = value };
	rebuild(package, d);
	return true;
}

/* Back to what the units are, whatever the options said. */
void discovery_restore(struct package *package, unsigned int table)
{
	struct discovery *d = &package->tables[table];

	d->poke_count = 0;
	d->mutated = false;
	rebuild(package, d);
}

void discovery_mutate(struct package *package, unsigned int table, uint64_t seed)
{
	struct discovery *d = &package->tables[table];

	d->mutated = true;
	d->seed = seed;
	rebuild(package, d);
}

/*
 * 1.10.1: DVSEC id at +8, BIR at +0xC; here with the table's offset in bits 31:3 of the latter. Those of other ids, which
 * have telemetry, lead to the other BAR.
 */
static void add_dvsec(struct function *f, unsigned int where, unsigned int next, uint16_t vendor,
		      uint16_t id)
{
	const struct package_config *config = &f->package->config;

	function_set_config(f, where, 4, DVSEC_CAPABILITY_ID | 1u << 16 | next << 20);
	function_set_config(f, where + 4, 4,
			    vendor | DVSEC_REVISION << 16 | (uint32_t)DVSEC_SIZE << 20);
	function_set_config(f, where + 8, 4, id);
	function_set_config(f, where + 0xc, 4, id == DVSEC_ID_PMON ?
			    config->table_offset | config->bir : OTHER_BAR);
}

/* What Intel's tools know by VSEC ids, the last capabilities of the function. */
static void add_vsecs(struct function *f)
{
	const struct discovered_processor *processor = f->machine->kind->discovered;
	unsigned int i, where = VSEC_FIRST;

	for (i = 0; i < DISCOVERY_VSECS && processor->vsecs[i]; i++, where += VSEC_SIZE) {
		bool last = i + 1 == DISCOVERY_VSECS || !processor->vsecs[i + 1];

		function_set_config(f, where, 4, VSEC_CAPABILITY_ID | 1u << 16 |
				    (last ? 0 : (where + VSEC_SIZE) << 20));
		function_set_config(f, where + 4, 4,
				    processor->vsecs[i] | (uint32_t)VSEC_SIZE << 20);
	}
}

/* Of real functions, PMON's is the first of several; the option `dvsec` changes it, or the two first. */
static void add_dvsecs(struct function *f)
{
	enum dvsec_kind kind = f->package->config.dvsec;
	uint16_t ids[DVSEC_COUNT] = { DVSEC_ID_PMON, 2, 3, 4, 0 };
	unsigned int count = f->machine->kind->discovered->dvsecs, first = 0, i;

	switch (kind) {
	case DVSEC_NONE:
		first = 1;
		break;
	case DVSEC_FOREIGN_FIRST:
		ids[0] = 2;
		ids[1] = DVSEC_ID_PMON;
		break;
	case DVSEC_TWICE:
		ids[1] = DVSEC_ID_PMON;
		break;
	case DVSEC_OTHER_ID:
		ids[0] = 5;
		break;
	case DVSEC_GOOD:
	case DVSEC_OTHER_VENDOR:
		break;
	}
	for (i = first; i < count; i++) {
		unsigned int where = DVSEC_FIRST + DVSEC_SIZE * (i - first);

		add_dvsec(f, where, i + 1 < count ? where + DVSEC_SIZE : VSEC_FIRST,
			  kind == DVSEC_OTHER_VENDOR && !i ? VENDOR_OTHER : VENDOR_INTEL, ids[i]);
	}
	add_vsecs(f);
}

static bool add_table_bar(struct discovery *d, uint64_t bytes, char *error, size_t error_size)
{
	struct function *f = d->function;
	const struct package_config *config = &f->package->config;
	bool is_io = config->table_bar_kind == TABLE_BAR_IO;
	/* A BIR that is no BAR is what a guest has to survive; the BAR is then BAR 0. */
	unsigned int bar = config->bir < MACHINE_BARS ? config->bir : 0;
	/* The last BAR has no room for the upper half of a 64-bit one. */
	bool is_64bit = config->table_bar_kind == TABLE_BAR_64 && bar < MACHINE_BARS - 1;
	const struct discovered_processor *processor = f->machine->kind->discovered;
	uint64_t size = processor->table_size;

	if (config->table_offset % 8) {
		snprintf(error, error_size, "table_offset: %u is no multiple of 8",
			 config->table_offset);
		return false;
	}
	while (size < config->table_offset + bytes)
		size *= 2;
	function_set_bar(f, bar, is_io ? IO_BAR_SIZE : size, is_64bit, is_io);
	if (bar != OTHER_BAR && !(bar + 1 == OTHER_BAR && is_64bit))
		function_set_bar(f, OTHER_BAR, processor->other_size, false, false);
	f->table_bar = (int)bar;
	f->table_offset = config->table_offset;
	f->table = d;
	d->qwords = (size - config->table_offset) / 8;
	return true;
}

static bool poke_text(struct package *package, const char *index, const char *value, char *error,
		      size_t error_size)
{
	uint64_t i, v;

	if (!parse_unsigned(index, &i) || !parse_unsigned(value, &v) ||
	    !discovery_poke(package, 0, (size_t)i, v)) {
		snprintf(error, error_size, "poke: cannot put '%s' into qword '%s'", value, index);
		return false;
	}
	return true;
}

/* INDEX:VALUE[,INDEX:VALUE...] */
static bool apply_poke_option(struct package *package, char *error, size_t error_size)
{
	const char *item = package->config.poke;

	while (item) {
		char index[32], value[32];

		if (sscanf(item, "%31[0-9a-fA-Fx]:%31[0-9a-fA-Fx]", index, value) != 2) {
			snprintf(error, error_size, "poke: '%s' is not INDEX:VALUE", item);
			return false;
		}
		if (!poke_text(package, index, value, error, error_size))
			return false;
		item = strchr(item, ',');
		item = item ? item + 1 : NULL;
	}
	return true;
}

/* A file with an index and a value a line; `#` begins a comment. */
static bool apply_table_file(struct package *package, char *error, size_t error_size)
{
	const char *name = package->config.table;
	char line[256];
	bool ok = true;
	FILE *file;

	/* "good" is the generated table: it lets scripts name the ordinary case. */
	if (!name || !strcmp(name, "good"))
		return true;
	file = fopen(name, "r");
	if (!file) {
		snprintf(error, error_size, "table: cannot open '%s': %s", name, strerror(errno));
		return false;
	}
	while (ok && fgets(line, sizeof(line), file)) {
		char index[32], value[32];

		line[strcspn(line, "#\n")] = 0;
		switch (sscanf(line, "%31s %31s", index, value)) {
		case EOF:
		case 0:
			break;
		case 2:
			ok = poke_text(package, index, value, error, error_size);
			break;
		default:
			snprintf(error, error_size, "table: '%s': not an index and a value: '%s'",
				 name, line);
			ok = false;
			break;
		}
	}
	fclose(file);
	return ok;
}

static bool build_table(struct package *package, struct discovery *d, char *error,
			size_t error_size)
{
	const struct package_config *config = &package->config;
	struct table_writer counting = { .package = package, .number = d->number };

	write_units(&counting);
	if (counting.entries > MAX_BLOCKS) {
		snprintf(error, error_size, "the discovery table would need %zu blocks",
			 counting.entries);
		return false;
	}
	if (!add_table_bar(d, (counting.entries + 1) * config->stride * 8, error, error_size))
		return false;
	add_dvsecs(d->function);
	d->seen = calloc(d->qwords, sizeof(*d->seen));
	if (!d->seen)
		return false;
	if (config->mutate_given) {
		d->mutated = true;
		d->seed = config->mutate + d->number;
	}
	return true;
}

/**
 * discovery_build() - give a package its discovery tables
 * @package: the package, with all its units, and a function for each table
 * @error: receives the reason of a failure
 * @error_size: bytes of @error
 */
bool discovery_build(struct package *package, char *error, size_t error_size)
{
	unsigned int i;

	for (i = 0; i < package->config.tables; i++) {
		package->tables[i].number = i;
		if (!build_table(package, &package->tables[i], error, error_size))
			return false;
	}
	discovery_rebuild(package);
	return apply_table_file(package, error, error_size) &&
	       apply_poke_option(package, error, error_size);
}
