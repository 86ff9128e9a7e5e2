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

# fake_in_tree TREE PROCESSOR MODEL DIES BOX=UNITS...: the same with the kernel's own driver, which has no PMU of a whole type
fake_in_tree() {
	fake_sysfs "$@"
	rm -rf "$1/module" "$1"/bus/event_source/devices/uncoreall_*
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

# fake_core TREE: what a real machine has besides, of 6 CPUs in packages 0 and 1 with CPUs 0, 1, 4 and 2, 3, 5
fake_core() {
	local devices=$1/bus/event_source/devices cpu package
	mkdir -p "$devices"/{power,msr,cpu}/{format,events}
	echo 6 >"$devices/power/type"
	echo 7 >"$devices/msr/type"
	echo 4 >"$devices/cpu/type"
	echo config:0-7 | tee "$devices"/{power,cpu}/format/event >/dev/null
	echo config:0-63 >"$devices/msr/format/event"
	echo config:8-15 >"$devices/cpu/format/umask"
	# One CPU of each package, which need not be an owner CPU.
	echo 1,5 >"$devices/power/cpumask"
	echo event=0x02 >"$devices/power/events/energy-pkg"
	echo 2.3283064365386962890625e-10 | tee "$devices/power/events/energy-pkg.scale" >"$devices/power/events/energy-ram.scale"
	echo Joules | tee "$devices/power/events/energy-pkg.unit" >"$devices/power/events/energy-ram.unit"
	echo event=0x03 >"$devices/power/events/energy-ram"
	for event in tsc=0x00 aperf=0x01 mperf=0x02; do echo "event=${event#*=}" >"$devices/msr/events/${event%%=*}"; done
	for event in slots=0x4 retiring=0x80 bad-spec=0x81 fe-bound=0x82 be-bound=0x83; do
		[ "${event%%=*}" = slots ] && name=slots || name=topdown-${event%%=*}
		echo "event=0x00,umask=${event#*=}" >"$devices/cpu/events/$name"
	done
	for cpu in 4 5; do
		mkdir -p "$1/devices/system/cpu/cpu$cpu/topology"
		echo $((cpu - 4)) >"$1/devices/system/cpu/cpu$cpu/topology/physical_package_id"
		echo 0 >"$1/devices/system/cpu/cpu$cpu/topology/die_id"
	done
	echo 0-5 | tee "$1/devices/system/cpu/present" >"$1/devices/system/cpu/online"
	for package in 0 1; do
		mkdir -p "$1/devices/system/cpu/intel_uncore_frequency/package_0${package}_die_00" "$1/class/hwmon/hwmon$((package + 2))"
		echo 800000 >"$1/devices/system/cpu/intel_uncore_frequency/package_0${package}_die_00/min_freq_khz"
		echo $((2400000 + 100000 * package)) >"$1/devices/system/cpu/intel_uncore_frequency/package_0${package}_die_00/max_freq_khz"
		echo coretemp >"$1/class/hwmon/hwmon$((package + 2))/name"
		# The second package is the first monitor: names of monitors say nothing.
		echo "Package id $((1 - package))" >"$1/class/hwmon/hwmon$((package + 2))/temp1_label"
		echo $((61000 - 4000 * package)) >"$1/class/hwmon/hwmon$((package + 2))/temp1_input"
	done
	mkdir -p "$1/class/hwmon/hwmon0"
	echo nvme >"$1/class/hwmon/hwmon0/name"
	echo "Package id 0" >"$1/class/hwmon/hwmon0/temp1_label"
	echo 1000 >"$1/class/hwmon/hwmon0/temp1_input"
}

# fake_device TREE CLASS VENDOR DEVICE PATH [FILE=TEXT...]: PATH leads from the root bus to the device
fake_device() {
	local dir=$1/devices/$5 link=$1/bus/pci/devices/${5##*/} class=$2 vendor=$3 device=$4 word
	shift 5

	mkdir -p "$dir" "${link%/*}"
	ln -sfn "$dir" "$link"
	printf '%s\n' "$class" >"$dir/class"
	printf '%s\n' "$vendor" >"$dir/vendor"
	printf '%s\n' "$device" >"$dir/device"
	for word; do
		printf '%s\n' "${word#*=}" >"$dir/${word%%=*}"
	done
}
# fake_stack TREE UNIT LINE...
fake_stack() {
	local tree=$1 unit=$2
	shift 2
	printf '%s\n' "$@" >"$tree/bus/event_source/devices/uncore_iio_$unit/stack"
}
