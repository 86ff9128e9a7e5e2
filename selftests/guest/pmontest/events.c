// SPDX-License-Identifier: GPL-2.0-only
/*
 * The perf events that a script holds open, by name.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "events.h"
#include "pmu.h"
#include "samples.h"

#define MAX_EVENTS	4096
#define MAX_NAMELESS	16384

struct event {
	char *name;
	int fd;
	bool group;
	struct samples *samples;
};

static struct event events[MAX_EVENTS];
static size_t num_events;

static int nameless[MAX_NAMELESS];
static size_t num_nameless;

static struct event *find(const char *name)
{
	for (size_t i = 0; i < num_events; i++)
		if (!strcmp(events[i].name, name))
			return &events[i];
	return NULL;
}

/* What newer kernels have behind the attributes that this program's compiler knows. */
enum { ATTR_CONFIG3 = 128 / 8, ATTR_CONFIG4, ATTR_WORDS = 32 };

struct request {
	union {
		struct perf_event_attr attr;
		uint64_t words[ATTR_WORDS];
	};
	int cpu, die, leader;
	pid_t pid;
	bool samples;
};

static int set_exclude(struct perf_event_attr *attr, const char *what)
{
	if (!strcmp(what, "user"))
		attr->exclude_user = 1;
	else if (!strcmp(what, "kernel"))
		attr->exclude_kernel = 1;
	else if (!strcmp(what, "hv"))
		attr->exclude_hv = 1;
	else if (!strcmp(what, "idle"))
		attr->exclude_idle = 1;
	else if (!strcmp(what, "host"))
		attr->exclude_host = 1;
	else if (!strcmp(what, "guest"))
		attr->exclude_guest = 1;
	else
		return -1;
	return 0;
}

static int set_flag(struct perf_event_attr *attr, const char *word)
{
	if (!strcmp(word, "group"))
		attr->read_format |= PERF_FORMAT_GROUP;
	else if (!strcmp(word, "disabled"))
		attr->disabled = 1;
	else if (!strcmp(word, "pinned"))
		attr->pinned = 1;
	else if (!strcmp(word, "exclusive"))
		attr->exclusive = 1;
	else if (!strcmp(word, "inherit"))
		attr->inherit = 1;
	else
		return -1;
	return 0;
}

static int parse_option(struct request *request, const char *word)
{
	const char *value = strchr(word, '=');

	if (!strcmp(word, "samples")) {
		request->samples = true;
		return 0;
	}
	if (!value)
		return set_flag(&request->attr, word);
	value++;
	if (!strncmp(word, "die=", 4)) {
		request->die = atoi(value);
	} else if (!strncmp(word, "cpu=", 4)) {
		request->cpu = atoi(value);
	} else if (!strncmp(word, "pid=", 4)) {
		request->pid = !strcmp(value, "self") ? getpid() : atoi(value);
	} else if (!strncmp(word, "leader=", 7)) {
		struct event *leader = find(value);

		if (!leader)
			return -1;
		request->leader = leader->fd;
	} else if (!strncmp(word, "period=", 7)) {
		request->attr.sample_period = strtoull(value, NULL, 0);
	} else if (!strncmp(word, "freq=", 5)) {
		request->attr.freq = 1;
		request->attr.sample_freq = strtoull(value, NULL, 0);
	} else if (!strncmp(word, "sample_type=", 12)) {
		request->attr.sample_type = strtoull(value, NULL, 0);
	} else if (!strncmp(word, "config3=", 8)) {
		request->words[ATTR_CONFIG3] = strtoull(value, NULL, 0);
		request->attr.size = sizeof(request->words);
	} else if (!strncmp(word, "config4=", 8)) {
		request->words[ATTR_CONFIG4] = strtoull(value, NULL, 0);
		request->attr.size = sizeof(request->words);
	} else if (!strncmp(word, "exclude=", 8)) {
		return set_exclude(&request->attr, value);
	} else {
		return -1;
	}
	return 0;
}

/* What to open: the words are those of event_open(). Returns 0, or -1 with @error filled in. */
static int prepare(struct request *request, const char *spec, char *const options[], char *error, size_t error_size)
{
	_Static_assert(sizeof(request->words) >= sizeof(request->attr), "no room for the attributes");
	*request = (struct request){
		.attr = {
			.size = sizeof(struct perf_event_attr),
			.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
				       PERF_FORMAT_TOTAL_TIME_RUNNING,
		},
		.cpu = -2, .die = 0, .leader = -1, .pid = -1,
	};
	for (; *options; options++) {
		if (parse_option(request, *options)) {
			snprintf(error, error_size, "bad option %s", *options);
			return -1;
		}
	}
	if (pmu_event(spec, &request->attr, error, error_size))
		return -1;
	if (request->cpu == -2) {
		request->cpu = pmu_cpu_of_die(spec, (unsigned int)request->die);
		if (request->cpu < 0) {
			snprintf(error, error_size, "%s: no CPU of die %d in the PMU's cpumask",
				 spec, request->die);
			return -1;
		}
	}
	return 0;
}

static int open_request(const struct request *request)
{
	return (int)syscall(SYS_perf_event_open, &request->attr, request->pid, request->cpu,
			    request->leader, PERF_FLAG_FD_CLOEXEC);
}

int event_open(const char *name, const char *spec, char *const options[], char *error,
	       size_t error_size)
{
	struct samples *samples = NULL;
	struct request request;
	int fd;

	if (prepare(&request, spec, options, error, error_size))
		return -1;
	if (name && (find(name) || num_events == MAX_EVENTS)) {
		snprintf(error, error_size, "cannot open another event %s", name);
		return -1;
	}

	fd = open_request(&request);
	if (fd < 0)
		return errno;
	if (!name) {
		close(fd);
		return 0;
	}
	if (request.samples) {
		int error_number;

		samples = malloc(sizeof(*samples));
		error_number = samples ? samples_map(samples, fd, &request.attr) : ENOMEM;
		if (error_number) {
			snprintf(error, error_size, "no buffer for samples: %s", strerrorname_np(error_number));
			free(samples);
			close(fd);
			return -1;
		}
	}
	events[num_events++] = (struct event){
		.samples = samples,
		.name = strdup(name),
		.fd = fd,
		.group = request.attr.read_format & PERF_FORMAT_GROUP,
	};
	return 0;
}

int event_open_many(size_t number, const char *spec, char *const options[], char *error, size_t error_size)
{
	const rlim_t room = MAX_EVENTS + MAX_NAMELESS + 64;
	struct request request;

	if (prepare(&request, spec, options, error, error_size))
		return -1;
	if (number > MAX_NAMELESS - num_nameless) {
		snprintf(error, error_size, "no more than %d events without names", MAX_NAMELESS);
		return -1;
	}
	setrlimit(RLIMIT_NOFILE, &(struct rlimit){ room, room });
	while (number--) {
		int fd = open_request(&request);

		if (fd < 0)
			return errno;
		nameless[num_nameless++] = fd;
	}
	return 0;
}

void event_close_many(void)
{
	while (num_nameless)
		close(nameless[--num_nameless]);
}

int event_close(const char *name)
{
	struct event *event = find(name);

	if (!event)
		return ENOENT;
	if (event->samples)
		samples_unmap(event->samples);
	free(event->samples);
	close(event->fd);
	free(event->name);
	*event = events[--num_events];
	return 0;
}

void event_close_all(void)
{
	while (num_events)
		event_close(events[num_events - 1].name);
}

int event_ioctl(const char *name, unsigned long request)
{
	struct event *event = find(name);

	if (!event)
		return ENOENT;
	return ioctl(event->fd, request, 0) < 0 ? errno : 0;
}

int event_read(const char *name, struct reading *reading)
{
	struct event *event = find(name);
	uint64_t words[3 + MAX_GROUP];
	ssize_t size;

	if (!event)
		return ENOENT;
	size = read(event->fd, words, sizeof(words));
	if (size < 0)
		return errno;
	if (size < (ssize_t)(3 * sizeof(words[0])))
		return ENODATA;		/* a pinned event in error state reads as end of file */

	if (event->group) {
		reading->count = words[0];
		reading->enabled = words[1];
		reading->running = words[2];
		memcpy(reading->value, &words[3], (size_t)size - 3 * sizeof(words[0]));
	} else {
		reading->count = 1;
		reading->value[0] = words[0];
		reading->enabled = words[1];
		reading->running = words[2];
	}
	return 0;
}

const struct samples *event_samples(const char *name)
{
	struct event *event = find(name);

	if (!event || !event->samples)
		return NULL;
	samples_drain(event->samples);
	return event->samples;
}

int event_set_period(const char *name, uint64_t period)
{
	struct event *event = find(name);

	if (!event)
		return ENOENT;
	return ioctl(event->fd, PERF_EVENT_IOC_PERIOD, &period) < 0 ? errno : 0;
}
