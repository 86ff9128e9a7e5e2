// SPDX-License-Identifier: GPL-2.0-only
/*
 * What `uncore export` exports: the defaults, and configuration files. See export.h.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "export/export.h"

/*
 * Defaults, in the form of a configuration file. All of them have counters at the same time, and leave
 * one free in most boxes.
 */
static const char emr_config[] =
	"memory_read_bytes imc/cas_count.rd/ 64 Bytes read from memory.\n"
	"memory_written_bytes imc/cas_count.wr/ 64 Bytes written to memory.\n"
	"llc_read_misses cha/tor_inserts.ia_miss_drd/ 1 Data reads of cores that missed the last level cache.\n"
	"llc_read_miss_occupancy_cycles cha/tor_occupancy.ia_miss_drd/ 1 Such reads under way, added up in each uncore clock cycle.\n"
	"cha_cycles cha/clockticks/ 1 Clock cycles of the caching agents, added up over all of them.\n"
	"link_sent_bytes upi/txl_flits.all_data/ 7.111111111111111 Bytes of data sent to other packages.\n"
	"link_received_bytes upi/rxl_flits.all_data/ 7.111111111111111 Bytes of data received from other packages.\n"
	"link_cycles upi/clockticks/ 1 Clock cycles of the links, added up over all of them.\n"
	"pcie_read_bytes iio/data_req_of_cpu.mem_read.all_parts/ 4 Bytes that devices read from memory.\n"
	"pcie_written_bytes iio/data_req_of_cpu.mem_write.all_parts/ 4 Bytes that devices wrote to memory.\n"
	"power_limited_cycles pcu/freq_max_power_cycles/ 1 Cycles in which power limited the frequency.\n"
	"power_cycles pcu/clockticks/ 1 Clock cycles of the power control unit.\n";

static const char snbep_config[] =
	"memory_read_bytes imc/cas_count.rd/ 64 Bytes read from memory.\n"
	"memory_written_bytes imc/cas_count.wr/ 64 Bytes written to memory.\n"
	"llc_read_misses cbox/tor_inserts.miss_opcode,filter_opc=0x182/ 1 Data reads of cores that missed the last level cache.\n"
	"llc_read_miss_occupancy_cycles cbox/tor_occupancy.miss_opcode,filter_opc=0x182/ 1 Such reads under way, added up in each uncore clock cycle.\n"
	"cbox_cycles cbox/clockticks/ 1 Clock cycles of the caches, added up over all of them.\n"
	"link_sent_bytes qpi/txl_flits_g0.data/ 8 Bytes of data sent to other packages.\n"
	"link_received_bytes qpi/rxl_flits_g0.data/ 8 Bytes of data received from other packages.\n"
	"power_limited_cycles pcu/freq_max_power_cycles/ 1 Cycles in which power limited the frequency.\n"
	"power_cycles pcu/clockticks/ 1 Clock cycles of the power control unit.\n";

static const char nhmex_config[] =
	"memory_read_commands mbox/bbox_cmds_read/ 1 Read commands of the B boxes.\n"
	"link_sent_flits rbox/qpi0_flit_send/ 1 Flits sent on port 0 of the routers.\n"
	"uncore_cycles wbox/clockticks/ 1 Clock cycles of the uncore.\n";

static const char *default_config(const struct machine *machine)
{
	const char *id = machine->processor ? machine->processor->id : "";

	if (!strcmp(id, "emr"))
		return emr_config;
	if (!strcmp(id, "snbep") || !strcmp(id, "ivbep"))
		return snbep_config;
	if (!strcmp(id, "nhmex") || !strcmp(id, "wsmex"))
		return nhmex_config;
	return NULL;
}

static bool is_name(const char *name)
{
	return *name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name) &&
	       strcspn(name, "0123456789") && strlen(name) < 80;
}

/* NAME EVENT FACTOR HELP */
static bool parse_line(struct series *series, char *line, const char **event)
{
	char *name = strsep(&line, " \t"), *factor, *end;

	memset(series, 0, sizeof(*series));
	*event = strsep(&line, " \t");
	factor = strsep(&line, " \t");
	if (!*event || !factor || !line || !is_name(name))
		return false;
	series->factor = strtod(factor, &end);
	if (*end || !(series->factor > 0) || series->factor > 1e18)
		return false;
	snprintf(series->name, sizeof(series->name), "uncore_%s", name);
	/* Of help text, what would have to be escaped is left out. */
	snprintf(series->help, sizeof(series->help), "%.*s", (int)strcspn(line, "\\\""), line);
	return true;
}

static bool is_double(const struct export *export, const char *name)
{
	size_t i;

	for (i = 0; i < export->num; i++)
		if (!strcmp(export->series[i].name, name))
			return true;
	return false;
}

static int parse_config(struct export *export, FILE *file, const char *path, char ***events)
{
	char *line = NULL;
	size_t room = 0;
	unsigned int number = 0;
	int status = STATUS_OK;

	*events = NULL;
	while (!status && getline(&line, &room, file) > 0) {
		struct series series;
		const char *event;

		number++;
		line[strcspn(line, "\r\n")] = '\0';
		if (!*line || *line == '#')
			continue;
		if (!parse_line(&series, line, &event)) {
			status = (int)fail(STATUS_FAILED, "%s:%u: not NAME EVENT FACTOR HELP", path, number);
			break;
		}
		if (is_double(export, series.name)) {
			status = (int)fail(STATUS_FAILED, "%s:%u: %s is there already", path, number,
					   series.name);
			break;
		}
		*events = grow(*events, export->num, sizeof(**events));
		(*events)[export->num] = need(strdup(event));
		export->series = grow(export->series, export->num, sizeof(series));
		export->series[export->num++] = series;
	}
	free(line);
	if (!status && !export->num)
		status = (int)fail(STATUS_FAILED, "%s has no event", path);
	return status;
}

int export_configure(struct export *export, const char *path, char ***events)
{
	const char *text = default_config(export->machine);
	FILE *file;
	int status;

	*events = NULL;
	if (!path && !text)
		return (int)fail(STATUS_FAILED, "nothing is known of this processor: give a --config");
	file = path ? fopen(path, "r") : fmemopen((char *)text, strlen(text), "r");
	if (!file)
		return (int)fail(STATUS_FAILED, "%s: %s", path ? path : "defaults", strerror(errno));
	status = parse_config(export, file, path ? path : "defaults", events);
	fclose(file);
	return status;
}
