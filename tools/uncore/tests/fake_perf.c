// SPDX-License-Identifier: GPL-2.0-only
/*
 * In the place of perf.c for tests on a machine without these PMUs: events count by a rule that the
 * tests know.
 *
 * With each read an event has counted RATE more, and a second has gone by. RATE is
 *	(config0 % 1009 + config1 % 31 + 10 * (type - 10) + 1) * 1000 * (cpu + 1)
 * For a type below 10, which is none of the uncore, the third term is the type. Type 7, whose counters tick as clocks do, counts
 * 100,000 times as much.
 * FAKE_PERF in the environment makes it fail: `EACCES=LEVEL` of perf_event_paranoid, or `refuse=CONFIG`, or
 * `absent=TYPE`, or `share=PERCENT`, which is how much of the time an event has a counter, or `gone=CPU:FILE`: while the
 * file is there, no event can be opened on this CPU, and one that is read cannot be read any more, even when the file is
 * gone, or `idle`: nothing counts, or `turns=NUMBER` of counters that a PMU has on a CPU: groups that are too large are
 * refused. If more events are open, groups take turns: those that were opened first count in the first half of each
 * second, the others in the second half, and RATE of an event is 1 to 7 times as high then. Or `errno=NUMBER` of
 * perf_event_open(), or `nocore`: there is no PMU of the cores, or `slow=MS`: a read takes so long. Or `burst=TYPE:FILE`:
 * while the file is there, events of this type count nine times as much with each read, and in any case a little more or
 * less with each of seven reads. Or `rates=FILE`: the file has lines of a first type, a last type, config0, a rate and
 * how many percent of it types and CPUs differ from it at most. Events of such a line count so much; if they differ, from read
 * to read, too.
 *
 * FAKE_TRACE=UNITS: the tracepoint unit_count says that each event on all units has counted its number on each of UNITS units. The
 * die in it is (cpu / 2), as if all packages with lower numbers were or had been online. Events have a sample then, when they are
 * disabled (FAKE_PERF=early: when they are enabled), and the driver's tracepoints of it: its unit is CPU + 1, and it was handled in CPU + 1 microseconds.
 * FAKE_RECORDS has further records of tracepoints, each in a line: its name, then ";FIELD=VALUE" for each field.
 * FAKE_CLOSE=ERRNO: close() of a regular file that is open only for writing fails, as where a file system writes only then.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/perf.h"
#include "base/ring.h"
#include "base/trace.h"

/* With samples it is mapped: a page, whose begin nobody reads, and 64 of data. */
#define PAGE		4096
#define PAGE_HEAD	offsetof(struct perf_event_mmap_page, data_head)
#define SAMPLED_SIZE	(65 * PAGE)

/* What a file of memory has, so that it is the same for each process that has its descriptor. */
struct fake {
	int cpu;
	uint32_t type;
	bool ended;
	uint64_t sampled;	/* when it had its sample, 0 for never */
	uint64_t reads;
	uint64_t extra;		/* thousandths of a read */
	uint64_t num;
	struct {
		uint64_t id;
		uint64_t rate;
	} members[MAX_GROUP];
};

static const char *option(const char *name)
{
	const char *text = getenv("FAKE_PERF");

	if (!text || strncmp(text, name, strlen(name)))
		return NULL;
	return text + strlen(name);
}

static bool is_gone(int cpu)
{
	const char *gone = option("gone=");

	return gone && cpu == atoi(gone) && strchr(gone, ':') && !access(strchr(gone, ':') + 1, F_OK);
}

/* Of rates=, 0 if no line has this event. */
static uint64_t listed_rate(const char *file, uint32_t type, uint64_t config, int cpu)
{
	unsigned long long first, last, listed, rate, spread, found = 0;
	FILE *list = fopen(file, "re");

	if (!list)
		return 0;
	while (!found && fscanf(list, "%llu %llu %llx %llu %llu", &first, &last, &listed, &rate, &spread) == 5)
		if (type >= first && type <= last && listed == config)
			found = rate / 10000 * (100 * (100 - spread) + 2 * spread * ((type * 379 + (unsigned int)cpu * 613) % 101));
	fclose(list);
	return found;
}

static uint64_t rule(const struct perf_event_attr *attr, const uint64_t config[CONFIG_WORDS], int cpu)
{
	return (config[0] % 1009 + (config[1] & ~(1ULL << 63)) % 31 +
		(attr->type < 10 ? attr->type : 10 * (uint64_t)(attr->type - 10)) + 1) * 1000 * (uint64_t)(cpu + 1) *
	       (attr->type == 7 ? 100000 : 1);
}

static uint64_t rate_of(const struct perf_event_attr *attr, const uint64_t config[CONFIG_WORDS], int cpu)
{
	const char *rates = option("rates=");
	uint64_t rate = rates ? listed_rate(rates, attr->type, config[0], cpu) : 0;

	if (option("idle"))
		return 0;
	return rate ? rate : rule(attr, config, cpu);
}

/* All that this process has opened, for the tracepoint and for turns=. */
static struct {
	int fd;
	uint64_t id;
	uint32_t type;
	int cpu;
} opened[4096];
static size_t num_opened;

/* Does a group count in the first half of a second, and in the second one? */
static void take_turns(const struct fake *group, uint64_t counters, bool halves[2])
{
	uint64_t before = 0, all = 0;
	struct stat status;
	bool found = false;
	size_t i;

	for (i = 0; i < num_opened; i++) {
		if (opened[i].type != group->type || opened[i].cpu != group->cpu || fstat(opened[i].fd, &status) ||
		    status.st_ino != opened[i].id)
			continue;
		found = found || opened[i].id == group->members[0].id;
		before += !found;
		all++;
	}
	halves[0] = all <= counters || before + group->num <= counters;
	halves[1] = all <= counters || !halves[0];
}

int perf_open(const struct perf_event_attr *attr, const uint64_t config[CONFIG_WORDS], int cpu,
	      int leader, uint64_t *id)
{
	const char *refused = option("refuse="), *turns = option("turns=");
	struct fake fake = { 0 };
	struct stat status;
	int fd;

	if (option("EACCES"))
		return -EACCES;
	if (refused && strtoull(refused, NULL, 0) == config[0])
		return -EINVAL;
	if (option("errno="))
		return -atoi(option("errno="));
	if (option("nocore") && (attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_RAW))
		return -ENOENT;
	if (is_gone(cpu) || (option("absent=") && strtoull(option("absent="), NULL, 10) == attr->type))
		return -ENODEV;
	/* A file of memory could be mapped, but has no samples. */
	if (attr->sample_period && !getenv("FAKE_TRACE"))
		return -EOPNOTSUPP;
	fd = memfd_create("event", MFD_CLOEXEC);
	if (fd < 0)
		return -EMFILE;
	if (attr->sample_period && ftruncate(fd, SAMPLED_SIZE))
		return -EIO;
	fstat(fd, &status);
	*id = status.st_ino;
	if (leader >= 0)
		fake.num = pread(leader, &fake, sizeof(fake), 0) == sizeof(fake) ? fake.num : MAX_GROUP;
	if (fake.num == MAX_GROUP || (turns && fake.num == strtoull(turns, NULL, 10))) {
		close(fd);
		return -EINVAL;
	}
	fake.cpu = cpu;
	fake.type = attr->type;
	if (num_opened < sizeof(opened) / sizeof(*opened)) {
		opened[num_opened].fd = fd;
		opened[num_opened].id = *id;
		opened[num_opened].type = attr->type;
		opened[num_opened++].cpu = cpu;
	}
	fake.members[fake.num].id = *id;
	fake.members[fake.num++].rate = rate_of(attr, config, cpu);
	if (pwrite(leader < 0 ? fd : leader, &fake, sizeof(fake), 0) != sizeof(fake))
		return -EIO;
	return fd;
}

/* Thousandths of a read that are counted beyond it. */
static uint64_t extra_of(const struct fake *group)
{
	static const uint64_t noise[] = { 10, 35, 0, 25, 5, 40, 20 };
	static const uint64_t wave[] = { 0, 20, 60, 110, 180, 240, 290, 320, 330, 310, 260, 200, 150, 90, 40, 10 };
	const char *burst = option("burst=");

	if (option("rates=") && group->type >= 10)
		return wave[(group->reads + 5 * (uint64_t)group->cpu) % 16];
	if (!burst)
		return 0;
	return noise[group->reads % 7] +
		(group->type == strtoul(burst, NULL, 10) && !access(strchr(burst, ':') + 1, F_OK) ? 8000 : 0);
}

int perf_read(int fd, struct group_reading *reading)
{
	const char *share = option("share="), *turns = option("turns="), *slow = option("slow=");
	bool halves[2] = { true, true };
	uint64_t percent = share ? strtoull(share, NULL, 10) : 100;
	struct fake fake;
	size_t i;

	if (pread(fd, &fake, sizeof(fake), 0) != sizeof(fake))
		return -EIO;
	if (slow)
		usleep((useconds_t)strtoul(slow, NULL, 10) * 1000);
	fake.ended = fake.ended || is_gone(fake.cpu);
	fake.reads++;
	fake.extra += extra_of(&fake);
	if (pwrite(fd, &fake, sizeof(fake), 0) != sizeof(fake) || fake.ended)
		return -EIO;
	if (turns)
		take_turns(&fake, strtoull(turns, NULL, 10), halves);
	if (halves[0] != halves[1])
		percent = 50;
	reading->number = fake.num;
	reading->enabled = fake.reads * 1000000000;
	reading->running = reading->enabled / 100 * percent;
	for (i = 0; i < fake.num; i++) {
		reading->values[i].id = fake.members[i].id;
		reading->values[i].count = (fake.reads * fake.members[i].rate + fake.extra * (fake.members[i].rate / 1000)) / 100 * percent;
		if (turns)
			reading->values[i].count = fake.reads * fake.members[i].rate / 2 *
				(halves[0] + halves[1] * (1 + fake.members[i].rate / 1000 % 7));
	}
	return 0;
}

int perf_control(int fd, unsigned long request)
{
	struct {
		struct perf_event_header header;
		struct ring_sample sample;
	} record = { .header = { .type = PERF_RECORD_SAMPLE } };
	struct perf_event_mmap_page page = { 0 };
	struct stat status;
	struct fake fake;

	if (request != (option("early") ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE) || fstat(fd, &status) || status.st_size != SAMPLED_SIZE)
		return 0;
	if (perf_read(fd, &record.sample.group) || pread(fd, &fake, sizeof(fake), 0) != sizeof(fake))
		return -EIO;
	fake.sampled = record.sample.time = nanoseconds_now();
	record.header.size = (uint16_t)(sizeof(record.header) + sizeof(record.sample) - sizeof(record.sample.group.values) +
					record.sample.group.number * sizeof(record.sample.group.values[0]));
	page.data_head = record.header.size;
	page.data_offset = PAGE;
	if (pwrite(fd, &fake, sizeof(fake), 0) != sizeof(fake) || pwrite(fd, &record, sizeof(record), PAGE) != sizeof(record) ||
	    pwrite(fd, (const char *)&page + PAGE_HEAD, sizeof(page) - PAGE_HEAD, PAGE_HEAD) <= 0)
		return -EIO;
	return 0;
}

int perf_paranoid(void)
{
	return option("EACCES=") ? atoi(option("EACCES=")) : 4;
}

/* A record of a tracepoint. @line: of FAKE_RECORDS, otherwise NULL */
struct fake_record {
	const struct fake *fake;
	uint64_t unit;
	const char *line;
};

bool __real_trace_available(const char *event, char *error, size_t size);
int __real_close(int fd);
int __real_trace_start(const char *const *events, char *error, size_t size);
void __real_trace_each(void (*take)(const char *, struct tep_event *, struct tep_record *, void *), void *context);
bool __real_trace_number(struct tep_event *event, struct tep_record *record, const char *field, uint64_t *value);
uint64_t __real_trace_time(const struct tep_record *record);
bool __real_trace_text(struct tep_event *event, struct tep_record *record, const char *field, char *text, size_t size);

int __wrap_close(int fd)
{
	const char *error = getenv("FAKE_CLOSE");
	struct stat status;
	bool fails = error && !fstat(fd, &status) && S_ISREG(status.st_mode) && (fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY;
	int result = __real_close(fd);

	if (!fails)
		return result;
	errno = atoi(error);
	return -1;
}

bool __wrap_trace_available(const char *event, char *error, size_t size)
{
	return getenv("FAKE_TRACE") || __real_trace_available(event, error, size);
}

int __wrap_trace_start(const char *const *events, char *error, size_t size)
{
	return getenv("FAKE_TRACE") ? 0 : __real_trace_start(events, error, size);
}

/* The value of a field of a line, up to the next ";". */
static bool field_of(const char *line, const char *field, char *text, size_t size)
{
	char key[64];
	const char *at;

	snprintf(key, sizeof(key), ";%s=", field);
	at = strstr(line, key);
	if (at)
		snprintf(text, size, "%.*s", (int)strcspn(at + strlen(key), ";"), at + strlen(key));
	return at;
}

static void take_lines(void (*take)(const char *, struct tep_event *, struct tep_record *, void *), void *context)
{
	char text[4096], *rest = text, *line;

	snprintf(text, sizeof(text), "%s", getenv("FAKE_RECORDS") ? getenv("FAKE_RECORDS") : "");
	while ((line = strsep(&rest, "\n"))) {
		struct fake_record record = { .line = line };
		char name[32];

		if (!*line)
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(line, ";"), line);
		take(name, (struct tep_event *)&record, (struct tep_record *)&record, context);
	}
}

void __wrap_trace_each(void (*take)(const char *, struct tep_event *, struct tep_record *, void *), void *context)
{
	const char *units = getenv("FAKE_TRACE");
	struct fake fake;
	size_t i;

	if (!units) {
		__real_trace_each(take, context);
		return;
	}
	take_lines(take, context);
	for (i = 0; i < num_opened; i++) {
		struct fake_record record = { &fake, 0, NULL };

		/* One that is closed, or that a leader reads. */
		if (pread(opened[i].fd, &fake, sizeof(fake), 0) != sizeof(fake) || !fake.num)
			continue;
		if (fake.sampled) {
			record.unit = (uint64_t)fake.cpu + 1;
			take("freeze", (struct tep_event *)&record, (struct tep_record *)&record, context);
			take("sample", (struct tep_event *)&record, (struct tep_record *)&record, context);
			continue;
		}
		for (; record.unit < strtoull(units, NULL, 10); record.unit++)
			take("unit_count", (struct tep_event *)&record, (struct tep_record *)&record, context);
	}
}

bool __wrap_trace_number(struct tep_event *event, struct tep_record *record, const char *field, uint64_t *value)
{
	const struct fake_record *fake = (const struct fake_record *)record;
	char text[64] = "";

	if (!getenv("FAKE_TRACE"))
		return __real_trace_number(event, record, field, value);
	if (fake->line) {
		*value = field_of(fake->line, field, text, sizeof(text)) ? strtoull(text, NULL, 0) : 0;
		return *text;
	}
	*value = !strcmp(field, "id") ? fake->fake->members[0].id : !strcmp(field, "unit") ? fake->unit :
		 !strcmp(field, "die") ? (uint64_t)fake->fake->cpu / 2 :
		 !strcmp(field, "handled_ns") ? (uint64_t)(fake->fake->cpu + 1) * 1000 :
		 !strcmp(field, "count") ? fake->fake->reads * fake->fake->members[0].rate : 0;
	return true;
}

uint64_t __wrap_trace_time(const struct tep_record *record)
{
	return getenv("FAKE_TRACE") ? ((const struct fake_record *)record)->fake->sampled : __real_trace_time(record);
}

bool __wrap_trace_text(struct tep_event *event, struct tep_record *record, const char *field, char *text, size_t size)
{
	if (!getenv("FAKE_TRACE"))
		return __real_trace_text(event, record, field, text, size);
	if (((const struct fake_record *)record)->line)
		return field_of(((const struct fake_record *)record)->line, field, text, size);
	strncpy(text, "box", size);
	return true;
}
