# SPDX-License-Identifier: GPL-2.0-only
# what: older processors: the kernel's own intel_uncore counts the injected values too, so the simulator is right
# machine: snbep ivbep nhmex
# module: none
# kernels: 6.1 6.12 7.3
insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
without_third_r3qpi
load_in_tree

for type in $TYPES; do
	: >/tmp/commands
	: >/tmp/expected
	events=
	# As many CBoxes as the package has cores is all that this driver has.
	for id in $(unit_ids $type); do
		event="$(pmu_of $type $id)/$(event_terms $type)/"
		events="$events $event"
		number=$(unit_number $id)
		for die in $(dies); do
			n=$((100000 * (die + 1) + 1000 * number + 7))
			echo "inject die=$die unit=$type:$number $(sim_terms $type) n=$n"
			echo "S$die|$event|$n" >>/tmp/expected
		done >>/tmp/commands
	done
	[ -n "$events" ] || { not_ok "intel_uncore has no PMU for $type"; continue; }
	count $events </tmp/commands
	expect_counts "intel_uncore, $(echo $events | wc -w) units of $type" </tmp/expected
done
# What that driver does to the hardware is not ours to judge.
pmonctl violations | head -n 4 | sed 's/^/# /'
sim violations reset >/dev/null
unload_all
[ $PROCESSOR != ivbep ] || echo 1 >/sys/bus/pci/rescan
