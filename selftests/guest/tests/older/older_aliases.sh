# SPDX-License-Identifier: GPL-2.0-only
# what: older processors: every alias of every PMU counts what is injected for it, and nothing of its neighbours
# machine: snbep_qpi ivbep_all hsx_all bdx_all bdxde2 nhmex skx
# kernels: 6.12
load

units_of() {
	box=${1#uncoreall_}
	box=${box#uncore_}
	box=${box%_[0-9]*}
	expected_units "${box%_free_running}"
}

for pmu in $(ls $PMUS | grep '^uncore'); do
	[ -d "$PMUS/$pmu/events" ] || continue
	echo "aliases $pmu 1 $(units_of "$pmu")"
done | pmontest
case $PROCESSOR in
snbep)	least=500 ;;	# the guide's list has 503 rows
ivbep)	least=700 ;;
hsx)	least=1270 ;;
bdx)	least=1280 ;;
bdxde)	least=900 ;;
nhmex)	least=20 ;;
skx)	least=2900 ;;	# Intel's list has 2,790 different names
esac
at_most "aliases that the machine has not" \
	$((least - $(ls -d $PMUS/uncore*/events/* | grep -vcE '\.(scale|unit)$'))) 0
