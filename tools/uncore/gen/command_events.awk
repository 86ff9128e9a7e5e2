# SPDX-License-Identifier: GPL-2.0-only
# Compiles what commands count by default, and checks what a row alone can show:
#	awk -f gen/table.awk -f gen/command_events.awk processors/*/events.tsv >command_events_data.c

BEGIN {
	table = "command_events"
	type = "command_event"
	columns = "command\tname\tevent\tfactor\ttext"
}

{
	if ((processor, $1, $2) in seen)
		stop($1 " has " $2 " already")
	seen[processor, $1, $2] = 1
	if ($1 !~ /^[a-z_.]+$/ || $2 !~ /^[a-z0-9_.]+$/ ||
	    $3 !~ /^[a-z0-9_]+\/[^\/]+\/(\+[a-z0-9_]+\/[^\/]+\/)*$/ ||
	    $4 !~ /^[0-9][0-9.e-]*( \/ [0-9]+)?$/)
		stop("bad row")
	printf "\t{ \"%s\", \"%s\", \"%s\", %s, \"%s\" },\n", $1, $2, $3, $4, $5
}
