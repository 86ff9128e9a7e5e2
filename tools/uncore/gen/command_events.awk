# SPDX-License-Identifier: GPL-2.0-only
# Compiles processors/*/events.tsv into command_events_data.c; checks what a row alone can show.

function stop(text) {
	print FILENAME ":" FNR ": " text >"/dev/stderr"
	failed = 1
	exit 1
}

BEGIN {
	FS = "\t"
	print "/* Made by gen/command_events.awk of processors/. */\n\n#include <stddef.h>\n\n#include \"machine/processor.h\""
}

FNR == 1 {
	if (processor)
		print "\t{ 0 }\n};"
	processor = FILENAME
	sub(/\/events\.tsv$/, "", processor)
	sub(/.*\//, "", processor)
	printf "\nconst struct command_event %s_command_events[] = {\n", processor
	head = 0
}

/^#/ || /^$/ { next }

!head {
	if ($0 != "command\tname\tevent\tfactor\ttext")
		stop("unknown columns")
	head = 1
	next
}

{
	if (NF != 5)
		stop(NF " columns")
	if ((processor, $1, $2) in seen)
		stop($1 " has " $2 " already")
	seen[processor, $1, $2] = 1
	if ($0 ~ /["\\]/ || $1 !~ /^[a-z.]+$/ || $2 !~ /^[a-z0-9_.]+$/ || $3 !~ /^[a-z0-9_]+\/[^\/]+\/$/ ||
	    $4 !~ /^[0-9][0-9.e-]*( \/ [0-9]+)?$/)
		stop("bad row")
	printf "\t{ \"%s\", \"%s\", \"%s\", %s, \"%s\" },\n", $1, $2, $3, $4, $5
}

END {
	if (!failed)
		print "\t{ 0 }\n};"
}
