# SPDX-License-Identifier: GPL-2.0-only
# Makes metrics of a processor in the form of perf's tools/perf/pmu-events/arch/x86/*/*.json:
#	awk -f gen/perf_events.awk -f gen/metrics_json.awk processors/emr/metrics.tsv >metrics.json
# Metrics that use `peak` are not among them: perf does not know the speed of the memory.

BEGIN {
	FS = "\t"
	# The clock of a unit, for perf to count the units with: the PMU for all units is one PMU, whatever it counts on.
	clock["cha"] = clock["upi"] = clock["pcu"] = "event=0x1"
	clock["cbox"] = "event=0x0"
	# Of Skylake-SP; no other processor has such a metric.
	clock["imc"] = "event=0x0"
	clock["qpi"] = "event=0x14"
	print "["
}

END {
	print "\n]"
}

# PMU/TERMS/ as a word of an expression: @ for /, and a backslash (two in JSON) before what could be an operator.
function word(event) {
	gsub(/\//, "@", event)
	gsub(/[-,=]/, "\\\\\\\\&", event)
	return event
}

# How many units of a box type the machine has.
function units(box) {
	if (is_single(processor, box))
		return "#num_packages"
	if (!(box in clock)) {
		print FILENAME ":" FNR ": no clock of " box >"/dev/stderr"
		exit 1
	}
	return "source_count(" word("uncore_" box "/" clock[box] "/") ") * #num_packages"
}

# The formula with the names of its events. A number such as 1e9 has no variable.
function expression(formula, box, events,   text, name) {
	while (match(formula, /[0-9.]+(e[0-9]+)?|[a-z]+/)) {
		name = substr(formula, RSTART, RLENGTH)
		text = text substr(formula, 1, RSTART - 1)
		formula = substr(formula, RSTART + RLENGTH)
		if (name == "time")
			name = "duration_time"
		else if (name == "units")
			name = "(" units(box) ")"
		else if (name ~ /^[a-z]/)
			name = word(perf_event(processor, box, events[index("abcdefghijklmnop", name)]))
		text = text name
	}
	return text formula
}

FNR == 1 {
	processor = FILENAME
	sub(/\/[^\/]*\.tsv$/, "", processor)
	sub(/.*\//, "", processor)
}

/^#/ || /^$/ || $1 == "name" || $6 ~ /peak/ { next }

{
	box = $1
	sub(/\..*/, "", box)
	split($5, events, " ")
	print (any++ ? ",\n" : "") "    {"
	printf "        \"BriefDescription\": \"%s\",\n", $7
	printf "        \"MetricExpr\": \"%s\",\n", expression($6, box, events)
	printf "        \"MetricGroup\": \"uncore_pmon;uncore_pmon_%s\",\n", box
	printf "        \"MetricName\": \"%s\"", $1
	if ($2 != "count") {
		unit = $2
		gsub(/ /, "_", unit)
		printf ",\n        \"ScaleUnit\": \"1%s\"", unit
	}
	printf "\n    }"
}
