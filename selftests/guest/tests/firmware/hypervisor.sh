# SPDX-License-Identifier: GPL-2.0-only
# what: inside a hypervisor that passes the uncore through, the module works as on the bare machine
# machine: network
# kernels: 6.12
check "the CPU says that this is a guest" grep -qw hypervisor /proc/cpuinfo
load
for type in $TYPES; do
	id=$(unit_ids $type | tail -n 1)
	pmu=$(pmu_of $type $id)
	[ $id = - ] && id=0
	pmontest <<END
open a $pmu/$(event_terms $type)/ die=0
open b $pmu/$(event_terms $type)/ die=1
sim inject die=0 unit=$type:$id $(sim_terms $type) n=11
sim inject die=1 unit=$type:$id $(sim_terms $type) n=22
expect a 11 $pmu, die 0
expect b 22 $pmu, die 1
END
done
