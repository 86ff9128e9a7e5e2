# SPDX-License-Identifier: GPL-2.0-only
# Compiles processors/*/metrics.tsv into metrics_data.c; checks what a row alone can show.

function stop(text) {
	print FILENAME ":" FNR ": " text >"/dev/stderr"
	failed = 1
	exit 1
}

BEGIN {
	FS = "\t"
	print "/* Made by gen/metrics.awk of processors/. */\n\n#include <stddef.h>\n\n#include \"machine/processor.h\""
}

FNR == 1 {
	if (processor)
		print "\t{ 0 }\n};"
	processor = FILENAME
	sub(/\/metrics\.tsv$/, "", processor)
	sub(/.*\//, "", processor)
	printf "\nconst struct metric_definition %s_metrics[] = {\n", processor
	head = 0
}

/^#/ || /^$/ { next }

!head {
	if ($0 != "name\tunit\tdigits\tdefault\tevents\tformula\tdescription")
		stop("unknown columns")
	head = 1
	next
}

{
	if (NF != 7)
		stop(NF " columns")
	if ((processor, $1) in seen)
		stop($1 " is there already")
	seen[processor, $1] = 1
	if ($0 ~ /["\\]/ || $1 !~ /^[a-z0-9]+\.[a-z0-9_.]+$/ || $3 !~ /^[0-9]$/)
		stop("bad row")
	box = $1
	sub(/\..*/, "", box)
	printf "\t{ \"%s\", \"%s\", \"%s\", %s, %d, \"%s\",\n\t  \"%s\", \"%s\" },\n", $1, box, $2, $3,
	       $4 == "default", $5, $6, $7
}

END {
	if (!failed)
		print "\t{ 0 }\n};"
}
