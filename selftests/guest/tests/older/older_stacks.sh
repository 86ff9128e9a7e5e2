# SPDX-License-Identifier: GPL-2.0-only
# what: Skylake-SP, Ice Lake-SP and Snow Ridge: IIO units name the bus of their stack, UPI units the other end of their link, as in-tree; bytes count
# machine: stacks_skx stacks_icx stacks_snr
# kernels: 6.12
. /test/devices.sh

# The in-tree driver names bus 00 where a unit has no stack.
insmod "$(kernel_module msr)" 2>/dev/null
load_in_tree
in_tree=$(buses) in_tree_ends=$(ends)
rmmod intel_uncore
sim violations reset >/dev/null
load
their_ends="0.0=upi_1,die_1 0.1=upi_0,die_1 1.0=upi_1,die_0 1.1=upi_0,die_0"
if [ $MACHINE = stacks_skx ]; then
	good="0.0=0000:00 0.1=0000:17 0.2=0000:3a 0.3=0000:5d 0.4=0000:70 1.0=0000:80 1.1=0000:85 1.2=0000:ae 1.3=0000:d7"
	kinds="0=dmi 1=pcie 2=pcie 3=pcie 4=mcp 5=unknown"
elif [ $MACHINE = stacks_snr ]; then
	good="0.0=0000:40 0.1=0000:08 0.2=0000:30 0.4=0000:16"
	kinds="0=accelerators 1=dmi 2=accelerators 3=unknown 4=pcie"
	their_ends=
else
	good="0.0=0000:16 0.3=0000:30 0.5=0000:08 1.0=0000:96 1.3=0000:b0 1.5=0000:88"
	kinds="0=pcie 1=unknown 2=unknown 3=pcie 4=unknown 5=dmi"
fi
equal "buses" "$(buses)" "$good"
for word in $good; do
	case " $in_tree " in
	*" $word "*)	echo $word ;;
	esac
done | xargs >/tmp/same
equal "those of the in-tree driver" "$(cat /tmp/same)" "$good"
equal "kinds" "$(for unit in $(unit_ids iio); do echo $unit=$(sed -n '1s/.* //p' $PMUS/uncore_iio_$unit/stack); done | xargs)" "$kinds"
equal "other ends of links" "$(ends)" "$their_ends"
equal "those of the in-tree driver" "$in_tree_ends" "$(ends)"
equal "messages about stacks" "$(module_messages | grep -c 'PCI buses of its IIO units')" 0

if [ $MACHINE = stacks_skx ]; then
	devices_move "devices" <<-END
	0 3a 00 2 0 $((3 << 20)) $((5 << 20)) $((7 << 20)) $((11 << 20))
	1 ae 00 2 0 $((13 << 20)) $((17 << 20)) 0 0
	END
	equal "perf $PERF_VERSION iostat" "$(iostat_moves 0000:3a)" "0000:3a=3,5,7,11"
	equal "perf $PERF_VERSION iostat of the other package" "$(iostat_moves 0000:ae)" "0000:ae=13,17,0,0"
	uncore io --json true >/tmp/out
	check "no source has the ports of other stacks" grep -q '"bus": *"0000:70".*its port is unknown' /tmp/out
	exit
fi
if [ $MACHINE = stacks_snr ]; then
	devices_move "devices" <<-END
	0 08 04 1 4 $((3 << 20)) $((5 << 20)) $((7 << 20)) $((11 << 20))
	0 16 04 4 4 $((13 << 20)) $((17 << 20)) 0 0
	0 40 04 0 4 $((19 << 20)) 0 0 $((23 << 20))
	END
	exit
fi
devices_move "devices" <<-END
0 16 02 0 0 $((3 << 20)) $((5 << 20)) $((7 << 20)) $((11 << 20))
1 b0 02 3 0 $((13 << 20)) $((17 << 20)) 0 0
1 88 02 5 0 $((19 << 20)) 0 0 $((23 << 20))
END
equal "perf $PERF_VERSION iostat" "$(iostat_moves 0000:16,0000:b0,0000:88)" "0000:16=3,5,7,11 0000:88=19,0,0,23 0000:b0=13,17,0,0"

# changed TEXT BUS VALUE GOOD-VALUE EXPECTED MESSAGES: with another value in the register of a stack of package 1
changed() {
	unload
	messages=$(module_messages | grep -c 'die 1: the PCI buses of its IIO units are unknown')
	sim config die=1 bus=$2 dev=0 fn=0 reg=0x3f4 value=$3 >/dev/null
	load
	equal "$1" "$(buses)" "$5"
	equal "$1: messages" "$(($(module_messages | grep -c 'die 1: the PCI buses of its IIO units are unknown') - messages))" $6
	echo "inject die=1 unit=iio:3 $(sim_terms iio) n=5" | count "uncore_iio_3/$(event_terms iio)/"
	echo "S1|uncore_iio_3/$(event_terms iio)/|5" | expect_counts "$1: the stack still counts"
	sim config die=1 bus=$2 dev=0 fn=0 reg=0x3f4 value=$4 >/dev/null
}
changed "a register of all ones" 0xb0 0xffffffff 0x41 "${good/1.3=0000:b0 /}" 0
changed "a stack that there is not" 0xb0 0x61 0x41 "${good/1.3=0000:b0 /}" 0
changed "two stacks with one number" 0xb0 0x11 0x41 "${good%% 1.*}" 1
