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

echo "Linux $(uname -r), $PACKAGES packages of $UNITS_cha CHAs, simulated"
echo
measure_load load_in_tree
load_column in-tree
measure $(unit_events) >/tmp/checks
column in-tree
stretches in-tree - $(cha_pmus) >>/tmp/checks
unload_all

measure_load load
load_column ours
measure $(unit_events) >>/tmp/checks
column unit-PMUs
measure $TYPE_EVENT >>/tmp/checks
column type-PMU
stretches unit-PMUs uncore_cha_5 $(cha_pmus) >>/tmp/checks
stretches type-PMU uncoreall_cha uncoreall_cha >>/tmp/checks

table "Loading the driver" load in-tree ours
table "One event on every CHA, read $SWEEPS times from one CPU" column in-tree unit-PMUs type-PMU
table "Accesses in the longest stretch with IRQs off, 4 events on all CHAs of a package" stretch in-tree unit-PMUs type-PMU
cat /tmp/checks
