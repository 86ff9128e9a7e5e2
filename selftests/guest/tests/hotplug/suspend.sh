# SPDX-License-Identifier: GPL-2.0-only
# what: counts are exact up to a suspend and go on from there after it, whether registers were kept, lost, or hold garbage
# machine: small
# kernels: 6.12 7.3 debug
# why: each series stops perf's events and CPUs in another order; locks
grep -q mem /sys/power/state || fail "this kernel cannot suspend to RAM: $(cat /sys/power/state)"
[ -e /sys/power/pm_test ] || fail "this kernel has no /sys/power/pm_test"
# Firmware's part of it, which this machine's firmware leaves out.
insmod /lib/q35_wakeup.ko || fail "q35_wakeup does not load"
echo 0 >/sys/module/suspend/parameters/pm_test_delay

# Really to sleep, and woken up by the clock (q35_wakeup says when). Memory stays, all else is reset.
cat >/tmp/to_ram <<'END'
echo none >/sys/power/pm_test
echo deep >/sys/power/mem_sleep
echo 0 >/sys/class/rtc/rtc0/wakealarm
echo +3600 >/sys/class/rtc/rtc0/wakealarm
echo mem >/sys/power/state
END
# All but the sleep itself. Suspend to idle: all devices sleep, CPUs stay online.
cat >/tmp/to_idle <<'END'
echo platform >/sys/power/pm_test
echo freeze >/sys/power/state
END
# CPUs go offline, too.
cat >/tmp/cpus_off <<'END'
echo core >/sys/power/pm_test
echo mem >/sys/power/state
END
# Hibernation, up to where the image would be made, and back.
cat >/tmp/to_disk <<'END'
echo platform >/sys/power/pm_test
echo 0 >/sys/power/image_size
echo disk >/sys/power/state
END
chmod +x /tmp/to_ram /tmp/to_idle /tmp/cpus_off /tmp/to_disk

# Names, PMUs and what happens on them, all on package 0: in each register space general counters, fixed
# and free-running ones, a shared register, a group and a type PMU.
cat >/tmp/events <<'END'
cha	uncore_cha_0/event=0x35,umask=0x1/				inject unit=cha:0 event=0x35 umask=0x1
filter	uncore_cha_1/event=0x35,umask=0x1,tid_en=1,filter_tid=0x155/	inject unit=cha:1 event=0x35 umask=0x1 tid=0x155
wide	uncore_cha_2/event=0x34,umask=0xff,umask_ext=0x1234/		inject unit=cha:2 event=0x34 umask=0xff ext=0x1234
m2m	uncore_m2m_0/event=0x18,umask=0x1/				inject unit=m2m:0 event=0x18 umask=0x1
mesh	uncore_m2m_1/event=0x18,umask=0x2,umask_ext=0x5/		inject unit=m2m:1 event=0x18 umask=0x2 ext=0x5
imc	uncore_imc_0/event=0x2,umask=0x11/				inject unit=imc:0 event=0x2 umask=0x11
dclk	uncore_imc_0/event=0xff/					inject-free unit=imc:0 counter=fixed
uclk	uncore_ubox/event=0xff/						inject-free unit=ubox:0 counter=fixed
ioclk	uncore_iio_free_running_1/event=0xff,umask=0x10/		inject-free unit=iio:1 counter=ioclk
bw	uncore_iio_free_running_1/event=0xff,umask=0x23/		inject-free unit=iio:1 counter=bw_in3
mcclk	uncore_imc_free_running_0/event=0xff,umask=0x10/		inject-free unit=imc:0 counter=dclk
type	uncoreall_irp/event=0x18/					inject unit=irp:1 event=0x18
END
each_event() { while read -r name pmu what rest; do eval "echo \"$1\""; done </tmp/events; }

open_all() {
	each_event 'open $name $pmu die=0'
	echo "open lead uncore_m3upi_0/event=0x22,umask=0x1/ die=0"
	echo "open member uncore_m3upi_0/event=0x22,umask=0x2/ die=0 leader=lead"
	echo "open off uncore_cha_3/event=0x35,umask=0x1/ die=0 disabled"
	for umask in 1 2 4 8 16; do
		echo "open turn$umask uncore_m2pcie_0/event=0x33,umask=$umask/ die=0"
		echo "sim rate die=0 unit=m2pcie:0 event=0x33 umask=$umask per_second=1000000"
	done
	echo "open far uncore_cha_0/event=0x35,umask=0x1/ die=1"
}

# happen N: N on each event, on package 1 as well
happen() {
	each_event "sim \$what die=0 \$rest n=$1"
	echo "sim inject die=0 unit=m3upi:0 event=0x22 umask=0x1 n=$1"
	echo "sim inject die=0 unit=m3upi:0 event=0x22 umask=0x2 n=$(($1 + 1))"
	echo "sim inject die=1 unit=cha:0 event=0x35 umask=0x1 n=$1"
	sum=$((sum + $1)) far=$((far + $1)) injections=$((injections + 1))
}

exactly() {
	each_event "expect \$name $sum $1: \$name"
	echo "expect lead $sum $1: leader of a group"
	echo "expect member $((sum + injections)) $1: member of a group"
	echo "expect off 0 $1: disabled"
	# They still take turns.
	for umask in 1 2 4 8 16; do
		echo "read before$umask turn$umask"
	done
	echo "wait 400"
	for umask in 1 2 4 8 16; do
		echo "expect-between turn$umask @before$umask+1 0x1000000000000000 $1: event $umask of five on four counters"
	done
}

# round HOW TEXT [COMMAND]: to sleep and back; the simulator is told before
round() {
	echo "section $2"
	happen 1000
	[ -z "$3" ] || echo "sim $3"
	echo "run /tmp/$1"
	exactly "$2"
	case $1 in
	to_idle|to_disk)
		echo "expect far $far $2: the other package"
		;;
	*)	# perf takes the events off CPUs that go offline; the user must be told.
		echo "expect-end far $2: the other package"
		echo "close far"
		echo "open far uncore_cha_0/event=0x35,umask=0x1/ die=1"
		far=0
		;;
	esac
	happen 100
	exactly "$2, and after"
	echo "end"
}

load
resets() { pmonctl stats | sed -n 's/^resets //p'; }
before=$(resets)
sum=0 far=0 injections=0
{
	open_all
	round to_idle "registers kept"
	round to_idle "registers lost, CPUs online" "forget die=* at=sleep"
	round cpus_off "registers kept, CPUs offline"
	round to_ram "suspend to RAM"
	round to_ram "suspend to RAM, garbage afterwards" "forget die=* at=reset garbage=4711"
	round to_idle "garbage, CPUs online" "forget die=* at=sleep garbage=815"
	# Ten seconds, and the driver has the same functions for it: one kernel is enough.
	[ "$KERNEL" != 6.12 ] || round to_disk "hibernation" "forget die=* at=sleep"
	echo "section enabled afterwards"
	echo "enable off"
	echo "sim inject die=0 unit=cha:3 event=0x35 umask=0x1 n=7"
	echo "expect off 7"
	echo "sim rate-stop id=all"
	echo "end"
} >/tmp/script
pmontest </tmp/script
# Sampling: a period goes on where it was, and a package that is frozen when it goes to sleep is not when it
# wakes up. The freeze is noticed before, or else when the machine goes to sleep.
look() { echo "run echo $1 >/sys/module/uncore_pmon/parameters/sample_poll_us"; }
sampled=0 plain=0
sampling_round() {
	sampled=$((sampled + 2)) plain=$((plain + 50))
	echo "section sampling: $2"
	echo "sim inject die=0 unit=cha:3 event=0x35 umask=0x1 n=600"
	[ -z "$3" ] || echo "sim $3"
	echo "run /tmp/$1"
	echo "expect s $((sampled * 1000 - 1400)) what was counted before"
	echo "expect-samples s $((sampled - 2))"
	echo "sim inject die=0 unit=cha:3 event=0x35 umask=0x1 n=400"
	echo "thaw 0"
	echo "expect-samples s $((sampled - 1)) the rest of the period"
	look 1000000
	echo "wait 10"
	echo "sim inject die=0 unit=cha:3 event=0x35 umask=0x1 n=1000"
	[ -z "$3" ] || echo "sim $3"
	echo "run /tmp/$1"
	look 1000
	echo "expect-samples s $sampled frozen when it went to sleep"
	echo "sim inject die=0 unit=cha:0 event=0x35 umask=0x1 n=50"
	echo "expect plain $plain nothing is frozen"
	echo "end"
}
{
	echo "open s uncore_cha_3/event=0x35,umask=0x1/ die=0 period=1000 samples"
	echo "open plain uncore_cha_0/event=0x35,umask=0x1/ die=0"
	sampling_round to_idle "registers kept"
	sampling_round to_idle "garbage, CPUs online" "forget die=* at=sleep garbage=99"
	sampling_round cpus_off "registers kept, CPUs offline"
} >/tmp/script
pmontest </tmp/script
# What perf makes of an event that has lost its CPU.
count "uncore_cha_0/event=0x35,umask=0x1/" <<END
inject die=* unit=cha:0 event=0x35 umask=0x1 n=5
END
expect_counts "perf stat without a suspend" <<END
S0|uncore_cha_0/event=0x35,umask=0x1/|5
S1|uncore_cha_0/event=0x35,umask=0x1/|5
END
$PERF stat -x '|' -o /tmp/perf.out -a --per-socket -e uncore_cha_0/event=0x35,umask=0x1/ -- sh -c '
	pmonctl inject die=* unit=cha:0 event=0x35 umask=0x1 n=5
	/tmp/cpus_off
	pmonctl inject die=* unit=cha:0 event=0x35 umask=0x1 n=6' >/dev/null
equal "perf stat over a suspend" "$(awk -F'|' '/^S/ { printf "%s %s ", $1, $3 }' /tmp/perf.out)" \
	"S0 <not counted> S1 <not counted> "
equal "platform resets" $(($(resets) - before)) 2
