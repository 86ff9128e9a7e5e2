# SPDX-License-Identifier: GPL-2.0-only
# what: older processors: every alias of every PMU counts what is injected for it, and nothing of its neighbours
# machine: snbep_qpi ivbep_all nhmex
# kernels: 6.12
load

units_of() {
	box=${1#uncoreall_}
	box=${box#uncore_}
	expected_units "${box%_[0-9]*}"
}

for pmu in $(ls $PMUS | grep '^uncore'); do
	[ -d "$PMUS/$pmu/events" ] || continue
	echo "aliases $pmu 1 $(units_of "$pmu")"
done | pmontest
case $PROCESSOR in
snbep)	least=500 ;;	# the guide's list has 503 rows
ivbep)	least=700 ;;
nhmex)	least=20 ;;
esac
at_most "aliases that the machine has not" \
	$((least - $(ls -d $PMUS/uncore*/events/* | grep -vcE '\.(scale|unit)$'))) 0
