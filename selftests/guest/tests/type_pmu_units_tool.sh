# SPDX-License-Identifier: GPL-2.0-only
# what: pmonunits prints the count of each unit, with one descriptor for each package
# machine: small
event=uncoreall_cha/event=0x35,umask=0x1/

# What it says when it cannot work, before the module is there.
complaint() {
	text=$1 pattern=$2
	shift 2
	if pmonunits "$@" >/tmp/out 2>&1; then
		not_ok "$text: it succeeded"
	elif grep -qE "$pattern" /tmp/out; then
		ok "$text: $(grep -m 1 -E "$pattern" /tmp/out)"
	else
		not_ok "$text: it said $(head -n 3 /tmp/out)"
	fi
}
complaint "nothing to do" "nothing to do"
complaint "no PMU" "there is no PMU uncoreall_cha" -e $event true
complaint "no tracepoint" "no tracepoint uncore_pmon:unit_count" true
load
complaint "no such term" "no format or event nonsense" -e uncoreall_cha/nonsense=1/ true
complaint "value too large" "does not fit" -e uncoreall_cha/event=0x100/ true
complaint "refused event" "cannot open .* on die 0: Invalid argument" \
	-e uncoreall_cha/event=0x35,unit_mask=0x100/ true
complaint "bad interval" "not a number of milliseconds" -I 0 -e $event true
complaint "no such program" "cannot run nothing-like-it" -e $event nothing-like-it

for die in 0 1; do
	for id in 0 1 2 3; do
		echo "inject die=$die unit=cha:$id event=0x35 umask=0x1 n=$((1000 * (die + 1) + 11 * id))"
	done
done >/tmp/commands
for die in 0 1; do
	sum=0
	for id in 0 1 2 3; do
		n=$((1000 * (die + 1) + 11 * id))
		sum=$((sum + n))
		echo "die $die cha $id $n"
	done
	echo "die $die cha all $sum"
done >/tmp/expected
# The last table of the output, without times and names.
last() { awk '{ line[$3 " " $5] = $2 " " $3 " " $4 " " $5 " " $6 } END { for (key in line) print line[key] }' | sort; }

# It opens the event.
pmonunits -e $event -- sh -c 'pmonctl - </tmp/commands >/dev/null; ls -l /proc/$PPID/fd >/tmp/fds' >/tmp/out
equal "exit status" "$?" 0
last </tmp/out >/tmp/got
if cmp -s /tmp/got /tmp/expected; then
	ok "counts of $(grep -vc all /tmp/got) units"
else
	not_ok "counts: $(tr '\n' ';' </tmp/got)"
fi
equal "its perf descriptors" "$(grep -c perf_event /tmp/fds)" 2

# Another program opens it: perf, without intervals.
pmonunits $PERF stat -a -o /tmp/perf.out -e $event pmonctl - </tmp/commands >/tmp/out
grep 'die ' /tmp/out | last >/tmp/got
if cmp -s /tmp/got /tmp/expected; then
	ok "counts of the units around perf stat"
else
	not_ok "counts around perf stat: $(tr '\n' ';' </tmp/got)"
fi

# Intervals add up, also of an event that has a counter only part of the time.
pmonunits -I 100 -e $event sh -c 'sleep 0.3; pmonctl - </tmp/commands >/dev/null; sleep 0.4' >/tmp/out
awk '{ sum[$3 " " $5] += $6; box[$3 " " $5] = $4 }
     END { for (key in sum) { split(key, part, " "); print "die " part[1] " " box[key] " " part[2] " " sum[key] } }' \
	/tmp/out | sort >/tmp/got
if cmp -s /tmp/got /tmp/expected; then
	ok "intervals add up, $(awk '{ print $1 }' /tmp/out | sort -u | wc -l) of them"
else
	not_ok "sum of the intervals: $(tr '\n' ';' </tmp/got)"
fi

pmonunits -e $event sh -c 'exit 7' >/tmp/out
equal "the command's exit status" "$?" 7
equal "trace instances left behind" "$(ls /sys/kernel/tracing/instances | wc -l)" 0
