# SPDX-License-Identifier: GPL-2.0-only
# what: PMU names, formats, cpumask and debugfs are what tools and documentation expect
# machine: large
# kernels: 6.1 6.12 7.3
# why: which formats there are depends on the words of perf_event_attr
load
for type in $TYPES; do
	equal "unit PMUs of $type" "$(unit_ids $type | wc -w)" "$(expected_units $type)"
done
equal "IIO free-running PMUs" "$(ls $PMUS | grep -c '^uncore_iio_free_running_[0-9]*$')" "$UNITS_iio"
check "iMC free-running PMUs" test -e $PMUS/uncore_imc_free_running_0
check "PCU has no number" test -e $PMUS/uncore_pcu
check "UBox has no number" test -e $PMUS/uncore_ubox

format() { cat $PMUS/$1/format/$2 2>/dev/null; }
equal "cha event" "$(format uncore_cha_0 event)" config:0-7
equal "cha umask" "$(format uncore_cha_0 umask)" config:8-15,32-63
equal "cha umask_ext" "$(format uncore_cha_0 umask_ext)" config:32-63
equal "cha tid_en" "$(format uncore_cha_0 tid_en)" config:16
equal "cha filter_tid" "$(format uncore_cha_0 filter_tid)" config1:0-9
equal "cha thresh" "$(format uncore_cha_0 thresh)" config:24-31
equal "cha edge" "$(format uncore_cha_0 edge)" config:18
equal "cha inv" "$(format uncore_cha_0 inv)" config:23
equal "cha snapshot" "$(format uncore_cha_0 snapshot)" config1:63
equal "m2m umask" "$(format uncore_m2m_0 umask)" config:8-15,32-55
equal "upi umask" "$(format uncore_upi_0 umask)" config:8-15,32-55
equal "iio umask" "$(format uncore_iio_0 umask)" config:8-15,32-50
equal "iio ch_mask" "$(format uncore_iio_0 ch_mask)" config:36-47
equal "iio fc_mask" "$(format uncore_iio_0 fc_mask)" config:48-50
equal "iio thresh" "$(format uncore_iio_0 thresh)" config:24-35
equal "imc umask" "$(format uncore_imc_0 umask)" config:8-15
equal "irp thresh" "$(format uncore_irp_0 thresh)" config:24-31

for pmu in uncore_cha_0 uncore_m2m_3 uncore_imc_7 uncore_pcu; do
	equal "cpumask of $pmu: the first CPU of each package" "$(cpumask $pmu)" "0,2"
done

discovery=/sys/kernel/debug/uncore_pmon/discovery
check "debugfs shows the discovery" test -r $discovery
check "it can be read" cat $discovery
at_most "units per line in it" 1 "$(grep -c . $discovery)"
