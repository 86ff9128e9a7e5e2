// SPDX-License-Identifier: GPL-2.0-only
/*
 * What bits mean, and why they can be refused. See meaning.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/meaning.h"

/* The TOR's extended umask; of a pair both bits or none are no filter. Guide, tables 2-73 and 2-75. */
static const struct {
	unsigned int bit;
	const char *word;
} tor_bits[] = {
	{ 0, "hits" }, { 1, "misses" }, { 2, "DDR" }, { 3, "persistent memory" }, { 4, "HBM" },
	{ 5, "MMCFG" }, { 6, "MMIO" }, { 7, "local" }, { 8, "remote" },
	{ 9, "with the opcode" }, { 10, "with the opcode before it was changed" },
	{ 22, "near memory" }, { 23, "not near memory" }, { 24, "non-coherent" },
	{ 25, "isochronous" }, { 26, "hits by reserved lines" }, { 27, "without an address" },
	{ 28, "accelerator's memory" }, { 29, "CXL expander's memory" }, { 30, "crab abort" },
};

static const struct {
	unsigned int opcode;
	const char *name;
} opcodes[] = {
	{ 0x100, "RFO" }, { 0x101, "CRd" }, { 0x102, "DRd" }, { 0x107, "PRd" }, { 0x10c, "WCiLF" },
	{ 0x10d, "WCiL" }, { 0x10e, "UCRdF" }, { 0x10f, "WiL" }, { 0x11e, "PCIRdCur" },
	{ 0x184, "WbMtoI" }, { 0x188, "ItoM" }, { 0x198, "LlcPrefRFO" }, { 0x199, "LlcPrefCode" },
	{ 0x19a, "LlcPrefData" },
};

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof(*(array)))

static void append(char *text, size_t size, const char *separator, const char *word)
{
	size_t length = strlen(text);

	snprintf(text + length, size - length, "%s%s", length ? separator : "", word);
}

static const char *opcode_name(unsigned int opcode)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(opcodes); i++)
		if (opcodes[i].opcode == opcode)
			return opcodes[i].name;
	return "?";
}

/* Of the pairs, both selected is no filter and nothing to tell. */
static void tor_words(uint64_t extension, char *text, size_t size)
{
	static const uint64_t pairs[] = { 3 << 0, 3 << 7, 3 << 22 };
	unsigned int opcode = extension >> 11 & 0x7ff;
	uint64_t shown = extension;
	char word[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(pairs); i++)
		if ((extension & pairs[i]) == pairs[i])
			shown &= ~pairs[i];
	/* All kinds of memory and of devices. */
	if ((shown & 0x7c) == 0x7c)
		shown &= ~0x7cULL;
	for (i = 0; i < ARRAY_SIZE(tor_bits); i++)
		if (shown >> tor_bits[i].bit & 1)
			append(text, size, ", ", tor_bits[i].word);
	if (shown >> 9 & 3) {
		snprintf(word, sizeof(word), "0x%x %s", opcode, opcode_name(opcode));
		append(text, size, " ", word);
	}
}

static bool is_tor(const struct event *event)
{
	unsigned int code = event->config[0] & 0xff;

	return !strcmp(event->box, "cha") && (code == 0x35 || code == 0x36);
}

/* @first: what bit 0 stands for */
static void list_bits(uint64_t mask, unsigned int first, const char *what, char *text, size_t size)
{
	char number[16];
	unsigned int i;

	snprintf(text, size, "%s", what);
	for (i = 0; i < 64; i++) {
		if (!(mask >> i & 1))
			continue;
		snprintf(number, sizeof(number), "%u", first + i);
		append(text, size, " ", number);
	}
}

bool field_meaning(const struct event *event, const char *name, uint64_t value, char *text, size_t size)
{
	*text = '\0';
	if (!strcmp(name, "umask_ext") && is_tor(event))
		tor_words(value, text, size);
	else if (!strcmp(name, "edge") || !strcmp(name, "occ_edge"))
		snprintf(text, size, "counts how often the condition becomes true");
	else if (!strcmp(name, "inv") || !strcmp(name, "occ_invert"))
		snprintf(text, size, "cycles with less than the threshold");
	else if (!strcmp(name, "thresh"))
		snprintf(text, size, "cycles with at least %" PRIu64 " (less, with inv)", value);
	else if (!strcmp(name, "tid_en"))
		snprintf(text, size, "only what the thread in filter_tid causes");
	else if (!strcmp(name, "filter_tid"))
		snprintf(text, size, "core %" PRIu64 ", thread %" PRIu64, value >> 3, value & 7);
	else if (!strcmp(name, "snapshot"))
		snprintf(text, size, "the group is read at one instant, its unit frozen");
	else if (!strcmp(name, "unit_mask"))
		list_bits(value, 0, "units", text, size);
	else if (!strcmp(name, "unit_mask2"))
		list_bits(value, 64, "units", text, size);
	else if (!strcmp(name, "ch_mask"))
		list_bits(value, 0, "ports (8 and 9: IOMMUs)", text, size);
	else if (!strcmp(name, "fc_mask"))
		snprintf(text, size, "flow classes:%s%s%s", value & 1 ? " posted" : "",
			 value & 2 ? " non-posted" : "", value & 4 ? " completions" : "");
	/* On the older processors threads are counted otherwise. */
	if (!strcmp(name, "filter_tid") && strcmp(event->box, "cha"))
		snprintf(text, size, "core %" PRIu64 ", thread %" PRIu64, value >> 1 & 7, value & 1);
	return *text;
}

static uint64_t field(const struct event *event, const char *name)
{
	const struct format *format = pmu_format(event->pmus, name);

	return format ? event_take(format, event->config) : 0;
}

/* Of the units that an event selects, those with this word of the mask that a die does not have. */
static uint64_t missing_units(const struct pmu *units, size_t number, unsigned int die, uint64_t mask, int first)
{
	size_t i, p;

	for (i = 0; i < number; i++)
		for (p = 0; p < units[i].num_places; p++)
			if (units[i].places[p].die == die && units[i].unit >= first && units[i].unit < first + 64)
				mask &= ~(1ULL << (units[i].unit - first));
	return mask;
}

/* The driver rejects units that one of the dies does not have. */
static bool bad_unit_mask(const struct machine *machine, const struct event *event, char *text,
			  size_t size)
{
	static const char *const words[] = { "unit_mask", "unit_mask2" };
	const struct pmu *pmu = event->pmus, *units;
	char what[64];
	size_t number, p;
	unsigned int i;

	units = machine_box(machine, event->box, true, &number);
	for (p = 0; pmu->unit == ALL_UNITS && p < pmu->num_places; p++) {
		for (i = 0; i < 2; i++) {
			uint64_t missing = missing_units(units, number, pmu->places[p].die, field(event, words[i]), 64 * (int)i);

			if (!missing)
				continue;
			snprintf(what, sizeof(what), "%s selects units that die %u does not have:", words[i], pmu->places[p].die);
			list_bits(missing, 64 * i, what, text, size);
			return true;
		}
	}
	return false;
}

static bool bad_bits(const struct event *event, char *text, size_t size)
{
	static const char *const words[CONFIG_WORDS] = { "config", "config1", "config2", "config3" };
	unsigned int i;

	for (i = 0; i < CONFIG_WORDS; i++) {
		uint64_t bits = event->config[i] & ~pmu_bits(event->pmus, i);

		if (!bits)
			continue;
		snprintf(text, size, "no format has the bits 0x%" PRIx64 " of %s, so they would be ignored",
			 bits, words[i]);
		return true;
	}
	return false;
}

void refusal_reason(const struct machine *machine, const struct event *event, int error, char *text,
		    size_t size)
{
	if (error == ENODEV) {
		snprintf(text, size, "the unit no longer answers");
		return;
	}
	/* What the program could not have, or a device that is busy, says nothing about the event. */
	if (error != EINVAL && error != EOPNOTSUPP && error != E2BIG && error != ENOENT) {
		snprintf(text, size, error == EMFILE || error == ENFILE ? "any event would be; raise the limit of open files, ulimit -n" :
			 "this does not depend on the event");
		return;
	}
	if (bad_bits(event, text, size) || bad_unit_mask(machine, event, text, size))
		return;
	if (pmu_format(event->pmus, "tid_en") && field(event, "filter_tid") && !field(event, "tid_en"))
		snprintf(text, size, "filter_tid has no effect without tid_en");
	else if (pmu_format(event->pmus, "event") && pmu_format(event->pmus, "umask") &&
		 !field(event, "event") && event->config[0])
		snprintf(text, size, "event select 0 never counts");
	else if (event->config[1] || event->config[2])
		snprintf(text, size, "the event does not use a value in config1 or config2, or its "
			 "filter register does not exist");
	else
		snprintf(text, size, "the unit has no counter for this event");
}
