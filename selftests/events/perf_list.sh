#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# perf_list.sh PERF CPUID FORMATS DIRECTORY [texts]: the uncore events of perf's own list
# for a processor, lines "box name terms"; with texts, the box, the name and Intel's short and long
# description, separated by tabs. perf lists the events of PMUs that it finds: it is shown a sysfs
# with a PMU for each box type in the file FORMATS, lines "box format text", made below DIRECTORY.
set -euo pipefail

perf=$1
cpuid=$2
formats=$3
sysfs=$4
texts=${5:-}
devices=$sysfs/bus/event_source/devices

rm -rf "$sysfs"
mkdir -p "$sysfs/devices/system/cpu"
for file in online possible present; do
	echo 0 >"$sysfs/devices/system/cpu/$file"
done
while read -r box name text; do
	pmu=$devices/uncore_${box}_0
	mkdir -p "$pmu/format"
	echo 0 >"$pmu/cpumask"
	echo 100 >"$pmu/type"
	echo "$text" >"$pmu/format/$name"
done <"$formats"

# A name alone or in its PMU; the prefix of one or two letters says which box.
SYSFS_PATH=$sysfs PERF_CPUID=$cpuid "$perf" list --json 2>/dev/null | awk -F '"' -v texts="$texts" '
	function description() {
		sub(/^[^:]*: *"/, "")
		sub(/",?$/, "")
		gsub(/[ \t]+/, " ")
		return $0
	}
	$2 == "EventName" { name = $4; short = long = "" }
	$2 == "BriefDescription" { short = description() }
	$2 == "PublicDescription" { long = description() }
	$2 == "Encoding" && $4 ~ /^uncore_/ {
		split($4, encoding, "/")
		sub(/^uncore_/, "", encoding[1])
		sub(/_[0-9]+$/, "", encoding[1])
		sub(/\/$/, "", name)
		sub(/.*\//, "", name)
		if (name !~ /^unc_/)
			next
		sub(/^unc_[a-z0-9]+_/, "", name)
		if (texts)
			print encoding[1] "\t" name "\t" short "\t" long
		else
			print encoding[1], name, encoding[2]
	}' | sort -u
