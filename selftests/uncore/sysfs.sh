# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# A sysfs tree with uncore PMUs, of the driver's own data: formats are those of events/*/boxes.tsv. Names of events
# are only in the program's tables, but for a few.

# fake_sysfs TREE PROCESSOR MODEL DIES BOX=UNITS...: unit PMUs, type PMUs where there is more than one unit
fake_sysfs() {
	local tree=$1 data=$2 model=$3 dies=$4 word box units unit type=10 cpu cpumask=0
	shift 4

	rm -rf "$tree"
	mkdir -p "$tree/bus/event_source/devices" "$tree/module/uncore_pmon" "$tree/kernel/debug/uncore_pmon"
	echo live >"$tree/module/uncore_pmon/initstate"
	for ((cpu = 0; cpu < 2 * dies; cpu++)); do
		mkdir -p "$tree/devices/system/cpu/cpu$cpu/topology"
		echo $((cpu / 2)) >"$tree/devices/system/cpu/cpu$cpu/topology/physical_package_id"
		echo 0 >"$tree/devices/system/cpu/cpu$cpu/topology/die_id"
		[ $((cpu % 2)) = 1 ] || [ $cpu = 0 ] || cpumask=$cpumask,$cpu
	done
	echo "0-$((2 * dies - 1))" | tee "$tree/devices/system/cpu/present" >"$tree/devices/system/cpu/online"
	echo "cpu:type:x86,ven0000fam0006mod$model:feature:,0000" >"$tree/devices/system/cpu/modalias"
	for word; do
		box=${word%=*} units=${word#*=}
		if [ "$units" -gt 1 ]; then
			fake_pmu "$tree" "$data" "$box" "uncoreall_$box" $((type++)) "$cpumask" unit_mask=config2:0-63
			for ((unit = 0; unit < units; unit++)); do
				fake_pmu "$tree" "$data" "$box" "uncore_${box}_$unit" $((type++)) "$cpumask"
			done
		else
			fake_pmu "$tree" "$data" "$box" "uncore_$box" $((type++)) "$cpumask"
		fi
	done
}

# fake_nodes TREE ONLINE NODE=CPU,CPU...: NUMA nodes with these CPUs, of which those of the list ONLINE are online
fake_nodes() {
	local tree=$1 online=$2 word cpu node list
	shift 2

	echo "$online" >"$tree/devices/system/cpu/online"
	for word; do
		node=$tree/devices/system/node/node${word%%=*} list=
		mkdir -p "$node"
		for cpu in $(tr , ' ' <<<"${word#*=}"); do
			touch "$node/cpu$cpu"
			[[ ,$online, != *,$cpu,* ]] || list=$list,$cpu
		done
		echo "${list#,}" >"$node/cpulist"
	done
	echo "0-$(($# - 1))" >"$tree/devices/system/node/online"
}

fake_pmu() {
	local dir=$1/bus/event_source/devices/$4 data=$2 box=$3 type=$5 cpumask=$6 field
	shift 6

	mkdir -p "$dir/format" "$dir/events"
	echo "$type" >"$dir/type"
	echo "$cpumask" >"$dir/cpumask"
	for field in $(awk -F'\t' -v box="$box" '
			!/^#/ && $1 == "box" { for (i = 1; i <= NF; i++) if ($i == "formats") column = i }
			$1 == box { print $column }' \
			"$top/drivers/perf/uncore_pmon/processors/events/$data/boxes.tsv") snapshot=config1:63 "$@"; do
		echo "${field#*=}" >"$dir/format/${field%%=*}"
	done
}

# fake_function TREE NAME ID [OFFSET=VALUE...]: a PCI function of Intel's, with registers of 32 bits
fake_function() {
	local dir=$1/bus/pci/devices/$2 id=$3 word
	shift 3

	mkdir -p "$dir"
	head -c 256 /dev/zero >"$dir/config"
	for word in "0=$((id << 16 | 0x8086))" "$@"; do
		# shellcheck disable=SC2059 # the bytes of the value
		printf "$(printf '\\x%02x' $((${word#*=} & 255)) $((${word#*=} >> 8 & 255)) \
			$((${word#*=} >> 16 & 255)) $((${word#*=} >> 24 & 255)))" |
			dd of="$dir/config" bs=1 seek=$((${word%%=*})) conv=notrunc status=none
	done
}
