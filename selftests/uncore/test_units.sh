# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore units, where each unit has an event of its own: counts that took turns, as text and as JSON

in_tree=$out/in_tree
fake_in_tree "$in_tree" emr 00CF 2 cha=3
units() { FAKE_PERF=${share:+share=$share} SYSFS_PATH=$in_tree "$uncore" units -e cha/clockticks/ "$@" -- true 2>&1; }
# The event select of clockticks is 1.
count() { SYSFS_PATH=$in_tree rate 1 0 "$(SYSFS_PATH=$in_tree type_of "uncore_cha_$1")" "$2"; }
sum=$(($(count 0 2) + $(count 1 2) + $(count 2 2)))
for share in "" 25; do
	mark=${share:+  (counted 25.0 % of the time)}
	equal "a unit, ${share:-100} % of the time" "$(units | sed -n 's/.*die 1 .* cha 2 *//p')" "$(count 2 2)  cha/clockticks/$mark"
	equal "the sum of a die, ${share:-100} % of the time" "$(units | sed -n 's/.*die 1 .* cha all *//p')" "$sum  cha/clockticks/$mark"
done
unset share
equal "the sums of dies alone" "$(units --per-die | sed -nE 's/.* (die [01]) +cha ([a-z0-9]+) .*/\1 \2/p' | xargs)" "die 0 all die 1 all"
# A package of two dies.
for cpu in 2 3; do
	echo 0 >"$in_tree/devices/system/cpu/cpu$cpu/topology/physical_package_id"
	echo 1 >"$in_tree/devices/system/cpu/cpu$cpu/topology/die_id"
done
both=$((sum + $(count 0 0) + $(count 1 0) + $(count 2 0)))
equal "the sum of a package of two dies, for each event" "$(units --per-socket -e cha/clockticks/ | sed -nE 's/^ +[0-9.]+  (.*)/\1/p' | sed 's/ \+/ /g')" \
	"$(for _ in 1 2; do echo "socket 0 cha all $both cha/clockticks/"; done)"
equal "two dies are lines of their own otherwise" "$(units --per-die | grep -c ' die [01] ')" 2
equal "in each interval" "$(SYSFS_PATH=$in_tree "$uncore" units -I 50 --per-socket -e cha/clockticks/ -- sleep 0.3 | awk '{ print $6 }' | sort -u | head -n 1)" $both
equal "as an object" "$(units -j --per-socket | jq -c '[.package, has("die"), .box, .unit, .value]')" "[0,false,\"cha\",null,$both]"
valid "units --per-socket" units 1 env SYSFS_PATH="$in_tree" "$uncore" units -j --per-socket -e cha/clockticks/ -- true
equal "a unit that does not answer" "$(FAKE_PERF=absent=$(SYSFS_PATH=$in_tree type_of uncore_cha_1) SYSFS_PATH=$in_tree "$uncore" units --per-socket -e cha/clockticks/ -- true | sed 's/.* all *//')" \
	"$((both - $(count 1 0) - $(count 1 2)))  cha/clockticks/  (without cha 1 of die 0, cha 1 of die 1: no answer)"
# Sums need no tracepoint: an event of the type PMU has them.
fake_sysfs "$out/traced" emr 00CF 2 cha=3
all=$(SYSFS_PATH=$out/traced type_of uncoreall_cha)
for kind in socket die; do
	equal "the type PMU: sums, per $kind" "$(SYSFS_PATH=$out/traced "$uncore" units --per-$kind -e cha/clockticks/ -- true | awk '{ print $2, $3, $4, $5, $6 }' | xargs)" \
		"$kind 0 cha all $(SYSFS_PATH=$out/traced rate 1 0 "$all" 0) $kind 1 cha all $(SYSFS_PATH=$out/traced rate 1 0 "$all" 2)"
done
says 2 '--per-socket requires -e EVENT' "events of a command have no sum of several dies" "$uncore" units --per-socket true
says 2 '--per-die and --per-socket exclude each other' "two kinds of sums" "$uncore" units --per-die --per-socket -e cha/clockticks/ true
for cpu in 2 3; do
	echo 1 >"$in_tree/devices/system/cpu/cpu$cpu/topology/physical_package_id"
	echo 0 >"$in_tree/devices/system/cpu/cpu$cpu/topology/die_id"
done
share=25
equal "as an object" "$(units -j | sed -n 's/.*"die":1,.*"unit":2,\(.*\),"event.*/\1/p')" \
	"\"value\":$(count 2 2),\"unit_of_measure\":\"count\",\"counted\":$(($(count 2 2) / 4)),\"enabled_share\":0.25"
equal "the sum as an object" "$(units -j | sed -n 's/.*"die":1,.*"unit":null,\(.*\),"event.*/\1/p')" \
	"\"value\":$sum,\"unit_of_measure\":\"count\",\"counted\":$((sum / 4)),\"enabled_share\":0.25"
share=0
equal "never counted is no 0" "$(units | sed -n 's/.*die 1 .* cha 2 *//p')" "-  cha/clockticks/  (never had a counter)"
equal "nor as an object" "$(units -j | sed -n 's/.*"die":1,.*"unit":2,\(.*\),"event.*/\1/p')" '"value":null,"unit_of_measure":"count","counted":0,"enabled_share":0.0'
unset share
# Without -e: events that other programs had opened before have smaller ids than those of the command.
record="config=0x35;box=cha;die=0;unit=1;count"
equal "events that were open before are not the command's" \
	"$(FAKE_TRACE=1 FAKE_RECORDS="unit_count;id=0;$record=66"$'\n'"unit_count;id=0xffffffffffffffff;$record=77" SYSFS_PATH=$out/traced "$uncore" units -- true | sed -E 's/^ +[0-9.]+ +//; s/ +/ /g')" \
	"die 0 cha 1 77 config=0x35 (as counted)
die 0 cha all 77 config=0x35 (as counted)"
# The others that print counts.
FAKE_PERF=share=25 says 0 '^Package 0 .* GHz \(25%\), power-limited [0-9]+% \(25%\)' "top: clocks" \
	env LINES=24 COLUMNS=200 "$uncore" top --once -I 1
FAKE_PERF=share=25 says 0 '^Memory \(25%\) +read [0-9.]+ MB/s +write [0-9.]+ MB/s' "top: bandwidths" \
	env LINES=24 COLUMNS=200 "$uncore" top --once -I 1
FAKE_PERF=share=25 says 0 '^uncore_event_ratio\{socket="1",die="1",metric="uncore_power_cycles"\} 0.25$' \
	"export: the share of the time of each series" "$uncore" export --once
FAKE_PERF=share=25 says 0 '^uncore_event_ratio\{socket="1",die="1",metric="uncore_llc_read_misses",unit="59"\} 0.25$' \
	"export: and of each unit" "$uncore" export --once --per-unit

# Of an event of the type PMU that is not counted on all units, the others are none that it has.
masks=$out/unit_masks
fake_sysfs "$masks" emr 00CF 2 cha=70 imc=3
echo config3:0-63 >"$masks/bus/event_source/devices/uncoreall_cha/format/unit_mask2"
printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\n' >"$out/unit_masks.tsv"
printf 'cha.x%s\tcount\t0\t-\tclockticks,%s\tunits\tx\n' 1 unit_mask=0x7 2 unit_mask2=0x3 3 unit_mask=0x10,unit_mask2=0x3 4 umask=0 >>"$out/unit_masks.tsv"
echo 0:1 >"$masks/bus/event_source/devices/uncoreall_cha/gone"
equal "unit_mask: metrics have the number of counted units" "$(SYSFS_PATH=$masks "$uncore" metrics -f "$out/unit_masks.tsv" -- true | awk '/^cha.x/ { print $4 }' | xargs)" "2 3 2 2 3 3 69 70"
rm "$masks/bus/event_source/devices/uncoreall_cha/gone"
echo 'reads cha/clockticks,unit_mask=0x7,unit_mask2=0x1/ 1 x' >"$out/unit_masks.conf"
equal "unit_mask: export has the registers of these units" "$(SYSFS_PATH=$masks "$uncore" export --once -c "$out/unit_masks.conf" | sed -n 's/^uncore_export_registers //p')" 8
registers() { SYSFS_PATH=$masks "$uncore" tasks -j -e "cha/clockticks$1/" -- true | jq -s 'map(.register_reads // empty)[0]'; }
equal "unit_mask: so has tasks" "$(($(registers ,unit_mask2=0x3f) * 70 / 6)) $(($(registers ,unit_mask=0x1,unit_mask2=0x1) * 35))" "$(registers "") $(registers "")"
equal "unit_mask: top has these units, and no 0 of others" "$(SYSFS_PATH=$masks FAKE_TRACE=2 "$uncore" top --json --once -I 1 -e cha/clockticks,unit_mask=0x2/ |
	jq -c '[.values[] | select(.metric == "heat" and .unit != null) | [.die, .unit, .value > 0]]')" "[[0,1,true],[1,1,true]]"
equal "unit_mask: nor has its heat map" "$(SYSFS_PATH=$masks FAKE_TRACE=2 COLUMNS=120 LINES=40 "$uncore" top --once -I 1 -e cha/clockticks,unit_mask=0x2/ | grep -cE '^  0  [^ ] +  0  [^ ]$')" 1

# A kernel that is locked down says so by EINVAL; it is named. What needs no tracepoint counts.
locked=$out/locked
fake_sysfs "$locked" emr 00CF 1 cha=3 imc=2
mkdir -p "$locked/kernel/security"
reason='the kernel is locked down [(]confidentiality[)], which forbids tracing and BPF programs'
for mode in 'none [integrity] confidentiality' 'none integrity [confidentiality]'; do
	echo "$mode" >"$locked/kernel/security/lockdown"
	case $mode in
	*\[conf*)
		SYSFS_PATH=$locked says 0 "die 0 +cha 2 +$(SYSFS_PATH=$locked rate 1 0 "$(SYSFS_PATH=$locked type_of uncore_cha_2)" 0) " "locked down: units with an event" \
			"$uncore" units -e cha/clockticks/ -- true
		SYSFS_PATH=$locked says 1 "^uncore: $reason" "locked down: units of a command" "$uncore" units -- true
		SYSFS_PATH=$locked says 1 "^uncore: $reason" "locked down: tasks" "$uncore" tasks -- true ;;
	*)	equal "integrity is no reason" "$(SYSFS_PATH=$locked "$uncore" tasks -- true 2>&1 | grep -c 'locked down')" 0 ;;
	esac
done
# What is wrong with an event does not need root, or a driver with the tracepoint, to be seen.
for event in imc/bogus/ core/cycles/; do
	says 1 "^uncore: (uncoreall_imc has no format or event bogus|core/cycles/ is not an uncore event)\$" "a wrong event where there is no tracepoint: $event" \
		"$uncore" units -e $event -- true
done
