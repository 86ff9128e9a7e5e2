# SPDX-License-Identifier: GPL-2.0-only
# what: events that are switched on while their owner CPU changes count, or their reads end
# machine: wide
# kernels: 6.1 6.12 7.3
# why: perf enables and moves events in another way in each series
load

rounds=${SOAK_TRANSITIONS:-4}
change_owners_command
{
	echo "section $rounds rounds of changes of the owner while events are switched on and off"
	for round in $(seq $rounds); do
		echo "toggle 8 uncore_iio_free_running_1/event=0xff,umask=0x10/ /tmp/change-owners"
		echo "run echo @enabled on, @ended ended >>/tmp/toggled"
	done
	echo "end"
} | pmontest
awk '{ on += $1; ended += $3 } END { print "# " NR " rounds, " on " times on, " ended " ended" }' /tmp/toggled
