# SPDX-License-Identifier: GPL-2.0-only
# what: freeze-on-overflow sampling: number of samples, periods, values of groups, plain events beside
# machine: small
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
