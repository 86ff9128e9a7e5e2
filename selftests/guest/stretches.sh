# SPDX-License-Identifier: GPL-2.0-only
# How much is done while a CPU has IRQs off, for `make bench`: sourced in the guest. The simulator, with the option stretches=on,
# tells the most MSR accesses of a CPU without a moment in between at which it had IRQs on.

AT_ONCE="1 2 4 8"

# note_stretch ROW: what there was since the last time
note_stretch() {
	cat <<-END
	sim stats reset
	set stretch @reply.stretch
	expect-at-most 1 @stretch $1: accesses
	run echo '$1|'@stretch >>/tmp/stretches
	END
}

# each_event COMMAND: for each event of /tmp/opens
each_event() { sed "s/^open \([^ ]*\) .*/$1 \1/" /tmp/opens; }

# groups NAME EVENT OPTION PMU...: a group of four on each PMU
groups() {
	group=$1 event=$2 option=$3
	shift 3
	for pmu in "$@"; do
		echo "open $pmu.${group}1 $pmu/event=$event,umask=1/ die=1 group $option"
		for umask in 2 4 8; do
			echo "open $pmu.$group$umask $pmu/event=$event,umask=$umask/ die=1 leader=$pmu.${group}1"
		done
	done
}

# What an event that samples costs; the kernel's own driver has none. ONE is the unit PMU that samples, or the type PMU.
sampling() {
	one=$1
	shift
	cat <<-END
	open s $one/event=0x36,umask=1/ die=1 period=1000 samples
	sim stats reset
	sim inject die=1 unit=cha:5 event=0x36 umask=1 n=1000
	await-samples s 1
	thaw 1
	END
	note_stretch "overflow of one unit"
	echo "close s"
}

# stretches COLUMN ONE PMU...: the four events of all PMUs are on package 1, whose owner can go; the caller is on the other one. ONE,
# if it is not -, samples beside three of them.
stretches() {
	name=$1 one=$2
	shift 2
	# Turns so long that one has ended before the next begins, however slow the machine is.
	for pmu in "$@"; do echo 500 >$PMUS/$pmu/perf_event_mux_interval_ms; done
	owner=$(cpumask uncore_cha_0 | sed 's/.*[,-]//')
	: >/tmp/stretches
	for pmu in "$@"; do
		for umask in $AT_ONCE; do
			echo "open $pmu.$umask $pmu/event=0x35,umask=$umask/ die=1 disabled"
		done
	done >/tmp/opens
	{
		echo "section stretches with IRQs off, $name"
		echo "cpu 0"
		cat /tmp/opens
		echo "sim stats reset"
		each_event enable
		note_stretch "start 4 events, one by one"
		each_event "read value"
		note_stretch "read an event"
		# Timers against wraps come once a minute.
		echo "run sleep 65"
		note_stretch "timer: poll all counters"
		echo "run echo 0 >/sys/devices/system/cpu/cpu$owner/online"
		note_stretch "handover to another CPU"
		echo "run echo 1 >/sys/devices/system/cpu/cpu$owner/online"
		echo "sim stats reset"
		each_event disable
		note_stretch "stop 4 events, one by one"
		echo "close all"
		if [ $one != - ]; then
			grep -v '\.8 ' /tmp/opens | sed 's/ disabled$//'
			sampling $one
			echo "close all"
		fi
		groups a 0x35 disabled "$@"
		echo "sim stats reset"
		for pmu in "$@"; do echo "enable $pmu.a1"; done
		note_stretch "start a group of 4"
		for pmu in "$@"; do echo "read value $pmu.a1"; done
		note_stretch "read a group of 4"
		# Now twice as many as there are counters.
		groups b 0x60 "" "$@"
		echo "sim stats reset"
		echo "wait 3000"
		note_stretch "4 events change with 4 others"
		echo "close all"
		echo "end"
	} | pmontest
	sort -t '|' -k 1,1 /tmp/stretches >/tmp/stretch.$name
	grep -q '^overflow' /tmp/stretch.$name ||
		{ echo 'overflow of one unit|-' >>/tmp/stretch.$name && sort -t '|' -k 1,1 -o /tmp/stretch.$name /tmp/stretch.$name; }
}

cha_pmus() { for id in $(unit_ids cha); do echo "uncore_cha_$id"; done; }
