# SPDX-License-Identifier: GPL-2.0-only
# what: the sample uncore_windows shows each window of another module once, with the reads and writes of its instant
# machine: small
# kernels: 6.12 7.3-rt
# why: windows end in threads
#
# One channel's reads end the windows. The other channel and the writes must be in them as they stood at that instant.
W=/sys/kernel/debug/uncore_windows
rd="event=0x05 umask=0xcf" wr="event=0x05 umask=0xf0"
online() { echo $2 >/sys/devices/system/cpu/cpu$1/online; }

refuse "the sample without the driver" insmod /lib/uncore_windows.ko
load
refuse "a window of no lines" insmod /lib/uncore_windows.ko period=0
check "the sample" insmod /lib/uncore_windows.ko period=1000
equal "a file for each die, for root alone" "$(cd $W && stat -c '%n %a' * | paste -sd ' ')" "die0 400 die1 400"
equal "no window yet" "$(cat $W/die0)" "window channel missed reads writes"

cat >/tmp/await <<'END'
#!/bin/sh
# Until the die $1 has had window $2.
for i in $(seq 200); do
	[ "$(tail -n 1 /sys/kernel/debug/uncore_windows/die$1 | cut -d ' ' -f 1)" != $2 ] || exit 0
	usleep 50000
done
exit 1
END
chmod +x /tmp/await
# windows TEXT DIE < EXPECTED: all that the die's file has but the heading
windows() {
	cat >/tmp/expected
	tail -n +2 $W/die$2 >/tmp/got
	check "$1" cmp /tmp/got /tmp/expected || sed 's/^/# /' /tmp/got
}

# perf counts the same events, and samples on another unit.
{
	echo "section windows, beside perf"
	echo "open r uncoreall_imc/event=0x05,umask=0xcf/ die=0"
	echo "open w uncore_imc_0/event=0x05,umask=0xf0/ die=0"
	echo "open s uncore_m2m_0/$(event_terms m2m)/ die=0 period=5000 sample_type=0x10 samples"
	for n in 1 2 3 4; do
		echo "sim inject die=0 unit=imc:0 $rd n=100"
		echo "sim inject die=0 unit=imc:0 $wr n=$((7 * n))"
		echo "sim inject die=0 unit=imc:1 $wr n=3"
		echo "sim inject die=0 unit=imc:1 $rd n=1000"
		echo "thaw 0"
		echo "run /tmp/await 0 $n"
	done
	echo "sim inject die=0 unit=m2m:0 $(sim_terms m2m) n=5000"
	echo "await-samples s 1"
	# Each channel has a period of its own.
	echo "sim inject die=0 unit=imc:0 $rd n=600"
	echo "thaw 0"
	echo "run /tmp/await 0 5"
	echo "sim inject die=1 unit=imc:0 $wr n=5"
	echo "sim inject die=1 unit=imc:0 $rd n=1000"
	echo "thaw 1"
	echo "run /tmp/await 1 1"
	echo "expect r 5000"
	echo "expect w 70"
	echo "end"
} | pmontest
windows "each window once, with what all channels did" 0 <<END
1 1 0 1100 10
2 1 0 1100 17
3 1 0 1100 24
4 1 0 1100 31
5 0 0 600 0
END
windows "those of the other package" 1 <<END
1 0 0 1000 5
END

# Two periods in one cycle are one window, which says so.
sim inject die=0 unit=imc:1 $rd inc=2000 n=1 >/dev/null
check "a window of two periods" /tmp/await 0 6
equal "its channel, missed, reads, writes" "$(tail -n 1 $W/die0)" "6 1 1 2000 0"

# Only the last are kept.
{
	echo "section 70 more"
	echo "open r uncoreall_imc/event=0x05,umask=0xcf/ die=0"
	for n in $(seq 7 76); do
		echo "sim inject die=0 unit=imc:1 $rd n=1000"
		echo "thaw 0"
		echo "run /tmp/await 0 $n"
	done
	echo "expect r 70000"
	echo "end"
} | pmontest
for n in $(seq 13 76); do
	echo "$n 1 0 1000 0"
done | windows "the last 64" 0

# The owner of package 1 goes offline, then the package. New counters are opened when it is back.
online 2 0
sim inject die=1 unit=imc:1 $wr n=6 >/dev/null
sim inject die=1 unit=imc:1 $rd n=1000 >/dev/null
check "a window on the new owner" /tmp/await 1 2
online 3 0
online 2 1
online 3 1
cat >/tmp/again <<'END'
#!/bin/sh
# Until a period ends: which of these lines are counted depends on when the new counters are opened.
for i in $(seq 200); do
	pmonctl inject die=1 unit=imc:1 event=0x05 umask=0xcf n=250 >/dev/null
	[ "$(tail -n 1 /sys/kernel/debug/uncore_windows/die1 | cut -d ' ' -f 1)" = 2 ] || exit 0
	usleep 50000
done
exit 1
END
chmod +x /tmp/again
check "windows when the package is back" /tmp/again
windows "each of them once" 1 <<END
1 0 0 1000 5
2 1 0 1000 6
3 1 0 1000 0
END

refuse "unloading the driver" rmmod uncore_pmon
check "unloading the sample" rmmod uncore_windows
refuse "its files afterwards" ls $W
check "unloading the driver then" rmmod uncore_pmon
