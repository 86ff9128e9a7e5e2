# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids: perf 6.1, which does not know config3, counts on all CHAs, and the events of the page on metrics
# machine: gnr_small
# kernels: 6.12
# perf: 6.1
load
event=uncoreall_cha/event=0x35,umask=0x1/
echo "inject die=* unit=cha:* event=0x35 umask=0x1 n=7" >/tmp/commands
$PERF stat -x '|' -a --per-socket -o /tmp/perf.out -e $event -- pmonctl - </tmp/commands >/tmp/out 2>&1
sed 's/^/# /' /tmp/out /tmp/perf.out
equal "sum of each package" "$(awk -F'|' '/^S[01]/ { print $3 }' /tmp/perf.out | xargs)" "$((7 * UNITS_cha)) $((7 * UNITS_cha))"

# The page on metrics says which perf commands count for each metric: perf takes all of their events.
page_metrics "Granite Rapids" >/tmp/events
at_most "metrics that the page has not" $((80 - $(wc -l </tmp/events))) 0
check "perf 6.1 runs them" $PERF stat -a -e "$(tr '\n' ',' </tmp/events | sed 's/,$//')" -- true
