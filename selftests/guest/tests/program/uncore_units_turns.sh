# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore units` scales the counts of events that take turns, and marks them
# machine: small
# kernels: 6.12
# clock: guest
load

# Seven events on four counters: what took turns is scaled to all of the time, and marked. The clock of another box type, which
# never waits, is the truth.
sim clock 'die=*' 'unit=*' hz=1000000000 >/dev/null
set --
for i in 1 2 3 4 5 6 7; do
	set -- "$@" -e cha/clockticks/
done
uncore units -j "$@" -e m2m/clockticks/ -- sleep 1 >/tmp/out
sed -E 's/.*"die":([0-9]+),"box":"(.*)","unit":(.*),"value":(.*),"unit_of_measure":"count","counted":(.*),"enabled_share":(.*),"event".*/\1 \2 \3 \4 \5 \6/' /tmp/out >/tmp/turns
awk '$2 == "m2m" && $3 == 0 { truth[$1] = $4; if ($6 < 0.9995) exit 1 }
     $2 == "cha" && $3 != "null" { lines++; die[lines] = $1; count[lines] = $4; counted[lines] = $5; share[lines] = $6 }
     END {
	for (i = 1; i <= lines; i++) {
		if (share[i] < 0.99) turns++
		ratio = count[i] / truth[die[i]]
		if (ratio < 0.995 || ratio > 1.005) wrong++
		ratio = counted[i] / share[i] / count[i]
		if (ratio < 0.9999 || ratio > 1.0001) unscaled++
		if (counted[i] < least || !least) least = counted[i]
	}
	printf "%d of %d took turns, %d wrong, %d not count / share", turns, lines, wrong, unscaled
     }' /tmp/turns >/tmp/result
equal "events that took turns" "$(cat /tmp/result)" "56 of 56 took turns, 0 wrong, 0 not count / share"
note "a line: $(grep '^0 cha 0' /tmp/turns | head -n 1), the truth: $(grep '^0 m2m 0' /tmp/turns)"
uncore units "$@" -- sleep 1 >/tmp/out
equal "as text: marked" "$(grep -cE ' cha [0-9]+ .*\(counted [1-9][0-9.]* % of the time\)$' /tmp/out) $(grep -c 'cha all .*counted [1-9][0-9.]* % of' /tmp/out)" "56 14"
uncore tasks -j -e cha/clockticks/ -e cha/clockticks/ -e cha/clockticks/ -e cha/clockticks/ -- \
	uncore units -e cha/clockticks/ -e cha/clockticks/ -- sleep 1 >/tmp/out 2>&1
check "uncore tasks: the share beside it" grep -qE '"who":"all","shares":.*"enabled_share":0\.[0-9]+' /tmp/out
sim clock 'die=*' 'unit=*' hz=0 >/dev/null
