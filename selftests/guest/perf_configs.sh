# SPDX-License-Identifier: GPL-2.0-only
# For the tests that open events by the hundred: what does perf pass to the kernel?

# open_events PERF LIST WHAT: one perf stat of all events of a list of `EVENT CONFIG CONFIG1`. Fails
# with a line `not ok` if perf or the kernel refuses one, or if perf passes another configuration.
open_events() {
	events=$(awk '{ printf "%s%s", comma, $1; comma = "," }' "$2")
	if ! "/opt/perf-$1/bin/perf" stat -vv -x '|' -o /tmp/perf.out -C 0 -e "$events" -- true \
	     >/tmp/perf.err 2>&1; then
		not_ok "perf $1 does not open the $3 from $(head -n 1 "$2" | cut -d' ' -f1) on"
		grep -vE '^ |^-|^sys_|^perf_event_attr|^Using|^Control' /tmp/perf.err | head -n 4 |
			sed 's/^/# /'
		return 1
	fi
	if grep -q 'not supported' /tmp/perf.out; then
		not_ok "perf $1: the kernel refuses $(grep -c 'not supported' /tmp/perf.out) $3, such as" \
			"$(grep -m 1 'not supported' /tmp/perf.out)"
		return 1
	fi
	# -vv shows each attr. An event is opened on several CPUs and units, one behind the other.
	grep -E '^perf_event_attr:|config' /tmp/perf.err >/tmp/perf.attrs
	awk -v what="perf $1, $3" '
		FNR == NR {
			if ($2 " " $3 != last) { name[++wanted] = $1; want[wanted] = $2 " " $3 }
			last = $2 " " $3
			next
		}
		/^perf_event_attr:/ { finish(); inside = 1; config = config1 = "0x0"; next }
		$1 == "config" { config = $2 }
		/config1/ { config1 = $NF }
		function finish() {
			# perf shows a zero without its base.
			if (config == "0") config = "0x0"
			if (config1 == "0") config1 = "0x0"
			if (inside && config " " config1 != have[got]) have[++got] = config " " config1
			inside = 0
		}
		END {
			finish()
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
