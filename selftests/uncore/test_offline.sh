# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Offline packages: the kernel numbers the dies of all packages that it has, and so does the program. What the driver traces, and the
# units that it lists as gone, have the kernel's numbers.

# offline TREE PACKAGE ONLINE: none of the CPUs of a package with two CPUs is online
offline() {
	local tree=$1 first=$((2 * $2)) mask
	for mask in "$tree"/bus/event_source/devices/*/cpumask; do sed -i "s/,$first\b//" "$mask"; done
	rm -r "$tree"/devices/system/cpu/cpu{$first,$((first + 1))}/topology
	echo "$3" >"$tree/devices/system/cpu/online"
}
die_of() { SYSFS_PATH=$1 "$uncore" list | sed -n "s/^die \([0-9]\): .*counted by CPU $2\$/\1/p"; }

# With NUMA nodes and without them.
four=$out/four
for nodes in "" "0=0,1 1=2,3 2=4,5 3=6,7"; do
	kind=${nodes:+, with nodes}
	fake_sysfs "$four" emr 00CF 4 cha=2 imc=2 upi=2 iio=2 pcu=1
	offline "$four" 1 0-1,4-7
	# shellcheck disable=SC2086
	[ -z "$nodes" ] || fake_nodes "$four" 0,1,4,5,6,7 $nodes
	got=$(SYSFS_PATH=$four FAKE_TRACE=2 "$uncore" units -e cha/clockticks/ -- true 2>/dev/null)
	for cpu in 0 4 6; do
		count=$(SYSFS_PATH=$four rate 1 0 "$(SYSFS_PATH=$four type_of uncoreall_cha)" $cpu)
		equal "list: CPU $cpu counts the die with the kernel's number$kind" "$(die_of "$four" $cpu)" $((cpu / 2))
		equal "units: and its counts are of that die$kind" "$(grep -cE "die $((cpu / 2)) +box [01] +$count  cha/clockticks/$" <<<"$got")" 2
	done
	equal "units: no other die$kind" "$(grep -c 'die' <<<"$got")" 9
	SYSFS_PATH=$four says 0 '^Emerald Rapids.*, 3 dies, ' "list: how many dies are counted$kind" "$uncore" list
	SYSFS_PATH=$four says 0 '^  cha +2 +2 +2 +-' "list: units of these$kind" "$uncore" list
	# Units that the driver lists as gone.
	echo 2:1 >"$four/bus/event_source/devices/uncoreall_imc/gone"
	equal "metrics: the package whose unit is gone$kind" "$(SYSFS_PATH=$four "$uncore" metrics mem_bw_reads -- true 2>/dev/null | grep -c 'socket 2 .*without imc 1 of die 2: no answer')" 1
	equal "export: and the exporter$kind" "$(SYSFS_PATH=$four "$uncore" export --once 2>/dev/null | grep '^uncore_units_gone.*} [1-9]')" \
		'uncore_units_gone{socket="2",die="2",box="imc"} 1'
	rm "$four/bus/event_source/devices/uncoreall_imc/gone"
done
# Each of the two units has counted as much as the sum, as fake_perf.c says: no 0.
top_of() { SYSFS_PATH=$four FAKE_TRACE=2 LINES=60 COLUMNS=100 "$uncore" top --once -I 1 --socket "$1" 2>&1; }
for package in 0 2 3; do
	got=$(top_of $package | sed -n '/^Memory/,/^Heat/p')
	sum=$(sed -n 's/^Memory .*read \([0-9.]* .B.s\).*/\1/p' <<<"$got")
	equal "top: units of package $package have their rates" "$(grep -cE "^ +[01] .* $sum " <<<"$got")" 2
done
equal "top: a package that is offline is not one that does nothing" "$(top_of 1 | grep -cE '^Memory .not counted. .*read - +write -')" 1
says 1 'there is no package 4' "top: no such package" env SYSFS_PATH="$four" "$uncore" top --once --socket 4
says 2 'not a package' "top: no number" "$uncore" top --once --socket -1
# Windows: units and frozen times are those of the die.
SYSFS_PATH=$four FAKE_TRACE=2 "$uncore" windows record -c 1000 -e cha/clockticks/ -o "$out/four.windows" -- true 2>/dev/null
for cpu in 0 4 6; do
	die=$(die_of "$four" $cpu)
	equal "windows: the unit of the die of CPU $cpu" "$(sed -n "s/.*\"die\":$die,\"end_ns.*\"values\":\[\([0-9]*\)\].*\"unit\":\([0-9]*\).*/\1 \2/p" "$out/four.windows")" \
		"$(SYSFS_PATH=$four rate 1 0 "$(SYSFS_PATH=$four type_of uncoreall_cha)" $cpu) $((cpu + 1))"
	equal "windows: the frozen time of the die of CPU $cpu" \
		"$(tail -n 1 "$out/four.windows" | grep -o "{\"die\":$die,[^}]*" | sed 's/.*"handled_ns":\([0-9]*\).*/\1/')" $((1000 * (cpu + 1)))
done
# Numbers of packages can have a gap where none is offline, and CPUs can be offline of which none is alone in its package.
for ((cpu = 4; cpu < 8; cpu++)); do echo $((cpu / 2 + 2)) >"$four/devices/system/cpu/cpu$cpu/topology/physical_package_id"; done
offline "$four" 0 0-1,4-7 2>/dev/null
mkdir -p "$four"/devices/system/cpu/cpu{0,1,2,3}/topology
for ((cpu = 0; cpu < 4; cpu++)); do echo $((cpu / 2)) >"$four/devices/system/cpu/cpu$cpu/topology/physical_package_id"; done
for mask in "$four"/bus/event_source/devices/*/cpumask; do echo 0,2,4,6 >"$mask"; done
rm "$four/devices/system/cpu/cpu3/topology/physical_package_id"
fake_nodes "$four" 0,1,2,4,5,6,7 0=0,1 1=2,3 2=4,5 3=6,7
equal "packages 0, 1, 4, 5 without one that is offline" "$(for cpu in 0 2 4 6; do die_of "$four" $cpu; done | tr '\n' ' ')" "0 1 2 3 "
equal "and no message" "$(SYSFS_PATH=$four "$uncore" metrics mem_bw_reads -- true 2>&1 | grep -c offline)" 0
# Two dies in each package, of which the second is offline.
fake_sysfs "$four" emr 00CF 6 cha=2 imc=2
for ((cpu = 0; cpu < 12; cpu++)); do
	echo $((cpu / 4)) >"$four/devices/system/cpu/cpu$cpu/topology/physical_package_id"
	echo $((cpu / 2 % 2)) >"$four/devices/system/cpu/cpu$cpu/topology/die_id"
done
offline "$four" 2 0-3,8-11
offline "$four" 3 0-3,8-11
equal "packages of two dies" "$(for cpu in 0 2 8 10; do die_of "$four" $cpu; done | tr '\n' ' ')" "0 1 4 5 "

# The last package: each command says that there is one more.
two=$out/last_offline
fake_sysfs "$two" emr 00CF 2 cha=2 imc=2 upi=2 iio=2 pcu=1
offline "$two" 1 0-1
fake_nodes "$two" 0,1 0=0,1 1=2,3
away='NUMA node 1 [(]CPUs 2-3[)]: all CPUs are offline, so nothing of their package is counted'
SYSFS_PATH=$two says 0 "^$away\$" "one package is offline: list" "$uncore" list
for command in "metrics mem_bw_reads -- true" "units -e cha/clockticks/ -- true" "export --once" "top --once -I 1" \
	       "windows record -c 5 -e cha/clockticks/ -o $out/two.windows -- true" "record -o $out/two.record mem_bw_reads -- true" \
	       "io -- true" "tasks true" "check units"; do
	# shellcheck disable=SC2086
	FAKE_TRACE=2 SYSFS_PATH=$two says 0 "^uncore: $away\$" "one package is offline: $command" "$uncore" $command
done
SYSFS_PATH=$two COLUMNS=200 says 0 '^uncore top .*, 1 package, .* s, offline: NUMA node 1 [(]CPUs 2-3[)]$' "one package is offline: the screen of top" \
	"$uncore" top --once -I 1

# A package that is offline when the exporter starts counts when it comes back, and the others go on from where they were.
fake_sysfs "$out/online" emr 00CF 2 cha=2 imc=2 upi=2 iio=2 pcu=1
fake_nodes "$out/online" 0-3 0=0,1 1=2,3
for kind in "" --per-unit; do
	rm -rf "$out/socket" "$out/back" "$out/offline.log"
	cp -r "$two" "$out/back"
	# shellcheck disable=SC2086
	SYSFS_PATH=$out/back "$uncore" export $kind --listen "unix:$out/socket" 2>"$out/offline.log" &
	server=$!
	for ((i = 0; i < TENTHS; i++)); do ! grep -q listening "$out/offline.log" 2>/dev/null || break; sleep 0.1; done
	scrape() { curl -s --unix-socket "$out/socket" http://x/metrics; }
	series() { grep -c "^uncore_[a-z_]*_total{socket=\"$1\",.*box="; }
	before=$(scrape)
	equal "exporter $kind: a package is offline" "$(series 1 <<<"$before") $(grep -c '^uncore_event_present' <<<"$before")" "0 0"
	cp -r "$out/online/devices" "$out/online/bus" "$out/back/"
	sleep 1.1
	scrape >/dev/null
	sleep 0.2
	after=$(scrape)
	equal "exporter $kind: when it is back it has all series" "$(series 1 <<<"$after") $(grep -c '^uncore_event_present' <<<"$after")" "$(series 0 <<<"$before") 0"
	equal "exporter $kind: and its units" "$(grep -c '^uncore_units{socket="1",die="1"' <<<"$after")" "$(grep -c '^uncore_units{socket="0",die="0"' <<<"$after")"
	reads() { sed -n 's/^uncore_memory_read_bytes_total{socket="0".* //p' | head -n 1; }
	equal "exporter $kind: the other one goes on" "$(($(reads <<<"$after") > $(reads <<<"$before") && $(reads <<<"$before") > 0))" 1
	kill "$server"
	wait "$server"
	equal "exporter $kind: it ends in order" "$? $(grep -c ERROR "$out/offline.log")" "0 0"
done
