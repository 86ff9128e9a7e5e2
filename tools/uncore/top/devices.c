// SPDX-License-Identifier: GPL-2.0-only
/*
 * What PCI devices read and write. See top.h, and uncore-io(1) for how devices and ports belong together.
 *
 *	Devices                  r 3.21G  w 11.2G
 *	  16:00.0 Mellanox  ██▒···  3.10G   11.0G
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/perf.h"
#include "base/text.h"
#include "top/draw.h"

/* Columns of an address and a name. */
#define NAME_WIDTH	24

void top_choose_stacks(struct top *top)
{
	static const enum series stacks[] = { PCIE_READ, PCIE_WRITE };
	size_t i, j;

	for (i = 0; i < sizeof(stacks) / sizeof(*stacks); i++) {
		const struct top_series *series = &top->series[stacks[i]];
		const struct counter *counter;

		if (!series->open)
			continue;
		counter = &top->counters.all[series->counter];
		for (j = 0; j < counter->num_sources; j++)
			if (!counter->sources[j].gone)
				perf_control(counter->sources[j].fd, top->devices.on ? PERF_EVENT_IOC_DISABLE : PERF_EVENT_IOC_ENABLE);
	}
}

int top_devices_start(struct top *top)
{
	struct top_devices *devices = &top->devices;
	int status;

	devices->counters.reported = top->counters.reported;
	devices->rows = devices_open(&devices->counters, top->machine, NULL, false, &devices->ports, &status);
	if (!status)
		status = counters_enable(&devices->counters);
	devices->on = true;
	if (status)
		top_devices_stop(top);
	else
		top_choose_stacks(top);
	return status;
}

void top_devices_stop(struct top *top)
{
	struct top_devices *devices = &top->devices;

	if (!devices->on)
		return;
	counters_close(&devices->counters);
	free(devices->rows);
	ports_release(&devices->ports);
	memset(devices, 0, sizeof(*devices));
	top_choose_stacks(top);
}

/**
 * struct device_rate - what devices below a port do
 * @port: the port
 * @read: GB/s that they read
 * @written: GB/s that they write
 * @share: part of the time in which this was counted, 0: there is no value
 */
struct device_rate {
	const struct port *port;
	double read;
	double written;
	double share;
};

static int order(const void *left, const void *right)
{
	const struct device_rate *a = left, *b = right;
	double mine = a->read + a->written, theirs = b->read + b->written;

	if (mine != theirs)
		return mine > theirs ? -1 : 1;
	return a->port < b->port ? -1 : 1;
}

/* Of a package, the largest first. */
static size_t rates_of(const struct top *top, unsigned int socket, struct device_rate *rates)
{
	const struct top_devices *devices = &top->devices;
	size_t num = 0, i;

	for (i = 0; i < devices->ports.num; i++) {
		const struct row *row = &devices->rows[i];
		struct device_rate *rate = &rates[num];

		if (row->port->socket != socket)
			continue;
		*rate = (struct device_rate){ .port = row->port, .share = row->open };
		if (row->open) {
			rate->read = row_rate(&devices->counters, row, DEVICE_READ, &rate->share);
			rate->written = row_rate(&devices->counters, row, DEVICE_WRITTEN, &rate->share);
		}
		num++;
	}
	if (num)
		qsort(rates, num, sizeof(*rates), order);
	return num;
}

static void draw_name(struct canvas *canvas, int row, int column, const struct port *port)
{
	const struct device *device = port->devices;
	char shown[4 * sizeof(device->name) + 1];

	if (!device) {
		canvas_text(canvas, row, column, STYLE_PLAIN, "unit %d, bus unknown", port->pmu->unit);
		return;
	}
	column = canvas_text(canvas, row, column, STYLE_PLAIN, "%s ", strncmp(device->address, "0000:", 5) ? device->address :
			     device->address + 5);
	canvas_text(canvas, row, column, STYLE_PLAIN, "%s%s", safe_text(device->name, shown, sizeof(shown)),
		    port->num_devices > 1 ? ", ..." : "");
}

static void draw_device(struct canvas *canvas, const struct pane *pane, int row, const struct device_rate *rate, double all)
{
	int left = pane->width - 2 * RATE_WIDTH - 2, name = left < NAME_WIDTH ? left : NAME_WIDTH, bar = left - name - 1;

	/* A name has the room of the bar on a wide screen only in part. */
	if (bar > name) {
		name += (bar - name) / 2;
		bar = left - name - 1;
	}
	canvas->edge = pane->column + 2 + name;
	if (name > 0)
		draw_name(canvas, row, pane->column + 2, rate->port);
	canvas->edge = 0;
	if (!(rate->share > 0)) {
		canvas_right(canvas, row, pane->column + 2 + (name > 0 ? name : 0), pane->column + pane->width, STYLE_DIM, "-");
		return;
	}
	if (bar > 0)
		canvas_bar(canvas, row, pane->column + 3 + name, bar, all > 0 ? rate->read / all : 0,
			   all > 0 ? rate->written / all : 0);
	draw_rates(canvas, pane, row, name > 0 ? 2 + name : 0, STYLE_PLAIN, rate->read, rate->written);
}

void draw_devices(const struct top *top, struct canvas *canvas, const struct pane *pane, int row, int rows)
{
	struct device_rate *rates = allocated(calloc(top->devices.ports.num + 1, sizeof(*rates)));
	size_t num = rates_of(top, pane->socket, rates), i;
	double read = 0, written = 0, share = !num;
	int column;

	for (i = 0; i < num; i++) {
		read += rates[i].read;
		written += rates[i].written;
		if (rates[i].share > 0 && (!share || rates[i].share < share))
			share = rates[i].share;
	}
	if (!share)
		read = written = NAN;
	canvas->edge = pane->column + pane->width - 2 * RATE_WIDTH;
	column = canvas_text(canvas, row, pane->column, STYLE_TITLE, "Devices");
	column = draw_share(canvas, row, column, share);
	canvas->edge = 0;
	draw_rates(canvas, pane, row, column - pane->column, STYLE_TITLE, read, written);
	for (i = 0; i < num && (int)i < rows; i++)
		draw_device(canvas, pane, row + 1 + (int)i, &rates[i], read + written);
	free(rates);
}
