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

# digest: /tmp/shares has a line `SECONDS DIE WHO COUNT` for each share of /tmp/out, /tmp/costs `DIE SWITCHES READS FAILED` for each
# interval. There are thousands of lines, and several questions.
digest() {
	awk '
	!match($0, /"die":[0-9]+/) { next }
	{ die = substr($0, RSTART + 6, RLENGTH - 6) }
	match($0, /"switches":[0-9]+/) {
		switches = substr($0, RSTART + 11, RLENGTH - 11)
		match($0, /"register_reads":[0-9]+/)
		reads = substr($0, RSTART + 17, RLENGTH - 17)
		match($0, /"failed_reads":[0-9]+/)
		print die, switches, reads, substr($0, RSTART + 15, RLENGTH - 15) >"/tmp/costs"
		next
	}
	match($0, /"(who|command|cgroup)":"[^"]*"/) {
		who = substr($0, RSTART + 1, RLENGTH - 2)
		sub(/^[^"]*":"/, "", who)
		if (!match($0, /"value":[0-9.e+-]+/)) next
		count = substr($0, RSTART + 8, RLENGTH - 8)
		match($0, /"seconds":[0-9.]+/)
		print substr($0, RSTART + 10, RLENGTH - 10), die, who, count
	}' /tmp/out >/tmp/shares
}
# recorded ARGUMENT...: uncore tasks, and what it says
recorded() {
	: >/tmp/costs
	uncore tasks "$@" >/tmp/out 2>/tmp/err
	recorded_status=$?
	digest
	return $recorded_status
}
# What all shares of a die add up to, what was counted, and what somebody's part of OF is.
sum_of() { awk -v die=$1 '$2 == die && $3 != "all" { sum += $4 } END { printf "%.0f", sum }' /tmp/shares; }
all_of() { awk -v die=$1 '$2 == die && $3 == "all" { sum += $4 } END { printf "%.0f", sum }' /tmp/shares; }
percent_of() { awk -v die=$1 -v who=$2 -v of=$3 '$2 == die && $3 == who { sum += $4 } END { printf "%.0f", 100 * sum / of }' /tmp/shares; }
# cost_of DIE FIELD
cost_of() { awk -v die=$1 -v field=$2 '$1 == die { sum += $field } END { print sum + 0 }' /tmp/costs; }
# between TEXT VALUE LOW HIGH
between() { check "$1: $2 % ($3 to $4)" [ "$2" -ge $3 -a "$2" -le $4 ]; }

# apart: intervals in which what was shared is not what was counted
apart() {
	awk '{ i = $1 ":" $2; seen[i] = 1; if ($3 == "all") all[i] = $4; else sum[i] += $4 }
		END { for (i in seen) if (sum[i] - all[i] > 0.001 || all[i] - sum[i] > 0.001) n++; print n + 0 }' /tmp/shares
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
	recorded $options -j -e $event /tmp/busy $rounds
	equal "$options status" $? 0
	sim stats >/tmp/stats
	for die in 0 1; do
		expected=$((4 * 1234570))
		[ $die = 0 ] || expected=10010
		equal "$options die $die: all" "$(all_of $die)" $expected
		equal "$options die $die: sum of all shares" "$(sum_of $die)" $expected
	done
	equal "$options intervals whose shares are not their counts" "$(apart)" 0
	at_most "$options context switches, no less than there were" $((4 * rounds - 4)) "$(cost_of 0 2)"
	equal "$options reads that failed" "$(cost_of 0 4)" 0
	# One register for each unit at each switch, but none before the event is enabled. The driver's timer reads some, too.
	said=$(cost_of 0 3)
	seen=$(awk '$1 == "unit" && $2 == 0 && $3 == "cha" { for (i = 5; i <= NF; i++) if (sub(/^rdmsr=/, "", $i)) n += $i }
		    END { print n + 0 }' /tmp/stats)
	at_most "$options register reads that were told, of $seen" "$said" $((seen + 400))
	at_most "$options register reads beside these" $((seen - said)) 2000
done

# --- who was it? The simulator counts while the writer runs, and at no other time: whatever the host does meanwhile, nothing of
# it is (idle), and the writer has at least the half that it gets when the other CPU of its die is busy all the time.
# nobody DIE WHO: intervals in which something was counted and WHO got nothing
nobody() {
	awk -v die=$1 -v who=$2 '$2 == die { if ($3 == "all") all[$1] = $4; if ($3 == who) got[$1] += $4 }
		END { for (time in all) if (all[time] > 0 && !got[time]) n++; print n + 0 }' /tmp/shares
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
	recorded $options -j -e $event -- sh -c "$run"
	equal "$options: all of both dies" "$(all_of 0) $(all_of 1)" "240000 16800"
	equal "$options: sums that are not the total" "$(apart)" 0
	[ $least = 0 ] ||
		equal "$options: idle time while no task ran" "$(percent_of 0 idle 240000) $(percent_of 1 idle 16800)" "0 0"
	equal "$options: intervals without those who caused it" "$(nobody 0 $writer) $(nobody 1 $reader)" "0 0"
	between "$options: writer" "$(percent_of 0 $writer 240000)" $least 100
	between "$options: reader" "$(percent_of 1 $reader 16800)" $least 100
done
rmdir /sys/fs/cgroup/some/writer /sys/fs/cgroup/some /sys/fs/cgroup/reader
umount /sys/fs/cgroup

# --- traffic of an idle machine is of no task, whether counters are read at context switches or by a timer. On a busy host
# uncore itself takes long for a look.
sim rate die=0 unit=cha:* event=0x35 umask=0x1 per_second=1000000 >/dev/null
for options in "" "-t 100" "-t 1000"; do
	recorded $options -j -b command -e $event -- sleep 3
	sort -k 4 -g -r /tmp/shares | head -n 4 | sed 's/^/# /'
	between "${options:-without -t}: (idle) of an idle die" "$(percent_of 0 idle "$(all_of 0)")" 50 100
	equal "${options:-without -t}: intervals whose shares are not their counts" "$(apart)" 0
done
sim rate-stop id=all >/dev/null

# --- what a share cannot tell: another task that runs at the same time has half of it, whatever it does
recorded -b command -j -e $event -- sh -c '
	taskset -c 0 /tmp/busybox-spins sh -c ">/tmp/spins; while [ ! -e /tmp/stop ]; do :; done" &
	while [ ! -e /tmp/spins ]; do usleep 1000; done
	taskset -c 1 /tmp/writer - </tmp/writes >/dev/null
	touch /tmp/stop
	wait'
# The host runs the two CPUs when it likes: between a fifth and all of the other's time.
between "beside one that spins" "$(percent_of 0 writer 240000)" 20 80
between "the one that spins" "$(percent_of 0 busybox-spins 240000)" 20 80
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

# --- a package goes offline: the other one has its shares, its own has none, and nothing waits for a context switch there
cat >/tmp/leaves <<'END'
for cpu in 3 2; do echo 0 >/sys/devices/system/cpu/cpu$cpu/online; done
pmonctl inject die=0 unit=cha:0 event=0x35 umask=0x1 n=54321 >/dev/null
exit 7
END
for options in "" "-I 500" "-t 10" "-w page-faults"; do
	recorded --json $options -e $event -- sh /tmp/leaves
	equal "a package goes offline, $options: status" $? 7
	equal "a package goes offline, $options: no message but of its counters" "$(grep -c 'no context switch' /tmp/err)" 0
	equal "a package goes offline, $options: counted on the other one" $(all_of 0) 54321
	check "a package goes offline, $options: its counts are gone" grep -q '"die":1,"who":"all".*"missing":"gone"' /tmp/out
	for cpu in 2 3; do echo 1 >/sys/devices/system/cpu/cpu$cpu/online; done
done
