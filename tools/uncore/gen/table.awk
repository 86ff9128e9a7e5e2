# SPDX-License-Identifier: GPL-2.0-only
# What the compilers of processors/*/*.tsv share: goes before metrics.awk or command_events.awk. These set
#	table		what is behind the processor in the array's name
#	type		of a row in C
#	columns		the first line of each file, without comments
# and print a row for each line that comes as far as them, or stop().

function stop(text) {
	print FILENAME ":" FNR ": " text >"/dev/stderr"
	failed = 1
	exit 1
}

BEGIN {
	FS = "\t"
	print "/* Made of processors/ by a program in gen/. */\n\n#include <stddef.h>\n\n#include \"machine/processor.h\""
}

FNR == 1 {
	if (processor)
		print "\t{ 0 }\n};"
	processor = FILENAME
	sub(/\/[^\/]*\.tsv$/, "", processor)
	sub(/.*\//, "", processor)
	printf "\nconst struct %s %s_%s[] = {\n", type, processor, table
	head = 0
}

/^#/ || /^$/ { next }

!head {
	if ($0 != columns)
		stop("unknown columns")
	head = split(columns, names, "\t")
	next
}

NF != head { stop(NF " columns") }

/["\\]/ { stop("bad row") }

END {
	if (!failed)
		print "\t{ 0 }\n};"
}
