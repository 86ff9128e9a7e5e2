# SPDX-License-Identifier: GPL-2.0-only
#
# The second judge: every event of Intel's own list for a processor, by code, masks, extra select
# bit, counters and filters; and whether it requires the masks of an IIO. Fewer counters than in the
# list are a difference of the kind "counters", counters that the list does not have of the kind
# "wider".
#	awk -v processor=NAME [-v whole=1] -f reasons.awk -f judge.awk intel_differences.tsv
#		intel_filters.tsv boxes.tsv aliases.tsv dump.tsv intel.tsv
# aliases.tsv is what the reference pages say of each alias, see alias_lines() in run. A list can be
# that of several processors, whose names are in the column only. With whole=1 the tables must not
# have other events either; otherwise what only the guide has is not of interest, compare.awk does
# that. Prints TAP as compare.awk does.

# "4-7" as the set 0xf0
function counter_set(range,	ends, i, set)
{
	if (split(range, ends, "-") == 1)
		ends[2] = ends[1]
	for (i = ends[1]; i <= ends[2]; i++)
		set += 2 ^ i
	return sprintf("0x%x", set)
}

function number(hex,	i, value)
{
	for (i = 3; i <= length(hex); i++)
		value = value * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
	return value
}

function or(a, b,	bit, value)
{
	for (bit = 1; a || b; bit *= 2) {
		if (a % 2 || b % 2)
			value += bit
		a = int(a / 2)
		b = int(b / 2)
	}
	return value
}

# Does the first set have what the second has not? On such a counter the event may count 0.
function has_more(ours, theirs)
{
	return or(number(ours), number(theirs)) != number(theirs)
}

# Sorted and without repetitions: "a+b"
function set_of(names,	list, n, i, j, name, out)
{
	n = split(names, list, "+")
	for (i = 2; i <= n; i++) {
		name = list[i]
		for (j = i - 1; j > 0 && list[j] > name; j--)
			list[j + 1] = list[j]
		list[j + 1] = name
	}
	for (i = 1; i <= n; i++)
		if (list[i] != "" && list[i] != "-" && (i == 1 || list[i] != list[i - 1]))
			out = out (out == "" ? "" : "+") list[i]
	return out == "" ? "-" : out
}

# Upper half of config: the extension, and an IIO's port and class masks, which are bits of it.
function extension()
{
	if (!("ext" in column))
		return "00000000"
	return sprintf("%08x", or(number($column["ext"]), or(number($column["ports"]) * 16,
		       number($column["classes"]) * class_unit())))
}

# The lowest bit of an IIO's class mask, in the upper half of config.
function class_unit()
{
	return "fc_mask=config:44-46" in format ? 4096 : 65536
}

function config_of(	select)
{
	select = "select" in column && $column["select"] == "1" ? "0020" : "0000"
	return "0x" extension() select substr($column["umask"], 3) substr($column["code"], 3)
}

# Where the list has both masks, the event counts nothing without one of them.
function has_masks()
{
	return "ports" in column && number($column["ports"]) && number($column["classes"]) ? 1 : 0
}

# The list's names of register fields as formats.
function filters_of(text,	list, n, i, out)
{
	if (text == "-")
		return "-"
	n = split(text, list, ",")
	for (i = 1; i <= n; i++) {
		if (!(list[i] in formats_of)) {
			problem($1, "intel_filters.tsv has no " list[i])
			continue
		}
		needed[list[i]] = 1
		out = out "+" formats_of[list[i]]
	}
	return set_of(out)
}

file == 2 && $1 == processor {
	if ($2 in formats_of)
		problem($1, "intel_filters.tsv has " $2 " twice")
	formats_of[$2] = $3
	bits_of[$2] = $4
	next
}

file == 2 {
	next
}

file == 3 {
	n = split($column["formats"], list, " ")
	for (i = 1; i <= n; i++)
		format[list[i]] = 1
	next
}

# box, name, terms, remark
file == 4 {
	names = ""
	n = split($3, list, ",")
	for (i = 1; i <= n; i++)
		if (list[i] ~ /^(filter_|match|mask)/) {
			sub(/=.*/, "", list[i])
			names = names "+" list[i]
		}
	remark = $4
	if (remark ~ /needs a filter register/)
		names = names "+register"
	if (match(remark, /\(give [^)]*\)/)) {
		remark = substr(remark, RSTART, RLENGTH)
		while (match(remark, /``[a-z0-9_]+``/)) {
			names = names "+" substr(remark, RSTART + 2, RLENGTH - 4)
			remark = substr(remark, RSTART + RLENGTH)
		}
	}
	our_filters[$1, $2] = set_of(names)
	next
}

file == 5 {
	our_config[$1, $3] = $4
	our_counters[$1, $3] = $7
	our_masks[$1, $3] = int(number($8) / 4) % 2	# PMON_EVENT_CHANNEL
	next
}

!of_processor() {
	next
}

{
	box = $1
	see_box(box)
	expected[box]++
	name = tolower($2)
	alias = alias_of(box, name)
	if ((box, alias == "" ? name : alias) in our_config) {
		if (alias == "") {
			problem(box, box " " name " is there, the differences say it is not")
			next
		}
	} else {
		if (alias != "")
			problem(box, box " " alias " is not in the tables")
		next
	}
	seen[box, alias] = 1
	config = config_of()
	if (our_config[box, alias] != config)
		judge_difference("config", box, name, our_config[box, alias],
			box " " name " is " our_config[box, alias] ", the list says " config)
	counters = counter_set($column["counters"])
	if (our_counters[box, alias] != counters)
		judge_difference(has_more(our_counters[box, alias], counters) ? "wider" : "counters", box, name, our_counters[box, alias],
			box " " name " may use counters " our_counters[box, alias] \
			", the list says " counters)
	if (our_masks[box, alias] != has_masks())
		judge_difference("masks", box, name, our_masks[box, alias],
			box " " name (has_masks() ? " does not require" : " requires") \
			" the masks of port and class, the list says otherwise")
	filters = filters_of($column["filter"])
	if (our_filters[box, alias] != filters)
		judge_difference("filter", box, name, our_filters[box, alias],
			box " " name " has the filters " our_filters[box, alias] \
			", the list says " filters)
}

# Events that are not in the list.
function judge_others(	id, part)
{
	for (id in our_config) {
		if (id in seen)
			continue
		split(id, part, SUBSEP)
		see_box(part[1])
		judge_difference("extra", part[1], part[2], "",
			part[1] " " part[2] " is not in the list")
	}
}

END {
	if (whole)
		judge_others()
	for (id in formats_of) {
		if (!(id in needed))
			problem(processor, "no event has the filter " id)
		n = split(formats_of[id], list, "+")
		split(bits_of[id], bits, "+")
		for (i = 1; i <= n; i++)
			if (bits[i] != "-" && !((list[i] "=" bits[i]) in format))
				problem(processor, list[i] " is not " bits[i])
	}
	verdict(6, "Intel's list")
}
