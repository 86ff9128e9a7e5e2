// SPDX-License-Identifier: GPL-2.0-only
/*
 * pmonunits - counts of each uncore unit, from one event for all of them
 *
 * An event of a type PMU (uncoreall_cha) needs one file descriptor for each die, and its count is
 * a sum. What each unit has counted is told by the tracepoint uncore_pmon:unit_count whenever the
 * event is read or stopped. Documentation/tracing.rst describes both.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect.h"
#include "pmu.h"

#define MAX_EVENTS	16
#define MAX_DIES	64

/* How often to empty the trace buffer if nothing is to be printed. */
#define QUIET_MS	100

struct event {
	const char *spec;
	struct {
		int fd;
		uint64_t id;
	} dies[MAX_DIES];
	size_t num_dies;
};

static struct {
	struct event events[MAX_EVENTS];
	size_t num_events;
	unsigned long interval_ms;
	char **command;
} options;

static volatile sig_atomic_t interrupted;

static const char doc[] =
	"Prints what an event has counted on each uncore unit of each die."
	"\vWithout -e the events are those that COMMAND itself opens, such as perf stat. "
	"Without COMMAND it counts until it is interrupted.";

static const struct argp_option option_list[] = {
	{ "event", 'e', "PMU/TERMS/", 0, "Count this, e.g. uncoreall_cha/event=0x35,umask=0x1/ "
	  "(can be given several times)", 0 },
	{ "interval", 'I', "MS", 0, "Print what was counted in each interval of MS milliseconds", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	char *end;

	switch (key) {
	case 'e':
		if (options.num_events == MAX_EVENTS)
			argp_error(state, "more than %d events", MAX_EVENTS);
		options.events[options.num_events++].spec = argument;
		return 0;
	case 'I':
		errno = 0;
		options.interval_ms = strtoul(argument, &end, 10);
		if (errno || *end || end == argument || *argument == '-' || !options.interval_ms ||
		    options.interval_ms > 3600000)
			argp_error(state, "-I %s: not a number of milliseconds from 1 to 3600000",
				   argument);
		return 0;
	case ARGP_KEY_ARGS:
		options.command = state->argv + state->next;
		return 0;
	case ARGP_KEY_END:
		if (!options.num_events && !options.command)
			argp_error(state, "nothing to do: give an event (-e) or a command that counts one");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

/* One file descriptor for each die that has units of the PMU. */
static int open_event(struct event *event)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .disabled = 1 };
	char error[256];
	unsigned int die;

	if (pmu_event(event->spec, &attr, error, sizeof(error))) {
		fprintf(stderr, "pmonunits: %s\n", error);
		return -1;
	}
	for (die = 0; die < MAX_DIES; die++) {
		int cpu = pmu_cpu_of_die(event->spec, die), fd;

		if (cpu < 0)
			continue;
		fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
		if (fd < 0 || ioctl(fd, PERF_EVENT_IOC_ID, &event->dies[event->num_dies].id)) {
			fprintf(stderr, "pmonunits: cannot open %s on die %u: %s%s\n", event->spec,
				die, strerror(errno), errno == EACCES ? " (see perf_event_paranoid)" : "");
			return -1;
		}
		event->dies[event->num_dies++].fd = fd;
	}
	if (!event->num_dies) {
		fprintf(stderr, "pmonunits: %s has no CPU in its cpumask\n", event->spec);
		return -1;
	}
	return 0;
}

static int each_descriptor(unsigned long request)
{
	size_t i, j;

	for (i = 0; i < options.num_events; i++) {
		for (j = 0; j < options.events[i].num_dies; j++) {
			if (ioctl(options.events[i].dies[j].fd, request, 0)) {
				fprintf(stderr, "pmonunits: %s: %s\n", options.events[i].spec,
					strerror(errno));
				return -1;
			}
		}
	}
	return 0;
}

/* Reading an event is what makes the driver tell what its units have counted. */
static int read_all(void)
{
	uint64_t count;
	size_t i, j;

	for (i = 0; i < options.num_events; i++) {
		for (j = 0; j < options.events[i].num_dies; j++) {
			if (read(options.events[i].dies[j].fd, &count, sizeof(count)) == sizeof(count))
				continue;
			fprintf(stderr, "pmonunits: cannot read %s\n", options.events[i].spec);
			return -1;
		}
	}
	return collect();
}

/* The event that a traced id belongs to, or NULL if somebody else opened it. */
static const struct event *event_of(uint64_t id)
{
	size_t i, j;

	for (i = 0; i < options.num_events; i++)
		for (j = 0; j < options.events[i].num_dies; j++)
			if (options.events[i].dies[j].id == id)
				return &options.events[i];
	return NULL;
}

/* What has come since it was last printed: a line for each unit, then one for the die. */
static void print(double seconds)
{
	size_t number, i;
	struct unit_value *values = collected(&number);
	uint64_t sum = 0;

	for (i = 0; i < number; i++) {
		struct unit_value *value = &values[i];
		const struct event *event = event_of(value->id);
		uint64_t count = value->count - value->shown;
		char spec[64];

		/* With -e, other people's events are no business of ours. */
		if (options.num_events && !event)
			continue;
		snprintf(spec, sizeof(spec), "config=%#" PRIx64, value->config);
		printf("%10.3f  die %-3u %12s %-5u %20" PRIu64 "  %s\n", seconds, value->die,
		       value->box, value->unit, count, event ? event->spec : spec);
		value->shown = value->count;
		sum += count;
		if (i + 1 < number && values[i + 1].id == value->id)
			continue;
		printf("%10.3f  die %-3u %12s %-5s %20" PRIu64 "  %s\n", seconds, value->die,
		       value->box, "all", sum, event ? event->spec : spec);
		sum = 0;
	}
	fflush(stdout);
}

static double seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

static pid_t start_command(void)
{
	pid_t child = fork();

	if (child)
		return child;
	execvp(options.command[0], options.command);
	fprintf(stderr, "pmonunits: cannot run %s: %s\n", options.command[0], strerror(errno));
	_exit(127);
}

/* Wait for an interval or the end of the command, whichever comes first. */
static bool wait_interval(pid_t child, unsigned long ms, int *status)
{
	struct timespec start, step = { .tv_nsec = 10000000 };

	clock_gettime(CLOCK_MONOTONIC, &start);
	while (!interrupted && seconds_since(&start) * 1000 < (double)ms) {
		if (child > 0 && waitpid(child, status, WNOHANG) == child)
			return false;
		nanosleep(&step, NULL);
	}
	return !interrupted;
}

/* Returns the exit status of the command. */
static int count(void)
{
	unsigned long ms = options.interval_ms ? options.interval_ms : QUIET_MS;
	struct timespec start;
	pid_t child = -1;
	int status = 0;

	clock_gettime(CLOCK_MONOTONIC, &start);
	if (each_descriptor(PERF_EVENT_IOC_ENABLE))
		return 1;
	if (options.command) {
		child = start_command();
		if (child < 0) {
			fprintf(stderr, "pmonunits: cannot fork: %s\n", strerror(errno));
			return 1;
		}
	}
	while (wait_interval(child, ms, &status)) {
		/* Of a command's own events, it is for the command to read them. */
		if (options.interval_ms ? read_all() : collect())
			return 1;
		if (options.interval_ms)
			print(seconds_since(&start));
	}
	if (interrupted && child > 0)
		waitpid(child, &status, 0);
	if (each_descriptor(PERF_EVENT_IOC_DISABLE) || collect())
		return 1;
	print(seconds_since(&start));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		.options = option_list, .parser = parse_option,
		.args_doc = "[COMMAND [ARGUMENT...]]", .doc = doc,
	};
	struct sigaction action = { .sa_handler = interrupt };
	int status = 1;
	size_t i;

	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, NULL);
	for (i = 0; i < options.num_events; i++)
		if (open_event(&options.events[i]))
			return 1;
	/* The command gets the signal, too; the trace instance has to be taken away. */
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (collect_start())
		return 1;
	status = count();
	collect_stop();
	return status;
}
