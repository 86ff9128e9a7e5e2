# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Cores and packages beside the uncore: generic events of the cores, the PMUs power and msr, sensors and limits in sysfs.

whole=$out/with_core
fake_sysfs "$whole" emr 00CF 2 cha=2 imc=2 upi=2 iio=2 pcu=1
fake_core "$whole"
core_metrics() { SYSFS_PATH=$whole "$uncore" metrics "$@" -- true 2>&1; }
# sums CONFIG TYPE CPU...: what an event has counted on these CPUs in a second
sums() {
	local config=$1 type=$2 sum=0 cpu
	shift 2
	for cpu; do sum=$((sum + $(rate "$config" 0 "$type" "$cpu"))); done
	echo $sum
}
quotient() { awk "BEGIN { printf \"%.$1f\", $2 }"; }

got=$(core_metrics)
equal "no metric of cores and packages is missing" "$(grep -E '^(core|power|package)[.]' <<<"$got" | grep missing)" ""
equal "each has a value for both packages" "$(grep -cE '^(core|power|package)[.][a-z_]+ +socket [01] +[0-9]' <<<"$got")" $((2 * 15))
for socket in "0 0 1 4 1" "1 2 3 5 5"; do
	# The CPUs of the package, and that of its energy.
	read -r socket a b c energy <<<"$socket"
	value() { sed -n "s/^$1 *socket $socket *\([0-9.]*\) .*/\1/p" <<<"$got"; }
	equal "instructions in each clock, package $socket" "$(value core.ipc)" "$(quotient 2 "$(sums 1 0 $a $b $c) / $(sums 0 0 $a $b $c)")"
	equal "misses for each 1000 instructions, package $socket" "$(value core.llc_mpki)" "$(quotient 3 "1000 * $(sums 3 0 $a $b $c) / $(sums 1 0 $a $b $c)")"
	equal "the clock of its cores" "$(value core.frequency)" \
		"$(quotient 3 "$(sums 1 7 $a $b $c) / $(sums 2 7 $a $b $c) * $(sums 0 7 $a $b $c) / 3 / 1e9")"
	equal "share of the time that they are not idle" "$(value core.busy)" "$(quotient 1 "100 * $(sums 2 7 $a $b $c) / $(sums 0 7 $a $b $c)")"
	equal "energy" "$(value power.package_energy) $(value power.dram)" \
		"$(quotient 2 "$(sums 2 6 $energy) * 2.3283064365386962890625e-10") $(quotient 2 "$(sums 3 6 $energy) * 2.3283064365386962890625e-10")"
	equal "temperature of the package, not of another device" "$(value package.temperature)" $((57 + 4 * socket)).0
	equal "limits of the uncore's clock" "$(value package.uncore_min) $(value package.uncore_max)" "0.800 2.$((4 + socket))00"
	slots=$(($(sums 0x8000 4 $a $b $c) + $(sums 0x8100 4 $a $b $c) + $(sums 0x8200 4 $a $b $c) + $(sums 0x8300 4 $a $b $c)))
	equal "top-down, level 1" "$(value core.retiring) $(value core.bad_speculation) $(value core.frontend_bound) $(value core.backend_bound)" \
		"$(for event in 0x8000 0x8100 0x8200 0x8300; do quotient 1 "100 * $(sums $event 4 $a $b $c) / $slots"; echo; done | xargs)"
done
got=$(core_metrics --total)
equal "of the whole machine" "$(grep -cE '^(core|power|package)[.][a-z_]+ +machine +[0-9]' <<<"$got")" 15
equal "a temperature is no sum" "$(awk '$1 == "package.temperature" { print $3 }' <<<"$got")" 59.0
equal "but energy is" "$(awk '$1 == "power.package_energy" { print $3 }' <<<"$got")" "$(quotient 2 "$(sums 2 6 1 5) * 2.3283064365386962890625e-10")"
equal "in each of several intervals a gauge has its value, not a difference" \
	"$(SYSFS_PATH=$whole "$uncore" metrics -I 100 package.temperature package.uncore_max -- sleep 0.35 | awk '$2 == "socket" { print $1 $3, $4 }' | sort -u | tr '\n' ';')" \
	"package.temperature0 57.0;package.temperature1 61.0;package.uncore_max0 2.400;package.uncore_max1 2.500;"
says 0 'core.ipc +- +missing: no value for each unit: it is a metric of cores and packages; use --per-die' "no value for each unit" core_metrics --per-unit core.ipc
# Ratios are of one time: their events are one group, on each CPU, and fit on the fixed counters and a general one.
# If only two counters are free there are two groups, of which the second counts when the rates are others.
later() { # CONFIG TYPE CPU...
	local config=$1 type=$2 sum=0 cpu rate
	shift 2
	for cpu; do rate=$(rate "$config" 0 "$type" "$cpu"); sum=$((sum + rate * (1 + rate / 1000 % 7))); done
	echo $sum
}
got=$(FAKE_PERF=turns=2 core_metrics core.ipc core.llc_mpki)
equal "ratios of events that take turns are of one time" "$(sed -n 's/^core[a-z_.]* *socket 0 *\([0-9.]*\) .*counted 50.0 %.*/\1/p' <<<"$got" | xargs)" \
	"$(quotient 2 "$(sums 1 0 0 1 4) / $(sums 0 0 0 1 4)") $(quotient 3 "1000 * $(later 3 0 0 1 4) / $(later 1 0 0 1 4)")"
equal "events of the cores are open once" "$(FAKE_PERF=turns=5 core_metrics --csv 'core.*' | awk -F, '$2 ~ /^core/ { print $8 }' | sort -u)" 1.0000
equal "their descriptors: 4 events of the cores, 3 of msr, 5 for top-down" "$(SYSFS_PATH=$whole "$uncore" metrics 'core.*' -- sh -c 'ls -l /proc/$PPID/fd | grep -c memfd:event' | grep -x '[0-9]*')" \
	$((6 * (3 + 3 + 5)))

# What a machine lacks is named: a virtual machine has no PMU of the cores, and no power.
virtual=$out/virtual
fake_sysfs "$virtual" emr 00CF 2 cha=2 imc=2
got=$(SYSFS_PATH=$virtual FAKE_PERF=nocore "$uncore" metrics -- true 2>&1)
equal "a virtual machine: reasons" "$(sed -nE 's/^((core|power|package)[.][a-z_]+) +- +missing: (cannot open core.[a-z-]+.: )?(the|this) (kernel|machine) has no (PMU of the cores|PMU [a-z]+|temperature|limits).*/\1 \6/p' <<<"$got")" \
	"$(printf '%s\n' 'core.ipc PMU of the cores' 'core.frequency PMU msr' 'core.busy PMU msr' 'core.llc_mpki PMU of the cores' 'power.package PMU power' \
	'power.package_energy PMU power' 'package.temperature temperature' 'package.uncore_min limits' 'package.uncore_max limits')"
equal "a virtual machine: the uncore has its values" "$(grep -cE '^imc[.][a-z_]+ +socket [01] +[0-9.]+ GB/s$' <<<"$got")" 6
says 0 'power.dram +- +missing: power has no format or event energy-ram' "an event that the PMU lacks" \
	eval 'rm "$whole"/bus/event_source/devices/power/events/energy-ram && core_metrics power.dram'
equal "is no default then" "$(core_metrics | grep -c '^power.dram')" 0
rm "$whole/class/hwmon/hwmon2/temp1_input"
equal "a package without a sensor: the other one has a value" "$(core_metrics package.temperature | grep -v ' s$' | tr -s ' ')" \
	"package.temperature socket 0 57.0 C
package.temperature socket 1 - gone"
says 0 '^package.temperature +machine +57.0 C  [(]without package 1: no answer[)]$' "and the mean says what it lacks" core_metrics --total package.temperature
equal "top: likewise" "$(SYSFS_PATH=$whole COLUMNS=200 LINES=24 "$uncore" top --once -I 1 | grep '^Cores' | grep -o '[0-9]* C,')" "57 C,"
rm "$whole/class/hwmon/hwmon3/temp1_input"
says 0 'package.temperature +- +missing: the kernel has no temperature of the package' "no package has a sensor" core_metrics
# One that is lost in between.
fake_core "$whole"
flag=$out/sensor.flag
rm -f "$flag"
got=$(SYSFS_PATH=$whole "$uncore" metrics package.temperature imc.mem_bw_reads -- sh -c "rm '$whole/class/hwmon/hwmon2/temp1_input'" 2>&1)
equal "a sensor that goes while it is read" "$(grep -cE '^uncore: cannot read gauge/temperature/ of die 1: No such file or directory; the other counters go on$' <<<"$got") $(grep -cE '^package.temperature +socket (0 +57.0 C|1 +- +gone)$' <<<"$got") $(grep -c 'mem_bw_reads .*GB/s' <<<"$got")" "1 2 2"
fake_core "$whole"
# A box type that one package lacks, here the first one by its name, says nothing about that package.
lacking=$out/lacking
fake_sysfs "$lacking" gnr 00AD 2 b2cmi=2 cha=2 imc=2
fake_core "$lacking"
fake_nodes "$lacking" 0,1,2,3,4,5 0=0,1,4 1=2,3,5
for pmu in "$lacking"/bus/event_source/devices/*b2cmi*; do echo 0 >"$pmu/cpumask"; done
echo 0.001 >"$lacking/bus/event_source/devices/power/events/energy-pkg.scale"
lacking_metrics() { SYSFS_PATH=$lacking "$uncore" metrics "$@" -- true 2>&1; }
equal "a package without a box type: its cores and its temperature" "$(lacking_metrics --per-die core.busy package.temperature | awk '$2 == "die" { print $1 $3, ($4 > 0) }' | xargs)" \
	"core.busy0 1 core.busy1 1 package.temperature0 1 package.temperature1 1"
equal "its energy is in the sum" "$(lacking_metrics --total power.package_energy | awk '$2 == "machine" { print $3 }')" \
	"$(quotient 2 "$(sums 2 6 1 5) * 0.001")"
says 0 '^imc.mem_bw_total +node 1 +[0-9.]+ GB/s$' "its NUMA node" lacking_metrics --per-node mem_bw_total
equal "export: the limits of its clock" "$(SYSFS_PATH=$lacking "$uncore" export --once 2>/dev/null | grep -c '^uncore_frequency_m[axin]*_hertz{socket="1",die="1"}')" 2
# The same in the live view, with a scale that makes some watts.
echo 0.001 | tee "$whole"/bus/event_source/devices/power/events/energy-{pkg,ram}.scale >/dev/null
top_row() { SYSFS_PATH=$whole COLUMNS=$1 LINES=${2:-24} "$uncore" top --once -I 1 2>&1 | grep '^Cores'; }
# cores_of CPU CPU CPU ENERGY TEMPERATURE
cores_of() {
	printf 'Cores IPC %s, %s GHz, %s W, %s C, %s misses/1000, %s%% busy, DRAM %s W' \
		"$(quotient 2 "$(sums 1 0 "$1" "$2" "$3") / $(sums 0 0 "$1" "$2" "$3")")" \
		"$(quotient 2 "$(sums 1 7 "$1" "$2" "$3") / $(sums 2 7 "$1" "$2" "$3") * $(sums 0 7 "$1" "$2" "$3") / 3 / 1e9")" \
		"$(quotient 0 "$(sums 2 6 "$4") * 0.001")" "$5" \
		"$(quotient 2 "1000 * $(sums 3 0 "$1" "$2" "$3") / $(sums 1 0 "$1" "$2" "$3")")" \
		"$(quotient 0 "100 * $(sums 2 7 "$1" "$2" "$3") / $(sums 0 7 "$1" "$2" "$3")")" "$(quotient 0 "$(sums 3 6 "$4") * 0.001")"
}
equal "top: both packages" "$(top_row 200 | sed 's/  *Cores/ Cores/')" "$(cores_of 0 1 4 1 57) $(cores_of 2 3 5 5 61)"
equal "top: what does not fit is cut" "$(top_row 80 | grep -oE 'Cores IPC [0-9.]+, [0-9.]+ GHz, [0-9]+ W, [0-9]+ C?[^ ]*(…| |$)' | wc -l)" 2
equal "top: what took turns" "$(FAKE_PERF=share=50 top_row 200 | grep -oE 'IPC [0-9.]+ \(50%\)' | wc -l)" 2
says 0 '^Cores  missing: cannot open core/instructions/: this machine has no PMU of the cores' "top: a virtual machine" \
	env SYSFS_PATH="$virtual" FAKE_PERF=nocore COLUMNS=200 LINES=30 "$uncore" top --once -I 1
mkdir -p "$virtual"/bus/event_source/devices/msr/events "$virtual"/bus/event_source/devices/msr/format
echo 7 >"$virtual/bus/event_source/devices/msr/type"
echo config:0-63 >"$virtual/bus/event_source/devices/msr/format/event"
echo event=0x00 >"$virtual/bus/event_source/devices/msr/events/tsc"
equal "top: which has no row for it where there is little room" "$(SYSFS_PATH=$virtual FAKE_PERF=nocore "$uncore" top --once -I 1 | grep -c '^Cores')" 0
# As JSON: the same values as on the screen, and as those of the events.
object=$(SYSFS_PATH=$whole "$uncore" top --json --once -I 1 2>&1)
equal "top --json: what the cores do" "$(jq -r '.values[] | select(.box == null) | "\(.package) \(.metric) \(.unit_of_measure) \(.enabled_share)"' <<<"$object" | sort -u | wc -l)" 14
json_value() { jq -r ".values[] | select(.package == $1 and .metric == \"$2\" and .unit == $3) | .value" <<<"$object"; }
equal "top --json: the clock and the power of package 1" "$(json_value 1 core_frequency null | awk '{ printf "%.0f", $1 }') $(json_value 1 package_power null)" \
	"$(awk "BEGIN { printf \"%.0f\", $(sums 1 7 2 3 5) / $(sums 2 7 2 3 5) * $(sums 0 7 2 3 5) / 3 }") $(awk "BEGIN { print $(sums 2 6 5) * 0.001 }")"
touch "$out/cpu4"
equal "top --json: the clock is the mean of the CPUs that can be counted" \
	"$(FAKE_PERF=gone=4:$out/cpu4 SYSFS_PATH=$whole "$uncore" top --json --once -I 1 | jq '.values[] | select(.package == 0 and .metric == "core_frequency") | .value' | awk '{ printf "%.0f", $1 }')" \
	"$(awk "BEGIN { printf \"%.0f\", $(sums 1 7 0 1) / $(sums 2 7 0 1) * $(sums 0 7 0 1) / 2 }")"
rm "$out/cpu4"
equal "top --json: reads of a channel" "$(json_value 1 memory_read 1 | awk '{ printf "%.0f", $1 }')" \
	"$((64 * $(SYSFS_PATH=$whole rate 0xcf05 0 "$(SYSFS_PATH=$whole type_of uncore_imc_1)" 2)))"
equal "top --json: its place" "$(jq -c '[.values[] | select(.package == 1 and .metric == "memory_read" and .unit == 1) | .die, .box, .event, .unit_of_measure]' <<<"$object")" \
	'[1,"imc","imc/cas_count.rd/","B/s"]'
equal "top --json: when" "$(jq -r .time <<<"$object" | grep -cE '^20[0-9-]{8}T[0-9:]{8}[.][0-9]{9}Z$')" 1
equal "top --json: one package" "$(SYSFS_PATH=$whole "$uncore" top --json --once -I 1 --socket 1 | jq -c '[.values[].package] | unique')" "[1]"
objects=$(SYSFS_PATH=$whole timeout "$PATIENCE" "$uncore" top --json -I 100 -- sleep 0.35)
equal "top --json: an object for each interval of a command" "$(($(wc -l <<<"$objects") >= 2 && $(wc -l <<<"$objects") <= 4))" 1
equal "top --json: whose intervals add up" "$(jq -s '[.[].interval] | add > 0.3' <<<"$objects")" true
equal "top --json: what never counted is null" "$(FAKE_PERF=share=0 SYSFS_PATH=$whole "$uncore" top --json --once -I 1 | jq -c '[.values[] | select(.metric != "package_temperature") | .value] | unique')" "[null]"
equal "top --json: what a virtual machine lacks is not there" "$(FAKE_PERF=nocore SYSFS_PATH=$virtual "$uncore" top --json --once -I 1 | jq -c '[.values[].metric] | unique')" '["heat","memory_read","memory_write"]'
# Eight packages: the arrows move by one.
fake_sysfs "$out/eight" emr 00CF 8 cha=2 imc=2
terminal=uncore-eight.$$
tmux -L "$terminal" -f /dev/null -u new-session -d -x 80 -y 24 "env SYSFS_PATH=$out/eight LC_ALL=C.UTF-8 $uncore top -I 100; echo ended; sleep 60"
packages() { # TEXT PATTERN
	local i
	for ((i = 0; i < TENTHS; i++)); do
		if tmux -L "$terminal" capture-pane -p | grep -E "$2" >/dev/null; then ok "$1"; return; fi
		sleep 0.1
	done
	not_ok "$1: no line with $2" "$(tmux -L "$terminal" capture-pane -p)"
}
packages "eight packages: the first two" '^Package 0 .*Package 1 '
tmux -L "$terminal" send-keys Right Right Right
packages "three to the right" '^Package 3 .*Package 4 '
tmux -L "$terminal" send-keys Left
packages "one back" '^Package 2 .*Package 3 '
tmux -L "$terminal" send-keys Left Left Left
packages "not before the first" '^Package 0 .*Package 1 '
tmux -L "$terminal" send-keys n n n Right
packages "to the last two" '^Package 6 .*Package 7 '
# A program that the end of its terminal kills could stay in LeakSanitizer's exit.
tmux -L "$terminal" send-keys q
packages "q ends it" '^ended'
tmux -L "$terminal" kill-server
