// SPDX-License-Identifier: GPL-2.0-only
/*
 * A package of Skylake-SP, Cascade Lake or Cooper Lake: where the units are.
 *
 * MSRs are those of the Linux driver and Intel's PCM; PCI functions and buses those of public
 * listings (selftests/fuzz/place/real). A package has four buses, the first one with the UBox; the
 * numbers of the others are the firmware's choice. Functions without registers are left out if no
 * driver looks at them.
 */
#include "processors/skx.h"

#define MSR_BUS_NUMBERS		0x300	/* buses of the stacks, a byte each; bit 63: valid */
#define MSR_GLOBAL_CONTROL	0x700
#define MSR_CHA_COUNT		0x702
#define MSR_UBOX		0x705	/* has no unit control: its first control */
#define MSR_PCU			0x710
#define MSR_IIO(id)		(0xa40 + 0x20 * (id))
#define MSR_IIO_CLOCK(id)	(0xa45 + 0x20 * (id))
#define MSR_IRP(id)		(0xa58 + 0x20 * (id))
#define MSR_IIO_BANDWIDTH(id)	(0xb00 + 0x10 * (id))
#define MSR_CHA(id)		(0xe00 + 0x10 * (id))

#define STACKS			6
#define FREE_RUNNING_WIDTH	36

#define UBOX_NODE_ID		0xc0
#define UBOX_NODE_MAP		0xd4
#define CAPID6			0x9c
#define SLOTS			28	/* of CHAs on the largest die */

enum { BUS_UBOX, BUS_CHA, BUS_MEMORY, BUS_UPI, BUSES };

/* A unit in PCI configuration space. */
struct place {
	enum skx_type type;
	unsigned int id, bus, device, function;
	uint16_t device_id, class, control;
};

/* Those that Cooper Lake has, too, come first. */
static const struct place places[] = {
	{ SKX_M2M, 0, BUS_MEMORY, 0x08, 0, 0x2066, CLASS_SYSTEM, 0x258 },
	{ SKX_M2M, 1, BUS_MEMORY, 0x09, 0, 0x2066, CLASS_SYSTEM, 0x258 },
	{ SKX_IMC, 0, BUS_MEMORY, 0x0a, 2, 0x2042, CLASS_SYSTEM, 0xf4 },
	{ SKX_IMC, 1, BUS_MEMORY, 0x0a, 6, 0x2046, CLASS_SYSTEM, 0xf4 },
	{ SKX_IMC, 2, BUS_MEMORY, 0x0b, 2, 0x204a, CLASS_SYSTEM, 0xf4 },
	{ SKX_IMC, 3, BUS_MEMORY, 0x0c, 2, 0x2042, CLASS_SYSTEM, 0xf4 },
	{ SKX_IMC, 4, BUS_MEMORY, 0x0c, 6, 0x2046, CLASS_SYSTEM, 0xf4 },
	{ SKX_IMC, 5, BUS_MEMORY, 0x0d, 2, 0x204a, CLASS_SYSTEM, 0xf4 },
	{ SKX_UPI, 0, BUS_UPI, 0x0e, 0, 0x2058, CLASS_PERFORMANCE, 0x378 },
	{ SKX_UPI, 1, BUS_UPI, 0x0f, 0, 0x2058, CLASS_PERFORMANCE, 0x378 },
	{ SKX_UPI, 2, BUS_UPI, 0x10, 0, 0x2058, CLASS_PERFORMANCE, 0x378 },
	{ SKX_M3UPI, 0, BUS_UPI, 0x12, 1, 0x204d, CLASS_PERFORMANCE, 0xf4 },
	{ SKX_M3UPI, 1, BUS_UPI, 0x12, 2, 0x204e, CLASS_SYSTEM, 0xf4 },
	{ SKX_M2PCIE, 0, BUS_UPI, 0x15, 1, 0x2088, CLASS_PERFORMANCE, 0xf4 },
	{ SKX_M2PCIE, 1, BUS_UPI, 0x16, 1, 0x2088, CLASS_PERFORMANCE, 0xf4 },
	{ SKX_M2PCIE, 2, BUS_UPI, 0x17, 1, 0x2088, CLASS_PERFORMANCE, 0xf4 },
	{ SKX_M2PCIE, 3, BUS_UPI, 0x16, 5, 0x2088, CLASS_PERFORMANCE, 0xf4 },
	{ SKX_M3UPI, 2, BUS_UPI, 0x12, 5, 0x204d, CLASS_PERFORMANCE, 0xf4 },
};
#define COMMON_PLACES (ARRAY_SIZE(places) - 1)

/* The second three links of Cooper Lake. A package without them has the functions, but they have no class. */
static const struct place cpx_places[] = {
	{ SKX_UPI, 3, BUS_UPI, 0x0e, 4, 0x2058, CLASS_PERFORMANCE, 0x378 },
	{ SKX_UPI, 4, BUS_UPI, 0x0f, 4, 0x2058, CLASS_PERFORMANCE, 0x378 },
	{ SKX_UPI, 5, BUS_UPI, 0x10, 4, 0x2058, CLASS_PERFORMANCE, 0x378 },
	{ SKX_M3UPI, 2, BUS_UPI, 0x13, 1, 0x204d, CLASS_PERFORMANCE, 0xf4 },
	{ SKX_M3UPI, 3, BUS_UPI, 0x13, 2, 0x204e, CLASS_SYSTEM, 0xf4 },
	{ SKX_M3UPI, 4, BUS_UPI, 0x14, 1, 0x204d, CLASS_PERFORMANCE, 0xf4 },
	{ SKX_M3UPI, 5, BUS_UPI, 0x14, 2, 0x204e, CLASS_SYSTEM, 0xf4 },
};

/*
 * Functions without PMON registers, by bus, those first that are always there: functions 0, and some with a unit's class or
 * a unit's neighbour. The others come with the slices.
 */
static const struct neighbour ubox_others[] = {
	{ 0x08, 1, 0x2015, CLASS_PERFORMANCE, 4, false },
	{ 0x08, 2, 0x2016, CLASS_SYSTEM, 4, false },
};

static const struct neighbour cha_others[] = {
	{ 0x1e, 0, 0x2080, CLASS_SYSTEM, 4, false },
	{ 0x05, 0, 0x2034, CLASS_SYSTEM, 4, false },
	{ 0x05, 2, 0x2035, CLASS_SYSTEM, 4, false },
	{ 0x05, 4, 0x2036, 0x0800, 4, false },
	{ 0x1d, 0, 0x2054, CLASS_SYSTEM, 4, false },
	{ 0x1d, 1, 0x2055, CLASS_SYSTEM, 4, false },
	{ 0x1d, 2, 0x2056, CLASS_SYSTEM, 4, false },
	{ 0x1d, 3, 0x2057, CLASS_SYSTEM, 4, false },
	{ 0x1e, 1, 0x2081, CLASS_SYSTEM, 4, false },
	{ 0x1e, 2, 0x2082, CLASS_SYSTEM, 4, false },
	{ 0x1e, 4, 0x2084, CLASS_SYSTEM, 4, false },
	{ 0x1e, 5, 0x2085, CLASS_SYSTEM, 4, false },
	{ 0x1e, 6, 0x2086, CLASS_SYSTEM, 4, false },
};

static const struct neighbour memory_others[] = {
	{ 0x0a, 0, 0x2040, CLASS_SYSTEM, 4, false },
	{ 0x0b, 0, 0x2048, CLASS_SYSTEM, 4, false },
	{ 0x0c, 0, 0x2040, CLASS_SYSTEM, 4, false },
	{ 0x0d, 0, 0x2048, CLASS_SYSTEM, 4, false },
	{ 0x05, 0, 0x2034, CLASS_SYSTEM, 4, false },
	{ 0x05, 2, 0x2035, CLASS_SYSTEM, 4, false },
	{ 0x05, 4, 0x2036, 0x0800, 4, false },
	{ 0x0a, 1, 0x2041, CLASS_SYSTEM, 4, false },
	{ 0x0a, 3, 0x2043, CLASS_SYSTEM, 4, false },
	{ 0x0a, 4, 0x2044, CLASS_SYSTEM, 4, false },
	{ 0x0a, 5, 0x2045, CLASS_SYSTEM, 4, false },
	{ 0x0a, 7, 0x2047, CLASS_SYSTEM, 4, false },
	{ 0x0c, 1, 0x2041, CLASS_SYSTEM, 4, false },
	{ 0x0c, 3, 0x2043, CLASS_SYSTEM, 4, false },
	{ 0x0c, 4, 0x2044, CLASS_SYSTEM, 4, false },
	{ 0x0c, 5, 0x2045, CLASS_SYSTEM, 4, false },
	{ 0x0c, 7, 0x2047, CLASS_SYSTEM, 4, false },
	{ 0x0b, 1, 0x2049, CLASS_SYSTEM, 4, false },
	{ 0x0b, 3, 0x204b, CLASS_SYSTEM, 4, false },
	{ 0x0d, 1, 0x2049, CLASS_SYSTEM, 4, false },
	{ 0x0d, 3, 0x204b, CLASS_SYSTEM, 4, false },
};

static const struct neighbour upi_others[] = {
	{ 0x12, 0, 0x204c, CLASS_PERFORMANCE, 4, false },
	{ 0x15, 0, 0x2018, CLASS_SYSTEM, 4, false },
	{ 0x16, 0, 0x2018, CLASS_SYSTEM, 4, false },
	{ 0x17, 0, 0x2018, CLASS_SYSTEM, 4, false },
	{ 0x05, 0, 0x2034, CLASS_SYSTEM, 4, false },
	{ 0x05, 2, 0x2035, CLASS_SYSTEM, 4, false },
	{ 0x05, 4, 0x2036, 0x0800, 4, false },
	{ 0x0e, 1, 0x2059, CLASS_SYSTEM, 4, false },
	{ 0x0f, 1, 0x2059, CLASS_SYSTEM, 4, false },
	{ 0x10, 1, 0x2059, CLASS_SYSTEM, 4, false },
	{ 0x16, 4, 0x2018, CLASS_SYSTEM, 4, false },
};

/* Two sockets: 00 17 3a 5d, 80 85 ae d7. Four: 00 15 23 31, 40 43 57 6b, 80 83 97 ab, c0 ... */
static unsigned int bus_of(const struct package *package, unsigned int bus)
{
	static const uint8_t distances[2][2][BUSES] = {
		{ { 0, 0x17, 0x3a, 0x5d }, { 0, 0x05, 0x2e, 0x57 } },
		{ { 0, 0x15, 0x23, 0x31 }, { 0, 0x03, 0x17, 0x2b } },
	};
	bool many = package->machine->package_count > 2;

	return package->config.bus + distances[many][package->number > 0][bus];
}

static bool place_msr_unit(struct unit *unit, enum skx_type type)
{
	static const struct {
		unsigned int first, stride;
	} msrs[SKX_TYPES] = {
		[SKX_CHA] = { MSR_CHA(0), 0x10 }, [SKX_IIO] = { MSR_IIO(0), 0x20 },
		[SKX_IRP] = { MSR_IRP(0), 0x20 }, [SKX_PCU] = { MSR_PCU, 0 },
		[SKX_UBOX] = { MSR_UBOX, 0 },
	};

	unit->address = msrs[type].first + unit->id * msrs[type].stride;
	return unit_map_registers(unit);
}

/* Those of a stack that is not there are 0, too. */
static bool add_free_running(struct unit *unit, unsigned int index, const char *name, bool clock,
			     uint32_t msr)
{
	struct package *package = unit->package;

	if (unit->absent)
		return package_map_msr(package, package_add_reg(package, NULL, ROLE_ABSENT, 0, 8), msr);
	return package_map_msr(package, unit_add_free_running(unit, index, name, FREE_RUNNING_WIDTH,
							      clock), msr);
}

static bool add_iio_counters(struct unit *unit)
{
	static const char *const names[] = {
		"bw_in0", "bw_in1", "bw_in2", "bw_in3", "bw_out0", "bw_out1", "bw_out2", "bw_out3",
		"util_in0", "util_out0",
		"util_in1", "util_out1", "util_in2", "util_out2", "util_in3", "util_out3",
	};
	unsigned int i;

	if (!add_free_running(unit, 0, "ioclk", true, MSR_IIO_CLOCK(unit->id)))
		return false;
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (!add_free_running(unit, 1 + i, names[i], false,
				      MSR_IIO_BANDWIDTH(unit->id) + i))
			return false;
	return true;
}

/*
 * Stacks that the package does not have: 0 is read, and nothing is kept. CHAs beyond the number of
 * enabled ones have no MSRs; an access is a violation.
 */
static bool add_msr_unit(struct package *package, enum skx_type type, unsigned int id)
{
	const struct box_type *box = &package->machine->kind->types[type];
	struct unit absent = { .type = box, .package = package, .id = id, .absent = true };
	struct unit *unit = &absent;

	if (id < package->config.units[type] && !package_unit_absent(package, box->name, id))
		unit = package_add_unit(package, box, id);
	else if (type == SKX_CHA)
		return true;
	return place_msr_unit(unit, type) && (type != SKX_IIO || add_iio_counters(unit));
}

static bool add_msr_units(struct package *package)
{
	static const enum skx_type types[] = { SKX_CHA, SKX_IIO, SKX_IRP, SKX_PCU, SKX_UBOX };
	unsigned int id;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(types); i++)
		for (id = 0; id < package->machine->kind->max_units[types[i]]; id++)
			if (!add_msr_unit(package, types[i], id))
				return false;
	return true;
}

static struct function *add_function(struct package *package, unsigned int bus, unsigned int device,
				     unsigned int function, uint16_t device_id, uint16_t class)
{
	struct function *f = package_add_function(package, bus_of(package, bus), device, function,
						  device_id);

	if (f)
		function_set_class(f, class, 4);
	return f;
}

static bool add_pci_unit(struct package *package, const struct place *place)
{
	const struct box_type *box = &package->machine->kind->types[place->type];
	struct unit *unit;

	if (place->id >= package->config.units[place->type] ||
	    package_unit_absent(package, box->name, place->id))
		return true;
	unit = package_add_unit(package, box, place->id);
	unit->address = place->control;
	unit->function = add_function(package, place->bus, place->device, place->function,
				      place->device_id, place->class);
	/* The third M3UPI has a neighbour as the first one's. */
	if (place->function == 5 && place->type == SKX_M3UPI &&
	    !add_function(package, place->bus, place->device, 4, 0x204c, CLASS_PERFORMANCE))
		return false;
	return unit->function && unit_map_registers(unit);
}

/* Class ffffff. */
static bool add_ghost(struct package *package, const struct place *place)
{
	struct function *f = add_function(package, place->bus, place->device, place->function,
					  place->device_id, 0);

	if (f)
		function_set_config(f, 0x08, 4, 0xffffff04);
	return f;
}

static bool add_cpx_units(struct package *package)
{
	static const struct neighbour zeros[] = {
		{ 0x0e, 0, 0x2058, CLASS_PERFORMANCE, 4, false },
		{ 0x0f, 0, 0x2058, CLASS_PERFORMANCE, 4, false },
		{ 0x10, 0, 0x2058, CLASS_PERFORMANCE, 4, false },
		{ 0x13, 0, 0x204c, CLASS_SYSTEM, 4, false },
		{ 0x14, 0, 0x204c, CLASS_SYSTEM, 4, false },
	};
	size_t i;

	if (!package_add_neighbours(package, bus_of(package, BUS_UPI), zeros, ARRAY_SIZE(zeros)))
		return false;
	for (i = 0; i < ARRAY_SIZE(cpx_places); i++) {
		const struct place *place = &cpx_places[i];
		bool there = place->id < package->config.units[place->type];

		if (!(there ? add_pci_unit(package, place) : add_ghost(package, place)))
			return false;
	}
	return true;
}

/* The enabled slots of the die: gaps show that only their number counts. */
static uint32_t enabled_slots(unsigned int num)
{
	uint32_t slots = 0;
	unsigned int i;

	for (i = 0; i < SLOTS; i++)
		if ((i + 1) * num / SLOTS != i * num / SLOTS)
			slots |= 1u << i;
	return slots;
}

/* A function for each slot of the die: 10, 18 or 28. */
static bool add_slices(struct package *package)
{
	unsigned int chas = package->config.units[SKX_CHA], i;
	unsigned int slots = chas <= 10 ? 10 : chas <= 18 ? 18 : SLOTS;

	for (i = 0; i < slots; i++) {
		struct neighbour n[] = {
			{ 0x08 + i / 8, i % 8, 0x208d, CLASS_SYSTEM, 4, false },
			{ 0x0e + i / 8, i % 8, 0x208e, CLASS_SYSTEM, 4, false },
		};

		if (!package_add_neighbours(package, bus_of(package, BUS_CHA), n, ARRAY_SIZE(n)))
			return false;
	}
	return true;
}

static bool add_functions(struct package *package)
{
	static const struct {
		const struct neighbour *list;
		size_t always, count;
	} others[BUSES] = {
		[BUS_UBOX] = { ubox_others, 2, ARRAY_SIZE(ubox_others) },
		[BUS_CHA] = { cha_others, 1, ARRAY_SIZE(cha_others) },
		[BUS_MEMORY] = { memory_others, 4, ARRAY_SIZE(memory_others) },
		[BUS_UPI] = { upi_others, 4, ARRAY_SIZE(upi_others) },
	};
	struct function *ubox, *fuses;
	unsigned int bus;

	/* Functions 0 come first. */
	ubox = add_function(package, BUS_UBOX, 0x08, 0, 0x2014, CLASS_SYSTEM);
	for (bus = 0; bus < BUSES; bus++)
		if (!package_add_neighbours(package, bus_of(package, bus), others[bus].list,
					    package->config.slices ? others[bus].count :
								     others[bus].always))
			return false;
	fuses = add_function(package, BUS_CHA, 0x1e, 3, 0x2083, CLASS_SYSTEM);
	if (!ubox || !fuses)
		return false;
	function_set_node_ids(ubox, UBOX_NODE_ID, UBOX_NODE_MAP);
	function_set_config(fuses, CAPID6, 4, enabled_slots(package->config.units[SKX_CHA]));
	return !package->config.slices || add_slices(package);
}

static bool add_constant(struct package *package, uint32_t msr, uint64_t value)
{
	struct reg *reg = package_add_reg(package, NULL, ROLE_CONSTANT, 0, 8);

	if (reg)
		reg->constant = value;
	return package_map_msr(package, reg, msr);
}

/* The root buses of the first stacks are those of the functions. */
static void place_stacks(struct package *package)
{
	unsigned int bus;

	for (bus = 0; bus < BUSES; bus++) {
		package->stack_bus_known[bus] = true;
		package->stack_bus[bus] = (uint8_t)bus_of(package, bus);
	}
}

static bool add_constants(struct package *package)
{
	uint64_t buses = BIT_ULL(63);
	unsigned int stack;

	for (stack = 0; stack < STACKS; stack++)
		buses |= (uint64_t)package->stack_bus[stack] << 8 * stack;
	return add_constant(package, MSR_BUS_NUMBERS, buses) &&
	       add_constant(package, MSR_CHA_COUNT, package->config.units[SKX_CHA]);
}

static bool skx_build(struct package *package, char *error, size_t error_size)
{
	bool cpx = package->machine->kind->max_units[SKX_UPI] > 3;
	size_t i;

	if (!package_check_absent(package, error, error_size))
		return false;
	snprintf(error, error_size, "out of memory or of addresses");
	place_stacks(package);
	if (!add_msr_units(package) || !add_functions(package) ||
	    !package_map_msr(package, package_add_reg(package, NULL, ROLE_GLOBAL_CONTROL, 0, 8),
			     MSR_GLOBAL_CONTROL))
		return false;
	for (i = 0; i < (cpx ? COMMON_PLACES : ARRAY_SIZE(places)); i++)
		if (!add_pci_unit(package, &places[i]))
			return false;
	if (cpx && !add_cpx_units(package))
		return false;
	package->frozen = package->config.frozen;
	return connections_build(package, error, error_size) && add_constants(package);
}

static const unsigned int skx_default_units[SKX_TYPES] = {
	[SKX_CHA] = 18, [SKX_IIO] = 6, [SKX_IRP] = 6, [SKX_IMC] = 6, [SKX_M2M] = 2, [SKX_UPI] = 2,
	[SKX_M3UPI] = 2, [SKX_PCU] = 1, [SKX_UBOX] = 1,
};

static const unsigned int clx_default_units[SKX_TYPES] = {
	[SKX_CHA] = 18, [SKX_IIO] = 6, [SKX_IRP] = 6, [SKX_IMC] = 6, [SKX_M2M] = 2, [SKX_UPI] = 2,
	[SKX_M2PCIE] = 4, [SKX_M3UPI] = 2, [SKX_PCU] = 1, [SKX_UBOX] = 1,
};

static const unsigned int cpx_default_units[SKX_TYPES] = {
	[SKX_CHA] = 28, [SKX_IIO] = 6, [SKX_IRP] = 6, [SKX_IMC] = 6, [SKX_M2M] = 2, [SKX_UPI] = 3,
	[SKX_M2PCIE] = 3, [SKX_M3UPI] = 2, [SKX_PCU] = 1, [SKX_UBOX] = 1,
};

static const unsigned int skx_max_units[SKX_TYPES] = {
	[SKX_CHA] = SLOTS, [SKX_IIO] = 6, [SKX_IRP] = 6, [SKX_IMC] = 6, [SKX_M2M] = 2, [SKX_UPI] = 3,
	[SKX_M2PCIE] = 4, [SKX_M3UPI] = 3, [SKX_PCU] = 1, [SKX_UBOX] = 1,
};

static const unsigned int cpx_max_units[SKX_TYPES] = {
	[SKX_CHA] = SLOTS, [SKX_IIO] = 6, [SKX_IRP] = 6, [SKX_IMC] = 6, [SKX_M2M] = 2, [SKX_UPI] = 6,
	[SKX_M2PCIE] = 4, [SKX_M3UPI] = 6, [SKX_PCU] = 1, [SKX_UBOX] = 1,
};

static const struct msr_range ranges[] = {
	{ 0x700, 0x71a },	/* global, UBox, PCU */
	{ 0xa40, 0xb5f },	/* IIO, IRP */
	{ 0xe00, 0xfbf },	/* CHA */
};

#define KIND									\
	.types = skx_types,							\
	.type_count = SKX_TYPES,						\
	.msr_first = MSR_BUS_NUMBERS,						\
	.msr_last = 0xfbf,							\
	.ranges = ranges,							\
	.range_count = ARRAY_SIZE(ranges),					\
	.event_zero = true,							\
	.write_global = skx_write_global,					\
	.peek_global = skx_peek_global,						\
	.global_readable = true,						\
	.has_global_freeze = true,						\
	.many_packages = true,							\
	.ubox_buses = { 0x00, 0x80, 0x00 },					\
	.pcie_capability = 0x60,						\
	.build = skx_build

const struct machine_kind machine_kind_skx = {
	.name = "skx", .cpu = "Skylake-Server,erms=off", KIND,
	.default_units = skx_default_units, .max_units = skx_max_units,
};

const struct machine_kind machine_kind_clx = {
	.name = "clx", .cpu = "Cascadelake-Server,erms=off", KIND,
	.default_units = clx_default_units, .max_units = skx_max_units,
};

const struct machine_kind machine_kind_cpx = {
	.name = "cpx", .cpu = "Cooperlake,erms=off", KIND,
	.default_units = cpx_default_units, .max_units = cpx_max_units,
};
