# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore tasks` shares all that was counted, over 100,000 context switches, and tells who caused it
# machine: small
# kernels: 6.1 6.12 7.3
# why: each has another verifier, and 6.1 lets no program read on each CPU
load
event=cha/event=0x35,umask=0x1/
cp /bin/pmonctl /tmp/writer
cp /bin/pmonctl /tmp/reader
cp /bin/busybox /tmp/busybox-spins

# Tables of `die who count` from JSON lines, and what they add up to.
shares() { sed -nE 's/.*"die":([0-9]+).*"(who|command|cgroup)":"([^"]*)".*"value":([0-9.e+-]+).*/\1 \3 \4/p' "$1"; }
sum_of() { shares $1 | awk -v die=$2 '$1 == die && $2 != "all" { sum += $3 } END { printf "%.0f", sum }'; }
all_of() { shares $1 | awk -v die=$2 '$1 == die && $2 == "all" { sum += $3 } END { printf "%.0f", sum }'; }
percent_of() { shares $1 | awk -v die=$2 -v who=$3 -v of=$4 '$1 == die && $2 == who { sum += $3 } END { printf "%.0f", 100 * sum / of }'; }
number() { sed -nE "s/.*\"die\":$2,.*\"$3\":([0-9]+).*/\1/p" $1 | awk '{ sum += $1 } END { print sum + 0 }'; }
# between TEXT VALUE LOW HIGH
between() { check "$1: $2 % ($3 to $4)" [ "$2" -ge $3 -a "$2" -le $4 ]; }

# apart: intervals in which what was shared is not what was counted
apart() {
	sed -nE 's/.*"seconds":([0-9.]+),.*"die":([0-9]+),.*"(who|command|cgroup)":"([^"]*)".*"value":([0-9.e+-]+).*/\1:\2 \4 \5/p' $1 |
		awk '{ seen[$1] = 1; if ($2 == "all") all[$1] = $3; else sum[$1] += $3 }
			END { for (i in seen) if (sum[i] - all[i] > 0.001 || all[i] - sum[i] > 0.001) n++; print n + 0 }'
}

i=0
while [ $i -lt 600 ]; do
	echo "inject die=0 unit=cha:* event=0x35 umask=0x1 n=100"
	i=$((i + 1))
done >/tmp/writes
sed 's/die=0/die=1/; s/100$/7/' /tmp/writes >/tmp/reads

uncore tasks -e $event -- true >/tmp/out 2>/tmp/err
equal "status" $? 0
how=$(grep -o 'on this kernel BPF programs cannot read the counters on CPU [0-9]*' /tmp/err)
# 6.1 lets a program read on one CPU of a die only.
case $SERIES in
6.1)	equal "shares by" "$how" "on this kernel BPF programs cannot read the counters on CPU 1" ;;
*)	equal "shares by" "${how:-reads at context switches}" "reads at context switches" ;;
esac

# --- nothing is lost: both CPUs of die 0 switch as fast as they can while counts come and tasks come and go
cat >/tmp/busy <<'END'
#!/bin/sh
for cpu in 0 1; do
	taskset -c $cpu $PERF bench sched pipe -l $1 >/dev/null 2>&1 &
	benches="$benches $!"
done
for i in 1 2 3 4 5 6 7 8 9 10; do
	pmonctl inject die=0 unit=cha:* event=0x35 umask=0x1 n=123457 >/dev/null
	pmonctl inject die=1 unit=cha:2 event=0x35 umask=0x1 n=1001 >/dev/null
	usleep 50000
done
wait $benches
END
chmod +x /tmp/busy
for options in "-I 300" "-t 7"; do
	# Each makes two switches.
	rounds=26000
	[ $KERNEL = 6.12 ] || rounds=4000
	[ "$options" = "-I 300" ] || rounds=2000
	# Where there is nothing but the timer.
	[ -z "$how" ] || [ "$options" != "-t 7" ] || continue
	sim stats reset >/dev/null
	uncore tasks $options -j -e $event /tmp/busy $rounds >/tmp/out 2>/tmp/err
	equal "$options status" $? 0
	sim stats >/tmp/stats
	for die in 0 1; do
		expected=$((4 * 1234570))
		[ $die = 0 ] || expected=10010
		equal "$options die $die: all" "$(all_of /tmp/out $die)" $expected
		equal "$options die $die: sum of all shares" "$(sum_of /tmp/out $die)" $expected
	done
	equal "$options intervals whose shares are not their counts" "$(apart /tmp/out)" 0
	at_most "$options context switches, no less than there were" $((4 * rounds - 4)) "$(number /tmp/out 0 switches)"
	equal "$options reads that failed" "$(number /tmp/out 0 failed_reads)" 0
	# One register for each unit at each switch, but none before the event is enabled. The driver's timer reads some, too.
	said=$(number /tmp/out 0 register_reads)
	seen=$(awk '$1 == "unit" && $2 == 0 && $3 == "cha" { for (i = 5; i <= NF; i++) if (sub(/^rdmsr=/, "", $i)) n += $i }
		    END { print n + 0 }' /tmp/stats)
	at_most "$options register reads that were told, of $seen" "$said" $((seen + 400))
	at_most "$options register reads beside these" $((seen - said)) 2000
done

# --- who was it? The simulator counts while the writer runs, and at no other time: whatever the host does meanwhile, nothing of
# it is (idle), and the writer has at least the half that it gets when the other CPU of its die is busy all the time.
# nobody DIE WHO: intervals in which something was counted and WHO got nothing
nobody() {
	sed -nE 's/.*"seconds":([0-9.]+),.*"die":([0-9]+),.*"(who|command|cgroup)":"([^"]*)".*"value":([0-9.e+-]+).*/\1 \2 \4 \5/p' /tmp/out |
		awk -v die=$1 -v who=$2 '$2 == die { if ($3 == "all") all[$1] = $4; if ($3 == who) got[$1] += $4 }
			END { for (time in all) if (all[time] > 0 && !got[time]) n++; print n + 0 }'
}
for options in "-b command" "-b task" "-b cgroup" "-b task -t 5 -I 5"; do
	run="taskset -c 1 /tmp/writer - </tmp/writes >/dev/null; taskset -c 3 /tmp/reader - </tmp/reads >/dev/null"
	writer=writer reader=reader least=50
	case $options in
	*cgroup*)
		mount -t cgroup2 cgroup2 /sys/fs/cgroup 2>/dev/null
		mkdir -p /sys/fs/cgroup/some/writer /sys/fs/cgroup/reader
		run="echo \$\$ >/sys/fs/cgroup/some/writer/cgroup.procs; ${run%%;*}
			echo \$\$ >/sys/fs/cgroup/reader/cgroup.procs; ${run#*;}
			echo \$\$ >/sys/fs/cgroup/cgroup.procs"
		writer=/some/writer reader=/reader ;;
	esac
	# By time on a CPU all that ran between two looks have a share, and the host decides how long that is.
	case "$options$how" in
	*-t*|*kernel*)	least=0 ;;
	esac
	uncore tasks $options -j -e $event -- sh -c "$run" >/tmp/out 2>/tmp/err
	equal "$options: all of both dies" "$(all_of /tmp/out 0) $(all_of /tmp/out 1)" "240000 16800"
	equal "$options: sums that are not the total" "$(apart /tmp/out)" 0
	[ $least = 0 ] ||
		equal "$options: idle time while no task ran" "$(percent_of /tmp/out 0 idle 240000) $(percent_of /tmp/out 1 idle 16800)" "0 0"
	equal "$options: intervals without those who caused it" "$(nobody 0 $writer) $(nobody 1 $reader)" "0 0"
	between "$options: writer" "$(percent_of /tmp/out 0 $writer 240000)" $least 100
	between "$options: reader" "$(percent_of /tmp/out 1 $reader 16800)" $least 100
done
rmdir /sys/fs/cgroup/some/writer /sys/fs/cgroup/some /sys/fs/cgroup/reader
umount /sys/fs/cgroup

# --- traffic of an idle machine is of no task, whether counters are read at context switches or by a timer. On a busy host
# uncore itself takes long for a look.
sim rate die=0 unit=cha:* event=0x35 umask=0x1 per_second=1000000 >/dev/null
for options in "" "-t 100" "-t 1000"; do
	uncore tasks $options -j -b command -e $event -- sleep 3 >/tmp/out 2>/tmp/err
	shares /tmp/out | sort -k 3 -g -r | head -n 4 | sed 's/^/# /'
	between "${options:-without -t}: (idle) of an idle die" "$(percent_of /tmp/out 0 idle "$(all_of /tmp/out 0)")" 50 100
	equal "${options:-without -t}: intervals whose shares are not their counts" "$(apart /tmp/out)" 0
done
sim rate-stop id=all >/dev/null

# --- what a share cannot tell: another task that runs at the same time has half of it, whatever it does
uncore tasks -b command -j -e $event -- sh -c '
	taskset -c 0 /tmp/busybox-spins sh -c ">/tmp/spins; while [ ! -e /tmp/stop ]; do :; done" &
	while [ ! -e /tmp/spins ]; do usleep 1000; done
	taskset -c 1 /tmp/writer - </tmp/writes >/dev/null
	touch /tmp/stop
	wait' >/tmp/out 2>/tmp/err
# The host runs the two CPUs when it likes: between a fifth and all of the other's time.
between "beside one that spins" "$(percent_of /tmp/out 0 writer 240000)" 20 80
between "the one that spins" "$(percent_of /tmp/out 0 busybox-spins 240000)" 20 80
rm -f /tmp/spins /tmp/stop

# --- the live view has the same list
sed 's/^.*$/inject die=0 unit=imc:0 event=0x5 umask=0xcf n=1000000/' /tmp/writes >/tmp/memory
COLUMNS=77 uncore top --once --tasks --socket 0 -- taskset -c 1 /tmp/writer - </tmp/memory >/tmp/out 2>/tmp/err
equal "top --tasks: status: $(cat /tmp/err)" $? 0
sed 's/^/# /' /tmp/out
writer=$(sed -n 's/^  writer .* \([0-9.]*[kMG]\) *[0-9.]*[kMG]*$/\1/p' /tmp/out)
check "top --tasks: what the writer reads: $writer" [ -n "$writer" ]
# Of all that is read, no other command and no idle time has more.
[ -n "$how" ] || equal "top --tasks: the largest one" "$(sed -n '/^By command/{n;s/^  \([^ ]*\) .*/\1/p}' /tmp/out)" writer

# --- the table
uncore tasks -n 1 -e $event -e imc/cas_count.rd/ -- sh -c 'taskset -c 1 /tmp/writer - </tmp/writes >/dev/null' >/tmp/out 2>/tmp/err
sed 's/^/# /' /tmp/out
check "its columns" grep -qE '^ +seconds +die +TID +A counts/s +% +B MiB/s +%  task$' /tmp/out
check "one line of a task" awk '$2 == 0 && $3 ~ /^[0-9]+$/ && $4 ~ /^[0-9]+$/ && $NF == "writer" { n++ } END { exit n != 1 }' /tmp/out
# Names that a terminal would obey: a colour by ESC [ and by the one byte for it, and bytes that are no UTF-8.
escape=$(printf '\033[41m') bad=$(printf '\302\2331m\376')
cp /bin/pmonctl "/tmp/$escape$bad"
mount -t cgroup2 cgroup2 /sys/fs/cgroup 2>/dev/null
mkdir -p "/sys/fs/cgroup/$escape$bad"
for by in task command cgroup; do
	uncore tasks -b $by -e $event -- sh -c "echo \$\$ >'/sys/fs/cgroup/$escape$bad/cgroup.procs'
		taskset -c 1 '/tmp/$escape$bad' - </tmp/writes >/dev/null; echo \$\$ >/sys/fs/cgroup/cgroup.procs" >/tmp/out 2>/tmp/err
	check "by $by: the name is shown" grep -q '\\x1b\[41m\\xc2\\x9b1m\\xfe' /tmp/out
	equal "by $by: bytes that a terminal obeys" "$(tr -d '\n\t -~' </tmp/out | wc -c)" 0
	uncore tasks -j -b $by -e $event -- sh -c "echo \$\$ >'/sys/fs/cgroup/$escape$bad/cgroup.procs'
		taskset -c 1 '/tmp/$escape$bad' - </tmp/writes >/dev/null; echo \$\$ >/sys/fs/cgroup/cgroup.procs" >/tmp/out 2>/tmp/err
	check "by $by: as an object" grep -q '\\u001b\[41m\\u009b1m\\ufffd"' /tmp/out
	equal "by $by: bytes that a terminal obeys in objects" "$(tr -d '\n\t -~' </tmp/out | wc -c)" 0
done
rmdir "/sys/fs/cgroup/$escape$bad"
umount /sys/fs/cgroup
# --- cgroups outside the mounted tree have no path. The tree is walked once for them, not for each table.
mount -t cgroup2 cgroup2 /sys/fs/cgroup
for i in $(seq 20); do
	mkdir -p /sys/fs/cgroup/mounted/$i
done
mkdir /tmp/mounted
mount --bind /sys/fs/cgroup/mounted /tmp/mounted
umount /sys/fs/cgroup
walks=/sys/kernel/tracing/instances/walks
mkdir $walks
echo 'comm == "uncore"' >$walks/events/syscalls/sys_enter_getdents64/filter
for by in command cgroup; do
	echo >$walks/trace
	echo 1 >$walks/events/syscalls/sys_enter_getdents64/enable
	# Until there are two tables with the cgroup: on a busy host an interval may have no time of it.
	[ $by = cgroup ] && wanted='"cgroup":"cgroup 1"' || wanted='"die":0,"who":"all"'
	export wanted
	uncore tasks -I 100 -j -b $by -e $event -- sh -c '
		while [ $(grep -c "$wanted" /tmp/out) -lt 2 -a $(grep -c "\"die\":0,\"who\":\"all\"" /tmp/out) -lt 100 ]; do
			pmonctl inject die=0 unit=cha:* event=0x35 umask=0x1 n=100 >/dev/null
		done' >/tmp/out 2>/tmp/err
	echo 0 >$walks/events/syscalls/sys_enter_getdents64/enable
	grep -c getdents64 $walks/trace >/tmp/reads.$by
done
at_most "tables with a cgroup outside the tree, no less than" 2 "$(grep -c '"cgroup":"cgroup 1"' /tmp/out)"
# Two reads of each directory: its entries, and the end.
equal "reads of directories for its path" $(($(cat /tmp/reads.cgroup) - $(cat /tmp/reads.command))) 42
rmdir $walks
umount /tmp/mounted
mount -t cgroup2 cgroup2 /sys/fs/cgroup
rmdir /sys/fs/cgroup/mounted/* /sys/fs/cgroup/mounted
umount /sys/fs/cgroup

# --- a table that cannot be written ends the run
timeout 60 uncore tasks -I 100 -e $event >/dev/full 2>/tmp/err
equal "/dev/full: status" $? 1
check "/dev/full: the reason" grep -q '^uncore: cannot write the output: No space left on device$' /tmp/err
uncore tasks -e $event -- sh -c 'exit 7' >/tmp/out 2>&1
equal "the command's exit status" $? 7

# --- a package goes offline: the other one has its shares, its own has none, and nothing waits for a context switch there
cat >/tmp/leaves <<'END'
for cpu in 3 2; do echo 0 >/sys/devices/system/cpu/cpu$cpu/online; done
pmonctl inject die=0 unit=cha:0 event=0x35 umask=0x1 n=54321 >/dev/null
exit 7
END
for options in "" "-I 500" "-t 10" "-w page-faults"; do
	uncore tasks --json $options -e $event -- sh /tmp/leaves >/tmp/out 2>/tmp/err
	equal "a package goes offline, $options: status" $? 7
	equal "a package goes offline, $options: no message but of its counters" "$(grep -c 'no context switch' /tmp/err)" 0
	equal "a package goes offline, $options: counted on the other one" $(all_of /tmp/out 0) 54321
	check "a package goes offline, $options: its counts are gone" grep -q '"die":1,"who":"all".*"missing":"gone"' /tmp/out
	for cpu in 2 3; do echo 1 >/sys/devices/system/cpu/cpu$cpu/online; done
done

# --- the lines of the documentation, as they stand; `make` is a program like others
# until_it_waits PID: for signals, or has ended. Before it has blocked SIGINT (2 in SigBlk) a job of this shell ignores it.
until_it_waits() {
	while [ -e /proc/$1 ] && ! grep -qE '^State:.Z|^SigBlk:.*[2367abef]$' /proc/$1/status; do
		usleep 100000
	done
}
printf '#!/bin/sh\nusleep 100000\n' >/tmp/make
chmod +x /tmp/make
# Those with -w are in uncore_tasks_weight.
sed -n '/ -w /d; s/^    \(uncore tasks .*\)$/\1/p' /test/uncore-tasks.rst >/tmp/lines
equal "lines with examples" "$(wc -l </tmp/lines)" 3
while read -r line; do
	PATH=/tmp:$PATH sh -c "exec $line" >/tmp/out 2>/tmp/err </dev/null &
	job=$!
	case $line in
	*make*)	;;
	# They go on until they are interrupted.
	*)	until_it_waits $job; usleep 2000000; kill -INT $job ;;
	esac
	wait $job
	equal "$line: $(head -n 1 /tmp/err)" $? 0
	check "and its table" grep -q '(all)' /tmp/out
done </tmp/lines
