# SPDX-License-Identifier: GPL-2.0-only
# what: however `uncore` ends, it leaves no trace instance, no enabled tracepoint and no command behind
# machine: small
# kernels: 6.12
load
event=uncoreall_cha/event=0x35,umask=0x1/
instances=/sys/kernel/tracing/instances

counting() { [ "$(cat $instances/uncore.$1/events/uncore_pmon/$2/enable 2>/dev/null)" = 1 ]; }
# command_of PID: its child that runs sleep
command_of() {
	for process in $(cat /proc/$1/task/$1/children); do
		[ "$(cat /proc/$process/comm)" != sleep ] || echo $process
	done
}
nothing_left() { [ -z "$(ls $instances)" ]; }

for signal in INT TERM HUP PIPE SEGV KILL; do
	for command in "units -I 100 -e $event" "top --once" "windows record -o /tmp/windows -c 1000 -e $event"; do
		name=${command%% *} traced=unit_count
		[ $name != windows ] || traced=sample
		uncore $command -- sleep 1234 >/dev/null 2>&1 &
		pid=$!
		eventually "SIG$signal: $name counts" 'counting $pid $traced && child=$(command_of $pid) && [ -n "$child" ]'
		kill -$signal $pid
		wait $pid 2>/dev/null
		eventually "SIG$signal: $name leaves no instance" nothing_left
		case $signal in
		INT|TERM|HUP|PIPE)
			refuse "SIG$signal: nor its command" test -e /proc/$child ;;
		# The others give it no time to end its command.
		*)	kill -KILL $child ;;
		esac
	done
done

# A signal before the first count, while tracepoints are opened: what was counted up to then is printed.
for command in "units -I 100 -e $event" "units -e $event" "windows record -o /tmp/windows -c 1000 -e $event"; do
	for signal in TERM HUP; do
		uncore $command >/tmp/rows 2>/dev/null &
		pid=$!
		eventually "SIG$signal before the count: ${command%% *} begins" '[ -n "$(ls $instances)" ]'
		kill -$signal $pid
		wait $pid
		equal "SIG$signal before the count: $command" $? 0
		[ "${command%% *}" = units ] || cp /tmp/windows /tmp/rows
		check "and its lines" [ -s /tmp/rows ]
		eventually "and no instance" nothing_left
	done
done

# Nobody reads the output any more.
uncore units -I 200 -e $event | head -n 3 >/tmp/out
equal "lines for head" "$(wc -l </tmp/out)" 3
eventually "head: no instance" nothing_left

# The process that would clean up is killed as well: the next start does it. A program that still runs keeps its own.
uncore units -I 100 -e $event >/tmp/alive 2>&1 &
alive=$!
eventually "one goes on" "counting $alive unit_count"
uncore units -I 100 -e $event >/dev/null 2>&1 &
dead=$!
eventually "one is to be killed" "counting $dead unit_count"
# Its children: it runs no command.
kill -STOP $dead
kill -KILL $(cat /proc/$dead/task/$dead/children) $dead
wait $dead 2>/dev/null
equal "its instance is left" "$(ls $instances | sort | tr '\n' ' ')" "$(printf '%s\n' uncore.$alive uncore.$dead | sort | tr '\n' ' ')"
mkdir $instances/uncore.other
uncore units -e $event -- true >/dev/null
equal "the next start removes it and nothing else" "$(ls $instances | sort | tr '\n' ' ')" "uncore.$alive uncore.other "
lines=$(wc -l </tmp/alive)
eventually "the other one still counts" '[ $(wc -l </tmp/alive) -gt $lines ] && counting $alive unit_count'
rmdir $instances/uncore.other
kill $alive
wait $alive
equal "it ends in order" "$? $(ls $instances)" "0 "
