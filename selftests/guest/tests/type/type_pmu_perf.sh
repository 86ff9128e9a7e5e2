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

# opened EVENT: how many events perf opens on PMUs of ours, as `<on unit PMUs> <on type PMUs>`
opened() {
	$strace -f --seccomp-bpf -o /tmp/strace.out -X raw -e trace=perf_event_open \
		$PERF stat -a --per-socket -x '|' -o /tmp/perf.out -e "$1" true >/tmp/perf.err 2>&1
	# perf_event_open({type=0x1d, size=..., config=...}, -1, 0, -1, 0x8) = 5
	sed -n 's/.*perf_event_open({type=\(0x[0-9a-f]*\|[0-9]*\),.* = [0-9][0-9]*$/\1/p' /tmp/strace.out |
		while read -r type; do echo $((type)); done |
		awk 'FNR == NR { name[$1] = $2; next }
		     name[$1] ~ /^uncoreall_/ { all++; next }
		     name[$1] { unit++ }
		     END { printf "%d %d\n", unit, all }' /tmp/types -
}

# rows: how many rows this perf stat has printed per socket
rows() { grep -c '^S[01]|' /tmp/perf.out; }

chas=$((2 * UNITS_cha))
channels=$((2 * UNITS_imc))
event=event=0x35,umask=0x1

equal "opened for uncoreall_cha/$event/" "$(opened uncoreall_cha/$event/)" "0 2"
equal "rows for uncoreall_cha/$event/" "$(rows)" 2
equal "opened for uncore_cha/$event/" "$(opened uncore_cha/$event/)" "$chas 0"
equal "rows for uncore_cha/$event/" "$(rows)" 2
equal "opened for cha/$event/" "$(opened cha/$event/)" "$chas 0"
equal "opened for uncore_cha_1/$event/" "$(opened uncore_cha_1/$event/)" "2 0"
# 6.1 has no shell patterns here.
[ $PERF_VERSION = 6.1 ] ||
	equal "opened for uncore_cha*/$event/" "$(opened "uncore_cha*/$event/")" "$chas 0"

# Names of the full list: one event for each package, alone and with the PMU before it.
name=tor_inserts.ia_miss_drd
check "sysfs name $name" test -e $PMUS/uncoreall_cha/events/$name
equal "opened for uncoreall_cha/$name/" "$(opened uncoreall_cha/$name/)" "0 2"
equal "opened for $name" "$(opened $name)" "0 2"
equal "rows for $name" "$(rows)" 2
# With a choice of units behind it.
equal "opened for uncoreall_cha/$name,unit_mask=0x3/" "$(opened uncoreall_cha/$name,unit_mask=0x3/)" "0 2"

# Names of the in-tree driver, on units.
equal "opened for uncore_imc/cas_count_read/" "$(opened uncore_imc/cas_count_read/)" "$channels 0"
equal "opened for uncore_imc_0/cas_count_read/" "$(opened uncore_imc_0/cas_count_read/)" "2 0"
equal "opened for cas_count_read" "$(opened cas_count_read)" "$channels 0"
equal "rows for uncore_imc/cas_count_read/" "$(rows)" 2

# Names of perf's own tables. 6.1 has none for this processor, and then opens nothing.
for name in unc_cha_clockticks:$chas unc_cha_tor_inserts.ia_miss_drd:$chas unc_m_cas_count.rd:$channels \
	    unc_m2m_clockticks:$((2 * UNITS_m2m)) unc_upi_txl_flits.all_data:$((2 * UNITS_upi)); do
	expected=${name##*:}
	name=${name%:*}
	[ $PERF_VERSION != 6.1 ] || expected=0
	equal "opened for $name" "$(opened $name)" "$expected 0"
done

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
