# SPDX-License-Identifier: GPL-2.0-only
# what: every perf opens one event per package on a type PMU, and beside it one per unit as ever
# machine: small
# kernels: 6.12
# perf: each
load

strace=/opt/tools/bin/strace
check "strace is there" $strace -V

for pmu in $PMUS/uncore_* $PMUS/uncoreall_*; do
	echo "$(cat $pmu/type) ${pmu##*/}"
done >/tmp/types

# opens: lines `EVENTS-ON-UNIT-PMUS EVENTS-ON-TYPE-PMUS EVENT`: one perf stat of all of them, as a start of perf 6.1, which reads
# each name of the machine, takes seconds. On the first CPU perf opens them in this order. The calls for an event are those with
# its configuration and box type: each event has another, by its threshold where nothing else differs. Each has a row per socket.
opens() {
	cat >/tmp/wanted
	set --
	while read -r _ _ wanted; do
		set -- "$@" -e "$wanted"
	done </tmp/wanted
	$strace -f --seccomp-bpf -v -X raw -o /tmp/strace.out -e trace=perf_event_open \
		$PERF stat -a --per-socket -x '|' -o /tmp/perf.out "$@" true >/tmp/perf.err 2>&1
	# perf_event_open({type=0x1d, size=0x88, config=0x135, ... config1=0, config2=0, ...}, -1, 0, -1, 0x8) = 5
	sed -nE 's/.*[{]type=([0-9a-fx]*),.* config=([0-9a-fx]*),.* config1=([0-9a-fx]*), config2=([0-9a-fx]*),.* = [0-9]+$/\1 \2 \3 \4/p' \
		/tmp/strace.out | while read -r type rest; do echo $((type)) $rest; done |
		awk 'FNR == NR { name[$1] = $2; next }
		     !($1 in name) { next }
		     {
			box = name[$1]
			all = sub(/^uncoreall_/, "", box)
			sub(/^uncore_/, "", box)
			sub(/_[0-9]*$/, "", box)
			key = box " " $2 " " $3 " " $4
			if (!(key in place)) place[key] = ++events
			opened[place[key], all]++
		     }
		     END { for (i = 1; i <= events; i++) print opened[i, 0] + 0, opened[i, 1] + 0 }' /tmp/types - >/tmp/opened
	equal "configurations" "$(wc -l </tmp/opened)" $(($# / 2)) || sed 's/^/# /' /tmp/perf.err
	equal "rows" "$(grep -c '^S[01]|' /tmp/perf.out)" $#
	while read -r units types wanted && read -r got <&3; do
		equal "opened for $wanted" "$got" "$units $types"
	done </tmp/wanted 3</tmp/opened
}

chas=$((2 * UNITS_cha))
channels=$((2 * UNITS_imc))
event=event=0x35,umask=0x1
name=tor_inserts.ia_miss_drd
check "sysfs name $name" test -e $PMUS/uncoreall_cha/events/$name

# Of the names, tor_inserts.ia_miss_drd is of the full list: one event for each package, alone and with the PMU before it.
# cas_count_read is one of the in-tree driver, on units.
opens <<END
0 2 uncoreall_cha/$event/
$chas 0 uncore_cha/$event,thresh=1/
$chas 0 cha/$event,thresh=2/
2 0 uncore_cha_1/$event,thresh=3/
0 2 uncoreall_cha/$name/
0 2 uncoreall_cha/$name,unit_mask=0x3/
$channels 0 uncore_imc/cas_count_read/
2 0 uncore_imc_0/cas_count_read,thresh=1/
END
opens <<END
0 2 $name
$channels 0 cas_count_read
END

# 6.1 has no shell patterns, and its own tables have no names for this processor; we have none of such names.
equal "names like those of perf's own tables" "$(ls $PMUS/uncore*/events | grep -c '^unc_')" 0
[ $PERF_VERSION = 6.1 ] || opens <<END
$chas 0 uncore_cha*/$event/
$chas 0 unc_cha_clockticks
$chas 0 unc_cha_tor_inserts.ia_miss_drd
$channels 0 unc_m_cas_count.rd
$((2 * UNITS_m2m)) 0 unc_m2m_clockticks
$((2 * UNITS_upi)) 0 unc_upi_txl_flits.all_data
END

# No name stands on both levels of a box type.
for pmu in $PMUS/uncoreall_*; do
	type=${pmu##*/uncoreall_}
	ls $pmu/events 2>/dev/null | sort >/tmp/all
	ls $PMUS/uncore_${type}_0/events 2>/dev/null | sort >/tmp/unit
	equal "names of $type on both levels" "$(cat /tmp/all /tmp/unit | sort | uniq -d | wc -l)" 0
	refuse "$type has no alias file" test -e $pmu/alias
done

# The counts that these rows show.
count uncoreall_cha/$event/ <<END
inject die=0 unit=cha:* event=0x35 umask=0x1 n=100
inject die=1 unit=cha:* event=0x35 umask=0x1 n=7000
END
expect_counts "per socket" <<END
S0|uncoreall_cha/$event/|$((100 * UNITS_cha))
S1|uncoreall_cha/$event/|$((7000 * UNITS_cha))
END
