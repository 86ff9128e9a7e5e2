# SPDX-License-Identifier: GPL-2.0-only
# what: another module counts through linux/uncore_pmon.h, exactly and in any context, beside perf; and is told each window once
# machine: small
# kernels: 6.1 7.3-rt debug
# why: perf's contexts of kernel events changed after 6.1; locks and lifetimes; reads in all contexts
C=/sys/kernel/debug/uncore_consumer
refuse "a consumer without the driver" insmod /lib/consumer.ko
load
check "a consumer" insmod /lib/consumer.ko

# Where sanitizers watch, each process costs most of a second: these start none.
# tell COMMAND...: what the consumer says to it is in $answer, without the last end of a line
tell() {
	answer=
	echo "$*" >$C/command || return
	while read -r line; do
		answer="$answer${answer:+$newline}$line"
	done <$C/result
}
ask() { tell "$@" && { [ -z "$answer" ] || echo "$answer"; }; }
# said TEXT EXPECTED COMMAND...
said() {
	said_text=$1 said_expected=$2
	shift 2
	tell "$@"
	equal "$said_text" "$answer" "$said_expected"
}
# told EXPECTED COMMAND...: the same as lines of a script of pmontest
told() {
	told_expected=$1
	shift
	echo "write $C/command $*"
	echo "expect-text $C/result $told_expected"
}
cat >/tmp/await <<'END'
#!/bin/sh
# Until a slot has had so many windows.
for i in $(seq 200); do
	echo "windows $1" >/sys/kernel/debug/uncore_consumer/command
	[ "$(wc -l </sys/kernel/debug/uncore_consumer/result)" -lt $2 ] || exit 0
	usleep 50000
done
exit 1
END
cat >/tmp/counts <<'END'
#!/bin/sh
# Until a slot has a hardware counter.
for i in $(seq 200); do
	echo "times $1" >/sys/kernel/debug/uncore_consumer/command
	! grep -q '^0' /sys/kernel/debug/uncore_consumer/result || exit 0
	usleep 50000
done
exit 1
END
chmod +x /tmp/await /tmp/counts

# Registers in MSRs, PCI configuration space and memory; perf has events on the same units.
for type in cha m2m imc; do
	units=$(expected_units $type)
	event=$(event_terms $type)
	inject="unit=$type:* $(sim_terms $type)"
	said "$type: a unit" 0 open 0 uncore_${type}_0 $event 0 0
	said "$type: all units" 0 open 1 uncoreall_$type $event 0 0
	{
		echo "section $type: from every context and every CPU, beside perf"
		echo "open p uncoreall_$type/$event/ die=0"
		echo "open q uncore_${type}_0/$event/ die=0"
		echo "open r uncoreall_$type/$event/ die=1"
		total=0 last=0 list=
		for context in process softirq hardirq nmi any; do
			for cpu in 0 1 2; do
				total=$((total + 10))
				echo "sim inject die=0 $inject n=10"
				error=0 seen=$total
				# An MSR of another package cannot be read here, and nobody is asked.
				if [ $type = cha ] && [ $cpu = 2 ] && [ $context != any ]; then
					error=-18 seen=$last
				fi
				told "$error $seen" read 0 $cpu $context
				told "$error $((seen * units))" read 1 $cpu $context
				last=$seen
			done
			echo "expect p $((total * units)) perf, all units"
			echo "expect q $total perf, a unit"
			last=$total
		done
		# Each of the units by itself.
		for id in $(seq 0 $((units - 1))); do
			echo "sim inject die=0 unit=$type:$id $(sim_terms $type) n=$((id + 1))"
			list="$list $id:$((total + id + 1))"
		done
		told "0 $units$list" units 1 1 hardirq
		echo "expect r 0 the other package"
		told "0 always" times 0
		told "0 always" times 1
		echo "end"
	} | pmontest

	# Each window once, with the others' values as they stood. perf samples on another unit.
	said "$type: windows" 0 open 2 uncore_${type}_1 $event 0 1000
	before=$(ask read 0 0 process)
	sum=$(ask read 1 0 process)
	{
		echo "section $type: windows"
		echo "open s uncore_${type}_0/$event/ die=0 period=5000 sample_type=0x10 samples"
		for n in 1 2 3 4; do
			echo "sim inject die=0 unit=$type:1 $(sim_terms $type) n=1000"
			echo "thaw 0"
			echo "run /tmp/await 2 $n"
		done
		echo "sim inject die=0 unit=$type:0 $(sim_terms $type) n=5000"
		echo "await-samples s 1"
		echo "end"
	} | pmontest
	for n in 1 2 3 4; do
		echo "$((1000 * n)) 1 0 0:0:${before#* } 1:0:$((${sum#* } + 1000 * n))"
	done >/tmp/expected
	ask windows 2 >/tmp/got
	check "$type: each window once, and the others' values of that instant" cmp /tmp/got /tmp/expected ||
		sed 's/^/# /' /tmp/got
	for slot in 0 1 2; do
		ask close $slot >/dev/null
	done
done

# Names, and what is refused.
said "an event by name" 0 open 0 uncoreall_imc cas_count.rd 1 0
sim inject die=1 unit=imc:* event=0x05 umask=0xcf n=9 >/dev/null
said "its count, from another package" "0 18" read 0 0 softirq
ask close 0
said "no such PMU" -2 open 0 uncoreall_nothing event=1 0 0
said "no such name" -2 open 0 uncoreall_imc cas_count.nothing 0 0
said "a value too large" -22 open 0 uncore_cha_0 event=0x100 0 0
said "refused by the driver" -22 open 0 uncore_cha_0 umask=0x1 0 0
said "no such die" -19 open 0 uncore_cha_0 event=0x35 7 0
said "windows of a fixed counter" -95 open 0 uncore_imc_0 event=0xff 0 1000

# Free counters, of the unit with the fewest: perf fills a unit of package 1, and has a fixed counter there.
said "free before" 4 available uncoreall_cha 1
{
	echo "section free counters"
	for n in 1 2 3 4; do
		echo "open p$n uncore_cha_1/event=0x18,umask=$n/ die=1"
		told $((4 - n)) available uncoreall_cha 1
		told $((4 - n)) available uncore_cha_1 1
	done
	echo "open f uncore_imc_0/event=0xff/ die=1"
	told 0 open 0 uncoreall_imc cas_count.rd 1 0
	told 3 available uncore_imc_0 1
	told 3 available uncoreall_imc 1
	told 4 available uncoreall_imc 0
	told 4 available uncore_cha_0 1
	told 4 available uncoreall_cha 0
	told 0 available uncore_iio_free_running_0 1
	# The answer is that of units without events, and no event notices.
	told 0 fit 1 uncoreall_cha event=0x35,umask=1 uncore_cha_1 event=0x36,umask=1
	told -11 fit 1 uncoreall_cha event=0xff,umask=1 uncoreall_cha event=0x35,umask=2 \
		uncoreall_cha event=0x35,umask=4 uncoreall_cha event=0x35,umask=8 uncore_cha_1 event=0x35,umask=1
	for n in 1 2 3 4; do
		echo "sim inject die=1 unit=cha:1 event=0x18 umask=$n n=$((n * 10))"
		echo "expect p$n $((n * 10))"
	done
	told "0 always" times 0
	echo "close all"
	echo "end"
} | pmontest
ask close 0
said "free again" 4 available uncoreall_cha 1
said "no such PMU" -2 available uncoreall_nothing 0
said "no such die" -19 available uncoreall_cha 7

# Which events count together: counter 0 only, a register of a unit, events of the mesh stop, several PMUs and bad events.
for die in 0 1; do
	said "die $die: two events for counter 0" -11 fit $die uncoreall_cha tor_inserts.ia_miss \
		uncoreall_cha tor_occupancy.ia_miss uncoreall_cha tor_occupancy.ia_miss_drd
	said "die $die: of two units" 0 fit $die uncoreall_cha tor_inserts.ia_miss uncore_cha_0 event=0x36,umask=1 \
		uncore_cha_1 event=0x36,umask=1 uncoreall_imc cas_count.rd
	said "die $die: two thread filters" -16 fit $die uncoreall_cha event=0x18,umask=1,tid_en=1,filter_tid=5 \
		uncore_cha_1 event=0x19,umask=1,tid_en=1,filter_tid=6
	said "die $die: of two units" 0 fit $die uncoreall_cha event=0x18,umask=1,tid_en=1,filter_tid=5,unit_mask=1 \
		uncore_cha_1 event=0x19,umask=1,tid_en=1,filter_tid=6
	said "die $die: one thread filter" 0 fit $die uncoreall_cha event=0x18,umask=1,tid_en=1,filter_tid=5 \
		uncore_cha_1 event=0x19,umask=1,tid_en=1,filter_tid=5
	said "die $die: an M3UPI and its mesh stop" -16 fit $die uncore_m3upi_1 event=0x22,umask=1 \
		uncore_m3upi_1 event=0x80,umask=1
	said "die $die: two fixed counters" -11 fit $die uncore_imc_0 event=0xff uncoreall_imc event=0xff
done
said "an event that no unit counts" -22 fit 0 uncoreall_cha event=0x35,umask=1 uncore_cha_0 umask=1
said "no such name" -2 fit 0 uncoreall_cha tor_inserts.nothing uncoreall_imc cas_count.rd
said "no such PMU" -2 fit 0 uncoreall_imc cas_count.rd uncoreall_nothing event=1
said "no such die" -19 fit 7 uncoreall_imc cas_count.rd
said "no event" -22 fit 0

# A user who may not use perf works the caller, whatever the kernel lets users do with perf.
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
{
	for level in 2 3; do
		echo $level >/proc/sys/kernel/perf_event_paranoid
		for period in 0 1000; do
			as none sh -c "id -u; echo open 0 uncoreall_cha event=0x35,umask=0x1 0 $period >&3" 3>$C/command
			cat $C/result
			echo close 0 >$C/command
		done
		as none sh -c "echo open 0 uncore_cha_0 umask=1 0 0 >&3" 3>$C/command
		cat $C/result
	done
} >/tmp/got 2>&1
equal "opened in calls of user 1000, with perf_event_paranoid 2 and 3" "$(echo $(cat /tmp/got))" \
	"1000 0 1000 0 -22 1000 0 1000 0 -22"
echo $paranoid >/proc/sys/kernel/perf_event_paranoid

# A window that is due when its counter is closed, before anybody has looked for the freeze.
S=/sys/module/uncore_pmon/parameters/sample_poll_us
poll_us=$(cat $S)
for us in 1000000 50; do
	echo $us >$S
	for type in cha m2m imc; do
		for round in 1 2; do
			ask open 0 uncore_${type}_0 $(event_terms $type) 0 0 >/dev/null
			ask open 1 uncore_${type}_0 $(event_terms $type) 0 1000 >/dev/null
			sim inject die=0 unit=$type:0 $(sim_terms $type) n=1000 >/dev/null
			# On the owner, and on another CPU.
			taskset -c $((round % 2)) sh -c "echo close 1 >$C/command"
			ask windows 1
			ask close 0
		done
	done
done >/tmp/got
echo $poll_us >$S
equal "windows of counters that are closed: number, what they say" "$(sort /tmp/got | uniq -c | sed 's/^ *//')" \
	"12 1000 0 0 0:0:1000"

# Threads on all CPUs open and close.
said "a counter for threads" 0 open 0 uncoreall_cha $(event_terms cha) 0 0
said "four threads" "4 0" churn 0 100
sim inject die=0 unit=cha:* $(sim_terms cha) n=10 >/dev/null
said "what was open meanwhile" "0 40" read 0 0 process
ask close 0

# Pinned events of perf's have all counters; then they take turns.
event=$(event_terms cha)
{
	echo "section turns"
	for n in 1 2 3 4; do
		echo "open p$n uncore_cha_0/event=0x18,umask=$n/ die=0 pinned"
	done
	echo "write $C/command open 0 uncoreall_cha $event 0 0"
	echo "sim inject die=0 unit=cha:* $(sim_terms cha) n=10"
	told "-11 0" read 0 0 process
	told "-11 0" read 0 2 any
	told "-11 never" times 0
	echo "expect p1 0 perf, pinned"
	echo "close all"
	echo "run /tmp/counts 0"
	echo "sim inject die=0 unit=cha:* $(sim_terms cha) n=10"
	told "0 40" read 0 1 hardirq
	told "0 partly" times 0
	for n in 1 2 3 4 5 6; do
		echo "open t$n uncore_cha_0/event=0x18,umask=$n/ die=0"
	done
	echo "wait 100"
	echo "close all"
	echo "run /tmp/counts 0"
	told "0 40" read 0 0 nmi
	echo "end"
} | pmontest
ask close 0

# The owner of package 1 goes offline, then the package.
online() { echo $2 >/sys/devices/system/cpu/cpu$1/online; }
said "package 1" 0 open 0 uncoreall_cha $event 1 0
said "package 1, windows" 0 open 1 uncore_m2m_0 $(event_terms m2m) 1 1000
sim inject die=1 unit=cha:* $(sim_terms cha) n=5 >/dev/null
online 2 0
sim inject die=1 unit=cha:* $(sim_terms cha) n=6 >/dev/null
said "the owner has gone offline" "0 44" read 0 3 nmi
said "asked from the other package" "0 44" read 0 0 any
said "it never stopped" "0 always" times 0
sim inject die=1 unit=m2m:0 $(sim_terms m2m) n=1000 >/dev/null
check "a window on the new owner" /tmp/await 1 1
said "once" "1000 0 0 0:0:44" windows 1
online 2 1
sim inject die=1 unit=cha:* $(sim_terms cha) n=7 >/dev/null
said "the old owner is back" "0 72" read 0 2 softirq
online 2 0
online 3 0
said "the package is offline" "-19 72" read 0 0 process
said "and nobody can be asked" "-19 72" read 0 0 any
said "nor can one be opened" -19 open 2 uncoreall_cha $event 1 0
said "nothing is free there" -19 available uncoreall_cha 1
said "nothing fits there" -19 fit 1 uncoreall_cha $event
ask close 0
ask close 1
online 2 1
online 3 1
said "it is back" 0 open 0 uncoreall_cha $event 1 0
sim inject die=1 unit=cha:* $(sim_terms cha) n=8 >/dev/null
said "and counts" "0 32" read 0 2 process

# Reads of MSRs from the other package, and of all else, while the owners go and come back: each waits until it can be carried out.
said "windows meanwhile" 0 open 1 uncore_m2m_0 $(event_terms m2m) 1 1000
said "reads from the other package" 0 reader 0 0
said "a counter in PCI space" 0 open 2 uncoreall_m2m $(event_terms m2m) 1 0
said "is read, too" 0 reader 2 1
windows=0
for round in 1 2 3; do
	for cpu in 2 3; do
		online $cpu 0
		sim inject die=1 unit=cha:* $(sim_terms cha) n=1 >/dev/null
		sim inject die=1 unit=m2m:0 $(sim_terms m2m) n=1000 >/dev/null
		online $cpu 1
		windows=$((windows + 1))
		check "window $windows" /tmp/await 1 $windows
	done
done
for slot in 0 2; do
	ask halt $slot >/tmp/got
	read reads error back </tmp/got
	at_most "reads meanwhile of slot $slot" 1 $reads
	equal "errors and steps back among them" "$error $back" "0 0"
done
said "the count" "0 56" read 0 2 process
equal "windows" "$(ask windows 1 | awk '{ print $1, $2 }' | tr '\n' ' ')" "1000 0 2000 0 3000 0 4000 0 5000 0 6000 0 "
ask close 1
ask close 2

# A module for everybody: the memory bandwidth of the last second.
check "the sample" insmod /lib/uncore_bandwidth.ko
B=/sys/kernel/uncore_bandwidth
equal "its files" "$(cd $B && echo */*)" "die0/read_bytes die0/write_bytes die1/read_bytes die1/write_bytes"
equal "for everybody" "$(stat -c %a $B/*/* | sort -u)" 444
# bytes FILE INJECTION...: the first value that is not 0. It stays for an interval, which a slow machine may miss.
bytes() {
	file=$B/$1
	shift
	for i in $(seq 0 199); do
		[ $((i % 50)) != 0 ] || sim inject "$@" event=0x05 n=1000 >/dev/null
		value=0
		read -r value 2>/dev/null <$file
		[ "${value:-0}" = 0 ] || break
		usleep 50000
	done
	echo $value
}
sleep 1.5
equal "bytes read" "$(bytes die0/read_bytes die=0 unit=imc:* umask=0xcf)" 128000
equal "bytes written on the other package" "$(bytes die1/write_bytes die=1 unit=imc:0 umask=0xf0)" 64000
equal "bytes read there" "$(cat $B/die1/read_bytes)" 0
# await TEXT COMMAND...: it succeeds in the end
await() {
	await_text=$1
	shift
	for i in $(seq 200); do
		"$@" 2>/dev/null && break
		usleep 50000
	done
	check "$await_text" "$@"
}
is() { [ "$(cat $B/$1)" = "$2" ]; }
unknown() { ! cat $B/$1 >/dev/null; }
# What node_exporter would export. The other package has nothing left of the interval before.
textfile() { uncore-bandwidth-textfile - | sed '/^#/d; s/^uncore_memory_//; s/_bytes_per_second//' | paste -sd ' '; }
for i in $(seq 100); do
	# Again after more than an interval: a slow machine may have missed it.
	[ $((i % 20)) != 1 ] || sim inject die=0 unit=imc:0 event=0x05 umask=0xf0 n=500 >/dev/null
	text=$(textfile)
	[ "${text/32000/}" = "$text" ] || break
	usleep 20000
done
equal "for node_exporter" "$text" 'read{die="0"} 0 read{die="1"} 0 written{die="0"} 32000 written{die="1"} 0'
await "nothing in the next interval" is die0/write_bytes 0
online 2 0
online 3 0
await "unknown while the package is offline" unknown die1/write_bytes
equal "and not in the text for node_exporter" "$(textfile)" 'read{die="0"} 0 written{die="0"} 0'
check "known of the other" is die0/write_bytes 0
online 2 1
online 3 1
await "known when it is back" is die1/write_bytes 0
sim inject die=1 unit=imc:0 event=0x05 umask=0xf0 n=10 >/dev/null
equal "bytes written then" "$(bytes die1/write_bytes)" 640
check "unloading the sample" rmmod uncore_bandwidth
check "the sample, for a group" insmod /lib/uncore_bandwidth.ko mode=0440
chgrp 7 $B/*/*
equal "its files" "$(stat -c '%a %g' $B/*/* | sort -u)" "440 7"

# Nobody pulls the driver away from under a counter.
refuse "unloading the driver" rmmod uncore_pmon
check "unloading the sample" rmmod uncore_bandwidth
check "unloading the consumer, with a counter open" rmmod consumer
check "unloading the driver then" rmmod uncore_pmon
