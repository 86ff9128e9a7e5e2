// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of register access in PCI configuration space, on a bus made of memory.
 */
#include <kunit/test.h>
#include <linux/pci.h>

#include "count/regspace.h"
#include "find/machine.h"

#define CONFIG_SIZE	4096
#define UNIT		0x438
#define COUNTER		8

/**
 * struct fake_bus - a bus with one function on it
 * @bus: the bus
 * @dev: the function
 * @config: its configuration space
 * @counts: number of the dword pair that counts, by offset
 * @step: increment of the pair after each access
 * @log: offsets of the accesses, writes with bit 31 set
 * @accesses: how many
 */
struct fake_bus {
	struct pci_bus bus;
	struct pci_dev dev;
	u32 config[CONFIG_SIZE / 4];
	unsigned int counts;
	u64 step;
	u32 log[64];
	unsigned int accesses;
};

static void fake_step(struct fake_bus *fake)
{
	u32 *pair = &fake->config[fake->counts / 4];
	u64 value = ((u64)pair[1] << 32 | pair[0]) + fake->step;

	pair[0] = lower_32_bits(value);
	pair[1] = upper_32_bits(value);
}

static int fake_bus_read(struct pci_bus *bus, unsigned int devfn, int where,
			 int size, u32 *value)
{
	struct fake_bus *fake = container_of(bus, struct fake_bus, bus);

	if (size != 4 || where & 3)
		return PCIBIOS_BAD_REGISTER_NUMBER;
	*value = fake->config[where / 4];
	if (fake->accesses < ARRAY_SIZE(fake->log))
		fake->log[fake->accesses] = where;
	fake->accesses++;
	fake_step(fake);
	return PCIBIOS_SUCCESSFUL;
}

static int fake_bus_write(struct pci_bus *bus, unsigned int devfn, int where,
			  int size, u32 value)
{
	struct fake_bus *fake = container_of(bus, struct fake_bus, bus);

	if (size != 4 || where & 3)
		return PCIBIOS_BAD_REGISTER_NUMBER;
	fake->config[where / 4] = value;
	if (fake->accesses < ARRAY_SIZE(fake->log))
		fake->log[fake->accesses] = where | BIT(31);
	fake->accesses++;
	return PCIBIOS_SUCCESSFUL;
}

static struct pci_ops fake_bus_ops = {
	.read = fake_bus_read,
	.write = fake_bus_write,
};

static struct fake_bus *new_bus(struct kunit *test, struct pmon_regspace *space)
{
	struct pmon_unit_desc desc = {
		.unit = { .access = PMON_ACCESS_PCI,
			  .control = 0x7e60000 | UNIT },
	};
	struct fake_bus *fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, fake);
	fake->bus.ops = &fake_bus_ops;
	fake->dev.bus = &fake->bus;
	fake->dev.error_state = pci_channel_io_normal;
	fake->counts = UNIT + COUNTER;
	desc.pci = &fake->dev;
	KUNIT_ASSERT_EQ(test, 0, pmon_regspace_init(NULL, space, &desc, 0x78));
	KUNIT_ASSERT_TRUE(test, space->ops->halves);
	return fake;
}

static void set_counter(struct fake_bus *fake, u64 value)
{
	fake->config[fake->counts / 4] = lower_32_bits(value);
	fake->config[fake->counts / 4 + 1] = upper_32_bits(value);
	fake->accesses = 0;
}

/* Most readings take two accesses. */
static void read_test(struct kunit *test)
{
	struct pmon_regspace space = {};
	struct fake_bus *fake = new_bus(test, &space);

	set_counter(fake, 0x123456789abc);
	KUNIT_EXPECT_EQ(test, space.ops->read64(&space, COUNTER),
			0x123456789abcULL);
	KUNIT_EXPECT_EQ(test, fake->accesses, 2U);
	KUNIT_EXPECT_EQ(test, space.ops->read32(&space, COUNTER), 0x56789abcU);
	KUNIT_EXPECT_EQ(test, fake->accesses, 3U);
}

/*
 * A counter carries into its upper half at any moment of a read. The result must be a value that
 * the counter had meanwhile.
 */
static void torn_test(struct kunit *test)
{
	static const u64 steps[] = { 1, 2, 3, 1000, 100000 };
	struct pmon_regspace space = {};
	struct fake_bus *fake = new_bus(test, &space);
	unsigned int i, before;
	u64 start, value, end;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		fake->step = steps[i];
		for (before = 0; before <= 6; before++) {
			start = 0x5ffffffffULL + 1 - before * steps[i];
			set_counter(fake, start);
			value = space.ops->read64(&space, COUNTER);
			end = start + fake->accesses * steps[i];
			KUNIT_EXPECT_GE_MSG(test, value, start,
					    "step %llu, %u before",
					    steps[i], before);
			KUNIT_EXPECT_LE_MSG(test, value, end,
					    "step %llu, %u before",
					    steps[i], before);
			/* The second attempt is far from the next carry. */
			KUNIT_EXPECT_LE(test, fake->accesses, 5U);
		}
	}
}

/* A missing function reads as all ones, without an endless loop. */
static void gone_test(struct kunit *test)
{
	struct pmon_regspace space = {};
	struct fake_bus *fake = new_bus(test, &space);

	set_counter(fake, PMON_ALL_ONES);
	KUNIT_EXPECT_EQ(test, space.ops->read64(&space, COUNTER),
			PMON_ALL_ONES);
	KUNIT_EXPECT_LE(test, fake->accesses, 3U);

	/* The PCI core detects some removals and returns all ones itself. */
	set_counter(fake, 5);
	fake->dev.error_state = pci_channel_io_perm_failure;
	KUNIT_EXPECT_EQ(test, space.ops->read64(&space, COUNTER),
			PMON_ALL_ONES);
	KUNIT_EXPECT_EQ(test, fake->accesses, 0U);
	KUNIT_EXPECT_NE(test, 0, space.ops->write32(&space, 0, 0x300));
	KUNIT_EXPECT_NE(test, 0, space.ops->write64(&space, 0x30, 1));
}

/* The low dword contains the event select, so it is written last. */
static void write_test(struct kunit *test)
{
	struct pmon_regspace space = {};
	struct fake_bus *fake = new_bus(test, &space);

	set_counter(fake, 0);
	KUNIT_EXPECT_EQ(test, 0,
			space.ops->write64(&space, 0x30, 0x500001234));
	KUNIT_EXPECT_EQ(test, fake->accesses, 2U);
	KUNIT_EXPECT_EQ(test, fake->log[0], (UNIT + 0x34) | (u32)BIT(31));
	KUNIT_EXPECT_EQ(test, fake->log[1], (UNIT + 0x30) | (u32)BIT(31));
	KUNIT_EXPECT_EQ(test, fake->config[(UNIT + 0x30) / 4], 0x1234U);
	KUNIT_EXPECT_EQ(test, fake->config[(UNIT + 0x34) / 4], 5U);

	/* A write of 32 bits does not change the upper half. */
	KUNIT_EXPECT_EQ(test, 0, space.ops->write32(&space, 0x30, 0x42));
	KUNIT_EXPECT_EQ(test, fake->accesses, 3U);
	KUNIT_EXPECT_EQ(test, fake->config[(UNIT + 0x30) / 4], 0x42U);
	KUNIT_EXPECT_EQ(test, fake->config[(UNIT + 0x34) / 4], 5U);
}

static void msr_numbers_test(struct kunit *test)
{
	struct pmon_unit_desc desc = {
		.unit = { .access = PMON_ACCESS_MSR, .control = 0x2010 },
	};
	struct pmon_regspace space = {};

	KUNIT_ASSERT_EQ(test, 0, pmon_regspace_init(NULL, &space, &desc, 16));
	KUNIT_EXPECT_EQ(test, space.msr, 0x2010U);
	/* One instruction writes all of an MSR. */
	KUNIT_EXPECT_FALSE(test, space.ops->halves);

	desc.unit.access = 3;
	KUNIT_EXPECT_EQ(test, -EINVAL,
			pmon_regspace_init(NULL, &space, &desc, 16));
}

/*
 * The local APIC's ID. Writes to it fault like writes to a missing register: it is read-only in
 * x2APIC mode, and does not exist in other modes.
 */
#define X2APIC_ID		0x802

static void msr_fault_test(struct kunit *test)
{
	struct pmon_unit_desc desc = {
		.unit = { .access = PMON_ACCESS_MSR, .control = X2APIC_ID },
	};
	struct pmon_regspace space = {};

	KUNIT_ASSERT_EQ(test, 0, pmon_regspace_init(NULL, &space, &desc, 16));
	KUNIT_EXPECT_NE(test, 0, space.ops->write64(&space, 0, 1));
	KUNIT_EXPECT_NE(test, 0, space.ops->write32(&space, 0, 1));
}

static struct kunit_case regspace_cases[] = {
	KUNIT_CASE(read_test),
	KUNIT_CASE(torn_test),
	KUNIT_CASE(gone_test),
	KUNIT_CASE(write_test),
	KUNIT_CASE(msr_numbers_test),
	KUNIT_CASE(msr_fault_test),
	{}
};

static struct kunit_suite regspace_suite = {
	.name = "uncore_pmon_regspace",
	.test_cases = regspace_cases,
};

kunit_test_suite(regspace_suite);
