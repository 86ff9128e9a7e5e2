// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events of the processors without a discovery table, as perf spells them and as the simulator does.
 *
 * The driver's formats are not asked: what is injected has to follow from the names alone, or a
 * format at the wrong bits would go unnoticed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terms.h"

#define MAX_TERMS	256
#define NUM(a)		(sizeof(a) / sizeof((a)[0]))
#define FIRST_BAND	0xb
#define BANDS		4
#define DEMOTIONS	0x1e	/* cores 0 to 7 */
#define MORE_DEMOTIONS	0x40	/* cores 8 to 14, on Ivy Bridge-EP */
#define ADDR_OPC_MATCH	0x20

/* Attributes of the simulator's inject command. */
enum attribute {
	A_EVENT, A_EXT, A_UMASK, A_TID, A_NID, A_STATE, A_OPC, A_LINK, A_C6, A_NC, A_ISOC, A_MHZ,
	A_PACKET, A_ADDRESS, A_OPCODE, A_COUNTER, A_FLAG, A_REG, A_CH, A_FC, A_NOTHING
};

static const char *const attribute_names[] = {
	"event", "ext", "umask", "tid", "nid", "state", "opc", "link", "c6", "nc", "isoc", "mhz",
	"packet", "address", "opcode", "counter", "flag", "reg", "ch",
	"fc",
};

/* The value of a format is shifted into an attribute, if nothing else is said in translate(). */
static const struct {
	const char *format;
	enum attribute attribute;
	unsigned int shift;
} translations[] = {
	{ "event", A_EVENT, 0 }, { "event_ext", A_EVENT, 8 }, { "umask", A_UMASK, 0 },
	{ "occ_sel", A_UMASK, 6 },	/* a power state, where others have the umask's upper bits */
	{ "filter_tid", A_TID, 0 }, { "filter_cid", A_TID, 1 }, { "filter_nid", A_NID, 0 }, { "filter_state", A_STATE, 0 },
	{ "filter_opc", A_OPC, 0 }, { "filter_link", A_LINK, 0 }, { "filter_c6", A_C6, 0 },
	{ "filter_nc", A_NC, 0 }, { "filter_isoc", A_ISOC, 0 },
	{ "filter_band0", A_MHZ, 0 }, { "filter_band1", A_MHZ, 0 },
	{ "filter_band2", A_MHZ, 0 }, { "filter_band3", A_MHZ, 0 },
	{ "match_rds", A_PACKET, 48 }, { "match_rnid30", A_PACKET, 32 },
	{ "match_rnid4", A_PACKET, 31 }, { "match_dnid", A_PACKET, 13 },
	{ "match_mc", A_PACKET, 9 }, { "match_opc", A_PACKET, 5 }, { "match_vnw", A_PACKET, 3 },
	{ "mask_rds", A_NOTHING, 0 }, { "mask_rnid30", A_NOTHING, 0 },
	{ "mask_rnid4", A_NOTHING, 0 }, { "mask_dnid", A_NOTHING, 0 },
	{ "mask_mc", A_NOTHING, 0 }, { "mask_opc", A_NOTHING, 0 }, { "mask_vnw", A_NOTHING, 0 },
	{ "filter_address", A_ADDRESS, 6 }, { "filter_opcode", A_OPCODE, 0 },
	{ "unit_mask", A_NOTHING, 0 }, { "tid_en", A_NOTHING, 0 }, { "thresh", A_NOTHING, 0 },
	{ "counter", A_COUNTER, 0 }, { "inc_sel", A_EVENT, 0 }, { "set_flag_sel", A_EVENT, 0 },
	{ "flag_mode", A_FLAG, 0 }, { "fvc", A_REG, 0 }, { "iperf_cfg", A_REG, 0 },
	{ "qlx_cfg", A_REG, 0 }, { "umask_ext", A_EXT, 0 }, { "ch_mask", A_CH, 0 },
	{ "fc_mask", A_FC, 0 }, { "filter_opc0", A_OPC, 0 }, { "filter_ubox", A_LINK, 0 },
};

bool terms_of_older(void)
{
	static const char *const older[] = { "snbep", "ivbep", "hsx", "nhmex", "skx" };
	const char *processor = getenv("FAMILY");

	for (size_t i = 0; processor && i < NUM(older); i++)
		if (!strcmp(processor, older[i]))
			return true;
	return false;
}

/* Haswell-EP, Broadwell-EP, Broadwell-DE */
static bool of_haswell(void)
{
	return !strcmp(getenv("FAMILY"), "hsx");
}

/* The frequency bands, as opposed to demotions, which take a band for something else. */
static bool is_band(uint64_t event)
{
	return event >= FIRST_BAND && event < FIRST_BAND + BANDS;
}

static bool is_demotion(uint64_t event)
{
	if (of_haswell())
		return false;
	return (event >= DEMOTIONS && event < DEMOTIONS + 8) ||
	       (event >= MORE_DEMOTIONS && event < MORE_DEMOTIONS + 7);
}

static bool translate(const char *name, uint64_t value, uint64_t attributes[])
{
	for (size_t i = 0; i < NUM(translations); i++) {
		enum attribute attribute = translations[i].attribute;

		if (strcmp(translations[i].format, name))
			continue;
		if (attribute == A_NID)		/* a bit for each node */
			value = (uint64_t)__builtin_ctzll(value);
		else if (attribute == A_MHZ)
			value *= 100;
		if (attribute != A_NOTHING)
			attributes[attribute] |= value << translations[i].shift;
		return true;
	}
	return false;
}

bool terms_simulated(const char *terms, unsigned int way, char *out, size_t size)
{
	uint64_t attributes[NUM(attribute_names)] = { 0 };
	char copy[MAX_TERMS], *state = NULL;
	size_t used = 0;

	if (snprintf(copy, sizeof(copy), "%s", terms) >= (int)sizeof(copy))
		return false;
	for (char *term = strtok_r(copy, ",\n", &state); term; term = strtok_r(NULL, ",\n", &state)) {
		char *equals = strchr(term, '=');
		uint64_t value = equals ? strtoull(equals + 1, NULL, 0) : 1;

		if (equals)
			*equals = '\0';
		if (!translate(term, value, attributes))
			return false;
	}
	attributes[A_EXT] |= attributes[A_EVENT] >> 8;	/* the extra select bit */
	attributes[A_EVENT] &= 0xff;
	if (attributes[A_MHZ] && !attributes[A_EXT] && is_band(attributes[A_EVENT]))
		attributes[A_EVENT] = FIRST_BAND + way;
	else
		attributes[A_MHZ] = 0;

	for (size_t i = 0; i < NUM(attribute_names); i++) {
		if (!attributes[i] && i != A_EVENT && (i != A_NID || !strstr(terms, "filter_nid")))
			continue;
		used += (size_t)snprintf(out + used, size - used, " %s=0x%llx", attribute_names[i],
					 (unsigned long long)attributes[i]);
		if (used >= size)
			return false;
	}
	return true;
}

static uint64_t value_of(const char *terms, const char *name)
{
	const char *at = terms;
	size_t length = strlen(name);

	for (; (at = strstr(at, name)); at += length)
		if ((at == terms || at[-1] == ',') && at[length] == '=')
			return strtoull(at + length + 1, NULL, 0);
	return 0;
}

/* With the extra select bit. */
static uint64_t event_of(const char *terms)
{
	return value_of(terms, "event") | value_of(terms, "event_ext") << 8;
}

static uint64_t band_of(const char *terms)
{
	if (!is_band(event_of(terms)))
		return 0;
	return value_of(terms, "filter_band0") + value_of(terms, "filter_band1") +
	       value_of(terms, "filter_band2") + value_of(terms, "filter_band3");
}

unsigned int terms_ways(const char *terms)
{
	return band_of(terms) ? BANDS : 1;
}

static bool is_skx(void)
{
	return !strcmp(getenv("FAMILY"), "skx");
}

static bool same_value(const char *a, const char *b, const char *name)
{
	return value_of(a, name) == value_of(b, name);
}

/* Skylake-SP and its successors: ports and classes in common, and all opcodes if none is given. */
static bool selects(const char *happened, const char *counted)
{
	if (!same_value(happened, counted, "event") || !same_value(happened, counted, "umask") ||
	    !same_value(happened, counted, "umask_ext"))
		return false;
	if (value_of(counted, "ch_mask"))
		return value_of(happened, "ch_mask") & value_of(counted, "ch_mask") &&
		       value_of(happened, "fc_mask") & value_of(counted, "fc_mask");
	return !value_of(counted, "filter_opc0") || same_value(happened, counted, "filter_opc0");
}

bool terms_count(const char *happened, const char *counted)
{
	if (is_skx())
		return selects(happened, counted);
	if (band_of(happened) && band_of(counted))
		return band_of(happened) >= band_of(counted);
	return !strcmp(happened, counted);
}

uint64_t terms_units(const char *terms)
{
	uint64_t mask = value_of(terms, "unit_mask");

	return mask ? mask : ~0ULL;
}

const char *terms_missing(const char *type, const char *terms)
{
	static const char *const bands[BANDS] = {
		",filter_band0=12", ",filter_band1=16", ",filter_band2=20", ",filter_band3=24",
	};
	static char missing[64];
	uint64_t event = event_of(terms), umask = value_of(terms, "umask");
	bool by_node, by_opcode, by_link;

	if (!strcmp(type, "pcu") && is_band(event))
		return bands[event - FIRST_BAND];
	if (!strcmp(type, "pcu") && is_demotion(event) && !is_skx())
		return ",filter_band0=12";
	if (!strcmp(type, "ha") && event == ADDR_OPC_MATCH) {
		/* No umask is both, bit 0 the address, the others an opcode. */
		snprintf(missing, sizeof(missing), "%s%s", !umask || umask & 1 ? ",filter_address=0x48d1580" : "",
			 !umask || umask & ~1ULL ? ",filter_opcode=0x15" : "");
		return missing;
	}
	/* Messages of one thread. */
	if (!strcmp(type, "ubox") && event == 0x41 && umask & 5 && of_haswell())
		return ",filter_tid=1,filter_cid=18";
	/* The third port of Ivy Bridge-EP cannot match packets. */
	if (!strcmp(type, "qpi") && event == 0x138 && !strcmp(getenv("PROCESSOR"), "ivbep"))
		return ",unit_mask=0x3";
	if (!strcmp(type, "ubox") && is_skx() && event == 0x42 && umask & 0x1c)
		return ",filter_ubox=0x5";
	if (strcmp(type, "cbox"))
		return "";
	/* Only the lists of the two E5 have these codes with these meanings. */
	by_node = event >= 0x34 && event <= 0x37 && umask & 0x40;
	if (of_haswell())
		by_node |= (umask & 0x40 && ((event >= 0x28 && event <= 0x2a) || event == 0x32 || event == 0x33)) ||
			   (event == 0x33 && umask & 0x80);
	by_opcode = (event == 0x35 || event == 0x36) && umask & 0x01;
	by_link = event == 0x31 && umask & 0x10 && !strcmp(getenv("PROCESSOR"), "ivbep");
	snprintf(missing, sizeof(missing), "%s%s%s", by_node ? ",filter_nid=0x2" : "",
		 by_opcode ? ",filter_opc=0x182" : "", by_link ? ",filter_link=0x1" : "");
	return missing;
}
