# SPDX-License-Identifier: GPL-2.0-only
# what: of the three CPUs of a package the owners go offline one after the other, and others beside them; counts and samples are exact
# machine: wide
# kernels: 6.12
load
cpu_dir=/sys/devices/system/cpu

# Package 1 has CPUs 3 to 5.
cat >/tmp/owner <<'END'
#!/bin/sh
tr , '\n' </sys/bus/event_source/devices/uncore_cha_1/cpumask | grep '^[3-5]$'
END
# next [OTHER]: the owner goes offline, and another CPU at the same time; the new owner is online, and of the package
cat >/tmp/next <<'END'
#!/bin/sh
old=$(/tmp/owner)
[ -z "$1" ] || echo 0 >/sys/devices/system/cpu/cpu$1/online &
echo 0 >/sys/devices/system/cpu/cpu$old/online
wait
new=$(/tmp/owner)
[ -n "$new" ] && [ "$new" != "$old" ] && [ $(cat /sys/devices/system/cpu/cpu$new/online) = 1 ]
END
# back CPU...: they are online again, which changes no owner
cat >/tmp/back <<'END'
#!/bin/sh
owner=$(/tmp/owner)
for cpu; do
	[ $(cat /sys/devices/system/cpu/cpu$cpu/online) = 1 ] || echo 1 >/sys/devices/system/cpu/cpu$cpu/online
done
[ "$(/tmp/owner)" = "$owner" ]
END
# The others of the package go offline and come back one by one, which changes no owner.
cat >/tmp/beside <<'END'
#!/bin/sh
owner=$(/tmp/owner)
for cpu in 3 4 5; do
	[ $cpu != $owner ] || continue
	echo 0 >/sys/devices/system/cpu/cpu$cpu/online
	[ "$(/tmp/owner)" = "$owner" ] || exit 1
	echo 1 >/sys/devices/system/cpu/cpu$cpu/online
done
[ "$(/tmp/owner)" = "$owner" ]
END
chmod +x /tmp/owner /tmp/next /tmp/back /tmp/beside

round=0
counted() {
	round=$((round + 1))
	for unit in cha m2m imc; do
		echo "sim inject die=1 unit=$unit:0 event=0x60 umask=0x1 n=100"
		echo "expect $unit $((round * 100)) $1: $unit"
	done
	echo "sim inject die=0 unit=cha:0 event=0x60 umask=0x1 n=10"
	echo "expect other $((round * 10)) $1: the other package"
	echo "expect all $((round * 100)) $1: all m2m"
	echo "sim inject die=1 unit=cha:3 event=0x61 umask=0x1 n=1000"
	echo "thaw 1"
	echo "expect-samples s $round $1: samples"
}
{
	echo "section owners go offline"
	echo "cpu 0"
	for unit in cha m2m imc; do
		echo "open $unit uncore_${unit}_0/event=0x60,umask=0x1/ die=1"
	done
	echo "open all uncoreall_m2m/event=0x60,umask=0x1/ die=1"
	echo "open s uncore_cha_3/event=0x61,umask=0x1/ die=1 period=1000 sample_type=0x10 samples"
	echo "open other uncore_cha_0/event=0x60,umask=0x1/ die=0"
	counted "at first"
	for n in 1 2; do
		echo "run /tmp/next"
		counted "after owner $n"
	done
	echo "run /tmp/back 3 4 5"
	counted "all are back"
	echo "run /tmp/beside"
	counted "others were offline"
	# One of each package at the same time.
	for n in 1 2; do
		echo "run /tmp/next $n"
		counted "with CPU $n of the other package"
	done
	echo "run /tmp/back 1 2 3 4 5"
	counted "all are back again"
	echo "close all"
	echo "end"
} | pmontest
