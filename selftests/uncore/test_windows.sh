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
equal "it has all windows" "$(grep -c '<td>1000</td>' "$out/page.html")" 40
equal "text is no HTML" "$(grep -c 'cha/<b' "$out/page.html")" 0
equal "nothing comes from elsewhere" "$(grep -ciE '(src|href)="[^d]|url\(|@import|<script' "$out/page.html")" 0
equal "charts: two events, lengths, ratio, units" "$(grep -c '<svg' "$out/page.html")" 5
equal "every window is in the histogram of lengths" \
	"$(sed -n '/Lengths of windows/,/<\/svg>/s/.*<title>\([0-9]*\)<.*/\1/p' "$out/page.html" | awk '{ n += $1 } END { print n }')" 40
# A file may come from anywhere: what a terminal would obey is shown, not sent. C1 controls and bytes that are no UTF-8 are among it.
sed 's/"cha"/"c\\u001b[41mha\\u009b31m"/; 1s/"cha\/<b>&\/"/"\\u001b]0;title\\u0007\\u007f\xff"/' "$record" >"$out/bad"
equal "no control characters of a file reach the terminal" \
	"$("$uncore" windows report "$out/bad" | LC_ALL=C grep -c $'[\x01-\x08\x0b-\x1f\x7f\x9b\xff]')" 0
says 0 'c\\x1b\[41mha\\xc2\\x9b31m 1$' "but a box is told from others" "$uncore" windows report "$out/bad"
says 0 '^b: \\x1b\]0;title\\x07\\x7f' "and so is an event" "$uncore" windows report "$out/bad"
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
says 0 '^the record was not ended in order' "it says so" "$uncore" windows report "$out/cut"
equal "windows of dies that were written one after the other" \
	"$("$uncore" windows report "$out/cut" | awk '$2 ~ /^[01]$/ { printf "%s ", $1 }')" "0.001000 0.002000 0.004000 "
says 0 '  cha 1  \(counted 50.0 % of the time\)$' "a window whose events took turns" "$uncore" windows report "$out/cut"
printf '{"die":0,"end_ns":5000000,"leng' >>"$out/cut"
says 0 '^windows of 1000 cha/a/: 3 in 0.004 s$' "a line that is cut off" "$uncore" windows report "$out/cut"
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
says 2 'not a number above 0' "no count" "$uncore" windows record -e cha/clockticks/ -c -1
