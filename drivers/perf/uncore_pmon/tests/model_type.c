// SPDX-License-Identifier: GPL-2.0-only
/*
 * The machine of the random test: a box type with random features, and the kinds of its hardware
 * events. See model.h.
 */
#include <linux/device.h>
#include <linux/err.h>

#include "count/count.h"
#include "count/engine.h"
#include "model_hw.h"

#define FILTER(i, bits)		.mask = (bits), .offset = FILTERS + 8 * (i)

#define RESOURCES(in_companion, ...)							\
	[BAND_VALUES] = { FILTER(BAND_VALUES, GENMASK_ULL(47, 0)) },			\
	[FILTER_A] = { FILTER(FILTER_A, GENMASK_ULL(47, 32)), .companion = in_companion }, \
	[FILTER_B] = { FILTER(FILTER_B, GENMASK_ULL(7, 0)), __VA_ARGS__ },		\
	[GATE_OF_B] = { FILTER(GATE_OF_B, GATE) },					\
	[TWIN_MATCH] = { FILTER(TWIN_MATCH, U32_MAX), .gated = true, .gate = TWIN_SWITCH }, \
	[TWIN_SWITCH] = { FILTER(TWIN_SWITCH, U32_MAX) },				\
	[SECOND_TWIN] = { FILTER(SECOND_TWIN, U32_MAX), .gated = true,			\
			  .gate = SECOND_TWIN + 1 },					\
	[SECOND_TWIN + 1] = { FILTER(SECOND_TWIN + 1, U32_MAX) },			\
	{}

static const struct pmon_resource resources[] = { RESOURCES(false) };
static const struct pmon_resource gated_resources[] = {
	RESOURCES(false, .gated = true, .gate = GATE_OF_B)
};

static const struct pmon_resource companion_resources[] = { RESOURCES(true) };

#define BAND_RULE(n)		{ SELECT, FIRST_BAND + (n), BAND_VALUES, 1, GENMASK_ULL(47, 32) }

#define RULES										\
	{ WITH_A, WITH_A, FILTER_A, 1, GENMASK_ULL(47, 32) },				\
	{ WITH_B, WITH_B, FILTER_B, 1, GENMASK_ULL(55, 48), -48 }

static const struct pmon_filter_rule rules[] = { RULES, {} };
static const struct pmon_filter_rule gated_rules[] = {
	RULES, { WITH_B, WITH_B, GATE_OF_B, 1, 0, 0, GATE }, {}
};

/* Bands have a field in common, too. */
static const struct pmon_filter_rule band_rules[] = {
	RULES, BAND_RULE(0), BAND_RULE(1), BAND_RULE(2), BAND_RULE(3), {}
};

static const struct pmon_choice_rule bands[] = {
	{ SELECT, FIRST_BAND, BANDS, 0, { { BAND_VALUES, 0, 1, GENMASK_ULL(7, 0), 8 } } },
	{}
};

static const struct pmon_choice_rule twins[] = {
	{ SELECT, FIRST_BAND, TWINS, 0, {
		{ TWIN_MATCH, TWIN_STEP, 1, U32_MAX },
		{ TWIN_SWITCH, TWIN_STEP, 0, TWIN_CONFIG, 0, 40 },
	} },
	{}
};

#define FIELDS							\
	{ "event", 0, GENMASK_ULL(7, 0) },			\
	{ "umask", 0, GENMASK_ULL(15, 8) | GENMASK_ULL(63, 32) },	\
	{ "a_en", 0, WITH_A },					\
	{ "b_en", 0, WITH_B },					\
	{ "band", 1, GENMASK_ULL(31, 0) },			\
	{ "filter_a", 1, GENMASK_ULL(47, 32) },			\
	{ "filter_b", 1, GENMASK_ULL(55, 48) }

static const struct pmon_field fields[] = { FIELDS, {} };

/* Including the driver's own formats. */
static const struct pmon_field unit_fields[] = {
	FIELDS, { "snapshot", 1, PMON_SNAPSHOT }, {}
};

static const struct pmon_field type_fields[] = {
	FIELDS, { "unit_mask", 2, ~0ULL }, { "snapshot", 1, PMON_SNAPSHOT }, {}
};

const struct pmon_field *model_fields(bool type)
{
	return type ? type_fields : unit_fields;
}

/* Events for some counters only. */
static const struct pmon_event_constraint constraints[] = {
	{ SELECT, 4, BIT(0) },
	{ SELECT, 5, BIT(1) | BIT(2) },
	{ SELECT, 6, BIT(0) | BIT(1) },
	{ SELECT, FIRST_MESH, 0xff, PMON_EVENT_CMS },
	{ SELECT, FIRST_MESH + 1, BIT(0) | BIT(3), PMON_EVENT_CMS },
};

static const struct pmon_extra extras[MODEL_EXTRAS] = {
	{ 0xff, FIXED_CONTROL, EXTRA_COUNTER, 0, 48, ENABLE, FIXED_CLEAR, MODEL_RATE },
	{ 0x10ff, PMON_NO_REGISTER, EXTRA_COUNTER + 8, 0, 36, 0, 0, MODEL_RATE },
	{ 0x20ff, PMON_NO_REGISTER, EXTRA_COUNTER + 16, 0, 48, 0, 0, MODEL_RATE },
};

static struct model_kind general_kind(struct model *model, unsigned int code)
{
	/* The umask distinguishes kinds of one code. */
	struct model_kind kind = {
		.config = code | (u64)(model->num_kinds + 1) << 8,
		.extra = -1,
		.mesh = code == FIRST_MESH || code == FIRST_MESH + 1,
	};

	if (model_random(model, 2))
		kind.config |= (u64)(1 + model_random(model, 3)) << 32;
	if (!model_random(model, 3)) {
		kind.config |= WITH_A;
		/* 0 is a valid value, too. */
		kind.config1 |= (u64)model_random(model, 3) << 32;
	}
	if (!model_random(model, 4)) {
		kind.config |= WITH_B;
		kind.config1 |= (u64)(1 + model_random(model, 2)) << 48;
	}
	kind.counters = pmon_event_table_counters(&model->table, kind.config);
	kind.counters &= BIT(model->general) - 1;
	return kind;
}

static struct model_kind plain_kind(struct model *model)
{
	struct model_kind kind = { .config = model->num_kinds, .extra = -1 };

	kind.counters = pmon_event_table_counters(&model->table, kind.config);
	kind.counters &= BIT(model->general) - 1;
	return kind;
}

static struct model_kind band_kind(struct model *model)
{
	struct model_kind kind = {
		.config = FIRST_BAND | (u64)(model->num_kinds + 1) << 8,
		.counters = BIT(model->general) - 1,
		.extra = -1,
		.band = 1 + model_random(model, 6),
	};

	/* One of two values, but mostly the same. */
	if (model->type.rules == band_rules && !model_random(model, 4))
		kind.config1 = BIT_ULL(32);
	return kind;
}

static struct model_kind twin_kind(struct model *model)
{
	struct model_kind kind = {
		.config = FIRST_BAND | (u64)(model->num_kinds + 1) << 8 |
			  FIELD_PREP(TWIN_CONFIG, model_random(model, 3)),
		.config1 = model_random(model, 3),
		.counters = BIT(model->general) - 1,
		.extra = -1,
		.twin = true,
	};

	return kind;
}

static void choose_kinds(struct model *model)
{
	unsigned int i;

	for (i = 0; i < MODEL_EXTRAS; i++)
		model->kinds[model->num_kinds++] = (struct model_kind){
			.config = extras[i].config, .extra = i,
		};
	while (model->num_kinds < MODEL_KINDS) {
		struct model_kind *kind = &model->kinds[model->num_kinds];

		if (model->options.plain)
			*kind = plain_kind(model);
		else if (model->type.choices == bands && !model_random(model, 2))
			*kind = band_kind(model);
		else if (model->type.choices == twins && !model_random(model, 2))
			*kind = twin_kind(model);
		else
			*kind = general_kind(model, 1 + model_random(model, 8));
		model->num_kinds++;
	}
}

static void plain_type(struct model *model)
{
	model->width = 48;
	model->general = 4;
	memcpy(model->extras, extras, sizeof(extras));
	model->layout = (struct pmon_layout){
		.has_control = true,
		.freeze = UNIT_FREEZE,
		.reset = UNIT_RESET,
		.clear = CLEAR,
		.freeze_on_overflow = FREEZE_ON_OVERFLOW,
	};
	model->table = (struct pmon_event_table){
		.box = "model",
		.fields = fields,
		.constraints = constraints,
		.num_constraints = ARRAY_SIZE(constraints),
		.counters = 0xff,
	};
	model->type = (struct pmon_box_type){
		.name = "model",
		.number = 0x7e57,
		.max_id = MODEL_UNITS - 1,
		.fields = fields,
		.control = EVENT,
		.layout = &model->layout,
		.resources = resources,
		.rules = rules,
		.extras = model->extras,
		.num_extras = MODEL_EXTRAS,
	};
}

static void choose_filters(struct model *model)
{
	struct pmon_box_type *type = &model->type;

	switch (model_random(model, 5)) {
	case 0:
		type->choices = bands;
		break;
	case 1:
		type->choices = bands;
		type->rules = band_rules;
		break;
	case 2:
		type->choices = twins;
		type->control &= ~TWIN_CONFIG;
		break;
	}
	/* The S box of Nehalem-EX. */
	if (type->rules == rules && model_random(model, 2)) {
		model->gated = true;
		type->rules = gated_rules;
		type->resources = gated_resources;
	} else if (model_random(model, 2)) {
		/* The QPI boxes of Sandy Bridge-EP. */
		type->resources = companion_resources;
	}
}

/* Features that a plain unit does not have. */
static void choose_features(struct model *model)
{
	static const unsigned int widths[] = { 32, 36, 44, 48, 48 };
	unsigned int i;

	model->halves = model_random(model, 2);
	model->resets_fixed = model_random(model, 2);
	model->single = model_random(model, 2);
	/* The freeze does not reach all units. */
	if (!model_random(model, 4))
		model->type.no_freeze_ids = BIT(model_random(model, MODEL_UNITS));
	model->width = widths[model_random(model, ARRAY_SIZE(widths))];
	model->general = 2 << model_random(model, 3);
	for (i = 0; i < MODEL_EXTRAS; i++)
		model->extras[i].width = widths[model_random(model, ARRAY_SIZE(widths))];
	model->type.mesh_exclusive = !model_random(model, 4);
	choose_filters(model);
	if (model_random(model, 4))
		return;
	/* Home agents of Sandy Bridge-EP. */
	model->layout.clear = 0;
	model->layout.freeze_on_overflow = 0;
	model->layout.enable = ENABLE;
	if (model->halves || model_random(model, 2))
		return;
	/* Nehalem-EX. All registers are MSRs. */
	model->enables = true;
	model->layout.freeze = 0;
	model->layout.unfreeze = UNIT_ENABLE;
	model->layout.reset = UNIT_ENABLE;
	model->layout.zeroes = true;
}

/* The driver knows no rate of a general counter. With one, wrong readings can be smaller. */
static void set_rates(struct pmon_unit *unit)
{
	unsigned int i;

	for (i = 0; i < unit->num_general; i++) {
		struct pmon_counter *counter = &unit->counters[i];

		counter->rate = MODEL_RATE;
		counter->period = pmon_poll_period_ns(counter->width, MODEL_RATE);
	}
}

/* Not all units of a type have all of its registers. */
static void choose_registers(struct model *model, struct model_unit *unit)
{
	unit->general = model->general;
	if (model->options.plain)
		return;
	if (!model_random(model, 4))
		unit->general -= model->general / 2;
	if (!model_random(model, 4))
		unit->missing = model_random(model, BIT(MODEL_EXTRAS));
}

static int create_unit(struct model *model, unsigned int id)
{
	/* An MSR unit for set-up, which does not access the registers. */
	struct pmon_unit_desc desc = {
		.unit = {
			.type = model->type.number, .id = id,
			.access = PMON_ACCESS_MSR, .control = 0x2000,
			.width = model->width,
			.control_offset = control_at(model, 0),
			.counter_offset = counter_at(model, 0),
			.status_offset = status_at(model),
			/* Two units have a bit in common. */
			.status_position = id < 2 ? 5 : 40,
			.stride = {
				.control = model->halves ? 8 : 1,
				.counter = model->halves ? 8 : 1,
			},
		},
		.verdict = PMON_OK,
	};
	struct model_unit *unit = &model->units[id];
	unsigned int i;

	unit->model = model;
	unit->id = id;
	choose_registers(model, unit);
	desc.unit.num_counters = unit->general;
	unit->unit = pmon_unit_create(model->die, &model->type, &desc);
	if (IS_ERR(unit->unit))
		return PTR_ERR(unit->unit);
	set_rates(unit->unit);
	unit->unit->space.ops = model->halves ? &model_pci_ops : &model_msr_ops;
	unit->unit->space.mmio = (void __iomem __force *)unit;
	if (model->type.resources == companion_resources && model_random(model, 3))
		unit->unit->companion = unit->unit->space;
	model->unit_list[id] = unit->unit;
	model->die->units[model->die->num_units++] = unit->unit;

	/* Random initial values of counters, some near their wrap. */
	for (i = 0; i < model->general + MODEL_EXTRAS; i++)
		unit->counter[i] = model_hw_range(unit, i) - 1 - model_random(model, 2000);
	return 0;
}

void model_choose_type(struct model *model)
{
	plain_type(model);
	model->halves = model->options.pci;
	if (!model->options.plain)
		choose_features(model);
	choose_kinds(model);
}

int model_create_units(struct model *model)
{
	struct pmon_global *global = &model->die->overflow.global;
	unsigned int i;
	int error = 0;

	for (i = 0; i < MODEL_UNITS && !error; i++)
		error = create_unit(model, i);
	if (error || !model->layout.freeze_on_overflow)
		return error;
	global->space.ops = &model_global_ops;
	global->space.mmio = (void __iomem __force *)model;
	global->status_offset = GLOBAL_STATUS;
	global->usable = true;
	global->status_bits = 64;
	return 0;
}
