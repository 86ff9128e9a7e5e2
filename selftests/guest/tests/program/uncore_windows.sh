# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore windows` records what perf script shows of the same windows, and which unit ended each
# machine: small
# kernels: 6.12
# perf: 6.12
load

{
	for occupancy in 30000 70000 20000; do
		echo "inject die=0 unit=cha:1 event=0x36 umask=1 n=$occupancy"
		echo "inject die=0 unit=cha:1 event=0x35 umask=1 n=1000"
		echo "inject die=1 unit=cha:3 event=0x36 umask=1 n=$((occupancy + 5))"
		echo "inject die=1 unit=cha:3 event=0x35 umask=1 n=1000"
	done
} >/tmp/commands
cat >/tmp/expected <<END
0 1000 20000 cha 1
0 1000 30000 cha 1
0 1000 70000 cha 1
1 1000 20005 cha 3
1 1000 30005 cha 3
1 1000 70005 cha 3
END

cd /tmp
cha=cha/event=0x35,umask=0x1/
uncore windows record -c 1000 -e cha/event=0x35,umask=0x1/,cha/event=0x36,umask=0x1/ -- sh /test/run_commands.sh /tmp/commands >/tmp/out 2>&1
equal "status of record" "$?" 0
check "windows: $(cat /tmp/out)" grep -q '^uncore: 6 windows in uncore.windows$' /tmp/out
uncore windows report >/tmp/report
sed 's/^/# /' /tmp/report
awk '$2 ~ /^[01]$/ && NF == 7 { print $2, $4, $5, $6, $7 }' /tmp/report | sort >/tmp/got
check "values, dies and units" cmp /tmp/got /tmp/expected
equal "dies that were frozen" "$(grep -cE '^die [01]: 3 freezes, frozen for [0-9.]*[1-9][0-9.]* %' /tmp/report)" 2
check "machine and kernel: $(sed -n 2p /tmp/report)" grep -qF ", 2 dies, Linux $(uname -r), 20" /tmp/report
check "the command line" grep -q "^by: uncore windows record -c 1000 -e cha/event=0x35,umask=0x1/,cha/event=0x36,umask=0x1/ -- sh /test/run_commands.sh" /tmp/report
check "what a line is" grep -q '^each line is a window of one unit, with its counts$' /tmp/report
for place in '"package":0,"die":0' '"package":1,"die":1'; do
	equal "windows of $place" "$(grep -c "^{$place," uncore.windows)" 3
done
uncore windows report --html /tmp/page.html
check "the page has the numbers" grep -q '<td>1000</td><td>70005</td><td>cha 3</td>' /tmp/page.html

# The same windows, by perf.
$PERF record -q -o /tmp/perf.data -a -c 1000 -e '{uncoreall_cha/event=0x35,umask=0x1,name=a/,uncoreall_cha/event=0x36,umask=0x1,name=b/}:S' \
	-- sh /test/run_commands.sh /tmp/commands >/tmp/record.out 2>&1
$PERF script -i /tmp/perf.data -F event,period 2>/tmp/script.err | awk '{ print $1 }' | sort >/tmp/perf.values
awk '{ print $2; print $3 }' /tmp/expected | sort >/tmp/our.values
check "perf script has them, too" cmp /tmp/perf.values /tmp/our.values

uncore windows record -c 1000 -e uncore_ubox/event=0xff/ -- true >/tmp/out 2>&1
equal "an event that cannot sample" "$?" 1
uncore windows record -c 1000 -e cha/clockticks/,imc/cas_count.rd/ -- true >/tmp/out 2>&1
check "a group of two PMUs: $(cat /tmp/out)" grep -q 'a group must have events of one PMU' /tmp/out

# An old record stays when there is no new one, and a new file is not left behind.
cp uncore.windows old.windows
uncore windows record -c 1000 -e $cha -- /nothing-like-it >/tmp/out 2>&1
equal "a command that cannot be run: $(cat /tmp/out)" $? 127
check "the old record is untouched" cmp uncore.windows old.windows
uncore windows record -o new.windows -c 1000 -e $cha -- /nothing-like-it >/dev/null 2>&1
refuse "no new one" test -e new.windows
uncore windows record -o /dev/full -c 1000 -e $cha -- sh /test/run_commands.sh /tmp/commands >/tmp/out 2>&1
equal "a record that cannot be written: status" $? 1
check "and the reason" grep -q '^uncore: cannot write /dev/full: No space left on device$' /tmp/out
# Written while it records: what it has is readable after it was killed. Its memory does not grow with the number of windows. It has
# room for the windows between two of its looks. On a busy host these are seconds apart, so the rate is low.
sim rate die=0 unit=cha:1 event=0x35 umask=0x1 per_second=40000 >/dev/null
uncore windows record -o new.windows -c 100 -e $cha >/tmp/out 2>&1 &
recorder=$!
until_windows() { while [ "$(cat new.windows 2>/dev/null | grep -c '"values"')" -lt $1 ] && [ -e /proc/$recorder ]; do usleep 1000000; done; }
resident() { sed -n 's/^RssAnon:[^0-9]*\([0-9]*\).*/\1/p' /proc/$recorder/status; }
until_windows 500
before=$(resident)
until_windows 3500
at_most "KiB that it has grown by in 3000 windows" $(($(resident) - before)) 160
kill -KILL $recorder
wait $recorder 2>/dev/null
pmonctl rate-stop id=all >/dev/null
uncore windows report new.windows >/tmp/report
equal "the record of one that was killed: status" $? 0
check "its windows: $(head -n 1 /tmp/report)" awk '$2 == 0 && $4 == 100 && $5 == "cha" && $6 == 1 { n++ } END { exit n < 3000 }' /tmp/report
check "how it ended" grep -q 'the record is incomplete' /tmp/report
for i in $(seq 100); do
	[ -n "$(ls /sys/kernel/tracing/instances)" ] || break
	usleep 100000
done
equal "trace instances left behind" "$(ls /sys/kernel/tracing/instances | wc -l)" 0
