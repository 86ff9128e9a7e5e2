# SPDX-License-Identifier: GPL-2.0-only
#
# Compares the tables with a reference, row by row:
#	awk -v processor=NAME [-v partial=1] -f reasons.awk -f compare.awk differences.tsv rows dump.tsv
# Rows are box, name, config, counters, level; "-" for counters or level is not
# compared. With partial=1 the tables may have more than the reference. Prints TAP, a test for each
# box, and each difference with its reason.

# The same with the extra select bit, bit 21.
function selected(config)
{
	return substr(config, 1, 12) "2" substr(config, 14)
}

function expect(box, name, config, counters, level,	id)
{
	see_box(box)
	expected[box]++
	name = alias_of(box, name)
	if (name == "")
		return
	id = box SUBSEP name
	if (id in want_config)
		problem(box, "the reference has " box " " name " twice")
	want_config[id] = config
	want_counters[id] = counters
	want_level[id] = level
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
		if (partial)
			next
		see_box(box)
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
	if (want_level[id] != "-" && $2 != want_level[id])
		judge_difference("level", box, $3, $2, box " " $3 " is on the " $2 " PMU")
	if ($5 != "0x0" || $6 != "0x0")
		judge_difference("filter", box, $3, $5 " " $6,
			box " " $3 " sets config1 to " $5 " and config2 to " $6)
}

END {
	for (id in want_config) {
		if (id in seen)
			continue
		split(id, part, SUBSEP)
		problem(part[1], part[1] " " part[2] " is not in the tables")
	}
	verdict(3, "the reference")
}
