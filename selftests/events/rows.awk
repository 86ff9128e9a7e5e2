# SPDX-License-Identifier: GPL-2.0-only
#
# A list of events as the rows that compare.awk takes:
#	awk -v processor=emr|snbep -v units="BOX..." -f rows.awk REFERENCE
# units: box types whose names are on the PMU of the unit.

# "4-7" as the set 0xf0; "-": the source does not say
function counter_set(range,	ends, i, set)
{
	if (range == "-")
		return range
	split(range, ends, "-")
	if (ends[2] == "")
		ends[2] = ends[1]
	for (i = ends[1]; i <= ends[2]; i++)
		set += 2 ^ i
	return sprintf("0x%x", set)
}

function row(box)
{
	print box, name, config, counter_set($7), (box in unit) ? "unit" : "type"
}

BEGIN {
	FS = OFS = "\t"
	count = split(units, list, " ")
	for (i = 1; i <= count; i++)
		unit[list[i]] = 1
	print "box", "name", "config", "counters", "level"
}

/^#/ || $1 == "box" {
	next
}

{
	name = tolower($3 == "-" ? $2 : $2 "." $3)
	if (processor == "emr")
		config = "0x" substr($6, 3) "0000" substr($5, 3) substr($4, 3)
	else
		config = "0x00000000" ($6 == "1" ? "0020" : "0000") \
			substr($5, 3) substr($4, 3)
}

# M2M has a list of its own, with the bit it needs.
processor == "emr" && $1 == "cms" {
	row("cha")
	row("m2pcie")
	row("m3upi")
	# The bit that M2M needs, too.
	config = "0x00800000" substr(config, 11)
	row("m2hbm")
	next
}

{
	row($1)
}
