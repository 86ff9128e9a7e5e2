# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore tasks -w`: of two tasks that run together, each gets what its CPU's count of an event is worth
# machine: small
# kernels: 6.1 6.12
# why: the oldest verifier
load
event=cha/event=0x35,umask=0x1/
all=48000
i=0
while [ $i -lt 120 ]; do
	echo "inject die=0 unit=cha:* event=0x35 umask=0x1 n=100"
	i=$((i + 1))
done >/tmp/writes

shares() { sed -nE 's/.*"die":0,.*"(who|command)":"([^"]*)".*"value":([0-9.e+-]+).*/\2 \3/p' /tmp/out; }
# What one line, or several, got, in tenths of a percent of all that was counted.
part_of() { shares | awk -v who="$1" -v all=$all '$1 ~ "^(" who ")$" { sum += $2 } END { printf "%.0f", 1000 * sum / all }'; }
between() { check "$1: $2 of 1000 ($3 to $4)" [ "$2" -ge $3 -a "$2" -le $4 ]; }

# weighted OPTION...: both tasks on CPUs 0 and 1 of die 0, all else on die 1; the simulator counts on die 0 as they go on
weighted() {
	taskset -c 3 uncore tasks -b command -j -e $event "$@" -- sh -c \
		"faults $pages 40 'pmonctl inject die=0 unit=cha:* event=0x35 umask=0x1 n=300 >/dev/null' >/tmp/faults" >/tmp/out 2>/tmp/err
	equal "$*: status" $? 0
	shares | awk '$2 >= 100 { sum[$1] += $2 } END { for (who in sum) print "# share " who, sum[who] }'
	equal "$*: messages" "$(cat /tmp/err)" ""
	equal "$*: all that was counted" "$(shares | awk '$1 == "all" { printf "%.0f", $2 }')" $all
	equal "$*: sum of the shares" "$(shares | awk '$1 != "all" { sum += $2 } END { printf "%.0f", sum }')" $all
}

# --- a load of 3 : 1, divided once at the end: the faults up to there are 3 : 1 but for one round of thousands, whatever the host
# did. Each share is within 2 % of the truth.
pages="6 2"
weighted -w minor-faults -t 3600000
between "three quarters" "$(part_of faults-0)" 735 765
between "a quarter" "$(part_of faults-1)" 245 255
# --- the other way round, divided in each interval
pages="2 18"
weighted -w core/page-faults/ -t 500
between "a tenth" "$(part_of faults-0)" 80 120
between "nine tenths" "$(part_of faults-1)" 880 920
pages="6 2"

# --- what no CPU explains
weighted -w minor-faults --worth 1 -t 500
most=$(awk -v all=$all '{ printf "%.0f", 1000 * $1 / all + 5 }' /tmp/faults)
check "explained: $(part_of 'faults-.') of 1000, for $(cat /tmp/faults) faults at most $most" [ "$(part_of 'faults-.')" -le $most ]
check "and not nothing" [ "$(shares | awk '/^faults-/ { sum += $2 } END { printf "%.0f", 1000 * sum }')" -gt 0 ]
between "the rest" "$(part_of 'unexplained')" $((1000 - most)) 1000
taskset -c 3 uncore tasks -b command -j -e $event -w page-faults --worth 1 -- sh -c 'pmonctl - </tmp/writes >/dev/null' >/tmp/out 2>/tmp/err
between "no task of the die has a fault: unexplained" "$(part_of unexplained)" 980 1000

# The rest is the same with each verifier.
[ $SERIES != 6.1 ] || exit 0

# --- the lines of the documentation, with an event that each machine has
sed -n '/ -w /s/^    \(uncore tasks .*\)$/\1/p' /test/uncore-tasks.rst | sed 's/ -- .*//; s/cache-misses/page-faults/; s|cpu/[^/]*/|core/page-faults/|' >/tmp/lines
equal "lines with examples" "$(wc -l </tmp/lines)" 3
while read -r line; do
	$line -- true >/tmp/out 2>/tmp/err </dev/null
	equal "$line: $(head -n 1 /tmp/err)" $? 0
done </tmp/lines

# --- a table, and events that this machine has not
pages="8 8"
taskset -c 3 uncore tasks -n 2 -e $event -w page-faults -- true >/tmp/out 2>&1
check "its last lines" grep -q '(unexplained)' /tmp/out
uncore tasks -e $event -w cache-misses -- true >/tmp/out 2>&1
case $? in
0)	ok "this machine counts cache-misses" ;;
*)	check "no cache-misses here, and says so" grep -q '^uncore: -w cache-misses: cannot open core/cache-misses/' /tmp/out ;;
esac
# Any user may not.
as none uncore tasks -e $event -w page-faults -- true >/tmp/out 2>&1
equal "status without permission" $? 4
check "and the command that gives it" grep -qE 'sudo setcap cap_(bpf,cap_)?perfmon=ep /opt/uncore/bin/uncore' /tmp/out
