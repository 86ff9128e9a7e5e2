# SPDX-License-Identifier: GPL-2.0-only
# what: older processors: every unit counts exactly, wraps at its width, is found and goes away
# machine: snbep_qpi ivbep_all hsx_all bdx_all nhmex skx_all skx4 icx icxd snr
# kernels: 6.12
# quick: yes
ls $PMUS >/tmp/pmus.before
load
count_every_unit

# All units of a type as one event, and with it the names. One perf for all types.
events= many_types=
for type in $TYPES; do
	many=$(expected_units $type)
	if [ "$many" = 1 ]; then
		equal "$type, one in a package: PMUs" "$(ls $PMUS | grep -cE "_$type(_|$)")" 1
		continue
	fi
	event="uncoreall_$type/$(event_terms $type)/"
	events="$events $event" many_types="$many_types $type"
	simulated=$(sim_terms $type) ids=$(unit_ids $type)
	: >/tmp/expected.$type
	for die in $(dies); do
		sum=0
		for id in $ids; do
			n=$((1000 * (die + 1) + id))
			sum=$((sum + n))
			echo "inject die=$die unit=$type:$id $simulated n=$n" >>/tmp/injected
		done
		echo "S$die|$event|$sum" >>/tmp/expected.$type
	done
done
count $events </tmp/injected
for type in $many_types; do
	expect_counts "perf $PERF_VERSION, $(expected_units $type) x $type as one event" </tmp/expected.$type
done

# A unit that is missing in the middle has no number, and those behind it keep theirs.
if [ "$PROCESSOR" = icx ]; then
	equal "links" "$(echo $(unit_ids upi))" "0 2"
	equal "channels" "$(echo $(unit_ids imc))" "0 1 3 4 6 7 9 10"
	equal "memory controllers" "$(echo $(unit_ids imc_free_running))" "0 1 2 3"
fi
# The CHA in the middle and the last stack do not answer, and others keep their numbers.
if [ "$PROCESSOR" = snr ]; then
	equal "CHAs" "$(echo $(unit_ids cha))" "0 1 2 4 5"
	equal "stacks" "$(echo $(unit_ids iio)), $(echo $(unit_ids iio_free_running))" "0 1 2 3, 0 1 2 3"
	echo "refuse EINVAL uncore_imc_free_running/event=0xff,umask=0x30/ die=0" | pmontest
fi

# Every type wraps at its own width. A preset moves the counter forward, as so many events would.
for type in $TYPES; do
	id=$(unit_ids $type | tail -n 1)
	pmu=$(pmu_of $type $id)
	unit=$type:$(unit_number $id)
	top=$((1 << $(width_of $type)))
	for die in $(dies); do
		cat <<END
section $pmu of die $die wraps at $(width_of $type) bits
open a $pmu/$(event_terms $type)/ die=$die
sim inject die=$die unit=$unit $(sim_terms $type) n=1000
expect a 1000
counter c $die $unit $(sim_code $type)
sim get die=$die unit=$unit
raw before @c
sim preset die=$die unit=$unit counter=@c value=$((top - 5))
set base 1000+$((top - 5))-@before
expect a @base five before the wrap
sim inject die=$die unit=$unit $(sim_terms $type) n=4
expect a @base+4 one before the wrap
sim inject die=$die unit=$unit $(sim_terms $type) n=1
expect a @base+5 at the wrap
sim inject die=$die unit=$unit $(sim_terms $type) n=1000000
expect a @base+1000005 a million behind it
end
close all
open b $pmu/$(event_terms $type)/ die=$die
sim inject die=$die unit=$unit $(sim_terms $type) n=3
expect b 3 $pmu opened again behind the wrap
close all
END
	done
done | pmontest

# Fixed and free-running counters.
fixed_counters() {
	case $FAMILY in
	icx)	echo "uncore_imc_1/event=0xff/ imc:1 fixed"
		echo "uncore_ubox/event=0xff/ ubox:0 fixed"
		for stack in $(unit_ids iio_free_running); do
			pmu=uncore_iio_free_running_$stack
			echo "$pmu/event=0xff,umask=0x10/ iio:$stack ioclk"
			for port in 0 1 2 3 4 5 6 7; do
				echo "$pmu/event=0xff,umask=0x2$port/ iio:$stack bw_in$port"
			done
		done
		for mc in $(unit_ids imc_free_running); do
			pmu=$(pmu_of imc_free_running $mc)
			unit=imc:$(unit_number $mc)
			echo "$pmu/event=0xff,umask=0x10/ $unit dclk"
			echo "$pmu/event=0xff,umask=0x20/ $unit read"
			echo "$pmu/event=0xff,umask=0x21/ $unit write"
			[ $PROCESSOR != snr ] || continue
			echo "$pmu/event=0xff,umask=0x30/ $unit ddrt_read"
			echo "$pmu/event=0xff,umask=0x31/ $unit ddrt_write"
		done ;;
	*bep)	echo "uncore_imc_1/event=0xff/ imc:1 fixed"
		echo "uncore_ubox/event=0xff/ ubox:0 fixed"
		echo "uncore_pcu/event=0xff,occ_sel=2/ pcu:0 c3"
		echo "uncore_pcu/event=0xff,occ_sel=3/ pcu:0 c6" ;;
	hsx)	echo "uncore_imc_1/event=0xff/ imc:1 fixed"
		echo "uncore_ubox/event=0xff/ ubox:0 fixed" ;;
	nhmex)	echo "uncore_wbox/event=0xff/ wbox:0 fixed" ;;
	skx)	echo "uncore_imc_1/event=0xff/ imc:1 fixed"
		echo "uncore_ubox/event=0xff/ ubox:0 fixed"
		echo "uncore_iio_free_running_0/event=0xff,umask=0x10/ iio:0 ioclk"
		echo "uncore_iio_free_running_1/event=0xff,umask=0x23/ iio:1 bw_in3"
		echo "uncore_iio_free_running_1/event=0xff,umask=0x24/ iio:1 bw_out0"
		echo "uncore_iio_free_running_1/event=0xff,umask=0x30/ iio:1 util_in0"
		echo "uncore_iio_free_running_1/event=0xff,umask=0x37/ iio:1 util_out3" ;;
	esac
}
fixed_counters | while read -r event unit counter; do
	for die in $(dies); do
		cat <<END
sim inject-free die=$die unit=$unit counter=$counter n=77
open fixed $event die=$die
expect fixed 0 $event: what was before
sim inject-free die=$die unit=$unit counter=$counter n=$((123456789 + die))
expect fixed $((123456789 + die)) $event of die $die
close all
END
	done
done | pmontest

# UCLK: the guide of Sandy Bridge-EP has 48 bits in its text, and 44 in the table of the register.
if [ -z "${FAMILY##*bep}" ]; then
	pmontest <<END
section UCLK wraps at 44 bits
sim preset die=0 unit=ubox:0 counter=fixed value=$(((1 << 44) - 5))
open fixed uncore_ubox/event=0xff/ die=0
sim inject-free die=0 unit=ubox:0 counter=fixed n=12
expect fixed 12
end
close all
END
fi

# No overflow reaches the driver, so there are no samples; and no bit is taken that nothing looks at.
for type in $TYPES; do
	pmu=$(pmu_of $type "$(unit_ids $type | head -n 1)")
	echo "refuse EOPNOTSUPP $pmu/$(event_terms $type)/ die=0 period=1000"
	echo "refuse EOPNOTSUPP $pmu/$(event_terms $type)/ die=0 freq=1000"
	echo "refuse EINVAL $pmu/$(event_terms $type),config=0x400000/ die=0"
	echo "refuse EINVAL $pmu/$(event_terms $type)/ die=0 exclude=user"
done | pmontest
refuse "perf record" $PERF record -o /tmp/data -e "$(pmu_of $MSR_TYPE 0)/$(event_terms $MSR_TYPE)/" -c 1000 -a -- true
unload

# Load, count and unload, with nothing left behind. Many times: test load_unload.
for round in 1 2; do
	load
	pmontest <<END
section loaded again, $round
open a uncore_${MSR_TYPE}_1/$(event_terms $MSR_TYPE)/ die=$((PACKAGES - 1))
sim inject die=$((PACKAGES - 1)) unit=$MSR_TYPE:1 $(sim_terms $MSR_TYPE) n=$round
expect a $round
end
END
	unload
done
ls $PMUS >/tmp/pmus.after
check "no PMU is left" cmp /tmp/pmus.before /tmp/pmus.after
