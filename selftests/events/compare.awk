# SPDX-License-Identifier: GPL-2.0-only
#
# Compares the tables with the reference, row by row:
#	awk -f compare.awk differences.tsv emr_reference.tsv dump.tsv
# Prints TAP, a test for each box, and each difference with its reason.

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

# "4-7" as the set 0xf0
function counter_set(range,	ends, i, set)
{
	split(range, ends, "-")
	if (ends[2] == "")
		ends[2] = ends[1]
	for (i = ends[1]; i <= ends[2]; i++)
		set += 2 ^ i
	return sprintf("0x%x", set)
}

# Takes a difference, so that one that is not needed shows at the end.
function reason(kind, box, name, value,	id)
{
	id = kind SUBSEP box SUBSEP name
	if (!(id in why) || (value != "" && value != wanted[id]))
		return ""
	used[id] = 1
	return why[id]
}

# A shell pattern as a regular expression.
function expression(pattern)
{
	gsub(/[.]/, "[.]", pattern)
	gsub(/[*]/, ".*", pattern)
	gsub(/[?]/, ".", pattern)
	return "^" pattern "$"
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
	if ($1 == "extra")
		patterns[id] = expression($3)
	next
}

file == 2 {
	name = tolower($3 == "-" ? $2 : $2 "." $3)
	config = "0x" substr($6, 3) "0000" substr($5, 3) substr($4, 3)
	set = counter_set($7)
	if ($1 == "cms") {
		# M2M has a list of its own, with the bit it needs.
		expect("cha", name, config, set, "type")
		expect("m2pcie", name, config, set, "type")
		expect("m3upi", name, config, set, "type")
	} else {
		expect($1, name, config, set, $1 == "pcu" ? "unit" : "type")
	}
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
		for (key in patterns) {
			split(key, part, SUBSEP)
			if (part[2] == box && $3 ~ patterns[key]) {
				used[key] = 1
				explained(box, box " " $3 " is added: " why[key])
				next
			}
		}
		problem(box, box " " $3 " is not in the reference")
		next
	}
	if ($4 != want_config[id]) {
		text = box " " $3 " is " $4 ", the reference says " want_config[id]
		why_not = reason("config", box, $3, $4)
		if (why_not != "")
			explained(box, text ": " why_not)
		else
			problem(box, text)
	}
	if ($6 != want_counters[id])
		problem(box, box " " $3 " may use counters " $6 \
			", the reference says " want_counters[id])
	if ($2 != want_level[id]) {
		text = box " " $3 " is on the " $2 " PMU"
		why_not = reason("level", box, $3, $2)
		if (why_not != "")
			explained(box, text ": " why_not)
		else
			problem(box, text)
	}
	if ($5 != "0x0")
		problem(box, box " " $3 " sets config1")
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
		printf "%s - %s: %d events of the reference\n", \
			bad[box] ? "not ok" : "ok", box, expected[box]
		printf "%s", problems[box]
		failed += bad[box]
	}
	printf "# %d differences, all with a reason\n", differences
	exit failed != 0
}
