# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids: several tables of a package, PCI segments, firmware's freeze, units listed twice or dead; and intel_uncore
# machine: gnr_small
# kernels: 6.12
# variant: tables tables=4 numa=1
# variant: own_blocks tables=2 globals=own listed_twice=cha:1,b2cxl:0 frozen=1
# variant: segments segment.0=1 segment.1=2 stack_bus.0=0x10 kernel:pci=lastbus=0
# variant: segment tables=2 segment.1=7 numa=1 kernel:pci=lastbus=0
#
# Without pci=lastbus=0 a kernel scans all bus numbers of segment 0 and finds the same functions there.
unused=0
absent=0
if [ "$VARIANT" = own_blocks ]; then
	sim fault gone die=0 unit=upi:1 >/dev/null
	sim fault gone die=0 unit=cha:2 >/dev/null
	# On each package one message about the second entries of two units; on one of them the CHA. The link is absent.
	unused=3
	absent=1
fi
load
case $VARIANT in
tables)		tables=4 ;;
own_blocks | segment) tables=2 ;;
*)		tables=1 ;;
esac
equal "tables of each package" "$(module_messages | grep -c 'units, discovery table')" \
	$((PACKAGES * tables))
equal "entries that were not used" "$(module_messages | grep -c 'not used\|no sampling')" $unused
equal "packages with absent units" "$(module_messages | grep -c 'this processor lacks 1 units')" $absent

# is_gone DIE TYPE NUMBER: there is no such unit on that package
is_gone() {
	case $VARIANT-$1-$2-$3 in
	own_blocks-0-upi-1 | own_blocks-0-cha-2) return 0 ;;
	esac
	return 1
}

# All events are open before the first is counted.
{
	for type in $TYPES; do
		echo "section $VARIANT $type"
		terms=$(event_terms $type) simulated=$(sim_terms $type)
		: >/tmp/injections
		: >/tmp/expectations
		for die in $(dies); do
			sum=0
			for id in $(unit_ids $type); do
				name_unit $type $id
				if is_gone $die $type $unit_number; then
					echo "refuse EINVAL $unit_pmu/$terms/ cpu=0"
					continue
				fi
				n=$((1000 * (die + 1) + 100 * unit_number + 7))
				sum=$((sum + n))
				echo "open e${die}_$unit_number $unit_pmu/$terms/ die=$die"
				echo "sim inject die=$die unit=$type:$unit_number $simulated n=$n" >>/tmp/injections
				echo "expect e${die}_$unit_number $n" >>/tmp/expectations
			done
			[ -d $PMUS/uncoreall_$type ] || continue
			echo "open all$die uncoreall_$type/$terms/ die=$die"
			echo "expect all$die $sum" >>/tmp/expectations
		done
		cat /tmp/injections /tmp/expectations
		echo "close all"
		echo "end"
	done
} >/tmp/script
equal "counts of units that are compared" "$(grep -cE '^(expect e|refuse)' /tmp/script)" \
	"$((PACKAGES * ($(for type in $TYPES; do echo "$(expected_units $type) +"; done) 0)))"
pmontest </tmp/script

# The in-tree driver judges the simulator's machine, in the same boot. What firmware has frozen is in gnr_firmware, on 7.3.
case $VARIANT in
tables | segment | segments)
	. /test/gnr_in_tree.sh
	unload
	equal "accesses that the hardware does not allow" "$(pmonctl violations | grep -vE '^(violations 0|ok)' | head -n 3)" ""
	insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
	load_in_tree
	in_tree_judged
	;;
esac
