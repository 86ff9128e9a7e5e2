# SPDX-License-Identifier: GPL-2.0-only
# what: the last CPU of a package fails to go offline: events go on counting exactly, or their reads end if perf has dropped them
# machine: small wide
# kernels of wide: 7.3
# kernels: 6.12 6.12-release
# why: what perf has dropped when a CPU stays differs between builds
load

timers_command
. /test/hotplug.sh
# The last one of package 1.
last=$((CPUS - 1))
# state_number NAME: of a state of CPU hotplug
state_number() { sed -n "s|^ *\([0-9]*\): $1\$|\1|p" $cpu_dir/hotplug/states; }

perf_state=$(state_number perf:online)
[ -n "$perf_state" ] || fail "perf has no state of CPU hotplug"
for cpu in $last_cpus; do
	[ $cpu = $last ] || echo 0 >$cpu_dir/cpu$cpu/online
done
# The driver's own state, one before it, two after it, of which the second one comes after perf's.
for name in sched:active perf/uncore_pmon:online workqueue:online smpboot/threads:online; do
	number=$(state_number $name)
	if [ -z "$number" ]; then
		not_ok "there is no state $name"
		continue
	fi
	{
		echo "section CPU $last fails to go offline at $name"
		echo "cpu 0"
		echo "open one uncoreall_cha/event=0x60,umask=0x1/ die=1"
		echo "open pinned uncore_cha_1/event=0x60,umask=0x2/ die=1 pinned"
		echo "open m2m uncore_m2m_0/event=0x60,umask=0x1/ die=1"
		echo "open imc uncore_imc_0/event=0x60,umask=0x1/ die=1"
		echo "open off uncore_imc_1/event=0x60,umask=0x1/ die=1 disabled"
		echo "open sample uncore_upi_0/event=0x60,umask=0x1/ die=1 period=100 sample_type=0x10 samples"
		for round in 1 2; do
			echo "sim inject die=1 unit=* event=0x60 umask=0x1 n=30"
			echo "sim inject die=1 unit=cha:1 event=0x60 umask=0x2 n=7"
			echo "run echo $number >$cpu_dir/cpu$last/hotplug/fail"
			echo "run ! echo 0 >$cpu_dir/cpu$last/online"
			echo "run [ \$(cat $cpu_dir/cpu$last/hotplug/fail) = -1 ] # it failed where it was to"
			[ $number -gt $perf_state ] || continue
			echo "sim inject die=1 unit=* event=0x60 umask=0x1 n=20"
			echo "expect one $((50 * round * UNITS_cha)) round $round"
			echo "expect pinned $((7 * round)) round $round"
			echo "expect m2m $((50 * round)) round $round"
			echo "expect imc $((50 * round)) round $round"
			echo "expect-between off 0 0 round $round: never enabled"
		done
		if [ $number -gt $perf_state ]; then
			echo "await-samples sample 1"
			echo "thaw 1"
			echo "expect sample 100"
			echo "enable off"
			echo "sim inject die=1 unit=* event=0x60 umask=0x1 n=100"
			echo "await-samples sample 2"
			echo "thaw 1"
			echo "expect off 100"
			echo "run [ \$(/tmp/timers-of die_timer) = 1 ] # package 1 is polled"
		else
			echo "enable off"
			for name in one pinned m2m imc off sample; do
				echo "expect-end $name"
			done
		fi
		echo "close all"
		echo "open new uncore_cha_1/event=0x60,umask=0x1/ die=1"
		echo "open other uncoreall_m2m/event=0x60,umask=0x1/ die=1"
		echo "sim inject die=1 unit=* event=0x60 umask=0x1 n=9"
		echo "expect new 9"
		echo "expect other $((9 * UNITS_m2m))"
		echo "close all"
		echo "end"
	} | pmontest
done
for cpu in $last_cpus; do
	[ $cpu = $last ] || echo 1 >$cpu_dir/cpu$cpu/online
done
