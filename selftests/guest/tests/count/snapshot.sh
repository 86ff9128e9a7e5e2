# SPDX-License-Identifier: GPL-2.0-only
# what: a group is read at one instant with snapshot=1, for two writes, and at several without
# machine: small
# kernels: 6.12
# quick: yes
reads=1000

# The kernel's own driver beside: how often do two counters of the same clock differ?
if [ -n "$(kernel_module intel_uncore)" ]; then
	insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
	load_in_tree
	for unit in cha:1 m2m:1 imc:1; do
		pmu=uncore_${unit%:*}_${unit#*:}
		pmontest <<-END
			sim clock die=1 unit=$unit hz=2000000000
			open l $pmu/event=0x1/ die=1 group
			open s $pmu/event=0x1/ die=1 leader=l
			unequal unequal l $reads
			say the in-tree driver on $pmu: the increments differ in @unequal of $reads reads
			expect-at-most @unequal $reads $pmu of the in-tree driver was read
			sim clock die=1 unit=$unit hz=0
		END
	done
	rmmod intel_uncore
fi

load
equal "format of a unit" "$(cat $PMUS/uncore_cha_0/format/snapshot)" config1:63
equal "format of a type" "$(cat $PMUS/uncoreall_cha/format/snapshot)" config1:63
refuse "no such format where nothing can be frozen" \
	ls $PMUS/uncore_imc_free_running_0/format/snapshot

# Two clocks of one unit, on the owner CPU and on the other one of the die. write: what the
# statistics call a write in the unit's space.
for unit in cha:1:wrmsr iio:1:wrmsr m2m:1:pciwr imc:1:mmiowr; do
	write=${unit##*:} unit=${unit%:*}
	pmu=uncore_${unit%:*}_${unit#*:}
	for cpu in 2 3; do
		pmontest <<-END
			cpu $cpu
			sim clock die=1 unit=$unit hz=2000000000
			open l $pmu/event=0x1/ die=1 group
			open s $pmu/event=0x1/ die=1 leader=l
			sim stats reset
			unequal unequal l $reads
			sim stats
			set writes @reply.wrmsr+@reply.pciwr+@reply.mmiowr
			say without snapshot, $pmu on CPU $cpu: the increments differ in @unequal of $reads
			expect-at-most 1 @unequal $pmu on CPU $cpu differs without snapshot
			expect-equal @writes 0 $pmu writes nothing without snapshot
			close s l
			open l $pmu/event=0x1,snapshot=1/ die=1 group
			open s $pmu/event=0x1/ die=1 leader=l
			open other $pmu/event=0x1/ die=1
			sim stats reset
			unequal unequal l $reads
			sim stats
			set writes @reply.wrmsr+@reply.pciwr+@reply.mmiowr
			expect-equal @unequal 0 $pmu on CPU $cpu: reads that differ
			# The first read is the one that the others are compared with.
			expect-equal @reply.$write $((2 * reads + 2)) $pmu writes twice for each read
			expect-equal @writes $((2 * reads + 2)) $pmu writes nowhere else
			# An event that is read by itself needs no freeze, also the leader of a group.
			sim stats reset
			monotonic other 10 100000000000
			sim stats
			expect-equal @reply.$write 0 $pmu is not frozen for an event outside the group
			sim clock die=1 unit=$unit hz=0
		END
	done
done

# A type PMU: both counters of each unit are read at one instant, so sums agree as well. A unit
# on which only one event of the group counts is not frozen.
pmontest <<-END
	sim clock die=0 unit=cha:* hz=2000000000
	cpu 1
	open l uncoreall_cha/event=0x1,snapshot=1/ die=0 group
	open s uncoreall_cha/event=0x1/ die=0 leader=l
	sim stats reset
	unequal unequal l 200
	sim stats
	expect-equal @unequal 0 uncoreall_cha: reads that differ
	expect-equal @reply.wrmsr $((201 * 2 * UNITS_cha)) uncoreall_cha writes twice for each unit and read
	close all
	open l uncoreall_cha/event=0x1,snapshot=1/ die=0 group
	open s uncoreall_cha/event=0x1,unit_mask=0x2/ die=0 leader=l
	sim stats reset
	unequal unequal l 9
	sim stats
	expect-equal @reply.wrmsr 20 uncoreall_cha: only the unit that both count on is frozen
	close s
	sim stats reset
	monotonic l 10 100000000000
	sim stats
	expect-equal @reply.wrmsr 0 uncoreall_cha: one event alone is not frozen
	close all
	open l uncoreall_cha/event=0x1/ die=0 group
	open s uncoreall_cha/event=0x1/ die=0 leader=l
	unequal unequal l 200
	expect-at-most 1 @unequal uncoreall_cha differs without snapshot
	sim clock die=* unit=* hz=0
END

# Only a leader says how its group is read.
pmontest <<-END
	section snapshot on a sibling
	open l uncore_cha_0/event=0x1/ die=0 group
	refuse EINVAL uncore_cha_0/event=0x1,snapshot=1/ die=0 leader=l
	open l2 uncore_cha_0/event=0x1,snapshot=1/ die=0 group
	open s2 uncore_cha_0/event=0x1,snapshot=1/ die=0 leader=l2
	end
END

# Events of the same unit come and go while it is read. What is injected while it is frozen for a
# read is not counted, as in hardware.
{
	i=0
	while [ $i -lt 200 ]; do
		echo "open x uncore_cha_1/event=0x18,umask=0x1/ die=1"
		echo "open y uncoreall_cha/event=0x19,umask=0x1/ die=1"
		echo "sim inject die=1 unit=cha:1 event=0x18 umask=0x1 n=3"
		echo "sim inject die=1 unit=cha:1 event=0x19 umask=0x1 n=4"
		echo "expect-between x 0 3"
		echo "expect-between y 0 4"
		echo "close x y"
		i=$((i + 1))
	done
} >/tmp/others
pmontest </tmp/others >/tmp/others.out &
pmontest <<-END
	sim clock die=1 unit=cha:1 hz=2000000000
	cpu 3
	open l uncore_cha_1/event=0x1,snapshot=1/ die=1 group
	open s uncore_cha_1/event=0x1/ die=1 leader=l
	unequal unequal l 3000
	expect-equal @unequal 0 reads that differ while other events come and go
	sim clock die=1 unit=cha:1 hz=0
END
wait $!
equal "checks of the others that passed" "$(grep -c "^ok" /tmp/others.out)" 400
grep "^not ok" /tmp/others.out | head -n 5 | sed "s/^/# /"
# perf takes the counts on this CPU after it has read the counters on the owner's. Polls in between do not change them.
echo 1 >/sys/module/uncore_pmon/parameters/poll_period_ms
for pmu in uncore_cha_1 uncore_imc_1 uncoreall_cha; do
	pmontest <<-END
		sim clock die=1 unit=* hz=2000000000
		cpu 3
		open l $pmu/event=0x1,snapshot=1/ die=1 group
		open s $pmu/event=0x1/ die=1 leader=l
		unequal unequal l 2000
		expect-equal @unequal 0 $pmu: reads that differ while counters are polled each millisecond
		sim clock die=1 unit=* hz=0
	END
done
echo 0 >/sys/module/uncore_pmon/parameters/poll_period_ms
# Nothing stays frozen.
for unit in cha:1 iio:1 m2m:1 imc:1; do
	pmontest <<-END
		open a uncore_${unit%:*}_1/event=0x18,umask=0x1/ die=1
		sim inject die=1 unit=$unit event=0x18 umask=0x1 n=7
		expect a 7 $unit counts afterwards
	END
done

# A software event may be in the group, but not lead it.
pmontest <<-END
	section software events
	sim clock die=0 unit=cha:0 hz=2000000000
	open l uncore_cha_0/event=0x1,snapshot=1/ die=0 group
	open clock software/config=0/ cpu=0 leader=l
	open s uncore_cha_0/event=0x1/ die=0 leader=l
	sim stats reset
	read value l
	sim stats
	expect-equal @reply.wrmsr 2 frozen once
	close all
	open clock software/config=0/ cpu=0 group
	refuse EINVAL uncore_cha_0/event=0x1,snapshot=1/ die=0 leader=clock
	open l uncore_cha_0/event=0x1/ die=0 leader=clock
	open s uncore_cha_0/event=0x1/ die=0 leader=clock
	sim stats reset
	read value clock
	read value clock
	expect-between l 1 1000000000000
	sim stats
	expect-equal @reply.wrmsr 0 nothing frozen
	sim clock die=0 unit=cha:0 hz=0
	end
END
