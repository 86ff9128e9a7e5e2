# SPDX-License-Identifier: GPL-2.0-only
# what: programs that find all units in their own way, and open events or groups there, read exact counts; no page offers to read
# counters
# machine: large
# kernels: 6.12
. /test/clients.sh
. /test/ways.sh

# prepare TYPE...: a group of two or four events on each unit, and what each event has to count
prepare() {
	: >/tmp/groups
	: >/tmp/commands
	: >/tmp/expected
	for type in "$@"; do
		case $type in
		cha | iio | m2pcie | imc | m2m | upi | m3upi) size=4 ;;
		*)	size=2 ;;
		esac
		terms=$(event_terms $type) simulated=$(sim_terms $type) all_dies=$(dies)
		for id in $(unit_ids $type); do
			name_unit $type $id
			events= counts=
			for die in $all_dies; do
				n=$((100000 * (die + 1) + 1000 * unit_number + 7))
				counts=" $n $n"
				[ $size = 2 ] || counts="$counts$counts"
				echo "inject die=$die unit=$type:$unit_number $simulated n=$n" >>/tmp/commands
				echo "$unit_pmu $((die * CPUS / PACKAGES))$counts" >>/tmp/expected
			done
			for event in $counts; do
				events="$events $terms"
			done
			echo "$unit_pmu$events" >>/tmp/groups
		done
	done
	descriptors=$(awk '{ n += NF - 1 } END { print n * 2 }' /tmp/groups)
	printf 'descriptors %d\npartly 0\nreadable 0\n' $descriptors >>/tmp/expected
}

opened() {
	# intel_uncore has other names for the other types, and counts link 0 in place of the other links (test in_tree_counts).
	types="cha iio irp m2pcie imc m2m pcu"
	! loaded uncore_pmon || types=$TYPES
	prepare $types
	client python3 /clients/open.py /tmp/groups /tmp/commands >/tmp/got 2>&1
	check "$(driver_name): $descriptors descriptors in groups on $(wc -l </tmp/groups) units of each package, one read each" \
		cmp /tmp/got /tmp/expected || diff /tmp/expected /tmp/got | head -n 8 | sed 's/^/# /'
}

each_way() {
	opened
	prepare_ways
	in_way dynolog 0
	# Those that start perf are in clients_scripts.
	in_way pcm $((CPUS / PACKAGES - 1))
}
with_each_driver each_way
