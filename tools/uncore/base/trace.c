// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading tracepoints. See trace.h.
 *
 * Nothing of it may stay, however the program ends:
 * 1. another process (cleanup.h) removes the trace instance when this one has ended;
 * 2. if both were killed, the next start removes it. While this program lives it holds a file of its instance open,
 *    so the kernel refuses to remove it (EBUSY).
 * Removing an instance switches its events off.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event-parse.h>
#include <kbuffer.h>
#include <tracefs.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/lockdown.h"
#include "base/memory.h"
#include "base/trace.h"

#define SYSTEM	"uncore_pmon"
#define NAME	"uncore."

/* A file of a process that was killed may be closed a moment after its end of the pipe. */
#define TRIES	200
#define TRY_MS	10

static struct tracefs_instance *instance;
static struct tep_handle *tep;
static struct cleanup cleanup;
static bool cleanup_begun;
static int held = -1;

/* The last failure was one of permission. */
static bool denied;

/*
 * The buffer of each CPU. They stay open: tracefs_iterate_raw_events() opens and closes them in each call. With libtracefs
 * 1.8.1 (Debian 13) the program grew with each call; 1.8.2 has a mend ("Fix memory leak in tracefs_cpu").
 */
static int *cpus;
static size_t num_cpus;
/* A part of such a buffer, which has a page, and where it is parsed. */
static struct kbuffer *parser;
static void *part;

static void instance_path(char *path, size_t size, const char *name)
{
	snprintf(path, size, "%s/instances/%s", tracefs_tracing_dir(), name);
}

bool trace_available(const char *event, char *error, size_t size)
{
	const char *directory;
	char path[PATH_MAX];

	denied = false;
	/* tracefs reports this as an invalid argument. */
	if (lockdown_confidential()) {
		snprintf(error, size, LOCKDOWN_REASON);
		return false;
	}
	directory = tracefs_tracing_dir();
	if (directory)
		instance_path(path, sizeof(path), "");
	denied = directory ? access(path, W_OK | X_OK) && errno == EACCES : geteuid() != 0;
	if (denied) {
		snprintf(error, size, "no permission to use tracefs%s%s: run as root (sudo)", directory ? " at " : "",
			 directory ? directory : "");
		return false;
	}
	if (!directory) {
		snprintf(error, size, "tracefs is not mounted: mount -t tracefs none /sys/kernel/tracing");
		return false;
	}
	if (!tracefs_event_file_exists(NULL, SYSTEM, event, "enable")) {
		snprintf(error, size, "there is no tracepoint " SYSTEM ":%s; is uncore_pmon loaded?", event);
		return false;
	}
	return true;
}

enum status trace_status(void)
{
	return denied ? STATUS_NO_PERMISSION : STATUS_FAILED;
}

static int failed(const char *what, char *error, size_t size)
{
	denied = errno == EACCES || errno == EPERM;
	snprintf(error, size, "%s: %s", what, strerror(errno));
	trace_stop();
	return -1;
}

static void remove_instance(void *path)
{
	int tries;

	for (tries = 0; tries < TRIES && rmdir(path) && errno == EBUSY; tries++)
		wait_ms(TRY_MS);
}

/* Instances of programs that were killed. The kernel keeps those that are in use. */
static void remove_old(void)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *instances;

	instance_path(path, sizeof(path), "");
	instances = opendir(path);
	while (instances && (entry = readdir(instances))) {
		const char *number = entry->d_name + strlen(NAME);

		if (strncmp(entry->d_name, NAME, strlen(NAME)) || !isdigit((unsigned char)*number) ||
		    number[strspn(number, "0123456789")])
			continue;
		instance_path(path, sizeof(path), entry->d_name);
		rmdir(path);
	}
	if (instances)
		closedir(instances);
}

/* Another program that starts now may remove the instance before its file is open. */
static bool make_instance(const char *name)
{
	int tries;

	for (tries = 0; tries < TRIES; tries++) {
		instance = tracefs_instance_create(name);
		if (!instance)
			return false;
		held = tracefs_instance_file_open(instance, "tracing_on", O_RDWR | O_CLOEXEC);
		if (held >= 0)
			return true;
		tracefs_instance_free(instance);
		instance = NULL;
	}
	return false;
}

/*
 * There is a directory for each CPU that the machine can have. The command that this program runs may live longer, and
 * must not keep the instance in use.
 */
static void open_cpus(void)
{
	char *directory = tracefs_instance_get_file(instance, "per_cpu"), path[PATH_MAX];
	DIR *each = directory ? opendir(directory) : NULL;
	struct dirent *entry;
	int fd;

	tracefs_put_tracing_file(directory);
	while (each && (entry = readdir(each))) {
		if (*entry->d_name == '.')
			continue;
		snprintf(path, sizeof(path), "per_cpu/%s/trace_pipe_raw", entry->d_name);
		fd = tracefs_instance_file_open(instance, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
		if (fd < 0)
			continue;
		cpus = grow(cpus, num_cpus, sizeof(*cpus));
		cpus[num_cpus++] = fd;
	}
	if (each)
		closedir(each);
	parser = allocated(kbuffer_alloc(KBUFFER_LSIZE_SAME_AS_HOST, KBUFFER_ENDIAN_SAME_AS_HOST));
	part = allocated(malloc((size_t)sysconf(_SC_PAGESIZE)));
}

static void close_cpus(void)
{
	while (num_cpus)
		close(cpus[--num_cpus]);
	free(cpus);
	cpus = NULL;
	if (parser)
		kbuffer_free(parser);
	parser = NULL;
	free(part);
	part = NULL;
}

/*
 * The formats of these events alone: tracefs_local_events_system() also reads all symbols of the kernel, which takes
 * seconds on an emulated CPU. Returns false with errno.
 */
static bool read_formats(const char *const *events)
{
	int length;
	char *text;

	tep = allocated(tep_alloc());
	tep_set_long_size(tep, sizeof(long));
	tep_set_page_size(tep, (int)sysconf(_SC_PAGESIZE));
	tep_set_file_bigendian(tep, TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(tep, TEP_LITTLE_ENDIAN);
	for (; *events; events++) {
		text = tracefs_event_file_read(NULL, SYSTEM, *events, "format", &length);
		if (!text)
			return false;
		if (tep_parse_event(tep, text, (unsigned long)length, SYSTEM)) {
			free(text);
			errno = EINVAL;
			return false;
		}
		free(text);
	}
	return true;
}

int trace_start(const char *const *events, char *error, size_t size)
{
	const char *const *event;
	char name[32], path[PATH_MAX];

	for (event = events; *event; event++)
		if (!trace_available(*event, error, size))
			return -1;
	remove_old();
	snprintf(name, sizeof(name), NAME "%ld", (long)getpid());
	instance_path(path, sizeof(path), name);
	cleanup_begun = cleanup_begin(&cleanup, remove_instance, path, -1);
	if (!cleanup_begun)
		return failed("no process to remove the trace instance", error, size);
	if (!make_instance(name))
		return failed("cannot make a trace instance", error, size);
	/* One clock for all CPUs. */
	tracefs_instance_file_write(instance, "trace_clock", "mono");
	if (!read_formats(events))
		return failed("cannot read the formats of " SYSTEM, error, size);
	for (event = events; *event; event++)
		if (tracefs_event_enable(instance, SYSTEM, *event) < 0)
			return failed("cannot enable a tracepoint of " SYSTEM, error, size);
	if (tracefs_trace_on(instance) < 0)
		return failed("cannot start tracing", error, size);
	open_cpus();
	return 0;
}

void trace_stop(void)
{
	if (instance) {
		close_cpus();
		close(held);
		tracefs_instance_free(instance);
		instance = NULL;
	}
	if (cleanup_begun)
		cleanup_end(&cleanup);
	cleanup_begun = false;
	if (tep) {
		tep_free(tep);
		tep = NULL;
	}
}

void trace_each(void (*take)(const char *name, struct tep_event *event, struct tep_record *record,
			     void *context), void *context)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), i;
	struct tep_record record = { 0 };
	struct tep_event *event;

	for (i = 0; i < num_cpus; i++) {
		while (read(cpus[i], part, page) > 0) {
			kbuffer_load_subbuffer(parser, part);
			while ((record.data = kbuffer_read_event(parser, &record.ts))) {
				record.size = kbuffer_event_size(parser);
				event = tep_find_event_by_record(tep, &record);
				if (event)
					take(event->name, event, &record, context);
				kbuffer_next_event(parser, NULL);
			}
		}
	}
}

bool trace_number(struct tep_event *event, struct tep_record *record, const char *field,
		  uint64_t *value)
{
	unsigned long long number;

	if (tep_get_field_val(NULL, event, field, record, &number, 0))
		return false;
	*value = number;
	return true;
}

bool trace_text(struct tep_event *event, struct tep_record *record, const char *field, char *text,
		size_t size)
{
	int length;
	const char *raw = tep_get_field_raw(NULL, event, field, record, &length, 0);

	if (!raw)
		return false;
	snprintf(text, size, "%.*s", length, raw);
	return true;
}

uint64_t trace_time(const struct tep_record *record)
{
	return record->ts;
}
