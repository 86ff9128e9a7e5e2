# SPDX-License-Identifier: GPL-2.0-only
# what: a Xeon Max: every unit of HBM, its M2M, and MDFs in all places count what they are given, by name and by number
# machine: xeonmax
# kernels: 6.12
# perf: 6.12
load
equal "HBM channels, their M2M and MDFs" "$(unit_ids hbm | wc -l) $(unit_ids m2hbm | wc -l) $(unit_ids mdf | wc -l)" \
	"$UNITS_hbm $UNITS_m2hbm $UNITS_mdf"
equal "M2M of HBM go on in M2M's numbers" "$(unit_ids m2m | xargs) $(unit_ids m2hbm | xargs)" "0 1 4 5 6 7 8"
refuse "units without a name" ls -d $PMUS/uncore_type_*
equal "names of events" "$(ls $PMUS/uncoreall_hbm/events | grep -cv '[.]unit$')" 67
check "those of the mesh stop are among M2HBM's" grep -q umask=0x4,umask_ext=0x800000 $PMUS/uncoreall_m2hbm/events/egress_ordering.iv_snoopgo_dn
equal "messages of units elsewhere" "$(module_messages | grep -c 'where the guide has another one\|not used')" 0

# terms_of TYPE: an event, for both sides
terms_of() {
	case $1 in
	hbm)	echo "event=0x05,umask=0xcf" ;;
	m2hbm)	echo "event=0x24,umask=0x304" ;;
	*)	event_terms $1 ;;
	esac
}
simulator_terms_of() {
	case $1 in
	hbm)	echo "event=0x05 umask=0xcf" ;;
	m2hbm)	echo "event=0x24 umask=0x04 ext=0x3" ;;
	*)	sim_terms $1 ;;
	esac
}

# Each unit of both packages its own number, the sums, a part of them, and M2M of DDR apart.
{
	echo "section every unit"
	for die in 0 1; do
		for type in hbm m2hbm m2m imc mdf; do
			sum=0 part=0 number=0
			echo "open all.$type.$die uncoreall_$type/$(terms_of $type)/ die=$die"
			echo "open part.$type.$die uncoreall_$type/$(terms_of $type),unit_mask=0x120/ die=$die" | grep m2hbm
			for id in $(unit_ids $type); do
				n=$((1000 * (die + 1) + 10 * id + 3))
				echo "open $type.$id.$die uncore_${type}_$id/$(terms_of $type)/ die=$die"
				echo "sim inject die=$die unit=$type:$number $(simulator_terms_of $type) n=$n"
				echo "expect $type.$id.$die $n"
				sum=$((sum + n)) number=$((number + 1))
				case $id in 5|8) part=$((part + n)) ;; esac
			done
			echo "expect all.$type.$die $sum"
			echo "expect part.$type.$die $part" | grep m2hbm
		done
	done
	echo "close all"
	echo "section windows and groups"
	for type in hbm m2hbm; do
		id=$(unit_ids $type | tail -n 1)
		echo "open w uncore_${type}_$id/event=0x60,umask=0x1/ die=1 period=100 sample_type=0x10 samples"
		echo "open l uncore_${type}_$id/event=0x61,umask=0x1,snapshot/ die=1 group"
		echo "open m uncore_${type}_$id/event=0x62,umask=0x1/ die=1 leader=l"
		echo "open n uncore_${type}_$id/event=0x63,umask=0x1/ die=1 leader=l"
		for event in 1 2 3; do
			echo "sim inject die=1 unit=$type:$((UNITS_$type - 1)) event=0x6$event umask=0x1 n=7$event"
		done
		echo "expect-group l 71 72 73"
		echo "sim inject die=1 unit=$type:$((UNITS_$type - 1)) event=0x60 umask=0x1 n=100"
		echo "await-samples w 1"
		echo "thaw 1"
		echo "close w m n l"
	done
	echo "end"
} | sed 's/,snapshot/,snapshot=1/' | pmontest

# By name, and by the names of perf's own list, which calls this box M2HBM.
: >/tmp/commands
: >/tmp/expected
for die in 0 1; do
	echo "inject die=$die unit=hbm:* event=0x05 umask=0xcf n=$((31 + die))"
	echo "inject die=$die unit=m2hbm:* event=0x24 umask=0x04 ext=0x3 n=$((41 + die))"
done >/tmp/commands
count uncoreall_hbm/cas_count.rd/ uncoreall_m2hbm/imc_reads.all/ unc_m2hbm_imc_reads.all </tmp/commands
for die in 0 1; do
	echo "S$die|uncoreall_hbm/cas_count.rd/|$(((31 + die) * UNITS_hbm))"
	echo "S$die|uncoreall_m2hbm/imc_reads.all/|$(((41 + die) * UNITS_m2hbm))"
	echo "S$die|unc_m2hbm_imc_reads.all|$(((41 + die) * UNITS_m2hbm))"
done >/tmp/expected
expect_counts "names of events" </tmp/expected

# The M2Ms of HBM and of DDR share a PCI id.
own_clocks
uncore check --once table units clocks counters steady noticed >/tmp/out 2>&1
equal "uncore check passes" "$?" 0
sed 's/^/# /' /tmp/out
