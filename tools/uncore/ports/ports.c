// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the port of each PCI device. See ports.h.
 *
 * The path of a device in sysfs has all bridges above it. The first function on the bus of a stack is the root port, or the
 * device itself. Which port this is depends on its device number; the rules are those of Intel's PCM.
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/sysfs.h"
#include "ports/names.h"
#include "ports/ports.h"

#define ALL_PORTS	((1u << 8) - 1)
#define CLASS_BRIDGE	0x06
#define CLASS_SYSTEM	0x08
#define QAT		0x4940
#define HQM		0x2710
#define HQM_2_5		0x2714
/* Both are on root buses of their own behind that of their stack. Here, which of them has which port depends on the die. */
#define QAT_HQM_PORTS	(1u << 4 | 1u << 5)
#define QAT_HQM_BUSES	3

/* DMA engine of Ice Lake-SP and Snow Ridge, in the stack of DMI. */
#define CBDMA		0x0b00

/* Device numbers of DSA and IAX; all but that of the stack's own functions. */
#define DSA_IAX		(1u << 1 | 1u << 2)
#define ALL_BUT_0	(~1u)

/**
 * struct rules - the ports of a processor
 * @processor: its name
 * @first_slot: device number of the first root port
 * @first_port: its port
 * @num_ports: how many follow
 * @dmi: port of DMI
 * @dmi_has_ports: the stack of DMI has root ports, too, whose ports are unknown
 * @cbdma: port of the DMA engine
 * @accelerators: ports of what is in a stack of accelerators, 0: as those of root ports
 * @accelerator_slots: device numbers for which this is known, a bit each
 * @next_buses: ports of QAT and HQM on the buses behind that of their stack
 */
static const struct rules {
	const char *processor;
	unsigned int first_slot, first_port, num_ports;
	uint32_t dmi;
	bool dmi_has_ports;
	uint32_t cbdma, accelerators, accelerator_slots, next_buses;
} rules[] = {
	{ "emr", .first_slot = 1, .num_ports = 8, .dmi = 1 << 7, .accelerators = 7, .accelerator_slots = DSA_IAX,
	  .next_buses = QAT_HQM_PORTS },
	{ "gnr", .first_slot = 2, .num_ports = 8, .accelerators = 1, .accelerator_slots = DSA_IAX, .next_buses = QAT_HQM_PORTS },
	{ "srf", .first_slot = 2, .num_ports = 8, .accelerators = 1, .accelerator_slots = DSA_IAX, .next_buses = QAT_HQM_PORTS },
	/* The network is in device 4, QAT in device 5. */
	{ "grr", .first_slot = 4, .num_ports = 2, .dmi = 1 << 7, .dmi_has_ports = true, .next_buses = 1 },
	{ "icx", .first_slot = 2, .num_ports = 4, .dmi = 1, .cbdma = 1 << 3 },
	{ "snr", .first_slot = 4, .first_port = 4, .num_ports = 4, .dmi = 1 << 4, .cbdma = 1, .accelerators = 1 << 4,
	  .accelerator_slots = ALL_BUT_0, .next_buses = 1 << 4 },
	{ "skx", .num_ports = 4, .dmi = 1 },
	{ "clx", .num_ports = 4, .dmi = 1 },
};

static const struct rules *rules_of(const struct machine *machine)
{
	size_t i;

	for (i = 0; machine->processor && i < sizeof(rules) / sizeof(*rules); i++)
		if (!strcmp(rules[i].processor, machine->processor->id))
			return &rules[i];
	return NULL;
}

/* A function in the path of a device. */
struct function {
	unsigned int domain, bus, slot, number;
};

static bool parse_function(const char *text, struct function *f)
{
	int end = 0;

	return sscanf(text, "%x:%x:%x.%x%n", &f->domain, &f->bus, &f->slot, &f->number, &end) == 4 && end > 0 &&
	       (!text[end] || text[end] == '/');
}

static unsigned int read_number(const char *address, const char *file)
{
	char text[64];

	return read_file(sysfs_path("bus/pci/devices/%s/%s", address, file), text, sizeof(text)) ?
		(unsigned int)strtoul(text, NULL, 0) : 0;
}

/*
 * The unit whose stack a device is in, and its function there: of a device behind VMD, which has a domain of its own, this
 * is VMD. @next_bus: QAT and HQM are on the buses behind that of their stack.
 */
struct found {
	struct port port;
	struct function function;
	bool is_function, next_bus;
};

static bool is_on_stack(const struct function *f, const struct port *port, const struct port *all, size_t num,
			unsigned int id, bool *next)
{
	unsigned int domain, bus;
	size_t i;

	if (sscanf(port->stack.bus, "%x:%x", &domain, &bus) != 2 || domain != f->domain)
		return false;
	*next = f->bus != bus;
	if (f->bus == bus)
		return true;
	if (strcmp(port->stack.kind, "accelerators") || (id != QAT && id != HQM && id != HQM_2_5) || f->bus < bus ||
	    f->bus > bus + QAT_HQM_BUSES)
		return false;
	for (i = 0; i < num; i++)
		if (sscanf(all[i].stack.bus, "%x:%x", &domain, &bus) == 2 && domain == f->domain && bus == f->bus)
			return false;
	return true;
}

/* @units: an entry for each unit and die. */
static bool find_stack(const char *address, unsigned int id, const struct ports *units, struct found *found)
{
	char path[PATH_MAX], *component, *rest = path;
	struct function f;
	bool have = false;
	size_t i;

	if (!realpath(sysfs_path("bus/pci/devices/%s", address), path))
		return false;
	while ((component = strsep(&rest, "/"))) {
		if (have || !parse_function(component, &f))
			continue;
		for (i = 0; i < units->num && !have; i++) {
			have = is_on_stack(&f, &units->all[i], units->all, units->num, id, &found->next_bus);
			if (have)
				found->port = units->all[i];
		}
		found->function = f;
		found->is_function = have && !rest;
	}
	return have;
}

static uint32_t mask_of_slot(const struct rules *rules, unsigned int slot)
{
	if (slot < rules->first_slot || slot >= rules->first_slot + rules->num_ports)
		return 0;
	return 1u << (slot - rules->first_slot + rules->first_port);
}

/* 0: unknown */
static uint32_t mask_of(const struct rules *rules, const struct found *found, unsigned int id)
{
	unsigned int slot = found->function.slot;

	if (!rules)
		return 0;
	if (!strcmp(found->port.stack.kind, "dmi")) {
		if (rules->dmi_has_ports && !found->is_function)
			return 0;
		return found->is_function && id == CBDMA && rules->cbdma ? rules->cbdma : rules->dmi;
	}
	if (!strcmp(found->port.stack.kind, "accelerators")) {
		if (found->next_bus)
			return rules->next_buses;
		if (!rules->accelerators)
			return mask_of_slot(rules, slot);
		return rules->accelerator_slots >> slot & 1 ? rules->accelerators : 0;
	}
	return strcmp(found->port.stack.kind, "pcie") ? 0 : mask_of_slot(rules, slot);
}

static int by_place(const void *a, const void *b)
{
	const struct port *first = a, *second = b;

	if (first->die != second->die)
		return first->die < second->die ? -1 : 1;
	if (first->pmu->unit != second->pmu->unit)
		return first->pmu->unit - second->pmu->unit;
	return first->mask < second->mask ? -1 : first->mask > second->mask;
}

static int by_address(const void *a, const void *b)
{
	return strcmp(((const struct device *)a)->address, ((const struct device *)b)->address);
}

static struct port *port_of(struct ports *ports, const struct port *port)
{
	size_t i;

	for (i = 0; i < ports->num; i++)
		if (!by_place(&ports->all[i], port))
			return &ports->all[i];
	ports->all = grow(ports->all, ports->num, sizeof(*port));
	ports->all[ports->num] = *port;
	return &ports->all[ports->num++];
}

/* Bridges move nothing of their own, and what else is in the processor is no device. */
static bool is_counted(const char *address, const struct found *found, unsigned int id)
{
	unsigned int class = read_number(address, "class") >> 16;

	if (class == CLASS_BRIDGE)
		return false;
	return !found->is_function || class != CLASS_SYSTEM || id == CBDMA ||
	       !strcmp(found->port.stack.kind, "accelerators");
}

static void add_device(struct port *port, const char *address, unsigned int id, const char *database)
{
	struct device *device;
	char text[64];

	port->devices = grow(port->devices, port->num_devices, sizeof(*device));
	device = &port->devices[port->num_devices++];
	memset(device, 0, sizeof(*device));
	snprintf(device->address, sizeof(device->address), "%.31s", address);
	device_name(database, read_number(address, "vendor"), id, device->name, sizeof(device->name));
	device->node = read_file(sysfs_path("bus/pci/devices/%s/numa_node", address), text, sizeof(text)) ? atoi(text) : -1;
	device->width = read_number(address, "current_link_width");
	if (device->width && read_file(sysfs_path("bus/pci/devices/%s/current_link_speed", address), text, sizeof(text)))
		snprintf(device->speed, sizeof(device->speed), "%.*s", (int)sizeof(device->speed) - 1, text);
}

/* An entry for each IIO unit on each die, with its stack. */
static struct ports find_units(const struct machine *machine)
{
	struct ports units = { 0 };
	size_t num, i, p;
	struct pmu *pmus = machine_box(machine, "iio", true, &num);

	for (i = 0; pmus && i < num; i++) {
		for (p = 0; p < pmus[i].num_places; p++) {
			const struct place *place = &pmus[i].places[p];
			struct port port = {
				.die = place->die, .socket = place->socket, .cpu = place->cpu, .pmu = &pmus[i],
				.stack = stack_of(place->die, pmus[i].unit), .mask = ALL_PORTS,
			};

			units.all = grow(units.all, units.num, sizeof(port));
			units.all[units.num++] = port;
		}
	}
	return units;
}

static void find_devices(const struct machine *machine, const char *database, const struct ports *units,
			 struct ports *ports)
{
	DIR *dir = opendir(sysfs_path("bus/pci/devices"));
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		struct found found = { .is_function = false };
		unsigned int id;

		if (*entry->d_name == '.')
			continue;
		id = read_number(entry->d_name, "device");
		if (!find_stack(entry->d_name, id, units, &found) || !is_counted(entry->d_name, &found, id))
			continue;
		found.port.mask = mask_of(rules_of(machine), &found, id);
		/* What else is on the bus of accelerators belongs to the processor. */
		if (found.is_function && !found.port.mask && !strcmp(found.port.stack.kind, "accelerators"))
			continue;
		add_device(port_of(ports, &found.port), entry->d_name, id, database);
	}
	if (dir)
		closedir(dir);
}

void ports_find(const struct machine *machine, const char *database, struct ports *ports)
{
	struct ports units = find_units(machine);
	size_t i;

	*ports = (struct ports){ 0 };
	find_devices(machine, database, &units, ports);
	/* Another processor can have other events. */
	for (i = 0; i < units.num && machine->processor; i++)
		if (!*units.all[i].stack.bus)
			port_of(ports, &units.all[i]);
	free(units.all);
	if (ports->num)
		qsort(ports->all, ports->num, sizeof(*ports->all), by_place);
	for (i = 0; i < ports->num; i++)
		if (ports->all[i].num_devices)
			qsort(ports->all[i].devices, ports->all[i].num_devices, sizeof(struct device), by_address);
}

int ports_missing(const struct machine *machine)
{
	if (!machine->processor)
		return (int)fail(STATUS_FAILED, "this processor is unknown to uncore, and so are its ports and the events that count "
				 "their bytes; `uncore list` prints its units, `uncore units -e PMU/event=.../` counts an event of each");
	return (int)fail(STATUS_FAILED, "there is no IIO unit with a device; `uncore list` prints what is known of I/O stacks");
}

void ports_release(struct ports *ports)
{
	size_t i;

	for (i = 0; i < ports->num; i++)
		free(ports->all[i].devices);
	free(ports->all);
}
