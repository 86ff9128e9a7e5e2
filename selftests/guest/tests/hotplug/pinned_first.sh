# SPDX-License-Identifier: GPL-2.0-only
# what: pinned events keep their counters, also if exclusive ones are opened while their owner CPU changes
# machine: small
# kernels: 6.1 6.12 7.3
# why: perf moves events in another way in each series
. /test/hotplug.sh
load

# begin-to-leave: the owner of package 1 goes offline, and the file cpumask has the new one, while events are still being moved
cat >/tmp/begin-to-leave <<END
#!/bin/sh
read -r old <$PMUS/uncore_cha_1/cpumask
( /tmp/owner-leaves; echo \$? >/tmp/status ) &
while read -r now <$PMUS/uncore_cha_1/cpumask && [ "\$now" = "\$old" ]; do
	:
done
END
# has-left: all of that is over
cat >/tmp/has-left <<'END'
#!/bin/sh
until [ -s /tmp/status ]; do
	usleep 10000
done
[ "$(cat /tmp/status)" = 0 ] && rm /tmp/status
END
chmod +x /tmp/begin-to-leave /tmp/has-left

# Events of one PMU are moved at a time. New ones begin with the PMUs that come last.
units=
for type in cha iio irp m2pcie imc m2m upi m3upi; do
	for id in $(unit_ids $type); do
		units="$type:$id $units"
	done
done
rounds=2
{
	echo "section pinned events of $(echo $units | wc -w) units, $rounds changes of the owner"
	echo "cpu 0"
	for unit in $units; do
		echo "open $unit $(pmu_of ${unit%:*} ${unit#*:})/$(event_terms ${unit%:*})/ die=1 pinned"
	done
	for round in $(seq $rounds); do
		echo "run /tmp/begin-to-leave"
		for unit in $units; do
			echo "open new-$unit $(pmu_of ${unit%:*} ${unit#*:})/$(event_terms ${unit%:*})/ die=1 pinned exclusive"
		done
		echo "run /tmp/has-left"
		for unit in $units; do
			echo "sim inject die=1 unit=$unit $(sim_terms ${unit%:*}) n=100"
		done
		for unit in $units; do
			echo "expect-between $unit $((round * 100)) $((round * 100)) round $round: $unit"
			echo "close new-$unit"
		done
		echo "run /tmp/owner-returns"
	done
	echo "end"
} | pmontest
