# SPDX-License-Identifier: GPL-2.0-only
# What `make bench` shows: the kernel's own driver and this one on the same machine.
. /test/measure.sh
. /test/stretches.sh

# column NAME: what was measured becomes a column of the table
column() {
	sweep_calls_each=$(awk "BEGIN { printf \"%.2f\", $sweep_calls / $SWEEPS }")
	cat >/tmp/column.$1 <<END
file descriptors|$descriptors
timers|$timers
register reads from open to close|$reads
register writes from open to close|$writes
register reads in each sweep|$((sweep_reads / SWEEPS))
cross-calls in each sweep|$sweep_calls_each
END
}

load_column() {
	cat >/tmp/load.$1 <<END
discovery table reads|$table_reads
register reads|$load_reads
register writes|$load_writes
END
}

# table TITLE FILE COLUMN...: the columns side by side, and how many times the last is in the first
table() {
	title=$1 kind=$2
	shift 2
	echo "$title"
	files=
	for name in "$@"; do files="$files /tmp/$kind.$name"; done
	awk -F'|' -v heads="$*" '
		FNR == 1 { file++ }
		{ row[FNR] = $1; cell[FNR, file] = $2; rows = FNR }
		END {
			n = split(heads, head, " ")
			printf "  %-38s", ""
			for (i = 1; i <= n; i++) printf "%12s", head[i]
			printf "%12s\n", "ratio"
			for (r = 1; r <= rows; r++) {
				printf "  %-38s", row[r]
				for (i = 1; i <= n; i++) printf "%12s", cell[r, i]
				if (cell[r, n] + 0) printf "%12.1f\n", cell[r, 1] / cell[r, n]
				else printf "%12s\n", "-"
			}
		}' $files
	echo
}


# many COLUMN EVENT: 10,000 events that are opened and closed, in microseconds each; events and die are as in a script
MANY=10000
many() {
	{
		echo "cpu 0"
		echo "open-many 100 $2 die=0"
		echo "close-many"
		echo "open-many $MANY $2 die=0"
		echo "set opened @microseconds"
		echo "close-many"
		echo "set closed @microseconds"
		echo "expect-at-most 1 @opened events opened, in us"
		echo "expect-at-most 1 @closed events closed, in us"
		echo "run printf 'open|%d\nclose|%d\n' \$((@opened / $MANY)) \$((@closed / $MANY)) >/tmp/many.$1"
	} | pmontest
}

# bound COLUMN ROW LIMIT: of a stretch of this driver
bound() {
	at_most "$1: $2" "$(sed -n "s/^$2|//p" /tmp/stretch.$1)" "$3"
}

# What perf's calls take is bounded by the units of the event, and what the driver does on its own account by 64: a slice of
# 32, after the last one the check for a package that stays frozen (freeze/poll.c), and on a busy host two slices in one
# interrupt, as the second one is due before the first one has returned. selftests/fuzz/run latency has the exact bounds.
check_bounds() {
	n=$UNITS_cha
	at_most "discovery table reads" "$(sed -n 's/^discovery table reads|//p' /tmp/load.ours)" $table_quadwords
	at_most "register writes while loading" "$(sed -n 's/^register writes|//p' /tmp/load.ours)" $((2 * all_units + 2 * PACKAGES))
	for name in unit-PMUs type-PMU; do
		[ $name = type-PMU ] && each=$n || each=1
		# The first event of a package also unfreezes the package if another user has left it frozen. This takes three
		# accesses, or six on Granite Rapids, which has more status words.
		bound $name "start 4 events, one by one" $((each + 6))
		bound $name "start a group of 4" $((6 * each + 6))
		bound $name "stop 4 events, one by one" $((2 * each))
		bound $name "read an event" $each
		bound $name "read a group of 4" $((4 * each))
		# A slice has 8. Two or three follow each other at once if the host is busy.
		bound $name "handover to another CPU" $((each > 24 ? each : 24))
		# The timer of the driver can be due at the same time, so as many slices can follow.
		bound $name "4 events change with 4 others" $((10 * n + 24))
		bound $name "timer: poll all counters" 24
		bound $name "overflow of one unit" 24
	done
}

# cell KIND COLUMN ROW
cell() { sed -n "s/^$3|//p" /tmp/$1.$2; }

# feel COLUMN LOAD-COLUMN: what the accesses are to a user, if each takes a microsecond
feel() {
	awk -v reads="$(cell load $2 "discovery table reads")" -v more="$(cell load $2 "register reads")" \
		-v writes="$(cell load $2 "register writes")" -v sweep="$(cell column $1 "register reads in each sweep")" \
		-v turn="$(cell stretch $1 "4 events change with 4 others")" -v timer="$(cell stretch $1 "timer: poll all counters")" \
		-v ms="$mux_ms" 'BEGIN {
			printf "loading, ms|%.1f\n", (reads + more + writes) / 1000
			printf "reading every CHA once, us|%d\n", sweep
			printf "a turn of 4 events, IRQs off, us|%d\n", turn
			printf "such turns, %% of a CPU|%.0f\n", 100 * turn / (1000 * ms)
			printf "timer, IRQs off, us|%d\n", timer
		}' >/tmp/feel.$1
}

# Of the tables: three quadwords for each entry and for the global one.
quadwords() {
	total=0
	for die in $(dies); do
		sim table die=$die dump >/tmp/table
		global=$(awk '$1 == 0 { print $2 }' /tmp/table)
		total=$((total + 3 * (1 + ((global >> 16) & 0x3ff))))
	done
	echo $total
}

case ${PROCESSOR:-emr} in
gnr)
	parameters=sample_untried=1
	TYPES="cha iio irp pcu ubox imc upi cxlcm cxldp b2hot b2cmi b2cxl b2upi mdf pciex16 pciex8" ;;
*)	parameters= ;;
esac
all_units=0
for type in $TYPES; do all_units=$((all_units + PACKAGES * $(expected_units $type))); done
table_quadwords=$(quadwords)

echo "Linux $(uname -r), ${PROCESSOR:-emr}, $PACKAGES packages of $UNITS_cha CHAs, simulated"
echo
# Whoever waits sees that it goes on.
note "loading, in-tree"
measure_load load_in_tree
load_column in-tree
mux_ms=$(cat $PMUS/uncore_cha_0/perf_event_mux_interval_ms)
note "events, in-tree"
measure $(unit_events) >/tmp/checks
column in-tree
many in-tree uncore_cha_0/event=0x35,umask=0x1/ >>/tmp/checks
note "stretches, in-tree"
stretches in-tree - $(cha_pmus) >>/tmp/checks
unload_all

note "loading"
measure_load load $parameters
load_column ours
note "events, unit-PMUs"
measure $(unit_events) >>/tmp/checks
column unit-PMUs
note "events, type-PMU"
measure $TYPE_EVENT >>/tmp/checks
column type-PMU
many unit-PMUs uncore_cha_0/event=0x35,umask=0x1/ >>/tmp/checks
many type-PMU $TYPE_EVENT >>/tmp/checks
note "stretches, unit-PMUs"
stretches unit-PMUs uncore_cha_5 $(cha_pmus) >>/tmp/checks
note "stretches, type-PMU"
stretches type-PMU uncoreall_cha uncoreall_cha >>/tmp/checks
feel in-tree in-tree
feel unit-PMUs ours
feel type-PMU ours

table "Loading the driver" load in-tree ours
table "One event on every CHA, read $SWEEPS times from one CPU" column in-tree unit-PMUs type-PMU
table "Accesses in the longest stretch with IRQs off, 4 events on all CHAs of a package" stretch in-tree unit-PMUs type-PMU
table "The same, at 1 us an access" feel in-tree unit-PMUs type-PMU
table "One of $MANY events, in us of this emulated machine: only the ratio counts" many in-tree unit-PMUs type-PMU
check_bounds >>/tmp/checks
cat /tmp/checks
