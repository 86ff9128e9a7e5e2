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
says 1 'none: No such file' "no file" "$uncore" windows report "$out/none"
for bad in '' '{}' 'garbage' '{"format":"uncore windows 1","events":[],"frozen":[]}' \
	   '{"format":"uncore windows 1","events":["a"],"frozen":[{"die":99}]}' '[1]' '{"format":1,"events":5,"frozen":{}}'; do
	printf '%s' "$bad" >"$out/bad"
	says 1 'bad is not a record of' "a damaged file: $bad" "$uncore" windows report "$out/bad"
done
head -n 1 "$record" >"$out/bad"
echo '{"die":0,"values":[1]}' >>"$out/bad"
says 1 'line 2' "a window of too few values" "$uncore" windows report "$out/bad"
head -n 1 "$record" >"$out/empty"
says 0 ': 0 in 2.000 s' "no window at all" "$uncore" windows report "$out/empty"
"$uncore" windows report --html "$out/empty.html" "$out/empty"
equal "nor on a page" "$(grep -c '<svg' "$out/empty.html")" 0
says 2 'record or report' "no subcommand" "$uncore" windows
says 2 'give a group' "no group" "$uncore" windows record -c 5
says 2 'not a number of events' "no count" "$uncore" windows record -e cha/clockticks/ -c -1
