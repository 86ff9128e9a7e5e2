# SPDX-License-Identifier: GPL-2.0-only
# Makes the page on metrics of processors/*/metrics.tsv, for metrics_page.

function title(text, line,   rule) {
	rule = text
	gsub(/./, line, rule)
	print "\n" text "\n" rule "\n"
}

BEGIN {
	FS = "\t"
}

function has_metrics(processor,   i) {
	for (i = 1; i < ARGC; i++)
		if (index(ARGV[i], "/" processor "/metrics.tsv"))
			return 1
	return 0
}

# "A and B", then "C and D": "A, B, C and D"
function together(before, next_ones) {
	gsub(/ and /, ", ", before)
	return before (next_ones ~ / and / ? ", " : " and ") next_ones
}

# The driver's list of processors. One without metrics has those of the one that its events are shared with.
FILENAME ~ /\.h$/ {
	if (/^PMON_EVENTS\(/ && split($0, part, /[("]/) > 3) {
		gsub(/ or /, " and ", part[3])
		split(part[2], name, ", ")
		if (has_metrics(name[1]))
			names[name[1]] = part[3]
		else
			names[name[2]] = together(names[name[2]], part[3])
	}
	next
}

FILENAME ~ /\.rst$/ {
	print
	next
}

FNR == 1 {
	processor = FILENAME
	sub(/\/metrics\.tsv$/, "", processor)
	sub(/.*\//, "", processor)
	title(names[processor], "=")
	box = ""
}

/^#/ || $1 == "name" || NF != 7 { next }

{
	split($1, part, ".")
	if (part[1] != box) {
		box = part[1]
		title(box, "-")
	}
	command = ""
	n = split($5, events, " ")
	for (i = 1; i <= n; i++)
		command = command (i > 1 ? "," : "") perf_event(processor, box, events[i])
	unit = $2 == "count" ? "" : " in " ($2 == "%" ? "percent" : $2 == "per 1000" ? "thousandths" : $2)
	printf "**%s**%s%s: %s. %s::\n\n    perf stat -a -e %s -- sleep 1\n\n", $1, unit,
	       $4 == "default" ? ", shown by default" : "", $7, $6, command
}
