# SPDX-License-Identifier: GPL-2.0-only
# what: type and unit events go on counting exactly while the owner CPU goes offline, again and again
# machine: wide
# kernels: 6.12
load

cpu_dir=/sys/devices/system/cpu
[ -e $cpu_dir/cpu3/online ] || fail "CPU 3 cannot be taken offline on this kernel"

# Package 1 has CPUs 3 to 5. leave CPU: it goes offline, and then another of them is the owner
cat >/tmp/leave <<'END'
#!/bin/sh
echo 0 >/sys/devices/system/cpu/cpu$1/online
owner=$(tr , '\n' </sys/bus/event_source/devices/uncoreall_cha/cpumask | grep '^[3-5]$')
[ -n "$owner" ] && [ $owner != $1 ] && [ $(cat /sys/devices/system/cpu/cpu$owner/online) = 1 ]
END
chmod +x /tmp/leave
{
	echo "section 12 times offline under load"
	for type in cha m2m imc; do
		echo "open $type uncoreall_$type/event=0x60,umask=0x1/ die=1"
		echo "open $type.part uncoreall_$type/event=0x60,umask=0x2,unit_mask=0x2/ die=1"
		echo "open $type.unit uncore_${type}_1/event=0x60,umask=0x1/ die=1"
	done
	for type in cha m2m imc; do
		for umask in 1 2; do
			echo "sim rate die=1 unit=$type:* event=0x60 umask=$umask per_second=3000017"
			echo "set id_${type}_$umask @reply.id"
		done
	done
	# Each is the owner, alone or with others left.
	for cpu in 3 4 5 3 4 5; do
		for other in 3 4 5; do
			[ $other != $cpu ] || continue
			echo "run /tmp/leave $other"
			echo "wait 50"
		done
		for other in 3 4 5; do
			[ $other = $cpu ] || echo "run echo 1 >$cpu_dir/cpu$other/online"
		done
	done
	for type in cha m2m imc; do
		eval "units=\$UNITS_$type"
		echo "sim rate-stop id=@id_${type}_2"
		echo "expect $type.part @reply.injected $type, part of the units"
		echo "sim rate-stop id=@id_${type}_1"
		echo "set n @reply.injected"
		echo "expect $type.unit @n $type, one unit"
		sum=@n
		while [ $units -gt 1 ]; do
			sum="$sum+@n"
			units=$((units - 1))
		done
		echo "expect $type $sum $type, all units"
	done
	echo "end"
} | pmontest

pmontest <<END
section opened on the new owner, closed on the old one
run /tmp/leave 3
run /tmp/leave 4
open new uncoreall_cha/event=0x35,umask=0x1/ die=1
sim inject die=1 unit=cha:* event=0x35 umask=0x1 n=42
expect new $((42 * UNITS_cha))
run echo 1 >$cpu_dir/cpu3/online
run /tmp/leave 5
sim inject die=1 unit=cha:* event=0x35 umask=0x1 n=42
expect new $((84 * UNITS_cha))
run echo 1 >$cpu_dir/cpu4/online
run echo 1 >$cpu_dir/cpu5/online
end
END

# With events that take turns over the handover: nobody is forgotten.
{
	for code in 0x18 0x19 0x1a 0x1b; do
		echo "open t$code uncoreall_cha/event=$code,umask=0x1/ die=1"
	done
	for code in 0x1c 0x1d 0x1e; do
		echo "open u$code uncore_cha_2/event=$code,umask=0x1/ die=1"
	done
	for cpu in 3 4 5 3; do
		echo "wait 300"
		echo "run /tmp/leave $cpu"
		echo "wait 300"
		echo "run echo 1 >$cpu_dir/cpu$cpu/online"
	done
	echo "close u0x1c u0x1d u0x1e"
	# Alone again, all four have a counter; what comes now is counted in full.
	echo "wait 500"
	for code in 0x18 0x19 0x1a 0x1b; do
		echo "read t$code t$code"
		echo "sim inject die=1 unit=cha:* event=$code umask=0x1 n=100"
		echo "read now t$code"
		echo "expect-equal @now-@t$code $((100 * UNITS_cha)) $code after all"
	done
} | pmontest
