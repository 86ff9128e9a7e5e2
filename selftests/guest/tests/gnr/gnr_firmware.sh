# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids: intel_uncore counts with several tables, in PCI segments, and what firmware has frozen
# machine: gnr_small
# kernels: 7.3
# why: intel_uncore of 6.12 writes no global control, and stays frozen
# module: none
# judges: simulator
# variant: tables tables=4 numa=1
# variant: own_blocks tables=2 globals=own frozen=1 numa=1
# variant: twice-and-gone listed_twice=cha:1,b2cxl:0 frozen=1
# variant: segments segment.0=1 segment.1=2 stack_bus.0=0x10 kernel:pci=lastbus=0
# variant: segment tables=2 segment.1=7 numa=1 kernel:pci=lastbus=0
#
# Without pci=lastbus=0 a kernel scans all bus numbers of segment 0 and finds the same functions there.
# A unit that reads all ones counts nothing, and nobody is told. A second entry of a unit changes nothing.
insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
if [ "$VARIANT" = twice-and-gone ]; then
	sim fault gone die=0 unit=upi:1 >/dev/null
	sim fault gone die=0 unit=cha:2 >/dev/null
fi
load_in_tree

# 6.12 does not write the global control.
percent=100
case $VARIANT-$KERNEL in
twice-and-gone-6.12* | own_blocks-6.12*) percent=0 ;;
esac
{
	for type in $TYPES; do
		base=$(in_tree_base $type)
		echo "section intel_uncore $VARIANT $type"
		: >/tmp/events
		for id in $(unit_ids ${base:-none}); do
			number=$(unit_number $id)
			for die in $(dies); do
				name=e${die}_$number
				n=$((1000 * (die + 1) + 100 * number + 7))
				echo "open $name $(pmu_of $base $id)/$(event_terms $type)/ die=$die"
				echo "sim inject die=$die unit=$type:$number $(sim_terms $type) n=$n"
				case $VARIANT-$die-$type-$number in
				twice-and-gone-0-upi-1 | twice-and-gone-0-cha-2) n=0 ;;
				esac
				echo "expect $name $((n * percent / 100))" >>/tmp/events
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

# uncore_functions SEGMENT BUS: PCI functions there
uncore_functions() { ls /sys/bus/pci/devices | grep -c "^$1:$2:"; }
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
