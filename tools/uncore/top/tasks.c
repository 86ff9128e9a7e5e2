// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which commands cause the traffic of the memory. See top.h, and uncore-tasks(1) for what such a share means.
 *
 *	By command               r 98.4G  w 25.6G
 *	  postgres         ██▒···  38.1G    12.3G
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/permission.h"
#include "base/status.h"
#include "base/text.h"
#include "sharing/shares.h"
#include "top/draw.h"

/* Columns of a name. */
#define NAME_WIDTH	16

/* Each event of a sum by itself: a BPF program may read no member of a group on each CPU. */
static int open_sum(struct top *top, enum series index)
{
	char *texts = allocated(strdup(top->series[index].event)), *rest = texts, *text, error[512];
	int status = STATUS_OK;

	while (!status && (text = strsep(&rest, "+"))) {
		struct event event;

		if (top->tasks.counters.num == TASKS_EVENTS || event_parse(top->machine, text, false, &event, error, sizeof(error)))
			status = (int)fail(STATUS_FAILED, "no memory event of this processor is known");
		else if (counters_open(&top->tasks.counters, top->machine, &event, 1, false, error, sizeof(error)))
			status = (int)fail(STATUS_NO_PERMISSION, "%s", error);
	}
	free(texts);
	return status;
}

static int start(struct top *top)
{
	char reason[128] = "";
	int status = shares_possible();

	permission_needs_bpf();
	if (!status)
		status = open_sum(top, MEMORY_READ);
	top->tasks.num_reads = top->tasks.counters.num;
	if (!status)
		status = open_sum(top, MEMORY_WRITE);
	top->tasks.timed = false;
	if (status)
		return status;
	status = tasks_load(top->machine, &top->tasks.counters, NULL, TASKS_BY_COMMAND, &top->tasks.timed, reason, sizeof(reason));
	if (!status)
		status = tasks_attach();
	if (!status)
		status = counters_enable(&top->tasks.counters);
	if (status)
		tasks_unload();
	return status;
}

int top_tasks_start(struct top *top)
{
	int status = start(top);

	top->tasks.on = !status;
	if (status)
		counters_close(&top->tasks.counters);
	return status;
}

void top_tasks_stop(struct top *top)
{
	if (!top->tasks.on)
		return;
	top->tasks.on = false;
	tasks_unload();
	shares_release();
	counters_close(&top->tasks.counters);
}

void top_tasks_read(struct top *top)
{
	shares_next();
	if (tasks_snapshot()) {
		top_tasks_stop(top);
		return;
	}
	counters_read_rest(&top->tasks.counters);
	if (shares_take(&top->tasks.counters, top->machine->num_dies, top->tasks.timed, 0))
		top_tasks_stop(top);
}

/* Adds what was counted on a die, in units of 2^-TASKS_SHIFT, to what a command does. */
static void add(const struct top *top, unsigned int die, const uint64_t got[TASKS_EVENTS], struct task_rate *rate)
{
	const struct task_die *now = shares_die(die);
	size_t i;

	for (i = 0; i < top->tasks.counters.num; i++) {
		bool read = i < top->tasks.num_reads;
		double factor = top->series[read ? MEMORY_READ : MEMORY_WRITE].factor;

		if (now->running[i])
			*(read ? &rate->read : &rate->written) += (double)got[i] / (1 << TASKS_SHIFT) * factor * 1e9 / (double)now->running[i];
	}
}

/* The command of that name, a new one if there is none. */
static struct task_rate *find(struct task_rate **rates, size_t *num, const char *name)
{
	size_t i;

	for (i = 0; i < *num; i++)
		if (!strcmp((*rates)[i].name, name))
			return &(*rates)[i];
	*rates = grow(*rates, *num, sizeof(**rates));
	(*rates)[*num] = (struct task_rate){ .read = 0 };
	snprintf((*rates)[*num].name, sizeof((*rates)->name), "%s", name);
	return &(*rates)[(*num)++];
}

static int order(const void *left, const void *right)
{
	const struct task_rate *a = left, *b = right;
	double mine = a->read + a->written, theirs = b->read + b->written;

	if (mine != theirs)
		return mine > theirs ? -1 : 1;
	return strcmp(a->name, b->name);
}

static void add_die(const struct top *top, unsigned int die, struct task_rate **rates, size_t *num, struct task_rate *idle,
		    struct task_rate *total)
{
	uint64_t all[TASKS_EVENTS];
	struct task_share **shares;
	char name[TASKS_NAME + 1], shown[4 * TASKS_NAME + 1];
	size_t listed, i;

	shares = shares_of(die, &listed);
	for (i = 0; i < listed; i++) {
		snprintf(name, sizeof(name), "%.*s", TASKS_NAME, shares[i]->key.command);
		add(top, die, shares[i]->got, find(rates, num, shares[i]->key.others ? "(others)" : safe_text(name, shown, sizeof(shown))));
	}
	add(top, die, shares_die(die)->idle, idle);
	for (i = 0; i < TASKS_EVENTS; i++)
		all[i] = shares_die(die)->total[i] << TASKS_SHIFT;
	add(top, die, all, total);
}

size_t top_tasks(const struct top *top, unsigned int socket, struct task_rate *rates, size_t room, struct task_rate *total)
{
	struct task_rate *all = NULL, idle = { .name = "(idle)" };
	unsigned int die;
	size_t num = 0;

	*total = (struct task_rate){ .name = "(all)" };
	for (die = 0; die < top->machine->num_dies; die++)
		if (machine_package(top->machine, die) == (int)socket)
			add_die(top, die, &all, &num, &idle, total);
	if (num)
		qsort(all, num, sizeof(*all), order);
	if (!room)
		num = 0;
	else if (num >= room)
		num = room - 1;
	if (num)
		memcpy(rates, all, num * sizeof(*rates));
	if (room)
		rates[num++] = idle;
	free(all);
	return num;
}

void draw_rates(struct canvas *canvas, const struct pane *pane, int row, int begin, enum style style, double read,
		double written)
{
	static const char *const words[] = { "", "", "r ", "w " };
	const char *const *word = words + 2 * (style == STYLE_TITLE);
	int end = pane->column + pane->width;
	char text[32];

	canvas_right(canvas, row, pane->column + begin, end - RATE_WIDTH, style, "%s%s", word[0],
		     isnan(read) ? "-" : rate_text(read * 1e9, NULL, text, sizeof(text)));
	canvas_right(canvas, row, end - RATE_WIDTH, end, style, "%s%s", word[1],
		     isnan(written) ? "-" : rate_text(written * 1e9, NULL, text, sizeof(text)));
}

/* Bars are shares of all that the package does. */
static void draw_task(struct canvas *canvas, const struct pane *pane, int row, const struct task_rate *rate, double all)
{
	int left = pane->width - 2 * RATE_WIDTH - 2, name = left < NAME_WIDTH ? left : NAME_WIDTH, bar = left - name - 1;

	canvas->edge = pane->column + 2 + name;
	if (name > 0)
		canvas_text(canvas, row, pane->column + 2, STYLE_PLAIN, "%s", rate->name);
	canvas->edge = 0;
	if (bar > 0)
		canvas_bar(canvas, row, pane->column + 3 + name, bar, all > 0 ? rate->read / all : 0,
			   all > 0 ? rate->written / all : 0);
	draw_rates(canvas, pane, row, name > 0 ? 2 + name : 0, STYLE_PLAIN, rate->read, rate->written);
}

/* The least part of the time in which an event counted on a package. */
static double share_of(const struct top *top, unsigned int socket)
{
	double least = 1;
	unsigned int die;
	size_t i;

	for (die = 0; die < top->machine->num_dies; die++) {
		const struct task_die *now = shares_die(die);

		for (i = 0; machine_package(top->machine, die) == (int)socket && i < top->tasks.counters.num; i++)
			if ((double)now->running[i] < least * (double)now->enabled[i] || !now->enabled[i])
				least = now->enabled[i] ? (double)now->running[i] / (double)now->enabled[i] : 0;
	}
	return least;
}

/* Some die of the package has counted it: without, 0 is no value. */
static bool counted(const struct top *top, unsigned int socket, bool reads)
{
	size_t first = reads ? 0 : top->tasks.num_reads, end = reads ? top->tasks.num_reads : top->tasks.counters.num, i;
	unsigned int die;

	for (die = 0; die < top->machine->num_dies; die++)
		for (i = first; machine_package(top->machine, die) == (int)socket && i < end; i++)
			if (shares_die(die)->running[i])
				return true;
	return false;
}

void draw_tasks(const struct top *top, struct canvas *canvas, const struct pane *pane, int row, int rows)
{
	size_t room = rows > 0 ? (size_t)rows : 0, num, i;
	struct task_rate *rates = allocated(calloc(room + 1, sizeof(*rates))), total;
	/* Factors for rates: what was not counted has no rate. */
	double reads = counted(top, pane->socket, true) ? 1 : NAN, writes = counted(top, pane->socket, false) ? 1 : NAN;
	int column;

	num = top_tasks(top, pane->socket, rates, room, &total);
	canvas->edge = pane->column + pane->width - 2 * RATE_WIDTH;
	column = canvas_text(canvas, row, pane->column, STYLE_TITLE, "By command%s", top->tasks.timed ? ", by time" : "");
	column = draw_share(canvas, row, column, share_of(top, pane->socket));
	canvas->edge = 0;
	draw_rates(canvas, pane, row, column - pane->column, STYLE_TITLE, reads * total.read, writes * total.written);
	for (i = 0; i < num; i++) {
		rates[i].read *= reads;
		rates[i].written *= writes;
		draw_task(canvas, pane, row + 1 + (int)i, &rates[i], total.read + total.written);
	}
	free(rates);
}
