# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Signals: they end a run in order, and its command with it. What stays in the kernel is tested in a guest. The tests may run under
# nohup, so the program gets SIGHUP back.

# command_of PID: the process that runs the command, once it does; the command is `sleep 1234`.
command_of() {
	local i child
	for ((i = 0; i < TENTHS; i++)); do
		for child in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
			if grep -qz 1234 "/proc/$child/cmdline" 2>/dev/null; then echo "$child"; return; fi
		done
		sleep 0.1
	done
}

# ended PID: it ends some time
ended() {
	local i
	for ((i = 0; i < TENTHS; i++)); do
		[ -e "/proc/$1" ] && ! grep -q '^State:.Z' "/proc/$1/status" || return 0
		sleep 0.1
	done
	return 1
}

for signal in INT TERM HUP; do
	for command in "metrics mem_bw_reads" "top --once"; do
		# shellcheck disable=SC2086
		env --default-signal=HUP "$uncore" $command -- sleep 1234 >"$out/signal.out" 2>&1 &
		pid=$!
		child=$(command_of $pid)
		kill -$signal $pid
		# Whether it ends at all is what the test is about.
		ended $pid || kill -KILL "$child" $pid
		wait $pid 2>/dev/null
		equal "SIG$signal: ${command%% *}: the status is that of its command" $? $((128 + $(kill -l $signal)))
		equal "SIG$signal: ${command%% *}: its command has ended" "${child:+found} $(ended "$child" && echo ended)" "found ended"
		kill -KILL "$child" 2>/dev/null
	done
	equal "SIG$signal: the last picture is printed" "$(grep -c '^Memory ' "$out/signal.out")" 1
done
# A command that takes its time is waited for, and gets further signals.
"$uncore" metrics mem_bw_reads -- bash -c 'trap "echo one" TERM; trap "echo two; exit 9" INT; echo traps; while :; do sleep 0.1; done' 1234 \
	>"$out/signal.out" 2>&1 &
pid=$!
child=$(command_of $pid)
waits grep -q traps "$out/signal.out"
kill -TERM $pid
for ((i = 0; i < TENTHS; i++)); do ! grep -q one "$out/signal.out" || break; sleep 0.1; done
kill -INT $pid
wait $pid
equal "two signals reach a command that catches the first" "$? $(grep -cE '^(one|two)$' "$out/signal.out")" "9 2"
kill -KILL "$child" 2>/dev/null
# nohup
(trap '' HUP; exec "$uncore" metrics mem_bw_reads -- sleep 1234) >"$out/signal.out" 2>&1 &
pid=$!
child=$(command_of $pid)
kill -HUP $pid
sleep 0.5
equal "SIGHUP that is ignored harms neither" "$([ -e /proc/$pid ] && echo runs) $([ -e "/proc/$child" ] && echo runs)" "runs runs"
kill -TERM $pid
wait $pid
# Nobody reads the output any more.
seconds=1234.$$
{ "$uncore" metrics -I 100 mem_bw_reads -- sleep $seconds 2>"$out/signal.err"; echo $? >"$out/signal.status"; } | {
	head -n 1 >/dev/null
}
equal "| head: it ends by SIGPIPE, without a word" "$(cat "$out/signal.status") $(cat "$out/signal.err")" "141 "
equal "| head: and so does its command" "$(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -c "[s]leep $seconds ")" 0
# A command that cannot be run.
says 127 'cannot run /: Permission denied' "a command that is none" "$uncore" metrics mem_bw_reads -- /
equal "and no table" "$("$uncore" metrics mem_bw_reads -- /nothing 2>/dev/null)" ""

# The caller ignores SIGCHLD, as some agents do: the command's end is noticed all the same.
for command in "metrics mem_bw_reads" "top --once" "metrics --json -I 50 mem_bw_reads"; do
	# shellcheck disable=SC2086
	(trap '' CHLD; exec timeout -k 1 "$PATIENCE" env --ignore-signal=CHLD "$uncore" $command -- sh -c 'sleep 0.2; exit 5') >/dev/null 2>&1
	equal "SIGCHLD is ignored: ${command%% *}: the status of the command" $? 5
done

# Ctrl-C while a file of metrics is still read: the command is not started. `script` has a terminal, whose signals reach all of its
# processes; the shell in it survives them.
mkfifo "$out/signal.fifo" 2>/dev/null
rm -f "$out/signal.ran" "$out/signal.pid"
(
	for ((i = 0; i < TENTHS; i++)); do [ ! -s "$out/signal.pid" ] || break; sleep 0.1; done
	# It has run_begin() behind it once it blocks SIGINT.
	for ((i = 0; i < TENTHS; i++)); do
		! grep -qi '^SigBlk:.*[2367abef]$' "/proc/$(cat "$out/signal.pid")/status" || break
		sleep 0.1
	done
	sleep 0.3
	printf '\003'
	sleep 0.3
	printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\nimc.own\tGB/s\t3\t-\tcas_count.rd\ta\tx\n' >"$out/signal.fifo"
	sleep 1
) | timeout -k 1 "$PATIENCE" script -qec "trap : INT; sh -c 'echo \$\$ >$out/signal.pid; exec $uncore metrics -f $out/signal.fifo own -- touch $out/signal.ran'
	echo status \$?" /dev/null >"$out/signal.out" 2>&1
equal "SIGINT before the command is started: it does not run" "$(grep -o 'status [0-9]*' "$out/signal.out") $(ls "$out/signal.ran" 2>/dev/null)" "status 130 "

# Signals that would end the program by their default. A shell ignores SIGQUIT for its background jobs.
for signal in QUIT USR1 USR2 ALRM VTALRM PROF XCPU IO PWR STKFLT RTMIN; do
	env --default-signal=QUIT "$uncore" metrics mem_bw_reads -- sleep 1234 >"$out/signal.out" 2>&1 &
	pid=$!
	child=$(command_of $pid)
	kill -$signal $pid
	ended $pid || kill -KILL "$child" $pid
	wait $pid 2>/dev/null
	equal "SIG$signal: the status, the table, the command has ended" \
		"$? $(grep -c '^imc.mem_bw_reads ' "$out/signal.out") ${child:+found} $(ended "$child" && echo ended)" \
		"$((128 + $(kill -l $signal))) 2 found ended"
	kill -KILL "$child" 2>/dev/null
done
# The kernel sends the signal of a timer to the program alone.
seconds=1235.$$
timeout -k 1 "$PATIENCE" python3 -c 'import os, signal, sys; signal.alarm(3); os.execv(sys.argv[1], sys.argv[1:])' \
	"$uncore" metrics mem_bw_reads -- sleep $seconds >"$out/signal.out" 2>&1
equal "alarm(): the status, and its command has ended" \
	"$? $(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -c "[s]leep $seconds ")" "142 0"
# A file that may not grow any more is an error of the output.
says 1 '^uncore: cannot write the output: File too large$' "ulimit -f: a message, and the command is waited for" \
	bash -c "ulimit -f 1; '$uncore' metrics -I 20 mem_bw_reads -- sh -c 'for i in \$(seq $TENTHS); do [ \$(stat -c %s $out/signal.out) -lt 1024 ] || break; sleep 0.1; done; sleep 0.5; : >$out/signal.ran' 2>&1 >'$out/signal.out' | cat; exit \${PIPESTATUS[0]}"
equal "and it has run to its end" "$(ls "$out/signal.ran")" "$out/signal.ran"
# shellcheck disable=SC2016 # the shell in it expands that
"$uncore" metrics mem_bw_reads -- sh -c 'kill -XFSZ $$' >/dev/null 2>&1
equal "SIGXFSZ ends the command as before" $? 153
