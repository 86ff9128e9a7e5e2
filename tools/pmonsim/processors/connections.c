// SPDX-License-Identifier: GPL-2.0-only
/*
 * What links and I/O stacks are connected to: the registers that tell, and the units that count what a device moves.
 *
 * Each package numbers its root buses (CPU buses). A function of the stack with the discovery table has their PCI bus
 * numbers; on Ice Lake-SP, Snow Ridge and Grand Ridge a function of each stack has the number of its own, and on Skylake-SP
 * and its successors an MSR has the PCI bus numbers. PCM's table assigns each of them to an IIO unit. Links have the
 * registers that the in-tree driver reads. Four sockets are connected as in Intel's published link map for Sapphire Rapids.
 */
#include <stdlib.h>
#include <string.h>

#include "model/machine_internal.h"

#define CPU_BUSES		32
#define BUSES_VALID		0x1a0
#define BUS_NUMBER(n)		((n) < 16 ? 0x190 + (n) : 0x1c0 + (n) - 16)
#define TELEMETRY_DEVICE	3
#define MEMORY_MAP_ID		0x09a2
#define MEMORY_MAP_STACK	0x3f4	/* package: bits 3:0; its own number, see @numbered: bits 6:4 */

#define LINK_PEER		0x94
#define LINK_STATUS		0x120
#define LINK_TRAINED		0x10

#define NONE			0xff
#define BYTES_A_COUNT		4

enum stack_kind { STACK_PCIE, STACK_DMI, STACK_MCP, STACK_ACCELERATORS };

/* The stack of a CPU bus. */
struct stack_wiring {
	uint8_t cpu_bus, unit;
	enum stack_kind kind;
};

/**
 * struct wiring - the stacks of a processor
 * @kind: the processor
 * @own: CPU bus of the stack with the discovery table, if there is such a table
 * @ports: CPU bus of the bus with root ports, if there is such a bus
 * @first_port: device number of the first root port
 * @lowest: its port
 * @num_ports: of a stack
 * @dmi_port: port of DMI
 * @accelerator_port: port of what a stack of accelerators has; NONE: as that of root ports
 * @free_bytes: bytes of a count of a free-running counter
 * @numbered: the function of each stack has the number of its own
 * @memory_map: a function on the root bus of each stack
 * @stacks: ended by one whose unit is NONE
 */
struct wiring {
	const struct machine_kind *kind;
	uint8_t own, ports, first_port, lowest, num_ports, dmi_port, accelerator_port, free_bytes;
	bool numbered;
	struct neighbour memory_map;
	const struct stack_wiring *stacks;
};

static const struct stack_wiring emr_stacks[] = {
	{ 0, 7, STACK_DMI }, { 1, 1, STACK_PCIE }, { 2, 2, STACK_PCIE }, { 3, 3, STACK_PCIE },
	{ 4, 8, STACK_PCIE }, { 5, 6, STACK_PCIE }, { 8, 0, STACK_ACCELERATORS },
	{ 9, 4, STACK_ACCELERATORS }, { 10, 5, STACK_ACCELERATORS }, { 11, 9, STACK_ACCELERATORS },
	{ 0, NONE, STACK_PCIE }
};

static const struct stack_wiring spr_stacks[] = {
	{ 0, 1, STACK_DMI }, { 1, 2, STACK_PCIE }, { 2, 4, STACK_PCIE }, { 3, 6, STACK_PCIE },
	{ 4, 7, STACK_PCIE }, { 5, 9, STACK_PCIE }, { 8, 0, STACK_ACCELERATORS },
	{ 9, 3, STACK_ACCELERATORS }, { 10, 5, STACK_ACCELERATORS }, { 11, 8, STACK_ACCELERATORS },
	{ 0, NONE, STACK_PCIE }
};

static const struct stack_wiring gnr_stacks[] = {
	{ 0, 0, STACK_PCIE }, { 1, 2, STACK_PCIE }, { 2, 3, STACK_PCIE }, { 3, 4, STACK_PCIE },
	{ 4, 5, STACK_PCIE }, { 5, 7, STACK_PCIE }, { 28, 8, STACK_PCIE }, { 8, 1, STACK_ACCELERATORS },
	{ 12, 6, STACK_ACCELERATORS }, { 20, 9, STACK_ACCELERATORS }, { 16, 14, STACK_ACCELERATORS },
	{ 29, 11, STACK_PCIE }, { 26, 12, STACK_PCIE }, { 0, NONE, STACK_PCIE }
};

static const struct stack_wiring grr_stacks[] = {
	{ 0, 2, STACK_DMI }, { 1, 1, STACK_ACCELERATORS }, { 2, 0, STACK_ACCELERATORS }, { 0, NONE, STACK_PCIE }
};

static const struct stack_wiring icx_stacks[] = {
	{ 0, 5, STACK_DMI }, { 1, 0, STACK_PCIE }, { 2, 1, STACK_PCIE }, { 3, 2, STACK_MCP },
	{ 4, 3, STACK_PCIE }, { 5, 4, STACK_PCIE }, { 0, NONE, STACK_PCIE }
};

static const struct stack_wiring snr_stacks[] = {
	{ 0, 1, STACK_DMI }, { 1, 4, STACK_PCIE }, { 2, 3, STACK_ACCELERATORS }, { 3, 2, STACK_ACCELERATORS },
	{ 4, 0, STACK_ACCELERATORS }, { 0, NONE, STACK_PCIE }
};

static const struct stack_wiring skx_stacks[] = {
	{ 0, 0, STACK_DMI }, { 1, 1, STACK_PCIE }, { 2, 2, STACK_PCIE }, { 3, 3, STACK_PCIE },
	{ 4, 4, STACK_MCP }, { 5, 5, STACK_MCP }, { 0, NONE, STACK_PCIE }
};

#define MEMORY_MAP	{ 0, 0, MEMORY_MAP_ID, CLASS_SYSTEM, 0, false }
#define SKX_MEMORY_MAP	{ 5, 0, 0x2034, CLASS_SYSTEM, 4, false }

static const struct wiring wirings[] = {
	{ &machine_kind_emr, 8, NONE, 1, 0, 8, 7, 0, 32, false, MEMORY_MAP, emr_stacks },
	{ &machine_kind_spr, 8, NONE, 1, 0, 8, 7, 0, 32, false, MEMORY_MAP, spr_stacks },
	{ &machine_kind_gnr, 8, 0, 2, 0, 8, 7, 0, 32, false, MEMORY_MAP, gnr_stacks },
	{ &machine_kind_srf, 8, 0, 2, 0, 8, 7, 0, 32, false, MEMORY_MAP, gnr_stacks },
	{ &machine_kind_grr, 0, NONE, 4, 0, 2, 7, NONE, 32, true, MEMORY_MAP, grr_stacks },
	{ &machine_kind_icx, NONE, NONE, 2, 0, 4, 0, 0, 32, true, MEMORY_MAP, icx_stacks },
	{ &machine_kind_snr, NONE, NONE, 4, 4, 4, 4, 4, 32, true, MEMORY_MAP, snr_stacks },
	{ &machine_kind_skx, NONE, NONE, 0, 0, 4, 0, 0, 4, false, SKX_MEMORY_MAP, skx_stacks },
	{ &machine_kind_clx, NONE, NONE, 0, 0, 4, 0, 0, 4, false, SKX_MEMORY_MAP, skx_stacks },
	{ &machine_kind_cpx, NONE, NONE, 0, 0, 4, 0, 0, 4, false, SKX_MEMORY_MAP, skx_stacks },
};

static const struct wiring *wiring_of(const struct machine *m)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(wirings); i++) {
		if (wirings[i].kind == m->kind)
			return &wirings[i];
	}
	return NULL;
}

bool connections_have_stacks(const struct machine *m)
{
	return wiring_of(m);
}

static const struct stack_wiring *stack_of(const struct wiring *wiring, unsigned int cpu_bus)
{
	const struct stack_wiring *stack;

	for (stack = wiring->stacks; stack->unit != NONE; stack++) {
		if (stack->cpu_bus == cpu_bus)
			return stack;
	}
	return NULL;
}

/* --- stacks --------------------------------------------------------------------------------- */

/* @f: the function with the bus numbers, or NULL */
static void set_bus(struct package *package, struct function *f, unsigned int cpu_bus, unsigned int bus)
{
	package->stack_bus_known[cpu_bus] = true;
	package->stack_bus[cpu_bus] = (uint8_t)bus;
	if (!f)
		return;
	function_set_config(f, BUS_NUMBER(cpu_bus), 1, bus);
	function_set_config(f, BUSES_VALID, 4, function_get_config(f, BUSES_VALID, 4) | BIT_ULL(cpu_bus));
}

static bool add_stack(struct package *package, struct function *f, const struct wiring *wiring, unsigned int cpu_bus,
		      unsigned int bus)
{
	const struct neighbour *map = &wiring->memory_map;
	uint32_t value = package->number;

	/* On bus 0, device 0 is QEMU's own. */
	if ((bus || map->device) && !package_find_function(package, bus, map->device, 0)) {
		if (!package_add_neighbours(package, bus, map, 1))
			return false;
		if (wiring->numbered)
			value |= cpu_bus << 4;
		if (map->device_id == MEMORY_MAP_ID)
			function_set_config(package_find_function(package, bus, map->device, 0), MEMORY_MAP_STACK, 4, value);
	}
	set_bus(package, f, cpu_bus, bus);
	package->stack_has_ports[cpu_bus] = true;
	return true;
}

/* The option `stacks`: CPUBUS:BUS,... */
static bool add_stacks(struct package *package, struct function *f, const struct wiring *wiring, char *error,
		       size_t error_size)
{
	const char *item = package->config.stacks;

	for (; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
		char first[8], second[8];
		uint64_t cpu_bus, bus;

		if (sscanf(item, "%7[0-9]:%7[0-9a-fx]", first, second) != 2 ||
		    !parse_unsigned(first, &cpu_bus) || !parse_unsigned(second, &bus) || bus > 0xff ||
		    !stack_of(wiring, (unsigned int)cpu_bus) ||
		    (package->stack_bus_known[cpu_bus] && (f || package->stack_bus[cpu_bus] != bus))) {
			snprintf(error, error_size, "stacks: '%s' does not begin with a stack and its bus", item);
			return false;
		}
		if (!add_stack(package, f, wiring, (unsigned int)cpu_bus, (unsigned int)bus))
			return false;
	}
	return true;
}

static bool bus_exists(const struct package *package, unsigned int bus)
{
	size_t i;

	for (i = 0; i < package->machine->function_count; i++) {
		const struct function *f = package->machine->functions[i];

		if (f->package == package && f->bus == bus)
			return true;
	}
	return false;
}

static bool build_stacks(struct package *package, char *error, size_t error_size)
{
	const struct wiring *wiring = wiring_of(package->machine);
	struct function *f = wiring && wiring->numbered ? NULL :
		package_find_function(package, package->config.stack_bus, TELEMETRY_DEVICE, 0);

	if (!wiring || (!f && !wiring->numbered && wiring->own != NONE)) {
		snprintf(error, error_size, "stacks: their buses are not known on this machine");
		return !package->config.stacks;
	}
	if (wiring->own != NONE)
		set_bus(package, f, wiring->own, package->config.stack_bus);
	if (wiring->ports != NONE && bus_exists(package, package->config.iio_bus))
		set_bus(package, f, wiring->ports, package->config.iio_bus);
	return add_stacks(package, f, wiring, error, error_size);
}

bool machine_stack_ports(const struct machine *m, unsigned int package, unsigned int bus, unsigned int ports[2])
{
	const struct package *p = &m->package[package];
	const struct wiring *wiring = wiring_of(m);
	unsigned int i;

	for (i = 0; i < CPU_BUSES; i++) {
		if (!p->stack_has_ports[i] || p->stack_bus[i] != bus)
			continue;
		ports[0] = wiring->first_port;
		ports[1] = wiring->first_port + wiring->num_ports / 2;
		return true;
	}
	return false;
}

/* --- what a device moves -------------------------------------------------------------------- */

/* The mask of the ports of a device; 0: none counts it. */
static uint32_t ports_of(const struct wiring *wiring, const struct stack_wiring *stack, unsigned int device)
{
	unsigned int port = device - wiring->first_port;

	switch (stack->kind) {
	case STACK_DMI:
		return 1u << wiring->dmi_port;
	case STACK_ACCELERATORS:
		if (wiring->accelerator_port != NONE)
			return 1u << wiring->accelerator_port;
		break;
	case STACK_MCP:
	case STACK_PCIE:
		break;
	}
	return device < wiring->first_port || port >= wiring->num_ports ? 0 : 1u << (wiring->lowest + port);
}

static void move(struct machine *m, const struct unit_selection *where, uint32_t ports, uint8_t code,
		 uint8_t umask, uint64_t bytes)
{
	const struct event_spec event = {
		.event = code, .umask = umask, .channels = ports, .flow_classes = 7, .increment = 1,
	};

	if (bytes)
		inject(m, where, &event, bytes / BYTES_A_COUNT, 1);
}

const char *connections_move(struct package *package, unsigned int bus, unsigned int device,
			     const struct moved_bytes *bytes)
{
	const struct wiring *wiring = wiring_of(package->machine);
	const struct stack_wiring *stack = NULL;
	struct unit_selection where = { .packages = 1u << package->number };
	struct free_running *counter;
	struct unit *unit;
	uint32_t ports;
	unsigned int i;
	char name[16];

	for (i = 0; wiring && i < CPU_BUSES && !stack; i++) {
		if (package->stack_bus_known[i] && package->stack_bus[i] == bus)
			stack = stack_of(wiring, i);
	}
	if (!stack)
		return "bus: no stack has it";
	where.type = machine_find_type(package->machine, "iio");
	where.id = stack->unit;
	unit = package_find_unit(package, where.type, stack->unit);
	ports = ports_of(wiring, stack, device);
	if (!unit || !ports)
		return "dev: no unit counts what it moves";
	move(package->machine, &where, ports, 0x83, 0x04, bytes->read);
	move(package->machine, &where, ports, 0x83, 0x01, bytes->written);
	move(package->machine, &where, ports, 0xc0, 0x04, bytes->cpu_read);
	move(package->machine, &where, ports, 0xc0, 0x01, bytes->cpu_written);
	snprintf(name, sizeof(name), "bw_in%d", __builtin_ctz(ports));
	for (counter = unit->free_running; counter->name; counter++) {
		if (!strcmp(counter->name, name))
			inject_counter(unit, counter, bytes->written / wiring->free_bytes);
	}
	return NULL;
}

/* --- links ---------------------------------------------------------------------------------- */

/* Of four sockets: the package and the link at the other end. */
static const struct { uint8_t package, link; } four_sockets[4][3] = {
	{ { 1, 1 }, { 2, 1 }, { 3, 2 } },
	{ { 3, 0 }, { 0, 0 }, { 2, 2 } },
	{ { 3, 1 }, { 0, 1 }, { 1, 2 } },
	{ { 1, 0 }, { 2, 0 }, { 0, 2 } },
};

/* Two sockets have the first two links crossed, as the same map has for two Skylakes. */
bool connections_other_end(const struct package *package, unsigned int link, unsigned int *other,
			   unsigned int *port)
{
	const struct machine *m = package->machine;

	if (m->package_count == 4 && link < ARRAY_SIZE(four_sockets[0])) {
		*other = four_sockets[package->number][link].package;
		*port = four_sockets[package->number][link].link;
		return true;
	}
	*other = !package->number;
	*port = link ^ (link < 2 && machine_units(m, package->number, "upi") > 1);
	return m->package_count == 2;
}

static void connect_links(struct package *package)
{
	const struct machine *m = package->machine;
	unsigned int other, port;
	size_t i;

	for (i = 0; i < package->unit_count; i++) {
		const struct unit *unit = &package->units[i];

		if (strcmp(unit->type->name, "upi") || !connections_other_end(package, unit->id, &other, &port))
			continue;
		function_set_config(unit->function, LINK_PEER, 4,
				    (m->package[other].config.node_id & 0xf) << 16 | port << 8);
		function_set_config(unit->function, LINK_STATUS, 4, LINK_TRAINED);
	}
}

bool connections_build(struct package *package, char *error, size_t error_size)
{
	const struct machine_kind *kind = package->machine->kind;

	if (kind == &machine_kind_emr || kind == &machine_kind_spr || kind == &machine_kind_icx ||
	    kind == &machine_kind_skx || kind == &machine_kind_clx)
		connect_links(package);
	return build_stacks(package, error, error_size);
}
