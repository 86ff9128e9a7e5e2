# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore tasks`: the table, names that a terminal would obey, cgroups outside the tree, its status, the lines of its page
# machine: small
# kernels: 6.12
load
event=cha/event=0x35,umask=0x1/
cp /bin/pmonctl /tmp/writer
i=0
while [ $i -lt 600 ]; do
	echo "inject die=0 unit=cha:* event=0x35 umask=0x1 n=100"
	i=$((i + 1))
done >/tmp/writes

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
