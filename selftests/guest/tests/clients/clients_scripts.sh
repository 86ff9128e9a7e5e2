# SPDX-License-Identifier: GPL-2.0-only
# what: perf commands as PerfSpect and ucevent make them, with events of all units, count every unit exactly once
# machine: small
# kernels: 6.12
# perf: each
. /test/clients.sh
. /test/ways.sh

# ucevent names each PMU whose name begins with uncore_TYPE.
ucevents_events() {
	for pmu in $PMUS/uncore_$1*; do
		printf '%s' ",${pmu##*/}/$2/"
	done
}

in_ucevents_way() {
	events=
	while IFS='|' read -r type terms config simulated; do
		[ $type = iio ] || events="$events$(ucevents_events $type $terms)"
	done </tmp/types
	$PERF stat -I 300 -x, -o /tmp/csv -a --per-socket -e "${events#,}" -- \
		sh -c '. /test/ways.sh; happen /tmp/csv' 2>/tmp/err
	sed 's/^/# /' /tmp/err
	# PMUs that counted, and the sum.
	awk -F, '$4 ~ /^[0-9]/ && $4 > 0 {
			type = $6
			sub(/uncore_/, "", type)
			sub(/(_[0-9]*)?\/.*/, "", type)
			sum[type " " $2] += $4
			units[type " " $2] += !seen[$2 $6]++
		}
		END { for (key in sum) printf "%s %d %d\n", key, units[key], sum[key] }' /tmp/csv | sort >/tmp/got
	awk '$1 != "iio" { print $1, "S" $3, $2, $4 }' /tmp/sums | sort >/tmp/expected
	as_expected "the way of ucevent, perf $PERF_VERSION"
	# The free-running counters of IIOs, which also begin so, lack these terms.
	events=$(ucevents_events iio $(sed -n 's/^iio|\([^|]*\)|.*/\1/p' /tmp/types))
	refuse "$(driver_name): the way of ucevent, IIO, perf $PERF_VERSION" $PERF stat -a -e "${events#,}" true
}

each_way() {
	prepare_ways
	perfspect_of_all
	perfspect_of_packages
	in_ucevents_way
}
with_each_driver each_way
