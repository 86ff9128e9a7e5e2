# SPDX-License-Identifier: GPL-2.0-only
# Compiles metrics, and checks what a row alone can show:
#	awk -f gen/table.awk -f gen/metrics.awk processors/*/metrics.tsv >metrics_data.c

BEGIN {
	table = "metrics"
	type = "metric_definition"
	columns = "name\tunit\tdigits\tdefault\tevents\tformula\tdescription"
}

{
	if ((processor, $1) in seen)
		stop($1 " is there already")
	seen[processor, $1] = 1
	if ($1 !~ /^[a-z0-9]+\.[a-z0-9_.]+$/ || $3 !~ /^[0-9]$/)
		stop("bad row")
	box = $1
	sub(/\..*/, "", box)
	printf "\t{ \"%s\", \"%s\", \"%s\", %s, %d, \"%s\",\n\t  \"%s\", \"%s\" },\n", $1, box, $2, $3,
	       $4 == "default", $5, $6, $7
}
