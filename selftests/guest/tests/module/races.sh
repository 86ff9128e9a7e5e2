# SPDX-License-Identifier: GPL-2.0-only
# what: what other CPUs read without a lock, in debugfs and in the kernel, while events sample, take turns and overflow
# machine: small
# kernels: debug
# why: what only the kernel's checkers see
#
# On the kernel "kcsan" the reads that nobody has declared are reports.
rounds=$(((${SOAK_ROUNDS:-1} + 2) / 3))
D=/sys/kernel/debug/uncore_pmon
C=/sys/kernel/debug/uncore_consumer

# They start no other process, which would take most of the time.
look_at_files() {
	while [ ! -e /tmp/stop ]; do
		for file in sampling controls; do
			while read -r line; do
				:
			done <$D/$file
		done
	done
}
# ask_counter CPU
ask_counter() {
	while [ ! -e /tmp/stop ]; do
		for context in any hardirq softirq; do
			for slot in 0 1; do
				echo "read $slot $1 $context" >$C/command
				echo "times $slot" >$C/command
			done
		done
	done
}

# Of each die: two that sample, six that take turns on the four counters of a unit, and all units at once.
for die in 0 1; do
	for n in 0 1; do
		echo "open s$die$n uncore_cha_$n/event=0x35,umask=1/ die=$die period=100 sample_type=0x10 samples"
	done
	for n in 1 2 3 4 5 6; do
		echo "open t$die$n uncore_m2m_0/event=0x2$n,umask=1/ die=$die"
	done
	echo "open all$die uncoreall_cha/event=0x50,umask=1/ die=$die"
done >/tmp/events

round=0
while [ $round -lt $rounds ]; do
	round=$((round + 1))
	rm -f /tmp/stop
	load sample_poll_us=200 poll_period_ms=5
	check "a consumer" insmod /lib/consumer.ko
	for counter in "0 uncore_cha_0" "1 uncoreall_cha"; do
		echo "open $counter event=0x50,umask=1 0 0" >$C/command
		equal "its counter $counter" "$(cat $C/result)" 0
	done
	echo 5 >$PMUS/uncore_m2m_0/perf_event_mux_interval_ms
	look_at_files & one=$!
	look_at_files & two=$!
	ask_counter 1 & three=$!
	{
		cat /tmp/events
		for n in $(seq 150); do
			for die in 0 1; do
				echo "sim inject die=$die unit=cha:$((n % 2)) event=0x35 umask=1 n=100"
				echo "thaw $die"
				echo "sim inject die=$die unit=cha:* event=0x50 umask=1 n=1000"
			done
		done
		for die in 0 1; do
			echo "expect all$die $((150 * 1000 * $(expected_units cha))) the units of package $die"
		done
		echo "end"
	} | pmontest
	touch /tmp/stop
	wait $one $two $three
	samples=$(awk '{ for (i = 1; i < NF; i++) if ($i == "samples") sum += $(i + 1) } END { print sum }' $D/sampling)
	note "samples=$samples"
	check "events have sampled" test "$samples" -ge 200
	for slot in 0 1; do
		echo "read $slot 0 process" >$C/command
		check "slot $slot has counted: $(cat $C/result)" grep -q '^0 [1-9]' $C/result
		echo "close $slot" >$C/command
	done
	rmmod consumer
	unload
done
