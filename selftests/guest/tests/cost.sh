# SPDX-License-Identifier: GPL-2.0-only
# what: loading and counting touch the hardware no more often than they have to
# machine: large
# kernels: 6.1 6.12 7.3
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
# Three quadwords for each entry that the global one announces, and that one perhaps twice.
# The in-tree driver reads all of it in 32-bit halves, and parts of it again.
quadwords=0
for die in 0 1; do
	global=$(sim table die=$die dump | awk '$1 == 0 { print $2 }')
	quadwords=$((quadwords + 3 * (1 + ((global >> 16) & 0x3ff)) + 3))
done
at_most "reads of the discovery table for $units units" "$(stat_of tablerd)" $quadwords
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
