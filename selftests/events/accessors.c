// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the functions of event_table.h that a comparison of the tables does
 * not show. Prints TAP.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sets.h"

static unsigned int tests, failures;
static char detail[256];

/* Notes what is wrong; the first note of a test is printed. */
static bool wrong(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (!*detail)
		vsnprintf(detail, sizeof(detail), format, args);
	va_end(args);
	return false;
}

static void result(bool good, const char *name)
{
	printf("%s %u - %s\n", good ? "ok" : "not ok", ++tests, name);
	if (!good)
		printf("# %s\n", *detail ? detail : "no detail");
	*detail = 0;
	failures += !good;
}

static const struct pmon_event_table *table_of(const char *processor,
					       const char *box)
{
	const struct pmon_event_set *set = set_find(processor);
	const struct pmon_event_table *table;

	table = set ? pmon_event_table_find(set, box) : NULL;
	if (!table) {
		printf("Bail out! there is no table for %s %s\n", processor, box);
		exit(1);
	}
	return table;
}

static bool same_after_parsing(const struct pmon_event_table *table,
			       const struct pmon_event *event)
{
	char text[256], copy[256];
	u64 words[PMON_CONFIG_WORDS] = { 0 };

	if (pmon_event_text(table, event, text, sizeof(text)) < 0)
		return wrong("%s %s: text does not fit", table->box, event->event);
	strcpy(copy, text);
	if (!terms_apply(table, copy, words))
		return wrong("%s: bad term in %s", table->box, text);
	if (words[0] != event->config || words[1] != event->config1 ||
	    words[2] != event->config2)
		return wrong("%s: %s gives 0x%llx instead of 0x%llx",
			     table->box, text, words[0], event->config);
	return true;
}

static bool test_texts_of(const struct pmon_event_set *set)
{
	bool good = true;
	unsigned int i, j;
	int level;

	for (i = 0; i < set->num_tables; i++) {
		const struct pmon_event_table *table = &set->tables[i];

		for (level = 0; level < PMON_EVENT_LEVELS; level++)
			for (j = 0; j < pmon_event_table_size(table, level); j++) {
				struct pmon_event event;

				good &= pmon_event_table_get(table, level, j,
							     &event) &&
					same_after_parsing(table, &event);
			}
	}
	return good;
}

static bool test_texts(void)
{
	bool good = true;
	unsigned int i;

	for (i = 0; set_get(i); i++)
		good &= test_texts_of(set_get(i));
	return good && i > 1;
}

/* Fits exactly, and not in one byte less. */
static bool test_sizes(void)
{
	const struct pmon_event_table *table = table_of("emr", "cha");
	static const char expected[] = "event=0x35,umask=0x1,umask_ext=0xc001fe";
	struct pmon_event event = {
		.event = "tor_inserts", .subevent = "ia_miss",
		.config = 0x00c001fe00000135,
	};
	char buffer[64];
	size_t size;

	for (size = 0; size < sizeof(expected); size++)
		if (pmon_event_text(table, &event, buffer, size) != -ENOSPC)
			return wrong("text fits in %zu bytes", size);
	if (pmon_event_text(table, &event, buffer, size) != (int)size - 1 ||
	    strcmp(buffer, expected))
		return wrong("text is %s", buffer);
	if (pmon_event_name(&event, buffer, 19) != -ENOSPC)
		return wrong("name fits in 19 bytes");
	if (pmon_event_name(&event, buffer, 20) != 19 ||
	    strcmp(buffer, "tor_inserts.ia_miss"))
		return wrong("name is %s", buffer);
	event.subevent = "";
	if (pmon_event_name(&event, buffer, 12) != 11 ||
	    strcmp(buffer, "tor_inserts"))
		return wrong("name without a subevent is %s", buffer);
	return true;
}

static bool test_ends_of(const struct pmon_event_set *set)
{
	unsigned int i;
	int level;

	for (i = 0; i < set->num_tables; i++) {
		const struct pmon_event_table *table = &set->tables[i];

		for (level = 0; level < PMON_EVENT_LEVELS; level++) {
			unsigned int size = pmon_event_table_size(table, level);
			struct pmon_event event;

			if (pmon_event_table_get(table, level, size, &event) ||
			    pmon_event_table_get(table, level, -1u, &event))
				return wrong("%s: an alias behind the last",
					     table->box);
		}
	}
	return !pmon_event_table_find(set, "cms") &&
	       !pmon_event_table_find(set, "") ?
	       true : wrong("a table for a box that has none");
}

static bool test_ends(void)
{
	bool good = true;
	unsigned int i;

	for (i = 0; set_get(i); i++)
		good &= test_ends_of(set_get(i));
	return good && i > 1;
}

/* Restrictions of the guide and the in-tree driver, taken from them by hand. */
static const struct {
	const char *processor;
	const char *box;
	u64 config;
	u32 counters;
	u32 flags;
} constraints[] = {
	{ "emr", "cha", 0x0111, 0x1, 0 },
	{ "emr", "cha", 0x00c001ff00000136, 0x1, 0 },
	{ "emr", "cha", 0x00c001ff00000135, 0xf, 0 },
	{ "emr", "cha", 0x34, 0xf, PMON_EVENT_STATE },
	{ "emr", "cha", 0x80, 0xf, 0 },
	{ "emr", "cha", 0xf7, 0xf, 0 },
	{ "emr", "iio", 0x0102, 0x3, 0 },
	{ "emr", "iio", 0x0103, 0x3, 0 },
	{ "emr", "iio", 0x83, 0x3, PMON_EVENT_CHANNEL },
	{ "emr", "iio", 0xc5, 0xc, PMON_EVENT_CHANNEL },
	{ "emr", "iio", 0x88, 0xc, PMON_EVENT_CHANNEL },
	{ "emr", "iio", 0xc0, 0xc, PMON_EVENT_CHANNEL },
	{ "emr", "iio", 0xd5, 0xc, 0 },
	{ "emr", "iio", 0x01, 0xf, 0 },
	{ "emr", "irp", 0x01, 0x3, 0 },
	{ "emr", "m2pcie", 0x14, 0x3, 0 },
	{ "emr", "m2pcie", 0x2d, 0x3, 0 },
	{ "emr", "m2pcie", 0x23, 0x3, 0 },
	{ "emr", "m2pcie", 0x33, 0xf, 0 },
	{ "emr", "m3upi", 0x1c, 0x1, 0 },
	{ "emr", "m3upi", 0x1f, 0x1, 0 },
	{ "emr", "m3upi", 0x40, 0x7, 0 },
	{ "emr", "m3upi", 0x50, 0x7, 0 },
	{ "emr", "m3upi", 0x51, 0xf, 0 },
	{ "emr", "m3upi", 0x80, 0xf, PMON_EVENT_CMS },
	{ "emr", "m3upi", 0xe6, 0xf, PMON_EVENT_CMS },
	{ "emr", "m2m", 0x80000000000080, 0xf, 0 },
	{ "emr", "pcu", 0x06, 0x1, 0 },
	{ "emr", "cxlcm", 0x01, 0xff, 0 },
	{ "emr", "cxlcm", 0x02, 0x0f, 0 },
	{ "emr", "cxlcm", 0x05, 0x0f, 0 },
	{ "emr", "cxlcm", 0x40, 0xf0, 0 },
	{ "emr", "cxlcm", 0x52, 0xf0, 0 },
	{ "emr", "ubox", 0x0142, 0x3, 0 },
	{ "emr", "ubox", 0x014d, 0x1, 0 },
	{ "emr", "ubox", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "emr", "imc", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "emr", "imc", 0xcf05, 0xf, 0 },
	{ "emr", "iio_free_running", 0x20ff, 0, PMON_EVENT_FREE },
	{ "emr", "imc_free_running", 0x10ff, 0, PMON_EVENT_FREE },
	{ "snbep", "cbox", 0x0136, 0x1, 0 },
	{ "snbep", "cbox", 0x80136, 0x1, 0 },
	{ "snbep", "cbox", 0x0411, 0x1, 0 },
	{ "snbep", "cbox", 0x3b, 0x1, 0 },
	{ "snbep", "cbox", 0x1f, 0xe, 0 },
	{ "snbep", "cbox", 0x0f1e, 0xc, 0 },
	{ "snbep", "cbox", 0x0334, 0x3, 0 },
	{ "snbep", "cbox", 0x00, 0xf, 0 },
	{ "snbep", "r2pcie", 0x12, 0x1, 0 },
	{ "snbep", "r2pcie", 0x0833, 0x3, 0 },
	{ "snbep", "r3qpi", 0x0113, 0x1, 0 },
	{ "snbep", "r3qpi", 0x24, 0x3, 0 },
	{ "snbep", "r3qpi", 0x01, 0x7, 0 },
	{ "snbep", "qpi", 0x200038, 0xf, 0 },
	{ "snbep", "imc", 0x00, 0xf, 0 },
	{ "snbep", "imc", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "snbep", "ubox", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "snbep", "ubox", 0x0842, 0x3, 0 },
	{ "snbep", "pcu", 0x80ff, 0, PMON_EVENT_FREE },
	{ "snbep", "pcu", 0xc0ff, 0, PMON_EVENT_FREE },
	{ "snbep", "pcu", 0x200003, 0xf, 0 },
	{ "snbep", "pcu", 0x4080, 0xf, 0 },
	{ "ivbep", "cbox", 0x0136, 0x1, 0 },
	{ "ivbep", "cbox", 0x013c, 0x3, 0 },
	{ "ivbep", "r3qpi", 0x39, 0x3, 0 },
	{ "ivbep", "irp", 0x0117, 0x3, 0 },
	{ "ivbep", "irp", 0xaa, 0xf, 0 },
	{ "ivbep", "pcu", 0x80ff, 0, PMON_EVENT_FREE },
	{ "hsx", "cbox", 0x09, 0x1, 0 },
	{ "hsx", "cbox", 0x0136, 0x1, 0 },
	{ "hsx", "cbox", 0x38, 0x3, 0 },
	{ "hsx", "cbox", 0x1f, 0xe, 0 },
	{ "hsx", "ha", 0x0162, 0x7, 0 },
	{ "hsx", "irp", 0x0113, 0x3, 0 },
	{ "hsx", "r2pcie", 0x27, 0x1, 0 },
	{ "hsx", "r3qpi", 0x01, 0x3, 0 },
	{ "hsx", "r3qpi", 0x012a, 0x1, 0 },
	{ "hsx", "pcu", 0x4080, 0xf, 0 },
	{ "hsx", "qpi", 0x200038, 0xf, 0 },
	{ "hsx", "imc", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "bdx", "cbox", 0x09, 0x3, 0 },
	{ "bdx", "cbox", 0x01, 0xf, 0 },
	{ "bdx", "pcu", 0x4080, 0xe, 0 },
	{ "bdx", "pcu", 0xfe, 0xe, 0 },
	{ "bdx", "r2pcie", 0x012a, 0x1, 0 },
	{ "bdx", "r2pcie", 0x0832, 0x3, 0 },
	{ "bdx", "r3qpi", 0x01, 0x7, 0 },
	{ "bdxde", "ha", 0x0164, 0x7, 0 },
	{ "bdxde", "r2pcie", 0x27, 0xf, 0 },
	{ "bdxde", "pcu", 0x81, 0xe, 0 },
	{ "nhmex", "bbox", 0x02, 0x1, 0 },
	{ "nhmex", "bbox", 0x42, 0x2, 0 },
	{ "nhmex", "bbox", 0x82, 0x4, 0 },
	{ "nhmex", "bbox", 0xfe, 0x8, 0 },
	{ "nhmex", "mbox", 0x1a00, 0x3f, 0 },
	{ "nhmex", "rbox", 0x2e, 0xff, 0 },
	{ "nhmex", "wbox", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "wsmex", "wbox", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "skx", "cha", 0x0111, 0x1, 0 },
	{ "skx", "cha", 0x1f, 0xe, 0 },
	{ "skx", "cha", 0x013b, 0x1, 0 },
	{ "skx", "cha", 0x018e, 0xf, 0 },
	{ "skx", "iio", 0x0183, 0x3, PMON_EVENT_CHANNEL },
	{ "skx", "iio", 0x88, 0xc, 0 },
	{ "skx", "iio", 0xd5, 0xc, 0 },
	{ "skx", "m2pcie", 0x23, 0x3, 0 },
	{ "skx", "m3upi", 0x1c, 0x1, 0 },
	{ "skx", "m3upi", 0x018e, 0x1, 0 },
	{ "skx", "m3upi", 0x0180, 0x7, 0 },
	{ "skx", "imc", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "skx", "iio_free_running", 0x37ff, 0, PMON_EVENT_FREE },
	{ "clx", "imc", 0xe0, 0xf, 0 },
	{ "icx", "cha", 0x0111, 0x1, 0 },
	{ "icx", "cha", 0x1f, 0xe, 0 },
	{ "icx", "cha", 0x34, 0xf, 0 },
	{ "icx", "iio", 0x0102, 0x3, 0 },
	{ "icx", "iio", 0x83, 0x3, PMON_EVENT_CHANNEL },
	{ "icx", "iio", 0x88, 0xc, PMON_EVENT_CHANNEL },
	{ "icx", "iio", 0xd5, 0xc, 0 },
	{ "icx", "m2pcie", 0x23, 0x3, 0 },
	{ "icx", "m3upi", 0x1c, 0x1, 0 },
	{ "icx", "m3upi", 0x4e, 0x7, 0 },
	{ "icx", "imc", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "snr", "cha", 0x0111, 0x1, 0 },
	{ "snr", "iio", 0x88, 0xc, PMON_EVENT_CHANNEL },
	{ "snr", "m2pcie", 0x14, 0x3, 0 },
	{ "snr", "ubox", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "gnr", "cha", 0x0111, 0x1, 0 },
	{ "gnr", "cha", 0x78c8c7fd00002036, 0x1, 0 },
	{ "gnr", "cha", 0x78c8c7fd00002035, 0xf, 0 },
	{ "gnr", "cha", 0x34, 0xf, PMON_EVENT_STATE },
	{ "gnr", "cha", 0x80, 0xf, 0 },			/* no mesh stop */
	{ "gnr", "iio", 0x0102, 0x3, 0 },
	{ "gnr", "iio", 0x0103, 0x3, 0 },
	{ "gnr", "iio", 0x83, 0x3, PMON_EVENT_CHANNEL },
	{ "gnr", "iio", 0x84, 0x3, PMON_EVENT_CHANNEL },
	{ "gnr", "iio", 0x88, 0xc, PMON_EVENT_CHANNEL },
	{ "gnr", "iio", 0x8e, 0xf, PMON_EVENT_CHANNEL },
	{ "gnr", "iio", 0xc0, 0xc, PMON_EVENT_CHANNEL },
	{ "gnr", "iio", 0xc1, 0xc, PMON_EVENT_CHANNEL },
	{ "gnr", "iio", 0xc2, 0xf, PMON_EVENT_CHANNEL },
	{ "gnr", "iio", 0xc5, 0xc, PMON_EVENT_CHANNEL },
	{ "gnr", "iio", 0xd5, 0xc, PMON_EVENT_CHANNEL },
	{ "gnr", "iio", 0x40, 0xf, 0 },
	{ "gnr", "irp", 0x01, 0xf, 0 },
	{ "gnr", "cxlcm", 0x1041, 0xf0, 0 },
	{ "gnr", "cxlcm", 0x05, 0x0f, 0 },
	{ "gnr", "cxlcm", 0x01, 0xff, 0 },
	{ "gnr", "ubox", 0x0142, 0x3, 0 },
	{ "gnr", "ubox", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "gnr", "imc", 0xff, PMON_EVENT_COUNTER_FIXED, 0 },
	{ "gnr", "imc", 0xcf06, 0xf, 0 },
	{ "gnr", "pciex16", 0x01, 0xf, 0 },
	{ "gnr", "iio_free_running", 0x37ff, 0, PMON_EVENT_FREE },
	{ "srf", "mdf", 0x011d, 0xf, 0 },
	{ "grr", "iio", 0xc5, 0xc, PMON_EVENT_CHANNEL },
	{ "grr", "iio", 0x02, 0x3, 0 },
	{ "grr", "cha", 0x0111, 0x1, 0 },
	{ "grr", "iio", 0xc1, 0xc, PMON_EVENT_CHANNEL },
};

static bool test_constraints(void)
{
	bool good = true;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(constraints); i++) {
		const struct pmon_event_table *table =
			table_of(constraints[i].processor, constraints[i].box);
		u64 config = constraints[i].config;

		if (pmon_event_table_counters(table, config) !=
		    constraints[i].counters)
			good = wrong("%s 0x%llx: counters", table->box,
				     config);
		if (pmon_event_table_flags(table, config) != constraints[i].flags)
			good = wrong("%s 0x%llx: flags", table->box, config);
	}
	return good;
}

/* Events that count each cycle, and some that nearly do. */
static const struct {
	const char *processor;
	const char *box;
	u64 config;
	bool clock;
} clocks[] = {
	{ "emr", "cha", 0x01, true },
	{ "emr", "cha", 0xc0, true },
	{ "emr", "cha", 0x101, false },			/* a umask that no clock has */
	{ "emr", "cha", 0x01 | 1 << 16, false },	/* a thread's */
	{ "emr", "cha", 0x01 | 1 << 24 | 1 << 18, false },	/* edges */
	{ "emr", "cha", 0x34, false },
	{ "emr", "m2m", 0x01, true },
	{ "emr", "m2m", 0xc0, false },			/* not of the mesh stop without its bit */
	{ "emr", "m2m", 0x800000000000c0, true },
	{ "emr", "m3upi", 0xc0, true },
	{ "emr", "imc", 0x01, true },
	{ "emr", "imc", 0xff, false },			/* the fixed counter is an extra */
	{ "emr", "cxlcm", 0x101, true },
	{ "emr", "cxlcm", 0x01, false },
	{ "emr", "ubox", 0x01, false },
	{ "emr", "iio_free_running", 0x10ff, false },
	{ "snbep", "cbox", 0x00, true },
	{ "snbep", "r3qpi", 0x01, true },
	{ "nhmex", "wbox", 0xff, false },
	{ "gnr", "cha", 0x01, true },
	{ "gnr", "cha", 0xc0, false },			/* no mesh stop */
	{ "gnr", "imc", 0x01, true },			/* HCLK */
	{ "gnr", "imc", 0x101, true },			/* DCLK */
	{ "gnr", "imc", 0xff, false },
	{ "gnr", "b2hot", 0x101, true },
	{ "gnr", "b2hot", 0x01, false },
	{ "gnr", "mdf", 0x01, true },
	{ "gnr", "pciex8", 0x01, false },
	{ "gnr", "ubox", 0xff, false },
	{ "srf", "b2upi", 0x01, true },
	{ "grr", "b2cmi", 0x01, true },
};

static bool test_clocks(void)
{
	bool good = true;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(clocks); i++)
		if (pmon_event_table_is_clock(table_of(clocks[i].processor, clocks[i].box),
					      clocks[i].config) != clocks[i].clock)
			good = wrong("%s 0x%llx", clocks[i].box, clocks[i].config);
	return good;
}

/* Names and scales that tools take from the in-tree driver. */
static const struct {
	const char *processor, *box, *name, *text, *scale, *unit;
} tool_names[] = {
	{ "emr", "imc", "cas_count_read", "event=0x5,umask=0xcf", "6.103515625e-5", "MiB" },
	{ "emr", "imc", "cas_count_write", "event=0x5,umask=0xf0", "6.103515625e-5", "MiB" },
	{ "emr", "imc", "clockticks", "event=0x1", NULL, NULL },
	{ "emr", "imc_free_running", "dclk", "event=0xff,umask=0x10", NULL, NULL },
	{ "emr", "imc_free_running", "rpq_cycles", "event=0xff,umask=0x20", NULL, NULL },
	{ "emr", "imc_free_running", "wpq_cycles", "event=0xff,umask=0x30", NULL, NULL },
	{ "emr", "iio_free_running", "ioclk", "event=0xff,umask=0x10", NULL, NULL },
	{ "emr", "iio_free_running", "bw_in_port0", "event=0xff,umask=0x20",
	  "3.0517578125e-5", "MiB" },
	{ "emr", "iio_free_running", "bw_in_port7", "event=0xff,umask=0x27",
	  "3.0517578125e-5", "MiB" },
	{ "emr", "iio_free_running", "bw_out_port7", "event=0xff,umask=0x37", NULL, NULL },
	{ "snbep", "imc", "clockticks", "event=0xff", NULL, NULL },
	{ "snbep", "imc", "cas_count_read", "event=0x4,umask=0x3", "6.103515625e-5", "MiB" },
	{ "ivbep", "imc", "cas_count_write", "event=0x4,umask=0xc", "6.103515625e-5", "MiB" },
	{ "snbep", "qpi", "clockticks", "event=0x14", NULL, NULL },
	{ "snbep", "qpi", "drs_data", "event=0x2,event_ext=0x1,umask=0x8", NULL, NULL },
	{ "ivbep", "qpi", "ncb_data", "event=0x3,event_ext=0x1,umask=0x4", NULL, NULL },
	{ "hsx", "imc", "clockticks", "event=0x0", NULL, NULL },
	{ "hsx", "imc", "cas_count_read", "event=0x4,umask=0x3", "6.103515625e-5", "MiB" },
	{ "bdxde", "imc", "cas_count_write", "event=0x4,umask=0xc", "6.103515625e-5", "MiB" },
	{ "nhmex", "wbox", "clockticks", "event=0xff", NULL, NULL },
	{ "nhmex", "mbox", "bbox_cmds_read", "inc_sel=0xd,fvc=0x2800", NULL, NULL },
	{ "wsmex", "mbox", "bbox_cmds_write", "inc_sel=0xd,fvc=0x5040", NULL, NULL },
	{ "nhmex", "rbox", "qpi1_filt_send", "event=0x6,iperf_cfg=0x80000000", NULL, NULL },
	{ "wsmex", "rbox", "qpi0_date_response", "event=0x0,iperf_cfg=0xc4", NULL, NULL },
	{ "skx", "imc", "clockticks", "event=0x0", NULL, NULL },
	{ "skx", "imc", "cas_count_write", "event=0x4,umask=0xc", "6.103515625e-5", "MiB" },
	{ "skx", "iio_free_running", "bw_out_port0", "event=0xff,umask=0x24",
	  "3.814697265625e-6", "MiB" },
	{ "skx", "iio_free_running", "util_out_port3", "event=0xff,umask=0x37", NULL, NULL },
	{ "clx", "iio_free_running", "ioclk", "event=0xff,umask=0x10", NULL, NULL },
	{ "icx", "imc", "clockticks", "event=0x0", NULL, NULL },
	{ "snr", "imc", "cas_count_read", "event=0x4,umask=0xf", "6.103515625e-5", "MiB" },
	{ "icx", "imc", "cas_count_read", "event=0x4,umask=0xf", "6.103515625e-5", "MiB" },
	{ "icx", "imc", "cas_count_write", "event=0x4,umask=0x30", "6.103515625e-5", "MiB" },
	{ "icx", "imc_free_running", "read", "event=0xff,umask=0x20", "6.103515625e-5", "MiB" },
	{ "icx", "imc_free_running", "ddrt_write", "event=0xff,umask=0x31",
	  "6.103515625e-5", "MiB" },
	{ "icx", "iio_free_running", "bw_in_port7", "event=0xff,umask=0x27",
	  "3.0517578125e-5", "MiB" },
	{ "gnr", "imc", "clockticks", "event=0x1", NULL, NULL },
	{ "gnr", "imc", "cas_count_read_sch0", "event=0x5,umask=0xcf", "6.103515625e-5", "MiB" },
	{ "gnr", "imc", "cas_count_read_sch1", "event=0x6,umask=0xcf", "6.103515625e-5", "MiB" },
	{ "srf", "imc", "cas_count_write_sch0", "event=0x5,umask=0xf0", "6.103515625e-5", "MiB" },
	{ "grr", "imc", "cas_count_write_sch1", "event=0x6,umask=0xf0", "6.103515625e-5", "MiB" },
	{ "gnr", "iio_free_running", "ioclk", "event=0xff,umask=0x10", NULL, NULL },
	{ "grr", "iio_free_running", "bw_in_port7", "event=0xff,umask=0x27",
	  "3.0517578125e-5", "MiB" },
	{ "gnr", "iio_free_running", "bw_out_port7", "event=0xff,umask=0x37", NULL, NULL },
};

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool test_tool_name(size_t which)
{
	const struct pmon_event_table *table =
		table_of(tool_names[which].processor, tool_names[which].box);
	struct pmon_event event;
	char name[64], text[64];
	unsigned int i;

	for (i = 0; pmon_event_table_get(table, PMON_EVENT_UNIT, i, &event); i++) {
		if (pmon_event_name(&event, name, sizeof(name)) < 0 ||
		    strcmp(name, tool_names[which].name))
			continue;
		if (pmon_event_text(table, &event, text, sizeof(text)) < 0 ||
		    strcmp(text, tool_names[which].text) ||
		    !same(event.scale, tool_names[which].scale) ||
		    !same(event.unit, tool_names[which].unit))
			return wrong("%s is %s, %s %s", name, text,
				     event.scale ? event.scale : "no scale",
				     event.unit ? event.unit : "no unit");
		return true;
	}
	return wrong("%s is not there", tool_names[which].name);
}

static bool test_tool_names(void)
{
	bool good = true;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tool_names); i++)
		good &= test_tool_name(i);
	return good;
}

int main(void)
{
	result(test_texts(), "each text, read back, is the configuration");
	result(test_sizes(), "texts and names in buffers that just fit");
	result(test_ends(), "nothing behind the last alias");
	result(test_constraints(), "counters and flags of events");
	result(test_clocks(), "which events are clocks");
	result(test_tool_names(), "names that tools expect");
	printf("1..%u\n", tests);
	return failures != 0;
}
