# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Units that do not answer, which the driver lists in the file `gone` of a PMU: what is left is counted, and said to be a part.

absent=$out/absent
fake_sysfs "$absent" emr 00CF 2 cha=60 imc=8 upi=4 iio=12 pcu=1
devices=$absent/bus/event_source/devices
gone() { # BOX DIE:UNIT...: in the files of both PMUs, as the driver has it
	local box=$1 unit
	shift
	printf '%s\n' "$@" >"$devices/uncoreall_$box/gone"
	for unit; do
		echo "$unit" >"$devices/uncore_${box}_${unit#*:}/gone"
	done
}
gone imc 0:2 1:0 1:7
gone cha 0:59
echo >"$devices/uncore_pcu/gone"
export SYSFS_PATH=$absent
imc=$(type_of uncoreall_imc)
value() { awk "BEGIN { printf \"%.3f\", $(rate 0xcf05 0 "$1" "$2") * 64 / 1e9 }"; }
says 0 "^imc.mem_bw_reads +socket 0 +$(value "$imc" 0) GB/s  .without imc 2 of die 0: no answer.\$" "a sum that lacks a unit" "$uncore" metrics mem_bw_reads -- true
says 0 '^imc.mem_bw_reads +socket 1 .*  .without imc 0 of die 1, imc 7 of die 1: no answer.$' "two units" "$uncore" metrics mem_bw_reads -- true
says 0 '^imc.mem_bw_reads +machine .*  .without imc 2 of die 0, imc 0 of die 1, imc 7 of die 1: no answer.$' "of the machine" "$uncore" metrics --total mem_bw_reads -- true
says 0 ',imc.mem_bw_reads,0,,,[0-9.]+,GB/s,1.0000,without imc 2 of die 0,,1,' "the same as CSV" "$uncore" metrics --csv mem_bw_reads -- true
says 0 '"package":0,.*"units":7.0,.*"without":"imc 2 of die 0",' "as an object, with the number of units" "$uncore" metrics --json mem_bw_reads -- true
equal "other box types are whole" "$("$uncore" metrics 'upi.*' uncore_frequency -- true | grep -c 'without cha 59 of die 0: no answer.$') $("$uncore" metrics 'upi.*' -- true | grep -c without)" "1 0"
says 0 "^cha.uncore_frequency +socket 0 +$(awk "BEGIN { printf \"%.3f\", $(rate 1 0 "$(type_of uncoreall_cha)" 0) / 59 / 1e9 }") GHz" "a mean of the units that answer" \
	"$uncore" metrics uncore_frequency -- true
printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\n%s\n%s\n%s\n' "imc.some	count	0	-	cas_count.rd,unit_mask=0xfb	a	x" \
	"imc.two	count	0	-	cas_count.rd,unit_mask=0xc	a	x" "imc.one	count	0	-	cas_count.rd,unit_mask=0x4	a	x" >"$out/masks.tsv"
equal "a unit that unit_mask leaves out is not missing; the value of one that does not answer is" \
	"$("$uncore" metrics -f "$out/masks.tsv" imc.some imc.two imc.one -- true | grep -cE '^imc.some +socket 0 +[0-9]+ count$|^imc.two +socket 0 .*without imc 2 of die 0|^imc.one +socket 0 +- +does not answer$')" 3
# Of each unit; the driver refuses new events on this one.
for FAKE_PERF in "" "absent=$(type_of uncore_imc_2)"; do
	export FAKE_PERF
	got=$("$uncore" metrics --per-unit mem_bw_reads -- true 2>&1)
	equal "${FAKE_PERF:-open}: a unit without a value" "$(grep -cE '^imc.mem_bw_reads +die 0 imc 2 +- +does not answer$' <<<"$got")" 1
	equal "${FAKE_PERF:-open}: the others have theirs" "$(grep -cE '^imc.mem_bw_reads +die 0 imc [0-9] +[0-9.]+ GB/s$' <<<"$got")" 7
done
unset FAKE_PERF
says 0 'imc.mem_bw_reads +- +missing: cannot open imc/cas_count.rd/ on die 0: No such device; its units do not answer, see the file gone of the PMU$' "no unit answers" \
	env FAKE_PERF="absent=$imc" "$uncore" metrics mem_bw_reads -- true
# The live view.
got=$(COLUMNS=120 LINES=40 "$uncore" top --once -I 1)
equal "top: a row of the unit" "$(grep -cE '^  2 no answer {3,}2 [█·]' <<<"$got") $(grep -cE '^  0 [█·].*  0 no answer$' <<<"$got")" "1 1"
equal "top: heads" "$(grep -cE '^Memory .7 of 8. .*Memory .6 of 8. ' <<<"$got") $(grep -cE '^hottest: unit .* .59 of 60.' <<<"$got") $(grep -c '^Links  *out' <<<"$got")" "1 1 1"
equal "top: the heat map" "$(grep -cE '^ 30 ([^x ] ?){29}x ' <<<"$got")" 1
got=$("$uncore" top --json --once -I 1)
equal "top --json: what the sums of packages lack" "$(jq -c '[.values[] | select(.metric == ("memory_read", "heat", "link_out") and .unit == null) | .package, .without]' <<<"$got")" \
	'[0,"imc 2 of die 0",0,null,0,"cha 59 of die 0",1,"imc 0 of die 1, imc 7 of die 1",1,null,1,null]'
valid "top --json of a machine with such units" top 1 "$uncore" top --json --once -I 1
# The exporter: sums go on, a unit's own series does not.
got=$("$uncore" export --once)
equal "export: units that are gone" "$(grep '^uncore_units_gone{.*} [1-9]' <<<"$got" | sort)" \
	"$(printf 'uncore_units_gone{socket="%s",die="%s",box="%s"} %s\n' 0 0 cha 1 0 0 imc 1 1 1 imc 2)"
equal "export: all box types and dies" "$(grep -c '^uncore_units_gone{' <<<"$got")" 10
equal "export: sums go on" "$(grep -c '^uncore_memory_read_bytes_total{' <<<"$got") $(grep -c '^uncore_event_present{.*} 0' <<<"$got")" "2 0"
got=$("$uncore" export --once --per-unit)
equal "export: not the unit's own" "$(grep -c '^uncore_memory_read_bytes_total{' <<<"$got") $(grep -c '^uncore_event_present{.*memory_read_bytes.*} 0' <<<"$got")" "13 3"
equal "export: the same numbers" "$(grep '^uncore_units_gone{.*box="imc"' <<<"$got" | sed 's/.*} //' | tr '\n' ' ')" "1 2 "
# These series, if they stay, make the alerts fire: each one for what is gone, and for nothing else.
# alerts MINUTES NAME: the labels of all alerts NAME that fire after so many minutes
alerts() {
	{
		printf 'rule_files: ["%s"]\nevaluation_interval: 1m\ntests:\n- interval: 1m\n  input_series:\n' "$top/tools/uncore/export/rules.yml"
		sed -nE "s/^(uncore_(units_gone|event_present))\{(.*)\} ([0-9]+)\$/  - {series: '\1{instance=\"m\",\3}', values: '\4x30'}/p" <<<"$got"
		printf '  alert_rule_test: [{eval_time: %sm, alertname: %s, exp_alerts: []}]\n' "$1" "$2"
	} >"$out/alerts.yml"
	"$top/build/prometheus/bin/promtool" test rules "$out/alerts.yml" 2>&1 | grep -oE 'Labels:\{alertname="[^}]*' |
		sed -E 's/.*alertname="[A-Za-z]*", //; s/instance="m", //; s/, severity="[a-z]*"//; s/"//g; s/, / /g' | sort | paste -sd,
}
equal "export: an alert for each sum that lacks units" "$(alerts 9 UncoreSumIncomplete);$(alerts 12 UncoreSumIncomplete)" \
	";box=cha socket=0,box=imc socket=0,box=imc socket=1"
equal "export: an alert for each event of a unit that is gone" "$(alerts 9 UncoreUnitGone);$(alerts 12 UncoreUnitGone)" \
	";$(grep '^uncore_event_present{.*} 0$' <<<"$got" | sed -E 's/.*socket="(.)".*metric="([a-z_]*)".*/metric=\2 socket=\1/' | sort -u | paste -sd,)"
# The ports of a unit that can be read but does not answer.
gone iio 0:1 1:3
got=$("$uncore" io -- true)
equal "io: ports of units that do not answer, and those of the others" \
	"$(grep -cE ' -  (0/1|1/3) .*[(]its unit is gone[)]$' <<<"$got") $(grep -cE ' [0-9.]+  [01]/[0-9]+ ' <<<"$got")" "2 22"
rm "$devices"/uncore*_iio*/gone
# A unit that cannot be opened, with an event for each unit: the package has a sum of the others.
fake_in_tree "$out/absent_in_tree" emr 00CF 2 cha=2 imc=3
got=$(SYSFS_PATH=$out/absent_in_tree; FAKE_PERF="absent=$(type_of uncore_imc_1)" "$uncore" top --json -- true 2>/dev/null)
equal "top --json: sums of packages without a unit, and the unit" \
	"$(jq -c '[.values[] | select(.metric == "memory_read") | select(.unit == null or .unit == 1) | [.package, .unit, .value != null, .missing]]' <<<"$got")" \
	'[[0,null,true,null],[0,1,false,"gone"],[1,null,true,null],[1,1,false,"gone"]]'
# Of two box types: the CHA of that number counts, so nothing can be left out of both.
printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\n%s\n%s\n' "imc.one	count	0	-	cas_count.rd	a	x" \
	"imc.two	count	0	-	cas_count.rd cha/clockticks/	a + b	x" >"$out/two_boxes.tsv"
got=$(SYSFS_PATH=$out/absent_in_tree; FAKE_PERF="absent=$(type_of uncore_imc_1)" "$uncore" metrics -f "$out/two_boxes.tsv" imc.one imc.two -- true 2>/dev/null)
equal "a metric of two box types has no value if one lacks a unit" \
	"$(sed -n 's/^imc.one *socket [01] *[0-9]* count  //p; s/^imc.two *socket [01] *//p' <<<"$got" | sed 's/  */ /g' | xargs)" \
	"(without imc 1 of die 0: no answer) (without imc 1 of die 1: no answer) - gone - gone"
# Of each unit, by the tracepoint, which has none of imc 2 and 7; imc 1 has counted before. fake_perf.c calls each box type "box".
gone imc 0:1 0:2 1:7
equal "units: the one that counted before, and the one that never did" \
	"$(FAKE_TRACE=2 "$uncore" units -e imc/cas_count.rd/ -- true | sed -nE 's/.* die 0 +box ([12]|all) +([-0-9]+) .*\/  ?(.*)/\1 \2 \3/p')" "1 - (gone)
2 - (gone)
all $(rate 0xcf05 0 "$imc" 0) (without box 1 of die 0, box 2 of die 0: no answer)"
equal "units: as objects" "$(FAKE_TRACE=2 "$uncore" units -j -e imc/cas_count.rd/ -- true | jq -c 'select(.unit == 7 or .unit == null) | [.die, .unit, .value, .missing, .without]' | xargs)" \
	"[0,null,$(rate 0xcf05 0 "$imc" 0),null,box 1 of die 0, box 2 of die 0] [1,7,null,gone,null] [1,null,$((2 * $(rate 0xcf05 0 "$imc" 2))),null,box 7 of die 1]"
valid "units of which some do not answer" units 8 env FAKE_TRACE=2 "$uncore" units -j -e imc/cas_count.rd/ -- true
equal "units: no message about units that unit_mask excludes" "$(FAKE_TRACE=2 "$uncore" units -e imc/cas_count.rd,unit_mask=0x4/ -- true | grep -c 'box 7')" 0
equal "metrics: nor is another one that is left out named" "$("$uncore" metrics -f "$out/masks.tsv" imc.two -- true | grep -o 'without.*:')" "without imc 2 of die 0:"
says 0 '^  die 1 imc 7$' "list: units that do not answer" "$uncore" list
equal "list: all of them" "$("$uncore" list | sed -n '/^Units that no longer answer:/,/^$/p' | grep -c '^  die')" 4
equal "list: as an object" "$("$uncore" list --json | jq -c '.gone | map([.die, .box, .unit])')" '[[0,"cha",59],[0,"imc",1],[0,"imc",2],[1,"imc",7]]'
valid "list of a machine with such units" list 1 "$uncore" list --json
# Shares of tasks lack such units.
got=$(FAKE_TRACE=2 "$uncore" tasks true)
equal "tasks: the units that are lacking" "$(sed -nE 's/^ +[0-9.]+ +([01]) +([AB]) without (.*)/\1 \2 \3/p' <<<"$got")" "0 A imc 1, imc 2: no answer
0 B imc 1, imc 2: no answer
1 A imc 7: no answer
1 B imc 7: no answer"
equal "tasks: as an object" "$("$uncore" tasks --json true | jq -r 'select(.die == 1 and .who == "all") | .shares[1].without')" "imc 7"
valid "tasks without these units" tasks 8 bash -c "'$uncore' tasks --json true | grep shares"
# 58 on each die, more than a line has room for.
# shellcheck disable=SC2046
gone cha $(printf '0:%s ' {2..59}) $(printf '1:%s ' {2..59})
names_in() { sed -nE 's/.*without (.*), and ([0-9]+) more(: no answer.*|",,.*)/\1|\2/p' | awk -F'|' '{ print split($1, name, ", ") + $2 }' | xargs; }
equal "metrics: names for which there is no room are counted" "$("$uncore" metrics uncore_frequency -- true | names_in)" "58 58"
equal "metrics: as CSV" "$("$uncore" metrics --total --csv uncore_frequency -- true | names_in)" 116
equal "tasks: likewise" "$(FAKE_TRACE=2 "$uncore" tasks -e cha/clockticks/ true | names_in)" "58 58"
equal "units: likewise" "$(FAKE_TRACE=2 "$uncore" units --per-die -e cha/clockticks/ -- true | names_in)" "58 58"
# The sum of a package with two dies has the lists of both.
echo 0 | tee "$absent"/devices/system/cpu/cpu[0-3]/topology/physical_package_id >/dev/null
echo 1 | tee "$absent"/devices/system/cpu/cpu[23]/topology/die_id >/dev/null
equal "units: of two dies" "$(FAKE_TRACE=2 "$uncore" units --per-socket -e cha/clockticks/ -- true | names_in)" 116
# If the last series are omitted, the open ones are the first of all.
fake_sysfs "$out/part" emr 00CF 1 imc=2
SYSFS_PATH=$out/part says 0 '^uncore_units_gone[{]socket="0",die="0",box="imc"[}] 0$' "export: a machine without most box types" "$uncore" export --once
export SYSFS_PATH=$out/emr
equal "list: where all answer" "$("$uncore" list | grep -c answer) $("$uncore" list --json | jq -c .gone)" "0 []"
