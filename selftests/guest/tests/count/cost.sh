# SPDX-License-Identifier: GPL-2.0-only
# what: loading and counting touch the hardware no more often than they have to
# machine: large
# kernels: 6.1 6.12 7.3
# why: each series calls the PMUs of a CPU in another order and number
sim stats reset >/dev/null
load
sim stats >/tmp/stats

stat_of() { awk -v key="$1" '$1 == key { print $2 }' /tmp/stats; }
# Of one unit: `unit DIE TYPE ID rdmsr=N ...`
unit_writes() {
	awk '$1 == "unit" { n = 0; for (i = 5; i <= NF; i++) { split($i, part, "=")
		if (part[1] ~ /^(wrmsr|pciwr|mmiowr)$/) n += part[2] }
		if (n > worst) { worst = n; where = $2 " " $3 " " $4 } }
		END { print worst + 0, where }' /tmp/stats
}
units=0
for type in $TYPES; do
	units=$((units + 2 * $(expected_units $type)))
done
# Three quadwords for each entry, the empty ones included, and for the global one, each read once. The in-tree driver reads the
# same in 32-bit halves.
quadwords=0
for die in 0 1; do
	global=$(sim table die=$die dump | awk '$1 == 0 { print $2 }')
	quadwords=$((quadwords + 3 * (1 + ((global >> 16) & 0x3ff))))
done
equal "reads of the discovery table for $units units" "$(stat_of tablerd)" $quadwords
set -- $(unit_writes)
at_most "register writes of the most written unit (${2:-} ${3:-} ${4:-}) while loading" "$1" 2
# Two each, the reset and its end, and one for the freeze of a package that someone may have left set.
at_most "register writes while loading" \
	$(($(stat_of wrmsr) + $(stat_of pciwr) + $(stat_of mmiowr))) $((2 * units + PACKAGES))

# One event from open to close: freeze or not, program, read, stop.
for unit in cha:7 iio:3 m2m:1 upi:2 imc:5 pcu:0; do
	type=${unit%:*}
	pmu=$(pmu_of $type ${unit#*:})
	[ $type = pcu ] && pmu=uncore_pcu
	case $type in
	cha|iio|pcu)	limit=4 ;;
	imc)		limit=4 ;;
	*)		limit=6 ;;	# two dwords for each 64-bit register
	esac
	pmontest <<END
sim stats reset
open a $pmu/event=0x18,umask=0x1/ die=1
sim inject die=1 unit=$unit event=0x18 umask=0x1 n=5
expect a 5 counted
close a
sim stats
set total @reply.rdmsr+@reply.wrmsr+@reply.pcird+@reply.pciwr+@reply.mmiord+@reply.mmiowr
expect-at-most @total $limit accesses of one $type event from open to close
END
done

# Reading costs one access in an MSR or MMIO unit, two in a PCI one.
for unit in cha:7 m2m:1 imc:5; do
	type=${unit%:*}
	reads=100
	[ $type = m2m ] && reads=200
	{
		echo "open a uncore_${type}_${unit#*:}/event=0x18,umask=0x1/ die=1"
		echo "sim stats reset"
		echo "monotonic a 99 0"
		echo "sim stats"
		echo "set total @reply.rdmsr+@reply.wrmsr+@reply.pcird+@reply.pciwr+@reply.mmiord+@reply.mmiowr"
		echo "expect-at-most @total $reads accesses of 100 reads of a $type event"
	} | pmontest
done

# perf takes the events of a PMU off and puts them back whenever one more is opened. Those that count stay as they are, and only
# the new one is programmed: one write, one read at the end, and a write that stops it.
pmontest <<END
open a uncore_cha_7/event=0x18,umask=0x1/ die=1
open b uncore_cha_7/event=0x18,umask=0x2/ die=1
open c uncore_cha_7/event=0x18,umask=0x4/ die=1
sim stats reset
open d uncore_cha_7/event=0x18,umask=0x8/ die=1
sim stats
set total @reply.rdmsr+@reply.wrmsr
expect-at-most @total 1 accesses to open a fourth event beside three
close d
sim stats
set total @reply.rdmsr+@reply.wrmsr
expect-at-most @total 3 accesses to open it and to close it
END

# What the n-th event costs to open and to close does not depend on n: neither accesses nor cross-calls. The four first ones have the
# counters all the time.
# It is due at a multiple of this time since boot: not on this day.
echo 100000000 >$PMUS/uncore_cha_7/perf_event_mux_interval_ms
pmontest <<END
cpu 0
open-many 4 uncore_cha_7/event=0x18,umask=0x1/ die=1
sim stats reset
cross-calls calls
open-many 20 uncore_cha_7/event=0x18,umask=0x1/ die=1
cross-calls first_calls
sim stats
set first @reply.rdmsr+@reply.wrmsr
set first_calls @first_calls-@calls
open-many 2000 uncore_cha_7/event=0x18,umask=0x1/ die=1
sim stats reset
cross-calls calls
open-many 20 uncore_cha_7/event=0x18,umask=0x1/ die=1
cross-calls last_calls
sim stats
set last @reply.rdmsr+@reply.wrmsr
set last_calls @last_calls-@calls
expect-at-most @first 0 accesses to open 20 events beside 4
expect-at-most @last @first accesses to open 20 events beside 2,024
# The kernel has calls of its own.
expect-at-most @last_calls @first_calls+20 cross-calls to open 20 events beside 2,024
close-many
END
