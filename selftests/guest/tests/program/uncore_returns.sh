# SPDX-License-Identifier: GPL-2.0-only
# what: commands of `uncore` mark the values of a package that goes offline, and count it again when it is back
# machine: small
# kernels: 6.12
load
online() { for cpu in 2 3; do echo $1 >/sys/devices/system/cpu/cpu$cpu/online; done; }

uncore metrics -I 300 mem_bw_reads >/tmp/metrics 2>/dev/null &
pids=$!
uncore units -I 300 -e m2m/event=0x18,umask=0x1/ >/tmp/units 2>/dev/null &
pids="$pids $!"
uncore top --json -I 300 >/tmp/top 2>/dev/null &
pids="$pids $!"
uncore record -I 300 -o /tmp/record mem_bw_reads 2>/dev/null &
pids="$pids $!"

# seen FILE PATTERN: a line of FILE that comes from now on
seen() {
	seen_from=$(($(wc -l <$1) + 1))
	for i in $(seq 120); do
		tail -n +$seen_from $1 | grep -qE "$2" && return
		usleep 100000
	done
	tail -n 3 $1 | cut -c1-200 | sed 's/^/# /'
	return 1
}
# each WHAT METRICS UNITS TOP RECORD: what they have of package 1
each() {
	check "$1: metrics" seen /tmp/metrics "socket 1 +$2"
	check "$1: units" seen /tmp/units "die 1 +m2m 1 +$3"
	check "$1: top" seen /tmp/top "\"package\":1,\"metric\":\"memory_read\",\"value\":$4"
	check "$1: record" seen /tmp/record "\"values\":\[[0-9.]+,$5\]"
}
for i in $(seq 100); do
	grep -qs values /tmp/record && [ -s /tmp/metrics ] && [ -s /tmp/units ] && [ -s /tmp/top ] && break
	usleep 100000
done
each "at first" "[0-9.]+ GB/s" "[0-9]+ " "[0-9]" "[0-9.]+"
online 0
each "offline" "- +gone" "- .*gone" "null" "null"
# Another CPU of it owns the units now.
echo 1 >/sys/devices/system/cpu/cpu3/online
each "back" "[0-9.]+ GB/s" "[0-9]+ " "[0-9]" "[0-9.]+"
online 1
kill $pids
wait
