# SPDX-License-Identifier: GPL-2.0-only
# For tests of the ways in which other programs find the units of a type and open events on all of them.

# TYPE|TERMS|CONFIG|SIMULATED: an event that every counter of the type counts. intel_uncore does not have the last types: it
# counts link 0 in place of the other UPI links, and has other names for the rest.
ways_types() {
	cat <<-'END' >/tmp/types
	cha|event=0x35,umask=0xc817fe01|0x00c817fe00000135|event=0x35 umask=0x1 ext=0xc817fe
	iio|event=0xc2,umask=0x4,ch_mask=0x1,fc_mask=0x7|0x00070010000004c2|event=0xc2 umask=0x4 ch=0x1 fc=0x7
	imc|event=0x05,umask=0xcf|0xcf05|event=0x5 umask=0xcf
	irp|event=0x18|0x18|event=0x18
	m2m|event=0x18,umask=0x1|0x118|event=0x18 umask=0x1
	pcu|event=0x60|0x60|event=0x60
	upi|event=0x02,umask=0xf|0xf02|event=0x2 umask=0xf
	m3upi|event=0x22,umask=0x1|0x122|event=0x22 umask=0x1
	mdf|event=0x15,umask=0x1|0x115|event=0x15 umask=0x1
	END
	loaded uncore_pmon || sed -i '/^upi/,$d' /tmp/types
}

# prepare_ways: what happens on each unit, and /tmp/sums with `TYPE UNITS DIE SUM`
prepare_ways() {
	: >/tmp/commands
	: >/tmp/sums
	ways_types
	while IFS='|' read -r type terms config simulated; do
		for die in $(dies); do
			units=0 sum=0
			for id in $(unit_ids $type); do
				name_unit $type $id
				unit=$unit_number
				n=$((100000 * (die + 1) + 1000 * unit + 7))
				echo "inject die=$die unit=$type:$unit $simulated n=$n" >>/tmp/commands
				units=$((units + 1)) sum=$((sum + n))
			done
			echo "$type $units $die $sum" >>/tmp/sums
		done
	done </tmp/types
}

# as_expected TEXT: /tmp/got is as /tmp/expected
as_expected() {
	check "$(driver_name): $1" cmp /tmp/got /tmp/expected ||
		diff /tmp/expected /tmp/got | grep '^[-+]' | sort -k2,3 | head -n 12 | sed 's/^/# /'
}

# in_way WAY CPU: the CPU of a package on which the program opens events, from 0
in_way() {
	awk -v own=$((CPUS / PACKAGES)) -v cpu=$2 '{ print $1, $2, $3 * own + cpu, $4, $4 }' /tmp/sums >/tmp/expected
	# shellcheck disable=SC2046 # words
	client python3 /clients/ways.py $1 /tmp/commands $(awk -F'|' '{ print $1 "=" $3 "," $3 }' /tmp/types) >/tmp/got 2>&1
	as_expected "the way of $1, sums of all units of $(wc -l </tmp/types) types"
}

# last_interval FILE: the interval of the last line of which perf has printed the end
last_interval() { tail -n 2 "$1" | sed -n '1s/^[^0-9]*\([0-9]*\.[0-9]*\).*/\1/p'; }

# happen FILE: what happens on each unit, then a wait for two more intervals in FILE. perf does not print the last interval if its
# command ends while it prints the one before, and the first print after an event may have read its counter already.
happen() {
	pmonctl - </tmp/commands >/tmp/replies
	tries=0
	for more in first second; do
		interval=$(last_interval "$1")
		while [ "$(last_interval "$1")" = "$interval" ]; do
			tries=$((tries + 1))
			[ $tries -lt 600 ] || { echo "perf did not print the $more interval after what happened" >&2 && return; }
			sleep 0.1
		done
	done
}

# perfspect OPTION...: two events of each type in a group, printed in each interval. What happens happens once more in a later
# interval. The sums of all intervals are in /tmp/got.
perfspect() {
	set -- "$@" -a
	while IFS='|' read -r type terms config simulated; do
		set -- "$@" -e "{$type/$terms,name=UNC_$type.A/,$type/$terms,name=UNC_$type.B/}"
	done </tmp/types
	$PERF stat -I 300 -j -o /tmp/json "$@" -- sh -c '. /test/ways.sh; happen /tmp/json; happen /tmp/json' 2>/tmp/err
	sed 's/^/# /' /tmp/err
	intervals=$(sed -n 's/.*"interval" : \([0-9.]*\).*/\1/p' /tmp/json | sort -u | wc -l)
	awk -F'"' '/counter-value/ {
			cpu = "all"
			for (i = 2; i < NF; i += 2) {
				if ($i == "event") name = $(i + 2)
				if ($i == "counter-value") value = $(i + 2)
				if ($i == "cpu") cpu = $(i + 2)
			}
			sum[name " " cpu] += value
		}
		END { for (key in sum) printf "%s %d\n", key, sum[key] }' /tmp/json | sort >/tmp/got
}

# perf 6.1 does not count groups over several PMUs.
expect_perfspects() {
	sort >/tmp/expected
	[ $PERF_VERSION != 6.1 ] || sed -i '/^UNC_pcu/!s/[0-9]*$/0/' /tmp/expected
}

# perfspect_of_all, perfspect_of_packages: sums over all packages, then of each package
perfspect_of_all() {
	perfspect
	awk '{ sum[$1] += $4 } END { for (type in sum) for (i = 1; i <= 2; i++)
		print "UNC_" type "." substr("AB", i, 1), "all", 2 * sum[type] }' /tmp/sums | expect_perfspects
	as_expected "the way of PerfSpect, perf $PERF_VERSION, $intervals intervals"
}
perfspect_of_packages() {
	perfspect -A
	awk -v own=$((CPUS / PACKAGES)) '{ for (i = 1; i <= 2; i++)
		print "UNC_" $1 "." substr("AB", i, 1), $3 * own, 2 * $4 }' /tmp/sums | expect_perfspects
	as_expected "the way of PerfSpect with -A, perf $PERF_VERSION, $intervals intervals"
}
