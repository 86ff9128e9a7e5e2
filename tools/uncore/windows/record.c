// SPDX-License-Identifier: GPL-2.0-only
/*
 * uncore windows record
 *
 * The first event of the group has the period. When a unit has counted it, the hardware stops all
 * counters of the package, and the sample has the values of the whole group. Which unit it was and how long
 * the package stood still tell the driver's tracepoints.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/arguments.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/output.h"
#include "base/perf.h"
#include "base/ring.h"
#include "base/run.h"
#include "base/status.h"
#include "base/text.h"
#include "base/trace.h"
#include "count/counters.h"
#include "count/gone.h"
#include "machine/origin.h"
#include "windows/windows.h"

/* How often to empty the buffers. */
#define LOOK_MS	50

/* How often to write how far the record has come. */
#define STATE_NS 1000000000ull

/* A sample does not come later than this after its ending was traced. */
#define LATE_NS	1000000000ull

static const char default_path[] = "uncore.windows";

static struct {
	const char *events;
	const char *path;
	uint64_t period;
	char **command;
} options = { .path = default_path };

/* A die of the group: descriptors, buffer, values at the last window. */
struct recorded {
	struct ring ring;
	int fds[WINDOW_EVENTS];
	uint64_t id;
	int package;
	unsigned int die;
	uint64_t last_end;
	uint64_t last[WINDOW_EVENTS];
	uint64_t last_enabled;
	uint64_t last_running;
	uint64_t looked_end;	/* last_end when it was looked at */
	bool gone;
	struct windows *windows;
	uint64_t begin;
};

/* The file; @created: it is new, and the recording has not begun; @reader_gone: it is a pipe without a reader. */
static struct {
	FILE *file;
	bool created;
	bool reader_gone;
} output;

static struct recorded dies[WINDOW_DIES];
static size_t num_dies;

/* What the tracepoint told: a unit of a die has ended a window. */
struct ending {
	uint64_t time;
	unsigned int die;
	int unit;
	char box[24];
};

/* The tracepoints have the kernel's numbers of dies, which can be others while a package is offline: the id of a sample tells. */
static struct {
	bool known;
	unsigned int die;
	struct frozen frozen;
} traced_dies[WINDOW_DIES];

static struct ending *endings;
static size_t num_endings;
static size_t recorded;

static const char doc[] =
	"Records windows of an event while COMMAND runs, or until the program is interrupted. Each time a unit has "
	"counted the first event of the group N times, the hardware freezes all counters of its package, and the "
	"values of the group are recorded.";

static void set_period(const char *text, struct argp_state *state)
{
	if (!parse_number(text, 1, WINDOW_MOST, &options.period))
		argp_error(state, "-c %s: not a number from 1 to 10^18", text);
}

static const struct command_option option_list[] = {
	{ "event", 'e', "GROUP", "Events of one PMU, separated by commas; the first ends the windows", .text = &options.events },
	{ "count", 'c', "N", "End a window every N events", .parse = set_period },
	{ "output", 'o', "FILE", "Write to FILE (default uncore.windows)", .text = &options.path },
	{ 0 }
};

static void check_line(struct argp_state *state)
{
	if (!options.events || !options.period)
		argp_error(state, "-e GROUP and -c N are required");
}

/* Commas between slashes are those of terms; braces are for those who are used to perf. */
static int parse_group(const struct machine *machine, struct event *events, struct windows *windows)
{
	char *copy = allocated(strdup(options.events)), *at = copy, error[512];
	char *end_of_group = at + strcspn(at, "}");
	bool inside = false;
	int status = STATUS_OK;

	/* perf's modifier asks for the values of the group, which are recorded anyway. */
	if (*end_of_group && end_of_group[1] && strcmp(end_of_group + 1, ":S"))
		status = (int)fail(STATUS_FAILED, "-e %s: one group is expected: EVENT,EVENT or {EVENT,EVENT}:S", options.events);
	*end_of_group = '\0';
	at += *at == '{';
	while (*at && !status) {
		char *end = at, more;

		for (; *end && (*end != ',' || inside); end++)
			inside = inside != (*end == '/');
		more = *end;
		*end = '\0';
		if (windows->num_events == WINDOW_EVENTS)
			status = (int)fail(STATUS_FAILED, "more than %d events", WINDOW_EVENTS);
		else if (event_parse(machine, at, false, &events[windows->num_events], error, sizeof(error)))
			status = (int)fail(STATUS_FAILED, "%s", error);
		else
			windows->events[windows->num_events++] = allocated(strdup(at));
		at = more ? end + 1 : end;
	}
	free(copy);
	if (!status && !windows->num_events)
		status = (int)fail(STATUS_FAILED, "-e %s: no event", options.events);
	return status;
}

/* A die whose units do not answer is left out. */
static int open_die(const struct event *events, size_t num, const struct pmu *pmu,
		    const struct place *place)
{
	struct recorded *die = &dies[num_dies];
	char error[512];
	size_t i;
	int result;

	memset(die, 0, sizeof(*die));
	die->package = (int)place->socket;
	die->die = place->die;
	for (i = 0; i < num; i++) {
		struct perf_event_attr attr = {
			.type = pmu->type, .read_format = GROUP_FORMAT, .disabled = !i,
			.sample_period = i ? 0 : options.period, .sample_type = RING_SAMPLE_TYPE,
			.use_clockid = 1, .clockid = CLOCK_MONOTONIC,
		};
		uint64_t id;

		die->fds[i] = perf_open(&attr, events[i].config, place->cpu, i ? die->fds[0] : -1, &id);
		if (die->fds[i] < 0) {
			bool gone = die->fds[i] == -ENODEV;

			result = open_error(events[i].text, place->die, -die->fds[i], error, sizeof(error));
			while (i)
				close(die->fds[--i]);
			if (!gone)
				return (int)fail((enum status)result, "%s", error);
			return (int)fail(STATUS_OK, "not recorded: %s of die %u, no answer", pmu->name, place->die);
		}
		if (!i)
			die->id = id;
	}
	num_dies++;
	result = ring_open(&die->ring, die->fds[0]);
	return result ? (int)fail(STATUS_FAILED, "no buffer for samples: %s", strerror(-result)) : 0;
}

static int open_group(const struct event *events, size_t num)
{
	char error[512];
	size_t i, p;
	int status;

	for (i = 1; i < num; i++)
		if (events[i].pmus != events[0].pmus)
			return (int)fail(STATUS_FAILED, "a group must have events of one PMU; %s and %s have two",
					 events[0].text, events[i].text);
	if (!events[0].pmus || events[0].num_pmus != 1)
		return (int)fail(STATUS_FAILED, "%s is not an event of one uncore PMU; name one unit", events[0].text);
	for (p = 0; p < events[0].pmus->num_places && num_dies < WINDOW_DIES; p++) {
		status = open_die(events, num, events[0].pmus, &events[0].pmus->places[p]);
		if (status)
			return status;
	}
	if (p < events[0].pmus->num_places)
		fail(STATUS_OK, "not recorded: %zu dies beyond the first %d", events[0].pmus->num_places - p, WINDOW_DIES);
	if (num_dies)
		return STATUS_OK;
	status = open_error(events[0].text, events[0].pmus->places->die, ENODEV, error, sizeof(error));
	return (int)fail((enum status)status, "%s", error);
}

static void take_sample(const struct ring_sample *sample, void *context)
{
	struct recorded *die = context;
	struct windows *windows = die->windows;
	struct window window = {
		.package = die->package, .die = die->die, .end = sample->time - die->begin, .unit = UNKNOWN_UNIT,
	};
	uint64_t enabled = sample->group.enabled - die->last_enabled, running = sample->group.running - die->last_running;
	size_t i;

	window.length = window.end - die->last_end;
	window.share = running < enabled ? (double)running / (double)enabled : 1;
	die->last_end = window.end;
	die->last_enabled = sample->group.enabled;
	die->last_running = sample->group.running;
	for (i = 0; i < windows->num_events && i < sample->group.number; i++) {
		window.values[i] = sample->group.values[i].count - die->last[i];
		die->last[i] = sample->group.values[i].count;
	}
	windows->all = grow(windows->all, windows->num, sizeof(window));
	windows->all[windows->num++] = window;
}

static void take_trace(const char *name, struct tep_event *event, struct tep_record *record,
		       void *context)
{
	struct ending ending = { .time = trace_time(record) };
	uint64_t die, unit, id, handled, waited;
	size_t i;

	(void)context;
	if (!trace_number(event, record, "die", &die) || die >= WINDOW_DIES)
		return;
	if (!strcmp(name, "freeze") && trace_number(event, record, "handled_ns", &handled) &&
	    trace_number(event, record, "waited_ns", &waited)) {
		traced_dies[die].frozen.freezes++;
		traced_dies[die].frozen.handled += handled;
		traced_dies[die].frozen.waited += waited;
	}
	if (strcmp(name, "sample") || !trace_number(event, record, "id", &id) ||
	    !trace_number(event, record, "unit", &unit) ||
	    !trace_text(event, record, "box", ending.box, sizeof(ending.box)))
		return;
	ending.unit = (int)unit;
	for (i = 0; i < num_dies; i++) {
		if (dies[i].id != id)
			continue;
		traced_dies[die].known = true;
		traced_dies[die].die = ending.die = dies[i].die;
		endings = grow(endings, num_endings, sizeof(ending));
		endings[num_endings++] = ending;
	}
}

/* A die that only others sample has no id here. */
static void take_frozen(struct windows *windows)
{
	size_t i;

	memset(windows->frozen, 0, sizeof(windows->frozen));
	for (i = 0; i < WINDOW_DIES; i++) {
		struct frozen *frozen = &windows->frozen[traced_dies[i].known ? traced_dies[i].die : i];

		frozen->freezes += traced_dies[i].frozen.freezes;
		frozen->handled += traced_dies[i].frozen.handled;
		frozen->waited += traced_dies[i].frozen.waited;
	}
}

static void take_all(struct windows *windows, bool tracing)
{
	size_t i;

	for (i = 0; i < num_dies; i++)
		windows->lost += ring_take(&dies[i].ring, take_sample, &dies[i]);
	if (tracing)
		trace_each(take_trace, NULL);
	take_frozen(windows);
}

static int order_windows(const void *left, const void *right)
{
	const struct window *a = left, *b = right;

	return a->end < b->end ? -1 : a->end > b->end;
}

static int order_endings(const void *left, const void *right)
{
	const struct ending *a = left, *b = right;

	return a->time < b->time ? -1 : a->time > b->time;
}

/*
 * The driver traces the unit right before it makes the sample, in two buffers that are not emptied at the same
 * time, and either can lose something. So the time decides: the unit of a window is the last one that was traced on
 * its die before its end, and after the end of the window before.
 */
static void name_units(struct windows *windows, uint64_t begin)
{
	size_t next[WINDOW_DIES] = { 0 }, i;

	if (windows->num)
		qsort(windows->all, windows->num, sizeof(*windows->all), order_windows);
	if (num_endings)
		qsort(endings, num_endings, sizeof(*endings), order_endings);
	for (i = 0; i < windows->num; i++) {
		struct window *window = &windows->all[i];
		size_t *at = &next[window->die];

		for (; *at < num_endings && endings[*at].time <= begin + window->end; (*at)++) {
			if (endings[*at].die != window->die)
				continue;
			snprintf(window->box, sizeof(window->box), "%s", endings[*at].box);
			window->unit = endings[*at].unit;
		}
	}
}

/* Drops endings whose windows have come, or will not come any more as the kernel has lost them. */
static void drop_endings(uint64_t begin, uint64_t taken)
{
	size_t kept = 0, i, j;

	for (i = 0; i < num_endings; i++) {
		const struct ending *ending = &endings[i];

		for (j = 0; j < num_dies && dies[j].die != ending->die; j++)
			;
		if (j < num_dies && ending->time > begin + dies[j].last_end && ending->time + LATE_NS > taken)
			endings[kept++] = *ending;
	}
	num_endings = kept;
}

/* A die without windows may be quiet, or its counters have gone: its package is offline, or its units do not answer. */
static void look_for_gone(const char *event)
{
	struct group_reading reading;
	size_t i;

	for (i = 0; i < num_dies; i++) {
		bool quiet = dies[i].last_end == dies[i].looked_end;
		int error;

		dies[i].looked_end = dies[i].last_end;
		error = quiet && !dies[i].gone ? perf_read(dies[i].fds[0], &reading) : 0;
		if (!error)
			continue;
		dies[i].gone = true;
		fail(STATUS_FAILED, "no more windows of die %u: cannot read %s: %s; other dies go on", dies[i].die, event,
		     strerror(-error));
	}
}

/* Units that do not answer end no windows, and the values of all others lack their counts. */
static void look_for_lacking(struct windows *windows, const struct event *event)
{
	static char before[LIST_SIZE];
	char text[LIST_SIZE] = "", name[LIST_SIZE];
	struct gone_units gone = { .num = 0 };
	size_t i;

	gone_read(&gone, event->box);
	for (i = 0; i < gone.num; i++) {
		const struct gone_unit *unit = &gone.all[i];

		if (event->pmus->unit == ALL_UNITS ? !event_selects(event, unit->unit) : event->pmus->unit != unit->unit)
			continue;
		snprintf(name, sizeof(name), "%s %d of die %u", unit->box, unit->unit, unit->die);
		list_add(text, name);
	}
	free(gone.all);
	if (*text && strcmp(text, before))
		fail(STATUS_OK, "the windows lack %s: no answer", text);
	strcpy(before, text);
	if (*text)
		strcpy(windows->without, text);
}

/*
 * Takes what has come and writes it. Samples are taken first, so the endings of all of them have been traced. Nothing
 * of it stays in memory but endings whose samples are still to come.
 */
static int flush(struct windows *windows, const struct event *leader, uint64_t begin, bool tracing, FILE *out)
{
	uint64_t taken = nanoseconds_now();

	take_all(windows, tracing);
	name_units(windows, begin);
	drop_endings(begin, taken);
	windows_write_all(windows, out);
	recorded += windows->num;
	windows->num = 0;
	if (windows->ended || taken - begin >= windows->duration + STATE_NS) {
		windows->duration = taken - begin;
		look_for_gone(windows->events[0]);
		look_for_lacking(windows, leader);
		windows_write_state(windows, out);
	}
	if (fflush(out))
		return errno;
	return ferror(out) ? EIO : 0;
}

static int start(struct windows *windows, uint64_t *begin)
{
	size_t i;

	*begin = nanoseconds_now();
	windows->begin = time_of_day();
	for (i = 0; i < num_dies; i++) {
		dies[i].windows = windows;
		dies[i].begin = *begin;
		/* Its first window begins here, not before the other dies were started, and can end at once. */
		dies[i].last_end = dies[i].looked_end = nanoseconds_now() - *begin;
		if (perf_control(dies[i].fds[0], PERF_EVENT_IOC_ENABLE))
			return (int)fail(STATUS_FAILED, "cannot start %s", windows->events[0]);
	}
	return run_start(options.command);
}

/* Where, when and how it is recorded. */
static void describe(struct windows *windows, const struct machine *machine, int argc, char **argv)
{
	time_t seconds = time(NULL);
	struct tm local;

	origin_machine(machine, windows->host, windows->machine);
	strftime(windows->date, sizeof(windows->date), "%Y-%m-%d %H:%M:%S %z", localtime_r(&seconds, &local));
	origin_command("uncore windows record", argc, argv, windows->command);
}

static int create_output(void)
{
	int fd = output_create(options.path, options.path == default_path, options.command, &output.created);

	if (fd < 0)
		return STATUS_FAILED;
	output.file = allocated(fdopen(fd, "w"));
	return STATUS_OK;
}

/* After a failure. */
static void discard_output(void)
{
	if (output.created)
		output_remove_empty(options.path);
	if (output.file)
		fclose(output.file);
}

/* Returns the exit status of the command. */
static int record(struct windows *windows, const struct event *leader, bool tracing)
{
	FILE *out = output.file;
	int status, error = 0;
	uint64_t begin;
	size_t i;

	status = start(windows, &begin);
	if (status)
		return status;
	output.file = NULL;
	/* It is no file that could be shorter if that fails. */
	if (ftruncate(fileno(out), 0))
		errno = 0;
	windows_write_head(windows, out);
	while (!error && run_wait(LOOK_MS))
		error = flush(windows, leader, begin, tracing, out);
	for (i = 0; i < num_dies; i++)
		perf_control(dies[i].fds[0], PERF_EVENT_IOC_DISABLE);
	windows->ended = true;
	if (!error)
		error = flush(windows, leader, begin, tracing, out);
	if (fclose(out) && !error)
		error = errno;
	output.reader_gone = error == EPIPE;
	if (error && !output.reader_gone)
		fail(STATUS_FAILED, "cannot write %s: %s", options.path, strerror(error));
	else if (!error)
		fprintf(stderr, "uncore: %zu windows in %s\n", recorded, options.path);
	status = run_status();
	return error ? STATUS_FAILED : status;
}

static void close_group(size_t num)
{
	size_t i, j;

	for (i = 0; i < num_dies; i++) {
		ring_close(&dies[i].ring);
		for (j = num; j; j--)
			close(dies[i].fds[j - 1]);
	}
}

int windows_record(int argc, char **argv)
{
	static const struct command_line line = {
		.name = "uncore windows record", .usage = "[-- COMMAND [ARGUMENT...]]", .doc = doc, .options = option_list,
		.command = &options.command, .check = check_line,
	};
	static const char *const traced[] = { "sample", "freeze", NULL };
	struct event events[WINDOW_EVENTS];
	struct windows windows = { .num_events = 0 };
	struct machine machine;
	bool tracing = false;
	char error[256];
	int status;

	parse_arguments(&line, argc, argv);
	run_begin();
	status = machine_find(&machine);
	if (status)
		return status;
	machine_report_away(&machine);
	windows.period = options.period;
	describe(&windows, &machine, argc, argv);
	status = parse_group(&machine, events, &windows);
	if (!status)
		status = create_output();
	if (!status)
		status = open_group(events, windows.num_events);
	if (!status) {
		tracing = !trace_start(traced, error, sizeof(error));
		if (!tracing)
			fail(STATUS_OK, "not recorded: which unit ends a window, and frozen time (%s)", error);
		status = record(&windows, &events[0], tracing);
	}
	discard_output();
	close_group(windows.num_events);
	trace_stop();
	free(endings);
	windows_free(&windows);
	machine_release(&machine);
	if (output.reader_gone)
		output_end_by_sigpipe();
	return status;
}
