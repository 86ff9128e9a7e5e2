# SPDX-License-Identifier: GPL-2.0-only
# what: the owner CPU goes offline again and again while events are counted, and while they sample and take turns; the counts are exact
# machine: small wide
# kernels: 6.1 6.12 6.1-release 6.12-release 7.3-release 6.1-rt 7.3-rt debug 7.3-core
# kernels of wide: 7.3
# why: perf moves events in another way in each series, and in builds of 6.12; locks
# quick: yes
. /test/hotplug.sh
load

for cpu in $last_cpus; do
	[ -e $cpu_dir/cpu$cpu/online ] || fail "CPU $cpu cannot be taken offline on this kernel"
done

# Units of each register space, with all their counters in use.
types="cha:1 iio:0 m2m:1 imc:1 upi:0 pcu:-"
# What differs between kernels shows each time.
times=8
[ $KERNEL != 6.12 ] || times=20
offline_rounds() {
	round=0
	while [ $round -lt $times ]; do
		echo "run /tmp/owner-leaves"
		echo "sim inject die=1 unit=cha:0 event=0x18 umask=0x1 n=1000"
		# With the owner gone the count must come from another one.
		echo "expect quiet $(((round + 1) * 1100 - 100)) quiet unit while the old owner is offline"
		echo "run /tmp/owner-returns"
		echo "sim inject die=1 unit=cha:0 event=0x18 umask=0x1 n=100"
		round=$((round + 1))
	done
}
{
	echo "section $times times offline under load"
	echo "open quiet uncore_cha_0/event=0x18,umask=0x1/ die=1"
	for unit in $types; do
		pmu=$(pmu_of ${unit%:*} ${unit#*:})
		for umask in 1 2 4 8; do
			echo "open $pmu.$umask $pmu/event=0x60,umask=$umask/ die=1"
		done
	done
	# Opening an event freezes its unit, so the streams begin when all are open. From here on no
	# unit may stand still for a moment.
	for unit in $types; do
		number=${unit#*:}
		[ $number = - ] && number=0
		for umask in 1 2 4 8; do
			echo "sim rate die=1 unit=${unit%:*}:$number event=0x60 umask=$umask per_second=3000017"
			echo "set id_${unit%:*}_$umask @reply.id"
		done
	done
	offline_rounds
	for unit in $types; do
		pmu=$(pmu_of ${unit%:*} ${unit#*:})
		for umask in 1 2 4 8; do
			echo "sim rate-stop id=@id_${unit%:*}_$umask"
			echo "set injected @reply.injected"
			echo "expect $pmu.$umask @injected"
		done
	done
	echo "end"
} | pmontest

# The same while events sample, which freezes the package, and others take turns. What happens is injected, as the simulator
# tells how much of it was not frozen. `make soak TRANSITIONS=1000` has more of them.
transitions=${SOAK_TRANSITIONS:-20}
sampled="unit=cha:3 event=0x61 umask=0x1"
sample_poll=/sys/module/uncore_pmon/parameters/sample_poll_us
under_sampling() {
	echo "section $transitions transitions of CPUs while events sample and take turns"
	echo "cpu 0"
	for unit in cha:3 m2m:0 imc:0; do
		name=${unit%:*}
		echo "open $name uncore_${name}_${unit#*:}/event=0x60,umask=0x1/ die=1 pinned"
		echo "set sum_$name 0"
	done
	echo "open sample uncore_cha_3/event=0x61,umask=0x1/ die=1 period=1000 sample_type=0x10 samples"
	echo "set sum_sample 0"
	for i in 1 2 3 4 5 6; do
		echo "open turn$i uncore_cha_2/event=0x61,umask=$i/ die=1"
		echo "sim rate die=1 unit=cha:2 event=0x61 umask=$i per_second=100000"
	done
	n=0
	while [ $n -lt $transitions ]; do
		# A freeze lasts until somebody looks: sometimes longer than a transition takes.
		[ $((n % 10)) != 0 ] || echo "run echo $((n / 10 % 2 ? 200000 : 1000)) >$sample_poll"
		# All but one are always there: each goes and comes in its turn. No unit may stand still meanwhile.
		file=$cpu_dir/cpu$((CPUS - cpus_each + n / 2 % cpus_each))/online
		echo "run echo $((n % 2)) >$file &"
		for burst in 1 2 3 4 5 6 7 8; do
			echo "sim inject die=1 $sampled n=$((450 + n % 3 * 200))"
			echo "set sum_sample @sum_sample+@reply.seen"
			for unit in cha:3 m2m:0 imc:0; do
				echo "sim inject die=1 unit=$unit event=0x60 umask=0x1 n=$((20 + n % 50))"
				echo "set sum_${unit%:*} @sum_${unit%:*}+@reply.seen"
			done
			echo "wait 2"
		done
		echo "run until [ \$(cat $file) = $((n % 2)) ]; do usleep 5000; done"
		n=$((n + 1))
		[ $((n % 20)) = 0 ] || continue
		# All of it is there, also in the middle, but for an event that moves just now.
		echo "thaw 1"
		for name in cha m2m imc sample; do
			echo "expect $name @sum_$name after $n transitions: $name"
		done
	done
	echo "sim rate-stop id=all"
	echo "thaw 1"
	echo "samples windows sample"
	echo "run echo @windows @sum_sample >/tmp/windows"
	for i in 1 2 3 4 5 6; do
		echo "expect-between turn$i 1 0xffffffffffff event $i had its turns"
	done
	echo "run echo 1000 >$sample_poll"
	echo "close all"
	echo "end"
}
# Periods of the package that were over before the sample of the one before could be made: no CPU may while events move.
[ -d /sys/kernel/debug/tracing ] || mount -t debugfs none /sys/kernel/debug
missed() { sed -n 's/^die 1:.* missed \([0-9]*\) .*/\1/p' /sys/kernel/debug/uncore_pmon/sampling; }

missed_before=$(missed)
under_sampling | pmontest
read -r samples count </tmp/windows
missed=$(($(missed) - missed_before))
# One may have ended as the event left its counter, and is taken when it is back there.
check "$transitions transitions: $samples samples and $missed missed in a count of $count" \
	[ $((samples + missed)) = $((count / 1000)) -o $((samples + missed + 1)) = $((count / 1000)) ]
equal "CPUs online after $transitions transitions" "$(cat $cpu_dir/online)" 0-$((CPUS - 1))

# What perf is asked for must be on the new owner as it was on the old one: groups, pinned events, events
# that sample, events that their user has switched off, events that wait for their turn.
for pmu in uncore_cha_2 uncoreall_m2m; do
	type=${pmu#*_}
	type=${type%_*}
	event="event=0x60,umask"
	units=1 where=$type:2
	[ $pmu = uncore_cha_2 ] || units=$UNITS_m2m where="$type:*"
	cat <<-END
	section $pmu: all kinds of events
	open single $pmu/$event=0x1/ die=1
	open pinned $pmu/$event=0x1/ die=1 pinned
	open stopped $pmu/$event=0x1/ die=1
	sim inject die=1 unit=$where event=0x60 umask=1 n=10
	disable stopped
	open off $pmu/$event=0x1/ die=1 disabled
	open leader $pmu/$event=0x1/ die=1 period=100000 sample_type=0x10 samples
	open member $pmu/$event=0x2/ die=1 leader=leader
	run /tmp/owner-leaves
	sim inject die=1 unit=$where event=0x60 umask=1 n=100
	sim inject die=1 unit=$where event=0x60 umask=2 n=7
	expect single $((110 * units))
	expect pinned $((110 * units))
	expect leader $((100 * units))
	# perf puts it on the new owner before its leader: for a moment it waits.
	expect-between member $((7 * units)) $((7 * units)) member
	expect-between off 0 0 never enabled
	expect-between stopped $((10 * units)) $((10 * units)) disabled before
	close single pinned
	enable off stopped
	sim inject die=1 unit=$where event=0x60 umask=1 n=1000
	run /tmp/owner-returns
	run /tmp/owner-leaves
	expect off $((1000 * units)) since it was enabled
	expect-between stopped $((1010 * units)) $((1010 * units)) enabled again
	expect leader $((1100 * units))
	sim inject die=1 unit=$where event=0x60 umask=1 n=98900
	thaw 1
	expect-samples leader $units
	run /tmp/owner-returns
	close all
	end
	END
done | pmontest

# Both packages in one event list, a new event on the new owner, and back.
pmontest <<END
section events opened on the new owner
run /tmp/owner-leaves
open new uncore_cha_1/event=0x35,umask=0x1/ die=1
sim inject die=1 unit=cha:1 event=0x35 umask=0x1 n=42
expect new 42
run /tmp/owner-returns
sim inject die=1 unit=cha:1 event=0x35 umask=0x1 n=42
expect new 84
refuse EINVAL uncore_cha_1/event=0x35,umask=0x1/ pid=self cpu=-1
end
END

# A die that loses its last CPU: nothing may be read through it, and it comes back.
pmontest <<END
section a whole package offline and back
$(package_1 0)
open zero uncore_cha_1/event=0x35,umask=0x1/ die=0
sim inject die=0 unit=cha:1 event=0x35 umask=0x1 n=7
expect zero 7
$(package_1 1 1)
open one uncore_cha_1/event=0x35,umask=0x1/ die=1
sim inject die=1 unit=cha:1 event=0x35 umask=0x1 n=8
expect one 8
end
END

# Events are opened and closed while the owner changes: refused, or counting. Nothing is left of them.
toggle() {
	while [ ! -e /tmp/stop ]; do
		for cpu in $last_cpus; do
			echo 0 >$cpu_dir/cpu$cpu/online
			echo 1 >$cpu_dir/cpu$cpu/online
		done
	done
}
toggle &
{
	echo "section opened and closed while the owner changes"
	echo "cpu 0"
	i=0
	while [ $i -lt 60 ]; do
		echo "try uncoreall_cha/event=0x35,umask=0x1/ die=1"
		echo "try uncore_cha_1/event=0x35,umask=0x1/ die=1 period=1000"
		i=$((i + 1))
	done
	echo "end"
} | pmontest
touch /tmp/stop
wait
counters_are_free "all counters are free again"
