# SPDX-License-Identifier: GPL-2.0-only
#
# What compare.awk and judge.awk share: the table of differences, which is their first file, and
# the verdict. A difference without a reason is a problem, and so is a reason without a difference.
# A row is that of the processors in its column only, "one+other", or of all.

function of_processor()
{
	return !("only" in column) || $column["only"] == "-" ||
		index("+" $column["only"] "+", "+" processor "+") > 0
}

function see_box(box)
{
	if (box in boxes)
		return
	boxes[box] = 1
	order[++num_boxes] = box
}

function problem(box, text)
{
	see_box(box)
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

# The differences of one kind: explained, or a problem.
function judge_difference(kind, box, name, value, text,	why_not)
{
	why_not = reason(kind, box, name, value)
	if (why_not != "")
		explained(box, text ": " why_not)
	else
		problem(box, text)
}

# The alias of an event of the reference, "" if it is left out on purpose.
function alias_of(box, name,	id)
{
	if (reason("absent", box, name) != "") {
		explained(box, box " " name " is left out: " reason("absent", box, name))
		absent[box, name] = 1
		return ""
	}
	id = "name" SUBSEP box SUBSEP name
	if (!(id in why))
		return name
	explained(box, box " " name " is called " wanted[id] ": " reason("name", box, name))
	return wanted[id]
}

function verdict(files, what,	id, part, i, box, failed)
{
	for (id in why) {
		if (id in used)
			continue
		split(id, part, SUBSEP)
		problem(part[2], "no such difference: " part[1] " " part[2] " " part[3])
	}
	if (file != files || !num_boxes) {
		print "not ok - compare: nothing to compare"
		exit 1
	}
	for (i = 1; i <= num_boxes; i++) {
		box = order[i]
		printf "%s", lines[box]
		printf "%s - %s %s: %d events of %s\n", bad[box] ? "not ok" : "ok", processor, \
			box, expected[box], what
		printf "%s", problems[box]
		failed += bad[box]
	}
	printf "# %d differences, all with a reason\n", differences
	exit failed != 0
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
	split("", column)
	for (i = 1; i <= NF; i++)
		column[$i] = i
	next
}

file == 1 && !of_processor() {
	next
}

file == 1 {
	id = $1 SUBSEP $2 SUBSEP $3
	if (id in why)
		problem($2, "the differences have " $1 " " $2 " " $3 " twice")
	why[id] = $5
	wanted[id] = $4
	if ($3 ~ /[*?]/)
		patterns[id] = expression($3)
	next
}
