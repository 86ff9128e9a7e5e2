# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154
# uncore record, report, diff: a change of the traffic at a known second, and recordings that end in each way there is.

records=$out/records
flag=$records/flag
rm -rf "$records"
mkdir -p "$records"
fake_sysfs "$records/tree" emr 00CF 2 cha=2 imc=2 upi=2
recorded() { SYSFS_PATH=$records/tree "$uncore" record "$@"; }
field() { jq -r "$2" "$1"; }

# Memory traffic grows to nine times as much for a while. The command knows when: it waits for intervals, not for a time. Nothing else
# changes.
burst=$records/burst
imc=$(SYSFS_PATH=$records/tree type_of uncoreall_imc)
FAKE_PERF=burst=$imc:$burst recorded -I 50 -o "$records/a" mem_bw_reads uncore_frequency upi_speed -- sleep 2.5 2>/dev/null &
FAKE_PERF=burst=$imc:$burst.b recorded -I 50 -o "$records/b" mem_bw_reads uncore_frequency upi_speed -- sh -c "
	more() {
		enough=\$((\$(grep -c '\"values\"' '$records/b') + \$1)) tries=0
		until [ \$(grep -c '\"values\"' '$records/b') -ge \$enough ] || [ \$((tries += 1)) -gt ${TENTHS}0 ]; do sleep 0.01; done
	}
	more 19; date +%s.%N >'$records/from'; touch '$burst.b'; date +%s.%N >>'$records/from'
	more 14; date +%s.%N >'$records/to'; rm '$burst.b'; date +%s.%N >>'$records/to'; more 15" 2>"$records/err"
wait $!
equal "record: the message" "$(sed 's/[0-9]* intervals/N intervals/' "$records/err")" "uncore: N intervals of 6 values in $records/b"
equal "record: its first line" "$(head -n 1 "$records/b" | jq -c '[.version, .format, .interval, (.series | length), .left_out]')" '[1,"uncore record 1",0.05,6,[]]'
"$uncore" report --json "$records/b" >"$records/b.json"
changes=$(field "$records/b.json" '.summary[] | select(.metric == "imc.mem_bw_reads") | [.package, (.changes[] | .seconds)] | @tsv')
# within SECOND FILE: the interval that begins at this second of the record is that of the time in FILE, whose lines are times before
# and after. On a busy machine an interval is longer.
jq -r 'select(.values) | [.seconds - .interval, .seconds] | @tsv' "$records/b" >"$records/intervals"
within() {
	awk -v begin="$(date -d "$(field "$records/b.json" .time)" +%s.%N)" -v second="$1" '
		NR == FNR { time[FNR] = $1 - begin; next }
		{ apart = second > $1 ? second - $1 : $1 - second; if (FNR == 1 || apart < least) { least = apart; from = $1; to = $2 } }
		END { print (second != "" && least < 0.02 && from <= time[2] + 0.005 && to >= time[1] - 0.005) }' "$2" "$records/intervals"
}
equal "report: two packages have two changes each: $(tr '\n\t' '; ' <<<"$changes")" "$(awk '{ print NF }' <<<"$changes" | tr '\n' ' ')" "3 3 "
while read -r package begin end; do
	equal "report: package $package: the second at which the traffic grows: $begin" "$(within "$begin" "$records/from")" 1
	equal "report: package $package: and at which it is as before: $end" "$(within "$end" "$records/to")" 1
done <<<"$changes"
equal "report: by a factor of nine" "$(field "$records/b.json" '.summary[] | select(.metric == "imc.mem_bw_reads") | .changes[0] | (.after / .before | round)' | tr '\n' ' ')" "9 9 "
equal "report: nothing else changes" "$(field "$records/b.json" '.summary[] | select(.metric != "imc.mem_bw_reads") | .changes | length' | tr '\n' ' ')" "0 0 0 0 "
says 0 "^imc.mem_bw_reads +package 1 +from second [0-9.]+ on: [0-9.]+ after [0-9.]+ GB/s\$" "report: as text" "$uncore" report "$records/b"
# The same from the series: the first interval that has more than three times the median.
"$uncore" report --csv --series "$records/b" >"$records/b.csv"
first=$(awk -F, -v median="$(field "$records/b.json" '.summary[] | select(.metric == "imc.mem_bw_reads" and .package == 0) | .minimum')" \
	'$2 == "imc.mem_bw_reads" && $3 == 0 && $6 > 3 * median { print $1 - $13; exit }' "$records/b.csv")
equal "report --series: the interval in which it begins: $first" "$(within "$first" "$records/from")" 1
# The page: the line of the chart rises there, and marks are there.
"$uncore" report --html "$records/b.html" "$records/b"
duration=$(field "$records/b.json" .seconds)
equal "page: nothing comes from elsewhere" "$(grep -ciE '(src|href)="[^d]|url\(|@import|<script' "$records/b.html")" 0
equal "page: a chart of each metric with a value" "$(grep -c '<svg' "$records/b.html")" 3
chart=$(sed -n '/<figcaption>imc.mem_bw_reads/,/<\/figure>/p' "$records/b.html")
rise=$(grep -m 1 -o 'class="line s0" points="[^"]*' <<<"$chart" | sed 's/.*points="//' | tr ' ' '\n' |
	awk -F, -v most="$duration" '$2 != "" { if (last && last - $2 > 30) { printf "%.3f", (before - 80) / 664 * most; exit } last = $2; before = $1 }')
equal "page: the line rises at second $rise" "$(within "$rise" "$records/from")" 1
equal "page: marks of the changes of both packages" "$(grep -c '<line class="mark"' <<<"$chart")" 4
says 0 "<li>package 0, from second [0-9.]+ on: [0-9.]+ after [0-9.]+ GB/s</li>" "page: and when" cat "$records/b.html"
equal "page: no marks elsewhere" "$(grep -c '<line class="mark"' "$records/b.html")" 4
# The comparison.
"$uncore" diff "$records/a" "$records/b" >"$records/diff"
equal "diff: its status" $? 1
equal "diff: memory alone differs" "$(awk '/GB|GHz|GT/ { print $1, $3 }' "$records/diff" | tr '\n' ' ')" "imc.mem_bw_reads 0 imc.mem_bw_reads 1 "
while read -r second; do
	equal "diff: from second $second on" "$(within "$second" "$records/from")" 1
done < <(sed -n 's/.*from second \([0-9.]*\) on$/\1/p' "$records/diff")
equal "diff: both packages say from when on" "$(grep -c 'from second' "$records/diff")" 2
equal "diff: the same are the same" "$("$uncore" diff "$records/a" "$records/a") $?" "0 of 6 values differ beyond the noise of their intervals: A has $(grep -c '"values"' "$records/a"), B $(grep -c '"values"' "$records/a") 0"
"$uncore" diff --json "$records/a" "$records/b" >"$records/diff.json"
equal "diff: as JSON" "$(jq -r 'select(.different) | "\(.metric) \(.percent > 50)"' "$records/diff.json" | sort -u)" "imc.mem_bw_reads true"
for least in 0x10 -1 inf nan 1,5 ' 1' ''; do
	says 2 "^uncore diff: --least $least: not a number of percent\$" "diff: --least '$least'" "$uncore" diff "--least=$least" "$records/a" "$records/b"
done
equal "diff: differences that are smaller than asked for" "$("$uncore" diff --least 100000 "$records/a" "$records/b" >/dev/null; echo $?)" 0
recorded -I 100 -o "$records/one" mem_bw_reads -- sleep 0.3 2>/dev/null
says 1 '^uncore: 4 values are only in .*/a: cha.uncore_frequency of package 0 ...$' "diff: other metrics" "$uncore" diff "$records/one" "$records/a"
says 2 'cannot write the output' "diff: output that is lost is trouble, not a difference" sh -c "'$uncore' diff '$records/a' '$records/b' >/dev/full"
sed '1s/"metric":"imc.mem_bw_reads"/"metric":"=a,b"/; 1s/"box":"imc"/"box":"i,x"/g' "$records/a" >"$records/commas"
equal "CSV: each row has as many columns as its head" "$("$uncore" report --csv --series "$records/commas" |
	python3 -c 'import csv, sys; print(sorted({len(row) for row in csv.reader(sys.stdin)}))')" "[17]"
equal "CSV: names with commas" "$("$uncore" report --csv --series "$records/commas" | grep -cF ',"=a,b",0,')" "$("$uncore" report --csv --series "$records/a" | grep -cF ',imc.mem_bw_reads,0,')"
# Values that are missing in some intervals, and intervals that were lost: those of the same time are compared.
series() { # LEVEL FROM SKIPPED LOST: the level changes to LEVEL at interval FROM; those up to SKIPPED have no value, the next LOST are not there
	awk -v head="$(head -n 1 "$records/one" | jq -c '.interval = 1')" -v level="$1" -v from="$2" -v skipped="$3" -v lost="$4" 'BEGIN {
		print head
		for (i = 1; i <= 90; i++)
			if (i <= skipped || i > skipped + lost)
				printf "{\"time\":\"2026-01-02T00:%02d:%02d.000000000Z\",\"interval\":1,\"seconds\":%d,\"values\":[%s,%d]}\n", i / 60, i % 60, i,
					i <= skipped ? "null" : (i <= 20 ? 100 : i <= 40 ? 500 : 100) + (i > from ? level : 0) + i * 7 % 23, i * 13 % 101
	}'
}
series 0 0 0 0 >"$records/steady"
for gap in "30 0" "0 30" "15 15"; do
	# shellcheck disable=SC2086
	series 300 60 $gap >"$records/gaps"
	says 1 '^imc.mem_bw_reads .*  from second 60.000 on$' "diff: $gap intervals without a value, and lost" "$uncore" diff "$records/steady" "$records/gaps"
done
# Too few intervals: not the same, but not compared. One value that is compared is enough for a result.
recorded -o "$records/short" mem_bw_reads -- true 2>/dev/null
# One that lacks units: the difference may be theirs.
sed '4i{"seconds":2,"notes":[{"series":0,"missing":null,"without":"imc 2 of die 0"}]}' "$records/a" >"$records/lacking"
what=$(jq -r 'select(.series).series[0].metric' "$records/a")
equal "diff: units that did not answer in one of them" \
	"$("$uncore" diff --all "$records/a" "$records/lacking" | grep -o "^$what .*(.*" | sed 's/^\([^ ]*\) .*(/\1 (/') $("$uncore" diff --all "$records/lacking" "$records/a" | grep -o '([AB] .*')" \
	"$what (B at times without imc 2 of die 0: no answer) (A at times without imc 2 of die 0: no answer)"
equal "diff: as JSON, too" "$("$uncore" diff --all --json "$records/lacking" "$records/a" | jq -c '[.without_before, .without_after]' | sort | uniq -c | sed 's/^ *//' | paste -sd' ')" \
	'1 ["imc 2 of die 0",null] 5 [null,null]'
valid "diff of one that lacks units" diff 6 "$uncore" diff --all --json "$records/a" "$records/lacking"
says 2 '^uncore: nothing was compared: no value has 4 intervals in both recordings$' "diff: too few intervals" "$uncore" diff "$records/short" "$records/short"
equal "diff: which JSON says, too" "$("$uncore" diff --all --json "$records/short" "$records/short" 2>/dev/null | jq -c '[.different, .missing]' | sort -u)" '[false,"too few intervals"]'
equal "diff: and not of values that were compared" "$("$uncore" diff --all --json "$records/a" "$records/a" | jq -c .missing | sort -u)" null
series 0 0 90 0 >"$records/half"
says 0 '^1 values have less than 4 intervals, too few to compare$' "diff: one of two values was compared" "$uncore" diff "$records/steady" "$records/half"
sed '1s/"unit_of_measure":"GB\/s"/"unit_of_measure":"MB\/s"/g' "$records/one" >"$records/units"
says 1 '^uncore: 2 values are only in .*: imc.mem_bw_reads of package 0 ...$' "diff: the same number in another unit" "$uncore" diff "$records/one" "$records/units"
# A long command line is cut, with a mark, and not within a character.
for length in 1 2 3; do
	recorded -o "$records/long_line" mem_bw_reads -- true "$(printf 'x%.0s' $(seq $length))" "$(printf 'ä%.0s' {1..900})" 2>/dev/null
	line=$(head -n 1 "$records/long_line" | jq -r .command)
	equal "record: a long command line, $length" "${line: -2} $(($(wc -c <<<"$line") > 1015))" "ä… 1"
done
equal "record: a short one" "$(head -n 1 "$records/one" | jq -r .command)" "uncore record -I 100 -o $records/one mem_bw_reads -- sleep 0.3"
# A page without its name would replace the recording, whose name is behind --html then.
cp "$records/a" "$records/page"
ln -f "$records/page" "$records/other_name"
for page in page other_name; do
	says 1 "^uncore: $records/$page is a recording; choose another file\$" "report --html: no page into the recording: $page" \
		"$uncore" report --html "$records/$page" "$records/page"
done
says 1 "^uncore: $records/page is a recording; choose another file\$" "report --html: no page into another recording" \
	"$uncore" report --html "$records/page" "$records/one"
equal "the recording is as it was" "$(cmp "$records/a" "$records/page" && echo same)" same
rm "$records/page" "$records/other_name"
# Nor does a recording replace what is read.
printf '%s\n' $'name\tunit\tdigits\tdefault\tevents\tformula\tdescription' $'imc.own\tcount\t0\t-\tcas_count.rd\ta\tReads' >"$records/own.tsv"
ln -f "$records/own.tsv" "$records/other_name"
for options in "-f $records/own.tsv" "--devices --ids $records/own.tsv"; do
	# shellcheck disable=SC2086
	SYSFS_PATH=$records/tree says 2 "$records/other_name is read; choose another file with -o\$" "record: not into what it reads: ${options% *}" \
		"$uncore" record $options -o "$records/other_name" -- true
done
equal "record: what it reads is as it was" "$(tail -n 1 "$records/own.tsv" | cut -f 1)" imc.own
rm "$records/own.tsv" "$records/other_name"
# A pipe without a reader is waited for, and a signal ends that.
mkfifo "$records/pipe"
SYSFS_PATH=$records/tree "$uncore" record -o "$records/pipe" -- touch "$records/ran" 2>/dev/null &
waiting=$!
opens() { grep -q '^257 ' "/proc/$waiting/syscall" || ! kill -0 $waiting; }
ended() { ! kill -0 $waiting; }
waits opens 2>/dev/null
kill $waiting
if waits ended 2>/dev/null; then
	ok "record: a signal ends the wait for the reader of a pipe"
else
	not_ok "record: a signal ends the wait for the reader of a pipe"
	: <"$records/pipe"
fi
wait $waiting
equal "record: with the signal's status, and no command" "$? $(find "$records/ran" 2>/dev/null)" "143 "
rm "$records/pipe"
for command in "report $records" "windows report $records" "diff $records/a $records"; do
	# shellcheck disable=SC2086
	says "$([ "${command%% *}" = diff ] && echo 2 || echo 1)" "^uncore: $records: Is a directory\$" "a file that cannot be read: ${command% *}" "$uncore" $command
done
says 2 'No such file' "diff: trouble" "$uncore" diff "$records/one" "$records/nothing"
says 2 'two FILEs are required' "diff: one file" "$uncore" diff "$records/one"

# What is printed is of the schema, and CSV has its names.
rm -f "$flag"
FAKE_PERF=gone=2:$flag recorded -I 50 -o "$records/gone" mem_bw_reads -- sh -c "sleep 0.3; touch '$flag'; sleep 0.3; exit 5" 2>"$records/err"
equal "a package that goes: the status is that of the command" $? 5
rm -f "$flag"
for kind in head:'.format' values:'.values' notes:'.notes' end:'.end'; do
	number=$(jq -c "select(${kind#*:})" "$records/gone" | wc -l)
	equal "schema: lines of a record: ${kind%:*}" "$(jq -c "select(${kind#*:})" "$records/gone" | "$here/validate" "$schema" "record_${kind%:*}" 2>&1)" "$number"
	[ "$number" -gt 0 ] || not_ok "no ${kind%:*}"
done
valid "report" report 1 "$uncore" report --json "$records/b"
valid "report of a package that went" report 1 "$uncore" report --json "$records/gone"
valid "report --series" metrics "$(grep -c '"values"' "$records/b")" "$uncore" report --json --series "$records/b"
valid "diff" diff 6 "$uncore" diff --all --json "$records/a" "$records/b"
equal "names: CSV of report" "$("$uncore" report --csv "$records/b" | names)" "box die enabled_share metric missing package unit unit_of_measure version "
equal "CSV of report --series is that of metrics, then devices" "$(head -n 1 "$records/b.csv")" "$("$uncore" metrics --csv -- true | head -n 1),device,name,port"

# A package that goes is marked, once, and does not end the record.
equal "gone: one message, and the record" "$(grep -c 'other counters go on$' "$records/err") $(grep -c 'intervals of 2 values in' "$records/err")" "1 1"
says 0 '^imc.mem_bw_reads +package 1 .*\(without a value in [0-9]+ intervals: gone\)$' "gone: in the report" "$uncore" report "$records/gone"
says 0 '<td>no value in [0-9]+ intervals: gone </td>' "gone: in the page" bash -c "'$uncore' report --html '$records/gone.html' '$records/gone'; cat '$records/gone.html'"
equal "gone: the other package has all values" "$("$uncore" report --json "$records/gone" | jq '.summary[0] | .missing, .changes' -c | tr '\n' ' ')" 'null [] '

# Each interval of --series has its own share and its own units that are missing.
at() { printf '{"time":"2026-01-02T00:00:0%s.000000000Z","interval":1,"seconds":%s,"values":%s}\n' "$1" "$1" "$2"; }
{
	head -n 1 "$records/one"
	at 1 '[1,2]'
	echo '{"seconds":2,"notes":[{"series":0,"missing":null,"without":"imc 2 of die 0, imc 3 of die 0"},{"series":1,"missing":"gone","without":null}]}'
	at 2 '[3,null],"enabled_shares":[0.25,null]'
	echo '{"seconds":3,"notes":[{"series":0,"missing":null,"without":null},{"series":1,"missing":"never had a counter","without":null}]}'
	at 3 '[4,null],"enabled_shares":[0.5,null]'
} >"$records/shares"
equal "report --series: shares, and what is missing" "$("$uncore" report --json --series "$records/shares" | jq -c '[.metrics[] | .value, .enabled_share, .without, .missing]')" \
	'[1,1,null,null,2,1,null,null]
[3,0.25,"imc 2 of die 0, imc 3 of die 0",null,null,null,null,"gone"]
[4,0.5,null,null,null,null,null,"never had a counter"]'
equal "report --series: the same as CSV" "$("$uncore" report --csv --series "$records/shares" | sed 1d | sed 's/, imc 3/; imc 3/' | cut -d, -f 6,8-9)" '1,1.0000,
2,1.0000,
3,0.2500,"without imc 2 of die 0; imc 3 of die 0"
,,gone
4,0.5000,
,,never had a counter'
equal "report: the least share, and the last reason" "$("$uncore" report --json "$records/shares" | jq -c '[.summary[] | .enabled_share, .without, .missing]')" \
	'[0.25,"imc 2 of die 0, imc 3 of die 0",null,1,null,"never had a counter"]'
equal "report --csv: the same" "$("$uncore" report --csv "$records/shares" | sed 1d | cut -d, -f 14-15 | paste -sd' ')" '0.2500,"without imc 2 of die 0 1.0000,never had a counter'
valid "report --series with shares" metrics 3 "$uncore" report --json --series "$records/shares"

# Values of other parts of the machine than packages: each series says what it is of, and so do report, page and diff.
of() { jq -r 'select(.format) | .series[] | select(.metric == "imc.mem_bw_reads") | "\(.node) \(.package) \(.die) \(.unit)"' "$1" | tr '\n' ';'; }
reads() { # FACTOR TYPE CPU
	awk "BEGIN { printf \"%.3f\", $(SYSFS_PATH=$records/tree rate 0xcf05 0 "$(SYSFS_PATH=$records/tree type_of "$1")" "$2") * 64 / 1e9 }"
}
fake_nodes "$records/tree" 0,1,2,3 0=2,3 1=0,1
while read -r kind places row; do
	recorded -I 50 "--$kind" -o "$records/$kind" mem_bw_reads mem_bw_total -- sleep 0.12 2>/dev/null
	equal "--$kind: what a series is of" "$(of "$records/$kind")" "${places//_/ }"
	says 0 "^imc.mem_bw_reads +$row  GB/s\$" "--$kind: the report" "$uncore" report "$records/$kind"
	says 0 "<td>imc.mem_bw_reads</td><td>${row%%(*}</td>" "--$kind: the page" bash -c "'$uncore' report --html '$records/page.html' '$records/$kind'; cat '$records/page.html'"
	equal "--$kind: diff compares the same with the same" "$("$uncore" diff --all "$records/$kind" "$records/$kind" | grep -cE "^imc.mem_bw_reads +${row%%(*} ")" 1
	valid "a record, --$kind" record_head 1 head -n 1 "$records/$kind"
	valid "report, --$kind" report 1 "$uncore" report --json "$records/$kind"
	valid "report --series, --$kind" metrics "$(grep -c '"values"' "$records/$kind")" "$uncore" report --json --series "$records/$kind"
	valid "diff, --$kind" diff "$(jq '.series | length' <(head -n 1 "$records/$kind"))" "$uncore" diff --all --json "$records/$kind" "$records/$kind"
done <<END
per-socket null_0_null_null;null_1_null_null; package 1( +$(reads uncoreall_imc 2)){6}
per-die null_0_0_null;null_1_1_null; die 1( +$(reads uncoreall_imc 2)){6}
per-unit null_0_0_0;null_0_0_1;null_1_1_0;null_1_1_1; die 1 imc 0( +$(reads uncore_imc_0 2)){6}
per-node 1_null_null_null;0_null_null_null; node 0( +$(reads uncoreall_imc 2)){6}
total null_null_null_null; machine( +$(awk "BEGIN { printf \"%.3f\", $(SYSFS_PATH=$records/tree rate 0xcf05 0 "$imc" 0) * 4 * 64 / 1e9 }")){6}
END
rm -r "$records/tree/devices/system/node"
equal "diff: a unit is not compared with a die" "$("$uncore" diff "$records/per-unit" "$records/per-die" 2>&1 | tail -n 1 | cut -d: -f1)" \
	"0 of 0 values differ beyond the noise of their intervals"
equal "CSV: the unit and the node" "$("$uncore" report --csv "$records/per-unit" | awk -F, 'NR == 1 || NR == 3 { print $(NF - 4) }' | xargs) $("$uncore" report --csv "$records/per-node" | awk -F, 'NR < 3 { print $(NF - 3) }' | xargs)" \
	"unit 1 node 1"
equal "series as CSV: the unit" "$("$uncore" report --csv --series "$records/per-unit" | awk -F, '$2 == "imc.mem_bw_reads" { print $3 "." $4 "." $5 }' | sort -u | xargs)" "0.0.0 0.0.1 1.1.0 1.1.1"
says 2 '--per-die and --total exclude each other' "two kinds of values" recorded --per-die --total mem_bw_reads -- true
# More lines than a chart has colours.
fake_sysfs "$records/wide_tree" emr 00CF 2 cha=30 imc=8
SYSFS_PATH=$records/wide_tree "$uncore" record -I 50 --per-unit -o "$records/units" mem_bw_reads uncore_frequency -- sleep 0.2 2>/dev/null
"$uncore" report --html "$records/units.html" "$records/units"
equal "a page of many units: eight lines in each chart, those with the greatest means" \
	"$(grep -c '<polyline' "$records/units.html") $(grep -o 'The 8 of [0-9]* with' "$records/units.html" | xargs) $(sed -n '/<h2>Charts/,$p' "$records/units.html" | grep -oE 'die [01] (cha|imc) [0-9]+' | sort -uV | xargs)" \
	"16 The 8 of 60 with The 8 of 16 with $(echo 'die 1 cha '{22..29}) $(echo 'die 1 imc '{0..7})"
equal "and all in the table" "$(grep -cE '^<tr><td>.*<td>die [01] (imc|cha) [0-9]+</td>' "$records/units.html")" 76

# SIGKILL: all up to there is read. So is a line that was cut off.
SYSFS_PATH=$records/tree "$uncore" record -I 50 -o "$records/killed" mem_bw_reads 2>/dev/null &
pid=$!
for ((i = 0; i < TENTHS; i++)); do
	number=$(grep -c '"values"' "$records/killed" 2>/dev/null)
	[ "${number:-0}" -lt 5 ] || break
	sleep 0.05
done
kill -KILL $pid
wait $pid 2>/dev/null
number=$(grep -c '"values"' "$records/killed")
says 0 "^$number intervals of 0.05 s in .*; the recording is incomplete: the recorder ended early\$" "killed: all intervals are there" "$uncore" report "$records/killed"
head -c -20 "$records/killed" >"$records/cut"
says 0 "^$((number - 1)) intervals of 0.05 s" "killed: a line that was cut off" "$uncore" report "$records/cut"

# A disk that is full for a while: the command ends by itself, with its status, and what could be written can be read.
full_disk() { # COMMAND...: on a file system of 256 KiB
	unshare --mount bash -c "mount -t tmpfs -o size=256k none '$records/disk' && $*"
}
mkdir -p "$records/disk"
if full_disk true 2>/dev/null; then
	export -f recorded
	got=$(export uncore records; full_disk "recorded -I 50 -o $records/disk/r -- sh -c 'sleep 0.3; head -c 300000 /dev/zero >$records/disk/big; sleep 0.5; rm $records/disk/big; sleep 0.5; echo done; exit 7'
		echo status \$?; cp $records/disk/r $records/full" 2>&1 | grep -v '^head:')
	equal "full disk: the command ends by itself" "$(grep -E '^(done|status)' <<<"$got" | tr '\n' ' ')" "done status 1 "
	equal "full disk: the messages" "$(grep -c 'cannot write .*/disk/r: No space left on device; intervals are lost as long as this lasts, the command continues$' <<<"$got") $(grep -cE '^uncore: [0-9]+ of [0-9]+ intervals are lost$' <<<"$got")" "1 1"
	says 0 '^[0-9]+ intervals of 0.05 s in [0-9.]+ s, [0-9]+ more were lost$' "full disk: what is there" "$uncore" report "$records/full"
	for command in "record -I 50" "windows record -c 5 -e cha/clockticks/"; do
		got=$(export SYSFS_PATH=$records/tree; full_disk "head -c 300000 /dev/zero >$records/disk/big
			'$uncore' $command -o $records/disk/r -- sleep 0.2; echo \$? \$(ls $records/disk)" 2>/dev/null)
		equal "a disk that is always full, no empty file is left: $command" "$got" "1 big"
	done
else
	ok "full disk # SKIP no mount namespace"
fi
for command in "record mem_bw_reads" "windows record -c 5 -e cha/clockticks/"; do
	says 1 'both is standard output, too; choose another file$' "what a command prints is not in the recording: $command" \
		bash -c "SYSFS_PATH=$records/tree '$uncore' $command -o '$records/both' -- echo text >'$records/both'"
	equal "the command does not run: $command" "$(cat "$records/both")" ""
done
for status in 0 7; do
	got=$(recorded -I 50 -o /dev/full mem_bw_reads -- sh -c "sleep 0.2; exit $status" 2>&1)
	equal "/dev/full: a command that ends with $status, and output that is lost" $? 1
	equal "/dev/full: one message" "$(grep -c 'No space left on device' <<<"$got")" 1
done
SYSFS_PATH=$records/tree "$uncore" record -I 50 -o /dev/full mem_bw_reads 2>"$records/err" &
pid=$!
for ((i = 0; i < TENTHS; i++)); do ! grep -q 'No space' "$records/err" || break; sleep 0.05; done
kill -INT $pid
wait $pid
equal "/dev/full without a command" $? 1

# If the reader of a pipe ends, the program ends, too. It prints no message about a disk.
{
	{ recorded -I 50 -o /dev/stdout mem_bw_reads -- sleep 60; echo $? >"$records/status"; } | head -n 2 >/dev/null
} 2>"$records/err"
equal "a pipe without a reader: its status, and no message" "$(cat "$records/status" "$records/err")" 141

# Files that are none, and files of somebody else.
bad() { # NAME WHERE TEXT...: with these lines; the message says where
	local name=$1 where=$2
	shift 2
	printf '%s\n' "$@" >"$records/bad"
	says 1 "bad is not a recording of .uncore record. [(]line $where[)]\$" "damaged: $name" "$uncore" report "$records/bad"
}
head=$(head -n 1 "$records/one") line=$(grep -m 1 '"values"' "$records/one")
bad "empty" "1" ''
bad "another format" "1: format" '{"version":1,"format":"uncore record 2"}'
bad "no series" "1: series" "$(jq -c '.series = []' <<<"$head")"
bad "an interval of nothing" "1: interval" "$(jq -c '.interval = 0' <<<"$head")"
bad "too few values" "2: values" "$head" "$(jq -c '.values = [1]' <<<"$line")"
bad "infinite values" "2" "$head" "${line/[0-9].*[0-9]]/1e999,1]}"
bad "values whose sum is infinite" "2: values" "$head" "$(jq -c '.values = [1e308, 1]' <<<"$line")" "$(jq -c '.values = [1e308, 1]' <<<"$line")"
bad "values that are none" "2: values" "$head" "$(jq -c '.values = ["a", {}]' <<<"$line")"
bad "no time" "2: time" "$head" "$(jq -c '.time = "yesterday"' <<<"$line")"
bad "time goes back" "3: seconds" "$head" "$line" "$(jq -c '.seconds = 0' <<<"$line")"
bad "a note of no series" "2: series" "$head" '{"seconds":1,"notes":[{"series":9,"missing":"x"}]}'
bad "not an object" "2" "$head" '[]'
bad "noise" "2" "$head" "$(head -c 3000 /dev/urandom | base64 -w 0)"
bad "a time of the wrong sort" "2: time" "$head" "$(jq -c '.time = "2026-01-02T00:00:00.-12345678Z"' <<<"$line")"
bad "two lines that run together" 2 "$head" "$line$line"
bad "a byte of no text" 2 "$head" "${line%?}"$'\x01'"}"
bad "a line behind the end" 4 "$head" "$line" '{"seconds":1,"lost":0,"end":true}' "$line"
bad "two recordings" 4 "$head" "$line" '{"seconds":1,"lost":0,"end":true}' "$head"
# MEMBER VALUE...: each of these in the place of what is there
while read -r number member values; do
	for value in $values; do
		lines=("$head" "$line" '{"seconds":1,"notes":[{"series":0,"missing":"gone","without":null}]}' '{"seconds":1,"lost":0,"end":true}')
		lines[number - 1]=$(jq -c --argjson value "$value" "$member = \$value" <<<"${lines[number - 1]}")
		bad "$member is $value" "$number: $(grep -oE '[a-z_]+' <<<"$member" | tail -n 1)" "${lines[@]}"
	done
done <<'END'
1 .interval "1" -1 0 null
1 .host 5 []
1 .series[0].digits "3" -1 2.5 10
1 .series[0].package "0" -1 0.5 70000
1 .series[0].metric 5 null
1 .left_out {} null
2 .interval "1" -1 null
2 .seconds "1" -1 null
2 .enabled_shares ["1",1] [-1,1] [1.5,1] [1] 1
3 .notes[0].series "0" -1 0.5
3 .notes[0].missing 5
4 .lost "1" -1 0.5 null
4 .end false 1 "true"
END
jq -c '.host = "h\u001b[31m</dl><script>" | .command = "<b>" | .series[0].unit_of_measure = "\u001b[31m<i>"' <<<"$head" >"$records/odd"
echo "$line" >>"$records/odd"
"$uncore" report --html "$records/odd.html" "$records/odd"
equal "texts of a file: none is HTML, none reaches the terminal" \
	"$(grep -c '<script\|<b>\|<i>' "$records/odd.html") $("$uncore" report "$records/odd" | grep -c $'\e')" "0 0"
# Only its owner can read a record. The program does not follow a link at its default name.
equal "a record is for its owner" "$(stat -c %a "$records/one")" 600
ln -s other "$records/uncore.record"
says 1 '^uncore: uncore.record: Too many levels of symbolic links$' "the default name is a link" \
	bash -c "cd '$records' && SYSFS_PATH='$records/tree' '$uncore' record mem_bw_reads -- true"
rm "$records/uncore.record"
# Without names it records all metrics, and lists those that it cannot count.
FAKE_PERF=refuse=0xcf05 recorded -o "$records/all" -- true 2>/dev/null
equal "all metrics are recorded or named" "$(head -n 1 "$records/all" | jq '[.series[].metric, .left_out[].metric] | unique | length')" \
	"$(SYSFS_PATH=$records/tree "$uncore" metrics --list --json | jq '.metrics | length')"
says 0 '^imc.mem_bw_reads +missing: cannot open imc/cas_count.rd/' "report: a metric that was left out" "$uncore" report "$records/all"
printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\nimc.own\tGB/s\t3\t-\tcas_count.rd\ta\tx\n' >"$records/own.tsv"
recorded -f "$records/own.tsv" -o "$records/own" -- true 2>/dev/null
equal "the metrics of a file" "$(head -n 1 "$records/own" | jq -r '.series[].metric' | sort -u)" imc.own
says 1 'no metric mem_bw; ' "an unknown metric" recorded mem_bw -- true
equal "an old file stays if the command cannot be run" "$(before=$(md5sum <"$records/one"); recorded -o "$records/one" mem_bw_reads -- /nothing 2>/dev/null; [ "$before" = "$(md5sum <"$records/one")" ] && echo stays)" stays

# The interval in which the level changes has a value between both. It is no level of its own.
awk -v head="$head" 'BEGIN {
	print head
	for (i = 1; i <= 60; i++)
		printf "{\"time\":\"2026-01-02T00:00:%02d.000000000Z\",\"interval\":1,\"seconds\":%d,\"values\":[%d,%d]}\n", i % 60, i,
			(i == 21 ? 3300 : i == 41 ? 2900 : i > 21 && i < 41 ? 6000 : 1500) + i * 7 % 23, i * 13 % 101
}' >"$records/passage"
"$uncore" report --json "$records/passage" >"$records/passage.json"
equal "a value between two levels" "$(jq -c '[.summary[0].changes[].seconds | . >= 20 and . <= 22 or . >= 40 and . <= 42]' "$records/passage.json")" "[true,true]"

# 100,000 intervals: the page stays below 5 MB, with many metrics, too.
awk -v head="$head" 'BEGIN {
	print head
	for (i = 1; i <= 100000; i++)
		printf "{\"time\":\"2026-01-02T%02d:%02d:%02d.%d00000000Z\",\"interval\":0.1,\"seconds\":%.1f,\"values\":[%d,%d]}\n", i / 36000, i / 600 % 60,
			i / 10 % 60, i % 10, i / 10, (i >= 60000 ? 900 : 100) + i * 7 % 23, i * 13 % 101
}' >"$records/long"
"$uncore" report --json "$records/long" >"$records/long.json"
equal "100,000 intervals: the change is found" "$(field "$records/long.json" '.summary[0].changes | length, (.[0] | .seconds, (.before | round), (.after | round))' | tr '\n' ' ')" \
	"1 5999.9 111 911 "
equal "100,000 intervals: percentiles" "$(field "$records/long.json" '.summary[0] | .minimum, .median, .percentile_99, .maximum' | tr '\n' ' ')" "100 119 922 922 "
jq -c '.series = [range(100) as $i | .series[] | .metric += "_\($i)"]' <<<"$head" >"$records/wide"
awk 'BEGIN {
	for (i = 1; i <= 3000; i++) {
		printf "{\"time\":\"2026-01-02T00:%02d:%02d.%d00000000Z\",\"interval\":0.1,\"seconds\":%.1f,\"values\":[", i / 600, i / 10 % 60, i % 10, i / 10
		for (j = 0; j < 200; j++)
			printf "%s%d", j ? "," : "", 1000 + (i * 7919 + j * 104729) % 9973
		print "]}"
	}
}' >>"$records/wide"
for kind in long wide; do
	"$uncore" report --html "$records/$kind.html" "$records/$kind"
	equal "$kind: the page is below 5 MB" "$? $(($(stat -c %s "$records/$kind.html") < 5000000))" "0 1"
done
equal "wide: a chart for each metric" "$(grep -c '<svg' "$records/wide.html")" 100

# A second recording into the file of one that runs. Pipes and devices can be shared.
SYSFS_PATH=$records/tree "$uncore" record -I 50 -o "$records/both" mem_bw_reads 2>/dev/null &
pid=$!
for ((i = 0; i < TENTHS; i++)); do [ ! -s "$records/both" ] || break; sleep 0.05; done
for command in "record mem_bw_reads" "windows record -c 5 -e cha/clockticks/"; do
	# shellcheck disable=SC2086
	SYSFS_PATH=$records/tree says 1 "^uncore: $records/both: another recording writes to this file; choose another one with -o\$" \
		"two recordings into one file: ${command%% -*}" "$uncore" $command -o "$records/both" -- true
done
kill -INT $pid
wait $pid
equal "the first one is whole" "$("$uncore" report --json "$records/both" | jq '.summary | length') $(tail -n 1 "$records/both" | jq .end)" "2 true"
recorded -o "$records/both" mem_bw_reads -- true 2>/dev/null
equal "and can be overwritten later" $? 0
for file in /dev/null /dev/stdout; do
	(
		recorded -I 50 -o $file mem_bw_reads -- sleep 0.3 2>/dev/null &
		recorded -I 50 -o $file mem_bw_reads -- sleep 0.3 2>/dev/null
		status=$?
		wait $! && exit $status
	) | cat >/dev/null
	equal "two recordings into $file" "${PIPESTATUS[0]}" 0
done
# Counters that need all descriptors leave some for the file and the command.
limited() { # LIMIT COMMAND...
	bash -c 'ulimit -n "$1"; shift; exec "$@"' limited "$1" env ASAN_OPTIONS=detect_leaks=0 SYSFS_PATH="$out/emr" "$uncore" "${@:2}" -- sh -c 'echo runs; exit 9'
}
says 9 '^runs$' "ulimit -n: metrics run their command" limited 32 metrics
says 9 '^runs$' "ulimit -n: record runs its command" limited 64 record -o "$records/limited"
says 0 'Too many open files; raise the limit of open files' "ulimit -n: the record has the reason" "$uncore" report "$records/limited"
says 1 '^uncore: cannot make a pipe: Too many open files; raise the limit of open files [(]ulimit -Hn, LimitNOFILE=[)]$|Too many open files' \
	"ulimit -n: too few for anything" bash -c "ulimit -n 4; exec env SYSFS_PATH=$out/emr ASAN_OPTIONS=detect_leaks=0 $uncore metrics -- true"
