# SPDX-License-Identifier: GPL-2.0-only
# Makes the descriptions of processors of the driver's list and of the files in processors/:
#	awk -v files="processors/emr/metrics.tsv ..." -f gen/processors.awk list.h >processors_data.c
# or, with -v perf=1, the list of perf's folders, each with the processor whose metrics it gets.
# A processor without metrics.tsv, events.tsv or sources.c has those of the one that its events are shared with.

function declare(type, array) {
	if (!perf && !(array in declared))
		printf "extern const struct %s %s;\n", type, array
	declared[array] = 1
	return array
}

# The processor whose file it is, or "".
function owner(name, file) {
	if (index(" " files " ", " processors/" name "/" file " "))
		return name
	if (index(" " files " ", " processors/" folder[name] "/" file " "))
		return folder[name]
	return ""
}

# The fields of a row: the last one is a string, which can have blanks.
function fields(   row) {
	row = $0
	sub(/^[A-Z_]*\(/, "", row)
	sub(/\)$/, "", row)
	return split(row, field, ", ")
}

BEGIN {
	num = 0
	if (!perf)
		print "/* Made by gen/processors.awk. */\n\n#include <stddef.h>\n\n#include \"machine/processor.h\"\n"
}

/^PMON_EVENTS\(/ {
	fields()
	number[field[1]] = num
	names[++num] = field[1]
	folder[field[1]] = field[2]
	title[field[1]] = field[3]
}

/^PMON_DESCRIPTION\(/ {
	fields()
	events[field[1]] = field[3]
}

/^PMON_MODEL\(/ {
	fields()
	name = events[field[6]]
	folders[name] = folders[name] " " field[7]
	models = models "\t{ " field[2] ", " field[3] ", " field[4] ", " field[5] ", &processors[" number[name] "] },\n"
}

END {
	for (i = 1; i <= num; i++) {
		name = names[i]
		metrics = owner(name, "metrics.tsv")
		commands = owner(name, "events.tsv")
		sources = owner(name, "sources.c")
		if (perf && metrics) {
			n = split(folders[name], field, " ")
			for (k = 1; k <= n; k++)
				print metrics "/" field[k]
		}
		if (!metrics || !commands) {
			print "gen/processors.awk: " name " has no metrics.tsv or events.tsv" >"/dev/stderr"
			exit 1
		}
		rows = rows "\t{ " title[name] ", \"" name "\", " \
			declare("box_type", name "_boxes[]") ", " declare("metric_definition", metrics "_metrics[]") ",\n\t  " \
			declare("command_event", commands "_command_events[]") ", " \
			(sources ? "&" declare("unit_sources", sources "_sources") : "NULL") " },\n"
	}
	if (perf)
		exit
	gsub(/\[\]/, "", rows)
	printf "\nconst struct processor processors[] = {\n%s\t{ 0 }\n};\n", rows
	printf "\nconst struct processor_model processor_models[] = {\n%s\t{ 0 }\n};\n", models
}
