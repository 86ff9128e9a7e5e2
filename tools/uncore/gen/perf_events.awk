# SPDX-License-Identifier: GPL-2.0-only
# What perf calls the events of processors/*/metrics.tsv: goes before metrics_rst.awk or metrics_json.awk.

# The terms of an event by themselves, or BOX/TERMS/, or core/EVENT/: PMU/TERMS/, or the event of the cores.
function perf_event(processor, box, event,   named) {
	if (event ~ /^core\//) {
		gsub(/^core\/|\/$/, "", event)
		return event
	}
	if (split(event, named, "/") > 1)
		return perf_pmu(processor, named[1]) "/" named[2] "/"
	return perf_pmu(processor, box) "/" event "/"
}

function perf_pmu(processor, box) {
	return is_single(processor, box) ? "uncore_" box : "uncoreall_" box
}

# Box types of which a package has one unit, by a comment of its metrics: they have no PMU for all units.
/^# one unit a package: / {
	for (column = 6; column <= split($0, words, " "); column++)
		single[FILENAME, words[column]] = 1
}

function is_single(processor, box) {
	return (FILENAME, box) in single
}
