# SPDX-License-Identifier: GPL-2.0-only
# what: events go on taking turns after their owner CPU was offline while perf's timer for turns was due on it
# machine: small wide
# kernels of wide: 7.3
# kernels: 6.1 6.12 6.12-release 7.3-core
# why: perf's timers for turns belong to other structures in each series
. /test/hotplug.sh
load

# The timer moves to a CPU of another package with the rest of what an offline CPU leaves. perf thinks that it still runs on
# the CPU that it belongs to, also after that has come back and owns the package again.
interval=$PMUS/uncore_cha_1/perf_event_mux_interval_ms
codes="0x18 0x19 0x1a 0x1b 0x1c 0x1d"
echo 4000 >$interval
{
	echo "section the owner goes and comes back before the next turn"
	echo "cpu 0"
	for code in $codes; do
		echo "sim rate die=1 unit=cha:1 event=$code umask=0x1 per_second=1000000"
		echo "open e$code uncore_cha_1/event=$code,umask=0x1/ die=1"
	done
	for round in 1 2 3; do
		for cpu in $last_cpus; do
			echo "run echo 0 >$cpu_dir/cpu$cpu/online"
			echo "run echo 1 >$cpu_dir/cpu$cpu/online"
		done
	done
	echo "run echo 10 >$interval"
	for code in $codes; do
		echo "read first$code e$code"
	done
	# The old timer is due in this time.
	echo "wait 5000"
	for code in $codes; do
		echo "expect-between e$code @first$code+1 0xffffffffffff $code has had a turn"
	done
	for code in $codes; do
		echo "read first$code e$code"
	done
	echo "wait 3000"
	for code in $codes; do
		echo "expect-between e$code @first$code+1 0xffffffffffff $code has turns still"
	done
	echo "sim rate-stop id=all"
	echo "close all"
	echo "end"
} | pmontest
