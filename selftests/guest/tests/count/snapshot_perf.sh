# SPDX-License-Identifier: GPL-2.0-only
# what: perf stat reads a group with snapshot=1 at one instant, in each version of perf
# machine: small
# other perfs: 6.1 7.3
# kernels: 6.12
sim clock die=* unit=cha:* hz=2000000000

# pairs LEADER-TERMS PMU PERF-OPTION...: perf stat of two clocks in a group, four times. Without intervals perf stops a group
# before it reads it.
pairs() {
	pairs_events="{$2/event=0x1$1/,$2/event=0x1/}"
	pairs_perf=$3
	shift 3
	rm -f /tmp/perf.out
	sim stats reset >/dev/null
	for run in 1 2 3 4; do
		"$pairs_perf" stat "$@" -x '|' -o /tmp/perf.out --append -e "$pairs_events" -- sleep 0.1 \
			2>/tmp/perf.err || not_ok "perf stat $pairs_events: $(head -n 3 /tmp/perf.err)"
	done
	writes=$(sim stats | awk '$1 == "wrmsr" { print $2 }')
	# The two lines of an interval follow each other; with --per-socket those of a socket do.
	awk -F'|' '!/event=/ { next } { for (i = 1; i < NF; i++) if ($(i + 1) ~ /^uncore/ || $(i + 2) ~ /^uncore/) break }
		++n % 2 { first = $i; next } first == $i { same++ } END { print n / 2, same + 0 }' /tmp/perf.out
}

# compare PERF-VERSION PMU OPTION...
compare() {
	perf=/opt/perf-$1/bin/perf text="perf $1 of $2" pmu=$2
	shift 2
	pairs ",snapshot" $pmu $perf "$@" >/tmp/pairs
	read -r number same </tmp/pairs
	with=$writes
	equal "$text: pairs that are equal" "$same" "$number"
	check "$text: there are some" test "${number:-0}" -ge 4
	pairs "" $pmu $perf "$@" >/tmp/pairs
	read -r number same </tmp/pairs
	at_most "$text: pairs that are equal without snapshot" "$same" $((number - 1))
	check "$text: more writes with it, $with to $writes" test "$with" -gt "$writes"
}

# perf 6.1 reads every name of the machine at each of its starts.
load type_names=0
compare 6.1 uncore_cha_1 -a
unload
load
compare 6.12 uncore_cha_1 -a --per-socket
compare 7.3 uncore_cha_1 -C 0 -I 20
compare 6.12 uncoreall_cha -a
compare 6.12 uncoreall_cha -a -I 20
