# SPDX-License-Identifier: GPL-2.0-only
# what: events that are opened while their owner CPU goes offline and comes back count, or their reads end; others go on exactly
# machine: wide
# kernels: 6.1 6.12 7.3 6.12-release
# why: perf opens and moves events in another way in each series, and in builds of 6.12
load

# 6.12 before 6.12.115 moves two events in each grace period: while one round lasts, as many are opened as elsewhere in five.
rounds=5
[ $KERNEL != 6.12-release ] || rounds=1
rounds=${SOAK_TRANSITIONS:-$rounds}
change_owners_command
# What the events that are open all the time count happens all the time: 100,000 times in each round.
cat >/tmp/count-meanwhile <<'END'
#!/bin/sh
happens() { pmonctl inject-free die=1 unit=iio:1 counter=ioclk n=$1 >/dev/null; }
(
	done=0
	while [ -e /tmp/changing ]; do
		happens 10
		done=$((done + 10))
	done
	happens $((100000 - done))
) &
/tmp/change-owners
rm /tmp/changing
wait
END
chmod +x /tmp/count-meanwhile
{
	echo "section $rounds rounds of changes of the owner while events are opened"
	held="0 1 2 3 4 5"
	for i in $held; do
		echo "open held$i uncore_iio_free_running_1/event=0xff,umask=0x10/ die=1 pinned"
	done
	# Its counters never are somebody else's: an event that does not count is lost.
	for round in $(seq $rounds); do
		echo "run touch /tmp/changing"
		echo "meanwhile 4 96 uncore_iio_free_running_1/event=0xff,umask=0x10/ /tmp/count-meanwhile"
		echo "run echo round $round: @opened opened, @ended ended >>/tmp/rounds"
		for i in $held; do
			echo "expect held$i $((round * 100000)) open all the time"
		done
	done
	echo "end"
} | pmontest
awk '{ opened += $3; ended += $5 } END { print "# " NR " rounds, " opened " events opened, " ended " ended" }' /tmp/rounds
