# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Counters that go while a command runs, and output that is lost: the command never notices.

two=$out/two_dies
fake_sysfs "$two" emr 00CF 2 cha=2 imc=2
fake_sysfs "$out/two_io" emr 00CF 2 iio=2
in_tree=$out/two_in_tree
fake_in_tree "$in_tree" emr 00CF 2 cha=2 imc=2 iio=2
flag=$out/gone.flag
# job TREE COMMAND...: with a command that loses the counters of CPU 2, which are those of die 1, and then goes on
job() {
	local tree=$1
	shift
	rm -f "$flag" "$out/job.done"
	SYSFS_PATH=$tree FAKE_PERF=gone=2:$flag timeout "$PATIENCE" "$uncore" "$@" -- \
		sh -c "touch '$flag'; sleep 0.5; echo done >'$out/job.done'; exit 7"
}
done_job() { cat "$out/job.done" 2>/dev/null; }

for interval in "" "-I 100"; do
	# shellcheck disable=SC2086
	got=$(job "$two" metrics $interval mem_bw_reads 2>"$out/job.err")
	equal "metrics $interval: the command ends by itself" "$? $(done_job)" "7 done"
	equal "metrics $interval: the other die has a value, the gone one none" \
		"$(tail -n 2 <<<"$got" | grep -cE 'socket 0 +[0-9.]+ GB/s$') $(tail -n 2 <<<"$got" | grep -cE 'socket 1 +- +gone$')" "1 1"
	equal "metrics $interval: one message" "$(cat "$out/job.err")" \
		"uncore: cannot read imc/cas_count.rd/ of die 1: Input/output error; the other counters go on"
done
got=$(job "$two" metrics --json mem_bw_reads 2>&1)
equal "metrics: no value in JSON" "$(grep -o '"die":1[^}]*"missing":"gone"\|"package":1,"value":null[^}]*"missing":"gone"' <<<"$got" | wc -l)" 1
got=$(job "$two" metrics --total mem_bw_reads 2>/dev/null)
imc=$(SYSFS_PATH=$two type_of uncoreall_imc)
left=$(awk "BEGIN { printf \"%.3f\", $(rate 0xcf05 0 "$imc" 0) * 64 / 1e9 }")
both=$(awk "BEGIN { printf \"%.3f\", ($(rate 0xcf05 0 "$imc" 0) + $(rate 0xf005 0 "$imc" 0)) * 64 / 1e9 }")
equal "metrics: the sum of what is left, and what it lacks" "$(sed -n 's/.* machine *//p' <<<"$got")" \
	"$left GB/s  (without imc of die 1: no answer)"
got=$(job "$two" metrics --total --json mem_bw_reads mem_bw_total 2>/dev/null)
equal "metrics: the same in JSON, also of two events" \
	"$(jq -r '.metrics[] | [.metric, .value, .without] | @tsv' <<<"$got" | awk -F'\t' '{ printf "%s %.3f %s, ", $1, $2, $3 }')" \
	"imc.mem_bw_reads $left imc of die 1, imc.mem_bw_total $both imc of die 1, "
got=$(job "$in_tree" metrics mem_bw_reads --total 2>/dev/null)
left=$(for unit in 0 1; do rate 0xcf05 0 "$(SYSFS_PATH=$in_tree type_of uncore_imc_$unit)" 0; done | awk '{ sum += $1 } END { printf "%.3f", sum * 64 / 1e9 }')
equal "metrics: units that are gone" "$(sed -n 's/.* machine *//p' <<<"$got")" "$left GB/s  (without imc 0 of die 1, imc 1 of die 1: no answer)"
got=$(job "$in_tree" units -I 100 -e cha/clockticks/ 2>"$out/job.err")
equal "units: the command ends by itself" "$? $(done_job)" "7 done"
equal "units: the other die has counts, the gone one none" \
	"$(tail -n 6 <<<"$got" | grep -cE 'die 0 .* [0-9]+  cha/clockticks/$') $(tail -n 6 <<<"$got" | grep -cE 'die 1 .* -  cha/clockticks/  \(gone\)$')" "3 3"
equal "units: one message, with the unit" "$(cat "$out/job.err")" \
	"uncore: cannot read cha/clockticks/ on unit 0 of die 1: Input/output error; the other counters go on"
equal "units: the reason in JSON" "$(job "$in_tree" units --json -e cha/clockticks/ 2>/dev/null | grep -c '"die":1.*"value":null.*"missing":"gone"')" 3
got=$(COLUMNS=120 job "$two" top --once 2>/dev/null)
equal "top: the command ends by itself" "$? $(done_job)" "7 done"
equal "top: one package has values, the other none" "$(grep -c '^Memory .*read [0-9.]* MB/s' <<<"$got") $(grep -c '(not counted).*read -' <<<"$got")" "1 1"
got=$(job "$out/two_io" io 2>"$out/job.err")
equal "io: the command ends by itself" "$? $(done_job)" "7 done"
equal "io: ports of one package have values, those of the other none" "$(grep -cE ' [0-9.]+  0/[01] ' <<<"$got") $(grep -cE ' -  1/[01] .*[(]its unit is gone[)]$' <<<"$got")" "2 2"
equal "io: one message" "$(grep -c 'other counters go on$' "$out/job.err") $(wc -l <"$out/job.err")" "1 1"
valid "io of a package that goes" io 1 job "$out/two_io" io --json
got=$(FAKE_TRACE=2 job "$two" tasks 2>"$out/job.err")
equal "tasks: the command ends by itself" "$? $(done_job)" "7 done"
equal "tasks: the shares of one die have values, those of the other none" \
	"$(grep -cE '^ +[0-9.]+ +0 .* [0-9.]+  (writer|[(]all[)])$' <<<"$got") $(grep -cE '^ +[0-9.]+ +1 .* -      -  (writer|[(]all[)])$' <<<"$got") $(grep -cE '^ +[0-9.]+ +1 +[AB] gone$' <<<"$got")" "2 2 2"
equal "tasks: the reason in JSON" "$(FAKE_TRACE=2 job "$two" tasks --json 2>/dev/null | jq -c 'select(.who == "all") | [.die, (.shares[0] | .value == null, .missing)]' | xargs)" "[0,false,null] [1,true,gone]"
equal "tasks: one message" "$(grep -c '^uncore: cannot read imc/cas_count.rd/ of die 1: Input/output error; the other counters go on$' "$out/job.err")" 1
# As JSON: no sum of the package "never had a counter" while its units are gone.
fake_sysfs "$out/two_cores" emr 00CF 2 cha=2 imc=2 upi=2 pcu=1
fake_core "$out/two_cores"
reasons() { jq -c "[.values[] | select(.package == $1) | .missing] | unique" <<<"$got"; }
got=$(job "$out/two_cores" top --json -I 100 2>/dev/null | tail -n 1)
equal "top --json: the reason for each value of units, and none of the other package" \
	"$(jq -c '[.values[] | select(.package == 1 and .box != null) | .missing] | unique' <<<"$got") $(reasons 0)" '["gone"] [null]'
got=$(SYSFS_PATH=$out/two_cores FAKE_PERF=share=0 "$uncore" top --json --once -I 1)
equal "top --json: what never counted is not gone" "$(jq -c '[.values[] | select(.metric != "package_temperature") | .missing] | unique' <<<"$got")" '["never had a counter"]'
# Without the counter of time there is no clock of the cores, not even 0.
equal "top --json: a clock whose event is refused" "$(SYSFS_PATH=$out/two_cores FAKE_PERF=refuse=0 "$uncore" top --json --once -I 1 |
	jq -c '[.values[] | .metric] | unique | map(select(. == ("core_frequency", "package_power")))')" '["package_power"]'
# Nor are links gone that a package never had.
for pmu in "$out"/two_cores/bus/event_source/devices/uncore*upi*; do
	echo 0 >"$pmu/cpumask"
done
got=$(SYSFS_PATH=$out/two_cores "$uncore" top --json --once -I 1)
equal "top --json: links that a package lacks are not gone" \
	"$(jq -c '[.values[] | select(.package == 1 and .box == "upi") | .missing] | unique' <<<"$got") $(reasons 0)" '["never had a counter"] [null]'
# A die whose counters are gone ends no windows, as one on which nothing happens.
FAKE_TRACE=2 job "$two" windows record -c 5 -e cha/clockticks/ -o "$out/gone.windows" 2>"$out/job.err"
equal "windows record: the command ends by itself" "$? $(done_job)" "7 done"
equal "windows record: one message, and the windows of the other die" "$(cat "$out/job.err")" \
	"uncore: no more windows of die 1: cannot read cha/clockticks/: Input/output error; other dies go on
uncore: 1 windows in $out/gone.windows"
# Units that do not answer, of which the PMU has a list: those of the PMU that are recorded, once.
gone_file=$two/bus/event_source/devices/uncoreall_cha/gone
for event in cha/clockticks/ cha/clockticks,unit_mask=0x1/ uncore_cha_1/clockticks/; do
	rm -f "$gone_file"
	got=$(FAKE_TRACE=2 SYSFS_PATH=$two "$uncore" windows record -c 5 -e $event -o "$out/gone.windows" -- \
		sh -c "printf '0:1\n' >'$gone_file'; sleep 2.2" 2>&1)
	equal "windows record: units that do not answer: $event" "$(grep -c '^uncore: the windows lack cha 1 of die 0: no answer$' <<<"$got")" \
		$([[ $event = *mask* ]] && echo 0 || echo 1)
	"$uncore" windows report --json "$out/gone.json" --html "$out/gone.html" "$out/gone.windows"
	equal "windows report: the same: $event" "$("$uncore" windows report "$out/gone.windows" | grep -c '^at times without cha 1 of die 0: no answer$') $(
		grep -c 'at times without cha 1 of die 0: no answer' "$out/gone.html") $(jq -r .without "$out/gone.json")" \
		"$([[ $event = *mask* ]] && echo "0 0 null" || echo "1 1 cha 1 of die 0")"
	valid "windows that lack units: $event" windows 1 cat "$out/gone.json"
done
rm -f "$flag" "$gone_file"
equal "windows record: none of a die without windows" \
	"$(FAKE_TRACE=2 FAKE_PERF=idle SYSFS_PATH=$two "$uncore" windows record -c 5 -e cha/clockticks/ -o "$out/gone.windows" -- sleep 1.5 2>&1)" \
	"uncore: 2 windows in $out/gone.windows"
# The same with counts from the tracepoint: a unit that is no longer read is not idle.
got=$(LINES=40 COLUMNS=120 FAKE_TRACE=2 job "$two" top --once 2>/dev/null)
equal "top: units of the gone package" "$(sed -n '/^Memory/,/^Heat/p' <<<"$got" | grep -cE '^  [01] [█▒·].* [01] no answer$')" 2
equal "top: and their cells" "$(sed -n '/^hottest/,/^Links/p' <<<"$got" | grep -cE '^  0 [^x]*   0 x ?x')" 1
# Units that were gone when the program was started, and come back.
# back TREE FILE GONE PATTERN COMMAND...: FILE is written meanwhile. When it has a line with GONE, the units come back; when it has one
# with PATTERN, the command ends.
back() {
	local tree=$1 file=$2 gone=$3 pattern=$4
	shift 4
	touch "$flag"
	SYSFS_PATH=$tree FAKE_PERF=gone=2:$flag timeout "$PATIENCE" "$uncore" "$@" -I 100 -- sh -c "until grep -E '$gone' '$file' >/dev/null; do sleep 0.1; done
		rm '$flag'
		until grep -E '$pattern' '$file' >/dev/null; do sleep 0.1; done
		exit 7"
}
value=$(awk "BEGIN { printf \"%.3f\", $(rate 0xcf05 0 "$imc" 2) * 64 / 1e9 }")
back "$two" "$out/returned" 'socket 1 .* gone$' 'socket 1 .* GB/s$' metrics mem_bw_reads >"$out/returned" 2>&1
equal "metrics: the command sees that its unit is back" $? 7
equal "metrics: first gone, then the right value" "$(sed -n 's/.* socket 1 *//p' "$out/returned" | uniq | head -n 2)" "-  gone
$value GB/s"
# Lines of an older recording would stand there until the command runs.
rm -f "$out/back.record" "$out/again.record"
back "$two" "$out/back.record" ',null[]]' "[[]$(awk "BEGIN { print $(rate 0xcf05 0 "$imc" 0) * 64 / 1e9 }"),0" record -o "$out/back.record" mem_bw_reads 2>/dev/null
equal "record: the command sees that its unit is back" $? 7
equal "record: first gone, then the right value" "$(jq 'select(.values).values[1]' "$out/back.record" | uniq | head -n 2 | xargs)" \
	"null $(awk "BEGIN { print $(rate 0xcf05 0 "$imc" 2) * 64 / 1e9 }")"
back "$out/two_io" "$out/returned" ' -  1/0 ' '[0-9]  1/0 .* bus unknown$' io >"$out/returned" 2>&1
equal "io: the command sees that its unit is back" $? 7
# fake_perf.c counts three times as much on CPU 2 as on CPU 0.
equal "io: first gone, then with bytes" "$(awk '$8 == "1/0" { print $4, $7 }' "$out/returned" | uniq | head -n 2 | xargs)" \
	"- - $(awk '$8 == "0/0" { printf "%.3f %.3f", 3 * $4, 3 * $7; exit }' "$out/returned")"
equal "io: messages" "$(grep '^uncore' "$out/returned")" "uncore: not counted: uncore_iio_0 of die 1, no answer
uncore: not counted: uncore_iio_1 of die 1, no answer"
# A package that goes offline while they run, and comes back.
# again TREE FILE VALUE GONE COMMAND...: FILE is written meanwhile. When it has a line with VALUE, the package goes; when it has one with GONE,
# it comes back; when it has two more lines with VALUE, the command ends.
again() {
	local tree=$1 file=$2 value=$3 gone=$4
	shift 4
	rm -f "$flag"
	SYSFS_PATH=$tree FAKE_PERF=gone=2:$flag timeout "$PATIENCE" "$uncore" "$@" -I 100 -- sh -c "
		seen() { until [ \$(grep -cE \"\$1\" '$file') -ge \$2 ]; do sleep 0.1; done; }
		seen '$value' 1; touch '$flag'; seen '$gone' 1; before=\$(grep -cE '$value' '$file'); rm '$flag'
		seen '$value' \$((before + 2)); exit 7"
}
again "$two" "$out/returned" 'socket 1 .* GB/s$' 'socket 1 .* gone$' metrics mem_bw_reads >"$out/returned" 2>&1
equal "metrics: a package that returns" "$? $(sed -n 's/.* socket 1 *//p' "$out/returned" | uniq | paste -sd,)" "7 $value GB/s,-  gone,$value GB/s"
again "$two" "$out/again.record" '"values":.*,[0-9.]*[]]' ',null[]]' record -o "$out/again.record" mem_bw_reads 2>/dev/null
equal "record: a package that returns" "$? $(jq 'select(.values).values[1]' "$out/again.record" | uniq | sed 's/^[0-9].*/value/' | paste -sd,)" "7 value,null,value"
again "$out/two_io" "$out/returned" '[0-9]  1/0 .* bus unknown$' ' -  1/0 ' io >"$out/returned" 2>&1
equal "io: a package that returns" "$? $(awk '$8 == "1/0" { print $4 }' "$out/returned" | uniq | sed 's/^[0-9].*/value/' | paste -sd,)" "7 value,-,value"
again "$in_tree" "$out/returned" 'die 1 .* [0-9]+  cha/clockticks/$' 'die 1 .*[(]gone[)]$' units -e cha/clockticks/ >"$out/returned" 2>&1
equal "units: a package that returns" "$? $(sed -nE 's/.* die 1 +cha 1 +([-0-9]+) .*/\1/p' "$out/returned" | uniq | sed 's/^[0-9].*/value/' | uniq | paste -sd,)" "7 value,-,value"
export FAKE_TRACE=2
again "$two" "$out/returned" 'die 1 .* [0-9]+  cha/clockticks/$' 'die 1 .*[(]gone[)]$' units -e cha/clockticks/ >"$out/returned" 2>&1
equal "units, traced: a package that returns" "$? $(sed -nE 's/.* die 1 +box 1 +([-0-9]+) .*/\1/p' "$out/returned" | sed 's/^[0-9].*/value/' | uniq | paste -sd,)" "7 value,-,value"
read='"package":1,"metric":"memory_read","value"'
again "$two" "$out/returned" "$read:[1-9]" "$read:null" top --json >"$out/returned" 2>/dev/null
for unit in null 1; do
	equal "top: a package that returns, unit $unit" "$(jq -c ".values[] | select(.package == 1 and .metric == \"memory_read\" and .unit == $unit) | [.value != null, .missing]" "$out/returned" | uniq | paste -sd' ')" \
		'[true,null] [false,"gone"] [true,null]'
done
unset FAKE_TRACE
# Output that is lost.
for command in "metrics mem_bw_reads" "metrics -I 100 mem_bw_reads" "units -I 100 -e cha/clockticks/" "top --once" "io -I 100"; do
	# shellcheck disable=SC2086
	says 1 "^uncore: cannot write the output: No space left on device\$" "/dev/full: $command" \
		eval 'job "$in_tree" $command >/dev/full'
	equal "/dev/full: ${command%% *}: the command ends by itself" "$(done_job)" "done"
done
