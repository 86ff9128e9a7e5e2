# SPDX-License-Identifier: GPL-2.0-only
# what: each IIO unit names the PCI bus of its stack, or says that it is unknown; perf iostat counts what devices move
# machine: stacks stacks_spr stacks_gnr stacks_grr
# kernels: 6.12
# kernels of stacks: 6.1 6.12 7.3
# perf: own
# perf of stacks_spr: 7.3
# perf of stacks_gnr: 7.3
# why: each series reads sysfs attributes and their visibility in its own way, and each perf the files, whatever the processor
. /test/devices.sh

# stacks_of UNIT: the complete map of a unit, its lines joined
stacks_of() { tr '\n' ',' <$PMUS/uncore_iio_$1/stack; }

# perf 6.1 opens every file of events.
load type_names=N
# Units by the table of Intel's PCM: DMI, two PCIe stacks, accelerators.
case $MACHINE in
stacks)	dmi=7 first=1 second=8 ;;
*)	dmi=1 first=2 second=7 ;;
esac
if [ $MACHINE = stacks_gnr ]; then
	good="0.0=0000:14 0.1=0000:00 0.2=0000:28 0.3=0000:30 1.0=0000:94 1.1=0000:81 1.2=0000:a8 1.3=0000:b0"
	equal "buses" "$(buses)" "$good"
	equal "a stack with root ports" "$(stacks_of 0)" "0 0000:14 pcie,1 0000:94 pcie,"
	equal "perf $PERF_VERSION iostat list" "$(iostat_list)" \
		"$(for word in $good; do echo "S${word%%.*}-uncore_iio_$(echo $word | cut -c 3)<${word#*=}>"; done | sort | xargs)"
	devices_move "devices" <<-END
	0 28 02 2 0 $((3 << 20)) $((5 << 20)) $((7 << 20)) $((11 << 20))
	1 b0 02 3 0 $((13 << 20)) $((17 << 20)) 0 0
	1 a8 02 2 0 0 0 $((19 << 20)) $((23 << 20))
	END
	equal "perf $PERF_VERSION iostat: what devices move" "$(iostat_moves 0000:28,0000:b0)" "0000:28=3,5,7,11 0000:b0=13,17,0,0"
	equal "perf $PERF_VERSION iostat: what another one moves" "$(iostat_moves 0000:a8)" "0000:a8=0,0,19,23"
	exit
fi
# The number of a stack is in its own function. The first one has the PCH, and root ports whose ports are unknown.
if [ $MACHINE = stacks_grr ]; then
	equal "buses" "$(buses)" "0.0=0000:30 0.1=0000:20 0.2=0000:08"
	equal "kinds" "$(stacks_of 0) $(stacks_of 1) $(stacks_of 2)" "0 0000:30 accelerators, 0 0000:20 accelerators, 0 0000:08 dmi,"
	equal "messages about stacks" "$(module_messages | grep -c 'PCI buses of its IIO units')" 0
	devices_move "devices" <<-END
	0 20 04 1 0 $((3 << 20)) $((5 << 20)) $((7 << 20)) $((11 << 20))
	0 30 04 0 0 $((13 << 20)) $((17 << 20)) 0 0
	END
	uncore io --json true >/tmp/out
	check "no source has the ports of the first stack" grep -q '"bus": *"0000:08".*its port is unknown' /tmp/out
	exit
fi
good=$(for unit in 0=0000:75 $first=0000:15 $second=0000:26 $dmi=0000:00; do echo 0.$unit; done
	for unit in 0=0000:f2 $first=0000:97 $second=0000:a6 $dmi=0000:8a; do echo 1.$unit; done)
good=$(echo "$good" | sort | xargs)
equal "buses" "$(buses)" "$good"
equal "accelerators" "$(stacks_of 0)" "0 0000:75 accelerators,1 0000:f2 accelerators,"
equal "the first PCIe stack" "$(stacks_of $first)" "0 0000:15 pcie,1 0000:97 pcie,"
equal "DMI" "$(stacks_of $dmi)" "0 0000:00 dmi,1 0000:8a dmi,"
equal "a stack without a bus" "$(stacks_of 5)" "0 unknown,1 unknown,"
equal "a unit of no stack" "$(stacks_of 10)" "0 unknown,1 unknown,"
refuse "such files of other units" ls $PMUS/uncore_iio_free_running_0/die0 $PMUS/uncore_cha_0/stack $PMUS/uncoreall_iio/stack
equal "messages about stacks" "$(module_messages | grep -c 'PCI buses of its IIO units')" 0
for file in $PMUS/uncore_iio_$first/die0 $PMUS/uncore_iio_$first/stack; do
	equal "mode of ${file##*/}" "$(stat -c %a $file)" 444
done

equal "perf $PERF_VERSION iostat list" "$(iostat_list)" \
	"$(for word in $good; do
		place=${word%%=*}
		echo "S${place%.*}-uncore_iio_${place#*.}<${word#*=}>"
	done | sort | xargs)"

# With one bus of each unit perf has a counter for each event. It counts the first four ports, so it misses device 5 and DMI.
cat >/tmp/moves <<END
move die=0 bus=0x15 dev=1 read=$((3 << 20)) written=$((5 << 20)) cpu_read=$((7 << 20)) cpu_written=$((11 << 20))
move die=0 bus=0x15 dev=5 read=$((64 << 20))
move die=1 bus=0xa6 dev=3 read=$((13 << 20)) written=$((17 << 20))
move die=1 bus=0x8a dev=0 read=$((64 << 20))
END
equal "perf $PERF_VERSION iostat: what devices move" "$(iostat_moves 0000:15,0000:a6,0000:8a)" \
	"0000:15=3,5,7,11 0000:8a=0,0,0,0 0000:a6=13,17,0,0"

# changed TEXT REGISTER VALUE: with another value in a register of package 1, nothing of the package is known
one="$(echo $good | tr ' ' '\n' | grep '^0' | xargs)"
changed() {
	unload
	messages=$(module_messages | grep -c 'die 1: the PCI buses of its IIO units are unknown')
	sim config die=1 bus=$2 dev=$3 fn=$4 reg=$5 value=$6 >/dev/null
	load type_names=N
	equal "$1" "$(buses)" "$one"
	equal "$1: messages" "$(($(module_messages | grep -c 'die 1: the PCI buses of its IIO units are unknown') - messages))" 1
	equal "$1: the map" "$(stacks_of $first)" "0 0000:15 pcie,1 unknown,"
	echo "inject die=1 unit=iio:$first $(sim_terms iio) n=5" | count "uncore_iio_$first/$(event_terms iio)/"
	echo "S1|uncore_iio_$first/$(event_terms iio)/|5" | expect_counts "$1: the stack still counts"
	sim config die=1 bus=$2 dev=$3 fn=$4 reg=$5 value=$7 >/dev/null
}
changed "buses that do not answer" 0xf2 3 0 0x1a0 0xffffffff 0x113
changed "no buses" 0xf2 3 0 0x1a0 0 0x113
changed "a die of another size" 0xff 30 3 0x94 0x80 0xc0
