# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids: every event of perf's own list whose PMU there is opens and counts
# machine: gnr_small
# kernels: 6.12
# perf: 7.3
. /test/json_lists.sh
load
# Without the three of CHACMS, whose unit type nobody knows: perf leaves out what has no PMU.
our_list 7.3 830
equal "events of CHACMS" "$(grep -c chacms /tmp/json.7.3)" 0
open_ours 7.3
count_all "perf 7.3's list"
