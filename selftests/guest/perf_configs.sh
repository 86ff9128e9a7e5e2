# SPDX-License-Identifier: GPL-2.0-only
# For the tests that open events by the hundred: what does perf pass to the kernel?

# open_events PERF LIST WHAT: one perf stat of all events of a list of `EVENT CONFIG CONFIG1`. Fails
# with a line `not ok` if perf or the kernel refuses one, or if perf passes another configuration.
# They stay disabled: what costs is not to open hundreds of events but to have them take turns on four counters.
open_events() {
	# One argument has at most 128 KiB, and there are more events than descriptors by default.
	set -- "$1" "$2" "$3" $(awk '{ printf "%s%s", NR % 1000 == 1 ? " -e " : ",", $1 }' "$2")
	open_perf=$1 open_list=$2 open_what=$3
	shift 3
	ulimit -n 20000
	watch_opens
	"/opt/perf-$open_perf/bin/perf" stat -D -1 -x '|' -o /tmp/perf.out -C 0 "$@" -- true >/tmp/perf.err 2>&1
	open_status=$?
	opens_seen >/tmp/perf.attrs
	if [ $open_status != 0 ]; then
		not_ok "perf $open_perf does not open the $open_what from $(head -n 1 "$open_list" | cut -d' ' -f1) on"
		head -n 4 /tmp/perf.err | cut -c1-300 | sed 's/^/# /'
		return 1
	fi
	if grep -q 'not supported' /tmp/perf.out; then
		not_ok "perf $open_perf: the kernel refuses $(grep -c 'not supported' /tmp/perf.out) $open_what, such as" \
			"$(grep -m 1 'not supported' /tmp/perf.out)"
		return 1
	fi
	# An event is opened on several units, one behind the other, and where the kernel has not all that perf asks for, once more.
	awk -v what="perf $open_perf, $open_what" '
		FNR == NR {
			if ($2 " " $3 != last) { name[++wanted] = $1; want[wanted] = $2 " " $3 }
			last = $2 " " $3
			next
		}
		$0 != have[got] { have[++got] = $0 }
		END {
			for (i = 1; i <= wanted && bad < 3; i++)
				if (have[i] != want[i]) {
					printf "not ok - %s: %s is passed as %s, expected %s\n", what,
					       name[i], have[i], want[i]
					bad++
				}
			if (got != wanted && !bad) {
				printf "not ok - %s: %d configurations instead of %d\n", what, got, wanted
				bad++
			}
			exit bad != 0
		}' "$open_list" /tmp/perf.attrs
}

# watch_opens: from here on a trace has type, config and config1 of the struct perf_event_attr of each event that is opened. It is the
# first argument of the system call, whose registers are at the first argument of this function: di is 112 bytes behind their start.
# strace takes longer than perf. The types below 6 are the kernel's own, which perf opens to try what there is.
OPENS=/sys/kernel/tracing/instances/opens
watch_opens() {
	echo 'p:opens __x64_sys_perf_event_open type=+u0(+112(%di)):x32 config=+u8(+112(%di)):x64 config1=+u56(+112(%di)):x64' \
		>>/sys/kernel/tracing/kprobe_events
	mkdir $OPENS
	echo nocontext-info >$OPENS/trace_options
	echo 'type > 5' >$OPENS/events/kprobes/opens/filter
	echo 1 >$OPENS/events/kprobes/opens/enable
}

# opens_seen: `CONFIG CONFIG1` of each, and nothing is watched any more
opens_seen() {
	echo 0 >$OPENS/events/kprobes/opens/enable
	sed -n 's/^.* config=\(0x[0-9a-f]*\) config1=\(0x[0-9a-f]*\)$/\1 \2/p' $OPENS/trace
	rmdir $OPENS
	echo '-:opens' >>/sys/kernel/tracing/kprobe_events
}
