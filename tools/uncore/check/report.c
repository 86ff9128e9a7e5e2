// SPDX-License-Identifier: GPL-2.0-only
/*
 * The report of uncore check: what somebody who has not this machine needs to understand its outcomes. No names of hosts,
 * no addresses of networks, no serial numbers are in it: only what is read here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/output.h"
#include "base/status.h"
#include "base/sysfs.h"
#include "check/report.h"

/* A line of /proc/cpuinfo, or of the file in its place. */
static void add_processor(struct json_object *report, const char *field)
{
	FILE *file = fopen(cpuinfo_path(), "r");
	char line[512], *value;

	while (file && fgets(line, sizeof(line), file)) {
		size_t length = strlen(field);

		value = strchr(line, ':');
		if (!value || strncmp(line, field, length) || (line[length] != '\t' && line[length] != ' ' &&
							       line[length] != ':'))
			continue;
		value[strcspn(value, "\n")] = '\0';
		json_set_text(report, field, value + (value[1] ? 2 : 1));
		break;
	}
	if (file)
		fclose(file);
}

static void add_file(struct json_object *report, const char *key, const char *path)
{
	FILE *file = fopen(path, "r");
	struct json_object *lines;
	char *line = NULL;
	size_t room = 0;

	if (!file)
		return;
	lines = json_object_new_array();
	while (getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		json_object_array_add(lines, json_object_new_string(line));
	}
	free(line);
	fclose(file);
	json_object_object_add(report, key, lines);
}

static void add_pmus(struct json_object *report, const struct machine *machine)
{
	struct json_object *pmus = json_object_new_array();
	size_t i;

	for (i = 0; i < machine->num_pmus; i++)
		json_object_array_add(pmus, json_object_new_string(machine->pmus[i].name));
	json_object_object_add(report, "pmus", pmus);
}

int check_report(const struct check *check, const char *path, struct json_object *outcomes)
{
	struct json_object *report = json_begin();
	FILE *out = output_open(path, NULL);
	struct utsname kernel;
	int status = STATUS_FAILED;

	json_set_time(report, "time", time_of_day());
	add_processor(report, "model name");
	add_processor(report, "cpu family");
	add_processor(report, "model");
	add_processor(report, "stepping");
	add_processor(report, "microcode");
	if (!uname(&kernel)) {
		json_set_text(report, "kernel", kernel.release);
		json_set_text(report, "kernel version", kernel.version);
	}
	json_set_text(report, "driver", check->machine.own_driver ? "uncore_pmon" : "intel_uncore");
	json_set_text(report, "uncore version", UNCORE_VERSION);
	add_file(report, "module version", sysfs_path("module/uncore_pmon/version"));
	add_file(report, "module sources", sysfs_path("module/uncore_pmon/srcversion"));
	json_set_number(report, "dies", check->machine.counted_dies);
	json_set_number(report, "cache bytes", check->cache);
	json_set_number(report, "buffer bytes", check->buffer);
	add_file(report, "nodes", sysfs_path("devices/system/node/online"));
	add_pmus(report, &check->machine);
	add_file(report, "discovery", sysfs_path("kernel/debug/uncore_pmon/discovery"));
	json_object_object_add(report, "checks", json_object_get(outcomes));
	if (out) {
		fputs(json_object_to_json_string_ext(report, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE), out);
		status = output_close(out, path);
	}
	json_object_put(report);
	return status;
}
