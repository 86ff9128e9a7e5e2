# SPDX-License-Identifier: GPL-2.0-only
# What counting costs, for tests and for `make bench`: sourced in the guest.

SWEEPS=100
# Cross-calls are counted in each of so many sweeps. The kernel sometimes makes calls of its own, and sends none to an idle CPU that
# polls. So the median shows what a sweep costs.
COUNTED=40

# All register accesses in the simulator's last reply.
READS=@reply.rdmsr+@reply.pcird+@reply.mmiord
WRITES=@reply.wrmsr+@reply.pciwr+@reply.mmiowr

# measure_load COMMAND...: sets table_reads, load_reads and load_writes
measure_load() {
	sim stats reset >/dev/null
	"$@"
	sim stats >/tmp/stats
	eval "$(awk '$1 == "tablerd" { table = $2 }
		     $1 ~ /^(rdmsr|pcird|mmiord)$/ && NF == 2 { reads += $2 }
		     $1 ~ /^(wrmsr|pciwr|mmiowr)$/ && NF == 2 { writes += $2 }
		     END { printf "table_reads=%d load_reads=%d load_writes=%d", table, reads, writes }' \
		/tmp/stats)"
}

# measure EVENT...: opens each event on both packages as perf stat does, reads all of them
# $SWEEPS times from one CPU, and closes them. Every event has to count a 5 for each CHA of
# the package at the end. Sets descriptors, timers, count, reads and writes (without the sweeps),
# sweep_reads, sweep_writes and sweep_calls (of all sweeps, by the median).
measure() {
	rm -f /tmp/measured /tmp/calls
	number=0
	for event in "$@"; do
		for die in 0 1; do
			echo "open e$number $event die=$die disabled"
			number=$((number + 1))
		done
	done >/tmp/opens
	names=$(sed 's/^open \(e[0-9]*\) .*/\1/' /tmp/opens)
	{
		echo "cpu 0"
		echo "sim stats reset"
		cat /tmp/opens
		for name in $names; do echo "enable $name"; done
		echo "run ls -l /proc/\$PPID/fd | grep -c perf_event >/tmp/descriptors"
		# The kernel unlocks the list after each line: a timer is printed twice if another is added before it meanwhile.
		echo "run for i in 1 2 3; do grep -cE 'die_timer|uncore_pmu_hrtimer' /proc/timer_list; done | sort -n | head -n 1 >/tmp/timers"
		echo "sim inject die=* unit=cha:* event=0x35 umask=0x1 n=5"
		echo "sim stats"
		echo "set reads $READS"
		echo "set writes $WRITES"
		sweep=0
		while [ $sweep -lt $SWEEPS ]; do
			[ $sweep -ge $COUNTED ] || echo "cross-calls calls"
			for name in $names; do echo "read value $name"; done
			sweep=$((sweep + 1))
			[ $sweep -le $COUNTED ] || continue
			echo "cross-calls calls_after"
			echo "set calls_$sweep @calls_after-@calls"
		done
		echo "run echo $(seq $COUNTED | sed 's/^/@calls_/' | tr '\n' ' ') >/tmp/calls"
		echo "sim stats"
		echo "set reads_after $READS"
		echo "set writes_after $WRITES"
		echo "set count 0"
		for name in $names; do
			echo "disable $name"
			echo "read value $name"
			echo "set count @count+@value"
		done
		echo "close all"
		echo "sim stats"
		echo "set reads_end $READS"
		echo "set writes_end $WRITES"
		echo "set sweep_reads @reads_after-@reads"
		echo "set sweep_writes @writes_after-@writes"
		echo "set reads_rest @reads_end-@sweep_reads"
		echo "set writes_rest @writes_end-@sweep_writes"
		echo "run echo reads=@reads_rest writes=@writes_rest sweep_reads=@sweep_reads" \
		     "sweep_writes=@sweep_writes count=@count >/tmp/measured"
		echo "expect-equal @count $((2 * 5 * UNITS_cha)) the events count what happens"
	} | pmontest
	[ -e /tmp/measured ] || fail "nothing was measured for $1"
	eval "$(cat /tmp/measured)"
	descriptors=$(cat /tmp/descriptors)
	timers=$(cat /tmp/timers)
	sweep_calls=$(($(tr ' ' '\n' </tmp/calls | sort -n | sed -n $((COUNTED / 2))p) * SWEEPS))
}

# One event on every CHA, as events of unit PMUs; both drivers have these.
unit_events() {
	for id in $(unit_ids cha); do
		echo "uncore_cha_$id/event=0x35,umask=0x1/"
	done
}
TYPE_EVENT=uncoreall_cha/event=0x35,umask=0x1/
