# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids: every event of perf's own list whose PMU there is opens and counts
# machine: gnr_small
# kernels: 6.12
# perf: 7.3
. /test/json_lists.sh
load
# Without the three of CHACMS, whose unit type nobody knows: perf leaves out what has no PMU.
json_list 7.3 >/tmp/json.7.3
equal "events of CHACMS" "$(grep -c chacms /tmp/json.7.3)" 0
at_most "events that the list has not" $((830 - $(wc -l </tmp/json.7.3))) 0
real_pmus /tmp/json.7.3 >/tmp/ours.specs
echo "event-list /tmp/ours.specs /tmp/ours.list" | pmontest | grep '^not ok'
equal "events whose terms do not fit our formats" "$(awk '$2 == "-"' /tmp/ours.list | head -n 5)" ""
tried=$(to_open /tmp/ours.list)
open_all 7.3 /tmp/ours.open "uncore_pmon"
equal "events that open, of $tried" "$opened" "$tried"
count_all "perf 7.3's list"
