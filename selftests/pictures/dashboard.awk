#!/usr/bin/awk -f
# SPDX-License-Identifier: GPL-2.0-only
#
# The panels of tools/uncore/export/grafana.json as an SVG, two in a row, drawn from the answers of a Prometheus. Input:
#
#	panel<TAB>TITLE<TAB>UNIT			UNIT is Grafana's: Bps, percentunit, ops, none
#	query<TAB>LEGEND				with {{LABEL}} for the value of a label
#	{LABEL="VALUE", ...} =>				a series, as `promtool query range` prints it
#	VALUE @[SECONDS]
#
# Grafana itself is not used: this shows what the queries return, not how Grafana looks.

function legend_of(labels,  text, part, label) {
	text = template
	while (match(text, /\{\{[a-z]+\}\}/)) {
		label = substr(text, RSTART + 2, RLENGTH - 4)
		part = ""
		if (match(labels, label "=\"[^\"]*\""))
			part = substr(labels, RSTART + length(label) + 2, RLENGTH - length(label) - 3)
		sub(/\{\{[a-z]+\}\}/, label == "instance" ? "" : part, text)
	}
	gsub(/^ +| +$/, "", text)
	return text
}

# A number with its unit, as an axis has it.
function with_unit(value, unit,  prefix, n) {
	if (unit == "percentunit")
		return sprintf("%.3g %%", value * 100)
	for (n = 1; value >= 1000 && n < 5; n++)
		value /= 1000
	prefix = substr(" kMGT", n, 1)
	sub(/ /, "", prefix)
	if (unit == "Bps")
		return sprintf("%.3g %sB/s", value, prefix)
	return sprintf("%.3g%s%s", value, prefix == "" ? "" : " " prefix, unit == "ops" ? "/s" : "")
}

# The next of 1, 2, 2.5 and 5 times a power of ten.
function round_up(value,  power) {
	if (value <= 0)
		return 1
	power = exp(log(10) * int(log(value) / log(10) + (value < 1 ? -0.9999 : 0.0001)))
	while (value > power * 1.01)
		power *= value <= power * 2.02 ? 2 : value <= power * 2.52 ? 2.5 : value <= power * 5.05 ? 5 : 10
	return power
}

function draw(panel,  left, upper, top, i, s, n, x, y, line) {
	left = panel % 2 * (WIDTH + GAP)
	upper = int(panel / 2) * (HEIGHT + GAP)
	top = round_up(most[panel])
	printf "<g transform=\"translate(%d %d)\"><rect class=\"panel\" width=\"%d\" height=\"%d\" rx=\"4\"/>\n", left, upper, WIDTH, HEIGHT
	printf "<text class=\"title\" x=\"14\" y=\"24\">%s</text>\n", title[panel]
	for (i = 0; i <= 4; i++) {
		y = 190 - 37 * i
		printf "<line x1=\"92\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/><text class=\"y\" x=\"86\" y=\"%d\">%s</text>\n", WIDTH - 14, y, y, y + 4, with_unit(top * i / 4, unit[panel])
	}
	for (i = 0; i <= 4; i++)
		printf "<text class=\"x\" x=\"%d\" y=\"207\">%d s</text>\n", 92 + (WIDTH - 106) * i / 4, (last - first) * i / 4
	for (s = 0; s < series[panel]; s++) {
		n = points[panel, s]
		line = ""
		for (i = 0; i < n; i++) {
			x = 92 + (WIDTH - 106) * (time[panel, s, i] - first) / (last > first ? last - first : 1)
			line = line sprintf("%.1f,%.1f ", x, 190 - 148 * value[panel, s, i] / top)
		}
		printf "<polyline stroke=\"%s\" points=\"%s\"/>\n", COLOUR[s % 6], line
		x = 92 + s % 2 * (WIDTH - 106) / 2
		y = 230 + int(s / 2) * 18
		printf "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"3\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text>\n", x, y - 5, COLOUR[s % 6], x + 20, y, name[panel, s]
	}
	if (!series[panel])
		printf "<text class=\"x\" x=\"%d\" y=\"110\">no data</text>\n", WIDTH / 2
	print "</g>"
}

BEGIN {
	FS = "\t"
	WIDTH = 560
	HEIGHT = 262
	GAP = 12
	split("#2563eb #dc2626 #059669 #d97706 #7c3aed #0891b2", list, " ")
	for (i = 1; i <= 6; i++)
		COLOUR[i - 1] = list[i]
	panels = 0
}

$1 == "panel" { title[panels] = $2; unit[panels] = $3; panels++; next }
$1 == "query" { template = $2; next }
/=>$/ {
	s = series[panels - 1]++
	name[panels - 1, s] = legend_of($0)
	next
}
/@\[/ {
	split($0, part, " @\\[")
	at = part[2] + 0
	p = panels - 1
	i = points[p, s]++
	time[p, s, i] = at
	value[p, s, i] = part[1] + 0
	if (part[1] + 0 > most[p])
		most[p] = part[1] + 0
	if (!first || at < first)
		first = at
	if (at > last)
		last = at
}

END {
	rows = int((panels + 1) / 2)
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-%d -%d %d %d\" width=\"%d\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n", GAP, GAP, 2 * WIDTH + 3 * GAP, rows * (HEIGHT + GAP) + GAP, 2 * WIDTH + 3 * GAP
	printf "<title>%s</title>\n", heading
	print "<style>text { fill: #1f2937 } .title { font-size: 14px; font-weight: 600 } .x { text-anchor: middle; fill: #6b7280 } .y { text-anchor: end; fill: #6b7280 } .panel { fill: #fff; stroke: #d1d5db } line { stroke: #e5e7eb } polyline { fill: none; stroke-width: 1.8 }</style>"
	printf "<rect x=\"-%d\" y=\"-%d\" width=\"100%%\" height=\"100%%\" fill=\"#f3f4f6\"/>\n", GAP, GAP
	for (p = 0; p < panels; p++)
		draw(p)
	print "</svg>"
}
