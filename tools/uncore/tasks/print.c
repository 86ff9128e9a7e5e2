// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables and JSON of uncore tasks. See tasks.h.
 */
#include <ftw.h>
#include <inttypes.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "tasks/tasks.h"

/*
 * Paths of cgroups by id, which is the number of the directory. The kernel does not use a number twice. NULL: it was removed before it
 * was found, or is outside the mounted tree; no walk of the tree would find it.
 */
static struct {
	uint64_t id;
	char *path;
} *groups;
static size_t num_groups;
static char mounted[256];

/* Each table walks the tree at most once. */
static bool walked;

static size_t find_group(uint64_t id)
{
	size_t i;

	for (i = 0; i < num_groups && groups[i].id != id; i++)
		;
	return i;
}

static void add_group(uint64_t id, char *path)
{
	groups = grow(groups, num_groups, sizeof(*groups));
	groups[num_groups].id = id;
	groups[num_groups++].path = path;
}

static int visit_group(const char *path, const struct stat *status, int type, struct FTW *place)
{
	(void)place;
	if (type == FTW_D && find_group(status->st_ino) == num_groups)
		add_group(status->st_ino, allocated(strdup(path[strlen(mounted)] ? path + strlen(mounted) : "/")));
	return 0;
}

static void walk_groups(void)
{
	FILE *mounts = setmntent("/proc/self/mounts", "r");
	struct mntent *mount;

	while (mounts && (mount = getmntent(mounts))) {
		if (strcmp(mount->mnt_type, "cgroup2"))
			continue;
		snprintf(mounted, sizeof(mounted), "%s", mount->mnt_dir);
		nftw(mounted, visit_group, 16, FTW_PHYS | FTW_MOUNT);
		break;
	}
	if (mounts)
		endmntent(mounts);
	walked = true;
}

static const char *group_of(uint64_t id)
{
	static char text[32];

	if (find_group(id) == num_groups && !walked)
		walk_groups();
	/* Not before a tree is mounted. */
	if (find_group(id) == num_groups && num_groups)
		add_group(id, NULL);
	if (num_groups && groups[find_group(id)].path)
		return groups[find_group(id)].path;
	snprintf(text, sizeof(text), "cgroup %" PRIu64, id);
	return text;
}

struct line {
	unsigned int die;
	const char *name;
	const struct task_share *share;
	double counts[TASKS_EVENTS];
	double percent[TASKS_EVENTS];
	double counted[TASKS_EVENTS];	/* share of the time */
};

static const struct counters *events;
static enum tasks_by sums_by;
static const struct machine *machine;
static struct moment moment;
static bool timed;
static const char *rest_name;

/* The event cannot be read on the die any more. */
static bool is_gone(unsigned int die, size_t event)
{
	const struct counter *counter = &events->all[event];
	size_t i;

	for (i = 0; i < counter->num_sources; i++)
		if (counter->sources[i].die == die && !counter->sources[i].gone)
			return false;
	return true;
}

/* Units of the die that the event should count and that do not answer: "imc 2, imc 7". Empty if there are none. */
static const char *lacking_units(unsigned int die, size_t event)
{
	static char text[LIST_SIZE];
	const struct counter *counter = &events->all[event];
	const struct gone_unit *unit = events->gone.all;
	char name[LIST_SIZE];
	size_t i;

	*text = '\0';
	for (; unit < events->gone.all + events->gone.num; unit++) {
		snprintf(name, sizeof(name), "%s %d", unit->box, unit->unit);
		for (i = 0; i < counter->num_sources; i++)
			if (unit->die == die && counter_lacks(counter, &counter->sources[i], unit))
				list_add(text, name);
	}
	return text;
}

/* Part of the time in which the event had a counter: it may have taken turns with others. */
static double share_of_time(unsigned int die, size_t event)
{
	uint64_t enabled = shares_die(die)->enabled[event], running = shares_die(die)->running[event];

	if (is_gone(die, event))
		return 0;
	return enabled && running < enabled ? (double)running / (double)enabled : 1;
}

static const char *why_no_count(unsigned int die, size_t event)
{
	return is_gone(die, event) ? "gone" : "never had a counter";
}

static struct json_object *begin_object(unsigned int die)
{
	struct json_object *object = json_begin_interval(&moment);

	json_set_index(object, "package", machine_package(machine, die));
	json_set_number(object, "die", die);
	return object;
}

static void print_object(const struct line *line)
{
	struct json_object *object = begin_object(line->die), *shares = json_object_new_array();
	const struct task_share *share = line->share;
	size_t i;

	if (!share) {
		json_set_text(object, "who", line->name);
	} else if (sums_by == TASKS_BY_TASK) {
		json_set_number(object, "pid", share->key.id >> 32);
		json_set_number(object, "tid", (uint32_t)share->key.id);
		json_set_text(object, "command", line->name);
	} else {
		json_set_text(object, sums_by == TASKS_BY_COMMAND ? "command" : "cgroup", line->name);
	}
	for (i = 0; i < events->num; i++) {
		struct json_object *part = json_object_new_object();

		json_set_text(part, "event", events->all[i].event.text);
		json_object_object_add(part, "value", line->counted[i] > 0 ?
				       json_object_new_double(line->counts[i]) : NULL);
		json_set_text(part, "unit_of_measure", "count");
		json_set_real(part, "percent", line->percent[i]);
		json_set_real(part, "enabled_share", line->counted[i]);
		json_set_text(part, "missing", line->counted[i] > 0 ? NULL : why_no_count(line->die, i));
		if (line->counted[i] > 0 && *lacking_units(line->die, i))
			json_set_text(part, "without", lacking_units(line->die, i));
		json_object_array_add(shares, part);
	}
	json_object_object_add(object, "shares", shares);
	print_json_line(object, stdout);
}

static double scale_of(const struct event *event, const char **unit)
{
	bool scaled = event->named && event->named->scale && event->named->unit;

	*unit = scaled ? event->named->unit : "";
	return scaled ? strtod(event->named->scale, NULL) : 1;
}

static void print_time(void)
{
	char text[TIME_SIZE];

	if (timed)
		printf("%s ", time_text(moment.time, text));
}

static void print_line(const struct line *line)
{
	const struct task_share *share = line->share;
	char number[24] = "";
	const char *unit;
	size_t i;

	if (share && sums_by == TASKS_BY_TASK)
		snprintf(number, sizeof(number), "%" PRIu32, (uint32_t)share->key.id);
	print_time();
	printf("%10.3f %4u %8s", moment.seconds, line->die, number);
	for (i = 0; i < events->num; i++) {
		double scale = scale_of(&events->all[i].event, &unit);

		if (line->counted[i] > 0)
			printf(" %14.*f %6.2f", *unit ? 3 : 0, line->counts[i] * scale / moment.interval,
			       line->percent[i]);
		else
			printf(" %14s %6s", "-", "-");
	}
	printf(share ? "  %s\n" : "  (%s)\n", line->name);
}

static void print_head(void)
{
	static const char *const whose[] = { "TID", "", "" };
	static const char *const names[] = { "task", "command", "cgroup" };
	char column[64];
	const char *unit;
	size_t i;

	if (timed)
		printf("%-*s ", (int)TIME_SIZE - 1, "time");
	printf("%10s %4s %8s", "seconds", "die", whose[sums_by]);
	for (i = 0; i < events->num; i++) {
		scale_of(&events->all[i].event, &unit);
		snprintf(column, sizeof(column), "%c %s/s", 'A' + (char)i, *unit ? unit : "counts");
		printf(" %14s %6s", column, "%");
	}
	printf("  %s\n", names[sums_by]);
}

/* One that got @got, in units of 2^-TASKS_SHIFT. */
static void emit(unsigned int die, const char *name, const struct task_share *share, const uint64_t *got, bool json)
{
	struct line line = { .die = die, .name = name, .share = share };
	size_t i;

	for (i = 0; i < events->num; i++) {
		double part = (double)got[i] / (1 << TASKS_SHIFT), all = (double)shares_die(die)->total[i];

		line.counted[i] = share_of_time(die, i);
		line.counts[i] = line.counted[i] > 0 ? part / line.counted[i] : 0;
		line.percent[i] = all > 0 ? 100 * part / all : 0;
	}
	if (json)
		print_object(&line);
	else
		print_line(&line);
}

/* The name for a terminal, or as it is. */
static const char *shown(const char *name, bool json)
{
	static char text[4 * 4096];

	return json ? name : safe_text(name, text, sizeof(text));
}

static const char *name_of(const struct task_share *share)
{
	static char text[TASKS_NAME + 1];

	if (sums_by == TASKS_BY_CGROUP)
		return group_of(share->key.id);
	snprintf(text, sizeof(text), "%.*s", TASKS_NAME,
		 sums_by == TASKS_BY_TASK ? share->command : share->key.command);
	return text;
}

/* Registers that are read when all events are: one for each unit. */
static uint64_t registers(unsigned int die)
{
	uint64_t sum = 0;
	size_t i, j;

	for (i = 0; i < events->num; i++)
		for (j = 0; j < events->all[i].num_sources; j++)
			if (events->all[i].sources[j].die == die)
				sum += source_units(machine, &events->all[i], &events->all[i].sources[j]);
	return sum;
}

static void print_cost(unsigned int die)
{
	const struct task_die *now = shares_die(die);
	uint64_t reads = now->reads * registers(die);
	struct json_object *object = begin_object(die);

	json_set_number(object, "switches", now->switches);
	json_set_number(object, "register_reads", reads);
	json_set_number(object, "failed_reads", now->failed);
	print_json_line(object, stdout);
}

/* A line for each that the counts of an event do not have. */
static void print_remarks(unsigned int die, size_t event)
{
	double share = share_of_time(die, event);
	const char *lacking = lacking_units(die, event);
	char text[160] = "";

	if (!(share > 0))
		snprintf(text, sizeof(text), "%s", why_no_count(die, event));
	else if (*lacking)
		snprintf(text, sizeof(text), "without %s: no answer", lacking);
	if (*text) {
		print_time();
		printf("%10.3f %4u %8s %c %s\n", moment.seconds, die, "", 'A' + (char)event, text);
	}
	if (share > 0 && share < 0.9995) {
		print_time();
		printf("%10.3f %4u %8s %c counted %.1f %% of the time\n", moment.seconds, die, "", 'A' + (char)event, share * 100);
	}
}

/* The largest shares, and one line for the sum of the rest: shares beyond @lines, and shares that are a sum already. */
static void print_shares(unsigned int die, uint64_t lines, bool json)
{
	uint64_t others[TASKS_EVENTS] = { 0 }, printed = 0;
	struct task_share **shares;
	bool any = false;
	size_t num, i, event;

	shares = shares_of(die, &num);
	for (i = 0; i < num; i++) {
		if (!shares[i]->key.others && (!lines || printed < lines)) {
			emit(die, shown(name_of(shares[i]), json), shares[i], shares[i]->got, json);
			printed++;
			continue;
		}
		any = true;
		for (event = 0; event < events->num; event++)
			others[event] += shares[i]->got[event];
	}
	if (any)
		emit(die, "others", NULL, others, json);
}

static void print_die(unsigned int die, uint64_t lines, bool json)
{
	const struct task_die *now = shares_die(die);
	uint64_t total[TASKS_EVENTS];
	size_t event;

	print_shares(die, lines, json);
	for (event = 0; event < events->num; event++)
		total[event] = now->total[event] << TASKS_SHIFT;
	emit(die, rest_name, NULL, now->idle, json);
	emit(die, "all", NULL, total, json);
	if (json) {
		print_cost(die);
		return;
	}
	print_time();
	printf("%10.3f %4u %8s %" PRIu64 " context switches, %" PRIu64 " register reads\n", moment.seconds, die, "",
	       now->switches, now->reads * registers(die));
	for (event = 0; event < events->num; event++)
		print_remarks(die, event);
}

void tasks_print(const struct machine *of, const struct counters *counters, enum tasks_by by, const struct moment *end,
		 uint64_t lines, bool json, bool time, const char *rest)
{
	unsigned int die;

	machine = of;
	events = counters;
	rest_name = rest;
	sums_by = by;
	walked = false;
	moment = *end;
	timed = time;
	if (!json)
		print_head();
	for (die = 0; die < machine->num_dies; die++)
		if (machine_has_die(machine, die))
			print_die(die, lines, json);
	if (!json)
		putchar('\n');
}
