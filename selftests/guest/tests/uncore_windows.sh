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
uncore windows record -c 1000 -e cha/event=0x35,umask=0x1/,cha/event=0x36,umask=0x1/ -- sh /test/run_commands.sh /tmp/commands >/tmp/out 2>&1
equal "status of record" "$?" 0
check "windows: $(cat /tmp/out)" grep -q '^uncore: 6 windows in uncore.windows$' /tmp/out
uncore windows report >/tmp/report
sed 's/^/# /' /tmp/report
awk '$2 ~ /^[01]$/ && NF == 7 { print $2, $4, $5, $6, $7 }' /tmp/report | sort >/tmp/got
check "values, dies and units" cmp /tmp/got /tmp/expected
equal "dies that were frozen" "$(grep -cE '^die [01]: 3 freezes, frozen for [0-9.]*[1-9][0-9.]* %' /tmp/report)" 2
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
check "a group of two PMUs: $(cat /tmp/out)" grep -q 'a group is of one PMU' /tmp/out
equal "trace instances left behind" "$(ls /sys/kernel/tracing/instances | wc -l)" 0
