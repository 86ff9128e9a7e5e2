# SPDX-License-Identifier: GPL-2.0-only
# Functions for tests in which a package gets its first CPU after the module was loaded (busybox sh).

# has_package DIE PMU: does a CPU of the package own units of the PMU? Asked of each unit, so it starts no process.
has_package() {
	[ -e $PMUS/$2/cpumask ] || return
	read -r owners <$PMUS/$2/cpumask
	# Empty if all CPUs that own units of it are offline.
	owners=${owners:+$owners,}
	while [ -n "$owners" ]; do
		[ $((${owners%%,*} / (CPUS / PACKAGES))) != $1 ] || return 0
		owners=${owners#*,}
	done
	return 1
}

# await_package DIE PMU: the driver sees to it some time after the CPU
await_package() {
	tries=0
	until has_package $1 $2; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || fail "package $1 has no $2"
		usleep 50000
	done
}

# every_unit_counts DIE TEXT: all units of a package at once, each an event of its own; then all of a type together
every_unit_counts() {
	number=0
	{
		echo "section $2"
		for type in $TYPES; do
			event=$(event_terms $type)
			injected=$(sim_terms $type)
			for id in $(unit_ids $type); do
				pmu=uncore_$type
				[ $id = - ] || pmu=${pmu}_$id
				has_package $1 $pmu || continue
				number=$((number + 1))
				echo "open u$number $pmu/$event/ die=$1"
				echo "sim inject die=$1 unit=$type:${id/-/0} $injected n=$((1000 + number))"
				echo "expect u$number $((1000 + number)) $type $id"
			done
		done
		echo "close all"
		for type in $TYPES; do
			has_package $1 uncoreall_$type || continue
			echo "open all_$type uncoreall_$type/$(event_terms $type)/ die=$1"
			echo "sim inject die=$1 unit=$type:* $(sim_terms $type) n=10"
			echo "expect all_$type $((10 * $(units_of $1 $type))) all $type units"
		done
		echo "end"
	} >/tmp/units
	pmontest </tmp/units
}

# units_of DIE TYPE: how many of them there are
units_of() {
	units=0
	for id in $(unit_ids $2); do
		! has_package $1 "$(pmu_of $2 $id)" || units=$((units + 1))
	done
	echo $units
}
