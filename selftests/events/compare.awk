# SPDX-License-Identifier: GPL-2.0-only
#
# Compares the tables with a reference, row by row:
#	awk -v processor=NAME -f compare.awk differences.tsv rows dump.tsv
# Rows are box, name, config, counters, level; "-" for counters or level is not
# compared. Prints TAP, a test for each box, and each difference with its reason.

function problem(box, text)
{
	bad[box]++
	problems[box] = problems[box] "# " text "\n"
}

function explained(box, text)
{
	differences++
	lines[box] = lines[box] "# " text "\n"
}

function take(id, value)
{
	if (value != "" && value != wanted[id])
		return ""
	used[id] = 1
	return why[id]
}

# Takes a difference, so that one that is not needed shows at the end. That of
# the very name goes before that of a pattern.
function reason(kind, box, name, value,	id, part)
{
	id = kind SUBSEP box SUBSEP name
	if (id in why)
		return take(id, value)
	for (id in patterns) {
		split(id, part, SUBSEP)
		if (part[1] == kind && part[2] == box && name ~ patterns[id] &&
		    take(id, value) != "")
			return why[id]
	}
	return ""
}

# A shell pattern as a regular expression.
function expression(pattern)
{
	gsub(/[.]/, "[.]", pattern)
	gsub(/[*]/, ".*", pattern)
	gsub(/[?]/, ".", pattern)
	return "^" pattern "$"
}

# The same with the extra select bit, bit 21.
function selected(config)
{
	return substr(config, 1, 12) "2" substr(config, 14)
}

function expect(box, name, config, counters, level,	id, renamed)
{
	if (!(box in boxes)) {
		boxes[box] = 1
		order[++num_boxes] = box
	}
	expected[box]++
	if (reason("absent", box, name) != "") {
		explained(box, box " " name " is left out: " reason("absent", box, name))
		id = box SUBSEP name
		absent[id] = 1
		return
	}
	id = "name" SUBSEP box SUBSEP name
	if (id in why) {
		renamed = wanted[id]
		explained(box, box " " name " is called " renamed ": " reason("name", box, name))
		name = renamed
	}
	id = box SUBSEP name
	if (id in want_config)
		problem(box, "the reference has " box " " name " twice")
	want_config[id] = config
	want_counters[id] = counters
	want_level[id] = level
}

BEGIN {
	FS = "\t"
}

FNR == 1 {
	file++
	head = 0
}

/^#/ {
	next
}

!head {
	head = 1
	next
}

file == 1 {
	id = $1 SUBSEP $2 SUBSEP $3
	if (id in why)
		problem($2, "differences.tsv has " $1 " " $2 " " $3 " twice")
	why[id] = $5
	wanted[id] = $4
	if ($3 ~ /[*?]/)
		patterns[id] = expression($3)
	next
}

file == 2 {
	expect($1, $2, $3, $4, $5)
	next
}

{
	box = $1
	id = box SUBSEP $3
	if (id in seen) {
		problem(box, box " " $3 " is there twice")
		next
	}
	seen[id] = 1
	if (id in absent) {
		problem(box, box " " $3 " is there, differences.tsv says it is not")
		next
	}
	if (!(id in want_config)) {
		if (!(box in boxes)) {
			boxes[box] = 1
			order[++num_boxes] = box
		}
		why_not = reason("extra", box, $3)
		if (why_not != "")
			explained(box, box " " $3 " is added: " why_not)
		else
			problem(box, box " " $3 " is not in the reference")
		next
	}
	if ($4 != want_config[id]) {
		text = box " " $3 " is " $4 ", the reference says " want_config[id]
		why_not = reason("config", box, $3, $4)
		if (why_not == "" && $4 == selected(want_config[id]))
			why_not = reason("select", box, $3)
		if (why_not != "")
			explained(box, text ": " why_not)
		else
			problem(box, text)
	}
	if (want_counters[id] != "-" && $7 != want_counters[id])
		problem(box, box " " $3 " may use counters " $7 \
			", the reference says " want_counters[id])
	if (want_level[id] != "-" && $2 != want_level[id]) {
		text = box " " $3 " is on the " $2 " PMU"
		why_not = reason("level", box, $3, $2)
		if (why_not != "")
			explained(box, text ": " why_not)
		else
			problem(box, text)
	}
	if ($5 != "0x0" || $6 != "0x0") {
		text = box " " $3 " sets config1 to " $5 " and config2 to " $6
		why_not = reason("filter", box, $3, $5 " " $6)
		if (why_not != "")
			explained(box, text ": " why_not)
		else
			problem(box, text)
	}
}

END {
	for (id in want_config) {
		if (id in seen)
			continue
		split(id, part, SUBSEP)
		problem(part[1], part[1] " " part[2] " is not in the tables")
	}
	for (id in why) {
		if (id in used)
			continue
		split(id, part, SUBSEP)
		problem(part[2], "no such difference: " part[1] " " part[2] " " part[3])
		if (!(part[2] in boxes)) {
			boxes[part[2]] = 1
			order[++num_boxes] = part[2]
		}
	}
	if (file != 3 || !num_boxes) {
		print "not ok - compare: nothing to compare"
		exit 1
	}
	for (i = 1; i <= num_boxes; i++) {
		box = order[i]
		printf "%s", lines[box]
		printf "%s - %s %s: %d events of the reference\n", \
			bad[box] ? "not ok" : "ok", processor, box, expected[box]
		printf "%s", problems[box]
		failed += bad[box]
	}
	printf "# %d differences, all with a reason\n", differences
	exit failed != 0
}
