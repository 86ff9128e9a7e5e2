# SPDX-License-Identifier: GPL-2.0-only
# what: every alias of every PMU counts what is injected for it, and nothing of its neighbours
# machine: small gnr_small srf icx_small snr2
# kernels: 6.12
load

# Units of the PMU's box type on a die; the counters of a memory controller are for two channels.
units_of() {
	box=${1#uncoreall_}
	box=${box#uncore_}
	case $box in
	imc_free_running*)	echo $((UNITS_imc / 2)) ;;
	iio_free_running_*)	echo $UNITS_iio ;;
	*)	box=${box%_[0-9]*}
		expected_units "$box" ;;
	esac
}

for pmu in $(ls $PMUS | grep '^uncore'); do
	[ -d "$PMUS/$pmu/events" ] || continue
	echo "aliases $pmu 1 $(units_of "$pmu")"
done | pmontest
case $PROCESSOR in
emr)	names=4200 ;;
gnr)	names=920 ;;
srf)	names=850 ;;
icx)	names=3950 ;;
snr)	names=2500 ;;
esac
at_most "aliases that the machine has not" \
	$(($names - $(ls -d $PMUS/uncore*/events/* | grep -vcE '\.(scale|unit)$'))) 0
