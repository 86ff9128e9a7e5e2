# SPDX-License-Identifier: GPL-2.0-only
# what: freeze-on-overflow sampling: number of samples, periods, values of groups, plain events beside
# machine: small
# kernels: 6.1 6.12 7.3 6.1-release 6.12-release 7.3-release 6.1-rt 6.12-rt 7.3-rt debug 7.3-core
# why: short, and uses most of what the kernel has for PMUs: no kernel is without it
# quick: yes
load

# READ and PERIOD, and without the period, for which the driver goes another way.
READ=0x10
READ_PERIOD=0x110
full=$((1 << 48))

# Every register space: two and a half periods, the sample's count, what is left in the counter.
for type in cha m2m upi imc iio pcu cxldp; do
	id=$(unit_ids $type | tail -n 1)
	pmu=$(pmu_of $type $id)
	[ $id = - ] && id=0
	event="$(event_terms $type)" terms="$(sim_terms $type)"
	code=${event#event=}
	code=${code%%,*}
	for die in 0 1; do
		for sample_type in $READ $READ_PERIOD; do
			cat <<-END
			section $pmu of die $die, sample_type $sample_type
			open s $pmu/$event/ die=$die period=1000 sample_type=$sample_type samples
			sim inject die=$die unit=$type:$id $terms n=400
			expect-samples s 0
			sim inject die=$die unit=$type:$id $terms n=600
			thaw $die
			expect-samples s 1
			expect-sample s 1000
			sim inject die=$die unit=$type:$id $terms n=1000
			thaw $die
			sim inject die=$die unit=$type:$id $terms n=500
			expect-samples s 2
			expect-sample s 2000
			expect s 2500
			counter c $die $type:$id $code
			sim get die=$die unit=$type:$id
			raw left @c
			expect-equal @left $((full - 500)) remainder in the counter
			expect-equal @reply.unit_status 0 unit status
			END
			[ $sample_type = $READ ] || echo "expect-period s 1000"
			echo "close all"
			echo "end"
		done
	done
done | pmontest

# A group: values of its other events at the freeze. The injection of 5000 ends with the freeze at
# its 700th cycle, for all units and counters.
for unit in cha:0 m2m:1 imc:1; do
	type=${unit%:*}
	pmu=$(pmu_of $type ${unit#*:})
	terms=$(sim_terms $type)
	cat <<-END
	section group on $unit, plain events beside it
	open l $pmu/$(event_terms $type)/ period=1000 sample_type=$READ samples group
	open a $pmu/event=0x60,umask=2/ leader=l
	open b $pmu/event=0x60,umask=4/ leader=l
	open plain $pmu/event=0x60,umask=4/
	open far uncore_cha_3/event=0x35,umask=1/
	open other uncore_cha_3/event=0x35,umask=1/ die=1
	sim inject die=0 unit=$unit event=0x60 umask=2 n=71
	sim inject die=0 unit=$unit event=0x60 umask=4 n=35
	sim inject die=0 unit=$unit $terms n=300
	sim inject die=0 unit=cha:3 event=0x35 umask=1 n=11
	sim inject die=0 unit=$unit $terms n=5000
	thaw 0
	expect-samples l 1
	expect-sample l 1000 71 35
	sim inject die=0 unit=$unit event=0x60 umask=2 n=9
	sim inject die=0 unit=$unit $terms n=5000
	thaw 0
	expect-samples l 2
	expect-sample l 2000 80 35
	expect-group l 2000 80 35
	expect plain 35
	expect far 11
	expect other 0
	close all
	end
	END
done | pmontest

# Overflows in one and the same cycle: two counters of a unit, units with one status bit (channels
# of a memory controller), units with their own.
pmontest <<END
section two overflows at once
open a uncore_cha_0/event=0x35,umask=1/ period=1000 sample_type=$READ samples group
open a2 uncore_cha_0/event=0x35,umask=1/ leader=a period=500 sample_type=$READ samples
open b uncore_cha_2/event=0x35,umask=1/ period=1000 sample_type=$READ samples
open c uncore_imc_0/event=0x2,umask=0x11/ period=700 sample_type=$READ samples
open d uncore_imc_1/event=0x2,umask=0x11/ period=700 sample_type=$READ samples
sim inject die=0 unit=cha:* event=0x35 umask=1 n=500
thaw 0
expect-samples a 0
expect-samples a2 1
sim inject die=0 unit=cha:* event=0x35 umask=1 n=500
thaw 0
expect-samples a 1
expect-sample a 1000 1000
expect-samples a2 2
expect-samples b 1
sim inject die=0 unit=imc:* event=0x2 umask=0x11 n=5000
thaw 0
expect-samples c 1
expect-samples d 1
expect-sample c 700
expect-sample d 700
expect a2 1000
close all
end
END

# A type PMU: a period for each unit; the sample has the sum.
pmontest <<END
section type PMU
open t uncoreall_cha/event=0x35,umask=1/ die=1 period=1000 sample_type=$READ samples
sim inject die=1 unit=cha:0 event=0x35 umask=1 n=999
sim inject die=1 unit=cha:3 event=0x35 umask=1 n=5000
thaw 1
expect-samples t 1
expect-sample t 1999
sim inject die=1 unit=cha:* event=0x35 umask=1 n=1
thaw 1
expect-samples t 2
expect t 2003
sim inject die=1 unit=cha:* event=0x35 umask=1 n=999
thaw 1
expect-samples t 5
close all
end
END

# More units overflow before the freeze, and before the driver polls, than the driver handles at once. Twice: the second time an
# event is closed.
types="cha m2m imc upi iio irp"
total=0
for type in $types; do total=$((total + $(eval "echo \$UNITS_$type"))); done
check "$total units overflow" test $total -gt 12
poll_us=$(cat /sys/module/uncore_pmon/parameters/sample_poll_us)
echo 1000000 >/sys/module/uncore_pmon/parameters/sample_poll_us
{
	echo "section many overflows at once"
	for type in $types; do echo "open $type uncoreall_$type/$(event_terms $type)/ die=0 period=1000 samples"; done
	echo "open plain uncoreall_cha/event=0x60,umask=4/ die=0"
	for i in 1 2; do
		# No freeze before the last unit has overflowed, however long that takes.
		echo "sim fault late-freeze die=0 unit=cha:0 us=1000000"
		for type in $types; do echo "sim inject die=0 unit=$type:* $(sim_terms $type) n=1000"; done
		echo "sim fault late-freeze die=0 unit=cha:0 us=0"
		echo "thaw 0"
		[ $i = 1 ] || echo "close plain"
		for type in $types; do
			units=$(eval "echo \$UNITS_$type")
			echo "expect-samples $type $((i * units))"
			echo "expect $type $((i * units * 1000))"
		done
	done
	echo "close all"
	echo "end"
} | pmontest
echo $poll_us >/sys/module/uncore_pmon/parameters/sample_poll_us

# A period that is changed, periods of one event, and one that the counter cannot be preset to.
half=$((1 << 47))
pmontest <<END
section lengths of periods
open s uncore_cha_0/event=0x35,umask=1/ period=1000 sample_type=$READ samples
sim inject die=0 unit=cha:0 event=0x35 umask=1 n=600
period s 500
sim inject die=0 unit=cha:0 event=0x35 umask=1 n=499
expect-samples s 0
sim inject die=0 unit=cha:0 event=0x35 umask=1 n=1
thaw 0
expect-samples s 1
expect-sample s 1100
period s 1
sim inject die=0 unit=cha:0 event=0x35 umask=1 n=1
thaw 0
sim inject die=0 unit=cha:0 event=0x35 umask=1 n=1
thaw 0
expect-samples s 3
close s
open s uncore_cha_0/event=0x35,umask=1/ period=$((1 << 62)) sample_type=$READ samples disabled
period s 1000
enable s
sim inject die=0 unit=cha:0 event=0x35 umask=1 n=1000
thaw 0
expect-samples s 1
disable s
period s 100
enable s
sim inject die=0 unit=cha:0 event=0x35 umask=1 n=99
expect-samples s 1
sim inject die=0 unit=cha:0 event=0x35 umask=1 n=1
thaw 0
expect-samples s 2
close s
open s uncore_m2m_0/event=0x18,umask=1/ period=$((half + half + half + 1000)) sample_type=$READ samples
sim inject die=0 unit=m2m:0 event=0x18 umask=1 n=$half
thaw 0
sim inject die=0 unit=m2m:0 event=0x18 umask=1 n=$half
thaw 0
sim inject die=0 unit=m2m:0 event=0x18 umask=1 n=$half
thaw 0
sim inject die=0 unit=m2m:0 event=0x18 umask=1 n=999
expect-samples s 0
sim inject die=0 unit=m2m:0 event=0x18 umask=1 n=1
thaw 0
expect-samples s 1
expect-sample s $((half + half + half + 1000))
close all
end
END

# Six events take turns on four counters: each goes on with its period where it was left.
{
	echo "section sampling events that take turns"
	for code in 0x18 0x19 0x1a 0x1b 0x1c 0x1d; do
		echo "open e$code uncore_cha_0/event=$code,umask=1/ period=20000 sample_type=$READ samples"
	done
	for code in 0x18 0x19 0x1a 0x1b 0x1c 0x1d; do
		echo "sim rate die=0 unit=cha:0 event=$code umask=1 per_second=300000"
	done
	for code in 0x18 0x19 0x1a 0x1b 0x1c 0x1d; do
		echo "await-samples e$code 2"
	done
	echo "sim rate-stop id=all"
	for code in 0x18 0x19 0x1a 0x1b 0x1c 0x1d; do
		echo "disable e$code"
	done
	for code in 0x18 0x19 0x1a 0x1b 0x1c 0x1d; do
		echo "expect-windows e$code 20000"
	done
	echo "close all"
	echo "end"
} | pmontest

# Tests inject with pmonctl. What it injects while the driver checks whether a package counts again (freeze/poll.c) waits for
# the end of this freeze. Here somebody else freezes it for longer.
insmod "$(kernel_module msr)" 2>/dev/null
{
	echo "section an injection waits for the end of a freeze that was written"
	echo "open event uncore_cha_0/event=0x18,umask=1/ cpu=0"
	for n in 1 2; do
		echo "msr 0 0x2ff0 1"
		echo "run { usleep 20000; dd bs=8 seek=$((0x2ff0 / 8)) count=1 if=/dev/zero of=/dev/cpu/0/msr 2>/dev/null; } &"
		echo "sim inject die=0 unit=cha:0 event=0x18 umask=1 n=1000"
	done
	echo "expect event 2000"
	echo "close all"
	echo "end"
} | pmontest
