# SPDX-License-Identifier: GPL-2.0-only
# For the tests of intel_uncore on a simulated Granite Rapids that is booted in a VARIANT.

# in_tree_judged: each unit that intel_uncore knows counts, and PCI functions are where the variant has them
in_tree_judged() {
	{
		for type in $TYPES; do
			base=$(in_tree_base $type)
			echo "section intel_uncore $VARIANT $type"
			terms=$(event_terms $type) simulated=$(sim_terms $type) all_dies=$(dies)
			: >/tmp/events
			for id in $(unit_ids ${base:-none}); do
				name_unit $base $id
				for die in $all_dies; do
					name=e${die}_$unit_number
					n=$((1000 * (die + 1) + 100 * unit_number + 7))
					echo "open $name $unit_pmu/$terms/ die=$die"
					echo "sim inject die=$die unit=$type:$unit_number $simulated n=$n"
					case $VARIANT-$die-$type-$unit_number in
					twice-and-gone-0-upi-1 | twice-and-gone-0-cha-2) n=0 ;;
					esac
					echo "expect $name $n" >>/tmp/events
				done
			done
			cat /tmp/events
			echo "close all"
			echo "end"
		done
	} >/tmp/script
	equal "counts that are compared" "$(grep -c ^expect /tmp/script)" \
		"$((PACKAGES * ($(for type in $TYPES; do echo "$(expected_units $type) +"; done) 0)))"
	pmontest </tmp/script
	case $VARIANT in
	segments)	present="0001:7e 0002:fe 0001:14 0002:94" absent="0000:7e 0000:fe 0000:14 0000:94" ;;
	segment)	present="0000:7e 0007:fe 0000:14 0007:94" absent="0000:fe 0000:94" ;;
	*)		present="0000:7e 0000:fe 0000:14 0000:94" absent=0001:7e ;;
	esac
	for place in $present; do
		[ "$(uncore_functions ${place%:*} ${place#*:})" -gt 2 ] && ok "PCI functions on bus $place" ||
			not_ok "no PCI functions on bus $place"
	done
	for place in $absent; do
		equal "PCI functions on bus $place" "$(uncore_functions ${place%:*} ${place#*:})" 0
	done
	# What that driver does to the hardware is not ours to judge.
	pmonctl violations | head -n 4 | sed 's/^/# /'
	sim violations reset >/dev/null
}

# uncore_functions SEGMENT BUS: PCI functions there
uncore_functions() { ls /sys/bus/pci/devices | grep -c "^$1:$2:"; }
