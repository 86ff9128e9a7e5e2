# SPDX-License-Identifier: GPL-2.0-only
# what: perf stat counts exactly what was injected on every unit of every type on both packages
# machine: large
# perf: 6.12
load

for type in $TYPES; do
	ids=$(unit_ids $type)
	equal "number of $type unit PMUs" "$(echo $ids | wc -w)" "$(expected_units $type)"

	# A different count for each unit and package, and a little on other events that must not show.
	: >/tmp/commands
	: >/tmp/expected
	events=
	for id in $ids; do
		pmu=$(pmu_of $type $id)
		event="$pmu/$(event_terms $type)/"
		events="$events $event"
		number=$id
		[ $id = - ] && number=0
		for die in 0 1; do
			n=$((100000 * (die + 1) + 1000 * number + 7))
			echo "inject die=$die unit=$type:$number $(sim_terms $type) n=$n"
			echo "S$die|$event|$n" >>/tmp/expected
		done >>/tmp/commands
	done
	echo "inject die=* unit=$type:* event=0x7e umask=0x80 n=99999" >>/tmp/commands
	[ -n "$events" ] || continue
	count $events </tmp/commands
	expect_counts "perf $PERF_VERSION, all units of $type" </tmp/expected
done
