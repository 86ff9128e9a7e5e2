# SPDX-License-Identifier: GPL-2.0-only
# Makes the page on metrics of processors/*/metrics.tsv, for metrics_page.

function title(text, line,   rule) {
	rule = text
	gsub(/./, line, rule)
	print "\n" text "\n" rule "\n"
}

BEGIN {
	FS = "\t"
	names["emr"] = "Emerald and Sapphire Rapids"
	names["gnr"] = "Granite Rapids"
	names["srf"] = "Sierra Forest and Clearwater Forest"
	names["grr"] = "Grand Ridge"
	names["snbep"] = "Sandy Bridge-EP"
	names["ivbep"] = "Ivy Bridge-EP and -EX"
	names["nhmex"] = "Nehalem-EX and Westmere-EX"
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
