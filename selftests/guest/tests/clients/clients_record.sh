# SPDX-License-Identifier: GPL-2.0-only
# what: perf's Python scripts read the samples of units; perf daemon samples units in two sessions
# machine: small
# kernels: 6.12
. /test/clients.sh
note "perf $(version_of linux-perf)"

# perf would read the kernel's symbols each time it starts.
restricted=/proc/sys/kernel/kptr_restrict
was_restricted=$(cat $restricted)
echo 2 >$restricted

# intel_uncore does not sample.
REJECTED="syscall returned with 22 (Invalid argument)"

cat >/tmp/commands <<'END'
inject die=0 unit=cha:1 event=0x35 umask=1 n=500
inject die=1 unit=imc:0 event=0x2 umask=0x11 n=500
inject die=0 unit=cha:1 event=0x35 umask=1 n=500
END

scripted() {
	$PERF record -q -o /tmp/data -a -c 500 --period \
		-e uncore_cha_1/event=0x35,umask=0x1,name=tor/,uncore_imc_0/event=0x2,umask=0x11,name=imc/ \
		-- sh /test/run_commands.sh /tmp/commands >/tmp/err 2>&1
	if ! loaded uncore_pmon; then
		check "intel_uncore: perf record: $REJECTED" grep -qF "$REJECTED" /tmp/err
		return
	fi
	client perf script -i /tmp/data -s /clients/samples.py >/tmp/got 2>/tmp/err
	equal "perf script with a Python script" "$(sort /tmp/got | xargs)" "imc 2 500 tor 0 500 tor 0 500"
	# A Python script of Debian's perf. A timer takes the samples, so any task can be in them: only their number is known.
	client perf script report stackcollapse -i /tmp/data >/tmp/got 2>/tmp/err
	equal "samples that perf's stackcollapse counts" "$(awk '{ n += $NF } END { print n }' /tmp/got)" 3
}

# The sessions' files, each with the samples until a signal or the end.
sessions() {
	mkdir -p /tmp/daemon
	cat >/tmp/daemon.conf <<-'END'
		[daemon]
		base=/tmp/daemon
		[session-imc]
		run = -a -c 500 -e uncore_imc_0/event=0x2,umask=0x11/ --switch-output -m 16
		[session-cha]
		run = -a -c 300 -e uncore_cha_1/event=0x35,umask=0x1/ --switch-output -m 16
	END
	daemon start || not_ok "perf daemon: $(tail -n 1 /tmp/answer)"
	if ! loaded uncore_pmon; then
		for session in imc cha; do
			await "session '$session' exited, status=255" /tmp/daemon/output
			check "intel_uncore: perf daemon's session $session: $REJECTED" \
				grep -qF "$REJECTED" /tmp/daemon/session-$session/output
		done
		daemon stop
	elif sessions_run; then
		one_sample_each 0
		daemon signal
		for session in imc cha; do
			await "Dump perf.data" /tmp/daemon/session-$session/output
		done
		one_sample_each 1
		daemon stop
		await "daemon exited" /tmp/daemon/output
		for session in imc:500 cha:300; do
			for file in /tmp/daemon/session-${session%:*}/perf.data.*; do
				client perf script -i "$file" -F cpu,period 2>/tmp/err | xargs
			done >/tmp/got
			equal "perf daemon, session ${session%:*}: the samples before a signal, and those until it stops" \
				"$(xargs </tmp/got)" "[000] ${session#*:} [002] ${session#*:}"
		done
	else
		sed 's/^/# /' /tmp/daemon/session-*/output
		daemon stop
	fi
	await "daemon exited" /tmp/daemon/output
	rm -r /tmp/daemon
}
daemon() { client perf daemon "$1" --config /tmp/daemon.conf >/tmp/answer 2>&1; }

# await TEXT FILE
await() {
	for try in $(seq 600); do
		! grep -qF "$1" "$2" 2>/tmp/err || return 0
		usleep 100000
	done
	not_ok "$2 does not say: $1"
}
sessions_run() {
	for try in $(seq 600); do
		daemon ping
		[ "$(grep -cE "^OK *(imc|cha)" /tmp/answer)" != 2 ] || return 0
		usleep 100000
	done
	not_ok "perf daemon ping: $(xargs </tmp/answer)"
	return 1
}

# one_sample_each DIE: returns when the samples are made
one_sample_each() {
	{
		echo "inject die=$1 unit=imc:0 event=0x2 umask=0x11 n=500"
		echo "inject die=$1 unit=cha:1 event=0x35 umask=0x1 n=300"
	} >/tmp/each
	sh /test/run_commands.sh /tmp/each
}

each_way() {
	scripted
	sessions
}
with_each_driver each_way
echo $was_restricted >$restricted
