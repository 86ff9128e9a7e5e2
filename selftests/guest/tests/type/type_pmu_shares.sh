# SPDX-License-Identifier: GPL-2.0-only
# what: type and unit events that want the same counters take turns, each with its share and right times
# machine: small
# kernels: 6.1 6.12 7.3 7.3-core
# why: the driver starts perf's timers for turns, which belong to other structures in each series
load

# Rotating freezes units, which takes long in a simulated machine and costs what comes in
# meanwhile: rotate rarely.
interval() {
	for pmu in $PMUS/uncore_cha_* $PMUS/uncoreall_cha; do
		echo $1 >$pmu/perf_event_mux_interval_ms
	done
}

# shares SECONDS EVENT...: perf stat on socket 1 while the events of /tmp/rates happen. Leaves lines
# `event|scaled count|percent of the time` in $STAT, and in /tmp/injected how often each happened.
shares() {
	seconds=$1
	shift
	list=
	for event in "$@"; do
		list="$list${list:+,}$event"
	done
	cat >/tmp/run.sh <<END
pmonctl - </tmp/rates >/tmp/ids
grep '^error' /tmp/ids
sleep $seconds
sed -n 's/.*id=/rate-stop id=/p' /tmp/ids | pmonctl - >/tmp/injected
END
	$PERF stat -x '|' -o /tmp/perf.out -a --per-socket -e "$list" sh /tmp/run.sh ||
		fail "perf stat failed: $(cat /tmp/perf.out)"
	awk -F'|' '$1 == "S1" { print $5 "|" $3 "|" $7 }' /tmp/perf.out >$STAT
	sed 's/^/# /' $STAT
}

# fair TEXT LOW HIGH PATTERN: the percentage of each event of the name is in these limits
fair() {
	awk -F'|' -v text="$1" -v low=$2 -v high=$3 -v pattern="$4" '
		$1 ~ pattern { n++; if ($3 + 0 < low || $3 + 0 > high) { bad++; print "# " $0 } }
		END { good = n && !bad
		      printf "%s - %s: %d of %d events have %d to %d %% of the time\n",
			     good ? "ok" : "not ok", text, n - bad, n, low, high }' $STAT
}

# full TEXT UNITS: counters of each unit in use, as the percentages of events on it say
full() {
	for id in 0 1 2 3; do
		awk -F'|' -v text="$1" -v unit=uncore_cha_$id -v low=$2 '
			index($1, unit "/") || index($1, "uncoreall_cha/") { sum += $3 }
			END { good = sum < 402 && sum + 1 > low
			      printf "%s - %s: %s uses %.2f of 4 counters\n",
				     good ? "ok" : "not ok", text, unit, sum / 100 }' $STAT
	done
}

# counts TEXT UNITS PATTERN PERCENT: scaled counts are right, a million a second in each unit
counts() {
	sed 's/.*event=\(0x[0-9a-f]*\).*/\1/' /tmp/rates >/tmp/codes
	sed -n 's/.*injected=//p' /tmp/injected | paste /tmp/codes - >/tmp/truth
	awk -v text="$1" -v units=$2 -v pattern="$3" -v tolerance=$4 -F'[|\t]' '
		FNR == NR { truth[$1] = $2; next }
		$1 ~ pattern {
			n++
			code = $1
			sub(/.*event=/, "", code)
			sub(/,.*/, "", code)
			want = truth[code] * units
			off = want ? ($2 / want - 1) * 100 : 1000
			if (off > tolerance || -off > tolerance) { bad++; print "# " $0 ", injected " want }
		}
		END { good = n && !bad
		      printf "%s - %s: %d of %d scaled counts within %s %%\n",
			     good ? "ok" : "not ok", text, n - bad, n, tolerance }' /tmp/truth $STAT
}

codes="0x18 0x19 0x1a 0x1b 0x1c 0x1d 0x1e 0x20"
for code in $codes; do
	echo "rate die=1 unit=cha:* event=$code umask=0x1 per_second=1000000"
done >/tmp/rates
all() { for code in "$@"; do echo "uncoreall_cha/event=$code,umask=0x1/"; done; }
unit() {
	id=$1
	shift
	for code in "$@"; do echo "uncore_cha_$id/event=$code,umask=0x1/"; done
}

# Eight type events alone.
interval 100
shares 4 $(all $codes)
equal "events" "$(wc -l <$STAT)" 8
fair "eight type events on four counters" 30 70 uncoreall
full "eight type events" 340
counts "eight type events" 4 uncoreall 20

# Four of each: twice as many as there are counters, on one unit; the other units have room for
# all of the unit events that they have, which is none.
shares 5 $(all 0x18 0x19 0x1a 0x1b) $(unit 2 0x1c 0x1d 0x1e 0x20)
fair "type events against those of one unit" 15 85 uncoreall
fair "unit events against type events" 15 85 uncore_cha
full "with one contended unit" 150
counts "type events" 4 uncoreall 25
counts "unit events" 1 uncore_cha 25

# The same on all units, with perf's own interval; here only times are looked at. Which intervals there are does not depend on the
# kernel.
intervals=4
[ $KERNEL != 6.12 ] || intervals="4 64 100"
for ms in $intervals; do
	interval $ms
	shares 6 $(all 0x18 0x19 0x1a 0x1b) $(for id in 0 1 2 3; do unit $id 0x1c 0x1d 0x1e 0x20; done)
	equal "events at $ms ms" "$(wc -l <$STAT)" 20
	fair "type events against those of all units, $ms ms" 10 90 uncoreall
	fair "unit events against those of the type, $ms ms" 10 90 uncore_cha
	full "all units contended, $ms ms" 250
done

# What fits together runs together, whichever PMU it is on: no turns.
interval 4
shares 1 $(all 0x18 0x19) $(unit 0 0x1a 0x1b) $(unit 3 0x1c)
fair "two type events and two of a unit" 100 100 uncore
counts "type events that all fit" 4 uncoreall 0.001
counts "unit events that all fit" 1 uncore_cha 0.001

# One type event against four unit events that came first: half of the time each, as long as both
# are there, and all of it again afterwards.
{
	for umask in 1 2 4 8; do
		echo "open u$umask uncore_cha_1/event=0x18,umask=$umask/ die=0"
	done
	echo "wait 100"
	echo "open t uncoreall_cha/event=0x35,umask=0x1/ die=0"
	echo "wait 1500"
	echo "sim inject die=0 unit=cha:* event=0x18 umask=0x1 n=5"
	echo "close u1"
	echo "wait 300"
	echo "read before t"
	echo "sim inject die=0 unit=cha:* event=0x35 umask=0x1 n=50"
	echo "read after t"
	echo "expect-equal @after-@before 200 the type event once a counter is free for good"
	echo "close t"
	echo "wait 300"
	for umask in 2 4 8; do
		echo "read before u$umask"
		echo "sim inject die=0 unit=cha:1 event=0x18 umask=$umask n=7"
		echo "read after u$umask"
		echo "expect-equal @after-@before 7 a unit event once it is alone"
	done
} | pmontest

# A group needs all of its counters at once: on a unit of IIO, events of its first two counters and of the last two.
iio() { echo "$1/event=$2,umask=$3,ch_mask=0xff,fc_mask=0x7/"; }
first=0x83
last=0xc0
for code in $first $last; do
	for umask in 1 2 4 8; do
		echo "rate die=1 unit=iio:* event=$code umask=$umask ch=0xff fc=7 per_second=1000000"
	done
done >/tmp/rates
for pmu in $PMUS/uncore_iio_* $PMUS/uncoreall_iio; do
	echo 100 >$pmu/perf_event_mux_interval_ms
done
unit=uncore_iio_1
shares 5 "$(iio uncoreall_iio $first 1)" "{$(iio $unit $first 2),$(iio $unit $first 4)}"
fair "a type event against a group that needs its counter and another" 25 75 uncore
# perf tries one of two groups at a time, and the other one is the next: a room for the first is no room for the second.
if [ $KERNEL = 6.12 ]; then
	shares 8 "$(iio uncoreall_iio $first 1)" "$(iio uncoreall_iio $last 2)" \
		"{$(iio $unit $first 4),$(iio $unit $first 8)}" "{$(iio $unit $last 4),$(iio $unit $last 8)}"
	equal "events with groups" "$(wc -l <$STAT)" 6
	fair "type events against two groups" 10 90 uncoreall
	fair "two groups against type events" 10 90 uncore_iio
fi

# Some members of a large group fit beside smaller ones of its PMU, but not all. perf tries it first in one of four rotations.
if [ $KERNEL = 6.12 ]; then
	for code in $codes; do
		echo "rate die=1 unit=cha:* event=$code umask=0x1 per_second=1000000"
	done >/tmp/rates
	interval 20
	group=$(unit 2 0x1c 0x1d 0x1e 0x20 | paste -s -d ,)
	shares 6 $(all 0x18) $(unit 2 0x19 0x1a 0x1b) "{$group}"
	fair "a type event against a large group and small ones" 10 90 uncoreall
	fair "a large group and small ones against a type event" 5 90 uncore_cha
fi

# Pinned events are not asked to give way, and those of the other PMU are told so by their times.
pmontest <<END
section pinned unit events keep their counters
open p1 uncore_cha_0/event=0x18,umask=1/ die=0 pinned
open p2 uncore_cha_0/event=0x18,umask=2/ die=0 pinned
open p3 uncore_cha_0/event=0x18,umask=4/ die=0 pinned
open p4 uncore_cha_0/event=0x18,umask=8/ die=0 pinned
open t uncoreall_cha/event=0x35,umask=0x1/ die=0
wait 500
sim inject die=0 unit=cha:* event=0x18 umask=1 n=9
sim inject die=0 unit=cha:* event=0x35 umask=1 n=3
expect p1 9
expect p2 0
expect p3 0
expect p4 0
expect-state t waiting
end
END
