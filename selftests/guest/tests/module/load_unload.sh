# SPDX-License-Identifier: GPL-2.0-only
# what: loaded and unloaded again and again, counting each time, with nothing left behind
# machine: small
# kernels: 6.1 6.12 7.3 debug
# why: perf registers and frees PMUs in another way in each series; lifetimes
# quick: yes
ls $PMUS >/tmp/pmus.before
ls /sys/kernel/debug >/tmp/debugfs.before

# What it occupies, see Documentation/events.rst.
memory() { sed -n "s/^$1: *\([0-9]*\) kB/\1/p" /proc/meminfo; }
slab=$(memory SUnreclaim) percpu=$(memory Percpu)

# On each package once.
rounds=2

round=1
bad=0
while [ $round -le $rounds ]; do
	load
	[ $round != 1 ] || {
		note "resident: module $(($(cat /sys/module/uncore_pmon/coresize) / 1024)) KiB, slab $(($(memory SUnreclaim) - slab)) KiB," \
			"per-CPU $(($(memory Percpu) - percpu)) KiB with $(ls -d $PMUS/uncore* | wc -l) PMUs"
		equal "bytes of the module's initialisation that stay" "$(cat /sys/module/uncore_pmon/initsize)" 0
	}
	n=$((round * 3 + 1))
	pmontest >/tmp/out <<END || { bad=$((bad + 1)); cat /tmp/out; }
open a uncore_cha_1/event=0x35,umask=0x1/ die=$((round % 2))
open b uncore_m2m_0/event=0x18,umask=0x1/ die=$((round % 2))
open c uncore_imc_1/event=0x2,umask=0x11/ die=$((round % 2))
sim inject die=$((round % 2)) unit=cha:1 event=0x35 umask=0x1 n=$n
sim inject die=$((round % 2)) unit=m2m:0 event=0x18 umask=0x1 n=$n
sim inject die=$((round % 2)) unit=imc:1 event=0x2 umask=0x11 n=$n
expect a $n
expect b $n
expect c $n
END
	unload
	round=$((round + 1))
done
equal "rounds with a wrong count" $bad 0

# CPUs come and go while it does: nobody goes through PMUs that are being made or freed.
toggle() {
	while [ ! -e /tmp/stop ]; do
		for cpu in 1 2 3; do
			echo 0 >/sys/devices/system/cpu/cpu$cpu/online
			echo 1 >/sys/devices/system/cpu/cpu$cpu/online
		done
	done
}
toggle &
for round in 1 2; do
	load
	unload
done
touch /tmp/stop
wait
load
check "counts after that" pmontest <<END
open a uncore_cha_1/event=0x35,umask=0x1/ die=1
sim inject die=1 unit=cha:1 event=0x35 umask=0x1 n=5
expect a 5
END

# A module with an open event cannot go away under it.
(
	pmontest >/tmp/out <<END
open a uncore_cha_0/event=0x35,umask=0x1/ die=0
run ! rmmod uncore_pmon 2>/dev/null
expect a 0
END
) || cat /tmp/out
check "an open event keeps the module" grep -q '^ok' /tmp/out
check "the module is still there" loaded uncore_pmon

# perf's timer for events that take turns goes with the PMU, even if it is not due for long.
# It is due at a multiple of this time since boot: not on this day.
echo 100000000 >$PMUS/uncore_cha_0/perf_event_mux_interval_ms
{
	for event in 0x18 0x19 0x1a 0x1b 0x2f 0x35; do
		echo "open e$event uncore_cha_0/event=$event,umask=0x1/ die=0"
	done
	echo "run grep -q perf_mux_hrtimer_handler /proc/timer_list"
	echo "expect e0x18 0 an event that takes turns"
} | pmontest
unload
refuse "the module goes once its events are closed" loaded uncore_pmon
equal "timers of PMUs that are gone" "$(grep -c perf_mux_hrtimer_handler /proc/timer_list)" 0

ls $PMUS >/tmp/pmus.after
ls /sys/kernel/debug >/tmp/debugfs.after
check "no PMU is left" cmp /tmp/pmus.before /tmp/pmus.after
check "no debugfs entry is left" cmp /tmp/debugfs.before /tmp/debugfs.after
