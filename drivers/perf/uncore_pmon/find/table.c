// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parses PMON discovery tables.
 *
 * Intel 817509, sections 1.9.1 (global entry) and 1.9.2 (unit entry). Firmware writes the table,
 * and tables of machines in the field are known to be wrong. So each field is checked for its use:
 * an offset becomes an address to write to, a width a shift, a number of counters a loop.
 *
 * placement.c checks what requires the machine, such as whether an address belongs to PMON.
 */
#include "find/table.h"

/* Global entry, Table 1-13. */
#define GLOBAL0_TYPE		GENMASK_ULL(7, 0)
#define GLOBAL0_STRIDE		GENMASK_ULL(15, 8)
#define GLOBAL0_MAX_BLOCKS	GENMASK_ULL(25, 16)
#define GLOBAL0_ACCESS		GENMASK_ULL(63, 62)
#define GLOBAL2_STATUS_OFFSET	GENMASK_ULL(7, 0)
#define GLOBAL2_STATUS_BITS	GENMASK_ULL(23, 8)

/* Unit entry, Table 1-14. */
#define UNIT0_NUM_COUNTERS	GENMASK_ULL(7, 0)
#define UNIT0_CONTROL_OFFSET	GENMASK_ULL(15, 8)
#define UNIT0_WIDTH		GENMASK_ULL(23, 16)
#define UNIT0_COUNTER_OFFSET	GENMASK_ULL(31, 24)
#define UNIT0_STATUS_OFFSET	GENMASK_ULL(39, 32)
#define UNIT0_ACCESS		GENMASK_ULL(63, 62)
#define UNIT0_ACCESS_MMIO	BIT_ULL(61)	/* as printed, see &enum pmon_access */
#define UNIT2_TYPE		GENMASK_ULL(15, 0)
#define UNIT2_ID		GENMASK_ULL(31, 16)
#define UNIT2_STATUS_POSITION	GENMASK_ULL(47, 32)

#define PCI_HEADER_SIZE		0x40

/*
 * Names of register spaces, possible bits of a unit control's address, and its alignment. rdmsr and
 * wrmsr take a register number of 32 bits. The largest physical address of the architecture has 52
 * bits. The address of a PCI unit in a table has 31 bits; see PMON_PCI_*.
 */
static const struct {
	const char *name;
	u64 bits;
	u8 alignment;
} spaces[] = {
	[PMON_ACCESS_MSR] = { "msr", GENMASK_ULL(31, 0), 1 },
	[PMON_ACCESS_MMIO] = { "mmio", GENMASK_ULL(51, 0), 4 },
	[PMON_ACCESS_PCI] = { "pci", GENMASK_ULL(30, 0), 4 },
};

static const char *const verdict_names[PMON_VERDICTS] = {
	[PMON_OK] = "ok",
	[PMON_HOLE] = "empty",
	[PMON_BAD_ALL_ONES] = "reads as all ones",
	[PMON_BAD_TRUNCATED] = "lies outside the table",
	[PMON_BAD_STRIDE] = "entries would overlap",
	[PMON_BAD_ACCESS] = "unknown register space",
	[PMON_BAD_ADDRESS] = "impossible control address",
	[PMON_BAD_COUNT] = "impossible number of counters",
	[PMON_BAD_WIDTH] = "unusable counter width",
	[PMON_BAD_OFFSET] = "impossible register offset",
	[PMON_BAD_STATUS] = "no usable status",
	[PMON_BAD_DUPLICATE] = "an earlier one has its type and number",
	[PMON_BAD_RANGE] = "control address is not that of a PMON unit",
	[PMON_BAD_OVERLAP] = "registers belong to another unit",
	[PMON_BAD_DEVICE] = "PCI function missing or of another kind",
	[PMON_BAD_SPACE] = "wrong register space for its type",
	[PMON_BAD_ID] = "more units than its type can have",
	[PMON_BAD_RESET] = "registers do not answer",
	[PMON_NO_MEMORY] = "memory was short",
	[PMON_REPLACED] = "found by its PCI id instead",
	[PMON_ABSENT] = "not in this processor",
};

const char *pmon_verdict_name(enum pmon_verdict verdict)
{
	if ((unsigned int)verdict >= PMON_VERDICTS)
		return "unknown";
	return verdict_names[verdict];
}

static bool access_valid(enum pmon_access access)
{
	return (unsigned int)access < ARRAY_SIZE(spaces);
}

const char *pmon_access_name(enum pmon_access access)
{
	return access_valid(access) ? spaces[access].name : "invalid";
}

enum pmon_verdict pmon_table_parse_global(const u64 *words, size_t num_words,
					  struct pmon_table_global *global)
{
	memset(global, 0, sizeof(*global));
	if (num_words < PMON_TABLE_ENTRY_QWORDS)
		return PMON_BAD_TRUNCATED;

	global->type = FIELD_GET(GLOBAL0_TYPE, words[0]);
	global->stride = FIELD_GET(GLOBAL0_STRIDE, words[0]);
	global->max_entries = FIELD_GET(GLOBAL0_MAX_BLOCKS, words[0]);
	global->access = (enum pmon_access)FIELD_GET(GLOBAL0_ACCESS, words[0]);
	global->control = words[1];
	global->status_offset = FIELD_GET(GLOBAL2_STATUS_OFFSET, words[2]);
	global->status_bits = FIELD_GET(GLOBAL2_STATUS_BITS, words[2]);

	if (!words[0] && !words[1] && !words[2])
		return PMON_HOLE;
	if (words[0] == ~0ULL || words[1] == ~0ULL || words[2] == ~0ULL)
		return PMON_BAD_ALL_ONES;
	if (!access_valid(global->access))
		return PMON_BAD_ACCESS;
	if (global->stride < PMON_TABLE_ENTRY_QWORDS)
		return PMON_BAD_STRIDE;
	if (!global->control)
		return PMON_BAD_ADDRESS;
	return PMON_OK;
}

size_t pmon_table_words(const struct pmon_table_global *global)
{
	return ((size_t)global->max_entries + 1) * global->stride;
}

struct pmon_stride pmon_table_stride(enum pmon_access access, u16 type, u64 dword_types)
{
	bool dwords = access == PMON_ACCESS_MMIO && type < 64 && dword_types & BIT_ULL(type);

	if (access == PMON_ACCESS_MSR)
		return (struct pmon_stride){ .control = 1, .counter = 1 };
	return (struct pmon_stride){ .control = dwords ? 4 : 8, .counter = 8 };
}

static struct pmon_span make_span(u64 first, u64 size)
{
	return (struct pmon_span){ .first = first, .last = first + size - 1 };
}

void pmon_table_spans(const struct pmon_table_unit *unit,
		      struct pmon_span spans[PMON_UNIT_SPANS])
{
	struct pmon_stride stride = unit->stride;
	/* Unit control and status are accessed as dwords outside MSR space. */
	u64 single = unit->access == PMON_ACCESS_MSR ? 1 : 4;

	spans[PMON_SPAN_UNIT_CONTROL] = make_span(unit->control, single);
	spans[PMON_SPAN_UNIT_STATUS] =
		make_span(unit->control + unit->status_offset, single);
	spans[PMON_SPAN_CONTROLS] =
		make_span(unit->control + unit->control_offset,
			  (u64)unit->num_counters * stride.control);
	spans[PMON_SPAN_COUNTERS] =
		make_span(unit->control + unit->counter_offset,
			  (u64)unit->num_counters * stride.counter);
}

static bool spans_overlap(struct pmon_span a, struct pmon_span b)
{
	return a.first <= b.last && b.first <= a.last;
}

bool pmon_table_units_overlap(const struct pmon_table_unit *a,
			      const struct pmon_table_unit *b)
{
	struct pmon_span a_spans[PMON_UNIT_SPANS];
	struct pmon_span b_spans[PMON_UNIT_SPANS];
	unsigned int i, j;

	if (a->access != b->access)
		return false;

	pmon_table_spans(a, a_spans);
	pmon_table_spans(b, b_spans);
	for (i = 0; i < PMON_UNIT_SPANS; i++) {
		for (j = 0; j < PMON_UNIT_SPANS; j++) {
			if (spans_overlap(a_spans[i], b_spans[j]))
				return true;
		}
	}
	return false;
}

/*
 * Is the address possible in its register space? placement.c checks whether PMON registers can be
 * there.
 */
static bool address_possible(const struct pmon_table_unit *unit)
{
	u64 address = unit->control;

	if (!address || address & ~spaces[unit->access].bits ||
	    address % spaces[unit->access].alignment)
		return false;
	return unit->access != PMON_ACCESS_PCI ||
	       FIELD_GET(PMON_PCI_REGISTER, address) >= PCI_HEADER_SIZE;
}

/* Registers in memory must be readable with one access, so that they are not torn. */
static bool offsets_aligned(const struct pmon_table_unit *unit)
{
	u8 alignment = spaces[unit->access].alignment;
	struct pmon_stride stride = { alignment, alignment };

	if (unit->access == PMON_ACCESS_MMIO)
		stride = unit->stride;
	return !((unit->control + unit->counter_offset) % stride.counter) &&
	       !((unit->control + unit->control_offset) % stride.control);
}

/* The last possible register of a unit in its register space. */
static u64 space_end(const struct pmon_table_unit *unit)
{
	return unit->access == PMON_ACCESS_PCI ? unit->control | PMON_PCI_REGISTER :
						 spaces[unit->access].bits;
}

/* Are registers within the space, and apart from those that counting needs? */
static bool span_possible(const struct pmon_table_unit *unit, enum pmon_span_kind kind)
{
	struct pmon_span spans[PMON_UNIT_SPANS];
	unsigned int i;

	pmon_table_spans(unit, spans);
	for (i = 0; i < PMON_UNIT_SPANS; i++) {
		if (i != kind && i != PMON_SPAN_UNIT_STATUS && spans_overlap(spans[i], spans[kind]))
			return false;
	}
	return spans[kind].last <= space_end(unit);
}

static enum pmon_verdict check_unit_entry(const struct pmon_table_global *global,
					  struct pmon_table_unit *unit)
{
	if (!access_valid(unit->access))
		return PMON_BAD_ACCESS;
	if (!address_possible(unit))
		return PMON_BAD_ADDRESS;
	if (!unit->num_counters || unit->num_counters > PMON_TABLE_MAX_COUNTERS)
		return PMON_BAD_COUNT;
	if (unit->width < PMON_TABLE_MIN_WIDTH || unit->width > 64)
		return PMON_BAD_WIDTH;
	if (!offsets_aligned(unit) || !span_possible(unit, PMON_SPAN_CONTROLS) ||
	    !span_possible(unit, PMON_SPAN_COUNTERS))
		return PMON_BAD_OFFSET;
	/* The last checks: a unit that fails only these can count, but not sample. */
	if (unit->status_offset % spaces[unit->access].alignment ||
	    !span_possible(unit, PMON_SPAN_UNIT_STATUS)) {
		unit->status_offset = 0;
		return PMON_BAD_STATUS;
	}
	return unit->status_position < global->status_bits ? PMON_OK : PMON_BAD_STATUS;
}

enum pmon_verdict pmon_table_parse_unit(const u64 *words, size_t num_words,
					const struct pmon_table_global *global,
					unsigned int index, u64 dword_types,
					struct pmon_table_unit *unit)
{
	size_t position = ((size_t)index + 1) * global->stride;
	const u64 *entry;

	memset(unit, 0, sizeof(*unit));
	if (global->stride < PMON_TABLE_ENTRY_QWORDS)
		return PMON_BAD_STRIDE;
	if (index >= global->max_entries || num_words < PMON_TABLE_ENTRY_QWORDS ||
	    position > num_words - PMON_TABLE_ENTRY_QWORDS)
		return PMON_BAD_TRUNCATED;

	entry = words + position;
	unit->num_counters = FIELD_GET(UNIT0_NUM_COUNTERS, entry[0]);
	unit->control_offset = FIELD_GET(UNIT0_CONTROL_OFFSET, entry[0]);
	unit->width = FIELD_GET(UNIT0_WIDTH, entry[0]);
	unit->counter_offset = FIELD_GET(UNIT0_COUNTER_OFFSET, entry[0]);
	unit->status_offset = FIELD_GET(UNIT0_STATUS_OFFSET, entry[0]);
	unit->access = (enum pmon_access)(FIELD_GET(UNIT0_ACCESS, entry[0]) ?:
					  FIELD_GET(UNIT0_ACCESS_MMIO, entry[0]));
	unit->control = entry[1];
	unit->type = FIELD_GET(UNIT2_TYPE, entry[2]);
	unit->id = FIELD_GET(UNIT2_ID, entry[2]);
	unit->status_position = FIELD_GET(UNIT2_STATUS_POSITION, entry[2]);
	unit->stride = pmon_table_stride(unit->access, unit->type, dword_types);

	if (!entry[0] && !entry[1] && !entry[2])
		return PMON_HOLE;
	if (entry[0] == ~0ULL || entry[1] == ~0ULL || entry[2] == ~0ULL)
		return PMON_BAD_ALL_ONES;
	return check_unit_entry(global, unit);
}
