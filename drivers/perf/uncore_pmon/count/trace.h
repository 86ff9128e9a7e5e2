/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tracepoints: counts of units, samples, freezes, rejected events.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM uncore_pmon

#if !defined(_UNCORE_PMON_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define _UNCORE_PMON_TRACE_H

#include <linux/perf_event.h>
#include <linux/tracepoint.h>

#include "count/die.h"
#include "count/unit.h"

/*
 * The count of an event on one of its units, when perf's count changes. It
 * gives a value for each unit of an event on a type PMU.
 */
TRACE_EVENT(unit_count,
	TP_PROTO(const struct pmon_slot *slot, u64 id, u64 config),
	TP_ARGS(slot, id, config),
	TP_STRUCT__entry(
		__field(u64, id)
		__field(u64, config)
		__field(u64, count)
		__string(box, slot->unit->type->name ?: "type")
		__field(int, die)
		__field(u16, unit)
	),
	TP_fast_assign(
		__entry->id = id;
		__entry->config = config;
		__entry->count = slot->count - slot->gathered;
		pmon_assign_str(box, slot->unit->type->name ?: "type");
		__entry->die = slot->unit->die->die;
		__entry->unit = slot->unit->id;
	),
	TP_printk("id=%llu box=%s die=%d unit=%u config=%#llx count=%llu",
		  __entry->id, __get_str(box), __entry->die, __entry->unit,
		  __entry->config, __entry->count)
);

/* A sample, with the unit and the counter that overflowed. */
TRACE_EVENT(sample,
	TP_PROTO(const struct pmon_slot *slot, u64 id, u64 config, u64 period),
	TP_ARGS(slot, id, config, period),
	TP_STRUCT__entry(
		__field(u64, id)
		__field(u64, config)
		__field(u64, period)
		__string(box, slot->unit->type->name ?: "type")
		__field(int, die)
		__field(u16, unit)
		__field(u16, counter)
	),
	TP_fast_assign(
		__entry->id = id;
		__entry->config = config;
		__entry->period = period;
		pmon_assign_str(box, slot->unit->type->name ?: "type");
		__entry->die = slot->unit->die->die;
		__entry->unit = slot->unit->id;
		__entry->counter = slot->programmed.counter;
	),
	TP_printk("id=%llu box=%s die=%d unit=%u counter=%u config=%#llx period=%llu",
		  __entry->id, __get_str(box), __entry->die, __entry->unit,
		  __entry->counter, __entry->config, __entry->period)
);

/* The end of a freeze of a whole package. */
TRACE_EVENT(freeze,
	TP_PROTO(int die, u64 samples, u64 waited_ns, u64 handled_ns),
	TP_ARGS(die, samples, waited_ns, handled_ns),
	TP_STRUCT__entry(
		__field(int, die)
		__field(u64, samples)
		__field(u64, waited_ns)
		__field(u64, handled_ns)
	),
	TP_fast_assign(
		__entry->die = die;
		__entry->samples = samples;
		__entry->waited_ns = waited_ns;
		__entry->handled_ns = handled_ns;
	),
	TP_printk("die=%d samples=%llu waited_ns=%llu handled_ns=%llu",
		  __entry->die, __entry->samples, __entry->waited_ns,
		  __entry->handled_ns)
);

/* An event was refused at open. Gives the reason, as the errno is not specific. */
TRACE_EVENT(refused,
	TP_PROTO(const struct perf_event *event, int error, const char *reason),
	TP_ARGS(event, error, reason),
	TP_STRUCT__entry(
		__string(pmu, event->pmu->name)
		__field(u64, config)
		__field(u64, config1)
		__field(u64, config2)
		__field(int, cpu)
		__field(int, error)
		__string(reason, reason)
	),
	TP_fast_assign(
		pmon_assign_str(pmu, event->pmu->name);
		__entry->config = event->attr.config;
		__entry->config1 = event->attr.config1;
		__entry->config2 = event->attr.config2;
		__entry->cpu = event->cpu;
		__entry->error = error;
		pmon_assign_str(reason, reason);
	),
	TP_printk("pmu=%s config=%#llx config1=%#llx config2=%#llx cpu=%d error=%d reason=%s",
		  __get_str(pmu), __entry->config, __entry->config1,
		  __entry->config2, __entry->cpu, __entry->error,
		  __get_str(reason))
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH count
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
