# SPDX-License-Identifier: GPL-2.0-only
# what: who may count with `uncore` at each level of kernel.perf_event_paranoid of Debian, and that what a message says then works
# machine: small
# kernels: 6.12
load
paranoid=/proc/sys/kernel/perf_event_paranoid
before=$(cat $paranoid)
ifconfig lo 127.0.0.1 up

# run_as USER COMMAND...
run_as() {
	local user=$1
	shift
	[ $user != root ] || { "$@"; return; }
	as $user "$@"
}
metrics="uncore metrics --total imc.mem_bw_total -- true"
export="uncore export --once"
top="uncore top --once -I 1"
units="uncore units -e cha/event=0x35,umask=0x1/ -- true"
tasks="uncore tasks -e cha/event=0x35,umask=0x1/ -- true"
windows="uncore windows record -c 1000000 -o /tmp/windows -e cha/tor_inserts.ia_miss_drd/ -- true"
list="uncore list"
explain="uncore explain cha/event=0x35,umask=0x1/"

# The commands that count by events alone, and the status that each user gets: with the kernel's setting of Debian, CAP_PERFMON
# is not enough above 2.
for level in -1 2 3 4; do
	echo $level >$paranoid
	for user in root sys_admin perfmon none; do
		expected=0
		case $level:$user in
		2:none | [34]:none | [34]:perfmon) expected=4 ;;
		esac
		for command in "$metrics" "$export" "$top"; do
			run_as $user $command >/tmp/out 2>/tmp/err
			equal "level $level, $user: $command: $(grep -m 1 uncore: /tmp/err)" $? $expected
		done
		[ $expected = 4 ] || continue
		# What the message says, but "run as root": the level, and the capability.
		advice=$(sed -n 's/.*sysctl kernel.perf_event_paranoid=\([0-9]*\)$/\1/p' /tmp/err)
		with=$user
		case $(cat /tmp/err) in
		*"setcap cap_perfmon=ep "*" and: "*)	with=perfmon ;;
		*"setcap "*", or: "*)	run_as perfmon $metrics >/tmp/out 2>&1
			equal "level $level, $user: setcap as it says" $? 0 ;;
		esac
		echo "$advice" >$paranoid
		run_as $with $metrics >/tmp/out 2>&1
		equal "level $level, $user: level $advice as it says" $? 0
		echo $level >$paranoid
	done
done

# The other commands: tasks needs CAP_BPF, too; tracepoints need root; list opens nothing, and a record lacks what is traced. Each
# message names what then works.
for level in -1 2 3; do
	echo $level >$paranoid
	for user in root sys_admin bpf,perfmon perfmon none; do
		for command in "$tasks" "$units" "$windows" "$list" "$explain"; do
			# A trace instance takes long.
			[ $level = 3 ] || [ "$command" != "$units" ] || continue
			rm -f /tmp/windows
			expected=0
			case $level:$user:$command in
			*:root:* | *:sys_admin:*tasks* | -1:bpf,perfmon:*tasks* | 2:bpf,perfmon:*tasks* | *"uncore list")	;;
			*tasks* | *units*)	expected=4 ;;
			2:none:* | 3:none:* | 3:*perfmon:*)	expected=4 ;;
			esac
			run_as $user $command >/tmp/out 2>/tmp/err
			equal "level $level, $user: $command: $(grep -m 1 uncore: /tmp/err)" $? $expected
			[ $expected = 4 ] || continue
			# explain prints the reason as a sentence.
			sed 's/[.]$//' /tmp/out >>/tmp/err
			case $command in
			*units*) check "level $level, $user: units require root" grep -q 'run as root' /tmp/err; continue ;;
			esac
			with=$user
			case $(cat /tmp/err) in
			*"setcap cap_bpf,cap_perfmon=ep "*)	with=bpf,perfmon ;;
			*"setcap cap_perfmon=ep "*)	with=perfmon ;;
			esac
			advice=$(sed -n 's/.*sysctl kernel.perf_event_paranoid=\([0-9]*\)$/\1/p' /tmp/err)
			case $(cat /tmp/err) in
			*", or: sudo sysctl "*"perf_event_paranoid=0")	;;
			*)	echo ${advice:-$level} >$paranoid ;;
			esac
			run_as $with $command >/tmp/out 2>&1
			equal "level $level, $user: $command: as its message says, with $with" $? 0
			echo $level >$paranoid
		done
	done
done

# What the unit gives to the service.
for level in 2 3 4; do
	echo $level >$paranoid
	# The background job truncates it when it runs: until then it would have what the server before has said.
	: >/tmp/log
	as perfmon,sys_admin uncore export --listen 127.0.0.1:9716 2>/tmp/log &
	server=$!
	while ! grep -q listening /tmp/log && kill -0 $server; do sleep 1; done
	check "level $level: the service answers" sh -c 'wget -q -O - http://127.0.0.1:9716/metrics | grep -q "^uncore_memory_read_bytes_total"'
	caps=$(sed -n "s/^Cap[PEA][rfm][mfb]:.//p" /proc/$server/status | tr "\n" " ")
	equal "level $level: its capabilities" "$caps" "0000004000000000 0000004000000000 0000000000000000 "
	kill $server
	wait $server
done
echo $before >$paranoid
