# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids family: the kernel's own intel_uncore counts the injected values too, so the simulator is right
# machine: gnr gnrd srf cwf grr
# kernels: 6.12 7.3
# module: none
# perf: 6.12
insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
load_in_tree

# Builds of 6.12 before January 2026 have no names for some types; before that, they ignored others.
in_tree_base() {
	case $1 in
	cxlcm)	number=12 ;;
	cxldp)	number=13 ;;
	mdf)	number=mdf_sbo ;;
	*)	number=none ;;
	esac
	for base in "$1" mdf_sbo "type_$number"; do
		[ $base != mdf_sbo ] || [ $1 = mdf ] || continue
		if ls $PMUS | grep -qE "^uncore_$base(_[0-9]+)?\$"; then
			echo "$base"
			return
		fi
	done
}

for type in $TYPES; do
	base=$(in_tree_base $type)
	if [ -z "$base" ]; then
		not_ok "intel_uncore has no PMU for $type"
		continue
	fi
	terms=$(event_terms $type)
	: >/tmp/commands
	: >/tmp/expected
	events=
	for id in $(unit_ids $base); do
		event="$(pmu_of $base $id)/$terms/"
		events="$events $event"
		number=$(unit_number $id)
		for die in $(dies); do
			n=$((100000 * (die + 1) + 1000 * number + 7))
			echo "inject die=$die unit=$type:$number $(sim_terms $type) n=$n"
			echo "S$die|$event|$n" >>/tmp/expected
		done >>/tmp/commands
	done
	equal "PMUs of intel_uncore for $type" "$(echo $events | wc -w)" "$(expected_units $type)"
	echo "inject die=* unit=$type:* $OTHER_EVENT n=99999" >>/tmp/commands
	count $events </tmp/commands
	expect_counts "intel_uncore, all units of $type" </tmp/expected
done
# What that driver does to the hardware is not ours to judge.
pmonctl violations | head -n 4 | sed 's/^/# /'
sim violations reset >/dev/null
