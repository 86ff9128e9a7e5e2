# SPDX-License-Identifier: GPL-2.0-only
# what: the tracepoint uncore_pmon:unit_count has a value for each unit, and their sum is the count
# machine: small
# kernels: 6.1 6.12
# why: tracepoints copy strings in another way in 6.1
load

tracing=/sys/kernel/tracing
point=$tracing/events/uncore_pmon/unit_count
check "the tracepoint is there" test -e $point/format
for field in id config count box die unit; do
	check "field $field" grep -qE "field:.*[ *]$field(\[\])?;" $point/format
done

# Each line: `id box die unit count` of the reads since the last call.
traced() {
	sed -n 's/.*unit_count: id=\([0-9]*\) box=\([a-z0-9]*\) die=\([0-9]*\) unit=\([0-9]*\) .*count=\([0-9]*\)/\1 \2 \3 \4 \5/p' \
		$tracing/trace
	echo >$tracing/trace
}
echo 1 >$tracing/tracing_on
echo 1 >$point/enable
echo >$tracing/trace
{
	echo "open a uncoreall_cha/event=0x35,umask=0x1/ die=1"
	for id in 0 1 2 3; do
		echo "sim inject die=1 unit=cha:$id event=0x35 umask=0x1 n=$((1000 + id))"
	done
	echo "expect a 4006 read while it is traced"
} | pmontest
traced >/tmp/lines
# Reads of the event, and the last word when it is closed.
equal "values for each unit" "$(awk '{ print $4 ":" $5 }' /tmp/lines | sort -u | tr '\n' ' ')" \
	"0:1000 1:1001 2:1002 3:1003 "
equal "box and die" "$(awk '{ print $2, $3 }' /tmp/lines | sort -u)" "cha 1"
equal "one event" "$(awk '{ print $1 }' /tmp/lines | sort -u | wc -l)" 1

# perf disables its events before it reads them for the last time: the values come all the same.
# Two packages, two events: the id keeps them apart.
{
	for die in 0 1; do
		for id in 0 1 2 3; do
			echo "inject die=$die unit=cha:$id event=0x35 umask=0x1 n=$((100 * (die + 1) + 7 * id))"
			echo "inject die=$die unit=cha:$id event=0x36 umask=0x1 n=$((10000 * (die + 1) + 3 * id))"
		done
	done
} | count uncoreall_cha/event=0x35,umask=0x1/ uncoreall_cha/event=0x36,umask=0x1,unit_mask=0xc/
traced >/tmp/lines
awk '{ last[$1 " " $3 " " $4] = $5 }
     END { for (key in last) { split(key, part, " "); sum[part[1] " " part[2]] += last[key] }
	   for (event in sum) { split(event, part, " "); print "S" part[2] "|" sum[event] } }' \
	/tmp/lines | sort >/tmp/sums
awk -F'|' '{ print $1 "|" $3 }' $STAT | sort >/tmp/counts
sed 's/^/# perf: /' /tmp/counts
equal "sums of the units' last values, for each event and package" \
	"$(tr '\n' ' ' </tmp/sums)" "$(tr '\n' ' ' </tmp/counts)"
equal "events and packages" "$(wc -l </tmp/sums)" 4

# Events that take turns: at the end the last values still make the sum.
{
	for code in 0x18 0x19 0x1a 0x1b 0x1c 0x1d; do
		echo "open e$code uncoreall_cha/event=$code,umask=0x1/ die=0"
	done
	for code in 0x18 0x19 0x1a 0x1b 0x1c 0x1d; do
		echo "sim rate die=0 unit=cha:* event=$code umask=0x1 per_second=1000000"
	done
	echo "wait 300"
	echo "sim rate-stop id=all"
	total=0
	for code in 0x18 0x19 0x1a 0x1b 0x1c 0x1d; do
		echo "disable e$code"
		echo "read v$code e$code"
		total="$total+@v$code"
	done
	echo "set total $total"
	echo "run echo @total >/tmp/total"
	echo "expect-between e0x18 1 10000000 it had a counter"
} | pmontest
traced >/tmp/lines
equal "sum of the last values of six events on four counters" \
	"$(awk '{ last[$1 " " $4] = $5 } END { for (key in last) sum += last[key]; printf "%d", sum }' /tmp/lines)" \
	"$(cat /tmp/total)"

# Unit events have it too, and nobody who does not trace sees or pays anything.
pmontest <<END
open u uncore_m2m_1/event=0x18,umask=0x1/ die=0
sim inject die=0 unit=m2m:1 event=0x18 umask=0x1 n=5
expect u 5
END
equal "a unit event" "$(traced | awk '{ print $2, $3, $4, $5 }' | sort -u)" "m2m 0 1 5"
echo 0 >$point/enable
pmontest <<END
open u uncore_m2m_1/event=0x18,umask=0x1/ die=0
expect u 0
END
equal "lines while it is off" "$(traced | wc -l)" 0
unload
refuse "the tracepoint goes with the module" test -e $point
