# SPDX-License-Identifier: GPL-2.0-only
# For the tests that open the events of perf's own lists.
. /test/perf_configs.sh
BATCH=75

# Any PMU of a type: the list says `uncore_cha` for all of `uncore_cha_0` ...
real_pmus() {
	sed 's|\(uncore_[a-z0-9_]*\)/|\1 |' "$1" | while read -r name pmu terms; do
		[ -d "$PMUS/$pmu" ] || pmu=${pmu}_0
		echo "$name $pmu/$terms"
	done
}

# json_list PERF: the uncore events of perf's list whose PMU is there, with their terms
json_list() {
	"/opt/perf-$1/bin/perf" list --json 2>/dev/null | awk -F'"' '
		$2 == "EventName" { name = $4 }
		$2 == "Encoding" && name ~ /^unc_/ { print name, $4 }' | sort -u -k1,1
}

# open_all PERF FILE WHOSE: prints failures; the number that opened is in $opened
open_all() {
	rm -f /tmp/batch.*
	awk -v batch=$BATCH '{ print >sprintf("/tmp/batch.%03d", int(NR / batch)) }' "$2"
	opened=0
	for batch in /tmp/batch.*; do
		open_events "$1" "$batch" "events on $3" && opened=$((opened + $(wc -l <"$batch")))
	done
}

# open_in_tree PERF: the same on intel_uncore, which is loaded; prints the figure beside ours. What its formats
# cannot say is left out, and is in /tmp/theirs.all with a dash.
open_in_tree() {
	real_pmus /tmp/json.$1 >/tmp/theirs.specs
	echo "event-list /tmp/theirs.specs /tmp/theirs.all" | pmontest | grep '^not ok'
	awk '$2 != "-"' /tmp/theirs.all >/tmp/theirs.list
	open_all $1 /tmp/theirs.list intel_uncore
	note "perf $1: $(eval "echo \$ours_$(echo $1 | tr . _)") events open on uncore_pmon," \
		"$opened of $(wc -l </tmp/theirs.all) on intel_uncore"
}
