# SPDX-License-Identifier: GPL-2.0-only
# For the tests that open events by the hundred: what does perf pass to the kernel?

# open_events PERF LIST WHAT: one perf stat of all events of a list of `EVENT CONFIG CONFIG1`. Fails
# with a line `not ok` if perf or the kernel refuses one, or if perf passes another configuration.
# They stay disabled: what costs is not to open hundreds of events but to have them take turns on four counters.
open_events() {
	events=$(awk '{ printf "%s%s", comma, $1; comma = "," }' "$2")
	# Not by what `perf stat -vv` prints: that takes perf 7.3 ten times as long.
	if ! /opt/tools/bin/strace -f --seccomp-bpf -v -X raw -o /tmp/strace.out -e trace=perf_event_open \
	     "/opt/perf-$1/bin/perf" stat -D -1 -x '|' -o /tmp/perf.out -C 0 -e "$events" -- true \
	     >/tmp/perf.err 2>&1; then
		not_ok "perf $1 does not open the $3 from $(head -n 1 "$2" | cut -d' ' -f1) on"
		head -n 4 /tmp/perf.err | cut -c1-300 | sed 's/^/# /'
		return 1
	fi
	if grep -q 'not supported' /tmp/perf.out; then
		not_ok "perf $1: the kernel refuses $(grep -c 'not supported' /tmp/perf.out) $3, such as" \
			"$(grep -m 1 'not supported' /tmp/perf.out)"
		return 1
	fi
	# An event is opened on several units, one behind the other, and where the kernel has not all that perf asks
	# for, once more. The types below 6 are the kernel's own, which perf opens to try what there is.
	grep -oE '\{type=[0-9a-fx]*| config1?=[0-9a-fx]*' /tmp/strace.out | tr -d '\n' | tr '{' '\n' |
		grep -vE '^(type=(0|0x[1-5]) |$)' >/tmp/perf.attrs
	# Lines `type=T config=N config1=N`, and before them the list.
	awk -F'[ =]' -v what="perf $1, $3" '
		FNR == NR {
			if ($2 " " $3 != last) { name[++wanted] = $1; want[wanted] = $2 " " $3 }
			last = $2 " " $3
			next
		}
		{
			# strace shows a zero without its base.
			config = ($4 == "0" ? "0x0" : $4) " " ($6 == "0" ? "0x0" : $6)
			if (config != have[got]) have[++got] = config
		}
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
		}' "$2" /tmp/perf.attrs
}
