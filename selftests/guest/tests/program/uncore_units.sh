# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore units` prints the count of each unit, with one descriptor for each package
# machine: small
# kernels: 6.12
event=uncoreall_cha/event=0x35,umask=0x1/

# What it says when it cannot work, before the module is there.
complaint() {
	text=$1 pattern=$2
	shift 2
	if uncore units "$@" >/tmp/out 2>&1; then
		not_ok "$text: it succeeded"
	elif grep -qE "$pattern" /tmp/out; then
		ok "$text: $(grep -m 1 -E "$pattern" /tmp/out)"
	else
		not_ok "$text: it said $(head -n 3 /tmp/out)"
	fi
}
complaint "no events" "no events: add -e EVENT"
complaint "no PMU" "no uncore PMU; load uncore_pmon" -e $event true
load
complaint "no such PMU" "there is no PMU uncoreall_nothing" -e uncoreall_nothing/event=1/ true
complaint "no such term" "has no format nonsense" -e uncoreall_cha/nonsense=1/ true
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
uncore units -e $event -- sh -c 'pmonctl - </tmp/commands >/dev/null; ls -l /proc/$PPID/fd >/tmp/fds' >/tmp/out
equal "exit status" "$?" 0
last </tmp/out >/tmp/got
if cmp -s /tmp/got /tmp/expected; then
	ok "counts of $(grep -vc all /tmp/got) units"
else
	not_ok "counts: $(tr '\n' ';' </tmp/got)"
fi
equal "its perf descriptors" "$(grep -c perf_event /tmp/fds)" 2

# Another program opens it: perf, without intervals.
uncore units $PERF stat -a -o /tmp/perf.out -e $event pmonctl - </tmp/commands >/tmp/out
grep 'die ' /tmp/out | last >/tmp/got
if cmp -s /tmp/got /tmp/expected; then
	ok "counts of the units around perf stat"
else
	not_ok "counts around perf stat: $(tr '\n' ';' </tmp/got)"
fi

# Intervals add up, also of an event that has a counter only part of the time.
uncore units -I 100 -e $event sh -c 'sleep 0.3; pmonctl - </tmp/commands >/dev/null; sleep 0.4' >/tmp/out
awk '{ sum[$3 " " $5] += $6; box[$3 " " $5] = $4 }
     END { for (key in sum) { split(key, part, " "); print "die " part[1] " " box[key] " " part[2] " " sum[key] } }' \
	/tmp/out | sort >/tmp/got
if cmp -s /tmp/got /tmp/expected; then
	ok "intervals add up, $(awk '{ print $1 }' /tmp/out | sort -u | wc -l) of them"
else
	not_ok "sum of the intervals: $(tr '\n' ';' </tmp/got)"
fi

uncore units -e $event sh -c 'exit 7' >/tmp/out
equal "the command's exit status" "$?" 7
equal "trace instances left behind" "$(ls /sys/kernel/tracing/instances | wc -l)" 0

timeout 60 uncore units -I 100 -e $event >/dev/full 2>/tmp/err
equal "/dev/full: status" $? 1
check "/dev/full: the reason" grep -q '^uncore: cannot write the output: No space left on device$' /tmp/err

# Any user may not use tracefs, mounted or not. root need not mount it.
as none uncore units -e $event -- true >/tmp/out 2>&1
equal "without permission for tracefs: $(cat /tmp/out)" $? 4
check "and what mends it" grep -q '^uncore: no permission to use tracefs at /sys/kernel/tracing: run as root (sudo), or --per-die, which does without$' /tmp/out
as none uncore units --per-die -e $event -- true >/tmp/out 2>&1
equal "and --per-die does: $(tail -n 1 /tmp/out)" $? 0
debugfs=$(grep -c ' /sys/kernel/debug debugfs ' /proc/mounts)
[ $debugfs = 0 ] || umount -l /sys/kernel/debug
umount /sys/kernel/tracing
as none uncore units -e $event -- true >/tmp/out 2>&1
equal "tracefs is not mounted: $(cat /tmp/out)" $? 4
check "and what mends that" grep -q '^uncore: no permission to use tracefs: run as root (sudo), or --per-die, which does without$' /tmp/out
uncore units -e $event -- true >/tmp/out 2>&1
equal "root mounts it: $(head -n 1 /tmp/out)" $? 0
[ -d /sys/kernel/tracing/instances ] || mount -t tracefs tracefs /sys/kernel/tracing
[ $debugfs = 0 ] || mount -t debugfs debugfs /sys/kernel/debug

# The other views of the same machine: a map, an event in words, and the reason of a refusal. They do not depend on
# the kernel.
if [ "$KERNEL" = 6.12 ]; then
uncore list >/tmp/out
check "the map" grep -qE '^  cha +4 +4 +msr +4 x 48 bit +uncoreall_cha, uncore_cha_0-3$' /tmp/out
check "owner CPUs" grep -q '^die 1: package 1, counted by CPU 2$' /tmp/out
units=0
for type in $TYPES; do
	units=$((units + PACKAGES * $(expected_units $type)))
done
equal "units on the map" "$(awk '/^  [a-z]/ && !/free_running|units of/ { n += $2 + $3 } END { print n }' /tmp/out)" $units
uncore list uncoreall_cha >/tmp/out
equal "names of a PMU" "$(grep -c '^uncoreall_cha/' /tmp/out)" "$(ls $PMUS/uncoreall_cha/events | grep -vc '\.unit$\|\.scale$')"
equal "all of them have a meaning" "$(grep -c '^    .* Counters ' /tmp/out)" "$(grep -c '^uncoreall_cha/' /tmp/out)"
check "an event in words" sh -c 'uncore explain tor_inserts.ia_miss_drd | grep -q "The kernel accepts it"'
uncore explain cha/event=0x35,filter_tid=3/ >/tmp/out
equal "a refused event, in the driver's words" \
	"$? $(grep -c 'rejects it (Invalid argument): filter_tid has no effect without tid_en' /tmp/out)" "1 1"
# Names and their bits are the same event.
for name in $(ls $PMUS/uncoreall_m2m/events | head -n 1) $(ls $PMUS/uncoreall_iio/events | grep -v '\.' | tail -n 1); do
	for box in m2m iio; do
		[ -e $PMUS/uncoreall_$box/events/$name ] || continue
		by_name=$(uncore explain uncoreall_$box/$name/ | grep config)
		by_bits=$(uncore explain uncoreall_$box/$(cat $PMUS/uncoreall_$box/events/$name)/ | grep config)
		equal "bits of $box $name" "$by_name" "$by_bits"
	done
done
fi

# The live view: what was injected is at its place.
LINES=24 COLUMNS=80 uncore top --once -- pmonctl - >/tmp/out <<'END'
inject die=1 unit=cha:2 event=0x35 umask=0x1 ext=0xc817fe n=9000000
inject die=0 unit=cha:1 event=0x35 umask=0x1 ext=0xc817fe n=1000
inject die=0 unit=imc:1 event=0x5 umask=0xcf n=10000000000
inject die=1 unit=upi:0 event=0x2 umask=0xf n=100000000000
END
sed 's/^/# /' /tmp/out
check "the hottest units of both packages" grep -q '^hottest: unit 1, .*hottest: unit 2, ' /tmp/out
check "the place of the hot spot" grep -qE '^  0 [.]{4} +0 [.]{2}[^.][.]$' /tmp/out
check "the channel that was read" grep -qE '^  1 #+[.]* +[0-9.]+[kMGT] +0 +1 [.]+ +0 +0$' /tmp/out
check "the link that sent" awk '/^Links/ { links = 1 } links && /^  0 / { exit !($3 == "0" && $6 ~ /#/) }' /tmp/out
