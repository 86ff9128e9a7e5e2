# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore windows report, of a record made here; recording is tested in a guest.

record=$out/record
{
	echo '{"format":"uncore windows 1","events":["cha/tor_inserts.ia_miss_drd/","cha/<b>&/"],"period":1000,"duration_ns":2000000000,"lost":3,"frozen":[{"die":0,"freezes":40,"handled_ns":20000000,"waited_ns":10000000}]}'
	for ((i = 0; i < 40; i++)); do
		echo "{\"die\":$((i % 2)),\"end_ns\":$((i * 50000000)),\"length_ns\":$((50000000 + i * 100000)),\"values\":[1000,$((30000 + 1700 * (i % 9)))],\"box\":\"cha\",\"unit\":$((i * i % 7))}"
	done
} >"$record"
says 0 '^windows of 1000 cha/tor_inserts.ia_miss_drd/: 40 in 2.000 s, 3 more were lost$' "the head" "$uncore" windows report "$record"
says 0 '^die 0: 40 freezes, frozen for 1.000 % of the time, at most 1.500 %$' "time frozen" "$uncore" windows report "$record"
says 0 '^    0.050000    1       50.100             1000            31700  cha 1$' "a window" "$uncore" windows report "$record"
says 0 "" "the page is written" "$uncore" windows report --html "$out/page.html" "$record"
equal "a record of the first format is complete" "$(grep -c 'the record is incomplete' "$out/page.html")" 0
equal "it has all windows" "$(grep -cE '^<tr( class="dim")?><td>[0-9]+[.]' "$out/page.html")" 40
equal "text is no HTML" "$(grep -c 'cha/<b' "$out/page.html")" 0
equal "nothing comes from elsewhere" "$(grep -ciE '(src|href)="[^d]|url\(|@import|<script' "$out/page.html")" 0
equal "a picture; charts: lengths, two events, lengths, ratio, units" "$(grep -c '<svg' "$out/page.html")" 7
equal "every window but the eight that began with the record is in the histogram of lengths" \
	"$(sed -n '/How long windows are/,/<\/svg>/s/.*<title>\([0-9]*\):.*/\1/p' "$out/page.html" | awk '{ n += $1 } END { print n }')" 32
equal "and a point in each of three charts over time" "$(grep -c '^<circle' "$out/page.html")" 96
equal "the table has these eight in grey" "$(grep -cE '^<tr class="dim">.* first</td>' "$out/page.html")" 8
equal "a point says which window it is, and its values" \
	"$(grep -A2 -m1 '^<circle.*<title>die 0 cha 4, ended at' "$out/page.html" | sed 's/.*<title>//' | xargs)" \
	"die 0 cha 4, ended at 0.600000 s, 254 ms long cha/tor_inserts.ia_miss_drd/: 5000 cha/&lt;b&gt;&amp;/: 187400</title></circle>"
says 0 'What a window is' "the page explains windows" cat "$out/page.html"
says 0 'A window is the time in which one unit of the uncore, .*, counts 1000 cha/tor_inserts.ia_miss_drd/[.]' "with what was recorded" cat "$out/page.html"
says 0 '<li>A row is a window of one unit: the time in which it counted 1000 of its own events' "and what a row is" cat "$out/page.html"
says 0 '^@media \(max-width: 500px\)' "a narrow screen has a layout of its own" cat "$out/page.html"
equal "what is wider than the screen scrolls on its own" "$(grep -o '<table' "$out/page.html" | wc -l)" "$(grep -o '<div class="scroll"><table' "$out/page.html" | wc -l)"
saved() { grep -oE "download=\"windows.$1\" href=\"data:[a-z/]+;base64,[A-Za-z0-9+/=]+\"" "$2" | sed 's/.*base64,//; s/"$//' | base64 -d; }
saved csv "$out/page.html" >"$out/page.csv"
equal "CSV: its head" "$(head -n 1 "$out/page.csv")" $'end_s,die,box,unit,first,length_ms,enabled_share,version,time,interval,package,"cha/tor_inserts.ia_miss_drd/","cha/<b>&/"\r'
equal "CSV: all windows" "$(wc -l <"$out/page.csv")" 41
equal "CSV: a window" "$(sed -n '3p' "$out/page.csv")" $'0.050000000,1,"cha",1,1,50.100000,1.0000,1,,0.050100000,,1000,31700\r'
equal "JSON: the same" "$(saved json "$out/page.html" | jq -r '.windows[] | [.end_ns, .die, .box, .unit, .length_ns, .values[]] | @tsv' | md5sum)" \
	"$(sed '1d; s/\r//; s/"//g' "$out/page.csv" | awk -F, -v OFS='\t' '{ print $1 * 1e9, $2, $3, $4, $6 * 1e6, $12, $13 }' OFMT=%.0f CONVFMT=%.0f | md5sum)"
# Two units of a die: what the record has from one sample to the next is part of a window of each. The windows of a unit
# are sums.
{
	echo '{"format":"uncore windows 2","events":["cha/a/","cha/b/"],"period":1000,"host":"h\u001b1","machine":"Emerald Rapids, 2 dies","date":"2026-01-02 03:04:05 +0000","command":"uncore windows record -c 1000 -e <x>"}'
	echo '{"package":0,"die":0,"end_ns":1000000,"length_ns":1000000,"values":[1500,10],"box":"cha","unit":0}'
	echo '{"package":0,"die":0,"end_ns":1500000,"length_ns":500000,"values":[500,20],"share":0.5,"box":"cha","unit":1}'
	echo '{"package":3,"die":1,"end_ns":1700000,"length_ns":1700000,"values":[1000,7],"box":"cha","unit":0}'
	echo '{"package":0,"die":0,"end_ns":2000000,"length_ns":500000,"values":[900,30],"box":"cha","unit":0}'
	echo '{"package":0,"die":0,"end_ns":4000000,"length_ns":2000000,"values":[1100,40],"box":"cha","unit":1}'
	echo '{"duration_ns":5000000,"lost":0,"frozen":[],"end":true}'
} >"$out/units.windows"
equal "windows of units" "$("$uncore" windows report "$out/units.windows" | awk '$2 ~ /^[01]$/ && /cha/ { $1 = $1; print }')" \
	"$(printf '%s\n' '0.001000 0 1.000 1500 10 cha 0' '0.001500 0 1.500 2000 30 cha 1 (counted 50.0 % of the time)' \
	'0.001700 1 1.700 1000 7 cha 0' '0.002000 0 1.000 1400 50 cha 0 (counted 50.0 % of the time)' '0.004000 0 2.500 2000 70 cha 1')"
equal "their packages" "$("$uncore" windows report --json /dev/stdout "$out/units.windows" | jq -c '[.windows[] | [.package, .die]] | unique')" '[[0,0],[3,1]]'
equal "and in CSV" "$("$uncore" windows report --csv /dev/stdout "$out/units.windows" | awk -F, 'NR > 1 { print $11, $2 }' | sort -u | xargs)" "0 0 3 1"
says 0 '^each line is a window of one unit: the time of 1000 of its own events' "what a line is" "$uncore" windows report "$out/units.windows"
says 0 '^recorded on h.x1b1: Emerald Rapids, 2 dies, 2026-01-02 03:04:05 [+]0000$' "where and when" "$uncore" windows report "$out/units.windows"
says 0 '^by: uncore windows record -c 1000 -e <x>$' "by which command" "$uncore" windows report "$out/units.windows"
"$uncore" windows report --html "$out/page.html" "$out/units.windows"
says 0 '<dt>command</dt><dd>uncore windows record -c 1000 -e &lt;x&gt;</dd>' "the page, too" cat "$out/page.html"
says 0 '<dt>machine</dt><dd>Emerald Rapids, 2 dies</dd>' "and on which machine" cat "$out/page.html"
# One unit alone: each window has the same number of events.
grep -v '"unit":1}' "$out/units.windows" | sed 's/\[1500,/[1000,/; s/\[900,/[1000,/' >"$out/one.windows"
says 0 '^each line is a window of one unit, with its counts' "one unit" "$uncore" windows report "$out/one.windows"
"$uncore" windows report --html "$out/page.html" "$out/one.windows"
says 0 '<li>Only one unit counted on each die' "the page of one unit" cat "$out/page.html"
equal "its number of events is no chart" "$(grep -c 'cha/a/ in each window' "$out/page.html")" 0
sed 's/1100,40\]/1100,4000000000]/' "$out/units.windows" >"$out/large.windows"
"$uncore" windows report --html "$out/page.html" "$out/large.windows"
says 0 '^<line class="grid".*>4 G</text>$' "large numbers of an axis are short" cat "$out/page.html"
# Without root the units are unknown.
sed 's/,"box":"cha","unit":[01]//' "$out/units.windows" >"$out/none.windows"
says 0 '^each line is a window of a die, ended by any of its units: the unit was not recorded$' "units that are not known" "$uncore" windows report "$out/none.windows"
equal "windows of dies" "$("$uncore" windows report "$out/none.windows" | awk '$2 == 0 && NF >= 6 { print $4 }' | xargs)" "1500 500 900 1100"
# The unit of one window is not known: that of any other can be longer than it seems, as this one may be part of it.
sed '3s/,"box":"cha","unit":1//' "$out/units.windows" >"$out/some.windows"
says 0 '^each line is a window of a die, ended by any of its units: the unit of 1 window was not recorded$' "one unit that is not known" "$uncore" windows report "$out/some.windows"
equal "windows of dies, with the units that are known" "$("$uncore" windows report "$out/some.windows" | awk '$2 == 0 && NF >= 6 { print $4, $6, $7 }' | xargs)" "1500 cha 0 500 - (counted 900 cha 0 1100 cha 1"
equal "the same as JSON" "$("$uncore" windows report --json /dev/stdout "$out/some.windows" | jq -c '.window, [.windows[] | .values[0]]' | xargs)" "die [1500,500,1000,900,1100]"
"$uncore" windows report --html "$out/page.html" "$out/some.windows"
says 0 '<li>A row is the time between two windows of a die, .* The unit of 1 window was not recorded[.] ' "and in the page" cat "$out/page.html"

# A file may come from anywhere: what a terminal would obey is shown, not sent. C1 controls and bytes that are no UTF-8 are among it.
sed 's/"cha"/"c\\u001b[41mha\\u009b31m"/; 1s/"cha\/<b>&\/"/"\\u001b]0;title\\u0007\\u007f\xff"/' "$record" >"$out/bad"
equal "no control characters of a file reach the terminal" \
	"$("$uncore" windows report "$out/bad" | LC_ALL=C grep -c $'[\x01-\x08\x0b-\x1f\x7f\x9b\xff]')" 0
says 0 'c\\x1b\[41mha\\xc2\\x9b31m 1$' "but a box is told from others" "$uncore" windows report "$out/bad"
says 0 '^b: \\x1b\]0;title\\x07\\x7f' "and so is an event" "$uncore" windows report "$out/bad"
for option in html csv json; do
	cp "$out/none.windows" "$out/same.windows"
	says 1 'same.windows is a recording; choose another file$' "--$option: not into the record" \
		"$uncore" windows report "--$option=$out/same.windows" "$out/same.windows"
	equal "it is as it was" "$(cmp "$out/none.windows" "$out/same.windows" && echo same)" same
done
says 1 'none: No such file' "no file" "$uncore" windows report "$out/none"
for bad in '' '{}' 'garbage' '{"format":"uncore windows 1","events":[],"frozen":[]}' \
	   '{"format":"uncore windows 1","events":["a"],"frozen":[{"die":99}]}' '[1]' '{"format":1,"events":5,"frozen":{}}' '{"format":null}' \
	   '{"format":"uncore windows 3","events":["a"],"frozen":[]}'; do
	printf '%s' "$bad" >"$out/bad"
	says 1 'bad is not a record of' "a damaged file: $bad" "$uncore" windows report "$out/bad"
done
# What `record` writes now: lines as it goes, and some now and then that tell how far it has come.
{
	echo '{"format":"uncore windows 2","events":["cha/a/"],"period":1000}'
	echo '{"die":1,"end_ns":2000000,"length_ns":2000000,"values":[1000],"box":"cha","unit":2}'
	echo '{"duration_ns":3000000,"lost":0,"frozen":[],"end":false}'
	echo '{"die":0,"end_ns":1000000,"length_ns":1000000,"values":[1000],"share":0.5,"box":"cha","unit":1}'
	echo '{"die":0,"end_ns":4000000,"length_ns":3000000,"values":[1000],"box":"cha","unit":1}'
} >"$out/cut"
says 0 '^windows of 1000 cha/a/: 3 in 0.004 s$' "a record without an end" "$uncore" windows report "$out/cut"
says 0 '^the record is incomplete' "it says so" "$uncore" windows report "$out/cut"
equal "windows of dies that were written one after the other" \
	"$("$uncore" windows report "$out/cut" | awk '$2 ~ /^[01]$/ { printf "%s ", $1 }')" "0.001000 0.002000 0.004000 "
says 0 '  cha 1  \(counted 50.0 % of the time\)$' "a window whose events took turns" "$uncore" windows report "$out/cut"
printf '{"die":0,"end_ns":5000000,"leng' >>"$out/cut"
says 0 '^windows of 1000 cha/a/: 3 in 0.004 s$' "a line that is cut off" "$uncore" windows report "$out/cut"
# A member that is not what it should be is an error that names it. Nothing takes its place.
while read -r number member values; do
	for value in $values; do
		jq -c "if input_line_number == $number then $member = $value else . end" "$out/units.windows" >"$out/bad"
		says 1 "bad is not a record of .uncore windows record. [(]line $number: $(grep -oE '[a-z_]+' <<<"$member" | tail -n 1)[)]\$" \
			"damaged: $member is $value" "$uncore" windows report "$out/bad"
	done
done <<'END'
1 .period "5" -5 0 null 0.5
1 .events ["a",5] [] 5
1 .host 5
1 .time "x" 5
2 .package "0" -1 0.5
2 .die "0" -1 64 null
2 .end_ns "5" -5 1.5 18446744073709551615 null
2 .length_ns "5" -5 99999999999999999999 null
2 .values ["5",10] [-1,10] [1.5,10] [1] [1,2,3] [null,10]
2 .box null 5
2 .unit null "0" -1 0.5
3 .share -1 "x" 1.5
7 .duration_ns "5" -5 null
7 .lost "5" -5 null
7 .frozen 5 {}
7 .frozen[0].die 0.5 64
7 .end "true" 1
END
cat "$out/units.windows" "$out/units.windows" >"$out/bad"
says 1 'line 8[)]$' "two records in one file" "$uncore" windows report "$out/bad"
sed '2{N;s/\n//}' "$out/units.windows" >"$out/bad"
says 1 'line 2[)]$' "two lines that run together" "$uncore" windows report "$out/bad"
printf 'th_ns":1x\n' >>"$out/cut"
says 1 'line 6' "a bad line is none that is cut off" "$uncore" windows report "$out/cut"
sed '6d' "$out/cut" >"$out/whole"
echo '{"duration_ns":6000000,"lost":2,"frozen":[{"die":0,"freezes":3,"handled_ns":600000,"waited_ns":0}],"end":true}' >>"$out/whole"
says 0 ': 3 in 0.006 s, 2 more were lost$' "one that was ended" "$uncore" windows report "$out/whole"
says 0 '^die 0: 3 freezes, frozen for 10.000 %' "with the time frozen" "$uncore" windows report "$out/whole"
equal "it has nothing to say about the end" "$("$uncore" windows report "$out/whole" | grep -c 'in order')" 0
says 1 'cannot write /dev/full: No space left' "a page that cannot be written" "$uncore" windows report --html /dev/full "$out/whole"
head -n 1 "$record" >"$out/bad"
echo '{"die":0,"values":[1]}' >>"$out/bad"
says 1 'line 2' "a window of too few values" "$uncore" windows report "$out/bad"
head -n 1 "$record" >"$out/empty"
says 0 ': 0 in 2.000 s' "no window at all" "$uncore" windows report "$out/empty"
"$uncore" windows report --html "$out/empty.html" "$out/empty"
equal "nor on a page" "$(grep -c '<svg' "$out/empty.html")" 0
says 2 'expected record or report' "no subcommand" "$uncore" windows
says 2 '-e GROUP and -c N are required' "no group" "$uncore" windows record -c 5
for group in '' '{}' '{'; do
	says 1 '^uncore: -e [{}]*: no event$' "a group without events: $group" "$uncore" windows record -e "$group" -c 5 -- true
done
# A second group would not be recorded.
for group in '{cha/clockticks/},{cha/tor_inserts.ia_miss/}' 'cha/clockticks/},cha/tor_inserts.ia_miss/' '{cha/clockticks/}:u'; do
	says 1 "^uncore: -e .*: one group is expected: EVENT,EVENT or [{]EVENT,EVENT[}]:S\$" "text behind a group: $group" \
		"$uncore" windows record -e "$group" -c 5 -o "$out/groups" -- true
done
for group in '{cha/clockticks/,cha/tor_inserts.ia_miss/}' '{cha/clockticks/,cha/tor_inserts.ia_miss/}:S'; do
	FAKE_TRACE=2 says 0 '^uncore: 2 windows in ' "a group as for perf: $group" "$uncore" windows record -e "$group" -c 5 -o "$out/groups" -- true
done
for number in -1 0 1000000000000000001 18446744073709551615; do
	says 2 '-c .*: not a number from 1 to 10.18' "no count: $number" "$uncore" windows record -e cha/clockticks/ -c $number
done
FAKE_TRACE=2 "$uncore" windows record -e cha/clockticks/ -c 1000000000000000000 -o "$out/groups" -- true 2>/dev/null
says 0 '^windows of 1000000000000000000 cha/clockticks/: 2 in ' "the largest count can be read back" "$uncore" windows report "$out/groups"

# A page of any number of windows can be shown: 100,000 of units, then of one unit, whose charts are lines.
awk 'BEGIN { print "{\"format\":\"uncore windows 2\",\"events\":[\"cha/a/\",\"cha/b/\",\"cha/c/\",\"cha/d/\"],\"period\":1000}"
	for (i = 1; i <= 100000; i++)
		printf "{\"die\":%d,\"end_ns\":%d,\"length_ns\":%d,\"values\":[%d,%d,%d,%d],\"box\":\"cha\",\"unit\":%d}\n", i % 2, i * 100000,
			200000 + i % 977, 1000 + i % 13, i * 7 % 5003, i % 101, i % 3, (i / 2) % 40
	print "{\"duration_ns\":10000000000,\"lost\":0,\"frozen\":[],\"end\":true}" }' >"$out/many.windows"
sed 's/"unit":[0-9]*/"unit":1/; s/"values":\[[0-9]*/"values":[1000/' "$out/many.windows" >"$out/many_one.windows"
for kind in many many_one; do
	timeout 300 "$uncore" windows report --html "$out/$kind.html" --csv "$out/$kind.csv" --json "$out/$kind.json" "$out/$kind.windows"
	equal "100,000 windows, $kind: the page is below 5 MB" "$? $(($(stat -c %s "$out/$kind.html") < 5000000))" "0 1"
	equal "100,000 windows, $kind: all are in the CSV" "$(wc -l <"$out/$kind.csv")" 100001
	equal "100,000 windows, $kind: and in the JSON" "$(jq '.windows | length' "$out/$kind.json")" 100000
	equal "100,000 windows, $kind: the page says where they are" "$(grep -c 'report --csv FILE' "$out/$kind.html")" 1
	equal "100,000 windows, $kind: it has no points" "$(grep -c '^<circle' "$out/$kind.html")" 0
done
equal "charts of units have shades for both dies" "$(grep -cE '^<path class="s[01]" opacity="(0.25|0.50|0.75|1.00)" d="(M[0-9]+ [0-9]+h4v4h-4z)+"/>$' "$out/many.html" | awk '{ print ($1 > 20) }')" 1
equal "charts of one unit have lines for both dies" "$(grep -cE '^<polyline class="line s[01]" points="([0-9.]+,[0-9.]+ ){300,340}"/>$' "$out/many_one.html")" 8

# Only its owner can read a record. The program does not follow a link at its default name.
mkdir -p "$out/folder"
rm -f "$out"/folder/*
recorded() { (cd "$out/folder" && FAKE_TRACE=2 "$uncore" windows record -e cha/clockticks/ -c 5 "$@" -- true); }
(umask 0; recorded 2>/dev/null)
equal "a record is for its owner" "$(stat -c %a "$out/folder/uncore.windows")" 600
rm "$out/folder/uncore.windows"
echo precious >"$out/folder/other"
ln -s other "$out/folder/uncore.windows"
says 1 '^uncore: uncore.windows: Too many levels of symbolic links$' "the default name is a link" recorded
equal "what it is a link to" "$(cat "$out/folder/other")" precious
says 0 '^uncore: 2 windows in uncore.windows$' "a link that was chosen" recorded -o uncore.windows
FAKE_PERF=early recorded 2>/dev/null
equal "windows that end as soon as the events are enabled" "$(jq -c 'select(has("end_ns")) | .length_ns < 1e9' "$out/folder/uncore.windows" | xargs)" "true true"
fake_sysfs "$out/dies" emr 00CF 66 cha=2
says 0 '^uncore: not recorded: 2 dies beyond the first 64$' "more dies than a record has" \
	env SYSFS_PATH="$out/dies" FAKE_TRACE=2 "$uncore" windows record -e cha/clockticks/ -c 5 -o "$out/folder/dies" -- true
# A die whose units do not answer is left out. All of them are an error.
gone() { FAKE_PERF=$1 FAKE_TRACE=2 "$uncore" windows record -e cha/clockticks/,cha/tor_inserts.ia_miss/ -c 5 -o "$out/folder/gone" -- true 2>&1; }
touch "$out/folder/flag"
equal "one die does not answer" "$(gone "gone=2:$out/folder/flag"; echo "$?, dies $(jq -c 'select(has("end_ns")).die' "$out/folder/gone" | xargs)")" \
	"uncore: not recorded: uncoreall_cha of die 1, no answer
uncore: 1 windows in $out/folder/gone
0, dies 0"
says 1 '^uncore: cannot open cha/clockticks/ on die 0: No such device' "no die answers" gone "absent=$(type_of uncoreall_cha)"
# Two outputs into one file: neither is whole.
whole=$out/none.windows
for options in "--html=$out/both --csv=$out/both" "--csv=$out/both --json=$out/both" "--html=$out/both --json=$out/both"; do
	rm -f "$out/both"
	# shellcheck disable=SC2086
	says 2 'require different files$' "two outputs into one file: ${options//$out\//}" "$uncore" windows report $options "$whole"
	equal "nothing is written" "$(ls "$out/both" 2>/dev/null)" ""
done
says 1 "both is written already; choose another file\$" "two names of one new file" "$uncore" windows report --csv="$out/both" --json="$out/./both" "$whole"
equal "the first output is whole" "$("$uncore" windows report --csv=/dev/stdout "$whole" | cmp - "$out/both" && echo same)" same
says 2 'require different files$' "and of an old one" "$uncore" windows report --csv="$out/both" --json="$out/./both" "$whole"
# Half a file looks like a file: what cannot be written to its end is removed, also behind a link, which stays.
awk -v head="$(head -n 1 "$out/whole")" 'BEGIN { print head; for (i = 1; i < 60000; i++) printf "{\"die\":0,\"end_ns\":%d,\"length_ns\":900,\"values\":[1]}\n", i * 1000 }' >"$out/many.windows"
ln -sf many.link "$out/many.csv.link"
for file in many.csv many.csv.link; do
	says 1 "^uncore: cannot write $out/$file: File too large\$" "a file that may not grow: $file" \
		bash -c "ulimit -f 100; exec '$uncore' windows report --csv '$out/$file' '$out/many.windows'"
done
equal "it is removed, a link is not" "$(cd "$out" && find . -name 'many.csv*' -o -name 'many.link')" ./many.csv.link
# A signal that comes too late is tried again.
for ((i = 0; i < 20; i++)); do
	rm -f "$out/many.csv"
	env --default-signal=INT "$uncore" windows report --csv "$out/many.csv" "$out/many.windows" &
	until [ -s "$out/many.csv" ] || ! kill -0 $! 2>/dev/null; do :; done
	kill -INT $! 2>/dev/null
	wait $!
	status=$?
	[ $status = 0 ] || break
done
equal "SIGINT while a file is written removes it" "$status $(ls "$out/many.csv" 2>/dev/null)" "130 "
