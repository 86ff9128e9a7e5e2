# SPDX-License-Identifier: GPL-2.0-only
# what: a package whose CPUs are all offline is left alone, the other one counts; it is used once it is up
# machine: small ivbep_all nhmex
# kernels: 6.12
. /test/arrival.sh
. /test/hotplug.sh

pmu=uncore_cha_0
[ $PROCESSOR = emr ] || pmu=uncore_cbox_0
for cpu in $last_cpus; do
	echo 0 >$cpu_dir/cpu$cpu/online
done
sim stats reset >/dev/null
load
equal "the owner of package 0 alone" "$(cpumask $pmu)" 0
every_unit_counts 0 "package 0 alone"
for cpu in $(echo $last_cpus | tr ' ' '\n' | tac); do
	echo 1 >$cpu_dir/cpu$cpu/online
done
await_package 1 $pmu
for type in $TYPES; do
	await_package 1 "$(pmu_of $type $(unit_ids $type | tail -n 1))"
	equal "$type units of package 1" "$(units_of 1 $type)" "$(units_of 0 $type)"
done
every_unit_counts 1 "package 1, which came up"
every_unit_counts 0 "package 0 beside it"
