# SPDX-License-Identifier: GPL-2.0-only
# what: every event of perf's icelakex list opens and counts
# machine: icx_small
# other perfs: 7.3
# kernels: 6.12
. /test/json_lists.sh

load
for version in 7.3 6.12; do
	json_list $version >/tmp/json.$version
	real_pmus /tmp/json.$version >/tmp/ours.specs
	echo "event-list /tmp/ours.specs /tmp/ours.list" | pmontest | grep '^not ok'
	all=$(wc -l </tmp/json.$version)
	at_most "events that perf $version has not" $((3900 - all)) 0
	equal "events of perf $version whose terms do not fit our formats" \
		"$(awk '$2 == "-"' /tmp/ours.list | head -n 5)" ""
	tried=$(to_open /tmp/ours.list)
	open_all $version /tmp/ours.open "uncore_pmon"
	equal "events of perf $version that open, of $tried" "$opened" "$tried"
	count_all "perf $version's list"
done
